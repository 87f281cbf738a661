/*
** What happened to the nodes at and under a path: one change after the other, oldest or newest first. Reads no further
** than it is asked to, and holds one stretch of the log at most.
*/
#ifndef ML_HISTORY_H
#define ML_HISTORY_H

#include "stretch.h"

/* Newest first, for a path at which nothing but values were written: a change waits for the one before it, whose value
** is what it found. */
typedef struct MlHistoryWait {
  i64 place;
  MlStretchRow row;
  MlStretchChange change;
  MlBuf text;
} MlHistoryWait;

typedef struct MlHistory {
  MlText key, top; /* given by the caller, as are the next three; text must live until ml_history_end */
  MlScope scope;
  i64 low, high; /* positions, both included */
  u8 newest_first;
  /* The change at hand, and its row. Text borrows until the next. */
  const MlStretchChange *change;
  const MlStretchRow *row;

  u8 begun;
  MlStretch s;
  i64 at;   /* how many changes of the stretch were handed out */
  i64 last; /* the place of the newest row that is wanted */
  i64 next; /* newest first: the place of the next row; oldest first: the position up to which all was read */
  MlHistoryWait wait[2];
  int waiting;     /* the one that waits; -1: none */
  i64 passed;      /* rows since it began to wait */
  i64 quiet_first; /* the first position in memlog_quiet; 0: none */
} MlHistory;

/* Moves to the first or next change; *more is 0 at the end. */
int ml_history_next(MlConn *c, MlHistory *h, int *more, MlErr *e);

/* Gives back what is held. */
void ml_history_end(MlConn *c, MlHistory *h);

#endif
