#include "../data/clock.h"
#include "../store/log.h"
#include "../work/consume.h"
#include "args.h"
#include "consume.h"
#include "table.h"

enum { CONSUMER, ACKNOWLEDGED, LEASED, HOLDER, LEASED_UNTIL, LEASE, LAG, NEWEST };

static const MlColumn columns[] = {
    {"consumer", "TEXT", 0}, {"acknowledged", "INTEGER", 0}, {"leased", "INTEGER", 0},
    {"holder", "TEXT", 0},   {"leased_until", "TEXT", 0},    {"lease", "TEXT", 0},
    {"lag", "INTEGER", 0},   {"newest", "INTEGER", 0},       {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *st;
  MlConsumer consumer; /* borrows from the statement */
  i64 lag, newest, rowid;
  int counts; /* lag is asked for */
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int consumers_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out,
                             char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

/* idxNum 1: lag is asked for. */
static int consumers_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  (void)t;
  info->idxNum = (info->colUsed & (1u << LAG)) != 0;
  info->estimatedRows = 10;
  info->estimatedCost = info->idxNum ? 1e5 : 100;
  return SQLITE_OK;
}

static int consumers_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

/* Gives back what is held. An error of the statement was told when it was met. */
static void consumers_rest(Cursor *cu) {
  MlErr e = {0};
  ml_consumer_done(cursor_conn(cu), cu->st, &e);
  ml_err_clear(&e);
  cu->st = NULL;
  cu->more = 0;
}

static int consumers_close(sqlite3_vtab_cursor *base) {
  consumers_rest((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

static int consumers_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int rc = ml_args_enter(c, &e);
  cu->rowid++;
  if (!rc) rc = ml_consumer_scan_next(c, cu->st, &cu->consumer, &cu->more, &e);
  if (!rc && cu->more && cu->counts) rc = ml_consume_lag(c, &cu->consumer, &cu->lag, &e);
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

static int consumers_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc,
                            sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int there;
  (void)idx_str, (void)argc, (void)argv;
  consumers_rest(cu);
  cu->counts = idx_num;
  cu->rowid = 0;
  int rc = ml_table_enter(c, &there, &e);
  if (!rc && !there) return SQLITE_OK;
  if (!rc) rc = ml_log_newest_event(c, &cu->newest, &e);
  if (!rc) rc = ml_consumer_scan(c, &cu->st, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : consumers_next(base);
}

static int consumers_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int consumers_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  static const char *const lease[] = {"none", "held", "lapsed"};
  Cursor *cu = (Cursor *)base;
  const MlConsumer *x = &cu->consumer;
  switch (column) {
  case CONSUMER:
    ml_table_result(ctx, x->name);
    break;
  case ACKNOWLEDGED:
    sqlite3_result_int64(ctx, x->place);
    break;
  case LEASED:
    ml_table_result_number(ctx, x->leased);
    break;
  case HOLDER:
    ml_table_result(ctx, x->holder);
    break;
  case LEASED_UNTIL:
    if (x->holder.p) ml_table_result_time(ctx, x->until);
    break;
  case LEASE:
    sqlite3_result_text(ctx, lease[ml_consume_lease(cursor_conn(cu), x)], -1, SQLITE_STATIC);
    break;
  case LAG:
    sqlite3_result_int64(ctx, cu->lag);
    break;
  default:
    ml_table_result_number(ctx, cu->newest);
  }
  return SQLITE_OK;
}

static int consumers_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_consumers_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = consumers_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = consumers_best_index,
      .xOpen = consumers_open,
      .xClose = consumers_close,
      .xFilter = consumers_filter,
      .xNext = consumers_next,
      .xEof = consumers_eof,
      .xColumn = consumers_column,
      .xRowid = consumers_rowid,
  };
  return ml_table_register(c, "mem_consumer", &module);
}
