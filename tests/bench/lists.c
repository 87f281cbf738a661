/* What appending to a list costs that a rule limits and that is full, beside one without a rule. */
#include "bench.h"

#include <stdio.h>

#define ELEMENTS 1000

typedef struct List {
  Db d;
  sqlite3_stmt *append;
} List;

static void list_open(List *l, const char *name, const char *rule) {
  char sql[300];

  db_open(&l->d, name, 1, "OFF");
  if (rule != NULL) {
    snprintf(sql, sizeof(sql), "SELECT mem_retain('*', 'l', '%s')", rule);
    db_run(&l->d, sql);
  }
  l->append = db_prepare(&l->d, "SELECT mem_append('u', 'l', 'an element of a list')");
  db_run(&l->d, "BEGIN");
  for (int i = 0; i < ELEMENTS; i++) st_run(l->append);
  db_run(&l->d, "COMMIT");
}

static void list_appends(void *list, i64 n) {
  List *l = list;

  for (i64 i = 0; i < n; i++) st_run(l->append);
}

void measure_lists(void) {
  static const struct {
    const char *name, *rule;
    double limit;
  } what[] = {
      {"without a rule", NULL, 0},
      {"max_count", "{\"max_count\":1000}", 1.6},
      {"max_bytes", "{\"max_bytes\":22000}", 1.6},
      {"max_count, drop_least_recently_used", "{\"max_count\":1000,\"policy\":\"drop_least_recently_used\"}", 0},
      {"max_count, aggregate", "{\"max_count\":1000,\"policy\":\"aggregate\",\"function\":\"json_array_length\"}", 0},
  };
  enum { N = sizeof(what) / sizeof(*what) };
  List l[N];
  Job job[N] = {{0}};
  int rounds = 5;

  for (int i = 0; i < N; i++) {
    char name[20];

    snprintf(name, sizeof(name), "list%d", i);
    list_open(&l[i], name, what[i].rule);
    job[i] = (Job){.name = what[i].name, .run = list_appends, .arg = &l[i], .limit_a = what[i].limit};
  }
  jobs_run(job, N, rounds, bench_quick ? 100 : 1000);
  table_title("Appends in autocommit to a list of 1000 elements, which is full", "time of one");
  jobs_print(job, N, rounds, 0);
  for (int i = 0; i < N; i++) {
    sqlite3_finalize(l[i].append);
    db_close(&l[i].d);
  }
}
