#include "export.h"

#include "../data/clock.h"
#include "../data/json.h"
#include "../data/line.h"
#include "../data/mark.h"
#include "../store/cell_scan.h"
#include "../store/head.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "../store/origin.h"
#include "../store/run.h"
#include "../store/snapshot.h"
#include "position.h"
#include "snap.h"

#include <string.h>

/* ---- members ---- */

/* Begins a member: after the opening brace, or after another one. */
static void name_put(MlBuf *b, const char *name) {
  if (b->n && b->p[b->n - 1] != '{') ml_buf_char(b, ',');
  ml_buf_char(b, '"');
  ml_buf_puts(b, name);
  ml_buf_puts(b, "\":");
}

static void number_put(MlBuf *b, const char *name, i64 v) {
  name_put(b, name);
  ml_buf_int(b, v);
}

static void id_put(MlBuf *b, const char *name, const MlUuid *id) {
  char text[37];
  ml_uuid_text(id, text);
  name_put(b, name);
  ml_buf_char(b, '"');
  ml_buf_put(b, text, 36);
  ml_buf_char(b, '"');
}

static void time_put(MlBuf *b, i64 us) {
  char text[ML_TIME_TEXT];
  ml_clock_text(us, text);
  text[10] = 'T';
  name_put(b, "timestamp");
  ml_buf_char(b, '"');
  ml_buf_put(b, text, ML_TIME_TEXT - 1);
  ml_buf_puts(b, "Z\"");
}

static int text_put(MlBuf *b, const char *name, MlText text, MlErr *e) {
  if (!text.p) return SQLITE_OK;
  name_put(b, name);
  return ml_json_string(text, name, b, e);
}

/* JSON that stands in the file is JSON only once that was looked at. */
static int json_put(MlBuf *b, const char *name, MlText json, MlErr *e) {
  if (!json.p) return SQLITE_OK;
  name_put(b, name);
  return ml_mark_read(json, name, b, e);
}

/* Values of a key, all of them in full. */
static int values_put(MlConn *c, MlText key, MlBuf *b, const char *name, MlText json, MlErr *e) {
  MlBuf full = ml_conn_scratch(c);
  int rc = json.p ? ml_large_resolve(c, key, json, &full, e) : SQLITE_OK;
  if (!rc && json.p) rc = json_put(b, name, ml_buf_view(&full), e);
  ml_conn_give(c, &full);
  return rc;
}

static int change_put(MlConn *c, MlText key, MlBuf *b, const MlChange *x, MlErr *e) {
  int rc = values_put(c, key, b, "value", x->value, e);
  if (!rc) rc = json_put(b, "removed", x->removed, e);
  if (!rc) rc = json_put(b, "containers", x->containers, e);
  return rc ? rc : json_put(b, "expires", x->expires, e);
}

/* ---- ids ---- */

/* The id a row is known by elsewhere: the one it came with, or its own. */
static int id_of(MlConn *c, const MlExport *x, i64 seq, i64 chain, MlUuid *id, MlErr *e) {
  int found = 0;
  int rc = x->origins ? ml_origin_of(c, seq, id, &found, e) : SQLITE_OK;
  if (!rc && !found) *id = ml_log_id(seq, chain);
  return rc;
}

/* The same of the row at a position of which no more is known; *found 0: there is none any more. */
static int id_at(MlConn *c, const MlExport *x, i64 seq, MlUuid *id, int *found, MlErr *e) {
  *found = 0;
  for (int quiet = 0; quiet < 2 && !*found; quiet++) {
    MlRow r;
    sqlite3_stmt *st;
    int rc = ml_log_get(c, ml_event_place(quiet, seq), &r, &st, found, e);
    if (rc) return rc;
    if (!*found) continue;
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
    rc = json_put(b, "input", run.input, e);
  } else {
    rc = text_put(b, "outcome", run.outcome, e);
    if (!rc) rc = json_put(b, "output", run.output, e);
  }
  int rc2 = ml_run_done(c, st, e);
  return rc ? rc : rc2;
}

/* The first row of the action, if it is another one. */
static int action_put(MlConn *c, MlExport *x, MlBuf *b, const MlRow *r, const MlUuid *id, MlErr *e) {
  i64 first = ml_event_minus(r->seq, r->step);
  int found = first == x->txn_seq;
  if (!r->step) {
    x->txn = *id;
    x->txn_seq = r->seq;
    return SQLITE_OK;
  }
  int rc = found ? SQLITE_OK : id_at(c, x, first, &x->txn, &found, e);
  if (rc) return rc;
  if (!found) {
    number_put(b, "step", r->step);
    return SQLITE_OK;
  }
  x->txn_seq = first;
  id_put(b, "txn", &x->txn);
  return SQLITE_OK;
}

