#include "large.h"

#include "../store/cell_scan.h"
#include "../store/item.h"
#include "../store/snapshot.h"
#include "journal.h"

#include <stdlib.h>
#include <string.h>

/* What refers to values of a key: the digests, sorted up to a place; behind that some may be double. */
typedef struct Digests {
  MlText key;
  MlUuid *a; /* owned */
  i64 n, cap, sorted;
} Digests;

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(MlUuid)); }

static void digests_sort(Digests *d) {
  i64 n = 0;
  if (d->n == d->sorted) return;
  qsort(d->a, (size_t)d->n, sizeof(*d->a), by_bytes);
  for (i64 i = 0; i < d->n; i++) {
    if (!n || by_bytes(&d->a[n - 1], &d->a[i]) != 0) d->a[n++] = d->a[i];
  }
  d->n = d->sorted = n;
}

/* A log refers to the same value again and again: room comes by leaving out what is double, first. */
static int digest_add(Digests *d, const MlUuid *digest, MlErr *e) {
  if (d->n == d->cap) digests_sort(d);
  if (d->n >= d->cap / 2 && d->n == d->sorted) {
    i64 cap = d->cap ? d->cap * 2 : 256;
    MlUuid *a = sqlite3_realloc64(d->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    d->a = a;
    d->cap = cap;
  }
  d->a[d->n++] = *digest;
  return SQLITE_OK;
}

static int text_add(Digests *d, MlText text, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlHolder h;
  for (;;) {
    MlText at = ml_json_find_holder(text, &h);
    if (!at.p) return SQLITE_OK;
    if (!at.n) {
      return ml_err_set(e, SQLITE_CORRUPT, "memlog: key %s: the place holder of a large value is damaged",
                        ml_err_show(show, d->key));
    }
    int rc = digest_add(d, &h.digest, e);
    if (rc) return rc;
    text.n -= at.p + at.n - text.p;
    text.p = at.p + at.n;
  }
}

static int memory_add(MlConn *c, Digests *d, MlErr *e) {
  MlCellScan s = {0};
  MlCellWant want = {.key = d->key, .scopes = ML_BOTH_SCOPES};
  int more = 1;
  int rc = ml_cell_scan(c, &s, &want, e);
  while (!rc && more) {
    rc = ml_cell_scan_next(c, &s, &more, e);
    if (!rc && more && s.cell.kind == ML_CELL_VALUE) rc = text_add(d, s.cell.value, e);
  }
  ml_cell_scan_end(c, &s);
  return rc;
}

/* All versions that there are: the past ones are no less to be read. */
static int items_add(MlConn *c, Digests *d, MlErr *e) {
  static const MlText any = {NULL, 0};
  sqlite3_stmt *st;
  MlItem x;
  int there, more = 1;
  int rc = ml_item_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_item_scan_past(c, d->key, any, any, (MlItemPast){ML_ITEM_ANY, 0}, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(c, st, &x, &more, e);
    if (!rc && more) rc = text_add(d, x.content, e);
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int log_add(MlConn *c, Digests *d, MlErr *e) {
  MlJournal j = {.want = {.low = 1, .high = INT64_MAX, .quiet = 1, .newest_first = 1, .key = d->key}};
  int more = 1, rc = SQLITE_OK;
  while (!rc && more) {
    rc = ml_journal_next(c, &j, &more, e);
    if (rc || !more) break;
    rc = text_add(d, j.row.value, e);
    if (!rc) rc = text_add(d, j.row.before, e);
  }
  ml_journal_end(c, &j);
  return rc;
}

static int snapshots_add(MlConn *c, Digests *d, MlErr *e) {
  i64 upto = INT64_MAX;
  int rc = SQLITE_OK;
  while (!rc) {
    MlSnapshot s;
    sqlite3_stmt *st;
    rc = ml_snapshot_find(c, d->key, upto, &s, &st, e);
    if (rc) return rc;
    for (int i = 0; i < ML_SCOPES && !rc; i++) rc = text_add(d, s.state[i].value, e);
    int rc2 = ml_snapshot_done(c, st, e);
    if (!rc) rc = rc2;
    if (!s.place) break;
    upto = ml_event_position(s.place) - 1;
  }
  return rc;
}

/* What has been done in this transaction and is not an event yet. */
static int pending_add(MlConn *c, Digests *d, MlErr *e) {
  MlPlace at = c->pending.now.emitted;
  MlRecord r;
  int rc = SQLITE_OK;
  while (!rc && ml_pending_next(&c->pending, &at, &r)) {
    if (r.op != ML_OP_ACTION && r.value.p && ml_text_same(ml_pending_key(&c->pending, r.key), d->key)) {
      rc = text_add(d, r.value, e);
    }
  }
  return rc;
}

/* ---- sweeping ---- */

/* The key's next value behind *at. *there is 0 at the end, or where a damaged index leads back. */
static int value_next(MlConn *c, MlText key, MlBuf *at, int *there, MlErr *e) {
  const void *digest;
  sqlite3_stmt *st;
  i64 n;
  int rc = ml_large_next(c, key, at->p, at->n, &digest, &n, &st, e);
  if (rc) return rc;
  *there = n > 0 && ml_text_compare((MlText){digest, n}, ml_buf_view(at)) > 0;
  ml_buf_cut(at, 0);
  if (*there) ml_buf_put(at, digest, n);
  rc = ml_large_done(c, st, e);
  return !rc && at->rc ? ml_err_nomem(e) : rc;
}

static int is_used(const Digests *d, const MlBuf *digest) {
  return digest->n == sizeof(MlUuid) && d->n && bsearch(digest->p, d->a, (size_t)d->n, sizeof(MlUuid), by_bytes);
}

static int values_sweep(MlConn *c, const Digests *d, i64 limit, i64 *gone, int *more, MlErr *e) {
  MlBuf at = {0};
  int there = 1, rc = SQLITE_OK;
  while (!rc && *gone < limit) {
    rc = value_next(c, d->key, &at, &there, e);
    if (rc || !there) break;
    if (is_used(d, &at)) continue;
    rc = ml_large_remove(c, d->key, at.p, at.n, e);
    *gone += !rc;
  }
  *more = there;
  ml_buf_free(&at);
  return rc;
}

int ml_large_sweep(MlConn *c, MlText key, i64 limit, i64 *gone, int *more, MlErr *e) {
  Digests d = {.key = key};
  MlBuf first = {0};
  *gone = 0;
  *more = 0;
  int rc = value_next(c, key, &first, more, e);
  ml_buf_free(&first);
  if (rc || !*more) return rc;
  rc = memory_add(c, &d, e);
  if (!rc) rc = items_add(c, &d, e);
  if (!rc) rc = log_add(c, &d, e);
  if (!rc) rc = snapshots_add(c, &d, e);
  if (!rc) rc = pending_add(c, &d, e);
  if (!rc) {
    digests_sort(&d);
    rc = values_sweep(c, &d, limit, gone, more, e);
  }
  sqlite3_free(d.a);
  return rc;
}
