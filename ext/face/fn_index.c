/* Functions on the index of the texts of items. */
#include "../store/index.h"
#include "../store/meta.h"
#include "../work/action.h"
#include "../work/derive.h"
#include "../work/record.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

static int reindex_work(MlConn *c, void *arg, MlErr *e) {
  i64 *items = arg;
  int rc = ml_action_refuse_listener(c, "mem_item_reindex", e);
  if (!rc && c->storing) rc = ml_record_refuse_storing(c, "mem_item_reindex", e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_index_make(c, items, e);
  if (rc) return rc;
  const MlInputs none = {0};
  const MlDerive how = {.kind = ML_TEXT("index"), .code = ML_TEXT("mem_item_reindex"), .versions = *items};
  return ml_derive_alone(c, (MlText){NULL, 0}, &how, &none, e);
}

static void fn_item_reindex(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  i64 items = 0;
  (void)n, (void)arg;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_txn_run(c, reindex_work, &items, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, items);
  }
}
int ml_fn_index_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_item_reindex", 0, 0, SQLITE_DIRECTONLY, fn_item_reindex},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
