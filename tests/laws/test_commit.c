/*
** What can befall a COMMIT: it is BUSY after the events were written and is tried again, or rolled back to a
** savepoint; a hook or a listener refuses it; it is interrupted, at every moment there is; a foreign key is open. In
** each case an operation makes one event or none, and what SQLite tells the host of its own statements stays its own.
*/
#include "connection.h"

#define EVENTS "SELECT group_concat(value, ' '), count(DISTINCT txn) FROM (SELECT * FROM mem_event ORDER BY seq)"
#define QUIET  "SELECT group_concat(value, ' ') FROM (SELECT * FROM mem_journal WHERE NOT observed ORDER BY seq)"

/* ---- busy ---- */

/* A reader that holds its lock until it is finalized. */
static sqlite3_stmt *reader_begin(sqlite3 *db) {
  sqlite3_stmt *st;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_schema", -1, &st, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  return st;
}

typedef struct Pair {
  sqlite3 *writer, *other;
  sqlite3_stmt *reader;
} Pair;

static Pair pair_open(void) {
  Pair p = {0};
  test_begin();
  p.writer = open_file();
  p.other = open_file();
  DOES(p.writer, "PRAGMA journal_mode = DELETE; SELECT mem_set('k', 'first', 0);"
                 "CREATE TABLE heard(value);"
                 "CREATE TRIGGER hear AFTER INSERT ON memlog_event BEGIN INSERT INTO heard VALUES(NEW.value);"
                 " SELECT mem_incr('listener', 'n', 1); END");
  return p;
}

static void pair_close(Pair *p) {
  sqlite3_finalize(p->reader);
  IS_SOUND(p->writer);
  SAYS(p->other, "SELECT count(*) - (SELECT count(*) FROM heard) FROM mem_event", "1");
  CLOSES(p->writer);
  CLOSES(p->other);
}

/* SB01, SB03: xSync runs once for each try, and BUSY comes from the pager alone. */
static void test_busy_retry(void) {
  Pair p = pair_open();
  DOES(p.writer, "BEGIN; SELECT mem_set('k', 'a', 1)");
  p.reader = reader_begin(p.other);
  for (int i = 0; i < 3; i++) {
    FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
    CHECK(!sqlite3_get_autocommit(p.writer));
  }
  SAYS(p.other, "SELECT count(*) FROM mem_event", "1");
  sqlite3_finalize(p.reader);
  DOES(p.writer, "COMMIT");
  p.reader = NULL;
  SAYS(p.other, EVENTS, "{\"first\":0} {\"a\":1}|2");
  SAYS(p.other, QUIET, "{\"n\":1}");
  pair_close(&p);
}

/* More is done between two tries: what was an event stays one, the rest becomes another of the same action. */
static void test_busy_more(void) {
  Pair p = pair_open();
  DOES(p.writer, "BEGIN; SELECT mem_set('k', 'a', 1), mem_set('j', 'a', 1)");
  p.reader = reader_begin(p.other);
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  DOES(p.writer, "SELECT mem_set('k', 'b', 2); SELECT mem_delete('k', 'a'); SELECT mem_run_begin('k')");
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  DOES(p.writer, "SELECT mem_flush()");
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  sqlite3_finalize(p.reader);
  p.reader = NULL;
  DOES(p.writer, "COMMIT");
  SAYS(p.other, EVENTS, "{\"first\":0} {\"a\":1} {\"a\":1} {\"b\":2} {\"b\":2,\"first\":0}|2");
  SAYS(p.other, "SELECT group_concat(removed) FROM mem_event", "[\"a\"]");
  SAYS(p.other, QUIET, "{\"n\":1} {\"n\":2} {\"n\":3} {\"n\":4}");
  pair_close(&p);
}

