/* A version that is stored, and does not stand, comes to stand: it was let in, or released from quarantine. */
#ifndef ML_STAND_H
#define ML_STAND_H

#include "item_job.h"

/* What lineage tells of a version. */
typedef struct MlHistory {
  u8 proposed; /* it was */
  u8 admitted; /* … and let in, once */
  u8 denied;   /* … and denied, since */
  u8 held;     /* the newest decision was to put it in quarantine */
  u8 stood;    /* it stood, be it for a time */
} MlHistory;
/* Of its decisions alone, which say whether it was admitted, denied, held. */
int ml_stand_decided(MlConn *c, const MlUuid *record, i64 version, MlHistory *h, MlErr *e);
int ml_stand_history(MlConn *c, const MlUuid *record, i64 version, MlHistory *h, MlErr *e);

/* What may be in its way is looked for before anything is written: the errors say it. *stands: the number of the
** version of the record whose place it takes; 0: there is none. */
int ml_stand_check(MlItemJob *j, const char *who, const MlItem *x, i64 *stands);

/* Whether nothing is. */
int ml_stand_can(MlItemJob *j, const MlItem *x, int *yes);

/* It comes to stand. again: it stood before, so that it does in a row of its own. x must not be borrowed. */
int ml_stand_put(MlItemJob *j, MlItem *x, i64 stands, int again);

#endif
