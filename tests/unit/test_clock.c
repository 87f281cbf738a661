#include "data/clock.h"

#include "random.h"
#include "unit.h"

#include <math.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define SECOND   1000000
#define NOW      1783052556087914 /* 2026-07-03 04:22:36.087914 */

static void test_text(void) {
  static const struct {
    i64 us;
    const char *text;
  } row[] = {
      {0, "1970-01-01 00:00:00.000000"},
      {1, "1970-01-01 00:00:00.000001"},
      {999999, "1970-01-01 00:00:00.999999"},
      {NOW, "2026-07-03 04:22:36.087914"},
      {951782399999999, "2000-02-28 23:59:59.999999"},
      {951782400000000, "2000-02-29 00:00:00.000000"},
      {951868800000000, "2000-03-01 00:00:00.000000"},
      {4107542400000000, "2100-03-01 00:00:00.000000"},
      {4107456000000000, "2100-02-28 00:00:00.000000"},
      {ML_TIME_MAX, "9999-12-31 23:59:59.999999"},
      {ML_TIME_MAX + 1, "9999-12-31 23:59:59.999999"},
      {INT64_MAX, "9999-12-31 23:59:59.999999"},
      {-1, "1970-01-01 00:00:00.000000"},
      {INT64_MIN, "1970-01-01 00:00:00.000000"},
  };
  char z[ML_TIME_TEXT];
  int i;

  for (i = 0; i < COUNT(row); i++) {
    ml_clock_text(row[i].us, z);
    CHECK_Z(z, row[i].text);
  }
}

static void test_now(void) {
  i64 a = ml_clock_now();
  i64 b = ml_clock_now();
  time_t t = time(NULL);

  CHECK(a > 0 && b >= a);
  CHECK(b / SECOND <= (i64)t + 1 && b / SECOND >= (i64)t - 1);
}

static void test_times(void) {
  static const struct {
    const char *in, *out;
  } row[] = {
      {"2026-07-03 04:22:36.087914", "2026-07-03 04:22:36.087914"},
      {"2026-07-03T04:22:36.087914Z", "2026-07-03 04:22:36.087914"},
      {"2026-07-03t04:22:36z", "2026-07-03 04:22:36.000000"},
      {"2026-07-03", "2026-07-03 00:00:00.000000"},
      {"2026-07-03 04:22", "2026-07-03 04:22:00.000000"},
      {"2026-07-03   04:22:36", "2026-07-03 04:22:36.000000"},
      {"2026-07-03 04:22:36.5", "2026-07-03 04:22:36.500000"},
      {"2026-07-03 04:22:36.0000009", "2026-07-03 04:22:36.000000"},
      {"2026-07-03 04:22:36.123456999999999999999999", "2026-07-03 04:22:36.123456"},
      {" \t2026-07-03 04:22:36\n", "2026-07-03 04:22:36.000000"},
      {"2026-07-03 04:22+02:00", "2026-07-03 02:22:00.000000"},
      {"2026-07-03 04:22-05:30", "2026-07-03 09:52:00.000000"},
      {"2026-07-03 04:22:36.25 +14:00", "2026-07-02 14:22:36.250000"},
      {"2026-07-03 04:22:36 -14:00", "2026-07-03 18:22:36.000000"},
      {"2026-07-03 04:22:36 Z", "2026-07-03 04:22:36.000000"},
      {"2026-12-31T23:59:59-00:01", "2027-01-01 00:00:59.000000"},
      {"2024-02-29", "2024-02-29 00:00:00.000000"},
      {"2000-02-29", "2000-02-29 00:00:00.000000"},
      {"1970-01-01", "1970-01-01 00:00:00.000000"},
      {"1969-12-31 23:00-01:00", "1970-01-01 00:00:00.000000"},
      {"9999-12-31 23:59:59.999999", "9999-12-31 23:59:59.999999"},
      {"now", "2026-07-03 04:22:36.087914"},
      {" NOW ", "2026-07-03 04:22:36.087914"},
      {"0", "1970-01-01 00:00:00.000000"},
      {"1783052556", "2026-07-03 04:22:36.000000"},
      {"1783052556.087914", "2026-07-03 04:22:36.087914"},
      {"1783052556.25", "2026-07-03 04:22:36.250000"},
      {"1783052556.0879149", "2026-07-03 04:22:36.087914"},
      {"0001783052556", "2026-07-03 04:22:36.000000"},
      {"2026", "1970-01-01 00:33:46.000000"},
      {"253402300799.999999", "9999-12-31 23:59:59.999999"},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    MlMoment m;
    char z[ML_TIME_TEXT];
    const char *wrong = ml_moment_read(unit_z(row[i].in), NOW, &m);
    i64 us = -1;

    if (!CHECK_Z(wrong, NULL)) printf("  of: %s: %s\n", row[i].in, wrong);
    CHECK_INT(m.kind, ML_AT_TIME);
    ml_clock_text(m.n, z);
    CHECK_Z(z, row[i].out);
    CHECK_Z(ml_clock_read(unit_z(row[i].in), NOW, &us), NULL);
    CHECK_INT(us, m.n);
  }
}

