#include "verify_fold.h"

#include "../store/cell.h"

#include <string.h>

/*
** The log is read in order, so that the file is read as it lies on the disk, and the states of many keys grow side by
** side. A key is let go at its last row. Those that do not fit into memory beside the others wait for another
** reading.
*/
#define MEMORY_MAX 67108864 /* bytes of states that grow at a time */
#define FOLD_BYTES 4096     /* what a state takes at the least */

typedef struct MlFold {
  MlTree *state[ML_SCOPES];
  u8 unknown[ML_SCOPES]; /* in a gap */
  i64 bytes;
} MlFold;

typedef struct Pass {
  MlFacts *f;
  i64 bytes;
  i64 reading; /* the how manieth of the log it is, from 1 on */
  u8 waiting;  /* there are keys that did not fit */
  sqlite3_stmt *snapshots;
  int snapshot_there;
  MlCheckSnapshot next;
} Pass;

/* ---- a key's state ---- */

static void tree_drop(MlTree *t) {
  if (t) ml_tree_free(t);
  sqlite3_free(t);
}

static MlTree *tree_new(void) {
  MlTree *t = sqlite3_malloc64(sizeof(*t));
  if (t) ml_tree_open(t);
  return t;
}

static void fold_end(Pass *p, MlKeyFacts *k) {
  if (!k->fold) return;
  for (int s = 0; s < ML_SCOPES; s++) tree_drop(k->fold->state[s]);
  p->bytes -= k->fold->bytes;
  sqlite3_free(k->fold);
  k->fold = NULL;
}

static void fold_count(Pass *p, MlFold *x, i64 bytes) {
  x->bytes += bytes;
  p->bytes += bytes;
}

/* 0: out of memory. */
static int fold_begin(Pass *p, MlKeyFacts *k) {
  MlFold *x = sqlite3_malloc64(sizeof(*x));
  if (!x) return 0;
  memset(x, 0, sizeof(*x));
  k->fold = x;
  fold_count(p, x, FOLD_BYTES);
  for (int s = 0; s < ML_SCOPES; s++) {
    x->state[s] = tree_new();
    if (!x->state[s]) return 0;
  }
  return 1;
}

static int text_keep(MlTree *t, MlText *text) {
  if (!text->p) return SQLITE_OK;
  *text = ml_tree_keep(t, *text);
  return text->p ? SQLITE_OK : SQLITE_NOMEM;
}

/* *bytes: what it took, or so. */
static int change_apply(MlTree *t, MlChange change, i64 *bytes) {
  i64 n = t->n;
  int rc = text_keep(t, &change.value);
  if (!rc) rc = text_keep(t, &change.removed);
  if (!rc) rc = text_keep(t, &change.containers);
  if (!rc) rc = text_keep(t, &change.expires);
  if (!rc) rc = ml_state_apply(t, &change);
  *bytes = change.value.n + change.removed.n + change.containers.n + change.expires.n +
           (t->n - n) * (i64)(sizeof(MlNode) + 16);
  return rc;
}

/* ---- comparing ---- */

/* A node in a few words. */
static const char *node_show(MlTree *t, MlText path, char out[ML_ERR_SHOW]) {
  MlNode *n = ml_tree_find(t, path);
  if (!n || n->type == ML_MISSING) return "nothing";
  if (n->type == ML_OBJECT) return "an object";
  if (n->type != ML_LIST) return ml_err_show(out, n->value);
  return sqlite3_snprintf(ML_ERR_SHOW, out, "a list whose next index is %lld", n->next_index);
}

/* Where nodes are alike but for when they expire. */
static i64 node_expires(MlTree *t, MlText path) {
  MlNode *n = ml_tree_find(t, path);
  return n ? n->expires : 0;
}

/* Tells the first difference. */
static int trees_compare(Pass *p, MlFaultKind kind, MlFaultAt at, const char *what, MlTree *is, MlTree *log, MlErr *e) {
  char left[ML_ERR_SHOW], right[ML_ERR_SHOW];
  int same = ml_state_same(is, log, &at.path);
  if (same < 0) return ml_err_nomem(e);
  if (same) return SQLITE_OK;
  const char *held = node_show(is, at.path, left), *told = node_show(log, at.path, right);
  if (strcmp(held, told) == 0) {
    return ml_facts_fault(p->f, kind, &at, e, "%s holds %s that expires at %lld, by the log at %lld", what, held,
                          node_expires(is, at.path), node_expires(log, at.path));
  }
  return ml_facts_fault(p->f, kind, &at, e, "%s holds %s, by the log it is %s", what, held, told);
}

