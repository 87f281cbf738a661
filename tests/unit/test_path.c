#include "data/path.h"

#include "fault.h"
#include "random.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static void test_read(void) {
  static const struct {
    const char *in, *out;
  } row[] = {
      {"", ""},
      {"a", "a"},
      {"a.b", "a.b"},
      {"user.address.city", "user.address.city"},
      {"\"a\"", "a"},
      {"\"a\".\"b\".c", "a.b.c"},
      {"\"a.b\"", "\"a.b\""},
      {"x.\"a.b\".y", "x.\"a.b\".y"},
      {"\"\"", "\"\""},
      {"\"\".\"\"", "\"\".\"\""},
      {"\"\"\"\"", "\"\"\"\""},
      {"a.\"say \"\"hi\"\"\"", "a.\"say \"\"hi\"\"\""},
      {"\".\"", "\".\""},
      {" a ", " a "},
      {"a\tb\n", "a\tb\n"},
      {"a'b", "a'b"},
      {"\xc3\xa9t\xc3\xa9.\xe2\x82\xac", "\xc3\xa9t\xc3\xa9.\xe2\x82\xac"},
      {"\"\xc3\xa9\"", "\xc3\xa9"},
      {"\xf0\x9f\x98\x80.\"\xf0\x9f\x98\x80.\"", "\xf0\x9f\x98\x80.\"\xf0\x9f\x98\x80.\""},
      {"history.17", "history.17"},
  };
  MlBuf b = {0};
  MlErr e = {0};
  int i;

  for (i = 0; i < COUNT(row); i++) {
    ml_buf_cut(&b, 0);
    CHECK_INT(ml_path_read(unit_z(row[i].in), &b, &e), SQLITE_OK);
    CHECK_TEXT(ml_buf_view(&b), row[i].out);
  }
  ml_buf_cut(&b, 0);
  ml_buf_puts(&b, "before ");
  ml_path_read(ML_TEXT("\"a\".b"), &b, &e);
  CHECK_TEXT(ml_buf_view(&b), "before a.b");
  CHECK(e.rc == SQLITE_OK && e.msg == NULL);
  ml_buf_free(&b);
}

static void test_read_errors(void) {
  static const struct {
    MlText in;
    const char *message;
  } row[] = {
      {ML_TEXT("."), "path '.': a name is empty"},
      {ML_TEXT(".a"), "path '.a': a name is empty"},
      {ML_TEXT("a."), "path 'a.': a name is empty"},
      {ML_TEXT("a..b"), "path 'a..b': a name is empty"},
      {ML_TEXT("\"a\"..b"), "a name is empty"},
      {ML_TEXT("\"a\"."), "a name is empty"},
      {ML_TEXT("\""), "path '\"': a quote is not closed"},
      {ML_TEXT("a.\"b"), "a quote is not closed"},
      {ML_TEXT("\"\"\""), "a quote is not closed"},
      {ML_TEXT("a.\"b\"\""), "a quote is not closed"},
      {ML_TEXT("a\"b"), "must be quoted, with the quote doubled"},
      {ML_TEXT("a\""), "must be quoted, with the quote doubled"},
      {ML_TEXT("\"a\"b"), "must be followed by a dot"},
      {ML_TEXT("\"a\" .b"), "must be followed by a dot"},
      {ML_TEXT("a\0b"), "path 'a?b': it holds a NUL"},
      {ML_TEXT("\0"), "it holds a NUL"},
      {ML_TEXT("a.\xff"), "path 'a.?': it is not valid UTF-8"},
      {ML_TEXT("\xc3"), "it is not valid UTF-8"},
      {ML_TEXT("\xc0\xae"), "it is not valid UTF-8"},
      {ML_TEXT("\xed\xa0\x80"), "it is not valid UTF-8"},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    MlBuf b = {0};
    MlErr e = {0};

    ml_buf_puts(&b, "kept");
    CHECK_INT(ml_path_read(row[i].in, &b, &e), SQLITE_ERROR);
    if (!CHECK(e.msg != NULL && strstr(e.msg, row[i].message) != NULL)) {
      printf("  expected: %s\n  got: %s\n", row[i].message, e.msg);
    }
    CHECK(e.msg != NULL && strncmp(e.msg, "memlog: path '", 14) == 0);
    CHECK_TEXT(ml_buf_view(&b), "kept");
    ml_buf_free(&b);
    ml_err_clear(&e);
  }
}

