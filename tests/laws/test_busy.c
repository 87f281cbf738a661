/*
** COMMIT that is BUSY after the events were written, at random: actions of many operations, savepoints, flushes and
** runs; between one try and the next, more of the same, or ROLLBACK TO. In the end each operation that was not rolled
** back stands in one event, once, and each event was heard of once.
**
** Usage: test_busy [SEED]; LAWS_LONG makes it long.
*/
#include "connection.h"

#include "../unit/random.h"

#define IDS    4096 /* elements that one file's lists may have */
#define DEPTH  6
#define KEYS   3
#define BOUND  "s0" /* the outermost savepoint, where one takes the place of BEGIN */
#define TXNS   "SELECT count(DISTINCT txn) FROM mem_event"
#define HEARD  "SELECT (SELECT group_concat(seq) FROM (SELECT * FROM heard ORDER BY seq))"
#define LOGGED "(SELECT group_concat(seq) FROM (SELECT * FROM mem_event ORDER BY seq))"
#define NOTED  "(SELECT group_concat(value) FROM (SELECT * FROM mem('audit') WHERE path GLOB 'log.*' ORDER BY value))"

static const char listeners[] = "CREATE TABLE own(x); CREATE TABLE heard(seq); SELECT mem_install();"
                                "CREATE TRIGGER hear AFTER INSERT ON memlog_event BEGIN"
                                " INSERT INTO heard VALUES (NEW.seq);"
                                " SELECT mem_append('audit', 'log', NEW.seq); END";

/* A transaction as it should be. */
static sqlite3 *db, *other;
static int done[IDS], n_done; /* what stands: the elements appended, in order */
static int n_committed, next_id, busy;
static int mark[DEPTH], n_mark, bound; /* savepoints: what stood then; the first takes the place of BEGIN */

static void run(const char *fmt, int a, int b) {
  char sql[400];
  /* cppcheck-suppress wrongPrintfScanfArgNum ; not every statement has a place for both */
  snprintf(sql, sizeof(sql), fmt, a, b);
  DOES(db, sql);
}

/* ---- operations ---- */

static void append(const char *fmt) {
  if (n_done == IDS) return;
  run(fmt, random_below(KEYS), next_id);
  done[n_done++] = next_id++;
}

static void other_operation(void) {
  static const char *const sql[] = {
      "SELECT mem_set('k%d', 's.a', %d)",
      "SELECT mem_set('k%d', 'seen', %d, 'sensory')",
      "INSERT OR REPLACE INTO mem(key, path, value) VALUES ('k%d', 's.b', 1), ('m', 's.b', %d)",
      "SELECT mem_delete('k%d', 's.a'), mem_event_add('step', 'm', '{\"n\":%d}')",
      "DELETE FROM mem WHERE key = 'k%d' AND path = 's.b' AND value <> %d",
      "SELECT mem_run_begin('k%d', %d)",
      "SELECT mem_run_end(key, %2$d) FROM mem_key WHERE key = 'k%1$d' AND open_run",
      "UPDATE mem SET value = value + 1 WHERE key = 'k%d' AND path = 's.b' AND value <> %d",
  };
  run(sql[random_below((int)(sizeof(sql) / sizeof(*sql)))], random_below(KEYS), random_below(1000));
}

/* It fails behind its first half: nothing of it stays. */
static void failing_operation(void) {
  FAILS(db, "INSERT INTO own VALUES (mem_append('k0', 'l', -1)), (abs(-9223372036854775807 - 1))", SQLITE_ERROR,
        "overflow");
}

static void savepoint_operation(void) {
  int i = n_mark ? random_below(n_mark) : 0;
  switch (random_below(3)) {
  case 0:
    if (n_mark == DEPTH) return;
    run("SAVEPOINT s%d", n_mark, 0);
    mark[n_mark++] = n_done;
    return;
  case 1:
    if (i < bound || i >= n_mark) return;
    run("RELEASE s%d", i, 0);
    n_mark = i;
    return;
  default:
    if (i >= n_mark) return;
    run("ROLLBACK TO s%d", i, 0);
    n_done = mark[i];
    n_mark = i + 1;
  }
}