/* What only memlog knows. */
static int own_put(MlConn *c, MlExport *x, const MlRow *r, const MlUuid *id, i64 cause, MlErr *e) {
  MlBuf *b = &x->line;
  char hex[33];
  name_put(b, "memlog");
  ml_buf_char(b, '{');
  number_put(b, "seq", r->seq);
  if (r->quiet) {
    name_put(b, "quiet");
    ml_buf_puts(b, "true");
  }
  if (r->prev) {
    name_put(b, "follows");
    ml_buf_puts(b, "true");
  }
  if (r->run) number_put(b, "run", r->run);
  int rc = run_put(c, b, r, e);
  if (!rc) rc = action_put(c, x, b, r, id, e);
  if (!rc && cause) number_put(b, "cause", cause);
  if (!rc) rc = json_put(b, "meta", r->meta, e);
  if (!rc && r->has_digest) {
    ml_uuid_hex(&r->digest, hex);
    rc = text_put(b, "digest", (MlText){hex, 32}, e);
  }
  ml_buf_puts(b, "}}");
  return rc;
}

static int attributes_put(MlConn *c, MlBuf *b, const MlRow *r, MlErr *e) {
  MlChange change = ml_log_row_change(r);
  name_put(b, "eventAttributes");
  ml_buf_char(b, '{');
  int rc = text_put(b, "key", r->key, e);
  if (!rc) rc = change_put(c, r->key, b, &change, e);
  if (!rc) rc = values_put(c, r->key, b, "before", r->before, e);
  ml_buf_char(b, '}');
  return rc;
}

static void head_put(MlBuf *b, i64 us) {
  ml_buf_char(b, '{');
  time_put(b, us);
  name_put(b, "logLevel");
  ml_buf_puts(b, "\"VERBOSE\"");
}

static MlText type_of(const MlRow *r) {
  if (r->kind == ML_KIND_HOST) return r->type;
  const char *name = ml_event_type((int)r->kind);
  return (MlText){name, (i64)strlen(name)};
}

static int row_put(MlConn *c, MlExport *x, const MlRow *r, MlErr *e) {
  MlBuf *b = &x->line;
  MlUuid id, upstream;
  int found = 0;
  int rc = id_of(c, x, r->seq, r->chain, &id, e);
  if (!rc && r->cause) rc = id_at(c, x, r->cause, &upstream, &found, e);
  if (rc) return rc;
  head_put(b, ml_event_minus(r->seq, r->skew));
  id_put(b, "eventId", &id);
  rc = text_put(b, "eventType", type_of(r), e);
  if (!rc) rc = attributes_put(c, b, r, e);
  if (!rc && found) id_put(b, "upstreamEventId", &upstream);
  if (!rc) rc = text_put(b, "upstreamActionName", r->action, e);
  return rc ? rc : own_put(c, x, r, &id, found ? 0 : r->cause, e);
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
  head_put(b, at->time);
  int rc = text_put(b, "eventType", ML_TEXT(ML_LINE_STATE), e);
  name_put(b, "eventAttributes");
  ml_buf_char(b, '{');
  if (!rc) rc = text_put(b, "key", at->key, e);
  if (!rc) rc = change_put(c, at->key, b, &state[ML_SHORT_TERM], e);
  name_put(b, "sensory");
  ml_buf_char(b, '{');
  if (!rc) rc = change_put(c, at->key, b, &state[ML_SENSORY], e);
  ml_buf_puts(b, "}}");
  name_put(b, "memlog");
  ml_buf_char(b, '{');
  id_put(b, "state", &at->id);
  number_put(b, "seq", at->seq);
  if (live) {
    name_put(b, "live");
    ml_buf_puts(b, "true");
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
  int found;
  int rc = ml_log_time_of(c, place, &at.time, e);
  if (!rc) rc = id_at(c, x, at.seq, &at.id, &found, e);
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

int ml_export_begin(MlConn *c, MlExport *x, i64 from, MlErr *e) {
  i64 last;
  int any;
  ml_export_end(c, x);
  int rc = ml_meta_hold(c, &x->hold, e);
  if (!rc) rc = ml_position_last(c, &last, e);
  if (!rc) rc = ml_origin_any(c, &any, e);
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
  ml_cell_key_free(&x->at);
  ml_buf_free(&x->line);
  ml_buf_free(&x->key);
  *x = (MlExport){0};
}
