#include "write.h"

#include "../data/mark.h"
#include "../data/path.h"
#include "../store/config.h"
#include "../store/large.h"
#include "../store/session.h"
#include "../store/ttl.h"
#include "record.h"
#include "room.h"

#include <string.h>

static MlNodeId node_at(const MlNodeId *id, MlText path) { return (MlNodeId){id->key, id->scope, path}; }

/* "memlog: path user.tier of key u1: why" */
static int path_refuse(const MlNodeId *id, MlErr *e, int rc, const char *why, MlText other) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW], show[ML_ERR_SHOW];
  return ml_err_set(e, rc, "memlog: path %s of key %s: %s%s", ml_err_show(path, id->path), ml_err_show(key, id->key),
                    why, other.p ? ml_err_show(show, other) : "");
}

static const MlText nothing = {NULL, 0};

#define LARGE_ROW_BYTES 32 /* what a row of memlog_value has beside key and JSON */

int ml_write_check_size(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  json.n = ml_large_bytes(json);
  if (json.n <= c->config.max_value_bytes) {
    i64 aside = json.n > c->config.inline_value_bytes ? id->key.n + LARGE_ROW_BYTES : 0;
    return ml_conn_check_length(c, json.n + aside, "a value", e);
  }
  char *what = sqlite3_mprintf("path %s of key %s", ml_err_show(path, id->path), ml_err_show(key, id->key));
  if (!what) return ml_err_nomem(e);
  int rc = ml_config_check_size(c, json, what, e);
  sqlite3_free(what);
  return rc;
}

/* Walks up to the nearest ancestor that is there, which must be an object (the root is one). Of the n that are
** missing, the lengths of their paths go into missing, the nearest first. */
static int parents_find(MlConn *c, const MlNodeId *id, i64 *missing, int *n, MlErr *e) {
  MlNodeId up = *id;
  *n = 0;
  while ((up.path.n = ml_path_parent(up.path)) > 0 && *n < ML_PATH_MAX_NAMES) {
    MlCellKind kind;
    int rc = ml_cell_kind(c, &up, &kind, NULL, e);
    if (rc) return rc;
    switch (kind) {
    case ML_CELL_OBJECT:
      return SQLITE_OK;
    case ML_CELL_VALUE:
      return path_refuse(id, e, SQLITE_ERROR, "a value stands above it, at ", up.path);
    case ML_CELL_LIST:
      return path_refuse(id, e, SQLITE_ERROR, "new elements of a list come by mem_append only; the list is ", up.path);
    default:
      missing[(*n)++] = up.path.n;
    }
  }
  return SQLITE_OK;
}

int ml_write_check_parents(MlConn *c, const MlNodeId *id, MlErr *e) {
  i64 missing[ML_PATH_MAX_NAMES];
  int n;
  return parents_find(c, id, missing, &n, e);
}

int ml_write_make_parents(MlConn *c, const MlNodeId *id, MlErr *e) {
  i64 missing[ML_PATH_MAX_NAMES];
  int n;
  MlNodeId up = *id;
  int rc = parents_find(c, id, missing, &n, e);
  while (n > 0 && !rc) {
    up.path.n = missing[--n];
    rc = ml_cell_put_holder(c, &up, e);
  }
  return rc;
}

/* What was new last time is often followed by more that is new: then a look comes first, else a try. What is stored
** aside comes after all looks. */
static int value_write(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  MlCellKind kind;
  int done = 0;
  int rc = ml_write_check_size(c, id, json, e);
  if (!rc) rc = ml_room_replace(c, id, json, &done, e);
  if (!rc && !done && !c->new_values && !ml_large_goes_aside(c, json)) rc = ml_cell_replace(c, id, json, &done, e);
  if (rc || done) return rc;
  rc = ml_cell_kind(c, id, &kind, NULL, e);
  if (rc) return rc;
  switch (kind) {
  case ML_CELL_OBJECT:
    return path_refuse(id, e, SQLITE_ERROR, "it is an object: a value does not replace it", nothing);
  case ML_CELL_LIST:
    return path_refuse(id, e, SQLITE_ERROR, "it is a list: a value does not replace it", nothing);
  case ML_CELL_MISSING:
    rc = ml_write_make_parents(c, id, e);
    break;
  default:
    break;
  }
  c->new_values = kind == ML_CELL_MISSING;
  return rc ? rc : ml_large_put_value(c, id, json, e);
}

