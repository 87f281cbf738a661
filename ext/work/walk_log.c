#include "walk_log.h"

#include "../store/cell.h"
#include "../store/config.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "../store/origin.h"
#include "history.h"
#include "walk_told.h"

#include <stdlib.h>

static int meet(MlTrail *t, const MlMet *x, i64 via, const char *relation, MlErr *e) {
  MlStep step = {via, ml_text_of(relation), NULL};
  return ml_trail_meet(t, x, &step, e);
}

/* ---- events ---- */

int ml_walk_event(MlConn *c, i64 seq, MlMet *x, MlErr *e) {
  *x = (MlMet){.kind = ML_MET_GONE, .place = seq};
  for (int quiet = 0; quiet < 2 && x->kind == ML_MET_GONE; quiet++) {
    MlRow r;
    sqlite3_stmt *st;
    int found;
    int rc = ml_log_get(c, ml_event_place(quiet, seq), &r, &st, &found, e);
    if (!rc && found) {
      *x = (MlMet){.kind = ML_MET_EVENT, .id = ml_log_id(seq, r.chain), .place = ml_event_place(quiet, seq)};
    }
    int rc2 = st ? ml_log_done(c, st, e) : SQLITE_OK;
    if (rc || rc2) return rc ? rc : rc2;
  }
  return SQLITE_OK;
}

static int event_meet(MlTrail *t, i64 seq, i64 via, const char *relation, MlErr *e) {
  MlMet x;
  int rc = ml_walk_event(t->c, seq, &x, e);
  return rc ? rc : meet(t, &x, via, relation, e);
}

/* What the row at hand says it comes from. */
static int causes_meet(MlTrail *t, i64 via, const MlRow *r, MlErr *e) {
  MlMet action = {.kind = ML_MET_ACTION, .place = ml_event_minus(r->seq, r->step)};
  MlMet run = {.kind = ML_MET_RUN, .place = r->run};
  int rc = meet(t, &action, via, "part_of", e);
  if (!rc && r->cause > 0 && r->cause < r->seq) rc = event_meet(t, r->cause, via, "caused_by", e);
  if (!rc && r->run) rc = meet(t, &run, via, "in_run", e);
  return rc;
}

/* ---- what events have caused ---- */

typedef struct MlCaused {
  i64 cause, seq;
} MlCaused;

