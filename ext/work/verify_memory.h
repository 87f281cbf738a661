/* The part of mem_verify that goes over memory as it stands, key by key. Comes after ml_verify_log_run. */
#ifndef ML_VERIFY_MEMORY_H
#define ML_VERIFY_MEMORY_H

#include "facts.h"

/* Each row of memlog_cell by itself and in its tree, and each key's head against what the log says. */
int ml_verify_memory_run(MlFacts *f, MlErr *e);

#endif
