#include "layers.h"

#include "../store/layer.h"
#include "args.h"
#include "table.h"

enum { LAYER, KEY, ENTRIES, BYTES, OLDEST, NEWEST };

static const MlColumn columns[] = {
    {"layer", "TEXT", 0},      {"key", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"entries", "INTEGER", 0}, {"bytes", "INTEGER", 0},
    {"oldest", "TEXT", 0},     {"newest", "TEXT", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *st;
  MlLayer layer; /* borrows from the statement */
  i64 rowid;
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int layers_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int layers_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = p.equal ? 3 : 10000;
  info->estimatedCost = (double)info->estimatedRows * 40; /* all memory is counted */
  return SQLITE_OK;
}

static int layers_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

/* Gives back what is held. An error of the statement was told when it was met. */
static void layers_rest(Cursor *cu) {
  MlErr e = {0};
  ml_layer_done(cursor_conn(cu), cu->st, &e);
  ml_err_clear(&e);
  cu->st = NULL;
  cu->more = 0;
}

static int layers_close(sqlite3_vtab_cursor *base) {
  layers_rest((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

static int layers_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->rowid++;
  if (!rc) rc = ml_layer_next(cursor_conn(cu), cu->st, &cu->layer, &cu->more, &e);
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

static int layers_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlText only = {NULL, 0};
  MlTerms ts;
  MlTerm t;
  MlErr e = {0};
  int there, nothing = 0;
  (void)idx_num, (void)argc;
  layers_rest(cu);
  cu->rowid = 0;
  int rc = ml_table_enter(c, &there, &e);
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText key;
    int can = ml_table_text(&t, &key);
    if (can == 0) nothing = 1;
    if (can == 1) only = key; /* of two only one is looked for: SQLite sees to the other */
  }
  if (rc || !there || nothing) return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
  rc = ml_layer_scan(c, only, ml_conn_now(c) / 1000, &cu->st, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : layers_next(base);
}

static int layers_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int layers_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  static const char *const name[] = {"working", "session", "user", "agent", "long_term"};
  const MlLayer *x = &((Cursor *)base)->layer;
  switch (column) {
  case LAYER:
    sqlite3_result_text(ctx, name[x->kind], -1, SQLITE_STATIC);
    break;
  case KEY:
    ml_table_result(ctx, x->key);
    break;
  case ENTRIES:
    sqlite3_result_int64(ctx, x->entries);
    break;
  case BYTES:
    sqlite3_result_int64(ctx, x->bytes);
    break;
  case OLDEST:
    ml_table_result_time(ctx, x->oldest * 1000);
    break;
  default:
    ml_table_result_time(ctx, x->newest * 1000);
  }
  return SQLITE_OK;
}

static int layers_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_layers_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = layers_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = layers_best_index,
      .xOpen = layers_open,
      .xClose = layers_close,
      .xFilter = layers_filter,
      .xNext = layers_next,
      .xEof = layers_eof,
      .xColumn = layers_column,
      .xRowid = layers_rowid,
  };
  return ml_table_register(c, "mem_layer", &module);
}
