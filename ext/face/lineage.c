#include "lineage.h"

#include "../data/value.h"
#include "../work/walk_show.h"
#include "args.h"
#include "span.h"
#include "table.h"

enum { DEPTH, EDGE, ENTITY, ID, VERSION, TIME, DETAIL, OF, DIRECTION, MAX_DEPTH, VIA };

static const MlColumn columns[] = {
    {"depth", "INTEGER", 0},
    {"edge", "TEXT", 0},
    {"entity", "TEXT", 0},
    {"id", "TEXT", 0},
    {"version", "INTEGER", 0},
    {"time", "TEXT", 0},
    {"detail", "TEXT", 0},
    {"of", "HIDDEN", ML_USE_ARGUMENT},
    {"direction", "HIDDEN", ML_USE_ARGUMENT},
    {"max_depth", "HIDDEN", ML_USE_ARGUMENT},
    {"via", "INTEGER HIDDEN", 0}, /* the rowid of the thing from which this one was met */
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlWalk walk;
  MlShown shown;
  i64 rowid;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int lineage_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int lineage_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = 100;
  info->estimatedCost = 1e4;
  return ml_table_plan(t, info, "", &p);
}

static int lineage_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int lineage_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_walk_stop(&cu->walk);
  ml_walk_shown_free(&cu->shown);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int row_show(Cursor *cu, MlErr *e) {
  return cu->walk.thing ? ml_walk_show(&cu->walk, &cu->shown, e) : SQLITE_OK;
}

static int lineage_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->rowid++;
  if (!rc) rc = ml_walk_next(&cu->walk, &e);
  if (!rc) rc = row_show(cu, &e);
  if (!rc) return SQLITE_OK;
  cu->walk.thing = NULL;
  return ml_table_fail(base->pVtab, &e);
}

/* ---- arguments ---- */

static int direction_read(sqlite3_value *v, int *forward, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText t = ml_args_null(v) ? ML_TEXT("backward") : ml_value_text(v);
  *forward = ml_text_same(t, ML_TEXT("forward"));
  if (*forward || ml_text_same(t, ML_TEXT("backward"))) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_lineage: direction '%s': it is forward or backward",
                    ml_err_show(show, t));
}

static int depth_read(sqlite3_value *v, i64 *depth, MlErr *e) {
  *depth = -1;
  if (ml_args_null(v)) return SQLITE_OK;
  if (ml_args_whole(v, depth) && *depth >= 0) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_lineage: the depth must be a whole number from 0, or NULL: all");
}

static int of_read(sqlite3_value *v, MlText *of, MlErr *e) {
  if (sqlite3_value_type(v) != SQLITE_TEXT) { /* asked first: a blob whose text was looked at passes for one */
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_lineage: what it is asked about must be text: an id, or a JSON map");
  }
  *of = ml_value_text(v);
  return of->p ? SQLITE_OK : ml_err_nomem(e);
}

static int lineage_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  sqlite3_value *arg[3] = {NULL, NULL, NULL};
  MlTerms ts;
  MlTerm t;
  MlText of = {NULL, 0};
  MlErr e = {0};
  i64 depth = -1;
  int there = 0, forward = 0, same = 1;
  (void)argc, (void)idx_num;
  ml_walk_stop(&cu->walk);
  cu->rowid = 0;
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) same &= ml_span_argument(&arg[t.column - OF], t.value);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc && !arg[0]) {
    rc = ml_err_set(&e, SQLITE_ERROR,
                    "memlog: mem_lineage: what is asked about is missing: write mem_lineage(id, 'backward')");
  }
  if (!rc) rc = direction_read(arg[1], &forward, &e);
  if (!rc) rc = depth_read(arg[2], &depth, &e);
  if (!rc && there) rc = ml_lineage_there(c, &there, &e);
  if (!rc && (!there || !same || ml_args_null(arg[0]))) return SQLITE_OK;
  if (!rc) rc = of_read(arg[0], &of, &e);
  if (!rc) rc = ml_walk_begin(c, &cu->walk, of, forward, depth, &e);
  if (!rc) rc = row_show(cu, &e);
  if (!rc) return SQLITE_OK;
  ml_walk_stop(&cu->walk);
  return ml_table_fail(base->pVtab, &e);
}

/* ---- results ---- */

static int lineage_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->walk.thing; }

static int lineage_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  const MlMet *x = cu->walk.thing;
  const MlShown *s = &cu->shown;
  switch (column) {
  case DEPTH:
    sqlite3_result_int64(ctx, x->depth);
    break;
  case EDGE:
    ml_table_result(ctx, ml_trail_text(&cu->walk.trail, x->relation));
    break;
  case ENTITY:
    ml_table_result(ctx, ml_buf_view(&s->type));
    break;
  case ID:
    if (s->id.n) ml_table_result(ctx, ml_buf_view(&s->id));
    break;
  case VERSION:
    ml_table_result_number(ctx, s->version);
    break;
  case TIME:
    if (s->time) ml_table_result_time(ctx, s->time);
    break;
  case DETAIL:
    ml_table_result_json(ctx, ml_buf_view(&s->detail));
    break;
  case DIRECTION:
    sqlite3_result_text(ctx, cu->walk.trail.forward ? "forward" : "backward", -1, SQLITE_STATIC);
    break;
  case MAX_DEPTH:
    if (cu->walk.max_depth >= 0) sqlite3_result_int64(ctx, cu->walk.max_depth);
    break;
  case VIA:
    if (x->via >= 0) sqlite3_result_int64(ctx, x->via);
    break;
  default: /* what is asked about: SQLite has no need of it */
    break;
  }
  return SQLITE_OK;
}

static int lineage_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_lineage_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = lineage_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = lineage_best_index,
      .xOpen = lineage_open,
      .xClose = lineage_close,
      .xFilter = lineage_filter,
      .xNext = lineage_next,
      .xEof = lineage_eof,
      .xColumn = lineage_column,
      .xRowid = lineage_rowid,
  };
  return ml_table_register(c, "mem_lineage", &module);
}
