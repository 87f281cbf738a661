#include "prune.h"

#include "../store/consumer.h"
#include "../store/run.h"
#include "../store/snapshot.h"
#include "append.h"
#include "large.h"
#include "position.h"
#include "rebuild.h"
#include "record.h"
#include "snap.h"

#include <string.h>

/* What a step may move: rows that go, and states of keys that may have to be written. One row it always takes. */
#define STEP_BYTES 16777216
/* Keys that a step may touch: the state of each is rebuilt and written down. */
#define STEP_KEYS 500

/* ---- what is to go ---- */

/* Never the newest row of the log, nor what a consumer has not acknowledged. */
static int target_find(MlConn *c, const MlPruneWant *w, MlPruneDone *d, MlErr *e) {
  MlTail t;
  i64 place = 0;
  int found = 0;
  int rc = ml_position_of(c, w->before, &d->upto, e);
  if (!rc) rc = ml_meta_anchor_get(c, &d->anchor, e);
  if (!rc) rc = ml_log_tail(c, &t, e);
  if (rc) return rc;
  if (d->upto >= t.seq) d->upto = t.seq ? t.seq - 1 : 0;
  if (!w->ignore_consumers) rc = ml_consumer_least(c, &d->held_by, &place, &found, e);
  d->held = found && place < d->upto && d->upto > d->anchor.at.seq;
  if (d->held) d->upto = place;
  if (d->upto < d->anchor.at.seq) d->upto = d->anchor.at.seq;
  return rc;
}

/* A key with rows among those that go. */
typedef struct StepKey {
  MlHead head;
  i64 last;   /* the place of the newest of them; 0: it has none */
  i64 events; /* so many of them are in memlog_event */
  u8 through; /* none of its other rows is to go in a later step */
} StepKey;

typedef struct StepRun {
  i64 run, end_place;
} StepRun;

typedef struct Step {
  StepKey *key; /* by their numbers in c->pending */
  i64 n_key, cap_key;
  StepRun *run; /* that end with one of the rows */
  i64 n_run, cap_run;
  i64 bytes, keys;
  MlPruneDone *done;
} Step;

static void step_free(Step *s) {
  sqlite3_free(s->key);
  sqlite3_free(s->run);
}

static int log_damaged(MlText key, const char *why, i64 seq, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: mem_prune: key %s, position %lld: %s: see mem_verify",
                    ml_err_show(show, key), seq, why);
}

