/*
** What a new version of an item is made of, as it is given: by references, which are read before anything is written,
** or by whoever makes the items, in terms of its own.
*/
#ifndef ML_ORIGIN_WORK_H
#define ML_ORIGIN_WORK_H

#include "../data/given.h"
#include "promote.h"

/* Zero-initialise it; ml_origin_free must follow. */
typedef struct MlOrigin {
  MlDerive how; /* kind {NULL,0}: of nothing */
  MlInputs inputs;
  MlPromotion *promotion; /* it comes from short-term memory, with all that is told there; NULL: it does not */
} MlOrigin;

/* Reads what is given of it; that is nothing, if neither derived_from nor derived are. */
int ml_origin_read(MlConn *c, const MlGiven *g, MlOrigin *x, MlErr *e);

/* The version was made of it. Of one that was there already it is told what is not known yet. Inside of an operation.
 */
typedef enum MlArrival { ML_WAS_THERE, ML_STANDS, ML_WAITS } MlArrival;
int ml_origin_tell(MlConn *c, MlText key, const MlOrigin *x, MlEnd version, MlArrival arrival, MlErr *e);
void ml_origin_free(MlOrigin *x);

#endif
