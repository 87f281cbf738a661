/* Numbers, exact and whatever the host's locale: its decimal point is never written nor read. */
#include "json.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A decimal of n digits, the first of them at 10^exp10. */
typedef struct Decimal {
  u64 digits;
  int n;
  int exp10;
} Decimal;

static const u64 power10[20] = {1u,
                                10u,
                                100u,
                                1000u,
                                10000u,
                                100000u,
                                1000000u,
                                10000000u,
                                100000000u,
                                1000000000u,
                                10000000000u,
                                100000000000u,
                                1000000000000u,
                                10000000000000u,
                                100000000000000u,
                                1000000000000000u,
                                10000000000000000u,
                                100000000000000000u,
                                1000000000000000000u,
                                10000000000000000000u};

/* The double nearest to n digits (a whole number) times 10^exp. */
static double decimal_read(const char *digits, int n, int exp) {
  char z[64];

  snprintf(z, sizeof(z), "%.*se%d", n, digits, exp);
  return strtod(z, NULL);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 u128;

#define MANTISSA_BITS 52

/* Rounds r (positive) to n significant digits in whole numbers: r = m / 2^shift, so the digits are those of
** m * 10^k / 2^shift. 1 if they read back to r, 0 if they do not, -1 if 128 bits cannot hold all of this (they do
** from about 1e-6 to 1e15). */
static int decimal_round(double r, int n, Decimal *d) {
  u64 bits;
  u64 m;
  int shift;
  int exp10;
  int k;
  u128 scale;
  u128 exact; /* the digits wanted, times 2^shift */
  u128 near;  /* the digits found, times 2^shift */
  u128 half;

  memcpy(&bits, &r, sizeof(bits));
  shift = 1023 + MANTISSA_BITS - (int)(bits >> MANTISSA_BITS);
  if (shift < 1 || shift > 80) return -1;
  m = (bits & (((u64)1 << MANTISSA_BITS) - 1)) | (u64)1 << MANTISSA_BITS;
  half = (u128)1 << (shift - 1);
  /* log10(2) is 0.30103: what comes out is the exponent or one less. */
  exp10 = (int)floor((MANTISSA_BITS - shift) * 0.30103) - 1;
  do {
    k = n - 1 - ++exp10;
    if (k < 0 || k > 22) return -1;
    scale = k < 20 ? power10[k] : (u128)power10[19] * power10[k - 19];
    exact = m * scale;
    d->digits = (u64)(exact >> shift);
  } while (d->digits >= power10[n]);

  near = (u128)d->digits << shift;
  if (exact - near > half || (exact - near == half && (d->digits & 1))) {
    d->digits++;
    near += half * 2;
  }
  d->n = n;
  d->exp10 = exp10;
  if (d->digits == power10[n]) {
    d->digits /= 10;
    d->exp10++;
  }
  /* It reads back if it is within half the distance to the next double, which is one unit of m: scale. Just below
  ** a power of two the doubles lie twice as close. A tie goes to the even one. */
  if (near < exact && m == (u64)1 << MANTISSA_BITS) return (exact - near) * 4 <= scale;
  exact = near < exact ? exact - near : near - exact;
  return exact * 2 < scale || (exact * 2 == scale && (m & 1) == 0);
}
#else
static int decimal_round(double r, int n, Decimal *d) {
  (void)r, (void)n, (void)d;
  return -1;
}
#endif

/* Rounds r (positive) to n significant digits by the C library. 1 if they read back to r. */
static int decimal_print(double r, int n, Decimal *d) {
  char z[64];
  char digits[20] = {0};
  const char *p;
  int i = 0;

  snprintf(z, sizeof(z), "%.*e", n - 1, r);
  d->digits = 0;
  d->n = n;
  for (p = z; *p != 'e' && *p != 0 && i < n; p++) {
    if (*p < '0' || *p > '9') continue; /* the decimal point, maybe of several bytes */
    digits[i++] = *p;
    d->digits = d->digits * 10 + (u64)(*p - '0');
  }
  d->exp10 = *p == 'e' ? (int)strtol(p + 1, NULL, 10) : 0;
  return decimal_read(digits, i, d->exp10 - (n - 1)) == r;
}

/* Just below a power of two doubles lie twice as close as above it: there the next decimal above can read back where
** the nearest one of n digits does not. 1 if it does; then it stands in d. */
static int decimal_above(double r, int n, Decimal *d) {
  char digits[24];
  int exp;

  if (frexp(r, &exp) != 0.5 || d->n != n || d->digits + 1 >= power10[n]) return 0;
  snprintf(digits, sizeof(digits), "%llu", (unsigned long long)d->digits + 1);
  if (decimal_read(digits, n, d->exp10 - (n - 1)) != r) return 0;
  d->digits++;
  return 1;
}

/* Puts a decimal as %g with a precision of d->n digits would, but always with a '.' or an exponent. */
static void decimal_put(MlBuf *out, const Decimal *d) {
  static const char zeros[] = "0000000000000000";
  char z[24];
  u64 digits = d->digits;
  int n = d->n;
  int whole = d->exp10 + 1; /* digits before the point */
  int i;

  while (n > 1 && digits % 10 == 0) {
    digits /= 10;
    n--;
  }
  for (i = n - 1; i >= 0; i--, digits /= 10) z[i] = (char)('0' + digits % 10);
  if (d->exp10 < -4 || d->exp10 >= d->n) {
    ml_buf_put(out, z, 1);
    if (n > 1) ml_buf_char(out, '.');
    ml_buf_put(out, z + 1, n - 1);
    ml_buf_char(out, 'e');
    ml_buf_int(out, d->exp10);
  } else if (whole <= 0) {
    ml_buf_put(out, "0.", 2);
    ml_buf_put(out, zeros, -whole);
    ml_buf_put(out, z, n);
  } else if (n <= whole) {
    ml_buf_put(out, z, n);
    ml_buf_put(out, zeros, whole - n);
    ml_buf_put(out, ".0", 2);
  } else {
    ml_buf_put(out, z, whole);
    ml_buf_char(out, '.');
    ml_buf_put(out, z + whole, n - whole);
  }
}

int ml_json_real(double r, const char *what, MlBuf *out, MlErr *e) {
  Decimal d = {0};
  int n;

  if (isnan(r)) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: it is not a number (NaN)", what);
  if (isinf(r)) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: infinity cannot be stored", what);
  if (signbit(r)) {
    ml_buf_char(out, '-');
    r = -r;
  }
  if (r == 0) {
    ml_buf_put(out, "0.0", 3);
    return ml_err_buf(e, out->rc, what);
  }
  /* Any 15 digits survive being read, but for numbers so small that they have fewer. */
  for (n = r < DBL_MIN ? 1 : 15; n <= 17; n++) {
    int back = decimal_round(r, n, &d);

    if (back < 0) back = decimal_print(r, n, &d);
    if (back || (n == 16 && decimal_above(r, n, &d))) break;
  }
  decimal_put(out, &d);
  return ml_err_buf(e, out->rc, what);
}

int ml_json_get_integer(MlText json, i64 *v) {
  int real;
  i64 i = json.n > 0 && json.p[0] == '-';
  u64 limit = (u64)INT64_MAX + (u64)i;
  u64 u = 0;

  if (json.n < 1 || ml_json_number(json, &real) != json.n || real) return 0;
  if (json.n > 20) return 0;
  for (; i < json.n; i++) {
    u64 digit = (u64)(json.p[i] - '0');

    if (u > (limit - digit) / 10) return 0;
    u = u * 10 + digit;
  }
  *v = json.p[0] == '-' ? (i64)(0 - u) : (i64)u;
  return 1;
}

/* The exponent behind an 'e', held within what can matter. */
static int exponent_read(MlText t, i64 i) {
  int negative = i < t.n && t.p[i] == '-';
  int v = 0;

  if (i < t.n && (t.p[i] == '-' || t.p[i] == '+')) i++;
  for (; i < t.n && v < 100000; i++) v = v * 10 + (t.p[i] - '0');
  return negative ? -v : v;
}

int ml_json_get_real(MlText json, double *v) {
  static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  char digits[40];
  u64 mantissa = 0;
  int behind = 0; /* the point */
  int n = 0;
  int exp = 0;
  int real;
  i64 i;
  double r;

  if (json.n < 1 || ml_json_number(json, &real) != json.n) return 0;
  for (i = json.p[0] == '-'; i < json.n && (json.p[i] | 0x20) != 'e'; i++) {
    if (json.p[i] == '.') {
      behind = 1;
      continue;
    }
    exp -= behind;
    if (n == 0 && json.p[i] == '0') continue;
    if (n == (int)sizeof(digits) || exp < -1000) return 0; /* longer than any we write */
    digits[n++] = json.p[i];
    if (n <= 15) mantissa = mantissa * 10 + (u64)(json.p[i] - '0');
  }
  if (i < json.n) exp += exponent_read(json, i + 1);
  if (n == 0) {
    r = 0;
  } else if (n <= 15 && exp >= -22 && exp <= 22) {
    /* Both are exact in a double, so one operation rounds once. */
    r = exp < 0 ? (double)mantissa / exact[-exp] : (double)mantissa * exact[exp];
  } else {
    r = decimal_read(digits, n, exp);
  }
  if (isinf(r)) return 0;
  *v = json.p[0] == '-' ? -r : r;
  return 1;
}
