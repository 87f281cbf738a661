/*
** How well a row of the index of texts answers a query, from 0 to 1, by a function of FTS5 that is given to a
** connection when it is first needed. A word counts as in BM25+ (k1 0.3, b 0.75, delta k1+1), and all words of the
** query at their best are 1:
**   rarity(w)  = ln(1 + (rows - with + 0.5) / (with + 0.5))          rows of the index; those with the word
**   found(w)   = (1 + tf / (tf + 0.3 * (0.25 + 0.75 * length / mean))) / 2    0 where the word is not
**   score      = sum of rarity * found / sum of rarity
** A compound counts as one word of the greatest rarity among itself and its parts, and is found as it is or, where
** that is more, by the mean of its parts. A word that is nowhere in the index does not count.
*/
#ifndef ML_INDEX_SCORE_H
#define ML_INDEX_SCORE_H

#include "../base/err.h"
#include "../data/words.h"

/* The words of one query, and what is known of them. */
typedef struct MlScore {
  const MlWords *words;
  int skip;          /* phrases in the expression before them */
  int count;         /* the index at hand is to be counted in: done with its first row */
  int only_count;    /* nothing is to be scored yet */
  int ready;         /* what follows is final */
  int n;             /* phrases */
  double rows, size; /* of the indexes: rows, words in all their bodies */
  double *with;      /* owned; by phrase: rows with it, then its rarity; */
  double *found;     /* how well it is found in the row at hand */
} MlScore;

/* words must outlive it. */
void ml_score_open(MlScore *s, const MlWords *words);
void ml_score_close(MlScore *s);

/* Gives the connection the function memlog_score(memlog_item_text, pointer). *there 0: it has no FTS5. */
int ml_score_register(sqlite3 *db, int *there, MlErr *e);

/* Binds the pointer. */
void ml_score_bind(sqlite3_stmt *st, int i, MlScore *s);

#endif
