/* Taking snapshots. */
#ifndef ML_SNAP_H
#define ML_SNAP_H

#include "../store/head.h"

/* Takes a snapshot of a key at its newest row if one is due by growth (the rows since the last outnumber and outweigh
** what they should) or is needed to close a gap of one of these scopes (bits). known: its head as it is stored; NULL:
** it must be looked up. */
int ml_snap_key(MlConn *c, MlText key, const MlHead *known, unsigned closing, MlErr *e);

/* 1 in *due if one is due by growth; measures the state and notes it in the head when it has to. */
int ml_snap_due(MlConn *c, MlText key, MlHead *h, int *due, MlErr *e);

/* The key's short-term state as the three columns of a row. */
int ml_snap_state(MlConn *c, MlText key, MlScope scope, MlBuf *value, MlBuf *removed, MlBuf *containers, MlErr *e);

/* What a snapshot at a place means for the head: counting begins anew, gaps are closed. */
void ml_snap_note(MlHead *h, i64 place);

#endif
