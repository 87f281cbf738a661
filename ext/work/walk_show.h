/* What there is to say of a thing that lineage leads to: from where it is stored, and of the edge that led to it. */
#ifndef ML_WALK_SHOW_H
#define ML_WALK_SHOW_H

#include "walk.h"

/* Zero-initialise it; ml_walk_shown_free. */
typedef struct MlShown {
  MlBuf type, id, detail; /* detail: JSON, a map */
  i64 version;            /* 0: none */
  i64 time;               /* microseconds; 0: not known */
} MlShown;

/* The thing at hand. */
int ml_walk_show(const MlWalk *w, MlShown *s, MlErr *e);
void ml_walk_shown_free(MlShown *s);

#endif
