/* Conversations as rows: keys that have a list of messages, and those that were ended. */
#ifndef ML_WORK_SESSIONS_H
#define ML_WORK_SESSIONS_H

#include "session.h"

/* Their names: those that have messages first, then those that have none any more. All are found before the first is
** read, so that a statement that makes sessions of the sessions it finds ends. Zero-initialise it. */
typedef struct MlSessions {
  MlBuf text; /* each with a NUL behind it */
  i64 at;     /* of the next one */
} MlSessions;

/* only: just this one, if it is there; {NULL,0}: all. */
int ml_sessions_find(MlConn *c, MlText only, MlSessions *s, MlErr *e);
void ml_sessions_free(MlSessions *s);

typedef struct MlSessionsRow {
  MlText session;
  MlBuf user, agent, judge, error; /* empty: none */
  i64 messages, pending;           /* pending: of the positions that were given out, those that were not judged */
  i64 summarised, ended;           /* -1: not at all */
} MlSessionsRow;

/* The next one that is still there; *more 0 at the end. The row is the caller's, zero at first; ml_sessions_row_free.
 */
int ml_sessions_next(MlConn *c, MlSessions *s, MlSessionsRow *row, int *more, MlErr *e);
void ml_sessions_row_free(MlSessionsRow *row);

#endif
