/* What a search of long-term memory has seen, to be kept in lineage: a retrieval. */
#ifndef ML_SEEN_H
#define ML_SEEN_H

#include "candidates.h"
#include "retrieval.h"

typedef struct MlSeen {
  u8 wanted;
  MlRetrieved *a; /* owned: what was returned, by rank, then of what was left out the best */
  i64 n;
  i64 candidates, left_out; /* see MlRetrieval */
} MlSeen;

/* Whether searches are kept now: as option lineage.retrieval says. The options must be loaded. */
int ml_seen_wants(MlConn *c);

/* Takes what was returned, and, of the candidates, ranked and selected, what was not. */
int ml_seen_take(MlSeen *seen, const MlSearchHits *hits, const MlCandidates *x, MlErr *e);

/* Puts the retrieval, and says so in hits. vector: what was looked for, if there is no text. */
int ml_seen_put(MlConn *c, const MlSearchAsk *ask, MlAskMode mode, const MlBuf *vector, const MlSeen *seen,
                MlSearchHits *hits, MlErr *e);
void ml_seen_free(MlSeen *seen);

#endif
