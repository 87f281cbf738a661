/* Removing items, and with them what was made of them. */
#ifndef ML_CASCADE_H
#define ML_CASCADE_H

#include "told.h"

/* As ml_items_remove. With how->cascade the records that were made of what goes, directly or through others, go too,
** whoever's they are, each in an operation of its key's: *n is how many went in all. */
int ml_cascade_remove(MlConn *c, MlText key, MlText set, MlText id, const MlRemoval *how, i64 *n, MlErr *e);

#endif
