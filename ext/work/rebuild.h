/*
** The state of a key at a past position: the newest snapshot at or before it, then the rows behind that, applied
** in order. Only the stretch between two snapshots is walked.
*/
#ifndef ML_REBUILD_H
#define ML_REBUILD_H

#include "../data/state.h"
#include "../store/log.h"
#include "position.h"

typedef struct MlPast {
  MlTree state[ML_SCOPES]; /* of the scopes that were asked for */
  unsigned scopes;
  i64 gap[ML_SCOPES]; /* where a gap began in which it stands: then nothing is known of that scope; 0: none */
} MlPast;

/* Rebuilds the given scopes (bits) of a key as they were to be seen at a moment: after the row at its position (which
** need not exist), without what had expired then. Where a gap makes that impossible the error names the key and both
** ends of the gap. On success *p is owned (ml_rebuild_free). */
int ml_rebuild_when(MlConn *c, MlText key, const MlWhen *when, unsigned scopes, MlPast *p, MlErr *e);
/* The same with all that has expired and was not cleaned up; and a gap is no error. */
int ml_rebuild_known(MlConn *c, MlText key, i64 seq, unsigned scopes, MlPast *p, MlErr *e);
void ml_rebuild_free(MlPast *p);

/* The scopes (bits) of a key whose state at a position follows from no snapshot before it and no rows: changes were not
** recorded. A snapshot at the position itself does not count. */
int ml_rebuild_gaps(MlConn *c, MlText key, i64 seq, unsigned *scopes, MlErr *e);

/* The places of a key's rows in (after, upto], oldest first: *pa is owned (sqlite3_free). Walks back from the
** key's next snapshot behind upto, or its head. */
int ml_rebuild_places(MlConn *c, MlText key, i64 after, i64 upto, i64 **pa, i64 *pn, MlErr *e);

/* The place of the key's newest row at or before upto (0: none). Costs the stretch between two snapshots. */
int ml_rebuild_last(MlConn *c, MlText key, i64 upto, i64 *place, MlErr *e);

/* The row at a place is not there. *previous: where a walk goes on; 0: it ends there, for the row was pruned. An error
** if it should be there. While a listener is running, it may be one of those whose turn is still to come. */
int ml_rebuild_missing(MlConn *c, MlText key, i64 place, i64 *previous, MlErr *e);

/* A key's rows behind a position, up to its next snapshot or, if there is none, to its newest row. */
typedef struct MlRebuildRest {
  i64 first;       /* the place of the first; 0: there is none */
  i64 snap;        /* the place of that snapshot; 0: there is none */
  i64 rows, bytes; /* how many they are, and what they weigh in the key's head */
} MlRebuildRest;
int ml_rebuild_rest(MlConn *c, MlText key, i64 after, MlRebuildRest *rest, MlErr *e);

#endif
