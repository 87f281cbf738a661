/* Walking over a list from its end: each element costs one look-up, however long the list is. */
#ifndef ML_BACKWARD_H
#define ML_BACKWARD_H

#include "element.h"

/* Zero-initialise it. */
typedef struct MlBackward {
  MlNodeId list; /* borrowed */
  i64 first, at; /* elements still to be looked at lie between these */
  int missing;   /* so many in a row */
  i64 *index;    /* once there were too many: those that are left (owned), … */
  i64 left;      /* … so many */
  u8 known;
  MlBuf path;
} MlBackward;

/* Begins with the newest element by the list's own row. */
void ml_backward_open(MlBackward *w, const MlNodeId *list, const MlListRow *row);

/* The next older element; *index is -1 at the end. id and cell borrow until ml_cell_done, which must follow if
** *index is not -1. Where more elements in a row are missing than ML_ELEMENT_PROBES the whole list is looked at,
** once. */
int ml_backward_next(MlConn *c, MlBackward *w, i64 *index, MlNodeId *id, MlCell *cell, MlErr *e);

void ml_backward_end(MlBackward *w);

#endif
