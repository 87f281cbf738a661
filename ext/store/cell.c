#include "cell.h"

#include "../data/path.h"
#include "before.h"
#include "counts.h"
#include "ttl.h"

#include <string.h>

/* clang-format off */
#define THIS " WHERE key=?1 AND scope=?2 AND path=?3"
/* In a file of UTF-16 other texts, too, stand between "a." and "a/". */
#define UNDER \
  " WHERE key=?1 AND scope=?2 AND path>?3||'.' AND path<?3||'/' AND substr(path, length(?3)+1, 1)='.'"
#define STATEMENTS(X) \
  X(GET,          "SELECT kind, value, at, expires FROM main.memlog_cell" THIS) \
  X(HEAD,         "SELECT value, kind FROM main.memlog_cell WHERE key=?1 AND scope='' AND path=''") \
  X(KIND,         "SELECT kind FROM main.memlog_cell" THIS) \
  X(REPLACE,      "UPDATE main.memlog_cell SET value=?4, at=?5" THIS " AND kind=1") \
  X(REPLACE_DATED, "UPDATE main.memlog_cell SET value=?4, at=?5, expires=?7" THIS " AND kind=1") \
  X(COUNT_ON,     "UPDATE main.memlog_cell SET value=?4, at=?5" THIS " AND kind=2") \
  X(PUT,          "REPLACE INTO main.memlog_cell(key, scope, path, value, at, kind, expires)" \
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)") \
  X(DATE,         "UPDATE main.memlog_cell SET expires=?4" THIS " AND expires IS NOT ?4") \
  X(DATE_WRITTEN, "UPDATE main.memlog_cell SET expires=?4, at=?5" THIS " AND expires IS NOT ?4") \
  X(HOLD,         "UPDATE main.memlog_cell SET expires=?4" THIS " AND expires<?4") \
  X(REMOVE,       "DELETE FROM main.memlog_cell" THIS) \
  X(REMOVE_UNDER, "DELETE FROM main.memlog_cell" UNDER) \
  X(REMOVE_ALL,   "DELETE FROM main.memlog_cell WHERE key=?1 AND scope=?2") \
  X(LOAD_UNDER,   "SELECT path, kind, value, expires FROM main.memlog_cell" UNDER) \
  X(LOAD_ALL,     "SELECT path, kind, value, expires FROM main.memlog_cell WHERE key=?1 AND scope=?2") \
  X(HOLDS,        "SELECT 1 FROM main.memlog_cell" UNDER " LIMIT 1") \
  X(LIVE_UNDER,   "SELECT 1 FROM main.memlog_cell" UNDER " AND (expires IS NULL OR (expires>?4 AND expires<?5)) LIMIT 1") \
  X(LIVE_COUNT,   "SELECT count(*) FROM main.memlog_cell" UNDER " AND (expires IS NULL OR expires>?4)") \
  X(DUE,          "SELECT path, kind, expires FROM main.memlog_cell WHERE key=?1 AND scope=?2 AND expires<=?3" \
                  " ORDER BY expires LIMIT 1") \
  X(SIZE,         "SELECT sum(length(CAST(path AS BLOB)) + iif(kind=1, length(CAST(value AS BLOB)), 0)), count(*)," \
                  " min(expires) FROM main.memlog_cell WHERE key=?1 AND scope>''") \
  X(SIZE_WHOLE,   "SELECT sum(length(CAST(path AS BLOB)) + iif(kind=1, iif(substr(value, 1, 12)='{\"digest\": \"'," \
                  " min(CAST(substr(value, 55, 10) AS INTEGER), 1000000000), length(CAST(value AS BLOB))), 0)), count(*)," \
                  " min(expires) FROM main.memlog_cell WHERE key=?1 AND scope>''") \
  X(BOUNDS,       "SELECT count(*), min(CAST(substr(path, length(?3)+2) AS INTEGER))," \
                  " max(CAST(substr(path, length(?3)+2) AS INTEGER)), min(expires) FROM main.memlog_cell" UNDER)
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

