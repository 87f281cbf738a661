/*
** mem_verify: what the log's updates of long-term memory say, held against the versions that began and ended there. If
** both agree row by row, and the versions of an item follow each other, then every past of long-term memory is what the
** log says.
*/
#ifndef ML_VERIFY_TOLD_H
#define ML_VERIFY_TOLD_H

#include "facts.h"

/* Where sets were removed, as the log says. */
typedef struct MlToldSets {
  struct MlToldSet *a; /* owned (sqlite3_free); sorted */
  i64 n, cap;
} MlToldSets;

/* Reads the log and fills sets. */
int ml_verify_told_run(MlFacts *f, MlToldSets *sets, MlErr *e);

/* The first position behind begun, and before ended (negative: no bound), where a set was removed; 0: there is none. */
i64 ml_verify_told_removal(const MlToldSets *sets, MlText key, MlText set, i64 begun, i64 ended);

#endif
