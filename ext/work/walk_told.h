/* Which versions of records an event of long-term memory tells of. */
#ifndef ML_WALK_TOLD_H
#define ML_WALK_TOLD_H

#include "../store/log.h"
#include "trail.h"

/* Meets them: forward, those that began with the row; backward those that ended, too, and those that it read. */
int ml_walk_told(MlTrail *t, i64 via, const MlRow *r, MlErr *e);

#endif