static void operation(void) {
  int what = random_below(16);
  if (what < 5) {
    append("SELECT mem_append('k%d', 'l', %d)");
  } else if (what == 5) {
    append("INSERT INTO own VALUES (mem_append('k%d', 'l', %d))");
  } else if (what < 9) {
    other_operation();
  } else if (what == 9) {
    DOES(db, "SELECT mem_flush()");
  } else if (what == 10) {
    failing_operation();
  } else {
    savepoint_operation();
  }
}

/* ---- what must be ---- */

/* The query returns the elements that stand, and no others. */
static void ids_check(const char *sql) {
  sqlite3_stmt *st;
  int n = 0, same = 1;
  CHECK_INT(sqlite3_prepare_v2(other, sql, -1, &st, NULL), SQLITE_OK);
  for (; sqlite3_step(st) == SQLITE_ROW; n++) same &= n < n_done && sqlite3_column_int(st, 0) == done[n];
  CHECK_INT(sqlite3_finalize(st), SQLITE_OK);
  if (!CHECK(same && n == n_done)) printf("  %s: %d rows, of which there should be %d\n", sql, n, n_done);
}

static void file_check(void) {
  ids_check("SELECT value FROM mem WHERE path GLOB 'l.*' ORDER BY value");
  ids_check("SELECT j.value FROM mem_event e, json_each(e.value) j WHERE j.key GLOB 'l.*'"
            " AND e.type = '_short_term_write_event' ORDER BY j.value");
  SAYS(other, HEARD " IS " LOGGED ", " LOGGED " IS " NOTED, "1|1");
  SAYS(other,
       "SELECT ifnull(sum(txn <> before AND txn <> seq), 0)"
       " FROM (SELECT seq, txn, lag(txn) OVER (ORDER BY seq) before FROM mem_event)",
       "0");
  IS_SOUND(other);
}

/* ---- actions ---- */

static void action_begin(void) {
  bound = random_below(4) == 0;
  n_mark = 0;
  if (bound) {
    DOES(db, "SAVEPOINT " BOUND);
    mark[n_mark++] = n_done;
  } else {
    DOES(db, random_below(2) ? "BEGIN" : "BEGIN IMMEDIATE");
  }
  int n = random_below(12);
  while (n-- > 0) operation();
}

/* While another connection reads, COMMIT is refused; between two tries some more is done. */
static void commit_refused(const char *commit) {
  sqlite3_stmt *reader;
  CHECK_INT(sqlite3_prepare_v2(other, "SELECT count(*) FROM mem_event", -1, &reader, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(reader), SQLITE_ROW);
  do {
    int rc = sqlite3_exec(db, commit, NULL, NULL, NULL);
    if (rc == SQLITE_OK) break; /* there was nothing to write */
    CHECK_INT(rc, SQLITE_BUSY);
    busy++;
    for (int n = random_below(4); n > 0; n--) operation();
  } while (random_below(3));
  sqlite3_finalize(reader);
}

static void action_run(void) {
  int before = atoi(ask(db, TXNS));
  action_begin();
  const char *commit = bound ? "RELEASE " BOUND : "COMMIT";
  if (random_below(4)) commit_refused(commit);
  int open = !sqlite3_get_autocommit(db), back = open && random_below(8) == 0;
  if (open) DOES(db, back ? "ROLLBACK" : commit);
  if (back) n_done = n_committed;
  n_committed = n_done;
  CHECK(atoi(ask(db, TXNS)) <= before + !back);
}

static void file_run(int n) {
  test_begin();
  n_done = n_committed = 0;
  db = open_file();
  DOES(db, "PRAGMA journal_mode = DELETE");
  DOES(db, listeners);
  other = open_file();
  for (int i = 0; i < n && unit_failed == 0; i++) {
    action_run();
    file_check();
  }
  CLOSES(other);
  CLOSES(db);
}

int main(int argc, char **argv) {
  int files = getenv("LAWS_LONG") ? 2000 : 8;
  random_seed(argc, argv);
  for (int i = 0; i < files && unit_failed == 0; i++) file_run(40);
  CHECK(unit_failed || busy > files * 20);
  printf("%d commits were refused\n", busy);
  return test_end();
}
