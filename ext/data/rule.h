/*
** What a rule of mem_retain says: how much a list may hold, and what goes when it would hold more; and which of
** several rules is meant for a key.
*/
#ifndef ML_RULE_H
#define ML_RULE_H

#include "../base/buf.h"
#include "../base/err.h"
#include "event.h"

typedef enum MlPolicy { ML_DROP_OLDEST, ML_DROP_UNUSED, ML_AGGREGATE, ML_MOVE, ML_POLICIES } MlPolicy;

/* The name of a function of the host's, with its NUL. Longer ones SQLite does not take. */
#define ML_FUNCTION_NAME 256

/* The name of a set of items, with its NUL. */
#define ML_RULE_SET 256

typedef struct MlRule {
  i64 max_count, max_bytes, max_tokens; /* 0: no such limit */
  MlPolicy policy;
  char function[ML_FUNCTION_NAME]; /* of ML_AGGREGATE, else "" */
  char set[ML_RULE_SET];           /* of ML_MOVE: where what goes becomes items; "": the list's path */
} MlRule;

/* "drop_oldest" … */
const char *ml_rule_policy_name(MlPolicy p);

/* Reads a rule, which is canonical JSON. Its member scope is left in *scope, {NULL,0} if there is none. Errors name the
** member. */
int ml_rule_read(MlText json, MlRule *r, MlText *scope, MlErr *e);

/* Puts it as JSON, as it is stored. */
void ml_rule_write(const MlRule *r, MlBuf *out);

/* Takes the name of a function of the host's into out. NULL, or what is wrong with it. */
const char *ml_rule_function(MlText name, char out[ML_FUNCTION_NAME]);

/* What is wrong with a pattern of keys, NULL if nothing is. */
const char *ml_rule_glob_wrong(MlText glob);

/* How narrow a pattern is: of two the one with the greater number. One that matches a single key only has the
** greatest. */
i64 ml_rule_glob_weight(MlText glob);

#endif
