/* Taking snapshots. */
#ifndef ML_SNAP_H
#define ML_SNAP_H

#include "../data/state.h"
#include "../store/head.h"

/* Takes a snapshot of a key at its newest row if one is due by growth (the rows since the last outnumber and outweigh
** what they should) or is needed to close a gap of one of these scopes (bits). known: its head as it is stored; NULL:
** it must be looked up. */
int ml_snap_key(MlConn *c, MlText key, const MlHead *known, unsigned closing, MlErr *e);

/* 1 in *due if one is due by growth; measures the state and notes it in the head when it has to. */
int ml_snap_due(MlConn *c, MlText key, MlHead *h, int *due, MlErr *e);

/* The state of a scope of the key, as the columns of a row. Zero-initialise it; ml_snap_free in any case. */
#define ML_SNAP_COLUMNS 4
typedef struct MlSnapState {
  MlBuf b[ML_SNAP_COLUMNS]; /* value, removed, containers, expires */
} MlSnapState;
int ml_snap_state(MlConn *c, MlText key, MlScope scope, MlSnapState *x, MlErr *e);
MlChange ml_snap_change(const MlSnapState *x);
void ml_snap_free(MlSnapState *x);

/* What a snapshot at a place means for the head: counting begins anew, gaps are closed. */
void ml_snap_note(MlHead *h, i64 place);

#endif
