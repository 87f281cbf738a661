/* A moment, as users name it, as a position of the log. */
#ifndef ML_POSITION_H
#define ML_POSITION_H

#include "../data/clock.h"
#include "../data/json.h"
#include "../store/conn.h"

/* The position that an SQL value names (see ml_moment_read): the newest at or before a time; an id's own (an error
** if there is no such row, or no more); '#N' is N; '#last' the newest. NULL and blobs are errors. */
int ml_position_of(MlConn *c, sqlite3_value *v, i64 *seq, MlErr *e);

/* A moment: a position, and what tells which nodes had expired then. */
typedef struct MlWhen {
  i64 seq;
  MlMomentKind kind;
  i64 us; /* of ML_AT_TIME */
} MlWhen;
int ml_position_when(MlConn *c, sqlite3_value *v, MlWhen *w, MlErr *e);
/* The same of a JSON string or number. */
int ml_position_json(MlConn *c, MlText json, MlWhen *w, MlErr *e);

/* The clock of a moment, in milliseconds: what had expired then is hidden; 0: nothing is. A time is its own clock. A
** position has that of the row there, or before; but the newest has the present one, and is shown as memory is. */
int ml_position_clock(MlConn *c, const MlWhen *w, i64 *ms, MlErr *e);

/* The newest row of the log, or where that was pruned up to if it is empty; seq 0: it never had one. */
int ml_position_tail(MlConn *c, MlTail *t, MlErr *e);

/* Its position, 0 if there never was one. */
int ml_position_last(MlConn *c, i64 *seq, MlErr *e);

#endif
