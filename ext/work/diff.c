#include "diff.h"

#include "../data/path.h"
#include "../store/large.h"
#include "items.h"

#include <string.h>

void ml_diff_close(MlDiff *d) {
  sqlite3_free(d->a);
  sqlite3_free(d->b);
  ml_rebuild_free(&d->from);
  ml_rebuild_free(&d->to);
  memset(d, 0, sizeof(*d));
}

/* One of the two states, whose nodes in byte order go to *pa. */
static int side_load(const MlDiff *d, const MlWhen *when, MlPast *p, MlNode ***pa, i64 *pn, MlErr *e) {
  MlTree *t = &p->state[d->scope == ML_LONG_TERM ? 0 : d->scope];
  int rc = SQLITE_OK;
  if (d->scope == ML_LONG_TERM) {
    for (int s = 0; s < ML_SCOPES; s++) ml_tree_open(&p->state[s]);
    rc = ml_items_tree(d->c, d->key, when, t, e);
    if (rc) ml_rebuild_free(p);
  } else {
    rc = ml_rebuild_when(d->c, d->key, when, ML_SCOPE_BIT(d->scope), p, e);
  }
  if (!rc && ml_tree_sorted(t, pa, pn)) rc = ml_err_nomem(e);
  return rc;
}

int ml_diff_open(MlConn *c, const MlNodeId *top, const MlWhen *from, const MlWhen *to, MlDiff *d, MlErr *e) {
  memset(d, 0, sizeof(*d));
  d->c = c;
  d->key = top->key;
  d->scope = top->scope;
  d->top = top->path;
  int rc = side_load(d, from, &d->from, &d->a, &d->n_a, e);
  if (!rc) rc = side_load(d, to, &d->to, &d->b, &d->n_b, e);
  if (rc) ml_diff_close(d);
  return rc;
}

static int nodes_same(MlDiff *d, const MlNode *a, const MlNode *b, int *same, MlErr *e) {
  *same = a && b && a->type == b->type;
  if (!*same || a->type == ML_OBJECT || a->type == ML_LIST) return SQLITE_OK;
  return ml_large_same(d->c, d->key, a->value, b->value, same, e);
}

/* The next path of either state, with its node in each; NULL where it has none. 0 at the end. */
static int pair_next(MlDiff *d, const MlNode **a, const MlNode **b) {
  *a = d->at_a < d->n_a ? d->a[d->at_a] : NULL;
  *b = d->at_b < d->n_b ? d->b[d->at_b] : NULL;
  if (*a && *b) {
    int order = ml_text_compare((*a)->path, (*b)->path);
    if (order > 0) *a = NULL;
    if (order < 0) *b = NULL;
  }
  d->at_a += *a != NULL;
  d->at_b += *b != NULL;
  return *a || *b;
}

int ml_diff_next(MlDiff *d, int *more, MlErr *e) {
  for (;;) {
    const MlNode *a, *b;
    int same;
    *more = pair_next(d, &a, &b);
    if (!*more) return SQLITE_OK;
    if (!ml_path_under((a ? a : b)->path, d->top)) continue;
    int rc = nodes_same(d, a, b, &same, e);
    if (rc) return rc;
    if (same) continue;
    d->before = a;
    d->after = b;
    return SQLITE_OK;
  }
}
