/* What is looked for in long-term memory, and what is found. */
#ifndef ML_FOUND_H
#define ML_FOUND_H

#include "../data/ask.h"
#include "../data/rank.h"
#include "../store/item.h"

#define ML_SEARCH_LIMIT 10 /* where none is given */

typedef struct MlSearchAsk {
  const char *who; /* names the function in messages */
  MlText key;
  const MlText *set; /* only these … */
  i64 sets;          /* … so many; 0: all there are */
  MlText query;      /* {NULL,0}: there is only a vector */
  const void *blob;  /* the vector, as memlog_vector has it; NULL: it is in the options, or there is none */
  i64 n_blob;
  i64 limit;
  const MlAsk *options;
  MlText given; /* … as JSON; {NULL,0}: none */
} MlSearchAsk;

/* When: what stood at a position of the log, and had not expired. */
typedef struct MlSearchTime {
  i64 seq;   /* 0: what stands */
  i64 clock; /* milliseconds */
} MlSearchTime;

/* One hit. Texts are its own. */
typedef struct MlFound {
  MlHit hit;
  i64 rank; /* 1, 2 …; 0: it was left out (hit.left) */
  MlUuid record;
  i64 version, importance;
  MlText set, id;
  MlText content; /* {NULL,0}: it may not be seen; JSON, or, where that is a string, the text */
  u8 json;        /* content is JSON, whole */
  u8 cut;         /* it is not all of it */
  MlText metadata, kind, category;
  MlText why; /* in words */
  char *own;
} MlFound;

typedef struct MlSearchHits {
  MlFound *a; /* owned: those that came in, by rank; then, if options say all, those that did not */
  i64 n;
  MlUuid retrieval; /* what is kept of the search in lineage … */
  u8 retrieved;     /* … if it is */
  u8 failed;        /* it was asked rightly, and ended in an error */
} MlSearchHits;

#endif
