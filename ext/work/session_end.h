/*
** The end of a session: what was said since the last is judged, and what is worth keeping becomes items of long-term
** memory, in one transaction. Facts about the user go to the set user_profile, an agent's experience to agent_<id>,
** both under the user's key.
*/
#ifndef ML_SESSION_END_H
#define ML_SESSION_END_H

#include "session.h"

typedef struct MlEnding {
  MlText session;
  MlText user, agent; /* given; {NULL,0}: as it was told before */
  MlText judged;      /* what the host has judged: JSON; {NULL,0}: a function or the rules are to judge */
  i64 from, through;  /* of what was judged; -1: not given */
  MlBuf report;
  /* Between the two: */
  i64 began;   /* by the connection's clock, in microseconds */
  u8 settling; /* what was asked for can be done: what goes wrong from now on is a failure */
  MlTalk seen;
  MlJudgement judgement;
  enum { ML_END_UNJUDGED, ML_END_HOST, ML_END_FUNCTION, ML_END_RULES } judge;
  MlBuf error, name_user, name_agent; /* why the function did not judge; names as they were told before */
} MlEnding;

/* Outside of the transaction: reads what the host has judged, or has a function of its own judge what there is. */
int ml_end_judge(MlConn *c, MlEnding *x, MlErr *e);

/* Inside a write transaction: stores it, and says so in x->report. What was judged before, by whomever, is not judged
** again. */
int ml_end_store(MlConn *c, MlEnding *x, MlErr *e);

/* All of it ended in an error, e, and was undone. If it had begun to do what was asked for, an event says so. The code
** of e comes back, which is another where that is worse. */
int ml_end_fail(MlConn *c, const MlEnding *x, MlErr *e);

void ml_end_free(MlEnding *x);

#endif
