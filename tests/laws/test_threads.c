/*
** Writers at once at one file, each with a connection of its own: threads, and processes that are forked off first.
** Each action is done exactly once, whole and by itself, whoever had to wait or to begin anew. And threads that share
** one connection, or nothing at all.
**
** Usage: test_threads [-j wal|delete] [-p PROCESSES] [-t THREADS] [-s SECONDS | -n ACTIONS of each] [SEED]
*/
#include "connection.h"

#include "../unit/random.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

#define MAX_WRITERS 64
#define PATIENCE    20000 /* times */

typedef struct Writer {
  int number, done, again; /* actions done; how often one was begun anew */
  u64 random;
  char why[200]; /* it gave up */
} Writer;

static int n_actions = 50, n_seconds;
static struct timespec began;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - began.tv_sec) + (double)(now.tv_nsec - began.tv_nsec) / 1e9;
}

/* random.h has one state for all; each writer has its own. */
static int chance(Writer *w, int n) {
  w->random = w->random * 6364136223846793005u + 1442695040888963407u;
  return (int)((w->random >> 33) % (u64)n);
}

static void pause_ms(long ms) {
  struct timespec t = {0, ms * 1000000};
  nanosleep(&t, NULL);
}

/* ---- what a writer does ---- */

static sqlite3 *writer_open(Writer *w) {
  sqlite3 *db = NULL;
  int rc = sqlite3_open(test_path, &db);
  sqlite3_busy_timeout(db, 20000);
  if (!rc) rc = sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
  if (!rc) rc = sqlite3_memlog_init(db, NULL, NULL);
  /* Every other one is a host that waits by itself. */
  if (w->number % 2) sqlite3_busy_timeout(db, 0);
  if (rc) snprintf(w->why, sizeof(w->why), "opening: %s", sqlite3_errmsg(db));
  return db;
}

static const char *const forms[] = {
    /* written under the lock from the start */
    "BEGIN IMMEDIATE; SELECT mem_action('%1$s'), mem_incr('shared', 'count', 1);"
    " SELECT mem_append('shared', 'list', '%1$s');"
    " INSERT OR REPLACE INTO mem(key, path, value) VALUES ('own%2$d', 'last', '%1$s'), ('own%2$d', 'n.%3$d', 1); "
    "COMMIT",
    /* read first: what was read may be old when it writes */
    "BEGIN; SELECT mem_get('shared', 'count'); SELECT mem_action('%1$s'), mem_set('own%2$d', 'seen', 1, 'sensory');"
    " SELECT mem_flush(); SELECT mem_append('shared', 'list', '%1$s'), mem_incr('shared', 'count', 1); COMMIT",
    /* a run, and a part that is taken back */
    "BEGIN IMMEDIATE; SELECT mem_action('%1$s'), mem_run_begin('own%2$d', '%1$s'), mem_incr('shared', 'count', 1);"
    " SAVEPOINT s; SELECT mem_set('junk', 'a', 1), mem_flush(); ROLLBACK TO s;"
    " SELECT mem_append('shared', 'list', '%1$s'), mem_run_end('own%2$d'); COMMIT",
    /* each an action by itself */
    "SELECT mem_append('alone', 'list', '%1$s')",
    "INSERT INTO mem(key, path, value) VALUES ('alone', 'row.\"%1$s\"', 1), ('own%2$d', 'row.\"%1$s\"', 1)",
};
#define FORMS (int)(sizeof(forms) / sizeof(*forms))

/* Statement by statement: a COMMIT that is refused can be tried again as such. 0: the action is to begin anew. */
static int action_try(Writer *w, sqlite3 *db, char *sql) {
  for (char *one = strtok_r(sql, ";", &sql); one; one = strtok_r(NULL, ";", &sql)) {
    int tries = strstr(one, "COMMIT") ? 5 : 1, rc = SQLITE_BUSY;
    while (rc && tries-- > 0) rc = sqlite3_exec(db, one, NULL, NULL, NULL);
    if (!rc) continue;
    if ((rc & 0xff) != SQLITE_BUSY) snprintf(w->why, sizeof(w->why), "%.80s: %.100s", one, sqlite3_errmsg(db));
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return 0;
  }
  return 1;
}

static void writer_run(Writer *w) {
  sqlite3 *db = writer_open(w);
  char sql[600], name[40];
  for (int i = 0; !w->why[0] && (n_seconds ? seconds() < n_seconds : i < n_actions); i++) {
    const char *form = forms[chance(w, FORMS)];
    snprintf(name, sizeof(name), "%d.%d", w->number, i);
    for (int tries = 0; !w->why[0]; tries++) {
      snprintf(sql, sizeof(sql), form, name, w->number, i % 7);
      if (action_try(w, db, sql)) break;
      if (tries == PATIENCE) snprintf(w->why, sizeof(w->why), "it is never its turn");
      if (tries > 3) pause_ms(chance(w, 3));
      w->again++;
    }
    w->done += !w->why[0];
    if (chance(w, 100) == 0 && !w->why[0]) {
      if (sqlite3_close(db)) snprintf(w->why, sizeof(w->why), "it does not close");
      db = writer_open(w);
    }
  }
  if (sqlite3_close(db)) snprintf(w->why, sizeof(w->why), "it does not close");
}

