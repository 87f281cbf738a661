/*
** Conversations, as far as they are to be judged. A session is a key; its messages are the list messages of its
** short-term memory: maps with role (text) and content. What else stands in the list is no message, and is passed over.
*/
#ifndef ML_WORK_SESSION_H
#define ML_WORK_SESSION_H

#include "../data/judge.h"
#include "../store/session.h"

#define ML_TALK_MESSAGES 1000    /* new messages at a time … */
#define ML_TALK_BYTES    4194304 /* … and of so many bytes of JSON, or one of any size */
#define ML_TALK_CONTEXT  20      /* messages before them that are shown, too */

typedef struct MlTalkMessage {
  i64 position;
  u8 is_new;
  MlText role;    /* a JSON string */
  MlText content; /* JSON */
  MlUuid digest;  /* of a new one */
} MlTalkMessage;

/* A stretch of a conversation. */
typedef struct MlTalk {
  i64 from;    /* messages before this position were judged */
  i64 through; /* … and this far it reaches */
  i64 left;    /* positions behind it */
  i64 n_new;
  MlTalkMessage *a; /* those before it, and the new ones with what was said in between */
  i64 n, cap;
  MlBuf text; /* what messages borrow from */
} MlTalk;

/* How much is wanted. */
typedef struct MlTalkAsk {
  i64 through; /* no further than here; -1: that does not matter */
  i64 most;    /* new messages; 0: all */
  i64 context;
} MlTalkAsk;

/* Reads what is to be judged next. salt: the session's; {NULL}: to be found. Then ml_talk_free must follow. */
int ml_talk_read(MlConn *c, MlText session, const MlTalkAsk *ask, const MlUuid *salt, MlTalk *t, MlErr *e);
void ml_talk_free(MlTalk *t);

/* 1 if the new messages of both are the same. */
int ml_talk_same(const MlTalk *a, const MlTalk *b);

/* Who a session is with, as it was told when it was ended last; empty: never told. */
int ml_session_names(MlConn *c, MlText session, MlBuf *user, MlBuf *agent, MlErr *e);

/* What mem_session_pending gives, and a judge function gets. */
typedef struct MlTalkShow {
  MlText session, user, agent; /* {NULL,0}: not told */
  i64 candidates;              /* stored items of each set: so many of the newest */
  int text;                    /* the conversation as text, too */
} MlTalkShow;
int ml_talk_put(MlConn *c, const MlTalk *t, const MlTalkShow *show, MlBuf *out, MlErr *e);

/* The same of what is pending now. A name that is not given is as it was told. */
int ml_talk_pending(MlConn *c, const MlTalkAsk *ask, MlTalkShow *show, MlBuf *out, MlErr *e);

/* The rules' judgement of the new messages. */
int ml_talk_judge(const MlTalk *t, int has_agent, MlJudgement *j, MlErr *e);

/* The set of the agent's experience, at the end of out; of the user's facts. */
void ml_session_agent_set(MlText agent, MlBuf *out);
#define ML_SESSION_USER_SET ML_TEXT("user_profile")

#endif
