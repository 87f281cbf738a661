#include "fold_tree.h"

#include "expiry.h"
#include "path.h"

#include <stdlib.h>

/* Flags of a node while it is folded, and what its order[] holds. */
#define F_VALUE     1  /* stands in value with what was written */
#define F_MARK      2  /* stands in value as null: an object that was asked for */
#define F_CONTAINER 4  /* stands in containers */
#define F_IMPLICIT  8  /* … unless something that survives lies under it */
#define F_REMOVED   16 /* stands in removed */
#define F_ALIVE     32 /* something that survives lies at or under it */
#define F_DATED     64 /* is not written, but expires at another time than it did */
#define F_WRITTEN   (F_VALUE | F_MARK | F_CONTAINER)

enum { ORDER_VALUE, ORDER_REMOVED, ORDER_CONTAINER };

int ml_fold_write(MlTree *t, const MlRecord *r, i64 *clock) {
  MlNode *n = ml_tree_make(t, r->path);
  if (!n) return SQLITE_NOMEM;
  if (r->op == ML_OP_REMOVE) {
    ml_tree_remove(t, n);
    n = ml_tree_make(t, r->path);
    if (!n) return SQLITE_NOMEM;
    n->flags = F_REMOVED;
    n->order[ORDER_REMOVED] = (*clock)++;
    return SQLITE_OK;
  }
  n->expires = r->expires;
  if (r->op == ML_OP_DATE) {
    if (!(n->flags & F_WRITTEN)) n->flags |= F_DATED;
    return SQLITE_OK;
  }
  u8 removed = n->flags & F_REMOVED;
  if ((r->op == ML_OP_VALUE || r->op == ML_OP_OBJECT) && !(n->flags & (F_VALUE | F_MARK))) {
    n->order[ORDER_VALUE] = (*clock)++;
  }
  if (r->op != ML_OP_VALUE && !(n->flags & F_CONTAINER)) n->order[ORDER_CONTAINER] = (*clock)++;
  switch (r->op) {
  case ML_OP_VALUE:
    n->flags = removed | F_VALUE;
    n->value = r->value;
    break;
  case ML_OP_OBJECT:
    n->flags = removed | F_MARK | F_CONTAINER;
    n->type = ML_OBJECT;
    break;
  case ML_OP_LIST:
    n->flags = removed | F_CONTAINER;
    n->type = ML_LIST;
    break;
  default:
    if (!(n->flags & F_CONTAINER)) n->flags = removed | F_CONTAINER | F_IMPLICIT;
    n->type = ML_OBJECT;
  }
  return SQLITE_OK;
}

int ml_fold_read(MlTree *t, const MlRecord *r, i64 *clock) {
  MlNode *n = ml_tree_make(t, r->path);
  if (!n) return SQLITE_NOMEM;
  if (!(n->flags & F_VALUE)) n->order[ORDER_VALUE] = (*clock)++;
  n->flags = F_VALUE;
  n->value = r->value;
  return SQLITE_OK;
}

/* ---- columns of a row of the log ---- */

static int node_wanted(const MlNode *n, int order) {
  switch (order) {
  case ORDER_VALUE:
    return (n->flags & (F_VALUE | F_MARK)) != 0;
  case ORDER_REMOVED:
    return (n->flags & F_REMOVED) != 0;
  default:
    return (n->flags & F_CONTAINER) && !((n->flags & F_IMPLICIT) && (n->flags & F_ALIVE));
  }
}

#define BY_ORDER(name, k)                                                                                              \
  static int name(const void *a, const void *b) {                                                                      \
    i64 x = (*(MlNode *const *)a)->order[k], y = (*(MlNode *const *)b)->order[k];                                      \
    return x < y ? -1 : x > y;                                                                                         \
  }
BY_ORDER(by_value, ORDER_VALUE)
BY_ORDER(by_removed, ORDER_REMOVED)
BY_ORDER(by_container, ORDER_CONTAINER)

static void entry_put(MlBuf *b, const MlNode *n, int order, int raw_names) {
  ml_buf_char(b, b->n == 0 ? (order == ORDER_REMOVED ? '[' : '{') : ',');
  if (raw_names) {
    ml_buf_text(b, n->path);
  } else {
    ml_json_put_string(b, n->path);
  }
  if (order == ORDER_REMOVED) return;
  ml_buf_char(b, ':');
  if (order == ORDER_CONTAINER) {
    ml_buf_puts(b, n->type == ML_LIST ? "\"list\"" : "\"object\"");
  } else if (n->flags & F_MARK) {
    ml_buf_puts(b, "null");
  } else {
    ml_buf_text(b, n->value);
  }
}

