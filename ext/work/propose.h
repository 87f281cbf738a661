/* Versions that wait to be let in, and decisions about versions, as lineage tells of them. Inside of an operation. */
#ifndef ML_PROPOSE_H
#define ML_PROPOSE_H

#include "lineage.h"

/* A version is stored that waits; content is its whole JSON. */
int ml_propose_put(MlConn *c, MlItem *x, MlText content, MlErr *e);

/* A decision is told of: what is given of it, in the order of its members. Texts borrow; {NULL,0}: not given. */
typedef struct MlDecided {
  MlText outcome, policy, reviewer, reason, note;
} MlDecided;
int ml_propose_decide(MlConn *c, MlText key, MlEnd version, const MlDecided *v, MlUuid *decision, MlErr *e);

/* An item is to take the place of another one of its set, which stands, once it is let in. *waits 0: it was. */
int ml_propose_instead(MlConn *c, MlText key, MlText set, MlText by, MlText stands, int *waits, MlErr *e);

/* The change that proposed a version; *found 0: none did. */
int ml_propose_find(MlConn *c, MlEnd version, MlUuid *change, int *found, MlErr *e);
#define ML_PROPOSE_INSTEAD ML_TEXT("superseded") /* the reason of its edges to what is to give way */

#endif
