/* Functions of actions, events, runs and the past. */
#include "../data/note.h"
#include "../data/value.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "../work/action.h"
#include "../work/items.h"
#include "../work/lifecycle.h"
#include "../work/position.h"
#include "../work/rebuild.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

#include <string.h>

/* A name: text, not empty, without NUL. */
static int name_read(const char *who, const char *what, sqlite3_value *v, MlText *t, MlErr *e) {
  if (sqlite3_value_type(v) == SQLITE_TEXT) {
    *t = ml_value_text(v);
    if (!t->p) return ml_err_nomem(e);
    if (t->n && !memchr(t->p, 0, (size_t)t->n) && ml_text_utf8(*t)) return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the %s must be text, not empty, without NUL", who, what);
}

static void result_finish(sqlite3_context *ctx, int rc, MlErr *e, i64 v) {
  if (rc) {
    ml_err_result(e, ctx);
  } else {
    sqlite3_result_int64(ctx, v);
  }
}

/* ---- runs ---- */

typedef struct Run {
  MlText key, outcome;
  MlBuf payload;
  int has_payload, exclusive;
  i64 run;
} Run;

static MlText run_payload(const Run *r) { return r->has_payload ? ml_buf_view(&r->payload) : (MlText){NULL, 0}; }

static int begin_work(MlConn *c, void *arg, MlErr *e) {
  Run *r = arg;
  return ml_lifecycle_begin(c, r->key, run_payload(r), r->exclusive, &r->run, e);
}

static int end_work(MlConn *c, void *arg, MlErr *e) {
  Run *r = arg;
  return ml_lifecycle_end(c, r->key, run_payload(r), r->outcome, &r->run, e);
}

static int mode_read(sqlite3_value *v, int *exclusive, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (ml_args_null(v)) return SQLITE_OK;
  *exclusive = ml_text_same(ml_value_text(v), ML_TEXT("exclusive"));
  if (*exclusive) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_run_begin: mode %s: it is 'exclusive' or left out",
                    ml_err_show(show, ml_value_text(v)));
}

static int outcome_read(sqlite3_value *v, MlText *outcome, MlErr *e) {
  static const MlText known[] = {{"completed", 9}, {"failed", 6}, {"abandoned", 9}};
  char show[ML_ERR_SHOW];
  *outcome = known[0];
  if (ml_args_null(v)) return SQLITE_OK;
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
    if (ml_text_same(ml_value_text(v), known[i])) {
      *outcome = known[i];
      return SQLITE_OK;
    }
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_run_end: outcome %s: it is 'completed', 'failed' or 'abandoned'",
                    ml_err_show(show, ml_value_text(v)));
}

static int payload_read(const char *who, sqlite3_value *v, Run *r, MlErr *e) {
  r->has_payload = !ml_args_null(v);
  return r->has_payload ? ml_value_read(v, who, &r->payload, e) : SQLITE_OK;
}

static void fn_run_begin(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Run r = {0};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_run_begin", arg[0], &r.key, &e);
  if (!rc) rc = payload_read("mem_run_begin", ml_args_at(n, arg, 1), &r, &e);
  if (!rc) rc = mode_read(ml_args_at(n, arg, 2), &r.exclusive, &e);
  if (!rc) rc = ml_txn_run(c, begin_work, &r, &e);
  result_finish(ctx, rc, &e, r.run);
  ml_buf_free(&r.payload);
}

static void fn_run_end(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Run r = {0};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_run_end", arg[0], &r.key, &e);
  if (!rc) rc = payload_read("mem_run_end", ml_args_at(n, arg, 1), &r, &e);
  if (!rc) rc = outcome_read(ml_args_at(n, arg, 2), &r.outcome, &e);
  if (!rc) rc = ml_txn_run(c, end_work, &r, &e);
  result_finish(ctx, rc, &e, r.run);
  ml_buf_free(&r.payload);
}

/* ---- actions and events ---- */

typedef struct Action {
  MlText name, key;
  MlUuid cause;
  int has_cause;
  MlBuf json;
  i64 n;
} Action;

static int name_work(MlConn *c, void *arg, MlErr *e) {
  Action *a = arg;
  MlText meta = a->json.n ? ml_buf_view(&a->json) : (MlText){NULL, 0};
  return ml_action_name(c, a->name, a->has_cause ? &a->cause : NULL, meta, e);
}

static int cause_read(sqlite3_value *v, Action *a, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (ml_args_null(v)) return SQLITE_OK;
  a->has_cause = sqlite3_value_type(v) == SQLITE_TEXT && ml_uuid_parse(ml_value_text(v), &a->cause);
  if (a->has_cause) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: %s is no id of an event",
                    ml_err_show(show, ml_value_text(v)));
}

/* Members that memlog puts beside the host's must not be there already. */
static int meta_check(MlText meta, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlJsonScan s;
  for (ml_json_open(&s, meta); ml_json_next(&s);) {
    if (!ml_note_is(s.name)) continue;
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: the meta data have a member %s, which is memlog's own",
                      ml_err_show(show, s.name));
  }
  return SQLITE_OK;
}

