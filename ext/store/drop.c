#include "drop.h"

/* clang-format off */
#define COUNT(table) "(SELECT count(*) FROM main." table " WHERE seq<=?1)"
#define LEFT(table) "(SELECT count(*) FROM (SELECT 1 FROM main." table " WHERE seq>?1 AND seq<=?2 LIMIT ?3))"
#define STATEMENTS(X) \
  X(EVENT,    "DELETE FROM main.memlog_event WHERE seq<=?1") \
  X(QUIET,    "DELETE FROM main.memlog_quiet WHERE seq<=?1") \
  X(IMPORT,   "DELETE FROM main.memlog_import WHERE seq<=?1") \
  X(SNAPSHOT, "DELETE FROM main.memlog_snapshot WHERE key=?1 AND seq<?2") \
  X(RUN,      "DELETE FROM main.memlog_run WHERE run=?1 AND end_seq=?2") \
  X(ITEM,     "DELETE FROM main.memlog_item INDEXED BY memlog_item_past WHERE key=?1 AND ended BETWEEN 1 AND ?2" \
              " AND admission IS NOT 'quarantined'" \
              " AND number NOT IN (SELECT number FROM main.memlog_unindexed)") \
  X(COUNT,    "SELECT " COUNT("memlog_event") ", " COUNT("memlog_quiet") "," \
              " (SELECT count(*) FROM main.memlog_run WHERE end_seq BETWEEN -?1 AND ?1)") \
  X(IMPORTS,  "SELECT " COUNT("memlog_import")) \
  X(LEFT,     "SELECT " LEFT("memlog_event") ", " LEFT("memlog_quiet"))
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

#define ANY_NUMBER (INT64_MAX / 2)

void ml_drop_open(MlConn *c) { ML_STMT_OPEN(&c->drop_sql, c->db, statements); }

/* Steps a DELETE of a table; its guard must have let through each row that went. */
static int delete_run(MlConn *c, sqlite3_stmt *st, const char *table, i64 *permit, i64 *n, MlErr *e) {
  *permit = ANY_NUMBER;
  c->storing++;
  int rc = ml_stmt_run(&c->drop_sql, st, "pruning", e);
  c->storing--;
  i64 met = ANY_NUMBER - *permit;
  *permit = 0;
  if (rc) return rc;
  *n = sqlite3_changes64(c->db);
  return met == *n ? SQLITE_OK : ml_conn_no_triggers(e, table);
}

int ml_drop_log(MlConn *c, int quiet, i64 upto, i64 n, MlErr *e) {
  sqlite3_stmt *st;
  const char *table = quiet ? "memlog_quiet" : "memlog_event";
  i64 gone;
  int rc = ml_stmt_take(&c->drop_sql, quiet ? QUIET : EVENT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, upto);
  rc = delete_run(c, st, table, quiet ? &c->permit.quiet : &c->permit.event, &gone, e);
  if (rc || gone == n) return rc;
  return ml_err_set(e, SQLITE_CONSTRAINT,
                    "memlog: mem_prune: %lld rows of %s went, not the %lld that should: a trigger is in the way, or "
                    "there are rows before the place that the log was pruned up to",
                    gone, table, n);
}

int ml_drop_snapshots(MlConn *c, MlText key, i64 before, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->drop_sql, SNAPSHOT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  sqlite3_bind_int64(st, 2, before);
  return delete_run(c, st, "memlog_snapshot", &c->permit.snapshot, n, e);
}

int ml_drop_run(MlConn *c, i64 run, i64 end_place, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->drop_sql, RUN, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, run);
  sqlite3_bind_int64(st, 2, end_place);
  return delete_run(c, st, "memlog_run", &c->permit.run, n, e);
}

int ml_drop_imports(MlConn *c, i64 upto, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->drop_sql, IMPORT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, upto);
  return delete_run(c, st, "memlog_import", &c->permit.import, n, e);
}

int ml_drop_items(MlConn *c, MlText key, i64 upto, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->drop_sql, ITEM, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  sqlite3_bind_int64(st, 2, upto);
  return delete_run(c, st, "memlog_item", &c->permit.item, n, e);
}

static int read_end(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->drop_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "counting what can be pruned") : SQLITE_OK;
}

int ml_drop_count(MlConn *c, i64 upto, MlDropCount *n, MlErr *e) {
  sqlite3_stmt *st;
  *n = (MlDropCount){0};
  int rc = ml_stmt_take(&c->drop_sql, COUNT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, upto);
  if (sqlite3_step(st) == SQLITE_ROW) {
    n->events = sqlite3_column_int64(st, 0);
    n->quiet = sqlite3_column_int64(st, 1);
    n->runs = sqlite3_column_int64(st, 2);
  }
  rc = read_end(c, st, e);
  if (rc || c->version < 2) return rc;
  rc = ml_stmt_take(&c->drop_sql, IMPORTS, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, upto);
  if (sqlite3_step(st) == SQLITE_ROW) n->imports = sqlite3_column_int64(st, 0);
  return read_end(c, st, e);
}

int ml_drop_left(MlConn *c, i64 after, i64 upto, i64 limit, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  *n = 0;
  int rc = ml_stmt_take(&c->drop_sql, LEFT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, after);
  sqlite3_bind_int64(st, 2, upto);
  sqlite3_bind_int64(st, 3, limit);
  if (sqlite3_step(st) == SQLITE_ROW) *n = sqlite3_column_int64(st, 0) + sqlite3_column_int64(st, 1);
  if (*n > limit) *n = limit;
  return read_end(c, st, e);
}
