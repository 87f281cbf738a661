/* mem_retain: the function that sets rules for lists, and the table that shows them. */
#ifndef ML_FACE_RETAIN_H
#define ML_FACE_RETAIN_H

#include "../store/conn.h"

int ml_retain_register(MlConn *c);

#endif
