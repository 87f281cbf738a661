#include "runs.h"

#include "../data/json.h"
#include "../store/run.h"
#include "args.h"
#include "table.h"

enum { RUN, KEY, INPUT, OUTPUT, OUTCOME, BEGUN_AT, ENDED_AT, BEGIN_SEQ, END_SEQ };

static const MlColumn columns[] = {
    {"run", "INTEGER", ML_USE_EQUAL | ML_USE_RANGE},
    {"key", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"input", "", 0},
    {"output", "", 0},
    {"outcome", "TEXT", 0},
    {"begun_at", "TEXT", 0},
    {"ended_at", "TEXT", 0},
    {"begin_seq", "INTEGER", 0},
    {"end_seq", "INTEGER", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *st;
  MlRun run; /* borrows from the statement */
  MlBuf key; /* what the statement borrows */
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int run_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

/* idxNum 1: newest first. */
static int run_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int desc = 0;
  int kept = ml_table_ordered(info, RUN, &desc);
  int rc = ml_table_plan(t, info, desc ? " desc" : "", &p);
  if (rc) return rc;
  info->orderByConsumed = kept;
  info->idxNum = desc;
  double rows = 1e4;
  if (p.range & (1u << RUN)) rows = 1e3;
  if (p.equal & (1u << KEY)) rows = 100;
  if (p.equal & (1u << RUN)) rows = 1;
  info->estimatedRows = (i64)rows;
  info->estimatedCost = 10 + rows;
  return SQLITE_OK;
}

static int run_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

/* Gives back what is held. An error of the statement was told when it was met. */
static void run_rest(Cursor *cu) {
  MlErr e = {0};
  ml_run_done(cursor_conn(cu), cu->st, &e);
  ml_err_clear(&e);
  cu->st = NULL;
  cu->more = 0;
}

static int run_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  run_rest(cu);
  ml_buf_free(&cu->key);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int run_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  if (!rc) rc = ml_run_scan_next(cursor_conn(cu), cu->st, &cu->run, &cu->more, &e);
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

/* Which runs; *key is 1 if those of the key in cu->key. No runs when what is left of *runs is nothing. */
static int terms_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, MlRange *runs, int *of_key, MlErr *e) {
  MlTerms ts;
  MlTerm t;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText key;
    if (t.column == RUN) {
      ml_table_narrow(runs, &t);
      continue;
    }
    int can = ml_table_text(&t, &key);
    if (can == 0 || (can == 1 && *of_key && !ml_text_same(key, ml_buf_view(&cu->key)))) *runs = ML_RANGE_NONE;
    if (can != 1) continue;
    ml_buf_cut(&cu->key, 0);
    ml_buf_text(&cu->key, key);
    *of_key = 1;
  }
  return cu->key.rc ? ml_err_nomem(e) : SQLITE_OK;
}

static int run_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlRange runs = ML_RANGE_ALL;
  MlErr e = {0};
  i64 end = 0;
  int there, of_key = 0;
  (void)argc;
  run_rest(cu);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc && !there) return SQLITE_OK;
  if (!rc) rc = terms_read(cu, idx_str, argv, &runs, &of_key, &e);
  /* Runs that begin while the cursor is open are none of its rows. */
  if (!rc) rc = ml_run_next(c, &end, &e);
  if (runs.high >= end) runs.high = end - 1;
  if (!rc && runs.low > runs.high) return SQLITE_OK;
  MlText key = of_key ? ml_buf_view(&cu->key) : (MlText){NULL, 0};
  if (!rc) rc = ml_run_scan(c, key, runs.low, runs.high, idx_num, &cu->st, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : run_next(base);
}

static int run_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int run_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const MlRun *r = &((Cursor *)base)->run;
  switch (column) {
  case RUN:
    sqlite3_result_int64(ctx, r->run);
    break;
  case KEY:
    ml_table_result(ctx, r->key);
    break;
  case INPUT:
    if (r->input.p) ml_json_result(ctx, r->input);
    break;
  case OUTPUT:
    if (r->output.p) ml_json_result(ctx, r->output);
    break;
  case OUTCOME:
    ml_table_result(ctx, r->outcome);
    break;
  case BEGUN_AT:
    ml_table_result_time(ctx, r->begun);
    break;
  case ENDED_AT:
    if (r->end_place) ml_table_result_time(ctx, r->ended);
    break;
  case BEGIN_SEQ:
    sqlite3_result_int64(ctx, ml_event_position(r->begin_place));
    break;
  default:
    ml_table_result_number(ctx, ml_event_position(r->end_place));
  }
  return SQLITE_OK;
}

static int run_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->run.run;
  return SQLITE_OK;
}

int ml_runs_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = run_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = run_best_index,
      .xOpen = run_open,
      .xClose = run_close,
      .xFilter = run_filter,
      .xNext = run_next,
      .xEof = run_eof,
      .xColumn = run_column,
      .xRowid = run_rowid,
  };
  return ml_table_register(c, "mem_run", &module);
}
