/* Adding messages to conversations. */
#ifndef ML_POST_H
#define ML_POST_H

#include "message.h"

/* Appends a message that is one, and counts its tokens if a function of the host's does; *index is -1 if it is a
** sub-agent's that is not written. Inside a write transaction. */
int ml_post_message(MlConn *c, MlText session, MlMessage *m, i64 *index, MlErr *e);

#endif
