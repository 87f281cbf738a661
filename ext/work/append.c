#include "append.h"

#include "../store/meta.h"

#include <string.h>

/* ---- chain ---- */

/* Seven bits a byte, the lowest first, the eighth bit set on all but the last. */
static void count_put(MlBuf *b, u64 v) {
  u8 x[10];
  i64 n = 0;
  for (; v > 127; v >>= 7) x[n++] = (u8)(v | 128);
  x[n++] = (u8)v;
  ml_buf_put(b, x, n);
}

/* Negative numbers go between the others: 0, -1, 1, -2 … */
static void number_put(MlBuf *b, i64 v) { count_put(b, v < 0 ? ~((u64)v << 1) : (u64)v << 1); }

/* Every field says how long it is, so that no two contents are written alike; 0 is NULL. */
static void field_put(MlBuf *b, MlText t) {
  count_put(b, t.p ? (u64)t.n + 1 : 0);
  ml_buf_text(b, t);
}

static int buf_hash(MlConn *c, MlBuf *b, const MlUuid *space, MlUuid *out, MlErr *e) {
  int rc = b->rc ? ml_err_nomem(e) : SQLITE_OK;
  if (!rc) *out = ml_uuid_named(space, b->p, (size_t)b->n);
  ml_conn_give(c, b);
  return rc;
}

int ml_append_digest(MlConn *c, const MlRow *r, MlText input, const MlUuid *salt, MlUuid *digest, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  field_put(&b, r->key);
  field_put(&b, r->value);
  field_put(&b, r->removed);
  field_put(&b, r->containers);
  field_put(&b, r->before);
  field_put(&b, r->action);
  field_put(&b, input);
  field_put(&b, r->meta);
  if (r->expires.p) field_put(&b, r->expires); /* rows of version 1 have none */
  return buf_hash(c, &b, salt, digest, e);
}

int ml_append_chain(MlConn *c, const MlRow *r, const MlUuid *digest, const MlUuid *previous, MlUuid *chain, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  number_put(&b, r->quiet);
  number_put(&b, r->seq);
  number_put(&b, r->skew);
  number_put(&b, r->kind);
  field_put(&b, r->type);
  number_put(&b, r->run);
  number_put(&b, r->step);
  number_put(&b, r->cause);
  number_put(&b, r->prev);
  ml_buf_put(&b, digest->b, 16);
  return buf_hash(c, &b, previous, chain, e);
}

/* ---- numbers ---- */

/* What to continue from. A statement that fails inside a listener undoes its quiet rows without a word to us, so
** there the quiet log itself is asked, and the positions that the emission has given out but not yet inserted
** count too. */
static int tail_find(MlConn *c, MlTail *t, MlErr *e) {
  int rc = SQLITE_OK;
  if (c->emitting) {
    rc = ml_log_quiet_tail(c, t, e);
    if (!rc && t->seq < c->reserved.seq) *t = c->reserved;
    return rc;
  }
  if (!c->tail_known) {
    int found = 1;
    rc = ml_log_tail(c, &c->tail, e);
    if (!rc && !c->tail.seq) rc = ml_meta_anchor(c, &c->tail, &found, e);
    if (!rc && !found) rc = ml_meta_root(c, &c->tail.id, e);
    c->tail_known = rc == SQLITE_OK;
  }
  *t = c->tail;
  return rc;
}

static i64 time_held(MlConn *c, const MlTail *t) {
  i64 now = ml_conn_now(c);
  return now < t->time ? t->time : now;
}

int ml_append_time(MlConn *c, i64 *us, MlErr *e) {
  MlTail t;
  int rc = tail_find(c, &t, e);
  if (!rc) *us = time_held(c, &t);
  return rc;
}

i64 ml_append_bytes(const MlRow *r) {
  return 48 + r->key.n + r->value.n + r->removed.n + r->containers.n + r->expires.n;
}

static int same_key(const MlEntry *a, const MlEntry *b) { return ml_text_same(a->row.key, b->row.key); }

/* What rows without a key have in the place of a head: nothing leads to them, and their salt is known to all. */
static int nobody_find(MlConn *c, MlHead *h, MlErr *e) {
  *h = (MlHead){.generation = 1};
  return ml_meta_root(c, &h->salt, e);
}

/* The head that a row continues: the one before it in the batch, or the stored one. It leads to a row that is there:
** the distance back to it is a positive number. */
static int head_find(MlConn *c, MlEntry *a, int i, i64 newest, MlErr *e) {
  if (!a[i].row.key.n) return nobody_find(c, &a[i].head, e);
  if (i && same_key(&a[i - 1], &a[i])) {
    a[i].head = a[i - 1].head;
    return SQLITE_OK;
  }
  char show[ML_ERR_SHOW];
  int rc = ml_head_recall(c, a[i].row.key, &a[i].head, e);
  i64 last = a[i].head.last;
  if (rc || (last <= newest && last >= -newest)) return rc;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: key %s: its head leads to position %lld, but the log ends at %lld",
                    ml_err_show(show, a[i].row.key), last < 0 ? -last : last, newest);
}

