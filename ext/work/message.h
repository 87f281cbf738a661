/* Messages of conversations: elements of the short-term list messages of a key, the session. */
#ifndef ML_WORK_MESSAGE_H
#define ML_WORK_MESSAGE_H

#include "../data/message.h"
#include "tokens.h"

/* Whose conversation a session is: a sub-agent's session agent:NAME is a part of NAME's; *agent is then 1. */
MlText ml_message_session(MlText session, int *agent);

/* The list of its messages; of the positions of its system messages, which can be far from its end. */
MlNodeId ml_message_list(MlText session);
MlNodeId ml_message_systems(MlText session);

/* Adds what the parts of a message come to: content, calls, names. */
int ml_message_tokens(MlCounter *k, const MlMessage *m, i64 *n, MlErr *e);

/* Adds the tokens of a value: text without the quotes of JSON. */
int ml_message_count(MlCounter *k, MlText json, i64 *n, MlErr *e);

#endif
