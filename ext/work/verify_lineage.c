#include "verify_lineage.h"

#include "../data/json.h"
#include "../store/item.h"
#include "../store/lineage.h"
#include "edge.h"

#include <string.h>

/* A row that cannot be read was told of, and the next one follows; what stops the scan is an error that stays. */
static int row_excuse(MlFacts *f, const MlUuid *id, int *more, MlErr *e) {
  char text[37];
  if (e->rc != SQLITE_CORRUPT || !*more) {
    *more = 0;
    return ml_facts_excuse(f, ML_FAULT_LINEAGE, NULL, e);
  }
  ml_uuid_text(id, text);
  MlErr said = *e;
  *e = (MlErr){0};
  const char *words = said.msg ? said.msg + strlen("memlog: ") : "it is damaged";
  int rc = ml_facts_fault(f, ML_FAULT_LINEAGE, NULL, e, "%s: %s", text, words);
  ml_err_clear(&said);
  return rc;
}

/* ---- entities ---- */

static const char *const sources[] = {"trusted", "untrusted", "unknown", NULL};
static const char *const decisions[] = {"admitted", "denied", "quarantined", "released", NULL};
static const char *const effects[] = {"ok", "failed", "reverted", NULL};
static const char *const kinds[] = {"summary", "merge", "extraction", "embedding", "index", "copy", NULL};

/* Members whose values classes are made of. */
static const struct {
  MlText type, member;
  const char *const *words;
  const char *wrong;
} words[] = {
    {ML_TEXT("source"), ML_TEXT("\"trust\""), sources, "its trust is no class of trust"},
    {ML_TEXT("decision"), ML_TEXT("\"outcome\""), decisions, "its outcome is none of decisions"},
    {ML_TEXT("effect"), ML_TEXT("\"outcome\""), effects, "its outcome is none of effects"},
    {ML_TEXT("transformation"), ML_TEXT("\"kind\""), kinds, "its kind is none of transformations"},
};

static int is_word(MlText json, const char *const *list) {
  return ml_json_type(json) == ML_STRING && ml_text_among((MlText){json.p + 1, json.n - 2}, list) >= 0;
}

/* What was erased has no detail. */
static const char *detail_wrong(MlFacts *f, const MlEntity *x) {
  MlJsonScan s;
  if (!x->detail.p) return NULL;
  if (!ml_facts_json(f, x->detail)) return "its detail is not JSON as memlog writes it";
  for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
    if (!ml_text_same(words[i].type, x->type)) continue;
    for (ml_json_open(&s, x->detail); ml_json_next(&s);) {
      if (ml_text_same(s.name, words[i].member)) return is_word(s.value, words[i].words) ? NULL : words[i].wrong;
    }
    return words[i].wrong;
  }
  return NULL;
}

/* A position that was pruned may have been anything. */
static int txn_right(MlFacts *f, i64 txn, int *right, MlErr *e) {
  MlCheckPlace at;
  *right = !txn || f->anchor_lost || txn <= f->anchor.at.seq;
  if (*right) return SQLITE_OK;
  int rc = ml_check_place(&f->check, txn, ML_TEXT(""), &at, e);
  if (!rc && at.kind == ML_KINDS) rc = ml_check_place(&f->check, -txn, ML_TEXT(""), &at, e);
  *right = !rc && at.kind != ML_KINDS;
  return rc;
}

static int entity_check(MlFacts *f, const MlEntity *x, MlErr *e) {
  char id[37];
  int right;
  int rc = txn_right(f, x->txn, &right, e);
  if (rc) return ml_facts_excuse(f, ML_FAULT_LINEAGE, NULL, e);
  const char *wrong = detail_wrong(f, x);
  if (!wrong && x->key.p && !ml_facts_key_text(x->key)) wrong = "its key is no key";
  if (!wrong && x->actor.p && !x->actor.n) wrong = "its actor has no name";
  if (!wrong && !right) wrong = "there is no row of the log at its txn";
  if (!wrong) return SQLITE_OK;
  MlFaultAt at = {.key = x->key, .seq = x->txn};
  ml_uuid_text(&x->id, id);
  return ml_facts_fault(f, ML_FAULT_LINEAGE, &at, e, "%s %s: %s", x->type.p, id, wrong);
}

static int entities_check(MlFacts *f, MlErr *e) {
  MlErr ignored = {0};
  sqlite3_stmt *st = NULL;
  MlEntity x;
  int more = 1;
  int rc = ml_entity_scan(f->c, NULL, &st, e);
  while (!rc && more) {
    rc = ml_entity_next(f->c, st, &x, &more, e);
    if (rc) {
      rc = row_excuse(f, &x.id, &more, e);
    } else if (more) {
      rc = entity_check(f, &x, e);
    }
  }
  if (st) ml_lineage_done(f->c, st, &ignored);
  ml_err_clear(&ignored);
  return rc;
}

/* ---- edges ---- */

/* What stands at an end; *what 0: nothing does. */
static int end_find(MlFacts *f, const MlUuid *id, i64 version, unsigned *what, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlEntity entity;
  MlItem item;
  i64 place = 0;
  int found = 0;
  int rc = ml_entity_find(f->c, id, &entity, &st, &found, e);
  *what = !rc && found ? ml_things_of_type(entity.type) : 0;
  int rc2 = st ? ml_lineage_done(f->c, st, e) : SQLITE_OK;
  if (rc || rc2 || (*what && (!version || *what == ML_A_RECORD))) return rc ? rc : rc2;
  *what = 0;
  rc = ml_item_find_version(f->c, id, version, &item, &st, &found, e);
  rc2 = st ? ml_item_done(f->c, st, e) : SQLITE_OK;
  if (!rc && found) *what = ML_A_RECORD;
  if (rc || rc2 || found || version) return rc ? rc : rc2;
  rc = ml_log_place_of(f->c, id, &place, e);
  if (!rc && place) *what = ML_AN_EVENT;
  return rc;
}

