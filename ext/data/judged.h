/* What a judge makes of messages: items that are worth keeping. Read from what a host or its function says; made by the
** rules of judge.c. */
#ifndef ML_JUDGED_H
#define ML_JUDGED_H

#include "../base/buf.h"
#include "../base/err.h"

#define ML_JUDGED_CHARS 200  /* content is cut there */
#define ML_JUDGED_MOST  1000 /* items of one judgement */

typedef enum MlVerdict { ML_VERDICT_NONE, ML_VERDICT_STORE, ML_VERDICT_SKIP, ML_VERDICT_SUPERSEDE } MlVerdict;

typedef struct MlJudged {
  MlText content; /* the text itself; never empty */
  u8 agent;       /* 1: the agent's experience; 0: a fact about the user */
  MlVerdict verdict;
  MlText kind, category;
  i64 importance;
  i64 sensitivity;   /* -1: not given */
  MlText supersedes; /* a JSON array of ids; {NULL,0}: none */
  i64 position;      /* of the message it is from; -1: that is not told */
} MlJudged;

/* Zero-initialise it. */
typedef struct MlJudgement {
  MlJudged *a;
  i64 n, cap;
  i64 dropped; /* items without content, or that the rules may not keep */
  struct MlJudgedText *text;
} MlJudgement;

/* Reads judged items (canonical JSON, an array) behind those there are. An error names the item, counted from 1,
** and what is wrong with it. */
int ml_judged_read(MlText json, MlJudgement *j, MlErr *e);

/* Adds an item; its content is trimmed, cut and copied. One without content is only counted. SQLITE_NOMEM;
** SQLITE_TOOBIG: there are ML_JUDGED_MOST. */
int ml_judged_add(MlJudgement *j, const MlJudged *x);

/* The kind of item that goes with a category. */
MlText ml_judged_kind(MlText category);

/* The text without blanks at its ends; its first n characters (combined ones count each for itself). */
MlText ml_judged_trim(MlText t);
MlText ml_judged_cut(MlText t, i64 n);

void ml_judged_free(MlJudgement *j);

#endif
