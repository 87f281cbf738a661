#include "history.h"

#include "../data/path.h"
#include "../work/history.h"
#include "args.h"
#include "span.h"
#include "table.h"

/*
** One row a change of a node. before and after are JSON: a value as it was written ('null' is a value), '{}' for an
** object and '[]' for a list, whose contents have rows of their own, and NULL where there was or is no node. The
** hidden before_type and after_type tell an object from an empty map that was written as a value.
**
**   change   before         after
**   set      value or NULL  value    written, be it to the same again
**   object   any            {}       came to be, or was asked for again (then before is {} too)
**   list     value or NULL  []       came to be
**   delete   any            NULL     went; all under it have rows too
**   gap      NULL           NULL     path NULL: from here on changes were not recorded
**
** A gap ends with the next snapshot. What was recorded before it does is told, with before NULL and before_type
** 'unknown'; parents it may have made and nodes it may have removed beside those it names are not.
*/
enum {
  SEQ,
  TIME,
  PATH,
  CHANGE,
  BEFORE,
  AFTER,
  TYPE,
  RUN,
  ACTION,
  CAUSE,
  OF_KEY,
  UNDER,
  OF_SCOPE,
  BEFORE_TYPE,
  AFTER_TYPE
};

static const MlColumn columns[] = {
    {"seq", "INTEGER", ML_USE_EQUAL | ML_USE_RANGE},
    {"time", "TEXT", ML_USE_EQUAL | ML_USE_RANGE | ML_USE_TEXT},
    {"path", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"change", "TEXT", 0},
    {"before", "", 0},
    {"after", "", 0},
    {"type", "TEXT", 0},
    {"run", "INTEGER", 0},
    {"action", "TEXT", 0},
    {"cause", "INTEGER", 0},
    {"of_key", "HIDDEN", ML_USE_ARGUMENT},
    {"under", "HIDDEN", ML_USE_ARGUMENT},
    {"of_scope", "HIDDEN", ML_USE_ARGUMENT},
    {"before_type", "TEXT HIDDEN", 0},
    {"after_type", "TEXT HIDDEN", 0},
    {NULL, NULL, 0},
};

#define BIT(column) (1u << (column))

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlHistory history;
  MlSpan span;
  MlBuf path; /* of an equality, a narrower one */
  i64 rowid;
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int history_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

/* ---- planning ---- */

/* 1 if rows in order of position, this way or the other, are in the order asked for. Times never fall with positions.
 */
static int order_kept(const sqlite3_index_info *info, int *desc) {
  *desc = info->nOrderBy > 0 && info->aOrderBy[0].desc;
  for (int i = 0; i < info->nOrderBy; i++) {
    int column = info->aOrderBy[i].iColumn;
    if ((column != SEQ && column != TIME) || (info->aOrderBy[i].desc != 0) != *desc) return 0;
  }
  return info->nOrderBy > 0;
}

/* idxNum 1: newest first. */
static int history_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int desc;
  info->orderByConsumed = order_kept(info, &desc);
  info->idxNum = info->orderByConsumed && desc;
  int rc = ml_table_plan(t, info, info->idxNum ? " desc" : "", &p);
  if (rc) return rc;
  double rows = 1e5;
  if (p.equal & BIT(UNDER)) rows = 1e4;
  if (p.range & (BIT(SEQ) | BIT(TIME))) rows /= 10;
  if (p.equal & (BIT(SEQ) | BIT(TIME))) rows = 10;
  info->estimatedRows = (i64)rows;
  info->estimatedCost = 100 + rows * 2;
  return SQLITE_OK;
}

/* ---- the cursor ---- */

static int history_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int history_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_history_end(cursor_conn(cu), &cu->history);
  ml_span_free(&cu->span);
  ml_buf_free(&cu->path);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int history_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  if (!rc) rc = ml_history_next(cursor_conn(cu), &cu->history, &cu->more, &e);
  cu->rowid++;
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

/* What the WHERE leaves of the history. */
typedef struct Wants {
  MlSpanArgs args;
  MlRange seq, time;
  int of_path;
} Wants;

static void path_narrow(Cursor *cu, Wants *w, const MlTerm *t) {
  MlText path;
  int can = ml_table_text(t, &path);
  if (can < 0) return;
  if (can == 0 || (w->of_path && !ml_text_same(path, ml_buf_view(&cu->path)))) w->seq = ML_RANGE_NONE;
  if (can == 0) return;
  ml_buf_cut(&cu->path, 0);
  ml_buf_text(&cu->path, path);
  w->of_path = 1;
}

