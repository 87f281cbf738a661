#include "verify.h"

#include "../work/verify.h"
#include "args.h"
#include "table.h"

/*
** One row a fault; no rows: the file is sound. What each kind means stands at MlFaultKind. All is checked when the
** table is read, by whatever condition. Memory of a key whose changes have not become events yet (in an open
** transaction), or were not recorded, is not compared with the log.
*/
enum { KIND, KEY, PATH, SEQ, DETAIL };

static const MlColumn columns[] = {
    {"kind", "TEXT", 0},   {"key", "TEXT", 0},    {"path", "TEXT", 0},
    {"seq", "INTEGER", 0}, {"detail", "TEXT", 0}, {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlFaults faults;
  i64 at;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int verify_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int verify_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  (void)t;
  info->estimatedRows = 10;
  info->estimatedCost = 1e9;
  return SQLITE_OK;
}

static int verify_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int verify_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_facts_faults_free(&cu->faults);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int verify_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  (void)idx_num, (void)idx_str, (void)argc, (void)argv;
  ml_facts_faults_free(&cu->faults);
  cu->at = 0;
  int rc = ml_args_enter(c, &e);
  if (!rc) ml_conn_refresh(c);
  if (!rc) rc = ml_verify_run(c, &cu->faults, &e);
  if (!rc) return SQLITE_OK;
  cu->at = cu->faults.n;
  return ml_table_fail(base->pVtab, &e);
}

static int verify_next(sqlite3_vtab_cursor *base) {
  ((Cursor *)base)->at++;
  return SQLITE_OK;
}

static int verify_eof(sqlite3_vtab_cursor *base) {
  const Cursor *cu = (const Cursor *)base;
  return cu->at >= cu->faults.n;
}

static int verify_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  const MlFault *x = &cu->faults.a[cu->at];
  switch (column) {
  case KIND:
    sqlite3_result_text(ctx, ml_facts_fault_name(x->kind), -1, SQLITE_STATIC);
    break;
  case KEY:
    ml_table_result(ctx, x->at.key);
    break;
  case PATH:
    ml_table_result(ctx, x->at.path);
    break;
  case SEQ:
    ml_table_result_number(ctx, x->at.seq);
    break;
  default:
    ml_table_result(ctx, x->detail);
  }
  return SQLITE_OK;
}

static int verify_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_verify_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = verify_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = verify_best_index,
      .xOpen = verify_open,
      .xClose = verify_close,
      .xFilter = verify_filter,
      .xNext = verify_next,
      .xEof = verify_eof,
      .xColumn = verify_column,
      .xRowid = verify_rowid,
  };
  return ml_table_register(c, "mem_verify", &module);
}
