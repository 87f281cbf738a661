/* Floor 0 but for statements: text, buffers, errors, UUIDs. */
#include "base/buf.h"
#include "base/err.h"
#include "base/uuid.h"
#include "data/value.h"

#include "fault.h"
#include "random.h"
#include "unit.h"

static void test_text(void) {
  static const struct {
    const char *a, *b;
    int sign;
  } row[] = {{"", "", 0},     {"a", "", 1},    {"a", "a", 0},   {"a", "b", -1},
             {"a", "ab", -1}, {"ab", "b", -1}, {"\xc3", "z", 1}};
  size_t i;

  for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
    MlText a = unit_z(row[i].a);
    MlText b = unit_z(row[i].b);
    int c = ml_text_compare(a, b);

    CHECK_INT((c > 0) - (c < 0), row[i].sign);
    c = ml_text_compare(b, a);
    CHECK_INT((c > 0) - (c < 0), -row[i].sign);
    CHECK_INT(ml_text_same(a, b), row[i].sign == 0);
  }
  CHECK(ml_text_same((MlText){NULL, 0}, ML_TEXT("")));
  CHECK(ml_text_compare((MlText){NULL, 0}, ML_TEXT("a")) < 0);
  CHECK(ml_text_same(ML_TEXT("a\0b"), ML_TEXT("a\0b")));
  CHECK(!ml_text_same(ML_TEXT("a\0b"), ML_TEXT("a\0c")));
}

static void test_put(void) {
  MlBuf b = {0};
  char *p;

  CHECK(ml_buf_view(&b).p != NULL);
  CHECK_TEXT(ml_buf_view(&b), "");
  ml_buf_put(&b, NULL, 0);
  ml_buf_text(&b, (MlText){NULL, 0});
  CHECK_Z(b.p, "");
  ml_buf_puts(&b, "one");
  ml_buf_char(&b, ' ');
  ml_buf_text(&b, (MlText){"twothree", 3});
  CHECK_Z(b.p, "one two");
  ml_buf_cut(&b, 3);
  CHECK_Z(b.p, "one");
  ml_buf_cut(&b, 100);
  ml_buf_cut(&b, -1);
  CHECK_Z(b.p, "one");
  p = ml_buf_room(&b, 4);
  CHECK(p != NULL && p == b.p + 3);
  memcpy(p, "four", 4);
  b.n += 4;
  CHECK_Z(b.p, "onefour");
  ml_buf_cut(&b, 0);
  ml_buf_int(&b, 0);
  ml_buf_char(&b, ' ');
  ml_buf_int(&b, -1);
  ml_buf_char(&b, ' ');
  ml_buf_int(&b, 1234567890);
  ml_buf_char(&b, ' ');
  ml_buf_int(&b, INT64_MAX);
  ml_buf_char(&b, ' ');
  ml_buf_int(&b, INT64_MIN);
  CHECK_Z(b.p, "0 -1 1234567890 9223372036854775807 -9223372036854775808");
  ml_buf_free(&b);
  CHECK(b.p == NULL && b.n == 0 && b.cap == 0 && b.rc == SQLITE_OK);
}

static void test_take(void) {
  MlBuf b = {0};
  char *p = ml_buf_take(&b);

  CHECK_Z(p, "");
  sqlite3_free(p);
  ml_buf_puts(&b, "text");
  p = ml_buf_take(&b);
  CHECK_Z(p, "text");
  sqlite3_free(p);
  CHECK(b.p == NULL && b.n == 0 && b.rc == SQLITE_OK);
}

static void test_sticky(void) {
  MlBuf b = {0};

  ml_buf_puts(&b, "kept");
  CHECK(ml_buf_room(&b, (i64)1 << 40) == NULL);
  CHECK_INT(b.rc, SQLITE_TOOBIG);
  ml_buf_puts(&b, "more");
  ml_buf_char(&b, 'x');
  ml_buf_int(&b, 1);
  CHECK_TEXT(ml_buf_view(&b), "kept");
  CHECK(ml_buf_room(&b, 0) == NULL);
  CHECK(ml_buf_take(&b) == NULL);
  CHECK_INT(b.rc, SQLITE_TOOBIG);
  ml_buf_free(&b);
  CHECK_INT(b.rc, SQLITE_OK);
  CHECK(ml_buf_room(&b, INT64_MAX) == NULL);
  CHECK_INT(b.rc, SQLITE_TOOBIG);
  ml_buf_free(&b);
  CHECK(ml_buf_room(&b, -1) == NULL);
  CHECK_INT(b.rc, SQLITE_TOOBIG);
  ml_buf_free(&b);
}

