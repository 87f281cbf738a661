/* What the past costs: rebuilding a key's state, and one path's history. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

/* A set of keys that were written in turn until each had so many writes. */
typedef struct Age {
  char name[64];
  int keys, hot;
  i64 writes;      /* a key */
  i64 first, last; /* positions of its part of the log */
  int group;       /* goes into the keys' names */
} Age;

typedef struct Past {
  Db *d;
  const Age *age;
  Work work;
  sqlite3_stmt *st;
  int groups; /* as many sets alike, one after the other */
} Past;

static i64 log_last(Db *d) { return db_number(d, "SELECT max(seq) FROM memlog_event"); }

/* The keys are apart from those of other sets. Rows of the log come one an action, as mem_flush makes them. */
static void age_write(Db *d, Age *age) {
  sqlite3_stmt *set = db_prepare(d, "SELECT mem_set(?1, ?2, ?3)"), *flush = db_prepare(d, "SELECT mem_flush()");
  Work w = work_new(age->keys);
  i64 actions = age->writes / WRITES * age->keys;
  char key[32];

  age->first = log_last(d) + 1;
  w.hot = age->hot;
  for (i64 i = 0; i < actions; i++) {
    if (i % 5000 == 0) db_run(d, i ? "COMMIT; BEGIN IMMEDIATE" : "BEGIN IMMEDIATE");
    work_next(&w);
    snprintf(key, sizeof(key), "%d-%s", age->group, w.write[0].key);
    for (int k = 0; k < WRITES; k++) {
      work_bind(&w.write[k], set, 1);
      st_bind(set, 1, key);
      st_run(set);
    }
    st_run(flush);
  }
  db_run(d, "COMMIT");
  age->last = log_last(d);
  sqlite3_finalize(set);
  sqlite3_finalize(flush);
}

static void rebuild_run(void *past, i64 n) {
  Past *p = past;
  char key[32], at[32];

  for (i64 i = 0; i < n; i++) {
    const Age *age = &p->age[work_random(&p->work, (uint64_t)p->groups)];

    snprintf(key, sizeof(key), "%d-user-%d", age->group, (int)work_random(&p->work, (uint64_t)age->keys));
    snprintf(at, sizeof(at), "#%lld", age->first + (i64)work_random(&p->work, (uint64_t)(age->last - age->first)));
    st_bind(p->st, 1, key);
    st_bind(p->st, 2, at);
    st_read(p->st);
  }
}

static void whole_run(void *past, i64 n) {
  Past *p = past;
  char key[32];

  for (i64 i = 0; i < n; i++) {
    snprintf(key, sizeof(key), "user-%d", (int)work_random(&p->work, 100));
    st_bind(p->st, 1, key);
    st_read(p->st);
  }
}

static void history_run(void *past, i64 n) {
  Past *p = past;
  char path[32];

  for (i64 i = 0; i < n; i++) {
    snprintf(path, sizeof(path), "profile.field_%d", (int)work_random(&p->work, PATHS));
    st_bind(p->st, 1, path);
    if (st_read(p->st) != 100) die("mem_history", "there are no 100 changes");
  }
}

/* ---- sets of keys ---- */

#define AGES 4
#define ONE  1111 /* sets of one key: 1,000 of 100 writes, 100 of 1,000, 10 of 10,000, 1 of 100,000 */

typedef struct Ages {
  Age one[ONE], hot, many[AGES];
} Ages;

static void ages_write(Db *d, Ages *a) {
  i64 writes = 100;
  int n = 0;

  for (int i = 0, sets = 1000; i < AGES; i++, writes *= 10, sets /= 10) {
    for (int k = 0; k < sets; k++, n++) {
      a->one[n] = (Age){.keys = 1, .writes = writes, .group = n};
      age_write(d, &a->one[n]);
    }
    a->many[i] = (Age){.keys = 100, .writes = writes, .group = 2000 + i};
    if (writes <= (bench_quick ? 1000 : 100000)) age_write(d, &a->many[i]);
  }
  a->hot = (Age){.keys = 1, .hot = 5, .writes = 100000, .group = 3000};
  age_write(d, &a->hot);
}

