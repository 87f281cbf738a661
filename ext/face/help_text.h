/* What mem_help says of each function and table. The tests hold it against what is registered, and run the examples
** one after the other. */
#ifndef ML_HELP_TEXT_H
#define ML_HELP_TEXT_H

typedef struct MlHelp {
  const char *name, *kind; /* kind: "function" or "table" */
  const char *signature;   /* as in the reference */
  const char *meaning;
  const char *example; /* SQL statements */
} MlHelp;

extern const MlHelp ml_help[]; /* functions first; in the order of the reference; the last has name NULL */

#endif
