/* The part of mem_verify that follows every key's rows to the state they lead to. Comes after the others. */
#ifndef ML_VERIFY_FOLD_H
#define ML_VERIFY_FOLD_H

#include "facts.h"

/* Snapshots and memory against what the log's rows lead to, both scopes. Where changes were not recorded nothing
** is said until the next snapshot. */
int ml_verify_fold_run(MlFacts *f, MlErr *e);

#endif
