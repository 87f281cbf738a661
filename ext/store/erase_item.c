#include "erase.h"

#include <string.h>

/* clang-format off */
#define HOLDS(index, which) \
  "SELECT 1 FROM main.memlog_item INDEXED BY " index " WHERE key=?1 AND ended IS " which " AND instr(content, ?2)"
#define OF_SESSION "type='placement' AND CASE WHEN json_valid(detail) THEN detail ->> '$.session' END=?1"
#define STATEMENTS(X) \
  X(REWRITE, "UPDATE main.memlog_item SET content=?2, digest=?3 WHERE number=?1") \
  X(DENY,    "UPDATE main.memlog_item SET content=?2, metadata=NULL, category=NULL, source=NULL, location=NULL" \
             " WHERE number=?1") \
  X(HOLD,    HOLDS("memlog_item_id", "NULL") " UNION ALL " HOLDS("memlog_item_past", "NOT NULL") " LIMIT 1") \
  X(NAMES,   "SELECT count(*) FROM main.memlog_session WHERE user=?1 OR agent=?1") \
  X(NAME,    "UPDATE main.memlog_session SET user=nullif(user, ?1), agent=nullif(agent, ?1)" \
             " WHERE user=?1 OR agent=?1") \
  X(RECORDS, "SELECT DISTINCT record FROM main.memlog_item WHERE key=?1 ORDER BY record") \
  X(PLACEMENTS, "SELECT detail FROM main.memlog_entity WHERE " OF_SESSION) \
  X(PLACEMENT, "UPDATE main.memlog_entity SET detail=json_remove(detail, '$.session') WHERE " OF_SESSION) \
  X(NEXT_PROOF, "SELECT id, detail FROM main.memlog_entity WHERE id>?2 AND key=?1 AND type='proof' AND detail IS NOT NULL" \
               " ORDER BY id LIMIT 1") \
  X(PROOF,   "UPDATE main.memlog_entity SET detail=?2 WHERE id=?1")
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

int ml_erase_deny_item(MlErase *x, i64 number, MlText content, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->item_sql, DENY, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  ml_stmt_text(st, 2, content);
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

/* ---- lineage ---- */

int ml_erase_records(MlErase *x, MlText key, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->item_sql, RECORDS, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  while (sqlite3_step(st) == SQLITE_ROW) {
    if (sqlite3_column_bytes(st, 0) == (int)sizeof(MlUuid)) ml_buf_put(out, sqlite3_column_blob(st, 0), sizeof(MlUuid));
  }
  rc = read_done(x, st, e);
  return rc ? rc : ml_err_buf(e, out->rc, "records");
}

int ml_erase_placements(MlErase *x, MlText session, MlErr *e) {
  sqlite3_stmt *st;
  i64 n = 0;
  int rc = ml_stmt_take(&x->item_sql, PLACEMENTS, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, session);
  while (sqlite3_step(st) == SQLITE_ROW) n++;
  rc = read_done(x, st, e);
  if (!rc && n) rc = ml_stmt_take(&x->item_sql, PLACEMENT, &st, e);
  if (rc || !n) return rc;
  ml_stmt_text(st, 1, session);
  return ml_erase_step(x, &x->item_sql, st, ML_ERASE_ENTITY, n, e);
}

int ml_erase_next_proof(MlErase *x, MlText key, MlUuid *id, MlText *detail, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&x->item_sql, NEXT_PROOF, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_blob(*st, 2, id->b, sizeof(id->b), SQLITE_TRANSIENT);
  if (sqlite3_step(*st) == SQLITE_ROW && sqlite3_column_bytes(*st, 0) == (int)sizeof(id->b)) {
    memcpy(id->b, sqlite3_column_blob(*st, 0), sizeof(id->b));
    *detail = ml_stmt_column(*st, 1);
    return SQLITE_OK;
  }
  rc = read_done(x, *st, e);
  *st = NULL;
  return rc;
}

int ml_erase_proof_done(MlErase *x, sqlite3_stmt *st, MlErr *e) { return read_done(x, st, e); }

int ml_erase_rewrite_proof(MlErase *x, const MlUuid *id, MlText detail, MlErr *e) {
  sqlite3_stmt *st;
  i64 counted = x->n[ML_ERASE_ENTITY];
  int rc = ml_stmt_take(&x->item_sql, PROOF, &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, id->b, sizeof(id->b), SQLITE_STATIC);
  ml_stmt_text(st, 2, detail);
  rc = ml_erase_step(x, &x->item_sql, st, ML_ERASE_ENTITY, 1, e);
  x->n[ML_ERASE_ENTITY] = counted; /* it is counted among those that were erased */
  return rc;
}
