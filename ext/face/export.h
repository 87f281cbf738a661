/* The table mem_export: the log as lines of JSON. */
#ifndef ML_FACE_EXPORT_H
#define ML_FACE_EXPORT_H

#include "../store/conn.h"

int ml_export_register(MlConn *c);

#endif
