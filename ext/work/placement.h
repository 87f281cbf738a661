/* Placements: what of long-term memory stood in the context of one turn of a conversation, where, and how much of it.
 */
#ifndef ML_PLACEMENT_H
#define ML_PLACEMENT_H

#include "lineage.h"

typedef enum MlPlacedAs { ML_PLACED_WHOLE, ML_PLACED_TRUNCATED, ML_PLACED_COMPACTED } MlPlacedAs;

typedef struct MlPlaced {
  MlUuid record;
  i64 version;
  i64 position; /* 1, 2 … in the context */
  MlPlacedAs as;
} MlPlaced;

/* The messages of the conversation that stood there, too. */
typedef struct MlPlacedMessages {
  i64 from, to;  /* indexes of the first and the last; -1: there are none */
  i64 sent;      /* so many */
  i64 truncated; /* are there, but were left out */
  i64 compacted; /* are covered by the summary that stands for them */
} MlPlacedMessages;

/* Texts borrow. */
typedef struct MlPlacement {
  const char *who; /* names the function in messages */
  MlText session;  /* {NULL,0}: it is not known … */
  MlText user;     /* … and then whose memory it is from */
  i64 turn;        /* the index of the message that is to come; -1: not known */
  const MlPlaced *a;
  i64 n;
  const MlUuid *retrieval;          /* what found them; NULL: not known */
  const MlPlacedMessages *messages; /* NULL: there are none of them */
} MlPlacement;

/* Of a read: whether it is to be written that what it gives is placed, and that it was. */
typedef struct MlPlacing {
  u8 record; /* it is to be … */
  i64 turn;  /* … in this turn; -1: in the one that comes next */
  u8 done;   /* it was … */
  MlUuid id; /* … as this placement */
} MlPlacing;
#define ML_PLACING_NOT ((MlPlacing){.turn = -1})

/* Reads one of its options, record and turn: name is bare, value canonical JSON. *known 0: it is neither. */
int ml_placing_read(const char *who, MlText name, MlText value, MlPlacing *p, int *known, MlErr *e);

/* Puts it, with its edges. A version that does not stand (it was superseded, removed, is in quarantine, was never let
** in, has expired), or comes twice, is an error, and nothing is put. Inside a write transaction. */
int ml_placement_put(MlConn *c, const MlPlacement *p, MlUuid *id, MlErr *e);

/* The turn that comes next in a session: the index that its next message will have. */
int ml_placement_turn(MlConn *c, MlText session, i64 *turn, MlErr *e);

#endif
