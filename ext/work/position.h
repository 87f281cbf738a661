/* A moment, as users name it, as a position of the log. */
#ifndef ML_POSITION_H
#define ML_POSITION_H

#include "../store/conn.h"

/* The position that an SQL value names (see ml_moment_read): the newest at or before a time; an id's own (an error
** if there is no such row, or no more); '#N' is N; '#last' the newest. NULL and blobs are errors. */
int ml_position_of(MlConn *c, sqlite3_value *v, i64 *seq, MlErr *e);

/* The newest row of the log, or where that was pruned up to if it is empty; seq 0: it never had one. */
int ml_position_tail(MlConn *c, MlTail *t, MlErr *e);

/* Its position, 0 if there never was one. */
int ml_position_last(MlConn *c, i64 *seq, MlErr *e);

#endif
