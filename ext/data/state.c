#include "state.h"

#include "path.h"

/* order[0] of a node: the change that made it a container, so that its null in value is known for a mark. */
#define CONTAINER_IN(n) ((n)->order[0])
#define CHANGES(t) ((t)->root.order[0])

/* A name of a map as a canonical path. Borrows from the text, or kept in the tree when it had escapes. */
static int path_bare(MlTree *t, MlText name, MlBuf *scratch, MlText *path) {
  *path = ml_json_bare(name, scratch);
  if (!path->p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
  if (path->p == scratch->p) {
    *path = ml_tree_keep(t, *path);
    if (!path->p) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* The node, with objects above it; what was a value up there is one no longer. */
static int node_make(MlTree *t, MlText path, MlNode **pn) {
  MlNode *n = path.n ? ml_tree_make(t, path) : &t->root;
  if (!n) return SQLITE_NOMEM;
  for (MlNode *up = n->parent; up; up = up->parent) {
    if (up->type == ML_OBJECT || up->type == ML_LIST) break;
    up->type = ML_OBJECT;
  }
  *pn = n;
  return SQLITE_OK;
}

static void children_drop(MlTree *t, MlNode *n) {
  while (n->child) ml_tree_remove(t, n->child);
}

static void index_note(MlNode *list, MlText path) {
  if (!list || list->type != ML_LIST) return;
  i64 i = ml_path_index(ml_path_last(path));
  if (i >= list->next_index) list->next_index = i + 1;
}

static int removed_apply(MlTree *t, MlText removed, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, removed); ml_json_next(&s);) {
    MlText path = ml_json_bare(s.value, scratch);
    if (!path.p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
    MlNode *n = ml_tree_find(t, path);
    if (n) ml_tree_remove(t, n);
  }
  return s.rc;
}

static int containers_apply(MlTree *t, MlText containers, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, containers); ml_json_next(&s);) {
    MlText path;
    MlNode *n;
    int rc = path_bare(t, s.name, scratch, &path);
    if (!rc) rc = node_make(t, path, &n);
    if (rc) return rc;
    MlType type = ml_text_same(s.value, ML_TEXT("\"list\"")) ? ML_LIST : ML_OBJECT;
    if (n->type != type) {
      children_drop(t, n);
      n->type = type;
      n->value = (MlText){NULL, 0};
      n->next_index = 0;
    }
    CONTAINER_IN(n) = CHANGES(t);
  }
  return s.rc;
}

static int values_apply(MlTree *t, MlText value, MlBuf *scratch) {
  MlJsonScan s;
  for (ml_json_open(&s, value); ml_json_next(&s);) {
    MlText path;
    MlNode *n;
    int rc = path_bare(t, s.name, scratch, &path);
    if (!rc) rc = node_make(t, path, &n);
    if (rc) return rc;
    if (CONTAINER_IN(n) == CHANGES(t)) continue;
    if (!n->parent) return SQLITE_CORRUPT; /* the root is no value */
    children_drop(t, n);
    n->type = ml_json_type(s.value);
    n->value = s.value;
    if (n->type == ML_MISSING) return SQLITE_CORRUPT;
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

int ml_state_apply(MlTree *t, const MlChange *c) {
  MlBuf scratch = {0};
  CHANGES(t)++;
  int rc = removed_apply(t, c->removed, &scratch);
  if (!rc) rc = containers_apply(t, c->containers, &scratch);
  if (!rc) rc = values_apply(t, c->value, &scratch);
  if (!rc && c->removed.p) rc = removed_note(t, c->removed, &scratch);
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

int ml_state_write(MlTree *t, MlBuf *value, MlBuf *removed, MlBuf *containers) {
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
  return ml_text_same(a->path, b->path) && a->type == b->type && a->next_index == b->next_index &&
         ml_text_same(a->value, b->value);
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
