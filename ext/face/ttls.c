#include "ttls.h"

#include "../store/ttl.h"
#include "args.h"
#include "table.h"

enum { KEY, PATH, SCOPE, MS };

static const MlColumn columns[] = {
    {"key", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"path", "TEXT", 0},
    {"scope", "TEXT", 0},
    {"ms", "INTEGER", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *st;
  MlTtlRow row; /* borrows from the statement */
  MlBuf key;    /* what the statement borrows */
  int more;
  i64 at; /* rows before this one */
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int ttl_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int ttl_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = p.equal ? 4 : 1000;
  info->estimatedCost = p.equal ? 8 : 2000;
  return SQLITE_OK;
}

static int ttl_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void ttl_rest(Cursor *cu) {
  ml_ttl_done(cursor_conn(cu), cu->st);
  cu->st = NULL;
  cu->more = 0;
}

static int ttl_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ttl_rest(cu);
  ml_buf_free(&cu->key);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int ttl_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  char show[ML_ERR_SHOW];
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  if (!rc) rc = ml_ttl_next(cursor_conn(cu), cu->st, &cu->row, &cu->more, &e);
  if (!rc && cu->more && cu->row.wrong) {
    rc = ml_err_set(&e, SQLITE_CORRUPT, "memlog: memlog_ttl: a row of key %s is damaged: %s",
                    ml_err_show(show, cu->row.id.key), cu->row.wrong);
  }
  cu->at++;
  if (rc || !cu->more) ttl_rest(cu);
  return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
}

static int ttl_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlText key = {NULL, 0};
  MlTerms ts;
  MlTerm t;
  MlErr e = {0};
  int there, nothing = 0;
  (void)idx_num, (void)argc;
  ttl_rest(cu);
  cu->at = 0;
  int rc = ml_table_enter(c, &there, &e);
  if (rc) return ml_table_fail(base->pVtab, &e);
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText text;
    int can = ml_table_text(&t, &text);
    if (can == 0) nothing = 1;
    if (can != 1) continue;
    /* Of two keys only one is looked for: SQLite sees to the other. */
    ml_buf_cut(&cu->key, 0);
    ml_buf_text(&cu->key, text);
    key = ml_buf_view(&cu->key);
  }
  if (cu->key.rc) return SQLITE_NOMEM;
  if (!there || nothing || c->version < 2) return SQLITE_OK;
  rc = ml_ttl_scan(c, key, &cu->st, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : ttl_next(base);
}

static int ttl_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int ttl_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  if (!cu->more) return SQLITE_OK;
  switch (column) {
  case KEY:
    ml_table_result(ctx, cu->row.id.key);
    break;
  case PATH:
    ml_table_result(ctx, cu->row.id.path);
    break;
  case SCOPE:
    ml_table_result(ctx, ml_event_scope_name(cu->row.id.scope));
    break;
  default:
    sqlite3_result_int64(ctx, cu->row.ms);
  }
  return SQLITE_OK;
}

static int ttl_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_ttls_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = ttl_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = ttl_best_index,
      .xOpen = ttl_open,
      .xClose = ttl_close,
      .xFilter = ttl_filter,
      .xNext = ttl_next,
      .xEof = ttl_eof,
      .xColumn = ttl_column,
      .xRowid = ttl_rowid,
  };
  return ml_table_register(c, "mem_ttl", &module);
}
