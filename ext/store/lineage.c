#include "lineage.h"

#include "../data/clock.h"
#include "../data/json.h"
#include "meta.h"

#include <string.h>

/* clang-format off */
#define SELECT_ENTITY "SELECT id, type, key, at, actor, txn, detail FROM main.memlog_entity"
#define SELECT_EDGE \
  "SELECT from_id, from_version, relation, to_id, to_version, at, rank, score, reason, detail FROM main.memlog_edge"
#define STATEMENTS(X) \
  X(NEWEST,   "SELECT id FROM main.memlog_entity ORDER BY id DESC LIMIT 1") \
  X(PUT,      "INSERT INTO main.memlog_entity(id, type, key, at, actor, txn, detail)" \
              " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)") \
  X(FIND,     SELECT_ENTITY " WHERE id=?1") \
  X(SCAN,     SELECT_ENTITY " WHERE id>=?1 ORDER BY id") \
  X(OF_TXN,   SELECT_ENTITY " INDEXED BY memlog_entity_txn WHERE txn=?1 AND txn IS NOT NULL ORDER BY id") \
  X(TOLD,     "UPDATE main.memlog_entity SET txn=?2 WHERE id>=?1 AND txn IS NULL") \
  X(LINK,     "INSERT INTO main.memlog_edge(from_id, from_version, relation, to_id, to_version, at, rank, score," \
              " reason, detail) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING") \
  X(FROM,     SELECT_EDGE " WHERE from_id=?1") \
  X(FROM_VERSION, SELECT_EDGE " WHERE from_id=?1 AND from_version=?2") \
  X(TO,       SELECT_EDGE " INDEXED BY memlog_edge_to WHERE to_id=?1") \
  X(TO_VERSION, SELECT_EDGE " INDEXED BY memlog_edge_to WHERE to_id=?1 AND to_version=?2") \
  X(BETWEEN,  "SELECT 1 FROM main.memlog_edge INDEXED BY memlog_edge_to WHERE to_id=?2 AND to_version=?3 AND from_id=?1" \
              " LIMIT 1") \
  X(EDGES,    SELECT_EDGE) \
  X(BARRED_ALL, "SELECT digest, how, record, at FROM main.memlog_barred") \
  X(ANY_BARRED, "SELECT 1 FROM main.memlog_barred LIMIT 1") \
  X(CONFLICTS, SELECT_EDGE " WHERE from_id=?1 AND from_version IN (0, ?2) AND relation='conflicts_with' UNION ALL " \
              SELECT_EDGE " INDEXED BY memlog_edge_conflict" \
              " WHERE to_id=?1 AND to_version IN (0, ?2) AND relation='conflicts_with'") \
  X(ANY_CONFLICT, "SELECT 1 FROM main.memlog_edge INDEXED BY memlog_edge_conflict" \
              " WHERE relation='conflicts_with' LIMIT 1") \
  X(BARRED,   "SELECT how, record FROM main.memlog_barred WHERE digest=?1") \
  X(BAR,      "INSERT INTO main.memlog_barred(digest, how, record, at) VALUES(?1, ?2, ?3, ?4)" \
              " ON CONFLICT(digest) DO UPDATE SET how=excluded.how, record=excluded.record, at=excluded.at") \
  X(UNBAR,    "DELETE FROM main.memlog_barred WHERE digest=?1")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_lineage_open(MlConn *c) { ML_STMT_OPEN(&c->lineage_sql, c->db, statements); }

int ml_lineage_there(MlConn *c, int *yes, MlErr *e) {
  int rc = ml_meta_installed(c, yes, e);
  if (!rc && c->version < 4) *yes = 0;
  return rc;
}

int ml_lineage_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->lineage_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading lineage") : SQLITE_OK;
}

/* ---- columns ---- */

/* Text without NUL, or NULL. */
static int text_read(sqlite3_stmt *st, int i, MlText *t) {
  int type = sqlite3_column_type(st, i);
  *t = (MlText){NULL, 0};
  if (type == SQLITE_NULL) return 1;
  if (type != SQLITE_TEXT) return 0;
  *t = ml_stmt_column(st, i);
  return t->p && !memchr(t->p, 0, (size_t)t->n) && ml_text_utf8(*t);
}

static int detail_read(sqlite3_stmt *st, int i, MlText *t) {
  return text_read(st, i, t) && (!t->p || ml_json_type(*t) == ML_MAP);
}

/* An integer from low to high; where NULL is allowed, 0 stands for it. */
static int number_read(sqlite3_stmt *st, int i, i64 low, i64 high, int may_be_null, i64 *v) {
  int type = sqlite3_column_type(st, i);
  *v = sqlite3_column_int64(st, i);
  if (type == SQLITE_NULL) return may_be_null;
  return type == SQLITE_INTEGER && *v >= low && *v <= high;
}

