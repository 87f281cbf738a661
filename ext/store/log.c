#include "log.h"

#include "origin.h"

#include <string.h>

/* clang-format off */
#define VALUES "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"
#define BOTH(X, name, before, after) \
  X(EVENT_##name, before "main.memlog_event" after) \
  X(QUIET_##name, before "main.memlog_quiet" after)
#define FILLED "seq, skew, kind, key, iif(?3, value, NULL), iif(?3, removed, NULL), iif(?3, containers, NULL)," \
  " iif(?3, before, NULL), run, action, step, cause, meta, prev, chain, digest, iif(?3, expires, NULL)"
#define STRETCH " WHERE seq BETWEEN ?1 AND ?2 AND (?4 IS NULL OR kind=?4) AND (?5 IS NULL OR key=?5)"
#define SCAN_EVENT "SELECT " FILLED ", 0 FROM main.memlog_event" STRETCH
#define SCAN_BOTH  SCAN_EVENT " UNION ALL SELECT " FILLED ", 1 FROM main.memlog_quiet" STRETCH
#define STATEMENTS(X) \
  X(SCAN_EVENT_UP,   SCAN_EVENT " ORDER BY seq") \
  X(SCAN_EVENT_DOWN, SCAN_EVENT " ORDER BY seq DESC") \
  X(SCAN_BOTH_UP,    SCAN_BOTH " ORDER BY seq") \
  X(SCAN_BOTH_DOWN,  SCAN_BOTH " ORDER BY seq DESC") \
  BOTH(X, TAIL,   "SELECT seq, skew, chain FROM ", " ORDER BY seq DESC LIMIT 1") \
  BOTH(X, INSERT, "INSERT INTO ", "(" ML_LOG_COLUMNS ") VALUES" VALUES) \
  BOTH(X, GET,    "SELECT " ML_LOG_COLUMNS " FROM ", " WHERE seq=?1") \
  BOTH(X, AFTER,  "SELECT seq, skew FROM ", " WHERE seq>?1 ORDER BY seq LIMIT 1") \
  BOTH(X, UPTO,   "SELECT max(seq) FROM ", " WHERE seq<=?1") \
  BOTH(X, BACK,   "SELECT seq, kind, prev, key, value, removed, containers, expires, skew, run, action," \
                  " cause FROM ", \
                  " WHERE seq<=?1 ORDER BY seq DESC") \
  BOTH(X, LINK,   "SELECT seq, prev, key FROM ", " WHERE seq=?1") \
  X(NEAR,         "SELECT seq, key FROM main.memlog_event WHERE seq>=?1 ORDER BY seq") \
  X(COUNT,        "SELECT max(seq), count(*) FROM (SELECT seq FROM main.memlog_event WHERE seq>?1 AND seq<=?2" \
                  " ORDER BY seq LIMIT ?3)")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

/* Statements come in pairs, the one on memlog_event first. */
#define WHICH(name, quiet) ((quiet) ? QUIET_##name : EVENT_##name)

void ml_log_open(MlConn *c) { ML_STMT_OPEN(&c->log_sql, c->db, statements); }

static const char *table_name(int quiet) { return quiet ? "memlog_quiet" : "memlog_event"; }

/* Version 8: 48 bits of milliseconds, the microseconds' remainder in 12 bits, then the chain, whose first two bits
** are the variant. */
MlUuid ml_log_id(i64 seq, i64 chain) {
  MlUuid u;
  u64 ms = (u64)seq / 1000;
  u32 rest = (u32)((u64)seq % 1000);
  for (int i = 0; i < 6; i++) u.b[i] = (u8)(ms >> (40 - 8 * i));
  u.b[6] = (u8)(0x80 | (rest >> 8));
  u.b[7] = (u8)rest;
  for (int i = 0; i < 8; i++) u.b[8 + i] = (u8)((u64)chain >> (56 - 8 * i));
  return u;
}

i64 ml_log_chain_of(const MlUuid *id) {
  u64 chain = 0;
  for (int i = 8; i < 16; i++) chain = chain << 8 | id->b[i];
  return (i64)chain;
}

i64 ml_log_seq_of(const MlUuid *id) {
  u64 ms = 0;
  for (int i = 0; i < 6; i++) ms = (ms << 8) | id->b[i];
  u64 rest = ((u64)(id->b[6] & 15) << 8) | id->b[7];
  if (rest >= 1000 || ms > (u64)INT64_MAX / 1000 - 1) return 0;
  return (i64)(ms * 1000 + rest);
}

static int tail_read(MlConn *c, int quiet, MlTail *t, MlErr *e) {
  static const u8 columns[] = {ML_LOG_SEQ, ML_LOG_SKEW, ML_LOG_CHAIN};
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->log_sql, WHICH(TAIL, quiet), &st, e);
  if (rc) return rc;
  memset(t, 0, sizeof(*t));
  if (sqlite3_step(st) == SQLITE_ROW) {
    MlRow r = {.quiet = (u8)quiet};
    rc = ml_log_row_some(st, 0, columns, 3, &r, e);
    *t = (MlTail){r.seq, ml_event_minus(r.seq, r.skew), ml_log_id(r.seq, r.chain)};
  }
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_log_quiet_tail(MlConn *c, MlTail *t, MlErr *e) { return tail_read(c, 1, t, e); }

int ml_log_tail(MlConn *c, MlTail *t, MlErr *e) {
  MlTail quiet = {0};
  int rc = tail_read(c, 0, t, e);
  if (!rc) rc = tail_read(c, 1, &quiet, e);
  if (!rc && quiet.seq > t->seq) *t = quiet;
  return rc;
}

static void number_bind(sqlite3_stmt *st, int i, i64 v) {
  if (v) sqlite3_bind_int64(st, i, v);
}

static int kind_bind(sqlite3_stmt *st, int i, MlKind kind, MlText type) {
  if (kind == ML_KIND_HOST) return ml_stmt_text(st, i, type);
  if (kind < ML_KIND_NAMED) return sqlite3_bind_int64(st, i, kind);
  return sqlite3_bind_text(st, i, ml_event_type((int)kind), -1, SQLITE_STATIC);
}

static void row_bind(sqlite3_stmt *st, const MlRow *r) {
  sqlite3_bind_int64(st, 1, r->seq);
  number_bind(st, 2, r->skew);
  kind_bind(st, 3, r->kind, r->type);
  ml_stmt_text(st, 4, r->key);
  ml_stmt_text(st, 5, r->value);
  ml_stmt_text(st, 6, r->removed);
  ml_stmt_text(st, 7, r->containers);
  ml_stmt_text(st, 8, r->before);
  number_bind(st, 9, r->run);
  ml_stmt_text(st, 10, r->action);
  sqlite3_bind_int64(st, 11, r->step);
  number_bind(st, 12, r->cause);
  ml_stmt_text(st, 13, r->meta);
  number_bind(st, 14, r->prev);
  sqlite3_bind_int64(st, 15, r->chain);
  if (r->has_digest) sqlite3_bind_blob(st, 16, r->digest.b, 16, SQLITE_STATIC);
  ml_stmt_text(st, 17, r->expires);
}

/* While a transaction is being committed SQLITE_LOCKED means one thing: a virtual table is to be written. */
static int insert_failed(MlConn *c, int rc, MlErr *e) {
  if (sqlite3_extended_errcode(c->db) != SQLITE_LOCKED) return ml_err_db(e, c->db, rc, "writing the log");
  return ml_err_set(
      e, rc,
      "memlog: events: a listener writes a virtual table, which cannot be done in COMMIT: call mem_flush() "
      "before it");
}

int ml_log_insert(MlConn *c, const MlRow *r, MlErr *e) {
  sqlite3_stmt *st;
  i64 *permit = r->quiet ? &c->permit.quiet : &c->permit.event;
  int rc = ml_stmt_take(&c->log_sql, WHICH(INSERT, r->quiet), &st, e);
  if (rc) return rc;
  row_bind(st, r);
  i64 before = *permit;
  *permit = 1;
  c->storing += r->quiet; /* listeners are triggers on memlog_event alone */
  rc = ml_stmt_finish(st);
  c->storing -= r->quiet;
  i64 left = *permit;
  *permit = before;
  i64 changed = rc == SQLITE_DONE ? sqlite3_changes64(c->db) : 0;
  int rc2 = ml_stmt_give(&c->log_sql, st);
  if (rc != SQLITE_DONE) return insert_failed(c, rc2 ? rc2 : rc, e);
  if (changed != 1) {
    return ml_err_set(e, SQLITE_CONSTRAINT, "memlog: %s: a trigger swallowed the row of %s with RAISE(IGNORE)",
                      table_name(r->quiet), r->kind == ML_KIND_HOST ? "a host's event" : ml_event_type((int)r->kind));
  }
  return left ? ml_conn_no_triggers(e, table_name(r->quiet)) : SQLITE_OK;
}

int ml_log_get(MlConn *c, i64 place, MlRow *r, sqlite3_stmt **st, int *found, MlErr *e) {
  int rc = ml_stmt_take(&c->log_sql, WHICH(GET, place < 0), st, e);
  if (rc) return rc;
  sqlite3_bind_int64(*st, 1, ml_event_position(place));
  *found = sqlite3_step(*st) == SQLITE_ROW;
  if (*found) rc = ml_log_row_read(*st, place < 0, r, e);
  if (*found && !rc) return SQLITE_OK;
  int rc2 = ml_log_done(c, *st, e);
  *st = NULL;
  return rc ? rc : rc2;
}

int ml_log_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->log_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading the log") : SQLITE_OK;
}

/* The first row after a position: 0 in *seq if there is none. */
static int row_after(MlConn *c, int quiet, i64 after, i64 *seq, i64 *time, MlErr *e) {
  static const u8 columns[] = {ML_LOG_SEQ, ML_LOG_SKEW};
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->log_sql, WHICH(AFTER, quiet), &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, after);
  MlRow r = {.quiet = (u8)quiet};
  if (sqlite3_step(st) == SQLITE_ROW) rc = ml_log_row_some(st, 0, columns, 2, &r, e);
  *seq = r.seq;
  *time = ml_event_minus(r.seq, r.skew);
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

static int row_upto(MlConn *c, int quiet, i64 upto, i64 *seq, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->log_sql, WHICH(UPTO, quiet), &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, upto);
  *seq = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
  return ml_log_done(c, st, e);
}

