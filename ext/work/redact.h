/*
** Redaction: values are taken out of the log, and marks put in their place (data/mark.h). The state stays as it is, the
** digests of the rows as they were keep the chain.
*/
#ifndef ML_REDACT_H
#define ML_REDACT_H

#include "../base/err.h"
#include "../store/conn.h"

typedef struct MlRedact {
  i64 place;     /* of the event; a position alone is looked for in memlog_event first */
  MlText path;   /* canonical; '' is all that the event says */
  MlText reason; /* goes into the marks */
  i64 n;         /* rows that were changed: of the log, snapshots, runs; 0: the marks are there already */
} MlRedact;

/* Takes the values that the event has at or under the path out of every row of its key's log, and out of its snapshots,
** wherever the same path has the same value; and appends the event _memory_redacted_event. An error, and nothing is
** changed, while one of them is still the value in memory. */
int ml_redact_run(MlConn *c, MlRedact *x, MlErr *e);

#endif
