#include "mem.h"

#include "../data/event.h"
#include "mem_cursor.h"
#include "mem_update.h"

#include <string.h>

#define NAME "mem"

/* ---- columns ---- */

#define COMPARED (ML_USE_EQUAL | ML_USE_TEXT)

static const MlColumn columns[] = {
    [ML_MEM_KEY] = {"key", "TEXT", COMPARED},
    [ML_MEM_PATH] = {"path", "TEXT", COMPARED},
    [ML_MEM_VALUE] = {"value", "", 0},
    [ML_MEM_TYPE] = {"type", "TEXT", 0},
    [ML_MEM_SCOPE] = {"scope", "TEXT", COMPARED},
    [ML_MEM_UPDATED_AT] = {"updated_at", "TEXT", 0},
    [ML_MEM_EXPIRES_AT] = {"expires_at", "TEXT", 0},
    [ML_MEM_OF_KEY] = {"of_key", "HIDDEN", ML_USE_ARGUMENT},
    [ML_MEM_AS_OF] = {"as_of", "HIDDEN", ML_USE_ARGUMENT},
    [ML_MEM_OF_SCOPE] = {"of_scope", "HIDDEN", ML_USE_ARGUMENT},
    [ML_MEM_UNDER] = {"under", "HIDDEN", ML_USE_ARGUMENT},
    [ML_MEM_JSON] = {"json", "TEXT HIDDEN", 0},
    [ML_MEM_REF] = {"ref", "TEXT HIDDEN PRIMARY KEY", 0},
    {NULL, NULL, 0},
};

static const u8 columns_order[ML_MEM_COLUMNS] = {
    ML_MEM_KEY,    ML_MEM_PATH,  ML_MEM_VALUE,    ML_MEM_TYPE,  ML_MEM_SCOPE, ML_MEM_UPDATED_AT, ML_MEM_EXPIRES_AT,
    ML_MEM_OF_KEY, ML_MEM_AS_OF, ML_MEM_OF_SCOPE, ML_MEM_UNDER, ML_MEM_JSON,  ML_MEM_REF,
};

/* A table of one key shows first what differs from row to row. As a function, u42('2026-07-03'), it takes as_of. */
static const MlColumn key_columns[] = {
    {"path", "TEXT", COMPARED},
    {"value", "", 0},
    {"type", "TEXT", 0},
    {"scope", "TEXT", COMPARED},
    {"updated_at", "TEXT", 0},
    {"expires_at", "TEXT", 0},
    {"as_of", "HIDDEN", ML_USE_ARGUMENT},
    {"of_scope", "HIDDEN", ML_USE_ARGUMENT},
    {"under", "HIDDEN", ML_USE_ARGUMENT},
    {"json", "TEXT HIDDEN", 0},
    {"key", "TEXT HIDDEN", COMPARED},
    {"of_key", "HIDDEN", ML_USE_ARGUMENT},
    {"ref", "TEXT HIDDEN PRIMARY KEY", 0},
    {NULL, NULL, 0},
};

static const u8 key_columns_order[ML_MEM_COLUMNS] = {
    ML_MEM_PATH,     ML_MEM_VALUE, ML_MEM_TYPE, ML_MEM_SCOPE, ML_MEM_UPDATED_AT, ML_MEM_EXPIRES_AT, ML_MEM_AS_OF,
    ML_MEM_OF_SCOPE, ML_MEM_UNDER, ML_MEM_JSON, ML_MEM_KEY,   ML_MEM_OF_KEY,     ML_MEM_REF,
};

/* ---- the object ---- */

