/* The options of a search. */
#ifndef ML_ASK_H
#define ML_ASK_H

#include "sieve.h"

typedef enum MlAskMode { ML_ASK_ANY, ML_ASK_KEYWORD, ML_ASK_VECTOR, ML_ASK_HYBRID } MlAskMode;

typedef struct MlAsk {
  MlAskMode mode; /* ANY: not said */
  u8 raw;         /* the query is in FTS5's own syntax */
  u8 mmr;         /* what says something new comes before what repeats */
  u8 all;         /* what was left out is shown, too */
  MlSieve sieve;
  MlText vector; /* JSON: an array, not looked at any further; {NULL,0}: none given */
  MlText as_of;  /* JSON: a moment, likewise: of what stood then */
  double min_score, relativity, lambda;
  i64 per_set;          /* at most so many of a set; -1: any number */
  i64 preference_limit; /* so many preferences beside the others; -1: they count like the others */
  i64 max_chars;        /* of a content; 0: all */
} MlAsk;

/* What is not said. */
#define ML_ASK_NOTHING                                                                                                 \
  ((MlAsk){.sieve = ML_SIEVE_NOTHING,                                                                                  \
           .min_score = 0.3,                                                                                           \
           .relativity = 0.45,                                                                                         \
           .lambda = 0.7,                                                                                              \
           .per_set = -1,                                                                                              \
           .preference_limit = 6,                                                                                      \
           .max_chars = 1000})

/* Reads options (canonical JSON, which outlives a; {NULL,0}: none) into a, which holds ML_ASK_NOTHING. Unknown
** names are errors that list those there are. now: the clock, in microseconds. ml_ask_free must follow, after
** errors, too. */
int ml_ask_read(const char *who, MlText json, i64 now, MlAsk *a, MlErr *e);
void ml_ask_free(MlAsk *a);

#endif
