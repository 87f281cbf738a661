/* memlog_snapshot: complete states of keys. */
#ifndef ML_SNAPSHOT_H
#define ML_SNAPSHOT_H

#include "../data/state.h"
#include "conn.h"

typedef struct MlSnapshot {
  i64 place;       /* of the key's row it stands at: negative when that is in memlog_quiet; 0: no snapshot */
  u8 by_reference; /* the short-term state is in that row, a run-begin event; sensory memory is empty */
  MlChange state[ML_SCOPES];
  i64 gap[ML_SCOPES]; /* where the gap began in which it stands, once the log was pruned up to it; 0: the state is known
                       */
} MlSnapshot;

void ml_snapshot_open(MlConn *c);

/* Reads the row at hand, key and all, from these columns. Anyone may have written the file: returns what is wrong with
** it (the state is not read then), or NULL. Text borrows until the next step. */
#define ML_SNAPSHOT_COLUMNS                                                                                            \
  "seq, quiet, key, value, removed, containers, expires, sensory_value, sensory_removed, sensory_containers,"          \
  " sensory_expires, gap, sensory_gap"
const char *ml_snapshot_read(sqlite3_stmt *st, MlText *key, MlSnapshot *s);

/* The newest snapshot of the key at or before a position (place 0 if there is none). Text borrows until
** ml_snapshot_done. */
int ml_snapshot_find(MlConn *c, MlText key, i64 upto, MlSnapshot *s, sqlite3_stmt **st, MlErr *e);
int ml_snapshot_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* The place of the key's first snapshot after a position; 0 if there is none. */
int ml_snapshot_after(MlConn *c, MlText key, i64 after, i64 *place, MlErr *e);

int ml_snapshot_insert(MlConn *c, MlText key, const MlSnapshot *s, MlErr *e);

#endif
