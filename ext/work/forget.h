/* Forgetting a key: all that it has in the file goes, but for the places of its rows in the log and their digests. */
#ifndef ML_FORGET_H
#define ML_FORGET_H

#include "../store/erase.h"

typedef struct MlForget {
  MlText key, reason;     /* reason {NULL,0}: none is given */
  char relearn;           /* its contents may not come back ('r'), or only with a mark ('m'); 0: they may */
  MlProbes probes;        /* owned, opened by the caller: what was erased */
  i64 n[ML_ERASE_TABLES]; /* rows erased, by table */
  i64 seq;                /* position of the event that says so; 0: there was nothing to erase, nothing was written */
  MlUuid id;              /* … its id */
  i64 generation;         /* what begins now under the key is of this one */
} MlForget;

/* Erases, and appends the event _memory_erased_event. The transaction must be its own alone. */
int ml_forget_key(MlConn *c, MlForget *f, MlErr *e);

/* The generation of a key: of its memory if it has any, else of what would begin now. */
int ml_forget_generation(MlConn *c, MlText key, i64 *generation, MlErr *e);

#endif
