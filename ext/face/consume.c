#include "consume.h"

#include "../data/value.h"
#include "../work/consume.h"
#include "../work/journal.h"
#include "args.h"
#include "events.h"
#include "span.h"
#include "table.h"

#include <string.h>

/* The columns of mem_event, in their order; then the arguments. Filters on them choose among the events that were
** taken. */
enum { SEQ, VALUE = 5, BEFORE = 8, CONSUMER = 14, LIMIT, LEASE_MS, SINCE };

/* clang-format off */
static const MlColumn columns[] = {
    {"seq", "INTEGER", 0}, {"id", "TEXT", 0}, {"time", "TEXT", 0}, {"type", "TEXT", 0}, {"key", "TEXT", 0},
    {"value", "TEXT", 0}, {"removed", "TEXT", 0}, {"containers", "TEXT", 0}, {"before", "TEXT", 0},
    {"run", "INTEGER", 0}, {"action", "TEXT", 0}, {"txn", "INTEGER", 0}, {"cause", "INTEGER", 0}, {"meta", "TEXT", 0},
    {"consumer", "HIDDEN", ML_USE_ARGUMENT}, {"limit", "HIDDEN", ML_USE_ARGUMENT},
    {"lease_ms", "HIDDEN", ML_USE_ARGUMENT}, {"since", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};
/* clang-format on */

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlJournal journal;
  MlBuf name;
  i64 limit, lease;
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int consume_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  /* Reading it writes: no view or trigger of a file may do that behind the back of who opens it. */
  int rc = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  return rc ? rc : ml_table_connect(db, aux, columns, out, err);
}

/* idxNum 1: value, removed, containers, before are not asked for. */
static int consume_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int desc = 0;
  u32 content = 0;
  for (int i = VALUE; i <= BEFORE; i++) content |= 1u << i;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->orderByConsumed = ml_table_ordered(info, SEQ, &desc) && !desc;
  info->idxNum = !(info->colUsed & content);
  info->estimatedRows = 100;
  info->estimatedCost = 1e6; /* in a join it comes first: each time it is read it leases anew */
  return SQLITE_OK;
}

static int consume_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int consume_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_journal_end(cursor_conn(cu), &cu->journal);
  ml_buf_free(&cu->name);
  sqlite3_free(cu);
  return SQLITE_OK;
}

/* ---- arguments ---- */

int ml_consume_name(const char *who, sqlite3_value *v, MlText *name, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: %s: the consumer's name must be text", who);
  }
  *name = ml_value_text(v);
  if (!name->p) return ml_err_nomem(e);
  if (!name->n) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the consumer's name is empty", who);
  if (name->n > ML_CONSUME_NAME_MAX) {
    return ml_err_set(e, SQLITE_TOOBIG, "memlog: %s: consumer %s: the name has more than %d bytes", who,
                      ml_err_show(show, *name), ML_CONSUME_NAME_MAX);
  }
  if (memchr(name->p, 0, (size_t)name->n) || !ml_text_utf8(*name)) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: consumer %s: the name is not valid UTF-8 text without NUL", who,
                      ml_err_show(show, *name));
  }
  return SQLITE_OK;
}

static int number_read(sqlite3_value *v, const char *what, i64 max, i64 *n, MlErr *e) {
  if (ml_args_whole(v, n) && *n >= 1 && *n <= max) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_consume: %s must be a whole number from 1 to %lld", what, max);
}

/* The arguments as they came. */
typedef struct Args {
  sqlite3_value *name, *limit, *lease, *since;
} Args;

/* 0: one was given twice, with different values: no row is right. */
static int args_gather(Cursor *cu, const char *idx_str, sqlite3_value **argv, Args *a) {
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    sqlite3_value **at[] = {&a->name, &a->limit, &a->lease, &a->since};
    same &= ml_span_argument(at[t.column - CONSUMER], t.value);
  }
  return same;
}

static int args_read(Cursor *cu, const Args *a, MlConsume *want, MlErr *e) {
  if (!a->name || !a->limit) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_consume: the %s is missing: write mem_consume('indexer', 100)",
                      a->name ? "limit" : "consumer");
  }
  want->lease = ML_CONSUME_LEASE;
  want->since = ml_args_null(a->since) ? NULL : a->since;
  int rc = ml_consume_name("mem_consume", a->name, &want->name, e);
  if (!rc) rc = number_read(a->limit, "limit", ML_CONSUME_MAX, &want->limit, e);
  if (!rc && !ml_args_null(a->lease)) rc = number_read(a->lease, "lease_ms", ML_LEASE_MAX / 1000, &want->lease, e);
  if (rc) return rc;
  ml_buf_cut(&cu->name, 0);
  ml_buf_text(&cu->name, want->name);
  want->name = ml_buf_view(&cu->name);
  cu->limit = want->limit;
  cu->lease = want->lease;
  return cu->name.rc ? ml_err_nomem(e) : SQLITE_OK;
}

/* ---- rows ---- */

static int consume_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int rc = ml_args_enter(c, &e);
  cu->more = 0;
  if (!rc) rc = ml_journal_next(c, &cu->journal, &cu->more, &e);
  if (rc) cu->more = 0;
  return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
}

static int consume_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlConsume want = {0};
  Args args = {0};
  MlBatch batch = {1, 0};
  MlErr e = {0};
  int there;
  (void)argc;
  ml_journal_end(c, &cu->journal);
  cu->more = 0;
  int same = args_gather(cu, idx_str, argv, &args);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = args_read(cu, &args, &want, &e);
  if (!rc && same) rc = ml_consume_take(c, &want, &batch, &e);
  if (rc) return ml_table_fail(base->pVtab, &e);
  if (batch.low > batch.high) return SQLITE_OK;
  cu->journal.want = (MlScan){.low = batch.low, .high = batch.high, .bare = (u8)idx_num};
  return consume_next(base);
}

static int consume_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int consume_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  switch (column) {
  case CONSUMER:
    ml_table_result(ctx, ml_buf_view(&cu->name));
    break;
  case LIMIT:
    sqlite3_result_int64(ctx, cu->limit);
    break;
  case LEASE_MS:
    sqlite3_result_int64(ctx, cu->lease);
    break;
  case SINCE:
    break;
  default:
    ml_events_result(ctx, cursor_conn(cu), &cu->journal.row, column);
  }
  return SQLITE_OK;
}

static int consume_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->journal.row.seq;
  return SQLITE_OK;
}

int ml_consume_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = consume_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = consume_best_index,
      .xOpen = consume_open,
      .xClose = consume_close,
      .xFilter = consume_filter,
      .xNext = consume_next,
      .xEof = consume_eof,
      .xColumn = consume_column,
      .xRowid = consume_rowid,
  };
  return ml_table_register(c, "mem_consume", &module);
}
