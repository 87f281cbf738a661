/* The table mem_lineage_break: what lineage lacks, or says that cannot be. */
#ifndef ML_FACE_BREAKS_H
#define ML_FACE_BREAKS_H

#include "../store/conn.h"

int ml_breaks_register(MlConn *c);

#endif
