#include "erase.h"

/* clang-format off */
#define HOLDS(index, which) \
  "SELECT 1 FROM main.memlog_item INDEXED BY " index " WHERE key=?1 AND ended IS " which " AND instr(content, ?2)"
#define STATEMENTS(X) \
  X(REWRITE, "UPDATE main.memlog_item SET content=?2, digest=?3 WHERE number=?1") \
  X(HOLD,    HOLDS("memlog_item_id", "NULL") " UNION ALL " HOLDS("memlog_item_past", "NOT NULL") " LIMIT 1") \
  X(NAMES,   "SELECT count(*) FROM main.memlog_session WHERE user=?1 OR agent=?1") \
  X(NAME,    "UPDATE main.memlog_session SET user=nullif(user, ?1), agent=nullif(agent, ?1)" \
             " WHERE user=?1 OR agent=?1")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_erase_items_open(MlErase *x) { ML_STMT_OPEN(&x->item_sql, x->c->db, statements); }

static int read_done(MlErase *x, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&x->item_sql, st);
  return rc ? ml_err_db(e, x->c->db, rc, "reading what is to be erased") : SQLITE_OK;
}

int ml_erase_rewrite_item(MlErase *x, i64 number, MlText content, const MlUuid *digest, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->item_sql, REWRITE, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  ml_stmt_text(st, 2, content);
  sqlite3_bind_blob(st, 3, digest->b, sizeof(digest->b), SQLITE_STATIC);
  return ml_erase_step(x, &x->item_sql, st, ML_ERASE_ITEM, 1, e);
}

int ml_erase_items_hold(MlErase *x, MlText key, MlText text, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->item_sql, HOLD, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, text);
  *yes = sqlite3_step(st) == SQLITE_ROW;
  return read_done(x, st, e);
}

int ml_erase_names(MlErase *x, MlText key, MlErr *e) {
  sqlite3_stmt *st;
  i64 n = 0;
  int rc = ml_stmt_take(&x->item_sql, NAMES, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  if (sqlite3_step(st) == SQLITE_ROW) n = sqlite3_column_int64(st, 0);
  rc = read_done(x, st, e);
  if (!rc && n) rc = ml_stmt_take(&x->item_sql, NAME, &st, e);
  if (rc || !n) return rc;
  ml_stmt_text(st, 1, key);
  return ml_erase_step(x, &x->item_sql, st, ML_ERASE_SESSION, n, e);
}
