#include "vector.h"

#include "hostfn.h"

#include <string.h>

/* clang-format off */
#define PUT_VECTOR \
  "INSERT INTO main.memlog_vector(number, key, vector, sketch) VALUES(?1, ?2, ?3, ?4)" \
  " ON CONFLICT(number) DO UPDATE SET key=excluded.key, vector=excluded.vector, sketch=excluded.sketch" \
  " WHERE key IS NOT excluded.key OR vector IS NOT excluded.vector OR sketch IS NOT excluded.sketch"
#define STATEMENTS(X) \
  X(DIMENSION, "SELECT vector FROM main.memlog_vector WHERE key=?1 AND number<>?2 LIMIT 1") \
  X(GET,       "SELECT vector FROM main.memlog_vector WHERE number=?1") \
  X(OF_KEY,    "SELECT number, sketch FROM main.memlog_vector WHERE key=?1") /* all in the index */ \
  X(PUT,       PUT_VECTOR) \
  X(REMOVE,    "DELETE FROM main.memlog_vector WHERE number=?1") \
  X(MOVE,      "UPDATE main.memlog_vector SET number=?2 WHERE number=?1")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
/* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): a statement is of several pieces */
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_vector_open(MlConn *c) { ML_STMT_OPEN(&c->vector_sql, c->db, statements); }

static int vector_take(MlConn *c, int which, i64 number, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->vector_sql, which, st, e);
  if (!rc) sqlite3_bind_int64(*st, 1, number);
  return rc;
}

static int vector_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->vector_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading vectors") : SQLITE_OK;
}

static int vector_damaged(i64 number, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: vector of version %lld: %s", number, why);
}

/* ---- dimensions ---- */

