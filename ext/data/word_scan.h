/* Text, piece by piece, as the index of texts sees it (see words.h). */
#ifndef ML_WORD_SCAN_H
#define ML_WORD_SCAN_H

#include "../base/buf.h"

typedef enum MlCharClass {
  ML_CHAR_GAP,    /* separates words */
  ML_CHAR_LETTER, /* part of a word: all that nothing else is known of, too */
  ML_CHAR_JOIN,   /* joins words into a compound, if it stands between two */
  ML_CHAR_QUOTE,  /* an apostrophe */
  ML_CHAR_CJK,
  ML_CHAR_SYMBOL,
  ML_CHAR_FLAG, /* half of one */
  ML_CHAR_NONE  /* is not there */
} MlCharClass;

MlCharClass ml_char_class(u32 c);

/* The character at p (< end) and how many bytes it has; what is none is one byte that separates. */
int ml_char_at(const char *p, const char *end, u32 *c);

/* Puts text without what is not there, and with full-width signs in their ordinary form: then all is as it reads. */
void ml_word_normal(MlText text, MlBuf *out);

typedef enum MlPieceKind { ML_PIECE_END, ML_PIECE_WORD, ML_PIECE_RUN, ML_PIECE_SIGN } MlPieceKind;

typedef struct MlPiece {
  MlPieceKind kind;
  MlText text; /* ML_PIECE_WORD: a word or a compound; ML_PIECE_RUN: CJK characters; ML_PIECE_SIGN: a symbol, or the two
                  of a flag */
  int tail;    /* ML_PIECE_WORD: so many of + or # stand behind it: C++ */
  int suffix;  /* ML_PIECE_WORD: it follows an apostrophe and is what it was shortened to: 's, 'll */
} MlPiece;

/* Begins with {beginning, end, ML_CHAR_GAP}, of normal text. */
typedef struct MlWordScan {
  const char *at, *end;
  MlCharClass before;
} MlWordScan;

void ml_word_piece(MlWordScan *s, MlPiece *x);

/* Puts a symbol, each of its characters as a word. */
void ml_word_sign(MlBuf *out, MlText t);

/* Puts a word and the + or # behind it as one word. */
void ml_word_tail(MlBuf *out, const MlPiece *x);

/* The next of what is joined in a compound, from *at on; empty at the end. */
MlText ml_word_part(MlText compound, i64 *at);

/* The next of the names in a getUserName, from *at on. */
MlText ml_word_hump(MlText word, i64 *at);
/* Whether it counts as a word: single characters say nothing. */
int ml_word_hump_counts(MlText part, MlText hump);

#endif
