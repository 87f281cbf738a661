#include "export_start.h"

#include "../data/line.h"
#include "../store/cell_scan.h"
#include "../store/drop.h"
#include "../store/log.h"
#include "../store/origin.h"
#include "../store/run.h"
#include "../store/snapshot.h"
#include "export_item.h"
#include "put.h"
#include "rebuild.h"
#include "snap.h"

/* ---- where ---- */

/* The first row of a stretch; nothing is changed if it is empty. */
static int row_before(MlConn *c, const MlScan *want, MlTail *t, i64 *run, MlErr *e) {
  sqlite3_stmt *st;
  MlRow r;
  int more = 0;
  int rc = ml_log_scan(c, want, &st, e);
  if (!rc) rc = ml_log_scan_next(c, st, &r, &more, e);
  if (!rc && more) {
    *t = (MlTail){r.seq, ml_event_minus(r.seq, r.skew), ml_log_id(r.seq, r.chain)};
    *run = r.run;
  }
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

/* What the rows up to the start were. */
static int start_count(MlConn *c, MlAnchor *a, i64 pruned, MlErr *e) {
  MlScan runs = {.low = pruned + 1,
                 .high = a->at.seq,
                 .quiet = 1,
                 .newest_first = 1,
                 .bare = 1,
                 .of_kind = 1,
                 .kind = ML_KIND_RUN_BEGIN};
  MlTail t;
  i64 n, run = 0;
  int rc = ml_drop_left(c, pruned, a->at.seq, INT64_MAX, &n, e);
  if (!rc) rc = row_before(c, &runs, &t, &run, e);
  a->rows += rc ? 0 : n;
  if (!rc && run > a->run) a->run = run;
  return rc;
}

int ml_export_start_begin(MlConn *c, MlExportStart *x, i64 from, MlErr *e) {
  MlScan before = {.high = from - 1, .quiet = 1, .newest_first = 1, .bare = 1};
  i64 run, pruned;
  int found = 0;
  int rc = ml_meta_anchor_get(c, &x->at, e);
  pruned = x->at.at.seq;
  before.low = pruned + 1;
  x->id = x->at.at.id;
  if (rc || before.high < before.low) return rc;
  rc = row_before(c, &before, &x->at.at, &run, e);
  if (rc || x->at.at.seq == pruned) return rc;
  rc = ml_origin_of(c, x->at.at.seq, &x->id, &found, e);
  if (!rc && !found) x->id = x->at.at.id;
  return rc ? rc : start_count(c, &x->at, pruned, e);
}

/* ---- the lines ---- */

static int start_put(MlExportStart *x, MlBuf *b, MlErr *e) {
  ml_put_head(b, x->at.at.time);
  int rc = ml_put_text(b, "eventType", ML_TEXT(ML_LINE_START), e);
  ml_json_put_name(b, "memlog");
  ml_buf_char(b, '{');
  ml_json_put_uuid(b, "start", &x->id);
  ml_json_put_number(b, "seq", x->at.at.seq);
  ml_json_put_number(b, "rows", x->at.rows);
  if (x->at.run) ml_json_put_number(b, "run", x->at.run);
  ml_buf_puts(b, "}}");
  x->told = 1;
  return rc;
}

/* The run that is open behind a row. */
static int run_of(MlConn *c, i64 place, i64 *run, MlErr *e) {
  MlRow r;
  sqlite3_stmt *st;
  int found;
  int rc = ml_log_get(c, place, &r, &st, &found, e);
  if (rc || !found) return rc;
  *run = r.kind == ML_KIND_RUN_END ? 0 : r.run;
  return ml_log_done(c, st, e);
}

/* Of a key whose rows were all pruned memlog_run has the run, if it was not over then. */
static int run_find(MlConn *c, MlText key, i64 place, i64 *run, MlErr *e) {
  sqlite3_stmt *st;
  MlRun r;
  int more = 1;
  i64 seq = ml_event_position(place);
  int rc = ml_run_scan(c, key, 1, INT64_MAX, 0, &st, e);
  while (!rc && more && !*run) {
    rc = ml_run_scan_next(c, st, &r, &more, e);
    if (rc || !more) break;
    int over = r.end_place && ml_event_position(r.end_place) <= seq;
    if (!over && ml_event_position(r.begin_place) <= seq) *run = r.run;
  }
  int rc2 = ml_run_done(c, st, e);
  return rc ? rc : rc2;
}

static int run_put(MlConn *c, MlBuf *b, i64 number, MlErr *e) {
  MlRun r;
  sqlite3_stmt *st;
  int found;
  if (!number) return SQLITE_OK;
  int rc = ml_run_get(c, number, &r, &st, &found, e);
  if (rc || !found) return rc;
  ml_json_put_number(b, "run", r.run);
  rc = ml_put_json(b, "input", r.input, e);
  ml_json_put_number(b, "begun", r.begun);
  ml_json_put_number(b, "begin_seq", ml_event_position(r.begin_place));
  if (r.begin_place < 0) ml_put_true(b, "begin_quiet");
  int rc2 = ml_run_done(c, st, e);
  return rc ? rc : rc2;
}

/* The columns of a state, and of which scopes nothing is known. */
static int state_put(MlConn *c, MlText key, const MlSnapState *s, MlBuf *b, MlErr *e) {
  MlChange state[ML_SCOPES] = {ml_snap_change(&s[0]), ml_snap_change(&s[1])};
  ml_json_put_name(b, "eventAttributes");
  ml_buf_char(b, '{');
  int rc = ml_put_text(b, "key", key, e);
  if (!rc) rc = ml_put_change(c, key, b, &state[ML_SHORT_TERM], e);
  ml_json_put_name(b, "sensory");
  ml_buf_char(b, '{');
  if (!rc) rc = ml_put_change(c, key, b, &state[ML_SENSORY], e);
  ml_buf_puts(b, "}}");
  return rc;
}

static int own_put(MlConn *c, MlExportStart *x, MlText key, i64 place, const MlPast *p, MlBuf *b, MlErr *e) {
  i64 run = 0;
  int pruned;
  ml_json_put_name(b, "memlog");
  ml_buf_char(b, '{');
  ml_json_put_uuid(b, "start", &x->id);
  ml_json_put_number(b, "seq", ml_event_position(place));
  if (place < 0) ml_put_true(b, "quiet");
  if (p->gap[ML_SHORT_TERM]) ml_json_put_number(b, "gap", p->gap[ML_SHORT_TERM]);
  if (p->gap[ML_SENSORY]) ml_json_put_number(b, "sensory_gap", p->gap[ML_SENSORY]);
  x->gaps |= p->gap[ML_SHORT_TERM] || p->gap[ML_SENSORY];
  int rc = ml_meta_pruned(c, place, &pruned, e);
  if (!rc) rc = pruned ? run_find(c, key, place, &run, e) : run_of(c, place, &run, e);
  if (!rc) rc = run_put(c, b, run, e);
  if (!rc) rc = ml_export_items_at(c, key, x->at.at.seq, b, e);
  ml_buf_puts(b, "}}");
  return rc;
}

static int key_put(MlConn *c, MlExportStart *x, MlText key, i64 place, MlBuf *b, MlErr *e) {
  MlSnapState s[ML_SCOPES] = {0};
  MlPast p;
  i64 us;
  int rc = ml_rebuild_known(c, key, x->at.at.seq, ML_BOTH_SCOPES, &p, e);
  if (rc) return rc;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    rc = ml_state_write(&p.state[i], &s[i].b[0], &s[i].b[1], &s[i].b[2], &s[i].b[3]);
    if (rc) ml_err_set(e, rc, "memlog: mem_export: the state of a key is too large to be written down");
  }
  if (!rc) rc = ml_log_time_of(c, place, &us, e);
  if (!rc) {
    ml_put_head(b, us ? us : x->at.at.time);
    rc = ml_put_text(b, "eventType", ML_TEXT(ML_LINE_STATE), e);
  }
  if (!rc) rc = state_put(c, key, s, b, e);
  if (!rc) rc = own_put(c, x, key, place, &p, b, e);
  for (int i = 0; i < ML_SCOPES; i++) ml_snap_free(&s[i]);
  ml_rebuild_free(&p);
  return rc;
}

