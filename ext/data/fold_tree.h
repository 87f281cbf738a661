/* Folding what happens to the nodes of one tree, into the columns of one row of the log. */
#ifndef ML_FOLD_TREE_H
#define ML_FOLD_TREE_H

#include "../base/err.h"
#include "pending.h"
#include "tree.h"

typedef struct MlDraft {
  MlKind kind;
  MlText type; /* of a host's event; borrows from the records */
  u32 key;
  u8 quiet;                                          /* it is no event: a row of memlog_quiet */
  MlBuf value, removed, containers, before, expires; /* empty: NULL in the log */
  MlBuf meta;                                        /* the action's, with notes; empty: there are none */
  MlBuf numbers; /* i64s: of versions of items that came to stand, negative those that stand no more */
} MlDraft;

/* A record of a change, or of a value that was returned, goes into the tree. *clock gives every mention its place.
** SQLITE_NOMEM. */
int ml_fold_write(MlTree *t, const MlRecord *r, i64 *clock);
int ml_fold_read(MlTree *t, const MlRecord *r, i64 *clock);

/* Writes value, removed, containers and expires of a draft. raw_names: paths are JSON strings as they stand. The
** sticky error of one of them. */
int ml_fold_tree(MlTree *t, MlDraft *d, int raw_names);

/* What stood there before: a map from path to value, and at '' an array of the paths at which nothing stood. */
int ml_fold_before(MlTree *before, MlTree *t, MlBuf *out);

#endif
