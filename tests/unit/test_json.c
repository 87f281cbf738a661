/* JSON from outside, canonical text, and SQL values in and out. */
#include "data/json.h"
#include "data/value.h"

#include "fault.h"
#include "random.h"
#include "unit.h"

#include <jansson.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static void test_read(void) {
  static const struct {
    const char *in, *out;
  } row[] = {
      {"null", "null"},
      {" true\n", "true"},
      {"false", "false"},
      {"0", "0"},
      {"-0", "0"},
      {"17", "17"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9223372036854775807", "9223372036854775807"},
      {"1.0", "1.0"},
      {"-0.0", "-0.0"},
      {"0.1", "0.1"},
      {"1E5", "100000.0"},
      {"1e20", "1e20"},
      {"1e-400", "0.0"},
      {"123456789012345678901234567890.0", "1.2345678901234568e29"},
      {"\"\"", "\"\""},
      {"\"plain\"", "\"plain\""},
      {"\"\\u0041\\/\"", "\"A/\""},
      {"\"\\u00e9\xc3\xa9\"", "\"\xc3\xa9\xc3\xa9\""},
      {"\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\""},
      {"\"a\\u0000b\"", "\"a\\u0000b\""},
      {"\"\\b\\f\\n\\r\\t\\\"\\\\\\u001f\x7f\"", "\"\\b\\f\\n\\r\\t\\\"\\\\\\u001f\x7f\""},
      {"[]", "[]"},
      {"{}", "{}"},
      {" [ 1 , \"a\" , [ ] , { } , null ] ", "[1,\"a\",[],{},null]"},
      {"{\"b\":1,\"a\":{\"z\":[true,false]},\"\":2}", "{\"b\":1,\"a\":{\"z\":[true,false]},\"\":2}"},
      {"{\"\\n\":1}", "{\"\\n\":1}"},
      {"[\"[[[\\\"[[[\"]", "[\"[[[\\\"[[[\"]"},
  };
  MlBuf b = {0};
  MlErr e = {0};
  int i;

  for (i = 0; i < COUNT(row); i++) {
    ml_buf_cut(&b, 0);
    if (!CHECK_INT(ml_json_read(unit_z(row[i].in), "value of path a", &b, &e), SQLITE_OK)) printf("  %s\n", e.msg);
    CHECK_TEXT(ml_buf_view(&b), row[i].out);
    ml_err_clear(&e);
  }
  ml_buf_cut(&b, 0);
  ml_buf_puts(&b, "kept ");
  ml_json_read(ML_TEXT("[1, 2]"), "value", &b, &e);
  ml_json_read(ML_TEXT("3"), "value", &b, &e);
  CHECK_TEXT(ml_buf_view(&b), "kept [1,2]3");
  ml_buf_free(&b);
}

