/*
** What becomes of the hits of a search: two lists made one, an order, and which are left out. Pure: how like two
** hits are is told by the caller.
*/
#ifndef ML_RANK_H
#define ML_RANK_H

#include "../base/uuid.h"

/* Why a hit was left out; the first that holds. */
typedef enum MlLeft {
  ML_LEFT_NOT,         /* it is in */
  ML_LEFT_QUARANTINED, /* it stood at the moment that is asked about, and is in quarantine now */
  ML_LEFT_EXPIRED,
  ML_LEFT_SENSITIVE,
  ML_LEFT_VALID,
  ML_LEFT_KIND,
  ML_LEFT_CATEGORY,
  ML_LEFT_IMPORTANCE,
  ML_LEFT_FILTER, /* other: which condition */
  ML_LEFT_MIN_SCORE,
  ML_LEFT_RELATIVITY,
  ML_LEFT_SIMILAR, /* other: the number of the hit it is like */
  ML_LEFT_PER_SET,
  ML_LEFT_PREFERENCES,
  ML_LEFT_LIMIT
} MlLeft;

/* The same as a word; {NULL,0}: it is in. */
MlText ml_rank_left_word(MlLeft left);

/* The lists. */
enum { ML_BY_KEYWORD, ML_BY_VECTOR, ML_BY };

typedef struct MlHit {
  i64 number;        /* of the version: the greater is the newer */
  MlUuid record;     /* … whose it is … */
  i64 version;       /* … and its number there */
  i64 set;           /* a number for its set, 0, 1 … */
  double own[ML_BY]; /* its score in each list; -1: it is not in it */
  i64 rank[ML_BY];   /* its place in it, from 1; 0: none */
  double score;
  u8 preference;
  MlLeft left;
  i64 other;
} MlHit;

/* Makes one list of both: a hit that is in both stands twice in a, and then once. Scores are those of the one list
** where only one was asked for, else the reciprocal ranks of both,
**   score = (61 / (60 + keyword rank) + 61 / (60 + vector rank)) / 2
** where a list that a hit has no place in adds nothing: 1 is the first of both. Returns how many there are; those
** that are not left out come first, by score, of equals the newer first. */
i64 ml_rank_merge(MlHit *a, i64 n, int both);

/* By score, as above. */
void ml_rank_sort(MlHit *a, i64 n);

typedef struct MlLimits {
  i64 limit, preference_limit, per_set; /* see MlAsk */
  i64 sets;                             /* hits' sets are below this number */
  double lambda;
  double (*like)(void *arg, i64 i, i64 j); /* how like hits i and j are, 0 to 1; NULL: no diversity */
  void *arg;
} MlLimits;

/* So many hits at most are chosen from by maximal marginal relevance. */
#define ML_RANK_POOL 500
i64 ml_rank_pool(const MlLimits *l, i64 n);

/* Leaves out what is over the limits. With like, each that is chosen is that of the pool with the most of
**   lambda * score - (1 - lambda) * how like it is to the one chosen before that it is most like
** which changes who comes in, not the order. SQLITE_NOMEM changes nothing. a is sorted before and after. */
int ml_rank_select(MlHit *a, i64 n, const MlLimits *l);

#endif
