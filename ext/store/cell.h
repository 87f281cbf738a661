/* memlog_cell: the nodes of memory as it stands. Paths are canonical. */
#ifndef ML_CELL_H
#define ML_CELL_H

#include "../data/tree.h"
#include "cell_row.h"
#include "conn.h"

/* Where a node is. */
typedef struct MlNodeId {
  MlText key;
  MlScope scope;
  MlText path;
} MlNodeId;

void ml_cell_open(MlConn *c);

int ml_cell_find(MlConn *c, const MlNodeId *id, MlCell *cell, MlErr *e);
int ml_cell_done(MlConn *c, MlCell *cell, MlErr *e);

/* Only the kind; of a list its row too, if list is not NULL. */
int ml_cell_kind(MlConn *c, const MlNodeId *id, MlCellKind *kind, MlListRow *list, MlErr *e);

/* Writes a new value where one stands; *done is 0 (and nothing happened) if no value stands there. */
int ml_cell_replace(MlConn *c, const MlNodeId *id, MlText json, int *done, MlErr *e);

/* Puts a node, whatever stands there. */
int ml_cell_put_object(MlConn *c, const MlNodeId *id, MlErr *e);
int ml_cell_put_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e);
int ml_cell_put_list(MlConn *c, const MlNodeId *id, const MlListRow *row, MlErr *e);

/* Removes the node and all under it (path '': the whole scope); *n nodes went. */
int ml_cell_remove(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e);

/* Reads the node and all under it (path '': the whole scope) into an empty tree. */
int ml_cell_load(MlConn *c, const MlNodeId *id, MlTree *t, MlErr *e);

/* Bytes of paths and of values' JSON of both scopes of a key, and how many nodes they are: as they are stored here, and
** with large values counted in full. */
int ml_cell_size(MlConn *c, MlText key, i64 *bytes, i64 *nodes, MlErr *e);
int ml_cell_size_whole(MlConn *c, MlText key, i64 *bytes, i64 *nodes, MlErr *e);

/* How many elements a list has, its smallest and its largest index; looks at every element. */
int ml_cell_bounds(MlConn *c, const MlNodeId *list, i64 *n, i64 *first, i64 *last, MlErr *e);

/* The next key that has cells at all: keys in the file's order. NULL in *at begins; *more is 0 at the end.
** The key is put into out. *at is the key as it is stored, so that the walk ends even where text is damaged, and the
** caller's to free. */
int ml_cell_next_key(MlConn *c, sqlite3_value **at, MlBuf *out, int *more, MlErr *e);
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

/* The key's head row as text (none: it is damaged); *found 0 if there is none. */
int ml_cell_head(MlConn *c, MlText key, MlBuf *out, int *found, MlErr *e);
int ml_cell_put_head(MlConn *c, MlText key, MlText json, MlErr *e);

#endif
