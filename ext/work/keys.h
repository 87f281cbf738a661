/*
** Keys as rows, in byte order: what each holds and how much the log says of it. A walk is not disturbed by writing:
** before the first write it reads the rest of its rows into memory and goes on from there.
*/
#ifndef ML_KEYS_H
#define ML_KEYS_H

#include "../store/conn.h"

typedef struct MlKeysRow {
  MlText key;
  i64 nodes, bytes; /* of both scopes; bytes of paths and of values' JSON */
  i64 events;       /* its rows in memlog_event */
  i64 first, last;  /* times of its first and its newest row that are in the log */
  i64 run;          /* the open run; 0: none */
  u8 logged;        /* it has rows in the log: first and last mean something */
} MlKeysRow;

/* What is wanted of a row beside the key; each part costs a look at something else. */
#define ML_KEYS_STATE 1u /* nodes, bytes: reads all of the key's memory */
#define ML_KEYS_HEAD  2u /* logged, events, first, run: one row */
#define ML_KEYS_LAST  4u /* last (takes ML_KEYS_HEAD, too): one row of the log */

/* A walk. Zero-initialise it; it stays where it is until ml_keys_stop, because the connection knows it. */
typedef struct MlKeys {
  MlKeysRow row; /* the present one; its key borrows until the next step */
  u8 more;       /* there is a present row */

  MlConn *c;
  enum { ML_KEYS_NONE, ML_KEYS_LIVE, ML_KEYS_KEPT } source;
  unsigned parts;
  u8 one;          /* only the key in the buffer is wanted */
  MlReader reader; /* in c->readers while it walks */
  MlBuf key;
  sqlite3_value *at;       /* of all keys: the one at hand, as it is stored */
  struct MlKeysKept *kept; /* owned */
  i64 n_kept, cap_kept, at_kept;
  MlBuf text; /* the kept rows' keys */
  int failed; /* keeping rows failed: so does the next step */
} MlKeys;

/* Begins a walk over all keys, or one ({NULL,0}: all), and finds its first row. The tables must be there. */
int ml_keys_begin(MlConn *c, MlKeys *w, MlText only, unsigned parts, MlErr *e);
int ml_keys_next(MlKeys *w, MlErr *e);
/* Stops and frees all. The walk may be begun again. */
void ml_keys_stop(MlKeys *w);

#endif
