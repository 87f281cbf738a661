#include "cell.h"

#include "../data/path.h"
#include "before.h"
#include "counts.h"

#include <string.h>

/* clang-format off */
#define THIS " WHERE key=?1 AND scope=?2 AND path=?3"
/* In a file of UTF-16 other texts, too, stand between "a." and "a/". */
#define UNDER \
  " WHERE key=?1 AND scope=?2 AND path>?3||'.' AND path<?3||'/' AND substr(path, length(?3)+1, 1)='.'"
#define SCAN "SELECT key, scope, path, kind, value, at, expires FROM main.memlog_cell"
#define STATEMENTS(X) \
  X(GET,          "SELECT kind, value, at, expires FROM main.memlog_cell" THIS) \
  X(HEAD,         "SELECT value, kind FROM main.memlog_cell WHERE key=?1 AND scope='' AND path=''") \
  X(KIND,         "SELECT kind FROM main.memlog_cell" THIS) \
  X(REPLACE,      "UPDATE main.memlog_cell SET value=?4, at=?5" THIS " AND kind=1") \
  X(PUT,          "REPLACE INTO main.memlog_cell(key, scope, path, value, at, kind) VALUES(?1, ?2, ?3, ?4, ?5, ?6)") \
  X(REMOVE,       "DELETE FROM main.memlog_cell" THIS) \
  X(REMOVE_UNDER, "DELETE FROM main.memlog_cell" UNDER) \
  X(REMOVE_ALL,   "DELETE FROM main.memlog_cell WHERE key=?1 AND scope=?2") \
  X(LOAD_UNDER,   "SELECT path, kind, value FROM main.memlog_cell" UNDER) \
  X(LOAD_ALL,     "SELECT path, kind, value FROM main.memlog_cell WHERE key=?1 AND scope=?2") \
  X(SIZE,         "SELECT sum(length(CAST(path AS BLOB)) + iif(kind=1, length(CAST(value AS BLOB)), 0)), count(*)" \
                  " FROM main.memlog_cell WHERE key=?1 AND scope>''") \
  X(SIZE_WHOLE,   "SELECT sum(length(CAST(path AS BLOB)) + iif(kind=1, iif(substr(value, 1, 12)='{\"digest\": \"'," \
                  " min(CAST(substr(value, 55, 10) AS INTEGER), 1000000000), length(CAST(value AS BLOB))), 0)), count(*)" \
                  " FROM main.memlog_cell WHERE key=?1 AND scope>''") \
  X(BOUNDS,       "SELECT count(*), min(CAST(substr(path, length(?3)+2) AS INTEGER))," \
                  " max(CAST(substr(path, length(?3)+2) AS INTEGER)) FROM main.memlog_cell" UNDER) \
  X(NEXT_KEY,     "SELECT key FROM main.memlog_cell WHERE key>?1 ORDER BY key LIMIT 1") \
  X(SCAN_ALL,     SCAN " WHERE scope>'' ORDER BY key, scope, path") \
  X(SCAN_PART,    SCAN " WHERE key=?1 AND scope=?2 AND path>=?3 AND path<?4 ORDER BY path")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_cell_open(MlConn *c) { ML_STMT_OPEN(&c->cell_sql, c->db, statements); }

static int cell_take(MlConn *c, int which, const MlNodeId *id, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->cell_sql, which, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, id->key);
  ml_stmt_text(*st, 2, ml_event_scope_code(id->scope));
  return SQLITE_OK;
}

static int cell_damaged(const MlNodeId *id, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memory of key %s: the stored row of path %s is damaged",
                    ml_err_show(key, id->key), ml_err_show(path, id->path));
}

static int key_damaged(MlText key, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memory: key %s in memlog_cell is no text", ml_err_show(show, key));
}

