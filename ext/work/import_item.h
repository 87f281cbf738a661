/* Long-term memory follows a line: an update of it that was not recorded here, or what stood where the lines start. */
#ifndef ML_IMPORT_ITEM_H
#define ML_IMPORT_ITEM_H

#include "../data/line.h"
#include "../store/conn.h"

/* The items of the key are as the line's update says. numbers: of the versions that began by it, and, negative, of
** those that ended (ml_import_items_tell, once the row has a position). */
int ml_import_items_row(MlConn *c, MlText key, const MlLine *l, MlBuf *numbers, MlErr *e);
int ml_import_items_tell(MlConn *c, const MlBuf *numbers, i64 seq, MlErr *e);

/* What stood at the start comes to stand. The key's head is there. */
int ml_import_items_start(MlConn *c, const MlLine *l, MlErr *e);

#endif
