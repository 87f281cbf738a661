/*
** What long-term memory takes over from short-term memory: where it is from, and how it was made, told once of all that
** is taken over at a time.
*/
#ifndef ML_PROMOTE_H
#define ML_PROMOTE_H

#include "derive.h"
#include "told.h"

/* Texts borrow. The rest is zero. */
typedef struct MlPromotion {
  MlText key;      /* whose long-term memory it is */
  MlText from;     /* the key that it is from */
  MlText artifact; /* what it is from */
  MlText messages; /* … which of it; {NULL,0}: that is not told */
  MlText code;     /* who has chosen it */
  MlTelling promoted, superseded;
  MlUuid source, made[2]; /* the transformations: of nothing else, and of items, too, that stood */
  u8 has_source, has_made[2];
} MlPromotion;

/* How an item is made that takes the place of these versions. */
MlText ml_promotion_kind(const MlInputs *old);

/* The version of such an item was put; it stands, or waits to be let in. Inside of an operation. */
int ml_promote(MlConn *c, MlPromotion *p, const MlInputs *old, MlEnd version, int stands, MlErr *e);

#endif
