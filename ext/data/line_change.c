#include "line_change.h"

#include "clock.h"
#include "json.h"
#include "mark.h"
#include "member.h"
#include "path.h"

/* A path in JSON. 0: it is none, or not in canonical form. */
static int path_is(MlText string, int root_ok, MlBuf *scratch, MlBuf *canonical) {
  MlErr e = {0};
  MlText bare = ml_json_bare(string, scratch);
  ml_buf_cut(canonical, 0);
  int rc = bare.p ? ml_path_read(bare, canonical, &e) : SQLITE_ERROR;
  ml_err_clear(&e);
  return !rc && (root_ok || canonical->n) && ml_text_same(ml_buf_view(canonical), bare);
}

/* A map of paths, or an array of them, as memlog writes it. check: of a map's values. */
static int paths_check(MlText json, const char *where, int array, int (*check)(MlText), MlErr *e) {
  MlBuf scratch = {0}, canonical = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (!json.p) return SQLITE_OK;
  if (!ml_member_is(json, array ? ML_ARRAY : ML_MAP)) {
    return ml_member_refuse(e, where, array ? "it is no array of paths" : "it is no map of paths");
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    int is_path =
        (!array || ml_member_is(s.value, ML_STRING)) && path_is(array ? s.value : s.name, array, &scratch, &canonical);
    if (scratch.rc || canonical.rc) {
      rc = ml_err_nomem(e);
    } else if (!is_path) {
      char show[ML_ERR_SHOW];
      rc = ml_err_set(e, SQLITE_ERROR, "memlog: line: %s: %s is no path, or not in canonical form", where,
                      ml_err_show(show, array ? s.value : s.name));
    } else if (check && !check(s.value)) {
      rc = ml_member_refuse(e, where, "a value in it is not what it can be");
    }
  }
  ml_buf_free(&scratch);
  ml_buf_free(&canonical);
  return rc;
}

static int is_container(MlText v) {
  return ml_text_same(v, ML_TEXT("\"object\"")) || ml_text_same(v, ML_TEXT("\"list\""));
}

#define EXPIRES_MAX 8640000000000000 /* of a container that goes with the last node in it */

static int is_deadline(MlText v) {
  i64 ms;
  if (ml_member_is(v, ML_NULL)) return 1;
  return ml_member_is(v, ML_INTEGER) && ml_json_get_integer(v, &ms) && ms > 0 &&
         (ms <= ML_TIME_MAX / 1000 || ms == EXPIRES_MAX);
}

/* Paths as somebody else wrote them, in canonical form. */
int ml_line_value_write(MlText map, MlBuf *out, MlErr *e) {
  MlBuf scratch = {0}, path = {0}, read = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (!ml_member_is(map, ML_MAP)) return ml_member_refuse(e, "value", "it is no map of paths");
  ml_buf_char(out, '{');
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) {
    MlText bare = ml_json_bare(s.name, &scratch);
    ml_buf_cut(&path, 0);
    if (!bare.p) rc = ml_err_nomem(e);
    if (!rc) rc = ml_path_read(bare, &path, e);
    if (!rc && !path.n) rc = ml_member_refuse(e, "value", "a path in it is empty");
    if (out->p && out->n && out->p[out->n - 1] != '{') ml_buf_char(out, ',');
    ml_json_put_string(out, ml_buf_view(&path));
    ml_buf_char(out, ':');
    ml_buf_text(out, s.value);
  }
  ml_buf_char(out, '}');
  if (!rc && (out->rc || path.rc)) rc = ml_err_nomem(e);
  /* Two spellings of one path become one member twice. */
  if (!rc) rc = ml_json_read(ml_buf_view(out), "line: value", &read, e);
  ml_buf_free(&scratch);
  ml_buf_free(&path);
  ml_buf_free(&read);
  return rc;
}

