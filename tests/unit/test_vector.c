#include "data/sketch.h"
#include "data/vector.h"

#include "fault.h"
#include "random.h"
#include "unit.h"

#include <float.h>
#include <math.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static float numbers[2][ML_VECTOR_MAX];

/* ---- reading ---- */

static void test_blob(void) {
  static const u8 blob[] = {0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc1, 1, 0, 0, 0, 0xff, 0xff, 0x7f, 0x7f};
  static const float want[] = {1, -10, 0x1p-149f, FLT_MAX};
  MlBuf x = {0}, back = {0};
  MlErr e = {0};

  CHECK_INT(ml_vector_read("test", blob, sizeof(blob), &x, &e), SQLITE_OK);
  CHECK_INT(ml_vector_dimensions(&x), 4);
  CHECK(memcmp(ml_vector_floats(&x), want, sizeof(want)) == 0);
  ml_vector_blob(ml_vector_floats(&x), 4, &back);
  CHECK(back.n == (i64)sizeof(blob) && memcmp(back.p, blob, sizeof(blob)) == 0);
  CHECK(ml_vector_wrong(blob, sizeof(blob)) == NULL);
  /* What stood there goes; it need not be aligned. */
  CHECK_INT(ml_vector_read("test", blob + 1, 4, &x, &e), SQLITE_OK);
  CHECK_INT(ml_vector_dimensions(&x), 1);
  ml_buf_free(&x);
  ml_buf_free(&back);
}

static void blob_refused(const void *blob, i64 n, const char *message) {
  MlBuf x = {0};
  MlErr e = {0};

  CHECK_INT(ml_vector_read("test", blob, n, &x, &e), SQLITE_ERROR);
  CHECK_Z(e.msg, message);
  CHECK(ml_vector_wrong(blob, n) != NULL);
  ml_err_clear(&e);
  ml_buf_free(&x);
}

static void test_blob_refused(void) {
  static const char limit[] = "memlog: test: a vector has 1 to 8192 dimensions";
  static u8 blob[4 * ML_VECTOR_MAX + 4];
  float bad[] = {1, NAN, 2};

  blob_refused("", 0, limit);
  blob_refused(blob, sizeof(blob), limit);
  blob_refused(blob, 7, "memlog: test: a vector is float32 after float32, 7 bytes are no such BLOB");
  blob_refused(bad, sizeof(bad), "memlog: test: the vector's number 1, from 0: it is not a number (NaN)");
  bad[1] = 0;
  bad[2] = -INFINITY;
  blob_refused(bad, sizeof(bad), "memlog: test: the vector's number 2, from 0: it is infinite as float32");
}

static void test_json(void) {
  static const struct {
    const char *json, *message;
  } row[] = {
      {"[1,-0.5,1e-50,16777217]", NULL},
      {"[]", "memlog: test: a vector has 1 to 8192 dimensions"},
      {"{\"a\":1}", "memlog: test: a vector is a JSON array of numbers"},
      {"\"[1]\"", "memlog: test: a vector is a JSON array of numbers"},
      {"[1,null]", "memlog: test: the vector's number 1, from 0: it is no number"},
      {"[\"1\"]", "memlog: test: the vector's number 0, from 0: it is no number"},
      {"[1,2,1e39]", "memlog: test: the vector's number 2, from 0: it is infinite as float32"},
      {"[1,2", "memlog: test: the vector's JSON is damaged"},
  };
  static const float want[] = {1, -0.5f, 0, 16777216};
  MlBuf x = {0}, many = {0};
  MlErr e = {0};

  for (int i = 0; i < COUNT(row); i++) {
    int rc = ml_vector_read_json("test", unit_z(row[i].json), &x, &e);
    CHECK_Z(e.msg, row[i].message);
    CHECK((rc == SQLITE_OK) == (row[i].message == NULL));
    if (!i) CHECK(ml_vector_dimensions(&x) == 4 && memcmp(ml_vector_floats(&x), want, sizeof(want)) == 0);
    ml_err_clear(&e);
  }
  for (int i = 0; i <= ML_VECTOR_MAX; i++) ml_buf_puts(&many, i ? ",0" : "[0");
  ml_buf_char(&many, ']');
  CHECK_INT(ml_vector_read_json("test", ml_buf_view(&many), &x, &e), SQLITE_ERROR);
  ml_err_clear(&e);
  ml_buf_free(&many);
  ml_buf_free(&x);
}

