#include "apply.h"

#include "../data/expiry.h"
#include "../data/path.h"
#include "../store/large.h"
#include "../store/session.h"

/* Of MlNode.flags. */
#define LOOKED 1 /* it was looked for */
#define THERE  2 /* it stands in memory, as it is in the tree */

/* A list's next index, and when a node expires, as it stands in memory. */
#define NEXT_THERE(n)    ((n)->order[1])
#define EXPIRES_THERE(n) ((n)->order[2])

/* The part of memory that a change is about: the nodes it names, and those above them. */
typedef struct Part {
  MlStateWatch watch; /* first: see */
  MlConn *c;
  MlText key;
  MlScope scope;
  MlTree tree;
  MlText *gone; /* nodes that go with all under them, in order */
  i64 n_gone, cap_gone;
} Part;

static MlNodeId node_id(const Part *p, MlText path) { return (MlNodeId){p->key, p->scope, path}; }

/* What stands for the value of a node in memory, which is not wanted. */
static const char standing[] = "null";

static int node_look(Part *p, MlNode *n, MlErr *e) {
  MlNodeId id = node_id(p, n->path);
  MlCell cell;
  n->flags |= LOOKED;
  int rc = ml_cell_find(p->c, &id, &cell, e);
  if (rc) return rc;
  if (cell.kind != ML_CELL_MISSING) {
    n->flags |= THERE;
    EXPIRES_THERE(n) = cell.expires;
    ml_tree_date(&p->tree, n, cell.expires);
  }
  if (cell.kind == ML_CELL_OBJECT) n->type = ML_OBJECT;
  if (cell.kind == ML_CELL_VALUE) {
    n->type = ML_NULL;
    n->value = (MlText){standing, 4};
  }
  if (cell.kind == ML_CELL_LIST) {
    n->type = ML_LIST;
    n->next_index = NEXT_THERE(n) = cell.list.next;
  }
  return ml_cell_done(p->c, &cell, e);
}

/* Looks for the node at a path (canonical, not '') and for those above it. Under a node that is not there, none is. */
static int path_look(Part *p, MlText path, MlErr *e) {
  i64 at = 0;
  MlText name;
  int missing = 0;
  while (ml_path_next(path, &at, &name)) {
    MlText up = {path.p, name.p + name.n - path.p};
    MlNode *n = ml_tree_make(&p->tree, up);
    if (!n) return ml_err_nomem(e);
    int rc = missing || (n->flags & LOOKED) ? SQLITE_OK : node_look(p, n, e);
    if (rc) return rc;
    missing = !(n->flags & THERE);
    if (missing) n->flags |= LOOKED;
  }
  return SQLITE_OK;
}

/* Of all paths that a column names. */
static int column_look(Part *p, MlText json, MlErr *e) {
  MlBuf scratch = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    MlText path = ml_json_bare(s.name.p ? s.name : s.value, &scratch);
    if (!path.p) rc = ml_err_nomem(e);
    if (!rc && path.p == scratch.p) path = ml_tree_keep(&p->tree, path);
    if (!path.p) rc = ml_err_nomem(e);
    if (!rc && path.n) rc = path_look(p, path, e);
  }
  ml_buf_free(&scratch);
  return rc;
}

