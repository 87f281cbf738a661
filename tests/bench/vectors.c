/* What a search by vector costs among 100,000 of 384 dimensions, beside sqlite-vec's, whose library SQLITE_VEC names.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONS 384
#define KEYS       100 /* that have little, in the same file */
#define SEARCH     "SELECT id, score FROM mem_search(?1, NULL, ?2, 10, '{\"mode\":\"vector\",\"min_score\":0}')"

typedef struct Vectors {
  Db d;
  Work work;
  float x[DIMENSIONS];
  float middle[DIMENSIONS]; /* texts of one kind lie on one side */
  sqlite3_stmt *search;
} Vectors;

/* About a normal distribution. */
static float vector_number(Work *w) {
  double sum = 0;

  for (int i = 0; i < 4; i++) sum += (double)work_random(w, 1000001) / 500000 - 1;
  return (float)sum;
}

static void vector_next(Vectors *v) {
  for (int i = 0; i < DIMENSIONS; i++) v->x[i] = v->middle[i] + vector_number(&v->work);
}

static void vec_load(Db *d, const char *library) {
  char *why = NULL;

  sqlite3_enable_load_extension(d->db, 1);
  if (sqlite3_load_extension(d->db, library, NULL, &why) != SQLITE_OK) die(library, why);
  db_run(d, "CREATE VIRTUAL TABLE vec USING vec0(x float[384] distance_metric=cosine)");
  db_run(d, "CREATE VIRTUAL TABLE vec_l2 USING vec0(x float[384])");
}

static void vectors_fill(Vectors *v, int vec, i64 n) {
  sqlite3_stmt *add =
      db_prepare(&v->d, "SELECT mem_item_embed(?1, 's', mem_item_add(?1, 's', ?2, json_object('id', ?2)), ?3)");
  sqlite3_stmt *to[2] = {NULL, NULL};

  if (vec) {
    to[0] = db_prepare(&v->d, "INSERT INTO vec(rowid, x) VALUES(?1, ?2)");
    to[1] = db_prepare(&v->d, "INSERT INTO vec_l2(rowid, x) VALUES(?1, ?2)");
  }
  db_run(&v->d, "BEGIN");
  for (i64 i = 0; i < n; i++) {
    char key[20] = "all", id[20];

    if (i % 10 == 9) snprintf(key, sizeof(key), "user-%d", (int)(i / 10 % KEYS));
    snprintf(id, sizeof(id), "item-%d", (int)i);
    for (int k = i % 10 == 9 ? 2 : 1; k > 0; k--) {
      vector_next(v);
      st_bind(add, 1, k == 2 ? key : "all");
      st_bind(add, 2, id);
      sqlite3_bind_blob(add, 3, v->x, sizeof(v->x), SQLITE_STATIC);
      st_run(add);
    }
    for (int k = 0; k < 2 && vec; k++) {
      sqlite3_bind_int64(to[k], 1, i + 1);
      sqlite3_bind_blob(to[k], 2, v->x, sizeof(v->x), SQLITE_STATIC);
      st_run(to[k]);
    }
  }
  db_run(&v->d, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite3_finalize(add);
  sqlite3_finalize(to[0]);
  sqlite3_finalize(to[1]);
}

typedef struct Searcher {
  Vectors *v;
  sqlite3_stmt *st;
  const char *key; /* NULL: sqlite-vec's */
} Searcher;

static void searches(void *searcher, i64 n) {
  Searcher *s = searcher;

  for (i64 i = 0; i < n; i++) {
    vector_next(s->v);
    if (s->key != NULL) st_bind(s->st, 1, s->key);
    sqlite3_bind_blob(s->st, s->key != NULL ? 2 : 1, s->v->x, sizeof(s->v->x), SQLITE_STATIC);
    st_read(s->st);
  }
}

void measure_vectors(void) {
  static Vectors v = {.work = {.state = 42}};
  const char *library = getenv("SQLITE_VEC");
  int vec = library != NULL && library[0] != 0, rounds = 5;
  i64 n = bench_quick ? 10000 : 100000;
  char title[100];

  db_open(&v.d, "vectors", 1, "OFF");
  snprintf(title, sizeof(title), "Ten of %d vectors of %d dimensions", (int)n, DIMENSIONS);
  if (!db_takes(&v.d, SEARCH)) {
    table_title(title, "");
    table_absent("mem_search");
    db_close(&v.d);
    return;
  }
  for (int i = 0; i < DIMENSIONS; i++) v.middle[i] = vector_number(&v.work) / 2;
  if (vec) vec_load(&v.d, library);
  vectors_fill(&v, vec, n);
  Searcher s[4] = {{.v = &v}, {.v = &v}, {.v = &v, .key = "all"}, {.v = &v, .key = "user-7"}};
  static const char *const sql[] = {"SELECT rowid, distance FROM vec WHERE x MATCH ?1 AND k=10",
                                    "SELECT rowid, distance FROM vec_l2 WHERE x MATCH ?1 AND k=10", SEARCH, SEARCH};
  Job job[4] = {{.name = "(a) sqlite-vec, cosine"},
                {.name = "sqlite-vec, L2 (its default)"},
                {.name = "mem_search", .limit_a = 1},
                {.name = "mem_search, a key that has a thousandth of them"}};
  int from = vec ? 0 : 2;

  for (int i = from; i < 4; i++) {
    s[i].st = db_prepare(&v.d, sql[i]);
    job[i].run = searches;
    job[i].arg = &s[i];
  }
  if (!vec) job[2].limit_a = 0;
  jobs_run(job + from, 4 - from, rounds, bench_quick ? 3 : 10);
  table_title(title,
              vec ? "in one key; time of one search" : "in one key; SQLITE_VEC names no library to compare with");
  jobs_print(job + from, 4 - from, rounds, 0);
  for (int i = from; i < 4; i++) sqlite3_finalize(s[i].st);
  db_close(&v.d);
}
