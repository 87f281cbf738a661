/*
** What is found by vectors: whatever is stored, in whatever order, the answer is that of comparing
** with each and sorting.
** Where SQLITE_VEC names sqlite-vec's library, it must say the same.
*/
#include "connection.h"
#include "store/cell.h"
#include "store/vector.h"

#include "../unit/random.h"

#include <math.h>

#define DIMENSIONS 48
#define ITEMS      3000

typedef struct Stored {
  char id[16];
  float x[DIMENSIONS];
  i64 number;
} Stored;

static Stored stored[ITEMS];

static float random_float(void) { return (float)(random_below(2000001) - 1000000) / 1000000; }

/* Some lie close together, some are the same, some are zeros: bounds do not tell them apart. */
static void vector_make(float *x, int i) {
  int near = random_below(4);

  for (int k = 0; k < DIMENSIONS; k++) {
    x[k] = i && near == 0 ? stored[random_below(i)].x[k] * (1 + random_float() / 1000) : random_float();
    if (near == 1) x[k] = x[k] / 1000 + 1;
  }
  if (i && near == 2) memcpy(x, stored[random_below(i)].x, sizeof(stored[0].x));
  if (random_below(500) == 0) memset(x, 0, sizeof(stored[0].x));
}

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
  sqlite3_stmt *st;
  if (!CHECK_INT(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK)) printf("  %s\n", sqlite3_errmsg(db));
  return st;
}

static void stepped(sqlite3 *db, sqlite3_stmt *st) {
  sqlite3_step(st);
  if (!CHECK_INT(sqlite3_reset(st), SQLITE_OK)) printf("  %s\n", sqlite3_errmsg(db));
}

static i64 number_of(sqlite3 *db, const char *id) {
  sqlite3_stmt *st =
      prepared(db, "SELECT number FROM memlog_item WHERE key='u' AND set_name='s' AND id=?1 AND ended IS NULL");
  sqlite3_bind_text(st, 1, id, -1, SQLITE_STATIC);
  i64 number = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
  sqlite3_finalize(st);
  return number;
}

/* Two keys that take turns, so that neither has its rows side by side. */
static void items_store(sqlite3 *db) {
  sqlite3_stmt *add = prepared(db, "SELECT mem_item_add(?1, 's', ?2, json_object('id', ?2))");
  sqlite3_stmt *embed = prepared(db, "SELECT mem_item_embed(?1, 's', ?2, ?3)");

  ask(db, "BEGIN");
  for (int i = 0; i < ITEMS; i++) {
    Stored *s = &stored[i];
    MlBuf blob = {0};

    snprintf(s->id, sizeof(s->id), "i%d", i);
    vector_make(s->x, i);
    ml_vector_blob(s->x, DIMENSIONS, &blob);
    for (int k = 0; k < 2; k++) {
      sqlite3_bind_text(add, 1, k ? "v" : "u", -1, SQLITE_STATIC);
      sqlite3_bind_text(add, 2, s->id, -1, SQLITE_STATIC);
      stepped(db, add);
      sqlite3_bind_text(embed, 1, k ? "v" : "u", -1, SQLITE_STATIC);
      sqlite3_bind_text(embed, 2, s->id, -1, SQLITE_STATIC);
      sqlite3_bind_blob64(embed, 3, blob.p, (u64)(k ? blob.n / 2 : blob.n), SQLITE_STATIC);
      stepped(db, embed);
    }
    ml_buf_free(&blob);
    s->number = number_of(db, s->id);
  }
  ask(db, "COMMIT");
  sqlite3_finalize(add);
  sqlite3_finalize(embed);
}

typedef struct Answer {
  double cosine;
  i64 number;
} Answer;

static int best_first(const void *a, const void *b) {
  const Answer *x = a, *y = b;
  if (x->cosine != y->cosine) return x->cosine < y->cosine ? 1 : -1;
  return x->number < y->number ? 1 : x->number > y->number ? -1 : 0;
}

static int answers_make(const float *q, Answer *a) {
  int n = 0;
  for (int i = 0; i < ITEMS; i++) {
    if (!stored[i].number) continue;
    a[n++] = (Answer){ml_vector_cosine(q, stored[i].x, DIMENSIONS), stored[i].number};
  }
  qsort(a, (size_t)n, sizeof(*a), best_first);
  return n;
}