/* The row's key; NULL in *pk if it has none (it was forgotten). A key that is met first is weighed by its state. */
static int key_find(MlConn *c, Step *s, const MlRow *r, StepKey **pk, i64 *weight, MlErr *e) {
  int found;
  *pk = NULL;
  if (!r->key.n) return SQLITE_OK;
  i64 i = ml_pending_key_number(&c->pending, r->key);
  if (i < 0) return ml_err_nomem(e);
  if (i >= s->cap_key) {
    i64 cap = s->cap_key ? s->cap_key * 2 : 64;
    StepKey *a = sqlite3_realloc64(s->key, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    memset(a + s->cap_key, 0, (u64)(cap - s->cap_key) * sizeof(*a));
    s->key = a;
    s->cap_key = cap;
  }
  *pk = &s->key[i];
  if (s->key[i].last) return SQLITE_OK;
  int rc = ml_head_load(c, r->key, &s->key[i].head, &found, e);
  if (!rc && !found) rc = log_damaged(r->key, "the key has no head", r->seq, e);
  *weight += s->key[i].head.size;
  return rc;
}

static int run_add(Step *s, const MlRow *r, MlErr *e) {
  if (s->n_run == s->cap_run) {
    i64 cap = s->cap_run ? s->cap_run * 2 : 32;
    StepRun *a = sqlite3_realloc64(s->run, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    s->run = a;
    s->cap_run = cap;
  }
  s->run[s->n_run++] = (StepRun){r->run, ml_event_place(r->quiet, r->seq)};
  return SQLITE_OK;
}

/* *more is 0 when the step can take no more. */
static int row_take(MlConn *c, Step *s, const MlRow *r, int *more, MlErr *e) {
  MlPruneDone *d = s->done;
  StepKey *k;
  i64 weight = ml_append_bytes(r) + r->before.n + r->action.n + r->meta.n;
  int rc = key_find(c, s, r, &k, &weight, e);
  if (rc) return rc;
  int taken = d->gone.events + d->gone.quiet > 0;
  int another = k && !k->last;
  *more = !taken || (s->bytes + weight <= STEP_BYTES && s->keys + another <= STEP_KEYS);
  if (!*more) return SQLITE_OK;
  s->bytes += weight;
  s->keys += another;
  if (k) {
    if (k - s->key >= s->n_key) s->n_key = k - s->key + 1;
    k->last = ml_event_place(r->quiet, r->seq);
    k->events += !r->quiet;
  }
  *(r->quiet ? &d->gone.quiet : &d->gone.events) += 1;
  d->anchor.at = (MlTail){r->seq, ml_event_minus(r->seq, r->skew), ml_log_id(r->seq, r->chain)};
  return r->kind == ML_KIND_RUN_END ? run_add(s, r, e) : SQLITE_OK;
}

static int step_gather(MlConn *c, Step *s, i64 max_rows, MlErr *e) {
  MlPruneDone *d = s->done;
  MlScan want = {.low = d->anchor.at.seq + 1, .high = d->upto, .quiet = 1};
  sqlite3_stmt *st;
  MlRow r;
  int more = 1;
  int rc = ml_log_scan(c, &want, &st, e);
  while (!rc && more && d->gone.events + d->gone.quiet < max_rows) {
    rc = ml_log_scan_next(c, st, &r, &more, e);
    if (!rc && more) rc = row_take(c, s, &r, &more, e);
  }
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

/* ---- a key ---- */

/* Writes the state at a place down. Of a scope in a gap only that is known. */
static int state_write(MlConn *c, MlText key, i64 place, MlPast *p, MlErr *e) {
  MlSnapshot s = {.place = place};
  MlSnapState x[ML_SCOPES] = {0};
  int rc = SQLITE_OK;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    MlChange *state = &s.state[i];
    rc = ml_state_write(&p->state[i], &x[i].b[0], &x[i].b[1], &x[i].b[2], &x[i].b[3]);
    *state = ml_snap_change(&x[i]);
    if (i == ML_SENSORY && !state->containers.p && ml_text_same(state->value, ML_TEXT("{}"))) state->value.p = NULL;
    s.gap[i] = p->gap[i];
  }
  if (rc) ml_err_set(e, rc, "memlog: snapshot: the state is too large to be written down");
  if (!rc) rc = ml_snapshot_insert(c, key, &s, e);
  for (int i = 0; i < ML_SCOPES; i++) ml_snap_free(&x[i]);
  return rc;
}

/* *kept: a snapshot with the whole state stands at the place already. */
static int snapshot_look(MlConn *c, MlText key, i64 place, int *kept, MlErr *e) {
  MlSnapshot s;
  sqlite3_stmt *st;
  int rc = ml_snapshot_find(c, key, ml_event_position(place), &s, &st, e);
  *kept = !rc && s.place == place && !s.by_reference;
  return rc ? rc : ml_snapshot_done(c, st, e);
}

/* From here on the key's past begins with a snapshot at the place. */
static int snapshot_ensure(MlConn *c, MlText key, i64 place, MlPruneDone *d, MlErr *e) {
  MlPast p;
  i64 seq = ml_event_position(place), n;
  int kept;
  int rc = snapshot_look(c, key, place, &kept, e);
  if (!rc && !kept) rc = ml_rebuild_known(c, key, seq, ML_BOTH_SCOPES, &p, e);
  if (rc) return rc;
  rc = ml_drop_snapshots(c, key, kept ? seq : seq + 1, &n, e);
  d->snapshots += n;
  if (kept) return rc;
  if (!rc) rc = state_write(c, key, place, &p, e);
  d->written++;
  ml_rebuild_free(&p);
  return rc;
}

static int items_drop(MlConn *c, MlText key, i64 place, MlPruneDone *d, MlErr *e) {
  i64 n;
  int rc = ml_drop_items(c, key, ml_event_position(place), &n, e);
  d->items += rc ? 0 : n;
  return rc;
}

static int key_prune(MlConn *c, MlText key, StepKey *k, MlPruneDone *d, MlErr *e) {
  MlHead *h = &k->head;
  MlRebuildRest rest;
  int rc = snapshot_ensure(c, key, k->last, d, e);
  if (!rc) rc = items_drop(c, key, k->last, d, e);
  if (!rc) rc = ml_rebuild_rest(c, key, ml_event_position(k->last), &rest, e);
  if (rc) return rc;
  if (h->events < k->events) return log_damaged(key, "its head knows of fewer events", ml_event_position(k->last), e);
  h->events -= k->events;
  h->first = 0;
  k->through = !rest.first || ml_event_position(rest.first) > d->upto;
  if (rest.first) rc = ml_log_time_of(c, rest.first, &h->first, e);
  if (!rest.snap) {
    h->snap = ml_event_position(k->last);
    h->rows = rest.rows;
    h->bytes = rest.bytes;
  }
  return rc ? rc : ml_head_save(c, key, h, e);
}

/* ---- all ---- */

static int runs_drop(MlConn *c, const Step *s, MlErr *e) {
  MlPruneDone *d = s->done;
  for (i64 i = 0; i < s->n_run; i++) {
    const StepRun *r = &s->run[i];
    i64 n;
    int rc = ml_drop_run(c, r->run, r->end_place, &n, e);
    if (rc) return rc;
    d->gone.runs += n;
    if (r->run > d->anchor.run) d->anchor.run = r->run;
  }
  return SQLITE_OK;
}

/* Once the rows are gone. A key's log is looked through for what still refers to its large values, so that this is done
** only with its last step. */
static int values_sweep(MlConn *c, const Step *s, i64 limit, MlErr *e) {
  int rc = SQLITE_OK, more;
  for (i64 i = 0; i < s->n_key && !rc; i++) {
    i64 n;
    if (!s->key[i].through) continue;
    rc = ml_large_sweep(c, ml_pending_key(&c->pending, (u32)i), limit, &n, &more, e);
    s->done->values += n;
  }
  return rc;
}

static int step_do(MlConn *c, Step *s, i64 max_rows, MlErr *e) {
  MlPruneDone *d = s->done;
  i64 upto = d->anchor.at.seq;
  int rc = SQLITE_OK;
  for (i64 i = 0; i < s->n_key && !rc; i++) {
    if (!s->key[i].last) continue;
    rc = key_prune(c, ml_pending_key(&c->pending, (u32)i), &s->key[i], d, e);
    d->keys++;
  }
  if (!rc) rc = runs_drop(c, s, e);
  if (!rc) rc = ml_drop_imports(c, upto, &d->gone.imports, e);
  if (!rc) rc = ml_drop_log(c, 0, upto, d->gone.events, e);
  if (!rc) rc = ml_drop_log(c, 1, upto, d->gone.quiet, e);
  d->anchor.rows += d->gone.events + d->gone.quiet;
  if (!rc) rc = ml_meta_anchor_put(c, &d->anchor, e);
  return rc ? rc : values_sweep(c, s, max_rows, e);
}

int ml_prune_step(MlConn *c, const MlPruneWant *w, MlPruneDone *d, MlErr *e) {
  Step s = {.done = d};
  memset(d, 0, sizeof(*d));
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_record_keep_readers(c, e);
  if (!rc) rc = target_find(c, w, d, e);
  if (!rc) rc = step_gather(c, &s, w->max_rows, e);
  if (!rc && d->gone.events + d->gone.quiet) rc = step_do(c, &s, w->max_rows, e);
  if (!rc) rc = ml_drop_left(c, d->anchor.at.seq, d->upto, w->max_rows, &d->remaining, e);
  step_free(&s);
  return rc;
}

int ml_prune_count(MlConn *c, const MlPruneWant *w, MlPruneDone *d, MlErr *e) {
  sqlite3_stmt *hold;
  int there;
  memset(d, 0, sizeof(*d));
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_meta_hold(c, &hold, e);
  if (rc) return rc;
  rc = target_find(c, w, d, e);
  if (!rc && d->upto > d->anchor.at.seq) rc = ml_drop_count(c, d->upto, &d->gone, e);
  d->remaining = d->gone.events + d->gone.quiet;
  ml_meta_release(c, hold);
  return rc;
}

void ml_prune_free(MlPruneDone *d) { ml_buf_free(&d->held_by); }