int ml_cell_find(MlConn *c, const MlNodeId *id, MlCell *cell, MlErr *e) {
  memset(cell, 0, sizeof(*cell));
  cell->kind = ML_CELL_MISSING;
  int rc = cell_take(c, GET, id, &cell->st, e);
  if (rc) return rc;
  ml_stmt_text(cell->st, 3, id->path);
  rc = sqlite3_step(cell->st);
  if (rc == SQLITE_DONE) return SQLITE_OK;
  if (rc == SQLITE_ROW && ml_cell_read(cell->st, 0, cell)) {
    cell->at = ml_cell_at(cell->st, 2);
    return SQLITE_OK;
  }
  rc = rc == SQLITE_ROW ? cell_damaged(id, e) : ml_err_db(e, c->db, rc, "reading memory");
  ml_stmt_give(&c->cell_sql, cell->st);
  cell->st = NULL;
  return rc;
}

int ml_cell_done(MlConn *c, MlCell *cell, MlErr *e) {
  int rc = ml_stmt_give(&c->cell_sql, cell->st);
  cell->st = NULL;
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

/* Only the kind; a list's row is looked at only if it is wanted. */
int ml_cell_kind(MlConn *c, const MlNodeId *id, MlCellKind *kind, MlListRow *list, MlErr *e) {
  MlCell cell;
  sqlite3_stmt *st;
  int rc;
  *kind = ML_CELL_MISSING;
  if (list) {
    rc = ml_cell_find(c, id, &cell, e);
    if (rc) return rc;
    *kind = cell.kind;
    *list = cell.list;
    return ml_cell_done(c, &cell, e);
  }
  rc = cell_take(c, KIND, id, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 3, id->path);
  if (sqlite3_step(st) == SQLITE_ROW) {
    i64 found = sqlite3_column_type(st, 0) == SQLITE_INTEGER ? sqlite3_column_int64(st, 0) : -1;
    *kind = (MlCellKind)found;
    if (found < ML_CELL_OBJECT || found > ML_CELL_LIST) rc = cell_damaged(id, e);
  }
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (rc2 && !rc) rc = ml_err_db(e, c->db, rc2, "reading memory");
  return rc;
}

/* Steps a statement that puts one cell; *changed is how many rows it changed. */
static int put_run(MlConn *c, sqlite3_stmt *st, MlText key, MlText scope, MlText path, i64 *changed, MlErr *e) {
  MlPlace from = c->pending.now.end;
  int before = c->recording.before && path.n;
  int rc = before ? ml_before_node(c, key, path, e) : SQLITE_OK;
  if (rc) {
    ml_stmt_give(&c->cell_sql, st);
    return rc;
  }
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, scope);
  ml_stmt_text(st, 3, path);
  sqlite3_bind_int64(st, 5, ml_conn_now(c) / 1000);
  MlPermit outer = c->permit; /* of a statement whose trigger led here */
  c->permit = (MlPermit){.cell = 1, .key = key, .scope = scope, .put = path};
  c->storing++;
  rc = ml_stmt_finish(st);
  c->storing--;
  i64 left = c->permit.cell;
  c->permit = outer;
  *changed = rc == SQLITE_DONE ? sqlite3_changes64(c->db) : 0;
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (rc != SQLITE_DONE) return ml_err_db(e, c->db, rc2 ? rc2 : rc, "writing memory");
  if (before && !*changed) ml_pending_cut(&c->pending, from);
  if (*changed && left) return ml_conn_no_triggers(e, "memlog_cell");
  return SQLITE_OK;
}

int ml_cell_replace(MlConn *c, const MlNodeId *id, MlText json, int *done, MlErr *e) {
  sqlite3_stmt *st;
  i64 changed;
  int rc = ml_stmt_take(&c->cell_sql, REPLACE, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 4, json);
  rc = put_run(c, st, id->key, ml_event_scope_code(id->scope), id->path, &changed, e);
  *done = changed > 0;
  return rc || !*done ? rc : ml_counts_changed(c, id->key, id->scope, id->path, ML_COUNTS_REPLACED, e);
}