/* ---- sums ---- */

static float random_float(int spread) {
  float f = (float)(random_below(2000001) - 1000000) / 1000000;
  return spread ? ldexpf(f, random_below(2 * spread + 1) - spread) : f;
}

static void random_vector(float *x, int n, int spread) {
  for (int i = 0; i < n; i++) x[i] = random_float(spread);
}

static long double sum_of(const float *a, const float *b, int n, int absolute) {
  long double sum = 0;
  for (int i = 0; i < n; i++) sum += absolute ? fabsl((long double)a[i] * b[i]) : (long double)a[i] * b[i];
  return sum;
}

static void test_sums(void) {
  for (int round = 0; round < 2000; round++) {
    int n = 1 + random_below(round < 1000 ? 40 : 3000), spread = round % 3 ? 0 : 60;
    float *a = numbers[0], *b = numbers[1];

    random_vector(a, n, spread);
    random_vector(b, n, spread);
    long double exact = sum_of(a, b, n, 0), size = sum_of(a, b, n, 1);
    CHECK(fabsl(ml_vector_dot(a, b, n) - exact) <= size * 1e-14L);
    CHECK(ml_vector_dot(a, b, n) == ml_vector_dot(b, a, n));
    long double na = sqrtl(sum_of(a, a, n, 0)), nb = sqrtl(sum_of(b, b, n, 0));
    CHECK(fabsl(ml_vector_norm(a, n) - na) <= na * 1e-14L);
    if (na > 0 && nb > 0) CHECK(fabsl(ml_vector_cosine(a, b, n) - exact / na / nb) <= 1e-14L);
  }
}

static void test_edges(void) {
  static const float zero[3] = {0}, x[3] = {1, 2, 3}, large[3] = {FLT_MAX, FLT_MAX, FLT_MAX};
  static const float small[3] = {0x1p-149f, 0x1p-149f, 0x1p-149f}, minus[3] = {-1, -2, -3};

  CHECK(ml_vector_cosine(zero, x, 3) == 0);
  CHECK(ml_vector_cosine(x, zero, 3) == 0);
  CHECK(ml_vector_cosine(x, x, 3) <= 1 && ml_vector_cosine(x, x, 3) > 0.9999999999999);
  CHECK(ml_vector_cosine(x, minus, 3) >= -1 && ml_vector_cosine(x, minus, 3) < -0.9999999999999);
  CHECK(fabs(ml_vector_cosine(large, small, 3) - 1) < 1e-12); /* nothing overflows, nothing vanishes */
}

/* ---- sketches ---- */

/* The cosine is never more than the sketch says, and mostly not much less. */
static void sketch_check(const float *x, const float *q, int n, double near) {
  MlBuf sketch = {0};
  MlSketchQuery query;
  double bound = -9, cosine = ml_vector_cosine(x, q, n);

  ml_sketch_put(x, n, &sketch);
  CHECK_INT(sketch.n, ML_SKETCH_BYTES(n));
  CHECK(ml_sketch_true(sketch.p, sketch.n, x, n));
  CHECK_INT(ml_sketch_query(&query, q, n), SQLITE_OK);
  CHECK(ml_sketch_bound(&query, sketch.p, sketch.n, &bound));
  CHECK(bound >= cosine);
  CHECK(bound <= cosine + near);
  ml_sketch_query_free(&query);
  ml_buf_free(&sketch);
}

