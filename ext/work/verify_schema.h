/* The part of mem_verify that compares the schema of the file with sql/. */
#ifndef ML_VERIFY_SCHEMA_H
#define ML_VERIFY_SCHEMA_H

#include "facts.h"

/* Each table, trigger, index and view that sql/ makes: whether it is there, as it was made. *met is how many are
** there in any form. Faults are found only if met is not 0: else nothing was ever installed. */
int ml_verify_schema_run(MlFacts *f, i64 *met, MlErr *e);

#endif