int ml_write_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  MlOperation op;
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = value_write(c, id, json, e);
  return ml_record_end(c, &op, rc, e);
}

/* The value that stands there is the expected one, or the mark of a redacted one that reads the same. */
static int value_same(MlConn *c, MlText key, MlText value, MlText expected, int *is, MlErr *e) {
  MlBuf mark = {0};
  int rc = ml_large_same(c, key, value, expected, is, e);
  if (!rc && !*is && ml_mark_like(expected, &mark)) {
    rc = mark.rc ? ml_err_nomem(e) : ml_large_same(c, key, value, ml_buf_view(&mark), is, e);
  }
  ml_buf_free(&mark);
  return rc;
}

/* What stands there is read under the lock that the value is then written under. */
static int value_expected(MlConn *c, const MlNodeId *id, MlText expected, int *is, MlErr *e) {
  MlCell cell;
  int rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  *is = cell.kind == (expected.p ? ML_CELL_VALUE : ML_CELL_MISSING);
  if (*is && expected.p) rc = value_same(c, id->key, cell.value, expected, is, e);
  int rc2 = ml_cell_done(c, &cell, e);
  return rc ? rc : rc2;
}

int ml_write_value_if(MlConn *c, const MlNodeId *id, MlText expected, MlText json, int *done, MlErr *e) {
  MlOperation op;
  *done = 0;
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = ml_write_check_size(c, id, json, e);
  if (!rc) rc = value_expected(c, id, expected, done, e);
  if (!rc && *done) rc = value_write(c, id, json, e);
  return ml_record_end(c, &op, rc, e);
}

/* What stands at the parent: elements of a list are values. */
static int element_refuse(MlConn *c, const MlNodeId *id, MlErr *e) {
  MlNodeId up = node_at(id, (MlText){id->path.p, ml_path_parent(id->path)});
  MlCellKind kind;
  if (!up.path.n) return SQLITE_OK;
  int rc = ml_cell_kind(c, &up, &kind, NULL, e);
  if (rc || kind != ML_CELL_LIST) return rc;
  return path_refuse(id, e, SQLITE_ERROR, "elements of a list are values; the list is ", up.path);
}

static int object_check(MlConn *c, const MlNodeId *id, int overwrite, MlCellKind *kind, MlErr *e) {
  int rc = ml_cell_kind(c, id, kind, NULL, e);
  if (rc) return rc;
  switch (*kind) {
  case ML_CELL_OBJECT:
    return SQLITE_OK;
  case ML_CELL_LIST:
    return path_refuse(id, e, SQLITE_ERROR, "it is a list: an object does not replace it", nothing);
  case ML_CELL_VALUE:
    if (!overwrite)
      return path_refuse(id, e, SQLITE_ERROR, "it is a value, and overwriting was not asked for", nothing);
    return element_refuse(c, id, e);
  default:
    return ml_write_check_parents(c, id, e);
  }
}

static int object_write(MlConn *c, const MlNodeId *id, int overwrite, MlErr *e) {
  MlCellKind kind;
  i64 expires;
  int holds = 0;
  int rc = object_check(c, id, overwrite, &kind, e);
  if (!rc && kind == ML_CELL_MISSING) rc = ml_write_make_parents(c, id, e);
  if (rc) return rc;
  if (!rc) rc = ml_ttl_deadline(c, id, c->recording.now, &expires, e);
  if (!rc && kind == ML_CELL_OBJECT && (expires || c->dated)) rc = ml_cell_holds(c, id, &holds, e);
  if (rc) return rc;
  c->recording.wanted = 1;
  rc = holds ? ml_cell_put_holder(c, id, e) : ml_cell_put_object(c, id, e);
  c->recording.wanted = 0;
  return rc;
}

int ml_write_object(MlConn *c, const MlNodeId *id, int overwrite, MlErr *e) {
  MlOperation op;
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = object_write(c, id, overwrite, e);
  return ml_record_end(c, &op, rc, e);
}

