#include "uuid.h"

#include <string.h>
#include <uuid/uuid.h>

MlUuid ml_uuid_named(const MlUuid *ns, const void *p, size_t n) {
  MlUuid u;

  uuid_generate_sha1(u.b, ns->b, p, n);
  return u;
}

MlUuid ml_uuid_random(void) {
  MlUuid u;

  sqlite3_randomness((int)sizeof(u.b), u.b);
  return u;
}

MlUuid ml_uuid_timed(i64 us) {
  MlUuid u = ml_uuid_random();
  u64 ms = (u64)us / 1000, rest = (u64)us % 1000;

  for (int i = 0; i < 6; i++) u.b[i] = (u8)(ms >> (40 - 8 * i));
  u.b[6] = (u8)(0x70 | rest >> 8);
  u.b[7] = (u8)rest;
  u.b[8] = (u8)(0x80 | (u.b[8] & 0x3f));
  return u;
}

static char *hex_put(char *z, const u8 *p, int n) {
  static const char digit[] = "0123456789abcdef";
  int i;

  for (i = 0; i < n; i++) {
    *z++ = digit[p[i] >> 4];
    *z++ = digit[p[i] & 15];
  }
  return z;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Reads n bytes from 2n digits; NULL if they are not all digits, else the place behind them. */
static const char *hex_get(const char *z, u8 *p, int n) {
  int i;

  for (i = 0; i < n; i++, z += 2) {
    int hi = hex_digit(z[0]);
    int lo = hex_digit(z[1]);

    if (hi < 0 || lo < 0) return NULL;
    p[i] = (u8)(hi << 4 | lo);
  }
  return z;
}

static const u8 group[5] = {4, 2, 2, 2, 6};

void ml_uuid_text(const MlUuid *u, char out[37]) {
  const u8 *p = u->b;
  int i;

  for (i = 0; i < 5; i++) {
    if (i > 0) *out++ = '-';
    out = hex_put(out, p, group[i]);
    p += group[i];
  }
  *out = 0;
}

int ml_uuid_parse(MlText t, MlUuid *out) {
  const char *z = t.p;
  MlUuid u;
  u8 *p = u.b;
  int i;

  if (t.n != 36) return 0;
  for (i = 0; i < 5; i++) {
    if (i > 0 && *z++ != '-') return 0;
    z = hex_get(z, p, group[i]);
    if (z == NULL) return 0;
    p += group[i];
  }
  *out = u;
  return 1;
}

void ml_uuid_hex(const MlUuid *u, char out[33]) { *hex_put(out, u->b, 16) = 0; }

int ml_uuid_unhex(MlText t, MlUuid *out) {
  MlUuid u = {{0}};

  if (t.n != 32 || hex_get(t.p, u.b, 16) == NULL) return 0;
  *out = u;
  return 1;
}