/* So many of the best, in their order; looking is what costs, so hardly more than these are looked at. */
static void search_check(MlConn *c, const float *q, int first) {
  static Answer want[ITEMS];
  MlVectorHits h;
  MlErr e = {0};
  int n = answers_make(q, want), wrong = 0, more = 1;

  if (!CHECK_INT(ml_vector_find(c, ML_TEXT("u"), q, DIMENSIONS, &h, &e), SQLITE_OK)) printf("  %s\n", e.msg);
  CHECK_INT(h.n, n);
  for (int i = 0; i < first && more; i++) {
    i64 number = 0;
    double cosine = 0;
    if (!CHECK_INT(ml_vector_next(&h, &number, &cosine, &more, &e), SQLITE_OK)) printf("  %s\n", e.msg);
    CHECK_INT(more, i < n);
    wrong += more && (number != want[i].number || cosine != want[i].cosine);
  }
  CHECK_INT(wrong, 0);
  ml_vector_close(&h);
  ml_err_clear(&e);
}

static void searches_check(MlConn *c) {
  float q[DIMENSIONS];

  for (int round = 0; round < 30; round++) {
    vector_make(q, ITEMS);
    search_check(c, q, round % 10 ? 20 : ITEMS + 1);
  }
  search_check(c, stored[7].x, 20);
  memset(q, 0, sizeof(q));
  search_check(c, q, ITEMS + 1);
}

/* Items come, go and change: vectors with them. */
static void items_change(sqlite3 *db) {
  for (int i = 0; i < 300; i++) {
    Stored *s = &stored[random_below(ITEMS)];
    char *sql = sqlite3_mprintf(
        i % 3 == 0   ? "SELECT mem_item_remove('u', 's', %Q)"
        : i % 3 == 1 ? "SELECT mem_item_put('u', 's', %Q, 'changed')"
                     : "SELECT mem_item_put('u', 's', %Q, mem_item_get('u', 's', %Q), '{\"importance\":%d}')",
        s->id, s->id, 1 + i % 10);
    int there = s->number != 0;
    if (there || i % 3 == 0) ask(db, sql);
    sqlite3_free(sql);
    s->number = there && i % 3 == 2 ? number_of(db, s->id) : 0;
  }
}

static void dimensions_check(MlConn *c) {
  MlVectorHits h;
  MlErr e = {0};
  float q[DIMENSIONS] = {1};

  CHECK_INT(ml_vector_find(c, ML_TEXT("v"), q, DIMENSIONS, &h, &e), SQLITE_ERROR);
  CHECK_Z(e.msg, "memlog: search of key v: a vector of 48 dimensions, those stored have 24");
  ml_vector_close(&h);
  ml_err_clear(&e);
  CHECK_INT(ml_vector_find(c, ML_TEXT("nobody"), q, DIMENSIONS, &h, &e), SQLITE_OK);
  CHECK_INT(h.n, 0);
  ml_vector_close(&h);
}

/* ---- rows that anyone may have written ---- */

static int all_read(MlConn *c, const float *q, MlErr *e) {
  MlVectorHits h;
  i64 number;
  double cosine;
  int more = 1;
  int rc = ml_vector_find(c, ML_TEXT("u"), q, DIMENSIONS, &h, e);
  while (!rc && more) rc = ml_vector_next(&h, &number, &cosine, &more, e);
  ml_vector_close(&h);
  return rc;
}

