/* The table mem_ttl: how long nodes live, by path. */
#ifndef ML_TTLS_H
#define ML_TTLS_H

#include "../store/conn.h"

int ml_ttls_register(MlConn *c);

#endif
