#include "read.h"

#include "../data/path.h"
#include "../data/ref.h"
#include "../data/state.h"
#include "../store/config.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "../store/retain.h"
#include "expire.h"
#include "list.h"
#include "record.h"
#include "txn.h"
#include "use.h"

/* ---- reads that are recorded, and let live on ---- */

/* One read: what was returned, a node, or the values in a tree at and under it (direct: only its own fields). */
typedef struct Read {
  const MlNodeId *id;
  MlText json;
  i64 expires; /* of the one node */
  MlNode *top;
  u8 direct;
  u8 record;  /* it is to be recorded */
  u8 refresh; /* what expires lives on */
  int use;    /* it is noted when elements of lists were read */
  MlNow now;
} Read;

static int values_record(MlConn *c, const Read *r, MlErr *e) {
  int rc = SQLITE_OK;
  if (!r->top) return ml_record_read(c, r->id, r->json, e);
  for (MlNode *x = r->top; x && !rc; x = ml_tree_walk(r->top, x)) {
    if (!x->value.p || (r->direct && x->parent != r->top)) continue;
    MlNodeId id = {r->id->key, r->id->scope, x->path};
    rc = ml_record_read(c, &id, x->value, e);
  }
  return rc;
}

/* Values, and empty containers but where only fields were returned: then those that are fields were not looked into. */
static int values_refresh(MlConn *c, const Read *r, MlErr *e) {
  if (!r->top) return ml_expire_refresh(c, r->id, r->expires, e);
  int rc = SQLITE_OK;
  for (MlNode *x = r->top; x && !rc; x = ml_tree_walk(r->top, x)) {
    if (x->child || (r->direct && x != r->top && (x->parent != r->top || !x->value.p))) continue;
    MlNodeId id = {r->id->key, r->id->scope, x->path};
    rc = ml_expire_refresh(c, &id, x->expires, e);
  }
  return rc;
}

static int read_work(MlConn *c, void *arg, MlErr *e) {
  const Read *r = arg;
  MlUse use = {r->id, r->top, r->direct};
  MlOperation op;
  int rc = ml_meta_install(c, e); /* brings an older file up to date */
  if (!rc && r->use) rc = ml_use_note(c, &use, e);
  if (!rc && r->record) rc = values_record(c, r, e);
  if (rc || !r->refresh) return rc;
  rc = ml_record_begin_dating(c, r->id, r->now.ms, &op, e);
  if (!rc) rc = values_refresh(c, r, e);
  return ml_record_end(c, &op, rc, e);
}

/* A connection that cannot write reads unrecorded; that another one holds the lock is an error, as for a write. */
static int read_note(MlConn *c, Read *r, MlErr *e) {
  MlUse use = {r->id, r->top, r->direct};
  int rc = ml_use_wanted(c, &use, &r->use, e);
  if (rc || (!r->record && !r->refresh && !r->use)) return rc;
  return ml_txn_note(c, read_work, r, e);
}

/* What this read does beside reading; the options are looked at in the transaction of the read itself. dated: something
** that expires was read. */
static int read_wants(MlConn *c, Read *r, int dated, MlErr *e) {
  if (c->observer || c->emitting || c->storing) return SQLITE_OK;
  int rc = ml_config_refresh(c, e);
  if (!rc) rc = ml_retain_load(c, e);
  if (rc) return rc;
  r->record = (u8)ml_record_wants_reads(c, r->id->scope);
  r->refresh = dated && c->config.ttl_read;
  return SQLITE_OK;
}

/* ---- nodes ---- */

static MlType cell_type(const MlCell *cell) {
  switch (cell->kind) {
  case ML_CELL_OBJECT:
    return ML_OBJECT;
  case ML_CELL_LIST:
    return ML_LIST;
  case ML_CELL_VALUE:
    return ml_json_type(cell->value);
  default:
    return ML_MISSING;
  }
}

/* The node and all under it as a tree, and the node itself: NULL if it is missing. The root is there once anything
** is. */
static int tree_read(MlConn *c, const MlNodeId *id, MlTree *t, MlNow *now, MlNode **top, MlErr *e) {
  int rc = ml_cell_load(c, id, t, e);
  *top = NULL;
  if (!rc) rc = ml_expire_hide(c, t, now, e);
  if (rc) return rc;
  MlNode *n = ml_tree_find(t, id->path);
  if (n && (n->parent || n->child)) *top = n;
  return SQLITE_OK;
}

