/*
** The items of a key as rows, by set and id: those that stand, those that stood at a moment, or all versions. A walk is
** not disturbed by writing: before the first write it notes which versions are left, and reads them as it goes on;
** versions do not change. What is forgotten or pruned meanwhile is not there any more.
*/
#ifndef ML_ITEMS_H
#define ML_ITEMS_H

#include "../data/tree.h"
#include "../store/item.h"
#include "position.h"

/* Which are wanted. Texts outlive the walk; {NULL,0}: any. */
typedef struct MlItemsWant {
  MlText key, set, id;
  u8 past;     /* as at a moment */
  u8 versions; /* all versions that had begun, expired or not */
  MlWhen when;
} MlItemsWant;

/* A walk. Zero-initialise it; it stays where it is until ml_items_stop, because the connection knows it. */
typedef struct MlItems {
  MlItem row; /* the present one; borrows until the next step. ended is as it was to be seen at the moment */
  u8 more;    /* there is a present row */

  MlConn *c;
  MlItemsWant want;
  i64 clock; /* milliseconds: what had expired then is hidden; 0: nothing is */
  enum { ML_ITEMS_NONE, ML_ITEMS_LIVE, ML_ITEMS_KEPT } source;
  MlReader reader; /* in c->readers while it walks */
  sqlite3_stmt *st;
  struct MlItemsKept *kept; /* owned */
  i64 n_kept, cap_kept, at_kept;
  MlBuf text; /* of the present row, when rows are kept */
  int failed; /* keeping rows failed: so does the next step */
} MlItems;

/* Begins a walk and finds its first row. Long-term memory must be there. */
int ml_items_begin(MlConn *c, MlItems *w, const MlItemsWant *want, MlErr *e);
int ml_items_next(MlItems *w, MlErr *e);
/* Stops and frees all. The walk may be begun again. */
void ml_items_stop(MlItems *w);

/* The clock of a moment, in milliseconds: what had expired by it is hidden; 0: by the present one. An error if the log
** was pruned beyond the moment. */
int ml_items_moment(MlConn *c, const MlWhen *when, i64 *clock, MlErr *e);

/* The contents of a key's items at a moment (NULL: now) by their paths, set and id; large ones as place holders. The
** tree is open already. */
int ml_items_tree(MlConn *c, MlText key, const MlWhen *when, MlTree *t, MlErr *e);
/* The same as a JSON map in byte order of the paths, with large ones in place. */
int ml_items_values(MlConn *c, MlText key, const MlWhen *when, MlBuf *out, MlErr *e);

#endif