static void test_growth(void) {
  static char model[100000];
  MlBuf b = {0};
  i64 n = 0;

  while (n < (i64)sizeof(model) - 1000) {
    char piece[1000];
    int len = random_below(random_below(20) == 0 ? 1000 : 20);
    int i;

    for (i = 0; i < len; i++) piece[i] = model[n + i] = (char)random_bits();
    n += len;
    ml_buf_put(&b, piece, len);
    if (random_below(50) == 0) {
      n -= len / 2;
      ml_buf_cut(&b, n);
    }
  }
  CHECK_INT(b.n, n);
  CHECK(memcmp(b.p, model, (size_t)n) == 0 && b.p[n] == 0);
  ml_buf_free(&b);
}

static void test_buf_memory(void) {
  int fired = 1;
  i64 n;

  for (n = 1; fired; n++) {
    MlBuf b = {0};
    char *p;
    int i;

    fault_arm(n, 0);
    for (i = 0; i < 1000; i++) ml_buf_puts(&b, "some words");
    p = ml_buf_take(&b);
    fired = fault_disarm();
    CHECK_INT(p == NULL, fired);
    CHECK_INT(b.rc, fired ? SQLITE_NOMEM : SQLITE_OK);
    sqlite3_free(p);
    ml_buf_free(&b);
  }
  CHECK(n > 5);
}

static void test_err(void) {
  MlErr e = {0};
  char *z = sqlite3_mprintf("old");

  CHECK_INT(ml_err_set(&e, SQLITE_OK, "memlog: nothing"), SQLITE_OK);
  CHECK(e.msg == NULL);
  CHECK_INT(ml_err_set(&e, SQLITE_CONSTRAINT, "memlog: path '%s': %d", "a", 1), SQLITE_CONSTRAINT);
  CHECK_INT(ml_err_set(&e, SQLITE_ERROR, "memlog: later"), SQLITE_CONSTRAINT);
  CHECK_INT(ml_err_nomem(&e), SQLITE_CONSTRAINT);
  CHECK_Z(e.msg, "memlog: path 'a': 1");
  CHECK_INT(ml_err_move(&e, &z), SQLITE_CONSTRAINT);
  CHECK_Z(z, "memlog: path 'a': 1");
  CHECK(e.msg == NULL && e.rc == SQLITE_OK);
  CHECK_INT(ml_err_nomem(&e), SQLITE_NOMEM);
  CHECK_INT(ml_err_move(&e, &z), SQLITE_NOMEM);
  CHECK(z == NULL);
  CHECK_INT(ml_err_buf(&e, SQLITE_OK, "value"), SQLITE_OK);
  CHECK_INT(ml_err_buf(&e, SQLITE_TOOBIG, "value"), SQLITE_TOOBIG);
  CHECK_Z(e.msg, "memlog: value: larger than a text can be");
  ml_err_clear(&e);
  fault_arm(1, 1);
  CHECK_INT(ml_err_set(&e, SQLITE_ERROR, "memlog: no memory for this"), SQLITE_NOMEM);
  fault_disarm();
  CHECK(e.msg == NULL);
  ml_err_clear(&e);
}

static void test_err_show(void) {
  static const struct {
    const char *in, *out;
  } row[] = {
      {"", ""},
      {"plain 'text' \"x\"", "plain 'text' \"x\""},
      {"a\tb\nc\x7f", "a?b?c?"},
      {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
      {"\xff\xfe", "??"},
      {"\xc0\xaf", "??"},
      {"\xed\xa0\xbd", "???"},
      {"\xf4\x90\x80\x80", "????"},
      {"\xe2\x82", "??"},
      {"\xc2\x85", "??"},
      {"\xc2\xa0", "\xc2\xa0"},
  };
  char out[ML_ERR_SHOW];
  char many[300];
  size_t i;
  int k;

  for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) CHECK_Z(ml_err_show(out, unit_z(row[i].in)), row[i].out);
  CHECK_Z(ml_err_show(out, (MlText){NULL, 0}), "");
  CHECK_Z(ml_err_show(out, ML_TEXT("a\0b")), "a?b");
  memset(many, 'x', sizeof(many));
  CHECK_INT(strlen(ml_err_show(out, (MlText){many, 200})), 200);
  CHECK_INT(strlen(ml_err_show(out, (MlText){many, 201})), 203);
  CHECK_Z(out + 200, "...");
  for (k = 0; k < 20000; k++) {
    char in[1000];
    int n = random_below((int)sizeof(in));
    int j;

    for (j = 0; j < n; j++) {
      u64 bits = random_bits() >> 20;

      in[j] = (char)((bits & 0x300) != 0 ? (bits & 0x7f) | 0x80 : bits); /* mostly bytes of longer characters */
    }
    if (k == 0) { /* as long as it can get */
      for (j = 0; j < 1000; j++) in[j] = "\xf0\x9f\x98\x80"[j % 4];
      n = 1000;
    }
    ml_err_show(out, (MlText){in, n});
    if (!ml_text_utf8(unit_z(out)) || strlen(out) >= ML_ERR_SHOW) break;
  }
  CHECK_INT(k, 20000);
}

