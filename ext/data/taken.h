/* The options of a function: which members its JSON map may have, what they may be, and where they go. */
#ifndef ML_TAKEN_H
#define ML_TAKEN_H

#include "../base/buf.h"
#include "../base/err.h"

typedef enum MlTakes {
  ML_TAKES_NAME,   /* MlText: text, not empty, without NUL */
  ML_TAKES_WORD,   /* MlText: one of words */
  ML_TAKES_NUMBER, /* i64: a whole number from low to high */
  ML_TAKES_SWITCH, /* int: true or false */
  ML_TAKES_TIME,   /* i64: microseconds */
  ML_TAKES_MAP,    /* MlText: its JSON */
  ML_TAKES_ARRAY,
  ML_TAKES_ANY /* … whatever it is */
} MlTakes;

typedef struct MlTaken {
  const char *name;
  MlTakes takes;
  void *to; /* stays as it is where the option is not given, or is null */
  i64 low, high;
  const char *const *words; /* the last is NULL */
} MlTaken;

/* Reads options (canonical JSON, which outlives what goes into the list; {NULL,0}: none); text is where names are kept.
** now: microseconds, for 'now'. Names that are none are errors that list those there are; who names the function. */
int ml_taken_read(const char *who, MlText json, i64 now, const MlTaken *list, int n, MlBuf *text, MlErr *e);

#endif
