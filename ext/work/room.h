/*
** Making room in lists that a rule of memlog_retain limits. What must go is found out before the first row changes,
** with the functions of the host's that it takes, and goes in the operation that writes the element.
*/
#ifndef ML_ROOM_H
#define ML_ROOM_H

#include "../store/cell.h"

/* What the write of an element brings about in its list. Zero-initialise it. */
typedef struct MlRoom {
  MlListRow row;   /* the list's row as it is to be */
  i64 *gone;       /* indexes of the elements that go, in this order (owned) */
  i64 n, cap;      /* … so many */
  MlBuf aggregate; /* if not empty: what stands at the last of these indexes instead */
  u8 moves;        /* they become items … */
  MlBuf set;       /* … of this set */
} MlRoom;

/* An element is to be appended: row is the list's own ({0,0,-1} and the rest zero if it is missing). An error is about
** the element, or comes from a function of the host's. */
int ml_room_find(MlConn *c, const MlNodeId *list, const MlListRow *row, MlText json, MlRoom *room, MlErr *e);

/* Takes away what goes, once the list's row and the element were written. */
int ml_room_make(MlConn *c, const MlNodeId *list, const MlRoom *room, MlErr *e);

void ml_room_free(MlRoom *room);

/* Replaces an element's value, if a rule limits the bytes or tokens of its list; *done is 0 (and nothing happened) if
** there is no such rule, list or element. */
int ml_room_replace(MlConn *c, const MlNodeId *id, MlText json, int *done, MlErr *e);

#endif
