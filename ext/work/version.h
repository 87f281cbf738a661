/* Versions of items come to stand, and stand no more: for operations on items, and for who follows the log. Nothing is
** recorded here. */
#ifndef ML_VERSION_WORK_H
#define ML_VERSION_WORK_H

#include "../store/item.h"

/* The path of an item in events, or of its set (id {NULL,0}), at the end of out. */
int ml_items_path(MlText set, MlText id, MlBuf *out, MlErr *e);

/* A version comes to stand, or, if it has an admission, is stored only (content is its whole JSON; what is stored of it
** may be in holder). The options must be loaded. */
int ml_items_insert(MlConn *c, MlItem *x, MlText content, MlBuf *holder, MlErr *e);

/* One that is stored, and stood not yet, comes to stand. */
int ml_items_admit(MlConn *c, MlItem *x, MlText content, MlErr *e);

/* One stands no more. */
int ml_items_end(MlConn *c, i64 number, MlErr *e);

#endif
