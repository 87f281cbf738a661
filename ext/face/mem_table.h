/* The table mem: what its files share. */
#ifndef ML_MEM_TABLE_H
#define ML_MEM_TABLE_H

#include "table.h"

typedef enum MlMemColumn {
  ML_MEM_KEY,
  ML_MEM_PATH,
  ML_MEM_VALUE,
  ML_MEM_TYPE,
  ML_MEM_SCOPE,
  ML_MEM_UPDATED_AT,
  ML_MEM_EXPIRES_AT,
  ML_MEM_OF_KEY,
  ML_MEM_AS_OF,
  ML_MEM_OF_SCOPE,
  ML_MEM_UNDER,
  ML_MEM_JSON,
  ML_MEM_REF, /* the row itself, as a reference; of a row of the past "#position reference" */
  ML_MEM_COLUMNS
} MlMemColumn;

typedef struct MlMem {
  MlTable table;
  const u8 *order; /* the MlMemColumn of each column */
  MlText key;      /* owned: the one key it holds; {NULL,0}: all keys */
  int scope;       /* the one scope it holds; -1: both */
} MlMem;

#endif
