/* The table mem_diff. */
#ifndef ML_FACE_DIFF_H
#define ML_FACE_DIFF_H

#include "../store/conn.h"

int ml_diff_register(MlConn *c);

#endif
