/*
** What has expired: is kept from those who read (unless the options let it be seen), cleaned up, and lives on where
** reading makes it. Cleaning itself is ml_record_clean.
*/
#ifndef ML_EXPIRE_H
#define ML_EXPIRE_H

#include "../store/cell.h"

/* The time of one read: at it, what has expired is hidden. Zero-initialise it; it is found when it is needed first. */
typedef struct MlNow {
  u8 known;
  i64 ms; /* 0: nothing is hidden */
} MlNow;
int ml_expire_now(MlConn *c, MlNow *now, MlErr *e);

/* Whether a node that was found is hidden. Costs nothing for one that never expires. */
int ml_expire_gone(MlConn *c, const MlNodeId *id, const MlCell *cell, MlNow *now, int *gone, MlErr *e);

/* Takes out of a tree that was loaded what is hidden. */
int ml_expire_hide(MlConn *c, MlTree *t, MlNow *now, MlErr *e);

/* Cleans up what has expired of a scope of a key; of all of memory, *n nodes. Inside a write transaction. */
int ml_expire_key(MlConn *c, MlText key, MlScope scope, MlErr *e);
int ml_expire_all(MlConn *c, i64 *n, MlErr *e);

/* Sets how long nodes live that are written at or under a path (ms -1: as is said further up), and dates those that are
** there by when they were written; *n of them expire at another time than they did. */
int ml_expire_rule(MlConn *c, const MlNodeId *id, i64 ms, i64 *n, MlErr *e);

/* A node that expires (then) was read: it lives on from now, unless it has expired. Between ml_record_begin_dating
** and ml_record_end. */
int ml_expire_refresh(MlConn *c, const MlNodeId *id, i64 expires, MlErr *e);

#endif
