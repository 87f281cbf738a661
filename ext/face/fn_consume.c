/* mem_ack. */
#include "../work/consume.h"
#include "args.h"
#include "consume.h"
#include "functions.h"

static void fn_ack(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlText name = {NULL, 0};
  i64 done = 0;
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_consume_name("mem_ack", arg[0], &name, &e);
  if (!rc && sqlite3_value_type(arg[1]) == SQLITE_NULL) {
    rc = ml_consume_forget(c, name, &done, &e);
  } else if (!rc) {
    i64 seq = sqlite3_value_type(arg[1]) == SQLITE_INTEGER ? sqlite3_value_int64(arg[1]) : 0;
    if (seq < 1) {
      rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_ack: it takes an event's position (its seq), or NULL to forget");
    }
    if (!rc) rc = ml_consume_ack(c, name, seq, &done, &e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, done);
  }
}

int ml_fn_consume_register(MlConn *c) {
  static const MlFunction list[] = {{"mem_ack", 2, 2, SQLITE_DIRECTONLY, fn_ack}};
  return ml_functions_add(c, list, 1);
}
