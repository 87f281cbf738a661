/*
** Whether two short texts say the same. What is measured is coarse (characters), so it never decides alone: texts
** that differ in a number, in a sign, in a negation, or in a word for a word are different, however much they have in
** common.
*/
#ifndef ML_SIMILAR_H
#define ML_SIMILAR_H

#include "../base/sqlite.h"

/* Two texts are duplicates of the first of these kinds that they are:
**   equal        the same words in the same order
**   contained    the words of one stand in the other, one behind the other
**   Jaccard      of the characters that are in either, 0.7 are in both; and the words of the shorter one stand in the
**                other, in that order
**   Levenshtein  both are shorter than 20 characters, and no more than 0.2 of the longer one's would have to change;
**                and the words of the shorter one stand in the other, in that order
*/
typedef enum MlSimilarity { ML_DIFFERENT, ML_EQUAL, ML_CONTAINED, ML_JACCARD, ML_LEVENSHTEIN } MlSimilarity;

/* A text made ready to be compared: its words without case, in half-width forms; blanks and punctuation only part them.
** A character of Han, Kana, and a symbol or emoji is a word by itself. Zero-initialise it; it can be used again. */
typedef struct MlSaying {
  u32 *ch; /* all characters, one blank between those that were apart */
  i64 n, cap_ch;
  struct MlWord *word;
  i64 n_word, cap_word;
  u64 numbers; /* a hash of its numbers and signs, in order */
  i64 turns;   /* words that turn what is said around: not, never, without, … */
} MlSaying;

/* SQLITE_NOMEM. What is no UTF-8 is taken for letters that nothing else has. */
int ml_saying_read(MlSaying *s, MlText text);
void ml_saying_free(MlSaying *s);

/* The same for both orders. A text without words is like no other. */
MlSimilarity ml_similar(const MlSaying *a, const MlSaying *b);

/* 1 if a says more: it has more words, or as many and more characters. */
int ml_saying_more(const MlSaying *a, const MlSaying *b);

/* Reads a character of UTF-8 at *i (< t.n) and moves on; U+FFFD for a byte that belongs to none. */
u32 ml_similar_char(MlText t, i64 *i);

#endif
