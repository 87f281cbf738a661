/*
** Which messages of a conversation a model is sent: those that were read, from the newest back, become turns; what
** cannot be sent is left out, each with the reason; of the rest the newest that fit stay. A call of tools and its
** results are one unit: all of it stays, or nothing.
*/
#ifndef ML_TURNS_H
#define ML_TURNS_H

#include "message.h"

typedef struct MlTurn {
  i64 position;    /* in the list; -1: none (the summary) */
  MlText json;     /* owned; the message's parts borrow from it */
  MlMessage m;     /* all of it is missing if it is none */
  i64 tokens;      /* what it counts */
  u8 counted;      /* ML_TOKENS_… */
  const char *why; /* it is left out; NULL: it is sent */
  i64 call;        /* of a result: number of the turn that made the call; -1: none */
  i64 waits;       /* calls without a result */
  i64 whole;       /* tokens with its results */
  i64 next;        /* of a call its first result, of a result the next one of its call; -1: none */
} MlTurn;

/* Where the number of tokens comes from. */
enum { ML_TOKENS_ESTIMATED, ML_TOKENS_GIVEN, ML_TOKENS_COUNTED };

/* Reasons for which others can be better ones. */
extern const char ml_turns_over[]; /* "over budget" */
extern const char ml_turns_old[];  /* "older than the rounds" */

typedef struct MlTurns {
  MlTurn *a; /* the oldest first, once they are turned round */
  i64 n, cap;
} MlTurns;

/* A new turn at the end, all zero; NULL: out of memory. */
MlTurn *ml_turns_add(MlTurns *t);
void ml_turns_reverse(MlTurns *t);
void ml_turns_free(MlTurns *t);

/* Pairs results with calls: a result belongs to the nearest call with its id before it, which has no other.
** SQLITE_NOMEM. */
int ml_turns_pair(MlTurns *t);

/* The end becomes one that can be answered, or is an answer; strict: user and assistant take turns all over. */
void ml_turns_repair(MlTurns *t, int strict);

/* Leaves out what does not fit into so many tokens, the oldest first; if not even what the newest user message began
** fits, that message stays with the newest that fit behind it. 0: nothing does, and *needs says how much it takes. */
int ml_turns_choose(MlTurns *t, i64 room, i64 *needs);

/* Leaves out what comes before the first message of a user, says of results what their calls say, and strings them up.
 */
void ml_turns_finish(MlTurns *t);

#endif