static int node_remove(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e) {
  int rc = ml_cell_remove(c, id, n, e);
  return !rc && *n ? ml_record_removed(c, id, e) : rc;
}

/* It makes room for what is put there next. */
static int node_replace(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e) {
  int rc = ml_cell_remove(c, id, n, e);
  return !rc && *n ? ml_record_gone(c, id, e) : rc;
}

int ml_write_remove(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e) {
  MlOperation op;
  *n = 0;
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = node_remove(c, id, n, e);
  return ml_record_end(c, &op, rc, e);
}

/* ---- trees ---- */

/* The nodes of a JSON map, parents first, in the map's own order. */
typedef struct Leaf {
  i64 at, n;   /* its path in Leaves.paths */
  MlText json; /* {NULL,0}: an object */
} Leaf;

typedef struct Leaves {
  MlBuf paths, scratch;
  Leaf *a;
  i64 n, cap, values;
} Leaves;

static int leaf_add(Leaves *l, i64 at, MlText json) {
  if (l->n == l->cap) {
    i64 cap = l->cap ? l->cap * 2 : 32;
    Leaf *a = sqlite3_realloc64(l->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    l->a = a;
    l->cap = cap;
  }
  l->a[l->n++] = (Leaf){at, l->paths.n - at, json};
  if (json.p) l->values++;
  return SQLITE_OK;
}

/* The map's nesting is bounded by the depth of JSON and by the names of a path, so recursion is too. */
static int leaves_collect(MlConn *c, Leaves *l, const MlNodeId *id, MlText top, MlText map, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) {
    MlBuf path = {0};
    ml_buf_text(&path, top);
    MlText name = ml_json_bare(s.name, &l->scratch);
    if (!name.p) rc = ml_err_nomem(e);
    if (!rc) rc = ml_path_add_name(&path, name, e);
    i64 at = l->paths.n;
    ml_buf_text(&l->paths, ml_buf_view(&path));
    int nested = ml_json_type(s.value) == ML_MAP;
    MlNodeId leaf = node_at(id, ml_buf_view(&path));
    if (!rc && !nested) rc = ml_write_check_size(c, &leaf, s.value, e);
    if (!rc && leaf_add(l, at, nested ? nothing : s.value)) rc = ml_err_nomem(e);
    if (!rc && nested) rc = leaves_collect(c, l, id, leaf.path, s.value, e);
    ml_buf_free(&path);
  }
  return !rc && l->paths.rc ? ml_err_nomem(e) : rc;
}

static int leaves_put(MlConn *c, const Leaves *l, const MlNodeId *id, MlErr *e) {
  int rc = ml_cell_put_object(c, id, e);
  for (i64 i = 0; i < l->n && !rc; i++) {
    const Leaf *x = &l->a[i];
    MlNodeId leaf = node_at(id, (MlText){l->paths.p + x->at, x->n});
    rc = x->json.p ? ml_large_put_value(c, &leaf, x->json, e) : ml_cell_put_object(c, &leaf, e);
  }
  return rc;
}

static int tree_write(MlConn *c, const MlNodeId *id, MlText map, i64 *leaves, MlErr *e) {
  Leaves l = {0};
  MlCellKind kind;
  i64 gone;
  int rc = object_check(c, id, 1, &kind, e);
  if (!rc) rc = leaves_collect(c, &l, id, id->path, map, e);
  if (!rc && kind == ML_CELL_MISSING) rc = ml_write_make_parents(c, id, e);
  if (!rc && kind != ML_CELL_MISSING) rc = node_replace(c, id, &gone, e);
  if (!rc) rc = leaves_put(c, &l, id, e);
  *leaves = l.values;
  ml_buf_free(&l.paths);
  ml_buf_free(&l.scratch);
  sqlite3_free(l.a);
  return rc;
}

int ml_write_tree(MlConn *c, const MlNodeId *id, MlText map, i64 *leaves, MlErr *e) {
  MlOperation op;
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = tree_write(c, id, map, leaves, e);
  return ml_record_end(c, &op, rc, e);
}

/* ---- numbers ---- */

