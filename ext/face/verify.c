#include "verify.h"

#include "../data/value.h"
#include "../work/verify.h"
#include "args.h"
#include "span.h"
#include "table.h"

/*
** One row a fault; no rows: the file is sound. What each kind means stands at MlFaultKind. All is checked when the
** table is read, by whatever condition. Memory of a key whose changes have not become events yet (in an open
** transaction), or were not recorded, is not compared with the log. head: an id that mem_head() gave once.
*/
enum { KIND, KEY, PATH, SEQ, DETAIL, HEAD };

static const MlColumn columns[] = {
    {"kind", "TEXT", 0},   {"key", "TEXT", 0},    {"path", "TEXT", 0},
    {"seq", "INTEGER", 0}, {"detail", "TEXT", 0}, {"head", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
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
  MlPlan p;
  info->estimatedRows = 10;
  info->estimatedCost = 1e9;
  return ml_table_plan(t, info, "", &p);
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

/* *saved: the id; NULL where none is given. Of two different ones no row has both. */
static int head_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, MlUuid *id, const MlUuid **saved, int *same,
                     MlErr *e) {
  MlTerms ts;
  MlTerm t;
  char show[ML_ERR_SHOW];
  sqlite3_value *given = NULL;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  for (*same = 1; ml_table_term(&ts, &t);) *same &= ml_span_argument(&given, t.value);
  if (!given) return SQLITE_OK;
  MlText text = sqlite3_value_type(given) == SQLITE_TEXT ? ml_value_text(given) : (MlText){NULL, 0};
  *saved = text.p && ml_uuid_parse(text, id) ? id : NULL;
  if (*saved) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_verify: head %s: it must be an id that mem_head() gave",
                    ml_err_show(show, ml_value_text(given)));
}

static int verify_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  MlUuid id;
  const MlUuid *saved = NULL;
  int same;
  (void)idx_num, (void)argc;
  ml_facts_faults_free(&cu->faults);
  cu->at = 0;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = head_read(cu, idx_str, argv, &id, &saved, &same, &e);
  if (!rc && !same) return SQLITE_OK;
  if (!rc) ml_conn_refresh(c);
  if (!rc) rc = ml_verify_run(c, saved, &cu->faults, &e);
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
  case DETAIL:
    ml_table_result(ctx, x->detail);
    break;
  default:
    break; /* an argument: SQLite does not look at it again */
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
