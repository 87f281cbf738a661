/* What conversations cost: windows and messages do not depend on how long a session is. */
#include "bench.h"

#include <stdio.h>

#define WORDS                                                                                                          \
  "'What somebody says in a conversation, a few sentences of it, no more than it takes. There are some of these, and " \
  "' "                                                                                                                 \
  "|| 'each one has a number, so that no two are quite the same: '"

/* A session of so many messages, of 50 tokens each; put in by transactions of 1000. */
static void talk_open(Db *d, const char *name, i64 length) {
  char sql[600];

  db_open(d, name, 1, "OFF");
  db_run(d, "SELECT mem_config('conversation.max-messages', 0), mem_message('s', 'system', 'Be kind.')");
  for (i64 at = 1; at < length; at += 1000) {
    i64 n = length - at < 1000 ? length - at : 1000;

    snprintf(sql, sizeof(sql),
             "BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             " SELECT count(mem_message('s', iif(i %% 2, 'user', 'assistant'), " WORDS " || i)) FROM n; COMMIT",
             (int)n);
    db_run(d, sql);
  }
}

static void statement_repeat(void *st, i64 n) {
  for (i64 i = 0; i < n; i++) st_read(st);
}

typedef struct Talk {
  Db d;
  sqlite3_stmt *window, *rounds, *message;
} Talk;

static void talks_compare(Talk *few, Talk *many, const char *title, sqlite3_stmt *a, sqlite3_stmt *b, double limit,
                          i64 n) {
  Job job[] = {{.name = "a short session", .run = statement_repeat, .arg = a},
               {.name = "a long one", .run = statement_repeat, .arg = b, .limit_a = limit}};
  char note[80];
  int rounds = bench_quick ? 5 : 15;

  snprintf(note, sizeof(note), "%lld and %lld messages", db_number(&few->d, "SELECT mem_length('s', 'messages')"),
           db_number(&many->d, "SELECT mem_length('s', 'messages')"));
  jobs_run(job, 2, rounds, n);
  table_title(title, note);
  jobs_print(job, 2, rounds, 0);
}

static void talk_prepare(Talk *t, const char *name, i64 length) {
  talk_open(&t->d, name, length);
  t->window = db_prepare(&t->d, "SELECT * FROM mem_window('s')");
  t->rounds = db_prepare(&t->d, "SELECT * FROM mem_window('s', '{\"rounds\":5}')");
  t->message = db_prepare(&t->d, "SELECT mem_message('s', 'user', 'one more')");
}

static void talk_close(Talk *t) {
  sqlite3_finalize(t->window);
  sqlite3_finalize(t->rounds);
  sqlite3_finalize(t->message);
  db_close(&t->d);
}

void measure_talks(void) {
  i64 length = bench_quick ? 50000 : 1000000;
  Talk tiny, few, many;

  talk_prepare(&tiny, "talk-10", 10);
  talk_prepare(&few, "talk-1000", 1000);
  talk_prepare(&many, "talk-many", length);
  talks_compare(&few, &many, "mem_window, 16000 tokens", few.window, many.window, 1.5, bench_quick ? 10 : 100);
  talks_compare(&few, &many, "mem_window, 5 rounds", few.rounds, many.rounds, 1.5, bench_quick ? 100 : 1000);
  talks_compare(&tiny, &many, "mem_message", tiny.message, many.message, 1.5, bench_quick ? 20 : 100);
  talk_close(&tiny);
  talk_close(&few);
  talk_close(&many);
}