static int cell_put(MlConn *c, sqlite3_stmt *st, const MlNodeId *id, MlCellKind kind, MlErr *e) {
  i64 changed;
  sqlite3_bind_int64(st, 6, kind);
  int rc = put_run(c, st, id->key, ml_event_scope_code(id->scope), id->path, &changed, e);
  if (rc) return rc;
  return changed == 1 ? SQLITE_OK : ml_conn_no_triggers(e, "memlog_cell");
}

int ml_cell_put_object(MlConn *c, const MlNodeId *id, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  return rc ? rc : cell_put(c, st, id, ML_CELL_OBJECT, e);
}

int ml_cell_put_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 4, json);
  rc = cell_put(c, st, id, ML_CELL_VALUE, e);
  return rc ? rc : ml_counts_changed(c, id->key, id->scope, id->path, ML_COUNTS_PUT, e);
}

int ml_cell_put_list(MlConn *c, const MlNodeId *id, const MlListRow *row, MlErr *e) {
  sqlite3_stmt *st;
  char text[ML_LIST_ROW_TEXT];
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  if (rc) return rc;
  ml_cell_bind_list(st, 4, row, text);
  return cell_put(c, st, id, ML_CELL_LIST, e);
}

static int remove_run(MlConn *c, int which, const MlNodeId *id, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = cell_take(c, which, id, &st, e);
  if (rc) return rc;
  if (which != REMOVE_ALL) ml_stmt_text(st, 3, id->path);
  MlPermit outer = c->permit;
  c->permit = (MlPermit){.key = id->key, .scope = ml_event_scope_code(id->scope), .remove = id->path};
  c->storing++;
  rc = ml_stmt_finish(st);
  c->storing--;
  i64 changed = rc == SQLITE_DONE ? sqlite3_changes64(c->db) : 0;
  i64 seen = c->permit.removed;
  c->permit = outer;
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (rc != SQLITE_DONE) return ml_err_db(e, c->db, rc2 ? rc2 : rc, "writing memory");
  if (changed != seen) return ml_conn_no_triggers(e, "memlog_cell");
  *n += changed;
  return SQLITE_OK;
}

int ml_cell_remove(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e) {
  *n = 0;
  int before = c->recording.before ? ml_before_all(c, id->key, id->path, e) : SQLITE_OK;
  if (before) return before;
  MlCellKind kind = ML_CELL_OBJECT;
  int rc = id->path.n ? ml_cell_kind(c, id, &kind, NULL, e) : remove_run(c, REMOVE_ALL, id, n, e);
  if (rc || kind == ML_CELL_MISSING) return rc;
  if (id->path.n && kind != ML_CELL_VALUE) rc = remove_run(c, REMOVE_UNDER, id, n, e);
  if (!rc && id->path.n) rc = remove_run(c, REMOVE, id, n, e);
  return rc ? rc : ml_counts_removed(c, id->key, id->scope, id->path, kind == ML_CELL_VALUE, e);
}

/* Adds one found cell to the tree. Its parents are objects of their own, read before or after it. */
static int node_add(MlTree *t, MlText path, const MlCell *cell) {
  MlNode *n = path.n ? ml_tree_make(t, path) : &t->root;
  if (!n) return SQLITE_NOMEM;
  switch (cell->kind) {
  case ML_CELL_OBJECT:
    n->type = ML_OBJECT;
    break;
  case ML_CELL_LIST:
    n->type = ML_LIST;
    n->next_index = cell->list.next;
    break;
  default:
    n->value = ml_tree_keep(t, cell->value);
    if (!n->value.p) return SQLITE_NOMEM;
    n->type = ml_json_type(n->value);
  }
  return SQLITE_OK;
}

