#include "meta.h"

#include "../schema/install.h"

#include <string.h>

/* clang-format off */
#define STATEMENTS(X) \
  X(THERE,   "SELECT name, type, rootpage FROM main.sqlite_schema WHERE name COLLATE NOCASE IN ('memlog_meta'," \
             " 'memlog_config', 'memlog_cell', 'memlog_event', 'memlog_quiet', 'memlog_snapshot', 'memlog_run'," \
             " 'memlog_ttl', 'memlog_retain', 'memlog_used', 'memlog_value', 'memlog_consumer', 'memlog_import')") \
  X(GET,     "SELECT value FROM main.memlog_meta WHERE name=?1") \
  X(CODING,  "PRAGMA main.encoding") \
  X(PUT,     "INSERT INTO main.memlog_meta(name, value) VALUES(?1, ?2)" \
             " ON CONFLICT(name) DO UPDATE SET value=excluded.value")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

#define ERASURES_MAX (INT64_MAX / 2)

void ml_meta_open(MlConn *c) { ML_STMT_OPEN(&c->meta_sql, c->db, statements); }

/* A view or a virtual table in the place of a stored table would run the file's code whenever memory is looked at, and
** could call us from there without end. */
static int table_check(sqlite3_stmt *st, int *is_meta, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText name = ml_stmt_column(st, 0);
  *is_meta |= ml_text_same(name, ML_TEXT("memlog_meta"));
  int is_table = ml_text_same(ml_stmt_column(st, 1), ML_TEXT("table"));
  if (is_table && sqlite3_column_int64(st, 2) > 0) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: file: %s is a %s, not an ordinary table", ml_err_show(show, name),
                    is_table ? "virtual table" : (const char *)sqlite3_column_text(st, 1));
}

static int tables_there(MlConn *c, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  MlErr wrong = {0};
  int rc = ml_stmt_take(&c->meta_sql, THERE, &st, e);
  if (rc) return rc;
  *yes = 0;
  while (sqlite3_step(st) == SQLITE_ROW) table_check(st, yes, &wrong);
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) ml_err_db(e, c->db, rc, "reading the schema");
  if (*yes && wrong.rc) ml_err_set(e, wrong.rc, "%s", wrong.msg);
  ml_err_clear(&wrong);
  return e->rc;
}

/* Columns that came with version 2. */
static const char *const absent[] = {"expires", "sensory_expires", NULL};

static int version_check(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "version", -1, SQLITE_STATIC);
  i64 version = -1;
  if (sqlite3_step(st) == SQLITE_ROW && sqlite3_column_type(st, 0) == SQLITE_INTEGER) {
    version = sqlite3_column_int64(st, 0);
  }
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  if (version > ML_SCHEMA_VERSION) {
    return ml_err_set(
        e, SQLITE_ERROR,
        "memlog: file: its schema has version %lld, this library knows versions up to %d: use a newer one", version,
        ML_SCHEMA_VERSION);
  }
  if (version < 1) return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: no version of the schema in it");
  c->version = (u8)version;
  ml_conn_absent(c, version < 2 ? absent : NULL);
  return SQLITE_OK;
}

static int encoding_read(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, CODING, &st, e);
  if (rc) return rc;
  if (sqlite3_step(st) == SQLITE_ROW) c->utf8 = (u8)ml_text_same(ml_stmt_column(st, 0), ML_TEXT("UTF-8"));
  rc = ml_stmt_give(&c->meta_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading the file's encoding") : SQLITE_OK;
}

/* SQLite (3.40) goes wrong where a connection has seen the file when it was empty, another one has then written to it,
** and the first one's next look at it is a write under a SAVEPOINT: ROLLBACK TO takes it back to the empty file, and
** COMMIT would write that. */
static int tables_lost(MlConn *c, MlErr *e) {
  if (!c->undone || !c->tables_found || c->tables_made) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: transaction: ROLLBACK TO took the whole file for empty: it can only be rolled back");
}