static void past_jobs(Db *plain, Db *memlog, Ages *a, int rounds, i64 n) {
  static const char *const size[AGES] = {"100", "1,000", "10,000", "100,000"};
  const char *sql = "SELECT mem_rebuild_at(?1, ?2)";
  Past past[2 * AGES + 3] = {{.d = plain, .st = db_prepare(plain, "SELECT path, value FROM cell WHERE key=?1")}};
  Job job[2 * AGES + 3] = {{.name = "(a) the whole state as it is", .run = whole_run}};
  char name[2 * AGES][64];
  int jobs = 1;

  for (int many = 0; many < 2; many++) {
    for (int i = 0, first = 0, sets = 1000; i < AGES; i++, first += sets, sets /= 10, jobs++) {
      char *text = name[jobs - 1];

      snprintf(text, 64, "%s, %s writes%s", many ? "100 keys in turn" : "one key at a time", size[i],
               many ? " each" : "");
      past[jobs] = (Past){.d = memlog, .age = many ? &a->many[i] : &a->one[first], .groups = many ? 1 : sets};
      job[jobs] = (Job){.name = text, .run = rebuild_run, .limit_a = many ? 8 : 4};
      if (!past[jobs].age->last) job[jobs].run = NULL;
    }
  }
  past[jobs] = (Past){.d = memlog, .age = &a->hot, .groups = 1};
  job[jobs++] = (Job){.name = "one key, 5 paths hot, 45 cold, 100,000 writes", .run = rebuild_run, .limit_a = 4};
  for (int i = 0; i < jobs; i++) {
    past[i].work = work_new(100);
    if (i) past[i].st = db_prepare(memlog, sql);
    job[i].arg = &past[i];
  }
  jobs_run(job, jobs, rounds, n);
  table_title("A key's state at a random moment of the past", "mem_rebuild_at(key, position), each by itself");
  jobs_print(job, jobs, rounds, 0);
  table_figure("one key: 100,000 writes over 10,000", jobs_ratio(&job[4], &job[3], rounds), "times", 1.5, 0);
  if (job[8].run) {
    table_figure("100 keys: 100,000 writes over 10,000", jobs_ratio(&job[8], &job[7], rounds), "times", 1.5, 0);
  }
  for (int i = 0; i < jobs; i++) sqlite3_finalize(past[i].st);
}

static void history_jobs(Db *plain, Db *memlog, Ages *a, int rounds, i64 n) {
  char sql[200];
  Past past[2] = {{.work = work_new(100)}, {.work = work_new(100)}};
  Job job[2] = {{.name = "(a) the whole state as it is", .run = whole_run, .arg = &past[0]},
                {.name = "the last 100 changes of one path", .arg = &past[1], .limit_a = 40}};

  past[0].st = db_prepare(plain, "SELECT path, value FROM cell WHERE key=?1");
  snprintf(sql, sizeof(sql), "SELECT * FROM mem_history('%d-user-0', ?1) ORDER BY seq DESC LIMIT 100",
           a->one[ONE - 1].group);
  if (db_takes(memlog, sql)) {
    past[1].st = db_prepare(memlog, sql);
    job[1].run = history_run;
  }
  jobs_run(job, 2, rounds, n);
  table_title("History of one path of a key with 100,000 writes", "");
  jobs_print(job, 2, rounds, 0);
  for (int i = 0; i < 2; i++) sqlite3_finalize(past[i].st);
}

void measure_past(void) {
  Writer plain;
  Db memlog;
  Ages *a = calloc(1, sizeof(*a));
  int rounds = bench_quick ? 5 : 15;

  if (a == NULL || !writer_open(&plain, PLAIN, 100, "OFF")) die("past", "there is nothing to compare with");
  writer_transactions(&plain, 10000);
  db_open(&memlog, "past", 1, "OFF");
  ages_write(&memlog, a);
  past_jobs(&plain.d, &memlog, a, rounds, bench_quick ? 100 : 1000);
  history_jobs(&plain.d, &memlog, a, rounds, bench_quick ? 20 : 200);
  db_close(&memlog);
  writer_close(&plain);
  free(a);
}
