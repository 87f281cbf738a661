/* What a model is sent before it answers: the window of a conversation, and what long-term memory recalls, in one
** budget. */
#ifndef ML_CONTEXT_H
#define ML_CONTEXT_H

#include "recall.h"
#include "window.h"

typedef struct MlContextAsk {
  MlText session;
  i64 max_tokens, recall_tokens;
  MlPlacing placing;
  MlWindowAsk window;
  MlRecallAsk recall; /* query {NULL,0}: nothing is recalled */
} MlContextAsk;

/* A row: of the window, or (turn NULL) what was recalled. */
typedef struct MlContextRow {
  const MlTurn *turn;
  const MlRecallPart *part;
  const char *kind; /* of the part: "user_profile", "agent_memory" */
  i64 tokens;       /* of the part, as a message */
  const char *why;  /* it is left out */
} MlContextRow;

/* Zero-initialise it. */
typedef struct MlContext {
  MlWindow window;
  MlRecall recall;
  u8 left; /* what was recalled is left out */
  MlContextRow *row;
  i64 n;
} MlContext;

/* Reads options (canonical JSON; {NULL,0}: none). now: microseconds. ml_recall_ask_free must follow, after errors, too.
 */
int ml_context_options(const char *who, MlText json, i64 now, MlContextAsk *ask, MlErr *e);

/* Recalls, which is recorded like any search, and reads the window in what is left of the budget. If that is too little
** for what must be sent, nothing is recalled. The options of the file must be loaded. ml_context_free must follow,
** whatever happens. */
int ml_context_read(MlConn *c, MlContextAsk *ask, MlContext *x, MlErr *e);
void ml_context_free(MlContext *x);

#endif
