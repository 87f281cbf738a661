#include "session.h"

#include "../data/clock.h"
#include "../data/expiry.h"
#include "meta.h"

#include <string.h>

/* clang-format off */
#define SELECT_SESSION "SELECT session, user, agent, through, ended, judge, error FROM main.memlog_session"
#define STATEMENTS(X) \
  X(FIND,   SELECT_SESSION " WHERE session=?1") \
  X(SCAN,   SELECT_SESSION " ORDER BY session") \
  X(PUT,    "INSERT INTO main.memlog_session(session, user, agent, through, ended, judge, error)" \
            " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(session) DO UPDATE SET user=excluded.user," \
            " agent=excluded.agent, through=excluded.through, ended=ifnull(excluded.ended, ended)," \
            " judge=ifnull(excluded.judge, judge), error=iif(excluded.judge IS NULL, error, excluded.error)") \
  X(ANEW,   "UPDATE main.memlog_session SET through=0 WHERE session=?1") \
  X(KNOWN,  "SELECT at FROM main.memlog_judged WHERE session=?1 AND digest=?2") \
  X(NOTE,   "INSERT INTO main.memlog_judged(session, digest, at) VALUES(?1, ?2, ?3)" \
            " ON CONFLICT(session, digest) DO UPDATE SET at=excluded.at") \
  X(OLD,    "SELECT digest FROM main.memlog_judged WHERE session=?1 AND at<=?2 LIMIT 1") \
  X(FORGET, "DELETE FROM main.memlog_judged WHERE session=?1 AND digest=?2")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_session_open(MlConn *c) { ML_STMT_OPEN(&c->session_sql, c->db, statements); }

int ml_session_there(MlConn *c, int *yes, MlErr *e) {
  int rc = ml_meta_installed(c, yes, e);
  if (!rc && c->version < 3) *yes = 0;
  return rc;
}

int ml_session_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->session_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_session") : SQLITE_OK;
}

/* ---- memlog_session ---- */

static int is_text(sqlite3_stmt *st, int i) { return sqlite3_column_type(st, i) == SQLITE_TEXT; }
static int is_null(sqlite3_stmt *st, int i) { return sqlite3_column_type(st, i) == SQLITE_NULL; }

static int is_number(sqlite3_stmt *st, int i, i64 most) {
  i64 v = sqlite3_column_int64(st, i);
  return sqlite3_column_type(st, i) == SQLITE_INTEGER && v >= 0 && v <= most;
}

/* A name as one is taken: text, not empty, without NUL. */
static int is_name(sqlite3_stmt *st, int i) {
  MlText t = is_text(st, i) ? ml_stmt_column(st, i) : (MlText){NULL, 0};
  return t.n && !memchr(t.p, 0, (size_t)t.n) && ml_text_utf8(t);
}

static int is_judge(sqlite3_stmt *st, int i) {
  MlText t = is_text(st, i) ? ml_stmt_column(st, i) : (MlText){NULL, 0};
  return is_null(st, i) || ml_text_same(t, ML_TEXT("host")) || ml_text_same(t, ML_TEXT("function")) ||
         ml_text_same(t, ML_TEXT("rules"));
}

static const char *row_wrong(sqlite3_stmt *st) {
  if (!is_name(st, 0)) return "session is no name";
  if (!is_null(st, 1) && !is_name(st, 1)) return "user is no name";
  if (!is_null(st, 2) && !is_name(st, 2)) return "agent is no name";
  if (!is_number(st, 3, INT64_MAX)) return "through is no position";
  if (!is_null(st, 4) && !is_number(st, 4, ML_TIME_MAX)) return "ended is no time";
  if (!is_judge(st, 5)) return "judge is none of host, function, rules";
  return is_null(st, 6) || is_text(st, 6) ? NULL : "error is no text";
}

static int row_read(MlConn *c, sqlite3_stmt *st, MlSession *s, MlErr *e) {
  char show[ML_ERR_SHOW];
  const char *wrong = row_wrong(st);
  *s = (MlSession){.ended = -1};
  if (wrong && sqlite3_errcode(c->db) == SQLITE_NOMEM) return ml_err_nomem(e);
  if (wrong) {
    return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_session: the row of session %s is damaged: %s",
                      ml_err_show(show, is_text(st, 0) ? ml_stmt_column(st, 0) : ML_TEXT("?")), wrong);
  }
  s->session = ml_stmt_column(st, 0);
  s->user = ml_stmt_column(st, 1);
  s->agent = ml_stmt_column(st, 2);
  s->through = sqlite3_column_int64(st, 3);
  if (!is_null(st, 4)) s->ended = sqlite3_column_int64(st, 4);
  s->judge = ml_stmt_column(st, 5);
  s->error = ml_stmt_column(st, 6);
  return SQLITE_OK;
}

