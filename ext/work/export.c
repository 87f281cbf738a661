#include "export.h"

#include "../data/line.h"
#include "../store/cell_scan.h"
#include "../store/head.h"
#include "../store/meta.h"
#include "../store/origin.h"
#include "../store/run.h"
#include "../store/snapshot.h"
#include "export_item.h"
#include "position.h"
#include "put.h"
#include "snap.h"

/* ---- ids ---- */

/* The id a row is known by elsewhere: the one it came with, or its own. */
static int id_of(MlConn *c, const MlExport *x, i64 seq, i64 chain, MlUuid *id, MlErr *e) {
  int found = 0;
  int rc = x->origins ? ml_origin_of(c, seq, id, &found, e) : SQLITE_OK;
  if (!rc && !found) *id = ml_log_id(seq, chain);
  return rc;
}

/* The same of the row at a position of which no more is known; *found 0: there is none any more. *listed: a line before
** has it that is taken in elsewhere. */
static int id_at(MlConn *c, const MlExport *x, i64 seq, MlUuid *id, int *found, int *listed, MlErr *e) {
  *found = *listed = 0;
  for (int quiet = 0; quiet < 2 && !*found; quiet++) {
    MlRow r;
    sqlite3_stmt *st;
    int rc = ml_log_get(c, ml_event_place(quiet, seq), &r, &st, found, e);
    if (rc) return rc;
    if (!*found) continue;
    *listed = r.key.n && seq > x->start.at.at.seq;
    rc = id_of(c, x, seq, r.chain, id, e);
    int rc2 = ml_log_done(c, st, e);
    if (rc || rc2) return rc ? rc : rc2;
  }
  return SQLITE_OK;
}

/* ---- a row ---- */

/* What memlog_run has of a run's begin or end. */
static int run_put(MlConn *c, MlBuf *b, const MlRow *r, MlErr *e) {
  MlRun run;
  sqlite3_stmt *st;
  int found;
  if (r->kind != ML_KIND_RUN_BEGIN && r->kind != ML_KIND_RUN_END) return SQLITE_OK;
  int rc = ml_run_get(c, r->run, &run, &st, &found, e);
  if (rc || !found) return rc;
  if (r->kind == ML_KIND_RUN_BEGIN) {
    rc = ml_put_json(b, "input", run.input, e);
  } else {
    rc = ml_put_text(b, "outcome", run.outcome, e);
    if (!rc) rc = ml_put_json(b, "output", run.output, e);
  }
  int rc2 = ml_run_done(c, st, e);
  return rc ? rc : rc2;
}

/* The first row of the action, if it is another one. */
static int action_put(MlConn *c, MlExport *x, MlBuf *b, const MlRow *r, const MlUuid *id, MlErr *e) {
  i64 first = ml_event_minus(r->seq, r->step);
  int found = first == x->txn_seq, listed = x->txn_listed;
  if (!r->step) {
    x->txn = *id;
    x->txn_seq = r->seq;
    x->txn_listed = r->key.n > 0;
    return SQLITE_OK;
  }
  int rc = found ? SQLITE_OK : id_at(c, x, first, &x->txn, &found, &listed, e);
  if (rc) return rc;
  if (!listed) ml_json_put_number(b, "step", r->step);
  if (!found) return SQLITE_OK;
  x->txn_seq = first;
  x->txn_listed = (u8)listed;
  ml_json_put_uuid(b, "txn", &x->txn);
  return SQLITE_OK;
}

/* What only memlog knows. */
static int own_put(MlConn *c, MlExport *x, const MlRow *r, const MlUuid *id, i64 cause, MlErr *e) {
  MlBuf *b = &x->line;
  char hex[33];
  ml_json_put_name(b, "memlog");
  ml_buf_char(b, '{');
  ml_json_put_number(b, "seq", r->seq);
  if (r->quiet) {
    ml_put_true(b, "quiet");
  }
  if (r->prev) {
    ml_put_true(b, "follows");
  }
  if (r->run) ml_json_put_number(b, "run", r->run);
  int rc = run_put(c, b, r, e);
  if (!rc) rc = action_put(c, x, b, r, id, e);
  if (!rc && cause) ml_json_put_number(b, "cause", cause);
  if (!rc) rc = ml_put_json(b, "meta", r->meta, e);
  if (!rc) rc = ml_export_items_row(c, r, b, e);
  if (!rc && r->has_digest) {
    ml_uuid_hex(&r->digest, hex);
    rc = ml_put_text(b, "digest", (MlText){hex, 32}, e);
  }
  ml_buf_puts(b, "}}");
  return rc;
}

