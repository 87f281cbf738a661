/* Walking over memlog_cell: from key to key, and over the nodes of some of them. */
#ifndef ML_CELL_SCAN_H
#define ML_CELL_SCAN_H

#include "cell.h"

void ml_cell_scan_open(MlConn *c);

/* The next key that has cells at all: keys in the file's order. NULL in *at begins; *more is 0 at the end.
** The key is put into out. *at is the key as it is stored, so that the walk ends even where text is damaged, and the
** caller's to free. */
int ml_cell_next_key(MlConn *c, sqlite3_value **at, MlBuf *out, int *more, MlErr *e);
/* The same of the keys that have nodes that expire. */
int ml_cell_next_dated(MlConn *c, sqlite3_value **at, MlBuf *out, int *more, MlErr *e);
void ml_cell_key_free(sqlite3_value **at);

/* Which nodes a walk is to meet. The texts live as long as the walk. */
typedef struct MlCellWant {
  MlText key;      /* {NULL,0}: all keys */
  unsigned scopes; /* bits */
  MlText path;     /* {NULL,0}: all paths; else only the node at this path … */
  u8 under;        /* … or, if set, that node and all under it */
} MlCellWant;

/* A walk over nodes in order of key, scope ('se' before 'st') and path. Zero-initialise it. id and cell are the row; it
** borrows until the next step. */
typedef struct MlCellScan {
  MlCellWant want;
  MlNodeId id;
  MlCell cell; /* its st stays NULL */
  sqlite3_stmt *all, *part, *st;
  MlScope scope;       /* of part */
  sqlite3_value *last; /* the key that the walk is at, of all keys */
  MlBuf key, low, high;
  int leg;
} MlCellScan;

/* Begins a walk, also with a scan that was used before. The tables must be there. */
int ml_cell_scan(MlConn *c, MlCellScan *s, const MlCellWant *want, MlErr *e);
int ml_cell_scan_next(MlConn *c, MlCellScan *s, int *more, MlErr *e);
/* Stops reading: no transaction is held open any more. Only ml_cell_scan or ml_cell_scan_end may follow. */
void ml_cell_scan_rest(MlCellScan *s);
void ml_cell_scan_end(MlConn *c, MlCellScan *s);

#endif