/* SB02: ROLLBACK TO takes events back that a refused COMMIT had written; the operations before the savepoint have
** theirs in the end. */
static void test_busy_savepoint(void) {
  Pair p = pair_open();
  DOES(p.writer, "BEGIN; SELECT mem_set('k', 'one', 1); SAVEPOINT s; SELECT mem_set('k', 'two', 2)");
  p.reader = reader_begin(p.other);
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  sqlite3_finalize(p.reader);
  DOES(p.writer, "ROLLBACK TO s; COMMIT");
  SAYS(p.other, EVENTS, "{\"first\":0} {\"one\":1}|2");
  SAYS(p.other, QUIET, "{\"n\":1}");

  DOES(p.writer, "BEGIN; SELECT mem_set('k', 'three', 3), mem_flush(); SAVEPOINT s; SELECT mem_set('k', 'four', 4);"
                 " SAVEPOINT t; SELECT mem_set('k', 'five', 5)");
  p.reader = reader_begin(p.other);
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  DOES(p.writer, "ROLLBACK TO t");
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  DOES(p.writer, "RELEASE t; ROLLBACK TO s; SELECT mem_set('k', 'six', 6)");
  sqlite3_finalize(p.reader);
  DOES(p.writer, "COMMIT");
  SAYS(p.other, EVENTS, "{\"first\":0} {\"one\":1} {\"three\":3} {\"six\":6}|3");
  SAYS(p.other, QUIET, "{\"n\":1} {\"n\":2} {\"n\":3}");

  DOES(p.writer, "BEGIN; SELECT mem_set('k', 'lost', 1)");
  p.reader = reader_begin(p.other);
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  DOES(p.writer, "ROLLBACK");
  SAYS(p.writer, "SELECT mem_exists('k', 'lost'), count(*) FROM mem_event", "0|4");
  sqlite3_finalize(p.reader);
  p.reader = NULL;
  DOES(p.writer, "SELECT mem_set('k', 'seven', 7)");
  SAYS(p.other, EVENTS, "{\"first\":0} {\"one\":1} {\"three\":3} {\"six\":6} {\"seven\":7}|4");
  pair_close(&p);
}

/* What is taken back had been flushed, heard of by a listener, and followed by a run; what stood before has its event
** all the same. */
static void test_busy_flushed(void) {
  Pair p = pair_open();
  DOES(p.writer, "BEGIN; SELECT mem_set('k', 'one', 1); SAVEPOINT s; SELECT mem_set('k', 'two', 2), mem_flush();"
                 " SELECT mem_run_begin('k'), mem_set('k', 'three', 3), mem_set('k', 'seen', 1, 'sensory')");
  p.reader = reader_begin(p.other);
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  SAYS(p.writer, EVENTS,
       "{\"first\":0} {\"one\":1,\"two\":2} {\"first\":0,\"one\":1,\"two\":2} {\"seen\":1} {\"three\":3}|2");
  DOES(p.writer, "ROLLBACK TO s");
  SAYS(p.writer, EVENTS, "{\"first\":0}|1");
  SAYS(p.writer, QUIET, "-");
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  DOES(p.writer, "SELECT mem_run_begin('j'), mem_set('j', 'four', 4)");
  FAILS(p.writer, "COMMIT", SQLITE_BUSY, "locked");
  sqlite3_finalize(p.reader);
  p.reader = NULL;
  DOES(p.writer, "COMMIT");
  SAYS(p.other, EVENTS, "{\"first\":0} {\"one\":1} {} {\"four\":4}|2");
  SAYS(p.other, QUIET, "{\"n\":1} {\"n\":2} {\"n\":3}");
  SAYS(p.other, "SELECT key, outcome, run FROM mem_run", "j|-|1");
  SAYS(p.other, "SELECT mem_get('listener', 'n'), mem_exists('k', 'seen', 'sensory'), mem_length('k', 'two')", "3|0|-");
  pair_close(&p);
}