static int gone_add(Part *p, MlText path) {
  if (p->n_gone && ml_path_under(path, p->gone[p->n_gone - 1])) return SQLITE_OK;
  if (p->n_gone == p->cap_gone) {
    i64 cap = p->cap_gone ? p->cap_gone * 2 : 16;
    MlText *a = sqlite3_realloc64(p->gone, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    p->gone = a;
    p->cap_gone = cap;
  }
  MlText kept = ml_tree_keep(&p->tree, path);
  if (!kept.p) return SQLITE_NOMEM;
  p->gone[p->n_gone++] = kept;
  return SQLITE_OK;
}

/* Told of each node before it changes. One that goes, or becomes something else, takes with it what lies under it
** in memory, of which the tree has only a part. */
static int node_changes(MlStateWatch *w, const MlNode *was, MlType type, MlText value) {
  Part *p = (Part *)w;
  (void)value;
  int holds = was->type == ML_OBJECT || was->type == ML_LIST;
  if (!(was->flags & THERE) || (type != ML_MISSING && (type == was->type || !holds))) {
    MlNode *n = ml_tree_find(&p->tree, was->path);
    if (n && (type == ML_OBJECT || type == ML_LIST) && type != n->type) n->flags &= (u8)~THERE;
    return SQLITE_OK;
  }
  MlNode *n = ml_tree_find(&p->tree, was->path);
  if (n) n->flags &= (u8)~THERE;
  return gone_add(p, was->path);
}

static int is_container(const MlNode *n) { return n->type == ML_OBJECT || n->type == ML_LIST; }

static int node_new(const MlNode *n) {
  return n->type != ML_MISSING && (!(n->flags & THERE) || (n->value.p && n->value.p != standing) ||
                                   (n->type == ML_LIST && n->next_index != NEXT_THERE(n)));
}

/* What a change may not lead to. */
static int tree_check(MlTree *t, MlText key, MlErr *e) {
  char show[ML_ERR_SHOW], path[ML_ERR_SHOW];
  for (MlNode *n = ml_tree_walk(&t->root, &t->root); n; n = ml_tree_walk(&t->root, n)) {
    const char *wrong = NULL;
    if (n->type == ML_MISSING) continue;
    if (n->parent->type == ML_LIST) {
      i64 i = ml_path_index(ml_path_last(n->path));
      if (i < 0 || i >= n->parent->next_index) wrong = "an element of a list is named by its index";
      if (is_container(n)) wrong = "elements of a list are values";
    }
    if (n->type == ML_LIST && n->next_index > ML_LIST_INDEX_MAX + 1) wrong = "its index is out of range";
    if (wrong) {
      return ml_err_set(e, SQLITE_ERROR, "memlog: path %s of key %s: %s", ml_err_show(path, n->path),
                        ml_err_show(show, key), wrong);
    }
  }
  return SQLITE_OK;
}

/* ---- writing ---- */

/* Widens the bounds of a list so that its new elements lie within. */
static int list_put(Part *p, MlNode *n, MlErr *e) {
  MlNodeId id = node_id(p, n->path);
  MlCellKind kind = ML_CELL_MISSING;
  MlListRow row = {.next = n->next_index, .last = n->next_index - 1};
  int rc = (n->flags & THERE) ? ml_cell_kind(p->c, &id, &kind, &row, e) : SQLITE_OK;
  row.next = n->next_index;
  row.counted = row.weighed = 0; /* counted anew when somebody asks */
  for (MlNode *x = n->child; x; x = x->next) {
    i64 i = node_new(x) ? ml_path_index(ml_path_last(x->path)) : row.first;
    if (i < row.first) row.first = i;
    if (node_new(x) && i > row.last) row.last = i;
  }
  if (!rc) rc = ml_cell_put_list(p->c, &id, &row, e);
  return rc || (n->flags & THERE) ? rc : ml_session_anew(p->c, &id, e);
}

static int node_put(Part *p, MlNode *n, MlErr *e) {
  MlNodeId id = node_id(p, n->path);
  switch ((int)n->type) {
  case ML_LIST:
    return list_put(p, n, e);
  case ML_OBJECT:
    return ml_cell_put_object(p->c, &id, e);
  default:
    return ml_large_put_value(p->c, &id, n->value, e);
  }
}

/* 1 if the list's row must be written though it stands there: an element came back outside of its bounds, perhaps. */
static int list_touched(const MlNode *n) {
  if (n->type != ML_LIST) return 0;
  for (const MlNode *x = n->child; x; x = x->next) {
    if (node_new(x)) return 1;
  }
  return 0;
}

/* When a node expires is told by the row, whatever is said of its path here. */
static int node_date(Part *p, const MlNode *n, MlErr *e) {
  MlNodeId id = node_id(p, n->path);
  int holds = 0, changed;
  int rc = n->expires && is_container(n) ? ml_cell_holds(p->c, &id, &holds, e) : SQLITE_OK;
  return rc ? rc : ml_cell_date(p->c, &id, holds ? ML_EXPIRES_WITH_LAST : n->expires, -1, &changed, e);
}

static int part_date(Part *p, MlErr *e) {
  MlNode *root = &p->tree.root;
  int rc = SQLITE_OK;
  for (MlNode *x = ml_tree_walk(root, root); x && !rc; x = ml_tree_walk(root, x)) {
    if (x->type != ML_MISSING && (node_new(x) || x->expires != EXPIRES_THERE(x))) rc = node_date(p, x, e);
  }
  return rc;
}

static int part_write(Part *p, MlErr *e) {
  int rc = SQLITE_OK;
  i64 n;
  for (i64 i = 0; i < p->n_gone && !rc; i++) {
    MlNodeId id = node_id(p, p->gone[i]);
    rc = ml_cell_remove(p->c, &id, &n, e);
  }
  MlNode *root = &p->tree.root;
  for (MlNode *x = ml_tree_walk(root, root); x && !rc; x = ml_tree_walk(root, x)) {
    if (node_new(x) || list_touched(x)) rc = node_put(p, x, e);
  }
  if (!rc && (p->c->dated || p->tree.soonest)) rc = part_date(p, e);
  return rc;
}

static int part_load(Part *p, const MlChange *x, MlErr *e) {
  int rc = column_look(p, x->removed, e);
  if (!rc) rc = column_look(p, x->containers, e);
  if (!rc) rc = column_look(p, x->value, e);
  if (!rc) rc = column_look(p, x->expires, e);
  MlJsonScan s;
  for (ml_json_open(&s, x->removed); !rc && ml_json_next(&s);) {
    /* '' takes what the tree knows nothing of. */
    if (ml_text_same(s.value, ML_TEXT("\"\"")) && gone_add(p, ML_TEXT(""))) rc = ml_err_nomem(e);
  }
  return rc;
}

static int change_failed(MlText key, int rc, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: key %s: the change cannot be applied", ml_err_show(show, key));
}

static void part_open(Part *p, MlConn *c, MlText key, MlScope scope) {
  *p = (Part){.watch = {.top = {"", 0}, .see = node_changes}, .c = c, .key = key, .scope = scope};
  ml_tree_open(&p->tree);
}

static void part_close(Part *p) {
  ml_tree_free(&p->tree);
  sqlite3_free(p->gone);
}

int ml_apply_change(MlConn *c, MlText key, MlScope scope, const MlChange *x, MlErr *e) {
  Part p;
  part_open(&p, c, key, scope);
  int rc = part_load(&p, x, e);
  if (!rc) {
    rc = ml_state_watch(&p.tree, x, &p.watch);
    if (rc) change_failed(key, rc, e);
  }
  if (!rc) rc = tree_check(&p.tree, key, e);
  if (!rc) {
    MlRecording outer = c->recording;
    c->recording = (MlRecording){.mode = ML_RECORD_NOT};
    rc = part_write(&p, e);
    c->recording = outer;
  }
  part_close(&p);
  return rc;
}

static int state_load(MlText key, const MlChange *x, MlTree *t, MlErr *e) {
  int rc = ml_state_apply(t, x);
  return rc ? change_failed(key, rc, e) : tree_check(t, key, e);
}

int ml_apply_check(MlText key, const MlChange *x, MlErr *e) {
  MlTree t;
  ml_tree_open(&t);
  int rc = state_load(key, x, &t, e);
  ml_tree_free(&t);
  return rc;
}

/* The state in memory and the one that a change gives, which is loaded into the part's tree, are the same. */
static int part_same(Part *p, const MlChange *x, int *same, MlErr *e) {
  MlTree is;
  MlText where;
  MlNodeId all = node_id(p, (MlText){"", 0});
  ml_tree_open(&is);
  *same = 0;
  int rc = state_load(p->key, x, &p->tree, e);
  if (!rc) rc = ml_cell_load(p->c, &all, &is, e);
  if (!rc) rc = ml_large_fill_tree(p->c, p->key, &is, e);
  if (!rc) *same = ml_state_same(&is, &p->tree, &where);
  ml_tree_free(&is);
  return !rc && *same < 0 ? ml_err_nomem(e) : rc;
}

int ml_apply_same(MlConn *c, MlText key, MlScope scope, const MlChange *x, int *same, MlErr *e) {
  Part p;
  part_open(&p, c, key, scope);
  int rc = part_same(&p, x, same, e);
  part_close(&p);
  return rc;
}

int ml_apply_state(MlConn *c, MlText key, MlScope scope, const MlChange *x, int *changed, MlErr *e) {
  Part p;
  int same;
  part_open(&p, c, key, scope);
  int rc = part_same(&p, x, &same, e);
  *changed = !rc && !same;
  if (*changed) {
    MlRecording outer = c->recording;
    c->recording = (MlRecording){.mode = ML_RECORD_NOT};
    if (gone_add(&p, ML_TEXT(""))) rc = ml_err_nomem(e);
    if (!rc) rc = part_write(&p, e);
    c->recording = outer;
  }
  part_close(&p);
  return rc;
}

int ml_apply_clear(MlConn *c, MlText key, MlScope scope, MlErr *e) {
  MlNodeId all = {key, scope, {"", 0}};
  MlRecording outer = c->recording;
  i64 n;
  c->recording = (MlRecording){.mode = ML_RECORD_NOT};
  int rc = ml_cell_remove(c, &all, &n, e);
  c->recording = outer;
  return rc;
}
