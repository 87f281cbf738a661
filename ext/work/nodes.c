#include "nodes.h"

#include "../data/path.h"

#include <string.h>

/* ---- as they stand ---- */

/* What is hidden is passed over. */
static int live_next(MlNodes *w, MlErr *e) {
  MlCellScan *s = &w->scan;
  int more, gone = 0;
  do {
    int rc = ml_cell_scan_next(w->c, s, &more, e);
    w->more = !rc && more;
    if (!rc && more) rc = ml_expire_gone(w->c, &s->id, &s->cell, &w->now, &gone, e);
    if (rc) w->more = 0;
    if (!w->more) return rc;
  } while (gone);
  w->row = (MlNodesRow){s->id.key, s->id.scope, s->id.path, ML_OBJECT, {NULL, 0}, s->cell.at, 0};
  if (s->cell.expires != ML_CELL_WITH_LAST) w->row.expires = s->cell.expires;
  if (s->cell.kind == ML_CELL_LIST) w->row.type = ML_LIST;
  if (s->cell.kind == ML_CELL_VALUE) {
    w->row.type = ml_json_type(s->cell.value);
    w->row.json = s->cell.value;
  }
  return SQLITE_OK;
}

/* ---- kept ---- */

/* A row whose text stands in MlNodes.text: key, path and JSON from there on; the key may be an earlier row's. */
typedef struct MlNodesKept {
  i64 key, n_key, path, n_path, n_json, at, expires;
  u8 scope, type, has_json;
} Kept;

