/* memlog_used: when elements were read last, of lists that lose what was not used for longest. */
#ifndef ML_USED_H
#define ML_USED_H

#include "conn.h"

void ml_used_open(MlConn *c);

/* The value at the path, if it is still there, was read at this time (milliseconds). Needs the tables and a write
** transaction. */
int ml_used_note(MlConn *c, MlText key, MlScope scope, MlText path, i64 at, MlErr *e);

/* When that was; -1 if it was never. */
int ml_used_at(MlConn *c, MlText key, MlScope scope, MlText path, i64 *at, MlErr *e);

/* The node at the path went, and, if under is set, all under it (path '': the whole scope). */
int ml_used_removed(MlConn *c, MlText key, MlScope scope, MlText path, int under, MlErr *e);

#endif
