#include "position.h"

#include "../data/clock.h"
#include "../data/value.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "expire.h"

#include <string.h>

int ml_position_tail(MlConn *c, MlTail *t, MlErr *e) {
  sqlite3_stmt *hold;
  int there;
  *t = (MlTail){0};
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = ml_log_tail(c, t, e);
  if (!rc && !t->seq) rc = ml_meta_anchor(c, t, &there, e);
  ml_meta_release(c, hold);
  return rc;
}

int ml_position_last(MlConn *c, i64 *seq, MlErr *e) {
  MlTail t;
  int rc = ml_position_tail(c, &t, e);
  *seq = t.seq;
  return rc;
}

/* The newest position at or before a time. Where the log was pruned up to, its state is still known. */
static int time_resolve(MlConn *c, i64 us, i64 *seq, MlErr *e) {
  MlTail t;
  int found;
  int rc = ml_log_position_at(c, us, seq, e);
  if (rc || *seq) return rc;
  rc = ml_meta_anchor(c, &t, &found, e);
  if (!rc && found && t.time <= us) *seq = t.seq;
  return rc;
}

/* That of an event which is not there: it may be the one that the log was pruned up to. */
static int id_resolve(MlConn *c, const MlUuid *id, MlText shown, i64 *seq, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlTail t;
  int found;
  int rc = ml_meta_anchor(c, &t, &found, e);
  if (rc) return rc;
  if (found && memcmp(id->b, t.id.b, sizeof(t.id.b)) == 0) {
    *seq = t.seq;
    return SQLITE_OK;
  }
  ml_err_show(show, shown);
  i64 at = ml_log_seq_of(id);
  if (found && at > 0 && at < t.seq) return ml_meta_pruned_refuse(&t, show, e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: moment %s: there is no such event in this file", show);
}

static int moment_resolve(MlConn *c, const MlMoment *m, MlText shown, i64 *seq, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlUuid id;
  i64 place = 0;
  int there;
  int rc = ml_meta_installed(c, &there, e);
  *seq = 0;
  if (rc) return rc;
  switch (m->kind) {
  case ML_AT_SEQ:
    *seq = m->n;
    return SQLITE_OK;
  case ML_AT_LAST:
    return ml_position_last(c, seq, e);
  case ML_AT_TIME:
    return there ? time_resolve(c, m->n, seq, e) : SQLITE_OK;
  default:
    memcpy(id.b, m->id, sizeof(id.b));
    rc = there ? ml_log_place_of(c, &id, &place, e) : SQLITE_OK;
    *seq = ml_event_position(place);
    if (rc || place) return rc;
    if (there) return id_resolve(c, &id, shown, seq, e);
    return ml_err_set(e, SQLITE_ERROR, "memlog: moment %s: there is no such event in this file",
                      ml_err_show(show, shown));
  }
}

int ml_position_when(MlConn *c, sqlite3_value *v, MlWhen *w, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlMoment m;
  const char *wrong;
  MlText shown = {NULL, 0};
  switch (sqlite3_value_type(v)) {
  case SQLITE_INTEGER:
    wrong = ml_moment_read_integer(sqlite3_value_int64(v), &m);
    break;
  case SQLITE_FLOAT:
    wrong = ml_moment_read_number(sqlite3_value_double(v), &m);
    break;
  case SQLITE_TEXT:
    shown = ml_value_text(v);
    wrong = ml_moment_read(shown, ml_conn_now(c), &m);
    break;
  case SQLITE_NULL:
    return ml_err_set(e, SQLITE_ERROR, "memlog: moment: it is NULL; write a time, an event's id, '#N' or '#last'");
  default:
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: moment: it is a blob; write a time, an event's id, '#N' or '#last'");
  }
  if (wrong) {
    if (!shown.p) shown = ml_value_text(v);
    return ml_err_set(e, SQLITE_ERROR, "memlog: moment %s: %s", ml_err_show(show, shown), wrong);
  }
  w->kind = m.kind;
  w->us = m.n;
  return moment_resolve(c, &m, shown, &w->seq, e);
}

int ml_position_json(MlConn *c, MlText json, MlWhen *w, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf scratch = ml_conn_scratch(c);
  MlMoment m = {.kind = ML_AT_LAST};
  MlText shown = json;
  double seconds;
  i64 whole;
  const char *wrong = "write a time, an event's id, '#N' or '#last'";
  if (ml_json_get_integer(json, &whole)) {
    wrong = ml_moment_read_integer(whole, &m);
  } else if (ml_json_get_real(json, &seconds)) {
    wrong = ml_moment_read_number(seconds, &m);
  } else if (ml_json_type(json) == ML_STRING) {
    shown = ml_json_bare(json, &scratch);
    if (shown.p) wrong = ml_moment_read(shown, ml_conn_now(c), &m);
  }
  int rc = shown.p ? SQLITE_OK : ml_err_nomem(e);
  if (!rc && wrong) rc = ml_err_set(e, SQLITE_ERROR, "memlog: moment %s: %s", ml_err_show(show, shown), wrong);
  w->kind = m.kind;
  w->us = m.n;
  if (!rc) rc = moment_resolve(c, &m, shown, &w->seq, e);
  ml_conn_give(c, &scratch);
  return rc;
}

int ml_position_of(MlConn *c, sqlite3_value *v, i64 *seq, MlErr *e) {
  MlWhen w = {0};
  int rc = ml_position_when(c, v, &w, e);
  *seq = w.seq;
  return rc;
}

/* The time of the newest row at or before a position; where that was pruned, the time of the cut. */
static int row_time(MlConn *c, i64 seq, i64 *us, MlErr *e) {
  MlTail anchor = {0};
  int pruned = 0;
  int rc = ml_log_time_upto(c, seq, us, e);
  if (!rc && !*us) rc = ml_meta_anchor(c, &anchor, &pruned, e);
  if (pruned && anchor.seq <= seq) *us = anchor.time;
  return rc;
}

int ml_position_clock(MlConn *c, const MlWhen *w, i64 *ms, MlErr *e) {
  i64 last, us = w->us;
  MlNow now = {0};
  int rc = SQLITE_OK;
  if (w->kind != ML_AT_TIME) {
    rc = ml_position_last(c, &last, e);
    if (!rc && w->seq >= last) {
      rc = ml_expire_now(c, &now, e);
      *ms = now.ms;
      return rc;
    }
    if (!rc) rc = row_time(c, w->seq, &us, e);
  }
  *ms = us / 1000;
  return rc;
}
