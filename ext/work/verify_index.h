/* mem_verify: the index of texts. */
#ifndef ML_VERIFY_INDEX_H
#define ML_VERIFY_INDEX_H

#include "facts.h"

/* It is as it was made, holds the versions that stand, and finds as many under each set. Its words themselves are not
** looked at. */
int ml_verify_index_run(MlFacts *f, MlErr *e);

#endif