static int row_chain(MlConn *c, MlEntry *x, MlTail *t, MlErr *e) {
  MlUuid digest, chain;
  int rc = SQLITE_OK;
  if (x->row.has_digest) {
    digest = x->row.digest;
  } else {
    rc = ml_append_digest(c, &x->row, x->input, &x->head.salt, &digest, e);
  }
  if (!rc) rc = ml_append_chain(c, &x->row, &digest, &t->id, &chain, e);
  if (!rc) x->row.chain = ml_log_chain_of(&chain);
  return rc;
}

/* How far behind the first row of its action it stands. */
static i64 step_of(MlConn *c, const MlEntry *x) {
  if (x->given) return x->first > 0 && x->first < x->row.seq ? x->row.seq - x->first : 0;
  if (!c->pending.now.first_seq) c->pending.now.first_seq = x->row.seq;
  return x->row.seq - c->pending.now.first_seq;
}

/* Gives the i-th row its place in the log, behind t. */
static int row_number(MlConn *c, MlEntry *a, int i, i64 now, MlTail *t, MlErr *e) {
  MlRow *r = &a[i].row;
  MlHead *h = &a[i].head;
  /* Text that is longer than SQLite takes would be bound as NULL. */
  int rc = ml_conn_check_length(c, ml_append_bytes(r) + r->before.n + r->meta.n, "a row of the log", e);
  if (!rc) rc = head_find(c, a, i, t->seq, e);
  if (rc) return rc;
  i64 least = a[i].given && r->seq > now ? r->seq : now;
  r->seq = t->seq < least ? least : t->seq < ML_POSITION_MAX ? t->seq + 1 : ML_POSITION_MAX;
  if (r->seq >= ML_POSITION_MAX) return ml_err_set(e, SQLITE_FULL, "memlog: log: there are no positions left");
  r->skew = r->seq - now;
  r->step = step_of(c, &a[i]);
  if (!r->run) r->run = h->run;
  r->prev = h->last ? (h->last > 0 ? r->seq - h->last : -(r->seq + h->last)) : 0;
  rc = row_chain(c, &a[i], t, e);
  if (rc) return rc;
  *t = (MlTail){r->seq, now, ml_log_id(r->seq, r->chain)};
  if (ml_head_bare(h)) h->first = now;
  h->last = ml_event_place(r->quiet, r->seq);
  h->events += !r->quiet;
  h->rows++;
  h->bytes += ml_append_bytes(r);
  return SQLITE_OK;
}

/* Says of each row what its action is, and gives it its place. */
static int rows_number(MlConn *c, MlEntry *a, int n, MlTail *t, MlErr *e) {
  MlRecord action;
  int named = ml_pending_action(&c->pending, &action);
  i64 now = time_held(c, t);
  for (int i = 0; i < n; i++) {
    MlRow *r = &a[i].row;
    if (named && !a[i].given) {
      r->action = action.path.n ? action.path : (MlText){NULL, 0};
      if (!r->meta.p) r->meta = action.value;
      r->cause = action.cause;
    }
    if (c->listened) r->cause = c->listened;
    int rc = row_number(c, a, i, now, t, e);
    if (rc) return rc;
  }
  return SQLITE_OK;
}

static int heads_save(MlConn *c, MlEntry *a, int n, MlErr *e) {
  for (int i = 0; i < n; i++) {
    if (!a[i].row.key.n || (i + 1 < n && same_key(&a[i], &a[i + 1]))) continue;
    int rc = ml_head_save(c, a[i].row.key, &a[i].head, e);
    if (rc) return rc;
  }
  return SQLITE_OK;
}

int ml_append_barred(MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: transaction: an operation failed half-way in it, so that it can only be rolled back");
}

int ml_append_rows(MlConn *c, MlEntry *a, int n, MlAppendHook hook, void *arg, MlErr *e) {
  MlTail t, before = c->reserved;
  i64 first_seq = c->pending.now.first_seq;
  /* Heads may lead to rows that were not inserted any more. */
  if (c->pending.now.broken && !c->emitting) return ml_append_barred(e);
  int rc = tail_find(c, &t, e);
  if (!rc) rc = rows_number(c, a, n, &t, e);
  if (!rc && hook) rc = hook(c, a, n, arg, e);
  if (!rc) rc = heads_save(c, a, n, e);
  if (rc) {
    if (c->in_txn) c->pending.now.first_seq = first_seq; /* else a trigger rolled everything back */
    return rc;
  }
  c->tail_known = 0;
  c->reserved = t;
  c->emitting++;
  i64 listened = c->listened;
  for (int i = 0; i < n && !rc; i++) {
    if (!a[i].row.quiet) c->listened = a[i].row.seq;
    if (a[i].given) c->pending.now.first_seq = a[i].row.seq - a[i].row.step; /* what its listeners do belongs to it */
    rc = ml_log_insert(c, &a[i].row, e);
  }
  c->listened = listened;
  c->emitting--;
  c->reserved = before;
  if (rc && c->in_txn) c->pending.now.first_seq = first_seq; /* else a listener rolled everything back */
  if (!rc && n && a->given) c->pending.now.first_seq = 0;    /* rows of an action stand together */
  if (!rc && !c->emitting && !c->n_touched) {
    c->tail = t; /* no listener wrote a row behind ours */
    c->tail_known = 1;
  }
  return rc;
}
