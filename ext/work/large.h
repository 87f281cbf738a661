/* Large values that nothing refers to any more. */
#ifndef ML_WORK_LARGE_H
#define ML_WORK_LARGE_H

#include "../store/large.h"

/* Removes those of the key's large values that neither memory nor log nor snapshots refer to, at most limit of them;
** *gone is how many went, *more is 1 if others may be left. Reads all that the log has of the key, if the key has large
** values at all. Needs a write transaction. */
int ml_large_sweep(MlConn *c, MlText key, i64 limit, i64 *gone, int *more, MlErr *e);

#endif
