/* What searching by keywords costs beside the bare query to an FTS5 table of the same texts, for the same hits. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#define WORDS 20000 /* there are so many, the first of them used most */

typedef struct Searcher {
  Db *d;
  Work work; /* for its random numbers */
  sqlite3_stmt *st;
  int low, high; /* its two words are among these */
} Searcher;

static void text_make(Work *w, char *text, size_t n) {
  int words = 6 + (int)work_random(w, 10);
  size_t at = 0;

  for (int i = 0; i < words && at + 8 < n; i++) {
    double r = (double)work_random(w, 1000000) / 1e6;

    at += (size_t)snprintf(text + at, n - at, "%sw%d", i ? " " : "", (int)(r * r * r * WORDS));
  }
}

static void query_make(Searcher *s, char *text, size_t n, const char *between) {
  uint64_t range = (uint64_t)(s->high - s->low);
  int a = s->low + (int)work_random(&s->work, range), b = s->low + (int)work_random(&s->work, range);

  snprintf(text, n, "w%d%sw%d", a, between, b == a ? a + 1 : b);
}

static void search_bare(void *searcher, i64 n) {
  Searcher *s = searcher;
  char query[60];

  for (i64 i = 0; i < n; i++) {
    query_make(s, query, sizeof(query), " OR ");
    st_bind(s->st, 1, query);
    st_read(s->st);
  }
}

static void search_items(void *searcher, i64 n) {
  Searcher *s = searcher;
  char query[60];

  for (i64 i = 0; i < n; i++) {
    query_make(s, query, sizeof(query), " ");
    st_bind(s->st, 1, query);
    st_read(s->st);
  }
}

static void items_fill(Db *bare, Db *memlog, int items) {
  sqlite3_stmt *plain, *add;
  Work work = work_new(1);
  char text[200];

  db_run(bare, "CREATE VIRTUAL TABLE item USING fts5(body)");
  plain = db_prepare(bare, "INSERT INTO item(body) VALUES(?1)");
  add = db_prepare(memlog, "SELECT mem_item_add('u', 's', ?1)");
  db_run(bare, "BEGIN");
  db_run(memlog, "BEGIN");
  for (int i = 0; i < items; i++) {
    text_make(&work, text, sizeof(text));
    st_bind(plain, 1, text);
    st_run(plain);
    st_bind(add, 1, text);
    st_run(add);
    if (i % 1000 != 999) continue;
    db_run(bare, "COMMIT; BEGIN");
    db_run(memlog, "COMMIT; BEGIN");
  }
  db_run(bare, "COMMIT");
  db_run(memlog, "COMMIT");
  sqlite3_finalize(plain);
  sqlite3_finalize(add);
}

void measure_search(void) {
  static const struct {
    const char *name;
    int low, high;
  } what[] = {
      {"of two rare words", 10000, 20000}, {"of two words", 300, 3000}, {"of two words that are everywhere", 0, 20}};
  int items = bench_quick ? 5000 : 100000, rounds = bench_quick ? 3 : 7;
  Db bare, memlog;

  db_open(&bare, "bare", 0, "OFF");
  db_open(&memlog, "items", 1, "OFF");
  items_fill(&bare, &memlog, items);
  sqlite3_stmt *plain = db_prepare(&bare, "SELECT rowid, body, bm25(item) AS score FROM item WHERE item MATCH ?1"
                                          " ORDER BY score LIMIT 10");
  sqlite3_stmt *search = db_prepare(&memlog, "SELECT id, content, score FROM mem_search('u', NULL, ?1, 10)");
  for (size_t i = 0; i < sizeof(what) / sizeof(*what); i++) {
    Searcher s[] = {{&bare, work_new(1), plain, what[i].low, what[i].high},
                    {&memlog, work_new(1), search, what[i].low, what[i].high},
                    {&memlog, work_new(1), search, what[i].low, what[i].high},
                    {&memlog, work_new(1), search, what[i].low, what[i].high}};
    Job job[] = {{.name = "FTS5, ORDER BY bm25() LIMIT 10", .run = search_bare, .arg = &s[0]},
                 {.name = "mem_search", .run = search_items, .arg = &s[1], .limit_a = 1.5},
                 {.name = "mem_search, recorded as an event", .run = search_items, .arg = &s[2]},
                 {.name = "mem_search, and its lineage", .run = search_items, .arg = &s[3]}};
    char title[100];

    snprintf(title, sizeof(title), "Searching %d items by keywords, %s", items, what[i].name);
    table_title(title, "10 hits, time of one");
    db_run(&memlog, "SELECT mem_observer(1)");
    jobs_run(job, 2, rounds, bench_quick ? 20 : 100);
    db_run(&memlog, "SELECT mem_observer(0)");
    db_run(&memlog, "SELECT mem_config('lineage.retrieval', 'false')");
    jobs_run(&job[2], 1, rounds, bench_quick ? 20 : 100);
    db_run(&memlog, "SELECT mem_config('lineage.retrieval', NULL)");
    jobs_run(&job[3], 1, rounds, bench_quick ? 20 : 100);
    jobs_print(job, 4, rounds, 0);
  }
  sqlite3_finalize(plain);
  sqlite3_finalize(search);
  db_close(&bare);
  db_close(&memlog);
}