static void fail_function(sqlite3_context *ctx, int n, sqlite3_value **v) {
  MlErr e = {0};

  ml_err_set(&e, sqlite3_value_int(v[0]), "memlog: key '%s': it is wrong", "k");
  ml_err_result(&e, ctx);
  CHECK(e.rc == SQLITE_OK && e.msg == NULL && n == 1);
}

static void test_err_db(void) {
  sqlite3 *db = NULL;
  MlErr e = {0};
  int rc;

  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  sqlite3_create_function(db, "fail", 1, SQLITE_UTF8, NULL, fail_function, NULL, NULL);
  rc = sqlite3_exec(db, "SELECT * FROM absent", NULL, NULL, NULL);
  CHECK_INT(ml_err_db(&e, db, rc, "reading it"), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: reading it: no such table: absent");
  ml_err_clear(&e);
  CHECK_INT(ml_err_db(&e, db, SQLITE_OK, "reading it"), SQLITE_OK);
  CHECK_INT(ml_err_db(&e, db, SQLITE_BUSY, "reading it"), SQLITE_BUSY); /* not what the connection says */
  CHECK_Z(e.msg, "memlog: reading it: database is locked");
  ml_err_clear(&e);
  rc = sqlite3_exec(db, "SELECT fail(19)", NULL, NULL, NULL);
  CHECK_INT(rc, SQLITE_CONSTRAINT);
  CHECK_Z(sqlite3_errmsg(db), "memlog: key 'k': it is wrong");
  ml_err_db(&e, db, rc, "writing it");
  CHECK_Z(e.msg, "memlog: key 'k': it is wrong");
  ml_err_clear(&e);
  CHECK_INT(sqlite3_exec(db, "SELECT fail(7)", NULL, NULL, NULL), SQLITE_NOMEM);
  CHECK_INT(ml_err_db(&e, db, SQLITE_NOMEM, "writing it"), SQLITE_NOMEM);
  CHECK(e.msg == NULL);
  ml_err_clear(&e);
  CHECK_INT(sqlite3_exec(db, "SELECT fail(0)", NULL, NULL, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void test_uuid(void) {
  static const char *const bad[] = {"",
                                    "6ba7b810-9dad-11d1-80b4-00c04fd430c",
                                    "6ba7b810-9dad-11d1-80b4-00c04fd430c80",
                                    "6ba7b8109-dad-11d1-80b4-00c04fd430c8",
                                    "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
                                    "6ba7b810 9dad-11d1-80b4-00c04fd430c8",
                                    "{ba7b810-9dad-11d1-80b4-00c04fd430c}"};
  MlUuid dns;
  MlUuid u;
  MlUuid v;
  char text[37];
  char hex[33];
  size_t i;

  CHECK(ml_uuid_parse(ML_TEXT("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), &dns));
  u = ml_uuid_named(&dns, "python.org", 10);
  ml_uuid_text(&u, text);
  CHECK_Z(text, "886313e1-3b8a-5372-9b90-0c9aee199e5d");
  CHECK(ml_uuid_parse(ML_TEXT("886313E1-3B8A-5372-9B90-0C9AEE199E5D"), &v));
  CHECK(memcmp(&u, &v, sizeof(u)) == 0);
  ml_uuid_hex(&u, hex);
  CHECK_Z(hex, "886313e13b8a53729b900c9aee199e5d");
  memset(&v, 0, sizeof(v));
  CHECK(ml_uuid_unhex(ML_TEXT("886313e13B8a53729b900c9aee199e5D"), &v));
  CHECK(memcmp(&u, &v, sizeof(u)) == 0);
  for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) CHECK(!ml_uuid_parse(unit_z(bad[i]), &v));
  CHECK(!ml_uuid_unhex(ML_TEXT("886313e13b8a53729b900c9aee199e5"), &v));
  CHECK(!ml_uuid_unhex(ML_TEXT("886313e13b8a53729b900c9aee199e5z"), &v));
  CHECK(memcmp(&u, &v, sizeof(u)) == 0); /* what fails changes nothing */
  u = ml_uuid_random();
  v = ml_uuid_random();
  CHECK(memcmp(&u, &v, sizeof(u)) != 0);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  CHECK_INT(fault_install(), SQLITE_OK);
  test_text();
  test_put();
  test_take();
  test_sticky();
  test_growth();
  test_buf_memory();
  test_err();
  test_err_show();
  test_err_db();
  test_uuid();
  return unit_end();
}
