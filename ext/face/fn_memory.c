/* Functions on nodes: mem_set and its like, mem_get and its like. */
#include "../data/ref.h"
#include "../data/value.h"
#include "../store/config.h"
#include "../work/items.h"
#include "../work/read.h"
#include "../work/txn.h"
#include "../work/write.h"
#include "args.h"
#include "functions.h"

/* ---- writing ---- */

/* One writing call on its way through the transaction. */
typedef struct Write {
  MlArgsNode node;
  MlBuf json;
  int overwrite;
  i64 count;
} Write;

static void write_free(MlConn *c, Write *w) {
  ml_args_node_free(c, &w->node);
  ml_conn_give(c, &w->json);
}

static void result_buf(sqlite3_context *ctx, MlBuf *b, int json) {
  if (b->rc) {
    sqlite3_result_error_code(ctx, b->rc);
    return;
  }
  sqlite3_result_text64(ctx, b->n ? b->p : "", (u64)b->n, SQLITE_TRANSIENT, SQLITE_UTF8);
  if (json) sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
}

static void result_reference(sqlite3_context *ctx, MlConn *c, const MlNodeId *id, MlType type) {
  MlBuf b = ml_conn_scratch(c);
  ml_ref_put(&b, id->key, id->scope, id->path, type);
  result_buf(ctx, &b, 1);
  ml_conn_give(c, &b);
}

static int value_work(MlConn *c, void *arg, MlErr *e) {
  Write *w = arg;
  return ml_write_value(c, &w->node.id, ml_buf_view(&w->json), e);
}

typedef int (*Reader)(sqlite3_value *, const char *, MlBuf *, MlErr *);

static void value_set(sqlite3_context *ctx, int n, sqlite3_value **arg, const char *who, Reader read) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Write w = {.json = ml_conn_scratch(c)};
  int rc = ml_args_node(c, who, arg[0], arg[1], ml_args_at(n, arg, 3), 0, &w.node, &e);
  if (!rc) rc = read(arg[2], who, &w.json, &e);
  if (!rc) rc = ml_txn_run(c, value_work, &w, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    result_reference(ctx, c, &w.node.id, ml_json_type(ml_buf_view(&w.json)));
  }
  write_free(c, &w);
}

static void fn_set(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  value_set(ctx, n, arg, "mem_set", ml_value_read);
}

static void fn_set_json(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  value_set(ctx, n, arg, "mem_set_json", ml_value_read_json);
}

static int tree_work(MlConn *c, void *arg, MlErr *e) {
  Write *w = arg;
  return ml_write_tree(c, &w->node.id, ml_buf_view(&w->json), &w->count, e);
}

static void fn_set_tree(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Write w = {.json = ml_conn_scratch(c)};
  int rc = ml_args_node(c, "mem_set_tree", arg[0], arg[1], ml_args_at(n, arg, 3), 0, &w.node, &e);
  if (!rc) rc = ml_value_read_json(arg[2], "mem_set_tree", &w.json, &e);
  if (!rc && ml_json_type(ml_buf_view(&w.json)) != ML_MAP) {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_set_tree: the JSON is no map");
  }
  if (!rc) rc = ml_txn_run(c, tree_work, &w, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, w.count);
  }
  write_free(c, &w);
}

static int object_work(MlConn *c, void *arg, MlErr *e) {
  Write *w = arg;
  return ml_write_object(c, &w->node.id, w->overwrite, e);
}

/* 0, 1, true, false, NULL (false); anything else is an error. */
static int flag_read(const char *who, sqlite3_value *v, int *flag, MlErr *e) {
  *flag = 0;
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  i64 i;
  int whole = ml_args_whole(v, &i);
  *flag = i != 0;
  if (whole && (i == 0 || i == 1)) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: overwrite is 0 or 1", who);
}

static void fn_new_object(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Write w = {0};
  int rc = ml_args_node(c, "mem_new_object", arg[0], arg[1], ml_args_at(n, arg, 3), 0, &w.node, &e);
  if (!rc) rc = flag_read("mem_new_object", ml_args_at(n, arg, 2), &w.overwrite, &e);
  if (!rc) rc = ml_txn_run(c, object_work, &w, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    result_reference(ctx, c, &w.node.id, ML_OBJECT);
  }
  write_free(c, &w);
}

static int remove_work(MlConn *c, void *arg, MlErr *e) {
  Write *w = arg;
  return ml_write_remove(c, &w->node.id, &w->count, e);
}

static void fn_delete(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Write w = {0};
  int rc = ml_args_node(c, "mem_delete", arg[0], arg[1], ml_args_at(n, arg, 2), 1, &w.node, &e);
  if (!rc) rc = ml_txn_run(c, remove_work, &w, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, w.count);
  }
  write_free(c, &w);
}

typedef struct Sum {
  Write w;
  MlBuf sum;
} Sum;

static int add_work(MlConn *c, void *arg, MlErr *e) {
  Sum *s = arg;
  return ml_write_add(c, &s->w.node.id, ml_buf_view(&s->w.json), &s->sum, e);
}