static int caused_compare(const void *a, const void *b) {
  const MlCaused *x = a, *y = b;
  if (x->cause != y->cause) return x->cause < y->cause ? -1 : 1;
  return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* 1 if the position is the first event's or one of those it has caused so far, which are in order. */
static int caused_has(const MlTrail *t, i64 first, i64 seq) {
  i64 low = 0, high = t->n_caused;
  while (low < high) {
    i64 middle = low + (high - low) / 2;
    if (t->caused[middle].seq < seq) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return seq == first || (low < t->n_caused && t->caused[low].seq == seq);
}

static int caused_add(MlTrail *t, i64 *cap, const MlRow *r) {
  if (t->n_caused == *cap) {
    i64 more = *cap ? *cap * 2 : 32;
    MlCaused *a = sqlite3_realloc64(t->caused, (u64)more * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    t->caused = a;
    *cap = more;
  }
  t->caused[t->n_caused++] = (MlCaused){r->cause, r->seq};
  return SQLITE_OK;
}

/* What an event caused comes behind it: one reading of the log finds all that follows from it. */
static int caused_find(MlTrail *t, i64 first, MlErr *e) {
  MlScan behind = {.low = first, .high = INT64_MAX, .quiet = 1, .bare = 1};
  sqlite3_stmt *st;
  MlRow r;
  i64 cap = 0;
  int more = 1;
  int rc = ml_log_scan(t->c, &behind, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_log_scan_next(t->c, st, &r, &more, e);
    if (rc || !more || r.seq == first || !r.cause || !caused_has(t, first, r.cause)) continue;
    if (caused_add(t, &cap, &r)) rc = ml_err_nomem(e);
  }
  int rc2 = ml_log_done(t->c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  if (t->n_caused) qsort(t->caused, (size_t)t->n_caused, sizeof(*t->caused), caused_compare);
  t->caused_known = 1;
  return SQLITE_OK;
}

static int caused_meet(MlTrail *t, i64 via, i64 seq, MlErr *e) {
  int rc = t->caused_known ? SQLITE_OK : caused_find(t, seq, e);
  i64 low = 0, high = t->n_caused;
  while (!rc && low < high) {
    i64 middle = low + (high - low) / 2;
    if (t->caused[middle].cause < seq) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; !rc && low < t->n_caused && t->caused[low].cause == seq; low++) {
    rc = event_meet(t, t->caused[low].seq, via, "caused_by", e);
  }
  return rc;
}

static int event_open(MlTrail *t, i64 via, i64 place, MlErr *e) {
  MlRow r;
  sqlite3_stmt *st;
  int found;
  int rc = ml_log_get(t->c, place, &r, &st, &found, e);
  if (!rc && found) {
    rc = t->forward ? caused_meet(t, via, r.seq, e) : causes_meet(t, via, &r, e);
    if (!rc) rc = ml_walk_told(t, via, &r, e);
  }
  int rc2 = st ? ml_log_done(t->c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* ---- actions ---- */

/* In the order of ml_trail_reads. */
static const MlKind reads[ML_TRAIL_READS] = {ML_KIND_SHORT_TERM_READ, ML_KIND_SENSORY_READ, ML_KIND_LONG_TERM_GET,
                                             ML_KIND_LONG_TERM_SEARCH};

/* Which kind of read an event is of; -1: none. */
static int read_of(MlKind kind) {
  for (int i = 0; i < ML_TRAIL_READS; i++) {
    if (reads[i] == kind) return i;
  }
  return -1;
}

/* What is known of an action's rows. */
typedef struct Rows {
  i64 time;
  i64 cause; /* the event that the whole action reacts to; 0: none was named */
  u8 reads;  /* kinds of reads of which it has events */
  u8 quiet;  /* it reacts to an event, or listeners did within it: such reads make no events */
  u8 vague;  /* nobody knows: it was recorded in another file, or what it reacts to is gone */
} Rows;

/* A row that was caused by one of its own action is a listener's. */
static void row_take(Rows *rows, const MlRow *r, i64 txn) {
  if (!rows->time) rows->time = ml_event_minus(r->seq, r->skew);
  if (r->cause > 0 && r->cause < txn) rows->cause = r->cause;
  if (r->cause >= txn && r->quiet) rows->quiet = 1;
}

/* An action that was caused by an event of memory is quiet. */
static int rows_judge(MlTrail *t, i64 txn, Rows *rows, MlErr *e) {
  MlMet cause;
  MlUuid id;
  MlRow r;
  sqlite3_stmt *st = NULL;
  int found = 0, moved;
  int rc = ml_origin_of(t->c, txn, &id, &moved, e);
  if (!rc && moved) rows->vague = 1;
  if (rc || !rows->cause) return rc;
  rc = ml_walk_event(t->c, rows->cause, &cause, e);
  if (!rc && cause.kind == ML_MET_EVENT) rc = ml_log_get(t->c, cause.place, &r, &st, &found, e);
  if (!rc && found && !r.quiet && ml_event_is_memory((int)r.kind)) rows->quiet = 1;
  if (!rc && !found) rows->vague = 1;
  int rc2 = st ? ml_log_done(t->c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

static int rows_read(MlTrail *t, i64 via, i64 txn, Rows *rows, MlErr *e) {
  MlScan from = {.low = txn, .high = INT64_MAX, .quiet = 1, .bare = 1};
  sqlite3_stmt *st;
  MlRow r;
  int more = 1;
  int rc = ml_log_scan(t->c, &from, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_log_scan_next(t->c, st, &r, &more, e);
    if (rc || !more || ml_event_minus(r.seq, r.step) != txn) break;
    int read = read_of(r.kind);
    row_take(rows, &r, txn);
    if (read < 0) continue;
    MlMet x = {.kind = ML_MET_EVENT, .id = ml_log_id(r.seq, r.chain), .place = ml_event_place(r.quiet, r.seq)};
    rows->reads |= (u8)(1 << read);
    rc = meet(t, &x, via, "read", e);
  }
  int rc2 = ml_log_done(t->c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  return rows_judge(t, txn, rows, e);
}

/* When a switch, or the one that stands for it, was changed last; -1: never. */
static int changed_last(MlConn *c, const char *name, i64 *at, MlErr *e) {
  MlBuf value = {0};
  int set;
  const MlOption *o = ml_config_find(ml_text_of(name), e);
  int rc = o ? ml_config_get(c, o, &value, &set, at, e) : e->rc;
  ml_buf_free(&value);
  return rc;
}

/* Whether reads made events is what the switches say now, if they were not changed since. */
static int unrecorded_meet(MlTrail *t, i64 via, i64 txn, const Rows *rows, MlErr *e) {
  MlMet x = {.kind = ML_MET_UNRECORDED, .place = txn};
  i64 master = -1;
  int rc = ml_config_load(t->c, e);
  if (!rc) rc = changed_last(t->c, "memory.generate-event", &master, e);
  for (int i = 0; i < ML_TRAIL_READS && !rc; i++) {
    char name[64];
    i64 at = -1;
    sqlite3_snprintf(sizeof(name), name, "memory.generate-event.%s", ml_trail_reads[i]);
    rc = changed_last(t->c, name, &at, e);
    if (!rc && rows->quiet) x.unrecorded |= (u8)(1 << i);
    if (rc || rows->quiet || (rows->reads & (1 << i))) continue;
    if (rows->vague || at > rows->time || master > rows->time) {
      x.unknown |= (u8)(1 << i);
    } else if (!t->c->config.generate[reads[i]]) {
      x.unrecorded |= (u8)(1 << i);
    }
  }
  return rc || !(x.unrecorded | x.unknown) ? rc : meet(t, &x, via, "read", e);
}

static int retrievals_meet(MlTrail *t, i64 via, i64 txn, MlErr *e) {
  sqlite3_stmt *st;
  MlEntity x;
  int more = 1;
  int rc = ml_entity_scan_txn(t->c, txn, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_entity_next(t->c, st, &x, &more, e);
    if (rc || !more) break;
    MlMet thing = {.kind = ML_MET_ENTITY, .id = x.id};
    if (ml_text_same(x.type, ML_TEXT("retrieval"))) rc = meet(t, &thing, via, "read", e);
  }
  int rc2 = ml_lineage_done(t->c, st, e);
  return rc ? rc : rc2;
}

static int action_open(MlTrail *t, i64 via, i64 txn, MlErr *e) {
  Rows rows = {0};
  int rc = rows_read(t, via, txn, &rows, e);
  if (!rc) rc = retrievals_meet(t, via, txn, e);
  return rc ? rc : unrecorded_meet(t, via, txn, &rows, e);
}

/* ---- paths ---- */

/* What stands there was written before the log began: it was pruned. */
static int pruned_meet(MlTrail *t, i64 via, MlErr *e) {
  MlMet x = {.kind = ML_MET_GONE, .unknown = 1};
  MlCellKind kind;
  MlTail anchor;
  int found;
  int rc = ml_meta_anchor(t->c, &anchor, &found, e);
  if (rc || !found || !t->node.path.n) return rc;
  x.place = anchor.seq;
  rc = ml_cell_kind(t->c, &t->node, &kind, NULL, e);
  return rc || kind == ML_CELL_MISSING ? rc : meet(t, &x, via, "written_by", e);
}

/* The newest change of the node, or of what is under it. */
static int path_open(MlTrail *t, i64 via, MlErr *e) {
  MlHistory h = {
      .key = t->node.key, .top = t->node.path, .scope = t->node.scope, .low = 1, .high = INT64_MAX, .newest_first = 1};
  int more;
  int rc = ml_history_next(t->c, &h, &more, e);
  if (!rc && more) rc = event_meet(t, h.row->seq, via, "written_by", e);
  if (!rc && !more) rc = pruned_meet(t, via, e);
  ml_history_end(t->c, &h);
  return rc;
}

int ml_walk_log_open(MlTrail *t, i64 i, MlErr *e) {
  i64 place = t->all[i].place;
  switch (t->all[i].kind) {
  case ML_MET_EVENT:
    return event_open(t, i, place, e);
  case ML_MET_ACTION:
    return action_open(t, i, place, e);
  case ML_MET_PATH:
    return path_open(t, i, e);
  default:
    return SQLITE_OK;
  }
}
