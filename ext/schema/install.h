/* Making the stored tables, and bringing those of older files up to date. */
#ifndef ML_INSTALL_H
#define ML_INSTALL_H

#include "../base/err.h"

/* Brings the schema main from one version (0: it has no stored tables) to a later one: runs the files of sql/ that came
** in between, inside the transaction that is open. A name that is taken is an error. */
int ml_install_run(sqlite3 *db, int from, int to, MlErr *e);

/* The names of these files, one after the other: *i is 0 at first. NULL at the end. */
const char *ml_install_file(int from, int to, int *i);

/* Makes the views of a pack (see sql_text.h), in place of those it made before, inside the transaction that is open. An
** unknown name is an error that lists those there are, and so is a view's name that something else has. *begun 1: an
** error may have left some of it done. */
int ml_install_pack(sqlite3 *db, MlText name, int *begun, MlErr *e);

/* Makes the index of sql/index. Returns SQLite's code; its words are the connection's. */
int ml_install_index(sqlite3 *db);

/* It, as sqlite_schema has it once it is made. */
MlText ml_install_index_sql(void);

#endif
