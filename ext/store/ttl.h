/* How long nodes live that are written now: memlog_ttl, by path, and the options. */
#ifndef ML_TTL_H
#define ML_TTL_H

#include "conn.h"

void ml_ttl_open(MlConn *c);

/* Finds out, unless it is known, whether there are rules and nodes that expire (c->ttl_rules, c->dated). Call inside a
** write transaction, the tables being there. */
int ml_ttl_load(MlConn *c, MlErr *e);

/* How long a node lives that is written at the path now, in milliseconds; 0: for ever. *rule is the length of the path
** of the rule that says so (-1: the options do). The options must be loaded, and ml_ttl_load done. */
int ml_ttl_of(MlConn *c, const MlNodeId *id, i64 *ms, i64 *rule, MlErr *e);

/* When a node expires that is written at a time, in milliseconds; 0: never. */
int ml_ttl_deadline(MlConn *c, const MlNodeId *id, i64 now, i64 *expires, MlErr *e);
i64 ml_ttl_after(i64 at, i64 ms);

/* Sets the rule of a path, or, with ms -1, removes it. */
int ml_ttl_put(MlConn *c, const MlNodeId *id, i64 ms, MlErr *e);

/* Reads the rules, of one key or ({NULL,0}) of all, in order of key, scope and path. The statement is the borrower's
** until ml_ttl_done; text borrows until the next step. The tables must be there. */
typedef struct MlTtlRow {
  MlNodeId id;
  i64 ms;
  const char *wrong; /* why it cannot be read, or NULL; what can is in the others */
} MlTtlRow;
int ml_ttl_scan(MlConn *c, MlText key, sqlite3_stmt **st, MlErr *e);
int ml_ttl_next(MlConn *c, sqlite3_stmt *st, MlTtlRow *r, int *more, MlErr *e);
void ml_ttl_done(MlConn *c, sqlite3_stmt *st);

#endif