static void *thread_run(void *arg) {
  writer_run(arg);
  return NULL;
}

/* In a process of its own, which says through the pipe how it went. */
static void child_run(Writer *w, int out) {
  writer_run(w);
  _exit(write(out, w, sizeof(*w)) != (ssize_t)sizeof(*w));
}

/* ---- all of them ---- */

static const char listener[] = "CREATE TABLE heard(action); SELECT mem_config('agent-run.snapshot-every-runs', 3);"
                               "CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.key = 'shared' BEGIN"
                               " INSERT INTO heard VALUES (NEW.action); SELECT mem_incr('heard', 'n', 1); END";

static void file_prepare(const char *journal) {
  char sql[64];
  test_begin();
  sqlite3 *db = open_file();
  snprintf(sql, sizeof(sql), "PRAGMA journal_mode = %s", journal);
  DOES(db, sql);
  DOES(db, listener);
  CLOSES(db);
}

#define NAMES                                                                                                          \
  " AS (SELECT value name FROM mem('shared') WHERE path GLOB 'list.*'"                                                 \
  " UNION ALL SELECT value FROM mem('alone') WHERE path GLOB 'list.*'"                                                 \
  " UNION ALL SELECT trim(substr(path, 5), '\"') FROM mem('alone') WHERE path GLOB 'row.*') "

/* total: the actions done. */
static void file_check(const Writer *writers, int n, int total) {
  char want[64], sql[600];
  sqlite3 *db = open_file();
  snprintf(want, sizeof(want), "%d|%d", total, total);
  SAYS(db, "WITH names" NAMES "SELECT count(*), count(DISTINCT name) FROM names", want);
  SAYS(db,
       "SELECT count(DISTINCT txn), count(*) FILTER (WHERE txn IS NOT before)"
       " FROM (SELECT txn, lag(txn) OVER (ORDER BY seq) before FROM mem_journal)",
       want);
  for (int i = 0; i < n; i++) {
    snprintf(want, sizeof(want), "%d", writers[i].done);
    snprintf(sql, sizeof(sql), "WITH names" NAMES "SELECT count(*) FROM names WHERE name GLOB '%d.*'",
             writers[i].number);
    SAYS(db, sql, want);
  }
  /* In the log each has its place once, too. */
  SAYS(db,
       "WITH names" NAMES "SELECT count(*) - (SELECT count(*) FROM names) FROM mem_event e, json_each(e.value) j"
       " WHERE e.type = '_short_term_write_event' AND (j.key GLOB 'list.*'"
       " OR (j.key GLOB 'row.*' AND e.key = 'alone'))",
       "0");
  SAYS(db,
       "SELECT mem_get('shared', 'count') - mem_length('shared', 'list'), mem_get('heard', 'n') - (SELECT count(*)"
       " FROM mem_event WHERE key = 'shared'), mem_get('heard', 'n') - (SELECT count(*) FROM heard)",
       "0|0|0");
  SAYS(db, "SELECT count(DISTINCT action), count(DISTINCT txn) FROM mem_event WHERE action IS NOT NULL",
       ask(db, "SELECT mem_length('shared', 'list'), mem_length('shared', 'list')"));
  SAYS(db, "SELECT count(*) FROM mem_run WHERE ended_at IS NULL", "0");
  SAYS(db, "SELECT count(*) FROM mem('junk')", "0");
  SAYS(db, "PRAGMA integrity_check", "ok");
  IS_SOUND(db);
  CLOSES(db);
}

static void writer_check(const Writer *w) {
  if (!unit_check(!w->why[0], __FILE__, __LINE__, "a writer goes on to its end")) printf("  %s\n", w->why);
}

static void test_writers(const char *journal, int processes, int threads) {
  Writer w[MAX_WRITERS];
  pthread_t thread[MAX_WRITERS];
  int pipes[MAX_WRITERS] = {0}, total = 0, again = 0, n = processes + threads;
  memset(w, 0, sizeof(w));
  file_prepare(journal);
  fflush(stdout); /* not once more by each child */
  clock_gettime(CLOCK_MONOTONIC, &began);
  for (int i = 0; i < n; i++) {
    int ends[2];
    w[i].number = i;
    w[i].random = random_bits();
    if (i >= processes) {
      CHECK_INT(pthread_create(&thread[i], NULL, thread_run, &w[i]), 0);
    } else if (CHECK_INT(pipe(ends), 0)) {
      if (fork() == 0) child_run(&w[i], ends[1]);
      close(ends[1]);
      pipes[i] = ends[0];
    }
  }
  for (int i = 0; i < n; i++) {
    if (i >= processes) {
      pthread_join(thread[i], NULL);
    } else {
      CHECK_INT(read(pipes[i], &w[i], sizeof(*w)), sizeof(*w));
      close(pipes[i]);
      wait(NULL);
    }
    writer_check(&w[i]);
    total += w[i].done;
    again += w[i].again;
  }
  file_check(w, n, total);
  printf("%s, %d processes, %d threads, %.1f s: %d actions, begun anew %d times\n", journal, processes, threads,
         seconds(), total, again);
}

