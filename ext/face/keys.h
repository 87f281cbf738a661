/* The table mem_key. */
#ifndef ML_FACE_KEYS_H
#define ML_FACE_KEYS_H

#include "../store/conn.h"

int ml_keys_register(MlConn *c);

#endif
