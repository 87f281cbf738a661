/* Statements kept for the life of a connection. */
#include "base/stmt.h"

#include "fault.h"
#include "unit.h"

enum { INSERT, SELECT, WRONG, ECHO, EMPTY, N };
static const char *const sql[N] = {"INSERT INTO t VALUES (?1)", "SELECT x FROM t ORDER BY rowid",
                                   "SELECT * FROM absent", "SELECT ?1", " -- nothing"};

static sqlite3 *test_open(MlStmtSet *s) {
  sqlite3 *db = NULL;

  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(sqlite3_exec(db, "CREATE TABLE t (x TEXT UNIQUE NOT NULL)", NULL, NULL, NULL), SQLITE_OK);
  ml_stmt_open(s, db, sql, N);
  return db;
}

static void test_close(MlStmtSet *s) {
  ml_stmt_close(s);
  CHECK_INT(sqlite3_close(s->db), SQLITE_OK);
}

static int test_insert(MlStmtSet *s, MlText t, MlErr *e) {
  sqlite3_stmt *st;

  if (ml_stmt_take(s, INSERT, &st, e) != SQLITE_OK) return e->rc;
  ml_stmt_text(st, 1, t);
  return ml_stmt_run(s, st, "inserting", e);
}

static void test_use(void) {
  MlStmtSet s;
  MlErr e = {0};
  sqlite3_stmt *st;
  sqlite3_stmt *again;

  test_open(&s);
  CHECK_INT(test_insert(&s, ML_TEXT("a\0b"), &e), SQLITE_OK);
  CHECK_INT(test_insert(&s, ML_TEXT(""), &e), SQLITE_OK);
  CHECK_INT(ml_stmt_take(&s, SELECT, &st, &e), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  CHECK(ml_text_same(ml_stmt_column(st, 0), ML_TEXT("a\0b")));
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  CHECK(ml_stmt_column(st, 0).p != NULL && ml_stmt_column(st, 0).n == 0);
  CHECK_INT(ml_stmt_give(&s, st), SQLITE_OK);
  CHECK_INT(ml_stmt_take(&s, SELECT, &again, &e), SQLITE_OK);
  CHECK(again == st); /* kept, and as new */
  CHECK_INT(sqlite3_step(again), SQLITE_ROW);
  CHECK(ml_text_same(ml_stmt_column(again, 0), ML_TEXT("a\0b")));
  CHECK_INT(ml_stmt_give(&s, again), SQLITE_OK);
  CHECK_INT(ml_stmt_give(&s, NULL), SQLITE_OK);
  test_close(&s);
}

static void test_bindings(void) {
  MlStmtSet s;
  MlErr e = {0};
  sqlite3_stmt *st;

  test_open(&s);
  CHECK_INT(ml_stmt_take(&s, ECHO, &st, &e), SQLITE_OK);
  CHECK_INT(ml_stmt_text(st, 1, ML_TEXT("text")), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  CHECK_TEXT(ml_stmt_column(st, 0), "text");
  ml_stmt_give(&s, st);
  CHECK_INT(ml_stmt_take(&s, ECHO, &st, &e), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  CHECK(ml_stmt_column(st, 0).p == NULL); /* the last binding is gone */
  sqlite3_reset(st);
  CHECK_INT(ml_stmt_text(st, 1, (MlText){NULL, 0}), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  CHECK_INT(sqlite3_column_type(st, 0), SQLITE_NULL);
  sqlite3_reset(st);
  CHECK_INT(ml_stmt_text(st, 1, ML_TEXT("")), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  CHECK_INT(sqlite3_column_type(st, 0), SQLITE_TEXT);
  sqlite3_reset(st);
  sqlite3_limit(s.db, SQLITE_LIMIT_LENGTH, 100);
  CHECK_INT(ml_stmt_text(st, 1, (MlText){"", 101}), SQLITE_TOOBIG);
  ml_stmt_give(&s, st);
  test_close(&s);
}

static void test_again(void) {
  MlStmtSet s;
  MlErr e = {0};
  sqlite3_stmt *st[3];
  int i;

  test_open(&s);
  CHECK_INT(test_insert(&s, ML_TEXT("a"), &e), SQLITE_OK);
  for (i = 0; i < 3; i++) {
    CHECK_INT(ml_stmt_take(&s, SELECT, &st[i], &e), SQLITE_OK);
    CHECK_INT(sqlite3_step(st[i]), SQLITE_ROW);
  }
  CHECK(st[0] != st[1] && st[1] != st[2] && st[0] != st[2]);
  CHECK_INT(ml_stmt_give(&s, st[0]), SQLITE_OK); /* in whatever order */
  CHECK_INT(ml_stmt_give(&s, st[2]), SQLITE_OK);
  CHECK_INT(ml_stmt_give(&s, st[1]), SQLITE_OK);
  CHECK_INT(ml_stmt_take(&s, SELECT, &st[1], &e), SQLITE_OK);
  CHECK(st[1] == st[0]);
  ml_stmt_give(&s, st[1]);
  ml_stmt_close(&s);
  CHECK_INT(test_insert(&s, ML_TEXT("b"), &e), SQLITE_OK); /* usable after closing */
  test_close(&s);
}

/* The connection is closed while a cursor is open. */
static void test_close_busy(void) {
  MlStmtSet s;
  MlErr e = {0};
  sqlite3_stmt *st;
  sqlite3_stmt *other;

  test_open(&s);
  CHECK_INT(test_insert(&s, ML_TEXT("a"), &e), SQLITE_OK);
  CHECK_INT(ml_stmt_take(&s, SELECT, &st, &e), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  ml_stmt_close(&s);
  CHECK_TEXT(ml_stmt_column(st, 0), "a");
  CHECK_INT(sqlite3_step(st), SQLITE_DONE);
  CHECK_INT(ml_stmt_take(&s, SELECT, &other, &e), SQLITE_OK);
  CHECK(other != st);
  CHECK_INT(ml_stmt_give(&s, st), SQLITE_OK);
  CHECK_INT(ml_stmt_give(&s, other), SQLITE_OK);
  test_close(&s);
}

static void test_errors(void) {
  MlStmtSet s;
  MlErr e = {0};
  sqlite3_stmt *st;

  test_open(&s);
  CHECK_INT(ml_stmt_take(&s, WRONG, &st, &e), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: preparing a statement: no such table: absent");
  CHECK(st == NULL);
  ml_err_clear(&e);
  CHECK_INT(ml_stmt_take(&s, EMPTY, &st, &e), SQLITE_MISUSE);
  CHECK(st == NULL);
  ml_err_clear(&e);
  CHECK_INT(ml_stmt_take(&s, N, &st, &e), SQLITE_MISUSE);
  ml_err_clear(&e);
  CHECK_INT(ml_stmt_take(&s, -1, &st, &e), SQLITE_MISUSE);
  ml_err_clear(&e);
  CHECK_INT(test_insert(&s, ML_TEXT("a"), &e), SQLITE_OK);
  CHECK_INT(test_insert(&s, ML_TEXT("a"), &e), SQLITE_CONSTRAINT_UNIQUE);
  CHECK_Z(e.msg, "memlog: inserting: UNIQUE constraint failed: t.x");
  ml_err_clear(&e);
  CHECK_INT(ml_stmt_take(&s, INSERT, &st, &e), SQLITE_OK);
  ml_stmt_text(st, 1, ML_TEXT("a"));
  CHECK_INT(sqlite3_step(st), SQLITE_CONSTRAINT);
  CHECK_INT(ml_stmt_give(&s, st), SQLITE_CONSTRAINT);
  CHECK_INT(ml_stmt_take(&s, INSERT, &st, &e), SQLITE_OK);
  CHECK_INT(ml_stmt_give(&s, st), SQLITE_OK);
  test_close(&s);
}

static void test_memory(void) {
  MlStmtSet s;
  int fired = 1;
  i64 n;

  for (n = 1; fired; n++) {
    MlErr e = {0};
    sqlite3_stmt *outer = NULL;
    int rc;

    test_open(&s);
    fault_arm(n, 0);
    rc = ml_stmt_take(&s, SELECT, &outer, &e);
    if (rc == SQLITE_OK) rc = test_insert(&s, ML_TEXT("a"), &e);
    fired = fault_disarm();
    /* A failure that SQLite can do without is no error. */
    CHECK(rc == SQLITE_OK || (rc == SQLITE_NOMEM && fired));
    ml_err_clear(&e);
    ml_stmt_give(&s, outer);
    test_close(&s);
  }
  CHECK(n > 3);
}

int main(void) {
  CHECK_INT(fault_install(), SQLITE_OK);
  test_use();
  test_bindings();
  test_again();
  test_close_busy();
  test_errors();
  test_memory();
  return unit_end();
}
