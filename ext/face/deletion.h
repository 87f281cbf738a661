/* mem_deletion, function and table, and mem_propagate: how far deletions have come. */
#ifndef ML_FACE_DELETION_H
#define ML_FACE_DELETION_H

#include "../store/conn.h"

int ml_deletion_register(MlConn *c);

#endif
