/* Which judged items become items of long-term memory: decided first, by reading alone, and then written. */
#ifndef ML_KEEP_H
#define ML_KEEP_H

#include "../data/judged.h"
#include "../data/similar.h"
#include "origin.h"

/* What becomes of a judged item. */
typedef struct MlKept {
  enum { ML_KEPT_STORED, ML_KEPT_DUPLICATE, ML_KEPT_SKIPPED, ML_KEPT_REFUSED } is;
  i64 of;   /* the judged item that it says the same as; -1: none */
  MlBuf id; /* of the stored item that it is, or says the same as */
  MlSaying saying;
  MlUuid barred; /* of one that is refused: the record that its content was taken out of */
} MlKept;

/* A stored item that gives way to a judged one. */
typedef struct MlOutdone {
  i64 by; /* the judged item */
  MlBuf id;
  u8 gone;
} MlOutdone;

typedef struct MlKeep {
  MlConn *c;
  const MlJudgement *j;
  MlText session, user;
  MlText judge;  /* who has judged: a name */
  MlText set[2]; /* of the user's facts; of the agent's experience, {NULL,0}: there is no agent */
  i64 from, through;
  MlKept *a; /* one for each judged item */
  MlOutdone *outdone;
  i64 n_outdone, cap_outdone;
  MlPromotion promotion;
  MlBuf artifact, messages;
} MlKeep;

/* Decides. c, j, session, user, judge, set, from and through are given, the rest is zero; ml_keep_free must follow. An
** error if an item is for an agent and there is none, or supersedes what is not there. */
int ml_keep_decide(MlKeep *k, MlErr *e);

/* Writes what is new, and then removes what it supersedes. Inside a write transaction. */
int ml_keep_write(MlKeep *k, MlErr *e);

/* How many items became what; how many stored ones are gone. */
i64 ml_keep_count(const MlKeep *k, int is);
i64 ml_keep_gone(const MlKeep *k);

/* Puts the members stored, duplicates, superseded and refused of the report. */
void ml_keep_report(const MlKeep *k, MlBuf *out);

void ml_keep_free(MlKeep *k);

#endif
