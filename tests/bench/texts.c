/* What adding items and finding them by their words costs, beside a table with an FTS5 index of one's own. */
#include "bench.h"

#include <stdio.h>

enum { ITEMS = 100000, FEW = 5000, WORDS = 20000, BATCH = 1000 };

/* Words as texts have them: the n-th is as frequent as 1/n. */
static void text_make(Work *w, i64 number, char *out, size_t size) {
  size_t at = (size_t)snprintf(out, size, "id%lld", (long long)number);
  int n = 6 + (int)work_random(w, 14);
  for (int i = 0; i < n && at < size; i++) {
    uint64_t most = 1 + work_random(w, WORDS);
    at += (size_t)snprintf(out + at, size - at, " w%llu", (unsigned long long)work_random(w, 1 + work_random(w, most)));
  }
}

typedef struct Texts {
  Db d;
  Work work;
  i64 n;
  sqlite3_stmt *add;
} Texts;

static void texts_open(Texts *t, const char *name, const char *sql, const char *add) {
  db_open(&t->d, name, 1, "OFF");
  t->work = work_new(1);
  t->n = 0;
  if (sql) db_run(&t->d, sql);
  t->add = db_prepare(&t->d, add);
}

static void texts_close(Texts *t) {
  sqlite3_finalize(t->add);
  db_close(&t->d);
}

/* n batches, each a transaction. */
static void texts_add(void *texts, i64 n) {
  Texts *t = texts;
  char text[400];
  for (; n > 0; n--) {
    db_run(&t->d, "BEGIN IMMEDIATE");
    for (int i = 0; i < BATCH; i++) {
      text_make(&t->work, t->n++, text, sizeof(text));
      st_bind(t->add, 1, text);
      st_run(t->add);
    }
    db_run(&t->d, "COMMIT");
  }
}

/* ---- finding ---- */

static const char *const query[] = {"w1", "w40", "w300 w900", "w2 w70 w5000 id77", "id4242", "w3 w4 w5 w6 w7 w8"};
enum { QUERIES = sizeof(query) / sizeof(*query) };

typedef struct Search {
  sqlite3_stmt *st;
  int bare;
} Search;

/* Each query once. */
static void search_run(void *search, i64 n) {
  Search *s = search;
  for (; n > 0; n--) {
    for (int i = 0; i < QUERIES; i++) {
      char match[400];
      size_t at = 0;
      for (const char *p = query[i]; *p && at < sizeof(match) - 8; p++) {
        if (s->bare && *p == ' ') {
          at += (size_t)snprintf(match + at, sizeof(match) - at, " OR ");
        } else {
          match[at++] = *p;
        }
      }
      match[at] = 0;
      st_bind(s->st, 1, match);
      st_read(s->st);
    }
  }
}

static void finding_measure(Texts *t) {
  static const char bare[] = "SELECT rowid, bm25(memlog_item_text) FROM memlog_item_text WHERE memlog_item_text"
                             " MATCH '{body} : (' || ?1 || ')' ORDER BY rank LIMIT 10";
  static const char found[] =
      "SELECT id, score FROM mem_search('u', NULL, ?1, 10, '{\"min_score\":0,\"relativity\":0}')";
  Search s[2] = {{NULL, 1}, {NULL, 0}};
  Job job[2] = {{.name = "FTS5, bm25, the best 10", .run = search_run, .arg = &s[0]}, {.name = "mem_search"}};
  int rounds = 5;
  db_run(&t->d, "SELECT mem_observer(1)");
  s[0].st = db_prepare(&t->d, bare);
  if (db_takes(&t->d, found)) {
    s[1].st = db_prepare(&t->d, found);
    job[1] = (Job){.name = "mem_search", .run = search_run, .arg = &s[1], .limit_a = 1.5};
  }
  jobs_run(job, 2, rounds, 3);
  table_title(bench_quick ? "Finding among 5,000 items" : "Finding among 100,000 items", "time of six queries");
  jobs_print(job, 2, rounds, 0);
  sqlite3_finalize(s[0].st);
  sqlite3_finalize(s[1].st);
}

void measure_texts(void) {
  Texts t[2];
  i64 batches = (bench_quick ? FEW : ITEMS) / BATCH;
  int rounds = 4;
  Job job[2] = {{.name = "a table, and FTS5 by a trigger", .run = texts_add, .arg = &t[0], .each = BATCH},
                {.name = "mem_item_add", .run = texts_add, .arg = &t[1], .each = BATCH, .limit_a = 2}};
  texts_open(&t[0], "texts0",
             "CREATE TABLE item(id INTEGER PRIMARY KEY, key TEXT, set_name TEXT, content TEXT);"
             "CREATE VIRTUAL TABLE item_text USING fts5(content, content='item', content_rowid='id',"
             " tokenize='porter unicode61');"
             "CREATE TRIGGER item_insert AFTER INSERT ON item BEGIN"
             " INSERT INTO item_text(rowid, content) VALUES(NEW.id, NEW.content); END",
             "INSERT INTO item(key, set_name, content) VALUES('u', 's', ?1)");
  texts_open(&t[1], "texts1", NULL, "SELECT mem_item_add('u', 's', ?1)");
  jobs_run(job, 2, rounds, batches / (rounds + 1));
  table_title("Adding texts, a thousand in a transaction", "time of one");
  jobs_print(job, 2, rounds, 0);
  finding_measure(&t[1]);
  texts_close(&t[0]);
  texts_close(&t[1]);
}
