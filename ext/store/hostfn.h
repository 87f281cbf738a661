/*
** Functions of the host's that a file names (in a rule, in an option). A file may have been written by anyone, so one
** is called only if a trigger of that file could call it, too: none that is DIRECTONLY; with trusted_schema off only
** those that are INNOCUOUS; no aggregates, no window functions; none of memlog's own. While one runs it can read
** memory, but not write it, and nothing that it reads calls it once more: that would have no end.
*/
#ifndef ML_HOSTFN_H
#define ML_HOSTFN_H

#include "../data/rule.h"
#include "conn.h"

typedef struct MlHostFn {
  MlConn *c;
  const char *name; /* borrowed */
  sqlite3_stmt *st;
  const struct MlHostFn *outer; /* while it runs: the one that was running then */
} MlHostFn;

void ml_hostfn_register(MlConn *c);

/* Looks the function of one argument up; name keeps to ml_rule_function, and lives as long as f. Then
** ml_hostfn_close must follow. */
int ml_hostfn_open(MlConn *c, const char *name, MlHostFn *f, MlErr *e);

/* Calls it with a text. The value borrows until the next call. An error of the function's own comes with its words. */
int ml_hostfn_call(MlHostFn *f, MlText argument, sqlite3_value **result, MlErr *e);

void ml_hostfn_close(MlHostFn *f);

#endif