static const char *const types[] = {"source", "decision", "transformation", "retrieval", "placement", "claim",
                                    "action", "effect",   "change",         "proof",     "record",    NULL};

static int type_read(sqlite3_stmt *st, int i, MlText *t) {
  if (!text_read(st, i, t) || !t->n) return 0;
  int k = ml_text_among(*t, types);
  if (k >= 0) *t = ml_text_of(types[k]);
  return k >= 0;
}

static int row_damaged(MlConn *c, const char *table, const char *wrong, MlErr *e) {
  if (sqlite3_errcode(c->db) == SQLITE_NOMEM) return ml_err_nomem(e);
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: %s: a row is damaged: %s", table, wrong);
}

/* ---- entities ---- */

/* The newest there is. */
static int newest_find(MlConn *c, MlUuid *last, int *found, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, NEWEST, &st, e);
  if (rc) return rc;
  *found = sqlite3_step(st) == SQLITE_ROW && ml_stmt_uuid(st, 0, last);
  return ml_lineage_done(c, st, e);
}

/* Ids grow even where the clock stands still, or goes back: then the newest one is counted on. */
int ml_entity_id(MlConn *c, MlUuid *id, MlErr *e) {
  MlUuid last;
  int found;
  *id = ml_uuid_timed(ml_conn_now(c));
  int rc = newest_find(c, &last, &found, e);
  if (rc || !found || memcmp(id->b, last.b, sizeof(last.b)) > 0) return rc;
  *id = last;
  for (int i = (int)sizeof(id->b) - 1; i >= 0; i--) {
    if (++id->b[i]) return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_entity: there are no ids left");
}

int ml_entity_time(MlConn *c, i64 *at, MlErr *e) {
  MlUuid last;
  int found;
  i64 us = 0;
  *at = ml_conn_now(c);
  int rc = newest_find(c, &last, &found, e);
  if (rc || !found) return rc;
  for (int i = 0; i < 6; i++) us = us << 8 | last.b[i]; /* milliseconds, of version 7 */
  us = us < ML_TIME_MAX / 1000 ? us * 1000 + 999 : ML_TIME_MAX;
  if (*at < us) *at = us;
  return SQLITE_OK;
}

int ml_entity_put(MlConn *c, const MlEntity *x, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, PUT, &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, x->id.b, sizeof(x->id.b), SQLITE_STATIC);
  ml_stmt_text(st, 2, x->type);
  ml_stmt_text(st, 3, x->key);
  sqlite3_bind_int64(st, 4, x->at);
  ml_stmt_text(st, 5, x->actor);
  if (x->txn) sqlite3_bind_int64(st, 6, x->txn);
  ml_stmt_text(st, 7, x->detail);
  rc = ml_conn_write_one(c, &c->lineage_sql, st, &c->permit.entity, "memlog_entity", e);
  /* A record that was forgotten is of no transaction; and its id is old: what was put since then is told already. */
  if (rc || x->txn || ml_text_same(x->type, ML_TEXT("record"))) return rc;
  if (!c->untold || memcmp(x->id.b, c->untold_from.b, sizeof(x->id.b)) < 0) c->untold_from = x->id;
  c->untold = 1;
  return SQLITE_OK;
}

int ml_entity_told(MlConn *c, i64 txn, MlErr *e) {
  sqlite3_stmt *st;
  if (!c->untold) return SQLITE_OK;
  int rc = ml_stmt_take(&c->lineage_sql, TOLD, &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, c->untold_from.b, sizeof(c->untold_from.b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 2, txn);
  c->permit.entity = INT64_MAX;
  c->storing++;
  rc = ml_stmt_run(&c->lineage_sql, st, "writing memlog_entity", e);
  c->storing--;
  i64 taken = INT64_MAX - c->permit.entity;
  c->permit.entity = 0;
  return !rc && sqlite3_changes64(c->db) != taken ? ml_conn_no_triggers(e, "memlog_entity") : rc;
}

static const char *entity_read(sqlite3_stmt *st, MlEntity *x) {
  memset(x, 0, sizeof(*x));
  if (!ml_stmt_uuid(st, 0, &x->id)) return "id is no UUID";
  if (!type_read(st, 1, &x->type)) return "type is none";
  if (!text_read(st, 2, &x->key)) return "key is no text";
  if (!number_read(st, 3, 0, ML_TIME_MAX, 0, &x->at)) return "at is no time";
  if (!text_read(st, 4, &x->actor)) return "actor is no text";
  if (!number_read(st, 5, 1, ML_POSITION_MAX, 1, &x->txn)) return "txn is no position";
  return detail_read(st, 6, &x->detail) ? NULL : "detail is no JSON map";
}

int ml_entity_next(MlConn *c, sqlite3_stmt *st, MlEntity *x, int *more, MlErr *e) {
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  if (!*more) return step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading memlog_entity");
  const char *wrong = entity_read(st, x);
  return wrong ? row_damaged(c, "memlog_entity", wrong, e) : SQLITE_OK;
}

int ml_entity_find(MlConn *c, const MlUuid *id, MlEntity *x, sqlite3_stmt **st, int *found, MlErr *e) {
  *found = 0;
  *st = NULL;
  int rc = ml_stmt_take(&c->lineage_sql, FIND, st, e);
  if (rc) return rc;
  sqlite3_bind_blob(*st, 1, id->b, sizeof(id->b), SQLITE_STATIC);
  rc = ml_entity_next(c, *st, x, found, e);
  if (!rc && *found) return SQLITE_OK;
  int rc2 = ml_lineage_done(c, *st, e);
  *st = NULL;
  *found = 0;
  return rc ? rc : rc2;
}

int ml_entity_scan(MlConn *c, const MlUuid *from, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->lineage_sql, SCAN, st, e);
  if (!rc && from) sqlite3_bind_blob(*st, 1, from->b, sizeof(from->b), SQLITE_STATIC);
  if (!rc && !from) sqlite3_bind_zeroblob(*st, 1, 0);
  return rc;
}