/* In autocommit SQLite rolls back what it cannot commit. */
static void test_busy_autocommit(void) {
  static const char *const forms[] = {
      "SELECT mem_set('k', 'a', 1)",
      "INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1), ('k', 'b', 2)",
      "UPDATE mem SET path = 'moved' WHERE key = 'k'",
      "DELETE FROM mem WHERE key = 'k'",
      "INSERT INTO heard VALUES (mem_append('k', 'l', 1))",
      "SELECT mem_run_begin('k')",
      "SELECT mem_event_add('x', 'k', '{}')",
      "SELECT mem_config('memory.max-value-bytes', 1)",
  };
  Pair p = pair_open();
  for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
    p.reader = reader_begin(p.other);
    FAILS(p.writer, forms[i], SQLITE_BUSY, "locked");
    CHECK(sqlite3_get_autocommit(p.writer));
    SAYS(p.writer, "SELECT count(*), (SELECT count(*) FROM mem), (SELECT count(*) FROM heard) FROM mem_event", "1|1|0");
    sqlite3_finalize(p.reader);
  }
  p.reader = NULL;
  DOES(p.writer, "SELECT mem_set('k', 'long', 'enough')");
  SAYS(p.other, EVENTS, "{\"first\":0} {\"long\":\"enough\"}|2");
  pair_close(&p);
}

/* ---- refused ---- */

static int veto(void *arg) { return *(int *)arg; }

/* SB10 */
static void test_commit_hook(void) {
  int no = 1;
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, "SELECT mem_set('k', 'a', 1)");
  sqlite3_commit_hook(db, veto, &no);
  FAILS(db, "SELECT mem_set('k', 'a', 2)", SQLITE_CONSTRAINT, "");
  FAILS(db, "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2)", SQLITE_CONSTRAINT, "");
  DOES(
      db,
      "BEGIN; SELECT mem_set('k', 'a', 3), mem_run_begin('k'); INSERT INTO mem(key, path, value) VALUES ('j', 'a', 3)");
  FAILS(db, "COMMIT", SQLITE_CONSTRAINT, "");
  CHECK(sqlite3_get_autocommit(db));
  no = 0;
  SAYS(db, EVENTS, "{\"a\":1}|1");
  DOES(db, "SELECT mem_set('k', 'a', 4)");
  SAYS(db, EVENTS, "{\"a\":1} {\"a\":4}|2");
  SAYS(db, "SELECT seq - txn, run FROM mem_event ORDER BY seq DESC LIMIT 1", "0|-");
  IS_SOUND(db);
  CLOSES(db);
}

static void test_raise(void) {
  static const char *const raises[] = {"ABORT, 'no'", "FAIL, 'no'", "ROLLBACK, 'no'", "IGNORE"};
  static const char *const times[] = {"BEFORE", "AFTER"};
  char sql[400];
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, "SELECT mem_set('k', 'a', 1); CREATE TABLE own(x); CREATE TABLE on_switch(x);");
  for (int i = 0; i < 8; i++) {
    const char *words = i % 4 == 3 ? "RAISE(IGNORE)" : "no";
    int code = i == 7 ? SQLITE_ERROR : SQLITE_CONSTRAINT; /* the row is there, memlog's own trigger was left out */
    snprintf(sql, sizeof(sql),
             "DROP TRIGGER IF EXISTS refuse; CREATE TRIGGER refuse %s INSERT ON memlog_event WHEN EXISTS (SELECT 1 FROM"
             " on_switch) AND NEW.key = 'k' BEGIN SELECT RAISE(%s); END; DELETE FROM on_switch; INSERT INTO on_switch "
             "VALUES (1)",
             times[i / 4], raises[i % 4]);
    DOES(db, sql);
    FAILS(db, "SELECT mem_set('k', 'a', 2)", code, words);
    FAILS(db, "INSERT INTO own VALUES (1), (mem_set('k', 'a', 2)), (mem_set('j', 'a', 2))", code, words);
    FAILS(db, "INSERT INTO mem(key, path, value) VALUES ('j', 'b', 2), ('k', 'b', 2)", code, words);
    FAILS(db, "SELECT mem_run_begin('k')", code, words);
    FAILS(db, "SELECT mem_event_add('x', 'k', '{}')", code, words);
    DOES(db, "BEGIN; INSERT INTO own VALUES (1); SELECT mem_set('j', 'a', 2), mem_set('k', 'a', 2)");
    FAILS(db, "COMMIT", code, words);
    CHECK(sqlite3_get_autocommit(db));
    /* A flush that fails half-way leaves a transaction that can only be rolled back. */
    DOES(db, "BEGIN; INSERT INTO own VALUES (1); SELECT mem_set('j', 'a', 2), mem_set('k', 'a', 2)");
    FAILS(db, "SELECT mem_flush()", code, words);
    if (sqlite3_get_autocommit(db)) {
      CHECK(i % 4 == 2);
    } else {
      FAILS(db, "COMMIT", SQLITE_ERROR, "rolled back");
      CHECK(sqlite3_get_autocommit(db));
    }
    /* … to a savepoint before it, and then it is as good as new. */
    DOES(db, "BEGIN; SELECT mem_set('j', 'x', 2); SAVEPOINT s; SELECT mem_set('k', 'a', 2)");
    FAILS(db, "SELECT mem_flush()", code, words);
    if (!sqlite3_get_autocommit(db))
      DOES(db, "ROLLBACK TO s; DELETE FROM on_switch; SELECT mem_set('k', 'c', 3); COMMIT");
    DOES(db, "DELETE FROM on_switch; SELECT mem_delete('j', ''), mem_delete('k', 'c')");
    SAYS(db, "SELECT mem_snapshot('k'), mem_snapshot('j'), (SELECT count(*) FROM own)", "{\"a\":1}|{}|0");
    IS_SOUND(db);
  }
  CLOSES(db);
}

