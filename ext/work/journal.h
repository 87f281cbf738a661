/*
** Reading the log in order of position: every row of a stretch, or one key's rows, which are found by the distances
** between them, so that the rest of the log is not looked at. Reads no further than it is asked to.
*/
#ifndef ML_JOURNAL_H
#define ML_JOURNAL_H

#include "../store/log.h"

typedef struct MlJournal {
  MlScan want; /* given by the caller, the rest zero; its text must live until ml_journal_end */
  MlRow row;   /* the row at hand; text borrows until the next */
  u8 begun;
  sqlite3_stmt *st; /* which holds the row at hand */
  i64 next;         /* one key, newest first: the place of the next row */
  i64 *place;       /* one key, oldest first: the places up to some snapshot */
  i64 n_place, at;
  i64 done; /* … the position up to which they reach */
} MlJournal;

/* Moves to the first or next row; *more is 0 at the end. */
int ml_journal_next(MlConn *c, MlJournal *j, int *more, MlErr *e);

/* Gives back what is held; the journal is as new but for what is wanted. */
void ml_journal_end(MlConn *c, MlJournal *j);

#endif