int ml_entity_scan_txn(MlConn *c, i64 txn, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->lineage_sql, OF_TXN, st, e);
  if (!rc) sqlite3_bind_int64(*st, 1, txn);
  return rc;
}

/* ---- edges ---- */

int ml_edge_put(MlConn *c, const MlEdge *x, int *added, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, LINK, &st, e);
  *added = 0;
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, x->from.b, sizeof(x->from.b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 2, x->from_version);
  ml_stmt_text(st, 3, x->relation);
  sqlite3_bind_blob(st, 4, x->to.b, sizeof(x->to.b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 5, x->to_version);
  sqlite3_bind_int64(st, 6, x->at);
  if (x->rank) sqlite3_bind_int64(st, 7, x->rank);
  if (x->score >= 0) sqlite3_bind_double(st, 8, x->score);
  ml_stmt_text(st, 9, x->reason);
  ml_stmt_text(st, 10, x->detail);
  return ml_conn_write(c, &c->lineage_sql, st, &c->permit.edge, "memlog_edge", added, e);
}

static int scan(MlConn *c, int which, const MlUuid *id, i64 version, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->lineage_sql, version < 0 ? which : which + 1, st, e);
  if (rc) return rc;
  sqlite3_bind_blob(*st, 1, id->b, sizeof(id->b), SQLITE_STATIC);
  if (version >= 0) sqlite3_bind_int64(*st, 2, version);
  return SQLITE_OK;
}

int ml_edge_scan_from(MlConn *c, const MlUuid *from, i64 version, sqlite3_stmt **st, MlErr *e) {
  return scan(c, FROM, from, version, st, e);
}

int ml_edge_scan_to(MlConn *c, const MlUuid *to, i64 version, sqlite3_stmt **st, MlErr *e) {
  return scan(c, TO, to, version, st, e);
}

int ml_edge_scan(MlConn *c, sqlite3_stmt **st, MlErr *e) { return ml_stmt_take(&c->lineage_sql, EDGES, st, e); }

int ml_edge_any(MlConn *c, const MlUuid *from, const MlUuid *to, i64 to_version, int *any, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, BETWEEN, &st, e);
  *any = 0;
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, from->b, sizeof(from->b), SQLITE_STATIC);
  sqlite3_bind_blob(st, 2, to->b, sizeof(to->b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 3, to_version);
  *any = sqlite3_step(st) == SQLITE_ROW;
  return ml_lineage_done(c, st, e);
}

int ml_edge_scan_conflicts(MlConn *c, const MlUuid *record, i64 version, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->lineage_sql, CONFLICTS, st, e);
  if (rc) return rc;
  sqlite3_bind_blob(*st, 1, record->b, sizeof(record->b), SQLITE_STATIC);
  sqlite3_bind_int64(*st, 2, version);
  return SQLITE_OK;
}

int ml_edge_any_conflict(MlConn *c, int *any, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, ANY_CONFLICT, &st, e);
  if (rc) return rc;
  *any = sqlite3_step(st) == SQLITE_ROW;
  return ml_lineage_done(c, st, e);
}

/* A score of 0 to 1, or none. */
static int score_read(sqlite3_stmt *st, int i, double *v) {
  int type = sqlite3_column_type(st, i);
  *v = type == SQLITE_NULL ? -1 : sqlite3_column_double(st, i);
  return type == SQLITE_NULL || (type == SQLITE_FLOAT && *v >= 0 && *v <= 1);
}

