/* Rows of a log that come from elsewhere, line by line: into the log, and live memory follows. */
#ifndef ML_IMPORT_H
#define ML_IMPORT_H

#include "../data/line.h"
#include "../store/conn.h"

/* Takes one line. *id is what its row is called here; *done is 0 (and nothing happened) if it was here already. An
** error changes nothing. Runs in a write transaction in which the recorder takes part. */
int ml_import_line(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e);

#endif
