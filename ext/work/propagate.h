/* mem_propagate: where copies of a record are outside of the file, and that a deletion has reached them. */
#ifndef ML_PROPAGATE_H
#define ML_PROPAGATE_H

#include "deletion.h"

typedef struct MlPropagate {
  MlText subject;            /* a deletion, or a record */
  MlText target;             /* what the copy is called; {NULL,0}: memlog looks into the file itself */
  MlText part, state, check; /* as given; {NULL,0}: not */
  MlUuid id;                 /* of the proof … */
  int found;                 /* … if there is one */
} MlPropagate;

/* Inside a write transaction. */
int ml_propagate_run(MlConn *c, MlPropagate *x, MlErr *e);

#endif
