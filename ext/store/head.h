/* A key's head: its own bookkeeping, kept in the first of its rows in memlog_cell. */
#ifndef ML_HEAD_H
#define ML_HEAD_H

#include "conn.h"

typedef struct MlHead {
  i64 first;          /* time of the key's first row that is in the log */
  i64 last;           /* position of the key's newest row in the log; negative: in memlog_quiet; 0: none */
  i64 events;         /* its rows in memlog_event */
  i64 snap;           /* position of its newest snapshot; 0: none */
  i64 rows, bytes;    /* log rows since that snapshot, and their bytes */
  i64 size;           /* bytes of the state when it was last measured */
  i64 run;            /* the open run; 0: none */
  i64 runs;           /* runs begun since a begin event last carried the state */
  i64 gap[ML_SCOPES]; /* position at which unrecorded writes began; 0: no open gap */
  i64 generation;     /* of the key: 1 + the keys that had been forgotten when it came to be */
  MlUuid salt;        /* goes into the digests of the key's rows */
} MlHead;

/* Reads a key's head; a key without one gets a new one (in memory, *found 0). */
int ml_head_load(MlConn *c, MlText key, MlHead *h, int *found, MlErr *e);

/* 1 if the log has no rows of the key: it never had, or all were pruned (last leads to where the newest stood). */
int ml_head_bare(const MlHead *h);

/* How a head is written down. */
void ml_head_write(const MlHead *h, MlBuf *out);
int ml_head_save(MlConn *c, MlText key, const MlHead *h, MlErr *e);

/* A key's salt. In the action that first touches a key there is no head yet: it comes now, so that the salt stays. */
int ml_head_salt(MlConn *c, MlText key, MlUuid *salt, MlErr *e);

/* The same as ml_head_load in the midst of a transaction that the recorder takes part in: a head that this connection
** saved last, and nobody after it, need not be read again. */
int ml_head_recall(MlConn *c, MlText key, MlHead *h, MlErr *e);

#endif