int ml_session_next(MlConn *c, sqlite3_stmt *st, MlSession *s, int *more, MlErr *e) {
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  if (*more) return row_read(c, st, s, e);
  return rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading memlog_session");
}

int ml_session_find(MlConn *c, MlText session, MlSession *s, sqlite3_stmt **st, int *found, MlErr *e) {
  *s = (MlSession){.ended = -1};
  *found = 0;
  int rc = ml_stmt_take(&c->session_sql, FIND, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, session);
  rc = ml_session_next(c, *st, s, found, e);
  if (!rc && *found) return SQLITE_OK;
  ml_stmt_give(&c->session_sql, *st);
  *st = NULL;
  return rc;
}

int ml_session_scan(MlConn *c, sqlite3_stmt **st, MlErr *e) { return ml_stmt_take(&c->session_sql, SCAN, st, e); }

int ml_session_put(MlConn *c, const MlSession *s, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->session_sql, PUT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, s->session);
  ml_stmt_text(st, 2, s->user);
  ml_stmt_text(st, 3, s->agent);
  sqlite3_bind_int64(st, 4, s->through);
  if (s->ended >= 0) sqlite3_bind_int64(st, 5, s->ended);
  ml_stmt_text(st, 6, s->judge);
  ml_stmt_text(st, 7, s->error);
  return ml_conn_write_one(c, &c->session_sql, st, &c->permit.session, "memlog_session", e);
}

int ml_session_anew(MlConn *c, const MlNodeId *made, MlErr *e) {
  MlSession s;
  sqlite3_stmt *st;
  int there, found;
  if (made->scope != ML_SHORT_TERM || !ml_text_same(made->path, ML_SESSION_LIST)) return SQLITE_OK;
  int rc = ml_session_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_session_find(c, made->key, &s, &st, &found, e);
  int judged = !rc && found && s.through > 0;
  int rc2 = ml_session_done(c, st, e);
  if (rc || rc2 || !judged) return rc ? rc : rc2;
  rc = ml_stmt_take(&c->session_sql, ANEW, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, made->key);
  return ml_conn_write_one(c, &c->session_sql, st, &c->permit.session, "memlog_session", e);
}

/* ---- memlog_judged ---- */

static int judged_damaged(MlText session, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_judged: a row of session %s is damaged: %s",
                    ml_err_show(show, session), why);
}

static int judged_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->session_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_judged") : SQLITE_OK;
}

int ml_judged_known(MlConn *c, MlText session, const MlUuid *digest, i64 now, int *known, MlErr *e) {
  sqlite3_stmt *st;
  *known = 0;
  int rc = ml_stmt_take(&c->session_sql, KNOWN, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, session);
  sqlite3_bind_blob(st, 2, digest->b, sizeof(digest->b), SQLITE_STATIC);
  if (sqlite3_step(st) == SQLITE_ROW) {
    if (!is_number(st, 0, ML_EXPIRES_MAX)) rc = judged_damaged(session, "at is no time", e);
    *known = sqlite3_column_int64(st, 0) > now - ML_JUDGED_MS;
  }
  int rc2 = judged_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_judged_note(MlConn *c, MlText session, const MlUuid *digest, i64 now, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->session_sql, NOTE, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, session);
  sqlite3_bind_blob(st, 2, digest->b, sizeof(digest->b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 3, now);
  return ml_conn_write_one(c, &c->session_sql, st, &c->permit.judged, "memlog_judged", e);
}

/* The digest of one that is old, as it is stored; NULL: there is none. */
static int old_find(MlConn *c, MlText session, i64 now, sqlite3_value **digest, MlErr *e) {
  sqlite3_stmt *st;
  *digest = NULL;
  int rc = ml_stmt_take(&c->session_sql, OLD, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, session);
  sqlite3_bind_int64(st, 2, now - ML_JUDGED_MS);
  if (sqlite3_step(st) == SQLITE_ROW) {
    *digest = sqlite3_value_dup(sqlite3_column_value(st, 0));
    if (!*digest) rc = ml_err_nomem(e);
  }
  int rc2 = judged_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_judged_forget(MlConn *c, MlText session, i64 now, i64 most, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && most-- > 0) {
    sqlite3_value *digest;
    sqlite3_stmt *st;
    rc = old_find(c, session, now, &digest, e);
    if (rc || !digest) return rc;
    rc = ml_stmt_take(&c->session_sql, FORGET, &st, e);
    if (!rc) {
      ml_stmt_text(st, 1, session);
      sqlite3_bind_value(st, 2, digest);
      rc = ml_conn_write_one(c, &c->session_sql, st, &c->permit.judged, "memlog_judged", e);
    }
    sqlite3_value_free(digest);
  }
  return rc;
}
