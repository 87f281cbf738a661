/* Lines that have a key's whole state, and the one that says where the rows begin. */
#ifndef ML_IMPORT_STATE_H
#define ML_IMPORT_STATE_H

#include "../data/line.h"
#include "../store/conn.h"

/* As ml_import_line. */
int ml_import_state_take(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e);
int ml_import_state_start(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e);

#endif
