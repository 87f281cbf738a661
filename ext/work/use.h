/* Noting when elements were read, of lists that lose what was not used for longest. */
#ifndef ML_USE_H
#define ML_USE_H

#include "../store/cell.h"

/* *yes is 1 if reads of the list's elements are to be noted now: a rule asks for it, and the connection does not only
** observe. The rules must be loaded. */
int ml_use_list(MlConn *c, const MlNodeId *list, int *yes, MlErr *e);

/* What was read: the value at id, or, if top is not NULL, the values of a tree at and under it (direct: only its own
** fields). */
typedef struct MlUse {
  const MlNodeId *id;
  MlNode *top;
  int direct;
} MlUse;

/* The same of what was read. */
int ml_use_wanted(MlConn *c, const MlUse *u, int *yes, MlErr *e);

/* Notes that they were read now. Needs a write transaction. */
int ml_use_note(MlConn *c, const MlUse *u, MlErr *e);

#endif
