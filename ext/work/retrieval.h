/* Retrievals: what a search found, what it left out and why, and what of it is in conflict with something. */
#ifndef ML_RETRIEVAL_H
#define ML_RETRIEVAL_H

#include "lineage.h"

#define ML_RETRIEVAL_LISTED 16 /* of what was left out, so many; the rest is counted */

/* A version that was looked at. */
typedef struct MlRetrieved {
  MlUuid record;
  i64 version;
  i64 rank;      /* 1, 2 …: it was selected; 0: it was left out … */
  double score;  /* 0 to 1; below 0: none */
  MlText reason; /* … for this reason, a word; outlives all */
} MlRetrieved;

/* Texts borrow; {NULL,0}: not known. */
typedef struct MlRetrieval {
  MlText key;
  MlText query;       /* as text … */
  const MlBuf *bytes; /* … or, without one, as a vector */
  MlText sets;        /* JSON, an array; {NULL,0}: all of the key */
  MlText filters;     /* JSON, a map */
  MlText mode, index; /* words: how was searched, and in what */
  i64 limit;          /* -1: none */
  i64 candidates;     /* so many were looked at … */
  i64 left_out;       /* … and of them so many left out that are not listed */
  const MlRetrieved *a;
  i64 n;
} MlRetrieval;

/* Puts it, with its edges. What stands and is in conflict with one of the versions listed, but is none of them, gets an
** edge, too. The options must be loaded. Inside a write transaction. */
int ml_retrieval_put(MlConn *c, const MlRetrieval *r, MlUuid *id, MlErr *e);

/* Of a retrieval that is there: what is in conflict with a version, stands now or stood then, and has no edge of it
** yet, gets one. In an operation. */
int ml_retrieval_conflicts(MlConn *c, const MlUuid *id, const MlUuid *record, i64 version, MlErr *e);

#endif
