#include "used.h"

#include "../data/clock.h"

/* clang-format off */
#define THIS " WHERE key=?1 AND scope=?2 AND path=?3"
#define STATEMENTS(X) \
  X(NOTE,   "INSERT INTO main.memlog_used(key, scope, path, at)" \
            " SELECT key, scope, path, ?4 FROM main.memlog_cell" THIS " AND kind=1" \
            " ON CONFLICT(key, scope, path) DO UPDATE SET at=excluded.at WHERE at<excluded.at") \
  X(AT,     "SELECT at FROM main.memlog_used" THIS) \
  X(REMOVE, "DELETE FROM main.memlog_used" THIS) \
  X(UNDER,  "DELETE FROM main.memlog_used WHERE key=?1 AND scope=?2 AND path>?3||'.' AND path<?3||'/'" \
            " AND substr(path, length(?3)+1, 1)='.'") \
  X(CLEAR,  "DELETE FROM main.memlog_used WHERE key=?1 AND scope=?2")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_used_open(MlConn *c) { ML_STMT_OPEN(&c->used_sql, c->db, statements); }

static int used_take(MlConn *c, int which, MlText key, MlScope scope, MlText path, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->used_sql, which, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  ml_stmt_text(*st, 2, ml_event_scope_code(scope));
  if (which != CLEAR) ml_stmt_text(*st, 3, path);
  return SQLITE_OK;
}

/* Steps what writes as many rows as there are. */
static int used_write(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  const i64 permits = INT64_MAX / 2;
  i64 before = sqlite3_total_changes64(c->db), outer = c->permit.used;
  c->permit.used = permits;
  c->storing++;
  int rc = ml_stmt_run(&c->used_sql, st, "writing memlog_used", e);
  c->storing--;
  i64 seen = permits - c->permit.used;
  c->permit.used = outer;
  if (!rc && sqlite3_total_changes64(c->db) - before > seen) rc = ml_conn_no_triggers(e, "memlog_used");
  return rc;
}

int ml_used_note(MlConn *c, MlText key, MlScope scope, MlText path, i64 at, MlErr *e) {
  sqlite3_stmt *st;
  int rc = used_take(c, NOTE, key, scope, path, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 4, at);
  return used_write(c, st, e);
}

int ml_used_at(MlConn *c, MlText key, MlScope scope, MlText path, i64 *at, MlErr *e) {
  sqlite3_stmt *st;
  int rc = used_take(c, AT, key, scope, path, &st, e);
  *at = -1;
  if (rc) return rc;
  if (sqlite3_step(st) == SQLITE_ROW) *at = sqlite3_column_int64(st, 0);
  rc = ml_stmt_give(&c->used_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_used");
  if (*at < -1 || *at > ML_TIME_MAX / 1000) *at = -1;
  return SQLITE_OK;
}

static int used_remove(MlConn *c, int which, MlText key, MlScope scope, MlText path, MlErr *e) {
  sqlite3_stmt *st;
  int rc = used_take(c, which, key, scope, path, &st, e);
  return rc ? rc : used_write(c, st, e);
}

int ml_used_removed(MlConn *c, MlText key, MlScope scope, MlText path, int under, MlErr *e) {
  if (!path.n) return used_remove(c, CLEAR, key, scope, path, e);
  int rc = used_remove(c, REMOVE, key, scope, path, e);
  return rc || !under ? rc : used_remove(c, UNDER, key, scope, path, e);
}
