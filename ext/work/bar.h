/* Contents that were taken out of a key's long-term memory, and may not come back unnoticed. */
#ifndef ML_BAR_H
#define ML_BAR_H

#include "lineage.h"

/* What is said of a content that comes. */
typedef struct MlBar {
  char how;      /* 'r' it is refused; 'm' it comes in with a mark; 0: nothing is said of it */
  MlUuid record; /* … that it was taken out of */
} MlBar;

/* What is said of a content (its whole JSON); nothing of a mark: nobody knows what it stands for. Costs nothing where
** nothing is barred. */
int ml_bar_find(MlConn *c, MlText key, MlText content, MlBar *b, MlErr *e);

/* The same for an item that is about to get it; one that is refused is an error, which says whose it was. */
int ml_bar_check(MlConn *c, MlText key, MlText set, MlText content, MlBar *b, MlErr *e);

/* The content came in, with this version: the mark, if there is to be one. Inside of an operation, as what follows. */
int ml_bar_mark(MlConn *c, const MlBar *b, MlEnd version, MlErr *e);

/* The content of a record is barred from now on; how 'a': it is no more. */
int ml_bar_put(MlConn *c, MlText key, MlText content, char how, const MlUuid *record, MlErr *e);

/* The content is in quarantine, as that of a record: until it is freed it is refused, whatever else is said of it. One
** that is held for another record stays so: *freed 0. */
int ml_bar_hold(MlConn *c, MlText key, MlText content, const MlUuid *record, MlErr *e);
int ml_bar_free(MlConn *c, MlText key, MlText content, const MlUuid *record, int *freed, MlErr *e);

#endif
