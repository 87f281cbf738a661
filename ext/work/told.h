/*
** What items write of lineage by themselves when versions go: changes of versions. That one version takes the place of
** another its row tells.
*/
#ifndef ML_TOLD_H
#define ML_TOLD_H

#include "../store/item.h"
#include "lineage.h"

/* A change that is told of once, whatever number of versions it is about. Zero-initialise it. */
typedef struct MlTelling {
  MlUuid id;
  u8 told;
} MlTelling;

/* How items are removed. */
typedef struct MlRemoval {
  MlText reason; /* in words; {NULL,0}: none is given */
  char relearn;  /* of their contents: 'a' they may come back, 'r' they may not, 'm' they are marked; 0: not said */
  MlTelling *superseded; /* others take their place: that is what is told of them; NULL: they are deleted */
  int request;           /* it is only noted that this is wished */
  int cascade;           /* what was made of them goes with them … */
  const MlUuid *root;    /* … because of this deletion */
  MlBuf *gone;           /* each deletion goes to its end, an MlGone; NULL: nobody asks */
} MlRemoval;

typedef struct MlGone {
  MlUuid record, deletion;
} MlGone;

/* Reads the options of mem_item_remove (canonical JSON, a map; {NULL,0}: none), which x then borrows, as from text. */
int ml_removal_read(const char *who, MlText json, i64 now, MlRemoval *x, MlBuf *text, MlErr *e);

/* The change of versions that detail (JSON, a map) tells of; one that was told of, of one more version. Inside of an
** operation, as what follows. */
int ml_change_tell(MlConn *c, MlText key, MlText detail, MlEnd version, MlTelling *x, MlErr *e);

/* A version was removed, or (how->request) is to be; it is borrowed. how NULL: nothing is said. */
int ml_told_removed(MlConn *c, const MlItem *x, const MlRemoval *how, MlErr *e);

/* What a removal says of contents holds for the version of an item that stood last, too: it is gone already. */
int ml_told_gone(MlConn *c, MlText key, MlText set, MlText id, const MlRemoval *how, MlErr *e);

#endif
