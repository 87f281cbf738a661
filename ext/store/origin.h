/* memlog_import: rows of the log that came from elsewhere, and the ids they had there. */
#ifndef ML_ORIGIN_H
#define ML_ORIGIN_H

#include "conn.h"

void ml_origin_open(MlConn *c);

/* *any is 1 if there are such rows at all. */
int ml_origin_any(MlConn *c, int *any, MlErr *e);

/* The id that the row at a position had where it came from; *found 0: it came from nowhere. */
int ml_origin_of(MlConn *c, i64 seq, MlUuid *id, int *found, MlErr *e);

/* The position of the row that had this id elsewhere; 0 if there is none. */
int ml_origin_find(MlConn *c, const MlUuid *id, i64 *seq, MlErr *e);

int ml_origin_put(MlConn *c, i64 seq, const MlUuid *id, MlErr *e);

#endif
