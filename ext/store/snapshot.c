#include "snapshot.h"

#include <string.h>

/* clang-format off */
#define STATEMENTS(X) \
  X(FIND,   "SELECT seq, quiet, value, removed, containers, sensory_value, sensory_removed, sensory_containers" \
            " FROM main.memlog_snapshot WHERE key=?1 AND seq<=?2 ORDER BY seq DESC LIMIT 1") \
  X(AFTER,  "SELECT seq, quiet FROM main.memlog_snapshot WHERE key=?1 AND seq>?2 ORDER BY seq LIMIT 1") \
  X(INSERT, "INSERT INTO main.memlog_snapshot(key, seq, quiet, value, removed, containers," \
            " sensory_value, sensory_removed, sensory_containers) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_snapshot_open(MlConn *c) { ML_STMT_OPEN(&c->snapshot_sql, c->db, statements); }

static i64 place_read(sqlite3_stmt *st) {
  i64 seq = sqlite3_column_int64(st, 0);
  return ml_event_place(sqlite3_column_int64(st, 1) != 0, seq);
}

/* A row that is not where it was looked for: callers go from snapshot to snapshot, and would never end. */
static int index_damaged(MlErr *e) {
  return ml_err_set(e, SQLITE_CORRUPT,
                    "memlog: memlog_snapshot: its index does not lead to the rows (see PRAGMA integrity_check)");
}

int ml_snapshot_find(MlConn *c, MlText key, i64 upto, MlSnapshot *s, sqlite3_stmt **st, MlErr *e) {
  memset(s, 0, sizeof(*s));
  int rc = ml_stmt_take(&c->snapshot_sql, FIND, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_int64(*st, 2, upto);
  rc = sqlite3_step(*st);
  if (rc == SQLITE_ROW) {
    s->place = place_read(*st);
    if (ml_event_position(s->place) > upto) {
      ml_stmt_give(&c->snapshot_sql, *st);
      *st = NULL;
      return index_damaged(e);
    }
    for (int i = 0; i < ML_SCOPES; i++) {
      s->state[i].value = ml_stmt_column(*st, 2 + 3 * i);
      s->state[i].removed = ml_stmt_column(*st, 3 + 3 * i);
      s->state[i].containers = ml_stmt_column(*st, 4 + 3 * i);
    }
    s->by_reference = s->state[ML_SHORT_TERM].value.p == NULL;
    return SQLITE_OK;
  }
  rc = ml_snapshot_done(c, *st, e);
  *st = NULL;
  return rc;
}

int ml_snapshot_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->snapshot_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_snapshot") : SQLITE_OK;
}

int ml_snapshot_after(MlConn *c, MlText key, i64 after, i64 *place, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->snapshot_sql, AFTER, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  sqlite3_bind_int64(st, 2, after);
  *place = sqlite3_step(st) == SQLITE_ROW ? place_read(st) : 0;
  rc = ml_snapshot_done(c, st, e);
  return !rc && *place && ml_event_position(*place) <= after ? index_damaged(e) : rc;
}

int ml_snapshot_insert(MlConn *c, MlText key, const MlSnapshot *s, MlErr *e) {
  sqlite3_stmt *st;
  i64 bytes = key.n;
  for (int i = 0; i < ML_SCOPES; i++) {
    bytes += s->state[i].value.n + s->state[i].removed.n + s->state[i].containers.n;
  }
  int rc = ml_conn_check_length(c, bytes, "a snapshot", e);
  if (!rc) rc = ml_stmt_take(&c->snapshot_sql, INSERT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  sqlite3_bind_int64(st, 2, ml_event_position(s->place));
  sqlite3_bind_int64(st, 3, s->place < 0);
  for (int i = 0; i < ML_SCOPES && !s->by_reference; i++) {
    ml_stmt_text(st, 4 + 3 * i, s->state[i].value);
    ml_stmt_text(st, 5 + 3 * i, s->state[i].removed);
    ml_stmt_text(st, 6 + 3 * i, s->state[i].containers);
  }
  c->permit.snapshot = 1;
  c->storing++;
  rc = ml_stmt_run(&c->snapshot_sql, st, "writing memlog_snapshot", e);
  c->storing--;
  i64 left = c->permit.snapshot;
  c->permit.snapshot = 0;
  if (rc) return rc;
  return left ? ml_conn_no_triggers(e, "memlog_snapshot") : SQLITE_OK;
}