/* ---- foreign keys ---- */

static void test_foreign_keys(void) {
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, "PRAGMA foreign_keys = ON; CREATE TABLE parent(id INTEGER PRIMARY KEY);"
           "CREATE TABLE child(id REFERENCES parent DEFERRABLE INITIALLY DEFERRED); SELECT mem_install();"
           "CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' AND "
           "NEW.value->>'child'"
           " BEGIN INSERT INTO child VALUES (NEW.value->>'child'); END");
  /* A listener leaves a key open, which SQLite looked for before it ran. */
  FAILS(db, "SELECT mem_set('k', 'child', 5)", SQLITE_CONSTRAINT, "foreign key");
  DOES(db, "BEGIN; SELECT mem_set('k', 'child', 5)");
  FAILS(db, "COMMIT", SQLITE_CONSTRAINT, "foreign key");
  CHECK(sqlite3_get_autocommit(db));
  SAYS(db, "SELECT count(*), (SELECT count(*) FROM child) FROM mem_event", "0|0");
  /* Flushed, it is open like any other, and can be closed. */
  DOES(db, "BEGIN; SELECT mem_set('k', 'child', 5), mem_flush()");
  FAILS(db, "COMMIT", SQLITE_CONSTRAINT, "FOREIGN KEY");
  CHECK(!sqlite3_get_autocommit(db));
  DOES(db, "SELECT mem_set('k', 'more', 1)");
  FAILS(db, "COMMIT", SQLITE_CONSTRAINT, "FOREIGN KEY");
  DOES(db, "INSERT INTO parent VALUES (5); COMMIT");
  SAYS(db, EVENTS, "{\"child\":5} {\"more\":1}|1");
  /* The user's own open key: COMMIT is refused before anything is emitted, and tried again. */
  DOES(db, "BEGIN; INSERT INTO child VALUES (6); SELECT mem_set('k', 'a', 1)");
  FAILS(db, "COMMIT", SQLITE_CONSTRAINT, "FOREIGN KEY");
  SAYS(db, "SELECT count(*) FROM mem_event", "2");
  DOES(db, "INSERT INTO parent VALUES (6); COMMIT; SELECT mem_set('k', 'child', 6)");
  SAYS(db, EVENTS, "{\"child\":5} {\"more\":1} {\"a\":1} {\"child\":6}|3");
  SAYS(db, "PRAGMA foreign_key_check", "");
  IS_SOUND(db);
  CLOSES(db);
}

