#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int bench_quick, table_missed;
const char *bench_directory, *bench_so;

_Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

/* ---- files ---- */

static void file_remove(const char *path) {
  static const char *const tail[] = {"", "-wal", "-shm", "-journal"};
  char name[1100];

  for (size_t i = 0; i < sizeof(tail) / sizeof(*tail); i++) {
    snprintf(name, sizeof(name), "%s%s", path, tail[i]);
    unlink(name);
  }
}

void db_open(Db *d, const char *name, int memlog, const char *synchronous) {
  char sql[100], *message = NULL;

  snprintf(d->path, sizeof(d->path), "%s/%s.db", bench_directory, name);
  file_remove(d->path);
  if (sqlite3_open(d->path, &d->db) != SQLITE_OK) die(d->path, sqlite3_errmsg(d->db));
  if (memlog) {
    sqlite3_enable_load_extension(d->db, 1);
    if (sqlite3_load_extension(d->db, bench_so, NULL, &message) != SQLITE_OK) die(bench_so, message);
  }
  snprintf(sql, sizeof(sql), "PRAGMA journal_mode=WAL; PRAGMA synchronous=%s", synchronous);
  db_run(d, sql);
  if (memlog) db_run(d, "SELECT mem_install()");
}

void db_close(Db *d) {
  if (sqlite3_close(d->db) != SQLITE_OK) die(d->path, sqlite3_errmsg(d->db));
  file_remove(d->path);
}

void db_run(Db *d, const char *sql) {
  char *message = NULL;

  if (sqlite3_exec(d->db, sql, NULL, NULL, &message) != SQLITE_OK) die(sql, message);
}

sqlite3_stmt *db_prepare(Db *d, const char *sql) {
  sqlite3_stmt *st;

  if (sqlite3_prepare_v3(d->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &st, NULL) != SQLITE_OK) {
    die(sql, sqlite3_errmsg(d->db));
  }
  return st;
}

int db_takes(Db *d, const char *sql) {
  sqlite3_stmt *st;
  int rc = sqlite3_prepare_v2(d->db, sql, -1, &st, NULL);

  sqlite3_finalize(st);
  return rc == SQLITE_OK;
}

i64 db_number(Db *d, const char *sql) {
  sqlite3_stmt *st = db_prepare(d, sql);
  i64 n = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;

  sqlite3_finalize(st);
  return n;
}

i64 db_size(Db *d) {
  db_run(d, "PRAGMA wal_checkpoint(TRUNCATE)");
  return db_number(d, "PRAGMA page_count") * db_number(d, "PRAGMA page_size");
}

i64 db_pages_written(Db *d) {
  int now = 0, high = 0;

  sqlite3_db_status(d->db, SQLITE_DBSTATUS_CACHE_WRITE, &now, &high, 0);
  return now;
}

static i64 rows_step(sqlite3_stmt *st, int look) {
  i64 rows = 0;
  int rc;

  while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
    rows++;
    for (int i = 0; look && i < sqlite3_column_count(st); i++) {
      if (sqlite3_column_text(st, i) != NULL && sqlite3_column_bytes(st, i) < 0) die("column", "of no length");
    }
  }
  if (rc != SQLITE_DONE) die(sqlite3_sql(st), sqlite3_errmsg(sqlite3_db_handle(st)));
  sqlite3_reset(st);
  return rows;
}

i64 st_run(sqlite3_stmt *st) { return rows_step(st, 0); }

i64 st_read(sqlite3_stmt *st) { return rows_step(st, 1); }

void st_bind(sqlite3_stmt *st, int i, const char *text) { sqlite3_bind_text(st, i, text, -1, SQLITE_STATIC); }

/* ---- timing ---- */

