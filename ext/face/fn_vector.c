/* Functions on vectors of items: mem_item_embed, mem_item_vector. */
#include "../work/embed.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

typedef struct Call {
  MlText key, set, id;
  MlBuf x; /* floats */
  int is_null, result;
} Call;

static int call_read(MlConn *c, const char *who, sqlite3_value **arg, Call *x, MlErr *e) {
  int rc = ml_args_enter(c, e);
  if (!rc) rc = ml_args_key(who, arg[0], &x->key, e);
  if (!rc) rc = ml_args_name(who, "set", arg[1], &x->set, e);
  return rc ? rc : ml_args_name(who, "id", arg[2], &x->id, e);
}

static int vector_read(const char *who, sqlite3_value *v, Call *x, MlErr *e) {
  int type = sqlite3_value_type(v);
  x->is_null = type == SQLITE_NULL;
  if (x->is_null) return SQLITE_OK;
  if (type != SQLITE_BLOB) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: a vector is a BLOB of float32, or NULL to take it away", who);
  }
  const void *blob = sqlite3_value_blob(v);
  int n = sqlite3_value_bytes(v);
  return n && !blob ? ml_err_nomem(e) : ml_vector_read(who, blob, n, &x->x, e);
}

static int embed_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_embed_put(c, x->key, x->set, x->id, x->is_null ? NULL : &x->x, &x->result, e);
}

static void fn_item_embed(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  static const char who[] = "mem_item_embed";
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.x = ml_conn_scratch(c)};
  (void)n;
  int rc = call_read(c, who, arg, &x, &e);
  if (!rc) rc = vector_read(who, arg[3], &x, &e);
  if (!rc) rc = ml_txn_run(c, embed_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int(ctx, x.result);
  }
  ml_conn_give(c, &x.x);
}

static void fn_item_vector(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {.x = ml_conn_scratch(c)};
  MlBuf blob = ml_conn_scratch(c);
  (void)n;
  int rc = call_read(c, "mem_item_vector", arg, &x, &e);
  if (!rc) rc = ml_embed_get(c, x.key, x.set, x.id, &x.x, &x.result, &e);
  if (!rc && x.result) ml_vector_blob(ml_vector_floats(&x.x), ml_vector_dimensions(&x.x), &blob);
  if (!rc) rc = ml_err_buf(&e, blob.rc, "a vector");
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (x.result) {
    sqlite3_result_blob64(ctx, blob.p, (u64)blob.n, SQLITE_TRANSIENT);
  }
  ml_conn_give(c, &x.x);
  ml_conn_give(c, &blob);
}

int ml_fn_vector_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_item_embed", 4, 4, 0, fn_item_embed},
      {"mem_item_vector", 3, 3, 0, fn_item_vector},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
