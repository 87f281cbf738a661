/* The table mem_lineage. */
#ifndef ML_LINEAGE_TABLE_H
#define ML_LINEAGE_TABLE_H

#include "../store/conn.h"

int ml_lineage_register(MlConn *c);

#endif
