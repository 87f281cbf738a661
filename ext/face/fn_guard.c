/* What the triggers of the stored tables call. Harmless by themselves, and so that they work under
** trusted_schema=off, INNOCUOUS. */
#include "../data/value.h"
#include "../work/record.h"
#include "functions.h"

static void fn_record(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  (void)n;
  if (ml_record_row(sqlite3_user_data(ctx), arg, &e)) ml_err_result(&e, ctx);
}

static void fn_guard(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  (void)n;
  if (ml_record_guard(sqlite3_user_data(ctx), ml_value_text(arg[0]), &e)) ml_err_result(&e, ctx);
}

int ml_fn_guard_register(MlConn *c) {
  static const MlFunction list[] = {
      {"memlog_record", 4, 4, SQLITE_INNOCUOUS, fn_record},
      {"memlog_guard", 1, 1, SQLITE_INNOCUOUS, fn_guard},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
