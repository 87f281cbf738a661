/* Searching long-term memory. */
#ifndef ML_SEARCH_H
#define ML_SEARCH_H

#include "found.h"

/* Searches; a key, a set, a file that has nothing gives no hits. Recorded, if searches are: then it writes, so it
** is not to be called while rows are borrowed. ml_search_free must follow, after errors, too. */
int ml_search_run(MlConn *c, const MlSearchAsk *ask, MlSearchHits *out, MlErr *e);
void ml_search_free(MlSearchHits *h);

#endif
