/* What of long-term memory is redacted beside the maps of paths that its events have: results of searches, and past
** versions of items. values: by path, set and id, what goes. */
#ifndef ML_REDACT_ITEM_H
#define ML_REDACT_ITEM_H

#include "../data/tree.h"
#include "../store/erase.h"

/* The values at and under a path that an event of searches has, into values; *n_marked are marks already. */
int ml_redact_results_take(MlText map, MlText top, MlTree *values, i64 *n_marked, MlErr *e);

/* Such a map with marks in the place of what was found of these items, cut short or not, into out; *n of them. Nothing
** is in out if there are none. */
int ml_redact_results(MlText map, MlTree *values, MlText mark, MlBuf *out, i64 *n, MlErr *e);

/* Whether a content is an item's that stands: its path is then in *path (it borrows from values). */
int ml_redact_stands(MlConn *c, MlText key, MlTree *values, MlText *path, MlErr *e);

/* A version of a record. */
typedef struct MlRedacted {
  MlUuid record;
  i64 version;
} MlRedacted;

/* Past versions with these contents are rewritten; each goes to the end of out, an MlRedacted. salt: the key's. */
int ml_redact_versions(MlErase *x, MlText key, MlTree *values, MlText mark, const MlUuid *salt, MlBuf *out, MlErr *e);

/* Lineage tells that they were. */
int ml_redact_tell(MlConn *c, MlText key, MlText reason, const MlBuf *versions, MlErr *e);

#endif