static int tree_load(MlConn *c, int which, const MlNodeId *id, MlTree *t, MlErr *e) {
  sqlite3_stmt *st;
  int rc = cell_take(c, which, id, &st, e);
  if (rc) return rc;
  if (which == LOAD_UNDER) ml_stmt_text(st, 3, id->path);
  while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
    MlCell cell = {0};
    MlText found = ml_cell_path(st, 0);
    if (!found.p || !ml_cell_read(st, 1, &cell)) {
      MlNodeId at = {id->key, id->scope, ml_stmt_column(st, 0)};
      rc = cell_damaged(&at, e);
    } else {
      MlText path = ml_tree_keep(t, found);
      rc = path.p ? node_add(t, path, &cell) : SQLITE_NOMEM;
    }
    if (rc) break;
  }
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (rc == SQLITE_DONE) rc = rc2;
  if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

int ml_cell_load(MlConn *c, const MlNodeId *id, MlTree *t, MlErr *e) {
  if (!id->path.n) return tree_load(c, LOAD_ALL, id, t, e);
  MlCell cell;
  int rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  int under = cell.kind == ML_CELL_OBJECT || cell.kind == ML_CELL_LIST;
  if (cell.kind != ML_CELL_MISSING && node_add(t, id->path, &cell)) rc = ml_err_nomem(e);
  int rc2 = ml_cell_done(c, &cell, e);
  if (rc || rc2) return rc ? rc : rc2;
  return under ? tree_load(c, LOAD_UNDER, id, t, e) : SQLITE_OK;
}

