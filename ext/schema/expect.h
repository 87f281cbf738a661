/* What a file of some version of the schema holds: as it comes out when sql/ is run in a database in memory. */
#ifndef ML_EXPECT_H
#define ML_EXPECT_H

#include "../base/err.h"
#include "../base/uuid.h"

/* A table, index, trigger or view. Text borrows until the call returns. */
typedef struct MlExpected {
  MlText type, name, sql; /* as sqlite_schema has them */
} MlExpected;

typedef int (*MlExpectEach)(void *arg, const MlExpected *x, MlErr *e);

/* A digest of all objects of the schema main that have a name of ours, but for the index of sql/index, and whether
** it is that of a file of this version: then nothing is missing, and all is as it was made. If it is another,
** ml_expect_run tells what should be there (the file may only have more, or be older in its comments). */
int ml_expect_digest(sqlite3 *db, MlUuid *digest, MlErr *e);
int ml_expect_known(int version, const MlUuid *digest);

/* Calls each for every object, in the order in which they are made; its error ends it. */
int ml_expect_run(int version, MlExpectEach each, void *arg, MlErr *e);

#endif
