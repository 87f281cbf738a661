#include "member.h"

#include "clock.h"
#include "json.h"

#include <string.h>

int ml_member_refuse(MlErr *e, const char *where, const char *why) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: line: %s: %s", where, why);
}

static void member_put(MlBuf *b, MlText name, MlText value) {
  ml_buf_char(b, b->n ? ',' : '{');
  ml_buf_text(b, name);
  ml_buf_char(b, ':');
  ml_buf_text(b, value);
}

static int name_is(MlText name, const char *z) {
  size_t n = z ? strlen(z) : 0;
  return n && name.n == (i64)n + 2 && memcmp(name.p + 1, z, n) == 0;
}

/* Sorts the members of a map: those that are known into m, the others into rest, a map without its closing brace. */
void ml_member_sort(MlText map, const MlMemberName *known, int n, MlText *m, MlBuf *rest) {
  MlJsonScan s;
  for (ml_json_open(&s, map); ml_json_next(&s);) {
    int i = 0;
    while (i < n && !(name_is(s.name, known[i].name) || name_is(s.name, known[i].snake))) i++;
    if (i < n && !m[i].p) {
      m[i] = s.value;
    } else {
      member_put(rest, s.name, s.value);
    }
  }
}

/* What is left of an inner map becomes one member of what is left of the outer. */
void ml_member_nest(MlBuf *rest, const char *name, MlBuf *inner) {
  if (!inner->n) return;
  ml_buf_char(inner, '}');
  ml_buf_char(rest, rest->n ? ',' : '{');
  ml_json_put_string(rest, ml_text_of(name));
  ml_buf_char(rest, ':');
  ml_buf_text(rest, ml_buf_view(inner));
  if (inner->rc) rest->rc = inner->rc;
  ml_buf_free(inner);
}

void ml_member_keep(MlBuf *rest, const char *name, MlText value) {
  if (!value.p) return;
  ml_buf_char(rest, rest->n ? ',' : '{');
  ml_json_put_string(rest, ml_text_of(name));
  ml_buf_char(rest, ':');
  ml_buf_text(rest, value);
}

int ml_member_is(MlText json, MlType type) { return json.p && ml_json_type(json) == type; }

/* null stands for nothing. */
void ml_member_drop_null(MlText *m, int n) {
  for (int i = 0; i < n; i++) {
    if (ml_member_is(m[i], ML_NULL)) m[i] = (MlText){NULL, 0};
  }
}

/* ---- single values ---- */

/* A string that is not empty and holds no NUL. */
int ml_member_words(MlText json, const char *where, MlBuf *b, MlText *out, MlErr *e) {
  if (!json.p) return SQLITE_OK;
  if (!ml_member_is(json, ML_STRING)) return ml_member_refuse(e, where, "it is no string");
  if (ml_json_get_string(json, b)) return ml_err_nomem(e);
  *out = ml_buf_view(b);
  if (!out->n) return ml_member_refuse(e, where, "it is empty");
  return memchr(out->p, 0, (size_t)out->n) ? ml_member_refuse(e, where, "it holds a NUL") : SQLITE_OK;
}

int ml_member_uuid(MlText json, const char *where, MlUuid *id, u8 *has, MlErr *e) {
  if (!json.p) return SQLITE_OK;
  MlText bare = {json.p + 1, json.n - 2};
  if (!ml_member_is(json, ML_STRING) || !ml_uuid_parse(bare, id)) return ml_member_refuse(e, where, "it is no UUID");
  *has = 1;
  return SQLITE_OK;
}

int ml_member_number(MlText json, const char *where, i64 least, i64 *v, MlErr *e) {
  if (!json.p) return SQLITE_OK;
  if (ml_member_is(json, ML_INTEGER) && ml_json_get_integer(json, v) && *v >= least && *v < ML_MEMBER_MAX) {
    return SQLITE_OK;
  }
  return ml_member_refuse(e, where, "it is no integer, or out of range");
}

int ml_member_truth(MlText json, const char *where, u8 *v, MlErr *e) {
  *v = (u8)ml_member_is(json, ML_TRUE);
  if (!json.p || *v || ml_member_is(json, ML_FALSE)) return SQLITE_OK;
  return ml_member_refuse(e, where, "it is neither true nor false");
}

int ml_member_time(MlText json, i64 *us, MlErr *e) {
  MlMoment m;
  if (!json.p) return ml_member_refuse(e, "timestamp", "it is missing: no time is guessed");
  MlText bare = {json.p + 1, json.n - 2};
  if (!ml_member_is(json, ML_STRING) || bare.n < 19 || (bare.p[10] != 'T' && bare.p[10] != ' ')) {
    return ml_member_refuse(e, "timestamp", "it is no date with a time, as 2026-07-03T04:22:36.087914Z");
  }
  const char *wrong = ml_moment_read(bare, 0, &m);
  if (wrong || m.kind != ML_AT_TIME) return ml_member_refuse(e, "timestamp", wrong ? wrong : "it is no time");
  *us = m.n;
  return SQLITE_OK;
}