static int node_nested(MlConn *c, const MlNodeId *id, MlBuf *out, MlType *type, MlErr *e) {
  MlTree t;
  Read r = {.id = id};
  sqlite3_stmt *hold;
  ml_tree_open(&t);
  *type = ML_MISSING;
  int rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = tree_read(c, id, &t, &r.now, &r.top, e);
  if (!rc && r.top) {
    *type = r.top->type;
    rc = ml_tree_nested(&t, r.top, out, e);
  } else if (!rc && !id->path.n) {
    *type = ML_OBJECT; /* the root is always there */
    ml_buf_puts(out, "{}");
  }
  if (!rc) rc = ml_large_fill(c, id->key, out, e);
  if (!rc && r.top) rc = read_wants(c, &r, t.soonest != 0, e);
  ml_meta_release(c, hold);
  if (!rc && r.top) rc = read_note(c, &r, e);
  ml_tree_free(&t);
  return rc;
}

/* A value as it is stored has been read into out; noted as such, it then gives way to the whole of it (if it is
** large, that is in full). */
static int value_give(MlConn *c, Read *r, MlBuf *out, MlBuf *full, MlErr *e) {
  r->json = ml_buf_view(out);
  int rc = read_note(c, r, e);
  if (rc || !full->n) return rc;
  MlBuf stored = *out;
  *out = *full;
  *full = stored;
  return SQLITE_OK;
}

int ml_read_node(MlConn *c, const MlNodeId *id, MlBuf *out, MlType *type, MlErr *e) {
  MlCell cell;
  MlBuf full = {0};
  Read r = {.id = id};
  int there, gone = 0;
  *type = ML_MISSING;
  int rc = ml_meta_installed(c, &there, e);
  if (rc) return rc;
  if (!there || !id->path.n) {
    if (there) return node_nested(c, id, out, type, e);
    if (!id->path.n) {
      *type = ML_OBJECT;
      ml_buf_puts(out, "{}");
    }
    return SQLITE_OK;
  }
  rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  *type = cell_type(&cell);
  int container = cell.kind == ML_CELL_OBJECT || cell.kind == ML_CELL_LIST;
  if (!container) rc = ml_expire_gone(c, id, &cell, &r.now, &gone, e);
  if (gone) *type = ML_MISSING;
  if (*type != ML_MISSING && !container) ml_buf_text(out, cell.value);
  r.expires = cell.expires;
  if (!rc && !container) rc = read_wants(c, &r, cell.expires != 0, e);
  if (!rc && !gone && ml_large_is(cell.value)) rc = ml_large_resolve(c, id->key, cell.value, &full, e);
  int rc2 = ml_cell_done(c, &cell, e);
  if (!rc) rc = rc2;
  if (!rc && out->rc) rc = ml_err_nomem(e);
  if (!rc && container) return node_nested(c, id, out, type, e);
  if (!rc && *type != ML_MISSING) rc = value_give(c, &r, out, &full, e);
  ml_buf_free(&full);
  return rc;
}

int ml_read_type(MlConn *c, const MlNodeId *id, MlType *type, MlErr *e) {
  MlCell cell;
  MlNow now = {0};
  int there, gone;
  *type = id->path.n ? ML_MISSING : ML_OBJECT;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there || !id->path.n) return rc;
  rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  rc = ml_expire_gone(c, id, &cell, &now, &gone, e);
  if (!gone) *type = cell_type(&cell);
  int rc2 = ml_cell_done(c, &cell, e);
  return rc ? rc : rc2;
}

/* ---- fields ---- */

static void field_put(const MlNodeId *id, const MlNode *x, MlBuf *out, MlBuf *name) {
  ml_buf_cut(name, 0);
  ml_path_bare(ml_path_last(x->path), name);
  ml_json_put_string(out, ml_buf_view(name));
  ml_buf_char(out, ':');
  if (x->value.p) {
    ml_buf_text(out, x->value);
  } else {
    ml_ref_put(out, id->key, id->scope, x->path, x->type);
  }
}

static void name_put(const MlNode *x, MlBuf *out, MlBuf *name) {
  ml_buf_cut(name, 0);
  ml_path_bare(ml_path_last(x->path), name);
  ml_json_put_string(out, ml_buf_view(name));
}

/* Writes the direct children of top: as a map of fields, or as an array of names. */
static int children_put(const MlNodeId *id, MlNode *top, int fields, MlBuf *out, MlErr *e) {
  MlNode **a = NULL;
  i64 n = 0;
  MlBuf name = {0};
  if (top && ml_tree_children(top, &a, &n)) return ml_err_nomem(e);
  ml_buf_char(out, fields ? '{' : '[');
  for (i64 i = 0; i < n; i++) {
    if (i) ml_buf_char(out, ',');
    if (fields) {
      field_put(id, a[i], out, &name);
    } else {
      name_put(a[i], out, &name);
    }
  }
  ml_buf_char(out, fields ? '}' : ']');
  sqlite3_free(a);
  int rc = name.rc || out->rc ? ml_err_nomem(e) : SQLITE_OK;
  ml_buf_free(&name);
  return rc;
}

