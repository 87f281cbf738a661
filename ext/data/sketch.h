/*
** A sketch: a vector's direction in one byte a dimension, and how far off that is at most. A search reads the sketches
** of all vectors, which are a quarter of them, and then only those vectors that can be among the best.
**
** As stored: the step s and the rest r, float32, the lowest byte first; then a signed byte c for each dimension. With u
** the vector's direction (of length 1; zeros for a vector of zeros): |u - s*c| <= r.
*/
#ifndef ML_SKETCH_H
#define ML_SKETCH_H

#include "../base/buf.h"

#define ML_SKETCH_BYTES(dimensions) (8 + (i64)(dimensions))

/* The sketch, at the end of out. */
void ml_sketch_put(const float *x, int n, MlBuf *out);

/* 1 if a stored sketch says of the vector what is so. */
int ml_sketch_true(const void *sketch, i64 bytes, const float *x, int n);

/* What sketches are held against. */
typedef struct MlSketchQuery {
  int n;
  double step;
  int16_t *q; /* owned: the query's direction in such steps … */
  double off; /* … is off by so much at most */
} MlSketchQuery;

int ml_sketch_query(MlSketchQuery *q, const float *x, int n); /* SQLITE_NOMEM */
void ml_sketch_query_free(MlSketchQuery *q);

/* The cosine of the query and a vector is at most *bound. 0: that is no sketch of as many dimensions. */
int ml_sketch_bound(const MlSketchQuery *q, const void *sketch, i64 bytes, double *bound);

#endif
