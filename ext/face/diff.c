#include "diff.h"

#include "../work/diff.h"
#include "../work/position.h"
#include "args.h"
#include "span.h"
#include "table.h"

/*
** One row a node that differs in type or value: 'added' (before is NULL), 'removed' (after is NULL) or 'changed', in
** byte order of the paths. Nodes show as in mem_history: values as JSON, an object '{}', a list '[]', the hidden
** before_type and after_type telling them from an empty map or array that was written as a value.
*/
enum { PATH, CHANGE, BEFORE, AFTER, OF_KEY, FROM_MOMENT, TO_MOMENT, UNDER, OF_SCOPE, BEFORE_TYPE, AFTER_TYPE };

static const MlColumn columns[] = {
    {"path", "TEXT", 0},
    {"change", "TEXT", 0},
    {"before", "", 0},
    {"after", "", 0},
    {"of_key", "HIDDEN", ML_USE_ARGUMENT},
    {"from_moment", "HIDDEN", ML_USE_ARGUMENT},
    {"to_moment", "HIDDEN", ML_USE_ARGUMENT},
    {"under", "HIDDEN", ML_USE_ARGUMENT},
    {"of_scope", "HIDDEN", ML_USE_ARGUMENT},
    {"before_type", "TEXT HIDDEN", 0},
    {"after_type", "TEXT HIDDEN", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlDiff diff;
  MlSpan span;
  MlWhen from, to;
  i64 rowid;
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int diff_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int diff_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 100;
  info->estimatedCost = 1e4;
  return ml_table_plan(t, info, "", &p);
}

static int diff_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int diff_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_diff_close(&cu->diff);
  ml_span_free(&cu->span);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int diff_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  if (!rc) rc = ml_diff_next(&cu->diff, &cu->more, &e);
  cu->rowid++;
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

typedef struct Args {
  MlSpanArgs span;
  sqlite3_value *from, *to;
} Args;

/* Returns 0 if an argument was given twice, and not the same. */
static int terms_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, Args *a) {
  sqlite3_value **const at[] = {&a->span.key, &a->from, &a->to, &a->span.path, &a->span.scope};
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) same &= ml_span_argument(at[t.column - OF_KEY], t.value);
  return same;
}

static int moments_read(MlConn *c, const Args *a, Cursor *cu, MlErr *e) {
  if (!a->from || !a->to) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_diff: a moment is missing: write mem_diff('user-42', from, to)");
  }
  int rc = ml_position_when(c, a->from, &cu->from, e);
  return rc ? rc : ml_position_when(c, a->to, &cu->to, e);
}

static int diff_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  Args a = {0};
  MlErr e = {0};
  int there;
  (void)argc, (void)idx_num;
  ml_diff_close(&cu->diff);
  cu->more = 0;
  cu->rowid = 0;
  a.span.items = 1;
  int same = terms_read(cu, idx_str, argv, &a);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = ml_span_read(c, "mem_diff", &a.span, &cu->span, &e);
  if (!rc) rc = moments_read(c, &a, cu, &e);
  if (!rc && (!there || !same)) return SQLITE_OK;
  MlNodeId top = {ml_buf_view(&cu->span.key), cu->span.scope, ml_buf_view(&cu->span.path)};
  if (!rc) rc = ml_diff_open(c, &top, &cu->from, &cu->to, &cu->diff, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : diff_next(base);
}

static int diff_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static void node_result(Cursor *cu, sqlite3_context *ctx, const MlNode *n) {
  if (n) ml_span_result(ctx, cursor_conn(cu), &cu->span, n->type, n->value);
}

static void node_result_type(sqlite3_context *ctx, const MlNode *n) {
  if (n) ml_span_result_type(ctx, n->type);
}

static int diff_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  const MlNode *before = cu->diff.before, *after = cu->diff.after;
  switch (column) {
  case PATH:
    ml_table_result(ctx, before ? before->path : after->path);
    break;
  case CHANGE:
    sqlite3_result_text(ctx, !before ? "added" : !after ? "removed" : "changed", -1, SQLITE_STATIC);
    break;
  case BEFORE:
    node_result(cu, ctx, before);
    break;
  case AFTER:
    node_result(cu, ctx, after);
    break;
  case BEFORE_TYPE:
    node_result_type(ctx, before);
    break;
  case AFTER_TYPE:
    node_result_type(ctx, after);
    break;
  case FROM_MOMENT:
    sqlite3_result_int64(ctx, cu->from.seq);
    break;
  case TO_MOMENT:
    sqlite3_result_int64(ctx, cu->to.seq);
    break;
  case OF_KEY:
    ml_table_result(ctx, ml_buf_view(&cu->span.key));
    break;
  case UNDER:
    ml_table_result(ctx, ml_buf_view(&cu->span.path));
    break;
  default:
    ml_table_result(ctx, ml_event_scope_name(cu->span.scope));
  }
  return SQLITE_OK;
}

static int diff_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_diff_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = diff_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = diff_best_index,
      .xOpen = diff_open,
      .xClose = diff_close,
      .xFilter = diff_filter,
      .xNext = diff_next,
      .xEof = diff_eof,
      .xColumn = diff_column,
      .xRowid = diff_rowid,
  };
  return ml_table_register(c, "mem_diff", &module);
}
