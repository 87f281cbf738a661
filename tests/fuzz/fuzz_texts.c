/*
** Texts that long-term memory and conversations take: a byte that says as what, a line, and the rest. As content and a
** query: every query is one, what holds its words is found, scores are from 0 to 1. As metadata and a filter: looking
** at each item and searching choose the same. As what a judge says: all of it is stored, or nothing. As messages: they
** can be judged, and sent to a model. What is refused is refused in words, and the file is sound.
*/
#define FUZZ_NAME      "texts"
#define FUZZ_SEEDS     "tests/fuzz/seeds/texts"
#define FUZZ_MUTATIONS 800
#define FUZZ_BYTES     2000
#include "fuzz.h"

static const char prepared[] =
    "SELECT mem_clock('2026-07-03 04:22:36.087914'), mem_install();"
    "SELECT mem_config('memory.generate-event.long-term-search', 'false');"
    "SELECT mem_item_put('k', 's', 'other', 'something else'), mem_item_put('b', 's', 'b', 'of bob alone');"
    "SELECT mem_item_put('u', 'user_profile', 'p', 'I like green tea'), mem_message('c', 'user', 'I like tea.');";

/* Runs a statement to its end, ?1 and ?2 being the texts. Its last row's first cell as a number, and how many rows. */
typedef struct Said {
  int rc;
  i64 number, rows;
} Said;

static sqlite3 *db;
static const char *first, *second;
static int first_n, second_n;

static Said asked(const char *sql) {
  Said said = {SQLITE_OK, 0, 0};
  sqlite3_stmt *st = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &st, NULL)) fuzz_fault("%s: %s", sql, sqlite3_errmsg(db));
  if (sqlite3_bind_parameter_count(st) > 0) sqlite3_bind_text(st, 1, first, first_n, SQLITE_STATIC);
  if (sqlite3_bind_parameter_count(st) > 1) sqlite3_bind_text(st, 2, second, second_n, SQLITE_STATIC);
  while (sqlite3_step(st) == SQLITE_ROW) {
    said.number = sqlite3_column_int64(st, 0);
    said.rows++;
    for (int i = 0; i < sqlite3_column_count(st); i++) sqlite3_column_text(st, i);
  }
  said.rc = sqlite3_reset(st);
  if (said.rc && said.rc != SQLITE_ERROR && said.rc != SQLITE_TOOBIG)
    fuzz_fault("%s: error %d: %s", sql, said.rc, sqlite3_errmsg(db));
  if (said.rc && strncmp(sqlite3_errmsg(db), "memlog: ", 8) != 0) fuzz_fault("%s: %s", sql, sqlite3_errmsg(db));
  sqlite3_finalize(st);
  return said;
}

static Said must(const char *sql) {
  Said said = asked(sql);
  if (said.rc) fuzz_fault("%s: %s", sql, sqlite3_errmsg(db));
  return said;
}

/* The text is none that SQLite's functions could be given: it ends early, or is not UTF-8. */
static int is_odd(void) {
  return asked("SELECT mem_set('odd', 'a', ?1), mem_set('odd', 'b', ?2)").rc || memchr(first, 0, (size_t)first_n) ||
         memchr(second, 0, (size_t)second_n);
}

#define ALL "'{\"min_score\":0,\"relativity\":0,\"all\":true,\"dedup\":\"mmr\"}'"

static void query_try(void) {
  int odd = is_odd();
  Said put = asked("SELECT mem_item_put('k', 's', 'a', ?1)");
  if (put.rc && !odd) fuzz_fault("no content: %s", sqlite3_errmsg(db));
  Said wrong =
      asked("SELECT * FROM mem_search('k', NULL, ?2, 9, " ALL ") WHERE ?1 IS ?1 AND score NOT BETWEEN 0 AND 1");
  if (wrong.rc && !odd) fuzz_fault("no query: %s", sqlite3_errmsg(db));
  if (wrong.rows) fuzz_fault("a score is beyond 0 to 1");
  asked("SELECT * FROM mem_search('k', 's', ?2, 9, '{\"raw\":true,\"min_score\":0}') WHERE ?1 IS ?1");
  asked("SELECT mem_recall('k', ?1, ?2)");
  if (odd) return;
  if (must("SELECT count(*) FROM mem_search('k', NULL, ?2, 9, " ALL ") WHERE ?1 IS ?1 AND content LIKE '%bob alone%'"
           " AND ?1 NOT LIKE '%bob alone%'")
          .number) {
    fuzz_fault("what is another key's is found");
  }
  /* Before it is indexed and after that, the same is found. */
  i64 found = must("SELECT sum(id = 'a') FROM mem_search('k', NULL, ?2, 9, " ALL ") WHERE ?1 IS ?1").number;
  must("SELECT mem_item_reindex()");
  if (must("SELECT sum(id = 'a') FROM mem_search('k', NULL, ?2, 9, " ALL ") WHERE ?1 IS ?1").number != found) {
    fuzz_fault("indexed anew, it is not found as it was");
  }
  must("SELECT mem_item_remove('k', 's', 'a')");
  if (must("SELECT sum(id = 'a') FROM mem_search('k', NULL, ?2, 9, " ALL ") WHERE ?1 IS ?1").number) {
    fuzz_fault("what was removed is found");
  }
}