static void fn_incr(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Sum s = {.w = {.json = ml_conn_scratch(c)}};
  int type = sqlite3_value_type(arg[2]);
  int rc = ml_args_node(c, "mem_incr", arg[0], arg[1], ml_args_at(n, arg, 3), 0, &s.w.node, &e);
  if (!rc && type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
    rc = ml_err_set(&e, SQLITE_MISMATCH, "memlog: mem_incr: what is to be added is no number");
  }
  if (!rc) rc = ml_value_read(arg[2], "mem_incr", &s.w.json, &e);
  if (!rc) rc = ml_txn_run(c, add_work, &s, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    ml_json_result(ctx, ml_buf_view(&s.sum));
  }
  ml_buf_free(&s.sum);
  write_free(c, &s.w);
}

/* ---- reading ---- */

static void node_get(sqlite3_context *ctx, int n, sqlite3_value **arg, const char *who, int json) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlArgsNode node;
  MlType type = ML_MISSING;
  MlBuf out = ml_conn_scratch(c);
  int rc = ml_args_node(c, who, arg[0], arg[1], ml_args_at(n, arg, 2), 1, &node, &e);
  if (!rc) rc = ml_read_node(c, &node.id, &out, &type, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (type != ML_MISSING && json) {
    result_buf(ctx, &out, 1);
  } else if (type != ML_MISSING) {
    ml_json_result(ctx, ml_buf_view(&out));
  }
  ml_conn_give(c, &out);
  ml_args_node_free(c, &node);
}

static void fn_get(sqlite3_context *ctx, int n, sqlite3_value **arg) { node_get(ctx, n, arg, "mem_get", 0); }

static void fn_get_json(sqlite3_context *ctx, int n, sqlite3_value **arg) { node_get(ctx, n, arg, "mem_get_json", 1); }

static void node_type(sqlite3_context *ctx, int n, sqlite3_value **arg, const char *who, int only_exists) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlArgsNode node;
  MlType type = ML_MISSING;
  int rc = ml_args_node(c, who, arg[0], arg[1], ml_args_at(n, arg, 2), 1, &node, &e);
  if (!rc) rc = ml_read_type(c, &node.id, &type, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (only_exists) {
    sqlite3_result_int(ctx, type != ML_MISSING);
  } else if (type != ML_MISSING) {
    sqlite3_result_text(ctx, ml_json_type_name(type), -1, SQLITE_STATIC);
  }
  ml_args_node_free(c, &node);
}

static void fn_exists(sqlite3_context *ctx, int n, sqlite3_value **arg) { node_type(ctx, n, arg, "mem_exists", 1); }

static void fn_type(sqlite3_context *ctx, int n, sqlite3_value **arg) { node_type(ctx, n, arg, "mem_type", 0); }

typedef int (*Children)(MlConn *, const MlNodeId *, MlBuf *, int *, MlErr *);

static void node_children(sqlite3_context *ctx, int n, sqlite3_value **arg, const char *who, Children read) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlArgsNode node;
  int found = 0;
  MlBuf out = ml_conn_scratch(c);
  int rc = ml_args_node(c, who, arg[0], ml_args_at(n, arg, 1), ml_args_at(n, arg, 2), 1, &node, &e);
  if (!rc) rc = read(c, &node.id, &out, &found, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (found) {
    result_buf(ctx, &out, 1);
  }
  ml_conn_give(c, &out);
  ml_args_node_free(c, &node);
}

static void fn_fields(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  node_children(ctx, n, arg, "mem_fields", ml_read_fields);
}

static void fn_field_names(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  node_children(ctx, n, arg, "mem_field_names", ml_read_names);
}

static void fn_snapshot(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlText key = {NULL, 0};
  MlScope scope;
  MlBuf out = {0};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_snapshot", arg[0], &key, &e);
  if (!rc) rc = ml_args_any_scope("mem_snapshot", ml_args_at(n, arg, 1), &scope, &e);
  if (!rc && scope == ML_LONG_TERM) {
    rc = ml_items_values(c, key, NULL, &out, &e);
  } else if (!rc) {
    rc = ml_read_snapshot(c, key, scope, &out, &e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    result_buf(ctx, &out, 1);
  }
  ml_buf_free(&out);
}

int ml_fn_memory_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_set", 3, 4, 0, fn_set},           {"mem_set_json", 3, 4, 0, fn_set_json},
      {"mem_set_tree", 3, 4, 0, fn_set_tree}, {"mem_new_object", 2, 4, 0, fn_new_object},
      {"mem_delete", 2, 3, 0, fn_delete},     {"mem_incr", 3, 4, 0, fn_incr},
      {"mem_get", 2, 3, 0, fn_get},           {"mem_get_json", 2, 3, 0, fn_get_json},
      {"mem_exists", 2, 3, 0, fn_exists},     {"mem_type", 2, 3, 0, fn_type},
      {"mem_fields", 1, 3, 0, fn_fields},     {"mem_field_names", 1, 3, 0, fn_field_names},
      {"mem_snapshot", 1, 2, 0, fn_snapshot},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
