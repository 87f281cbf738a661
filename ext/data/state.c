#include "state.h"

#include "expiry.h"
#include "path.h"

#include <stdlib.h>

/* order[0] of a node: the change that made it a container, so that its null in value is known for a mark. */
#define CONTAINER_IN(n) ((n)->order[0])
#define CHANGES(t)      ((t)->root.order[0])
/* When the nodes expire that the change at hand writes. */
#define GIVEN(t) ((t)->root.order[1])

/* A name of a map as a canonical path, not the root's. Borrows from the text, or kept in the tree when it had escapes.
 */
static int path_bare(MlTree *t, MlText name, MlBuf *scratch, MlText *path) {
  *path = ml_json_bare(name, scratch);
  if (!path->p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
  if (!path->n || !ml_path_fits(*path)) return SQLITE_CORRUPT;
  if (path->p == scratch->p) {
    *path = ml_tree_keep(t, *path);
    if (!path->p) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* ---- watching ---- */

static int is_container(const MlNode *n) { return n->type == ML_OBJECT || n->type == ML_LIST; }

/* 1 if what happens at the path can concern the watcher. */
static int is_wanted(const MlStateWatch *w, MlText path) {
  return !w || ml_path_under(path, w->top) || ml_path_under(w->top, path);
}

static int node_see(MlStateWatch *w, const MlNode *n, MlType type, MlText value) {
  return w && w->see && ml_path_under(n->path, w->top) ? w->see(w, n, type, value) : SQLITE_OK;
}

static int by_path(const void *a, const void *b) {
  return ml_text_compare((*(MlNode *const *)a)->path, (*(MlNode *const *)b)->path);
}

/* All nodes under n, and n itself unless it stays, are about to go. */
static int removal_see(MlStateWatch *w, MlNode *n, int stays) {
  i64 count = 0, i = 0;
  int rc = SQLITE_OK;
  if (!w || !w->see) return SQLITE_OK;
  if (!n->child && (stays || !n->parent || n->type == ML_MISSING)) return SQLITE_OK;
  for (MlNode *x = n; x; x = ml_tree_walk(n, x)) count++;
  MlNode **a = sqlite3_malloc64((u64)count * sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  for (MlNode *x = stays ? ml_tree_walk(n, n) : n; x; x = ml_tree_walk(n, x)) {
    if (x->parent && x->type != ML_MISSING && ml_path_under(x->path, w->top)) a[i++] = x;
  }
  count = i;
  qsort(a, (size_t)count, sizeof(*a), by_path);
  for (i = 0; i < count && !rc; i++) rc = node_see(w, a[i], ML_MISSING, (MlText){NULL, 0});
  sqlite3_free(a);
  return rc;
}

/* The highest ancestor that holds nothing yet. */
static MlNode *parent_missing(MlNode *n) {
  MlNode *top = NULL;
  for (MlNode *up = n->parent; up && !is_container(up); up = up->parent) top = up;
  return top;
}

/* ---- applying ---- */

/* The node, with objects above it; what was a value up there is one no longer. */
static int node_make(MlTree *t, MlText path, MlStateWatch *w, MlNode **pn) {
  MlNode *n = ml_tree_make(t, path);
  if (!n) return SQLITE_NOMEM;
  *pn = n;
  for (MlNode *up; n->parent && !is_container(n->parent) && (up = parent_missing(n)) != NULL;) {
    int rc = node_see(w, up, ML_OBJECT, (MlText){NULL, 0});
    if (rc) return rc;
    up->type = ML_OBJECT;
    ml_tree_date(t, up, GIVEN(t));
  }
  return SQLITE_OK;
}

static int children_drop(MlTree *t, MlNode *n, MlStateWatch *w) {
  int rc = n->child ? removal_see(w, n, 1) : SQLITE_OK;
  while (!rc && n->child) ml_tree_remove(t, n->child);
  return rc;
}

static void index_note(MlNode *list, MlText path) {
  if (!list || list->type != ML_LIST) return;
  i64 i = ml_path_index(ml_path_last(path));
  if (i >= list->next_index) list->next_index = i + 1;
}

static int removed_apply(MlTree *t, MlText removed, MlStateWatch *w, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, removed); ml_json_next(&s);) {
    MlText path = ml_json_bare(s.value, scratch);
    if (!path.p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
    MlNode *n = is_wanted(w, path) ? ml_tree_find(t, path) : NULL;
    if (!n) continue;
    int rc = removal_see(w, n, 0);
    if (rc) return rc;
    ml_tree_remove(t, n);
  }
  return s.rc;
}

static int containers_apply(MlTree *t, MlText containers, MlStateWatch *w, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, containers); ml_json_next(&s);) {
    MlText path;
    MlNode *n;
    int rc = path_bare(t, s.name, scratch, &path);
    if (!rc && !is_wanted(w, path)) continue;
    if (!rc) rc = node_make(t, path, w, &n);
    if (rc) return rc;
    MlType type = ml_text_same(s.value, ML_TEXT("\"list\"")) ? ML_LIST : ML_OBJECT;
    if (n->type != type) rc = children_drop(t, n, w);
    if (!rc) rc = node_see(w, n, type, (MlText){NULL, 0});
    if (rc) return rc;
    if (n->type != type) {
      n->type = type;
      n->value = (MlText){NULL, 0};
      n->next_index = 0;
    }
    CONTAINER_IN(n) = CHANGES(t);
    ml_tree_date(t, n, GIVEN(t));
  }
  return s.rc;
}

static int values_apply(MlTree *t, MlText value, MlStateWatch *w, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, value); ml_json_next(&s);) {
    MlText path;
    MlNode *n;
    int rc = path_bare(t, s.name, scratch, &path);
    if (!rc && !is_wanted(w, path)) continue;
    if (!rc) rc = node_make(t, path, w, &n);
    if (rc) return rc;
    if (CONTAINER_IN(n) == CHANGES(t)) continue;
    MlType type = ml_json_type(s.value);
    if (type == ML_MISSING) return SQLITE_CORRUPT;
    rc = children_drop(t, n, w);
    if (!rc) rc = node_see(w, n, type, s.value);
    if (rc) return rc;
    n->type = type;
    n->value = s.value;
    ml_tree_date(t, n, GIVEN(t));
    index_note(n->parent, path);
  }
  return s.rc;
}

