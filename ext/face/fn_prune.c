/* mem_prune and mem_head: where the log begins and where it ends. */
#include "../data/clock.h"
#include "../data/value.h"
#include "../work/action.h"
#include "../work/position.h"
#include "../work/prune.h"
#include "../work/record.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

/* ---- mem_prune ---- */

typedef struct Prune {
  MlPruneWant want;
  MlPruneDone done;
  int dry_run;
} Prune;

static int option_refuse(MlText name, MlText value, MlErr *e) {
  char show[ML_ERR_SHOW], other[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_prune: option %s: %s: there are \"dry_run\" (true, false), \"max_rows\" (an integer "
                    "from 1 on) and \"consumers\" (\"wait\", \"ignore\")",
                    ml_err_show(show, name), ml_err_show(other, value));
}

static int option_read(MlText name, MlText value, Prune *p, MlErr *e) {
  if (ml_text_same(name, ML_TEXT("\"dry_run\""))) {
    p->dry_run = ml_json_type(value) == ML_TRUE;
    if (p->dry_run || ml_json_type(value) == ML_FALSE) return SQLITE_OK;
  } else if (ml_text_same(name, ML_TEXT("\"max_rows\""))) {
    if (ml_json_get_integer(value, &p->want.max_rows) && p->want.max_rows > 0) return SQLITE_OK;
  } else if (ml_text_same(name, ML_TEXT("\"consumers\""))) {
    p->want.ignore_consumers = (u8)ml_text_same(value, ML_TEXT("\"ignore\""));
    if (p->want.ignore_consumers || ml_text_same(value, ML_TEXT("\"wait\""))) return SQLITE_OK;
  }
  return option_refuse(name, value, e);
}

static int options_read(sqlite3_value *v, Prune *p, MlErr *e) {
  MlBuf json = {0};
  MlJsonScan s;
  p->want.max_rows = ML_PRUNE_ROWS;
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  int rc = ml_args_options_json("mem_prune", v, &json, e);
  if (!rc && ml_json_type(ml_buf_view(&json)) != ML_MAP) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: mem_prune: the options are no JSON map");
  }
  for (ml_json_open(&s, ml_buf_view(&json)); !rc && ml_json_next(&s);) rc = option_read(s.name, s.value, p, e);
  ml_buf_free(&json);
  return rc;
}

/* A step must be a transaction of its own, so that it never holds the write lock for longer. */
static int place_check(MlConn *c, MlErr *e) {
  int rc = ml_action_refuse_listener(c, "mem_prune", e);
  if (rc) return rc;
  if (ml_conn_replicated(c)) return ml_txn_check_first(c, "mem_prune", e);
  if (ml_txn_alone(c)) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_prune: not inside a transaction or a statement that writes: each call is a "
                    "transaction of its own");
}

static int prune_work(MlConn *c, void *arg, MlErr *e) {
  Prune *p = arg;
  return ml_prune_step(c, &p->want, &p->done, e);
}

static void string_put(MlBuf *b, const char *name, MlText text) {
  ml_json_put_name(b, name);
  if (text.p) {
    ml_json_put_string(b, text);
  } else {
    ml_buf_puts(b, "null");
  }
}

static void report_write(const Prune *p, MlBuf *b) {
  const MlPruneDone *d = &p->done;
  char time[ML_TIME_TEXT];
  int pruned = d->anchor.at.seq > 0;
  ml_clock_text(d->anchor.at.time, time);
  ml_json_put_number(b, "events", d->gone.events);
  ml_json_put_number(b, "quiet", d->gone.quiet);
  ml_json_put_number(b, "runs", d->gone.runs);
  ml_json_put_number(b, "imports", d->gone.imports);
  if (!p->dry_run) {
    ml_json_put_number(b, "keys", d->keys);
    ml_json_put_number(b, "snapshots", d->snapshots);
    ml_json_put_number(b, "snapshots_written", d->written);
    ml_json_put_number(b, "items", d->items);
    ml_json_put_number(b, "values", d->values);
  }
  ml_json_put_number(b, "remaining", d->remaining);
  ml_json_put_number(b, "upto", d->upto);
  ml_json_put_number(b, "pruned_upto", d->anchor.at.seq);
  string_put(b, "pruned_time", (MlText){pruned ? time : NULL, ML_TIME_TEXT - 1});
  string_put(b, "held_by", d->held ? ml_buf_view(&d->held_by) : (MlText){NULL, 0});
  ml_buf_puts(b, p->dry_run ? ",\"dry_run\":true}" : ",\"dry_run\":false}");
}

static void fn_prune(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlBuf out = {0};
  Prune p = {.want = {.before = arg[0]}};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = options_read(n > 1 ? arg[1] : NULL, &p, &e);
  if (!rc) rc = place_check(c, &e);
  if (!rc) rc = p.dry_run ? ml_prune_count(c, &p.want, &p.done, &e) : ml_txn_run(c, prune_work, &p, &e);
  if (!rc) report_write(&p, &out);
  if (!rc && out.rc) rc = ml_err_nomem(&e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_text64(ctx, out.p, (u64)out.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  }
  ml_buf_free(&out);
  ml_prune_free(&p.done);
}

/* ---- mem_head ---- */

static void fn_head(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlTail t;
  char id[37];
  (void)n, (void)arg;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_position_tail(c, &t, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (t.seq) {
    ml_uuid_text(&t.id, id);
    sqlite3_result_text(ctx, id, 36, SQLITE_TRANSIENT);
  }
}

int ml_fn_prune_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_prune", 1, 2, SQLITE_DIRECTONLY, fn_prune},
      {"mem_head", 0, 0, 0, fn_head},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
