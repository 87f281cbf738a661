/*
** Nodes as rows, in order of key, scope ('sensory' before 'short_term') and path: as they stand, or as they were at a
** position of the log. A walk over what stands is not disturbed by writing: before the first write it reads the rest
** of its rows into memory and goes on from there.
*/
#ifndef ML_NODES_H
#define ML_NODES_H

#include "../store/cell_scan.h"
#include "expire.h"
#include "rebuild.h"

typedef struct MlNodesRow {
  MlText key;
  MlScope scope;
  MlText path;
  MlType type;
  MlText json; /* of a value; {NULL,0}: an object or a list */
  i64 at;      /* when it was written, in milliseconds; -1: that is not known */
  i64 expires; /* when it expires, in milliseconds; 0: never, or with the last node in it */
} MlNodesRow;

/* A walk. Zero-initialise it; it stays where it is until ml_nodes_end, because the connection knows it. */
typedef struct MlNodes {
  MlNodesRow row; /* the present one; borrows until the next step */
  u8 more;        /* there is a present row */

  MlConn *c;
  enum { ML_NODES_NONE, ML_NODES_LIVE, ML_NODES_KEPT, ML_NODES_PAST } source;
  MlReader reader; /* in c->readers while live */
  MlCellScan scan;
  MlNow now;
  struct MlNodesKept *kept; /* owned */
  i64 n_kept, cap_kept, at_kept;
  MlBuf text; /* of the kept rows */
  int failed; /* keeping rows failed: so does the next step */

  MlCellWant want; /* of the past */
  MlWhen when;
  sqlite3_value *last; /* of all keys: the one at hand, as it is stored */
  MlBuf key;
  MlPast past;
  MlNode **node; /* owned: the nodes of the present key and scope */
  i64 n_node, at_node;
  int leg; /* scopes done */
} MlNodes;

/* Begins a walk and finds its first row; the walk may have been used before. The texts of want live as long as the
** walk. The tables must be there. */
int ml_nodes_live(MlConn *c, MlNodes *w, const MlCellWant *want, MlErr *e);
int ml_nodes_past(MlConn *c, MlNodes *w, const MlCellWant *want, const MlWhen *when, MlErr *e);

int ml_nodes_next(MlNodes *w, MlErr *e);

/* Stops: there is no present row. The walk may be used again, at less cost than a new one. */
void ml_nodes_stop(MlNodes *w);
void ml_nodes_end(MlNodes *w);

#endif
