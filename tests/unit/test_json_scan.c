/* Walking JSON in place: what it finds, and that it neither trusts nor reads beyond. */
#include "data/json.h"

#include "random.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* What a walk finds, as "name=value|name=value", and "!" at the end if it found damage. */
static void walk_write(MlText json, MlBuf *out) {
  MlJsonScan s;

  for (ml_json_open(&s, json); ml_json_next(&s);) {
    if (out->n > 0) ml_buf_char(out, '|');
    ml_buf_text(out, s.name);
    ml_buf_char(out, '=');
    ml_buf_text(out, s.value);
  }
  if (s.rc == SQLITE_CORRUPT) ml_buf_char(out, '!');
  if (s.kind != 0 || (s.rc != SQLITE_OK && s.rc != SQLITE_CORRUPT)) ml_buf_puts(out, "?");
  if (ml_json_next(&s) != 0) ml_buf_puts(out, "??");
}

static const struct {
  const char *in, *out;
} walks[] = {
    {"{}", ""},
    {"[]", ""},
    {" { } ", ""},
    {"[1]", "=1"},
    {"[1,-2.5e3,\"a\",null,true,false]", "=1|=-2.5e3|=\"a\"|=null|=true|=false"},
    {"{\"a\":1}", "\"a\"=1"},
    {"{\"a\":\"x,y\",\"b.c\":[1,[2,{\"]\":\"}\"}]],\"\":{}}", "\"a\"=\"x,y\"|\"b.c\"=[1,[2,{\"]\":\"}\"}]]|\"\"={}"},
    {" { \"a\" : 1 , \"b\"\n:\t[ ] }\r\n", "\"a\"=1|\"b\"=[ ]"},
    {"{\"a\\\"b\":\"c\\\\\",\"d\":\"\\\\\\\"\"}", "\"a\\\"b\"=\"c\\\\\"|\"d\"=\"\\\\\\\"\""},
    {"", "!"},
    {" ", "!"},
    {"1", "!"},
    {"\"a\"", "!"},
    {"{", "!"},
    {"[", "!"},
    {"[1", "!"},
    {"[1,", "=1!"},
    {"[1,]", "=1!"},
    {"[,1]", "!"},
    {"[1 2]", "!"},
    {"[1]x", "=1!"},
    {"[]]", "!"},
    {"[1}", "!"},
    {"{\"a\"}", "!"},
    {"{\"a\":}", "!"},
    {"{\"a\":1", "!"},
    {"{\"a\":1,}", "\"a\"=1!"},
    {"{\"a\" 1}", "!"},
    {"{a:1}", "!"},
    {"{1:1}", "!"},
    {"{\"a\":1]", "!"},
    {"{\"a", "!"},
    {"{\"a\\\"", "!"},
    {"[[1}]", "!"},
    {"[{]}]", "!"},
    {"[[1]", "!"},
    {"[\"a]", "!"},
    {"[[\"a]]", "!"},
    {"[nul]", "!"},
    {"[nullx]", "!"},
    {"[truer]", "!"},
    {"[fals]", "!"},
    {"[01]", "!"},
    {"[1.]", "!"},
    {"[.1]", "!"},
    {"[1e]", "!"},
    {"[1e+]", "!"},
    {"[-]", "!"},
    {"[+1]", "!"},
    {"[1x]", "!"},
    {"[NaN]", "!"},
};

static void test_walk(void) {
  MlBuf b = {0};
  int i;

  for (i = 0; i < COUNT(walks); i++) {
    ml_buf_cut(&b, 0);
    walk_write(unit_z(walks[i].in), &b);
    CHECK_TEXT(ml_buf_view(&b), walks[i].out);
  }
  ml_buf_cut(&b, 0);
  walk_write((MlText){NULL, 0}, &b);
  CHECK_TEXT(ml_buf_view(&b), "");
  ml_buf_free(&b);
}

