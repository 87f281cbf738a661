#include "origin.h"

#include "../store/large.h"

#include <string.h>

static const char who[] = "option derived_from";

void ml_origin_free(MlOrigin *x) { ml_inputs_free(&x->inputs); }

/* ---- how it was made, where that is not said ---- */

/* Whether the content given is that of a version, whosever it is. */
static int content_same(MlConn *c, i64 number, MlText content, int *same, MlErr *e) {
  MlBuf whole = ml_conn_scratch(c);
  sqlite3_stmt *st;
  MlItem x;
  int found;
  *same = 0;
  int rc = ml_item_get(c, number, &x, &st, &found, e);
  if (!rc && found && ml_large_bytes(x.content) == content.n) {
    rc = ml_large_resolve(c, x.key, x.content, &whole, e);
    *same = !rc && ml_text_same(ml_buf_view(&whole), content);
  }
  int rc2 = ml_item_done(c, st, e);
  ml_conn_give(c, &whole);
  return rc ? rc : rc2;
}

static int kind_find(MlConn *c, const MlGiven *g, MlOrigin *x, MlErr *e) {
  i64 records = 0, number = 0;
  int same = 0, rc = SQLITE_OK;
  for (i64 i = 0; i < x->inputs.n; i++) {
    if (!x->inputs.a[i].version) continue;
    records++;
    number = x->inputs.a[i].number;
  }
  if (records == 1 && x->inputs.n == 1) rc = content_same(c, number, g->content, &same, e);
  if (same) {
    x->how.kind = ML_TEXT("copy");
  } else if (!records) {
    x->how.kind = ML_TEXT("extraction");
  } else {
    x->how.kind = records == 1 ? ML_TEXT("summary") : ML_TEXT("merge");
  }
  return rc;
}

int ml_origin_read(MlConn *c, const MlGiven *g, MlOrigin *x, MlErr *e) {
  if (!g->derived_from.p && !g->derived.p) return SQLITE_OK;
  if (!g->derived_from.p) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: option derived: it needs the option derived_from");
  }
  int rc = ml_derive_inputs(c, who, g->derived_from, &x->inputs, e);
  x->how = (MlDerive){.kind = g->derived, .code = ML_TEXT("host"), .versions = -1};
  return rc || g->derived.p ? rc : kind_find(c, g, x, e);
}

/* ---- what is written ---- */

static int is_end(const MlInput *x, const MlUuid *id, i64 version) {
  return x->version == version && memcmp(x->id.b, id->b, sizeof(id->b)) == 0;
}

static void input_drop(MlInputs *in, const MlUuid *id, i64 version) {
  i64 n = 0;
  for (i64 i = 0; i < in->n; i++) {
    if (!is_end(&in->a[i], id, version)) in->a[n++] = in->a[i];
  }
  in->n = n;
}

/* The records that a version is not known to be made of, but for itself. */
static int rest_find(MlConn *c, MlEnd version, const MlInputs *all, MlInputs *rest, MlErr *e) {
  sqlite3_stmt *st;
  MlEdge edge;
  int more = 1;
  rest->a = sqlite3_malloc64((u64)all->n * sizeof(*rest->a) + 1);
  if (!rest->a) return ml_err_nomem(e);
  for (i64 i = 0; i < all->n; i++) {
    if (all->a[i].version) rest->a[rest->n++] = all->a[i];
  }
  rest->cap = all->n;
  input_drop(rest, version.id, version.version);
  int rc = ml_edge_scan_from(c, version.id, version.version, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_edge_next(c, st, &edge, &more, e);
    if (!rc && more && ml_text_same(edge.relation, ML_TEXT("derived_from"))) {
      input_drop(rest, &edge.to, edge.to_version);
    }
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

static int all_tell(MlConn *c, MlText key, const MlDerive *how, const MlInputs *in, MlEnd version, MlErr *e) {
  MlUuid id;
  int rc = ml_derive_put(c, key, how, in, &id, e);
  return rc ? rc : ml_derive_made(c, version, &id, in, e);
}

static int rest_tell(MlConn *c, MlText key, const MlOrigin *x, MlEnd version, MlErr *e) {
  MlInputs rest = {0};
  int rc = rest_find(c, version, &x->inputs, &rest, e);
  for (i64 i = 0; i < x->inputs.n && !rc; i++) {
    const MlInput *in = &x->inputs.a[i];
    if (!in->version) rc = ml_lineage_link(c, version, "stated_by", (MlEnd){&in->id, 0}, NULL, e);
  }
  if (!rc && rest.n) rc = all_tell(c, key, &x->how, &rest, version, e);
  ml_inputs_free(&rest);
  return rc;
}

int ml_origin_tell(MlConn *c, MlText key, const MlOrigin *x, MlEnd version, MlArrival arrival, MlErr *e) {
  if (!x->how.kind.p || (x->promotion && arrival == ML_WAS_THERE)) return SQLITE_OK;
  if (x->promotion) return ml_promote(c, x->promotion, &x->inputs, version, arrival == ML_STANDS, e);
  if (arrival == ML_WAS_THERE) return rest_tell(c, key, x, version, e);
  return all_tell(c, key, &x->how, &x->inputs, version, e);
}
