#include "items.h"

#include "../data/path.h"
#include "../data/state.h"
#include "../store/large.h"
#include "../store/log.h"
#include "../store/meta.h"

#include <stddef.h>

/* ---- as they are stored ---- */

/* A version as the moment sees it; 0 if it is not wanted. */
static int row_wanted(const MlItems *w, MlItem *x) {
  const MlItemsWant *want = &w->want;
  if (want->id.p && !ml_text_same(want->id, x->id)) return 0;
  int is_past = want->past && x->ended >= 0 && (x->ended == 0 || x->ended > want->when.seq);
  if (is_past) x->ended = ML_ITEM_STANDS; /* then it had begun by that moment */
  /* What was not let in has no part in the past, and what is in quarantine none any more. */
  if (x->admission.p && x->ended != ML_ITEM_STANDS) return 0;
  if (want->versions) return 1;
  return x->ended == ML_ITEM_STANDS && (!x->expires || x->expires > w->clock);
}

static int live_next(MlItems *w, MlErr *e) {
  int more, rc;
  do {
    rc = ml_item_next(w->c, w->st, &w->row, &more, e);
  } while (!rc && more && !row_wanted(w, &w->row));
  w->more = !rc && more;
  return rc;
}

static void live_stop(MlItems *w) {
  MlErr e = {0};
  if (w->st) ml_item_done(w->c, w->st, &e);
  ml_err_clear(&e);
  w->st = NULL;
}

/* ---- kept ---- */

/* Which version, and where it ended as far as the walk knows. */
typedef struct MlItemsKept {
  i64 number, begun, ended;
} Kept;

