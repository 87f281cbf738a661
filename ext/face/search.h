/* The table mem_search. */
#ifndef ML_FACE_SEARCH_H
#define ML_FACE_SEARCH_H

#include "../store/conn.h"

int ml_search_register(MlConn *c);

#endif
