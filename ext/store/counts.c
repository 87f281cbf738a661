#include "counts.h"

#include "../data/path.h"
#include "used.h"

#include <string.h>

/* clang-format off */
#define THIS " WHERE key=?1 AND scope=?2 AND path=?3 AND kind=2"
#define STATEMENTS(X) \
  X(GET, "SELECT kind, value FROM main.memlog_cell" THIS " AND typeof(value)='text'") \
  X(PUT, "UPDATE main.memlog_cell SET value=?4" THIS)
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_counts_open(MlConn *c) { ML_STMT_OPEN(&c->counts_sql, c->db, statements); }

/* *counts is 0 if no list stands there, or its row does not count. */
static int row_find(MlConn *c, MlText key, MlScope scope, MlText list, MlListRow *row, int *counts, MlErr *e) {
  sqlite3_stmt *st;
  MlCell cell = {0};
  int rc = ml_stmt_take(&c->counts_sql, GET, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, ml_event_scope_code(scope));
  ml_stmt_text(st, 3, list);
  *counts = sqlite3_step(st) == SQLITE_ROW && ml_cell_read(st, 0, &cell) && cell.list.counted;
  *row = cell.list;
  rc = ml_stmt_give(&c->counts_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}

int ml_counts_put(MlConn *c, MlText key, MlScope scope, MlText list, const MlListRow *row, MlErr *e) {
  sqlite3_stmt *st;
  char text[ML_LIST_ROW_TEXT];
  int rc = ml_stmt_take(&c->counts_sql, PUT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, ml_event_scope_code(scope));
  ml_stmt_text(st, 3, list);
  ml_cell_bind_list(st, 4, row, text);
  MlPermit outer = c->permit;
  u8 counted = c->recording.counted;
  c->permit = (MlPermit){.cell = 1, .key = key, .scope = ml_event_scope_code(scope), .put = list};
  c->recording.counted = 1;
  c->storing++;
  rc = ml_stmt_run(&c->counts_sql, st, "writing memory", e);
  c->storing--;
  i64 left = c->permit.cell;
  c->permit = outer;
  c->recording.counted = counted;
  return !rc && left ? ml_conn_no_triggers(e, "memlog_cell") : rc;
}

int ml_counts_changed(MlConn *c, MlText key, MlScope scope, MlText path, MlCountsWhat what, MlErr *e) {
  MlListRow row;
  int counts;
  if (c->recording.counted || (c->rules_known && !c->rules.any)) return SQLITE_OK;
  MlText list = {path.p, ml_path_parent(path)};
  if (!list.n || ml_path_index(ml_path_last(path)) < 0) return SQLITE_OK;
  int rc = row_find(c, key, scope, list, &row, &counts, e);
  if (rc || !counts) return rc;
  if (what == ML_COUNTS_PUT) row.counted = 0;
  if (what == ML_COUNTS_GONE && --row.counted < 1) row.counted = 0;
  row.weighed = 0;
  return ml_counts_put(c, key, scope, list, &row, e);
}

int ml_counts_removed(MlConn *c, MlText key, MlScope scope, MlText path, int is_value, MlErr *e) {
  if (c->rules_known && !c->rules.any) return SQLITE_OK;
  int rc = ml_used_removed(c, key, scope, path, !is_value, e);
  return rc || !is_value ? rc : ml_counts_changed(c, key, scope, path, ML_COUNTS_GONE, e);
}
