#include "sessions.h"

#include "../work/sessions.h"
#include "args.h"
#include "table.h"

enum { SESSION, USER, AGENT, MESSAGES, PENDING, SUMMARISED_THROUGH, LAST_END, JUDGE_USED, LAST_ERROR };

static const MlColumn columns[] = {
    {"session", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"user", "TEXT", 0},
    {"agent", "TEXT", 0},
    {"messages", "INTEGER", 0},
    {"pending", "INTEGER", 0},
    {"summarised_through", "INTEGER", 0},
    {"last_end", "TEXT", 0},
    {"judge_used", "TEXT", 0},
    {"last_error", "TEXT", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlSessions names;
  MlSessionsRow row;
  int more;
  i64 at; /* rows before this one */
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int session_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int session_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = p.equal ? 1 : 1000;
  info->estimatedCost = p.equal ? 10 : 20000;
  return SQLITE_OK;
}

static int session_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void session_rest(Cursor *cu) {
  ml_sessions_free(&cu->names);
  cu->more = 0;
}

static int session_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  session_rest(cu);
  ml_sessions_row_free(&cu->row);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int session_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  if (!rc) rc = ml_sessions_next(cursor_conn(cu), &cu->names, &cu->row, &cu->more, &e);
  cu->at++;
  if (!rc) return SQLITE_OK;
  session_rest(cu);
  return ml_table_fail(base->pVtab, &e);
}

static int session_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlText only = {NULL, 0};
  MlTerms ts;
  MlTerm t;
  MlErr e = {0};
  int there, nothing = 0;
  (void)idx_num, (void)argc;
  session_rest(cu);
  cu->at = 0;
  int rc = ml_table_enter(cursor_conn(cu), &there, &e);
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText name;
    int can = ml_table_text(&t, &name);
    if (can == 0) nothing = 1;
    if (can == 1) only = name; /* of two only one is looked for: SQLite sees to the other */
  }
  if (!rc && (!there || nothing)) return SQLITE_OK;
  if (!rc) rc = ml_sessions_find(cursor_conn(cu), only, &cu->names, &e);
  if (!rc) return session_next(base);
  session_rest(cu);
  return ml_table_fail(base->pVtab, &e);
}

static int session_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static MlText some(const MlBuf *b) { return b->n ? ml_buf_view(b) : (MlText){NULL, 0}; }

static int session_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  const MlSessionsRow *r = &cu->row;
  const MlText text[] = {
      [SESSION] = r->session,         [USER] = some(&r->user),        [AGENT] = some(&r->agent),
      [JUDGE_USED] = some(&r->judge), [LAST_ERROR] = some(&r->error),
  };
  if (!cu->more) return SQLITE_OK;
  switch (column) {
  case MESSAGES:
    sqlite3_result_int64(ctx, r->messages);
    break;
  case PENDING:
    sqlite3_result_int64(ctx, r->pending);
    break;
  case SUMMARISED_THROUGH:
    if (r->summarised >= 0) sqlite3_result_int64(ctx, r->summarised);
    break;
  case LAST_END:
    if (r->ended >= 0) ml_table_result_time(ctx, r->ended);
    break;
  default:
    ml_table_result(ctx, text[column]);
  }
  return SQLITE_OK;
}

static int session_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_sessions_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = session_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = session_best_index,
      .xOpen = session_open,
      .xClose = session_close,
      .xFilter = session_filter,
      .xNext = session_next,
      .xEof = session_eof,
      .xColumn = session_column,
      .xRowid = session_rowid,
  };
  return ml_table_register(c, "mem_session", &module);
}