static double microseconds(clockid_t which) {
  struct timespec t;

  clock_gettime(which, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double median(const double *t, int n) {
  double a[ROUNDS_MAX];

  memcpy(a, t, (size_t)n * sizeof(*a));
  qsort(a, (size_t)n, sizeof(*a), by_size);
  return n % 2 ? a[n / 2] : (a[n / 2 - 1] + a[n / 2]) / 2;
}

void jobs_run(Job *job, int jobs, int rounds, i64 n) {
  for (int round = -1; round < rounds; round++) {
    for (int i = 0; i < jobs; i++) {
      if (job[i].run == NULL) continue;
      double wall = microseconds(CLOCK_MONOTONIC), cpu = microseconds(CLOCK_PROCESS_CPUTIME_ID);

      job[i].run(job[i].arg, n);
      if (round < 0) continue;
      job[i].wall[round] = (microseconds(CLOCK_MONOTONIC) - wall) / (double)n;
      job[i].cpu[round] = (microseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / (double)n;
    }
  }
}

double jobs_ratio(const Job *job, const Job *base, int rounds) {
  double ratio[ROUNDS_MAX] = {0};

  for (int i = 0; i < rounds; i++) ratio[i] = job->wall[i] / base->wall[i];
  return median(ratio, rounds);
}

/* ---- the table ---- */

#define NAME_WIDTH 46

static const char *mark(double figure, double limit) {
  if (limit == 0) return "";
  if (figure <= limit) return "ok";
  table_missed++;
  return "MISSED";
}

void table_title(const char *title, const char *note) { printf("\n%s%s%s\n", title, note[0] ? ": " : "", note); }

void table_absent(const char *name) { printf("  %-*s %12s\n", NAME_WIDTH, name, "absent"); }

void table_figure(const char *name, double figure, const char *unit, double limit, int exact) {
  printf("  %-*s %12.2f %-6s", NAME_WIDTH, name, figure, unit);
  if (limit != 0) printf(" %20s at most %.4g: %s", "", limit, mark(figure, limit));
  if (exact) printf(" (exact)");
  printf("\n");
  fflush(stdout);
}

void jobs_print(const Job *job, int jobs, int rounds, int with_b) {
  printf("  %-*s %12s %11s %8s %8s\n", NAME_WIDTH, "", "us", "us of CPU", "x (a)", with_b ? "x (b)" : "");
  for (int i = 0; i < jobs; i++) {
    const Job *j = &job[i];
    double each = j->each > 0 ? j->each : 1;

    if (j->run == NULL) {
      table_absent(j->name);
      continue;
    }
    double a = jobs_ratio(j, &job[0], rounds), b = with_b ? jobs_ratio(j, &job[1], rounds) : 0;

    printf("  %-*s %12.2f %11.2f %8.2f", NAME_WIDTH, j->name, median(j->wall, rounds) / each,
           median(j->cpu, rounds) / each, a);
    if (with_b) printf(" %8.2f", b);
    if (j->limit_a > 0) printf("%s at most %.4g (a): %s", with_b ? "" : "         ", j->limit_a, mark(a, j->limit_a));
    if (j->limit_b > 0) printf(", %.4g (b): %s", j->limit_b, mark(b, j->limit_b));
    printf("\n");
  }
  fflush(stdout);
}

/* ---- */

int main(int argc, char **argv) {
  const char *what = argc > 3 ? argv[3] : "all";
  struct {
    const char *name;
    void (*measure)(void);
  } part[] = {{"costs", measure_costs},     {"actions", measure_actions}, {"bulk", measure_bulk},
              {"reads", measure_reads},     {"past", measure_past},       {"prune", measure_prune},
              {"lists", measure_lists},     {"talks", measure_talks},     {"texts", measure_texts},
              {"vectors", measure_vectors}, {"search", measure_search},   {"lineage", measure_lineage}};
  int found = 0;

  if (argc < 3)
    die("usage", "bench EXTENSION DIRECTORY "
                 "[all|quick|costs|actions|bulk|reads|past|prune|lists|talks|texts|search|lineage|vectors [quick]]");
  bench_so = argv[1];
  bench_directory = argv[2];
  bench_quick = strcmp(what, "quick") == 0 || (argc > 4 && strcmp(argv[4], "quick") == 0);
  printf("SQLite %s, page size and cache as they come; (a) plain upserts without a history, (b) the same with audit "
         "triggers\n",
         sqlite3_libversion());
  for (size_t i = 0; i < sizeof(part) / sizeof(*part); i++) {
    if (strcmp(what, "all") != 0 && strcmp(what, "quick") != 0 && strcmp(what, part[i].name) != 0) continue;
    found = 1;
    part[i].measure();
  }
  if (!found) die(what, "there is no such part");
  printf("\n%d targets missed\n", table_missed);
  return 0;
}
