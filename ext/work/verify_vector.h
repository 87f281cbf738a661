/* Checks memlog_vector. */
#ifndef ML_VERIFY_VECTOR_H
#define ML_VERIFY_VECTOR_H

#include "facts.h"

int ml_verify_vector_run(MlFacts *f, MlErr *e);

#endif
