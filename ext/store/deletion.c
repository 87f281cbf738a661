#include "deletion.h"

#include "index.h"

#include <string.h>

/* clang-format off */
#define IS_DELETION(n) \
  n ".type='change' AND CASE WHEN json_valid(" n ".detail) THEN " n ".detail ->> '$.change' END IN ('deleted', 'expired')"
#define CHANGES(e) " FROM main.memlog_edge AS " e " INDEXED BY memlog_edge_to"
#define OF_RECORD " FROM main.memlog_item AS i INDEXED BY memlog_item_record"
#define SELECT_PROOF "SELECT n.id, n.type, n.key, n.at, n.actor, n.txn, n.detail, p.to_id"
#define OF_PROOF     " CROSS JOIN main.memlog_entity AS n ON n.id=p.from_id WHERE "
#define PROVES       " AND p.relation='proves' AND n.type='proof' ORDER BY n.id"
#define STATEMENTS(X) \
  X(OF,      "SELECT n.id" CHANGES("e") " CROSS JOIN main.memlog_entity AS n ON n.id=e.from_id WHERE e.to_id=?1" \
             " AND e.relation='changes' AND " IS_DELETION("n") " ORDER BY n.id DESC LIMIT 1") \
  X(NEXT,    "SELECT n.id FROM main.memlog_entity AS n WHERE n.id>?1 AND " IS_DELETION("n") " ORDER BY n.id LIMIT 1") \
  X(RECORDS, "SELECT DISTINCT to_id FROM main.memlog_edge WHERE from_id=?1 AND relation='changes' ORDER BY to_id") \
  X(DERIVED, "WITH RECURSIVE d(id) AS (" \
             "SELECT e.from_id" CHANGES("e") " WHERE e.to_id=?1 AND e.relation='derived_from'" \
             " UNION SELECT e.from_id FROM d CROSS JOIN main.memlog_edge AS e INDEXED BY memlog_edge_to ON e.to_id=d.id" \
             " WHERE e.relation='derived_from') SELECT id FROM d WHERE id<>?1 ORDER BY id") \
  X(TRACES,  "SELECT EXISTS(SELECT 1" OF_RECORD " WHERE i.record=?1 AND i.ended IS NULL)," \
             " (SELECT i.key" OF_RECORD " WHERE i.record=?1 LIMIT 1)," \
             " EXISTS(SELECT 1" OF_RECORD " CROSS JOIN main.memlog_unindexed AS u ON u.number=i.number" \
             " WHERE i.record=?1 AND u.gone=1)," \
             " EXISTS(SELECT 1" OF_RECORD " CROSS JOIN main.memlog_vector AS v ON v.number=i.number" \
             " WHERE i.record=?1 AND i.ended IS NOT NULL)," \
             " EXISTS(SELECT 1" OF_RECORD " WHERE i.record=?1 AND i.admission IN ('proposed', 'quarantined'))") \
  X(INDEXED, "SELECT 1" OF_RECORD " CROSS JOIN main.memlog_item_text_docsize AS d ON d.id=i.number" \
             " WHERE i.record=?1 AND i.ended IS NOT NULL LIMIT 1") \
  X(LOGGED,  "SELECT 1 FROM main.memlog_event WHERE key='' AND typeof(kind)='integer'" \
             " AND coalesce(value, removed, before, meta) IS NOT NULL UNION ALL " \
             "SELECT 1 FROM main.memlog_quiet WHERE key='' AND typeof(kind)='integer'" \
             " AND coalesce(value, removed, before, meta) IS NOT NULL LIMIT 1") \
  X(PROOFS,  SELECT_PROOF " FROM main.memlog_edge AS p INDEXED BY memlog_edge_to" OF_PROOF "p.to_id=?1" PROVES) \
  X(MORE_PROOFS, SELECT_PROOF " FROM (SELECT ?1 AS id UNION SELECT e.from_id" CHANGES("e") " WHERE e.to_id=?1" \
             " AND e.relation='changes' AND e.from_id<>?2) AS t" \
             " CROSS JOIN main.memlog_edge AS p INDEXED BY memlog_edge_to ON p.to_id=t.id" OF_PROOF "1" PROVES) \
  X(MADE,    "WITH RECURSIVE m(id) AS (SELECT ?2 UNION SELECT e.to_id FROM m CROSS JOIN main.memlog_edge AS e" \
             " ON e.from_id=m.id WHERE e.relation='derived_from') SELECT 1 FROM m WHERE m.id<>?2 AND EXISTS(" \
             "SELECT 1 FROM main.memlog_edge WHERE from_id=?1 AND from_version=0 AND relation='changes' AND to_id=m.id)" \
             " LIMIT 1")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_deletion_open(MlConn *c) { ML_STMT_OPEN(&c->deletion_sql, c->db, statements); }

int ml_deletion_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->deletion_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading deletions") : SQLITE_OK;
}

static int take(MlConn *c, int which, const MlUuid *id, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->deletion_sql, which, st, e);
  if (!rc) sqlite3_bind_blob(*st, 1, id->b, sizeof(id->b), SQLITE_TRANSIENT);
  return rc;
}

static int one_find(MlConn *c, int which, const MlUuid *by, MlUuid *id, int *found, MlErr *e) {
  sqlite3_stmt *st;
  *found = 0;
  int rc = take(c, which, by, &st, e);
  if (rc) return rc;
  *found = sqlite3_step(st) == SQLITE_ROW && ml_stmt_uuid(st, 0, id);
  return ml_deletion_done(c, st, e);
}