static int row_keep(MlItems *w) {
  if (w->n_kept == w->cap_kept) {
    i64 cap = w->cap_kept ? w->cap_kept * 2 : 32;
    Kept *a = sqlite3_realloc64(w->kept, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    w->kept = a;
    w->cap_kept = cap;
  }
  w->kept[w->n_kept++] = (Kept){w->row.number, w->row.begun, w->row.ended};
  return SQLITE_OK;
}

static int kept_next(MlItems *w, MlErr *e) {
  int rc = SQLITE_OK;
  w->more = 0;
  while (!rc && !w->more && w->at_kept < w->n_kept) {
    const Kept *k = &w->kept[w->at_kept++];
    sqlite3_stmt *st;
    int found;
    rc = ml_item_get(w->c, k->number, &w->row, &st, &found, e);
    if (rc || !found) continue;
    ml_buf_cut(&w->text, 0);
    if (ml_item_copy(&w->row, &w->text)) rc = ml_err_nomem(e);
    int rc2 = ml_item_done(w->c, st, e);
    if (!rc) rc = rc2;
    w->row.begun = k->begun;
    w->row.ended = k->ended;
    w->more = !rc;
  }
  return rc;
}

static int rows_keep(MlReader *r) {
  MlItems *w = (MlItems *)(void *)((char *)r - offsetof(MlItems, reader));
  MlErr e = {0};
  int rc = SQLITE_OK;
  if (w->source != ML_ITEMS_LIVE) return SQLITE_OK;
  int present = w->more;
  w->n_kept = w->at_kept = 0;
  while (w->more && !rc) {
    rc = row_keep(w);
    if (!rc) rc = live_next(w, &e);
  }
  live_stop(w);
  w->source = ML_ITEMS_KEPT;
  if (!rc && present) rc = kept_next(w, &e);
  w->failed = rc;
  ml_err_clear(&e);
  /* A SELECT under which its transaction was rolled back is told so itself; whoever writes goes on. */
  return (rc & 0xff) == SQLITE_ABORT ? SQLITE_OK : rc;
}

/* ---- the walk ---- */

int ml_items_moment(MlConn *c, const MlWhen *when, i64 *clock, MlErr *e) {
  char show[ML_ERR_SHOW] = "this moment";
  MlTail anchor;
  int pruned;
  int rc = ml_meta_anchor(c, &anchor, &pruned, e);
  if (!rc && (!pruned || when->seq >= anchor.seq)) rc = ml_position_clock(c, when, clock, e);
  if (rc || !pruned || when->seq >= anchor.seq) return rc;
  if (when->seq) sqlite3_snprintf(sizeof(show), show, "position %lld", when->seq);
  return ml_meta_pruned_refuse(&anchor, show, e);
}

static int scan_begin(MlItems *w, MlErr *e) {
  const MlItemsWant *want = &w->want;
  MlConn *c = w->c;
  if (want->past || want->versions) {
    MlItemPast past = {want->past ? want->when.seq : ML_ITEM_ANY, !want->versions};
    return ml_item_scan_past(c, want->key, want->set, want->id, past, &w->st, e);
  }
  return ml_item_scan(c, want->key, want->set, &w->st, e);
}

int ml_items_begin(MlConn *c, MlItems *w, const MlItemsWant *want, MlErr *e) {
  ml_items_stop(w);
  w->c = c;
  w->want = *want;
  w->source = ML_ITEMS_LIVE;
  if (w->want.when.seq > ML_POSITION_MAX) w->want.when.seq = ML_POSITION_MAX;
  int rc = want->past ? ml_items_moment(c, &want->when, &w->clock, e) : SQLITE_OK;
  if (!w->clock)
    w->clock = ml_conn_now(c) / 1000; /* that nodes may be seen until they are cleaned up is not of items */
  if (!rc) rc = scan_begin(w, e);
  if (rc) return rc;
  ml_conn_reader_join(c, &w->reader, rows_keep);
  return live_next(w, e);
}

int ml_items_next(MlItems *w, MlErr *e) {
  if (w->source == ML_ITEMS_LIVE) return live_next(w, e);
  if (w->failed) return ml_err_db(e, w->c->db, w->failed, "keeping the rows of an open SELECT");
  return kept_next(w, e);
}

void ml_items_stop(MlItems *w) {
  if (w->c) ml_conn_reader_leave(w->c, &w->reader);
  if (w->c) live_stop(w);
  ml_buf_free(&w->text);
  sqlite3_free(w->kept);
  *w = (MlItems){0};
}

/* ---- all as a tree ---- */

static int content_put(MlTree *t, const MlItem *x, MlBuf *path, MlErr *e) {
  ml_buf_cut(path, 0);
  int rc = ml_path_add_name(path, x->set, e);
  if (!rc) rc = ml_path_add_name(path, x->id, e);
  if (rc) return rc;
  MlText kept = path->rc ? (MlText){NULL, 0} : ml_tree_keep(t, ml_buf_view(path));
  MlNode *n = kept.p ? ml_tree_make(t, kept) : NULL;
  if (!n) return ml_err_nomem(e);
  n->value = ml_tree_keep(t, x->content);
  n->type = ml_json_type(x->content);
  return n->value.p ? SQLITE_OK : ml_err_nomem(e);
}

int ml_items_tree(MlConn *c, MlText key, const MlWhen *when, MlTree *t, MlErr *e) {
  MlItems w = {0};
  MlItemsWant want = {.key = key, .past = when != NULL};
  MlBuf path = {0};
  int there;
  int rc = ml_item_there(c, &there, e);
  if (rc || !there) return rc;
  if (when) want.when = *when;
  rc = ml_items_begin(c, &w, &want, e);
  while (!rc && w.more) {
    rc = content_put(t, &w.row, &path, e);
    if (!rc) rc = ml_items_next(&w, e);
  }
  ml_items_stop(&w);
  ml_buf_free(&path);
  return rc;
}

int ml_items_values(MlConn *c, MlText key, const MlWhen *when, MlBuf *out, MlErr *e) {
  sqlite3_stmt *hold = NULL;
  MlTree t;
  int there;
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = ml_meta_hold(c, &hold, e);
  ml_tree_open(&t);
  if (!rc) rc = ml_items_tree(c, key, when, &t, e);
  if (!rc && ml_state_values(&t, out)) rc = ml_err_nomem(e);
  if (!rc) rc = ml_large_fill(c, key, out, e);
  ml_meta_release(c, hold);
  ml_tree_free(&t);
  return rc;
}
