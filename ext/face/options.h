/* The table mem_config. */
#ifndef ML_OPTIONS_H
#define ML_OPTIONS_H

#include "../store/conn.h"

int ml_options_register(MlConn *c);

#endif