/* Times never fall with positions and no position is below its time. So rows up to position us belong, and of
** those behind it a bisection finds the last that does; mostly the very next one does not. */
static int table_position_at(MlConn *c, int quiet, i64 us, i64 *seq, MlErr *e) {
  i64 s, t, low = us, high = INT64_MAX;
  int rc = row_upto(c, quiet, us, seq, e);
  while (!rc && low < high) {
    i64 middle = *seq <= us ? us : low + (high - low) / 2;
    rc = row_after(c, quiet, middle, &s, &t, e);
    if (rc) return rc;
    if (s && t <= us) {
      *seq = low = s;
    } else if (*seq <= us) {
      return SQLITE_OK;
    } else {
      high = middle;
    }
  }
  return rc;
}

int ml_log_position_at(MlConn *c, i64 us, i64 *seq, MlErr *e) {
  i64 quiet;
  int rc = table_position_at(c, 0, us, seq, e);
  if (!rc) rc = table_position_at(c, 1, us, &quiet, e);
  if (!rc && quiet > *seq) *seq = quiet;
  return rc;
}

/* The place of the row at a position; id: only if it is called so. */
static int place_at(MlConn *c, i64 seq, const MlUuid *id, i64 *place, MlErr *e) {
  for (int quiet = 0; seq > 0 && quiet < 2 && !*place; quiet++) {
    MlRow r;
    sqlite3_stmt *st;
    int found;
    int rc = ml_log_get(c, ml_event_place(quiet, seq), &r, &st, &found, e);
    if (rc) return rc;
    if (found) {
      MlUuid u = ml_log_id(seq, r.chain);
      if (!id || memcmp(u.b, id->b, sizeof(u.b)) == 0) *place = ml_event_place(quiet, seq);
      rc = ml_log_done(c, st, e);
      if (rc) return rc;
    }
  }
  return SQLITE_OK;
}