static int numbers_add(const MlNodeId *id, MlText old, MlText by, MlBuf *out, MlErr *e) {
  MlType type = ml_json_type(old), other = ml_json_type(by);
  if (type != ML_INTEGER && type != ML_REAL)
    return path_refuse(id, e, SQLITE_ERROR, "what stands there is no number", nothing);
  if (type == ML_INTEGER && other == ML_INTEGER) {
    i64 x, y, sum;
    if (!ml_json_get_integer(old, &x) || !ml_json_get_integer(by, &y) || __builtin_add_overflow(x, y, &sum)) {
      return path_refuse(id, e, SQLITE_ERROR, "the sum is outside 64 bits", nothing);
    }
    ml_buf_int(out, sum);
    return SQLITE_OK;
  }
  double x = 0, y = 0;
  ml_json_get_real(old, &x);
  ml_json_get_real(by, &y);
  return ml_json_real(x + y, "the sum", out, e);
}

static int number_write(MlConn *c, const MlNodeId *id, MlText by, MlBuf *out, MlErr *e) {
  MlCell cell;
  int rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  if (cell.kind == ML_CELL_OBJECT || cell.kind == ML_CELL_LIST) {
    rc = path_refuse(id, e, SQLITE_ERROR, "what stands there is no number", nothing);
  } else {
    rc = numbers_add(id, cell.kind == ML_CELL_MISSING ? ML_TEXT("0") : cell.value, by, out, e);
  }
  int rc2 = ml_cell_done(c, &cell, e);
  if (rc || rc2) return rc ? rc : rc2;
  return out->rc ? ml_err_nomem(e) : value_write(c, id, ml_buf_view(out), e);
}

int ml_write_add(MlConn *c, const MlNodeId *id, MlText number, MlBuf *out, MlErr *e) {
  MlOperation op;
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = number_write(c, id, number, out, e);
  return ml_record_end(c, &op, rc, e);
}

/* ---- moving ---- */

int ml_write_check_free(MlConn *c, const MlNodeId *id, MlErr *e) {
  MlCellKind kind;
  int rc = ml_cell_kind(c, id, &kind, NULL, e);
  if (rc || kind == ML_CELL_MISSING) return rc;
  return path_refuse(id, e, SQLITE_CONSTRAINT, "there is a node already", nothing);
}

static int move_check(MlConn *c, const MlNodeId *from, const MlNodeId *to, MlType type, int replace, MlErr *e) {
  MlCellKind kind;
  int same = ml_text_same(from->key, to->key) && from->scope == to->scope;
  if (same && ml_path_under(to->path, from->path)) {
    return path_refuse(from, e, SQLITE_ERROR, "it cannot be moved to a path under itself: ", to->path);
  }
  int rc = ml_cell_kind(c, to, &kind, NULL, e);
  if (rc) return rc;
  if (kind == ML_CELL_MISSING) return ml_write_check_parents(c, to, e);
  if (!replace) return ml_write_check_free(c, to, e);
  if (kind != ML_CELL_VALUE) {
    return path_refuse(to, e, SQLITE_ERROR, "it is an object or a list, which nothing replaces", nothing);
  }
  return type == ML_OBJECT || type == ML_LIST ? element_refuse(c, to, e) : SQLITE_OK;
}

/* Puts the nodes of a tree that was read under one path under another one. */
static int nodes_put(MlConn *c, MlNode **a, i64 n, const MlNodeId *from, const MlNodeId *to, MlErr *e) {
  MlBuf path = {0};
  int rc = SQLITE_OK;
  for (i64 i = 0; i < n && !rc; i++) {
    MlNode *x = a[i];
    ml_buf_cut(&path, 0);
    ml_buf_text(&path, to->path);
    ml_buf_put(&path, x->path.p + from->path.n, x->path.n - from->path.n);
    if (path.rc) {
      rc = ml_err_nomem(e);
      break;
    }
    MlNodeId at = node_at(to, ml_buf_view(&path));
    MlListRow row = {.next = x->next_index, .last = x->next_index - 1};
    if (x->type == ML_LIST) {
      rc = ml_cell_put_list(c, &at, &row, e);
      if (!rc) rc = ml_session_anew(c, &at, e);
    } else {
      rc = x->type == ML_OBJECT ? ml_cell_put_object(c, &at, e) : ml_large_put_value(c, &at, x->value, e);
    }
  }
  ml_buf_free(&path);
  return rc;
}

