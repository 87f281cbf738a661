#include "verify_index.h"

#include "../store/index.h"

static int indexed_check(MlFacts *f, sqlite3_stmt *st, MlErr *e) {
  MlCheckIndexed x;
  ml_check_indexed(st, &x);
  MlFaultAt at = {.key = x.key};
  return ml_facts_fault(f, ML_FAULT_ITEM, &at, e, "version %lld: %s", x.number, x.wrong);
}

static int set_check(MlFacts *f, sqlite3_stmt *st, MlErr *e) {
  char place[ML_INDEX_PLACE], show[ML_ERR_SHOW];
  sqlite3_stmt *count;
  MlCheckSet s;
  int more = 0;
  i64 n = 0;
  ml_check_set(st, &s);
  if (!s.key.p || !s.set.p) return SQLITE_OK; /* that is told of the row */
  ml_index_place(s.key, s.set, place);
  int rc = ml_check_begin(&f->check, ML_CHECK_PLACED, ml_text_of(place), &count, e);
  if (!rc) rc = ml_check_step(&f->check, count, &more, e);
  if (!rc && more) n = ml_check_placed(count);
  ml_check_done(&f->check, count);
  if (rc || n == s.n) return rc;
  MlFaultAt at = {.key = s.key};
  return ml_facts_fault(
      f, ML_FAULT_ITEM, &at, e,
      "set %s: the index of texts has %lld of its versions, but finds %lld: SELECT mem_item_reindex()",
      ml_err_show(show, s.set), s.n, n);
}

static int table_check(MlFacts *f, MlCheckTable table, int (*each)(MlFacts *, sqlite3_stmt *, MlErr *), MlErr *e) {
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(&f->check, table, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    rc = ml_check_step(&f->check, st, &more, e);
    if (!rc && more) rc = each(f, st, e);
  }
  ml_check_done(&f->check, st);
  return rc ? ml_facts_excuse(f, ML_FAULT_ITEM, NULL, e) : SQLITE_OK;
}

int ml_verify_index_run(MlFacts *f, MlErr *e) {
  MlIndexState state;
  if (f->c->version < 3) return SQLITE_OK;
  f->c->index_ready = 0; /* what is known of it may be no longer so in the transaction at hand */
  int rc = ml_index_state(f->c, &state, e);
  if (rc) return ml_facts_excuse(f, ML_FAULT_ITEM, NULL, e);
  if (state == ML_INDEX_WRONG || state == ML_INDEX_DAMAGED) {
    ml_index_refuse(state, e);
    return ml_facts_excuse(f, state == ML_INDEX_WRONG ? ML_FAULT_SCHEMA : ML_FAULT_ITEM, NULL, e);
  }
  if (state != ML_INDEX_READY) return SQLITE_OK;
  rc = table_check(f, ML_CHECK_INDEX, indexed_check, e);
  return rc ? rc : table_check(f, ML_CHECK_PLACES, set_check, e);
}
