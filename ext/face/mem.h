/*
** The table mem: nodes as rows, to read and to write. It is there without CREATE; CREATE VIRTUAL TABLE temp.u42
** USING mem('user-42' [, 'sensory']) makes one of a single key.
*/
#ifndef ML_MEM_H
#define ML_MEM_H

#include "../store/conn.h"

int ml_mem_register(MlConn *c);

#endif
