/* What writing costs in time: actions, bulk. */
#include "bench.h"

#include <stdio.h>

/* Opens all ways and fills in a job for each. */
static void writers_open(Writer *w, Job *job, int keys, const char *synchronous, void (*run)(void *, i64)) {
  for (int i = 0; i < WAYS; i++) {
    job[i] = (Job){.name = way_name[i], .arg = &w[i]};
    if (writer_open(&w[i], (Way)i, keys, synchronous)) job[i].run = run;
  }
}

static void writers_close(Writer *w, Job *job) {
  for (int i = 0; i < WAYS; i++) {
    if (job[i].run != NULL) writer_close(&w[i]);
  }
}

/* One write a transaction, as autocommit makes it. */
static void single_writes(void *writer, i64 n) {
  Writer *w = writer;

  for (i64 i = 0; i < n; i++) {
    if (i % WRITES == 0) work_next(&w->work);
    work_bind(&w->work.write[i % WRITES], w->write, 1);
    st_run(w->write);
  }
}

static void actions_measure(const char *synchronous, int rounds, i64 n) {
  Writer w[WAYS];
  Job job[WAYS];
  char title[100];

  writers_open(w, job, 100, synchronous, writer_transactions);
  for (int i = FUNCTIONS; i < WAYS; i++) {
    job[i].limit_a = synchronous[0] == 'F' ? 1.1 : 1.8;
    job[i].limit_b = synchronous[0] == 'F' ? 0 : 0.5;
  }
  jobs_run(job, WAYS, rounds, n);
  snprintf(title, sizeof(title), "%lld actions of %d writes, synchronous %s", n * rounds, WRITES, synchronous);
  table_title(title, "time of an action");
  jobs_print(job, WAYS, rounds, 1);
  if (synchronous[0] == 'N') {
    for (int i = 0; i < WAYS; i++) {
      job[i].limit_a = job[i].limit_b = 0;
      if (job[i].run != NULL) job[i].run = i == TABLE_ROWS ? NULL : single_writes;
    }
    jobs_run(job, WAYS, rounds, n);
    table_title("Actions of one write, in autocommit", "");
    for (int i = 0; i < WAYS; i++) {
      if (i == TABLE_ROWS && w[i].d.db != NULL) job[i].run = NULL;
    }
    jobs_print(job, WAYS, rounds, 1);
    if (w[TABLE_ROWS].write != NULL) job[TABLE_ROWS].run = single_writes; /* to be closed */
  }
  writers_close(w, job);
}

void measure_actions(void) {
  actions_measure("NORMAL", bench_quick ? 5 : 10, bench_quick ? 400 : 2000);
  actions_measure("FULL", bench_quick ? 5 : 12, bench_quick ? 10 : 50);
}

/* ---- bulk ---- */

/* n writes, one transaction. */
static void bulk_writes(void *writer, i64 n) {
  Writer *w = writer;

  st_run(w->begin);
  for (i64 i = 0; i < n; i += WRITES) writer_action(w);
  st_run(w->commit);
}

static void bulk_measure(int keys, int wide, int rounds, i64 n) {
  Writer w[WAYS];
  Job job[WAYS];
  char title[100];

  writers_open(w, job, keys, "NORMAL", bulk_writes);
  for (int i = 0; i < WAYS; i++) {
    w[i].work.wide = wide;
    if (i >= FUNCTIONS) job[i].limit_a = 2.5;
  }
  jobs_run(job, WAYS, rounds, n);
  snprintf(title, sizeof(title), "%lld writes in transactions of %lld, %s", n * rounds, n,
           wide ? "every path new" : "100 keys of 50 paths");
  table_title(title, "time of a write");
  jobs_print(job, WAYS, rounds, 1);
  writers_close(w, job);
}

void measure_bulk(void) {
  i64 n = bench_quick ? 10000 : 100000;

  bulk_measure(100, 0, bench_quick ? 3 : 10, n);
  bulk_measure(1000, 1000, bench_quick ? 3 : 5, n);
}