/* Writes one column of a draft: the wanted nodes of list a, in the order in which they were mentioned. */
static void column_put(MlBuf *b, MlNode **a, i64 n, MlNode **scratch, int order, int raw_names) {
  static int (*const by[])(const void *, const void *) = {by_value, by_removed, by_container};
  i64 m = 0;
  int sorted = 1;
  for (i64 i = 0; i < n; i++) {
    if (!node_wanted(a[i], order)) continue;
    if (m && scratch[m - 1]->order[order] > a[i]->order[order]) sorted = 0;
    scratch[m++] = a[i];
  }
  if (!m) return;
  if (!sorted) qsort(scratch, (size_t)m, sizeof(*scratch), by[order]);
  for (i64 i = 0; i < m; i++) entry_put(b, scratch[i], order, raw_names);
  ml_buf_char(b, order == ORDER_REMOVED ? ']' : '}');
}

/* Children before parents: tells each parent whether anything under it survives, and whether it survives itself. */
static void alive_mark(MlNode **a, i64 n) {
  for (i64 i = n - 1; i >= 0; i--) {
    MlNode *x = a[i];
    if ((x->flags & (F_VALUE | F_ALIVE | F_CONTAINER)) && x->parent) x->parent->flags |= F_ALIVE;
  }
}

/* When the nodes expire that the row writes or dates. One that is only there because of what lies under it is written,
** too. */
static void expires_put(MlBuf *b, MlNode **a, i64 n) {
  MlExpirySum sum = {0};
  int dated = 0;
  for (i64 i = 0; i < n; i++) {
    dated |= a[i]->flags & F_DATED;
    if (a[i]->flags & F_WRITTEN) ml_expiry_note(&sum, a[i]->expires, (a[i]->flags & F_ALIVE) != 0);
  }
  if (!dated && !ml_expiry_is_map(&sum)) {
    if (sum.one) ml_buf_int(b, sum.one);
    return;
  }
  for (i64 i = 0; i < n; i++) {
    if ((a[i]->flags & F_DATED) || ((a[i]->flags & F_WRITTEN) && a[i]->expires)) {
      ml_expiry_put(b, a[i]->path, a[i]->expires);
    }
  }
  ml_buf_char(b, '}');
}

int ml_fold_tree(MlTree *t, MlDraft *d, int raw_names) {
  i64 n = t->n + 1, m = 0;
  MlNode **a = sqlite3_malloc64((u64)n * 2 * sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  for (MlNode *x = &t->root; x; x = ml_tree_walk(&t->root, x)) a[m++] = x;
  alive_mark(a, m);
  column_put(&d->value, a, m, a + n, ORDER_VALUE, raw_names);
  column_put(&d->removed, a, m, a + n, ORDER_REMOVED, 0);
  column_put(&d->containers, a, m, a + n, ORDER_CONTAINER, 0);
  expires_put(&d->expires, a, m);
  sqlite3_free(a);
  if (!d->value.n) ml_buf_puts(&d->value, "{}");
  if (d->value.rc) return d->value.rc;
  if (d->removed.rc) return d->removed.rc;
  return d->containers.rc ? d->containers.rc : d->expires.rc;
}

/* 1 if the event lists the path, or has removed what stood there with something above it. */
static int is_listed(MlTree *t, MlText path, int or_above) {
  const MlNode *n = ml_tree_find(t, path);
  for (int k = ORDER_VALUE; n && k <= ORDER_CONTAINER; k++) {
    if (node_wanted(n, k)) return 1;
  }
  while (or_above && path.n) {
    path.n = ml_path_parent(path);
    n = ml_tree_find(t, path);
    if (n && (n->flags & F_REMOVED)) return 1;
  }
  return 0;
}

/* A map from path to value, and at '' an array of the paths at which nothing stood. */
int ml_fold_before(MlTree *before, MlTree *t, MlBuf *out) {
  MlNode **a;
  i64 n, absent = 0, count = 0;
  if (ml_tree_sorted(before, &a, &n)) return SQLITE_NOMEM;
  ml_buf_char(out, '{');
  for (i64 i = 0; i < n; i++) {
    if (a[i]->value.p || !is_listed(t, a[i]->path, 0)) continue;
    ml_buf_puts(out, absent++ ? "," : "\"\":[");
    ml_json_put_string(out, a[i]->path);
  }
  if (absent) ml_buf_char(out, ']');
  for (i64 i = 0; i < n; i++) {
    if (!a[i]->value.n || !is_listed(t, a[i]->path, 1)) continue;
    if (absent || count++) ml_buf_char(out, ',');
    ml_json_put_string(out, a[i]->path);
    ml_buf_char(out, ':');
    ml_buf_text(out, a[i]->value);
  }
  ml_buf_char(out, '}');
  sqlite3_free(a);
  return out->rc;
}