static int meta_read(sqlite3_value *v, Action *a, MlErr *e) {
  if (ml_args_null(v)) return SQLITE_OK;
  int rc = ml_value_read_json(v, "mem_action: the meta data", &a->json, e);
  if (rc) return rc;
  if (ml_json_type(ml_buf_view(&a->json)) == ML_MAP) return meta_check(ml_buf_view(&a->json), e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: the meta data are no JSON map");
}

static void fn_action(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Action a = {0};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = name_read("mem_action", "name", arg[0], &a.name, &e);
  if (!rc && sqlite3_get_autocommit(c->db)) {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_action: an action is a transaction: call it after BEGIN");
  }
  if (!rc) rc = cause_read(ml_args_at(n, arg, 1), &a, &e);
  if (!rc) rc = meta_read(ml_args_at(n, arg, 2), &a, &e);
  if (!rc) rc = ml_txn_run(c, name_work, &a, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_value(ctx, arg[0]);
  }
  ml_buf_free(&a.json);
}

static int event_work(MlConn *c, void *arg, MlErr *e) {
  Action *a = arg;
  return ml_action_event(c, a->name, a->key, ml_buf_view(&a->json), e);
}

static void fn_event_add(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  char show[ML_ERR_SHOW];
  MlErr e = {0};
  Action a = {0};
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = name_read("mem_event_add", "type", arg[0], &a.name, &e);
  if (!rc && a.name.n && a.name.p[0] == '_') {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_event_add: type %s: types that begin with _ are memlog's own",
                    ml_err_show(show, a.name));
  }
  if (!rc) rc = ml_args_key("mem_event_add", arg[1], &a.key, &e);
  if (!rc) rc = ml_value_read_json(arg[2], "mem_event_add: the value", &a.json, &e);
  if (!rc) rc = ml_txn_run(c, event_work, &a, &e);
  result_finish(ctx, rc, &e, 1);
  ml_buf_free(&a.json);
}

static int flush_work(MlConn *c, void *arg, MlErr *e) { return ml_action_flush(c, &((Action *)arg)->n, e); }

static void fn_flush(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Action a = {0};
  (void)n, (void)arg;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_action_refuse_listener(c, "mem_flush", &e);
  if (!rc && c->in_txn) rc = ml_txn_run(c, flush_work, &a, &e); /* else nothing is pending */
  result_finish(ctx, rc, &e, a.n);
}

/* ---- the past ---- */

static void result_json(sqlite3_context *ctx, int rc, MlErr *e, const MlBuf *b) {
  if (rc) {
    ml_err_result(e, ctx);
  } else if (b->n) {
    sqlite3_result_text64(ctx, b->p, (u64)b->n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  }
}

static int past_values(MlConn *c, MlText key, const MlWhen *when, MlScope scope, MlBuf *out, MlErr *e) {
  MlPast p;
  sqlite3_stmt *hold = NULL;
  int there;
  if (scope == ML_LONG_TERM) return ml_items_values(c, key, when, out, e);
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = ml_rebuild_when(c, key, when, ML_SCOPE_BIT(scope), &p, e);
  if (!rc) {
    if (ml_state_values(&p.state[scope], out)) rc = ml_err_nomem(e);
    ml_rebuild_free(&p);
  }
  if (!rc) rc = ml_large_fill(c, key, out, e);
  ml_meta_release(c, hold);
  return rc;
}

static void fn_rebuild_at(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlText key = {NULL, 0};
  MlScope scope;
  MlBuf out = {0};
  MlWhen when;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_rebuild_at", arg[0], &key, &e);
  if (!rc) rc = ml_args_any_scope("mem_rebuild_at", ml_args_at(n, arg, 2), &scope, &e);
  if (!rc) rc = ml_position_when(c, arg[1], &when, &e);
  if (!rc) rc = past_values(c, key, &when, scope, &out, &e);
  result_json(ctx, rc, &e, &out);
  ml_buf_free(&out);
}

/* The row at a position, of either table: its value with the large values in place. */
static int event_value(MlConn *c, i64 seq, MlBuf *out, MlErr *e) {
  MlRow r;
  sqlite3_stmt *st;
  int found = 0, there;
  int rc = ml_meta_installed(c, &there, e);
  for (int quiet = 0; quiet < 2 && !rc && there && !found; quiet++) {
    rc = ml_log_get(c, ml_event_place(quiet, seq), &r, &st, &found, e);
    if (!rc && found && r.value.p) rc = ml_large_resolve(c, r.key, r.value, out, e);
    int rc2 = ml_log_done(c, st, e);
    if (!rc) rc = rc2;
  }
  return rc;
}

static void fn_event_value(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlBuf out = {0};
  (void)n;
  i64 seq = 0;
  int rc = ml_args_enter(c, &e);
  if (!rc && ml_args_null(arg[0])) return;
  if (!rc && !ml_args_whole(arg[0], &seq)) {
    rc = ml_err_set(&e, SQLITE_MISMATCH, "memlog: mem_event_value: the position of the event must be an integer");
  }
  if (!rc && seq > 0 && seq < ML_POSITION_MAX) rc = event_value(c, seq, &out, &e);
  result_json(ctx, rc, &e, &out);
  ml_buf_free(&out);
}

int ml_fn_log_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_run_begin", 1, 3, 0, fn_run_begin},
      {"mem_run_end", 1, 3, 0, fn_run_end},
      {"mem_action", 1, 3, 0, fn_action},
      {"mem_event_add", 3, 3, 0, fn_event_add},
      {"mem_flush", 0, 0, 0, fn_flush},
      {"mem_rebuild_at", 2, 3, 0, fn_rebuild_at},
      {"mem_event_value", 1, 1, 0, fn_event_value},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
