#include "emit.h"

#include "../data/fold.h"
#include "append.h"
#include "record.h"
#include "snap.h"

#include <string.h>

static MlText column_view(const MlBuf *b) { return b->n ? ml_buf_view(b) : (MlText){NULL, 0}; }

static void entry_fill(MlConn *c, const MlDraft *d, MlEntry *x) {
  memset(x, 0, sizeof(*x));
  x->row.quiet = d->quiet;
  x->row.kind = d->kind;
  x->row.type = d->type;
  x->row.key = ml_pending_key(&c->pending, d->key);
  x->row.value = column_view(&d->value);
  x->row.removed = column_view(&d->removed);
  x->row.containers = column_view(&d->containers);
  x->row.before = column_view(&d->before);
  x->row.meta = column_view(&d->meta);
  x->row.expires = column_view(&d->expires);
}

/* Snapshots that are due for the keys of the entries and for those that listeners changed, whose heads are then
** not as they were saved for the entries. */
static int snapshots_take(MlConn *c, const MlDrafts *d, const MlEntry *a, MlErr *e) {
  int rc = SQLITE_OK;
  for (int i = 0; i < d->n && !rc; i++) {
    unsigned closing = 0;
    int last = i + 1 == d->n || d->a[i + 1].key != d->a[i].key;
    for (int k = i; last && k >= 0 && d->a[k].key == d->a[i].key; k--) {
      for (int s = 0; s < ML_SCOPES; s++) {
        if (d->a[k].kind == ml_event_write_kind((MlScope)s) && !d->a[k].quiet) closing |= ML_SCOPE_BIT(s);
      }
    }
    if (last) rc = ml_snap_key(c, a[i].row.key, c->n_touched ? NULL : &a[i].head, closing, e);
  }
  for (u32 i = 0; i < c->n_touched && !rc; i++) {
    rc = ml_snap_key(c, ml_pending_key(&c->pending, c->touched[i]), NULL, 0, e);
  }
  if (!rc) ml_conn_untouch(c);
  return rc;
}

static int drafts_emit(MlConn *c, const MlDrafts *d, MlErr *e) {
  MlEntry *a = NULL;
  int rc = SQLITE_OK;
  if (d->n) {
    a = sqlite3_malloc64((u64)d->n * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    for (int i = 0; i < d->n; i++) entry_fill(c, &d->a[i], &a[i]);
    rc = ml_append_rows(c, a, d->n, ml_record_tell, d->a, e);
  }
  if (!rc) c->pending.now.emitted = c->pending.now.end;
  if (!rc) c->pending.now.before = ML_BEFORE_OPEN;
  if (!rc) rc = snapshots_take(c, d, a, e);
  sqlite3_free(a);
  return rc;
}

/* Where the gap is that what a row of the kind tells may stand in; long-term memory has none. */
static i64 gap_of(const MlHead *h, MlKind kind) {
  if (kind == ML_KIND_LONG_TERM_UPDATE) return 0;
  return h->gap[kind == ML_KIND_SENSORY_WRITE || kind == ML_KIND_SENSORY_REFRESH ? ML_SENSORY : ML_SHORT_TERM];
}

/* In a gap nothing is told of but what makes an event, which ends it. */
static int gaps_heed(MlConn *c, MlDrafts *d, MlErr *e) {
  int n = 0, rc = SQLITE_OK;
  for (int i = 0; i < d->n; i++) {
    MlDraft *x = &d->a[i];
    MlHead h = {0};
    int found;
    if (x->quiet && !rc) rc = ml_head_load(c, ml_pending_key(&c->pending, x->key), &h, &found, e);
    if (x->quiet && gap_of(&h, x->kind)) {
      ml_fold_drop(x);
    } else {
      d->a[n++] = *x;
    }
  }
  d->n = n;
  return rc;
}

/* What has expired of the keys that are to have events goes first, and is told with the rest. */
static int keys_clean(MlConn *c, MlErr *e) {
  MlPending *p = &c->pending;
  MlPlace at = p->now.emitted;
  MlRecord r;
  u32 n = p->n_key;
  int rc = SQLITE_OK;
  if (!n || (c->ttl_known && !c->dated)) return SQLITE_OK;
  u8 *met = sqlite3_malloc64(n);
  if (!met) return ml_err_nomem(e);
  memset(met, 0, n);
  while (ml_pending_next(p, &at, &r)) {
    if (r.op != ML_OP_ACTION && r.op != ML_OP_HOST) met[r.key] = 1;
  }
  for (u32 i = 0; i < n && !rc; i++) {
    for (int s = 0; s < ML_SCOPES && met[i] && !rc; s++) {
      i64 gone;
      rc = ml_record_clean(c, ml_pending_key(p, i), (MlScope)s, &gone, e);
    }
  }
  sqlite3_free(met);
  return rc;
}

int ml_emit_run(MlConn *c, i64 *n, MlErr *e) {
  MlPending *p = &c->pending;
  MlDrafts d;
  *n = 0;
  if (p->now.emitted.n == p->now.end.n && !c->n_touched) return SQLITE_OK;
  int rc = keys_clean(c, e);
  if (rc) return rc;
  i64 changes = sqlite3_total_changes64(c->db);
  rc = ml_fold_run(p, p->now.emitted, &d, e);
  if (rc) return rc;
  rc = gaps_heed(c, &d, e);
  if (!rc) rc = drafts_emit(c, &d, e);
  for (int i = 0; i < d.n && !rc; i++) *n += !d.a[i].quiet;
  ml_fold_free(&d);
  return ml_conn_break_changed(c, changes, rc);
}
