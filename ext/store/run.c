#include "run.h"

#include <string.h>

/* clang-format off */
#define GET_RUN "SELECT run, key, input, output, outcome, begun, ended, begin_seq, end_seq FROM main.memlog_run WHERE "
#define STATEMENTS(X) \
  X(NEXT,     "SELECT ifnull(max(run), 0) + 1 FROM main.memlog_run") \
  X(INSERT,   "INSERT INTO main.memlog_run(run, key, input, begun, begin_seq) VALUES(?1, ?2, ?3, ?4, ?5)") \
  X(END,      "UPDATE main.memlog_run SET output=?2, outcome=?3, ended=?4, end_seq=?5 WHERE run=?1") \
  X(GET,      GET_RUN "run=?1") \
  X(ALL_UP,   GET_RUN "run BETWEEN ?1 AND ?2 ORDER BY run") \
  X(ALL_DOWN, GET_RUN "run BETWEEN ?1 AND ?2 ORDER BY run DESC") \
  X(KEY_UP,   GET_RUN "key=?3 AND run BETWEEN ?1 AND ?2 ORDER BY run") \
  X(KEY_DOWN, GET_RUN "key=?3 AND run BETWEEN ?1 AND ?2 ORDER BY run DESC")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_run_open(MlConn *c) { ML_STMT_OPEN(&c->run_sql, c->db, statements); }

int ml_run_next(MlConn *c, i64 *run, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->run_sql, NEXT, &st, e);
  if (rc) return rc;
  *run = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
  return ml_run_done(c, st, e);
}

static int write_run(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  c->permit.run = 1;
  c->storing++;
  int rc = ml_stmt_run(&c->run_sql, st, "writing memlog_run", e);
  c->storing--;
  i64 left = c->permit.run;
  c->permit.run = 0;
  if (rc) return rc;
  return left ? ml_conn_no_triggers(e, "memlog_run") : SQLITE_OK;
}

int ml_run_insert(MlConn *c, const MlRun *r, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->run_sql, INSERT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, r->run);
  ml_stmt_text(st, 2, r->key);
  ml_stmt_text(st, 3, r->input);
  sqlite3_bind_int64(st, 4, r->begun);
  sqlite3_bind_int64(st, 5, r->begin_place);
  return write_run(c, st, e);
}

int ml_run_end(MlConn *c, const MlRun *r, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->run_sql, END, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, r->run);
  ml_stmt_text(st, 2, r->output);
  ml_stmt_text(st, 3, r->outcome);
  sqlite3_bind_int64(st, 4, r->ended);
  sqlite3_bind_int64(st, 5, r->end_place);
  return write_run(c, st, e);
}

static void row_read(sqlite3_stmt *st, MlRun *r) {
  r->run = sqlite3_column_int64(st, 0);
  r->key = ml_stmt_column(st, 1);
  r->input = ml_stmt_column(st, 2);
  r->output = ml_stmt_column(st, 3);
  r->outcome = ml_stmt_column(st, 4);
  r->begun = sqlite3_column_int64(st, 5);
  r->ended = sqlite3_column_int64(st, 6);
  r->begin_place = sqlite3_column_int64(st, 7);
  r->end_place = sqlite3_column_int64(st, 8);
}

int ml_run_get(MlConn *c, i64 run, MlRun *r, sqlite3_stmt **st, int *found, MlErr *e) {
  memset(r, 0, sizeof(*r));
  int rc = ml_stmt_take(&c->run_sql, GET, st, e);
  if (rc) return rc;
  sqlite3_bind_int64(*st, 1, run);
  *found = sqlite3_step(*st) == SQLITE_ROW;
  if (!*found) {
    rc = ml_run_done(c, *st, e);
    *st = NULL;
    return rc;
  }
  row_read(*st, r);
  return SQLITE_OK;
}

int ml_run_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->run_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_run") : SQLITE_OK;
}

int ml_run_scan(MlConn *c, MlText key, i64 low, i64 high, int newest_first, sqlite3_stmt **st, MlErr *e) {
  int up = key.p ? KEY_UP : ALL_UP, down = key.p ? KEY_DOWN : ALL_DOWN;
  int rc = ml_stmt_take(&c->run_sql, newest_first ? down : up, st, e);
  if (rc) return rc;
  sqlite3_bind_int64(*st, 1, low);
  sqlite3_bind_int64(*st, 2, high);
  if (key.p) rc = ml_stmt_text(*st, 3, key);
  if (!rc) return SQLITE_OK;
  ml_err_db(e, c->db, rc, "reading memlog_run");
  ml_stmt_give(&c->run_sql, *st);
  *st = NULL;
  return rc;
}

int ml_run_scan_next(MlConn *c, sqlite3_stmt *st, MlRun *r, int *more, MlErr *e) {
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  if (*more) row_read(st, r);
  return *more || rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading memlog_run");
}
