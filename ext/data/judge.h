/*
** The judge that needs no model: rules that find in messages what is worth keeping, in English and Chinese. They would
** rather miss a fact than make one up: a sentence counts only if it begins as the tables say, and is neither a question
** nor quoted nor code.
*/
#ifndef ML_JUDGE_H
#define ML_JUDGE_H

#include "judged.h"

/* One message: who said it, its text, and its position. */
typedef struct MlSaid {
  MlText role, text;
  i64 position;
} MlSaid;

/* Adds what the rules find in a message. has_agent: there is an agent whose experience can be kept; what was agreed
** upon with the user is kept as the user's if there is none. SQLITE_NOMEM. What is more than a judgement holds is
** counted as dropped. */
int ml_judge_message(const MlSaid *m, int has_agent, MlJudgement *j);

#endif
