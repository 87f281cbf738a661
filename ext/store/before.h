/* What stands in memory where something is about to be written or removed: read only if events are to tell of it (see
** MlRecording), and kept as records beside those of the change. */
#ifndef ML_BEFORE_H
#define ML_BEFORE_H

#include "cell_row.h"
#include "conn.h"

void ml_before_open(MlConn *c);

/* Notes the node at a path of the key and scope that are being changed. */
int ml_before_node(MlConn *c, MlText key, MlText path, MlErr *e);

/* Notes that node and all under it (path '': the whole scope). */
int ml_before_all(MlConn *c, MlText key, MlText path, MlErr *e);

#endif
