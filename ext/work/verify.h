/*
** Whether a file is sound: what memory, log, snapshots, heads, runs and schema say of each other. Reads only. What is
** wrong with the file comes as faults, not as an error, wherever that can be.
*/
#ifndef ML_VERIFY_H
#define ML_VERIFY_H

#include "facts.h"

/* The faults are owned by the caller (ml_facts_faults_free), on failure too. None: the file is sound. */
int ml_verify_run(MlConn *c, const MlUuid *saved, MlFaults *faults, MlErr *e);

#endif
