/* mem_verify: long-term memory by itself, and whether the log tells of it as it is; sessions. */
#ifndef ML_VERIFY_ITEM_H
#define ML_VERIFY_ITEM_H

#include "facts.h"

/* After the log was read, and large values. */
int ml_verify_items_run(MlFacts *f, MlErr *e);

#endif
