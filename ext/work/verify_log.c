#include "verify_log.h"

#include "../data/mark.h"
#include "../store/meta.h"
#include "../store/run.h"
#include "append.h"
#include "lifecycle.h"

#include <string.h>

typedef struct Pass {
  MlFacts *f;
  i64 seq, time;
  MlUuid id; /* of the last row */
  u8 linked; /* id is known */
  sqlite3_stmt *snapshots;
  int snapshot_there;
  MlCheckSnapshot snapshot; /* the next one */
} Pass;

static MlFaultAt at_row(const MlRow *r) { return (MlFaultAt){.key = r->key, .seq = r->seq}; }

/* ---- snapshots, side by side with the rows they stand at ---- */

static int snapshot_step(Pass *p, MlErr *e) {
  int rc = ml_check_step(&p->f->check, p->snapshots, &p->snapshot_there, e);
  if (rc) p->snapshot_there = 0;
  if (!rc && p->snapshot_there) ml_check_snapshot(p->snapshots, &p->snapshot);
  return rc ? ml_facts_excuse(p->f, ML_FAULT_SNAPSHOT, NULL, e) : SQLITE_OK;
}

static const char *snapshot_wrong(MlFacts *f, const MlCheckSnapshot *s, const MlRow *r) {
  if (s->wrong) return s->wrong;
  if (!ml_facts_key_text(s->key)) return "its key is no key";
  if (!r) return "no row of the log stands at its position";
  if (r->quiet != (s->snapshot.place < 0)) return "the row at its position stands in the other table of the log";
  if (!ml_text_same(r->key, s->key)) return "the row at its position is another key's";
  for (int i = 0; i < ML_SCOPES; i++) {
    if (s->snapshot.gap[i]) return "it stands in a gap, but the log was not pruned up to it";
  }
  if (s->snapshot.by_reference && (r->kind != ML_KIND_RUN_BEGIN || !r->value.p)) {
    return "it refers to a state that the row at its position does not carry";
  }
  const char *wrong = NULL;
  for (int i = 0; i < ML_SCOPES && !wrong; i++) wrong = ml_facts_change(f, &s->snapshot.state[i]);
  for (int i = 0; i < ML_SCOPES && !wrong; i++) wrong = ml_facts_large(f, s->key, s->snapshot.state[i].value);
  return wrong;
}

static int key_head(Pass *p, MlKeyFacts *k, MlErr *e) {
  MlFaultAt at = {.key = k->key};
  int found;
  if (!k->key.n) { /* no head either: its salt is the root of the chain */
    k->salted = ml_meta_root(p->f->c, &k->head.salt, e) == SQLITE_OK;
    return k->salted ? SQLITE_OK : ml_facts_excuse(p->f, ML_FAULT_META, NULL, e);
  }
  int rc = ml_head_load(p->f->c, k->key, &k->head, &found, e);
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_HEAD, &at, e);
  k->salted = found != 0;
  if (found) return SQLITE_OK;
  return ml_facts_fault(p->f, ML_FAULT_HEAD, &at, e, "it has rows in the log, but no head in memlog_cell");
}

/* Takes the snapshots up to a position; r is the row there, NULL if it is the end of the log. */
static int snapshots_take(Pass *p, i64 upto, const MlRow *r, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && p->snapshot_there && p->snapshot.seq <= upto) {
    const MlCheckSnapshot *s = &p->snapshot;
    i64 seq = s->seq;
    const char *wrong = snapshot_wrong(p->f, s, r && seq == r->seq ? r : NULL);
    MlFaultAt at = {.key = s->key, .seq = seq};
    if (wrong) rc = ml_facts_fault(p->f, ML_FAULT_SNAPSHOT, &at, e, "%s", wrong);
    MlKeyFacts *k = rc ? NULL : ml_facts_key(p->f, s->key);
    if (!rc && !k) return ml_err_nomem(e);
    if (k) {
      k->snap = seq;
      k->rows = k->bytes = 0;
      memset(k->gap, 0, sizeof(k->gap));
      k->broken |= wrong != NULL;
    }
    if (!rc) rc = snapshot_step(p, e);
  }
  return rc;
}

/* What is wrong with a snapshot that keeps what came of a key's pruned rows. */
static const char *pruned_wrong(MlFacts *f, const MlCheckSnapshot *s, const MlKeyFacts *k) {
  const char *wrong = s->wrong;
  if (!wrong && k->pruned) wrong = "a newer one stands at or before the place that the log was pruned up to";
  if (!wrong && s->snapshot.by_reference) wrong = "it refers to a state in a row that was pruned";
  for (int i = 0; i < ML_SCOPES && !wrong; i++) {
    const MlChange *state = &s->snapshot.state[i];
    int holds = state->removed.p || state->containers.p || (state->value.p && state->value.n > 2);
    wrong = ml_facts_change(f, state);
    if (!wrong) wrong = ml_facts_large(f, s->key, state->value);
    if (!wrong && s->snapshot.gap[i] && holds) wrong = "it stands in a gap, but holds a state";
  }
  return wrong;
}

