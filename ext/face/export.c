#include "export.h"

#include "../work/export.h"
#include "args.h"
#include "span.h"
#include "table.h"

enum { LINE, FROM_SEQ, STATES };

static const MlColumn columns[] = {
    {"line", "TEXT", 0},
    {"from_seq", "HIDDEN", ML_USE_ARGUMENT},
    {"states", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlExport lines;
  i64 from, rowid;
  int states, more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int export_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int export_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 1000000;
  info->estimatedCost = 1e7;
  return ml_table_plan(t, info, "", &p);
}

static int export_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int export_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_export_end(cursor_conn(cu), &cu->lines);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int export_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int rc = ml_args_enter(c, &e);
  cu->more = 0;
  cu->rowid++;
  if (!rc) rc = ml_export_next(c, &cu->lines, &cu->more, &e);
  if (rc) cu->more = 0;
  if (!cu->more) ml_export_end(c, &cu->lines);
  return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
}

static int from_take(Cursor *cu, sqlite3_value *v, MlErr *e) {
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  if (ml_args_whole(v, &cu->from) && cu->from >= 1) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_export: from_seq is a position of the log, an integer from 1 on");
}

static int states_take(Cursor *cu, sqlite3_value *v, MlErr *e) {
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  i64 wanted;
  int whole = ml_args_whole(v, &wanted);
  cu->states = wanted != 0;
  if (whole && (wanted == 0 || wanted == 1)) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_export: states is 1 (as if not given) or 0");
}

/* 0 in *same if an argument was given twice, and not the same. */
static int arguments_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, int *same, MlErr *e) {
  sqlite3_value *from = NULL, *states = NULL;
  MlTerms ts;
  MlTerm t;
  cu->from = 1;
  cu->states = 1;
  *same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) *same &= ml_span_argument(t.column == STATES ? &states : &from, t.value);
  int rc = from_take(cu, from, e);
  return rc ? rc : states_take(cu, states, e);
}

static int export_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int there, same = 1;
  (void)argc, (void)idx_num;
  ml_export_end(c, &cu->lines);
  cu->more = 0;
  cu->rowid = 0;
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = arguments_read(cu, idx_str, argv, &same, &e);
  if (!rc && (!there || !same)) return SQLITE_OK;
  if (!rc) rc = ml_export_begin(c, &cu->lines, cu->from, cu->states, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : export_next(base);
}

static int export_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int export_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  if (column == FROM_SEQ) {
    sqlite3_result_int64(ctx, cu->from);
  } else if (column == STATES) {
    sqlite3_result_int(ctx, cu->states);
  } else {
    ml_table_result_json(ctx, ml_buf_view(&cu->lines.line));
  }
  return SQLITE_OK;
}

static int export_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_export_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = export_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = export_best_index,
      .xOpen = export_open,
      .xClose = export_close,
      .xFilter = export_filter,
      .xNext = export_next,
      .xEof = export_eof,
      .xColumn = export_column,
      .xRowid = export_rowid,
  };
  return ml_table_register(c, "mem_export", &module);
}