static void test_sketches(void) {
  float *x = numbers[0], *q = numbers[1];

  for (int round = 0; round < 2000; round++) {
    int n = 1 + random_below(round < 1000 ? 40 : round < 1990 ? 2000 : ML_VECTOR_MAX), spread = round % 3 ? 0 : 60;

    random_vector(x, n, spread);
    random_vector(q, n, spread);
    sketch_check(x, q, n, spread ? 1 : 0.02);
    sketch_check(x, x, n, spread ? 1 : 0.02);
  }
  /* The largest sums there are. */
  for (int i = 0; i < ML_VECTOR_MAX; i++) x[i] = i % 2 ? -1 : 1;
  sketch_check(x, x, ML_VECTOR_MAX, 0.02);
  memset(q, 0, sizeof(numbers[1]));
  sketch_check(x, q, ML_VECTOR_MAX, 0.02);
  sketch_check(q, x, ML_VECTOR_MAX, 0.02);
  sketch_check(q, q, ML_VECTOR_MAX, 0.02);
  for (int i = 0; i < ML_VECTOR_MAX; i++) x[i] = i ? 0x1p-149f : FLT_MAX;
  sketch_check(x, x, ML_VECTOR_MAX, 0.02);
}

/* Bytes that are no sketch, and sketches that lie. */
static void test_forged(void) {
  static const float x[4] = {1, 2, 3, 4};
  u8 worst[ML_SKETCH_BYTES(ML_VECTOR_MAX)];
  MlBuf sketch = {0};
  MlSketchQuery q;
  double bound;

  ml_sketch_put(x, 4, &sketch);
  CHECK_INT(ml_sketch_query(&q, x, 4), SQLITE_OK);
  CHECK(!ml_sketch_bound(&q, sketch.p, sketch.n - 1, &bound));
  CHECK(!ml_sketch_bound(&q, "", 0, &bound));
  for (int i = 0; i < 8; i += 4) {
    static const u8 bad[][4] = {{0, 0, 0xc0, 0x7f}, {0, 0, 0x80, 0x7f}, {0, 0, 0x80, 0xbf}, {0, 0, 0x40, 0x40}};
    for (int k = 0; k < COUNT(bad); k++) { /* NaN, infinity, -1, 3 */
      char was[4];
      memcpy(was, sketch.p + i, 4);
      memcpy(sketch.p + i, bad[k], 4);
      CHECK(!ml_sketch_bound(&q, sketch.p, sketch.n, &bound));
      CHECK(!ml_sketch_true(sketch.p, sketch.n, x, 4));
      memcpy(sketch.p + i, was, 4);
    }
  }
  sketch.p[9] = (char)(sketch.p[9] + 9);
  CHECK(!ml_sketch_true(sketch.p, sketch.n, x, 4));
  ml_sketch_query_free(&q);
  ml_buf_free(&sketch);
  /* -128, which no sketch of ours holds, everywhere: sums do not overflow. */
  memset(worst, 0x80, sizeof(worst));
  memset(worst, 0, 8);
  for (int i = 0; i < ML_VECTOR_MAX; i++) numbers[0][i] = -1;
  CHECK_INT(ml_sketch_query(&q, numbers[0], ML_VECTOR_MAX), SQLITE_OK);
  CHECK(ml_sketch_bound(&q, worst, sizeof(worst), &bound));
  ml_sketch_query_free(&q);
}

/* ---- no memory ---- */

static void test_memory(void) {
  static const u8 blob[400] = {0};
  MlErr e = {0};

  for (i64 n = 1, fired = 1; fired; n++) {
    MlBuf x = {0}, json = {0}, out = {0};
    MlSketchQuery q = {0};

    fault_arm(n, 0);
    int a = ml_vector_read("test", blob, sizeof(blob), &x, &e);
    int b = ml_vector_read_json("test", ML_TEXT("[1,2,3,4,5,6,7,8,9]"), &json, &e);
    int c = ml_sketch_query(&q, numbers[0], 1000);
    ml_sketch_put(numbers[0], 1000, &out);
    ml_vector_blob(numbers[0], 1000, &out);
    fired = fault_disarm();
    CHECK(fired == (a || b || c || out.rc));
    CHECK(!a || a == SQLITE_NOMEM);
    CHECK(!b || b == SQLITE_NOMEM);
    CHECK(!c || c == SQLITE_NOMEM);
    ml_err_clear(&e);
    ml_sketch_query_free(&q);
    ml_buf_free(&x);
    ml_buf_free(&json);
    ml_buf_free(&out);
  }
}

int main(int argc, char **argv) {
  fault_install();
  random_seed(argc, argv);
  test_blob();
  test_blob_refused();
  test_json();
  test_sums();
  test_edges();
  test_sketches();
  test_forged();
  test_memory();
  return unit_end();
}
