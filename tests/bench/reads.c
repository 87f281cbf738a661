/* What reading memory as it stands costs. */
#include "bench.h"

#include <stdio.h>

#define KEYS 100

typedef struct Reader {
  Db *d;
  Work work; /* for its random numbers */
  sqlite3_stmt *st, *begin, *commit;
  int with_path; /* parameter 2 is a path, of some depth in the state */
} Reader;

static Reader reader_new(Db *d, const char *sql, int with_path) {
  Reader r = {.d = d, .work = work_new(KEYS), .with_path = with_path};

  if (!db_takes(d, sql)) return r;
  r.st = db_prepare(d, sql);
  r.begin = db_prepare(d, "BEGIN");
  r.commit = db_prepare(d, "COMMIT");
  return r;
}

static void reader_free(Reader *r) {
  sqlite3_finalize(r->st);
  sqlite3_finalize(r->begin);
  sqlite3_finalize(r->commit);
}

static void reads_single(void *reader, i64 n) {
  Reader *r = reader;
  char key[16], path[32];

  for (i64 i = 0; i < n; i++) {
    snprintf(key, sizeof(key), "user-%d", (int)work_random(&r->work, KEYS));
    st_bind(r->st, 1, key);
    if (r->with_path) {
      snprintf(path, sizeof(path), "profile.field_%d", (int)work_random(&r->work, PATHS));
      st_bind(r->st, 2, path);
    }
    if (st_read(r->st) < 1) die(sqlite3_sql(r->st), "there is no row");
  }
}

static void reads_in_transaction(void *reader, i64 n) {
  Reader *r = reader;

  st_run(r->begin);
  reads_single(r, n);
  st_run(r->commit);
}

static void readers_measure(Reader *r, Job *job, int jobs, i64 n, int in_transaction) {
  int rounds = bench_quick ? 5 : 15;

  for (int i = 0; i < jobs; i++) {
    job[i].arg = &r[i];
    if (r[i].st != NULL) job[i].run = in_transaction ? reads_in_transaction : reads_single;
  }
  jobs_run(job, jobs, rounds, n);
  jobs_print(job, jobs, rounds, 0);
}

static void points_measure(Db *plain, Db *memlog) {
  Reader r[] = {reader_new(plain, "SELECT value FROM cell WHERE key=?1 AND path=?2", 1),
                reader_new(memlog, "SELECT mem_get(?1, ?2)", 1),
                reader_new(memlog, "SELECT value FROM mem WHERE key=?1 AND path=?2", 1)};
  i64 n = bench_quick ? 2000 : 20000;

  for (int inside = 1; inside >= 0; inside--) {
    Job job[] = {{.name = "(a) SELECT value WHERE key, path"},
                 {.name = "mem_get(key, path)", .limit_a = 2},
                 {.name = "SELECT value FROM mem WHERE key, path"}};

    table_title("One value", inside ? "inside a transaction" : "each by itself");
    readers_measure(r, job, 3, n, inside);
  }
  for (int i = 0; i < 3; i++) reader_free(&r[i]);
}

static void wholes_measure(Db *plain, Db *memlog) {
  Reader r[] = {reader_new(plain, "SELECT path, value FROM cell WHERE key=?1", 0),
                reader_new(memlog, "SELECT path, value FROM mem WHERE key=?1", 0),
                reader_new(memlog, "SELECT mem_snapshot(?1)", 0), reader_new(memlog, "SELECT mem_get(?1, '')", 0)};
  Job job[] = {{.name = "(a) SELECT path, value WHERE key"},
               {.name = "SELECT path, value FROM mem WHERE key"},
               {.name = "mem_snapshot(key)"},
               {.name = "mem_get(key, '')"}};

  table_title("The whole state of a key (50 values)", "each by itself");
  readers_measure(r, job, 4, bench_quick ? 500 : 5000, 0);
  for (int i = 0; i < 4; i++) reader_free(&r[i]);
}

void measure_reads(void) {
  Writer plain, memlog;

  if (!writer_open(&plain, PLAIN, KEYS, "NORMAL") || !writer_open(&memlog, FUNCTIONS, KEYS, "NORMAL")) {
    die("reads", "there is nothing to read");
  }
  writer_transactions(&plain, 10000);
  writer_transactions(&memlog, 10000);
  points_measure(&plain.d, &memlog.d);
  wholes_measure(&plain.d, &memlog.d);
  writer_close(&plain);
  writer_close(&memlog);
}
