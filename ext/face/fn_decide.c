/* Functions that decide what stands in long-term memory: mem_decide, mem_quarantine, mem_release. */
#include "../data/taken.h"
#include "../work/admission.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

/* One call on its way through the transaction. */
typedef struct Call {
  MlDecision d;
  MlBuf options, names; /* what d borrows from */
  MlUuid id;
} Call;

/* Those of mem_decide are two more: of the others the reason is an argument, and nothing is denied. */
static int options_read(MlConn *c, Call *x, sqlite3_value *v, int decides, MlErr *e) {
  MlText json;
  const MlTaken list[] = {{.name = "policy", .takes = ML_TAKES_NAME, .to = &x->d.policy},
                          {.name = "reviewer", .takes = ML_TAKES_NAME, .to = &x->d.reviewer},
                          {.name = "note", .takes = ML_TAKES_NAME, .to = &x->d.note},
                          {.name = "source", .takes = ML_TAKES_ANY, .to = &x->d.source},
                          {.name = "reason", .takes = ML_TAKES_NAME, .to = &x->d.reason},
                          {.name = "keep", .takes = ML_TAKES_SWITCH, .to = &x->d.keep}};
  int rc = ml_args_options(x->d.who, v, &x->options, &json, e);
  return rc ? rc : ml_taken_read(x->d.who, json, ml_conn_now(c), list, decides ? 6 : 4, &x->names, e);
}

static int decide_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_admission_decide(c, &x->d, &x->id, e);
}

static int call_begin(MlConn *c, Call *x, sqlite3_value *record, MlErr *e) {
  int rc = ml_args_enter(c, e);
  x->options = ml_conn_scratch(c);
  x->names = ml_conn_scratch(c);
  return rc ? rc : ml_args_name(x->d.who, "record", record, &x->d.record, e);
}

static void call_end(sqlite3_context *ctx, MlConn *c, Call *x, int rc, MlErr *e) {
  if (!rc) rc = ml_txn_run(c, decide_work, x, e);
  ml_args_result_id(ctx, rc, &x->id, e);
  ml_conn_give(c, &x->options);
  ml_conn_give(c, &x->names);
}

static int outcome_read(Call *x, sqlite3_value *v, MlErr *e) {
  static const char *const outcomes[] = {"admitted", "denied", "quarantined", NULL};
  char show[ML_ERR_SHOW];
  int rc = ml_args_name(x->d.who, "outcome", v, &x->d.outcome, e);
  if (rc || ml_text_among(x->d.outcome, outcomes) >= 0) return rc;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: outcome %s: it is admitted, denied or quarantined", x->d.who,
                    ml_err_show(show, x->d.outcome));
}

static void fn_decide(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.d = {.who = "mem_decide"}};
  int rc = call_begin(c, &x, arg[0], &e);
  if (!rc) rc = outcome_read(&x, arg[1], &e);
  if (!rc) rc = options_read(c, &x, ml_args_at(n, arg, 2), 1, &e);
  if (!rc && x.d.keep && !ml_text_same(x.d.outcome, ML_TEXT("denied"))) {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_decide: option keep: only what is denied can lose its text");
  }
  call_end(ctx, c, &x, rc, &e);
}

static void fn_quarantine(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.d = {.who = "mem_quarantine", .outcome = ML_TEXT("quarantined")}};
  int rc = call_begin(c, &x, arg[0], &e);
  if (!rc) rc = ml_args_name(x.d.who, "reason", arg[1], &x.d.reason, &e);
  if (!rc) rc = options_read(c, &x, ml_args_at(n, arg, 2), 0, &e);
  call_end(ctx, c, &x, rc, &e);
}

static void fn_release(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.d = {.who = "mem_release", .outcome = ML_TEXT("released")}};
  sqlite3_value *reason = ml_args_at(n, arg, 1);
  int rc = call_begin(c, &x, arg[0], &e);
  if (!rc && !ml_args_null(reason)) rc = ml_args_name(x.d.who, "reason", reason, &x.d.reason, &e);
  if (!rc) rc = options_read(c, &x, ml_args_at(n, arg, 2), 0, &e);
  call_end(ctx, c, &x, rc, &e);
}

int ml_fn_decide_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_decide", 2, 3, 0, fn_decide},
      {"mem_quarantine", 2, 3, 0, fn_quarantine},
      {"mem_release", 1, 3, 0, fn_release},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
