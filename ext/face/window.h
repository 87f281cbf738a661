/* The table mem_window(session [, options]): what a model is sent of a conversation. */
#ifndef ML_FACE_WINDOW_H
#define ML_FACE_WINDOW_H

#include "../store/conn.h"

int ml_window_register(MlConn *c);

#endif
