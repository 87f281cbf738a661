#include "verify.h"

#include "../store/config.h"
#include "../store/consumer.h"
#include "../store/meta.h"
#include "../store/run.h"
#include "../store/ttl.h"
#include "verify_fold.h"
#include "verify_index.h"
#include "verify_item.h"
#include "verify_large.h"
#include "verify_lineage.h"
#include "verify_log.h"
#include "verify_memory.h"
#include "verify_retain.h"
#include "verify_schema.h"
#include "verify_vector.h"

#include <string.h>

/* ---- memlog_meta and memlog_config ---- */

/* *known is 0 when the file's schema is newer than ours, or there are views in the place of tables: nothing more can be
** said of it then. */
static int meta_check(MlFacts *f, int *known, MlErr *e) {
  int there;
  int rc = ml_meta_installed(f->c, &there, e);
  *known = rc != SQLITE_ERROR;
  return rc ? ml_facts_excuse(f, ML_FAULT_META, NULL, e) : SQLITE_OK;
}

/* Whether a row of memlog_meta is one of those there are. That one is missing comes out elsewhere. */
static int meta_known(const MlCheckSetting *s) {
  if (s->name_type != SQLITE_TEXT) return 0;
  if (ml_text_same(s->name, ML_TEXT("version"))) return s->value_type == SQLITE_INTEGER;
  if (ml_text_same(s->name, ML_TEXT("erasures"))) return s->value_type == SQLITE_INTEGER;
  if (ml_text_same(s->name, ML_TEXT("lineage"))) return s->value_type == SQLITE_INTEGER;
  if (ml_text_same(s->name, ML_TEXT("anchor"))) return s->value_type == SQLITE_TEXT;
  return ml_text_same(s->name, ML_TEXT("root")) && s->value_type == SQLITE_BLOB;
}

static int meta_row_check(MlFacts *f, const MlCheckSetting *s, MlErr *e) {
  char name[ML_ERR_SHOW];
  if (meta_known(s)) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_META, NULL, e, "memlog_meta: %s: there is no such row, or not with such a value",
                        ml_err_show(name, s->name));
}

static int anchor_check(MlFacts *f, MlErr *e) {
  int rc = ml_meta_anchor_get(f->c, &f->anchor, e);
  if (!rc) return SQLITE_OK;
  f->anchor_lost = 1;
  return ml_facts_excuse(f, ML_FAULT_META, NULL, e);
}

static int setting_check(MlFacts *f, const MlCheckSetting *s, MlErr *e) {
  char name[ML_ERR_SHOW], value[ML_ERR_SHOW];
  MlErr unknown = {0};
  const MlOption *o = ml_config_find(s->name, &unknown);
  ml_err_clear(&unknown);
  ml_err_show(name, s->name);
  if (!o) return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "there is no option %s", name);
  if (s->name_type != SQLITE_TEXT) return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "the name %s is no text", name);
  if (!s->timed) {
    return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "when option %s was changed is no time", name);
  }
  if (s->value_type == SQLITE_NULL) return SQLITE_OK; /* unset */
  int valid = s->value_type == SQLITE_TEXT ? ml_config_valid(o, s->value) : 0;
  if (valid < 0) return ml_err_nomem(e);
  if (valid) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_CONFIG, NULL, e, "option %s cannot be %s", name, ml_err_show(value, s->value));
}

typedef int (*SettingCheck)(MlFacts *f, const MlCheckSetting *s, MlErr *e);

static int settings_check(MlFacts *f, MlCheckTable table, MlFaultKind kind, SettingCheck each, MlErr *e) {
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(&f->check, table, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    MlCheckSetting s;
    rc = ml_check_step(&f->check, st, &more, e);
    if (rc || !more) break;
    ml_check_setting(st, &s);
    rc = each(f, &s, e);
  }
  ml_check_done(&f->check, st);
  return rc ? ml_facts_excuse(f, kind, NULL, e) : SQLITE_OK;
}

