#include "export_item.h"

#include "../data/json.h"
#include "../data/path.h"
#include "../store/item.h"
#include "put.h"

/* What is 0 is left out. */
static void number_put(MlBuf *b, const char *name, i64 v, i64 without) {
  if (v != without) ml_json_put_number(b, name, v);
}

/* Whether it took the place of the version before it, or is the first row of all: then nothing is said of it. */
static int is_in_turn(MlConn *c, const MlItem *x, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  MlItem before;
  int found = 0;
  if (c->version < 4) return SQLITE_OK; /* there were no decisions yet */
  int rc = x->version > 1 ? ml_item_find_version(c, &x->record, x->version - 1, &before, &st, &found, e)
                          : ml_item_scan_versions(c, &x->record, &st, e);
  if (!rc && x->version == 1) rc = ml_item_next(c, st, &before, &found, e);
  if (!rc && found && x->version == 1) *yes = before.number == x->number;
  if (!rc && found && x->version > 1) *yes = !before.admission.p && before.ended == x->begun; /* else it was pruned */
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int item_put(MlConn *c, MlBuf *b, const MlItem *x, int with_content, int with_begin, MlErr *e) {
  MlBuf path = {0};
  int in_turn = 1;
  char last = b->n ? b->p[b->n - 1] : 0;
  if (last == '}') ml_buf_char(b, ',');
  ml_buf_char(b, '{');
  int rc = ml_path_add_name(&path, x->set, e);
  if (!rc) rc = ml_path_add_name(&path, x->id, e);
  if (!rc) rc = ml_put_text(b, "path", ml_buf_view(&path), e);
  ml_buf_free(&path);
  ml_json_put_uuid(b, "record", &x->record);
  ml_json_put_number(b, "version", x->version);
  if (!rc && with_content) rc = ml_put_values(c, x->key, b, "content", x->content, e);
  if (!rc) rc = ml_put_json(b, "metadata", x->metadata, e);
  if (!rc) rc = ml_put_text(b, "kind", x->kind, e);
  if (!rc) rc = ml_put_text(b, "category", x->category, e);
  number_put(b, "importance", x->importance, 0);
  number_put(b, "valid_from", x->valid_from, ML_ITEM_OPEN);
  number_put(b, "valid_to", x->valid_to, ML_ITEM_OPEN);
  number_put(b, "expires", x->expires, 0);
  number_put(b, "sensitivity", x->sensitivity, 0);
  if (!rc) rc = ml_put_text(b, "source", x->source, e);
  if (!rc) rc = ml_put_text(b, "location", x->location, e);
  if (!rc) rc = ml_put_text(b, "creator", x->creator, e);
  ml_json_put_number(b, "created", x->created);
  ml_json_put_number(b, "at", x->at);
  if (with_begin) ml_json_put_number(b, "begun", x->begun);
  if (!with_begin && x->ended == x->begun) ml_put_true(b, "ended");
  if (!rc && !with_begin) rc = is_in_turn(c, x, &in_turn, e);
  if (!in_turn) ml_put_true(b, "decided");
  ml_buf_char(b, '}');
  return rc;
}

/* Those that ended at once, oldest first, and the one that did not. */
static int path_put(MlConn *c, const MlRow *r, MlText path, MlBuf *b, MlErr *e) {
  MlBuf names = {0};
  MlText name;
  i64 at = 0;
  sqlite3_stmt *st = NULL;
  MlItem x;
  int more = 1, found, two = ml_path_next(path, &at, &name);
  if (two) ml_path_bare(name, &names);
  i64 n = names.n;
  two = two && ml_path_next(path, &at, &name);
  if (two) ml_path_bare(name, &names);
  if (names.rc) return ml_err_nomem(e);
  MlText set = {names.p, n}, id = {names.p + n, names.n - n};
  int rc = two ? ml_item_scan_ended(c, r->key, set, id, r->seq, &st, e) : SQLITE_OK;
  while (!rc && two && more) {
    rc = ml_item_next(c, st, &x, &more, e);
    if (!rc && more && x.begun == r->seq) rc = item_put(c, b, &x, 1, 0, e);
  }
  if (st && ml_item_done(c, st, e) && !rc) rc = e->rc;
  if (!rc && two) rc = ml_item_stood(c, r->key, set, id, r->seq, &x, &st, &found, e);
  if (!rc && two && found) {
    if (x.begun == r->seq) rc = item_put(c, b, &x, 0, 0, e);
    int rc2 = ml_item_done(c, st, e);
    if (!rc) rc = rc2;
  }
  ml_buf_free(&names);
  return rc;
}

int ml_export_items_row(MlConn *c, const MlRow *r, MlBuf *b, MlErr *e) {
  MlBuf scratch = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (r->kind != ML_KIND_LONG_TERM_UPDATE || c->version < 3 || !r->key.n) return SQLITE_OK;
  ml_json_put_name(b, "items");
  ml_buf_char(b, '[');
  for (ml_json_open(&s, r->value); !rc && ml_json_next(&s);) {
    MlText path = ml_json_bare(s.name, &scratch);
    if (path.p && ml_path_fits(path)) rc = path_put(c, r, path, b, e);
  }
  if (!rc && scratch.rc) rc = ml_err_nomem(e);
  ml_buf_free(&scratch);
  ml_buf_char(b, ']');
  return rc;
}

int ml_export_items_at(MlConn *c, MlText key, i64 seq, MlBuf *b, MlErr *e) {
  static const MlText any = {NULL, 0};
  sqlite3_stmt *st;
  MlItem x;
  int more = 1, first = 1;
  if (c->version < 3) return SQLITE_OK;
  int rc = ml_item_scan_past(c, key, any, any, (MlItemPast){seq, 1}, &st, e);
  while (!rc && more) {
    rc = ml_item_next(c, st, &x, &more, e);
    if (rc || !more) break;
    if (first) ml_json_put_name(b, "items");
    if (first) ml_buf_char(b, '[');
    first = 0;
    rc = item_put(c, b, &x, 1, 1, e);
  }
  if (!first) ml_buf_char(b, ']');
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}
