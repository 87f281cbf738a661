/* Emission: all pending records become events. */
#ifndef ML_EMIT_H
#define ML_EMIT_H

#include "../store/conn.h"

/* Folds, numbers and inserts what is pending, takes the snapshots that are due. *n is the number of events. On
** failure the transaction is barred from COMMIT. */
int ml_emit_run(MlConn *c, i64 *n, MlErr *e);

#endif
