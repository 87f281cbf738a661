#include "retrieval.h"

#include "../data/json.h"
#include "../store/meta.h"

#include <stdlib.h>
#include <string.h>

/* ---- detail ---- */

static void json_put(MlBuf *b, const char *name, MlText json) {
  if (!json.p) return;
  ml_json_put_name(b, name);
  ml_buf_text(b, json);
}

static void count_put(MlBuf *b, const char *name, i64 n) {
  if (n >= 0) ml_json_put_number(b, name, n);
}

static int query_put(MlConn *c, const MlRetrieval *r, MlBuf *b, MlErr *e) {
  MlText query = r->query.p || !r->bytes ? r->query : ml_buf_view(r->bytes);
  MlUuid root;
  char hex[33];
  if (!query.p) return SQLITE_OK;
  int rc = ml_meta_root(c, &root, e);
  if (rc) return rc;
  root = ml_uuid_named(&root, query.p, (size_t)query.n);
  ml_uuid_hex(&root, hex);
  ml_json_put_text(b, "query", (MlText){hex, 32});
  if (c->config.query_text) ml_json_put_text(b, "text", r->query);
  return SQLITE_OK;
}

static int detail_put(MlConn *c, const MlRetrieval *r, MlBuf *b, MlErr *e) {
  int rc = query_put(c, r, b, e);
  if (rc) return rc;
  json_put(b, "sets", r->sets);
  json_put(b, "filters", r->filters);
  ml_json_put_text(b, "mode", r->mode);
  ml_json_put_text(b, "index", r->index);
  count_put(b, "limit", r->limit);
  count_put(b, "candidates", r->candidates);
  count_put(b, "left_out", r->left_out);
  ml_buf_char(b, '}');
  return ml_err_buf(e, b->rc, "a retrieval");
}

/* ---- what it looked at ---- */

static double score_bounded(double score) { return score > 1 ? 1 : score >= 0 ? score : -1; }

static int listed_put(MlConn *c, const MlRetrieval *r, const MlUuid *id, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < r->n && !rc; i++) {
    const MlRetrieved *x = &r->a[i];
    MlEdge more = {.rank = x->rank, .score = score_bounded(x->score), .reason = x->reason};
    const char *relation = x->rank ? "selected" : "left_out";
    rc = ml_lineage_link(c, (MlEnd){id, 0}, relation, (MlEnd){&x->record, x->version}, &more, e);
  }
  return rc;
}

/* ---- what that is in conflict with ---- */

typedef struct Version {
  MlUuid record;
  i64 version;
} Version;

static int by_version(const void *a, const void *b) {
  const Version *x = a, *y = b;
  int order = memcmp(x->record.b, y->record.b, sizeof(x->record.b));
  return order ? order : (x->version > y->version) - (x->version < y->version);
}

/* Of a record (version 0), or just this version of it, the one that stands. */
static int standing_find(MlConn *c, Version *x, int *found, MlErr *e) {
  sqlite3_stmt *st;
  MlItem item;
  int rc = x->version ? ml_item_find_version(c, &x->record, x->version, &item, &st, found, e)
                      : ml_item_find_standing(c, &x->record, &item, &st, found, e);
  *found = !rc && *found && ml_items_visible(&item, ml_conn_now(c) / 1000);
  if (*found) x->version = item.version;
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

/* The other ends of a version's conflicts, at the end of out. */
static int conflicts_read(MlConn *c, const MlRetrieved *x, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  MlEdge edge;
  int more = 1;
  int rc = ml_edge_scan_conflicts(c, &x->record, x->version, &st, e);
  if (rc) return rc;
  while (!rc) {
    rc = ml_edge_next(c, st, &edge, &more, e);
    if (rc || !more) break;
    int from = memcmp(edge.from.b, x->record.b, sizeof(edge.from.b)) == 0;
    Version other = {from ? edge.to : edge.from, from ? edge.to_version : edge.from_version};
    ml_buf_put(out, &other, sizeof(other));
  }
  int rc2 = ml_lineage_done(c, st, e);
  if (!rc && out->rc) rc = ml_err_nomem(e);
  return rc ? rc : rc2;
}

static int conflicting_put(MlConn *c, const MlUuid *id, const MlBuf *others, const MlBuf *listed, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < others->n && !rc; i += (i64)sizeof(Version)) {
    Version x;
    int found;
    memcpy(&x, others->p + i, sizeof(x));
    rc = standing_find(c, &x, &found, e);
    if (rc || !found) continue;
    if (listed->n && bsearch(&x, listed->p, (size_t)listed->n / sizeof(x), sizeof(x), by_version)) continue;
    rc = ml_lineage_link(c, (MlEnd){id, 0}, "conflicting", (MlEnd){&x.record, x.version}, NULL, e);
  }
  return rc;
}

