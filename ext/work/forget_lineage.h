/* What becomes of lineage when a key is forgotten: its records leave a place to which edges lead, and one change. */
#ifndef ML_FORGET_LINEAGE_H
#define ML_FORGET_LINEAGE_H

#include "../store/erase.h"

typedef struct MlForgotten {
  MlText key, reason; /* reason {NULL,0}: none is given */
  char relearn;       /* 'r': its contents may not come back, 'm': only with a mark; 0: they may */
  MlUuid event;       /* that tells of it */
  MlBuf records;      /* their ids, MlUuid after MlUuid */
  MlBuf proofs;       /* what those of copies elsewhere say from now on: id, length (i64), detail */
} MlForgotten;

/* Before anything of the key goes: gathers what is needed, and bars its contents from coming back, if that is wished.
 */
int ml_forget_lineage_begin(MlErase *x, MlForgotten *l, MlErr *e);

/* When all of it has gone, and the event tells of it (l->event). */
int ml_forget_lineage_end(MlErase *x, const MlForgotten *l, MlErr *e);

void ml_forget_lineage_free(MlForgotten *l);

#endif
