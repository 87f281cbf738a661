#include "sketch.h"

#include "vector.h"

#include <math.h>
#include <string.h>

#define LARGEST 127 /* what a byte of a sketch holds */

/* Far more than what rounding in sums of doubles comes to, far less than what a byte leaves out. */
#define SLACK 1e-9

static float largest(const float *x, int n) {
  float most = 0;
  for (int i = 0; i < n; i++) most = fabsf(x[i]) > most ? fabsf(x[i]) : most;
  return most;
}

/* ---- sketches ---- */

static void float_put(MlBuf *out, float f) { ml_vector_blob(&f, 1, out); }

/* The smallest float32 that is not below. */
static float float_above(double d) {
  float f = (float)d;
  return (double)f < d ? nextafterf(f, INFINITY) : f;
}

static int float_get(const u8 *p, double *d) {
  u32 bits = (u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
  float f;
  memcpy(&f, &bits, sizeof(f));
  *d = (double)f;
  return f >= 0 && f <= 2; /* neither is more, if it is a sketch's; nor NaN */
}

/* How far a direction is from its sketch. */
static double rest_of(const float *x, int n, double norm, double step, const int8_t *c) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double d = (norm > 0 ? (double)x[i] / norm : 0) - step * c[i];
    sum += d * d;
  }
  return sqrt(sum);
}

void ml_sketch_put(const float *x, int n, MlBuf *out) {
  double norm = ml_vector_norm(x, n);
  float step = norm > 0 ? float_above((double)largest(x, n) / norm / LARGEST) : 0;
  int8_t c[ML_VECTOR_MAX];
  for (int i = 0; i < n; i++) c[i] = step > 0 ? (int8_t)floor((double)x[i] / norm / (double)step + 0.5) : 0;
  float_put(out, step);
  float_put(out, float_above(rest_of(x, n, norm, (double)step, c) + SLACK));
  ml_buf_put(out, c, n);
}

int ml_sketch_true(const void *sketch, i64 bytes, const float *x, int n) {
  const u8 *p = sketch;
  double step, rest;
  if (bytes != ML_SKETCH_BYTES(n) || !float_get(p, &step) || !float_get(p + 4, &rest)) return 0;
  return rest_of(x, n, ml_vector_norm(x, n), step, (const int8_t *)(p + 8)) <= rest;
}

/* ---- queries ---- */

int ml_sketch_query(MlSketchQuery *q, const float *x, int n) {
  double norm = ml_vector_norm(x, n);
  /* So few steps that a sum of n products fits into 32 bits. */
  int steps = INT32_MAX / 128 / n < INT16_MAX ? INT32_MAX / 128 / n : INT16_MAX;
  double sum = 0;
  *q = (MlSketchQuery){.n = n, .q = sqlite3_malloc64((u64)n * sizeof(*q->q))};
  if (!q->q) return SQLITE_NOMEM;
  if (norm > 0) q->step = (double)largest(x, n) / norm / steps;
  for (int i = 0; i < n; i++) {
    double u = norm > 0 ? (double)x[i] / norm : 0;
    q->q[i] = (int16_t)(norm > 0 ? floor(u / q->step + 0.5) : 0);
    double d = u - q->step * q->q[i];
    sum += d * d;
  }
  q->off = sqrt(sum) + SLACK;
  return SQLITE_OK;
}

void ml_sketch_query_free(MlSketchQuery *q) {
  sqlite3_free(q->q);
  q->q = NULL;
}

/* In pieces of a fixed length, which compilers vectorise. */
#define PIECE 32

static int32_t steps_dot(const int16_t *q, const int8_t *c, int n) {
  int32_t sum = 0;
  int i = 0;
  for (; i + PIECE <= n; i += PIECE) {
    int32_t piece = 0;
    for (int k = 0; k < PIECE; k++) piece += (int32_t)q[i + k] * c[i + k];
    sum += piece;
  }
  for (; i < n; i++) sum += (int32_t)q[i] * c[i];
  return sum;
}

int ml_sketch_bound(const MlSketchQuery *q, const void *sketch, i64 bytes, double *bound) {
  const u8 *p = sketch;
  double step, rest;
  if (bytes != ML_SKETCH_BYTES(q->n) || !float_get(p, &step) || !float_get(p + 4, &rest)) return 0;
  /* With v what the sketch says, |v| <= 1 + rest; so q*u = q*v + q*(u - v) <= (steps*v) + off*|v| + rest. */
  *bound = q->step * step * steps_dot(q->q, (const int8_t *)(p + 8), q->n) + q->off * (1 + rest) + rest;
  return 1;
}
