/*
** The index of the texts of items that stand: memlog_item_text, an FTS5 table that keeps no text (sql/index). It is
** made by mem_install or with the first item. What cannot go into it at once, or not come out of it, is noted in
** memlog_unindexed and done when that can be: inside xSync no virtual table may be written, FTS5 may be missing, the
** index may be damaged. So storing items never fails for its sake; searching says what is wrong.
*/
#ifndef ML_INDEX_H
#define ML_INDEX_H

#include "item.h"

void ml_index_open(MlConn *c);

/* A version has come to stand; content is its whole JSON. Its row is there. Inside a write transaction, as all that
** follow up to finding. */
int ml_index_put(MlConn *c, const MlItem *x, MlText content, MlErr *e);

/* A version that stood stands no more. Its row is there still. */
int ml_index_remove(MlConn *c, i64 number, MlErr *e);

/* Brings in, and takes out, all that is noted: before the content of versions is rewritten, whatever they are. An error
** if that cannot be now. */
int ml_index_settle(MlConn *c, MlErr *e);

/* What was removed is in it no more, in any form (FTS5 only marks it). As much work as the index is large. */
int ml_index_purge(MlConn *c, MlErr *e);

/* All of a key's items, for ever: before their rows go. An error if that cannot be now. */
int ml_index_erase(MlConn *c, MlText key, MlErr *e);

/* Makes it, if it is not there and can be made. */
int ml_index_install(MlConn *c, MlErr *e);

/* Makes it anew. *n items are in it. */
int ml_index_make(MlConn *c, i64 *n, MlErr *e);

/* Does some of what is noted: so much that nobody waits for it. */
int ml_index_catch_up(MlConn *c, MlErr *e);

typedef enum MlIndexState {
  ML_INDEX_ABSENT, /* it was not made yet, or was dropped: it holds nothing */
  ML_INDEX_READY,
  ML_INDEX_WRONG,   /* something else has its name, or that of one of its tables, or one of them is missing */
  ML_INDEX_DAMAGED, /* it cannot be read */
  ML_INDEX_NO_FTS5  /* this connection cannot use it */
} MlIndexState;

int ml_index_state(MlConn *c, MlIndexState *state, MlErr *e);

/* The same for who only reads which versions it holds, which needs no FTS5: never ML_INDEX_NO_FTS5. */
int ml_index_state_held(MlConn *c, MlIndexState *state, MlErr *e);

/* An error that says why it cannot be used, in that state or for a code that SQLite gave. */
int ml_index_refuse(MlIndexState state, MlErr *e);
int ml_index_fault(int rc);
/* The words that stand for a key (set {NULL,0}), or for it with a set. */
#define ML_INDEX_PLACE 24
void ml_index_place(MlText key, MlText set, char out[ML_INDEX_PLACE]);

/* What of a version goes into the index: the same to put it there and to take it out. */
typedef struct MlIndexEntry {
  i64 number;
  int stands;
  char place[2 * ML_INDEX_PLACE];
  MlBuf body; /* the caller's */
} MlIndexEntry;

/* *found 0: there is no such version. */
int ml_index_entry(MlConn *c, i64 number, MlIndexEntry *x, int *found, MlErr *e);

/* ---- finding (index_find.c) ---- */

void ml_index_find_open(MlConn *c);

typedef struct MlIndexAsk {
  MlText key, set; /* set {NULL,0}: all sets of the key */
  MlText query;    /* any text; without any word in it nothing is found */
  int raw;         /* it is in FTS5's syntax */
  i64 seq;         /* what stood at this position of the log; 0: what stands. set then does not matter */
} MlIndexAsk;

typedef struct MlIndexHit {
  i64 number; /* of the version */
  double score;
} MlIndexHit;

typedef struct MlIndexHits {
  MlConn *c;
  MlText key, set;
  int past;      /* what stood is not looked at once more */
  MlIndexHit *a; /* owned: a heap, the best on top */
  i64 n, cap;
} MlIndexHits;

/* Finds what the ask matches. What stood may be in the index no more: it is put into one in memory, all of the key.
** ask's texts must outlive hits; then ml_index_close must follow, after errors too. */
int ml_index_find(MlConn *c, const MlIndexAsk *ask, MlIndexHits *hits, MlErr *e);

/* The next best: a version of the key (and the set) that stands, or stood, expired or not, with its score in 0..1.
** Equal scores: the newer one first. *more is 0 at the end. */
int ml_index_next(MlIndexHits *h, i64 *number, double *score, int *more, MlErr *e);

void ml_index_close(MlIndexHits *h);

#endif