int ml_log_place_of(MlConn *c, const MlUuid *id, i64 *place, MlErr *e) {
  i64 seq;
  *place = 0;
  int rc = place_at(c, ml_log_seq_of(id), id, place, e);
  if (rc || *place) return rc;
  rc = ml_origin_find(c, id, &seq, e);
  return rc ? rc : place_at(c, seq, NULL, place, e);
}

int ml_log_time_of(MlConn *c, i64 place, i64 *us, MlErr *e) {
  i64 at = ml_event_position(place), seq;
  *us = 0;
  int rc = row_after(c, place < 0, at - 1, &seq, us, e);
  if (!rc && seq != at) *us = 0;
  return rc;
}

int ml_log_time_upto(MlConn *c, i64 seq, i64 *us, MlErr *e) {
  i64 event, quiet;
  *us = 0;
  int rc = row_upto(c, 0, seq, &event, e);
  if (!rc) rc = row_upto(c, 1, seq, &quiet, e);
  if (rc || (!event && !quiet)) return rc;
  return ml_log_time_of(c, ml_event_place(quiet > event, quiet > event ? quiet : event), us, e);
}

int ml_log_scan(MlConn *c, const MlScan *s, sqlite3_stmt **st, MlErr *e) {
  int up = s->quiet ? SCAN_BOTH_UP : SCAN_EVENT_UP, down = s->quiet ? SCAN_BOTH_DOWN : SCAN_EVENT_DOWN;
  int rc = ml_stmt_take(&c->log_sql, s->newest_first ? down : up, st, e);
  if (rc) return rc;
  sqlite3_bind_int64(*st, 1, s->low);
  sqlite3_bind_int64(*st, 2, s->high);
  sqlite3_bind_int(*st, 3, !s->bare);
  if (s->of_kind) rc = kind_bind(*st, 4, s->kind, s->type);
  if (!rc) rc = ml_stmt_text(*st, 5, s->key);
  if (!rc) return SQLITE_OK;
  ml_err_db(e, c->db, rc, "reading the log");
  ml_stmt_give(&c->log_sql, *st);
  *st = NULL;
  return rc;
}

