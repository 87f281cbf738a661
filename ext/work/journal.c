#include "journal.h"

#include "../store/snapshot.h"
#include "rebuild.h"

/* One key's rows are walked, but for a single row it is quicker to look. Nothing leads to the rows of no key. */
static int walks(const MlJournal *j) { return j->want.key.n && j->want.low < j->want.high; }

static int row_wanted(const MlScan *want, const MlRow *r) {
  if (r->quiet && !want->quiet) return 0;
  if (!want->of_kind) return 1;
  return r->kind == want->kind && (r->kind != ML_KIND_HOST || ml_text_same(r->type, want->type));
}

/* Reads the row at a place and finds out where the one before it is; *found 0: there is no row yet. */
static int row_load(MlConn *c, MlJournal *j, i64 place, int *found, MlErr *e) {
  char show[ML_ERR_SHOW];
  int rc = ml_log_get(c, place, &j->row, &j->st, found, e);
  if (rc) return rc;
  if (!*found) return ml_rebuild_missing(c, j->want.key, place, &j->next, e);
  if (ml_text_same(j->row.key, j->want.key) && ml_log_previous(&j->row, &j->next)) return SQLITE_OK;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: log of key %s: its row at position %lld is missing or damaged",
                    ml_err_show(show, j->want.key), ml_event_position(place));
}

/* The next place of a walk from the oldest to the newest, 0 at the end. Places are gathered from one snapshot to the
** next: neither their number nor the wait for the first row grows with the log. */
static int place_up(MlConn *c, MlJournal *j, i64 *place, MlErr *e) {
  int rc = SQLITE_OK;
  *place = 0;
  while (!rc && j->at == j->n_place && j->done < j->want.high) {
    i64 snapshot;
    rc = ml_snapshot_after(c, j->want.key, j->done, &snapshot, e);
    if (rc) return rc;
    i64 upto = snapshot && ml_event_position(snapshot) < j->want.high ? ml_event_position(snapshot) : j->want.high;
    sqlite3_free(j->place);
    j->place = NULL;
    j->at = j->n_place = 0;
    rc = ml_rebuild_places(c, j->want.key, j->done, upto, &j->place, &j->n_place, e);
    j->done = upto;
  }
  if (!rc && j->at < j->n_place) *place = j->place[j->at++];
  return rc;
}

static int walk_next(MlConn *c, MlJournal *j, int *more, MlErr *e) {
  int rc = ml_log_done(c, j->st, e);
  j->st = NULL;
  *more = 0;
  while (!rc && !*more) {
    i64 place = j->next;
    int found;
    if (!j->want.newest_first) rc = place_up(c, j, &place, e);
    if (rc || !place || ml_event_position(place) < j->want.low) break;
    if (place < 0 && !j->want.quiet && !j->want.newest_first) continue;
    rc = row_load(c, j, place, &found, e);
    *more = !rc && found && row_wanted(&j->want, &j->row);
    if (*more) break;
    int rc2 = ml_log_done(c, j->st, e);
    j->st = NULL;
    if (!rc) rc = rc2;
  }
  return rc;
}

static int journal_begin(MlConn *c, MlJournal *j, MlErr *e) {
  j->begun = 1;
  if (!walks(j)) return ml_log_scan(c, &j->want, &j->st, e);
  j->done = j->want.low - 1;
  if (!j->want.newest_first) return SQLITE_OK;
  return ml_rebuild_last(c, j->want.key, j->want.high, &j->next, e);
}

int ml_journal_next(MlConn *c, MlJournal *j, int *more, MlErr *e) {
  int rc = j->begun ? SQLITE_OK : journal_begin(c, j, e);
  *more = 0;
  if (rc) return rc;
  return walks(j) ? walk_next(c, j, more, e) : ml_log_scan_next(c, j->st, &j->row, more, e);
}

void ml_journal_end(MlConn *c, MlJournal *j) {
  MlErr e = {0};
  ml_log_done(c, j->st, &e);
  ml_err_clear(&e);
  sqlite3_free(j->place);
  *j = (MlJournal){.want = j->want};
}
