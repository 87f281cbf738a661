#include "metrics.h"

#include "../store/meta.h"
#include "../work/metric.h"
#include "args.h"
#include "table.h"

enum { NAME, CLASS, VALUE, WINDOW, NUMERATOR, DENOMINATOR, UNIT };

static const MlColumn columns[] = {
    {"name", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"class", "TEXT", 0},
    {"value", "", 0},
    {"window", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"numerator", "INTEGER", 0},
    {"denominator", "", 0},
    {"unit", "TEXT", 0},
    {NULL, NULL, 0},
};

/* Values are read metric by metric and window by window. */
typedef struct Cursor {
  sqlite3_vtab_cursor base;
  sqlite3_stmt *hold; /* one state of the file for all of them */
  MlBuf name;         /* only this one … */
  u8 only;
  u8 windows; /* only these, a bit each */
  i64 now;
  int at; /* the metric … */
  int window, class;
  i64 rowid;
  MlMetricValue value[ML_METRIC_CLASSES];
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int metrics_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int metrics_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = 300;
  if (p.equal & (1u << WINDOW)) info->estimatedRows /= 4;
  if (p.equal & (1u << NAME)) info->estimatedRows /= 20;
  info->estimatedCost = (double)info->estimatedRows * 1000; /* of each, the file is read */
  return SQLITE_OK;
}

static int metrics_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void metrics_rest(Cursor *cu) {
  ml_meta_release(cursor_conn(cu), cu->hold);
  cu->hold = NULL;
  cu->more = 0;
}

static int metrics_close(sqlite3_vtab_cursor *base) {
  metrics_rest((Cursor *)base);
  ml_buf_free(&((Cursor *)base)->name);
  sqlite3_free(base);
  return SQLITE_OK;
}

static int wanted(const Cursor *cu, const MlMetric *m) {
  if (!(cu->windows & (1u << cu->window)) || !ml_metric_has(m, (MlMetricWindow)cu->window)) return 0;
  return !cu->only || ml_text_is(ml_buf_view(&cu->name), m->name);
}

/* Goes to the first class of a metric in a window that is wanted, from where it stands on. */
static int cursor_seek(Cursor *cu, MlErr *e) {
  const MlMetric *m;
  for (; (m = ml_metric(cu->at)) != NULL; cu->at++, cu->window = 0) {
    for (; cu->window < ML_WINDOWS; cu->window++) {
      if (!wanted(cu, m)) continue;
      cu->class = 0;
      int rc = ml_metric_read(cursor_conn(cu), m, (MlMetricWindow)cu->window, cu->now, cu->value, e);
      if (rc) metrics_rest(cu);
      cu->more = !rc;
      return rc;
    }
  }
  metrics_rest(cu);
  return SQLITE_OK;
}

static int metrics_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->rowid++;
  if (!rc && ml_metric(cu->at)->classes[++cu->class]) return SQLITE_OK;
  cu->window++;
  if (!rc) rc = cursor_seek(cu, &e);
  if (!rc) return SQLITE_OK;
  metrics_rest(cu);
  return ml_table_fail(base->pVtab, &e);
}

/* What is asked for. */
static int terms_read(Cursor *cu, const char *idx_str, sqlite3_value **argv) {
  MlTerms ts;
  MlTerm t;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText text;
    int can = ml_table_text(&t, &text);
    if (can == 0) cu->windows = 0;
    if (can != 1) continue;
    if (t.column == WINDOW) {
      for (int i = 0; i < ML_WINDOWS; i++) {
        MlText name = ml_text_of(ml_metric_windows[i]);
        if (!ml_text_same(text, name)) cu->windows &= (u8) ~(1u << i);
      }
      continue;
    }
    if (cu->only && !ml_text_same(text, ml_buf_view(&cu->name))) cu->windows = 0;
    ml_buf_cut(&cu->name, 0);
    ml_buf_text(&cu->name, text);
    cu->only = 1;
  }
  return cu->name.rc;
}

static int metrics_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int there;
  (void)idx_num, (void)argc;
  metrics_rest(cu);
  cu->at = cu->window = cu->class = cu->only = 0;
  cu->rowid = 1;
  cu->windows = (1u << ML_WINDOWS) - 1;
  cu->now = ml_conn_now(c);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc && !there) return SQLITE_OK;
  if (!rc && terms_read(cu, idx_str, argv)) rc = ml_err_nomem(&e);
  if (!rc) rc = ml_meta_hold(c, &cu->hold, &e);
  if (!rc) rc = cursor_seek(cu, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
}

static int metrics_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int metrics_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  const MlMetric *m = ml_metric(cu->at);
  const MlMetricValue *v = &cu->value[cu->class];
  switch (column) {
  case NAME:
    sqlite3_result_text(ctx, m->name, -1, SQLITE_STATIC);
    break;
  case CLASS:
    sqlite3_result_text(ctx, m->classes[cu->class], -1, SQLITE_STATIC);
    break;
  case VALUE:
    if (v->is && v->is_integer) sqlite3_result_int64(ctx, v->n);
    if (v->is && !v->is_integer) sqlite3_result_double(ctx, v->r);
    break;
  case WINDOW:
    sqlite3_result_text(ctx, ml_metric_windows[cu->window], -1, SQLITE_STATIC);
    break;
  case NUMERATOR:
    if (v->is_rate) sqlite3_result_int64(ctx, v->numerator);
    break;
  case DENOMINATOR:
    if (!v->is_rate) break;
    sqlite3_result_double(ctx, v->denominator);
    if (v->denominator == (double)(i64)v->denominator) sqlite3_result_int64(ctx, (i64)v->denominator);
    break;
  default:
    if (m->unit) sqlite3_result_text(ctx, m->unit, -1, SQLITE_STATIC);
  }
  return SQLITE_OK;
}

static int metrics_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_metrics_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = metrics_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = metrics_best_index,
      .xOpen = metrics_open,
      .xClose = metrics_close,
      .xFilter = metrics_filter,
      .xNext = metrics_next,
      .xEof = metrics_eof,
      .xColumn = metrics_column,
      .xRowid = metrics_rowid,
  };
  return ml_table_register(c, "mem_metric", &module);
}