static void test_deep(void) {
  int depth;

  for (depth = 511; depth <= 513; depth++) {
    MlBuf b = {0};
    MlJsonScan s;
    int i;

    ml_buf_char(&b, '[');
    for (i = 0; i < depth; i++) ml_buf_puts(&b, i % 3 ? "[" : "{\"a\":");
    ml_buf_puts(&b, "{}");
    b.n -= 2;
    ml_buf_char(&b, '1');
    for (i = depth - 1; i >= 0; i--) ml_buf_char(&b, i % 3 ? ']' : '}');
    ml_buf_char(&b, ']');
    ml_json_open(&s, ml_buf_view(&b));
    CHECK_INT(ml_json_next(&s), depth <= 512);
    CHECK_INT(s.rc, depth <= 512 ? SQLITE_OK : SQLITE_CORRUPT);
    if (depth <= 512) CHECK_INT(s.value.n, b.n - 2);
    ml_buf_free(&b);
  }
}

static void test_types(void) {
  static const struct {
    const char *in;
    MlType type;
    const char *name;
  } row[] = {
      {"null", ML_NULL, "null"},    {"true", ML_TRUE, "true"},      {"false", ML_FALSE, "false"},
      {"0", ML_INTEGER, "integer"}, {"-17", ML_INTEGER, "integer"}, {"1.0", ML_REAL, "real"},
      {"1e20", ML_REAL, "real"},    {"-0.0", ML_REAL, "real"},      {"\"a\"", ML_STRING, "text"},
      {"\"", ML_STRING, "text"},    {"[1]", ML_ARRAY, "array"},     {"{}", ML_MAP, "map"},
      {"", ML_MISSING, NULL},       {" 1", ML_MISSING, NULL},       {"nul", ML_MISSING, NULL},
      {"-", ML_MISSING, NULL},      {"x", ML_MISSING, NULL},        {"}", ML_MISSING, NULL},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    CHECK_INT(ml_json_type(unit_z(row[i].in)), row[i].type);
    CHECK_Z(ml_json_type_name(ml_json_type(unit_z(row[i].in))), row[i].name);
  }
  CHECK_Z(ml_json_type_name(ML_OBJECT), "object");
  CHECK_Z(ml_json_type_name(ML_LIST), "list");
  CHECK_INT(ml_json_type((MlText){NULL, 0}), ML_MISSING);
}