static const struct {
  MlText in;
  const char *why;
} refused[] = {
    {ML_TEXT(""), "none of"},
    {ML_TEXT(" "), "none of"},
    {ML_TEXT("yesterday"), "none of"},
    {ML_TEXT("nows"), "none of"},
    {ML_TEXT("04:22"), "a time needs a date"},
    {ML_TEXT("04:22:36.5"), "a time needs a date"},
    {ML_TEXT("2026-02-29"), "no such day"},
    {ML_TEXT("2100-02-29"), "no such day"},
    {ML_TEXT("2026-02-30 00:00"), "no such day"},
    {ML_TEXT("2026-04-31"), "no such day"},
    {ML_TEXT("2026-00-10"), "no such day"},
    {ML_TEXT("2026-13-10"), "no such day"},
    {ML_TEXT("2026-01-00"), "no such day"},
    {ML_TEXT("2026-01-32"), "no such day"},
    {ML_TEXT("2026-07-03 24:00"), "no such time of day"},
    {ML_TEXT("2026-07-03 24:00:00"), "no such time of day"},
    {ML_TEXT("2026-07-03 23:60"), "no such time of day"},
    {ML_TEXT("2026-07-03 23:59:60"), "no such time of day"},
    {ML_TEXT("2026-07-03 04:22 +14:01"), "an offset"},
    {ML_TEXT("2026-07-03 04:22 -15:00"), "an offset"},
    {ML_TEXT("2026-07-03 04:22 +01:60"), "an offset"},
    {ML_TEXT("2026-07-03 04:22 +0100"), "an offset"},
    {ML_TEXT("2026-07-03 04:22 +1:00"), "an offset"},
    {ML_TEXT("2026-07-03 04:22 +"), "an offset"},
    {ML_TEXT("2026-07-03 04:22 UTC"), "none of"},
    {ML_TEXT("2026-07-03 04:22ZZ"), "none of"},
    {ML_TEXT("2026-07-03 04:22+01:00Z"), "none of"},
    {ML_TEXT("2026-07-03 04"), "none of"},
    {ML_TEXT("2026-07-03 4:22"), "none of"},
    {ML_TEXT("2026-07-03 04:2"), "none of"},
    {ML_TEXT("2026-07-03 04:22:3"), "none of"},
    {ML_TEXT("2026-07-03 04:22:36."), "none of"},
    {ML_TEXT("2026-07-03 04:22.5"), "none of"},
    {ML_TEXT("2026-07-03 04:22:36,5"), "none of"},
    {ML_TEXT("2026-07-0304:22"), "none of"},
    {ML_TEXT("2026-07-03Z"), "none of"},
    {ML_TEXT("2026-7-03"), "none of"},
    {ML_TEXT("2026-07-3"), "none of"},
    {ML_TEXT("2026-07"), "none of"},
    {ML_TEXT("2026-"), "none of"},
    {ML_TEXT("2026/07/03"), "none of"},
    {ML_TEXT("2026-07-03\0"), "none of"},
    {ML_TEXT("26-07-03"), "a year has four digits"},
    {ML_TEXT("12026-07-03"), "a year has four digits"},
    {ML_TEXT("1969-12-31"), "before 1970"},
    {ML_TEXT("0000-01-01"), "before 1970"},
    {ML_TEXT("-2026-07-03"), "before 1970"},
    {ML_TEXT("-1"), "before 1970"},
    {ML_TEXT("1970-01-01 00:00+00:01"), "before 1970"},
    {ML_TEXT("9999-12-31 23:59:59-00:01"), "beyond the year 9999"},
    {ML_TEXT("253402300800"), "'#N'"},
    {ML_TEXT("1783052556087914"), "'#N'"},
    {ML_TEXT("99999999999999999999999999"), "'#N'"},
    {ML_TEXT("1783052556."), "none of"},
    {ML_TEXT("1783052556.5.5"), "none of"},
    {ML_TEXT("1783052556 5"), "none of"},
    {ML_TEXT("1e9"), "none of"},
    {ML_TEXT("+5"), "none of"},
    {ML_TEXT(".5"), "none of"},
    {ML_TEXT("-"), "none of"},
    {ML_TEXT("#"), "a position is"},
    {ML_TEXT("#-1"), "a position is"},
    {ML_TEXT("#1.5"), "a position is"},
    {ML_TEXT("# 1"), "a position is"},
    {ML_TEXT("#first"), "a position is"},
    {ML_TEXT("#9223372036854775808"), "a position is"},
    {ML_TEXT("6ba7b810-9dad-11d1-80b4-00c04fd430c"), "none of"},
};