static int attributes_put(MlConn *c, MlBuf *b, const MlRow *r, MlErr *e) {
  MlChange change = ml_log_row_change(r);
  ml_json_put_name(b, "eventAttributes");
  ml_buf_char(b, '{');
  int rc = ml_put_text(b, "key", r->key, e);
  if (!rc) rc = ml_put_change(c, r->key, b, &change, e);
  if (!rc) rc = ml_put_values(c, r->key, b, "before", r->before, e);
  ml_buf_char(b, '}');
  return rc;
}

static MlText type_of(const MlRow *r) {
  if (r->kind == ML_KIND_HOST) return r->type;
  const char *name = ml_event_type((int)r->kind);
  return ml_text_of(name);
}

static int row_put(MlConn *c, MlExport *x, const MlRow *r, MlErr *e) {
  MlBuf *b = &x->line;
  MlUuid id, upstream;
  int found = 0, listed = 0;
  int rc = id_of(c, x, r->seq, r->chain, &id, e);
  if (!rc && r->cause) rc = id_at(c, x, r->cause, &upstream, &found, &listed, e);
  if (rc) return rc;
  ml_put_head(b, ml_event_minus(r->seq, r->skew));
  ml_json_put_uuid(b, "eventId", &id);
  rc = ml_put_text(b, "eventType", type_of(r), e);
  if (!rc) rc = attributes_put(c, b, r, e);
  if (!rc && found) ml_json_put_uuid(b, "upstreamEventId", &upstream);
  if (!rc) rc = ml_put_text(b, "upstreamActionName", r->action, e);
  return rc ? rc : own_put(c, x, r, &id, listed ? 0 : r->cause, e);
}

/* ---- a state ---- */

/* The row that a state stands at, which is the key's newest then. */
typedef struct At {
  MlText key;
  i64 seq, time;
  MlUuid id;
} At;

static int state_put(MlConn *c, MlExport *x, const At *at, const MlChange *state, int live, MlErr *e) {
  MlBuf *b = &x->line;
  ml_put_head(b, at->time);
  int rc = ml_put_text(b, "eventType", ML_TEXT(ML_LINE_STATE), e);
  ml_json_put_name(b, "eventAttributes");
  ml_buf_char(b, '{');
  if (!rc) rc = ml_put_text(b, "key", at->key, e);
  if (!rc) rc = ml_put_change(c, at->key, b, &state[ML_SHORT_TERM], e);
  ml_json_put_name(b, "sensory");
  ml_buf_char(b, '{');
  if (!rc) rc = ml_put_change(c, at->key, b, &state[ML_SENSORY], e);
  ml_buf_puts(b, "}}");
  ml_json_put_name(b, "memlog");
  ml_buf_char(b, '{');
  if (at->seq > x->start.at.at.seq) {
    ml_json_put_uuid(b, "state", &at->id);
  } else {
    ml_json_put_uuid(b, "start", &x->start.id);
  }
  ml_json_put_number(b, "seq", at->seq);
  if (live) {
    ml_put_true(b, "live");
  }
  ml_buf_puts(b, "}}");
  return rc;
}

/* 1 in *due if a snapshot stands at the row that ends a gap. */
static int state_due(MlConn *c, MlExport *x, const MlRow *r, MlErr *e) {
  MlSnapshot s;
  sqlite3_stmt *st;
  x->due = 0;
  if (r->kind == ML_KIND_SENSORY_GAP || r->kind == ML_KIND_SHORT_TERM_GAP) x->gaps = 1;
  if (!x->gaps) return SQLITE_OK;
  int rc = ml_snapshot_find(c, r->key, r->seq, &s, &st, e);
  if (rc) return rc;
  int stands = s.place && ml_event_position(s.place) == r->seq && !s.by_reference;
  rc = ml_snapshot_done(c, st, e);
  unsigned gaps = 0;
  if (!rc && stands) rc = ml_rebuild_gaps(c, r->key, r->seq, &gaps, e);
  x->due = gaps != 0;
  return rc;
}

