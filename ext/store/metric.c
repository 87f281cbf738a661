#include "metric.h"

#include "consumer.h"

#include <string.h>

/*
** ?1 is a moment in microseconds. Positions and ids of entities are never behind the clock, and they grow: what came
** since then is a range of them, which for entities begins at ?2. The view memlog_v_metric says the same in plain SQL;
** it is not used here, because a file could have replaced it.
*/
/* clang-format off */
#define SINCE " WHERE seq>=?1 AND time>=?1"
#define ENTITIES(type) " FROM main.memlog_entity AS x WHERE id>=?2 AND type='" type "' AND at>=?1"
#define EDGE(relations) \
  "EXISTS(SELECT 1 FROM main.memlog_edge WHERE from_id=x.id AND from_version=0 AND relation IN(" relations "))"
#define SELECTED "'selected','chosen'" /* by the search, and by the host */
#define BYTES(column) "ifnull(length(CAST(" column " AS BLOB)),0)"
#define ROW_BYTES \
  BYTES("key") "+" BYTES("value") "+" BYTES("removed") "+" BYTES("containers") "+" BYTES("before") "+" \
  BYTES("action") "+" BYTES("meta")
#define STATEMENTS(X) \
  X(EVENTS, \
    "SELECT CASE kind WHEN 1 THEN 'sensory_write' WHEN 2 THEN 'short_term_write' WHEN 3 THEN 'sensory_read'" \
    " WHEN 4 THEN 'short_term_read' WHEN 5 THEN 'long_term_update' WHEN 6 THEN 'long_term_get'" \
    " WHEN 7 THEN 'long_term_search' WHEN 8 THEN 'agent_run_begin' WHEN 9 THEN 'agent_run_end'" \
    " WHEN '_session_end_event' THEN 'session_end' WHEN '_memory_erased_event' THEN 'memory_erased'" \
    " WHEN '_memory_redacted_event' THEN 'memory_redacted' ELSE iif(substr(kind,1,1)='_','other','host') END, count(*)" \
    " FROM main.memlog_event" SINCE " GROUP BY 1") \
  X(SEARCHES,   "SELECT value, meta FROM main.memlog_event" SINCE " AND kind=7") \
  X(ENDS,       "SELECT value FROM main.memlog_event" SINCE " AND kind='_session_end_event'") \
  X(LOG_BYTES, \
    "SELECT 'event', sum(" ROW_BYTES ") FROM main.memlog_event" SINCE " UNION ALL" \
    " SELECT 'quiet', sum(" ROW_BYTES ") FROM main.memlog_quiet" SINCE " UNION ALL" \
    " SELECT 'snapshot', sum(" BYTES("key") "+" BYTES("value") "+" BYTES("removed") "+" BYTES("containers") "+" \
    BYTES("sensory_value") "+" BYTES("sensory_removed") "+" BYTES("sensory_containers") ")" \
    " FROM main.memlog_snapshot WHERE seq>=?1") \
  X(DECISIONS,  "SELECT detail" ENTITIES("decision")) \
  X(RETRIEVALS, "SELECT iif(" EDGE(SELECTED) ",'hit','zero_hit'), count(*)" ENTITIES("retrieval") " GROUP BY 1") \
  X(CONFLICTS,  "SELECT iif(" EDGE("'conflicting'") ",'conflict','none'), count(*)" ENTITIES("retrieval") " GROUP BY 1") \
  X(SELECTIONS, \
    "SELECT ifnull(reason,'fresh'), count(*) FROM (SELECT max(e.reason) AS reason FROM main.memlog_entity AS x" \
    " CROSS JOIN main.memlog_edge AS e ON e.from_id=x.id AND e.from_version=0 AND e.relation IN(" SELECTED ")" \
    " WHERE x.id>=?2 AND x.type='retrieval' AND x.at>=?1 GROUP BY x.id, e.to_id, e.to_version) GROUP BY 1") \
  X(EFFECTS, \
    "SELECT detail" ENTITIES("effect") " AND " EDGE("'used','revises'") \
    " AND NOT EXISTS(SELECT 1 FROM main.memlog_edge INDEXED BY memlog_edge_to WHERE to_id=x.id AND relation='revises')") \
  X(DELETIONS, "SELECT detail, id, at" ENTITIES("change")) \
  X(CONSUMERS, \
    "SELECT iif(holder IS NULL,'none',iif(until>?1 AND until-?1<=?3,'held','lapsed')), count(*)" \
    " FROM main.memlog_consumer GROUP BY 1") \
  X(LAG_EVENTS, \
    "SELECT 'max', (SELECT count(*) FROM main.memlog_event WHERE seq>p)" \
    " FROM (SELECT min(place) AS p FROM main.memlog_consumer) WHERE p IS NOT NULL") \
  X(LAG_TIME, \
    "SELECT 'max', max(0, ?1-ifnull((SELECT time FROM main.memlog_event WHERE seq>p ORDER BY seq LIMIT 1),?1))" \
    " FROM (SELECT min(place) AS p FROM main.memlog_consumer) WHERE p IS NOT NULL") \
  X(FIRST,      "SELECT time FROM main.memlog_event ORDER BY seq LIMIT 1")