int ml_cell_damaged(const MlNodeId *id, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memory of key %s: the stored row of path %s is damaged",
                    ml_err_show(key, id->key), ml_err_show(path, id->path));
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
    cell->expires = ml_cell_expires(cell->st, 3);
    if (cell->expires >= 0) return SQLITE_OK;
  }
  rc = rc == SQLITE_ROW ? ml_cell_damaged(id, e) : ml_err_db(e, c->db, rc, "reading memory");
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
    if (found < ML_CELL_OBJECT || found > ML_CELL_LIST) rc = ml_cell_damaged(id, e);
  }
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (rc2 && !rc) rc = ml_err_db(e, c->db, rc2, "reading memory");
  return rc;
}

/* By the clock, read once for all that an operation writes. */
static i64 put_time(const MlConn *c) { return c->recording.now ? c->recording.now : ml_conn_now(c) / 1000; }

/* Steps a statement that puts one cell; *changed is how many rows it changed. expires: when it expires as the recorder
** is to be told. */
static int put_run(MlConn *c, sqlite3_stmt *st, MlText key, MlText scope, MlText path, i64 expires, i64 *changed,
                   MlErr *e) {
  MlPlace from = c->pending.now.end;
  int before = c->recording.before && !c->recording.dating && path.n;
  int rc = before ? ml_before_node(c, key, path, e) : SQLITE_OK;
  if (rc) {
    ml_stmt_give(&c->cell_sql, st);
    return rc;
  }
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, scope);
  ml_stmt_text(st, 3, path);
  MlPermit outer = c->permit; /* of a statement whose trigger led here */
  c->permit = (MlPermit){.cell = 1, .key = key, .scope = scope, .put = path, .expires = expires};
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

static int node_run(MlConn *c, sqlite3_stmt *st, const MlNodeId *id, i64 expires, i64 *changed, MlErr *e) {
  return put_run(c, st, id->key, ml_event_scope_code(id->scope), id->path, expires, changed, e);
}

/* How long the node lives from now on; the column says it, where it has a time of its own. */
static int lifetime_find(MlConn *c, const MlNodeId *id, i64 *expires, MlErr *e) {
  *expires = 0;
  int rc = ml_ttl_deadline(c, id, put_time(c), expires, e);
  if (*expires) c->dated = 1;
  return rc;
}

int ml_cell_replace(MlConn *c, const MlNodeId *id, MlText json, int *done, MlErr *e) {
  sqlite3_stmt *st;
  i64 changed = 0, expires;
  int rc = lifetime_find(c, id, &expires, e);
  /* Where nothing in the file expires there is no index to look after. */
  if (!rc) rc = ml_stmt_take(&c->cell_sql, c->dated ? REPLACE_DATED : REPLACE, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 4, json);
  sqlite3_bind_int64(st, 5, put_time(c));
  if (expires) sqlite3_bind_int64(st, 7, expires);
  rc = node_run(c, st, id, expires, &changed, e);
  *done = changed > 0;
  return rc || !*done ? rc : ml_counts_changed(c, id->key, id->scope, id->path, ML_COUNTS_REPLACED, e);
}

/* Runs a statement that changes nothing but when a node expires. */
static int date_run(MlConn *c, sqlite3_stmt *st, const MlNodeId *id, i64 expires, int *changed, MlErr *e) {
  i64 n;
  u8 outer = c->recording.dating;
  if (expires) sqlite3_bind_int64(st, 4, expires);
  if (expires) c->dated = 1;
  c->recording.dating = 1;
  int rc = node_run(c, st, id, 0, &n, e);
  c->recording.dating = outer;
  *changed = n > 0;
  return rc;
}

int ml_cell_date(MlConn *c, const MlNodeId *id, i64 expires, i64 at, int *changed, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, at < 0 ? DATE : DATE_WRITTEN, &st, e);
  if (rc) return rc;
  if (at >= 0) sqlite3_bind_int64(st, 5, at);
  return date_run(c, st, id, expires, changed, e);
}

