/* What it costs to drop the oldest part of the log, and to verify. */
#include "bench.h"

#include <time.h>

#define KEPT 1000 /* events that stay */

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* One event an action of five writes. */
static void log_write(Db *d, int keys, i64 events) {
  sqlite3_stmt *set = db_prepare(d, "SELECT mem_set(?1, ?2, ?3)"), *flush = db_prepare(d, "SELECT mem_flush()");
  Work w = work_new(keys);
  for (i64 i = 0; i < events; i++) {
    if (i % 5000 == 0) db_run(d, i ? "COMMIT; BEGIN IMMEDIATE" : "BEGIN IMMEDIATE");
    work_next(&w);
    for (int k = 0; k < WRITES; k++) {
      work_bind(&w.write[k], set, 1);
      st_run(set);
    }
    st_run(flush);
  }
  db_run(d, "COMMIT");
  sqlite3_finalize(set);
  sqlite3_finalize(flush);
}

static double verify_time(Db *d) {
  double from = now_us();
  if (db_number(d, "SELECT count(*) FROM mem_verify")) die("verify", "the file is not sound");
  return now_us() - from;
}

static void prune_cost(int keys, i64 events) {
  char title[100];
  double all = 0, longest = 0;
  Db d;
  db_open(&d, "prune", 1, "NORMAL");
  log_write(&d, keys, events + KEPT);
  double verify = verify_time(&d) / (double)(events + KEPT);
  i64 before = db_size(&d);
  sqlite3_snprintf(sizeof(title), title,
                   "Pruning %lld of %lld events of %d keys, at most 10,000 rows or 500 keys a step", events,
                   events + KEPT, keys);
  db_run(&d,
         "CREATE TEMP TABLE cut AS SELECT '#' || seq AS at FROM memlog_event ORDER BY seq DESC LIMIT 1 OFFSET 1000");
  for (i64 left = 1; left;) {
    double from = now_us();
    left = db_number(&d, "SELECT mem_prune((SELECT at FROM cut)) ->> 'remaining'");
    double step = now_us() - from;
    all += step;
    if (step > longest) longest = step;
  }
  table_title(title, "five writes an event; synchronous = NORMAL");
  table_figure("an event", all / (double)events, "us", 0, 0);
  table_figure("the longest step", longest / 1000, "ms", 250, 0);
  table_figure("mem_verify before it, an event", verify, "us", 0, 0);
  table_figure("mem_verify after it, in all", verify_time(&d) / 1000, "ms", 0, 0);
  db_run(&d, "VACUUM");
  table_figure("bytes of the file after VACUUM, of those before", 100.0 * (double)db_size(&d) / (double)before, "%", 0,
               1);
  db_close(&d);
}

void measure_prune(void) {
  i64 events = bench_quick ? 10000 : 100000;
  prune_cost(100, events);
  prune_cost(10000, events);
}
