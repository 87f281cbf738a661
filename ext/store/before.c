#include "before.h"

/* clang-format off */
#define CELL "SELECT path, kind, value FROM main.memlog_cell WHERE key=?1 AND scope=?2"
#define STATEMENTS(X) \
  X(NODE,  CELL " AND path=?3") \
  X(UNDER, CELL " AND path>?3||'.' AND path<?3||'/' AND substr(path, length(?3)+1, 1)='.'") \
  X(ALL,   CELL)
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_before_open(MlConn *c) { ML_STMT_OPEN(&c->before_sql, c->db, statements); }

static int node_damaged(MlText key, MlText path, MlErr *e) {
  char show[ML_ERR_SHOW], other[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memory of key %s: the stored row of path %s is damaged",
                    ml_err_show(show, key), ml_err_show(other, path));
}

/* A container is noted by an empty text: that something stood there, but no value. */
static int node_note(MlConn *c, MlText path, const MlCell *cell, MlErr *e) {
  MlRecord r = {.op = ML_OP_BEFORE, .scope = c->recording.scope, .key = c->recording.key, .path = path};
  if (cell->kind != ML_CELL_MISSING) r.value = cell->kind == ML_CELL_VALUE ? cell->value : ML_TEXT("");
  return ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
}

/* *kind: of the last node met. */
static int nodes_note(MlConn *c, int which, MlText key, MlText path, MlCellKind *kind, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->before_sql, which, &st, e);
  *kind = ML_CELL_MISSING;
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, ml_event_scope_code(c->recording.scope));
  if (which != ALL) ml_stmt_text(st, 3, path);
  while (!rc && sqlite3_step(st) == SQLITE_ROW) {
    MlCell cell = {0};
    MlText at = ml_cell_path(st, 0);
    rc = at.p && ml_cell_read(st, 1, &cell) ? node_note(c, at, &cell, e) : node_damaged(key, ml_stmt_column(st, 0), e);
    *kind = cell.kind;
  }
  int rc2 = ml_stmt_give(&c->before_sql, st);
  return !rc && rc2 ? ml_err_db(e, c->db, rc2, "reading memory") : rc;
}

int ml_before_node(MlConn *c, MlText key, MlText path, MlErr *e) {
  MlCell missing = {.kind = ML_CELL_MISSING};
  MlCellKind kind;
  int rc = nodes_note(c, NODE, key, path, &kind, e);
  return rc || kind != ML_CELL_MISSING ? rc : node_note(c, path, &missing, e);
}

int ml_before_all(MlConn *c, MlText key, MlText path, MlErr *e) {
  MlCellKind kind;
  if (!path.n) return nodes_note(c, ALL, key, path, &kind, e);
  int rc = nodes_note(c, NODE, key, path, &kind, e);
  return rc || kind == ML_CELL_VALUE ? rc : nodes_note(c, UNDER, key, path, &kind, e);
}
