#include "keys.h"

#include "../work/keys.h"
#include "args.h"
#include "table.h"

enum { KEY, NODES, BYTES, EVENTS, FIRST, LAST, OPEN_RUN };

static const MlColumn columns[] = {
    {"key", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"nodes", "INTEGER", 0},
    {"bytes", "INTEGER", 0},
    {"events", "INTEGER", 0},
    {"first", "TEXT", 0},
    {"last", "TEXT", 0},
    {"open_run", "INTEGER", 0},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlKeys keys;
  i64 at; /* rows before this one */
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int key_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

/* idxNum: the parts that the columns asked for need. */
static unsigned parts_of(u64 used) {
  static const unsigned part[] = {
      [NODES] = ML_KEYS_STATE,
      [BYTES] = ML_KEYS_STATE,
      [EVENTS] = ML_KEYS_HEAD,
      [FIRST] = ML_KEYS_HEAD,
      [LAST] = ML_KEYS_HEAD | ML_KEYS_LAST,
      [OPEN_RUN] = ML_KEYS_HEAD,
  };
  unsigned parts = 0;
  for (unsigned i = NODES; i <= OPEN_RUN; i++) {
    if (used & (1u << i)) parts |= part[i];
  }
  return parts;
}

static int key_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int desc = 0;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->orderByConsumed = ml_table_ordered(info, KEY, &desc) && !desc;
  info->idxNum = (int)parts_of(info->colUsed);
  info->estimatedRows = p.equal ? 1 : 10000;
  /* A key's whole memory is read for its size. */
  info->estimatedCost = (double)info->estimatedRows * (info->idxNum & ML_KEYS_STATE ? 40 : 3);
  return SQLITE_OK;
}

static int key_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int key_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_keys_stop(&cu->keys);
  sqlite3_free(cu);
  return SQLITE_OK;
}

/* An error ends the walk: the row at hand is then none. */
static int cursor_fail(Cursor *cu, MlErr *e) {
  ml_keys_stop(&cu->keys);
  return ml_table_fail(cu->base.pVtab, e);
}

static int key_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->at++;
  if (!rc) rc = ml_keys_next(&cu->keys, &e);
  return rc ? cursor_fail(cu, &e) : SQLITE_OK;
}

static int key_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlText only = {NULL, 0};
  MlTerms ts;
  MlTerm t;
  MlErr e = {0};
  int there, nothing = 0;
  (void)argc;
  ml_keys_stop(&cu->keys);
  cu->at = 1;
  int rc = ml_table_enter(cursor_conn(cu), &there, &e);
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText key;
    int can = ml_table_text(&t, &key);
    if (can == 0) nothing = 1;
    if (can == 1) only = key; /* of two only one is looked for: SQLite sees to the other */
  }
  if (rc || !there || nothing) return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
  rc = ml_keys_begin(cursor_conn(cu), &cu->keys, only, (unsigned)idx_num, &e);
  return rc ? cursor_fail(cu, &e) : SQLITE_OK;
}

static int key_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->keys.more; }

static int key_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const MlKeysRow *r = &((Cursor *)base)->keys.row;
  switch (column) {
  case KEY:
    ml_table_result(ctx, r->key);
    break;
  case NODES:
    sqlite3_result_int64(ctx, r->nodes);
    break;
  case BYTES:
    sqlite3_result_int64(ctx, r->bytes);
    break;
  case EVENTS:
    sqlite3_result_int64(ctx, r->events);
    break;
  case FIRST:
    if (r->logged) ml_table_result_time(ctx, r->first);
    break;
  case LAST:
    if (r->logged) ml_table_result_time(ctx, r->last);
    break;
  default:
    ml_table_result_number(ctx, r->run);
  }
  return SQLITE_OK;
}

static int key_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at;
  return SQLITE_OK;
}

int ml_keys_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = key_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = key_best_index,
      .xOpen = key_open,
      .xClose = key_close,
      .xFilter = key_filter,
      .xNext = key_next,
      .xEof = key_eof,
      .xColumn = key_column,
      .xRowid = key_rowid,
  };
  return ml_table_register(c, "mem_key", &module);
}