/* How many dimensions the vectors of a key have, but for one version's (0: of none); *n is 0 if there are none. */
static int dimension_read(MlConn *c, MlText key, i64 but, int *n, MlErr *e) {
  sqlite3_stmt *st;
  i64 bytes = 0;
  *n = 0;
  int rc = ml_stmt_take(&c->vector_sql, DIMENSION, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  sqlite3_bind_int64(st, 2, but);
  if (sqlite3_step(st) == SQLITE_ROW) bytes = sqlite3_column_bytes(st, 0);
  rc = vector_done(c, st, e);
  if (!rc) *n = (int)(bytes / (i64)sizeof(float));
  return rc;
}

int ml_vector_check(MlConn *c, const char *who, MlText key, i64 but, int n, MlErr *e) {
  char show[ML_ERR_SHOW];
  int others;
  int rc = dimension_read(c, key, but, &others, e);
  if (rc || !others || others == n) return rc;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: a vector of %d dimensions, those of key %s have %d: all of a key have as many (to "
                    "change that, take the others away first: mem_item_embed with NULL)",
                    who, n, ml_err_show(show, key), others);
}

/* ---- one vector ---- */

static int vector_write(MlConn *c, sqlite3_stmt *st, int *changed, MlErr *e) {
  return ml_conn_write(c, &c->vector_sql, st, &c->permit.vector, "memlog_vector", changed, e);
}

int ml_vector_put(MlConn *c, i64 number, MlText key, const float *x, int n, int *changed, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlBuf vector = ml_conn_scratch(c), sketch = ml_conn_scratch(c);
  ml_vector_blob(x, n, &vector);
  ml_sketch_put(x, n, &sketch);
  *changed = 0;
  int rc = vector.rc || sketch.rc ? ml_err_nomem(e) : vector_take(c, PUT, number, &st, e);
  if (!rc) {
    ml_stmt_text(st, 2, key);
    sqlite3_bind_blob64(st, 3, vector.p, (u64)vector.n, SQLITE_STATIC);
    sqlite3_bind_blob64(st, 4, sketch.p, (u64)sketch.n, SQLITE_STATIC);
    rc = vector_write(c, st, changed, e);
  }
  ml_conn_give(c, &vector);
  ml_conn_give(c, &sketch);
  return rc;
}

int ml_vector_remove(MlConn *c, i64 number, int *there, MlErr *e) {
  sqlite3_stmt *st;
  int rc = vector_take(c, REMOVE, number, &st, e);
  return rc ? rc : vector_write(c, st, there, e);
}

int ml_vector_move(MlConn *c, i64 from, i64 to, int *there, MlErr *e) {
  sqlite3_stmt *st;
  int rc = vector_take(c, MOVE, from, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 2, to);
  return vector_write(c, st, there, e);
}

int ml_vector_get(MlConn *c, i64 number, MlBuf *x, int *found, MlErr *e) {
  sqlite3_stmt *st;
  const char *wrong = NULL;
  *found = 0;
  int rc = vector_take(c, GET, number, &st, e);
  if (rc) return rc;
  if (sqlite3_step(st) == SQLITE_ROW) {
    const void *blob = sqlite3_column_blob(st, 0);
    int n = sqlite3_column_bytes(st, 0), is_blob = sqlite3_column_type(st, 0) == SQLITE_BLOB;
    wrong = is_blob && (blob || !n) ? ml_vector_wrong(blob, n) : "it is no BLOB";
    if (is_blob && n && !blob) rc = ml_err_nomem(e);
    if (!rc && wrong) rc = vector_damaged(number, wrong, e);
    if (!rc) rc = ml_vector_read("memlog_vector", blob, n, x, e);
    *found = !rc;
  }
  int rc2 = vector_done(c, st, e);
  return rc ? rc : rc2;
}

/* ---- those that are most alike ---- */

/* Whether a stands before b. What may be as good as an exact one is looked at before that is told. */
static int is_before(const MlVectorHit *a, const MlVectorHit *b) {
  if (a->cosine != b->cosine) return a->cosine > b->cosine;
  return a->exact != b->exact ? b->exact : a->number > b->number;
}

static void heap_sink(MlVectorHits *h, i64 i) {
  MlVectorHit x = h->a[i];
  for (;;) {
    i64 child = 2 * i + 1;
    if (child >= h->n) break;
    if (child + 1 < h->n && is_before(&h->a[child + 1], &h->a[child])) child++;
    if (!is_before(&h->a[child], &x)) break;
    h->a[i] = h->a[child];
    i = child;
  }
  h->a[i] = x;
}

static int hit_add(MlVectorHits *h, i64 number, double bound, int exact, MlErr *e) {
  if (h->n == h->cap) {
    i64 cap = h->cap ? h->cap * 2 : 64;
    MlVectorHit *a = sqlite3_realloc64(h->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    h->a = a;
    h->cap = cap;
  }
  h->a[h->n++] = (MlVectorHit){number, bound, (u8)exact};
  return SQLITE_OK;
}

/* A sketch is not of n dimensions: the query has others than the key's vectors, or the row is damaged. */
static int dimension_refuse(MlConn *c, MlText key, i64 number, int n, MlErr *e) {
  char show[ML_ERR_SHOW];
  int theirs = 0;
  int rc = dimension_read(c, key, 0, &theirs, e);
  if (rc) return rc;
  if (theirs == n) return vector_damaged(number, "its sketch is none of its dimensions", e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: search of key %s: a vector of %d dimensions, those stored have %d",
                    ml_err_show(show, key), n, theirs);
}

static int sketch_read(MlVectorHits *h, const MlSketchQuery *q, MlText key, sqlite3_stmt *st, MlErr *e) {
  double bound = 0;
  i64 number = sqlite3_column_int64(st, 0);
  sqlite3_value *v = sqlite3_column_value(st, 1);
  int type = sqlite3_value_type(v), bytes = sqlite3_value_bytes(v);
  const void *sketch = type == SQLITE_BLOB ? sqlite3_value_blob(v) : NULL;
  if (type == SQLITE_BLOB && bytes && !sketch) return ml_err_nomem(e);
  if (!sketch || !ml_sketch_bound(q, sketch, bytes, &bound)) return dimension_refuse(h->c, key, number, q->n, e);
  return hit_add(h, number, q->step > 0 ? bound : 0, q->step == 0, e);
}

static int sketches_read(MlVectorHits *h, const MlSketchQuery *q, MlText key, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&h->c->vector_sql, OF_KEY, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  while (!rc && sqlite3_step(st) == SQLITE_ROW) rc = sketch_read(h, q, key, st, e);
  int rc2 = vector_done(h->c, st, e);
  return rc ? rc : rc2;
}

int ml_vector_find(MlConn *c, MlText key, const float *x, int n, MlVectorHits *h, MlErr *e) {
  MlSketchQuery q = {0};
  *h = (MlVectorHits){.c = c};
  ml_buf_put(&h->query, x, n * (i64)sizeof(*x));
  int rc = h->query.rc || ml_sketch_query(&q, x, n) ? ml_err_nomem(e) : SQLITE_OK;
  if (rc) return rc;
  rc = sketches_read(h, &q, key, e);
  ml_sketch_query_free(&q);
  for (i64 i = h->n / 2; i-- > 0;) heap_sink(h, i);
  return rc;
}

/* The cosine of the first: from now on it is exact. */
static int first_look(MlVectorHits *h, MlErr *e) {
  MlVectorHit *x = h->a;
  int n = ml_vector_dimensions(&h->query), found;
  int rc = ml_vector_get(h->c, x->number, &h->other, &found, e);
  if (rc) return rc;
  if (!found || ml_vector_dimensions(&h->other) != n) {
    return vector_damaged(x->number, "it is not what its sketch says", e);
  }
  double cosine = ml_vector_cosine(ml_vector_floats(&h->query), ml_vector_floats(&h->other), n);
  if (cosine > x->cosine) return vector_damaged(x->number, "it is not what its sketch says", e);
  *x = (MlVectorHit){x->number, cosine, 1};
  heap_sink(h, 0);
  return SQLITE_OK;
}

int ml_vector_next(MlVectorHits *h, i64 *number, double *cosine, int *more, MlErr *e) {
  *more = 0;
  while (h->n && !h->a->exact) {
    int rc = first_look(h, e);
    if (rc) return rc;
  }
  if (!h->n) return SQLITE_OK;
  *more = 1;
  *number = h->a->number;
  *cosine = h->a->cosine;
  *h->a = h->a[--h->n];
  if (h->n) heap_sink(h, 0);
  return SQLITE_OK;
}

void ml_vector_close(MlVectorHits *h) {
  sqlite3_free(h->a);
  ml_buf_free(&h->query);
  ml_buf_free(&h->other);
  *h = (MlVectorHits){0};
}

/* ---- the embedding function ---- */

static int result_read(const MlHostFn *f, sqlite3_value *v, MlBuf *x, int *found, MlErr *e) {
  char who[ML_FUNCTION_NAME + 20];
  int type = sqlite3_value_type(v);
  sqlite3_snprintf(sizeof(who), who, "function %s", f->name);
  if (type == SQLITE_NULL) return SQLITE_OK;
  if (type != SQLITE_BLOB) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: it must give a vector as a BLOB of float32, or NULL", who);
  }
  *found = 1;
  const void *blob = sqlite3_value_blob(v);
  int n = sqlite3_value_bytes(v);
  return n && !blob ? ml_err_nomem(e) : ml_vector_read(who, blob, n, x, e);
}

int ml_vector_embed(MlConn *c, MlText text, MlBuf *x, int *found, MlErr *e) {
  MlHostFn f;
  sqlite3_value *v;
  *found = 0;
  if (!c->config.embedding_function[0]) return SQLITE_OK;
  int rc = ml_hostfn_open(c, c->config.embedding_function, &f, e);
  if (!rc) rc = ml_hostfn_call(&f, text, &v, e);
  if (!rc) rc = result_read(&f, v, x, found, e);
  ml_hostfn_close(&f);
  return rc;
}