static const struct {
  MlText in;
  const char *why;
} read_errors[] = {
    {ML_TEXT(""), "there is nothing"},
    {ML_TEXT(" "), "invalid JSON at byte 1"},
    {ML_TEXT("tru"), "invalid JSON at byte 3"},
    {ML_TEXT("nulls"), "invalid JSON"},
    {ML_TEXT("'a'"), "invalid JSON"},
    {ML_TEXT("{a:1}"), "invalid JSON"},
    {ML_TEXT("[1,]"), "invalid JSON"},
    {ML_TEXT("{\"a\":1,}"), "invalid JSON"},
    {ML_TEXT("[1"), "invalid JSON"},
    {ML_TEXT("\"a"), "invalid JSON"},
    {ML_TEXT("\"a\\x41\""), "invalid JSON"},
    {ML_TEXT("\"a\nb\""), "invalid JSON"},
    {ML_TEXT("01"), "invalid JSON"},
    {ML_TEXT("+1"), "invalid JSON"},
    {ML_TEXT(".5"), "invalid JSON"},
    {ML_TEXT("5."), "invalid JSON"},
    {ML_TEXT("1e"), "invalid JSON"},
    {ML_TEXT("-"), "invalid JSON"},
    {ML_TEXT("NaN"), "invalid JSON"},
    {ML_TEXT("Infinity"), "invalid JSON"},
    {ML_TEXT("// x\n1"), "invalid JSON"},
    {ML_TEXT("\xef\xbb\xbf"
             "1"),
     "invalid JSON"},
    {ML_TEXT("1 2"), "something stands after the value"},
    {ML_TEXT("{} []"), "something stands after the value"},
    {ML_TEXT("\"a\" \"b\""), "something stands after the value"},
    {ML_TEXT("{\"a\":1,\"b\":2,\"a\":3}"), "names the same key twice, at byte 16"},
    {ML_TEXT("[{\"a\":{\"k\":1,\"\\u006b\":1}}]"), "names the same key twice"},
    {ML_TEXT("\"\\ud83d\""), "half a surrogate pair"},
    {ML_TEXT("\"\\ude00\\ud83d\""), "half a surrogate pair"},
    {ML_TEXT("[\"\\ud83dx\"]"), "half a surrogate pair"},
    {ML_TEXT("{\"\\ud83d\":1}"), "half a surrogate pair"},
    {ML_TEXT("\"\xff\""), "invalid UTF-8"},
    {ML_TEXT("\"\xc0\xaf\""), "invalid UTF-8"},
    {ML_TEXT("\"\xed\xa0\xbd\""), "invalid UTF-8"},
    {ML_TEXT("\"\xe2\x82\""), "invalid UTF-8"},
    {ML_TEXT("9223372036854775808"), "an integer does not fit in 64 bits"},
    {ML_TEXT("-9223372036854775809"), "an integer does not fit in 64 bits"},
    {ML_TEXT("[99999999999999999999999999]"), "an integer does not fit in 64 bits"},
    {ML_TEXT("1e400"), "a real is out of range"},
    {ML_TEXT("[-1e309]"), "a real is out of range"},
    {ML_TEXT("{\"a\\u0000\":1}"), "a map key holds U+0000"},
    {ML_TEXT("1\0"), "a NUL byte"},
    {ML_TEXT("[1\0]"), "a NUL byte"},
    {ML_TEXT("1\0002"), "a NUL byte"},
    {ML_TEXT("\"a\0b\""), "a NUL byte"},
};

static void test_read_errors(void) {
  int i;

  for (i = 0; i < COUNT(read_errors); i++) {
    MlBuf b = {0};
    MlErr e = {0};

    ml_buf_puts(&b, "kept");
    CHECK_INT(ml_json_read(read_errors[i].in, "value of path a", &b, &e), SQLITE_ERROR);
    if (!CHECK(e.msg != NULL && strstr(e.msg, read_errors[i].why) != NULL)) {
      printf("  of: %s\n  expected: %s\n  got: %s\n", read_errors[i].in.p, read_errors[i].why, e.msg);
    }
    CHECK(e.msg != NULL && strncmp(e.msg, "memlog: value of path a: ", 25) == 0 && ml_text_utf8(unit_z(e.msg)));
    CHECK_TEXT(ml_buf_view(&b), "kept");
    ml_buf_free(&b);
    ml_err_clear(&e);
  }
}

/* Arrays or maps in each other, closed or not. */
static int read_deep(int depth, const char *open, const char *close) {
  MlBuf in = {0}, out = {0};
  MlErr e = {0};
  int rc;
  int i;

  for (i = 0; i < depth; i++) ml_buf_puts(&in, open);
  if (open[0] == '{') ml_buf_puts(&in, "1");
  for (i = 0; i < depth; i++) ml_buf_puts(&in, close);
  rc = ml_json_read(ml_buf_view(&in), "value", &out, &e);
  if (rc == SQLITE_OK) {
    CHECK(ml_text_same(ml_buf_view(&in), ml_buf_view(&out)));
  } else if (e.msg != NULL && strstr(e.msg, "deeper than 512") != NULL) {
    rc = SQLITE_TOOBIG; /* so that the caller can tell */
  }
  ml_buf_free(&in);
  ml_buf_free(&out);
  ml_err_clear(&e);
  return rc;
}

