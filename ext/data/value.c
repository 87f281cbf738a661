#include "value.h"

#include "json.h"

#include <string.h>

MlText ml_value_text(sqlite3_value *v) {
  const char *p = (const char *)sqlite3_value_text(v);

  return p == NULL ? (MlText){NULL, 0} : (MlText){p, sqlite3_value_bytes(v)};
}

static int json_from_text(sqlite3_value *v, const char *what, int is_json, MlBuf *out, MlErr *e) {
  MlText t = ml_value_text(v);

  if (t.p == NULL) return ml_err_nomem(e);
  return is_json ? ml_json_read(t, what, out, e) : ml_json_string(t, what, out, e);
}

int ml_value_read(sqlite3_value *v, const char *what, MlBuf *out, MlErr *e) {
  switch (sqlite3_value_type(v)) {
  case SQLITE_NULL:
    ml_buf_put(out, "null", 4);
    break;
  case SQLITE_INTEGER:
    ml_buf_int(out, sqlite3_value_int64(v));
    break;
  case SQLITE_FLOAT:
    return ml_json_real(sqlite3_value_double(v), what, out, e);
  case SQLITE_TEXT:
    return json_from_text(v, what, sqlite3_value_subtype(v) == ML_SUBTYPE_JSON, out, e);
  default:
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: a BLOB cannot be stored (store it as text, hex() for instance)",
                      what);
  }
  return ml_err_buf(e, out->rc, what);
}

int ml_value_read_json(sqlite3_value *v, const char *what, MlBuf *out, MlErr *e) {
  static const char *const name[] = {"an INTEGER", "a REAL", "TEXT", "a BLOB", "NULL"};
  int type = sqlite3_value_type(v);

  if (type == SQLITE_TEXT) return json_from_text(v, what, 1, out, e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: JSON must be given as TEXT, not as %s", what,
                    name[type - SQLITE_INTEGER]);
}
