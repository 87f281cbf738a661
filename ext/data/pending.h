/*
** The records of one transaction, in order: what was done, not yet (or already) turned into events.
** They stay until the transaction ends, because a COMMIT can be refused after its events were written and
** a ROLLBACK TO can take written events back: each savepoint remembers a mark, and going back to the mark
** makes records vanish and emitted ones un-emitted.
*/
#ifndef ML_PENDING_H
#define ML_PENDING_H

#include "../base/buf.h"
#include "event.h"

typedef enum MlOp {
  ML_OP_VALUE = 1,  /* a value was written */
  ML_OP_MADE,       /* an object came to be as a missing parent */
  ML_OP_OBJECT,     /* an object was asked for */
  ML_OP_LIST,       /* a list came to be */
  ML_OP_REMOVE,     /* the node and all under it went */
  ML_OP_DATE,       /* the node expires at another time than it did */
  ML_OP_READ,       /* a value was returned */
  ML_OP_HOST,       /* a host's event: path is its type */
  ML_OP_ITEM,       /* an item has the content; path: set and id. number: its version that came to stand; 0: none did */
  ML_OP_ITEM_GONE,  /* it was removed. number: the version that stood */
  ML_OP_ITEM_ENDED, /* the version of the number stands no more, which goes without saying */
  ML_OP_SEARCH_FAILED, /* number: SQLite's code of the error that a search ended in */
  ML_OP_SEARCHED,      /* path: what was searched for, a JSON string; value: the results. number: how long, in us */
  ML_OP_BEFORE, /* what stood at a path that is about to change; value: its JSON, '' of a container, NULL: nothing */
  ML_OP_NOTE,   /* why memory changes: path is the name of a member of the event's meta data, value its JSON */
  ML_OP_ACTION  /* the action was named: path is the name, value the meta data, cause the position of its cause */
} MlOp;

/* One record. path and value borrow until the record goes. */
typedef struct MlRecord {
  MlOp op;
  MlScope scope;
  u8 silent; /* by itself it makes no event, but a quiet row */
  u32 key;   /* see ml_pending_key */
  MlText path;
  MlText value;
  i64 cause;
  i64 expires; /* when the node expires, in milliseconds; 0: never */
  i64 number;  /* of long-term memory: see MlOp */
} MlRecord;

/* A place between two records. */
typedef struct MlPlace {
  u32 chunk, used;
  i64 n;
} MlPlace;

typedef enum MlBefore { ML_BEFORE_OPEN, ML_BEFORE_OFF, ML_BEFORE_ON } MlBefore;

typedef struct MlMark {
  int level;
  MlBefore before;
  MlPlace end, emitted, action;
  i64 first_seq, op_count, broken;
} MlMark;

typedef struct MlPending {
  struct MlPendingChunk **chunk;
  u32 n_chunk, cap_chunk;
  MlMark now; /* end: after the last record; emitted: after the last one that has become an event */
  MlMark *mark;
  int n_mark, cap_mark;
  MlText *key; /* owned */
  u32 n_key, cap_key;
  u32 *slot;
  u32 n_slot;
} MlPending;

/* now.first_seq   position of the first event of this transaction, 0 while there is none
** now.op_count    memory operations begun
** now.before      whether what comes to be pending is recorded with what stood there before: decided by the first write
**                 after an emission, so that all of an event's writes are, or none
** now.broken      not 0: something failed half-way, and the transaction cannot be committed */

/* Adds a record; copies all its text. SQLITE_NOMEM adds nothing. */
int ml_pending_add(MlPending *p, const MlRecord *given);

/* The number of a key, given on first use; -1 when memory ran out. Numbers stay valid until ml_pending_clear. */
i64 ml_pending_key_number(MlPending *p, MlText key);
MlText ml_pending_key(const MlPending *p, u32 number);

/* Reads the record at *at and moves on; 0 at the end. */
int ml_pending_next(const MlPending *p, MlPlace *at, MlRecord *r);

/* The action record in force; 0 if the action has no name. */
int ml_pending_action(const MlPending *p, MlRecord *r);

/* Savepoints by SQLite's numbers, which may come unannounced, out of order, or as -1. */
int ml_pending_savepoint(MlPending *p, int level);
void ml_pending_release(MlPending *p, int level);
void ml_pending_rollback(MlPending *p, int level);

/* Drops the records after the given place (they became a quiet row). */
void ml_pending_cut(MlPending *p, MlPlace at);

/* The transaction was rolled back, perhaps under an operation that still borrows: there are no records any more, but
** their text stays where it is until ml_pending_clear, which must come before the next record. */
void ml_pending_forget(MlPending *p);

/* The end of the transaction. Keeps a little memory for the next. */
void ml_pending_clear(MlPending *p);
void ml_pending_free(MlPending *p);

#endif
