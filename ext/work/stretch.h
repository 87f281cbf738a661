/*
** A stretch of a key's log, from behind a snapshot (or the key's first row) up to some row, and what its rows changed
** at and under one path. Rows that do not mention the path are passed over without being read closely; of the others,
** and of the snapshot, only what concerns the path is looked after.
*/
#ifndef ML_STRETCH_H
#define ML_STRETCH_H

#include "../data/state.h"
#include "../store/log.h"

typedef enum MlChangeKind {
  ML_CHANGE_SET,    /* a value was written */
  ML_CHANGE_OBJECT, /* an object came to be, or was asked for */
  ML_CHANGE_LIST,   /* a list came to be */
  ML_CHANGE_DELETE, /* the node went */
  ML_CHANGE_GAP     /* from here on changes were not recorded; it has no path */
} MlChangeKind;

/* A row of the log that changed something. */
typedef struct MlStretchRow {
  i64 seq, time;
  MlKind kind;
  i64 run, cause;
  MlText action;
  MlChange change;
} MlStretchRow;

/* One node's change. A type is ML_MISSING where there was or is no node; JSON is that of values, NULL for the others.
 */
typedef struct MlStretchChange {
  i64 row; /* whose change it is */
  MlChangeKind kind;
  u8 unknown; /* it stands in a gap: what was there before cannot be told */
  MlType before_type, after_type;
  MlText path, before, after;
} MlStretchChange;

/* key, top and scope are given (they must live as long), the rest is zero at first. */
typedef struct MlStretch {
  MlText key, top;
  MlScope scope;
  MlBuf needle; /* top as JSON writes it, without the quotes */
  MlBack back;
  MlTree tree;       /* the state as it changes; all text lives in it */
  MlStretchRow *row; /* newest first, those that mention the path */
  i64 n_row, cap_row;
  MlStretchChange *change; /* in the order in which they happened */
  i64 n_change, cap_change;
  i64 lower; /* the place of the key's row before the stretch, 0 if there is none */
} MlStretch;

int ml_stretch_open(MlStretch *s, MlErr *e);

/* Loads the stretch that ends with the row at a place; what was loaded before is gone. */
int ml_stretch_load(MlConn *c, MlStretch *s, i64 upper, MlErr *e);

void ml_stretch_close(MlConn *c, MlStretch *s);

/* The row at a place, and the place of the key's row before it. *found 0: a listener is running and the row is not
** there yet. Text borrows until the next. */
int ml_stretch_row(MlConn *c, MlStretch *s, i64 place, MlRow *r, i64 *previous, int *found, MlErr *e);

/* 1 if the row may change something at or under the path. */
int ml_stretch_concerns(const MlStretch *s, const MlRow *r);

/* 1 if all it says of the path, and of what lies under and above it, is that this value was written there. */
int ml_stretch_sole(const MlStretch *s, const MlRow *r, MlText *value);

#endif
