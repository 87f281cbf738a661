/* Which items those who ask may have: the one place that says so. */
#ifndef ML_ADMIT_H
#define ML_ADMIT_H

#include "../data/rank.h"
#include "../data/sieve.h"
#include "item.h"

/* Whether a version may be returned to who asks with the sieve, at a time (milliseconds). ML_LEFT_NOT in *left: it
** may; else why not, and in *other which condition of the filter it was. */
int ml_admit(const MlSieve *s, const MlItem *x, i64 now, MlBuf *scratch, MlLeft *left, i64 *other, MlErr *e);

#endif
