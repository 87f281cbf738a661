/* What a search finds: the hits of the index of texts and of the vectors that may be returned, each list with its
** places. */
#ifndef ML_CANDIDATES_H
#define ML_CANDIDATES_H

#include "found.h"

/* The names of the sets that hits are of, in order; which number each has. */
typedef struct MlSetNames {
  struct MlSetName {
    MlText name; /* owned */
    i64 number, counted;
  } * a;
  i64 n, cap;
} MlSetNames;

typedef struct MlCandidates {
  MlHit *a; /* owned */
  i64 n, cap;
  MlSetNames sets;
  MlSearchTime when;
  i64 keep;   /* of what may not be returned, the best so many of a list are kept … */
  i64 kept;   /* so many are in a, a hit of both lists twice … */
  i64 looked; /* … of so many that were looked at, to be returned or not */
} MlCandidates;

/* Adds the hits of one list (ML_BY_KEYWORD, ML_BY_VECTOR), as far as they can matter: until deep of them may be
** returned beside preferences; of two lists that become one (both) in all. vector: floats, for ML_BY_VECTOR. */
int ml_candidates_add(MlConn *c, const MlSearchAsk *ask, int by, const MlBuf *vector, int both, i64 deep,
                      MlCandidates *out, MlErr *e);

void ml_candidates_free(MlCandidates *x);

#endif
