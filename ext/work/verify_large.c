#include "verify_large.h"

#include "../store/large.h"

#include <string.h>

/* The key at hand. */
typedef struct Pass {
  MlFacts *f;
  MlKeyFacts *k;
  MlUuid salt;
  int salted;
} Pass;

static int key_begin(Pass *p, MlText key, MlErr *e) {
  MlFaultAt at = {.key = key};
  MlHead h;
  p->k = ml_facts_key(p->f, key);
  p->salted = 0;
  if (!p->k) return ml_err_nomem(e);
  int rc = ml_head_load(p->f->c, key, &h, &p->salted, e);
  p->salt = h.salt;
  if (rc) p->salted = 0;
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_HEAD, &at, e);
  if (p->salted) return SQLITE_OK;
  return ml_facts_fault(p->f, ML_FAULT_VALUE, &at, e, "it has large values, but no head in memlog_cell");
}

static int large_add(MlKeyFacts *k, const MlHolder *h) {
  if (k->n_large == k->cap_large) {
    i64 cap = k->cap_large ? k->cap_large * 2 : 8;
    MlHolder *a = sqlite3_realloc64(k->large, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    k->large = a;
    k->cap_large = cap;
  }
  k->large[k->n_large++] = *h;
  return SQLITE_OK;
}

/* Whether the digest is the value's. */
static int digest_right(const Pass *p, const MlCheckValue *x, int *right, MlErr *e) {
  MlUuid digest;
  int rc = SQLITE_OK;
  *right = 0;
  for (int i = 0; i < ML_LARGE_ATTEMPTS && !rc && !*right; i++) {
    rc = ml_large_digest(&p->salt, x->json, i, &digest, e);
    *right = !rc && memcmp(digest.b, x->digest.b, sizeof(digest.b)) == 0;
  }
  return rc;
}

static int value_check(Pass *p, const MlCheckValue *x, MlErr *e) {
  MlFaultAt at = {.key = x->key};
  MlHolder h = {x->digest, x->json.n, ml_json_type(x->json)};
  const char *wrong = x->wrong;
  char hex[33];
  int right = 1, rc = SQLITE_OK;
  if (!wrong && h.type != ML_STRING && h.type != ML_ARRAY && h.type != ML_MAP) wrong = "it is no text, array or map";
  if (!wrong && !ml_facts_json(p->f, x->json)) wrong = "it is not JSON as memlog writes it";
  if (!wrong && p->salted) rc = digest_right(p, x, &right, e);
  if (rc) return rc;
  if (!wrong && !right) wrong = "it is not what its digest says: it was changed";
  if (x->has_digest && large_add(p->k, &h)) return ml_err_nomem(e);
  if (!wrong) return SQLITE_OK;
  ml_uuid_hex(&x->digest, hex);
  return ml_facts_fault(p->f, ML_FAULT_VALUE, &at, e, "large value %s: %s", x->has_digest ? hex : "without digest",
                        wrong);
}

int ml_verify_large_run(MlFacts *f, MlErr *e) {
  Pass p = {.f = f};
  sqlite3_stmt *st = NULL;
  int more = 1;
  if (f->c->version < 2) return SQLITE_OK; /* no such table yet */
  int rc = ml_check_begin(&f->check, ML_CHECK_VALUES, (MlText){NULL, 0}, &st, e);
  while (!rc) {
    MlCheckValue x;
    rc = ml_check_step(&f->check, st, &more, e);
    if (rc || !more) break;
    ml_check_value(st, &x);
    if (!p.k || !ml_text_same(p.k->key, x.key)) rc = key_begin(&p, x.key, e);
    if (!rc) rc = value_check(&p, &x, e);
  }
  ml_check_done(&f->check, st);
  return rc ? ml_facts_excuse(f, ML_FAULT_VALUE, NULL, e) : SQLITE_OK;
}
