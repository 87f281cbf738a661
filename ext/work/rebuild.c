#include "rebuild.h"

#include "../data/clock.h"
#include "../data/expiry.h"
#include "../store/head.h"
#include "../store/meta.h"
#include "../store/snapshot.h"
#include "append.h"

#include <string.h>

/* ---- walking a key's rows back ---- */

typedef int (*WalkEach)(void *arg, const MlRow *r, int *stop, MlErr *e);

static int walk_broken(MlText key, i64 place, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: log of key %s: its row at position %lld is missing or another key's",
                    ml_err_show(show, key), ml_event_position(place));
}

/* Where a walk that is to meet all rows up to a position begins: at a row that is found soon behind it, else at the
** next snapshot from there on, or the head. Never before it: whether a row is missing shows on the way down. */
static int walk_start(MlConn *c, MlText key, i64 upto, i64 *place, MlErr *e) {
  MlHead h;
  int found;
  int rc = ml_log_near(c, key, upto, place, e);
  if (rc || *place) return rc;
  rc = ml_snapshot_after(c, key, upto - 1, place, e);
  if (rc || *place) return rc;
  rc = ml_head_load(c, key, &h, &found, e);
  *place = h.last;
  return rc;
}

int ml_rebuild_missing(MlConn *c, MlText key, i64 place, i64 *previous, MlErr *e) {
  int pruned;
  *previous = 0;
  int rc = ml_meta_pruned(c, place, &pruned, e);
  if (rc || pruned) return rc;
  /* It is still to be inserted; or was to be when a listener refused the row before it. */
  if (c->emitting || c->storing || c->pending.now.broken) {
    return ml_log_before(c, key, ml_event_position(place), previous, e);
  }
  return walk_broken(key, place, e);
}

/* The place of the key's row before the one at *place; r is that row, or NULL if it is behind what is asked for. */
static int walk_step(MlConn *c, MlBack *b, MlText key, i64 *place, MlRow *r, int *found, MlErr *e) {
  i64 at = *place;
  int rc = r ? ml_log_back(c, b, at, r, found, e) : ml_log_link(c, key, at, place, found, e);
  if (rc) return rc;
  if (*found) {
    int right = !r || (ml_text_same(r->key, key) && ml_log_previous(r, place));
    return right ? SQLITE_OK : walk_broken(key, at, e);
  }
  return ml_rebuild_missing(c, key, at, place, e);
}

/* Hands out the rows in (after, upto], newest first. Distances are positive, so that even in a damaged file the
** walk goes down and ends. */
static int walk_back(MlConn *c, MlText key, i64 after, i64 upto, WalkEach each, void *arg, MlErr *e) {
  i64 place;
  int stop = 0;
  MlBack b = {0};
  int rc = walk_start(c, key, upto, &place, e);
  while (!rc && place && !stop) {
    MlRow r;
    int found;
    i64 seq = ml_event_position(place);
    if (seq <= after) break;
    rc = walk_step(c, &b, key, &place, seq <= upto ? &r : NULL, &found, e);
    if (!rc && found && seq <= upto) rc = each(arg, &r, &stop, e);
  }
  ml_log_back_end(c, &b);
  return rc;
}

typedef struct Places {
  i64 *a;
  i64 n, cap;
} Places;

