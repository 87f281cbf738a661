#include "lifecycle.h"

#include "../data/json.h"

#include "../store/cell.h"
#include "../store/config.h"
#include "../store/meta.h"
#include "../store/retain.h"
#include "../store/snapshot.h"
#include "append.h"
#include "emit.h"
#include "record.h"
#include "snap.h"

/* A run's begin or end on its way into the log. */
typedef struct Turn {
  MlRun run;
  MlSnapState state; /* the short-term state that a begin carries */
  MlBuf content;     /* what the chain covers of memlog_run */
  int with_state;
} Turn;

static void turn_free(Turn *t) {
  ml_snap_free(&t->state);
  ml_buf_free(&t->content);
}

/* Empties sensory memory. The begin or end row itself says so: no record is made. */
static int sensory_clear(MlConn *c, MlText key, MlErr *e) {
  MlNodeId all = {key, ML_SENSORY, {"", 0}};
  MlRecording outer = c->recording;
  i64 n;
  c->recording = (MlRecording){.mode = ML_RECORD_NOT};
  int rc = ml_cell_remove(c, &all, &n, e);
  c->recording = outer;
  return rc;
}

/* Between the numbering and the first write: the run's own row, and the head. */
int ml_lifecycle_put_begin(MlConn *c, MlEntry *a, MlRun *run, int with_state, MlErr *e) {
  i64 place = ml_event_place(a->row.quiet, a->row.seq);
  run->begin_place = place;
  run->begun = ml_event_minus(a->row.seq, a->row.skew);
  a->head.run = run->run;
  a->head.gap[ML_SENSORY] = 0;
  a->head.runs = with_state ? 0 : a->head.runs + 1;
  int rc = ml_run_insert(c, run, e);
  if (!rc && with_state) {
    MlSnapshot s = {.place = place, .by_reference = 1};
    rc = ml_snapshot_insert(c, a->row.key, &s, e);
    a->head.size = a->row.value.n + a->row.removed.n + a->row.containers.n + a->row.expires.n;
    ml_snap_note(&a->head, place);
  }
  return rc;
}

static int begin_hook(MlConn *c, MlEntry *a, int n, void *arg, MlErr *e) {
  Turn *t = arg;
  (void)n;
  return ml_lifecycle_put_begin(c, a, &t->run, t->with_state, e);
}

int ml_lifecycle_put_end(MlConn *c, MlEntry *a, MlRun *run, MlErr *e) {
  run->end_place = ml_event_place(a->row.quiet, a->row.seq);
  run->ended = ml_event_minus(a->row.seq, a->row.skew);
  a->head.run = 0;
  a->head.gap[ML_SENSORY] = 0;
  return ml_run_end(c, run, e);
}

static int end_hook(MlConn *c, MlEntry *a, int n, void *arg, MlErr *e) {
  Turn *t = arg;
  (void)n;
  return ml_lifecycle_put_end(c, a, &t->run, e);
}

static int end_append(MlConn *c, MlText key, Turn *t, MlErr *e) {
  MlEntry x = {0};
  ml_lifecycle_end_content(&t->run, &t->content);
  if (t->content.rc) return ml_err_nomem(e);
  x.row.quiet = !c->config.end_event;
  x.row.kind = ML_KIND_RUN_END;
  x.row.key = key;
  x.row.run = t->run.run;
  x.input = ml_buf_view(&t->content);
  int rc = sensory_clear(c, key, e);
  return rc ? rc : ml_append_rows(c, &x, 1, end_hook, t, e);
}

void ml_lifecycle_end_content(const MlRun *r, MlBuf *out) {
  ml_buf_puts(out, "{\"outcome\":");
  ml_json_put_string(out, r->outcome);
  if (r->output.p) {
    ml_buf_puts(out, ",\"output\":");
    ml_buf_text(out, r->output);
  }
  ml_buf_char(out, '}');
}

/* Whether this begin carries the state: every so many runs, or when a snapshot is due anyway. Only an event can. */
static int state_due(MlConn *c, MlText key, MlHead *h, int *due, MlErr *e) {
  *due = 0;
  if (!c->config.begin_event) return SQLITE_OK;
  if (c->config.snapshot_every == 0) return ml_snap_due(c, key, h, due, e);
  *due = h->runs + 1 >= c->config.snapshot_every;
  return SQLITE_OK;
}

