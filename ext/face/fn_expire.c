/* Functions on what expires: mem_ttl, mem_expire. */
#include "../data/expiry.h"
#include "../work/action.h"
#include "../work/expire.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

typedef struct Call {
  MlArgsNode node;
  i64 ms; /* -1: the rule goes */
  i64 n;
} Call;

static int rule_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  int rc = ml_action_refuse_listener(c, "mem_ttl", e);
  return rc ? rc : ml_expire_rule(c, &x->node.id, x->ms, &x->n, e);
}

static int ms_read(sqlite3_value *v, i64 *ms, MlErr *e) {
  *ms = -1;
  if (sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  if (ml_args_whole(v, ms) && *ms >= 0 && *ms <= ML_EXPIRES_MAX) return SQLITE_OK;
  return ml_err_set(
      e, SQLITE_ERROR,
      "memlog: mem_ttl: how long: it must be a whole number of milliseconds from 0 (for ever) to %lld, or "
      "NULL",
      ML_EXPIRES_MAX);
}

static void fn_ttl(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.n = 0};
  int rc = ml_args_node(c, "mem_ttl", arg[0], arg[1], ml_args_at(n, arg, 3), 1, &x.node, &e);
  if (!rc) rc = ms_read(arg[2], &x.ms, &e);
  if (!rc) rc = ml_txn_run(c, rule_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, x.n);
  }
  ml_args_node_free(c, &x.node);
}

static int expire_work(MlConn *c, void *arg, MlErr *e) { return ml_expire_all(c, arg, e); }

static void fn_expire(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  i64 gone = 0;
  (void)n, (void)arg;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_txn_run(c, expire_work, &gone, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, gone);
  }
}

int ml_fn_expire_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_ttl", 3, 4, 0, fn_ttl},
      {"mem_expire", 0, 0, 0, fn_expire},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
