/* Checks memlog_retain and memlog_used. */
#ifndef ML_VERIFY_RETAIN_H
#define ML_VERIFY_RETAIN_H

#include "facts.h"

int ml_verify_retain_run(MlFacts *f, MlErr *e);

#endif
