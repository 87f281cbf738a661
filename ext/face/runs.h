/* The table mem_run. */
#ifndef ML_RUNS_H
#define ML_RUNS_H

#include "../store/conn.h"

int ml_runs_register(MlConn *c);

#endif
