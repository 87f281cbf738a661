/* Writing the table mem. */
#ifndef ML_MEM_UPDATE_H
#define ML_MEM_UPDATE_H

#include "mem_table.h"

int ml_mem_update(sqlite3_vtab *v, int argc, sqlite3_value **argv, sqlite3_int64 *rowid);

#endif