int ml_meta_installed(MlConn *c, int *yes, MlErr *e) {
  *yes = c->installed;
  /* While the file is of an older version another connection may bring it up to date. */
  if (*yes && c->version == ML_SCHEMA_VERSION) return SQLITE_OK;
  int rc = tables_there(c, yes, e);
  if (rc) return rc;
  if (!*yes) return tables_lost(c, e);
  rc = version_check(c, e);
  if (!rc && !c->utf8) rc = encoding_read(c, e);
  c->installed = rc == SQLITE_OK;
  c->tables_found |= c->installed;
  return rc;
}

int ml_meta_erasures(MlConn *c, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  *n = 0;
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "erasures", -1, SQLITE_STATIC);
  int there = sqlite3_step(st) == SQLITE_ROW;
  if (there) *n = sqlite3_column_type(st, 0) == SQLITE_INTEGER ? sqlite3_column_int64(st, 0) : -1;
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  if (*n >= there && *n < ERASURES_MAX) return SQLITE_OK;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: erasures is no count of keys that were forgotten");
}

static int meta_put(MlConn *c, const char *name, i64 number, const MlUuid *blob, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, PUT, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
  if (blob) {
    sqlite3_bind_blob(st, 2, blob->b, 16, SQLITE_STATIC);
  } else {
    sqlite3_bind_int64(st, 2, number);
  }
  c->permit.meta = 1;
  c->storing++;
  rc = ml_stmt_run(&c->meta_sql, st, "writing memlog_meta", e);
  c->storing--;
  i64 left = c->permit.meta;
  c->permit.meta = 0;
  if (rc) return rc;
  return left ? ml_conn_no_triggers(e, "memlog_meta") : SQLITE_OK;
}

int ml_meta_erasures_put(MlConn *c, i64 n, MlErr *e) { return meta_put(c, "erasures", n, NULL, e); }

int ml_meta_version(MlConn *c, int *version, MlErr *e) {
  int there;
  int rc = ml_meta_installed(c, &there, e);
  *version = !rc && there ? c->version : 0;
  return rc;
}

static int tables_upgrade(MlConn *c, MlErr *e) {
  int rc = ml_install_run(c->db, c->version, ML_SCHEMA_VERSION, e);
  if (!rc) rc = meta_put(c, "version", ML_SCHEMA_VERSION, NULL, e);
  ml_conn_forget(c);
  return rc ? rc : version_check(c, e);
}

int ml_meta_install(MlConn *c, MlErr *e) {
  int there;
  int rc = ml_meta_installed(c, &there, e);
  if (rc) return rc;
  if (there) return c->version == ML_SCHEMA_VERSION ? SQLITE_OK : tables_upgrade(c, e);
  MlUuid root = ml_uuid_random();
  c->tables_made = 1;
  rc = ml_install_run(c->db, 0, ML_SCHEMA_VERSION, e);
  if (!rc) rc = meta_put(c, "version", ML_SCHEMA_VERSION, NULL, e);
  if (!rc) rc = meta_put(c, "root", 0, &root, e);
  if (!rc) rc = encoding_read(c, e);
  if (!rc) rc = version_check(c, e);
  if (!rc) c->installed = 1;
  return rc;
}

int ml_meta_root(MlConn *c, MlUuid *root, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "root", -1, SQLITE_STATIC);
  int found = sqlite3_step(st) == SQLITE_ROW && sqlite3_column_type(st, 0) == SQLITE_BLOB &&
              sqlite3_column_bytes(st, 0) == (int)sizeof(root->b);
  if (found) memcpy(root->b, sqlite3_column_blob(st, 0), sizeof(root->b));
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  return found ? SQLITE_OK : ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: no root of the chain in it");
}

int ml_meta_hold(MlConn *c, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->meta_sql, GET, st, e);
  if (rc) return rc;
  sqlite3_bind_text(*st, 1, "version", -1, SQLITE_STATIC);
  if (sqlite3_step(*st) == SQLITE_ROW) return SQLITE_OK;
  rc = ml_stmt_give(&c->meta_sql, *st);
  *st = NULL;
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_meta") : SQLITE_OK;
}

void ml_meta_release(MlConn *c, sqlite3_stmt *st) { ml_stmt_give(&c->meta_sql, st); }