/* The snapshot at the row at hand. */
static int snapshot_put(MlConn *c, MlExport *x, const MlRow *r, MlErr *e) {
  At at = {.key = r->key, .seq = r->seq, .time = ml_event_minus(r->seq, r->skew)};
  MlSnapshot s;
  sqlite3_stmt *st;
  int rc = id_of(c, x, r->seq, r->chain, &at.id, e);
  if (!rc) rc = ml_snapshot_find(c, r->key, r->seq, &s, &st, e);
  if (rc) return rc;
  rc = state_put(c, x, &at, s.state, 0, e);
  int rc2 = ml_snapshot_done(c, st, e);
  return rc ? rc : rc2;
}

/* Memory as it stands of a key with an open gap, whose newest row is at a place. */
static int live_put(MlConn *c, MlExport *x, MlText key, i64 place, MlErr *e) {
  MlSnapState b[ML_SCOPES] = {0};
  MlChange state[ML_SCOPES] = {0};
  At at = {.key = key, .seq = ml_event_position(place)};
  int found = 0, listed;
  int rc = ml_log_time_of(c, place, &at.time, e);
  if (!rc) rc = id_at(c, x, at.seq, &at.id, &found, &listed, e);
  if (!at.time) at.time = x->start.at.at.time;
  found |= at.seq <= x->start.at.at.seq;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    rc = ml_snap_state(c, key, (MlScope)i, &b[i], e);
    state[i] = ml_snap_change(&b[i]);
  }
  if (!rc && found) rc = state_put(c, x, &at, state, 1, e);
  for (int i = 0; i < ML_SCOPES; i++) ml_snap_free(&b[i]);
  return rc;
}

/* The next key whose changes are not all in the log, of those that have not changed since the export began. */
static int live_next(MlConn *c, MlExport *x, int *more, MlErr *e) {
  int rc = SQLITE_OK;
  *more = x->gaps;
  while (!rc && *more && !x->line.n) {
    MlHead h = {0};
    int found = 0, open = 0;
    rc = ml_cell_next_key(c, &x->at, &x->key, more, e);
    if (!rc && *more) rc = ml_head_load(c, ml_buf_view(&x->key), &h, &found, e);
    for (int i = 0; i < ML_SCOPES; i++) open |= h.gap[i] != 0;
    if (!found || !open || ml_event_position(h.last) > x->journal.want.high) continue;
    if (!rc) rc = live_put(c, x, ml_buf_view(&x->key), h.last, e);
  }
  return rc;
}

/* ---- the whole ---- */

int ml_export_begin(MlConn *c, MlExport *x, i64 from, int states, MlErr *e) {
  i64 last;
  int any;
  ml_export_end(c, x);
  int rc = ml_meta_hold(c, &x->hold, e);
  if (!rc) rc = ml_position_last(c, &last, e);
  if (!rc) rc = ml_origin_any(c, &any, e);
  if (!rc && states) rc = ml_export_start_begin(c, &x->start, from, e);
  if (rc) return rc;
  x->origins = (u8)any;
  x->gaps = from > 1;
  x->journal.want = (MlScan){.low = from, .high = last, .quiet = 1};
  return SQLITE_OK;
}

static int line_finish(MlExport *x, MlErr *e) { return ml_err_buf(e, x->line.rc, "a line of mem_export"); }

int ml_export_next(MlConn *c, MlExport *x, int *more, MlErr *e) {
  int rc = SQLITE_OK;
  ml_buf_cut(&x->line, 0);
  *more = 1;
  rc = ml_export_start_next(c, &x->start, &x->line, e);
  x->gaps |= x->start.gaps;
  if (rc || x->line.n) return rc ? rc : line_finish(x, e);
  if (x->due) {
    x->due = 0;
    rc = snapshot_put(c, x, &x->journal.row, e);
    return rc ? rc : line_finish(x, e);
  }
  if (!x->rows_done) {
    rc = ml_journal_next(c, &x->journal, more, e);
    x->rows_done = !*more;
    if (!rc && *more) rc = row_put(c, x, &x->journal.row, e);
    if (!rc && *more) rc = state_due(c, x, &x->journal.row, e);
  }
  if (!rc && x->rows_done) rc = live_next(c, x, more, e);
  return rc ? rc : line_finish(x, e);
}

void ml_export_end(MlConn *c, MlExport *x) {
  if (x->hold) {
    ml_journal_end(c, &x->journal);
    ml_meta_release(c, x->hold);
  }
  ml_export_start_end(&x->start);
  ml_cell_key_free(&x->at);
  ml_buf_free(&x->line);
  ml_buf_free(&x->key);
  *x = (MlExport){0};
}