/* ---- memlog_ttl ---- */

static int rule_check(MlFacts *f, const MlTtlRow *r, MlErr *e) {
  MlFaultAt at = {.key = r->id.key, .path = r->id.path};
  const char *wrong = r->wrong;
  if (!wrong && !ml_facts_key_text(r->id.key)) wrong = "its key is no key";
  if (!wrong && !ml_facts_path(f, r->id.path)) wrong = "its path is not in canonical form";
  return wrong ? ml_facts_fault(f, ML_FAULT_CONFIG, &at, e, "memlog_ttl: %s", wrong) : SQLITE_OK;
}

static int rules_check(MlFacts *f, MlErr *e) {
  sqlite3_stmt *st = NULL;
  int more = 1;
  if (f->c->version < 2) return SQLITE_OK;
  int rc = ml_ttl_scan(f->c, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    MlTtlRow r;
    rc = ml_ttl_next(f->c, st, &r, &more, e);
    if (!rc && more) rc = rule_check(f, &r, e);
  }
  ml_ttl_done(f->c, st);
  return rc ? ml_facts_excuse(f, ML_FAULT_CONFIG, NULL, e) : SQLITE_OK;
}

/* ---- what SQLite itself can check ---- */

/* Whether a table's rows and indexes are whole and each column holds what it was declared for. */
static int tree_check(MlFacts *f, MlFaultKind kind, MlText table, MlErr *e) {
  char show[ML_ERR_SHOW];
  sqlite3_stmt *st;
  MlText said;
  int more = 1;
  int rc = ml_check_begin(&f->check, ML_CHECK_TREE, table, &st, e);
  while (!rc && more) {
    rc = ml_check_step(&f->check, st, &more, e);
    if (rc || !more) break;
    rc = ml_check_said(st, &said, e);
    if (!rc && said.n) rc = ml_facts_fault(f, kind, NULL, e, "%s: %s", table.p, ml_err_show(show, said));
  }
  ml_check_done(&f->check, st);
  if (rc == SQLITE_ERROR) ml_err_clear(e); /* there is no such table: that was told */
  return rc == SQLITE_ERROR ? SQLITE_OK : rc ? ml_facts_excuse(f, kind, NULL, e) : SQLITE_OK;
}

static int trees_check(MlFacts *f, MlErr *e) {
  static const struct {
    MlFaultKind kind;
    MlText name;
  } table[] = {
      {ML_FAULT_META, ML_TEXT("memlog_meta")},      {ML_FAULT_CONFIG, ML_TEXT("memlog_config")},
      {ML_FAULT_ROW, ML_TEXT("memlog_event")},      {ML_FAULT_ROW, ML_TEXT("memlog_quiet")},
      {ML_FAULT_CELL, ML_TEXT("memlog_cell")},      {ML_FAULT_SNAPSHOT, ML_TEXT("memlog_snapshot")},
      {ML_FAULT_RUN, ML_TEXT("memlog_run")},        {ML_FAULT_CONSUMER, ML_TEXT("memlog_consumer")},
      {ML_FAULT_VALUE, ML_TEXT("memlog_value")},    {ML_FAULT_CONFIG, ML_TEXT("memlog_retain")},
      {ML_FAULT_CELL, ML_TEXT("memlog_used")},      {ML_FAULT_CONFIG, ML_TEXT("memlog_ttl")},
      {ML_FAULT_ITEM, ML_TEXT("memlog_item")},      {ML_FAULT_ITEM, ML_TEXT("memlog_unindexed")},
      {ML_FAULT_ITEM, ML_TEXT("memlog_vector")},    {ML_FAULT_SESSION, ML_TEXT("memlog_session")},
      {ML_FAULT_SESSION, ML_TEXT("memlog_judged")}, {ML_FAULT_LINEAGE, ML_TEXT("memlog_entity")},
      {ML_FAULT_LINEAGE, ML_TEXT("memlog_edge")},   {ML_FAULT_LINEAGE, ML_TEXT("memlog_barred")},
  };
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof(table) / sizeof(*table) && !rc; i++) {
    rc = tree_check(f, table[i].kind, table[i].name, e);
  }
  return rc;
}

