#include "import_state.h"

#include "../store/head.h"
#include "../store/large.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "../store/run.h"
#include "../store/snapshot.h"
#include "apply.h"
#include "import_item.h"
#include "snap.h"

#include <string.h>

/* So far above all that were over no run is. */
#define RUNS_MAX 1000000000

static int line_refuse(MlErr *e, const char *where, const char *why) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: line: %s: %s", where, why);
}

/* ---- states ---- */

static int states_apply(MlConn *c, const MlLine *l, int *changed, MlErr *e) {
  const MlChange *state[ML_SCOPES] = {&l->change, &l->sensory};
  int rc = SQLITE_OK;
  *changed = 0;
  for (int i = 0; i < ML_SCOPES && !rc; i++) rc = ml_apply_check(l->key, state[i], e);
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    int now;
    rc = ml_apply_state(c, l->key, (MlScope)i, state[i], &now, e);
    *changed |= now;
  }
  return rc;
}

/* What the rows say of a scope without a gap the state says, too. */
static int states_check(MlConn *c, const MlLine *l, const MlHead *h, MlErr *e) {
  const MlChange *state[ML_SCOPES] = {&l->change, &l->sensory};
  int rc = SQLITE_OK, same = 1;
  for (int i = 0; i < ML_SCOPES && !rc && same; i++) {
    if (!h->gap[i]) rc = ml_apply_same(c, l->key, (MlScope)i, state[i], &same, e);
  }
  return rc || same ? rc : line_refuse(e, "memlog.state", "it is not what the key's rows lead to, and no gap is open");
}

static int snapshot_put(MlConn *c, const MlLine *l, i64 place, MlErr *e) {
  MlSnapshot s = {.place = place, .state = {l->change, l->sensory}, .gap = {l->gap[0], l->gap[1]}};
  MlChange *sensory = &s.state[ML_SENSORY];
  if (!sensory->containers.p && ml_text_same(sensory->value, ML_TEXT("{}"))) sensory->value.p = NULL;
  MlBuf value[ML_SCOPES] = {0};
  int rc = SQLITE_OK;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    rc = ml_large_stow(c, l->key, s.state[i].value, &value[i], e);
    if (value[i].n) s.state[i].value = ml_buf_view(&value[i]);
  }
  if (!rc) rc = ml_snapshot_insert(c, l->key, &s, e);
  for (int i = 0; i < ML_SCOPES; i++) ml_buf_free(&value[i]);
  return rc;
}

/* 1 in *is if a snapshot of the key stands at a position. */
static int snapshot_is(MlConn *c, MlText key, i64 seq, int *is, MlErr *e) {
  MlSnapshot s;
  sqlite3_stmt *st;
  int rc = ml_snapshot_find(c, key, seq, &s, &st, e);
  if (rc) return rc;
  *is = s.place && ml_event_position(s.place) == seq;
  return ml_snapshot_done(c, st, e);
}

static int later_take(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e) {
  MlHead h;
  i64 place, seq;
  int found, is = 0, changed = 0;
  int rc = ml_log_place_of(c, &l->id, &place, e);
  if (!rc && !place)
    rc = line_refuse(e, "memlog.state", "its row is not in this file: import the lines in their order");
  seq = ml_event_position(place);
  if (!rc) rc = ml_head_load(c, l->key, &h, &found, e);
  if (!rc) rc = snapshot_is(c, l->key, seq, &is, e);
  if (rc || is) return rc;
  if (l->live && (h.last != place || !(h.gap[ML_SHORT_TERM] || h.gap[ML_SENSORY]))) return SQLITE_OK;
  if (h.last != place) return line_refuse(e, "memlog.state", "its row is not the key's newest any more");
  rc = states_check(c, l, &h, e);
  if (!rc) rc = states_apply(c, l, &changed, e);
  if (!rc && !l->live) rc = snapshot_put(c, l, place, e);
  if (!rc && !l->live) {
    ml_snap_note(&h, place);
    rc = ml_head_save(c, l->key, &h, e);
  }
  *done = !rc && (changed || !l->live);
  *id = l->id;
  return rc;
}

/* ---- where the rows begin ---- */

/* The id that the row before has here, of which nothing else is. */
static MlUuid start_id(const MlLine *l, i64 seq) { return ml_log_id(seq, ml_log_chain_of(&l->start_id)); }

enum { ABSENT, BEGINS, WITHIN };

/* Whether the log here begins behind the row that a line names, or has that row. */
static int start_find(MlConn *c, const MlLine *l, MlAnchor *a, int *is, MlErr *e) {
  i64 place = 0;
  int rc = ml_meta_anchor_get(c, a, e);
  *is = ABSENT;
  if (rc) return rc;
  MlUuid id = start_id(l, a->at.seq);
  if (a->at.seq && memcmp(&id, &a->at.id, sizeof(id)) == 0) {
    *is = BEGINS;
    return SQLITE_OK;
  }
  rc = ml_log_place_of(c, &l->start_id, &place, e);
  if (!rc && place) *is = WITHIN;
  return rc;
}

