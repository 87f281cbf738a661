/*
** Live memory follows a row of the log that was not recorded here: the same change as ml_state_apply makes to a tree,
** made to the rows of memlog_cell. Nothing is recorded. All that can be wrong is found before the first row changes.
*/
#ifndef ML_APPLY_H
#define ML_APPLY_H

#include "../data/state.h"
#include "../store/cell.h"

/* Applies a change to a scope of a key. An error, and nothing changed, if memory would not be memory: an element of
** a list that is no value, or has no index. */
int ml_apply_change(MlConn *c, MlText key, MlScope scope, const MlChange *x, MlErr *e);

/* Makes the scope what the change gives when applied to nothing. *changed is 0 if it was so already. */
int ml_apply_state(MlConn *c, MlText key, MlScope scope, const MlChange *x, int *changed, MlErr *e);

/* 1 in *same if the scope is so. */
int ml_apply_same(MlConn *c, MlText key, MlScope scope, const MlChange *x, int *same, MlErr *e);

/* Checks without changing anything what ml_apply_state would say. */
int ml_apply_check(MlText key, const MlChange *x, MlErr *e);

/* Empties the scope. */
int ml_apply_clear(MlConn *c, MlText key, MlScope scope, MlErr *e);

#endif