static const char *const memory_name[] = {"memory", "sensory memory"};
static const char *const snapshot_name[] = {"the snapshot", "the snapshot of sensory memory"};

/* The state that a snapshot gives, in place of the one that was followed up to it, once they have been compared. */
static int state_take(Pass *p, MlKeyFacts *k, i64 seq, int scope, const MlChange *state, MlErr *e) {
  MlFaultAt at = {.key = k->key, .seq = seq};
  MlFold *x = k->fold;
  MlTree *t = tree_new();
  i64 bytes = 0;
  int rc = t ? change_apply(t, *state, &bytes) : SQLITE_NOMEM;
  fold_count(p, x, bytes);
  if (rc) {
    tree_drop(t);
    if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
    k->broken = 1;
    return ml_facts_fault(p->f, ML_FAULT_SNAPSHOT, &at, e, "%s is damaged", snapshot_name[scope]);
  }
  if (!x->unknown[scope]) {
    rc = trees_compare(p, ML_FAULT_SNAPSHOT, at, snapshot_name[scope], t, x->state[scope], e);
  }
  tree_drop(x->state[scope]);
  x->state[scope] = t;
  x->unknown[scope] = 0;
  return rc;
}

static int snapshot_take(Pass *p, MlKeyFacts *k, const MlRow *r, const MlSnapshot *s, MlErr *e) {
  MlChange carried = ml_log_row_change(r);
  int rc = SQLITE_OK;
  fold_count(p, k->fold, FOLD_BYTES - k->fold->bytes);
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    int refers = s->by_reference && i == ML_SHORT_TERM;
    rc = state_take(p, k, r->seq, i, refers ? &carried : &s->state[i], e);
  }
  return rc;
}

/* Begins with the state that a prune left of the key's rows. */
static int state_resume(Pass *p, MlKeyFacts *k, MlErr *e) {
  MlConn *c = p->f->c;
  MlSnapshot s;
  sqlite3_stmt *st;
  int rc = ml_snapshot_find(c, k->key, p->f->anchor.at.seq, &s, &st, e);
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    k->fold->unknown[i] = 1; /* there is nothing to compare it with */
    rc = state_take(p, k, ml_event_position(s.place), i, &s.state[i], e);
    k->fold->unknown[i] = s.gap[i] != 0;
  }
  int rc2 = ml_snapshot_done(c, st, e);
  return rc ? rc : rc2;
}

/* After the key's last row. */
static int memory_compare(Pass *p, MlKeyFacts *k, MlErr *e) {
  MlFaultAt at = {.key = k->key};
  int rc = SQLITE_OK;
  if (k->torn || k->pending) return SQLITE_OK;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    MlNodeId all = {k->key, (MlScope)i, {"", 0}};
    MlTree live;
    if (k->fold->unknown[i]) continue;
    ml_tree_open(&live);
    rc = ml_cell_load(p->f->c, &all, &live, e);
    if (rc) {
      rc = ml_facts_excuse(p->f, ML_FAULT_CELL, &at, e);
    } else {
      rc = trees_compare(p, ML_FAULT_STATE, at, memory_name[i], &live, k->fold->state[i], e);
    }
    ml_tree_free(&live);
  }
  return rc;
}

/* ---- the log ---- */

static int fold_start(Pass *p, MlKeyFacts *k, MlErr *e) {
  if (!fold_begin(p, k)) return ml_err_nomem(e);
  return k->pruned ? state_resume(p, k, e) : SQLITE_OK;
}

static int row_follow(Pass *p, MlKeyFacts *k, const MlRow *r, MlErr *e) {
  MlFold *x = k->fold;
  i64 bytes = 0;
  int rc = SQLITE_OK;
  for (int s = 0; s < ML_SCOPES && !rc; s++) {
    int clears = s == ML_SENSORY && (r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END);
    int changes = r->kind == ml_event_write_kind((MlScope)s) || r->kind == ml_event_refresh_kind((MlScope)s);
    if (r->kind == ml_event_gap_kind((MlScope)s) || clears) {
      ml_state_clear(x->state[s]);
      x->unknown[s] = !clears;
    } else if (changes && r->has_digest && !r->value.p) {
      ml_state_clear(x->state[s]); /* its content was taken out */
      x->unknown[s] = 1;
    } else if (changes && !x->unknown[s]) {
      rc = change_apply(x->state[s], ml_log_row_change(r), &bytes);
      fold_count(p, x, bytes);
    }
  }
  if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
  if (!rc) return SQLITE_OK;
  MlFaultAt at = {.key = r->key, .seq = r->seq};
  k->broken = 1;
  return ml_facts_fault(p->f, ML_FAULT_ROW, &at, e, "it cannot be applied");
}

