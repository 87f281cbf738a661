/* Functions on lists: mem_append, mem_pop, mem_recent, mem_length. */
#include "../data/ref.h"
#include "../data/value.h"
#include "../store/meta.h"
#include "../work/list.h"
#include "../work/read.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

typedef struct Call {
  MlArgsNode node;
  MlBuf json;
  i64 index;
  int first, found;
} Call;

static void call_free(MlConn *c, Call *x) {
  ml_args_node_free(c, &x->node);
  ml_conn_give(c, &x->json);
}

static int append_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_list_append(c, &x->node.id, ml_buf_view(&x->json), &x->index, e);
}

typedef int (*Reader)(sqlite3_value *, const char *, MlBuf *, MlErr *);

static void element_reference(sqlite3_context *ctx, MlConn *c, Call *x) {
  MlBuf path = ml_conn_scratch(c), ref = ml_conn_scratch(c);
  ml_buf_text(&path, x->node.id.path);
  ml_buf_char(&path, '.');
  ml_buf_int(&path, x->index);
  ml_ref_put(&ref, x->node.id.key, x->node.id.scope, ml_buf_view(&path), ml_json_type(ml_buf_view(&x->json)));
  if (path.rc || ref.rc) {
    sqlite3_result_error_nomem(ctx);
  } else {
    sqlite3_result_text64(ctx, ref.p, (u64)ref.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  }
  ml_conn_give(c, &path);
  ml_conn_give(c, &ref);
}

static void value_append(sqlite3_context *ctx, int n, sqlite3_value **arg, const char *who, Reader read) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.json = ml_conn_scratch(c)};
  int rc = ml_args_node(c, who, arg[0], arg[1], ml_args_at(n, arg, 3), 0, &x.node, &e);
  if (!rc) rc = read(arg[2], who, &x.json, &e);
  if (!rc) rc = ml_txn_run(c, append_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    element_reference(ctx, c, &x);
  }
  call_free(c, &x);
}

static void fn_append(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  value_append(ctx, n, arg, "mem_append", ml_value_read);
}

static void fn_append_json(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  value_append(ctx, n, arg, "mem_append_json", ml_value_read_json);
}

static int pop_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_list_pop(c, &x->node.id, x->first, &x->json, &x->found, e);
}

static int end_read(sqlite3_value *v, int *first, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText t = v && sqlite3_value_type(v) != SQLITE_NULL ? ml_value_text(v) : ML_TEXT("last");
  *first = ml_text_same(t, ML_TEXT("first"));
  if (*first || ml_text_same(t, ML_TEXT("last"))) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_pop: %s: which element is 'first' or 'last'", ml_err_show(show, t));
}

static void fn_pop(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.json = ml_conn_scratch(c)};
  int rc = ml_args_node(c, "mem_pop", arg[0], arg[1], ml_args_at(n, arg, 3), 0, &x.node, &e);
  if (!rc) rc = end_read(ml_args_at(n, arg, 2), &x.first, &e);
  if (!rc) rc = ml_txn_run(c, pop_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (x.found) {
    ml_json_result(ctx, ml_buf_view(&x.json));
  }
  call_free(c, &x);
}

static void fn_recent(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.json = ml_conn_scratch(c)};
  i64 many;
  int rc = ml_args_node(c, "mem_recent", arg[0], arg[1], ml_args_at(n, arg, 3), 0, &x.node, &e);
  if (!rc && (!ml_args_whole(arg[2], &many) || many < 0)) {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_recent: how many: it must be an integer of 0 or more");
  }
  if (!rc) rc = ml_read_recent(c, &x.node.id, many, &x.json, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    ml_json_result(ctx, ml_buf_view(&x.json));
  }
  call_free(c, &x);
}

static void fn_length(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {0};
  i64 length = 0;
  int there = 0;
  int rc = ml_args_node(c, "mem_length", arg[0], arg[1], ml_args_at(n, arg, 2), 0, &x.node, &e);
  if (!rc) rc = ml_meta_installed(c, &there, &e);
  if (!rc && there) rc = ml_list_length(c, &x.node.id, &length, &x.found, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (x.found) {
    sqlite3_result_int64(ctx, length);
  }
  call_free(c, &x);
}

int ml_fn_list_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_append", 3, 4, 0, fn_append}, {"mem_append_json", 3, 4, 0, fn_append_json}, {"mem_pop", 2, 4, 0, fn_pop},
      {"mem_recent", 3, 4, 0, fn_recent}, {"mem_length", 2, 3, 0, fn_length},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