/* ---- memlog_run ---- */

/* A run of which the log has no more rows is gone; one that goes on behind the anchor keeps its beginning. */
static int pruned_check(MlFacts *f, const MlRun *r, i64 place, i64 time, MlErr *e) {
  MlFaultAt at = {.key = r->key, .seq = ml_event_position(place)};
  if (place == r->end_place) {
    return ml_facts_fault(f, ML_FAULT_RUN, &at, e, "run %lld: it ended before the place that the log was pruned up to",
                          r->run);
  }
  if (time <= f->anchor.at.time) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_RUN, &at, e, "run %lld: its begin was pruned, but its time is later", r->run);
}

static int place_check(MlFacts *f, const MlRun *r, i64 place, i64 time, MlKind kind, MlErr *e) {
  MlFaultAt at = {.key = r->key, .seq = ml_event_position(place)};
  const char *what = kind == ML_KIND_RUN_END ? "end" : "begin";
  MlCheckPlace p;
  if (at.seq <= f->anchor.at.seq) return pruned_check(f, r, place, time, e);
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
  static const char *const outcomes[] = {"completed", "failed", "abandoned", NULL};
  int forgotten = !r->key.n;
  if (!forgotten && !ml_facts_key_text(r->key)) return "its key is no key";
  if (forgotten && (r->input.p || r->output.p)) return "it is of a forgotten key, but has input or output";
  if (r->input.p && !ml_facts_json(f, r->input)) return "input is not JSON as memlog writes it";
  if (r->output.p && !ml_facts_json(f, r->output)) return "output is not JSON as memlog writes it";
  if (!r->end_place) {
    return r->outcome.p || r->output.p || r->ended ? "it has not ended, but has an outcome, output or time of its end"
                                                   : NULL;
  }
  return ml_text_among(r->outcome, outcomes) >= 0 ? NULL : "its outcome is none of completed, failed, abandoned";
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
    if (rc && more) {
      MlFaultAt at = {.key = r.key};
      rc = ml_facts_excuse(f, ML_FAULT_RUN, &at, e);
    } else if (!rc && more) {
      rc = run_check(f, &r, e);
    }
  }
  ml_run_done(f->c, st, &ignored);
  ml_err_clear(&ignored);
  return rc ? ml_facts_excuse(f, ML_FAULT_RUN, NULL, e) : SQLITE_OK;
}

/* ---- memlog_consumer ---- */

static int consumer_check(MlFacts *f, const MlConsumer *x, i64 last, MlErr *e) {
  char name[ML_ERR_SHOW];
  const char *wrong = NULL;
  if (!ml_facts_key_text(x->name)) wrong = "its name is none";
  if (x->place > last || x->leased > last) wrong = "it has read further than the log goes";
  if (!wrong) return SQLITE_OK;
  MlFaultAt at = {.seq = x->place};
  return ml_facts_fault(f, ML_FAULT_CONSUMER, &at, e, "consumer %s: %s", ml_err_show(name, x->name), wrong);
}

static int consumers_check(MlFacts *f, MlErr *e) {
  MlErr ignored = {0};
  sqlite3_stmt *st = NULL;
  MlTail t;
  int more = 1;
  int rc = ml_log_tail(f->c, &t, e);
  if (!rc) rc = ml_consumer_scan(f->c, &st, e);
  while (!rc && more) {
    MlConsumer x;
    rc = ml_consumer_scan_next(f->c, st, &x, &more, e);
    if (rc && more) {
      rc = ml_facts_excuse(f, ML_FAULT_CONSUMER, NULL, e);
    } else if (!rc && more) {
      rc = consumer_check(f, &x, t.seq, e);
    }
  }
  ml_consumer_done(f->c, st, &ignored);
  ml_err_clear(&ignored);
  return rc ? ml_facts_excuse(f, ML_FAULT_CONSUMER, NULL, e) : SQLITE_OK;
}

