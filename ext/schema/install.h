/* Making the stored tables. */
#ifndef ML_INSTALL_H
#define ML_INSTALL_H

#include "../base/err.h"

/* Runs all of sql/ in the schema main, inside the transaction that is open. A name that is taken is an error. */
int ml_install_run(sqlite3 *db, MlErr *e);

#endif
