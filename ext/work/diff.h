/* What is different between two moments of one scope of a key's memory, long-term memory included. */
#ifndef ML_DIFF_H
#define ML_DIFF_H

#include "../store/cell.h"
#include "rebuild.h"

typedef struct MlDiff {
  MlConn *c;
  MlText key;
  MlPast from, to; /* long-term memory's stands in the place of the first scope */
  MlNode **a, **b; /* their nodes in byte order of the paths */
  i64 n_a, n_b, at_a, at_b;
  MlScope scope;
  MlText top;
  const MlNode *before, *after; /* at hand: the node at one path, NULL where there was or is none */
} MlDiff;

/* Compares what lies at and under top (whose text must live as long) at two moments, of which either may be the older.
** On success *d is owned (ml_diff_close). */
int ml_diff_open(MlConn *c, const MlNodeId *top, const MlWhen *from, const MlWhen *to, MlDiff *d, MlErr *e);

/* The next path, in byte order, at which they differ in type or value; *more is 0 at the end. */
int ml_diff_next(MlDiff *d, int *more, MlErr *e);

void ml_diff_close(MlDiff *d);

#endif
