/* memlog_retain: how much lists may hold, and what goes when they would hold more. */
#ifndef ML_RETAIN_H
#define ML_RETAIN_H

#include "../data/rule.h"
#include "conn.h"

/* A rule, and which lists it is for. */
typedef struct MlRetain {
  MlText glob, path;
  MlScope scope;
  MlRule rule;
} MlRetain;

void ml_retain_open(MlConn *c);

/* Loads the rules unless they are known. They stay until the connection's caches die. */
int ml_retain_load(MlConn *c, MlErr *e);

/* The rule for a list, the narrowest of those that match; NULL if there is none. Borrows until the rules are loaded
** anew. They must be loaded. */
int ml_retain_find(MlConn *c, MlText key, MlScope scope, MlText list, const MlRule **rule, MlErr *e);

/* Sets a rule (rule NULL: takes it back; *was says whether there was one). Needs the tables and a write
** transaction. */
int ml_retain_put(MlConn *c, const MlRetain *r, const MlRule *rule, int *was, MlErr *e);

/* A walk over all rules, in order of pattern, scope and path. *more is 0 at the end. Texts borrow until the next step;
** give the statement back by ml_retain_done. */
int ml_retain_scan(MlConn *c, sqlite3_stmt **st, MlErr *e);
int ml_retain_next(MlConn *c, sqlite3_stmt *st, MlRetain *r, int *more, MlErr *e);
int ml_retain_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* Reads pattern, scope, path and rule from columns i and on of a row. What is wrong with it, or NULL; *set is 0 if the
** rule was taken back. *rc is SQLITE_NOMEM when memory ran out. */
const char *ml_retain_read(sqlite3_stmt *st, int i, MlRetain *r, int *set, int *rc);

#endif
