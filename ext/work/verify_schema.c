#include "verify_schema.h"

#include "../schema/expect.h"
#include "../store/meta.h"

#include <string.h>

/* ---- SQL as words ---- */

static int is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

/* Behind white space and comments. */
static const char *gap_end(const char *p, const char *end) {
  while (p < end) {
    if (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r') {
      p++;
    } else if (end - p > 1 && p[0] == '-' && p[1] == '-') {
      while (p < end && *p != '\n') p++;
    } else if (end - p > 1 && p[0] == '/' && p[1] == '*') {
      const char *text = p += 2;
      while (p < end && !(p > text && p[-1] == '*' && *p == '/')) p++;
      if (p < end) p++;
    } else {
      break;
    }
  }
  return p;
}

/* The next word, string or sign; empty at the end. */
static MlText token_next(const char **at, const char *end) {
  const char *p = gap_end(*at, end), *begin = p;
  if (p < end && is_word(*p)) {
    while (p < end && is_word(*p)) p++;
  } else if (p < end && (*p == '\'' || *p == '"' || *p == '`')) {
    char quote = *p++;
    while (p < end && *p != quote) p++;
    if (p < end) p++;
  } else if (p < end) {
    p++;
  }
  *at = p;
  return (MlText){begin, p - begin};
}

static int sql_same(MlText a, MlText b) {
  if (!a.p || !b.p) return 0;
  const char *p = a.p, *q = b.p;
  for (;;) {
    MlText x = token_next(&p, a.p + a.n), y = token_next(&q, b.p + b.n);
    if (!x.n || !y.n) return !x.n && !y.n;
    if (!ml_text_same(x, y)) return 0;
  }
}

/* ---- one object of sql/ ---- */

typedef struct Objects {
  MlFacts *f;
  i64 met; /* of those asked for: how many are there in any form */
} Objects;

static int object_check(void *arg, const MlExpected *w, MlErr *e) {
  Objects *x = arg;
  sqlite3_stmt *st;
  MlCheckObject o;
  int there = 0;
  int rc = ml_check_begin(&x->f->check, ML_CHECK_SCHEMA, w->name, &st, e);
  if (!rc) rc = ml_check_step(&x->f->check, st, &there, e);
  if (!rc && there) {
    ml_check_object(st, &o);
    if (!ml_text_same(o.type, w->type) || !sql_same(o.sql, w->sql)) {
      rc = ml_facts_fault(x->f, ML_FAULT_SCHEMA, NULL, e, "%.*s %.*s is not as it was made", (int)o.type.n, o.type.p,
                          (int)w->name.n, w->name.p);
    }
  } else if (!rc) {
    rc = ml_facts_fault(x->f, ML_FAULT_SCHEMA, NULL, e, "the %.*s %.*s is missing", (int)w->type.n, w->type.p,
                        (int)w->name.n, w->name.p);
  }
  ml_check_done(&x->f->check, st);
  x->met += there;
  return rc;
}

static int object_count(void *arg, const MlExpected *w, MlErr *e) {
  Objects *x = arg;
  sqlite3_stmt *st;
  int there = 0;
  int rc = ml_check_begin(&x->f->check, ML_CHECK_SCHEMA, w->name, &st, e);
  if (!rc) rc = ml_check_step(&x->f->check, st, &there, e);
  ml_check_done(&x->f->check, st);
  x->met += there;
  return rc;
}

/* A file that says that it is older than it is would hide what it has. */
static int later_check(MlFacts *f, i64 met, MlErr *e) {
  Objects all = {f, 0};
  int rc = ml_expect_run(ML_SCHEMA_VERSION, object_count, &all, e);
  if (rc || all.met <= met) return rc;
  return ml_facts_fault(f, ML_FAULT_SCHEMA, NULL, e,
                        "version %d has no such tables, indexes or triggers as %lld of these", f->c->version,
                        all.met - met);
}

int ml_verify_schema_run(MlFacts *f, i64 *met, MlErr *e) {
  Objects x = {f, 0};
  int there;
  MlErr ignored = {0};
  /* What is wrong here is told by what comes after. */
  int known = ml_meta_installed(f->c, &there, &ignored) == SQLITE_OK && there;
  ml_err_clear(&ignored);
  MlUuid digest;
  int rc = known ? ml_expect_digest(f->c->db, &digest, e) : SQLITE_OK;
  *met = 1;
  if (rc) return ml_facts_excuse(f, ML_FAULT_SCHEMA, NULL, e);
  if (known && ml_expect_known(f->c->version, &digest)) return SQLITE_OK;
  rc = ml_expect_run(known ? f->c->version : ML_SCHEMA_VERSION, object_check, &x, e);
  if (!rc && known && f->c->version < ML_SCHEMA_VERSION) rc = later_check(f, x.met, e);
  *met = x.met;
  if (!x.met) ml_facts_faults_free(&f->faults);
  return rc ? ml_facts_excuse(f, ML_FAULT_SCHEMA, NULL, e) : SQLITE_OK;
}
