/*
** When nodes expire: milliseconds since 1970, by the clock; a node has expired once that is now or before. A container
** that holds something has no time of its own: it goes with the last node in it if any time but 0 is said of it, and
** stays, empty, if none is.
*/
#ifndef ML_EXPIRY_H
#define ML_EXPIRY_H

#include "tree.h"

#define ML_EXPIRES_MAX       253402300799999  /* 9999-12-31 23:59:59.999 */
#define ML_EXPIRES_WITH_LAST 8640000000000000 /* how it is said of a container that holds something */

/* A stored number that says when a node expires. */
static inline int ml_expiry_valid(i64 ms) { return (ms > 0 && ms <= ML_EXPIRES_MAX) || ms == ML_EXPIRES_WITH_LAST; }

/* ---- the column expires of the log: one number, or a map path -> number or null ---- */

/* The number, for all nodes that a row writes; 0 if it is none (no text, or a map). */
i64 ml_expiry_one(MlText expires);

/* Dates the nodes that a map names and that are there. SQLITE_CORRUPT when the text is no such map. */
int ml_expiry_apply(MlTree *t, MlText expires, MlBuf *scratch);

/* Whether one number does for all the nodes that a row writes (and none does as none), or a map is needed. */
typedef struct MlExpirySum {
  i64 one;
  u8 some, held, free, other;
} MlExpirySum;
void ml_expiry_note(MlExpirySum *s, i64 expires, int holds);
int ml_expiry_is_map(const MlExpirySum *s);

/* Puts a member of the map; 0 is null. The closing brace is the caller's. */
void ml_expiry_put(MlBuf *map, MlText path, i64 expires);

/* ---- trees ---- */

/* Takes out what has expired at a time. Uses the flags of nodes. SQLITE_NOMEM. */
int ml_expiry_hide(MlTree *t, i64 now);

#endif