/* The container holds something: if it expires at all, then with the last node in it. The recorder is not told. */
static int cell_hold(MlConn *c, const MlNodeId *id, MlErr *e) {
  sqlite3_stmt *st;
  int changed;
  int rc = ml_stmt_take(&c->cell_sql, HOLD, &st, e);
  return rc ? rc : date_run(c, st, id, ML_CELL_WITH_LAST, &changed, e);
}

/* What the node lies under holds something now. */
static int parent_hold(MlConn *c, const MlNodeId *id, MlErr *e) {
  MlNodeId up = {id->key, id->scope, {id->path.p, ml_path_parent(id->path)}};
  return c->dated && up.path.n ? cell_hold(c, &up, e) : SQLITE_OK;
}

static int cell_put(MlConn *c, sqlite3_stmt *st, const MlNodeId *id, MlCellKind kind, int holds, MlErr *e) {
  i64 changed, expires;
  int rc = lifetime_find(c, id, &expires, e);
  if (rc) {
    ml_stmt_give(&c->cell_sql, st);
    return rc;
  }
  sqlite3_bind_int64(st, 5, put_time(c));
  sqlite3_bind_int64(st, 6, kind);
  if (expires) sqlite3_bind_int64(st, 7, holds ? ML_CELL_WITH_LAST : expires);
  rc = node_run(c, st, id, expires, &changed, e);
  if (rc) return rc;
  return changed == 1 ? parent_hold(c, id, e) : ml_conn_no_triggers(e, "memlog_cell");
}

int ml_cell_put_object(MlConn *c, const MlNodeId *id, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  return rc ? rc : cell_put(c, st, id, ML_CELL_OBJECT, 0, e);
}

int ml_cell_put_holder(MlConn *c, const MlNodeId *id, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  return rc ? rc : cell_put(c, st, id, ML_CELL_OBJECT, 1, e);
}

int ml_cell_put_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 4, json);
  rc = cell_put(c, st, id, ML_CELL_VALUE, 0, e);
  return rc ? rc : ml_counts_changed(c, id->key, id->scope, id->path, ML_COUNTS_PUT, e);
}

int ml_cell_put_list(MlConn *c, const MlNodeId *id, const MlListRow *row, MlErr *e) {
  sqlite3_stmt *st;
  char text[ML_LIST_ROW_TEXT];
  int rc = ml_stmt_take(&c->cell_sql, PUT, &st, e);
  if (rc) return rc;
  ml_cell_bind_list(st, 4, row, text);
  return cell_put(c, st, id, ML_CELL_LIST, 0, e);
}

