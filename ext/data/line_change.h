/* What changes in a line's map: columns of a row of the log, as they come from outside. */
#ifndef ML_LINE_CHANGE_H
#define ML_LINE_CHANGE_H

#include "../base/err.h"
#include "state.h"

/* Whether these are a change's columns as memlog writes them. */
int ml_line_change_check(const MlChange *x, MlErr *e);

/* A map of paths as somebody else wrote them, in canonical form. */
int ml_line_value_write(MlText map, MlBuf *out, MlErr *e);

/* An update of long-term memory as somebody else wrote it: contents by paths of set and id, or by sets and in each by
** ids, and null for an item that went; into out by paths. sets (an array of names, or {NULL,0}) were removed: their
** paths into removed. */
int ml_line_items_write(MlText map, MlText sets, MlBuf *out, MlBuf *removed, MlErr *e);

#endif
