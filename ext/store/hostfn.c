#include "hostfn.h"

#include <string.h>

/* The PRAGMA itself: what the file holds under the name pragma_function_list would stand before the table of it. */
static const char *const statements[] = {"PRAGMA main.function_list"};

void ml_hostfn_register(MlConn *c) { ML_STMT_OPEN(&c->hostfn_sql, c->db, statements); }

static int hostfn_refuse(const char *name, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: function %s: %s", name, why);
}

/* What is against calling a function of this row, which can take one argument. */
static const char *row_wrong(sqlite3_stmt *st, int trusted) {
  i64 flags = sqlite3_column_int64(st, 5);
  if (!ml_text_same(ml_stmt_column(st, 2), ML_TEXT("s"))) return "it is an aggregate or window function";
  if (flags & SQLITE_DIRECTONLY) return "it may not be called on behalf of a file (SQLITE_DIRECTONLY)";
  if (!trusted && !(flags & SQLITE_INNOCUOUS)) {
    return "it is not SQLITE_INNOCUOUS, and trusted_schema is off: it may not be called on behalf of a file";
  }
  return NULL;
}

/* Of several under one name (for other encodings, for any number of arguments) all must do. */
static int hostfn_check(MlConn *c, const char *name, MlErr *e) {
  sqlite3_stmt *st;
  int trusted = 0, found = 0;
  const char *wrong = NULL;
  int rc = sqlite3_db_config(c->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1, &trusted);
  if (rc) return ml_err_db(e, c->db, rc, "asking for trusted_schema");
  rc = ml_stmt_take(&c->hostfn_sql, 0, &st, e);
  if (rc) return rc;
  while (!wrong && sqlite3_step(st) == SQLITE_ROW) {
    const char *is = (const char *)sqlite3_column_text(st, 0);
    int arguments = sqlite3_column_int(st, 4);
    if (!is || sqlite3_stricmp(is, name) != 0 || (arguments >= 0 && arguments != 1)) continue;
    found = 1;
    wrong = row_wrong(st, trusted);
  }
  rc = ml_stmt_give(&c->hostfn_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "looking for functions");
  if (!found) wrong = "there is no such function of one argument on this connection";
  return wrong ? hostfn_refuse(name, wrong, e) : SQLITE_OK;
}

int ml_hostfn_open(MlConn *c, const char *name, MlHostFn *f, MlErr *e) {
  *f = (MlHostFn){.c = c, .name = name};
  int rc = SQLITE_OK;
  for (const MlHostFn *x = c->hosting; x && !rc; x = x->outer) {
    if (sqlite3_stricmp(x->name, name) == 0) rc = hostfn_refuse(name, "it is running: what it reads cannot call it", e);
  }
  if (!rc) rc = hostfn_check(c, name, e);
  if (rc) return rc;
  char *sql = sqlite3_mprintf("SELECT \"%w\"(?1)", name);
  if (!sql) return ml_err_nomem(e);
  rc = sqlite3_prepare_v2(c->db, sql, -1, &f->st, NULL);
  sqlite3_free(sql);
  return rc ? ml_err_db(e, c->db, rc, "preparing the call of a function") : SQLITE_OK;
}

int ml_hostfn_call(MlHostFn *f, MlText argument, sqlite3_value **result, MlErr *e) {
  MlConn *c = f->c;
  int in_txn = c->in_txn;
  sqlite3_reset(f->st);
  ml_stmt_text(f->st, 1, argument);
  f->outer = c->hosting;
  c->hosting = f;
  c->storing++;
  int rc = sqlite3_step(f->st);
  c->storing--;
  c->hosting = f->outer;
  if (in_txn && !c->in_txn) return ml_conn_lost(e);
  if (rc != SQLITE_ROW) {
    char doing[ML_FUNCTION_NAME + 20];
    sqlite3_snprintf(sizeof(doing), doing, "function %s", f->name);
    return ml_err_db(e, c->db, rc == SQLITE_DONE ? SQLITE_ERROR : rc, doing);
  }
  *result = sqlite3_column_value(f->st, 0);
  return SQLITE_OK;
}

void ml_hostfn_close(MlHostFn *f) {
  sqlite3_finalize(f->st);
  f->st = NULL;
}
