/* The part of mem_verify that goes once over the whole log, in order of position. */
#ifndef ML_VERIFY_LOG_H
#define ML_VERIFY_LOG_H

#include "facts.h"

/* Each row by itself, its id, its pointer back; the snapshots' places; gathers what the log says of each key. */
int ml_verify_log_run(MlFacts *f, MlErr *e);

#endif
