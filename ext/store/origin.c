#include "origin.h"

/* clang-format off */
#define STATEMENTS(X) \
  X(ANY, "SELECT 1 FROM main.memlog_import LIMIT 1") \
  X(OF,  "SELECT id FROM main.memlog_import WHERE seq=?1") \
  X(FIND, "SELECT seq FROM main.memlog_import WHERE id=?1") \
  X(PUT, "INSERT INTO main.memlog_import(seq, id) VALUES(?1, ?2)")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_origin_open(MlConn *c) { ML_STMT_OPEN(&c->origin_sql, c->db, statements); }

static int origin_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->origin_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_import") : SQLITE_OK;
}

/* The table came with version 2 of the schema. */
static int is_there(const MlConn *c) { return c->version >= 2; }

int ml_origin_any(MlConn *c, int *any, MlErr *e) {
  sqlite3_stmt *st;
  *any = 0;
  if (!is_there(c)) return SQLITE_OK;
  int rc = ml_stmt_take(&c->origin_sql, ANY, &st, e);
  if (rc) return rc;
  *any = sqlite3_step(st) == SQLITE_ROW;
  return origin_done(c, st, e);
}

static int id_damaged(i64 seq, MlErr *e) {
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_import: the row of position %lld is damaged: id is no UUID",
                    seq);
}

int ml_origin_of(MlConn *c, i64 seq, MlUuid *id, int *found, MlErr *e) {
  sqlite3_stmt *st;
  *found = 0;
  if (!is_there(c)) return SQLITE_OK;
  int rc = ml_stmt_take(&c->origin_sql, OF, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, seq);
  *found = sqlite3_step(st) == SQLITE_ROW;
  if (*found && (sqlite3_column_type(st, 0) != SQLITE_TEXT || !ml_uuid_parse(ml_stmt_column(st, 0), id))) {
    rc = id_damaged(seq, e);
  }
  int rc2 = origin_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_origin_find(MlConn *c, const MlUuid *id, i64 *seq, MlErr *e) {
  char text[37];
  sqlite3_stmt *st;
  *seq = 0;
  if (!is_there(c)) return SQLITE_OK;
  int rc = ml_stmt_take(&c->origin_sql, FIND, &st, e);
  if (rc) return rc;
  ml_uuid_text(id, text);
  sqlite3_bind_text(st, 1, text, 36, SQLITE_STATIC);
  if (sqlite3_step(st) == SQLITE_ROW && sqlite3_column_type(st, 0) == SQLITE_INTEGER) {
    *seq = sqlite3_column_int64(st, 0);
  }
  return origin_done(c, st, e);
}

int ml_origin_put(MlConn *c, i64 seq, const MlUuid *id, MlErr *e) {
  char text[37];
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->origin_sql, PUT, &st, e);
  if (rc) return rc;
  ml_uuid_text(id, text);
  sqlite3_bind_int64(st, 1, seq);
  sqlite3_bind_text(st, 2, text, 36, SQLITE_STATIC);
  return ml_conn_write_one(c, &c->origin_sql, st, &c->permit.import, "memlog_import", e);
}