/* A row at an end that cannot be read was told of, or will be. */
static int end_excuse(MlFacts *f, MlErr *e) {
  if (e->rc != SQLITE_CORRUPT) return ml_facts_excuse(f, ML_FAULT_LINEAGE, NULL, e);
  ml_err_clear(e);
  return SQLITE_OK;
}

/* What pruning took may have been there: a version, or an event by its place. */
static unsigned pruned_could_be(const MlFacts *f, const MlUuid *id, i64 version) {
  if (f->anchor_lost) return ML_A_RECORD | ML_AN_EVENT;
  if (!f->anchor.at.seq) return 0;
  if (version) return ML_A_RECORD;
  return ml_log_seq_of(id) <= f->anchor.at.seq ? ML_A_RECORD | ML_AN_EVENT : ML_A_RECORD;
}

static int edge_fault(MlFacts *f, const MlEdge *x, const char *wrong, MlErr *e) {
  char from[37], to[37], show[ML_ERR_SHOW];
  ml_uuid_text(&x->from, from);
  ml_uuid_text(&x->to, to);
  return ml_facts_fault(f, ML_FAULT_LINEAGE, NULL, e, "memlog_edge: from %s@%lld %s to %s@%lld: %s", from,
                        x->from_version, ml_err_show(show, x->relation), to, x->to_version, wrong);
}

static int edge_check(MlFacts *f, const MlEdge *x, MlErr *e) {
  unsigned from, to;
  int rc = end_find(f, &x->from, x->from_version, &from, e);
  if (!rc) rc = end_find(f, &x->to, x->to_version, &to, e);
  if (rc) return end_excuse(f, e);
  if (!from) from = pruned_could_be(f, &x->from, x->from_version);
  if (!to) to = pruned_could_be(f, &x->to, x->to_version);
  int joins = ml_edge_joins(x->relation, from, to);
  if (joins < 0) return edge_fault(f, x, "there is no such relation", e);
  if (!from) return edge_fault(f, x, "it comes from nowhere", e);
  if (!to) return edge_fault(f, x, "it leads nowhere", e);
  if (!joins) return edge_fault(f, x, "the relation does not join such things", e);
  if (x->reason.p && !ml_edge_is_reason(x->reason)) return edge_fault(f, x, "its reason is no word", e);
  if (x->detail.p && !ml_facts_json(f, x->detail)) return edge_fault(f, x, "its detail is not as memlog writes it", e);
  int same = x->from_version == x->to_version && memcmp(x->from.b, x->to.b, sizeof(x->from.b)) == 0;
  return same ? edge_fault(f, x, "both ends are the same", e) : SQLITE_OK;
}

static int edges_check(MlFacts *f, MlErr *e) {
  MlErr ignored = {0};
  sqlite3_stmt *st = NULL;
  MlEdge x;
  int more = 1;
  int rc = ml_edge_scan(f->c, &st, e);
  while (!rc && more) {
    rc = ml_edge_next(f->c, st, &x, &more, e);
    if (rc) {
      rc = row_excuse(f, &x.from, &more, e);
    } else if (more) {
      rc = edge_check(f, &x, e);
    }
  }
  if (st) ml_lineage_done(f->c, st, &ignored);
  ml_err_clear(&ignored);
  return rc;
}

/* ---- contents that were taken out ---- */

static int barred_check(MlFacts *f, const MlUuid *record, MlErr *e) {
  unsigned what;
  char id[37];
  int rc = end_find(f, record, 0, &what, e);
  if (rc) return end_excuse(f, e);
  if (!what) what = pruned_could_be(f, record, 0);
  ml_uuid_text(record, id);
  if (what & ML_A_RECORD) return SQLITE_OK;
  return ml_facts_fault(f, ML_FAULT_LINEAGE, NULL, e, "memlog_barred: there is no record %s", id);
}

static int barred_all_check(MlFacts *f, MlErr *e) {
  MlErr ignored = {0};
  sqlite3_stmt *st = NULL;
  MlUuid record = {{0}};
  int more = 1;
  int rc = ml_barred_scan(f->c, &st, e);
  while (!rc && more) {
    rc = ml_barred_next(f->c, st, &record, &more, e);
    if (rc) {
      rc = row_excuse(f, &record, &more, e);
    } else if (more) {
      rc = barred_check(f, &record, e);
    }
  }
  if (st) ml_lineage_done(f->c, st, &ignored);
  ml_err_clear(&ignored);
  return rc;
}

/* ---- all ---- */

int ml_verify_lineage_run(MlFacts *f, MlErr *e) {
  if (f->c->version < 4) return SQLITE_OK; /* no such tables yet */
  int rc = entities_check(f, e);
  if (rc) rc = ml_facts_excuse(f, ML_FAULT_LINEAGE, NULL, e);
  if (!rc && edges_check(f, e)) rc = ml_facts_excuse(f, ML_FAULT_LINEAGE, NULL, e);
  if (!rc && barred_all_check(f, e)) rc = ml_facts_excuse(f, ML_FAULT_LINEAGE, NULL, e);
  return rc;
}
