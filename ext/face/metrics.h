/* The table mem_metric: numbers about the whole file. */
#ifndef ML_METRICS_H
#define ML_METRICS_H

#include "../store/conn.h"

int ml_metrics_register(MlConn *c);

#endif