/* Takes those of the rows that were pruned; the newest comes last of a key's, and is the only one that belongs. */
static int snapshots_pruned(Pass *p, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && p->snapshot_there && p->snapshot.seq <= p->f->anchor.at.seq) {
    const MlCheckSnapshot *s = &p->snapshot;
    MlFaultAt at = {.key = s->key, .seq = s->seq};
    MlKeyFacts *k = ml_facts_key(p->f, s->key);
    if (!k) return ml_err_nomem(e);
    const char *wrong = pruned_wrong(p->f, s, k);
    if (wrong) rc = ml_facts_fault(p->f, ML_FAULT_SNAPSHOT, &at, e, "%s", wrong);
    if (!rc && !k->salted) rc = key_head(p, k, e);
    k->pruned = 1;
    k->broken |= wrong != NULL;
    k->snap = s->seq;
    k->last = s->snapshot.place ? s->snapshot.place : s->seq;
    memcpy(k->gap, s->snapshot.gap, sizeof(k->gap));
    if (!rc) rc = snapshot_step(p, e);
  }
  return rc;
}

/* ---- a row ---- */

static const char *refresh_wrong(MlFacts *f, const MlRow *r) {
  MlChange change = ml_log_row_change(r);
  if (!r->quiet) return "a refresh stands in memlog_event";
  if (r->value.p || r->removed.p || r->containers.p) return "a refresh carries more than times";
  return r->expires.p ? ml_facts_change(f, &change) : "a refresh without times";
}

static const char *content_wrong(MlFacts *f, const MlRow *r) {
  MlChange change = ml_log_row_change(r);
  int carries = r->value.p || r->removed.p || r->containers.p || r->expires.p;
  switch ((int)r->kind) {
  case ML_KIND_HOST:
  case ML_KIND_ERASED:
  case ML_KIND_REDACTED:
  case ML_KIND_SESSION_END:
    if (r->expires.p) return "a host's event says when nodes expire";
    return ml_facts_json(f, r->value) ? NULL : "value is not JSON as memlog writes it";
  case ML_KIND_SENSORY_GAP:
  case ML_KIND_SHORT_TERM_GAP:
    if (!r->quiet) return "a gap stands in memlog_event";
    return carries ? "a gap carries content" : NULL;
  case ML_KIND_RUN_END:
    return carries ? "the end of a run carries content" : NULL;
  case ML_KIND_RUN_BEGIN:
    return ml_facts_change(f, &change);
  case ML_KIND_SENSORY_READ:
  case ML_KIND_SHORT_TERM_READ:
    if (r->removed.p || r->containers.p || r->expires.p) return "a read carries changes";
    return r->value.p ? ml_facts_change(f, &change) : "a read without value";
  case ML_KIND_SENSORY_WRITE:
  case ML_KIND_SHORT_TERM_WRITE:
    return r->value.p ? ml_facts_change(f, &change) : "a write without value";
  case ML_KIND_SENSORY_REFRESH:
  case ML_KIND_SHORT_TERM_REFRESH:
    return refresh_wrong(f, r);
  default:
    return NULL;
  }
}

/* A row of no key: what is left of a key that was forgotten, or what says that one was. */
static const char *nobody_wrong(const MlRow *r) {
  if (r->kind == ML_KIND_ERASED) return r->prev ? "it is of no key, but leads to a row before it" : NULL;
  if (!r->has_digest) return "it is of a forgotten key, but has no digest";
  int holds = r->value.p || r->removed.p || r->containers.p || r->before.p || r->expires.p || r->action.p || r->meta.p;
  return holds ? "it is of a forgotten key, but has content" : NULL;
}

/* Of a run its input or output may have been taken out, which stand in memlog_run. */
static int is_redacted(const MlRow *r) {
  return r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END || ml_mark_in(r->value) || ml_mark_in(r->before) ||
         ml_mark_in(r->meta);
}