/* Elements that went: their list must know, even if it was made by the same change. */
static int removed_note(MlTree *t, MlText removed, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, removed); ml_json_next(&s);) {
    MlText path = ml_json_bare(s.value, scratch);
    if (!path.p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
    if (ml_path_index(ml_path_last(path)) < 0) continue;
    index_note(ml_tree_find(t, (MlText){path.p, ml_path_parent(path)}), path);
  }
  return s.rc;
}

static int text_keep(MlTree *t, MlText text, MlText *kept) {
  *kept = text;
  if (!text.p) return SQLITE_OK;
  *kept = ml_tree_keep(t, text);
  return kept->p ? SQLITE_OK : SQLITE_NOMEM;
}

int ml_state_keep(MlTree *t, const MlChange *from, MlChange *to) {
  int rc = text_keep(t, from->value, &to->value);
  if (!rc) rc = text_keep(t, from->removed, &to->removed);
  if (!rc) rc = text_keep(t, from->containers, &to->containers);
  return rc ? rc : text_keep(t, from->expires, &to->expires);
}

int ml_state_apply(MlTree *t, const MlChange *c) { return ml_state_watch(t, c, NULL); }

int ml_state_watch(MlTree *t, const MlChange *c, MlStateWatch *w) {
  MlBuf scratch = {0};
  CHANGES(t)++;
  GIVEN(t) = ml_expiry_one(c->expires);
  int rc = removed_apply(t, c->removed, w, &scratch);
  if (!rc) rc = containers_apply(t, c->containers, w, &scratch);
  if (!rc) rc = values_apply(t, c->value, w, &scratch);
  if (!rc && c->removed.p) rc = removed_note(t, c->removed, &scratch);
  if (!rc && c->expires.p && !GIVEN(t)) rc = ml_expiry_apply(t, c->expires, &scratch);
  ml_buf_free(&scratch);
  return rc;
}

void ml_state_clear(MlTree *t) { ml_tree_remove(t, &t->root); }

static void entry_put(MlBuf *b, char open, MlText path, const char *colon, MlText what) {
  ml_buf_char(b, b->n ? ',' : open);
  ml_json_put_string(b, path);
  ml_buf_puts(b, colon);
  ml_buf_text(b, what);
}

