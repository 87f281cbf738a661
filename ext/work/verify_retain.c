#include "verify_retain.h"

#include "../store/retain.h"

static int rule_check(MlFacts *f, sqlite3_stmt *st, MlErr *e) {
  char glob[ML_ERR_SHOW], path[ML_ERR_SHOW];
  MlRetain r;
  int set, rc = SQLITE_OK;
  const char *wrong = ml_retain_read(st, 0, &r, &set, &rc);
  if (rc) return ml_err_nomem(e);
  if (!wrong) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "the rule for path %s of keys %s: %s", ml_err_show(path, r.path),
                        ml_err_show(glob, r.glob), wrong);
}

static int used_check(MlFacts *f, sqlite3_stmt *st, MlErr *e) {
  MlCheckUsed u;
  ml_check_used(st, &u);
  MlFaultAt at = {.key = u.key, .path = u.path};
  return u.wrong ? ml_facts_fault(f, ML_FAULT_CELL, &at, e, "%s", u.wrong) : SQLITE_OK;
}

static int table_check(MlFacts *f, MlCheckTable table, MlFaultKind kind,
                       int (*each)(MlFacts *, sqlite3_stmt *, MlErr *), MlErr *e) {
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(&f->check, table, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    rc = ml_check_step(&f->check, st, &more, e);
    if (!rc && more) rc = each(f, st, e);
  }
  ml_check_done(&f->check, st);
  return rc ? ml_facts_excuse(f, kind, NULL, e) : SQLITE_OK;
}

int ml_verify_retain_run(MlFacts *f, MlErr *e) {
  if (f->c->version < 2) return SQLITE_OK;
  int rc = table_check(f, ML_CHECK_RULES, ML_FAULT_CONFIG, rule_check, e);
  return rc ? rc : table_check(f, ML_CHECK_USED, ML_FAULT_CELL, used_check, e);
}
