/*
** Where lineage leads from a thing, the nearest first: backward to what it depends on, forward to what depends on it.
** Each thing comes once, at its least depth, with the edge by which it was met first; so cycles end. Edges are
** looked up as the walk goes on: what is not asked for costs nothing, nor does the rest of the file. What an edge says
** of a record as a whole (version 0) it says of each of its versions; a record as a whole leads to its versions.
**
** Beside the edges that are stored the walk knows: a version of a record and the one that stood before it; and the log
** (walk_log.h).
*/
#ifndef ML_WALK_H
#define ML_WALK_H

#include "trail.h"

typedef struct MlWalk {
  MlTrail trail;
  i64 max_depth;      /* -1: any */
  const MlMet *thing; /* at hand; NULL at the end. Borrows until the next step */
  i64 at, opened;     /* the next of the trail to hand out; all before it were asked where they lead */
  MlReader reader;
  int failed;
} MlWalk;

/* Begins at what a text names (see subject.h) and moves to the first thing, which is that. Zero-initialise the walk; it
** stays where it is until ml_walk_stop. The tables of lineage must be there. */
int ml_walk_begin(MlConn *c, MlWalk *w, MlText of, int forward, i64 max_depth, MlErr *e);
int ml_walk_next(MlWalk *w, MlErr *e);
void ml_walk_stop(MlWalk *w);

#endif
