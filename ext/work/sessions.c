#include "sessions.h"

#include "../data/json.h"
#include "../store/cell_scan.h"
#include "../store/meta.h"
#include "list.h"

#include <string.h>

#define SUMMARISED "conversation.summary.through"

void ml_sessions_free(MlSessions *s) {
  ml_buf_free(&s->text);
  s->at = 0;
}

void ml_sessions_row_free(MlSessionsRow *row) {
  MlBuf *const b[] = {&row->user, &row->agent, &row->judge, &row->error};
  for (size_t i = 0; i < sizeof(b) / sizeof(*b); i++) ml_buf_free(b[i]);
}

static MlNodeId node_of(MlText session, MlText path) { return (MlNodeId){session, ML_SHORT_TERM, path}; }

static int has_list(MlConn *c, MlText session, int *yes, MlErr *e) {
  MlNodeId id = node_of(session, ML_SESSION_LIST);
  MlCellKind kind;
  int rc = ml_cell_kind(c, &id, &kind, NULL, e);
  *yes = !rc && kind == ML_CELL_LIST;
  return rc;
}

static int name_add(MlSessions *s, MlText name, MlErr *e) {
  ml_buf_text(&s->text, name);
  ml_buf_char(&s->text, 0);
  return s->text.rc ? ml_err_buf(e, s->text.rc, "the names of sessions") : SQLITE_OK;
}

/* ---- names ---- */

static int with_list(MlConn *c, MlSessions *s, MlErr *e) {
  sqlite3_value *at = NULL;
  MlBuf key = ml_conn_scratch(c);
  int more = 1, yes;
  int rc = SQLITE_OK;
  while (!rc && more) {
    rc = ml_cell_next_key(c, &at, &key, &more, e);
    if (!rc && more) rc = has_list(c, ml_buf_view(&key), &yes, e);
    if (!rc && more && yes) rc = name_add(s, ml_buf_view(&key), e);
  }
  ml_cell_key_free(&at);
  ml_conn_give(c, &key);
  return rc;
}

static int without_list(MlConn *c, MlSessions *s, MlErr *e) {
  sqlite3_stmt *st;
  MlSession x;
  int there, more = 1, yes;
  int rc = ml_session_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_session_scan(c, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_session_next(c, st, &x, &more, e);
    if (!rc && more) rc = has_list(c, x.session, &yes, e);
    if (!rc && more && !yes) rc = name_add(s, x.session, e);
  }
  int rc2 = ml_session_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_sessions_find(MlConn *c, MlText only, MlSessions *s, MlErr *e) {
  sqlite3_stmt *hold = NULL;
  int there;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  if (only.p) return only.n && !memchr(only.p, 0, (size_t)only.n) ? name_add(s, only, e) : SQLITE_OK;
  rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = with_list(c, s, e);
  if (!rc) rc = without_list(c, s, e);
  if (hold) ml_meta_release(c, hold);
  return rc;
}

/* ---- rows ---- */

static int messages_count(MlConn *c, MlText session, i64 through, MlSessionsRow *row, MlErr *e) {
  MlNodeId id = node_of(session, ML_SESSION_LIST);
  MlCellKind kind;
  MlListRow list;
  int found;
  int rc = ml_cell_kind(c, &id, &kind, &list, e);
  if (rc || kind != ML_CELL_LIST) return rc;
  rc = ml_list_length(c, &id, &row->messages, &found, e);
  if (rc || !found) return rc;
  i64 from = through > list.next ? 0 : through;
  if (from < list.first) from = list.first;
  row->pending = list.last >= from ? list.last - from + 1 : 0;
  if (row->pending > row->messages) row->pending = row->messages;
  return SQLITE_OK;
}

static int summarised_find(MlConn *c, MlText session, MlSessionsRow *row, MlErr *e) {
  MlNodeId id = node_of(session, ML_TEXT(SUMMARISED));
  MlNow now = {0};
  MlCell cell;
  int gone = 0;
  int rc = ml_cell_find(c, &id, &cell, e);
  if (rc) return rc;
  if (cell.kind == ML_CELL_VALUE) rc = ml_expire_gone(c, &id, &cell, &now, &gone, e);
  int is_number = cell.kind == ML_CELL_VALUE && !gone && ml_json_get_integer(cell.value, &row->summarised);
  if (!is_number || row->summarised < 0) row->summarised = -1;
  int rc2 = ml_cell_done(c, &cell, e);
  return rc ? rc : rc2;
}

static int session_find(MlConn *c, MlText session, i64 *through, MlSessionsRow *row, int *found, MlErr *e) {
  MlSession s;
  sqlite3_stmt *st = NULL;
  int there;
  *found = 0;
  *through = 0;
  int rc = ml_session_there(c, &there, e);
  if (!rc && there) rc = ml_session_find(c, session, &s, &st, found, e);
  if (rc || !there) return rc;
  if (*found) {
    *through = s.through;
    row->ended = s.ended;
    ml_buf_text(&row->user, s.user);
    ml_buf_text(&row->agent, s.agent);
    ml_buf_text(&row->judge, s.judge);
    ml_buf_text(&row->error, s.error);
  }
  rc = ml_session_done(c, st, e);
  int failed = row->user.rc || row->agent.rc || row->judge.rc || row->error.rc;
  return !rc && failed ? ml_err_nomem(e) : rc;
}

static int row_read(MlConn *c, MlSessionsRow *row, int *there, MlErr *e) {
  i64 through;
  int ended, listed = 0;
  int rc = session_find(c, row->session, &through, row, &ended, e);
  if (!rc) rc = has_list(c, row->session, &listed, e);
  if (!rc && listed) rc = messages_count(c, row->session, through, row, e);
  if (!rc) rc = summarised_find(c, row->session, row, e);
  *there = !rc && (ended || listed);
  return rc;
}

int ml_sessions_next(MlConn *c, MlSessions *s, MlSessionsRow *row, int *more, MlErr *e) {
  int rc = SQLITE_OK;
  *more = 0;
  while (!rc && !*more && s->at < s->text.n) {
    MlBuf *const b[] = {&row->user, &row->agent, &row->judge, &row->error};
    sqlite3_stmt *hold = NULL;
    const char *name = s->text.p + s->at;
    for (size_t i = 0; i < sizeof(b) / sizeof(*b); i++) ml_buf_cut(b[i], 0);
    row->session = ml_text_of(name);
    row->messages = row->pending = 0;
    row->summarised = row->ended = -1;
    s->at += row->session.n + 1;
    rc = ml_meta_hold(c, &hold, e);
    if (!rc) rc = row_read(c, row, more, e);
    if (hold) ml_meta_release(c, hold);
  }
  return rc;
}
