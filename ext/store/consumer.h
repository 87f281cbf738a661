/* memlog_consumer: who reads the log how far. */
#ifndef ML_CONSUMER_H
#define ML_CONSUMER_H

#include "conn.h"

#define ML_LEASE_MAX 86400000000 /* microseconds: no lease is longer */

typedef struct MlConsumer {
  MlText name;
  i64 place;     /* the position acknowledged last; 0: none yet */
  i64 leased;    /* events up to this position are in somebody's hands; 0: none are */
  MlText holder; /* … whose */
  i64 until;     /* … how long, in microseconds */
} MlConsumer;

void ml_consumer_open(MlConn *c);

/* The consumer so named: *found 0 if there is none (then st is NULL), as in a file of an older version. Text borrows
** until ml_consumer_done. */
int ml_consumer_get(MlConn *c, MlText name, MlConsumer *x, sqlite3_stmt **st, int *found, MlErr *e);
int ml_consumer_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* Makes or changes a row, and drops one. *n: how many that were. Both need a write transaction, put the tables,
** too. */
int ml_consumer_put(MlConn *c, const MlConsumer *x, MlErr *e);
int ml_consumer_drop(MlConn *c, MlText name, i64 *n, MlErr *e);

/* All consumers by name. The statement is the borrower's until ml_consumer_done; text borrows until the next. */
int ml_consumer_scan(MlConn *c, sqlite3_stmt **st, MlErr *e);
int ml_consumer_scan_next(MlConn *c, sqlite3_stmt *st, MlConsumer *x, int *more, MlErr *e);

/* The least place of all consumers, and the name of one that has it: what comes behind it is still to be read by that
** one. *found 0: there are none. */
int ml_consumer_least(MlConn *c, MlBuf *name, i64 *seq, int *found, MlErr *e);

#endif
