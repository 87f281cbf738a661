#include "history.h"

#include "../store/snapshot.h"
#include "rebuild.h"

#define PASSED_MAX 256 /* rows: waiting longer for a value costs more than asking the snapshot */

/* ---- oldest first: from snapshot to snapshot ---- */

static int stretch_up(MlConn *c, MlHistory *h, int *more, MlErr *e) {
  i64 upper;
  *more = h->last && h->next < ml_event_position(h->last);
  if (!*more) return SQLITE_OK;
  int rc = ml_snapshot_after(c, h->key, h->next, &upper, e);
  if (rc) return rc;
  if (!upper || ml_event_position(upper) > ml_event_position(h->last)) upper = h->last;
  h->next = ml_event_position(upper);
  return ml_stretch_load(c, &h->s, upper, e);
}

/* ---- newest first ---- */

/* Whatever waits begins the stretch: its rows are told in order, from a state that is known. */
static int stretch_down(MlConn *c, MlHistory *h, int *more, MlErr *e) {
  i64 upper = h->waiting < 0 ? h->next : h->wait[h->waiting].place;
  h->waiting = -1;
  *more = upper && ml_event_position(upper) >= h->low;
  if (!*more) return SQLITE_OK;
  int rc = ml_stretch_load(c, &h->s, upper, e);
  h->next = h->s.lower;
  return rc;
}

static int wait_fill(MlHistory *h, MlHistoryWait *w, i64 place, const MlRow *r, MlText value, MlErr *e) {
  ml_buf_cut(&w->text, 0);
  ml_buf_text(&w->text, value);
  ml_buf_text(&w->text, r->action);
  if (w->text.rc) return ml_err_nomem(e);
  w->place = place;
  w->row = (MlStretchRow){
      .seq = r->seq, .time = ml_event_minus(r->seq, r->skew), .kind = r->kind, .run = r->run, .cause = r->cause};
  if (r->action.p) w->row.action = (MlText){w->text.p + value.n, r->action.n};
  w->change = (MlStretchChange){.kind = ML_CHANGE_SET, .path = h->top, .after = {w->text.p, value.n}};
  w->change.after_type = ml_json_type(w->change.after);
  return SQLITE_OK;
}

/* Takes a row that wrote the path's value and nothing else of it. *told: the one that waited knows now what it found.
 */
static int wait_take(MlHistory *h, i64 place, const MlRow *r, MlText value, int *told, MlErr *e) {
  MlHistoryWait *before = &h->wait[h->waiting == 0], *w = h->waiting < 0 ? NULL : &h->wait[h->waiting];
  int rc = wait_fill(h, before, place, r, value, e);
  if (rc) return rc;
  h->waiting = r->seq < h->low ? -1 : h->waiting == 0;
  h->passed = 0;
  *told = w != NULL;
  if (!w) return SQLITE_OK;
  w->change.before = before->change.after;
  w->change.before_type = before->change.after_type;
  h->change = &w->change;
  h->row = &w->row;
  return SQLITE_OK;
}

/* Goes back over rows that do not concern the path and such as only write its value. *told: a change is at hand; else
** the rows that come next must be told as a stretch. A value is what the next change found unless a gap lies between
** them, and gaps begin in memlog_quiet: where it has rows, the snapshots must be asked. */
static int path_back(MlConn *c, MlHistory *h, int *told, MlErr *e) {
  *told = 0;
  while (h->next && (h->waiting >= 0 || ml_event_position(h->next) >= h->low)) {
    MlRow r;
    MlText value;
    i64 previous;
    int found;
    if (h->waiting >= 0 && ++h->passed > PASSED_MAX) return SQLITE_OK;
    int rc = ml_stretch_row(c, &h->s, h->next, &r, &previous, &found, e);
    if (rc) return rc;
    if (found && ml_stretch_concerns(&h->s, &r)) {
      if ((h->quiet_first && h->quiet_first <= r.seq) || !ml_stretch_sole(&h->s, &r, &value)) return SQLITE_OK;
      rc = ml_log_back_more(&h->s.back, &r, e);
      if (!rc) rc = wait_take(h, h->next, &r, value, told, e);
    }
    h->next = previous;
    if (rc || *told) return rc;
  }
  return SQLITE_OK;
}

static int wanted(const MlHistory *h) { return h->row->seq >= h->low && h->row->seq <= h->high; }

/* ---- both ---- */

static int history_begin(MlConn *c, MlHistory *h, MlErr *e) {
  h->begun = 1;
  h->waiting = -1;
  h->s = (MlStretch){.key = h->key, .top = h->top, .scope = h->scope};
  if (h->low < 1) h->low = 1;
  int rc = ml_stretch_open(&h->s, e);
  if (rc || h->low > h->high) return rc;
  if (c->emitting) {
    rc = ml_log_before(c, h->key, h->high == INT64_MAX ? h->high : h->high + 1, &h->last, e);
  } else {
    rc = ml_rebuild_last(c, h->key, h->high, &h->last, e);
  }
  h->next = h->newest_first ? h->last : h->low - 1;
  if (!rc && h->newest_first) rc = ml_log_quiet_first(c, &h->quiet_first, e);
  return rc;
}

/* The next change of the stretch that is loaded; *more is 0 when it has no more. */
static void stretch_next(MlHistory *h, int *more) {
  for (*more = 0; !*more && h->at < h->s.n_change;) {
    i64 i = h->at++;
    h->change = &h->s.change[h->newest_first ? h->s.n_change - 1 - i : i];
    h->row = &h->s.row[h->change->row];
    *more = wanted(h);
  }
}

int ml_history_next(MlConn *c, MlHistory *h, int *more, MlErr *e) {
  int rc = h->begun ? SQLITE_OK : history_begin(c, h, e);
  for (*more = 0; !rc;) {
    int loaded;
    stretch_next(h, more);
    if (*more) return SQLITE_OK;
    if (h->newest_first && h->top.n) {
      rc = path_back(c, h, more, e);
      if (rc || *more) return rc;
    }
    h->at = 0;
    rc = h->newest_first ? stretch_down(c, h, &loaded, e) : stretch_up(c, h, &loaded, e);
    if (!rc && !loaded) break;
  }
  return rc;
}

void ml_history_end(MlConn *c, MlHistory *h) {
  if (h->begun) ml_stretch_close(c, &h->s);
  for (int i = 0; i < 2; i++) ml_buf_free(&h->wait[i].text);
  *h = (MlHistory){0};
}
