/* mem_recall. */
#include "../data/json.h"
#include "../data/value.h"
#include "../store/config.h"
#include "../work/placing.h"
#include "args.h"
#include "functions.h"

static void text_put(MlBuf *b, const char *name, const MlBuf *text) {
  ml_buf_puts(b, name);
  ml_json_put_string(b, ml_buf_view(text));
}

static void id_put(MlBuf *b, const char *name, const MlUuid *id) {
  char text[37];
  ml_uuid_text(id, text);
  ml_buf_puts(b, name);
  ml_json_put_string(b, (MlText){text, 36});
}

static void recall_result(sqlite3_context *ctx, const MlRecallAsk *ask, const MlRecall *r) {
  MlBuf b = {0};
  text_put(&b, "{\"user_profile\":", &r->profile.text);
  text_put(&b, ",\"agent_memory\":", &r->agent.text);
  ml_buf_puts(&b, ",\"tokens\":");
  ml_buf_int(&b, r->profile.tokens + r->agent.tokens);
  ml_buf_puts(&b, ",\"items\":");
  ml_buf_text(&b, ml_buf_view(&r->items));
  if (ask->placing.done && r->retrieved) id_put(&b, ",\"retrieval\":", &r->retrieval);
  if (ask->placing.done) id_put(&b, ",\"placement\":", &ask->placing.id);
  ml_buf_char(&b, '}');
  if (b.rc) {
    sqlite3_result_error_code(ctx, b.rc);
  } else {
    sqlite3_result_text64(ctx, b.p, (u64)b.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  }
  ml_buf_free(&b);
}

static int args_read(MlConn *c, sqlite3_value **arg, MlBuf *options, sqlite3_value *given, MlRecallAsk *ask, MlErr *e) {
  MlText json = {NULL, 0};
  int rc = ml_args_enter(c, e);
  if (!rc) rc = ml_args_name(ask->who, "user", arg[0], &ask->user, e);
  if (!rc && !ml_args_null(arg[1])) rc = ml_args_name(ask->who, "agent", arg[1], &ask->agent, e);
  if (!rc && sqlite3_value_type(arg[2]) != SQLITE_TEXT) {
    rc = ml_err_set(e, SQLITE_MISMATCH, "memlog: %s: the query must be text", ask->who);
  }
  if (rc) return rc;
  ask->query = ml_value_text(arg[2]);
  if (!ask->query.p) return ml_err_nomem(e);
  if (!ml_args_null(given)) {
    rc = ml_value_read_json(given, "mem_recall: the options", options, e);
    json = ml_buf_view(options);
  }
  return rc ? rc : ml_recall_options(json, ml_conn_now(c), ask, e);
}

static void fn_recall(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlRecallAsk ask = {.who = "mem_recall"};
  MlRecall r = {0};
  MlBuf options = ml_conn_scratch(c);
  int rc = args_read(c, arg, &options, n > 3 ? arg[3] : NULL, &ask, &e);
  if (!rc) rc = ml_config_refresh(c, &e);
  if (!rc) rc = ml_placing_recall(c, &ask, &r, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    recall_result(ctx, &ask, &r);
  }
  ml_recall_free(&r);
  ml_recall_ask_free(&ask);
  ml_conn_give(c, &options);
}

int ml_fn_recall_register(MlConn *c) {
  static const MlFunction list[] = {{"mem_recall", 3, 4, 0, fn_recall}};
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
