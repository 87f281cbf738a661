/* What lines tell of items: the member memlog.items. */
#ifndef ML_EXPORT_ITEM_H
#define ML_EXPORT_ITEM_H

#include "../store/log.h"

/* The versions that began at a row, if it is an update of long-term memory: those that its value names. */
int ml_export_items_row(MlConn *c, const MlRow *r, MlBuf *b, MlErr *e);

/* The versions of a key that stood at a position. */
int ml_export_items_at(MlConn *c, MlText key, i64 seq, MlBuf *b, MlErr *e);

#endif