static int columns_declare(sqlite3 *db, const MlColumn *column, MlErr *e) {
  MlBuf sql = {0};
  ml_buf_puts(&sql, "CREATE TABLE x(");
  for (const MlColumn *k = column; k->name; k++) {
    ml_buf_puts(&sql, k == column ? "" : ", ");
    ml_buf_puts(&sql, k->name);
    ml_buf_char(&sql, ' ');
    ml_buf_puts(&sql, k->type);
  }
  ml_buf_puts(&sql, ") WITHOUT ROWID");
  int rc = sql.rc ? ml_err_nomem(e) : ml_err_db(e, db, sqlite3_declare_vtab(db, sql.p), "declaring the table mem");
  ml_buf_free(&sql);
  if (!rc) rc = ml_err_db(e, db, sqlite3_vtab_config(db, SQLITE_VTAB_CONSTRAINT_SUPPORT, 1), "declaring the table mem");
  return rc;
}

/* What an argument of USING mem(…) says, a string in single quotes; *out is owned. */
static int argument_read(const char *z, const char *what, MlText *out, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText arg = ml_text_of(z);
  MlBuf b = {0};
  i64 i = 1;
  while (arg.p[0] == '\'' && i < arg.n - 1 && (arg.p[i] != '\'' || arg.p[i + 1] == '\'')) {
    ml_buf_char(&b, arg.p[i]);
    i += arg.p[i] == '\'' ? 2 : 1;
  }
  int whole = arg.p[0] == '\'' && i == arg.n - 1 && arg.p[i] == '\'' && b.n > 0 && ml_text_utf8(ml_buf_view(&b));
  if (b.rc) {
    ml_err_nomem(e);
  } else if (!whole) {
    ml_err_set(e, SQLITE_ERROR, "memlog: mem: the %s %s: it must be a string in single quotes, not empty", what,
               ml_err_show(show, arg));
  } else {
    out->n = b.n;
    out->p = ml_buf_take(&b);
  }
  ml_buf_free(&b);
  return e->rc;
}

static int arguments_read(MlMem *t, int argc, const char *const *argv, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText scope = {NULL, 0};
  if (argc > 5) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem: %d arguments; it takes a key and, at most, a scope", argc - 3);
  }
  int rc = argument_read(argv[3], "key", &t->key, e);
  if (rc || argc == 4) return rc;
  rc = argument_read(argv[4], "scope", &scope, e);
  if (rc) return rc;
  t->scope = ml_event_scope_named(scope);
  if (t->scope < 0) {
    rc =
        ml_err_set(e, SQLITE_ERROR, "memlog: mem: scope %s: it is 'short_term' or 'sensory'", ml_err_show(show, scope));
  }
  ml_text_free(&scope);
  return rc;
}

/* 1 for the table that is there without CREATE. SQLite connects it by the same names with which it would create
** main.mem; but then a table of that name is in the schema already. */
static int table_is_eponymous(sqlite3 *db, int argc, const char *const *argv) {
  return argc == 3 && strcmp(argv[2], NAME) == 0 && sqlite3_stricmp(argv[1], "main") == 0 &&
         sqlite3_table_column_metadata(db, "main", NAME, NULL, NULL, NULL, NULL, NULL, NULL) != SQLITE_OK;
}

static int table_check(sqlite3 *db, int argc, const char *const *argv, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (table_is_eponymous(db, argc, argv)) return SQLITE_OK;
  ml_err_show(show, ml_text_of(argv[2]));
  if (sqlite3_stricmp(argv[1], "temp") != 0) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem: a table of it can be created in temp only, because files stay legible without "
                      "memlog: CREATE VIRTUAL TABLE temp.%s USING mem('key')",
                      show);
  }
  if (argc > 3) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem: the key is missing: CREATE VIRTUAL TABLE temp.%s USING mem('key')",
                    show);
}

static int table_disconnect(sqlite3_vtab *v) {
  MlMem *t = (MlMem *)v;
  ml_text_free(&t->key);
  sqlite3_free(t);
  return SQLITE_OK;
}