int ml_log_scan_next(MlConn *c, sqlite3_stmt *st, MlRow *r, int *more, MlErr *e) {
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  if (rc == SQLITE_DONE) return SQLITE_OK;
  if (!*more) return ml_err_db(e, c->db, rc, "reading the log");
  return ml_log_row_read(st, sqlite3_column_int(st, 17), r, e);
}

int ml_log_previous(const MlRow *r, i64 *place) {
  *place = 0;
  if (r->seq < 1 || r->prev <= -r->seq || r->prev >= r->seq) return 0;
  if (r->prev > 0) *place = r->seq - r->prev;
  if (r->prev < 0) *place = -(r->seq + r->prev);
  return 1;
}

int ml_log_before(MlConn *c, MlText key, i64 seq, i64 *place, MlErr *e) {
  MlScan s = {.low = 1, .high = seq - 1, .quiet = 1, .newest_first = 1, .bare = 1, .key = key};
  MlRow r;
  sqlite3_stmt *st;
  int found;
  *place = 0;
  int rc = ml_log_scan(c, &s, &st, e);
  if (rc) return rc;
  rc = ml_log_scan_next(c, st, &r, &found, e);
  if (!rc && found) *place = ml_event_place(r.quiet, r.seq);
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

#define BACK_FIRST 8 /* columns that are read of every row */
#define BACK_STEPS 2 /* stepping over so many rows of other keys costs less than a new search */

static int back_step(MlConn *c, MlBack *b, int quiet, MlErr *e) {
  int rc = sqlite3_step(b->st[quiet]);
  b->at[quiet] = rc == SQLITE_ROW ? sqlite3_column_int64(b->st[quiet], 0) : 0;
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading the log");
}

/* Brings the statement to the newest row at or before seq. Where steps did not lead there once, no more are tried. */
static int back_seek(MlConn *c, MlBack *b, int quiet, i64 seq, MlErr *e) {
  int rc = SQLITE_OK;
  if (b->at[quiet] == seq) return SQLITE_OK;
  if (b->at[quiet] > seq && !b->sparse) {
    for (int i = 0; i < BACK_STEPS && b->at[quiet] > seq && !rc; i++) rc = back_step(c, b, quiet, e);
    if (rc || b->at[quiet] <= seq) return rc;
    b->sparse = 1;
  }
  if (!b->st[quiet]) rc = ml_stmt_take(&c->log_sql, WHICH(BACK, quiet), &b->st[quiet], e);
  if (rc) return rc;
  sqlite3_reset(b->st[quiet]);
  sqlite3_bind_int64(b->st[quiet], 1, seq);
  return back_step(c, b, quiet, e);
}

int ml_log_back(MlConn *c, MlBack *b, i64 place, MlRow *r, int *found, MlErr *e) {
  static const u8 columns[] = {ML_LOG_SEQ,   ML_LOG_KIND,    ML_LOG_PREV,       ML_LOG_KEY,
                               ML_LOG_VALUE, ML_LOG_REMOVED, ML_LOG_CONTAINERS, ML_LOG_EXPIRES};
  int quiet = place < 0;
  i64 seq = ml_event_position(place);
  int rc = back_seek(c, b, quiet, seq, e);
  *found = !rc && b->at[quiet] == seq;
  if (!*found) return rc;
  *r = (MlRow){.quiet = (u8)quiet};
  return ml_log_row_some(b->st[quiet], 0, columns, BACK_FIRST, r, e);
}

int ml_log_back_more(const MlBack *b, MlRow *r, MlErr *e) {
  static const u8 columns[] = {ML_LOG_SKEW, ML_LOG_RUN, ML_LOG_ACTION, ML_LOG_CAUSE};
  return ml_log_row_some(b->st[r->quiet], BACK_FIRST, columns, 4, r, e);
}

void ml_log_back_end(MlConn *c, MlBack *b) {
  for (int q = 0; q < 2; q++) {
    ml_stmt_give(&c->log_sql, b->st[q]);
    b->st[q] = NULL;
    b->at[q] = 0;
  }
}

int ml_log_link(MlConn *c, MlText key, i64 place, i64 *previous, int *found, MlErr *e) {
  static const u8 columns[] = {ML_LOG_SEQ, ML_LOG_PREV, ML_LOG_KEY};
  MlRow r = {.quiet = place < 0};
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->log_sql, WHICH(LINK, place < 0), &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, ml_event_position(place));
  *found = sqlite3_step(st) == SQLITE_ROW;
  if (*found) rc = ml_log_row_some(st, 0, columns, 3, &r, e);
  if (!rc && *found && !ml_text_same(r.key, key)) rc = ml_log_row_damaged(&r, "it is another key's", e);
  if (!rc && *found && !ml_log_previous(&r, previous)) rc = ml_log_row_damaged(&r, "prev leads out of the log", e);
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

#define NEAR_ROWS 4

int ml_log_near(MlConn *c, MlText key, i64 from, i64 *place, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->log_sql, NEAR, &st, e);
  *place = 0;
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, from);
  for (int i = 0; i < NEAR_ROWS && !*place && sqlite3_step(st) == SQLITE_ROW; i++) {
    int is_text = sqlite3_column_type(st, 1) == SQLITE_TEXT;
    if (is_text && ml_text_same(ml_stmt_column(st, 1), key)) *place = sqlite3_column_int64(st, 0);
  }
  return ml_log_done(c, st, e);
}

int ml_log_quiet_first(MlConn *c, i64 *seq, MlErr *e) {
  i64 us;
  return row_after(c, 1, 0, seq, &us, e);
}

int ml_log_count(MlConn *c, i64 after, i64 upto, i64 limit, i64 *last, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  *last = *n = 0;
  int rc = ml_stmt_take(&c->log_sql, COUNT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, after);
  sqlite3_bind_int64(st, 2, upto);
  sqlite3_bind_int64(st, 3, limit);
  if (sqlite3_step(st) == SQLITE_ROW) {
    *last = sqlite3_column_int64(st, 0);
    *n = sqlite3_column_int64(st, 1);
  }
  return ml_log_done(c, st, e);
}

int ml_log_newest_event(MlConn *c, i64 *seq, MlErr *e) { return row_upto(c, 0, INT64_MAX, seq, e); }
