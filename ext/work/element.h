/* The elements of a list: their paths, and finding the first and the last. */
#ifndef ML_ELEMENT_H
#define ML_ELEMENT_H

#include "../store/cell.h"

/* The id of an element; its path is built in b, from which the id borrows. */
int ml_element_at(const MlNodeId *list, i64 index, MlBuf *b, MlNodeId *id, MlErr *e);

/* SQLITE_CORRUPT, with words: the list's row and its elements contradict each other. */
int ml_element_damaged(const MlNodeId *list, MlErr *e);

/* Finds the first (last) element within the bounds, mostly with the first probe: *index is -1 if there is none.
** Elements that were deleted at the ends cost a probe each, and after a row of them one look at the whole list. */
#define ML_ELEMENT_PROBES 64 /* elements missing in a row before the whole list is looked at */
int ml_element_end(MlConn *c, const MlNodeId *list, const MlListRow *row, int first, i64 *index, MlErr *e);

#endif
