/* Whether the rows of lineage make sense, and every edge leads from something to something that its relation joins. */
#ifndef ML_VERIFY_LINEAGE_H
#define ML_VERIFY_LINEAGE_H

#include "facts.h"

int ml_verify_lineage_run(MlFacts *f, MlErr *e);

#endif
