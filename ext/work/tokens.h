/*
** How many tokens a text has: a function of the host's says it (option tokens.count-function), or it is estimated. This
** is the one place for both.
*/
#ifndef ML_TOKENS_H
#define ML_TOKENS_H

#include "../store/hostfn.h"

#define ML_TOKENS_MAX 1000000000000 /* that one text can have */

/* Counts text after text. It must not move while it is open. */
typedef struct MlCounter {
  char name[ML_FUNCTION_NAME]; /* of the function; "": there is none, tokens are estimated */
  MlHostFn fn;
} MlCounter;

/* Looks the function up, if one is named. The options must be loaded; ml_tokens_close must follow. */
int ml_tokens_open(MlConn *c, MlCounter *k, MlErr *e);
/* Adds the tokens of a text to *n. What a function gives that is no count is an error. */
int ml_tokens_add(MlCounter *k, MlText text, i64 *n, MlErr *e);
void ml_tokens_close(MlCounter *k);

#endif