/* The paths it would get must keep to the limits. */
static int paths_check(MlNode **a, i64 n, const MlNodeId *from, const MlNodeId *to, MlErr *e) {
  MlBuf path = {0}, canonical = {0};
  int rc = SQLITE_OK;
  for (i64 i = 0; i < n && !rc; i++) {
    ml_buf_cut(&path, 0);
    ml_buf_cut(&canonical, 0);
    ml_buf_text(&path, to->path);
    ml_buf_put(&path, a[i]->path.p + from->path.n, a[i]->path.n - from->path.n);
    rc = path.rc ? ml_err_nomem(e) : ml_path_read(ml_buf_view(&path), &canonical, e);
  }
  ml_buf_free(&path);
  ml_buf_free(&canonical);
  return rc;
}

/* A list's last indexes may be gone: what it has given away is told by removing it once more at the new place. */
static int lists_note(MlConn *c, MlTree *t, MlNode **a, i64 n, const MlNodeId *from, const MlNodeId *to, MlErr *e) {
  MlBuf path = {0};
  int rc = SQLITE_OK;
  for (i64 i = 0; i < n && !rc; i++) {
    MlNode *x = a[i];
    if (x->type != ML_LIST || !x->next_index) continue;
    ml_buf_cut(&path, 0);
    ml_buf_text(&path, x->path);
    ml_buf_char(&path, '.');
    ml_buf_int(&path, x->next_index - 1);
    if (!path.rc && ml_tree_find(t, ml_buf_view(&path))) continue;
    i64 tail = path.n - from->path.n;
    MlBuf moved = {0};
    ml_buf_text(&moved, to->path);
    if (!path.rc) ml_buf_put(&moved, path.p + from->path.n, tail);
    MlNodeId at = node_at(to, ml_buf_view(&moved));
    rc = path.rc || moved.rc ? ml_err_nomem(e) : ml_record_gone(c, &at, e);
    ml_buf_free(&moved);
  }
  ml_buf_free(&path);
  return rc;
}

static int node_move(MlConn *c, const MlNodeId *from, const MlNodeId *to, MlTree *t, MlErr *e) {
  MlOperation op;
  MlNode **a;
  i64 n, gone;
  if (ml_tree_sorted(t, &a, &n)) return ml_err_nomem(e);
  int rc = paths_check(a, n, from, to, e);
  if (!rc && !ml_text_same(from->key, to->key)) rc = ml_large_fill_tree(c, from->key, t, e);
  if (!rc) {
    /* Two operations: the target may be another key. The second is told apart only by what is written. */
    rc = ml_record_begin(c, from, &op, e);
    if (!rc) rc = node_remove(c, from, &gone, e);
    rc = ml_record_end(c, &op, rc, e);
    if (!rc) {
      rc = ml_record_begin(c, to, &op, e);
      if (!rc) rc = node_replace(c, to, &gone, e); /* a value that gives way, and has parents */
      if (!rc && !gone) rc = ml_write_make_parents(c, to, e);
      if (!rc) rc = nodes_put(c, a, n, from, to, e);
      if (!rc) rc = lists_note(c, t, a, n, from, to, e);
      rc = ml_record_end(c, &op, rc, e);
      /* The node has left its old place. */
      if (rc) ml_conn_break(c);
    }
  }
  sqlite3_free(a);
  return rc;
}

int ml_write_move(MlConn *c, const MlNodeId *from, const MlNodeId *to, int replace, int *done, MlErr *e) {
  MlTree t;
  MlNode *top;
  i64 gone;
  ml_tree_open(&t);
  int rc = ml_record_clean(c, from->key, from->scope, &gone, e);
  if (!rc) rc = ml_record_clean(c, to->key, to->scope, &gone, e);
  if (!rc) rc = ml_cell_load(c, from, &t, e);
  top = rc ? NULL : ml_tree_find(&t, from->path);
  *done = top != NULL;
  if (top) rc = move_check(c, from, to, top->type, replace, e);
  if (top && !rc) rc = node_move(c, from, to, &t, e);
  ml_tree_free(&t);
  return rc;
}
