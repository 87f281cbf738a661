/*
** memlog_vector: what items mean, as vectors of float32 (data/vector.h), one for a version of an item, by its number.
** All vectors of a key have as many dimensions. The table came with version 3: who calls these has made sure of it
** (ml_item_there), but for the embedding function.
*/
#ifndef ML_VECTOR_H
#define ML_VECTOR_H

#include "../data/sketch.h"
#include "../data/vector.h"
#include "conn.h"

void ml_vector_open(MlConn *c);

/* An error that names both if the key's vectors, but for one version's, have other than n dimensions. who: whose vector
** it is. */
int ml_vector_check(MlConn *c, const char *who, MlText key, i64 but, int n, MlErr *e);

/* Stores the vector of a version in the place of the one it has; *changed is 0 if that is the same. The dimension was
** checked. In a write transaction, as all that write. */
int ml_vector_put(MlConn *c, i64 number, MlText key, const float *x, int n, int *changed, MlErr *e);
/* Takes it away; *there is 0 if there was none. */
int ml_vector_remove(MlConn *c, i64 number, int *there, MlErr *e);
/* It becomes another version's, which has none. */
int ml_vector_move(MlConn *c, i64 from, i64 to, int *there, MlErr *e);

/* The floats of the vector, in the place of what stood in x; *found is 0 if there is none. */
int ml_vector_get(MlConn *c, i64 number, MlBuf *x, int *found, MlErr *e);

/* ---- those that are most alike ---- */

typedef struct MlVectorHit {
  i64 number;
  double cosine; /* or what it is at most */
  u8 exact;
} MlVectorHit;

typedef struct MlVectorHits {
  MlConn *c;
  MlBuf query, other; /* floats */
  MlVectorHit *a;     /* owned: a heap, the best first */
  i64 n, cap;
} MlVectorHits;

/* Finds all vectors of a key. An error that names both if they have other than n dimensions. ml_vector_close must
** follow, whatever happens. */
int ml_vector_find(MlConn *c, MlText key, const float *x, int n, MlVectorHits *h, MlErr *e);

/* The next, by its exact cosine; of equal ones the newer first. *more is 0 at the end. Nothing must be written in
** between. */
int ml_vector_next(MlVectorHits *h, i64 *number, double *cosine, int *more, MlErr *e);

void ml_vector_close(MlVectorHits *h);

/* ---- the embedding function ---- */

/* What the function gives for a text that long-term-memory.embedding-function names, as floats; *found is 0 if no
** function is named, or it gave NULL. The options must be loaded. */
int ml_vector_embed(MlConn *c, MlText text, MlBuf *x, int *found, MlErr *e);

#endif
