#include "verify_vector.h"

#include "../data/sketch.h"
#include "../data/vector.h"

/* What a vector says of the key it is of: one that was looked at before says how many dimensions there are. */
typedef struct Pass {
  MlFacts *f;
  MlBuf key, x; /* the key at hand; floats */
  int n;        /* its dimensions; 0: none was sound yet */
} Pass;

static int dimension_check(Pass *p, const MlCheckVector *v, const char **wrong) {
  if (!ml_text_same(v->key, ml_buf_view(&p->key))) {
    ml_buf_cut(&p->key, 0);
    ml_buf_text(&p->key, v->key);
    p->n = 0;
  }
  int n = ml_vector_dimensions(&p->x);
  if (p->n && p->n != n) *wrong = "it has other dimensions than those before it";
  p->n = n;
  return p->key.rc;
}

static int vector_check(Pass *p, sqlite3_stmt *st, MlErr *e) {
  MlCheckVector v;
  ml_check_vector(st, &v);
  const char *wrong = v.wrong;
  if (!wrong) wrong = ml_vector_wrong(v.vector, v.bytes);
  if (!wrong) {
    int rc = ml_vector_read("mem_verify", v.vector, v.bytes, &p->x, e);
    if (!rc && dimension_check(p, &v, &wrong)) rc = ml_err_nomem(e);
    if (rc) return rc;
    int n = ml_vector_dimensions(&p->x);
    if (!wrong && !ml_sketch_true(v.sketch, v.sketch_bytes, ml_vector_floats(&p->x), n))
      wrong = "its sketch is of another";
  }
  MlFaultAt at = {.key = v.key};
  return wrong ? ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "the vector of version %lld: %s", v.number, wrong)
               : SQLITE_OK;
}

int ml_verify_vector_run(MlFacts *f, MlErr *e) {
  Pass p = {.f = f};
  sqlite3_stmt *st;
  int more = 1;
  if (f->c->version < 3) return SQLITE_OK;
  int rc = ml_check_begin(&f->check, ML_CHECK_VECTORS, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    rc = ml_check_step(&f->check, st, &more, e);
    if (!rc && more) rc = vector_check(&p, st, e);
  }
  ml_check_done(&f->check, st);
  ml_buf_free(&p.key);
  ml_buf_free(&p.x);
  return rc ? ml_facts_excuse(f, ML_FAULT_ITEM, NULL, e) : SQLITE_OK;
}