/* The last index a list gave away is told by its element, or else named in removed. */
static int list_put(MlTree *t, MlNode *n, MlBuf *removed) {
  if (!n->next_index) return SQLITE_OK;
  MlBuf last = {0};
  ml_buf_text(&last, n->path);
  ml_buf_char(&last, '.');
  ml_buf_int(&last, n->next_index - 1);
  if (!last.rc && !ml_tree_find(t, ml_buf_view(&last))) {
    entry_put(removed, '[', ml_buf_view(&last), "", (MlText){NULL, 0});
  }
  ml_buf_free(&last);
  return last.rc;
}

static int holds(const MlNode *n) { return n->child != NULL; }

/* When the nodes of the state expire. */
static int expires_put(MlNode **a, i64 n, MlBuf *expires) {
  MlExpirySum sum = {0};
  for (i64 i = 0; i < n; i++) ml_expiry_note(&sum, a[i]->expires, holds(a[i]));
  if (!ml_expiry_is_map(&sum)) {
    if (sum.one) ml_buf_int(expires, sum.one);
    return expires->rc;
  }
  for (i64 i = 0; i < n; i++) {
    if (a[i]->expires) ml_expiry_put(expires, a[i]->path, holds(a[i]) ? ML_EXPIRES_WITH_LAST : a[i]->expires);
  }
  ml_buf_char(expires, '}');
  return expires->rc;
}

int ml_state_write(MlTree *t, MlBuf *value, MlBuf *removed, MlBuf *containers, MlBuf *expires) {
  MlNode **a;
  i64 n;
  int rc = ml_tree_sorted(t, &a, &n);
  if (rc) return rc;
  for (i64 i = 0; i < n && !rc; i++) {
    MlNode *x = a[i];
    if (x->type == ML_LIST) {
      entry_put(containers, '{', x->path, ":", ML_TEXT("\"list\""));
      rc = list_put(t, x, removed);
    } else if (x->type == ML_OBJECT) {
      if (!x->child) entry_put(containers, '{', x->path, ":", ML_TEXT("\"object\""));
    } else {
      entry_put(value, '{', x->path, ":", x->value);
    }
  }
  if (!rc && t->soonest) rc = expires_put(a, n, expires);
  sqlite3_free(a);
  ml_buf_puts(value, value->n ? "}" : "{}");
  if (removed->n) ml_buf_char(removed, ']');
  if (containers->n) ml_buf_char(containers, '}');
  if (rc) return rc;
  if (value->rc) return value->rc;
  return removed->rc ? removed->rc : containers->rc;
}

int ml_state_values(MlTree *t, MlBuf *out) {
  MlNode **a;
  i64 n;
  int rc = ml_tree_sorted(t, &a, &n);
  if (rc) return rc;
  i64 from = out->n;
  for (i64 i = 0; i < n; i++) {
    if (a[i]->type == ML_OBJECT || a[i]->type == ML_LIST) continue;
    ml_buf_char(out, out->n > from ? ',' : '{');
    ml_json_put_string(out, a[i]->path);
    ml_buf_char(out, ':');
    ml_buf_text(out, a[i]->value);
  }
  sqlite3_free(a);
  ml_buf_puts(out, out->n > from ? "}" : "{}");
  return out->rc;
}

static int node_same(const MlNode *a, const MlNode *b) {
  if (!ml_text_same(a->path, b->path) || a->type != b->type || a->next_index != b->next_index) return 0;
  if (!ml_text_same(a->value, b->value)) return 0;
  /* What holds something has no time of its own. */
  return a->child && b->child ? !a->expires == !b->expires : a->expires == b->expires;
}

int ml_state_same(MlTree *a, MlTree *b, MlText *where) {
  MlNode **x = NULL, **y = NULL;
  i64 nx = 0, ny = 0, i = 0;
  int same = -1;
  if (ml_tree_sorted(a, &x, &nx) || ml_tree_sorted(b, &y, &ny)) goto done;
  while (i < nx && i < ny && node_same(x[i], y[i])) i++;
  same = i == nx && i == ny;
  if (!same) {
    if (i < nx && i < ny) {
      *where = ml_text_compare(x[i]->path, y[i]->path) <= 0 ? x[i]->path : y[i]->path;
    } else {
      *where = i < nx ? x[i]->path : y[i]->path;
    }
  }

done:
  sqlite3_free(x);
  sqlite3_free(y);
  return same;
}
