/* Numbers: exact both ways, shortest, and the same whatever the locale. */
#define _DEFAULT_SOURCE
#include "data/json.h"

#include "random.h"
#include "unit.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static double from_bits(u64 bits) {
  double r;

  memcpy(&r, &bits, sizeof(r));
  return r;
}

static u64 to_bits(double r) {
  u64 bits;

  memcpy(&bits, &r, sizeof(bits));
  return bits;
}

static const struct {
  double in;
  const char *out;
} reals[] = {
    {0.0, "0.0"},
    {-0.0, "-0.0"},
    {1.0, "1.0"},
    {-1.0, "-1.0"},
    {0.1, "0.1"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1.0 / 3, "0.3333333333333333"},
    {2.0 / 3, "0.6666666666666666"},
    {100.0, "100.0"},
    {123.456, "123.456"},
    {1e14, "100000000000000.0"},
    {999999999999999.0, "999999999999999.0"},
    {1e15, "1e15"},
    {1234567890123456.0, "1234567890123456.0"},
    {12345678901234567.0, "12345678901234568.0"},
    {9007199254740993.0, "9007199254740992.0"},
    {1e16, "1e16"},
    {1e20, "1e20"},
    {1e22, "1e22"},
    {1e23, "1e23"},
    {1.5e300, "1.5e300"},
    {0.0001, "0.0001"},
    {0.00012345678901234567, "0.00012345678901234567"},
    {0.00001, "1e-5"},
    {1.5e-7, "1.5e-7"},
    {5e-324, "5e-324"},
    {1.5e-323, "1.5e-323"},
    {1.23456789e-314, "1.23456789e-314"},
    {0x1p-24, "5.960464477539063e-8"},
    {0x1p-44, "5.684341886080802e-14"},
    {0x1p89, "6.189700196426902e26"},
    {DBL_MIN, "2.2250738585072014e-308"},
    {DBL_MAX, "1.7976931348623157e308"},
    {-DBL_MAX, "-1.7976931348623157e308"},
    {DBL_EPSILON, "2.220446049250313e-16"},
    {1.0 + DBL_EPSILON, "1.0000000000000002"},
    {1.0 - DBL_EPSILON / 2, "0.9999999999999999"},
    {0.999999999999999999, "1.0"},
    {1751516556.087914, "1751516556.087914"},
};

