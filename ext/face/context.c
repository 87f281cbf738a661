#include "context.h"

#include "../data/value.h"
#include "../store/config.h"
#include "../work/placing.h"
#include "args.h"
#include "span.h"
#include "table.h"
#include "window.h"

enum { SESSION = ML_TURN_COLUMNS, USER, AGENT, QUERY, OPTIONS, COLUMNS };
#define ARGUMENTS (COLUMNS - SESSION)

static const char who[] = "mem_context";

static const MlColumn columns[] = {
    ML_TURN_LIST,
    {"session", "HIDDEN", ML_USE_ARGUMENT},
    {"user", "HIDDEN", ML_USE_ARGUMENT},
    {"agent", "HIDDEN", ML_USE_ARGUMENT},
    {"query", "HIDDEN", ML_USE_ARGUMENT},
    {"options", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlContext context;
  MlPlacing placing;
  MlBuf text[ARGUMENTS]; /* the arguments */
  i64 at;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int context_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int context_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 100;
  info->estimatedCost = 1e4;
  return ml_table_plan(t, info, "", &p);
}

static int context_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void context_rest(Cursor *cu) {
  ml_context_free(&cu->context);
  for (int i = 0; i < ARGUMENTS; i++) ml_buf_free(&cu->text[i]);
  cu->at = 0;
}

static int context_close(sqlite3_vtab_cursor *base) {
  context_rest((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

/* ---- arguments ---- */

/* Copied: what is recalled is recorded, which may change the values. */
static int name_read(Cursor *cu, int column, sqlite3_value *v, MlText *out, MlErr *e) {
  static const char *const name[] = {"session", "user", "agent"};
  MlBuf *b = &cu->text[column - SESSION];
  MlText text;
  int rc = ml_args_name(who, name[column - SESSION], v, &text, e);
  if (rc) return rc;
  ml_buf_text(b, text);
  *out = ml_buf_view(b);
  return b->rc ? ml_err_nomem(e) : SQLITE_OK;
}

static int query_read(Cursor *cu, sqlite3_value *v, MlText *query, MlErr *e) {
  MlBuf *b = &cu->text[QUERY - SESSION];
  if (ml_args_null(v)) return SQLITE_OK;
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_context: the query must be text, or NULL");
  }
  MlText text = ml_value_text(v);
  if (!text.p) return ml_err_nomem(e);
  ml_buf_text(b, text);
  *query = ml_buf_view(b);
  return b->rc ? ml_err_nomem(e) : SQLITE_OK;
}

static int args_read(Cursor *cu, sqlite3_value *const *v, MlContextAsk *ask, MlErr *e) {
  MlText json = {NULL, 0};
  MlBuf *options = &cu->text[OPTIONS - SESSION];
  if (!v[0]) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_context: the session is missing: write mem_context('chat-7', user, agent, query)");
  }
  int rc = name_read(cu, SESSION, v[0], &ask->session, e);
  if (!rc) rc = query_read(cu, v[QUERY - SESSION], &ask->recall.query, e);
  if (!rc && (ask->recall.query.p || !ml_args_null(v[USER - SESSION]))) {
    if (!v[USER - SESSION]) return ml_err_set(e, SQLITE_ERROR, "memlog: mem_context: the user is missing");
    rc = name_read(cu, USER, v[USER - SESSION], &ask->recall.user, e);
  }
  if (!rc && !ml_args_null(v[AGENT - SESSION])) rc = name_read(cu, AGENT, v[AGENT - SESSION], &ask->recall.agent, e);
  if (!rc && !ml_args_null(v[OPTIONS - SESSION])) {
    rc = ml_value_read_json(v[OPTIONS - SESSION], "mem_context: the options", options, e);
    json = ml_buf_view(options);
  }
  return rc ? rc : ml_context_options(who, json, ml_conn_now(cursor_conn(cu)), ask, e);
}

/* 0: one was given twice, with different values: no row is right. */
static int args_gather(Cursor *cu, const char *idx_str, sqlite3_value **argv, sqlite3_value **v) {
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) same &= ml_span_argument(&v[t.column - SESSION], t.value);
  return same;
}

/* ---- rows ---- */

static int context_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlContextAsk ask = {.recall = {.who = who}};
  sqlite3_value *v[ARGUMENTS] = {NULL};
  MlErr e = {0};
  int there;
  (void)argc, (void)idx_num;
  context_rest(cu);
  int same = args_gather(cu, idx_str, argv, v);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = args_read(cu, v, &ask, &e);
  if (!rc) rc = ml_config_refresh(c, &e);
  if (!rc && same && (there || ask.placing.record)) rc = ml_placing_context(c, &ask, &cu->context, &e);
  cu->placing = ask.placing;
  ml_recall_ask_free(&ask.recall);
  if (!rc) return SQLITE_OK;
  ml_context_free(&cu->context);
  return ml_table_fail(base->pVtab, &e);
}

static int context_next(sqlite3_vtab_cursor *base) {
  ((Cursor *)base)->at++;
  return SQLITE_OK;
}

static int context_eof(sqlite3_vtab_cursor *base) {
  const Cursor *cu = (const Cursor *)base;
  return cu->at >= cu->context.n;
}

static void part_result(sqlite3_context *ctx, const MlContextRow *row, int column) {
  switch (column) {
  case ML_TURN_ROLE:
    ml_table_result(ctx, ml_message_role_name(ML_ROLE_SYSTEM));
    break;
  case ML_TURN_CONTENT:
    ml_table_result(ctx, ml_buf_view(&row->part->text));
    break;
  case ML_TURN_TOKENS:
    sqlite3_result_int64(ctx, row->tokens);
    break;
  case ML_TURN_KIND:
    sqlite3_result_text(ctx, row->kind, -1, SQLITE_STATIC);
    break;
  case ML_TURN_WHY:
    if (row->why) sqlite3_result_text(ctx, row->why, -1, SQLITE_STATIC);
    break;
  default:
    break;
  }
}

static int context_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  if (context_eof(base)) return SQLITE_OK;
  const MlContextRow *row = &cu->context.row[cu->at];
  if (column >= SESSION) {
    const MlBuf *b = &cu->text[column - SESSION];
    if (b->p) ml_table_result(ctx, ml_buf_view(b));
  } else if (column == ML_TURN_PLACEMENT) {
    ml_window_placement(ctx, &cu->placing);
  } else if (row->turn) {
    ml_window_result(ctx, row->turn, column);
  } else {
    part_result(ctx, row, column);
  }
  return SQLITE_OK;
}

static int context_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_context_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = context_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = context_best_index,
      .xOpen = context_open,
      .xClose = context_close,
      .xFilter = context_filter,
      .xNext = context_next,
      .xEof = context_eof,
      .xColumn = context_column,
      .xRowid = context_rowid,
  };
  return ml_table_register(c, "mem_context", &module);
}
