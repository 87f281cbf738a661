/* How like two texts are: the share of the words that they have in common. */
#ifndef ML_LIKENESS_H
#define ML_LIKENESS_H

#include "../base/sqlite.h"

/* The words of a text, each once: runs of letters and digits, A-Z as a-z; of scripts that are written without
** spaces (Chinese, Japanese), each two characters that stand side by side; each emoji. Only the first 1,000 count. */
typedef struct MlWordSet {
  u64 *a; /* owned, in order */
  i64 n;
} MlWordSet;

/* SQLITE_NOMEM leaves none. */
int ml_likeness_words(MlText text, MlWordSet *w);
void ml_likeness_free(MlWordSet *w);

/* Words that both have over words that either has, 0 to 1; 0 if there are none. */
double ml_likeness(const MlWordSet *a, const MlWordSet *b);

#endif
