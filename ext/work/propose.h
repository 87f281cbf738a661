/* Versions that wait to be let in, and decisions about versions, as lineage tells of them. Inside of an operation. */
#ifndef ML_PROPOSE_H
#define ML_PROPOSE_H

#include "lineage.h"

/* A version is stored that waits; content is its whole JSON. */
int ml_propose_put(MlConn *c, MlItem *x, MlText content, MlErr *e);

/* A decision is told of; what is given of it, texts that may be empty, in the order of its members. */
typedef struct MlVerdict {
  MlText outcome, policy, reviewer, reason, note;
} MlVerdict;
int ml_propose_decide(MlConn *c, MlText key, MlEnd version, const MlVerdict *v, MlUuid *decision, MlErr *e);

/* A version that waits is to take the place of another record's, which stands, if it is let in. */
int ml_propose_replacing(MlConn *c, MlEnd version, MlEnd old, MlErr *e);

#endif
