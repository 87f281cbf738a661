#include "options.h"

#include "../data/json.h"
#include "../store/config.h"
#include "args.h"
#include "table.h"

enum { NAME, VALUE, EFFECTIVE, DEFAULT, DESCRIPTION, CHANGED_AT };

static const MlColumn columns[] = {
    {"name", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"value", "", 0},
    {"effective", "", 0},
    {"default", "", 0},
    {"description", "TEXT", 0},
    {"changed_at", "TEXT HIDDEN", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  const MlOption *option; /* the row at hand; its name is NULL at the end */
  MlBuf value, effective;
  int set, known;
  i64 changed;
  MlBuf name; /* only this one, if of_name */
  int of_name;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int option_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int option_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = p.equal ? 1 : 12;
  info->estimatedCost = p.equal ? 2 : 24;
  return SQLITE_OK;
}

static int option_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int option_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_buf_free(&cu->value);
  ml_buf_free(&cu->effective);
  ml_buf_free(&cu->name);
  sqlite3_free(cu);
  return SQLITE_OK;
}

/* Moves on to the next option that is wanted, from the one at hand, and reads what is set and what holds. */
static int option_find(Cursor *cu) {
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int rc = ml_args_enter(c, &e);
  while (cu->option->name && cu->of_name && !ml_text_same(ml_text_of(cu->option->name), ml_buf_view(&cu->name))) {
    cu->option++;
  }
  if (!rc && !cu->option->name) return SQLITE_OK;
  ml_buf_cut(&cu->value, 0);
  ml_buf_cut(&cu->effective, 0);
  if (!rc) rc = ml_config_get(c, cu->option, &cu->value, &cu->set, &cu->changed, &e);
  if (!rc) rc = ml_config_effective(c, cu->option, &cu->effective, &cu->known, &e);
  return rc ? ml_table_fail(cu->base.pVtab, &e) : SQLITE_OK;
}

static int option_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  cu->option++;
  return option_find(cu);
}

static int option_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  static const MlOption none = {NULL, ML_OPTION_SWITCH, NULL, NULL};
  Cursor *cu = (Cursor *)base;
  MlTerms ts;
  MlTerm t;
  MlErr e = {0};
  int there;
  (void)idx_num, (void)argc;
  cu->option = ml_config_options;
  cu->of_name = 0;
  int rc = ml_table_enter(cursor_conn(cu), &there, &e);
  if (rc) return ml_table_fail(base->pVtab, &e);
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText name;
    int can = ml_table_text(&t, &name);
    if (can == 0) cu->option = &none;
    if (can != 1) continue;
    /* Of two names only one is looked for: SQLite sees to the other. */
    ml_buf_cut(&cu->name, 0);
    ml_buf_text(&cu->name, name);
    cu->of_name = 1;
  }
  return cu->name.rc ? SQLITE_NOMEM : option_find(cu);
}

static int option_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->option->name; }

/* As mem_config() gives it: numbers are integers. */
static void result_value(sqlite3_context *ctx, MlText v) {
  i64 number;
  if (v.p && ml_json_get_integer(v, &number)) {
    sqlite3_result_int64(ctx, number);
  } else {
    ml_table_result(ctx, v);
  }
}

static int option_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  switch (column) {
  case NAME:
    ml_table_result(ctx, ml_text_of(cu->option->name));
    break;
  case VALUE:
    if (cu->set) result_value(ctx, ml_buf_view(&cu->value));
    break;
  case EFFECTIVE:
    if (cu->known) result_value(ctx, ml_buf_view(&cu->effective));
    break;
  case DEFAULT:
    result_value(ctx, ml_text_of(cu->option->preset));
    break;
  case DESCRIPTION:
    ml_table_result(ctx, ml_text_of(cu->option->about));
    break;
  default:
    if (cu->changed >= 0) ml_table_result_time(ctx, cu->changed);
  }
  return SQLITE_OK;
}

static int option_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->option - ml_config_options + 1;
  return SQLITE_OK;
}

int ml_options_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = option_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = option_best_index,
      .xOpen = option_open,
      .xClose = option_close,
      .xFilter = option_filter,
      .xNext = option_next,
      .xEof = option_eof,
      .xColumn = option_column,
      .xRowid = option_rowid,
  };
  return ml_table_register(c, "mem_config", &module);
}
