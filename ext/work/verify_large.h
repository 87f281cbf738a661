/* The part of mem_verify that looks at large values: each must be what its digest says, under its key's salt. */
#ifndef ML_VERIFY_LARGE_H
#define ML_VERIFY_LARGE_H

#include "facts.h"

/* Gathers them, too, so that ml_facts_large can tell whether those that memory and log refer to are there. */
int ml_verify_large_run(MlFacts *f, MlErr *e);

#endif