static int begin_append(MlConn *c, MlText key, Turn *t, MlErr *e) {
  MlEntry x = {0};
  MlHead h;
  int found;
  int rc = sensory_clear(c, key, e);
  if (!rc) rc = ml_head_load(c, key, &h, &found, e);
  if (!rc) rc = state_due(c, key, &h, &t->with_state, e);
  if (!rc && t->with_state) rc = ml_snap_state(c, key, ML_SHORT_TERM, &t->state, e);
  if (!rc) rc = ml_run_next(c, &t->run.run, e);
  if (rc) return rc;
  x.row.quiet = !c->config.begin_event;
  x.row.kind = ML_KIND_RUN_BEGIN;
  x.row.key = key;
  x.row.run = t->run.run;
  MlChange state = ml_snap_change(&t->state);
  x.row.value = state.value;
  x.row.removed = state.removed;
  x.row.containers = state.containers;
  x.row.expires = state.expires;
  x.input = t->run.input;
  return ml_append_rows(c, &x, 1, begin_hook, t, e);
}

/* What both begin with: no listener, tables there, all that is pending emitted. The head tells the open run. */
static int turn_start(MlConn *c, const char *what, MlText key, MlText payload, MlHead *h, MlErr *e) {
  i64 n;
  int found;
  if (c->storing) return ml_record_refuse_storing(c, what, e);
  if (c->emitting) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: not inside a listener", what);
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (!rc) rc = ml_retain_load(c, e);
  if (!rc) rc = ml_config_check_size(c, payload, what, e);
  if (!rc) rc = ml_record_keep_readers(c, e);
  if (!rc) rc = ml_record_clean(c, key, ML_SHORT_TERM, &n, e); /* a begin carries the state */
  if (!rc) rc = ml_emit_run(c, &n, e);
  c->pending.now.op_count++;
  return rc ? rc : ml_head_load(c, key, h, &found, e);
}

/* From here on a failure leaves a run half begun or half ended. */
static int turn_finish(MlConn *c, MlText key, int rc, i64 changes, MlErr *e) {
  if (!rc) rc = ml_snap_key(c, key, NULL, 0, e);
  return ml_conn_break_changed(c, changes, rc);
}

static int end_open(MlConn *c, MlText key, i64 run, MlText output, MlText outcome, MlErr *e) {
  Turn t = {.run = {.run = run, .key = key, .output = output, .outcome = outcome}};
  int rc = end_append(c, key, &t, e);
  turn_free(&t);
  return rc;
}

int ml_lifecycle_abandon(MlConn *c, MlText key, i64 run, MlErr *e) {
  return end_open(c, key, run, (MlText){NULL, 0}, ML_TEXT("abandoned"), e);
}

int ml_lifecycle_begin(MlConn *c, MlText key, MlText input, int exclusive, i64 *run, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlHead h = {0};
  Turn t = {.run = {.key = key, .input = input}};
  int rc = turn_start(c, "mem_run_begin", key, input, &h, e);
  if (rc) return rc;
  if (h.run && exclusive) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_run_begin: run %lld of key %s is still open", h.run,
                      ml_err_show(show, key));
  }
  i64 changes = sqlite3_total_changes64(c->db);
  if (h.run) rc = ml_lifecycle_abandon(c, key, h.run, e);
  if (!rc) rc = begin_append(c, key, &t, e);
  *run = t.run.run;
  turn_free(&t);
  return turn_finish(c, key, rc, changes, e);
}

int ml_lifecycle_end(MlConn *c, MlText key, MlText output, MlText outcome, i64 *run, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlHead h = {0};
  int rc = turn_start(c, "mem_run_end", key, output, &h, e);
  if (rc) return rc;
  if (!h.run) return ml_err_set(e, SQLITE_ERROR, "memlog: mem_run_end: key %s has no open run", ml_err_show(show, key));
  i64 changes = sqlite3_total_changes64(c->db);
  *run = h.run;
  rc = end_open(c, key, h.run, output, outcome, e);
  return turn_finish(c, key, rc, changes, e);
}
