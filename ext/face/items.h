/* The table mem_items. */
#ifndef ML_FACE_ITEMS_H
#define ML_FACE_ITEMS_H

#include "../store/conn.h"

int ml_items_register(MlConn *c);

#endif