static const char *edge_read(sqlite3_stmt *st, MlEdge *x) {
  memset(x, 0, sizeof(*x));
  if (!ml_stmt_uuid(st, 0, &x->from)) return "from_id is no UUID";
  if (!number_read(st, 1, 0, INT64_MAX - 1, 0, &x->from_version)) return "from_version is no version";
  if (!text_read(st, 2, &x->relation) || !x->relation.n) return "relation is no text";
  if (!ml_stmt_uuid(st, 3, &x->to)) return "to_id is no UUID";
  if (!number_read(st, 4, 0, INT64_MAX - 1, 0, &x->to_version)) return "to_version is no version";
  if (!number_read(st, 5, 0, ML_TIME_MAX, 0, &x->at)) return "at is no time";
  if (!number_read(st, 6, 1, INT64_MAX, 1, &x->rank)) return "rank is no number from 1 on";
  if (!score_read(st, 7, &x->score)) return "score is not 0 to 1";
  if (!text_read(st, 8, &x->reason)) return "reason is no text";
  return detail_read(st, 9, &x->detail) ? NULL : "detail is no JSON map";
}

int ml_edge_next(MlConn *c, sqlite3_stmt *st, MlEdge *x, int *more, MlErr *e) {
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  if (!*more) return step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading memlog_edge");
  const char *wrong = edge_read(st, x);
  return wrong ? row_damaged(c, "memlog_edge", wrong, e) : SQLITE_OK;
}

/* ---- contents that were taken out ---- */

int ml_barred_any(MlConn *c, int *some, MlErr *e) {
  sqlite3_stmt *st;
  int rc = SQLITE_OK;
  if (!c->barred_known) {
    rc = ml_stmt_take(&c->lineage_sql, ANY_BARRED, &st, e);
    if (rc) return rc;
    c->barred = sqlite3_step(st) == SQLITE_ROW;
    rc = ml_lineage_done(c, st, e);
    c->barred_known = !rc;
  }
  *some = c->barred;
  return rc;
}

int ml_barred_find(MlConn *c, const MlUuid *digest, char *how, MlUuid *record, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, BARRED, &st, e);
  *how = 0;
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, digest->b, sizeof(digest->b), SQLITE_STATIC);
  if (sqlite3_step(st) == SQLITE_ROW) {
    MlText t;
    int right = text_read(st, 0, &t) && ml_stmt_uuid(st, 1, record);
    if (right && ml_text_same(t, ML_TEXT("refuse"))) *how = 'r';
    if (right && ml_text_same(t, ML_TEXT("mark"))) *how = 'm';
    if (!*how) rc = row_damaged(c, "memlog_barred", "how is neither refuse nor mark, or record no UUID", e);
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_barred_put(MlConn *c, const MlUuid *digest, char how, const MlUuid *record, i64 at, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->lineage_sql, BAR, &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, digest->b, sizeof(digest->b), SQLITE_STATIC);
  sqlite3_bind_text(st, 2, how == 'r' ? "refuse" : "mark", -1, SQLITE_STATIC);
  sqlite3_bind_blob(st, 3, record->b, sizeof(record->b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 4, at);
  c->barred_known = 0;
  return ml_conn_write_one(c, &c->lineage_sql, st, &c->permit.barred, "memlog_barred", e);
}

int ml_barred_remove(MlConn *c, const MlUuid *digest, MlErr *e) {
  sqlite3_stmt *st;
  int changed;
  c->barred_known = 0;
  int rc = ml_stmt_take(&c->lineage_sql, UNBAR, &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, digest->b, sizeof(digest->b), SQLITE_STATIC);
  return ml_conn_write(c, &c->lineage_sql, st, &c->permit.barred, "memlog_barred", &changed, e);
}

int ml_barred_scan(MlConn *c, sqlite3_stmt **st, MlErr *e) { return ml_stmt_take(&c->lineage_sql, BARRED_ALL, st, e); }

int ml_barred_next(MlConn *c, sqlite3_stmt *st, MlUuid *record, int *more, MlErr *e) {
  const char *wrong = NULL;
  MlUuid digest;
  MlText how;
  i64 at;
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  if (!*more) return step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading memlog_barred");
  int named = text_read(st, 1, &how) && (ml_text_same(how, ML_TEXT("refuse")) || ml_text_same(how, ML_TEXT("mark")));
  if (!ml_stmt_uuid(st, 0, &digest)) wrong = "digest is no UUID";
  if (!wrong && !named) wrong = "how is neither refuse nor mark";
  if (!wrong && !ml_stmt_uuid(st, 2, record)) wrong = "record is no UUID";
  if (!wrong && !number_read(st, 3, 0, ML_TIME_MAX, 0, &at)) wrong = "at is no time";
  return wrong ? row_damaged(c, "memlog_barred", wrong, e) : SQLITE_OK;
}
