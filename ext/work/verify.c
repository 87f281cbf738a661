#include "verify.h"

#include "../store/config.h"
#include "../store/meta.h"
#include "../store/run.h"
#include "verify_fold.h"
#include "verify_log.h"
#include "verify_memory.h"
#include "verify_schema.h"

#include <string.h>

/* ---- memlog_meta and memlog_config ---- */

/* *known is 0 when the file's schema is newer than ours: nothing more can be said of it then. */
static int meta_check(MlFacts *f, int *known, MlErr *e) {
  int there;
  int rc = ml_meta_installed(f->c, &there, e);
  *known = rc != SQLITE_ERROR;
  return rc ? ml_facts_excuse(f, ML_FAULT_META, NULL, e) : SQLITE_OK;
}

static int setting_check(MlFacts *f, const MlCheckSetting *s, MlErr *e) {
  char name[ML_ERR_SHOW], value[ML_ERR_SHOW];
  MlErr unknown = {0};
  const MlOption *o = ml_config_find(s->name, &unknown);
  ml_err_clear(&unknown);
  ml_err_show(name, s->name);
  if (!o) return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "there is no option %s", name);
  if (!s->sound) return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "the row of option %s is damaged", name);
  int valid = s->value.p ? ml_config_valid(o, s->value) : 1;
  if (valid < 0) return ml_err_nomem(e);
  if (valid) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "option %s cannot be %s", name, ml_err_show(value, s->value));
}

static int config_check(MlFacts *f, MlErr *e) {
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(&f->check, ML_CHECK_CONFIG, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    MlCheckSetting s;
    rc = ml_check_step(&f->check, st, &more, e);
    if (rc || !more) break;
    ml_check_setting(st, &s);
    rc = setting_check(f, &s, e);
  }
  ml_check_done(&f->check, st);
  return rc ? ml_facts_excuse(f, ML_FAULT_CONFIG, NULL, e) : SQLITE_OK;
}

/* ---- memlog_run ---- */

static int place_check(MlFacts *f, const MlRun *r, i64 place, i64 time, MlKind kind, MlErr *e) {
  MlFaultAt at = {.key = r->key, .seq = ml_event_position(place)};
  const char *what = kind == ML_KIND_RUN_END ? "end" : "begin";
  MlCheckPlace p;
  int rc = ml_check_place(&f->check, place, r->key, &p, e);
  if (rc) return ml_facts_excuse(f, ML_FAULT_RUN, &at, e);
  if (p.kind != (i64)kind || !p.of_key || p.run != r->run) {
    return ml_facts_fault(f, ML_FAULT_RUN, &at, e, "run %lld: no row of the log at that position is its %s", r->run,
                          what);
  }
  if (p.time == time) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_RUN, &at, e, "run %lld: its %s and the row of the log differ in time", r->run,
                        what);
}

static const char *run_wrong(MlFacts *f, const MlRun *r) {
  static const char *const outcomes[] = {"completed", "failed", "abandoned"};
  int known = 0;
  if (!ml_facts_key_text(r->key)) return "its key is no key";
  if (r->input.p && !ml_facts_json(f, r->input)) return "input is not JSON as memlog writes it";
  if (r->output.p && !ml_facts_json(f, r->output)) return "output is not JSON as memlog writes it";
  if (!r->end_place) return r->outcome.p || r->output.p ? "it has not ended, but has an outcome or output" : NULL;
  for (int i = 0; i < 3; i++) known |= ml_text_same(r->outcome, (MlText){outcomes[i], (i64)strlen(outcomes[i])});
  return known ? NULL : "its outcome is none of completed, failed, abandoned";
}

static int run_check(MlFacts *f, const MlRun *r, MlErr *e) {
  MlFaultAt at = {.key = r->key};
  const char *wrong = run_wrong(f, r);
  int rc = SQLITE_OK;
  if (wrong) rc = ml_facts_fault(f, ML_FAULT_RUN, &at, e, "run %lld: %s", r->run, wrong);
  if (!rc) rc = place_check(f, r, r->begin_place, r->begun, ML_KIND_RUN_BEGIN, e);
  if (!rc && r->end_place) rc = place_check(f, r, r->end_place, r->ended, ML_KIND_RUN_END, e);
  return rc;
}

static int runs_check(MlFacts *f, MlErr *e) {
  MlErr ignored = {0};
  sqlite3_stmt *st = NULL;
  int more = 1;
  int rc = ml_run_scan(f->c, (MlText){NULL, 0}, INT64_MIN, INT64_MAX, 0, &st, e);
  while (!rc && more) {
    MlRun r;
    rc = ml_run_scan_next(f->c, st, &r, &more, e);
    if (!rc && more) rc = run_check(f, &r, e);
  }
  ml_run_done(f->c, st, &ignored);
  ml_err_clear(&ignored);
  return rc ? ml_facts_excuse(f, ML_FAULT_RUN, NULL, e) : SQLITE_OK;
}

/* ---- all ---- */

static int all_check(MlFacts *f, MlErr *e) {
  int known = 1;
  i64 met;
  int rc = ml_verify_schema_run(f, &met, e);
  if (rc || !met) return rc;
  rc = meta_check(f, &known, e);
  if (rc || !known) return rc;
  rc = config_check(f, e);
  if (!rc) rc = ml_verify_log_run(f, e);
  if (!rc) rc = ml_verify_memory_run(f, e);
  if (!rc) rc = ml_verify_fold_run(f, e);
  return rc ? rc : runs_check(f, e);
}

/* For faults that were counted but not told. */
static int rest_tell(MlFacts *f, MlErr *e) {
  int rc = SQLITE_OK;
  for (int k = 0; k < ML_FAULT_KINDS && !rc; k++) {
    i64 more = f->faults.count[k] - ML_FAULTS_SHOWN;
    f->faults.count[k] = 0;
    if (more > 0) rc = ml_facts_fault(f, (MlFaultKind)k, NULL, e, "and %lld more of this kind", more);
  }
  return rc;
}

int ml_verify_run(MlConn *c, MlFaults *faults, MlErr *e) {
  MlFacts f;
  memset(faults, 0, sizeof(*faults));
  if (c->emitting) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_verify: not inside a listener: the log is being written");
  }
  ml_facts_open(&f, c);
  int rc = all_check(&f, e);
  if (!rc) rc = rest_tell(&f, e);
  *faults = f.faults;
  ml_facts_close(&f);
  return rc;
}
