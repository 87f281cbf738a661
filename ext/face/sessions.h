/* The read-only table mem_session. */
#ifndef ML_SESSIONS_H
#define ML_SESSIONS_H

#include "../store/conn.h"

int ml_sessions_register(MlConn *c);

#endif
