/* Functions for what only the host knows of the lineage of memory: mem_edge, mem_source, mem_select, mem_place,
** mem_claim, mem_effect, mem_derive. */
#include "../work/choose.h"
#include "../work/edge.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

/* One call on its way through the transaction. */
typedef struct Call {
  MlSaid said;
  int (*make)(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);
  MlText relation, to; /* of mem_edge */
  MlUuid id;
} Call;

static int call_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return x->make(c, &x->said, &x->id, e);
}

static int edge_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_edge_say(c, x->said.name, x->relation, x->to, x->said.options, &x->id, e);
}

static int references_read(Call *x, sqlite3_value *v, MlErr *e) {
  return ml_args_null(v) ? SQLITE_OK : ml_args_name(x->said.who, "reference", v, &x->said.references, e);
}

/* rc: how the other arguments were. */
static void call_run(sqlite3_context *ctx, Call *x, sqlite3_value *options, int rc, MlErr *e) {
  MlConn *c = sqlite3_user_data(ctx);
  MlBuf json = ml_conn_scratch(c);
  if (!rc) rc = ml_args_options(x->said.who, options, &json, &x->said.options, e);
  if (!rc) rc = ml_txn_run(c, x->make ? call_work : edge_work, x, e);
  ml_args_result_id(ctx, rc, &x->id, e);
  ml_conn_give(c, &json);
}

static void fn_edge(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  Call x = {.said = {.who = "mem_edge"}};
  int rc = ml_args_enter(sqlite3_user_data(ctx), &e);
  if (!rc) rc = ml_args_name(x.said.who, "from", arg[0], &x.said.name, &e);
  if (!rc) rc = ml_args_name(x.said.who, "relation", arg[1], &x.relation, &e);
  if (!rc) rc = ml_args_name(x.said.who, "to", arg[2], &x.to, &e);
  call_run(ctx, &x, ml_args_at(n, arg, 3), rc, &e);
}

static void fn_source(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  Call x = {.said = {.who = "mem_source"}, .make = ml_claim_source};
  int rc = ml_args_enter(sqlite3_user_data(ctx), &e);
  if (!rc && !ml_args_null(arg[0])) rc = ml_args_name(x.said.who, "artifact", arg[0], &x.said.name, &e);
  call_run(ctx, &x, ml_args_at(n, arg, 1), rc, &e);
}

/* (what, references [, options]) */
static void told(sqlite3_context *ctx, int n, sqlite3_value **arg, Call *x, const char *what) {
  MlErr e = {0};
  int rc = ml_args_enter(sqlite3_user_data(ctx), &e);
  if (!rc) rc = ml_args_name(x->said.who, what, arg[0], &x->said.name, &e);
  if (!rc) rc = references_read(x, arg[1], &e);
  call_run(ctx, x, ml_args_at(n, arg, 2), rc, &e);
}

static void fn_claim(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  Call x = {.said = {.who = "mem_claim"}, .make = ml_claim_claim};
  told(ctx, n, arg, &x, "text");
}

static void fn_effect(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  Call x = {.said = {.who = "mem_effect"}, .make = ml_claim_effect};
  told(ctx, n, arg, &x, "name");
}

static void fn_derive(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  Call x = {.said = {.who = "mem_derive"}, .make = ml_claim_derive};
  told(ctx, n, arg, &x, "output");
}

static void fn_select(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  Call x = {.said = {.who = "mem_select"}, .make = ml_choose_select};
  told(ctx, n, arg, &x, "retrieval");
}

static void fn_place(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  Call x = {.said = {.who = "mem_place"}, .make = ml_choose_place};
  told(ctx, n, arg, &x, "session");
}

int ml_fn_lineage_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_edge", 3, 4, 0, fn_edge},     {"mem_source", 1, 2, 0, fn_source}, {"mem_select", 2, 3, 0, fn_select},
      {"mem_place", 2, 3, 0, fn_place},   {"mem_claim", 2, 3, 0, fn_claim},   {"mem_effect", 2, 3, 0, fn_effect},
      {"mem_derive", 2, 3, 0, fn_derive},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
