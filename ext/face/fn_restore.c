/* Functions that write what they compare or bring back: mem_set_if, mem_copy, mem_restore. */
#include "../data/value.h"
#include "../work/position.h"
#include "../work/restore.h"
#include "../work/txn.h"
#include "../work/write.h"
#include "args.h"
#include "functions.h"

static void result_finish(sqlite3_context *ctx, int rc, MlErr *e, i64 v) {
  if (rc) {
    ml_err_result(e, ctx);
  } else {
    sqlite3_result_int64(ctx, v);
  }
}

/* ---- compare and set ---- */

typedef struct SetIf {
  MlArgsNode node;
  MlBuf expected, json;
  int is_missing; /* what is expected */
  int done;
} SetIf;

static int set_if_work(MlConn *c, void *arg, MlErr *e) {
  SetIf *s = arg;
  MlText expected = s->is_missing ? (MlText){NULL, 0} : ml_buf_view(&s->expected);
  return ml_write_value_if(c, &s->node.id, expected, ml_buf_view(&s->json), &s->done, e);
}

static void fn_set_if(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  SetIf s = {.expected = ml_conn_scratch(c), .json = ml_conn_scratch(c), .is_missing = ml_args_null(arg[2])};
  int rc = ml_args_node(c, "mem_set_if", arg[0], arg[1], ml_args_at(n, arg, 4), 0, &s.node, &e);
  if (!rc && !s.is_missing) rc = ml_value_read_json(arg[2], "mem_set_if: what is expected", &s.expected, &e);
  if (!rc) rc = ml_value_read(arg[3], "mem_set_if", &s.json, &e);
  if (!rc) rc = ml_txn_run(c, set_if_work, &s, &e);
  result_finish(ctx, rc, &e, s.done);
  ml_args_node_free(c, &s.node);
  ml_conn_give(c, &s.expected);
  ml_conn_give(c, &s.json);
}

/* ---- states ---- */

/* The moment is looked up where the state is read: under the lock that it is then written under. */
typedef struct Restore {
  MlArgsNode node;
  MlText from, to;
  MlScope scope;
  sqlite3_value *moment;
  i64 n;
} Restore;

static int restore_work(MlConn *c, void *arg, MlErr *e) {
  Restore *r = arg;
  MlWhen when;
  int rc = ml_position_when(c, r->moment, &when, e);
  return rc ? rc : ml_restore_run(c, &r->node.id, &when, &r->n, e);
}

static void fn_restore(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Restore r = {.moment = arg[1]};
  int rc = ml_args_node(c, "mem_restore", arg[0], ml_args_at(n, arg, 2), ml_args_at(n, arg, 3), 1, &r.node, &e);
  if (!rc) rc = ml_txn_run(c, restore_work, &r, &e);
  result_finish(ctx, rc, &e, r.n);
  ml_args_node_free(c, &r.node);
}

static int copy_work(MlConn *c, void *arg, MlErr *e) {
  Restore *r = arg;
  MlWhen when;
  int stands = ml_args_null(r->moment);
  int rc = stands ? SQLITE_OK : ml_position_when(c, r->moment, &when, e);
  return rc ? rc : ml_restore_copy(c, r->from, r->to, r->scope, stands ? NULL : &when, &r->n, e);
}

static void fn_copy(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Restore r = {.moment = ml_args_at(n, arg, 2)};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_copy", arg[0], &r.from, &e);
  if (!rc) rc = ml_args_key("mem_copy", arg[1], &r.to, &e);
  if (!rc) rc = ml_args_scope("mem_copy", ml_args_at(n, arg, 3), &r.scope, &e);
  if (!rc) rc = ml_txn_run(c, copy_work, &r, &e);
  result_finish(ctx, rc, &e, r.n);
}

int ml_fn_restore_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_set_if", 4, 5, 0, fn_set_if},
      {"mem_copy", 2, 4, 0, fn_copy},
      {"mem_restore", 2, 4, 0, fn_restore},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
