/* The table mem_context(session, user, agent, query [, options]): what a model is sent before it answers. */
#ifndef ML_FACE_CONTEXT_H
#define ML_FACE_CONTEXT_H

#include "../store/conn.h"

int ml_context_register(MlConn *c);

#endif
