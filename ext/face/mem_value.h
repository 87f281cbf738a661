/* What the columns value, json and type of mem say of a node, and whether they say what stands there already. */
#ifndef ML_MEM_VALUE_H
#define ML_MEM_VALUE_H

#include "../data/json.h"

typedef struct MlMemValue {
  enum { ML_MEM_WRITE_NOTHING, ML_MEM_WRITE_OBJECT, ML_MEM_WRITE_JSON } kind;
  MlBuf json; /* owned: canonical JSON of a value */
} MlMemValue;

/* The type that the column type names; ML_MISSING if it is NULL: any. */
int ml_mem_value_type(const char *what, sqlite3_value *v, MlType *type, MlErr *e);

/* A node of the wanted type from the column value, as it shows there, or from the column json. A type that contradicts
** it is an error. what names the node in messages. */
int ml_mem_value_read(const char *what, sqlite3_value *v, MlType wanted, MlMemValue *out, MlErr *e);
int ml_mem_value_read_json(const char *what, sqlite3_value *v, MlType wanted, MlMemValue *out, MlErr *e);

/* 1 if v is what the column value (json) shows of a node; json is that of a value. */
int ml_mem_value_shows(sqlite3_value *v, MlType type, MlText json);
int ml_mem_value_shows_json(sqlite3_value *v, MlText json);

void ml_mem_value_free(MlMemValue *m);

#endif
