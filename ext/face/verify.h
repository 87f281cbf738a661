/* The table mem_verify. */
#ifndef ML_FACE_VERIFY_H
#define ML_FACE_VERIFY_H

#include "../store/conn.h"

int ml_verify_register(MlConn *c);

#endif