static void damages_check(sqlite3 *db, MlConn *c) {
  static const char *const damage[] = {
      "vector=x''",
      "vector=x'00'",
      "vector=zeroblob(32769 * 4)",
      "vector=CAST(substr(vector, 1, 188) AS BLOB)",
      "vector=CAST(substr(vector, 1, 188) || x'0000c07f' AS BLOB)",
      "vector=CAST(x'0000807f' || substr(vector, 5) AS BLOB)",
      "sketch=x''",
      "sketch=zeroblob(7)",
      "sketch=zeroblob(8)",
      "sketch=CAST(sketch || x'00' AS BLOB)",
      "sketch=CAST(x'0000c07f' || substr(sketch, 5) AS BLOB)",                         /* its step is NaN */
      "sketch=CAST(substr(sketch, 1, 4) || x'0000807f' || substr(sketch, 9) AS BLOB)", /* its rest is infinite */
      "sketch=CAST(x'000080bf' || substr(sketch, 5) AS BLOB)",
      "sketch=zeroblob(56)", /* says that it is like none */
  };
  const float *q = NULL;

  for (int i = 0; i < ITEMS && !q; i++) {
    if (stored[i].number && ml_vector_norm(stored[i].x, DIMENSIONS) > 0) q = stored[i].x;
  }
  for (size_t i = 0; i < sizeof(damage) / sizeof(*damage); i++) {
    MlErr e = {0};
    i64 number = 0;
    char sql[300];

    for (int k = 0; k < ITEMS && !number; k++) number = stored[k].x == q ? stored[k].number : 0;
    snprintf(sql, sizeof(sql), "UPDATE memlog_vector SET %s WHERE number=%lld", damage[i], number);
    ask(db, "BEGIN");
    ask(db, "DROP TRIGGER memlog_vector_update");
    CHECK_Z(ask(db, sql), "");
    if (!CHECK_INT(all_read(c, q, &e), SQLITE_CORRUPT)) printf("  %s\n", damage[i]);
    CHECK(e.msg && strstr(e.msg, "memlog: vector of version "));
    ml_err_clear(&e);
    ask(db, "ROLLBACK");
  }
  MlErr e = {0};
  CHECK_INT(all_read(c, q, &e), SQLITE_OK);
}

/* ---- sqlite-vec ---- */

/* It reckons in float32: the order may differ only where that cannot tell two apart. */
static int vec_check(sqlite3 *db, MlConn *c) {
  const char *library = getenv("SQLITE_VEC");
  char *why = NULL;

  if (!library) return 0;
  sqlite3_enable_load_extension(db, 1);
  if (!CHECK_INT(sqlite3_load_extension(db, library, NULL, &why), SQLITE_OK)) printf("  %s\n", why);
  sqlite3_stmt *st = prepared(db, "SELECT number, 1 - vec_distance_cosine(vector, ?1) AS cosine FROM memlog_vector"
                                  " WHERE key='u' ORDER BY cosine DESC LIMIT 100");
  for (int round = 0; round < 20 && st; round++) {
    float q[DIMENSIONS];
    MlVectorHits h;
    MlErr e = {0};
    MlBuf blob = {0};
    int more = 1, rows = 0, wrong = 0;

    vector_make(q, ITEMS);
    q[0] = 1;
    ml_vector_blob(q, DIMENSIONS, &blob);
    sqlite3_bind_blob64(st, 1, blob.p, (u64)blob.n, SQLITE_STATIC);
    CHECK_INT(ml_vector_find(c, ML_TEXT("u"), q, DIMENSIONS, &h, &e), SQLITE_OK);
    for (; sqlite3_step(st) == SQLITE_ROW; rows++) {
      i64 number;
      double ours, theirs = sqlite3_column_double(st, 1);
      CHECK_INT(ml_vector_next(&h, &number, &ours, &more, &e), SQLITE_OK);
      wrong += !more || fabs(ours - theirs) > 1e-5;
    }
    CHECK_INT(rows, 100);
    CHECK_INT(wrong, 0);
    sqlite3_reset(st);
    ml_vector_close(&h);
    ml_buf_free(&blob);
  }
  sqlite3_finalize(st);
  return 1;
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_begin();
  sqlite3 *db = open_file();
  MlConn *c = ml_conn_new(db);
  ml_vector_open(c);
  items_store(db);
  searches_check(c);
  items_change(db);
  searches_check(c);
  dimensions_check(c);
  damages_check(db, c);
  CHECK_Z(ask(db, "SELECT count(*) FROM mem_verify"), "0");
  int compared = vec_check(db, c);
  ml_conn_drop(c);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  if (!compared) printf("skipped: SQLITE_VEC does not name sqlite-vec's library\n");
  return test_end();
}