static void test_wrong(void) {
  int i;

  for (i = 0; i < COUNT(refused); i++) {
    MlMoment m;
    i64 us = 17;
    const char *wrong = ml_moment_read(refused[i].in, NOW, &m);

    if (!CHECK(wrong != NULL && strstr(wrong, refused[i].why) != NULL)) {
      printf("  of: %s\n  expected: %s\n  got: %s\n", refused[i].in.p, refused[i].why, wrong);
    }
    CHECK(ml_clock_read(refused[i].in, NOW, &us) != NULL && us == 17);
  }
}

static void test_places(void) {
  MlMoment m;
  i64 us = 17;
  static const u8 id[16] = {0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x81, 0xd1,
                            0x80, 0xb4, 0,    0xc0, 0x4f, 0xd4, 0x30, 0xc8};

  CHECK_Z(ml_moment_read(ML_TEXT("#0"), NOW, &m), NULL);
  CHECK(m.kind == ML_AT_SEQ && m.n == 0);
  CHECK_Z(ml_moment_read(ML_TEXT(" #1783052556087914 "), NOW, &m), NULL);
  CHECK(m.kind == ML_AT_SEQ && m.n == NOW);
  CHECK_Z(ml_moment_read(ML_TEXT("#9223372036854775807"), NOW, &m), NULL);
  CHECK(m.kind == ML_AT_SEQ && m.n == INT64_MAX);
  CHECK_Z(ml_moment_read(ML_TEXT("#last"), NOW, &m), NULL);
  CHECK_INT(m.kind, ML_AT_LAST);
  CHECK_Z(ml_moment_read(ML_TEXT("#LAST"), NOW, &m), NULL);
  CHECK_INT(m.kind, ML_AT_LAST);
  CHECK_Z(ml_moment_read(ML_TEXT("6ba7b810-9dad-81d1-80b4-00c04fd430c8"), NOW, &m), NULL);
  CHECK(m.kind == ML_AT_ID && memcmp(m.id, id, 16) == 0);
  CHECK_Z(ml_moment_read(ML_TEXT("6BA7B810-9DAD-81D1-80B4-00C04FD430C8"), NOW, &m), NULL);
  CHECK(m.kind == ML_AT_ID && memcmp(m.id, id, 16) == 0);
  CHECK(ml_clock_read(ML_TEXT("#5"), NOW, &us) != NULL && us == 17);
  CHECK(ml_clock_read(ML_TEXT("#last"), NOW, &us) != NULL && us == 17);
  CHECK(ml_clock_read(ML_TEXT("6ba7b810-9dad-81d1-80b4-00c04fd430c8"), NOW, &us) != NULL && us == 17);
  CHECK(ml_moment_read((MlText){NULL, 0}, NOW, &m) != NULL);
}

static void test_numbers(void) {
  static const struct {
    double in;
    i64 us;
    const char *why;
  } row[] = {
      {0, 0, NULL},
      {-0.0, 0, NULL},
      {1783052556.25, 1783052556250000, NULL},
      {1783052556.087914, NOW, NULL}, /* no double: the nearest microsecond */
      {0.000001, 1, NULL},
      {0.9999999, SECOND, NULL},
      {253402300799.0, 253402300799000000, NULL},
      {-1, 0, "before 1970"},
      {-1e-9, 0, "before 1970"},
      {-INFINITY, 0, "before 1970"},
      {253402300800.0, 0, "'#N'"},
      {253402300799.9999999, 0, "9999"},
      {1783052556087914.0, 0, "'#N'"},
      {1e300, 0, "'#N'"},
      {INFINITY, 0, "'#N'"},
      {NAN, 0, "none of"},
  };
  MlMoment m;
  int i;

  for (i = 0; i < COUNT(row); i++) {
    const char *wrong = ml_moment_read_number(row[i].in, &m);

    if (row[i].why == NULL) {
      CHECK_Z(wrong, NULL);
      CHECK_INT(m.kind, ML_AT_TIME);
      CHECK_INT(m.n, row[i].us);
    } else {
      CHECK(wrong != NULL && strstr(wrong, row[i].why) != NULL);
    }
  }
  CHECK_Z(ml_moment_read_integer(0, &m), NULL);
  CHECK_Z(ml_moment_read_integer(1783052556, &m), NULL);
  CHECK(m.kind == ML_AT_TIME && m.n == 1783052556000000);
  CHECK_Z(ml_moment_read_integer(253402300799, &m), NULL);
  CHECK(strstr(ml_moment_read_integer(253402300800, &m), "'#N'") != NULL);
  CHECK(strstr(ml_moment_read_integer(NOW, &m), "'#N'") != NULL);
  CHECK(strstr(ml_moment_read_integer(-1, &m), "before 1970") != NULL);
  CHECK(strstr(ml_moment_read_integer(INT64_MIN, &m), "before 1970") != NULL);
}

