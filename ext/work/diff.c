#include "diff.h"

#include "../data/path.h"

#include <string.h>

void ml_diff_close(MlDiff *d) {
  sqlite3_free(d->a);
  sqlite3_free(d->b);
  ml_rebuild_free(&d->from);
  ml_rebuild_free(&d->to);
  memset(d, 0, sizeof(*d));
}

int ml_diff_open(MlConn *c, const MlNodeId *top, i64 from, i64 to, MlDiff *d, MlErr *e) {
  unsigned scopes = ML_SCOPE_BIT(top->scope);
  memset(d, 0, sizeof(*d));
  d->scope = top->scope;
  d->top = top->path;
  int rc = ml_rebuild_state(c, top->key, from, scopes, &d->from, e);
  if (!rc) rc = ml_rebuild_state(c, top->key, to, scopes, &d->to, e);
  if (!rc && (ml_tree_sorted(&d->from.state[d->scope], &d->a, &d->n_a) ||
              ml_tree_sorted(&d->to.state[d->scope], &d->b, &d->n_b))) {
    rc = ml_err_nomem(e);
  }
  if (rc) ml_diff_close(d);
  return rc;
}

static int is_same(const MlNode *a, const MlNode *b) {
  if (a->type != b->type) return 0;
  return a->type == ML_OBJECT || a->type == ML_LIST || ml_text_same(a->value, b->value);
}

int ml_diff_next(MlDiff *d) {
  for (;;) {
    MlNode *a = d->at_a < d->n_a ? d->a[d->at_a] : NULL, *b = d->at_b < d->n_b ? d->b[d->at_b] : NULL;
    if (!a && !b) return 0;
    int order = !a ? 1 : !b ? -1 : ml_text_compare(a->path, b->path);
    if (order > 0) a = NULL;
    if (order < 0) b = NULL;
    if (a) d->at_a++;
    if (b) d->at_b++;
    if (!ml_path_under(a ? a->path : b->path, d->top) || (a && b && is_same(a, b))) continue;
    d->before = a;
    d->after = b;
    return 1;
  }
}
