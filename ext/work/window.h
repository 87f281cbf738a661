/* The window of a conversation: what a model is sent of it. Reads from the newest message back, no more than it takes.
 */
#ifndef ML_WINDOW_H
#define ML_WINDOW_H

#include "../data/turns.h"
#include "placement.h"
#include "summary.h"

#define ML_WINDOW_TOKENS  16000
#define ML_WINDOW_SUMMARY 2000
#define ML_WINDOW_FURTHER 1000 /* messages that are looked at beyond the budget, for one of a user, say */

typedef struct MlWindowAsk {
  i64 max_tokens;
  i64 summary_tokens; /* kept free for the summary; -1: not given */
  i64 rounds;         /* 0 or less: nothing is sent; INT64_MAX: all */
  i64 overhead;       /* tokens that each message takes beside its own */
  u8 all;             /* show what is left out, too */
  u8 alternate;
  MlPlacing placing;
} MlWindowAsk;

#define ML_WINDOW_ASK                                                                                                  \
  ((MlWindowAsk){.max_tokens = ML_WINDOW_TOKENS, .summary_tokens = -1, .rounds = INT64_MAX, .placing = {.turn = -1}})

/* Reads options (canonical JSON) into it. who names the function or table. */
int ml_window_options(const char *who, MlText json, MlWindowAsk *ask, MlErr *e);

/* Zero-initialise it. */
typedef struct MlWindow {
  MlTurns system, summary, turns;
  const MlTurn **row; /* what is sent, in order; then, if it was asked for, what is left out, the oldest first */
  i64 n;              /* … so many */
  i64 tokens;         /* of what is sent */
  i64 through;        /* the summary that is sent covers the messages before this index; 0: none is sent */
} MlWindow;

/* Reads the window of a session. ml_window_free must follow, whatever happens. SQLITE_TOOBIG, with words: the budget is
** too small for what must be sent. */
int ml_window_read(MlConn *c, MlText session, const MlWindowAsk *ask, MlWindow *w, MlErr *e);
void ml_window_free(MlWindow *w);

#endif
