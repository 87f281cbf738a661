/* How much memory there is in which layer, by key. */
#ifndef ML_LAYER_H
#define ML_LAYER_H

#include "conn.h"

typedef enum MlLayerKind {
  ML_LAYER_WORKING,
  ML_LAYER_SESSION,
  ML_LAYER_USER,
  ML_LAYER_AGENT,
  ML_LAYER_OTHER
} MlLayerKind;

/* What a key has in a layer. */
typedef struct MlLayer {
  MlLayerKind kind;
  MlText key; /* borrows until the next step */
  i64 entries, bytes;
  i64 oldest, newest; /* milliseconds */
} MlLayer;

void ml_layer_open(MlConn *c);

/* All layers of a key ({NULL,0}: of all keys, sorted), without what has expired at now (milliseconds). */
int ml_layer_scan(MlConn *c, MlText key, i64 now, sqlite3_stmt **st, MlErr *e);
int ml_layer_next(MlConn *c, sqlite3_stmt *st, MlLayer *x, int *more, MlErr *e);
int ml_layer_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

#endif
