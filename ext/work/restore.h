/* A state of memory, past or another key's, made the present by one operation that is recorded like any other. */
#ifndef ML_RESTORE_H
#define ML_RESTORE_H

#include "../store/cell.h"
#include "position.h"

/* Makes what stands at and under a node (path '': the whole scope) what it was at a moment. Only what differs is
** written and removed: *n nodes. A list that lives on keeps the indexes it has given away. */
int ml_restore_run(MlConn *c, const MlNodeId *id, const MlWhen *when, i64 *n, MlErr *e);

/* Makes a scope of a key what another key's is, or was at a moment (NULL: as it stands); what it held before goes. *n
** nodes have been copied. */
int ml_restore_copy(MlConn *c, MlText from, MlText to, MlScope scope, const MlWhen *when, i64 *n, MlErr *e);

#endif
