#include "vector.h"

#include "json.h"

#include <math.h>
#include <string.h>

#define BYTES 4 /* of a float32 in a BLOB */

_Static_assert(sizeof(float) == BYTES, "a float is a float32");

/* ---- reading and writing ---- */

static float float_read(const u8 *p) {
  u32 bits = (u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
  float f;
  memcpy(&f, &bits, sizeof(f));
  return f;
}

static int size_refuse(const char *who, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: a vector has 1 to %d dimensions", who, ML_VECTOR_MAX);
}

static int float_refuse(const char *who, i64 at, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the vector's number %lld, from 0: %s", who, at, why);
}

static const char *float_wrong(float f) {
  return isnan(f) ? "it is not a number (NaN)" : isinf(f) ? "it is infinite as float32" : NULL;
}

int ml_vector_read(const char *who, const void *blob, i64 n, MlBuf *vector, MlErr *e) {
  ml_buf_cut(vector, 0);
  if (n % BYTES) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: a vector is float32 after float32, %lld bytes are no such BLOB",
                      who, n);
  }
  if (!n || n / BYTES > ML_VECTOR_MAX) return size_refuse(who, e);
  char *room = ml_buf_room(vector, n);
  if (!room) return ml_err_buf(e, vector->rc, "a vector");
  for (i64 i = 0; i < n / BYTES; i++) {
    float f = float_read((const u8 *)blob + i * BYTES);
    const char *wrong = float_wrong(f);
    if (wrong) return float_refuse(who, i, wrong, e);
    memcpy(room + i * BYTES, &f, sizeof(f));
  }
  vector->n = n;
  return SQLITE_OK;
}

int ml_vector_read_json(const char *who, MlText json, MlBuf *vector, MlErr *e) {
  MlJsonScan s;
  i64 at = 0;
  ml_buf_cut(vector, 0);
  if (ml_json_type(json) != ML_ARRAY) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: a vector is a JSON array of numbers", who);
  }
  for (ml_json_open(&s, json); ml_json_next(&s); at++) {
    double d = 0;
    MlType type = ml_json_type(s.value);
    if (at >= ML_VECTOR_MAX) return size_refuse(who, e);
    if ((type != ML_INTEGER && type != ML_REAL) || !ml_json_get_real(s.value, &d)) {
      return float_refuse(who, at, "it is no number", e);
    }
    float f = (float)d;
    if (float_wrong(f)) return float_refuse(who, at, float_wrong(f), e);
    ml_buf_put(vector, &f, sizeof(f));
  }
  if (s.rc) return ml_err_set(e, s.rc, "memlog: %s: the vector's JSON is damaged", who);
  return at ? ml_err_buf(e, vector->rc, "a vector") : size_refuse(who, e);
}

const char *ml_vector_wrong(const void *blob, i64 n) {
  if (n % BYTES || !n || n / BYTES > ML_VECTOR_MAX) return "its length is not that of a vector";
  for (i64 i = 0; i < n / BYTES; i++) {
    if (float_wrong(float_read((const u8 *)blob + i * BYTES))) return "a number in it is infinite or none";
  }
  return NULL;
}

void ml_vector_blob(const float *x, int n, MlBuf *out) {
  for (int i = 0; i < n; i++) {
    u32 bits;
    memcpy(&bits, &x[i], sizeof(bits));
    char b[BYTES] = {(char)(bits & 0xff), (char)(bits >> 8 & 0xff), (char)(bits >> 16 & 0xff), (char)(bits >> 24)};
    ml_buf_put(out, b, BYTES);
  }
}

/* ---- sums ---- */

/* Sums that do not wait for each other, so many that a compiler keeps them in vector registers. */
#define LANES 8

double ml_vector_dot(const float *a, const float *b, int n) {
  double s[LANES] = {0};
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < LANES; k++) s[k] += (double)a[i + k] * (double)b[i + k];
  }
  for (int k = 0; i + k < n; k++) s[k] += (double)a[i + k] * (double)b[i + k];
  return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

double ml_vector_norm(const float *x, int n) { return sqrt(ml_vector_dot(x, x, n)); }

double ml_vector_cosine(const float *a, const float *b, int n) {
  double norms = ml_vector_norm(a, n) * ml_vector_norm(b, n);
  if (norms == 0) return 0;
  double cosine = ml_vector_dot(a, b, n) / norms;
  return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}
