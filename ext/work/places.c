#include "places.h"

#include "../store/meta.h"

static int place_add(MlPlaces *p, i64 place, MlErr *e) {
  if (p->n == p->cap) {
    i64 cap = p->cap ? p->cap * 2 : 64;
    i64 *a = sqlite3_realloc64(p->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    p->a = a;
    p->cap = cap;
  }
  p->a[p->n++] = place;
  return SQLITE_OK;
}

/* By looking at every row of the log. */
static int places_scan(MlConn *c, MlText key, MlPlaces *p, MlErr *e) {
  MlScan all = {.low = INT64_MIN, .high = INT64_MAX, .quiet = 1, .bare = 1, .key = key};
  sqlite3_stmt *st;
  MlRow r;
  int more = 1;
  p->n = 0;
  int rc = ml_log_scan(c, &all, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_log_scan_next(c, st, &r, &more, e);
    if (!rc && more) rc = place_add(p, ml_event_place(r.quiet, r.seq), e);
  }
  int rc2 = ml_log_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_places_gather(MlConn *c, MlText key, i64 newest, MlPlaces *p, MlErr *e) {
  i64 place = newest;
  MlTail anchor;
  int pruned;
  int rc = ml_meta_anchor(c, &anchor, &pruned, e);
  while (!rc && ml_event_position(place) > anchor.seq) {
    MlErr broken = {0};
    i64 at = place;
    int found;
    rc = ml_log_link(c, key, at, &place, &found, &broken);
    if (rc == SQLITE_CORRUPT || (!rc && !found)) {
      ml_err_clear(&broken);
      return places_scan(c, key, p, e);
    }
    if (rc) *e = broken;
    if (!rc) rc = place_add(p, at, e);
  }
  return rc;
}
