/*
** Folding: the records of an emission become at most one draft of an event for each key and type.
** Keys stand in the order of their first record; a key's drafts in the order of MlKind, then the host's own
** by first use.
*/
#ifndef ML_FOLD_H
#define ML_FOLD_H

#include "fold_tree.h"

typedef struct MlDrafts {
  MlDraft *a;
  int n, cap;
} MlDrafts;

/* Folds the records from a place to the end. On success *out is owned by the caller (ml_fold_free). */
int ml_fold_run(const MlPending *p, MlPlace from, MlDrafts *out, MlErr *e);
void ml_fold_free(MlDrafts *d);
/* Frees what one draft holds. */
void ml_fold_drop(MlDraft *d);

/* The numbers of a draft. */
i64 ml_fold_count(const MlDraft *d);
i64 ml_fold_number(const MlDraft *d, i64 i);

#endif
