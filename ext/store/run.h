/* memlog_run: one row a run. */
#ifndef ML_RUN_H
#define ML_RUN_H

#include "conn.h"

typedef struct MlRun {
  i64 run;
  MlText key, input, output, outcome;
  i64 begun, ended;           /* microseconds */
  i64 begin_place, end_place; /* places in the log; negative: in memlog_quiet */
} MlRun;

void ml_run_open(MlConn *c);

/* The number the next run gets. */
int ml_run_next(MlConn *c, i64 *run, MlErr *e);
int ml_run_insert(MlConn *c, const MlRun *r, MlErr *e);

/* Sets output, outcome, ended and end_place. */
int ml_run_end(MlConn *c, const MlRun *r, MlErr *e);

/* Text borrows until ml_run_done. *found 0: no such run (then st is NULL). */
int ml_run_get(MlConn *c, i64 run, MlRun *r, sqlite3_stmt **st, int *found, MlErr *e);
int ml_run_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* Runs from low to high in order of number, all or one key's ({NULL,0}: all). The statement is the borrower's until
** ml_run_done; the key must live as long. A run's text borrows until the next. */
int ml_run_scan(MlConn *c, MlText key, i64 low, i64 high, int newest_first, sqlite3_stmt **st, MlErr *e);
int ml_run_scan_next(MlConn *c, sqlite3_stmt *st, MlRun *r, int *more, MlErr *e);

#endif