static void test_real(void) {
  MlBuf b = {0};
  MlErr e = {0};
  int i;

  for (i = 0; i < COUNT(reals); i++) {
    double back = 0;

    ml_buf_cut(&b, 0);
    CHECK_INT(ml_json_real(reals[i].in, "value", &b, &e), SQLITE_OK);
    CHECK_TEXT(ml_buf_view(&b), reals[i].out);
    CHECK(ml_json_get_real(ml_buf_view(&b), &back) && to_bits(back) == to_bits(reals[i].in));
    CHECK_INT(ml_json_type(ml_buf_view(&b)), ML_REAL);
  }
  ml_buf_cut(&b, 0);
  CHECK_INT(ml_json_real(INFINITY, "value of path a", &b, &e), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: value of path a: infinity cannot be stored");
  ml_err_clear(&e);
  CHECK_INT(ml_json_real(-INFINITY, "value of path a", &b, &e), SQLITE_ERROR);
  ml_err_clear(&e);
  CHECK_INT(ml_json_real(NAN, "value of path a", &b, &e), SQLITE_ERROR);
  ml_err_clear(&e);
  CHECK_INT(b.n, 0);
  ml_buf_free(&b);
}

/* The next decimal of n digits above the one nearest to r, if it reads back to r. */
static int above_print(double r, int n, char z[40]) {
  char next[40];
  int i;

  snprintf(next, sizeof(next), "%.*e", n - 1, fabs(r));
  for (i = n; i > 0 && next[i] == '9'; i--) next[i] = '0';
  if (i < 2 || next[i] == '.') return 0;
  next[i]++;
  if (strtod(next, NULL) != fabs(r)) return 0;
  snprintf(z, 40, "%.*Lg", n, r < 0 ? -strtold(next, NULL) : strtold(next, NULL));
  return 1;
}

/* The rule itself: the fewest digits that read back, as the C library prints them. Any 15 do, but for denormals. */
static void shortest_print(double r, char z[40]) {
  char *e;
  int n;

  for (n = fabs(r) < DBL_MIN ? 1 : 15; n <= 17; n++) {
    snprintf(z, 40, "%.*g", n, r);
    if (to_bits(strtod(z, NULL)) == to_bits(r) || (n < 17 && above_print(r, n, z))) break;
  }
  e = strchr(z, 'e');
  if (e == NULL) {
    if (strchr(z, '.') == NULL) strcat(z, ".0");
    return;
  }
  e++;
  if (*e == '-') e++;
  n = (int)strspn(e, "+0");
  memmove(e, e + n, strlen(e + n) + 1);
}

static int real_round_trip(double r, MlBuf *b, MlBuf *again) {
  MlErr e = {0};
  char want[40];
  double back = 0;
  int ok;

  ml_buf_cut(b, 0);
  ml_buf_cut(again, 0);
  ml_json_real(r, "value", b, &e);
  shortest_print(r, want);
  ok = e.rc == SQLITE_OK && strcmp(b->p, want) == 0;
  ok &= to_bits(strtod(b->p, NULL)) == to_bits(r);
  ok &= ml_json_get_real(ml_buf_view(b), &back) && to_bits(back) == to_bits(r);
  ml_buf_char(again, '[');
  ml_buf_text(again, ml_buf_view(b));
  ml_buf_char(again, ']');
  ml_json_read(ml_buf_view(again), "value", again, &e); /* jansson's reading of it, written again */
  ok &= e.rc == SQLITE_OK && again->n == 2 * (b->n + 2) && memcmp(again->p, again->p + b->n + 2, (size_t)b->n + 2) == 0;
  if (!ok) printf("  %.17g: got %s, expected %s %s\n", r, b->p, want, e.msg);
  ml_err_clear(&e);
  return ok;
}

static double random_real(int way) {
  double r;

  switch (way % 8) {
  case 0: /* any bits */
    return from_bits(random_bits());
  case 1: /* of everyday size */
    return ldexp((double)(random_bits() >> 11), random_below(140) - 120);
  case 2: /* decimals */
    return (double)random_below(2000000000) / pow(10, random_below(12));
  case 3: /* next to powers of two */
    return from_bits((u64)(random_below(2046) + 1) << 52) * (1 + (random_below(3) - 1) * DBL_EPSILON);
  case 4: /* and of ten */
    r = strtod((const char *[]){"1", "10", "1e5", "1e-5", "1e15", "1e16", "1e17", "1e-4"}[random_below(8)], NULL);
    return from_bits(to_bits(r) + (u64)random_below(5) - 2);
  case 5: /* denormals */
    return from_bits(random_bits() >> (12 + random_below(52)));
  case 6: /* whole numbers */
    return (double)(i64)random_bits() / (double)((i64)1 << random_below(63));
  default: /* halves, where rounding ties */
    return ((double)(random_bits() >> 12) + 0.5) * ldexp(1, -random_below(60));
  }
}

static void test_real_random(void) {
  MlBuf b = {0}, again = {0};
  int ok = 1;
  int i;

  for (i = 0; i < 200000 && ok; i++) {
    double r = random_real(i);

    if (isfinite(r)) ok = real_round_trip(random_below(2) ? r : -r, &b, &again);
  }
  CHECK(ok);
  ml_buf_free(&b);
  ml_buf_free(&again);
}

static void test_get_real(void) {
  static const struct {
    const char *in;
    int found;
    double out;
  } row[] = {
      {"1.0", 1, 1.0},
      {"1", 1, 1.0},
      {"-17", 1, -17.0},
      {"1e2", 1, 100.0},
      {"1E+2", 1, 100.0},
      {"1e-2", 1, 0.01},
      {"0.000", 1, 0.0},
      {"-0.0", 1, -0.0},
      {"0e999999999", 1, 0},
      {"1e-999999999", 1, 0},
      {"0.1e1", 1, 1.0},
      {"123456789012345678901234567890", 1, 123456789012345678901234567890.0},
      {"0.30000000000000004", 1, 0.30000000000000004},
      {"9007199254740993", 1, 9007199254740992.0},
      {"", 0, 0},
      {"1.", 0, 0},
      {".5", 0, 0},
      {"1e", 0, 0},
      {"01.0", 0, 0},
      {"1.0x", 0, 0},
      {" 1.0", 0, 0},
      {"1.0 ", 0, 0},
      {"+1.0", 0, 0},
      {"1,5", 0, 0},
      {"1e400", 0, 0},
      {"-1e400", 0, 0},
      {"1e999999999999999999999", 0, 0},
      {"nan", 0, 0},
      {"0x10", 0, 0},
      {"inf", 0, 0},
      {"1.00000000000000000000000000000000000000000000000000001", 0, 0}, /* longer than any we write */
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    double r = 12345;

    if (!CHECK_INT(ml_json_get_real(unit_z(row[i].in), &r), row[i].found)) printf("  of: %s\n", row[i].in);
    if (!CHECK(to_bits(r) == to_bits(row[i].found ? row[i].out : 12345))) printf("  of: %s\n", row[i].in);
  }
}

static void test_get_integer(void) {
  static const struct {
    const char *in;
    int found;
    i64 out;
  } row[] = {
      {"0", 1, 0},
      {"-0", 1, 0},
      {"17", 1, 17},
      {"-17", 1, -17},
      {"9223372036854775807", 1, INT64_MAX},
      {"-9223372036854775808", 1, INT64_MIN},
      {"9223372036854775808", 0, 0},
      {"-9223372036854775809", 0, 0},
      {"99999999999999999999", 0, 0},
      {"-99999999999999999999", 0, 0},
      {"1000000000000000000000", 0, 0},
      {"", 0, 0},
      {"-", 0, 0},
      {"01", 0, 0},
      {"1.0", 0, 0},
      {"1e2", 0, 0},
      {" 1", 0, 0},
      {"1 ", 0, 0},
      {"+1", 0, 0},
      {"x", 0, 0},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    i64 v = 12345;

    if (!CHECK_INT(ml_json_get_integer(unit_z(row[i].in), &v), row[i].found)) printf("  of: %s\n", row[i].in);
    CHECK_INT(v, row[i].found ? row[i].out : 12345);
  }
}

static void test_number(void) {
  static const struct {
    const char *in;
    int n, real;
  } row[] = {
      {"0", 1, 0},  {"-1", 2, 0},  {"10,", 2, 0}, {"1.5]", 3, 1}, {"1e5", 3, 1}, {"1E-5}", 4, 1},
      {"01", 1, 0}, {"0.0", 3, 1}, {"", 0, 0},    {"-", 0, 0},    {"1.", 0, 0},  {"1.e5", 0, 0},
      {"1e", 0, 0}, {"1e+", 0, 0}, {"a", 0, 0},   {"-a", 0, 0},   {".5", 0, 0},
  };
  int i;

  for (i = 0; i < COUNT(row); i++) {
    int real = -1;

    if (!CHECK_INT(ml_json_number(unit_z(row[i].in), &real), row[i].n)) printf("  of: %s\n", row[i].in);
    if (row[i].n > 0) CHECK_INT(real, row[i].real);
  }
}

/* Makes a locale whose decimal point is a comma (a file such as glibc compiles) and uses it. 0 if that cannot be
** done here. */
static int comma_use(void) {
  static const char text[] = ",\0.\0\3\0\0\0,\0\0\0.\0\0\0UTF-8";
  u32 head[8] = {0x20031115 ^ LC_NUMERIC, 6, 32, 34, 36, 40, 44, 48};
  char dir[] = "/tmp/memlog-locale-XXXXXX";
  char sub[64], path[96];
  FILE *f;
  int ok;

  if (mkdtemp(dir) == NULL) return 0;
  snprintf(sub, sizeof(sub), "%s/xx_XX", dir);
  snprintf(path, sizeof(path), "%s/LC_NUMERIC", sub);
  if (mkdir(sub, 0700) != 0 || (f = fopen(path, "wb")) == NULL) return 0;
  ok = fwrite(head, 1, sizeof(head), f) == sizeof(head) && fwrite(text, 1, sizeof(text), f) == sizeof(text);
  fclose(f);
  setenv("LOCPATH", dir, 1);
  ok = ok && setlocale(LC_NUMERIC, "xx_XX") != NULL;
  unlink(path);
  rmdir(sub);
  rmdir(dir);
  return ok && localeconv()->decimal_point[0] == ',';
}

static void test_locale(void) {
  static const double in[] = {0.5, 1.5e300, 0.1 + 0.2, 1751516556.087914, 5e-324, DBL_MAX, 1e15, 12345678901234567.0};
  static const char *const out[] = {"0.5",
                                    "1.5e300",
                                    "0.30000000000000004",
                                    "1751516556.087914",
                                    "5e-324",
                                    "1.7976931348623157e308",
                                    "1e15",
                                    "12345678901234568.0"};
  MlBuf b = {0};
  MlErr e = {0};
  int i;

  if (!comma_use()) return;
  for (i = 0; i < COUNT(in); i++) {
    double back = 0;

    ml_buf_cut(&b, 0);
    ml_json_real(in[i], "value", &b, &e);
    CHECK_TEXT(ml_buf_view(&b), out[i]);
    CHECK(ml_json_get_real(ml_buf_view(&b), &back) && to_bits(back) == to_bits(in[i]));
  }
  ml_buf_cut(&b, 0);
  CHECK_INT(ml_json_read(ML_TEXT("[0.5,1.7976931348623157e308,0.30000000000000004]"), "value", &b, &e), SQLITE_OK);
  CHECK_TEXT(ml_buf_view(&b), "[0.5,1.7976931348623157e308,0.30000000000000004]");
  setlocale(LC_NUMERIC, "C");
  ml_buf_free(&b);
  ml_err_clear(&e);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_real();
  test_real_random();
  test_get_real();
  test_get_integer();
  test_number();
  test_locale();
  return unit_end();
}
