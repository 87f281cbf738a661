/* Taking rows out of the log and out of what goes with it, when it is pruned. */
#ifndef ML_DROP_H
#define ML_DROP_H

#include "conn.h"

void ml_drop_open(MlConn *c);

/* All rows up to a position of one table of the log. That there were not n of them is an error. */
int ml_drop_log(MlConn *c, int quiet, i64 upto, i64 n, MlErr *e);

/* A key's snapshots before a position; *n were there. */
int ml_drop_snapshots(MlConn *c, MlText key, i64 before, i64 *n, MlErr *e);

/* A run that ended with the row at this place; *n is 0 if there is no such run. */
int ml_drop_run(MlConn *c, i64 run, i64 end_place, i64 *n, MlErr *e);

/* What memlog_import says of rows up to a position. */
int ml_drop_imports(MlConn *c, i64 upto, i64 *n, MlErr *e);

/* A key's versions of items that ended at or before a position. One that the index of texts has still stays until it
** has not. */
int ml_drop_items(MlConn *c, MlText key, i64 upto, i64 *n, MlErr *e);

/* What would go up to a position. */
typedef struct MlDropCount {
  i64 events, quiet, runs, imports;
} MlDropCount;
int ml_drop_count(MlConn *c, i64 upto, MlDropCount *n, MlErr *e);

/* How many rows of the log stand in (after, upto], counted up to a limit. */
int ml_drop_left(MlConn *c, i64 after, i64 upto, i64 limit, i64 *n, MlErr *e);

#endif
