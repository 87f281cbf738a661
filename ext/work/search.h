/* Searching long-term memory. */
#ifndef ML_SEARCH_H
#define ML_SEARCH_H

#include "found.h"

/* Searches; a key, a set, a file that has nothing gives no hits. Recorded, if searches are: then it writes, so it
** is not to be called while rows are borrowed. ml_search_free must follow, after errors, too. */
int ml_search_run(MlConn *c, const MlSearchAsk *ask, MlSearchHits *out, MlErr *e);
void ml_search_free(MlSearchHits *h);

/* Records that a search of a key failed with rc, as ml_search_run does, for who ran it in a transaction that is gone
** with it. Returns rc, or what ml_txn_note_failure says. */
int ml_search_note_failure(MlConn *c, MlText key, int rc, MlErr *e);

#endif