/* Reads n bytes of z; 1 if that is a path of want bytes, 0 if it is refused for why. */
static int test_limit(const char *z, int n, int want, const char *why) {
  MlBuf b = {0};
  MlErr e = {0};
  int rc = ml_path_read((MlText){z, n}, &b, &e);
  int ok = why == NULL ? rc == SQLITE_OK && b.n == want
                       : rc == SQLITE_ERROR && b.n == 0 && e.msg != NULL && strstr(e.msg, why) != NULL;

  if (!ok) printf("  rc %d, %lld bytes, %s\n", rc, (long long)b.n, e.msg);
  ml_buf_free(&b);
  ml_err_clear(&e);
  return ok;
}

static void test_limits(void) {
  static char z[10000];
  int i;

  memset(z, 'x', sizeof(z));
  CHECK(test_limit(z, 4096, 4096, NULL));
  CHECK(test_limit(z, 4097, 0, "longer than 4096 bytes"));
  CHECK(test_limit(z, (int)sizeof(z), 0, "longer than 4096 bytes"));
  z[2000] = '.';
  CHECK(test_limit(z, 4096, 4096, NULL));
  CHECK(test_limit(z, 4097, 0, "longer than 4096 bytes"));
  z[0] = '"'; /* quotes that are not needed do not count */
  z[4097] = '"';
  z[2000] = 'x';
  CHECK(test_limit(z, 4098, 4096, NULL));
  z[2000] = '.'; /* these are */
  CHECK(test_limit(z, 4098, 0, "longer than 4096 bytes"));
  z[4095] = '"';
  CHECK(test_limit(z, 4096, 4096, NULL));

  for (i = 0; i < (int)sizeof(z); i++) z[i] = i % 2 == 0 ? 'a' : '.';
  CHECK(test_limit(z, 255, 255, NULL));
  CHECK(test_limit(z, 257, 0, "more than 128 names"));
  for (i = 0; i < (int)sizeof(z); i++) z[i] = "\"a\"."[i % 4];
  CHECK(test_limit(z, 128 * 4 - 1, 255, NULL));
  CHECK(test_limit(z, 129 * 4 - 1, 0, "more than 128 names"));
}

