/*
** Where lineage leads from a thing, the nearest first: backward to what it depends on, forward to what depends on it.
** Each thing comes once, at its least depth, with the edge by which it was met first; so cycles end. Edges are looked
*up
** as the walk goes on: what is not asked for costs nothing, nor does the rest of the file. What an edge says of a
*record
** as a whole (version 0) it says of each of its versions; a record as a whole leads to its versions.
**
** Beside the edges that are stored the walk knows: a version of a record and the one that stood before it.
*/
#ifndef ML_WALK_H
#define ML_WALK_H

#include "subject.h"

typedef enum MlThingKind {
  ML_THING_RECORD, /* a version, or 0: all of it */
  ML_THING_ENTITY,
  ML_THING_EVENT,
  ML_THING_LOST /* an edge leads to it, but it is not in the file (any more) */
} MlThingKind;

/* An end of a text in the walk's buffer; n -1: none. */
typedef struct MlWalkText {
  i64 at, n;
} MlWalkText;

typedef struct MlThing {
  MlThingKind kind;
  MlUuid id;
  i64 version; /* of a record; 0: all of it */
  i64 place;   /* of an event, in the log */
  i64 depth;
  i64 via; /* the thing from which it was met; -1: it is what was asked about */
  /* The edge by which it was met. */
  MlWalkText relation, reason, detail;
  i64 rank;
  double score;
} MlThing;

typedef struct MlWalk {
  MlConn *c;
  u8 forward;
  i64 max_depth;
  const MlThing *thing; /* at hand; NULL at the end. Borrows until the next step */

  MlReader reader;
  MlThing *all;
  i64 n, cap, at, opened; /* at: the next to hand out; opened: all before it were asked for their edges */
  i64 *slot;              /* by hash: 1 + its place in all */
  i64 n_slot;
  MlBuf text;
  int failed;
} MlWalk;

/* Begins at what a text names (see subject.h) and moves to the first thing, which is that. Zero-initialise the walk; it
** stays where it is until ml_walk_stop. The tables of lineage must be there. */
int ml_walk_begin(MlConn *c, MlWalk *w, MlText of, int forward, i64 max_depth, MlErr *e);
int ml_walk_next(MlWalk *w, MlErr *e);
void ml_walk_stop(MlWalk *w);

MlText ml_walk_text(const MlWalk *w, MlWalkText t);

/* For what finds more things: meets one by an edge (NULL: the thing asked about), which stands at an end of it. */
typedef struct MlMet {
  i64 via;
  MlText relation;
  const MlEdge *edge; /* what else the edge says; NULL: nothing */
} MlMet;
int ml_walk_meet(MlWalk *w, const MlThing *x, const MlMet *met, MlErr *e);

#endif