int ml_deletion_of(MlConn *c, const MlUuid *record, MlUuid *deletion, int *found, MlErr *e) {
  return one_find(c, OF, record, deletion, found, e);
}

int ml_deletion_next(MlConn *c, MlUuid *deletion, int *more, MlErr *e) {
  MlUuid next = *deletion;
  int rc = one_find(c, NEXT, deletion, &next, more, e);
  *more &= memcmp(next.b, deletion->b, sizeof(next.b)) > 0;
  *deletion = next;
  return rc;
}

static int ids_gather(MlConn *c, int which, const MlUuid *of, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  MlUuid id;
  int rc = take(c, which, of, &st, e);
  if (rc) return rc;
  while (sqlite3_step(st) == SQLITE_ROW) {
    if (ml_stmt_uuid(st, 0, &id)) ml_buf_put(out, id.b, sizeof(id.b));
  }
  rc = ml_deletion_done(c, st, e);
  return rc ? rc : ml_err_buf(e, out->rc, "records");
}

int ml_deletion_records(MlConn *c, const MlUuid *deletion, MlBuf *out, MlErr *e) {
  return ids_gather(c, RECORDS, deletion, out, e);
}

int ml_deletion_derived(MlConn *c, const MlUuid *record, MlBuf *out, MlErr *e) {
  return ids_gather(c, DERIVED, record, out, e);
}

/* Of an index that cannot be read nothing is known. */
static int indexed_find(MlConn *c, const MlUuid *record, MlTraces *t, MlErr *e) {
  MlIndexState state;
  sqlite3_stmt *st;
  int rc = ml_index_state_held(c, &state, e);
  if (rc || state == ML_INDEX_ABSENT) return rc;
  t->indexed |= state == ML_INDEX_WRONG || state == ML_INDEX_DAMAGED;
  if (t->indexed) return SQLITE_OK;
  rc = take(c, INDEXED, record, &st, e);
  if (rc) return rc;
  t->indexed = sqlite3_step(st) == SQLITE_ROW;
  return ml_deletion_done(c, st, e);
}

/* What is known of it may be no longer so: then it is looked at once more. */
static int indexed_look(MlConn *c, const MlUuid *record, MlTraces *t, MlErr *e) {
  MlErr own = {0};
  int known = c->index_ready;
  int rc = indexed_find(c, record, t, &own);
  if (!rc) return SQLITE_OK;
  if (known && ml_index_fault(rc)) {
    c->index_ready = 0;
    rc = indexed_find(c, record, t, e);
  } else {
    ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: memory ran out");
  }
  ml_err_clear(&own);
  return rc;
}

int ml_deletion_traces(MlConn *c, const MlUuid *record, MlTraces *t, MlErr *e) {
  sqlite3_stmt *st;
  t->stands = t->waits = t->there = t->indexed = t->vector = 0;
  ml_buf_cut(&t->key, 0);
  int rc = take(c, TRACES, record, &st, e);
  if (rc) return rc;
  if (sqlite3_step(st) == SQLITE_ROW) {
    MlText key = ml_stmt_column(st, 1);
    t->stands = sqlite3_column_int(st, 0) != 0;
    t->there = sqlite3_column_type(st, 1) != SQLITE_NULL;
    t->indexed = sqlite3_column_int(st, 2) != 0;
    t->vector = sqlite3_column_int(st, 3) != 0;
    t->waits = sqlite3_column_int(st, 4) != 0;
    if (t->there && !key.p) rc = ml_err_nomem(e);
    ml_buf_text(&t->key, key);
  }
  int rc2 = ml_deletion_done(c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  if (t->key.rc) return ml_err_nomem(e);
  return t->there ? indexed_look(c, record, t, e) : SQLITE_OK;
}

int ml_deletion_logged(MlConn *c, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->deletion_sql, LOGGED, &st, e);
  if (rc) return rc;
  *yes = sqlite3_step(st) == SQLITE_ROW;
  return ml_deletion_done(c, st, e);
}

int ml_deletion_scan_proofs(MlConn *c, const MlUuid *deletion, sqlite3_stmt **st, MlErr *e) {
  return take(c, PROOFS, deletion, st, e);
}

static int two_take(MlConn *c, int which, const MlUuid *one, const MlUuid *two, sqlite3_stmt **st, MlErr *e) {
  int rc = take(c, which, one, st, e);
  if (!rc) sqlite3_bind_blob(*st, 2, two->b, sizeof(two->b), SQLITE_TRANSIENT);
  return rc;
}

int ml_deletion_scan_more_proofs(MlConn *c, const MlUuid *record, const MlUuid *deletion, sqlite3_stmt **st, MlErr *e) {
  return two_take(c, MORE_PROOFS, record, deletion, st, e);
}

int ml_deletion_proved(sqlite3_stmt *st, MlUuid *of) { return ml_stmt_uuid(st, 7, of); }

int ml_deletion_made(MlConn *c, const MlUuid *deletion, const MlUuid *record, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  int rc = two_take(c, MADE, deletion, record, &st, e);
  if (rc) return rc;
  *yes = sqlite3_step(st) == SQLITE_ROW;
  return ml_deletion_done(c, st, e);
}
