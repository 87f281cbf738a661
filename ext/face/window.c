#include "window.h"

#include "../data/value.h"
#include "../work/placing.h"
#include "args.h"
#include "span.h"
#include "table.h"

enum { SESSION = ML_TURN_COLUMNS, OPTIONS };

/* clang-format off */
static const MlColumn columns[] = {
    ML_TURN_LIST,
    {"session", "HIDDEN", ML_USE_ARGUMENT}, {"options", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};
/* clang-format on */

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlWindow window;
  MlPlacing placing;
  MlBuf session, options;
  i64 at;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int window_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int window_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 100;
  info->estimatedCost = 1e3;
  return ml_table_plan(t, info, "", &p);
}

static int window_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void window_rest(Cursor *cu) {
  ml_window_free(&cu->window);
  ml_buf_cut(&cu->session, 0);
  ml_buf_cut(&cu->options, 0);
  cu->at = 0;
}

static int window_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  window_rest(cu);
  ml_buf_free(&cu->session);
  ml_buf_free(&cu->options);
  sqlite3_free(cu);
  return SQLITE_OK;
}

/* ---- arguments ---- */

typedef struct Args {
  sqlite3_value *session, *options;
} Args;

/* 0: one was given twice, with different values: no row is right. */
static int args_gather(Cursor *cu, const char *idx_str, sqlite3_value **argv, Args *a) {
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) same &= ml_span_argument(t.column == SESSION ? &a->session : &a->options, t.value);
  return same;
}

static int args_read(Cursor *cu, const Args *a, MlWindowAsk *ask, MlErr *e) {
  MlText session;
  *ask = ML_WINDOW_ASK;
  if (!a->session) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_window: the session is missing: write mem_window('chat-7')");
  }
  int rc = ml_args_key("mem_window", a->session, &session, e);
  if (rc) return rc;
  ml_buf_text(&cu->session, session);
  if (a->options && sqlite3_value_type(a->options) != SQLITE_NULL) {
    rc = ml_value_read_json(a->options, "mem_window: the options", &cu->options, e);
    if (!rc && !cu->options.rc) rc = ml_window_options("mem_window", ml_buf_view(&cu->options), ask, e);
  }
  return !rc && (cu->session.rc || cu->options.rc) ? ml_err_nomem(e) : rc;
}

/* ---- rows ---- */

static int window_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlWindowAsk ask = {0};
  Args args = {0};
  MlErr e = {0};
  int there;
  (void)argc, (void)idx_num;
  window_rest(cu);
  int same = args_gather(cu, idx_str, argv, &args);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = args_read(cu, &args, &ask, &e);
  if (!rc && same && (there || ask.placing.record)) {
    rc = ml_placing_window(c, "mem_window", ml_buf_view(&cu->session), &ask, &cu->window, &e);
  }
  cu->placing = ask.placing;
  if (!rc) return SQLITE_OK;
  ml_window_free(&cu->window);
  return ml_table_fail(base->pVtab, &e);
}

static int window_next(sqlite3_vtab_cursor *base) {
  ((Cursor *)base)->at++;
  return SQLITE_OK;
}

static int window_eof(sqlite3_vtab_cursor *base) {
  const Cursor *cu = (const Cursor *)base;
  return cu->at >= cu->window.n;
}

static void json_result(sqlite3_context *ctx, MlText json) {
  if (json.p) ml_json_result(ctx, json);
}

void ml_window_result(sqlite3_context *ctx, const MlTurn *x, int column) {
  static const char *const counted[] = {"estimate", "given", "function"};
  switch (column) {
  case ML_TURN_POSITION:
    if (x->position >= 0) sqlite3_result_int64(ctx, x->position);
    break;
  case ML_TURN_WHY:
    if (x->why) sqlite3_result_text(ctx, x->why, -1, SQLITE_STATIC);
    break;
  case ML_TURN_ROLE:
    if (x->tokens) ml_table_result(ctx, ml_message_role_name(x->m.role));
    break;
  case ML_TURN_CONTENT:
    json_result(ctx, x->tokens ? x->m.content : x->json);
    break;
  case ML_TURN_TOKENS:
    if (x->tokens) sqlite3_result_int64(ctx, x->tokens);
    break;
  case ML_TURN_KIND:
    json_result(ctx, x->m.kind);
    break;
  case ML_TURN_NAME:
    json_result(ctx, x->m.name);
    break;
  case ML_TURN_CALLS:
    json_result(ctx, x->m.tool_calls);
    break;
  case ML_TURN_CALL_ID:
    json_result(ctx, x->m.tool_call_id);
    break;
  case ML_TURN_TIME:
    json_result(ctx, x->m.time);
    break;
  case ML_TURN_METADATA:
    json_result(ctx, x->m.metadata);
    break;
  case ML_TURN_COUNTED:
    if (x->tokens) sqlite3_result_text(ctx, counted[x->counted], -1, SQLITE_STATIC);
    break;
  default:
    json_result(ctx, x->m.tokenizer.p ? x->m.tokenizer : x->m.counter);
  }
}

void ml_window_placement(sqlite3_context *ctx, const MlPlacing *p) {
  if (p->done) ml_table_result_uuid(ctx, &p->id);
}

static int window_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  if (window_eof(base)) return SQLITE_OK;
  if (column == SESSION) {
    ml_table_result(ctx, ml_buf_view(&cu->session));
  } else if (column == OPTIONS) {
    if (cu->options.n) ml_table_result_json(ctx, ml_buf_view(&cu->options));
  } else if (column == ML_TURN_PLACEMENT) {
    ml_window_placement(ctx, &cu->placing);
  } else {
    ml_window_result(ctx, cu->window.row[cu->at], column);
  }
  return SQLITE_OK;
}

static int window_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_window_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = window_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = window_best_index,
      .xOpen = window_open,
      .xClose = window_close,
      .xFilter = window_filter,
      .xNext = window_next,
      .xEof = window_eof,
      .xColumn = window_column,
      .xRowid = window_rowid,
  };
  return ml_table_register(c, "mem_window", &module);
}
