/*
** The things that a walk through lineage has met, each once, with the edge by which it was met first. What finds more
** of them (walk.h, walk_log.h) adds them here.
*/
#ifndef ML_TRAIL_H
#define ML_TRAIL_H

#include "../data/event.h"
#include "../store/lineage.h"

typedef enum MlMetKind {
  ML_MET_RECORD, /* a version, or 0: all of it */
  ML_MET_ENTITY,
  ML_MET_EVENT,
  ML_MET_GONE,   /* a row of the log that is not there (any more) */
  ML_MET_ACTION, /* of the log: a transaction */
  ML_MET_RUN,
  ML_MET_UNRECORDED, /* reads of an action that made no events */
  ML_MET_PATH,       /* the node that was asked about */
  ML_MET_LOST        /* an edge leads to it, but it is not in the file (any more) */
} MlMetKind;

/* An end of a text in the trail's buffer; n -1: none. */
typedef struct MlTrailText {
  i64 at, n;
} MlTrailText;

typedef struct MlMet {
  MlMetKind kind;
  MlUuid id;   /* of what has none, zero */
  i64 version; /* of a record; 0: all of it */
  i64 place;   /* of an event, in the log; the position of a row that is gone, of an action's first; a run's number */
  u8 unrecorded, unknown; /* which reads (see ml_trail_reads) made no events, or may have made none */
  i64 depth;
  i64 via; /* the thing from which it was met; -1: it is what was asked about */
  /* The edge by which it was met. */
  MlTrailText relation, reason, detail;
  i64 rank;
  double score;
} MlMet;

typedef struct MlTrail {
  MlConn *c;
  u8 forward;
  MlMet *all;
  i64 n, cap;
  i64 *slot; /* by hash: 1 + its place in all */
  i64 n_slot;
  MlBuf text;
  MlNodeId node; /* that was asked about; its texts stand in … */
  MlBuf key, path;
  struct MlCaused *caused; /* forward: what events have caused (walk_log.c) */
  i64 n_caused;
  u8 caused_known;
} MlTrail;

/* Kinds of reads; their names are those of switches, without what all of these have. */
#define ML_TRAIL_READS 4
extern const char *const ml_trail_reads[ML_TRAIL_READS];

/* The step that leads to a thing. */
typedef struct MlStep {
  i64 via; /* the thing that it leads from; -1: none, it is the one that is asked about */
  MlText relation;
  const MlEdge *edge; /* what else the edge says; NULL: nothing */
} MlStep;
int ml_trail_meet(MlTrail *t, const MlMet *x, const MlStep *step, MlErr *e);

MlText ml_trail_text(const MlTrail *t, MlTrailText text);

void ml_trail_free(MlTrail *t);

#endif
