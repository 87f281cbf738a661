/*
** Vectors of float32, as embeddings are. A text's vector is stored as sqlite-vec lays it out: float32 after float32,
** the lowest byte first. In memory it is an MlBuf of floats. All sums are of doubles, in which the product of two
** float32 is exact, and in an order of their own: the same on every machine.
*/
#ifndef ML_VECTOR_DATA_H
#define ML_VECTOR_DATA_H

#include "../base/buf.h"
#include "../base/err.h"

#define ML_VECTOR_MAX 8192 /* dimensions */

static inline const float *ml_vector_floats(const MlBuf *vector) { return (const float *)(const void *)vector->p; }
static inline int ml_vector_dimensions(const MlBuf *vector) { return (int)(vector->n / (i64)sizeof(float)); }

/* Reads a BLOB, or canonical JSON: an array of numbers. What stood in vector goes. Errors, SQLITE_ERROR: no
** dimension or over ML_VECTOR_MAX, bytes that are no whole number of float32, what is no number, NaN, or infinite
** as float32. who says in messages whose vector it is. */
int ml_vector_read(const char *who, const void *blob, i64 n, MlBuf *vector, MlErr *e);
int ml_vector_read_json(const char *who, MlText json, MlBuf *vector, MlErr *e);

/* What is wrong with a stored BLOB, NULL if nothing is. */
const char *ml_vector_wrong(const void *blob, i64 n);

/* The BLOB, at the end of out. */
void ml_vector_blob(const float *x, int n, MlBuf *out);

double ml_vector_dot(const float *a, const float *b, int n);
double ml_vector_norm(const float *x, int n);

/* From -1 to 1. A vector of zeros has no direction: 0. */
double ml_vector_cosine(const float *a, const float *b, int n);

#endif