static int row_keep(MlNodes *w) {
  const MlNodesRow *r = &w->row;
  const Kept *last = w->n_kept ? &w->kept[w->n_kept - 1] : NULL;
  Kept k = {w->text.n,  r->key.n,     0,           r->path.n,        r->json.n, r->at,
            r->expires, (u8)r->scope, (u8)r->type, r->json.p != NULL};
  if (w->n_kept == w->cap_kept) {
    i64 cap = w->cap_kept ? w->cap_kept * 2 : 32;
    Kept *a = sqlite3_realloc64(w->kept, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    last = w->n_kept ? &a[w->n_kept - 1] : NULL;
    w->kept = a;
    w->cap_kept = cap;
  }
  if (last && ml_text_same(r->key, (MlText){w->text.p + last->key, last->n_key})) {
    k.key = last->key;
  } else {
    ml_buf_text(&w->text, r->key);
  }
  k.path = w->text.n;
  ml_buf_text(&w->text, r->path);
  ml_buf_text(&w->text, r->json);
  if (w->text.rc) return w->text.rc;
  w->kept[w->n_kept++] = k;
  return SQLITE_OK;
}

static void kept_show(MlNodes *w) {
  w->more = w->at_kept < w->n_kept;
  if (!w->more) return;
  const Kept *k = &w->kept[w->at_kept++];
  const char *p = w->text.p;
  MlText json = {k->has_json ? p + k->path + k->n_path : NULL, k->n_json};
  w->row = (MlNodesRow){
      {p + k->key, k->n_key}, (MlScope)k->scope, {p + k->path, k->n_path}, (MlType)k->type, json, k->at, k->expires};
}

static int rows_keep(MlReader *r) {
  MlNodes *w = (MlNodes *)(void *)((char *)r - offsetof(MlNodes, reader));
  MlErr e = {0};
  int rc = SQLITE_OK;
  if (w->source != ML_NODES_LIVE) return SQLITE_OK;
  int present = w->more;
  w->n_kept = w->at_kept = 0;
  ml_buf_cut(&w->text, 0);
  while (w->more && !rc) {
    rc = row_keep(w);
    if (!rc) rc = live_next(w, &e);
  }
  ml_cell_scan_rest(&w->scan);
  w->source = ML_NODES_KEPT;
  w->failed = rc;
  if (present) kept_show(w); /* there is no present row any more if there was no memory even for that */
  ml_err_clear(&e);
  /* A SELECT under which its transaction was rolled back is told so itself; whoever writes goes on. */
  return (rc & 0xff) == SQLITE_ABORT ? SQLITE_OK : rc;
}

/* ---- as they were ---- */

static const MlScope order[ML_SCOPES] = {ML_SENSORY, ML_SHORT_TERM};

static void nodes_drop(MlNodes *w) {
  sqlite3_free(w->node);
  w->node = NULL;
  w->n_node = w->at_node = 0;
}

static void past_drop(MlNodes *w) {
  nodes_drop(w);
  if (w->leg < ML_SCOPES) ml_rebuild_free(&w->past);
  w->leg = ML_SCOPES;
}

static int past_load(MlNodes *w, MlText key, MlErr *e) {
  int rc = ml_rebuild_when(w->c, key, &w->when, w->want.scopes, &w->past, e);
  if (!rc) w->leg = -1;
  return rc;
}

/* Goes on to the nodes of the next scope, or of the next key; *more is 0 when there is none. */
static int past_leg(MlNodes *w, int *more, MlErr *e) {
  int rc = SQLITE_OK;
  nodes_drop(w);
  *more = 1;
  if (w->leg < ML_SCOPES && ++w->leg == ML_SCOPES) {
    ml_rebuild_free(&w->past);
    *more = !w->want.key.p;
  }
  if (w->leg == ML_SCOPES) {
    if (*more) rc = ml_cell_next_key(w->c, &w->last, &w->key, more, e);
    return rc || !*more ? rc : past_load(w, ml_buf_view(&w->key), e);
  }
  MlScope scope = order[w->leg];
  if (!(w->want.scopes & ML_SCOPE_BIT(scope))) return SQLITE_OK;
  return ml_tree_sorted(&w->past.state[scope], &w->node, &w->n_node) ? ml_err_nomem(e) : SQLITE_OK;
}

static int path_wanted(const MlCellWant *want, MlText path) {
  if (!want->path.p) return 1;
  return want->under ? ml_path_under(path, want->path) : ml_text_same(path, want->path);
}

static int past_next(MlNodes *w, MlErr *e) {
  int rc = SQLITE_OK, more = 1;
  w->more = 0;
  while (!rc && more && !w->more) {
    if (w->at_node == w->n_node) {
      rc = past_leg(w, &more, e);
      continue;
    }
    const MlNode *x = w->node[w->at_node++];
    if (!path_wanted(&w->want, x->path)) continue;
    MlText key = w->want.key.p ? w->want.key : ml_buf_view(&w->key);
    int container = x->type == ML_OBJECT || x->type == ML_LIST;
    w->row = (MlNodesRow){
        key, order[w->leg], x->path, x->type, container ? (MlText){NULL, 0} : x->value, -1, x->child ? 0 : x->expires};
    w->more = 1;
  }
  return rc;
}

/* ---- the walk ---- */

int ml_nodes_live(MlConn *c, MlNodes *w, const MlCellWant *want, MlErr *e) {
  ml_nodes_stop(w);
  w->c = c;
  w->now = (MlNow){0};
  int rc = ml_cell_scan(c, &w->scan, want, e);
  if (rc) return rc;
  w->source = ML_NODES_LIVE;
  ml_conn_reader_join(c, &w->reader, rows_keep);
  return ml_nodes_next(w, e);
}

int ml_nodes_past(MlConn *c, MlNodes *w, const MlCellWant *want, const MlWhen *when, MlErr *e) {
  ml_nodes_stop(w);
  w->c = c;
  w->want = *want;
  w->when = *when;
  ml_cell_key_free(&w->last);
  w->leg = ML_SCOPES;
  w->source = ML_NODES_PAST;
  int rc = want->key.p ? past_load(w, want->key, e) : SQLITE_OK;
  return rc ? rc : ml_nodes_next(w, e);
}

int ml_nodes_next(MlNodes *w, MlErr *e) {
  int rc = SQLITE_OK;
  switch (w->source) {
  case ML_NODES_LIVE:
    rc = live_next(w, e);
    break;
  case ML_NODES_KEPT:
    if (w->failed) return ml_err_db(e, w->c->db, w->failed, "keeping the rows of an open SELECT");
    kept_show(w);
    break;
  case ML_NODES_PAST:
    rc = past_next(w, e);
    break;
  default:
    w->more = 0;
  }
  if (rc || !w->more) ml_nodes_stop(w);
  return rc;
}

void ml_nodes_stop(MlNodes *w) {
  if (w->source == ML_NODES_LIVE || w->source == ML_NODES_KEPT) {
    ml_conn_reader_leave(w->c, &w->reader);
    ml_cell_scan_rest(&w->scan);
  }
  if (w->source == ML_NODES_PAST) past_drop(w);
  w->source = ML_NODES_NONE;
  w->more = 0;
}

void ml_nodes_end(MlNodes *w) {
  ml_nodes_stop(w);
  if (w->c) ml_cell_scan_end(w->c, &w->scan);
  ml_cell_key_free(&w->last);
  ml_buf_free(&w->key);
  ml_buf_free(&w->text);
  sqlite3_free(w->kept);
  *w = (MlNodes){0};
}
