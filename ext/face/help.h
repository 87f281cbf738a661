/* The table mem_help. */
#ifndef ML_FACE_HELP_H
#define ML_FACE_HELP_H

#include "../store/conn.h"

int ml_help_register(MlConn *c);

#endif
