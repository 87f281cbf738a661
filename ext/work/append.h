/* Appending rows to the log: numbers, times, ids, chain, distances, heads. */
#ifndef ML_APPEND_H
#define ML_APPEND_H

#include "../store/head.h"
#include "../store/log.h"

/* A row to append: kind, type, key, value, removed, containers, run, quiet are given, and meta if it is not just the
** action's; the rest is found here.
** input is part of the content that the chain covers though it stands in memlog_run. */
typedef struct MlEntry {
  MlRow row;
  MlText input;
  MlHead head; /* of its key, as it is after this row */
  /* Of a row that comes from elsewhere action, cause and digest are given, too; row.seq is the least position it may
  ** have, first the position of its action's first row (0: it is that row itself). */
  u8 given;
  i64 first;
} MlEntry;

/* Called once the rows have their positions and before anything is written: a run's begin and end put their own
** row of memlog_run then. May change the entries' heads. */
typedef int (*MlAppendHook)(MlConn *c, MlEntry *a, int n, void *arg, MlErr *e);

/* Appends n rows, in their order; rows of one key stand together. A row of no key (its key is '') has no head. The
** heads are saved first and the rows inserted last, so that a listener of the first row finds the log as if all were
** there. Time is read once. */
int ml_append_rows(MlConn *c, MlEntry *a, int n, MlAppendHook hook, void *arg, MlErr *e);

/* What is said where a transaction has an operation in it that failed half-way. */
int ml_append_barred(MlErr *e);

/* The time that a row appended now would have: the clock's, held back from going backwards. */
int ml_append_time(MlConn *c, i64 *us, MlErr *e);

/* What a row weighs in its key's head. */
i64 ml_append_bytes(const MlRow *r);

/* The digest of a row's content and the id that follows from it (also for mem_verify). */
int ml_append_digest(MlConn *c, const MlRow *r, MlText input, const MlUuid *salt, MlUuid *digest, MlErr *e);
int ml_append_chain(MlConn *c, const MlRow *r, const MlUuid *digest, const MlUuid *previous, MlUuid *chain, MlErr *e);

#endif
