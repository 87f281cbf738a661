#include "recorder.h"

#include "../work/txn.h"

#include <string.h>

typedef struct Table {
  sqlite3_vtab base;
  MlConn *c;
} Table;

static int table_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **pp, char **pz) {
  (void)argc, (void)argv, (void)pz;
  int rc = sqlite3_declare_vtab(db, "CREATE TABLE x(memlog_work)");
  if (!rc) rc = sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  if (rc) return rc;
  Table *t = sqlite3_malloc64(sizeof(*t));
  if (!t) return SQLITE_NOMEM;
  memset(t, 0, sizeof(*t));
  t->c = ml_conn_hold(aux);
  *pp = &t->base;
  return SQLITE_OK;
}

static int table_disconnect(sqlite3_vtab *v) {
  ml_conn_drop(((Table *)v)->c);
  sqlite3_free(v);
  return SQLITE_OK;
}

/* Kept statements have an owner now. */
static int pin_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **pp, char **pz) {
  int rc = table_connect(db, aux, argc, argv, pp, pz);
  if (!rc) ((MlConn *)aux)->open = 1;
  return rc;
}

static int pin_disconnect(sqlite3_vtab *v) {
  ml_conn_close(((Table *)v)->c);
  return table_disconnect(v);
}

/* Neither table has rows. */
static int table_best_index(sqlite3_vtab *v, sqlite3_index_info *info) {
  (void)v, (void)info;
  return SQLITE_OK;
}

static int cursor_open(sqlite3_vtab *v, sqlite3_vtab_cursor **pp) {
  (void)v;
  *pp = sqlite3_malloc64(sizeof(**pp));
  if (!*pp) return SQLITE_NOMEM;
  memset(*pp, 0, sizeof(**pp));
  return SQLITE_OK;
}

static int cursor_close(sqlite3_vtab_cursor *cur) {
  sqlite3_free(cur);
  return SQLITE_OK;
}

static int cursor_filter(sqlite3_vtab_cursor *cur, int idx, const char *z, int n, sqlite3_value **arg) {
  (void)cur, (void)idx, (void)z, (void)n, (void)arg;
  return SQLITE_OK;
}

static int cursor_next(sqlite3_vtab_cursor *cur) {
  (void)cur;
  return SQLITE_OK;
}

static int cursor_eof(sqlite3_vtab_cursor *cur) {
  (void)cur;
  return 1;
}

static int cursor_column(sqlite3_vtab_cursor *cur, sqlite3_context *ctx, int i) {
  (void)cur, (void)ctx, (void)i;
  return SQLITE_OK;
}

static int cursor_rowid(sqlite3_vtab_cursor *cur, sqlite3_int64 *id) {
  (void)cur;
  *id = 0;
  return SQLITE_OK;
}

/* ---- memlog_txn ---- */

static MlConn *conn_of(sqlite3_vtab *v) { return ((Table *)v)->c; }

static int txn_update(sqlite3_vtab *v, int n, sqlite3_value **arg, sqlite3_int64 *id) {
  MlErr e = {0};
  (void)n, (void)arg;
  *id = 0;
  int rc = ml_txn_update(conn_of(v), &e);
  return e.rc ? ml_err_move(&e, &v->zErrMsg) : rc;
}

static int txn_begin(sqlite3_vtab *v) {
  ml_txn_begin(conn_of(v));
  return SQLITE_OK;
}

static int txn_sync(sqlite3_vtab *v) {
  MlErr e = {0};
  int rc = ml_txn_sync(conn_of(v), &e);
  if (e.rc) ml_err_move(&e, &v->zErrMsg);
  return rc;
}

static int txn_commit(sqlite3_vtab *v) {
  ml_txn_commit(conn_of(v));
  return SQLITE_OK;
}

static int txn_rollback(sqlite3_vtab *v) {
  ml_txn_rollback(conn_of(v));
  return SQLITE_OK;
}

static int txn_savepoint(sqlite3_vtab *v, int level) { return ml_txn_savepoint(conn_of(v), level); }

static int txn_release(sqlite3_vtab *v, int level) {
  ml_txn_release(conn_of(v), level);
  return SQLITE_OK;
}

static int txn_rollback_to(sqlite3_vtab *v, int level) {
  ml_txn_rollback_to(conn_of(v), level);
  return SQLITE_OK;
}

static const sqlite3_module txn_module = {
    .iVersion = 2,
    .xConnect = table_connect,
    .xBestIndex = table_best_index,
    .xDisconnect = table_disconnect,
    .xDestroy = table_disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_eof,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
    .xUpdate = txn_update,
    .xBegin = txn_begin,
    .xSync = txn_sync,
    .xCommit = txn_commit,
    .xRollback = txn_rollback,
    .xSavepoint = txn_savepoint,
    .xRelease = txn_release,
    .xRollbackTo = txn_rollback_to,
};

static const sqlite3_module pin_module = {
    .iVersion = 2,
    .xConnect = pin_connect,
    .xBestIndex = table_best_index,
    .xDisconnect = pin_disconnect,
    .xDestroy = pin_disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_eof,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
};

int ml_recorder_pin(MlConn *c) {
  sqlite3_stmt *st = NULL;
  /* A table of the file that has the name hides ours: it lacks the column. */
  int rc = sqlite3_prepare_v2(c->db, "SELECT memlog_work FROM main.memlog_pin", -1, &st, NULL);
  sqlite3_finalize(st);
  return rc || c->open ? rc : SQLITE_ERROR;
}

int ml_recorder_taken(MlConn *c) {
  sqlite3_stmt *st = NULL;
  int rc = sqlite3_prepare_v2(c->db, "SELECT 1 FROM main.memlog_pin", -1, &st, NULL);
  sqlite3_finalize(st);
  return rc == SQLITE_OK && !c->open;
}

int ml_recorder_register(MlConn *c) {
  int rc = sqlite3_create_module_v2(c->db, "memlog_txn", &txn_module, ml_conn_hold(c), ml_conn_drop);
  if (!rc) rc = sqlite3_create_module_v2(c->db, "memlog_pin", &pin_module, ml_conn_hold(c), ml_conn_drop);
  return rc ? rc : ml_recorder_pin(c);
}