/* ---- interrupted ---- */

static void stop(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  (void)n, (void)arg;
  sqlite3_interrupt(sqlite3_context_db_handle(ctx));
}

/* SB11 */
static void test_interrupt(void) {
  test_begin();
  sqlite3 *db = open_file();
  sqlite3_create_function(db, "stop", 0, SQLITE_UTF8, NULL, stop, NULL, NULL);
  DOES(db, "SELECT mem_set('k', 'a', 1); CREATE TABLE heard(value); CREATE TABLE own(x);"
           "CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.key = 'k' BEGIN SELECT mem_incr('j', 'n', 1);"
           " SELECT stop(); INSERT INTO heard VALUES (NEW.value);"
           " INSERT INTO heard WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i "
           "FROM n; END");
  FAILS(db, "SELECT mem_set('k', 'a', 2)", SQLITE_INTERRUPT, "interrupt");
  DOES(db, "BEGIN; INSERT INTO own VALUES (1); SELECT mem_set('h', 'a', 1), mem_set('k', 'a', 2)");
  FAILS(db, "COMMIT", SQLITE_INTERRUPT, "interrupt");
  CHECK(sqlite3_get_autocommit(db));
  DOES(db, "BEGIN; INSERT INTO own VALUES (1); SELECT mem_set('h', 'a', 1), mem_set('k', 'a', 2)");
  FAILS(db, "SELECT mem_flush()", SQLITE_INTERRUPT, "interrupt");
  if (!sqlite3_get_autocommit(db)) FAILS(db, "COMMIT", SQLITE_ERROR, "rolled back");
  FAILS(db, "SELECT mem_run_begin('k')", SQLITE_INTERRUPT, "interrupt");
  SAYS(db, "SELECT mem_snapshot('k'), mem_snapshot('j'), (SELECT count(*) FROM own), (SELECT count(*) FROM heard)",
       "{\"a\":1}|{}|0|0");
  SAYS(db, EVENTS, "{\"a\":1}|1");
  DOES(db, "SELECT mem_set('h', 'a', 1)");
  SAYS(db, EVENTS, "{\"a\":1} {\"a\":1}|2");
  IS_SOUND(db);
  CLOSES(db);
}

/* Stops the n-th time it is asked. */
typedef struct Countdown {
  int left, fired;
} Countdown;

static int countdown(void *arg) {
  Countdown *c = arg;
  if (c->left <= 0 || --c->left) return 0;
  c->fired = 1;
  return 1;
}

static const char *const story[] = {
    "BEGIN",
    "SELECT mem_action('story', NULL, '{\"actor\":\"a\"}')",
    "SELECT mem_set('k', 'a.b', 1), mem_append('k', 'l', 'x'), mem_set('k', 'seen', 1, 'sensory')",
    "SAVEPOINT s",
    "INSERT OR REPLACE INTO mem(key, path, value) VALUES ('k', 'c', 3), ('j', 'a', 4)",
    "UPDATE mem SET path = 'moved.' || path WHERE key = 'k' AND path IN ('a', 'c')",
    "ROLLBACK TO s",
    "INSERT INTO own VALUES (mem_set_tree('j', 't', '{\"x\":{\"y\":1},\"z\":[1]}'), 1), (mem_pop('k', 'l'), 2)",
    "SELECT mem_flush()",
    "SELECT mem_run_begin('k', 'again')",
    "DELETE FROM mem WHERE key = 'k' AND path = 'a'",
    "SELECT mem_incr('k', 'n', 1), mem_delete('j', 't.x')",
    "SELECT mem_run_end('k')",
    "COMMIT",
    "SELECT mem_set('k', 'last', 1)",
    "INSERT OR REPLACE INTO mem(key, path, value) VALUES ('k', 'alone', 1)",
};
#define STORY (int)(sizeof(story) / sizeof(*story))

