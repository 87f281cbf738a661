/*
** Folding: the records of an emission become at most one draft of an event for each key and type.
** Keys stand in the order of their first record; a key's drafts in the order of MlKind, then the host's own
** by first use.
*/
#ifndef ML_FOLD_H
#define ML_FOLD_H

#include "../base/err.h"
#include "pending.h"

typedef struct MlDraft {
  MlKind kind;
  MlText type; /* of a host's event; borrows from the records */
  u32 key;
  u8 quiet;                                          /* it is no event: a row of memlog_quiet */
  MlBuf value, removed, containers, before, expires; /* empty: NULL in the log */
  MlBuf meta;                                        /* the action's, with notes; empty: there are none */
} MlDraft;

typedef struct MlDrafts {
  MlDraft *a;
  int n, cap;
} MlDrafts;

/* Folds the records from a place to the end. On success *out is owned by the caller (ml_fold_free). */
int ml_fold_run(const MlPending *p, MlPlace from, MlDrafts *out, MlErr *e);
void ml_fold_free(MlDrafts *d);
/* Frees what one draft holds. */
void ml_fold_drop(MlDraft *d);

#endif