static void test_bare(void) {
  static const struct {
    const char *in, *out; /* NULL: damage */
    int view;
  } row[] = {
      {"\"a.b\"", "a.b", 1},
      {"\"\"", "", 1},
      {"\"\xc3\xa9\"", "\xc3\xa9", 1},
      {"\"a\\nb\"", "a\nb", 0},
      {"\"\\\"\"", "\"", 0},
      {"\"\\\\\\/\\b\\f\\r\\t\"", "\\/\b\f\r\t", 0},
      {"\"\\u00e9\\u20AC\\uD83D\\uDE00\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 0},
      {"\"\\ud800\\udc00\\uDBFF\\uDFFF\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", 0},
      {"\"\\ud7ff\\ue000\"", "\xed\x9f\xbf\xee\x80\x80", 0},
      {"\"\\udc00\\udc00\"", NULL, 0},
      {"\"\\ud800\\ue000\"", NULL, 0},
      {"\"\\u0001\\u007f\\u07ff\\uffff\"", "\x01\x7f\xdf\xbf\xef\xbf\xbf", 0},
      {"", NULL, 0},
      {"\"", NULL, 0},
      {"a", NULL, 0},
      {"\"a", NULL, 0},
      {"a\"", NULL, 0},
      {"\"a\"b\"", NULL, 0},
      {"\"a\\\"", NULL, 0},
      {"\"\\x41\"", NULL, 0},
      {"\"\\u12\"", NULL, 0},
      {"\"\\u123g\"", NULL, 0},
      {"\"\\ud800\"", NULL, 0},
      {"\"\\ud800x\"", NULL, 0},
      {"\"\\ud800\\n\"", NULL, 0},
      {"\"\\ud800\\ud800\"", NULL, 0},
      {"\"\\udc00\"", NULL, 0},
      {"\"a\nb\"", NULL, 0},
  };
  MlBuf scratch = {0}, out = {0};
  int i;

  ml_buf_puts(&scratch, "what was there before");
  for (i = 0; i < COUNT(row); i++) {
    MlText in = unit_z(row[i].in);
    MlText bare = ml_json_bare(in, &scratch);
    int rc;

    ml_buf_cut(&out, 0);
    ml_buf_puts(&out, "kept");
    rc = ml_json_get_string(in, &out);
    if (row[i].out == NULL) {
      CHECK(bare.p == NULL && bare.n == 0);
      CHECK_INT(rc, SQLITE_CORRUPT);
      CHECK_TEXT(ml_buf_view(&out), "kept");
      continue;
    }
    CHECK_TEXT(bare, row[i].out);
    CHECK_INT(bare.p == in.p + 1, row[i].view);
    CHECK_INT(rc, SQLITE_OK);
    CHECK_TEXT(((MlText){out.p + 4, out.n - 4}), row[i].out);
  }
  ml_buf_free(&scratch);
  ml_buf_free(&out);
}

/* Good JSON cut short and with bytes changed, in memory of exactly its size. If the walk says it is sound, then its
** members, put together again, must be the text. */
static int damaged_walk(void) {
  static const char good[] =
      "{\"a.b\":{\"x\":[1,2.5e-7,\"\\u00e9\\\"\"]},\"c\":null,\"d\\n\":[true,[[]],{}],\"e\":\"z\\\\\"}";
  int n = (int)sizeof(good) - 1 - (random_below(3) ? 0 : random_below((int)sizeof(good)));
  char *z = sqlite3_malloc(n + (n == 0));
  MlBuf scratch = {0}, again = {0};
  MlJsonScan s;
  MlText last = {NULL, 0};
  int ok = 1;
  int i;

  memcpy(z, good, (size_t)n);
  for (i = random_below(4); i > 0 && n > 0; i--) z[random_below(n)] = "{}[],:\"\\u0ae.-\n "[random_below(16)];
  ml_json_type((MlText){z, n});
  ml_json_get_string((MlText){z, n}, &scratch);
  ml_json_open(&s, (MlText){z, n});
  if (s.kind) ml_buf_char(&again, s.kind);
  while (ml_json_next(&s)) {
    if (last.p != NULL) ml_buf_char(&again, ',');
    ml_buf_text(&again, s.name);
    if (s.kind == '{') ml_buf_char(&again, ':');
    ml_buf_text(&again, s.value);
    ok &= s.value.p >= z && s.value.n > 0 && s.value.p + s.value.n <= z + n && ml_json_type(s.value) != ML_MISSING;
    ok &= last.p == NULL || s.value.p > last.p;
    ml_json_bare(s.name, &scratch);
    ml_json_bare(s.value, &scratch);
    last = s.value;
  }
  if (s.rc == SQLITE_OK && n > 0 && memchr(z, ' ', (size_t)n) == NULL && memchr(z, '\n', (size_t)n) == NULL) {
    ml_buf_char(&again, z[n - 1]);
    ok &= again.n == n && memcmp(again.p, z, (size_t)n) == 0;
  }
  if (!ok) printf("  %.*s\n  %s\n", n, z, again.p);
  ml_buf_free(&scratch);
  ml_buf_free(&again);
  sqlite3_free(z);
  return ok;
}

static void test_damaged(void) {
  int ok = 1;
  int i;

  for (i = 0; i < 200000 && ok; i++) ok = damaged_walk();
  CHECK(ok);
}

/* Text that would be slow if ends were looked for again and again. */
static void test_long(void) {
  MlBuf b = {0};
  MlJsonScan s;
  int i;

  ml_buf_puts(&b, "[[\"");
  for (i = 0; i < 2000000; i++) ml_buf_puts(&b, "\\\\\\\"");
  for (i = 0; i < 2000000; i++) ml_buf_puts(&b, "\\\\");
  ml_buf_puts(&b, "\"]]");
  ml_json_open(&s, ml_buf_view(&b));
  CHECK(ml_json_next(&s));
  CHECK_INT(s.value.n, b.n - 2);
  CHECK(!ml_json_next(&s) && s.rc == SQLITE_OK);
  ml_buf_free(&b);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_walk();
  test_deep();
  test_types();
  test_bare();
  test_damaged();
  test_long();
  return unit_end();
}
