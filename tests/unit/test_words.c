/* Text as words: what the index gets of a text, what a query looks for, and that FTS5 takes whatever comes of it. */
#include "base/stmt.h"
#include "data/words.h"
#include "schema/install.h"

#include "fault.h"
#include "random.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

typedef struct Pair {
  const char *in, *out;
} Pair;

static void test_text(void) {
  static const Pair row[] = {
      {"", ""},
      {"The quick  fox.", "The quick fox "},
      {"don't", "don t "},
      {"getUserName", "getUserName get User Name "},
      {"HTTPServer parseURL2", "HTTPServer HTTP Server parseURL2 parse URL2 "},
      {"iPhone eBay x", "iPhone Phone eBay Bay x "},
      {"snake_case user.id a::b -x-", "snake_case user.id a::b x "},
      {"user.getName", "user.getName get Name "},
      {"C++ and C# not A+ or 1+1", "C Cu2bu2b and C Cu23 not A or 1 1 "},
      {"東京都", "東京 京都 都 "},
      {"京", "京 "},
      {"我用Python3写", "我用 用 Python3 写 "},
      {"ひらカタ한국", "ひら らカ カタ タ한 한국 국 "},
      {"😀👍🏽 ok", "u1f600 u1f44d ok "},
      {"🇩🇪🇫🇷x🇩", "u1f1e9u1f1ea u1f1ebu1f1f7 x u1f1e9 "},
      {"👨‍👩‍👧", "u1f468 u1f469 u1f467 "},
      {"ＡＢＣ１、ｄ", "ABC1 d "},
      {"5€→x", "5 u20ac u2192 x "},
      {"naïve—«café»", "naïve café "},
      {"soft\xc2\xadhyphen", "softhyphen "},
      {"bad\xff\xc3 utf\xf0\x9f\x98", "bad utf "},
  };
  for (int i = 0; i < COUNT(row); i++) {
    MlBuf b = {0};
    ml_words_text(unit_z(row[i].in), &b);
    CHECK_INT(b.rc, SQLITE_OK);
    if (!CHECK_TEXT(ml_buf_view(&b), row[i].out)) printf("  of: %s\n", row[i].in);
    ml_buf_free(&b);
  }
}

static void test_json(void) {
  static const Pair row[] = {
      {"\"plain text\"", "plain text "},
      {"\"a\\nb \\u0000 \\\"c\\\"\"", "a b c "},
      {"{\"name\":\"Ada\",\"n\":[1,2.5,true,null]}", "name Ada n 1 2.5 true null "},
      {"[]", ""},
      {"-12", "12 "},
  };
  MlBuf b = {0};
  for (int i = 0; i < COUNT(row); i++) {
    CHECK_INT(ml_words_json(unit_z(row[i].in), &b), SQLITE_OK);
    CHECK_TEXT(ml_buf_view(&b), row[i].out);
    ml_buf_cut(&b, 0);
  }
  CHECK_INT(ml_words_json(ML_TEXT("\"open"), &b), SQLITE_CORRUPT);
  CHECK_INT(ml_words_json(ML_TEXT("[\"\\x\"]"), &b), SQLITE_CORRUPT);
  ml_buf_free(&b);
}

/* The groups of a query as text: a phrase's number, then its parts' in brackets. */
static void groups_put(const MlWords *w, MlBuf *out) {
  for (int i = 0; i < w->n_group; i++) {
    ml_buf_char(out, ' ');
    ml_buf_int(out, w->group[i].whole);
    for (int k = 0; k < w->group[i].part; k++) {
      ml_buf_char(out, k ? '+' : '=');
      ml_buf_int(out, w->part[w->group[i].first + k]);
    }
  }
}