int ml_cell_count_list(MlConn *c, const MlNodeId *id, const MlListRow *row, MlErr *e) {
  sqlite3_stmt *st;
  char text[ML_LIST_ROW_TEXT];
  i64 changed;
  int rc = ml_stmt_take(&c->cell_sql, COUNT_ON, &st, e);
  if (rc) return rc;
  ml_cell_bind_list(st, 4, row, text);
  sqlite3_bind_int64(st, 5, put_time(c));
  u8 outer = c->recording.counted;
  c->recording.counted = 1;
  rc = node_run(c, st, id, 0, &changed, e);
  c->recording.counted = outer;
  if (rc) return rc;
  return changed == 1 ? SQLITE_OK : ml_conn_no_triggers(e, "memlog_cell");
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
  ml_tree_date(t, n, cell->expires);
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
    cell.expires = ml_cell_expires(st, 3);
    if (!found.p || !ml_cell_read(st, 1, &cell) || cell.expires < 0) {
      MlNodeId at = {id->key, id->scope, ml_stmt_column(st, 0)};
      rc = ml_cell_damaged(&at, e);
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

static int size_read(MlConn *c, int which, MlText key, i64 *bytes, i64 *nodes, i64 *soonest, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->cell_sql, which, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  *bytes = *nodes = *soonest = 0;
  if (sqlite3_step(st) == SQLITE_ROW) {
    *bytes = sqlite3_column_int64(st, 0);
    *nodes = sqlite3_column_int64(st, 1);
    *soonest = sqlite3_column_int64(st, 2);
  }
  rc = ml_stmt_give(&c->cell_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

int ml_cell_size(MlConn *c, MlText key, i64 *bytes, i64 *nodes, i64 *soonest, MlErr *e) {
  return size_read(c, SIZE, key, bytes, nodes, soonest, e);
}

int ml_cell_size_whole(MlConn *c, MlText key, i64 *bytes, i64 *nodes, i64 *soonest, MlErr *e) {
  return size_read(c, SIZE_WHOLE, key, bytes, nodes, soonest, e);
}

int ml_cell_bounds(MlConn *c, const MlNodeId *list, MlBounds *b, MlErr *e) {
  sqlite3_stmt *st;
  int rc = cell_take(c, BOUNDS, list, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 3, list->path);
  *b = (MlBounds){0};
  if (sqlite3_step(st) == SQLITE_ROW) {
    *b = (MlBounds){sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1), sqlite3_column_int64(st, 2),
                    sqlite3_column_int64(st, 3)};
  }
  rc = ml_stmt_give(&c->cell_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

/* ---- what expires ---- */

/* The first column of the first row, 0 without one. */
static int number_ask(MlConn *c, sqlite3_stmt *st, i64 *number, MlErr *e) {
  *number = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
  int rc = ml_stmt_give(&c->cell_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

static int under_ask(MlConn *c, int which, const MlNodeId *id, i64 now, i64 *number, MlErr *e) {
  sqlite3_stmt *st;
  int rc = cell_take(c, which, id, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 3, id->path);
  if (which != HOLDS) sqlite3_bind_int64(st, 4, now);
  if (which == LIVE_UNDER) sqlite3_bind_int64(st, 5, ML_CELL_WITH_LAST);
  return number_ask(c, st, number, e);
}

int ml_cell_holds(MlConn *c, const MlNodeId *id, int *yes, MlErr *e) {
  i64 found = 0;
  int rc = under_ask(c, HOLDS, id, 0, &found, e);
  *yes = found != 0;
  return rc;
}

int ml_cell_live_under(MlConn *c, const MlNodeId *id, i64 now, int *yes, MlErr *e) {
  i64 found = 0;
  int rc = under_ask(c, LIVE_UNDER, id, now, &found, e);
  *yes = found != 0;
  return rc;
}

int ml_cell_live_count(MlConn *c, const MlNodeId *list, i64 now, i64 *n, MlErr *e) {
  return under_ask(c, LIVE_COUNT, list, now, n, e);
}

int ml_cell_due(MlConn *c, MlText key, MlScope scope, i64 now, MlBuf *path, MlCellKind *kind, MlErr *e) {
  MlNodeId id = {key, scope, {"", 0}};
  sqlite3_stmt *st;
  int rc = cell_take(c, DUE, &id, &st, e);
  *kind = ML_CELL_MISSING;
  if (rc) return rc;
  sqlite3_bind_int64(st, 3, now);
  ml_buf_cut(path, 0);
  if (sqlite3_step(st) == SQLITE_ROW) {
    MlText found = ml_cell_path(st, 0);
    i64 number = sqlite3_column_int64(st, 1);
    id.path = ml_stmt_column(st, 0);
    ml_buf_text(path, found);
    *kind = (MlCellKind)number;
    int sound = found.n && number >= ML_CELL_OBJECT && number <= ML_CELL_LIST && ml_cell_expires(st, 2) > 0;
    if (!sound) rc = ml_cell_damaged(&id, e);
  }
  int rc2 = ml_stmt_give(&c->cell_sql, st);
  if (rc) return rc;
  if (rc2) return ml_err_db(e, c->db, rc2, "reading memory");
  return path->rc ? ml_err_nomem(e) : SQLITE_OK;
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
  sqlite3_bind_int64(st, 5, ml_conn_now(c) / 1000);
  rc = put_run(c, st, key, ML_TEXT(""), ML_TEXT(""), 0, &changed, e);
  if (rc) return rc;
  return changed == 1 ? SQLITE_OK : ml_conn_no_triggers(e, "memlog_cell");
}