static int conflicts_put(MlConn *c, const MlRetrieval *r, const MlUuid *id, MlErr *e) {
  MlBuf others = {0}, listed = {0};
  int any = 0, rc = r->n ? ml_edge_any_conflict(c, &any, e) : SQLITE_OK;
  if (rc || !any) return rc;
  for (i64 i = 0; i < r->n && !rc; i++) {
    Version x = {r->a[i].record, r->a[i].version};
    ml_buf_put(&listed, &x, sizeof(x));
    rc = conflicts_read(c, &r->a[i], &others, e);
  }
  if (!rc && listed.rc) rc = ml_err_nomem(e);
  if (!rc && listed.n) qsort(listed.p, (size_t)r->n, sizeof(Version), by_version);
  if (!rc) rc = conflicting_put(c, id, &others, &listed, e);
  ml_buf_free(&others);
  ml_buf_free(&listed);
  return rc;
}

/* Position of the retrieval's transaction; 0: it is not told yet, or it has none. */
static int txn_find(MlConn *c, const MlUuid *id, i64 *txn, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlEntity x;
  int found = 0;
  int rc = ml_entity_find(c, id, &x, &st, &found, e);
  *txn = !rc && found ? x.txn : 0;
  int rc2 = st ? ml_lineage_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* What stands, or stood then. */
static int opposing_find(MlConn *c, i64 txn, Version *x, int *found, MlErr *e) {
  i64 wanted = x->version;
  sqlite3_stmt *st = NULL;
  MlItem item;
  int more = 1;
  int rc = standing_find(c, x, found, e);
  if (rc || *found || !txn) return rc;
  rc = ml_item_scan_versions(c, &x->record, &st, e);
  while (!rc && !*found) {
    rc = ml_item_next(c, st, &item, &more, e);
    if (rc || !more) break;
    *found = item.begun && item.begun <= txn && (!item.ended || item.ended > txn);
    if (wanted && wanted != item.version) *found = 0;
    x->version = item.version;
  }
  int rc2 = st ? ml_item_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

int ml_retrieval_conflicts(MlConn *c, const MlUuid *id, const MlUuid *record, i64 version, MlErr *e) {
  MlRetrieved one = {.record = *record, .version = version};
  MlBuf others = {0};
  i64 txn;
  int rc = txn_find(c, id, &txn, e);
  if (!rc) rc = conflicts_read(c, &one, &others, e);
  for (i64 i = 0; i < others.n && !rc; i += (i64)sizeof(Version)) {
    Version x;
    int found, listed = 0;
    memcpy(&x, others.p + i, sizeof(x));
    rc = opposing_find(c, txn, &x, &found, e);
    if (!rc && found) rc = ml_edge_any(c, id, &x.record, x.version, &listed, e);
    if (rc || !found || listed) continue;
    rc = ml_lineage_link(c, (MlEnd){id, 0}, "conflicting", (MlEnd){&x.record, x.version}, NULL, e);
  }
  ml_buf_free(&others);
  return rc;
}

/* ---- all ---- */

static int retrieval_put(MlConn *c, const MlRetrieval *r, MlUuid *id, MlErr *e) {
  MlBuf detail = ml_conn_scratch(c);
  int rc = detail_put(c, r, &detail, e);
  if (!rc) rc = ml_lineage_note(c, "retrieval", r->key, ml_buf_view(&detail), id, e);
  if (!rc) rc = listed_put(c, r, id, e);
  if (!rc) rc = conflicts_put(c, r, id, e);
  ml_conn_give(c, &detail);
  return rc;
}

int ml_retrieval_put(MlConn *c, const MlRetrieval *r, MlUuid *id, MlErr *e) {
  MlLineageOp op;
  int rc = ml_lineage_begin(c, r->key, &op, e);
  if (!rc) rc = retrieval_put(c, r, id, e);
  return ml_lineage_end(c, &op, rc, e);
}