#define FILTER "json_object('filter', json(?2)"

static void filter_try(void) {
  if (asked("SELECT json_valid(?1) AND json_valid(?2)").number != 1) {
    asked("SELECT mem_item_put('k', 's', 'a', 'tea', '{\"metadata\":' || ?1 || '}')");
    asked("SELECT * FROM mem_items('k', NULL, '{\"filter\":' || ?2 || '}') WHERE ?1 IS ?1");
    return;
  }
  if (asked("SELECT mem_item_put('k', 's', 'a', 'tea', '{\"metadata\":' || ?1 || '}')").rc) return;
  Said one =
      asked("SELECT count(*) FROM mem_items('k', NULL, '{\"filter\":' || ?2 || '}') WHERE id = 'a' AND ?1 IS ?1");
  Said two = asked("SELECT count(*) FROM mem_search('k', NULL, 'tea', 9, '{\"min_score\":0,\"filter\":' || ?2 || '}')"
                   " WHERE id = 'a' AND ?1 IS ?1");
  if (one.rc != two.rc) fuzz_fault("mem_items and mem_search do not take the same filters");
  if (!one.rc && one.number != two.number) fuzz_fault("the filter holds here, and does not there");
}

#define STORED "SELECT count(*) FROM memlog_item WHERE ended IS NULL AND key = 'u'"

static void judged_try(void) {
  i64 before = must(STORED).number;
  Said said =
      asked("SELECT mem_session_end('c', '{\"user\":\"u\",\"agent\":\"a\",\"judged\":' || ?2 || '}') WHERE ?1 IS ?1");
  i64 after = must(STORED).number;
  if (said.rc && after != before) fuzz_fault("something was stored in spite of the error");
  asked("SELECT mem_session_end('c', json_object('user', ?1, 'agent', ?2))");
  asked("SELECT mem_session_pending('c', ?2) WHERE ?1 IS ?1");
}

static void message_try(void) {
  asked("SELECT mem_append_json('c', 'messages', ?1), mem_append_json('c', 'messages', ?2)");
  asked("SELECT mem_message('c', 'user', ?1), mem_message('c', 'assistant', ?2)");
  asked("SELECT mem_message('c', 'tool', ?1, ?2)");
  asked("SELECT mem_append('c', 'conversation.system', ?1)");
  asked("SELECT mem_summarize('c', ?1, 2), mem_summary_due('c')");
  must("SELECT mem_session_pending('c', '{\"text\":true}') WHERE ?1 IS ?1");
  asked("SELECT * FROM mem_window('c', ?2) WHERE ?1 IS ?1");
  asked("SELECT * FROM mem_window('c', '{\"max_tokens\":30,\"all\":true,\"alternate\":true}')");
  asked("SELECT * FROM mem_context('c', 'u', 'a', ?1)");
  must("SELECT mem_session_end('c', '{\"user\":\"u\",\"agent\":\"a\"}')");
  if (must("SELECT mem_session_end('c') ->> 'messages'").number) fuzz_fault("a message is judged twice");
}

static void (*const tries[])(void) = {query_try, filter_try, judged_try, message_try};

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
  static Image image;
  if (n < 2 || n > 8000) return 0;
  if (!image.n) image = image_make(prepared);
  const char *text = (const char *)p + 1, *line = memchr(text, '\n', n - 1);
  first = text;
  first_n = (int)(line ? line - text : (i64)n - 1);
  second = line ? line + 1 : text;
  second_n = line ? (int)((i64)n - 1 - (line + 1 - text)) : first_n;
  fuzz_begin();
  db = image_open(image.p, image.n);
  fuzz_load(db);
  fuzz_must(db, "SELECT mem_clock('2026-07-03 05:00:00')");
  tries[p[0] % COUNT(tries)]();
  fuzz_sound(db);
  fuzz_close(db);
  fuzz_end();
  return 0;
}
