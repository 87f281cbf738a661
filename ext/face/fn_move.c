/* Functions that take in a log from elsewhere. */
#include "../data/value.h"
#include "../work/import.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

typedef struct Import {
  MlLine line;
  MlUuid id;
  int done;
} Import;

static int import_work(MlConn *c, void *arg, MlErr *e) {
  Import *x = arg;
  return ml_import_line(c, &x->line, &x->id, &x->done, e);
}

static int line_read(sqlite3_value *v, MlLine *l, MlErr *e) {
  MlText text = {NULL, 0};
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_import: the line must be text");
  }
  text = ml_value_text(v);
  return text.p ? ml_line_read(text, l, e) : ml_err_nomem(e);
}

static void fn_import(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  char text[37];
  MlErr e = {0};
  Import x = {0};
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = line_read(arg[0], &x.line, &e);
  if (!rc) rc = ml_txn_run(c, import_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (x.done) {
    ml_uuid_text(&x.id, text);
    sqlite3_result_text(ctx, text, 36, SQLITE_TRANSIENT);
  }
  ml_line_free(&x.line);
}

int ml_fn_move_register(MlConn *c) {
  static const MlFunction list[] = {{"mem_import", 1, 1, SQLITE_DIRECTONLY, fn_import}};
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