static int snapshot_step(Pass *p, MlErr *e) {
  int rc = ml_check_step(&p->f->check, p->snapshots, &p->snapshot_there, e);
  if (!rc && p->snapshot_there) ml_check_snapshot(p->snapshots, &p->next);
  return rc;
}

/* 1 in *here if the next snapshot is that of this row. Such as stand at no row were told before. */
static int snapshot_find(Pass *p, const MlRow *r, int *here, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && p->snapshot_there && p->next.seq < r->seq) rc = snapshot_step(p, e);
  *here = p->snapshot_there && !p->next.wrong && p->next.snapshot.place == ml_event_place(r->quiet, r->seq);
  return rc;
}

static int row_take(Pass *p, const MlRow *r, MlErr *e) {
  MlKeyFacts *k = ml_facts_key(p->f, r->key);
  int here;
  int rc = snapshot_find(p, r, &here, e);
  if (rc) return rc;
  if (!k) return ml_err_nomem(e);
  if (!r->key.n || k->done || k->broken) return SQLITE_OK;
  /* One whose first rows were passed over waits for the next reading, even if there is room by now. */
  if (!k->fold && (k->waits == p->reading || p->bytes >= MEMORY_MAX)) {
    k->waits = p->reading;
    p->waiting = 1;
    return SQLITE_OK;
  }
  if (!k->fold) rc = fold_start(p, k, e);
  if (rc) return rc;
  rc = row_follow(p, k, r, e);
  if (!rc && here && !k->broken) rc = snapshot_take(p, k, r, &p->next.snapshot, e);
  int last = k->last == ml_event_place(r->quiet, r->seq);
  if (!rc && last && !k->broken) rc = memory_compare(p, k, e);
  if (last) k->done = 1;
  if (last || k->broken) fold_end(p, k);
  return rc;
}

/* One reading of the log. Progress is made each time: the first key that is met fits. */
static int log_read(Pass *p, MlErr *e) {
  MlConn *c = p->f->c;
  MlScan all = {.low = INT64_MIN, .high = INT64_MAX, .quiet = 1};
  MlErr ignored = {0};
  sqlite3_stmt *rows = NULL;
  int more = 1;
  p->reading++;
  p->waiting = 0;
  int rc = ml_check_begin(&p->f->check, ML_CHECK_SNAPSHOTS, (MlText){NULL, 0}, &p->snapshots, e);
  if (!rc) rc = snapshot_step(p, e);
  if (!rc) rc = ml_log_scan(c, &all, &rows, e);
  while (!rc) {
    MlRow r;
    rc = ml_log_scan_next(c, rows, &r, &more, e);
    if (rc && more && rc == SQLITE_CORRUPT) {
      ml_err_clear(e); /* a damaged row: told before */
      rc = SQLITE_OK;
      continue;
    }
    if (rc || !more) break;
    rc = row_take(p, &r, e);
  }
  ml_log_done(c, rows, &ignored);
  ml_err_clear(&ignored);
  ml_check_done(&p->f->check, p->snapshots);
  return rc;
}

/* Keys of which all rows were pruned. */
static int rest_compare(Pass *p, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < p->f->n_bucket && !rc; i++) {
    for (MlKeyFacts *k = p->f->bucket[i]; k && !rc; k = k->chain) {
      if (!k->pruned || k->seen || k->broken) continue;
      rc = fold_start(p, k, e);
      if (!rc && !k->broken) rc = memory_compare(p, k, e);
      fold_end(p, k);
    }
  }
  return rc;
}

int ml_verify_fold_run(MlFacts *f, MlErr *e) {
  Pass p = {.f = f};
  int rc = SQLITE_OK;
  if (!f->log_read) return SQLITE_OK;
  do {
    rc = log_read(&p, e);
  } while (!rc && p.waiting);
  if (!rc) rc = rest_compare(&p, e);
  for (i64 i = 0; i < f->n_bucket; i++) {
    for (MlKeyFacts *k = f->bucket[i]; k; k = k->chain) fold_end(&p, k);
  }
  return rc ? ml_facts_excuse(f, ML_FAULT_STATE, NULL, e) : SQLITE_OK;
}
