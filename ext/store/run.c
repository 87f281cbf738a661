#include "run.h"

#include "../data/clock.h"
#include "meta.h"

#include <string.h>

/* clang-format off */
#define GET_RUN "SELECT run, key, input, output, outcome, begun, ended, begin_seq, end_seq FROM main.memlog_run WHERE "
#define STATEMENTS(X) \
  X(NEXT,     "SELECT max(run) FROM main.memlog_run") \
  X(INSERT,   "INSERT INTO main.memlog_run(run, key, input, begun, begin_seq) VALUES(?1, ?2, ?3, ?4, ?5)") \
  X(END,      "UPDATE main.memlog_run SET output=?2, outcome=?3, ended=?4, end_seq=?5" \
            " WHERE run=?1 AND key=?6 AND end_seq IS NULL") \
  X(GET,      GET_RUN "run=?1") \
  X(ALL_UP,   GET_RUN "run BETWEEN ?1 AND ?2 ORDER BY run") \
  X(ALL_DOWN, GET_RUN "run BETWEEN ?1 AND ?2 ORDER BY run DESC") \
  X(KEY_UP,   GET_RUN "key=?3 AND run BETWEEN ?1 AND ?2 ORDER BY run") \
  X(KEY_DOWN, GET_RUN "key=?3 AND run BETWEEN ?1 AND ?2 ORDER BY run DESC")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

#define RUN_MAX (INT64_MAX / 2) /* the greatest number of a run */

void ml_run_open(MlConn *c) { ML_STMT_OPEN(&c->run_sql, c->db, statements); }

static int row_damaged(i64 run, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_run: the row of run %lld is damaged: %s", run, why);
}

int ml_run_next(MlConn *c, i64 *run, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->run_sql, NEXT, &st, e);
  if (rc) return rc;
  i64 newest = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
  MlAnchor a = {0};
  rc = ml_run_done(c, st, e);
  if (!rc) rc = ml_meta_anchor_get(c, &a, e);
  if (!rc && newest < a.run) newest = a.run;
  if (!rc && newest >= RUN_MAX) rc = row_damaged(newest, "no run has so high a number", e);
  if (!rc) *run = newest > 0 ? newest + 1 : 1;
  return rc;
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
  return ml_conn_write_one(c, &c->run_sql, st, &c->permit.run, "memlog_run", e);
}

int ml_run_end(MlConn *c, const MlRun *r, MlErr *e) {
  char show[ML_ERR_SHOW];
  sqlite3_stmt *st;
  int changed;
  int rc = ml_stmt_take(&c->run_sql, END, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, r->run);
  ml_stmt_text(st, 2, r->output);
  ml_stmt_text(st, 3, r->outcome);
  sqlite3_bind_int64(st, 4, r->ended);
  sqlite3_bind_int64(st, 5, r->end_place);
  ml_stmt_text(st, 6, r->key);
  rc = ml_conn_write(c, &c->run_sql, st, &c->permit.run, "memlog_run", &changed, e);
  if (rc || changed) return rc;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_run: run %lld, open in the head of key %s, is not open there",
                    r->run, ml_err_show(show, r->key));
}

static const struct {
  size_t at;
  u8 is_text, may_be_null;
  const char *wrong;
} column[] = {
    {offsetof(MlRun, run), 0, 0, "its number is no integer"},
    {offsetof(MlRun, key), 1, 0, "key is no text"},
    {offsetof(MlRun, input), 1, 1, "input is no text"},
    {offsetof(MlRun, output), 1, 1, "output is no text"},
    {offsetof(MlRun, outcome), 1, 1, "outcome is no text"},
    {offsetof(MlRun, begun), 0, 0, "begun is no integer"},
    {offsetof(MlRun, ended), 0, 1, "ended is no integer"},
    {offsetof(MlRun, begin_place), 0, 0, "begin_seq is no integer"},
    {offsetof(MlRun, end_place), 0, 1, "end_seq is no integer"},
};

static int column_read(sqlite3_stmt *st, int i, MlRun *r) {
  int type = sqlite3_column_type(st, i);
  void *to = (char *)r + column[i].at;
  if (type == SQLITE_NULL && column[i].may_be_null) return 1;
  if (type != (column[i].is_text ? SQLITE_TEXT : SQLITE_INTEGER)) return 0;
  if (column[i].is_text) {
    *(MlText *)to = ml_stmt_column(st, i);
  } else {
    *(i64 *)to = sqlite3_column_int64(st, i);
  }
  return 1;
}

static const char *numbers_wrong(const MlRun *r) {
  if (r->run < 1 || r->run > RUN_MAX) return "that is no number of a run";
  if (r->begun < 0 || r->begun > ML_TIME_MAX) return "begun is outside the years 1970 to 9999";
  if (r->ended < 0 || r->ended > ML_TIME_MAX) return "ended is outside the years 1970 to 9999";
  if (r->begin_place == INT64_MIN || !r->begin_place) return "begin_seq is no position";
  return r->end_place == INT64_MIN ? "end_seq is no position" : NULL;
}

/* Anyone may have written the file. What could be read is in *r, if it is damaged, too. */
static int row_read(sqlite3_stmt *st, MlRun *r, MlErr *e) {
  const char *wrong = NULL;
  memset(r, 0, sizeof(*r));
  for (int i = 0; i < (int)(sizeof(column) / sizeof(*column)); i++) {
    if (!column_read(st, i, r) && !wrong) wrong = column[i].wrong;
  }
  if (!wrong) wrong = numbers_wrong(r);
  return wrong ? row_damaged(r->run, wrong, e) : SQLITE_OK;
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
  rc = row_read(*st, r, e);
  if (!rc) return SQLITE_OK;
  ml_run_done(c, *st, e);
  *st = NULL;
  return rc;
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
  if (*more) return row_read(st, r, e);
  return rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading memlog_run");
}