/* The place of the key's newest row at or before the start; 0: it had none. */
static int place_find(MlConn *c, MlText key, i64 upto, i64 *place, MlErr *e) {
  MlSnapshot s;
  sqlite3_stmt *st;
  int rc = ml_rebuild_last(c, key, upto, place, e);
  if (rc || *place) return rc;
  rc = ml_snapshot_find(c, key, upto, &s, &st, e);
  if (rc) return rc;
  *place = s.place;
  return ml_snapshot_done(c, st, e);
}

int ml_export_start_next(MlConn *c, MlExportStart *x, MlBuf *line, MlErr *e) {
  int rc = SQLITE_OK, more = 1;
  if (!x->at.at.seq || x->done) return SQLITE_OK;
  if (!x->told) return start_put(x, line, e);
  while (!rc && !line->n && !x->done) {
    i64 place;
    rc = ml_cell_next_key(c, &x->key, &x->text, &more, e);
    x->done = !more;
    if (rc || !more) break;
    rc = place_find(c, ml_buf_view(&x->text), x->at.at.seq, &place, e);
    if (!rc && place) rc = key_put(c, x, ml_buf_view(&x->text), place, line, e);
  }
  return rc;
}

void ml_export_start_end(MlExportStart *x) {
  ml_cell_key_free(&x->key);
  ml_buf_free(&x->text);
  *x = (MlExportStart){0};
}
