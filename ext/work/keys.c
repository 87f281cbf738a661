#include "keys.h"

#include "../store/cell_scan.h"
#include "../store/head.h"
#include "../store/large.h"
#include "../store/log.h"
#include "append.h"
#include "expire.h"

#include <string.h>

/* ---- a row ---- */

static int last_read(MlConn *c, const MlHead *h, MlKeysRow *r, MlErr *e) {
  sqlite3_stmt *st;
  MlRow newest;
  char show[ML_ERR_SHOW];
  int found;
  int rc = ml_log_get(c, h->last, &newest, &st, &found, e);
  if (rc) return rc;
  int right = found && ml_text_same(newest.key, r->key);
  if (right) r->last = ml_event_minus(newest.seq, newest.skew);
  rc = ml_log_done(c, st, e);
  if (rc || right) return rc;
  if (!found && c->pending.now.broken) return ml_append_barred(e);
  if (!found && c->emitting) { /* it is still to be inserted: all rows of an emission have the same time */
    r->last = c->reserved.time;
    return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_CORRUPT,
                    "memlog: key %s: its newest row in the log (position %lld) is missing or another key's",
                    ml_err_show(show, r->key), ml_event_position(h->last));
}

/* Nodes and bytes of a key of which something has expired. */
static int live_size(MlConn *c, MlText key, MlNow *now, MlKeysRow *r, MlErr *e) {
  int rc = SQLITE_OK;
  r->bytes = r->nodes = 0;
  for (int s = 0; s < ML_SCOPES && !rc; s++) {
    MlNodeId all = {key, (MlScope)s, {"", 0}};
    MlTree t;
    ml_tree_open(&t);
    rc = ml_cell_load(c, &all, &t, e);
    if (!rc) rc = ml_expire_hide(c, &t, now, e);
    for (MlNode *x = rc ? NULL : ml_tree_walk(&t.root, &t.root); x; x = ml_tree_walk(&t.root, x)) {
      r->nodes++;
      r->bytes += x->path.n + ml_large_bytes(x->value);
    }
    ml_tree_free(&t);
  }
  return rc;
}

static int size_read(MlConn *c, MlText key, MlKeysRow *r, MlErr *e) {
  MlNow now = {0};
  i64 soonest;
  int rc = ml_cell_size_whole(c, key, &r->bytes, &r->nodes, &soonest, e);
  if (!rc && soonest) rc = ml_expire_now(c, &now, e);
  return rc || !now.ms || soonest > now.ms ? rc : live_size(c, key, &now, r, e);
}

/* *there is 0 if the key has no head (or it was not asked for) and no nodes. In the action that first touches a key
** there are nodes before there is a head. */
static int row_read(MlConn *c, MlText key, unsigned parts, MlKeysRow *r, int *there, MlErr *e) {
  MlHead h = {0};
  int rc = SQLITE_OK;
  *r = (MlKeysRow){.key = key};
  *there = 0;
  if (parts & ML_KEYS_HEAD) rc = ml_head_load(c, key, &h, there, e);
  if (!rc && ((parts & ML_KEYS_STATE) || !*there)) rc = size_read(c, key, r, e);
  if (rc) return rc;
  *there = *there || r->nodes > 0;
  r->events = h.events;
  r->first = h.first;
  r->run = h.run;
  r->logged = h.last && !ml_head_bare(&h);
  return r->logged && (parts & ML_KEYS_LAST) ? last_read(c, &h, r, e) : SQLITE_OK;
}

static int live_next(MlKeys *w, MlErr *e) {
  int more, there;
  w->more = 0;
  if (w->one) return SQLITE_OK;
  int rc = ml_cell_next_key(w->c, &w->at, &w->key, &more, e);
  if (!rc && more) rc = row_read(w->c, ml_buf_view(&w->key), w->parts, &w->row, &there, e);
  w->more = !rc && more;
  return rc;
}

/* ---- kept ---- */

/* A row whose key stands in MlKeys.text, from there on. */
typedef struct MlKeysKept {
  i64 key;
  MlKeysRow row;
} Kept;

static int row_keep(MlKeys *w) {
  if (w->n_kept == w->cap_kept) {
    i64 cap = w->cap_kept ? w->cap_kept * 2 : 32;
    Kept *a = sqlite3_realloc64(w->kept, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    w->kept = a;
    w->cap_kept = cap;
  }
  w->kept[w->n_kept++] = (Kept){w->text.n, w->row};
  ml_buf_text(&w->text, w->row.key);
  return w->text.rc;
}

static void kept_show(MlKeys *w) {
  w->more = w->at_kept < w->n_kept;
  if (!w->more) return;
  const Kept *k = &w->kept[w->at_kept++];
  w->row = k->row;
  w->row.key.p = w->text.p + k->key;
}

static int rows_keep(MlReader *r) {
  MlKeys *w = (MlKeys *)(void *)((char *)r - offsetof(MlKeys, reader));
  MlErr e = {0};
  int rc = SQLITE_OK;
  if (w->source != ML_KEYS_LIVE) return SQLITE_OK;
  int present = w->more;
  while (w->more && !rc) {
    rc = row_keep(w);
    if (!rc) rc = live_next(w, &e);
  }
  w->source = ML_KEYS_KEPT;
  w->failed = rc;
  if (present) kept_show(w);
  ml_err_clear(&e);
  return rc;
}

/* ---- the walk ---- */

int ml_keys_begin(MlConn *c, MlKeys *w, MlText only, unsigned parts, MlErr *e) {
  int there = 0;
  ml_keys_stop(w);
  w->c = c;
  w->one = only.p != NULL;
  w->parts = parts | (w->one ? ML_KEYS_HEAD : 0); /* a key may have a head and no nodes */
  w->source = ML_KEYS_LIVE;
  ml_conn_reader_join(c, &w->reader, rows_keep);
  if (!w->one) return ml_keys_next(w, e);
  ml_buf_text(&w->key, only);
  int rc = w->key.rc ? ml_err_nomem(e) : row_read(c, ml_buf_view(&w->key), w->parts, &w->row, &there, e);
  w->more = !rc && there;
  return rc;
}

int ml_keys_next(MlKeys *w, MlErr *e) {
  if (w->source == ML_KEYS_LIVE) return live_next(w, e);
  if (w->failed) return ml_err_db(e, w->c->db, w->failed, "keeping the rows of an open SELECT");
  kept_show(w);
  return SQLITE_OK;
}

void ml_keys_stop(MlKeys *w) {
  if (w->c) ml_conn_reader_leave(w->c, &w->reader);
  ml_cell_key_free(&w->at);
  ml_buf_free(&w->key);
  ml_buf_free(&w->text);
  sqlite3_free(w->kept);
  *w = (MlKeys){0};
}