static void test_query(void) {
  static const Pair row[] = {
      {"", ""},
      {" \t\n", ""},
      {"\"*()-^:'", ""},
      {"fox", "\"fox\" 0"},
      {"Fox fox FOX", "\"Fox\" 0"},
      {"the fox of it", "\"fox\" 0"},
      {"what is it", "\"what\" OR \"is\" OR \"it\" 0 1 2"},
      {"NEAR(a, b)", "\"NEAR\" OR \"b\" 0 1"},
      {"user's", "\"user\" 0"},
      {"user.id", "\"user.id\" OR \"user\" OR \"id\" 0=1+2"},
      {"user user.id", "\"user\" OR \"user.id\" OR \"id\" 0 1=0+2"},
      {"getUserName", "\"getUserName\" OR \"get\" OR \"User\" OR \"Name\" 0=1+2+3"},
      {"C++ C", "\"Cu2bu2b\" OR \"C\" 0 1"},
      {"北京大学", "\"北京\" OR \"京大\" OR \"大学\" 0 1 2"},
      {"京", "\"京\" * 0"},
      {"😀😀", "\"u1f600\" 0"},
      {"a1/b2/c3/d4/e5/f6/g7/h8/i9", "\"a1\" OR \"b2\" OR \"c3\" OR \"d4\" OR \"e5\" OR \"f6\" OR \"g7\" OR \"h8\" OR "
                                     "\"i9\" 0 1 2 3 4 5 6 7 8"},
  };
  for (int i = 0; i < COUNT(row); i++) {
    MlWords w;
    CHECK_INT(ml_words_query(unit_z(row[i].in), &w), SQLITE_OK);
    groups_put(&w, &w.match);
    if (!CHECK_TEXT(ml_buf_view(&w.match), row[i].out)) printf("  of: %s\n", row[i].in);
    ml_words_free(&w);
  }
}

static void test_raw(void) {
  static const Pair row[] = {
      {" ", ""},
      {"fox AND NOT dog", "fox AND NOT dog"},
      {"\"a b\" + c*", "\"a b\" + c*"},
      {"北京大 OR x", " \"北京 京大 \"  OR x"},
      {"京", " \"京\" * "},
      {"京 *", " \"京\"  *"},
      {"\"我京都\"", "\" 我京 京都  \""},
      {"😀", " u1f600 "},
      {"\")\"", "\")\""},
  };
  const char *why;
  MlWords w;
  for (int i = 0; i < COUNT(row); i++) {
    CHECK_INT(ml_words_raw(unit_z(row[i].in), &w, &why), SQLITE_OK);
    CHECK(why == NULL);
    if (!CHECK_TEXT(ml_buf_view(&w.match), row[i].out)) printf("  of: %s\n", row[i].in);
    ml_words_free(&w);
  }
  static const char *const bad[] = {"a) OR (b", "(a", "a\xff"};
  for (int i = 0; i < COUNT(bad); i++) {
    CHECK_INT(ml_words_raw(unit_z(bad[i]), &w, &why), SQLITE_OK);
    CHECK(why != NULL);
    ml_words_free(&w);
  }
}

static void test_limits(void) {
  MlBuf b = {0};
  MlWords w;
  for (int i = 0; i < 200000; i++) {
    ml_buf_puts(&b, "w");
    ml_buf_int(&b, i % 100000);
    ml_buf_char(&b, ' ');
  }
  CHECK_INT(ml_words_query(ml_buf_view(&b), &w), SQLITE_OK);
  CHECK_INT(w.n, ML_WORDS_MAX);
  ml_words_free(&w);
  ml_buf_cut(&b, 0);
  for (int i = 0; i < 1000000; i++) ml_buf_char(&b, 'x');
  CHECK_INT(ml_words_query(ml_buf_view(&b), &w), SQLITE_OK);
  CHECK_INT(w.n, 0);
  ml_words_free(&w);
  ml_buf_free(&b);
}

/* ---- FTS5 itself ---- */

static const char *const scraps[] = {"\"", "'",  "*", "(", ")",   "-", "^", ":", "NEAR", " AND ",    " ",  "a",
                                     "B",  "9",  "_", ".", "+",   "#", "{", "}", "\xff", "\xf0\x9f", "京", "都",
                                     "か", "한", "😀", "🇩", "‍", "́",  "é", "ß", "हि",   "ع",        "，", "Ａ"};