/* ---- a memory of each one's own ---- */

static int sound_row(void *sound, int n, char **column, char **name) {
  (void)name;
  *(int *)sound = n == 2 && !strcmp(column[0], "0") && !strcmp(column[1], "0");
  return 0;
}

/* They meet nowhere; what they share is the code alone. */
static void *loner_run(void *arg) {
  Writer *w = arg;
  char sql[600], name[40];
  sqlite3 *db = NULL;
  int sound = 0, rc = sqlite3_open(":memory:", &db);
  if (!rc) rc = sqlite3_memlog_init(db, NULL, NULL);
  if (!rc) rc = sqlite3_exec(db, listener, NULL, NULL, NULL);
  for (; !rc && w->done < n_actions; w->done++) {
    snprintf(name, sizeof(name), "%d.%d", w->number, w->done);
    snprintf(sql, sizeof(sql), forms[w->done % FORMS], name, w->number, w->done % 7);
    rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (!rc) rc = sqlite3_exec(db, "SELECT * FROM mem; SELECT mem_rebuild_at('shared', '#last')", NULL, NULL, NULL);
  }
  if (rc) snprintf(w->why, sizeof(w->why), "%.150s", sqlite3_errmsg(db));
  if (!rc && (sqlite3_exec(db, SOUND, sound_row, &sound, NULL) || !sound))
    snprintf(w->why, sizeof(w->why), "it is not sound");
  if (sqlite3_close(db)) snprintf(w->why, sizeof(w->why), "it does not close");
  return NULL;
}

static void test_loners(int threads) {
  Writer w[MAX_WRITERS];
  pthread_t thread[MAX_WRITERS];
  memset(w, 0, sizeof(w));
  for (int i = 0; i < threads; i++) {
    w[i].number = i;
    CHECK_INT(pthread_create(&thread[i], NULL, loner_run, &w[i]), 0);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(thread[i], NULL);
    writer_check(&w[i]);
  }
}

/* ---- one connection ---- */

static sqlite3 *shared;
static atomic_int refused;

static void *sharer_run(void *arg) {
  Writer *w = arg;
  char sql[200];
  for (int i = 0; i < n_actions; i++) {
    sqlite3_stmt *st = NULL;
    snprintf(sql, sizeof(sql), "SELECT mem_append('k', 'list', '%d.%d'), mem_incr('k', 'count', 1)", w->number, i);
    int rc = sqlite3_exec(shared, sql, NULL, NULL, NULL);
    if (!rc) rc = sqlite3_prepare_v2(shared, "SELECT value FROM mem('k')", -1, &st, NULL);
    /* While it is open, others write. */
    for (int n = chance(w, 20); !rc && n > 0 && sqlite3_step(st) == SQLITE_ROW; n--) continue;
    sqlite3_finalize(st);
    if (rc) atomic_fetch_add(&refused, 1);
  }
  return NULL;
}

static void test_shared(int threads) {
  Writer w[MAX_WRITERS];
  pthread_t thread[MAX_WRITERS];
  char want[64];
  test_begin();
  shared = open_file();
  DOES(shared, "SELECT mem_install()");
  for (int i = 0; i < threads; i++) {
    w[i] = (Writer){.number = i, .random = random_bits()};
    CHECK_INT(pthread_create(&thread[i], NULL, sharer_run, &w[i]), 0);
  }
  for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
  CHECK_INT(refused, 0);
  snprintf(want, sizeof(want), "%d|%d|%d", threads * n_actions, threads * n_actions, threads * n_actions);
  SAYS(shared,
       "SELECT mem_get('k', 'count'), count(DISTINCT value), (SELECT count(DISTINCT j.value) FROM mem_event,"
       " json_each(mem_event.value) j WHERE j.key GLOB 'list.*') FROM mem('k') WHERE path GLOB 'list.*'",
       want);
  IS_SOUND(shared);
  CLOSES(shared);
}

int main(int argc, char **argv) {
  const char *journal = NULL;
  int processes = 2, threads = 4;
  if (getenv("LAWS_LONG")) n_actions = 1000;
  for (int c; (c = getopt(argc, argv, "j:n:p:s:t:")) != -1;) {
    if (c == 'j') journal = optarg;
    if (c == 'n') n_actions = atoi(optarg);
    if (c == 'p') processes = atoi(optarg);
    if (c == 's') n_seconds = atoi(optarg);
    if (c == 't') threads = atoi(optarg);
    if (c == '?') return 2;
  }
  if (processes + threads > MAX_WRITERS) return 2;
#ifdef __SANITIZE_THREAD__
  /* Counting memory takes a mutex so often that threads would seem to wait for each other. */
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
#endif
  random_seed(argc - optind + 1, argv + optind - 1);
  if (!journal || strcmp(journal, "wal") == 0) test_writers("wal", processes, threads);
  if (!journal || strcmp(journal, "delete") == 0) test_writers("delete", processes, threads);
  test_loners(threads);
  test_shared(threads);
  return test_end();
}
