#include "expire.h"

#include "../store/cell_scan.h"
#include "../store/config.h"
#include "../store/meta.h"
#include "../store/ttl.h"
#include "item.h"
#include "record.h"

/* ---- hiding ---- */

/* The options are looked at in the transaction of the read itself. */
int ml_expire_now(MlConn *c, MlNow *now, MlErr *e) {
  sqlite3_stmt *hold = NULL;
  if (now->known) return SQLITE_OK;
  int rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = ml_config_refresh(c, e);
  ml_meta_release(c, hold);
  now->known = rc == SQLITE_OK;
  now->ms = !rc && !c->config.ttl_return ? ml_conn_now(c) / 1000 : 0;
  return rc;
}

int ml_expire_gone(MlConn *c, const MlNodeId *id, const MlCell *cell, MlNow *now, int *gone, MlErr *e) {
  int lives = 1;
  *gone = 0;
  if (cell->kind == ML_CELL_MISSING || !cell->expires) return SQLITE_OK;
  int rc = ml_expire_now(c, now, e);
  if (rc || !now->ms) return rc;
  if (cell->expires != ML_CELL_WITH_LAST) {
    lives = cell->expires > now->ms;
  } else {
    rc = ml_cell_live_under(c, id, now->ms, &lives, e);
  }
  *gone = !rc && !lives;
  return rc;
}

int ml_expire_hide(MlConn *c, MlTree *t, MlNow *now, MlErr *e) {
  if (!t->soonest) return SQLITE_OK;
  int rc = ml_expire_now(c, now, e);
  if (!rc && now->ms && ml_expiry_hide(t, now->ms)) rc = ml_err_nomem(e);
  return rc;
}

/* ---- cleaning ---- */

int ml_expire_key(MlConn *c, MlText key, MlScope scope, MlErr *e) {
  i64 n;
  return ml_record_clean(c, key, scope, &n, e);
}

int ml_expire_all(MlConn *c, i64 *n, MlErr *e) {
  sqlite3_value *at = NULL;
  MlBuf key = {0};
  int there, more = 1;
  *n = 0;
  if (c->storing) return ml_record_refuse_storing(c, "mem_expire", e);
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there || c->version < 2) return rc;
  while (!rc && more) {
    rc = ml_cell_next_dated(c, &at, &key, &more, e);
    for (int s = 0; s < ML_SCOPES && !rc && more; s++) {
      i64 gone;
      rc = ml_record_clean(c, ml_buf_view(&key), (MlScope)s, &gone, e);
      *n += gone;
    }
  }
  ml_cell_key_free(&at);
  ml_buf_cut(&key, 0);
  for (more = c->version >= 3; !rc && more;) {
    rc = ml_item_next_dated(c, &key, &more, e);
    if (!rc && more) rc = ml_items_expire(c, ml_buf_view(&key), n, e);
  }
  ml_buf_free(&key);
  return rc;
}

/* ---- dating ---- */

int ml_expire_refresh(MlConn *c, const MlNodeId *id, i64 expires, MlErr *e) {
  i64 later;
  int changed = 0;
  if (expires <= c->recording.now || expires == ML_CELL_WITH_LAST) return SQLITE_OK;
  int rc = ml_ttl_deadline(c, id, c->recording.now, &later, e);
  if (rc || !later || later == expires) return rc;
  rc = ml_cell_date(c, id, later, -1, &changed, e);
  return rc || !changed ? rc : ml_record_date(c, id, later, e);
}

/* A node at or under the path of a rule that came, changed or went: *n counts it if its time is another one now. */
static int node_date(MlConn *c, const MlNodeId *top, const MlNodeId *id, const MlCell *cell, i64 *n, MlErr *e) {
  i64 ms, rule, at = cell->at < 0 ? c->recording.now : cell->at;
  int holds = 0, changed = 0;
  int rc = ml_ttl_of(c, id, &ms, &rule, e);
  if (rc || rule > top->path.n) return rc; /* a rule further down says otherwise */
  if (cell->kind != ML_CELL_VALUE) rc = ml_cell_holds(c, id, &holds, e);
  i64 expires = ml_ttl_after(at, ms);
  i64 stored = holds && expires ? ML_CELL_WITH_LAST : expires;
  if (!rc && stored != cell->expires) rc = ml_cell_date(c, id, stored, -1, &changed, e);
  if (rc || !changed) return rc;
  *n += !holds;
  return ml_record_date(c, id, expires, e);
}

static int nodes_date(MlConn *c, const MlNodeId *top, i64 *n, MlErr *e) {
  MlTree t;
  MlNode **a = NULL;
  i64 count = 0;
  ml_tree_open(&t);
  int rc = ml_cell_load(c, top, &t, e);
  if (!rc && ml_tree_sorted(&t, &a, &count)) rc = ml_err_nomem(e);
  for (i64 i = 0; i < count && !rc; i++) {
    MlNodeId id = {top->key, top->scope, a[i]->path};
    MlCell cell;
    rc = ml_cell_find(c, &id, &cell, e);
    if (rc) break;
    MlCell copy = cell;
    rc = ml_cell_done(c, &cell, e);
    if (!rc && copy.kind != ML_CELL_MISSING) rc = node_date(c, top, &id, &copy, n, e);
  }
  sqlite3_free(a);
  ml_tree_free(&t);
  return rc;
}

int ml_expire_rule(MlConn *c, const MlNodeId *id, i64 ms, i64 *n, MlErr *e) {
  MlOperation op;
  i64 gone;
  *n = 0;
  /* What has expired by the rule before does not come back. */
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_record_clean(c, id->key, id->scope, &gone, e);
  if (rc) return rc;
  rc = ml_record_begin_dating(c, id, 0, &op, e);
  if (!rc) rc = ml_ttl_put(c, id, ms, e);
  if (!rc) rc = ml_ttl_load(c, e);
  if (!rc) rc = nodes_date(c, id, n, e);
  return ml_record_end(c, &op, rc, e);
}