static const char *row_wrong(MlFacts *f, const MlRow *r) {
  const char *wrong = r->key.n ? NULL : nobody_wrong(r);
  if (wrong) return wrong;
  if (r->key.n && !ml_facts_key_text(r->key)) return "its key is no key";
  if (r->step < 0 || r->step >= r->seq) return "its action does not begin at or before it";
  if (r->cause < 0 || r->cause >= r->seq) return "its cause is not before it";
  if (r->meta.p && !ml_facts_json(f, r->meta)) return "meta is not JSON as memlog writes it";
  if (r->before.p && !ml_facts_values(f, r->before)) return "before is not JSON as memlog writes it";
  if (r->has_digest && !r->key.n) return NULL;
  if (r->has_digest && !is_redacted(r)) return "it has a digest, but nothing was taken out of it";
  wrong = content_wrong(f, r);
  if (!wrong) wrong = ml_facts_large(f, r->key, r->value);
  return wrong ? wrong : ml_facts_large(f, r->key, r->before);
}

/* Positions across both tables, and times. */
static int row_order(Pass *p, const MlRow *r, MlErr *e) {
  MlFaultAt at = at_row(r);
  i64 time = ml_event_minus(r->seq, r->skew);
  int rc = SQLITE_OK;
  if (r->seq <= p->seq) {
    rc = ml_facts_fault(p->f, ML_FAULT_ORDER, &at, e, "its position is not after %lld, that of the row before it",
                        p->seq);
  }
  if (!rc && r->skew < 0) rc = ml_facts_fault(p->f, ML_FAULT_ORDER, &at, e, "its time is after its position");
  if (!rc && time < p->time) {
    rc = ml_facts_fault(p->f, ML_FAULT_ORDER, &at, e, "its time is before that of the row before it");
  }
  p->seq = r->seq;
  p->time = time;
  return rc;
}

/* What the chain covers of memlog_run: the input of a begin, outcome and output of an end. And that row's own
** place. */
static int run_content(Pass *p, const MlRow *r, MlBuf *out, MlText *content, MlErr *e) {
  MlConn *c = p->f->c;
  MlFaultAt at = at_row(r);
  MlRun run;
  sqlite3_stmt *st;
  int found, ends = r->kind == ML_KIND_RUN_END;
  *content = (MlText){NULL, 0};
  int rc = ml_run_get(c, r->run, &run, &st, &found, e);
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_RUN, &at, e);
  if (!found) {
    return ml_facts_fault(p->f, ML_FAULT_RUN, &at, e, "run %lld %s here, but memlog_run does not have it", r->run,
                          ends ? "ends" : "begins");
  }
  if ((ends ? run.end_place : run.begin_place) != ml_event_place(r->quiet, r->seq)) {
    rc = ml_facts_fault(p->f, ML_FAULT_RUN, &at, e, "run %lld %s here, but memlog_run says elsewhere", r->run,
                        ends ? "ends" : "begins");
  }
  if (ends) {
    ml_lifecycle_end_content(&run, out);
  } else if (run.input.p) {
    ml_buf_text(out, run.input);
  }
  if (ends || run.input.p) *content = ml_buf_view(out);
  int rc2 = ml_run_done(c, st, e);
  if (!rc && out->rc) rc = ml_err_nomem(e);
  return rc ? rc : rc2;
}

/* Whether the row's id is the one that follows from the row before it and its content. */
static int row_chain(Pass *p, const MlRow *r, MlKeyFacts *k, MlErr *e) {
  MlConn *c = p->f->c;
  MlFaultAt at = at_row(r);
  MlBuf content = {0};
  MlText input = {NULL, 0};
  MlUuid digest = r->digest, chain;
  int rc = SQLITE_OK, known = p->linked && (r->has_digest || k->salted);
  if (r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END) rc = run_content(p, r, &content, &input, e);
  if (!rc && known && !r->has_digest) rc = ml_append_digest(c, r, input, &k->head.salt, &digest, e);
  if (!rc && known) rc = ml_append_chain(c, r, &digest, &p->id, &chain, e);
  if (!rc && known && ml_log_chain_of(&chain) != r->chain) {
    rc = ml_facts_fault(p->f, ML_FAULT_CHAIN, &at, e,
                        "its id does not follow from its content and the row before it: one of the two was changed, or "
                        "rows between them are gone");
  }
  p->id = ml_log_id(r->seq, r->chain);
  p->linked = 1;
  ml_buf_free(&content);
  return rc;
}