static void test_add(void) {
  MlBuf b = {0};
  MlErr e = {0};
  char z[5000];
  int i;

  ml_path_add_name(&b, ML_TEXT("a"), &e);
  ml_path_add_name(&b, ML_TEXT("b.c"), &e);
  ml_path_add_name(&b, ML_TEXT(""), &e);
  ml_path_add_name(&b, ML_TEXT("say \"x\""), &e);
  ml_path_add_name(&b, ML_TEXT("\xc3\xa9"), &e);
  CHECK_TEXT(ml_buf_view(&b), "a.\"b.c\".\"\".\"say \"\"x\"\"\".\xc3\xa9");
  CHECK_INT(e.rc, SQLITE_OK);
  CHECK_INT(ml_path_add_name(&b, ML_TEXT("x\0"), &e), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: path 'x?': it holds a NUL");
  ml_err_clear(&e);
  CHECK_INT(ml_path_add_name(&b, ML_TEXT("\xff"), &e), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: path '?': it is not valid UTF-8");
  ml_err_clear(&e);
  CHECK_TEXT(ml_buf_view(&b), "a.\"b.c\".\"\".\"say \"\"x\"\"\".\xc3\xa9");
  ml_buf_cut(&b, 0);
  ml_path_add_name(&b, ML_TEXT(""), &e);
  CHECK_TEXT(ml_buf_view(&b), "\"\"");

  ml_buf_cut(&b, 0);
  for (i = 0; i < 128; i++) CHECK_INT(ml_path_add_name(&b, ML_TEXT("n"), &e), SQLITE_OK);
  CHECK_INT(ml_path_add_name(&b, ML_TEXT("n"), &e), SQLITE_ERROR);
  CHECK(e.msg != NULL && strncmp(e.msg, "memlog: path 'n.n.n.", 20) == 0 &&
        strstr(e.msg, "more than 128 names") != NULL);
  CHECK_INT(b.n, 255);
  ml_err_clear(&e);

  memset(z, 'x', sizeof(z));
  ml_buf_cut(&b, 0);
  CHECK_INT(ml_path_add_name(&b, (MlText){z, 4000}, &e), SQLITE_OK);
  CHECK_INT(ml_path_add_name(&b, (MlText){z, 96}, &e), SQLITE_ERROR);
  ml_err_clear(&e);
  CHECK_INT(ml_path_add_name(&b, (MlText){z, 5000}, &e), SQLITE_ERROR);
  ml_err_clear(&e);
  CHECK_INT(b.n, 4000);
  CHECK_INT(ml_path_add_name(&b, (MlText){z, 95}, &e), SQLITE_OK);
  CHECK_INT(b.n, 4096);
  ml_buf_free(&b);
}

static void test_parts(void) {
  static const struct {
    const char *path, *parent, *last;
  } row[] = {
      {"", "", ""},
      {"a", "", "a"},
      {"a.b", "a", "b"},
      {"a.b.c", "a.b", "c"},
      {"\"\"", "", "\"\""},
      {"a.\"\"", "a", "\"\""},
      {"\"\".\"\"", "\"\"", "\"\""},
      {"\"\".a", "\"\"", "a"},
      {"a.\"b.c\"", "a", "\"b.c\""},
      {"\"b.c\"", "", "\"b.c\""},
      {"\"b.c\".a", "\"b.c\"", "a"},
      {"\"\"\"\"", "", "\"\"\"\""},
      {"a.\"\"\"\"", "a", "\"\"\"\""},
      {"a.\"x\"\".\"\"y\"", "a", "\"x\"\".\"\"y\""},
      {"\"x\"\".\"", "", "\"x\"\".\""},
      {"\"\"\".\"\"\".\"\"\".\"\"\"", "\"\"\".\"\"\"", "\"\"\".\"\"\""},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    MlText path = unit_z(row[i].path);

    CHECK_TEXT(((MlText){path.p, ml_path_parent(path)}), row[i].parent);
    CHECK_TEXT(ml_path_last(path), row[i].last);
  }
}

static void test_under(void) {
  static const struct {
    const char *path, *top;
    int under;
  } row[] = {
      {"", "", 1},
      {"a", "", 1},
      {"", "a", 0},
      {"a", "a", 1},
      {"a.b", "a", 1},
      {"ab", "a", 0},
      {"a", "a.b", 0},
      {"a-b", "a", 0},
      {"a.b.c", "a.b", 1},
      {"\"a.b\"", "a", 0},
      {"b.a", "a", 0},
      {"\"\".a", "\"\"", 1},
      {"\"\"\".\"", "\"\"", 0},
      {"\"a.\"\".c\"", "\"a.\"", 0},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) CHECK_INT(ml_path_under(unit_z(row[i].path), unit_z(row[i].top)), row[i].under);
}

static void test_index(void) {
  static const struct {
    const char *name;
    i64 index;
  } row[] = {
      {"0", 0},      {"1", 1},
      {"17", 17},    {"999999999999999999", 999999999999999999},
      {"", -1},      {"01", -1},
      {"00", -1},    {"-1", -1},
      {"+1", -1},    {"1000000000000000000", -1},
      {"1a", -1},    {" 1", -1},
      {"\"1\"", -1}, {"1.0", -1},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) CHECK_INT(ml_path_index(unit_z(row[i].name)), row[i].index);
}

/* Functions for canonical paths meet a damaged file too: they must not read outside. */
static int damaged_path(void) {
  int n = random_below(9);
  char *z = sqlite3_malloc(n == 0 ? 1 : n); /* exactly as large: sanitizers see what goes beyond */
  MlText path = {z, n};
  MlText name;
  MlBuf b = {0};
  i64 at = 0;
  int names = 0;
  int ok = 1;
  int i;

  for (i = 0; i < n; i++) z[i] = "a.\"\xc3"[random_below(4)];
  ok &= ml_path_parent(path) <= n && ml_path_parent(path) >= 0;
  name = ml_path_last(path);
  ok &= name.p >= z && name.p + name.n == z + n;
  while (ml_path_next(path, &at, &name) && names < 100) {
    names++;
    ok &= name.p >= z && name.n >= 0 && name.p + name.n <= z + n;
    ml_path_bare(name, &b);
    ml_path_compare_names(name, path);
    ml_path_compare_names(path, name);
  }
  if (!ok || names > n) printf("  path %.*s, %d names\n", n, z, names);
  ml_buf_free(&b);
  sqlite3_free(z);
  return ok && names <= n;
}

static void test_damaged(void) {
  int ok = 1;
  int i;

  for (i = 0; i < 200000 && ok; i++) ok = damaged_path();
  CHECK(ok);
}

/* ---- round trip ---- */

static MlText random_name(char z[24]) {
  static const char *const piece[] = {"a",    "b", ".", "\"", "\"\"", "0", " ", "\xc3\xa9", "\xf0\x9f\x98\x80",
                                      "\x01", "-"};
  int n = random_below(6);
  i64 len = 0;
  int i;

  for (i = 0; i < n; i++) {
    const char *p = piece[random_below(COUNT(piece))];

    memcpy(z + len, p, strlen(p));
    len += (i64)strlen(p);
  }
  return (MlText){z, len};
}

/* Writes the name as a careless user might: quoted though it need not be. */
static void careless_put(MlBuf *b, MlText name) {
  int quoted =
      name.n == 0 || random_below(2) || memchr(name.p, '.', (size_t)name.n) || memchr(name.p, '"', (size_t)name.n);
  i64 i;

  if (quoted) ml_buf_char(b, '"');
  for (i = 0; i < name.n; i++) {
    if (name.p[i] == '"') ml_buf_char(b, '"');
    ml_buf_char(b, name.p[i]);
  }
  if (quoted) ml_buf_char(b, '"');
}

static int round_trip(void) {
  char z[12][24];
  MlText name[12];
  MlBuf canonical = {0}, careless = {0}, read = {0}, bare = {0};
  MlText found;
  MlErr e = {0};
  int n = 1 + random_below(12);
  int ok = 1;
  i64 at = 0;
  i64 parent = 0;
  int i;

  for (i = 0; i < n; i++) {
    parent = canonical.n;
    name[i] = random_name(z[i]);
    ml_path_add_name(&canonical, name[i], &e);
    if (i > 0) ml_buf_char(&careless, '.');
    careless_put(&careless, name[i]);
  }
  ml_path_read(ml_buf_view(&careless), &read, &e);
  ok &= e.rc == SQLITE_OK && ml_text_same(ml_buf_view(&read), ml_buf_view(&canonical));
  ml_buf_cut(&read, 0);
  ml_path_read(ml_buf_view(&canonical), &read, &e);
  ok &= e.rc == SQLITE_OK && ml_text_same(ml_buf_view(&read), ml_buf_view(&canonical));
  ok &= ml_path_parent(ml_buf_view(&canonical)) == parent;
  for (i = 0; i < n; i++) {
    ok &= ml_path_next(ml_buf_view(&canonical), &at, &found);
    ml_buf_cut(&bare, 0);
    ml_path_bare(found, &bare);
    ok &= ml_text_same(ml_buf_view(&bare), name[i]);
    ok &= ml_path_under(ml_buf_view(&canonical), (MlText){canonical.p, found.p + found.n - canonical.p});
  }
  ok &= !ml_path_next(ml_buf_view(&canonical), &at, &found);
  ok &= ml_text_same(found, ml_path_last(ml_buf_view(&canonical)));
  if (!ok) printf("  path %s, written as %s: %s\n", canonical.p, careless.p, e.msg);
  ml_buf_free(&canonical);
  ml_buf_free(&careless);
  ml_buf_free(&read);
  ml_buf_free(&bare);
  ml_err_clear(&e);
  return ok;
}

static int compare_random(void) {
  char z[2][24];
  MlText bare[2];
  MlBuf name[2] = {{0}, {0}};
  MlErr e = {0};
  int want;
  int got;
  int i;

  for (i = 0; i < 2; i++) {
    bare[i] = random_name(z[i]);
    ml_path_add_name(&name[i], bare[i], &e);
  }
  want = ml_text_compare(bare[0], bare[1]);
  got = ml_path_compare_names(ml_buf_view(&name[0]), ml_buf_view(&name[1]));
  for (i = 0; i < 2; i++) ml_buf_free(&name[i]);
  return (want > 0) == (got > 0) && (want < 0) == (got < 0);
}

static void test_random(void) {
  int ok = 1;
  int i;

  for (i = 0; i < 100000 && ok; i++) ok = round_trip();
  CHECK(ok);
  for (i = 0; i < 100000 && ok; i++) ok = compare_random();
  CHECK(ok);
}

static void test_memory(void) {
  int fired = 1;
  i64 n;

  for (n = 1; fired; n++) {
    MlBuf b = {0};
    MlErr e = {0};
    int rc;

    fault_arm(n, 0);
    rc = ml_path_read(ML_TEXT("a.\"b.c\".d"), &b, &e);
    if (rc == SQLITE_OK)
      rc = ml_path_add_name(&b,
                            ML_TEXT("a name that is long enough to make the buffer grow, if one goes on "
                                    "and on and on until it is longer than the first piece of memory"),
                            &e);
    fired = fault_disarm();
    CHECK_INT(rc, fired ? SQLITE_NOMEM : SQLITE_OK);
    CHECK_INT(e.rc, rc);
    ml_err_clear(&e);
    ml_buf_free(&b);
  }
  CHECK(n > 2);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  CHECK_INT(fault_install(), SQLITE_OK);
  test_read();
  test_read_errors();
  test_limits();
  test_add();
  test_parts();
  test_under();
  test_index();
  test_damaged();
  test_random();
  test_memory();
  return unit_end();
}