/* Rows are here already: nothing is put before them. */
static int empty_check(MlConn *c, const char *why, MlErr *e) {
  MlTail t;
  int rc = ml_log_tail(c, &t, e);
  return rc || !t.seq ? rc : line_refuse(e, "memlog.start", why);
}

int ml_import_state_start(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e) {
  static const char why[] = "the rows before are not here: import into a fresh file";
  MlAnchor a;
  int is;
  int rc = start_find(c, l, &a, &is, e);
  if (rc || is != ABSENT) return rc;
  if (a.at.seq) return line_refuse(e, "memlog.start", why);
  if (l->seq < l->time || l->seq >= ML_POSITION_MAX) {
    return line_refuse(e, "memlog.seq", "that is no position for its time");
  }
  rc = empty_check(c, why, e);
  if (rc) return rc;
  *id = start_id(l, l->seq);
  a = (MlAnchor){.at = {l->seq, l->time, *id}, .rows = l->rows, .run = l->run};
  rc = ml_meta_anchor_put(c, &a, e);
  c->tail_known = 0;
  *done = !rc;
  return rc;
}

static int holds(const MlChange *x) { return x->removed.p || x->containers.p || (x->value.p && x->value.n > 2); }

static int run_check(MlConn *c, const MlLine *l, const MlAnchor *a, MlErr *e) {
  MlRun r;
  sqlite3_stmt *st;
  int found;
  if (!l->run) return SQLITE_OK;
  if (l->run - a->run > RUNS_MAX) return line_refuse(e, "memlog.run", "no run had so high a number then");
  int rc = ml_run_get(c, l->run, &r, &st, &found, e);
  if (rc || !found) return rc;
  rc = ml_run_done(c, st, e);
  return rc ? rc : line_refuse(e, "memlog.run", "a run with this number is here already");
}

static int key_check(MlConn *c, const MlLine *l, const MlAnchor *a, MlErr *e) {
  const MlChange *state[ML_SCOPES] = {&l->change, &l->sensory};
  if (l->seq > a->at.seq) return line_refuse(e, "memlog.seq", "it is behind the start");
  if (l->time > a->at.time) return line_refuse(e, "timestamp", "it is behind the start");
  for (int i = 0; i < ML_SCOPES; i++) {
    if (l->gap[i] > l->seq) return line_refuse(e, "memlog.gap", "it begins behind the state");
    if (l->gap[i] && holds(state[i])) return line_refuse(e, "memlog.gap", "a state in a gap is not known");
  }
  if (l->run && (!l->begin_place || ml_event_position(l->begin_place) > l->seq || l->begun > l->time)) {
    return line_refuse(e, "memlog.run", "it does not begin before the state");
  }
  int rc = run_check(c, l, a, e);
  for (int i = 0; i < ML_SCOPES && !rc; i++) rc = ml_apply_check(l->key, state[i], e);
  return rc ? rc : empty_check(c, "rows are here already: the states come before them", e);
}

/* The run that was open. */
static int run_put(MlConn *c, const MlLine *l, MlErr *e) {
  MlRun r = {.run = l->run, .key = l->key, .input = l->input, .begun = l->begun, .begin_place = l->begin_place};
  return l->run ? ml_run_insert(c, &r, e) : SQLITE_OK;
}

static int key_put(MlConn *c, const MlLine *l, MlHead *h, MlErr *e) {
  i64 place = ml_event_place(l->quiet, l->seq);
  int changed;
  h->last = place;
  ml_snap_note(h, place);
  h->run = l->run;
  memcpy(h->gap, l->gap, sizeof(h->gap));
  int rc = ml_head_save(c, l->key, h, e); /* first: the digests of large values are made with its salt */
  if (!rc) rc = states_apply(c, l, &changed, e);
  if (!rc) rc = run_put(c, l, e);
  if (!rc) rc = ml_import_items_start(c, l, e);
  return rc ? rc : snapshot_put(c, l, place, e);
}

/* Memory as it stands at the end of the lines of a key without rows among them, in a gap. */
static int live_take(MlConn *c, const MlLine *l, const MlHead *h, int *done, MlErr *e) {
  if (ml_event_position(h->last) != l->seq || !(h->gap[ML_SHORT_TERM] || h->gap[ML_SENSORY])) return SQLITE_OK;
  int rc = states_check(c, l, h, e);
  return rc ? rc : states_apply(c, l, done, e);
}

static int first_take(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e) {
  MlAnchor a;
  MlHead h;
  int is, found;
  int rc = start_find(c, l, &a, &is, e);
  if (rc || (is == WITHIN && !l->live)) return rc;
  if (is == ABSENT) return line_refuse(e, "memlog.start", "the line of the start is not in this file: import it first");
  rc = ml_head_load(c, l->key, &h, &found, e);
  *id = l->start_id;
  if (!rc && l->live) return live_take(c, l, &h, done, e);
  if (rc || h.last) return rc;
  rc = key_check(c, l, &a, e);
  if (!rc) rc = key_put(c, l, &h, e);
  *done = !rc;
  return rc;
}

int ml_import_state_take(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e) {
  if (!l->change.value.p) return line_refuse(e, "eventAttributes.value", "it is missing");
  return l->start ? first_take(c, l, id, done, e) : later_take(c, l, id, done, e);
}
