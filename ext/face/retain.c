#include "retain.h"

#include "../data/value.h"
#include "../store/meta.h"
#include "../store/retain.h"
#include "../work/action.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"
#include "table.h"

/* ---- the function ---- */

typedef struct Call {
  MlRetain row;
  MlBuf path;
  int set; /* 0: the rule is taken back */
  int was;
} Call;

static int retain_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  int rc = ml_action_refuse_listener(c, "mem_retain", e);
  if (!rc) rc = ml_meta_install(c, e);
  return rc ? rc : ml_retain_put(c, &x->row, x->set ? &x->row.rule : NULL, &x->was, e);
}

static int glob_read(sqlite3_value *v, MlText *glob, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_retain: the pattern of keys must be text");
  }
  *glob = ml_value_text(v);
  if (!glob->p) return ml_err_nomem(e);
  const char *wrong = ml_rule_glob_wrong(*glob);
  if (!wrong) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_retain: pattern of keys %s: %s", ml_err_show(show, *glob), wrong);
}

/* The scope is an argument, or a member of the rule, or both if they agree. */
static int rule_read(sqlite3_value *v, sqlite3_value *scope, Call *x, MlErr *e) {
  MlBuf json = {0};
  MlText own = {NULL, 0};
  int given = scope && sqlite3_value_type(scope) != SQLITE_NULL;
  int rc = ml_value_read_json(v, "mem_retain: the rule", &json, e);
  if (!rc) rc = ml_rule_read(ml_buf_view(&json), &x->row.rule, &own, e);
  if (!rc && own.p) {
    MlScope named = (MlScope)ml_event_scope_named(own);
    if (given && named != x->row.scope) {
      rc = ml_err_set(e, SQLITE_ERROR, "memlog: mem_retain: member scope of the rule: the argument says %s",
                      ml_event_scope_name(x->row.scope).p);
    }
    x->row.scope = named;
  }
  ml_buf_free(&json);
  return rc;
}

static int call_read(MlConn *c, int n, sqlite3_value **arg, Call *x, MlErr *e) {
  sqlite3_value *scope = n > 3 ? arg[3] : NULL;
  int rc = ml_args_enter(c, e);
  if (!rc) rc = glob_read(arg[0], &x->row.glob, e);
  if (!rc) rc = ml_args_path("mem_retain", arg[1], &x->path, e);
  if (!rc && x->path.rc) rc = ml_err_nomem(e);
  if (!rc && !x->path.n) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: mem_retain: the path is the root (''), which is no list");
  }
  x->row.path = ml_buf_view(&x->path);
  if (!rc) rc = ml_args_scope("mem_retain", scope, &x->row.scope, e);
  x->set = sqlite3_value_type(arg[2]) != SQLITE_NULL;
  return rc || !x->set ? rc : rule_read(arg[2], scope, x, e);
}

static void rule_result(sqlite3_context *ctx, const MlRule *rule) {
  MlBuf b = {0};
  ml_rule_write(rule, &b);
  if (b.rc) {
    sqlite3_result_error_code(ctx, b.rc);
  } else {
    ml_table_result_json(ctx, ml_buf_view(&b));
  }
  ml_buf_free(&b);
}

static void fn_retain(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = {0};
  int rc = call_read(c, n, arg, &x, &e);
  if (!rc) rc = ml_txn_run(c, retain_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (x.set) {
    rule_result(ctx, &x.row.rule);
  } else {
    sqlite3_result_int(ctx, x.was);
  }
  ml_buf_free(&x.path);
}

/* ---- the table ---- */

enum { KEY_GLOB, PATH, SCOPE, RULE, MAX_COUNT, MAX_BYTES, MAX_TOKENS, POLICY, FUNCTION };

static const MlColumn columns[] = {
    {"key_glob", "TEXT", 0},      {"path", "TEXT", 0},
    {"scope", "TEXT", 0},         {"rule", "TEXT", 0},
    {"max_count", "INTEGER", 0},  {"max_bytes", "INTEGER", 0},
    {"max_tokens", "INTEGER", 0}, {"policy", "TEXT", 0},
    {"function", "TEXT", 0},      {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *st;
  MlRetain row; /* borrows from the statement */
  i64 at;
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int retain_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int retain_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 10;
  info->estimatedCost = 20;
  return ml_table_plan(t, info, "", &p);
}

static int retain_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

/* Gives back what is held. An error of the statement was told when it was met. */
static void retain_rest(Cursor *cu) {
  MlErr e = {0};
  ml_retain_done(cursor_conn(cu), cu->st, &e);
  ml_err_clear(&e);
  cu->st = NULL;
  cu->more = 0;
}

static int retain_close(sqlite3_vtab_cursor *base) {
  retain_rest((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

static int retain_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->at++;
  if (!rc) rc = ml_retain_next(cursor_conn(cu), cu->st, &cu->row, &cu->more, &e);
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

static int retain_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int there;
  (void)idx_num, (void)idx_str, (void)argc, (void)argv;
  retain_rest(cu);
  cu->at = 0;
  int rc = ml_table_enter(c, &there, &e);
  if (!rc && (!there || c->version < 2)) return SQLITE_OK;
  if (!rc) rc = ml_retain_scan(c, &cu->st, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : retain_next(base);
}

static int retain_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int retain_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const MlRetain *r = &((Cursor *)base)->row;
  switch (column) {
  case KEY_GLOB:
    ml_table_result(ctx, r->glob);
    break;
  case PATH:
    ml_table_result(ctx, r->path);
    break;
  case SCOPE:
    ml_table_result(ctx, ml_event_scope_name(r->scope));
    break;
  case RULE:
    rule_result(ctx, &r->rule);
    break;
  case MAX_COUNT:
    ml_table_result_number(ctx, r->rule.max_count);
    break;
  case MAX_BYTES:
    ml_table_result_number(ctx, r->rule.max_bytes);
    break;
  case MAX_TOKENS:
    ml_table_result_number(ctx, r->rule.max_tokens);
    break;
  case POLICY:
    ml_table_result(ctx, ml_text_of(ml_rule_policy_name(r->rule.policy)));
    break;
  default:
    if (r->rule.function[0]) ml_table_result(ctx, ml_text_of(r->rule.function));
  }
  return SQLITE_OK;
}

static int retain_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_retain_register(MlConn *c) {
  static const MlFunction list[] = {{"mem_retain", 3, 4, SQLITE_DIRECTONLY, fn_retain}};
  static const sqlite3_module module = {
      .xConnect = retain_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = retain_best_index,
      .xOpen = retain_open,
      .xClose = retain_close,
      .xFilter = retain_filter,
      .xNext = retain_next,
      .xEof = retain_eof,
      .xColumn = retain_column,
      .xRowid = retain_rowid,
  };
  int rc = ml_functions_add(c, list, sizeof(list) / sizeof(*list));
  return rc ? rc : ml_table_register(c, "mem_retain", &module);
}
