/*
** Pruning: the oldest rows of the log go, with the snapshots, runs and notes of imports that belong to them. For each
** of their keys a snapshot keeps the state at its newest row that goes; the anchor (memlog_meta) keeps where the log
** begins now. So every moment from the anchor on is as it was, and none before it is there any more.
*/
#ifndef ML_PRUNE_H
#define ML_PRUNE_H

#include "../store/drop.h"
#include "../store/meta.h"

#define ML_PRUNE_ROWS 10000 /* a step takes so many rows if nothing else is said */

typedef struct MlPruneWant {
  sqlite3_value *before; /* a moment: what is known at it and after it stays known */
  i64 max_rows;
  u8 ignore_consumers; /* else nothing goes that one of them has not acknowledged */
} MlPruneWant;

typedef struct MlPruneDone {
  MlDropCount gone;
  i64 keys;      /* had rows among those that went */
  i64 snapshots; /* went … */
  i64 written;   /* … and came */
  i64 items;     /* past versions of items that went */
  i64 values;    /* large values that nothing refers to any more, and that went, too */
  i64 upto;      /* how far all steps together go */
  i64 remaining; /* rows that are still to go, counted up to max_rows */
  MlAnchor anchor;
  u8 held;       /* a consumer keeps it from going as far as asked: … */
  MlBuf held_by; /* … its name; owned (ml_prune_free) */
} MlPruneDone;

/* Does one step, in a write transaction of its own. It ends where max_rows, or the bytes or the keys of a step are
** reached, and is complete in itself. */
int ml_prune_step(MlConn *c, const MlPruneWant *w, MlPruneDone *d, MlErr *e);

/* What all steps together would take out. */
int ml_prune_count(MlConn *c, const MlPruneWant *w, MlPruneDone *d, MlErr *e);

void ml_prune_free(MlPruneDone *d);

#endif
