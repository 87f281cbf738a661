#include "breaks.h"

#include "../store/breaks.h"
#include "args.h"
#include "table.h"

enum { KIND, ENTITY, ID, VERSION, RELATED, RELATED_VERSION, NUMBER, DETAIL };

static const MlColumn columns[] = {
    {"kind", "TEXT", 0},       {"entity", "TEXT", 0},  {"id", "TEXT", 0},
    {"version", "INTEGER", 0}, {"related", "TEXT", 0}, {"related_version", "INTEGER", 0},
    {"number", "INTEGER", 0},  {"detail", "TEXT", 0},  {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *st;
  MlBreaksOf what;
  MlBreak at; /* borrows from the statement */
  i64 rowid;
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int breaks_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int breaks_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 100;
  info->estimatedCost = 1e6; /* all of lineage is looked at */
  return ml_table_plan(t, info, "", &p);
}

static int breaks_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

/* Gives back what is held. An error of the statement was told when it was met. */
static void breaks_rest(Cursor *cu) {
  MlErr e = {0};
  ml_breaks_done(cursor_conn(cu), cu->st, &e);
  ml_err_clear(&e);
  cu->st = NULL;
  cu->more = 0;
}

static int breaks_close(sqlite3_vtab_cursor *base) {
  breaks_rest((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

/* One kind of fault after the other. */
static int breaks_take(Cursor *cu, MlErr *e) {
  MlConn *c = cursor_conn(cu);
  int rc = SQLITE_OK;
  cu->more = 0;
  while (!rc && !cu->more && cu->what < ML_BREAKS_END) {
    if (!cu->st) rc = ml_breaks_scan(c, cu->what, &cu->st, e);
    if (!rc && cu->st) rc = ml_breaks_next(c, cu->st, &cu->at, &cu->more, e);
    if (rc || cu->more) break;
    breaks_rest(cu);
    cu->what++;
  }
  return rc;
}

static int breaks_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->rowid++;
  if (!rc) rc = breaks_take(cu, &e);
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

static int breaks_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int there;
  (void)idx_num, (void)idx_str, (void)argc, (void)argv;
  breaks_rest(cu);
  cu->rowid = 0;
  cu->what = ML_BREAKS_OF_LINEAGE;
  int rc = ml_table_enter(cursor_conn(cu), &there, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : there ? breaks_next(base) : SQLITE_OK;
}

static int breaks_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int breaks_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const MlBreak *x = &((Cursor *)base)->at;
  const MlText text[] = {
      [KIND] = x->kind, [ENTITY] = x->entity, [ID] = x->id, [RELATED] = x->related, [DETAIL] = x->detail};
  switch (column) {
  case VERSION:
    ml_table_result_number(ctx, x->version);
    break;
  case RELATED_VERSION:
    ml_table_result_number(ctx, x->related_version);
    break;
  case NUMBER:
    ml_table_result_number(ctx, x->number);
    break;
  default:
    ml_table_result(ctx, text[column]);
  }
  return SQLITE_OK;
}

static int breaks_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_breaks_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = breaks_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = breaks_best_index,
      .xOpen = breaks_open,
      .xClose = breaks_close,
      .xFilter = breaks_filter,
      .xNext = breaks_next,
      .xEof = breaks_eof,
      .xColumn = breaks_column,
      .xRowid = breaks_rowid,
  };
  return ml_table_register(c, "mem_lineage_break", &module);
}
