#include "derive.h"

#include "../data/json.h"

#include <string.h>

void ml_inputs_free(MlInputs *in) {
  sqlite3_free(in->a);
  *in = (MlInputs){0};
}

/* ---- inputs ---- */

static int refuse(const char *who, const MlSubject *s, const char *why, MlErr *e) {
  char show[ML_SUBJECT_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s: %s", who, ml_subject_show(s, show), why);
}

int ml_inputs_add(const char *who, const MlInput *x, MlInputs *in, MlErr *e) {
  for (i64 i = 0; i < in->n; i++) {
    if (in->a[i].version == x->version && !memcmp(in->a[i].id.b, x->id.b, sizeof(x->id.b))) return SQLITE_OK;
  }
  if (in->n == ML_INPUTS_MOST) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: there may be %d inputs", who, ML_INPUTS_MOST);
  }
  if (in->n == in->cap) {
    i64 cap = in->cap ? in->cap * 2 : 4;
    MlInput *a = sqlite3_realloc64(in->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    in->a = a;
    in->cap = cap;
  }
  in->a[in->n++] = *x;
  return SQLITE_OK;
}

/* The newest version of a record that was let in. */
static int newest_find(MlConn *c, MlInput *x, int *found, MlErr *e) {
  sqlite3_stmt *st;
  MlItem item;
  int more = 1;
  *found = 0;
  int rc = ml_item_scan_versions(c, &x->id, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(c, st, &item, &more, e);
    if (rc || !more || item.admission.p) continue;
    *found = 1;
    x->version = item.version;
    x->number = item.number;
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

/* Whether the version that was found was let in. */
static int is_admitted(MlConn *c, const MlSubject *s, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  MlItem item;
  int found;
  *yes = s->stands;
  if (*yes) return SQLITE_OK;
  int rc = ml_item_get(c, s->number, &item, &st, &found, e);
  *yes = !rc && found && !item.admission.p;
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int input_take(MlConn *c, const char *who, const MlSubject *s, MlInputs *in, MlErr *e) {
  MlInput x = {.id = s->id, .version = s->version, .number = s->number};
  int admitted, rc;
  if (s->kind == ML_SUBJECT_ENTITY && ml_text_same(s->type, ML_TEXT("source"))) return ml_inputs_add(who, &x, in, e);
  if (s->kind != ML_SUBJECT_RECORD) return refuse(who, s, "it is neither a record nor a source", e);
  if (!s->number) return refuse(who, s, "it was pruned or forgotten", e);
  rc = is_admitted(c, s, &admitted, e);
  if (!rc && !admitted && !s->named) rc = newest_find(c, &x, &admitted, e);
  if (rc) return rc;
  return admitted ? ml_inputs_add(who, &x, in, e) : refuse(who, s, "it was not let in: nothing can be made of it", e);
}

int ml_derive_inputs(MlConn *c, const char *who, MlText references, MlInputs *in, MlErr *e) {
  MlBuf scratch = ml_conn_scratch(c);
  MlJsonScan scan;
  int rc = SQLITE_OK;
  for (ml_json_open(&scan, references); !rc && ml_json_next(&scan);) {
    MlSubject s = {0};
    MlText t = ml_json_type(scan.value) == ML_STRING ? ml_json_bare(scan.value, &scratch) : scan.value;
    rc = scratch.rc ? ml_err_nomem(e) : ml_subject_find(c, who, t, &s, e);
    if (!rc) rc = input_take(c, who, &s, in, e);
    ml_subject_free(&s);
  }
  ml_conn_give(c, &scratch);
  if (rc || in->n) return rc;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: it is an array of references, and not empty", who);
}

/* ---- what is written ---- */

static int transformation_put(MlConn *c, MlText key, const MlDerive *how, MlUuid *id, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  ml_buf_char(&b, '{');
  ml_json_put_text(&b, "kind", how->kind);
  ml_json_put_text(&b, "code", how->code);
  ml_json_put_text(&b, "model", how->model);
  ml_json_put_text(&b, "limitations", how->limitations);
  if (how->versions >= 0) ml_json_put_number(&b, "versions", how->versions);
  ml_buf_char(&b, '}');
  int rc = b.rc ? ml_err_nomem(e) : ml_lineage_note(c, "transformation", key, ml_buf_view(&b), id, e);
  ml_conn_give(c, &b);
  return rc;
}

int ml_inputs_read(MlConn *c, const MlUuid *transformation, const MlInputs *in, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < in->n && !rc; i++) {
    rc = ml_lineage_link(c, (MlEnd){transformation, 0}, "read", (MlEnd){&in->a[i].id, in->a[i].version}, NULL, e);
  }
  return rc;
}

int ml_derive_put(MlConn *c, MlText key, const MlDerive *how, const MlInputs *in, MlUuid *id, MlErr *e) {
  int rc = transformation_put(c, key, how, id, e);
  return rc ? rc : ml_inputs_read(c, id, in, e);
}

int ml_derive_alone(MlConn *c, MlText key, const MlDerive *how, const MlInputs *in, MlErr *e) {
  MlLineageOp op;
  MlUuid id;
  int rc = ml_lineage_begin(c, key.p ? key : ML_TEXT(""), &op, e);
  if (!rc) rc = ml_derive_put(c, key, how, in, &id, e);
  return ml_lineage_end(c, &op, rc, e);
}

static int key_and_set(MlConn *c, const MlUuid *record, i64 version, MlBuf *key, MlBuf *set, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  ml_buf_cut(key, 0);
  ml_buf_cut(set, 0);
  int rc = ml_item_find_version(c, record, version, &x, &st, &found, e);
  if (!rc && found) {
    ml_buf_text(key, x.key);
    ml_buf_text(set, x.set);
    if (key->rc || set->rc) rc = ml_err_nomem(e);
  }
  int rc2 = ml_item_done(c, st, e);
  if (rc || rc2 || found) return rc ? rc : rc2;
  char id[37];
  ml_uuid_text(record, id);
  return ml_err_set(e, SQLITE_ERROR, "memlog: record %s@%lld: there is no such version", id, version);
}

/* The four texts are looked at in turn: output's key and set, an input's. */
static int inputs_link(MlConn *c, MlEnd output, const MlInputs *in, MlBuf text[4], MlErr *e) {
  int rc = key_and_set(c, output.id, output.version, &text[0], &text[1], e);
  for (i64 i = 0; i < in->n && !rc; i++) {
    MlEdge more = {.score = -1};
    const MlInput *x = &in->a[i];
    if (!x->version) continue;
    rc = key_and_set(c, &x->id, x->version, &text[2], &text[3], e);
    int same = ml_text_same(ml_buf_view(&text[0]), ml_buf_view(&text[2])) &&
               ml_text_same(ml_buf_view(&text[1]), ml_buf_view(&text[3]));
    if (!same) more.reason = ML_TEXT("crosses_scope");
    if (!rc) rc = ml_lineage_link(c, output, "derived_from", (MlEnd){&x->id, x->version}, &more, e);
  }
  return rc;
}

int ml_derive_check(const char *who, MlEnd output, const MlInputs *in, MlErr *e) {
  char id[37];
  for (i64 i = 0; i < in->n; i++) {
    if (in->a[i].version != output.version || memcmp(in->a[i].id.b, output.id->b, sizeof(output.id->b)) != 0) continue;
    ml_uuid_text(output.id, id);
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: record %s@%lld: it cannot be made of itself", who, id,
                      output.version);
  }
  return SQLITE_OK;
}

int ml_derive_made(MlConn *c, MlEnd output, const MlUuid *transformation, const MlInputs *in, MlErr *e) {
  MlBuf text[4];
  for (int i = 0; i < 4; i++) text[i] = ml_conn_scratch(c);
  int rc = inputs_link(c, output, in, text, e);
  if (!rc) rc = ml_lineage_link(c, output, "made_by", (MlEnd){transformation, 0}, NULL, e);
  for (int i = 0; i < 4; i++) ml_conn_give(c, &text[i]);
  return rc;
}