/* ---- the head that was saved ---- */

/* Chained as they are, the rows before one whose id is known are those that stood there when it was saved. */
static int saved_check(MlFacts *f, const MlUuid *saved, MlErr *e) {
  i64 place, seq = ml_log_seq_of(saved);
  MlFaultAt at = {.seq = seq};
  MlTail t;
  int rc = ml_log_place_of(f->c, saved, &place, e);
  if (!rc) rc = ml_log_tail(f->c, &t, e);
  if (rc) return ml_facts_excuse(f, ML_FAULT_TAIL, &at, e);
  const MlTail *anchor = &f->anchor.at;
  if (place || (anchor->seq == seq && memcmp(anchor->id.b, saved->b, sizeof(saved->b)) == 0)) return SQLITE_OK;
  if (seq < anchor->seq) {
    return ml_facts_fault(f, ML_FAULT_PRUNED, &at, e,
                          "the head that was saved lies before the place that the log was pruned up to (%lld): whether "
                          "the log went through it cannot be told",
                          anchor->seq);
  }
  if (t.seq < seq) {
    return ml_facts_fault(f, ML_FAULT_TAIL, &at, e,
                          "the head that was saved is gone: the log ends at %lld, what came after was cut off", t.seq);
  }
  return ml_facts_fault(f, ML_FAULT_TAIL, &at, e,
                        "the head that was saved is gone: the log does not go through it, it was cut off before it and "
                        "written on, or is another one");
}

/* ---- all ---- */

static int all_check(MlFacts *f, const MlUuid *saved, MlErr *e) {
  int known = 1;
  i64 met;
  int rc = ml_verify_schema_run(f, &met, e);
  if (!rc && !met && saved) rc = ml_facts_fault(f, ML_FAULT_TAIL, NULL, e, "there is no log in this file");
  if (rc || !met) return rc;
  rc = meta_check(f, &known, e);
  if (rc || !known) return rc;
  rc = settings_check(f, ML_CHECK_META, ML_FAULT_META, meta_row_check, e);
  if (!rc) rc = settings_check(f, ML_CHECK_CONFIG, ML_FAULT_CONFIG, setting_check, e);
  if (!rc) rc = anchor_check(f, e);
  if (!rc) rc = rules_check(f, e);
  if (!rc) rc = trees_check(f, e);
  if (!rc) rc = ml_verify_large_run(f, e);
  if (!rc) rc = ml_verify_log_run(f, e);
  if (!rc) rc = ml_verify_memory_run(f, e);
  if (!rc) rc = ml_verify_fold_run(f, e);
  if (!rc) rc = ml_verify_retain_run(f, e);
  if (!rc) rc = ml_verify_vector_run(f, e);
  if (!rc) rc = runs_check(f, e);
  if (!rc) rc = ml_verify_items_run(f, e);
  if (!rc) rc = ml_verify_lineage_run(f, e);
  if (!rc) rc = consumers_check(f, e);
  if (!rc) rc = ml_verify_index_run(f, e);
  return rc || !saved ? rc : saved_check(f, saved, e);
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

int ml_verify_run(MlConn *c, const MlUuid *saved, MlFaults *faults, MlErr *e) {
  MlFacts f;
  memset(faults, 0, sizeof(*faults));
  if (c->emitting) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_verify: not inside a listener: the log is being written");
  }
  ml_facts_open(&f, c);
  int rc = all_check(&f, saved, e);
  if (!rc) rc = rest_tell(&f, e);
  *faults = f.faults;
  ml_facts_close(&f);
  return rc;
}
