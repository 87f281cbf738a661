/*
** Recall: what is known of a user and what an agent has learned with him, found by one search, as lines of text
** within a budget of tokens.
*/
#ifndef ML_RECALL_H
#define ML_RECALL_H

#include "placement.h"
#include "search.h"

#define ML_RECALL_TOKENS  4000
#define ML_RECALL_PROFILE 60 /* of a hundred tokens, at most for the user's profile */

typedef struct MlRecallAsk {
  const char *who; /* names the function in messages */
  MlText user;
  MlText agent; /* {NULL,0}: only the user's profile */
  MlText query;
  i64 max_tokens;
  i64 limit;  /* of the search */
  u8 enabled; /* long-term memory is on for the agent */
  MlPlacing placing;
  MlBuf session; /* whose turn it is for; empty: that is not said */
  MlBuf rest;    /* the options of the search, as JSON */
  MlAsk search;  /* borrows from rest */
} MlRecallAsk;

/* What has come of one set. */
typedef struct MlRecallPart {
  MlBuf text; /* a line an item; lines are not cut */
  i64 tokens; /* of the text, as it is */
} MlRecallPart;

typedef struct MlRecall {
  MlRecallPart profile, agent;
  MlBuf items;      /* JSON: all that was found, in or not */
  MlUuid retrieval; /* what lineage keeps of the search … */
  u8 retrieved;     /* … if it does */
  u8 failed;        /* the search ended in an error */
  MlPlaced *placed; /* owned: what is in, in order */
  i64 n_placed;
} MlRecall;

/* Reads options (canonical JSON; {NULL,0}: none), those of mem_search among them. now: microseconds.
** ml_recall_ask_free must follow, after errors, too. */
int ml_recall_options(MlText json, i64 now, MlRecallAsk *ask, MlErr *e);
void ml_recall_ask_free(MlRecallAsk *ask);

/* Searches, which is recorded like any search; the options of the file must be loaded. ml_recall_free must follow,
** after errors, too. */
int ml_recall_run(MlConn *c, const MlRecallAsk *ask, MlRecall *r, MlErr *e);
void ml_recall_free(MlRecall *r);

#endif