static int children_read(MlConn *c, const MlNodeId *id, int fields, MlBuf *out, int *found, MlErr *e) {
  MlTree t;
  Read r = {.id = id, .direct = 1};
  sqlite3_stmt *hold = NULL;
  int there;
  int rc = ml_meta_installed(c, &there, e);
  if (rc) return rc;
  ml_tree_open(&t);
  if (there) rc = ml_meta_hold(c, &hold, e);
  if (!rc && there) rc = tree_read(c, id, &t, &r.now, &r.top, e);
  *found = r.top != NULL || !id->path.n;
  if (!rc && *found) rc = children_put(id, r.top, fields, out, e);
  if (!rc) rc = ml_large_fill(c, id->key, out, e);
  int noted = !rc && fields && r.top && !r.top->value.p;
  if (noted) rc = read_wants(c, &r, t.soonest != 0, e);
  ml_meta_release(c, hold);
  if (!rc && noted) {
    rc = read_note(c, &r, e);
  }
  ml_tree_free(&t);
  return rc;
}

int ml_read_fields(MlConn *c, const MlNodeId *id, MlBuf *out, int *found, MlErr *e) {
  return children_read(c, id, 1, out, found, e);
}

int ml_read_names(MlConn *c, const MlNodeId *id, MlBuf *out, int *found, MlErr *e) {
  return children_read(c, id, 0, out, found, e);
}

/* ---- lists ---- */

typedef struct Recent {
  MlBuf *out;
  int wanted, use;
  MlTree returned; /* the elements, if they are to be recorded, noted, or to live on */
} Recent;

static int element_put(void *arg, const MlNodeId *element, MlText json, i64 expires, MlErr *e) {
  Recent *r = arg;
  if (r->out->rc) return ml_err_nomem(e);
  if (r->out->p[r->out->n - 1] != '[') ml_buf_char(r->out, ',');
  ml_buf_text(r->out, json);
  if (!r->wanted && !r->use) return SQLITE_OK;
  MlText path = ml_tree_keep(&r->returned, element->path);
  MlNode *n = path.p ? ml_tree_make(&r->returned, path) : NULL;
  if (!n) return ml_err_nomem(e);
  n->value = ml_tree_keep(&r->returned, json);
  ml_tree_date(&r->returned, n, expires);
  return n->value.p ? SQLITE_OK : ml_err_nomem(e);
}

int ml_read_recent(MlConn *c, const MlNodeId *list, i64 n, MlBuf *out, MlErr *e) {
  Recent r = {.out = out};
  Read read = {.id = list};
  sqlite3_stmt *hold = NULL;
  int there;
  ml_tree_open(&r.returned);
  read.top = &r.returned.root;
  int rc = ml_meta_installed(c, &there, e);
  ml_buf_char(out, '[');
  if (!rc && there) rc = ml_meta_hold(c, &hold, e);
  if (!rc && there) rc = read_wants(c, &read, 1, e);
  if (!rc && there) rc = ml_use_list(c, list, &r.use, e);
  r.wanted = read.record || read.refresh;
  if (!rc && there) rc = ml_list_recent(c, list, n, &read.now, element_put, &r, e);
  ml_buf_char(out, ']');
  if (!rc) rc = ml_large_fill(c, list->key, out, e);
  ml_meta_release(c, hold);
  read.refresh = read.refresh && r.returned.soonest;
  if (!rc && r.returned.n) rc = read_note(c, &read, e);
  ml_tree_free(&r.returned);
  if (rc) return rc;
  return out->rc ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_read_snapshot(MlConn *c, MlText key, MlScope scope, MlBuf *out, MlErr *e) {
  MlTree t;
  sqlite3_stmt *hold = NULL;
  MlNow now = {0};
  int there;
  MlNodeId all = {key, scope, {"", 0}};
  int rc = ml_meta_installed(c, &there, e);
  if (rc) return rc;
  ml_tree_open(&t);
  if (there) rc = ml_meta_hold(c, &hold, e);
  if (!rc && there) rc = ml_cell_load(c, &all, &t, e);
  if (!rc) rc = ml_expire_hide(c, &t, &now, e);
  if (!rc && ml_state_values(&t, out)) rc = ml_err_nomem(e);
  if (!rc) rc = ml_large_fill(c, key, out, e);
  ml_meta_release(c, hold);
  ml_tree_free(&t);
  return rc;
}
