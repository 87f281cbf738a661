/* Begin and end of runs: emission points. */
#ifndef ML_LIFECYCLE_H
#define ML_LIFECYCLE_H

#include "../store/run.h"
#include "append.h"

/* Emits what is pending, ends a run that is still open as abandoned (exclusive: an error), empties sensory memory,
** and begins a new run. input: canonical JSON, or NULL text. *run is its number. */
int ml_lifecycle_begin(MlConn *c, MlText key, MlText input, int exclusive, i64 *run, MlErr *e);

/* Ends the open run (an error if there is none); outcome is "completed", "failed" or "abandoned". */
int ml_lifecycle_end(MlConn *c, MlText key, MlText output, MlText outcome, i64 *run, MlErr *e);

/* Ends the open run as abandoned. */
int ml_lifecycle_abandon(MlConn *c, MlText key, i64 run, MlErr *e);

/* What is written between the numbering and the insertion of a begin or end row: its run's own row, and the head. */
int ml_lifecycle_put_begin(MlConn *c, MlEntry *a, MlRun *run, int with_state, MlErr *e);
int ml_lifecycle_put_end(MlConn *c, MlEntry *a, MlRun *run, MlErr *e);

/* What the chain covers, as a run-end row's input, of its row in memlog_run: outcome and output, at the end of
** out. (Of a begin row it is memlog_run.input.) */
void ml_lifecycle_end_content(const MlRun *r, MlBuf *out);

#endif
