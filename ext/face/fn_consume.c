/* mem_ack. */
#include "../data/value.h"
#include "../work/consume.h"
#include "args.h"
#include "consume.h"
#include "functions.h"

/* NULL is what the last of no events is: it acknowledges none. */
static int ack(MlConn *c, MlText name, sqlite3_value *seq, i64 *n, MlErr *e) {
  int type = sqlite3_value_type(seq);
  i64 position;
  if (type == SQLITE_NULL) return SQLITE_OK;
  if (ml_args_whole(seq, &position) && position > 0) return ml_consume_ack(c, name, position, n, e);
  MlText word = type == SQLITE_TEXT ? ml_value_text(seq) : (MlText){NULL, 0};
  if (type == SQLITE_TEXT && !word.p) return ml_err_nomem(e);
  if (type == SQLITE_TEXT && ml_text_same(word, ML_TEXT("forget"))) return ml_consume_forget(c, name, n, e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_ack: it takes an event's position (its seq), or 'forget'");
}

static void fn_ack(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlText name = {NULL, 0};
  i64 done = 0;
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_consume_name("mem_ack", arg[0], &name, &e);
  if (!rc) rc = ack(c, name, arg[1], &done, &e);
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
