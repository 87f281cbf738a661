#include "consumer.h"

#include "../data/clock.h"
#include "meta.h"

#include <string.h>

/* Sorted, so that all are read before the first is handed out: a SELECT that makes consumers of those it finds ends. */
/* clang-format off */
#define GET_CONSUMER "SELECT name, place, leased, holder, until FROM main.memlog_consumer"
#define STATEMENTS(X) \
  X(GET,  GET_CONSUMER " WHERE name=?1") \
  X(ALL,  GET_CONSUMER " ORDER BY +name") \
  X(PUT,  "INSERT INTO main.memlog_consumer(name, place, leased, holder, until) VALUES(?1, ?2, ?3, ?4, ?5)" \
          " ON CONFLICT(name) DO UPDATE SET place=excluded.place, leased=excluded.leased, holder=excluded.holder," \
          " until=excluded.until") \
  X(DROP, "DELETE FROM main.memlog_consumer WHERE name=?1")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_consumer_open(MlConn *c) { ML_STMT_OPEN(&c->consumer_sql, c->db, statements); }

/* The table came with version 2. */
static int table_there(MlConn *c, int *yes, MlErr *e) {
  int rc = ml_meta_installed(c, yes, e);
  if (!rc && c->version < 2) *yes = 0;
  return rc;
}

/* What of a row cannot be so; NULL if nothing. */
static const char *types_wrong(sqlite3_stmt *st) {
  int leased = sqlite3_column_type(st, 2) != SQLITE_NULL;
  if (sqlite3_column_type(st, 1) != SQLITE_INTEGER) return "place is no integer";
  if (leased != (sqlite3_column_type(st, 3) != SQLITE_NULL) || leased != (sqlite3_column_type(st, 4) != SQLITE_NULL)) {
    return "leased, holder and until are not there together";
  }
  if (!leased) return NULL;
  if (sqlite3_column_type(st, 2) != SQLITE_INTEGER) return "leased is no integer";
  if (sqlite3_column_type(st, 3) != SQLITE_TEXT) return "holder is no text";
  return sqlite3_column_type(st, 4) == SQLITE_INTEGER ? NULL : "until is no integer";
}

static const char *numbers_wrong(const MlConsumer *x) {
  if (x->place < 0) return "place is below 0";
  if (!x->holder.p) return NULL;
  if (x->leased <= x->place) return "leased is not behind place";
  return x->until < 0 || x->until > ML_TIME_MAX + ML_LEASE_MAX ? "until is no time" : NULL;
}

/* Anyone may have written the file. */
static int row_read(sqlite3_stmt *st, MlConsumer *x, MlErr *e) {
  char show[ML_ERR_SHOW];
  memset(x, 0, sizeof(*x));
  const char *wrong = sqlite3_column_type(st, 0) == SQLITE_TEXT ? NULL : "name is no text";
  x->name = ml_stmt_column(st, 0);
  if (!wrong) wrong = types_wrong(st);
  if (!wrong) {
    x->place = sqlite3_column_int64(st, 1);
    x->leased = sqlite3_column_int64(st, 2);
    x->holder = ml_stmt_column(st, 3);
    x->until = sqlite3_column_int64(st, 4);
    wrong = numbers_wrong(x);
  }
  if (!wrong) return SQLITE_OK;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_consumer: the row of consumer %s is damaged: %s",
                    ml_err_show(show, x->name), wrong);
}

int ml_consumer_get(MlConn *c, MlText name, MlConsumer *x, sqlite3_stmt **st, int *found, MlErr *e) {
  *st = NULL;
  *found = 0;
  int there;
  int rc = table_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_stmt_take(&c->consumer_sql, GET, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, name);
  *found = sqlite3_step(*st) == SQLITE_ROW;
  if (*found) rc = row_read(*st, x, e);
  if (*found && !rc) return SQLITE_OK;
  int rc2 = ml_consumer_done(c, *st, e);
  *st = NULL;
  return rc ? rc : rc2;
}

int ml_consumer_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->consumer_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_consumer") : SQLITE_OK;
}

int ml_consumer_put(MlConn *c, const MlConsumer *x, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->consumer_sql, PUT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, x->name);
  sqlite3_bind_int64(st, 2, x->place);
  if (x->holder.p) {
    sqlite3_bind_int64(st, 3, x->leased);
    ml_stmt_text(st, 4, x->holder);
    sqlite3_bind_int64(st, 5, x->until);
  }
  return ml_conn_write_one(c, &c->consumer_sql, st, &c->permit.consumer, "memlog_consumer", e);
}

int ml_consumer_drop(MlConn *c, MlText name, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int there, changed;
  *n = 0;
  int rc = table_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_stmt_take(&c->consumer_sql, DROP, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, name);
  rc = ml_conn_write(c, &c->consumer_sql, st, &c->permit.consumer, "memlog_consumer", &changed, e);
  *n = changed;
  return rc;
}

int ml_consumer_scan(MlConn *c, sqlite3_stmt **st, MlErr *e) {
  int there;
  *st = NULL;
  int rc = table_there(c, &there, e);
  return rc || !there ? rc : ml_stmt_take(&c->consumer_sql, ALL, st, e);
}

int ml_consumer_scan_next(MlConn *c, sqlite3_stmt *st, MlConsumer *x, int *more, MlErr *e) {
  *more = 0;
  if (!st) return SQLITE_OK;
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  if (*more) return row_read(st, x, e);
  return rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading memlog_consumer");
}

int ml_consumer_least(MlConn *c, MlBuf *name, i64 *seq, int *found, MlErr *e) {
  sqlite3_stmt *st;
  MlConsumer x;
  int more = 1;
  *seq = 0;
  *found = 0;
  int rc = ml_consumer_scan(c, &st, e);
  while (!rc && more) {
    rc = ml_consumer_scan_next(c, st, &x, &more, e);
    if (rc || !more) break;
    if (*found && x.place >= *seq) continue;
    *found = 1;
    *seq = x.place;
    ml_buf_cut(name, 0);
    ml_buf_text(name, x.name);
  }
  int rc2 = ml_consumer_done(c, st, e);
  if (!rc && name->rc) rc = ml_err_nomem(e);
  return rc ? rc : rc2;
}
