/* The table mem_history. */
#ifndef ML_FACE_HISTORY_H
#define ML_FACE_HISTORY_H

#include "../store/conn.h"

int ml_history_register(MlConn *c);

#endif