/* As xCreate, too: that is what makes mem a table without CREATE. */
static int table_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  MlErr e = {0};
  MlMem *t = sqlite3_malloc64(sizeof(*t));
  if (!t) return SQLITE_NOMEM;
  memset(t, 0, sizeof(*t));
  t->table.c = aux;
  t->table.column = argc > 3 ? key_columns : columns;
  t->order = argc > 3 ? key_columns_order : columns_order;
  t->scope = -1;
  int rc = table_check(db, argc, argv, &e);
  if (!rc && argc > 3) rc = arguments_read(t, argc, argv, &e);
  if (!rc) rc = columns_declare(db, t->table.column, &e);
  if (rc) {
    table_disconnect(&t->table.base);
    return ml_err_move(&e, err);
  }
  *out = &t->table.base;
  return SQLITE_OK;
}

static int table_rename(sqlite3_vtab *v, const char *name) {
  (void)v, (void)name;
  return SQLITE_OK;
}

/* ---- plans ---- */

/* 1 if ORDER BY wants what the rows come in: key, scope, path, where what can have one value only may be left out.
** A constraint on the column key does not count: compared with a number it may let several keys through. */
static int order_is_ours(const MlMem *t, const sqlite3_index_info *info, u32 equal) {
  static const u8 ours[] = {ML_MEM_KEY, ML_MEM_SCOPE, ML_MEM_PATH};
  int one[] = {t->key.p || (equal & (1u << ML_MEM_OF_KEY)), t->scope >= 0 || (equal & (1u << ML_MEM_OF_SCOPE)), 0};
  int at = 0;
  if (equal & (1u << ML_MEM_AS_OF)) return 0;
  for (int i = 0; i < info->nOrderBy; i++) {
    if (info->aOrderBy[i].desc || info->aOrderBy[i].iColumn < 0) return 0;
    u8 column = t->order[info->aOrderBy[i].iColumn];
    while (at < 3 && ours[at] != column && one[at]) at++;
    if (at == 3 || ours[at] != column) return 0;
    at++;
  }
  return 1;
}

static int table_plan(sqlite3_vtab *v, sqlite3_index_info *info) {
  MlMem *t = (MlMem *)v;
  MlPlan p;
  int rc = ml_table_plan(v, info, "", &p);
  if (rc) return rc;
  u32 equal = 0;
  for (int i = 0; i < ML_MEM_COLUMNS; i++) {
    if (p.equal & (1u << i)) equal |= 1u << t->order[i];
  }
  int keyed = t->key.p || (equal & (1u << ML_MEM_KEY | 1u << ML_MEM_OF_KEY));
  double rows = keyed ? 40 : 400000, cost = rows;
  if (t->scope >= 0 || (equal & (1u << ML_MEM_SCOPE | 1u << ML_MEM_OF_SCOPE))) cost = rows /= 2;
  if (equal & (1u << ML_MEM_UNDER)) cost = rows /= 4;
  if (equal & (1u << ML_MEM_PATH)) {
    rows = keyed ? 1 : 10000;
    cost = keyed ? 3 : 30000;
  }
  if (equal & (1u << ML_MEM_AS_OF)) cost += keyed ? 500 : 5000000;
  info->estimatedCost = cost;
  info->estimatedRows = (sqlite3_int64)rows;
  info->orderByConsumed = info->nOrderBy > 0 && order_is_ours(t, info, equal);
  return SQLITE_OK;
}

static const sqlite3_module module = {
    .iVersion = 2,
    .xCreate = table_connect,
    .xConnect = table_connect,
    .xBestIndex = table_plan,
    .xDisconnect = table_disconnect,
    .xDestroy = table_disconnect,
    .xOpen = ml_mem_cursor_open,
    .xClose = ml_mem_cursor_close,
    .xFilter = ml_mem_cursor_filter,
    .xNext = ml_mem_cursor_next,
    .xEof = ml_mem_cursor_eof,
    .xColumn = ml_mem_cursor_column,
    .xUpdate = ml_mem_update,
    .xRename = table_rename,
};

int ml_mem_register(MlConn *c) { return ml_table_register(c, NAME, &module); }