static void text_random(MlBuf *b) {
  int n = random_below(30);
  ml_buf_cut(b, 0);
  for (int i = 0; i < n; i++) {
    if (random_below(10) == 0) {
      ml_buf_char(b, (char)random_below(256));
    } else {
      ml_buf_puts(b, scraps[random_below(COUNT(scraps))]);
    }
  }
}

static i64 number_of(sqlite3 *db, const char *sql, MlText text) {
  sqlite3_stmt *st = NULL;
  i64 n = -1;
  CHECK_INT(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
  ml_stmt_text(st, 1, text);
  if (sqlite3_step(st) == SQLITE_ROW) n = sqlite3_column_int64(st, 0);
  if (!CHECK_INT(sqlite3_finalize(st), SQLITE_OK)) printf("  %.*s: %s\n", (int)text.n, text.p, sqlite3_errmsg(db));
  return n;
}

/* Each phrase of a text's own is in it, if it holds what surely is a letter. */
static void phrases_check(sqlite3 *db, MlText match) {
  static const char join[] = " OR ";
  const char *p = match.p, *end = p + match.n;
  while (p < end) {
    const char *q = strstr(p, join);
    int letters = 0;
    if (!q) q = end;
    for (const char *at = p; at < q; at++)
      letters |= (*at >= '0' && *at <= '9') || ((*at | 32) >= 'a' && (*at | 32) <= 'z');
    i64 hits = number_of(db, "SELECT count(*) FROM memlog_item_text(?1)", (MlText){p, q - p});
    if (letters && !CHECK_INT(hits, 1)) printf("  %.*s\n", (int)(q - p), p);
    p = q < end ? q + sizeof(join) - 1 : end;
  }
}

/* Any text can be asked for, and a text that is in the index is found by each of its own words. */
static void test_random(void) {
  sqlite3 *db;
  MlBuf text = {0}, body = {0};
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(ml_install_index(db), SQLITE_OK);
  for (int i = 0; i < 3000; i++) {
    MlWords w;
    const char *why;
    text_random(&text);
    ml_buf_cut(&body, 0);
    ml_words_text(ml_buf_view(&text), &body);
    CHECK(ml_text_utf8(ml_buf_view(&body)));
    number_of(db, "INSERT INTO memlog_item_text(rowid, body) VALUES(1, ?1)", ml_buf_view(&body));
    CHECK_INT(ml_words_query(ml_buf_view(&text), &w), SQLITE_OK);
    CHECK(w.n_group <= w.n);
    if (w.match.n) number_of(db, "SELECT count(*) FROM memlog_item_text(?1)", ml_buf_view(&w.match));
    phrases_check(db, ml_buf_view(&w.match));
    ml_words_free(&w);
    CHECK_INT(ml_words_raw(ml_buf_view(&text), &w, &why), SQLITE_OK);
    ml_words_free(&w);
    number_of(db, "INSERT INTO memlog_item_text(memlog_item_text, rowid, body) VALUES('delete', 1, ?1)",
              ml_buf_view(&body));
  }
  number_of(db, "SELECT count(*) FROM memlog_item_text_docsize WHERE ?1 IS NOT NULL", (MlText){"", 0});
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  ml_buf_free(&text);
  ml_buf_free(&body);
}

static void test_memory(void) {
  static const MlText text = ML_TEXT("getUserName 北京大学 😀 C++ the \xef\xbc\xa1");
  for (i64 n = 1, fired = 1; fired; n++) {
    MlBuf b = {0};
    MlWords w;
    const char *why;
    fault_arm(n, 0);
    ml_words_text(text, &b);
    int rc = ml_words_query(text, &w);
    ml_words_free(&w);
    int rc2 = ml_words_raw(text, &w, &why);
    ml_words_free(&w);
    fired = fault_disarm();
    CHECK_INT(b.rc || rc || rc2, fired);
    ml_buf_free(&b);
  }
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  CHECK_INT(fault_install(), SQLITE_OK);
  test_text();
  test_json();
  test_query();
  test_raw();
  test_limits();
  test_random();
  test_memory();
  return unit_end();
}
