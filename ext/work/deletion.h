/*
** How far a deletion has come: looked up in the file itself, and in the proofs of what is outside of it. It is complete
** only when each part is proved.
*/
#ifndef ML_DELETION_H
#define ML_DELETION_H

#include "../store/deletion.h"
#include "proof.h"

typedef enum MlDeletionState {
  ML_DELETION_REQUESTED,       /* the record stands */
  ML_DELETION_PRIMARY_REMOVED, /* it does not; but the file holds something of it still, or nobody has looked */
  ML_DELETION_DERIVED_PENDING, /* what is made of it, or copies elsewhere, are still to be seen to */
  ML_DELETION_VERIFIED
} MlDeletionState;
const char *ml_deletion_state_name(MlDeletionState s);

/* A part of a deletion. */
typedef struct MlPart {
  MlUuid record; /* … of this record */
  u8 pending;
  u8 own, there;    /* own: it is in this file, where memlog looks itself; and it is there still */
  const char *part; /* static: see proof.h */
  MlText what, checked;
  i64 invalidated, verified; /* microseconds; 0: not yet */
  i64 since;                 /* … when it came to be as it should; 0: that is not known, or it is not */
} MlPart;

typedef struct MlDeletion {
  MlUuid id;
  MlDeletionState state;
  u8 expired, forgotten;
  u8 logged;  /* the log has content of who was forgotten */
  MlText key; /* of its first record; {NULL,0}: it is not known */
  MlPart *a;  /* owned */
  i64 n, cap;
  MlTree text; /* owned: what parts borrow */
} MlDeletion;

/* The deletion that a text names: by its own id, or by that of a record, of which it is the newest. */
typedef struct MlDeletionOf {
  MlUuid id;
  u8 found;      /* 0: the record was never deleted */
  u8 of_record;  /* a record was named: */
  MlUuid record; /* … this */
  MlBuf key;     /* whose it is, '' if that is not known; the caller's */
} MlDeletionOf;
/* who names the function. */
int ml_deletion_find(MlConn *c, const char *who, MlText subject, MlDeletionOf *d, MlErr *e);

/* Gathers its parts: those of one record, or of all that it deletes (record NULL). ml_deletion_free must follow. */
int ml_deletion_look(MlConn *c, const MlUuid *deletion, const MlUuid *record, MlDeletion *d, MlErr *e);
void ml_deletion_free(MlDeletion *d);

/* Inside an operation: notes what the file itself proves. *id is the newest proof; *found 0: there is none. */
int ml_deletion_prove(MlConn *c, const MlUuid *deletion, MlUuid *id, int *found, MlErr *e);

/* The same for a deletion of a key's record that was noted just now. Cheap. */
int ml_deletion_settle(MlConn *c, MlText key, const MlUuid *deletion, const MlUuid *record, MlErr *e);

#endif