static void terms_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, Wants *w) {
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    switch (t.column) {
    case SEQ:
      ml_table_narrow(&w->seq, &t);
      break;
    case TIME:
      ml_table_narrow_time(&w->time, &t);
      break;
    case PATH:
      path_narrow(cu, w, &t);
      break;
    case OF_KEY:
      same &= ml_span_argument(&w->args.key, t.value);
      break;
    case UNDER:
      same &= ml_span_argument(&w->args.path, t.value);
      break;
    default:
      same &= ml_span_argument(&w->args.scope, t.value);
    }
  }
  if (!same) w->seq = ML_RANGE_NONE;
}

/* Times become positions. */
static int time_narrow(MlConn *c, Wants *w, MlErr *e) {
  i64 seq;
  int rc = SQLITE_OK;
  if (w->time.low > w->time.high) w->seq = ML_RANGE_NONE;
  if (w->seq.low > w->seq.high) return SQLITE_OK;
  if (w->time.low > INT64_MIN) {
    rc = ml_log_position_at(c, w->time.low - 1, &seq, e);
    if (!rc && w->seq.low <= seq) w->seq.low = seq < INT64_MAX ? seq + 1 : seq;
  }
  if (!rc && w->time.high < INT64_MAX) {
    rc = ml_log_position_at(c, w->time.high, &seq, e);
    if (!rc && w->seq.high > seq) w->seq.high = seq;
  }
  return rc;
}

static int history_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  Wants w = {.seq = ML_RANGE_ALL, .time = ML_RANGE_ALL};
  MlErr e = {0};
  int there;
  (void)argc;
  ml_history_end(c, &cu->history);
  cu->more = 0;
  cu->rowid = 0;
  terms_read(cu, idx_str, argv, &w);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = ml_span_read(c, "mem_history", &w.args, &cu->span, &e);
  if (!rc && !there) return SQLITE_OK;
  if (!rc) rc = ml_err_buf(&e, cu->path.rc, "a path");
  if (!rc) rc = time_narrow(c, &w, &e);
  if (rc) return ml_table_fail(base->pVtab, &e);
  MlText top = ml_buf_view(&cu->span.path), path = ml_buf_view(&cu->path);
  if (w.seq.low > w.seq.high || (w.of_path && !ml_path_under(path, top))) return SQLITE_OK;
  cu->history = (MlHistory){.key = ml_buf_view(&cu->span.key),
                            .top = w.of_path ? path : top,
                            .scope = cu->span.scope,
                            .low = w.seq.low,
                            .high = w.seq.high,
                            .newest_first = (u8)idx_num};
  return history_next(base);
}

static int history_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static const char *change_name(MlChangeKind kind) {
  static const char *const name[] = {"set", "object", "list", "delete", "gap"};
  return name[kind];
}

static void column_result(Cursor *cu, sqlite3_context *ctx, int column) {
  const MlStretchChange *x = cu->history.change;
  switch (column) {
  case PATH:
    ml_table_result(ctx, x->path);
    break;
  case CHANGE:
    sqlite3_result_text(ctx, change_name(x->kind), -1, SQLITE_STATIC);
    break;
  case BEFORE:
    ml_span_result(ctx, cursor_conn(cu), &cu->span, x->before_type, x->before);
    break;
  case AFTER:
    ml_span_result(ctx, cursor_conn(cu), &cu->span, x->after_type, x->after);
    break;
  case OF_KEY:
    ml_table_result(ctx, ml_buf_view(&cu->span.key));
    break;
  case UNDER:
    ml_table_result(ctx, ml_buf_view(&cu->span.path));
    break;
  case OF_SCOPE:
    ml_table_result(ctx, ml_event_scope_name(cu->span.scope));
    break;
  case BEFORE_TYPE:
    ml_span_result_type(ctx, x->before_type);
    if (x->unknown) sqlite3_result_text(ctx, "unknown", -1, SQLITE_STATIC);
    break;
  default:
    ml_span_result_type(ctx, x->after_type);
  }
}

static int history_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  const MlStretchRow *r = cu->history.row;
  switch (column) {
  case SEQ:
    sqlite3_result_int64(ctx, r->seq);
    break;
  case TIME:
    ml_table_result_time(ctx, r->time);
    break;
  case TYPE:
    sqlite3_result_text(ctx, ml_event_type((int)r->kind), -1, SQLITE_STATIC);
    break;
  case RUN:
    ml_table_result_number(ctx, r->run);
    break;
  case ACTION:
    ml_table_result(ctx, r->action);
    break;
  case CAUSE:
    ml_table_result_number(ctx, r->cause);
    break;
  default:
    column_result(cu, ctx, column);
  }
  return SQLITE_OK;
}

static int history_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_history_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = history_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = history_best_index,
      .xOpen = history_open,
      .xClose = history_close,
      .xFilter = history_filter,
      .xNext = history_next,
      .xEof = history_eof,
      .xColumn = history_column,
      .xRowid = history_rowid,
  };
  return ml_table_register(c, "mem_history", &module);
}