/* clang-format on */

/* In the order of MlMetricAsk. */
enum { STATEMENTS(ML_STMT_NAME) N_STATEMENTS };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};
_Static_assert(N_STATEMENTS == (int)ML_ASK_FILES && LAG_TIME == (int)ML_ASK_LAG_TIME, "what is asked has statements");

void ml_metric_open(MlConn *c) { ML_STMT_OPEN(&c->metric_sql, c->db, statements); }

int ml_metric_there(const MlConn *c, MlMetricAsk ask) {
  int lineage = ask >= ML_ASK_DECISIONS && ask <= ML_ASK_DELETIONS;
  int consumers = ask >= ML_ASK_CONSUMERS && ask <= ML_ASK_LAG_TIME;
  return c->version >= (lineage ? 4 : consumers ? 2 : 1);
}

int ml_metric_scan(MlConn *c, MlMetricAsk ask, i64 since, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->metric_sql, (int)ask, st, e);
  if (rc) return rc;
  MlUuid id = {{0}};
  if (since > 0) {
    id = ml_uuid_timed(since);
    memset(id.b + 8, 0, sizeof(id.b) - 8);
  }
  int n = sqlite3_bind_parameter_count(*st);
  if (n >= 1) rc = sqlite3_bind_int64(*st, 1, since);
  if (!rc && n >= 2) rc = sqlite3_bind_blob(*st, 2, id.b, sizeof(id.b), SQLITE_TRANSIENT);
  if (!rc && n >= 3) rc = sqlite3_bind_int64(*st, 3, ML_LEASE_MAX);
  return rc ? ml_err_db(e, c->db, rc, "reading metrics") : SQLITE_OK;
}

int ml_metric_next(MlConn *c, sqlite3_stmt *st, int *more, MlErr *e) {
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  return *more || step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading metrics");
}

int ml_metric_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->metric_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading metrics") : SQLITE_OK;
}

int ml_metric_id(sqlite3_stmt *st, MlUuid *id) { return ml_stmt_uuid(st, 1, id); }

/* ---- files ---- */

static i64 file_bytes(sqlite3_file *f) {
  sqlite3_int64 n = 0;
  return f && f->pMethods && f->pMethods->xFileSize(f, &n) == SQLITE_OK ? n : 0;
}

/* A connection has one journal, of either kind: a write-ahead log begins with 0x377f0682 or 0x377f0683. Its header is
** read whole, as SQLite does: a VFS may take nothing else (dqlite's does not). */
static int file_is_wal(sqlite3_file *f) {
  static const u8 magic[] = {0x37, 0x7f, 0x06};
  u8 b[32];
  if (f->pMethods->xRead(f, b, sizeof(b), 0) != SQLITE_OK) return 0;
  return memcmp(b, magic, sizeof(magic)) == 0 && (b[3] & 0xfe) == 0x82;
}

void ml_metric_files(MlConn *c, i64 *database, i64 *wal) {
  sqlite3_file *f = NULL;
  *database = *wal = 0;
  if (sqlite3_file_control(c->db, "main", SQLITE_FCNTL_FILE_POINTER, &f) == SQLITE_OK) *database = file_bytes(f);
  f = NULL;
  if (sqlite3_file_control(c->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &f)) return;
  i64 n = file_bytes(f);
  if (n > 0 && file_is_wal(f)) *wal = n;
}