static int place_add(void *arg, const MlRow *r, int *stop, MlErr *e) {
  Places *p = arg;
  (void)stop;
  if (p->n == p->cap) {
    i64 cap = p->cap ? p->cap * 2 : 64;
    i64 *a = sqlite3_realloc64(p->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    p->a = a;
    p->cap = cap;
  }
  p->a[p->n++] = ml_event_place(r->quiet, r->seq);
  return SQLITE_OK;
}

int ml_rebuild_places(MlConn *c, MlText key, i64 after, i64 upto, i64 **pa, i64 *pn, MlErr *e) {
  Places p = {0};
  int rc = walk_back(c, key, after, upto, place_add, &p, e);
  for (i64 i = 0; i < p.n / 2; i++) {
    i64 x = p.a[i];
    p.a[i] = p.a[p.n - 1 - i];
    p.a[p.n - 1 - i] = x;
  }
  if (rc) {
    sqlite3_free(p.a);
    p = (Places){0};
  }
  *pa = p.a;
  *pn = p.n;
  return rc;
}

static int place_first(void *arg, const MlRow *r, int *stop, MlErr *e) {
  (void)e;
  *(i64 *)arg = ml_event_place(r->quiet, r->seq);
  *stop = 1;
  return SQLITE_OK;
}

int ml_rebuild_last(MlConn *c, MlText key, i64 upto, i64 *place, MlErr *e) {
  *place = 0;
  return walk_back(c, key, 0, upto, place_first, place, e);
}

static int rest_add(void *arg, const MlRow *r, int *stop, MlErr *e) {
  MlRebuildRest *rest = arg;
  (void)stop, (void)e;
  rest->first = ml_event_place(r->quiet, r->seq);
  rest->rows++;
  rest->bytes += ml_append_bytes(r);
  return SQLITE_OK;
}

int ml_rebuild_rest(MlConn *c, MlText key, i64 after, MlRebuildRest *rest, MlErr *e) {
  memset(rest, 0, sizeof(*rest));
  int rc = ml_snapshot_after(c, key, after, &rest->snap, e);
  i64 upto = rest->snap ? ml_event_position(rest->snap) : INT64_MAX;
  return rc ? rc : walk_back(c, key, after, upto, rest_add, rest, e);
}

/* ---- the state ---- */

/* A row of the stretch, its text kept in the tree that it will be applied to. */
typedef struct Step {
  MlKind kind;
  i64 seq;
  MlChange change;
} Step;

typedef struct Stretch {
  MlPast *p;
  Step *a;
  i64 n, cap;
  i64 gap[ML_SCOPES]; /* the newest gap row of each scope that counts */
  u8 sensory_clear;   /* a run began or ended in it: what sensory memory was before does not matter */
} Stretch;

/* The scope whose state a row changes, -1 if none of those that are wanted. */
static int scope_of(const MlPast *p, int kind) {
  for (int s = 0; s < ML_SCOPES; s++) {
    int changes = kind == (int)ml_event_write_kind((MlScope)s) || kind == (int)ml_event_refresh_kind((MlScope)s);
    if (changes && (p->scopes & ML_SCOPE_BIT(s))) return s;
  }
  return -1;
}

/* Rows come newest first. */
static int gap_look(void *arg, const MlRow *r, int *stop, MlErr *e) {
  Stretch *x = arg;
  (void)stop, (void)e;
  for (int s = 0; s < ML_SCOPES; s++) {
    if (r->kind != ml_event_gap_kind((MlScope)s)) continue;
    if (x->gap[s] || (s == ML_SENSORY && x->sensory_clear)) continue;
    x->gap[s] = r->seq;
  }
  if (r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END) x->sensory_clear = 1;
  return SQLITE_OK;
}

static int step_add(void *arg, const MlRow *r, int *stop, MlErr *e) {
  Stretch *x = arg;
  int scope = scope_of(x->p, (int)r->kind);
  gap_look(x, r, stop, e);
  if (scope < 0 || (scope == ML_SENSORY && x->sensory_clear)) return SQLITE_OK;
  if (x->n == x->cap) {
    i64 cap = x->cap ? x->cap * 2 : 32;
    Step *a = sqlite3_realloc64(x->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    x->a = a;
    x->cap = cap;
  }
  MlChange change = ml_log_row_change(r);
  Step *step = &x->a[x->n++];
  step->kind = r->kind;
  step->seq = r->seq;
  return ml_state_keep(&x->p->state[scope], &change, &step->change) ? ml_err_nomem(e) : SQLITE_OK;
}

static int apply_damaged(MlText key, i64 seq, int rc, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: log of key %s: the row at position %lld is damaged",
                    ml_err_show(show, key), seq);
}

static int change_apply(MlPast *p, int scope, const MlChange *change, MlText key, i64 seq, MlErr *e) {
  int rc = ml_state_apply(&p->state[scope], change);
  return rc ? apply_damaged(key, seq, rc, e) : SQLITE_OK;
}

/* The short-term state that a run-begin event carries. */
static int carried_load(MlConn *c, MlText key, i64 place, MlPast *p, MlErr *e) {
  MlRow r;
  sqlite3_stmt *st;
  int found;
  int rc = ml_log_get(c, place, &r, &st, &found, e);
  if (rc) return rc;
  if (!found) return walk_broken(key, place, e);
  MlChange kept, change = ml_log_row_change(&r);
  if (!r.value.p || !ml_text_same(r.key, key)) rc = walk_broken(key, place, e);
  if (!rc && ml_state_keep(&p->state[ML_SHORT_TERM], &change, &kept)) rc = ml_err_nomem(e);
  if (!rc) rc = change_apply(p, ML_SHORT_TERM, &kept, key, r.seq, e);
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

/* Starts the state from the newest snapshot at or before seq; *at is its position, 0 without one. */
static int snapshot_load(MlConn *c, MlText key, i64 seq, MlPast *p, i64 *at, MlErr *e) {
  MlSnapshot s;
  sqlite3_stmt *st;
  int rc = ml_snapshot_find(c, key, seq, &s, &st, e);
  if (rc) return rc;
  *at = ml_event_position(s.place);
  memcpy(p->gap, s.gap, sizeof(p->gap));
  for (int i = 0; i < ML_SCOPES && !rc && s.place && !s.by_reference; i++) {
    MlChange kept;
    if (!(p->scopes & ML_SCOPE_BIT(i))) continue;
    if (ml_state_keep(&p->state[i], &s.state[i], &kept)) rc = ml_err_nomem(e);
    if (!rc) rc = change_apply(p, i, &kept, key, *at, e);
  }
  int rc2 = ml_snapshot_done(c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  if (s.by_reference && (p->scopes & ML_SCOPE_BIT(ML_SHORT_TERM))) return carried_load(c, key, s.place, p, e);
  return SQLITE_OK;
}

/* "#N (time)" of the row at a place, "#N" if it was pruned, or "now". */
static int end_show(MlConn *c, i64 place, MlBuf *out, MlErr *e) {
  char time[ML_TIME_TEXT];
  i64 us;
  if (!place) {
    ml_buf_puts(out, "now");
    return SQLITE_OK;
  }
  int pruned = 0, rc = ml_log_time_of(c, place, &us, e);
  if (!rc && !us) rc = ml_meta_pruned(c, place, &pruned, e);
  ml_clock_text(us, time);
  ml_buf_char(out, '#');
  ml_buf_int(out, ml_event_position(place));
  if (rc || pruned) return rc;
  ml_buf_puts(out, " (");
  ml_buf_puts(out, time);
  ml_buf_char(out, ')');
  return SQLITE_OK;
}

/* Names the key and both ends of a gap. */
static int gap_refuse(MlConn *c, MlText key, int scope, i64 from, i64 seq, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf ends = {0};
  i64 place;
  int rc = ml_snapshot_after(c, key, seq, &place, e);
  if (!rc) rc = end_show(c, -from, &ends, e);
  ml_buf_puts(&ends, " to ");
  if (!rc) rc = end_show(c, place, &ends, e);
  if (!rc && ends.rc) rc = ml_err_nomem(e);
  if (!rc) {
    rc = ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s memory of key %s at position %lld: its changes were not recorded from %s",
                    ml_event_scope_name((MlScope)scope).p, ml_err_show(show, key), seq, ends.p);
  }
  ml_buf_free(&ends);
  return rc;
}

/* Of a scope whose gap counts nothing is known: its state is empty. */
static int stretch_apply(MlText key, Stretch *x, MlErr *e) {
  MlPast *p = x->p;
  int rc = SQLITE_OK;
  if (x->sensory_clear) {
    ml_state_clear(&p->state[ML_SENSORY]);
    p->gap[ML_SENSORY] = 0;
  }
  for (int s = 0; s < ML_SCOPES; s++) {
    if (x->gap[s]) p->gap[s] = x->gap[s];
    if (p->gap[s]) ml_state_clear(&p->state[s]);
  }
  for (i64 i = x->n - 1; i >= 0 && !rc; i--) {
    int scope = scope_of(p, (int)x->a[i].kind);
    if (!p->gap[scope]) rc = change_apply(p, scope, &x->a[i].change, key, x->a[i].seq, e);
  }
  return rc;
}

int ml_rebuild_gaps(MlConn *c, MlText key, i64 seq, unsigned *scopes, MlErr *e) {
  Stretch x = {0};
  MlSnapshot s;
  sqlite3_stmt *st;
  *scopes = 0;
  int rc = ml_snapshot_find(c, key, seq - 1, &s, &st, e);
  if (!rc) rc = ml_snapshot_done(c, st, e);
  if (!rc) rc = walk_back(c, key, ml_event_position(s.place), seq, gap_look, &x, e);
  for (int i = 0; i < ML_SCOPES; i++) {
    int cleared = i == ML_SENSORY && x.sensory_clear;
    if (x.gap[i] || (s.gap[i] && !cleared)) *scopes |= ML_SCOPE_BIT(i);
  }
  return rc;
}

static int past_load(MlConn *c, MlText key, i64 seq, MlPast *p, MlErr *e) {
  Stretch x = {.p = p};
  MlTail anchor;
  i64 at = 0;
  int pruned;
  int rc = ml_meta_anchor(c, &anchor, &pruned, e);
  if (!rc && pruned && seq < anchor.seq) {
    char show[ML_ERR_SHOW] = "this moment";
    if (seq) sqlite3_snprintf(sizeof(show), show, "position %lld", seq);
    return ml_meta_pruned_refuse(&anchor, show, e);
  }
  if (!rc) rc = snapshot_load(c, key, seq, p, &at, e);
  if (!rc) rc = walk_back(c, key, at, seq, step_add, &x, e);
  if (!rc) rc = stretch_apply(key, &x, e);
  sqlite3_free(x.a);
  return rc;
}

int ml_rebuild_known(MlConn *c, MlText key, i64 seq, unsigned scopes, MlPast *p, MlErr *e) {
  sqlite3_stmt *hold = NULL;
  int there;
  memset(p, 0, sizeof(*p));
  p->scopes = scopes;
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_open(&p->state[s]);
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) {
    rc = ml_meta_hold(c, &hold, e);
    if (!rc) rc = past_load(c, key, seq, p, e);
    ml_meta_release(c, hold);
  }
  if (rc) ml_rebuild_free(p);
  return rc;
}

static int state_rebuild(MlConn *c, MlText key, i64 seq, unsigned scopes, MlPast *p, MlErr *e) {
  int rc = ml_rebuild_known(c, key, seq, scopes, p, e);
  for (int s = 0; s < ML_SCOPES && !rc; s++) {
    if (!p->gap[s] || !(scopes & ML_SCOPE_BIT(s))) continue;
    rc = gap_refuse(c, key, s, p->gap[s], seq, e);
    ml_rebuild_free(p);
  }
  return rc;
}

int ml_rebuild_when(MlConn *c, MlText key, const MlWhen *when, unsigned scopes, MlPast *p, MlErr *e) {
  i64 clock = -1;
  int rc = state_rebuild(c, key, when->seq, scopes, p, e);
  if (rc) return rc;
  for (int s = 0; s < ML_SCOPES && !rc; s++) {
    if (!p->state[s].soonest) continue;
    if (clock < 0) rc = ml_position_clock(c, when, &clock, e);
    if (!rc && clock && ml_expiry_hide(&p->state[s], clock)) rc = ml_err_nomem(e);
  }
  if (rc) ml_rebuild_free(p);
  return rc;
}

void ml_rebuild_free(MlPast *p) {
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_free(&p->state[s]);
}