/* What the row says of its key. */
static int row_key(Pass *p, const MlRow *r, MlKeyFacts *k, MlErr *e) {
  MlFaultAt at = at_row(r);
  i64 before;
  int rc = SQLITE_OK;
  if (!r->key.n) return SQLITE_OK;
  if (!ml_log_previous(r, &before) || before != k->last) {
    k->broken = 1;
    rc = ml_facts_fault(p->f, ML_FAULT_POINTER, &at, e, "it leads to %lld, but the key's row before it stands at %lld",
                        ml_event_position(before), ml_event_position(k->last));
  }
  if (!k->seen) k->first = ml_event_minus(r->seq, r->skew);
  k->seen = 1;
  k->last = ml_event_place(r->quiet, r->seq);
  k->events += !r->quiet;
  for (int s = 0; s < ML_SCOPES; s++) {
    if (r->kind == ml_event_gap_kind((MlScope)s) && !k->gap[s]) k->gap[s] = r->seq;
  }
  k->rows++;
  k->bytes += ml_append_bytes(r);
  k->lightened |= r->has_digest;
  if (r->kind == ML_KIND_RUN_BEGIN) {
    k->runs = r->value.p ? 0 : k->runs + 1;
    k->runs_told |= r->value.p != NULL;
  }
  if (r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END) {
    k->run_told = 1;
    k->run = r->kind == ML_KIND_RUN_BEGIN ? r->run : 0;
    k->gap[ML_SENSORY] = 0;
  }
  return rc;
}

/* The facts of the row's key; its head is read when it is first met. */
static int key_facts(Pass *p, const MlRow *r, MlKeyFacts **pk, MlErr *e) {
  MlKeyFacts *k = *pk = ml_facts_key(p->f, r->key);
  if (!k) return ml_err_nomem(e);
  return k->last || k->salted ? SQLITE_OK : key_head(p, k, e);
}

static int row_check(Pass *p, const MlRow *r, MlErr *e) {
  MlFaultAt at = at_row(r);
  MlKeyFacts *k;
  int rc = row_order(p, r, e);
  if (!rc) rc = key_facts(p, r, &k, e);
  if (rc) return rc;
  const char *wrong = row_wrong(p->f, r);
  if (wrong) {
    k->broken = 1;
    rc = ml_facts_fault(p->f, ML_FAULT_ROW, &at, e, "%s", wrong);
  }
  if (!rc) rc = row_key(p, r, k, e);
  if (!rc) rc = row_chain(p, r, k, e);
  return rc ? rc : snapshots_take(p, r->seq, r, e);
}

/* Of a row that cannot be read mostly its position and key are known. */
static int row_unread(Pass *p, const MlRow *r, MlErr *e) {
  MlFaultAt at = at_row(r);
  MlKeyFacts *k = r->key.p ? ml_facts_key(p->f, r->key) : NULL;
  p->linked = 0;
  if (r->key.p && !k) return ml_err_nomem(e);
  if (k && r->seq > 0) {
    k->broken = k->seen = 1;
    k->last = r->quiet ? -r->seq : r->seq;
    k->events += !r->quiet;
  }
  return ml_facts_excuse(p->f, ML_FAULT_ROW, &at, e);
}

static int pass_begin(Pass *p, sqlite3_stmt **rows, MlErr *e) {
  MlFacts *f = p->f;
  MlScan all = {.low = INT64_MIN, .high = INT64_MAX, .quiet = 1};
  int rc = ml_meta_root(f->c, &p->id, e);
  p->linked = !rc && !f->anchor_lost;
  if (rc) rc = ml_facts_excuse(f, ML_FAULT_META, NULL, e);
  if (f->anchor.at.seq) {
    p->id = f->anchor.at.id;
    p->seq = f->anchor.at.seq;
    p->time = f->anchor.at.time;
    p->linked = 1;
  }
  if (!rc && ml_check_begin(&f->check, ML_CHECK_SNAPSHOTS, (MlText){NULL, 0}, &p->snapshots, e)) {
    rc = ml_facts_excuse(f, ML_FAULT_SNAPSHOT, NULL, e);
  } else if (!rc) {
    rc = snapshot_step(p, e);
  }
  if (!rc) rc = snapshots_pruned(p, e);
  if (!rc && ml_log_scan(f->c, &all, rows, e)) rc = ml_facts_excuse(f, ML_FAULT_ROW, NULL, e);
  return rc;
}

int ml_verify_log_run(MlFacts *f, MlErr *e) {
  Pass p = {.f = f};
  sqlite3_stmt *rows = NULL;
  MlRow r;
  int more = 1;
  int rc = pass_begin(&p, &rows, e);
  while (!rc && rows && more) {
    rc = ml_log_scan_next(f->c, rows, &r, &more, e);
    if (rc && more) {
      rc = row_unread(&p, &r, e);
    } else if (rc) { /* the table cannot be read on */
      rc = ml_facts_excuse(f, ML_FAULT_ROW, NULL, e);
      break;
    } else if (more) {
      rc = row_check(&p, &r, e);
    } else {
      f->log_read = 1;
      rc = snapshots_take(&p, INT64_MAX, NULL, e);
    }
  }
  MlErr ignored = {0};
  ml_log_done(f->c, rows, &ignored);
  ml_err_clear(&ignored);
  ml_check_done(&f->check, p.snapshots);
  return rc;
}
