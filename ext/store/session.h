/* memlog_session and memlog_judged: how far conversations were judged, and which messages were. */
#ifndef ML_SESSION_H
#define ML_SESSION_H

#include "conn.h"

/* A conversation. Texts borrow; {NULL,0}: never told. */
typedef struct MlSession {
  MlText session, user, agent;
  i64 through;         /* messages before this position were judged */
  i64 ended;           /* when it was ended last, in microseconds; -1: never */
  MlText judge, error; /* what judged then; why a function of the host's did not */
} MlSession;

void ml_session_open(MlConn *c);

/* Whether the tables are there to be read: they came with version 3. */
int ml_session_there(MlConn *c, int *yes, MlErr *e);

/* *found 0: it was never ended. Borrows until ml_session_done, which must follow if *st is not NULL. */
int ml_session_find(MlConn *c, MlText session, MlSession *s, sqlite3_stmt **st, int *found, MlErr *e);

/* All that were ended, by name. */
int ml_session_scan(MlConn *c, sqlite3_stmt **st, MlErr *e);
int ml_session_next(MlConn *c, sqlite3_stmt *st, MlSession *s, int *more, MlErr *e);
int ml_session_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* Without judge (and ended -1) these, and error, stay as they were. */
int ml_session_put(MlConn *c, const MlSession *s, MlErr *e);

/* The list of a session's messages. */
#define ML_SESSION_LIST ML_TEXT("messages")

/* A list was made where there was none, or one with other messages has taken its place: if it is that of a session, all
** of it is still to be judged. */
int ml_session_anew(MlConn *c, const MlNodeId *made, MlErr *e);

/* Messages are remembered so long, in milliseconds. */
#define ML_JUDGED_MS 604800000

/* *known: whether a message of this digest was judged in the session, as far as is remembered; now: milliseconds. */
int ml_judged_known(MlConn *c, MlText session, const MlUuid *digest, i64 now, int *known, MlErr *e);

/* It was judged now. */
int ml_judged_note(MlConn *c, MlText session, const MlUuid *digest, i64 now, MlErr *e);

/* Forgets messages of the session that are remembered no longer: most of them at a time. */
int ml_judged_forget(MlConn *c, MlText session, i64 now, i64 most, MlErr *e);

#endif
