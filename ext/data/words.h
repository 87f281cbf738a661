/*
** Text as words, for the index of texts (FTS5). Its tokenizer knows letters, digits and what separates them. The
** rest is made known to it here, by turning text into other text:
**  - a run of CJK characters becomes its pairs, and its last character: 东京都 is 东京, 京都, 都;
**  - an emoji or another symbol becomes a word, of its code point: u1f600; a flag, of its two;
**  - the name getUserName is that word, and get, User, Name; C++ is also the word Cu2bu2b;
**  - full-width letters and digits are the ordinary ones; what only joins, varies or marks order is left out.
** Changing any of it changes what the index of a file should hold: see sql/index/item_text.sql.
*/
#ifndef ML_WORDS_H
#define ML_WORDS_H

#include "../base/buf.h"

#define ML_WORDS_MAX   64    /* phrases of a query: what comes behind them is not looked for */
#define ML_WORDS_PART  8     /* parts of a compound that is looked for as a whole, too */
#define ML_WORDS_BYTES 65536 /* of a query's phrases together */

/* One word that is looked for: as it is, or by its parts. */
typedef struct MlWordsGroup {
  int whole;       /* number of its phrase */
  int first, part; /* its parts: so many, from this place in MlWords.part on */
} MlWordsGroup;

typedef struct MlWords {
  MlBuf match; /* an FTS5 expression without columns; empty: there is no word in the query */
  int raw;     /* it is the user's own: nothing is known of its phrases */
  int n;       /* its phrases, numbered in their order */
  int n_group, n_part;
  MlWordsGroup group[ML_WORDS_MAX];
  int part[ML_WORDS_MAX * ML_WORDS_PART];
} MlWords;

/* Puts the words of a text at the end of out, as text for the index; what is no UTF-8 separates. */
void ml_words_text(MlText text, MlBuf *out);

/* The same of JSON: its strings, names of members too, its numbers and literals. SQLITE_CORRUPT if it is none,
** else out's own code. */
int ml_words_json(MlText json, MlBuf *out);

/* Any text as a query: its words, each once. Words that say little (the, what, of …) are left out unless there are no
** others. The code is match's own. */
int ml_words_query(MlText text, MlWords *w);

/* Text in FTS5's syntax: only what the index has in another form is rewritten. *why says what is wrong with it, if that
** would not be seen inside of the expression it becomes part of. */
int ml_words_raw(MlText text, MlWords *w, const char **why);

void ml_words_free(MlWords *w);

#endif
