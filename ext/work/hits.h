/* The hits of a search as rows: with what their items hold, and in words why they are there. */
#ifndef ML_HITS_H
#define ML_HITS_H

#include "found.h"

/* Makes the rows of n hits that are ranked; those that were left out only if options say all. both: they come of two
** lists. */
int ml_hits_make(MlConn *c, const MlSearchAsk *ask, const MlHit *a, i64 n, int both, MlSearchHits *out, MlErr *e);

void ml_hits_free(MlSearchHits *h);

/* What the event says of those that came in: [{"set","id","value","score"}, …]. */
int ml_hits_results(MlConn *c, const MlSearchHits *hits, MlBuf *out, MlErr *e);

#endif