int ml_line_change_check(const MlChange *x, MlErr *e) {
  if (ml_mark_is(x->containers) || ml_mark_is(x->expires)) {
    return ml_member_refuse(e, "eventAttributes", "a mark stands where no value does");
  }
  int rc = paths_check(x->value, "eventAttributes.value", 0, NULL, e);
  if (!rc) rc = paths_check(x->removed, "eventAttributes.removed", 1, NULL, e);
  if (!rc) rc = paths_check(x->containers, "eventAttributes.containers", 0, is_container, e);
  if (rc || !x->expires.p || ml_member_is(x->expires, ML_INTEGER)) {
    return rc || !x->expires.p || is_deadline(x->expires)
               ? rc
               : ml_member_refuse(e, "eventAttributes.expires", "it is no time in milliseconds");
  }
  return paths_check(x->expires, "eventAttributes.expires", 0, is_deadline, e);
}

/* ---- long-term memory ---- */

static void member_put(MlBuf *out, MlText path, MlText content) {
  if (out->n && out->p[out->n - 1] != '{') ml_buf_char(out, ',');
  ml_json_put_string(out, path);
  ml_buf_char(out, ':');
  ml_buf_text(out, content);
}

static int names_count(MlText path) {
  MlText name;
  i64 at = 0;
  int n = 0;
  while (ml_path_next(path, &at, &name)) n++;
  return n;
}

/* The items of a set, by their ids. */
static int set_write(MlText set, MlText map, MlBuf *out, MlErr *e) {
  MlBuf scratch = {0}, path = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) {
    MlText id = ml_json_bare(s.name, &scratch);
    ml_buf_cut(&path, 0);
    ml_buf_text(&path, set);
    if (!id.p || path.rc) {
      rc = ml_err_nomem(e);
    } else if (!id.n) {
      rc = ml_member_refuse(e, "value", "an id in it is empty");
    } else {
      rc = ml_path_add_name(&path, id, e);
    }
    if (!rc) member_put(out, ml_buf_view(&path), s.value);
  }
  ml_buf_free(&scratch);
  ml_buf_free(&path);
  return rc;
}

static int sets_write(MlText sets, MlBuf *removed, MlErr *e) {
  MlBuf scratch = {0}, path = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (!sets.p) return SQLITE_OK;
  if (!ml_member_is(sets, ML_ARRAY)) return ml_member_refuse(e, "cleared_sets", "it is no array of names");
  for (ml_json_open(&s, sets); !rc && ml_json_next(&s);) {
    MlText name = ml_member_is(s.value, ML_STRING) ? ml_json_bare(s.value, &scratch) : (MlText){NULL, 0};
    if (!name.n) rc = scratch.rc ? ml_err_nomem(e) : ml_member_refuse(e, "cleared_sets", "it is no array of names");
    ml_buf_cut(&path, 0);
    if (!rc) rc = ml_path_add_name(&path, name, e);
    ml_buf_char(removed, removed->n ? ',' : '[');
    ml_json_put_string(removed, ml_buf_view(&path));
  }
  if (removed->n) ml_buf_char(removed, ']');
  ml_buf_free(&scratch);
  ml_buf_free(&path);
  return !rc && removed->rc ? ml_err_nomem(e) : rc;
}

int ml_line_items_write(MlText map, MlText sets, MlBuf *out, MlBuf *removed, MlErr *e) {
  MlBuf scratch = {0}, path = {0}, read = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (!ml_member_is(map, ML_MAP)) return ml_member_refuse(e, "value", "it is no map");
  ml_buf_char(out, '{');
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) {
    MlText name = ml_json_bare(s.name, &scratch);
    ml_buf_cut(&path, 0);
    if (!name.p) rc = ml_err_nomem(e);
    if (!rc) rc = ml_path_read(name, &path, e);
    int n = rc ? 0 : names_count(ml_buf_view(&path));
    if (n == 1 && ml_member_is(s.value, ML_MAP)) {
      rc = set_write(ml_buf_view(&path), s.value, out, e);
    } else if (n == 2) {
      member_put(out, ml_buf_view(&path), s.value);
    } else if (!rc) {
      rc = ml_member_refuse(e, "value", "a path in it is no item's: they are a set's name and an id");
    }
  }
  ml_buf_char(out, '}');
  if (!rc && (out->rc || path.rc)) rc = ml_err_nomem(e);
  if (!rc) rc = ml_json_read(ml_buf_view(out), "line: value", &read, e);
  ml_buf_free(&scratch);
  ml_buf_free(&path);
  ml_buf_free(&read);
  return rc ? rc : sets_write(sets, removed, e);
}
