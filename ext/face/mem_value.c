#include "mem_value.h"

#include "../data/value.h"

#include <math.h>

int ml_mem_value_type(const char *what, sqlite3_value *v, MlType *type, MlErr *e) {
  char show[ML_ERR_SHOW];
  *type = ML_MISSING;
  if (sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  MlText name = ml_value_text(v);
  if (!name.p) name = ML_TEXT("");
  for (int t = ML_OBJECT; t <= ML_MAP; t++) {
    const char *known = ml_json_type_name((MlType)t);
    if (!ml_text_is(name, known)) continue;
    *type = (MlType)t;
    return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: type %s: it is object, null, true, false, integer, real, text, array or map", what,
                    ml_err_show(show, name));
}

static int type_refuse(const char *what, MlType wanted, const char *value, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: type '%s' contradicts the value, which is %s", what,
                    ml_json_type_name(wanted), value);
}

/* What has been read must be of the wanted type. */
static int json_check(const char *what, MlType wanted, MlMemValue *out, MlErr *e) {
  if (out->json.rc) return ml_err_buf(e, out->json.rc, what);
  MlType type = ml_json_type(ml_buf_view(&out->json));
  out->kind = ML_MEM_WRITE_JSON;
  if (wanted == ML_MISSING || wanted == type) return SQLITE_OK;
  return type_refuse(what, wanted, ml_json_type_name(type), e);
}

static int list_refuse(const char *what, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: mem_append makes lists; an array is a value of type 'array'", what);
}

int ml_mem_value_read(const char *what, sqlite3_value *v, MlType wanted, MlMemValue *out, MlErr *e) {
  int type = sqlite3_value_type(v), rc;
  ml_buf_cut(&out->json, 0);
  if (wanted == ML_LIST) return list_refuse(what, e);
  if (wanted == ML_OBJECT) {
    out->kind = ML_MEM_WRITE_OBJECT;
    return type == SQLITE_NULL ? SQLITE_OK : type_refuse(what, wanted, "not NULL", e);
  }
  int truth = type == SQLITE_INTEGER && (wanted == ML_TRUE || wanted == ML_FALSE);
  if (truth && sqlite3_value_int64(v) == (wanted == ML_TRUE)) {
    ml_buf_puts(&out->json, wanted == ML_TRUE ? "true" : "false");
    rc = SQLITE_OK;
  } else if (type == SQLITE_TEXT && (wanted == ML_ARRAY || wanted == ML_MAP)) {
    rc = ml_value_read_json(v, what, &out->json, e);
  } else {
    rc = ml_value_read(v, what, &out->json, e);
  }
  return rc ? rc : json_check(what, wanted, out, e);
}

int ml_mem_value_read_json(const char *what, sqlite3_value *v, MlType wanted, MlMemValue *out, MlErr *e) {
  ml_buf_cut(&out->json, 0);
  if (wanted == ML_LIST) return list_refuse(what, e);
  int rc = ml_value_read_json(v, what, &out->json, e);
  return rc ? rc : json_check(what, wanted, out, e);
}

static int string_shows(sqlite3_value *v, MlText json) {
  MlBuf b = {0};
  MlText text = ml_json_bare(json, &b);
  int same = text.p && ml_text_same(text, ml_value_text(v));
  ml_buf_free(&b);
  return same;
}

int ml_mem_value_shows(sqlite3_value *v, MlType type, MlText json) {
  i64 i;
  double r;
  int kind = sqlite3_value_type(v);
  switch (type) {
  case ML_TRUE:
  case ML_FALSE:
    return kind == SQLITE_INTEGER && sqlite3_value_int64(v) == (type == ML_TRUE);
  case ML_INTEGER:
    return kind == SQLITE_INTEGER && ml_json_get_integer(json, &i) && i == sqlite3_value_int64(v);
  case ML_REAL:
    return kind == SQLITE_FLOAT && ml_json_get_real(json, &r) && r == sqlite3_value_double(v) &&
           signbit(r) == signbit(sqlite3_value_double(v));
  case ML_STRING:
    return kind == SQLITE_TEXT && sqlite3_value_subtype(v) != ML_SUBTYPE_JSON && string_shows(v, json);
  case ML_ARRAY:
  case ML_MAP:
    return kind == SQLITE_TEXT && ml_text_same(ml_value_text(v), json);
  default:
    return kind == SQLITE_NULL;
  }
}

int ml_mem_value_shows_json(sqlite3_value *v, MlText json) {
  if (!json.p) return sqlite3_value_type(v) == SQLITE_NULL;
  return sqlite3_value_type(v) == SQLITE_TEXT && ml_text_same(ml_value_text(v), json);
}

void ml_mem_value_free(MlMemValue *m) { ml_buf_free(&m->json); }