/* Every day there is: text and back, one after the other, no day missing and none twice. */
static void test_days(void) {
  static const int length[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  i64 us = 0;
  int ok = 1;
  int y, mo, d;

  for (y = 1970; y <= 9999; y++) {
    int leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);

    for (mo = 1; mo <= 12; mo++) {
      for (d = 1; d <= length[mo] + (leap && mo == 2) && ok; d++, us += (i64)86400 * SECOND) {
        char z[ML_TIME_TEXT];
        char want[64];
        MlMoment m;

        snprintf(want, sizeof(want), "%04d-%02d-%02d 00:00:00.000000", y, mo, d);
        ml_clock_text(us, z);
        ok = strcmp(z, want) == 0 && ml_moment_read((MlText){z, 10}, 0, &m) == NULL && m.n == us;
        if (!ok) printf("  %s: %s\n", want, z);
      }
    }
  }
  CHECK(ok);
  CHECK_INT(us, ML_TIME_MAX + 1);
}

/* SQLite is asked the same. */
static void test_sqlite(void) {
  sqlite3 *db = NULL;
  sqlite3_stmt *st = NULL;
  int ok = 1;
  int i;

  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(
      sqlite3_prepare_v2(db, "SELECT datetime(?1, 'unixepoch'), CAST(strftime('%s', ?2) AS INTEGER)", -1, &st, NULL),
      SQLITE_OK);
  for (i = 0; i < 50000 && ok; i++) {
    i64 us = (i64)(random_bits() % (u64)(ML_TIME_MAX - 200000 * (i64)SECOND)) + 100000 * (i64)SECOND;
    int offset = random_below(14 * 60 * 2 + 1) - 14 * 60;
    char z[ML_TIME_TEXT];
    char zoned[64];
    MlMoment m = {0};

    ml_clock_text(us, z);
    snprintf(zoned, sizeof(zoned), "%.10s%c%.8s%c%02d:%02d", z, " T"[random_below(2)], z + 11, offset < 0 ? '-' : '+',
             abs(offset) / 60, abs(offset) % 60);
    sqlite3_bind_int64(st, 1, us / SECOND);
    sqlite3_bind_text(st, 2, zoned, -1, SQLITE_STATIC);
    ok = sqlite3_step(st) == SQLITE_ROW && strncmp((const char *)sqlite3_column_text(st, 0), z, 19) == 0;
    ok = ok && ml_moment_read(unit_z(z), 0, &m) == NULL && m.n == us;
    ok = ok && ml_moment_read(unit_z(zoned), 0, &m) == NULL && m.n == sqlite3_column_int64(st, 1) * SECOND;
    if (!ok) printf("  %s %s: %s %lld\n", z, zoned, sqlite3_column_text(st, 0), (long long)m.n);
    sqlite3_reset(st);
  }
  CHECK(ok);
  sqlite3_finalize(st);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Nothing is read beyond the end, whatever is cut short or changed. */
static void test_damaged(void) {
  static const char *const good[] = {
      "2026-07-03T04:22:36.087914+02:00",    "1783052556.25", "#1783052556087914", "#last", "now",
      "6ba7b810-9dad-81d1-80b4-00c04fd430c8"};
  int ok = 1;
  int i;

  for (i = 0; i < 200000 && ok; i++) {
    const char *from = good[random_below(COUNT(good))];
    int n = random_below((int)strlen(from) + 1);
    char *z = sqlite3_malloc(n + (n == 0));
    MlMoment m;

    memcpy(z, from, (size_t)n);
    if (n > 0 && random_below(2)) z[random_below(n)] = "0129-:.TZ+# "[random_below(12)];
    if (ml_moment_read((MlText){z, n}, NOW, &m) == NULL && m.kind == ML_AT_TIME) ok = m.n >= 0 && m.n <= ML_TIME_MAX;
    if (!ok) printf("  %.*s\n", n, z);
    sqlite3_free(z);
  }
  CHECK(ok);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_text();
  test_now();
  test_times();
  test_wrong();
  test_places();
  test_numbers();
  test_days();
  test_sqlite();
  test_damaged();
  return unit_end();
}