static void test_depth(void) {
  CHECK_INT(read_deep(512, "[", "]"), SQLITE_OK);
  CHECK_INT(read_deep(513, "[", "]"), SQLITE_TOOBIG);
  CHECK_INT(read_deep(512, "{\"a\":", "}"), SQLITE_OK);
  CHECK_INT(read_deep(513, "{\"a\":", "}"), SQLITE_TOOBIG);
  CHECK_INT(read_deep(256, "[{\"]]\\\"\":", "}]"), SQLITE_OK + SQLITE_ERROR); /* read_deep adds no value: not JSON */
  CHECK_INT(read_deep(512, "[", ""), SQLITE_ERROR);
  CHECK_INT(read_deep(1000000, "[", ""), SQLITE_TOOBIG);
  CHECK_INT(read_deep(1000000, "]", "["), SQLITE_ERROR);
  CHECK_INT(read_deep(1000000, "[]", ""), SQLITE_ERROR);
}

static void test_strings(void) {
  MlBuf b = {0}, back = {0};
  MlErr e = {0};
  char all[256 + 8];
  int ok = 1;
  int i;
  int k;

  for (i = 0; i < 128; i++) all[i] = (char)i;
  CHECK_INT(ml_json_string((MlText){all, 128}, "value", &b, &e), SQLITE_OK);
  CHECK_INT(ml_json_get_string(ml_buf_view(&b), &back), SQLITE_OK);
  CHECK(ml_text_same(ml_buf_view(&back), (MlText){all, 128}));
  CHECK_INT(ml_json_string(ML_TEXT("a\xff"), "value of path p", &b, &e), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: value of path p 'a?': it is not valid UTF-8");
  ml_err_clear(&e);
  for (i = 0; i < 20000 && ok; i++) { /* whatever stands where: words of eight bytes are looked at at once */
    int n = random_below(40);
    MlText text = {all, n};
    MlText bare;

    for (k = 0; k < n; k++) all[k] = random_below(8) ? 'x' : (char)random_below(128);
    ml_buf_cut(&b, 0);
    ml_buf_cut(&back, 0);
    ml_json_put_string(&b, text);
    ok &= ml_json_get_string(ml_buf_view(&b), &back) == SQLITE_OK && ml_text_same(ml_buf_view(&back), text);
    bare = ml_json_bare(ml_buf_view(&b), &back);
    ok &= ml_text_same(bare, text);
    ok &= ml_json_string_end(b.p, b.p + b.n) == b.p + b.n;
    ml_buf_cut(&back, 0); /* jansson agrees, so does the quick way for strings */
    ok &= ml_json_read(ml_buf_view(&b), "value", &back, &e) == SQLITE_OK;
    ok &= ml_text_same(ml_buf_view(&back), ml_buf_view(&b));
    if (!ok) printf("  string %s: %s\n", b.p, e.msg);
  }
  CHECK(ok);
  ml_buf_free(&b);
  ml_buf_free(&back);
  ml_err_clear(&e);
}

static void test_utf8(void) {
  static const struct {
    MlText in;
    int valid;
  } row[] = {
      {ML_TEXT(""), 1},
      {ML_TEXT("a\0b"), 1},
      {ML_TEXT("\x7f\xc2\x80\xdf\xbf"), 1},
      {ML_TEXT("\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"), 1},
      {ML_TEXT("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"), 1},
      {ML_TEXT("\x80"), 0},
      {ML_TEXT("\xc1\xbf"), 0},
      {ML_TEXT("\xc2"), 0},
      {ML_TEXT("\xc2\x41"), 0},
      {ML_TEXT("\xe0\x9f\xbf"), 0},
      {ML_TEXT("\xed\xa0\x80"), 0},
      {ML_TEXT("\xe2\x82"), 0},
      {ML_TEXT("\xe2\x82\x41"), 0},
      {ML_TEXT("\xf0\x8f\xbf\xbf"), 0},
      {ML_TEXT("\xf4\x90\x80\x80"), 0},
      {ML_TEXT("\xf0\x9f\x98"), 0},
      {ML_TEXT("\xf8\x88\x80\x80\x80"), 0},
      {ML_TEXT("\xff"), 0},
  };
  char z[64];
  int i;
  int k;

  for (i = 0; i < COUNT(row); i++) {
    for (k = 0; k < 20; k++) { /* at every place in a word */
      memset(z, 'x', sizeof(z));
      memcpy(z + k, row[i].in.p, (size_t)row[i].in.n);
      if (ml_text_utf8((MlText){z, k + row[i].in.n}) != row[i].valid || ml_text_utf8((MlText){z, 40}) != row[i].valid)
        break;
    }
    if (!CHECK_INT(k, 20)) printf("  row %d\n", i);
  }
}

/* ---- documents made at random ---- */

static void random_json(MlBuf *b, int depth) {
  static const char *const scalar[] = {"null",        "true", "false", "0", "-17", "1.5", "\"\"", "\"a\\u0000\\\"]}\"",
                                       "\"\xc3\xa9\""};
  int n = random_below(4);
  int map = random_below(2);
  int i;

  if (depth == 0 || random_below(3) == 0) {
    ml_buf_puts(b, scalar[random_below(COUNT(scalar))]);
    return;
  }
  ml_buf_char(b, map ? '{' : '[');
  for (i = 0; i < n; i++) {
    if (i > 0) ml_buf_char(b, ',');
    if (map) {
      ml_buf_puts(b, i % 2 ? "\"k\\\"" : "\"");
      ml_buf_int(b, i);
      ml_buf_puts(b, "\":");
    }
    random_json(b, depth - 1);
  }
  ml_buf_char(b, map ? '}' : ']');
}

/* Blanks wherever they may stand. */
static void blanks_put(MlBuf *out, MlText json) {
  int in_string = 0;
  i64 i;

  for (i = 0; i < json.n; i++) {
    char c = json.p[i];

    if (!in_string && strchr("[]{},:", c) != NULL) {
      if (random_below(2)) ml_buf_char(out, " \t\n\r"[random_below(4)]);
      ml_buf_char(out, c);
      if (random_below(2)) ml_buf_char(out, " \t\n\r"[random_below(4)]);
      continue;
    }
    ml_buf_char(out, c);
    if (in_string && c == '\\') ml_buf_char(out, json.p[++i]);
    if (c == '"') in_string = !in_string;
  }
}

static void test_documents(void) {
  int ok = 1;
  int i;

  for (i = 0; i < 20000 && ok; i++) {
    MlBuf in = {0}, spaced = {0}, out = {0};
    MlErr e = {0};

    random_json(&in, 5);
    blanks_put(&spaced, ml_buf_view(&in));
    ok &= ml_json_read(ml_buf_view(&spaced), "value", &out, &e) == SQLITE_OK;
    ok &= ml_text_same(ml_buf_view(&in), ml_buf_view(&out));
    if (!ok) printf("  %s\n  %s\n  %s\n", spaced.p, out.p, e.msg);
    ml_buf_free(&in);
    ml_buf_free(&spaced);
    ml_buf_free(&out);
    ml_err_clear(&e);
  }
  CHECK(ok);
}

/* ---- SQL values ---- */

static void value_function(sqlite3_context *ctx, int n, sqlite3_value **v) {
  MlBuf b = {0};
  MlErr e = {0};
  int (*read)(sqlite3_value *, const char *, MlBuf *, MlErr *) =
      sqlite3_user_data(ctx) == NULL ? ml_value_read : ml_value_read_json;

  (void)n;
  read(v[0], "value of path a", &b, &e);
  if (e.rc == SQLITE_OK) sqlite3_result_text64(ctx, b.p, (u64)b.n, SQLITE_TRANSIENT, SQLITE_UTF8);
  ml_err_result(&e, ctx);
  ml_buf_free(&b);
}

static void show_function(sqlite3_context *ctx, int n, sqlite3_value **v) {
  (void)n;
  ml_json_result(ctx, ml_value_text(v[0]));
}

static sqlite3 *db_open(void) {
  sqlite3 *db = NULL;

  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  sqlite3_create_function(db, "val", 1, SQLITE_UTF8, NULL, value_function, NULL, NULL);
  sqlite3_create_function(db, "js", 1, SQLITE_UTF8, db, value_function, NULL, NULL);
  sqlite3_create_function(db, "show", 1, SQLITE_UTF8, NULL, show_function, NULL, NULL);
  return db;
}

static const struct {
  const char *sql, *out; /* the first column as text, or the error */
} sql_rows[] = {
    {"val(NULL)", "null"},
    {"val(17)", "17"},
    {"val(-9223372036854775807 - 1)", "-9223372036854775808"},
    {"val(0.1)", "0.1"},
    {"val(1.0)", "1.0"},
    {"val(-0.0)", "-0.0"},
    {"val('a \"b\"')", "\"a \\\"b\\\"\""},
    {"val('')", "\"\""},
    {"val('[1,2]')", "\"[1,2]\""},
    {"val(json('[1, 2]'))", "[1,2]"},
    {"val(json('{\"a\":1,\"a\":2}'))",
     "memlog: value of path a: a map names the same key twice, at byte 10 (duplicate object key near '\"a\"')"},
    {"val(CAST(x'61ff' AS TEXT))", "memlog: value of path a 'a?': it is not valid UTF-8"},
    {"val(CAST(x'610062' AS TEXT))", "\"a\\u0000b\""},
    {"val(x'00')", "memlog: value of path a: a BLOB cannot be stored (store it as text, hex() for instance)"},
    {"val(1e999)", "memlog: value of path a: infinity cannot be stored"},
    {"val(-1e999)", "memlog: value of path a: infinity cannot be stored"},
    {"js('[1, 2]')", "[1,2]"},
    {"js('1.50')", "1.5"},
    {"js(1)", "memlog: value of path a: JSON must be given as TEXT, not as an INTEGER"},
    {"js(1.5)", "memlog: value of path a: JSON must be given as TEXT, not as a REAL"},
    {"js(x'31')", "memlog: value of path a: JSON must be given as TEXT, not as a BLOB"},
    {"js(NULL)", "memlog: value of path a: JSON must be given as TEXT, not as NULL"},
    {"quote(show('\"a\\\"\\u00e9\"'))", "'a\"\xc3\xa9'"},
    {"hex(show('\"a\\u0000b\"'))", "610062"},
    {"typeof(show('\"\"'))", "text"},
    {"quote(show('1'))", "1"},
    {"typeof(show('9223372036854775807'))", "integer"},
    {"quote(show('1.0'))", "1.0"},
    {"quote(show('true')) || quote(show('false'))", "10"},
    {"quote(show('null'))", "NULL"},
    {"quote(show(NULL))", "NULL"},
    {"json_array(show('[1,2]'), show('{\"a\":1}'), show('\"[]\"'))", "[[1,2],{\"a\":1},\"[]\"]"},
    {"show('')", "memlog: stored value '': it is not JSON"},
    {"show('nil')", "memlog: stored value 'nil': it is not JSON"},
    {"show('\"a')", "memlog: stored value '\"a': it is not JSON"},
    {"show('\"\\ud800\"')", "memlog: stored value '\"\\ud800\"': it is not JSON"},
    {"show('99999999999999999999')", "memlog: stored value '99999999999999999999': it is not JSON"},
    {"show('1x')", "memlog: stored value '1x': it is not JSON"},
};

static void test_sql(void) {
  sqlite3 *db = db_open();
  int i;

  for (i = 0; i < COUNT(sql_rows); i++) {
    char *sql = sqlite3_mprintf("SELECT %s", sql_rows[i].sql);
    sqlite3_stmt *st = NULL;

    sqlite3_prepare_v2(db, sql, -1, &st, NULL);
    if (sqlite3_step(st) == SQLITE_ROW) {
      CHECK_Z((const char *)sqlite3_column_text(st, 0), sql_rows[i].out);
    } else {
      CHECK_Z(sqlite3_errmsg(db), sql_rows[i].out);
    }
    sqlite3_finalize(st);
    sqlite3_free(sql);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void test_memory(void) {
  static const char *const sql[] = {
      "SELECT val('a \"b\" and more, so that it does not fit at once: 0123456789 0123456789 0123456789 0123456789')",
      "SELECT js('[1.5,\"abc\",{\"a\":[1,2,3]}]')", "SELECT val(1.5), val(17), val(NULL)",
      "SELECT show('\"a\\nb\"'), show('\"a\"'), show('{}')"};
  sqlite3 *db = db_open();
  int i;

  for (i = 0; i < COUNT(sql); i++) {
    int fired = 1;
    i64 n;

    for (n = 1; fired; n++) {
      sqlite3_stmt *st = NULL;
      int rc;

      sqlite3_prepare_v2(db, sql[i], -1, &st, NULL);
      fault_arm(n, 0);
      rc = sqlite3_step(st);
      fired = fault_disarm();
      if (fired) CHECK_INT(rc, SQLITE_NOMEM);
      sqlite3_finalize(st);
    }
    CHECK(n > 2);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- jansson without memory ---- */

static void *json_take(size_t n) { return fault_now() ? NULL : malloc(n); }

/* Strings, names and numbers of all lengths about those at which jansson's buffer grows. */
static void long_text(MlBuf *out, int length, int shape) {
  static const char *const around[][2] = {{"\"", "\""}, {"{\"", "\":1}"}, {"[1,{\"a\":\"", "\"},\"b\"]"}, {"[", ".5]"}};
  ml_buf_cut(out, 0);
  ml_buf_puts(out, around[shape][0]);
  for (int i = 0; i < length; i++) ml_buf_char(out, shape == 3 ? '1' : (char)('a' + i % 26));
  if (shape == 2) ml_buf_puts(out, "\\u00e9\\n");
  ml_buf_puts(out, around[shape][1]);
}

/* What is read is right, or memory ran out: no byte is missing, and none is written where none belongs. */
static void test_short_of_memory(void) {
  MlBuf text = {0}, want = {0}, got = {0};
  MlErr e = {0};
  json_set_alloc_funcs(json_take, free);
  for (int length = 10; length < 140; length++) {
    for (int way = 0; way < 8; way++) {
      int fired = 1;
      long_text(&text, length, way / 2);
      ml_buf_cut(&want, 0);
      CHECK_INT(ml_json_read(ml_buf_view(&text), "value", &want, &e), SQLITE_OK);
      for (i64 n = 1; fired; n++) {
        ml_buf_free(&got); /* an error of it stays */
        fault_arm(n, way % 2);
        int rc = ml_json_read(ml_buf_view(&text), "value", &got, &e);
        fired = fault_disarm();
        CHECK(rc == SQLITE_OK ? ml_text_same(ml_buf_view(&got), ml_buf_view(&want)) : fired && rc == SQLITE_NOMEM);
        ml_err_clear(&e);
      }
    }
  }
  json_set_alloc_funcs(malloc, free);
  ml_buf_free(&text);
  ml_buf_free(&want);
  ml_buf_free(&got);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  CHECK_INT(fault_install(), SQLITE_OK);
  test_read();
  test_read_errors();
  test_depth();
  test_strings();
  test_utf8();
  test_documents();
  test_sql();
  test_memory();
  test_short_of_memory();
  return unit_end();
}