/* Runs the story; how: 0 gives up at the first error, 1 goes on after it, 2 rolls back to the savepoint and goes
** on. */
static void story_run(sqlite3 *db, int how) {
  for (int i = 0; i < STORY; i++) {
    if (sqlite3_exec(db, story[i], NULL, NULL, NULL) == SQLITE_OK) continue;
    if (how == 0) break;
    if (how == 2) sqlite3_exec(db, "ROLLBACK TO s", NULL, NULL, NULL);
  }
  if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

/* Whichever moment it is: what is committed is logged, and the connection is as good as new. */
static void test_progress(int how, int step) {
  int n = 1, fired = 1;
  for (; fired; n += step) {
    Countdown c = {n, 0};
    test_begin();
    sqlite3 *db = open_flags(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    DOES(db, "CREATE TABLE own(x, y); SELECT mem_install(), mem_run_begin('k');"
             "CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.key = 'j' BEGIN"
             " SELECT mem_append('heard', 'l', NEW.type); END");
    sqlite3_progress_handler(db, 1, countdown, &c);
    story_run(db, how);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    fired = c.fired;
    int failed = unit_failed;
    IS_SOUND(db);
    story_run(db, 0);
    IS_SOUND(db);
    SAYS(db,
         "SELECT mem_get('k', 'last'), mem_get('k', 'n') > 0, (SELECT max(seq) FROM mem_event) ="
         " (SELECT txn FROM mem_event ORDER BY seq DESC LIMIT 1)",
         "1|1|1");
    CLOSES(db);
    if (unit_failed > failed) printf("  interrupted at step %d of the machine, way %d\n", n, how);
    if (unit_failed > 10) return;
  }
  CHECK(n > 1000);
}

/* ---- what SQLite tells the host of its own statements ---- */

static void test_own_counts(void) {
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, "SELECT mem_install(); CREATE TABLE own(id INTEGER PRIMARY KEY, x);"
           "CREATE TRIGGER hear AFTER INSERT ON memlog_event BEGIN SELECT mem_append('heard', 'l', NEW.value); END");
  DOES(db, "INSERT INTO own VALUES (1000, 'a'), (1001, 'b')");
  SAYS(db, "SELECT last_insert_rowid(), changes()", "1001|2");
  DOES(db, "SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 1), mem_run_begin('k'), mem_delete('k', 'a')");
  SAYS(db, "SELECT last_insert_rowid()", "1001");
  DOES(db, "BEGIN; SELECT mem_set('k', 'a', 1); UPDATE own SET x = mem_set('k', 'b', id)");
  SAYS(db, "SELECT last_insert_rowid(), changes()", "1001|2");
  DOES(db, "COMMIT");
  SAYS(db, "SELECT last_insert_rowid()", "1001");
  DOES(db, "INSERT INTO own(x) VALUES (mem_set('k', 'c', 1))");
  SAYS(db, "SELECT last_insert_rowid(), changes()", "1002|1");
  DOES(db, "INSERT INTO mem(key, path, value) VALUES ('m', 'a', 1), ('m', 'b', 2), ('m', 'c', 3)");
  SAYS(db, "SELECT last_insert_rowid(), changes()", "1002|3");
  DOES(db, "UPDATE mem SET value = value + 1 WHERE key = 'm' AND path < 'c'");
  SAYS(db, "SELECT last_insert_rowid(), changes()", "1002|2");
  DOES(db, "DELETE FROM mem WHERE key = 'm' AND path = 'c'");
  SAYS(db, "SELECT last_insert_rowid(), changes()", "1002|1");
  IS_SOUND(db);
  CLOSES(db);
}

int main(int argc, char **argv) {
  int step = argc > 1 ? atoi(argv[1]) : getenv("LAWS_LONG") ? 1 : 41;
  test_busy_retry();
  test_busy_more();
  test_busy_savepoint();
  test_busy_flushed();
  test_busy_autocommit();
  test_commit_hook();
  test_raise();
  test_foreign_keys();
  test_interrupt();
  test_own_counts();
  for (int how = 0; how < 3; how++) test_progress(how, step);
  return test_end();
}