static int size_read(MlConn *c, int which, MlText key, i64 *bytes, i64 *nodes, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, which, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  *bytes = *nodes = 0;
  if (sqlite3_step(st) == SQLITE_ROW) {
    *bytes = sqlite3_column_int64(st, 0);
    *nodes = sqlite3_column_int64(st, 1);
  }
  rc = ml_stmt_give(&c->cell_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

int ml_cell_size(MlConn *c, MlText key, i64 *bytes, i64 *nodes, MlErr *e) {
  return size_read(c, SIZE, key, bytes, nodes, e);
}

int ml_cell_size_whole(MlConn *c, MlText key, i64 *bytes, i64 *nodes, MlErr *e) {
  return size_read(c, SIZE_WHOLE, key, bytes, nodes, e);
}

int ml_cell_bounds(MlConn *c, const MlNodeId *list, i64 *n, i64 *first, i64 *last, MlErr *e) {
  sqlite3_stmt *st;
  int rc = cell_take(c, BOUNDS, list, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 3, list->path);
  *n = *first = *last = 0;
  if (sqlite3_step(st) == SQLITE_ROW) {
    *n = sqlite3_column_int64(st, 0);
    *first = sqlite3_column_int64(st, 1);
    *last = sqlite3_column_int64(st, 2);
  }
  rc = ml_stmt_give(&c->cell_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

/* Binds a key as it stands in the file. Where SQLite is given UTF-16 it takes a U+FEFF at the front for a byte order
** mark and leaves it out: such a key gets another one to lose. */
static int key_bind(MlConn *c, sqlite3_stmt *st, sqlite3_value *key) {
  static const uint16_t mark = 0xfeff;
  MlBuf b = {0};
  const void *text = c->utf8 ? NULL : sqlite3_value_text16(key);
  i64 n = text ? sqlite3_value_bytes16(key) : 0;
  if (!c->utf8 && !text) return SQLITE_NOMEM;
  if (n < (i64)sizeof(mark) || memcmp(text, &mark, sizeof(mark)) != 0) return sqlite3_bind_value(st, 1, key);
  ml_buf_put(&b, &mark, sizeof(mark));
  ml_buf_put(&b, text, n);
  int rc = b.rc ? b.rc : sqlite3_bind_text64(st, 1, b.p, (u64)b.n, SQLITE_TRANSIENT, SQLITE_UTF16);
  ml_buf_free(&b);
  return rc;
}

int ml_cell_next_key(MlConn *c, sqlite3_value **at, MlBuf *out, int *more, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, NEXT_KEY, &st, e);
  if (rc) return rc;
  int bound = *at ? key_bind(c, st, *at) : ml_stmt_text(st, 1, ML_TEXT(""));
  *more = !bound && sqlite3_step(st) == SQLITE_ROW;
  ml_buf_cut(out, 0);
  ml_cell_key_free(at);
  if (*more) {
    *at = sqlite3_value_dup(sqlite3_column_value(st, 0));
    ml_buf_text(out, ml_stmt_column(st, 0));
    if (!*at) rc = ml_err_nomem(e);
    if (!rc && sqlite3_value_type(*at) != SQLITE_TEXT) rc = key_damaged(ml_buf_view(out), e);
  }
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (bound) return ml_err_db(e, c->db, bound, "reading memory");
  if (rc) return rc;
  if (rc2) return ml_err_db(e, c->db, rc2, "reading memory");
  return out->rc ? ml_err_nomem(e) : SQLITE_OK;
}

void ml_cell_key_free(sqlite3_value **at) {
  sqlite3_value_free(*at);
  *at = NULL;
}

/* ---- walking ---- */

/* The walk is made of legs, for each key and scope at most two: the node at a path, and what lies under it, which is
** not all that follows it in order ("a-b" stands between "a" and "a.b"). */
#define LEGS         (2 * ML_SCOPES)
#define NO_MORE_LEGS (LEGS + 1)

int ml_cell_scan(MlConn *c, MlCellScan *s, const MlCellWant *want, MlErr *e) {
  int rc = SQLITE_OK;
  sqlite3_reset(s->st);
  s->want = *want;
  s->st = NULL;
  s->leg = want->key.p ? 0 : LEGS;
  ml_cell_key_free(&s->last);
  if (!want->key.p && !want->path.p && want->scopes == ML_BOTH_SCOPES) {
    if (!s->all) rc = ml_stmt_take(&c->cell_sql, SCAN_ALL, &s->all, e);
    s->st = s->all;
    s->leg = NO_MORE_LEGS;
  } else if (!s->part) {
    rc = ml_stmt_take(&c->cell_sql, SCAN_PART, &s->part, e);
  }
  return rc;
}

static int leg_bind(MlCellScan *s, MlScope scope, int under, MlErr *e) {
  const MlCellWant *w = &s->want;
  ml_buf_cut(&s->low, 0);
  ml_buf_cut(&s->high, 0);
  ml_buf_text(&s->low, w->path);
  ml_buf_text(&s->high, w->path);
  if (under) ml_buf_char(&s->low, '.');
  ml_buf_char(&s->high, under ? '/' : 0);
  if (s->low.rc || s->high.rc) return ml_err_nomem(e);
  s->st = s->part;
  s->scope = scope;
  ml_stmt_text(s->st, 1, w->key.p ? w->key : ml_buf_view(&s->key));
  ml_stmt_text(s->st, 2, ml_event_scope_code(scope));
  ml_stmt_text(s->st, 3, ml_buf_view(&s->low));
  ml_stmt_text(s->st, 4, ml_buf_view(&s->high));
  if (!w->path.p) sqlite3_bind_blob(s->st, 4, "", 0, SQLITE_STATIC); /* greater than any text */
  return SQLITE_OK;
}

/* Binds the next leg; *more is 0 if there is none. */
static int leg_next(MlConn *c, MlCellScan *s, int *more, MlErr *e) {
  const MlCellWant *w = &s->want;
  for (;; s->leg++) {
    *more = s->leg < LEGS;
    if (s->leg == LEGS) {
      int rc = SQLITE_OK;
      if (!w->key.p) rc = ml_cell_next_key(c, &s->last, &s->key, more, e);
      s->leg = *more ? 0 : NO_MORE_LEGS;
      if (rc || !*more) return rc;
    }
    MlScope scope = s->leg < 2 ? ML_SENSORY : ML_SHORT_TERM;
    int under = s->leg & 1;
    if (!(w->scopes & ML_SCOPE_BIT(scope)) || (under && !w->under)) continue;
    s->leg++;
    return leg_bind(s, scope, under, e);
  }
}

static int is_text(sqlite3_stmt *st, int i) { return sqlite3_column_type(st, i) == SQLITE_TEXT; }

/* Of a part key and scope are known. Else the row says them; *sound is 0 if it does not. */
static MlNodeId owner_read(const MlCellScan *s, int *sound) {
  if (s->st == s->part) return (MlNodeId){s->want.key.p ? s->want.key : ml_buf_view(&s->key), s->scope, {NULL, 0}};
  int scope = is_text(s->st, 1) ? ml_event_scope_coded(ml_stmt_column(s->st, 1)) : -1;
  *sound = is_text(s->st, 0) && scope >= 0;
  return (MlNodeId){ml_stmt_column(s->st, 0), (MlScope)scope, {NULL, 0}};
}

static int row_read(MlCellScan *s, MlErr *e) {
  int sound = 1;
  s->id = owner_read(s, &sound);
  s->id.path = ml_cell_path(s->st, 2);
  s->cell = (MlCell){.at = ml_cell_at(s->st, 5)};
  if (sound && s->id.key.p && s->id.path.p && ml_cell_read(s->st, 3, &s->cell)) return SQLITE_OK;
  s->id.path = ml_stmt_column(s->st, 2);
  if (sound && is_text(s->st, 2) && (!s->id.key.p || !s->id.path.p)) return ml_err_nomem(e);
  return cell_damaged(&s->id, e);
}

int ml_cell_scan_next(MlConn *c, MlCellScan *s, int *more, MlErr *e) {
  for (;;) {
    int rc = SQLITE_OK;
    *more = s->st != NULL;
    if (!*more && s->leg != NO_MORE_LEGS) rc = leg_next(c, s, more, e);
    if (rc || !*more) return rc;
    rc = sqlite3_step(s->st);
    if (rc == SQLITE_ROW) {
      rc = row_read(s, e);
      /* In a file of UTF-16 other texts, too, stand between "a." and "a/". */
      if (rc || !s->want.path.p || ml_path_under(s->id.path, s->want.path)) return rc;
      continue;
    }
    rc = sqlite3_reset(s->st);
    if (rc) return ml_err_db(e, c->db, rc, "reading memory");
    s->st = NULL;
  }
}

void ml_cell_scan_rest(MlCellScan *s) {
  sqlite3_reset(s->st);
  s->st = NULL;
  s->leg = NO_MORE_LEGS;
}

void ml_cell_scan_end(MlConn *c, MlCellScan *s) {
  ml_stmt_give(&c->cell_sql, s->all);
  ml_stmt_give(&c->cell_sql, s->part);
  ml_cell_key_free(&s->last);
  ml_buf_free(&s->key);
  ml_buf_free(&s->low);
  ml_buf_free(&s->high);
  *s = (MlCellScan){0};
}

int ml_cell_head(MlConn *c, MlText key, MlBuf *out, int *found, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, HEAD, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  *found = sqlite3_step(st) == SQLITE_ROW;
  int is_head = *found && sqlite3_column_type(st, 0) == SQLITE_TEXT && sqlite3_column_int64(st, 1) == ML_CELL_HEAD;
  if (is_head) ml_buf_text(out, ml_stmt_column(st, 0));
  rc = ml_stmt_give(&c->cell_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading a key's head");
  return out->rc ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_cell_put_head(MlConn *c, MlText key, MlText json, MlErr *e) {
  sqlite3_stmt *st;
  i64 changed;
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 4, json);
  sqlite3_bind_int64(st, 6, ML_CELL_HEAD);
  rc = put_run(c, st, key, ML_TEXT(""), ML_TEXT(""), &changed, e);
  if (rc) return rc;
  return changed == 1 ? SQLITE_OK : ml_conn_no_triggers(e, "memlog_cell");
}
