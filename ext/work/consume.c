#include "consume.h"

#include "../store/log.h"
#include "../store/meta.h"
#include "action.h"
#include "position.h"
#include "txn.h"

/* ---- leases ---- */

/* Who this connection is, to others. */
static MlText holder_own(MlConn *c) {
  if (!c->holder[0]) {
    MlUuid id = ml_uuid_random();
    ml_uuid_text(&id, c->holder);
  }
  return ml_text_of(c->holder);
}

/* A lease that ends later than any taken now could was taken by a clock that was wrong: nobody is to wait for it. */
MlLease ml_consume_lease(const MlConn *c, const MlConsumer *x) {
  i64 now = ml_conn_now(c);
  if (!x->holder.p) return ML_LEASE_NONE;
  return now < x->until && x->until - now <= ML_LEASE_MAX ? ML_LEASE_HELD : ML_LEASE_LAPSED;
}

int ml_consume_lag(MlConn *c, const MlConsumer *x, i64 *n, MlErr *e) {
  i64 last;
  return ml_log_count(c, x->place, INT64_MAX, -1, &last, n, e);
}

/* ---- taking ---- */

typedef struct Take {
  const MlConsume *want;
  MlBatch *batch;
  i64 place;
  u8 is_new;
  i64 leased; /* what is this connection's already */
} Take;

static int place_new(MlConn *c, Take *t, MlErr *e) {
  i64 last = 0;
  t->is_new = 1;
  t->place = t->leased = 0;
  if (!t->want->since) return SQLITE_OK;
  int rc = ml_position_of(c, t->want->since, &t->place, e);
  if (!rc) rc = ml_position_last(c, &last, e);
  if (t->place > last) t->place = last;
  return rc;
}

/* *busy: another connection has the events. */
static int place_find(MlConn *c, Take *t, int *busy, MlErr *e) {
  sqlite3_stmt *st;
  MlConsumer x;
  int found;
  *busy = 0;
  t->is_new = 0;
  int rc = ml_consumer_get(c, t->want->name, &x, &st, &found, e);
  if (rc) return rc;
  if (!found) return place_new(c, t, e);
  int own = ml_text_same(x.holder, holder_own(c));
  t->place = x.place;
  t->leased = own ? x.leased : 0;
  *busy = !own && ml_consume_lease(c, &x) == ML_LEASE_HELD;
  return ml_consumer_done(c, st, e);
}

/* Finds the events to give; *write: a row is to be written for them, or for a consumer that is to begin elsewhere than
** all do. */
static int batch_find(MlConn *c, Take *t, int *write, MlErr *e) {
  i64 last, n;
  int busy;
  *write = 0;
  *t->batch = (MlBatch){1, 0};
  int rc = place_find(c, t, &busy, e);
  if (rc || busy) return rc;
  rc = ml_log_count(c, t->place, INT64_MAX, t->want->limit, &last, &n, e);
  if (rc) return rc;
  if (n) *t->batch = (MlBatch){t->place + 1, last};
  *write = n || (t->is_new && t->place);
  return SQLITE_OK;
}

static int take_work(MlConn *c, void *arg, MlErr *e) {
  Take *t = arg;
  int write = 0;
  int rc = ml_meta_install(c, e);
  if (!rc) rc = batch_find(c, t, &write, e);
  if (rc || !write) return rc;
  MlConsumer x = {.name = t->want->name, .place = t->place};
  if (t->batch->low <= t->batch->high) {
    x.leased = t->leased > t->batch->high ? t->leased : t->batch->high;
    x.holder = holder_own(c);
    x.until = ml_conn_now(c) + t->want->lease * 1000;
  }
  return ml_consumer_put(c, &x, e);
}

int ml_consume_take(MlConn *c, const MlConsume *want, MlBatch *b, MlErr *e) {
  Take t = {.want = want, .batch = b};
  int there, write = 0;
  *b = (MlBatch){1, 0};
  int rc = ml_action_refuse_listener(c, "mem_consume", e);
  if (!rc) rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = batch_find(c, &t, &write, e);
  return rc || !write ? rc : ml_txn_run(c, take_work, &t, e);
}

/* ---- acknowledging ---- */

typedef struct Ack {
  MlText name;
  i64 seq, n;
} Ack;

static int ack_refuse(const Ack *a, MlErr *e, const char *why) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_ack: consumer %s, position %lld: %s", ml_err_show(show, a->name),
                    a->seq, why);
}

/* Whether this connection may acknowledge the event; *x is what the row will be. */
static int ack_check(MlConn *c, const Ack *a, MlConsumer *x, MlErr *e) {
  i64 last, there = 0;
  MlTail anchor;
  int pruned;
  /* Not 0 events, but an error: whoever has lost the events to another connection must not commit their effect. */
  if (a->seq <= x->place) return ack_refuse(a, e, "it is acknowledged already");
  if (!x->holder.p || a->seq > x->leased) {
    return ack_refuse(a, e, "mem_consume has not given it to anyone: only what was read can be acknowledged");
  }
  if (!ml_text_same(x->holder, holder_own(c))) return ack_refuse(a, e, "another connection has the events now");
  int rc = ml_log_count(c, a->seq - 1, a->seq, 1, &last, &there, e);
  if (rc || there) return rc;
  rc = ml_meta_anchor(c, &anchor, &pruned, e);
  return rc || (pruned && a->seq <= anchor.seq) ? rc : ack_refuse(a, e, "no event stands there");
}

static int ack_work(MlConn *c, void *arg, MlErr *e) {
  Ack *a = arg;
  sqlite3_stmt *st;
  MlConsumer x = {0};
  i64 last;
  int found;
  int rc = ml_action_refuse_listener(c, "mem_ack", e);
  if (!rc) rc = ml_consumer_get(c, a->name, &x, &st, &found, e);
  if (rc) return rc;
  if (!found) return ack_refuse(a, e, "there is no such consumer");
  rc = ack_check(c, a, &x, e);
  x.name = a->name;
  x.holder = x.holder.p ? holder_own(c) : x.holder;
  int rc2 = ml_consumer_done(c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  rc = ml_log_count(c, x.place, a->seq, -1, &last, &a->n, e);
  x.place = a->seq;
  if (x.leased == x.place) x.holder = (MlText){NULL, 0};
  return rc ? rc : ml_consumer_put(c, &x, e);
}

int ml_consume_ack(MlConn *c, MlText name, i64 seq, i64 *n, MlErr *e) {
  Ack a = {name, seq, 0};
  int rc = ml_txn_run(c, ack_work, &a, e);
  *n = a.n;
  return rc;
}

static int forget_work(MlConn *c, void *arg, MlErr *e) {
  Ack *a = arg;
  int rc = ml_action_refuse_listener(c, "mem_ack", e);
  return rc ? rc : ml_consumer_drop(c, a->name, &a->n, e);
}

int ml_consume_forget(MlConn *c, MlText name, i64 *n, MlErr *e) {
  Ack a = {name, 0, 0};
  int rc = ml_txn_run(c, forget_work, &a, e);
  *n = a.n;
  return rc;
}
