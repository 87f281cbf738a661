/*
** The summary of a conversation, in the session's short-term memory: the object conversation.summary with text,
** through, and tokens if they were counted. It covers the messages before position through.
*/
#ifndef ML_SUMMARY_H
#define ML_SUMMARY_H

#include "expire.h"

/* Sessions in these are such as ml_message_session gives. */

typedef struct MlSummary {
  int found; /* 0: there is none */
  i64 through;
  i64 tokens; /* -1: not counted yet */
  MlBuf text; /* JSON string */
} MlSummary;

/* Reads it; what is not of that form is none. ml_summary_free must follow. */
int ml_summary_read(MlConn *c, MlText session, MlNow *now, MlSummary *s, MlErr *e);
void ml_summary_free(MlSummary *s);

/* Stores a summary (a JSON string) of the messages before *through (-1: of all there are, and *through says how
** many that are), and removes those of them that are too many. Inside a write transaction, as what follows. */
int ml_summary_put(MlConn *c, MlText session, MlText text, i64 *through, MlErr *e);

/* Removes it; *n is 0 if there was none. */
int ml_summary_remove(MlConn *c, MlText session, i64 *n, MlErr *e);

/* A message was appended: one that is covered, and now one too many, goes. */
int ml_summary_trim(MlConn *c, MlText session, i64 appended, MlErr *e);

/* How many messages the summary leaves out, if that is as many as the options say, else 0. No more than this are
** counted: */
#define ML_SUMMARY_COUNTED 1000
int ml_summary_due(MlConn *c, MlText session, i64 *n, MlErr *e);

#endif
