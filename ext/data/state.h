/*
** One scope of a key's memory as a tree: what a row of the log does to it, and how it is written down whole.
*/
#ifndef ML_STATE_H
#define ML_STATE_H

#include "tree.h"

/* The columns that say what changed, as they stand in a row of the log or a snapshot. */
typedef struct MlChange {
  MlText value, removed, containers, expires;
} MlChange;

/* Copies a change's text into the tree's own memory. SQLITE_NOMEM. */
int ml_state_keep(MlTree *t, const MlChange *from, MlChange *to);

/* Applies a row: first removed, then containers, then the values that are not containers; missing parents become
** objects; the next index of a list is at least 1 + i for every element i that is named; then when the nodes expire.
** Borrows the change's text for the life of the tree. SQLITE_CORRUPT when the text is damaged, SQLITE_NOMEM. */
int ml_state_apply(MlTree *t, const MlChange *c);

/* The same, with somebody watching: see is told of each node at or under top before it changes. The node is as it was,
** type and value are what it becomes (ML_MISSING: it goes; of a whole subtree all nodes are told, in byte order). What
** is written again as it was is told, too. Only what lies at, under or above top is applied at all. see may be NULL;
** its error ends the applying. */
typedef struct MlStateWatch MlStateWatch;
struct MlStateWatch {
  MlText top;
  int (*see)(MlStateWatch *w, const MlNode *n, MlType type, MlText value);
};
int ml_state_watch(MlTree *t, const MlChange *c, MlStateWatch *w);

/* Empties the tree. */
void ml_state_clear(MlTree *t);

/* The whole state as one change that, applied to an empty tree, gives it back: values; lists and objects with nothing
** in them in containers; in removed the last index a list has given away, if it is gone; in expires when they expire.
** removed, containers and expires stay empty when there are none; value is "{}" then. */
int ml_state_write(MlTree *t, MlBuf *value, MlBuf *removed, MlBuf *containers, MlBuf *expires);

/* Only the values, as a JSON map in byte order of the paths. */
int ml_state_values(MlTree *t, MlBuf *out);

/* 1 if both hold the same paths with the same types, values, next indexes and times to expire; else 0 and the first
** path (in byte order) that differs in *where. -1: out of memory. */
int ml_state_same(MlTree *a, MlTree *b, MlText *where);

#endif
