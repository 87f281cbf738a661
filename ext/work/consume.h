/*
** Consumers: who reads the log in order, each event at least once. A consumer's place is what it has acknowledged; the
** events behind it are leased to one connection at a time.
*/
#ifndef ML_CONSUME_H
#define ML_CONSUME_H

#include "../store/consumer.h"

#define ML_CONSUME_MAX      10000 /* events at a time */
#define ML_CONSUME_LEASE    30000 /* milliseconds, if nothing is said */
#define ML_CONSUME_NAME_MAX 256   /* bytes of a name */

typedef struct MlConsume {
  MlText name;
  i64 limit;            /* events */
  i64 lease;            /* milliseconds */
  sqlite3_value *since; /* the moment behind which a new consumer begins; NULL: at the beginning */
} MlConsume;

/* Positions from low to high; none when low > high. */
typedef struct MlBatch {
  i64 low, high;
} MlBatch;

/* Leases the next events to this connection: those that it has not acknowledged yet once more. None when there are
** none, or when they are in another connection's hands; then nothing is written. */
int ml_consume_take(MlConn *c, const MlConsume *want, MlBatch *b, MlErr *e);

/* Moves the consumer's place to an event that this connection has been given; *n events are acknowledged. */
int ml_consume_ack(MlConn *c, MlText name, i64 seq, i64 *n, MlErr *e);

/* Forgets the consumer; *n is 0 if there is none. */
int ml_consume_forget(MlConn *c, MlText name, i64 *n, MlErr *e);

/* What a lease is, by this connection's clock. */
typedef enum MlLease { ML_LEASE_NONE, ML_LEASE_HELD, ML_LEASE_LAPSED } MlLease;
MlLease ml_consume_lease(const MlConn *c, const MlConsumer *x);

/* How many events are behind the consumer's place. */
int ml_consume_lag(MlConn *c, const MlConsumer *x, i64 *n, MlErr *e);

#endif
