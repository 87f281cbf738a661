/*
** What is made of other records: a transformation, what it read, and what came out of it.
*/
#ifndef ML_DERIVE_H
#define ML_DERIVE_H

#include "lineage.h"
#include "subject.h"

/* How. Texts borrow; {NULL,0}: not told. */
typedef struct MlDerive {
  MlText kind; /* 'copy', 'summary', 'merge', 'extraction'; where nothing comes out: 'embedding', 'index' */
  MlText code, model, limitations;
  i64 versions; /* that an index, or vectors, were made of; -1: not told */
} MlDerive;

/* What it reads: versions of records that were let in, and sources. Zero-initialise them. */
typedef struct MlInput {
  MlUuid id;
  i64 version; /* 0: a source */
  i64 number;  /* of the version, in the file */
} MlInput;
typedef struct MlInputs {
  MlInput *a;
  i64 n, cap;
} MlInputs;
#define ML_INPUTS_MOST 1000

/* Adds what references (canonical JSON, an array of them that is not empty) name; what is there already counts once. A
** record without a version is the newest that was let in. An error if one is neither a version nor a source, was not
** let in, or was forgotten. who is the function, or its option. */
int ml_derive_inputs(MlConn *c, const char *who, MlText references, MlInputs *in, MlErr *e);

/* Adds one that is known to be there. */
int ml_inputs_add(const char *who, const MlInput *x, MlInputs *in, MlErr *e);
void ml_inputs_free(MlInputs *in);

/* Puts the transformation, with an edge to each input; key: whose it is. Inside of an operation, as what follows. */
int ml_derive_put(MlConn *c, MlText key, const MlDerive *how, const MlInputs *in, MlUuid *id, MlErr *e);

/* The same in an operation of its own, where nothing comes out: an index was made, or vectors; key {NULL,0}: of all. */
int ml_derive_alone(MlConn *c, MlText key, const MlDerive *how, const MlInputs *in, MlErr *e);

/* More inputs of a transformation. */
int ml_inputs_read(MlConn *c, const MlUuid *transformation, const MlInputs *in, MlErr *e);

/* An error if a version that was there before is one of its own inputs. Before anything is written. */
int ml_derive_check(const char *who, MlEnd output, const MlInputs *in, MlErr *e);

/* The version came out of it: an edge to it, and to each record that it read, which says so where key or set differ. */
int ml_derive_made(MlConn *c, MlEnd output, const MlUuid *transformation, const MlInputs *in, MlErr *e);

#endif
