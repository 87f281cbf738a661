/* The table mem_layer. */
#ifndef ML_LAYERS_H
#define ML_LAYERS_H

#include "../store/conn.h"

int ml_layers_register(MlConn *c);

#endif
