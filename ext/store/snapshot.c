#include "snapshot.h"

#include <string.h>

/* clang-format off */
#define STATEMENTS(X) \
  X(FIND,   "SELECT " ML_SNAPSHOT_COLUMNS " FROM main.memlog_snapshot" \
            " WHERE key=?1 AND seq<=?2 ORDER BY seq DESC LIMIT 1") \
  X(AFTER,  "SELECT seq, quiet FROM main.memlog_snapshot WHERE key=?1 AND seq>?2 ORDER BY seq LIMIT 1") \
  X(INSERT, "INSERT INTO main.memlog_snapshot(key, seq, quiet, value, removed, containers," \
            " expires, sensory_value, sensory_removed, sensory_containers, sensory_expires, gap, sensory_gap)" \
            " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_snapshot_open(MlConn *c) { ML_STMT_OPEN(&c->snapshot_sql, c->db, statements); }

/* Reads a place from the columns of position and quiet; 0 if there is none. */
static i64 place_read(sqlite3_stmt *st) {
  i64 seq = sqlite3_column_type(st, 0) == SQLITE_INTEGER ? sqlite3_column_int64(st, 0) : 0;
  i64 quiet = sqlite3_column_type(st, 1) == SQLITE_INTEGER ? sqlite3_column_int64(st, 1) : -1;
  if (seq < 1 || quiet < 0 || quiet > 1) return 0;
  return ml_event_place((int)quiet, seq);
}

static const char wrong_place[] = "its position is below 1, or quiet is neither 0 nor 1";

#define STATE_COLUMNS 4

/* The columns of one scope. 0: no text. */
static int state_read(sqlite3_stmt *st, int i, MlChange *state) {
  MlText *column[] = {&state->value, &state->removed, &state->containers, &state->expires};
  for (int k = 0; k < STATE_COLUMNS; k++) {
    int type = sqlite3_column_type(st, i + k);
    if (type != SQLITE_NULL && type != SQLITE_TEXT) return 0;
    *column[k] = ml_stmt_column(st, i + k);
  }
  return 1;
}

#define GAP_COLUMN (3 + STATE_COLUMNS * ML_SCOPES)

/* Where the gap of a scope began. 0: that is no position before the snapshot's. */
static int gap_read(sqlite3_stmt *st, int scope, MlSnapshot *s) {
  int type = sqlite3_column_type(st, GAP_COLUMN + scope);
  if (type == SQLITE_NULL) return 1;
  s->gap[scope] = type == SQLITE_INTEGER ? sqlite3_column_int64(st, GAP_COLUMN + scope) : 0;
  return s->gap[scope] > 0 && s->gap[scope] <= ml_event_position(s->place);
}

const char *ml_snapshot_read(sqlite3_stmt *st, MlText *key, MlSnapshot *s) {
  memset(s, 0, sizeof(*s));
  int is_key = sqlite3_column_type(st, 2) == SQLITE_TEXT;
  *key = ml_stmt_column(st, 2);
  if (!is_key) return "key is no text";
  s->place = place_read(st);
  if (!s->place) return wrong_place;
  for (int i = 0; i < ML_SCOPES; i++) {
    if (!state_read(st, 3 + STATE_COLUMNS * i, &s->state[i])) return "its state is no text";
    if (!gap_read(st, i, s)) return "the gap it stands in begins at no position before it";
  }
  s->by_reference = s->state[ML_SHORT_TERM].value.p == NULL;
  for (int i = 0; i < ML_SCOPES && s->by_reference; i++) {
    const MlChange *x = &s->state[i];
    if (x->value.p || x->removed.p || x->containers.p || x->expires.p || s->gap[i]) {
      return "it refers to a state, but carries one, too";
    }
  }
  return NULL;
}

static int snapshot_damaged(MlText key, i64 seq, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: snapshot of key %s at position %lld: it is damaged: %s",
                    ml_err_show(show, key), seq, why);
}

/* A row that is not where it was looked for: callers go from snapshot to snapshot, and would never end. */
static const char wrong_index[] = "the index does not lead to the rows (see PRAGMA integrity_check)";

int ml_snapshot_find(MlConn *c, MlText key, i64 upto, MlSnapshot *s, sqlite3_stmt **st, MlErr *e) {
  memset(s, 0, sizeof(*s));
  int rc = ml_stmt_take(&c->snapshot_sql, FIND, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_int64(*st, 2, upto);
  if (sqlite3_step(*st) == SQLITE_ROW) {
    MlText found;
    const char *wrong = ml_snapshot_read(*st, &found, s);
    if (!wrong && (ml_event_position(s->place) > upto || !ml_text_same(found, key))) wrong = wrong_index;
    if (!wrong) return SQLITE_OK;
    snapshot_damaged(key, sqlite3_column_int64(*st, 0), wrong, e);
  }
  *s = (MlSnapshot){0};
  rc = ml_snapshot_done(c, *st, e);
  *st = NULL;
  return rc ? rc : e->rc;
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
  *place = 0;
  if (sqlite3_step(st) == SQLITE_ROW) {
    *place = place_read(st);
    if (ml_event_position(*place) <= after)
      snapshot_damaged(key, sqlite3_column_int64(st, 0), *place ? wrong_index : wrong_place, e);
  }
  rc = ml_snapshot_done(c, st, e);
  return rc ? rc : e->rc;
}

int ml_snapshot_insert(MlConn *c, MlText key, const MlSnapshot *s, MlErr *e) {
  sqlite3_stmt *st;
  i64 bytes = key.n;
  for (int i = 0; i < ML_SCOPES; i++) {
    bytes += s->state[i].value.n + s->state[i].removed.n + s->state[i].containers.n + s->state[i].expires.n;
  }
  int rc = ml_conn_check_length(c, bytes, "a snapshot", e);
  if (!rc) rc = ml_stmt_take(&c->snapshot_sql, INSERT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  sqlite3_bind_int64(st, 2, ml_event_position(s->place));
  sqlite3_bind_int64(st, 3, s->place < 0);
  for (int i = 0; i < ML_SCOPES && !s->by_reference; i++) {
    int at = 4 + STATE_COLUMNS * i;
    ml_stmt_text(st, at, s->state[i].value);
    ml_stmt_text(st, at + 1, s->state[i].removed);
    ml_stmt_text(st, at + 2, s->state[i].containers);
    ml_stmt_text(st, at + 3, s->state[i].expires);
    if (s->gap[i]) sqlite3_bind_int64(st, 1 + GAP_COLUMN + i, s->gap[i]);
  }
  return ml_conn_write_one(c, &c->snapshot_sql, st, &c->permit.snapshot, "memlog_snapshot", e);
}
