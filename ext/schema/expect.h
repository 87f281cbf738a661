/* What a file of some version of the schema holds: as it comes out when sql/ is run in a database in memory. */
#ifndef ML_EXPECT_H
#define ML_EXPECT_H

#include "../base/err.h"

/* A table, index, trigger or view. Text borrows until the call returns. */
typedef struct MlExpected {
  MlText type, name, sql; /* as sqlite_schema has them */
} MlExpected;

typedef int (*MlExpectEach)(void *arg, const MlExpected *x, MlErr *e);

/* Calls each for every object, in the order in which they are made; its error ends it. */
int ml_expect_run(int version, MlExpectEach each, void *arg, MlErr *e);

#endif
