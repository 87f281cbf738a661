/* memlog_cell: the nodes of memory as it stands. Paths are canonical. */
#ifndef ML_CELL_H
#define ML_CELL_H

#include "../data/tree.h"
#include "cell_row.h"
#include "conn.h"

void ml_cell_open(MlConn *c);

int ml_cell_find(MlConn *c, const MlNodeId *id, MlCell *cell, MlErr *e);
int ml_cell_done(MlConn *c, MlCell *cell, MlErr *e);

/* Only the kind; of a list its row too, if list is not NULL. */
int ml_cell_kind(MlConn *c, const MlNodeId *id, MlCellKind *kind, MlListRow *list, MlErr *e);

/* Writes a new value where one stands; *done is 0 (and nothing happened) if no value stands there. */
int ml_cell_replace(MlConn *c, const MlNodeId *id, MlText json, int *done, MlErr *e);

/* "memlog: memory of key u1: the stored row of path a.b is damaged", SQLITE_CORRUPT. */
int ml_cell_damaged(const MlNodeId *id, MlErr *e);

/* Puts a node, whatever stands there; it, and the value that ml_cell_replace writes, lives as long as is said of its
** path now. An object holds nothing yet, or something (what is put next, say). */
int ml_cell_put_object(MlConn *c, const MlNodeId *id, MlErr *e);
int ml_cell_put_holder(MlConn *c, const MlNodeId *id, MlErr *e);
int ml_cell_put_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e);
int ml_cell_put_list(MlConn *c, const MlNodeId *id, const MlListRow *row, MlErr *e);

/* What a list's own row says; else the list stays as it is. */
int ml_cell_count_list(MlConn *c, const MlNodeId *id, const MlListRow *row, MlErr *e);

/* When the node expires (0: never), and, unless at is negative, when it was written; *changed is 0 if it expired then
** anyway. The recorder is not told. */
int ml_cell_date(MlConn *c, const MlNodeId *id, i64 expires, i64 at, int *changed, MlErr *e);

/* Whether anything lies under the node; whether anything does that has not expired, containers that go with what they
** hold not counted; how many elements of a list have not. */
int ml_cell_holds(MlConn *c, const MlNodeId *id, int *yes, MlErr *e);
int ml_cell_live_under(MlConn *c, const MlNodeId *id, i64 now, int *yes, MlErr *e);
int ml_cell_live_count(MlConn *c, const MlNodeId *list, i64 now, i64 *n, MlErr *e);

/* A node that has expired, the longest ago: its path into path; kind ML_CELL_MISSING if there is none. */
int ml_cell_due(MlConn *c, MlText key, MlScope scope, i64 now, MlBuf *path, MlCellKind *kind, MlErr *e);

/* Removes the node and all under it (path '': the whole scope); *n nodes went. */
int ml_cell_remove(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e);

/* Reads the node and all under it (path '': the whole scope) into an empty tree. */
int ml_cell_load(MlConn *c, const MlNodeId *id, MlTree *t, MlErr *e);

/* Bytes of paths and of values' JSON of both scopes of a key, how many nodes they are, and when the first of them
** expires (0: none does): as they are stored here, and with large values counted in full. What has expired counts. */
int ml_cell_size(MlConn *c, MlText key, i64 *bytes, i64 *nodes, i64 *soonest, MlErr *e);
int ml_cell_size_whole(MlConn *c, MlText key, i64 *bytes, i64 *nodes, i64 *soonest, MlErr *e);

/* How many elements a list has, its smallest and its largest index, and when the first of them expires (0: none does);
** looks at every element. What has expired counts. */
typedef struct MlBounds {
  i64 n, first, last, soonest;
} MlBounds;
int ml_cell_bounds(MlConn *c, const MlNodeId *list, MlBounds *b, MlErr *e);

/* The key's head row as text (none: it is damaged); *found 0 if there is none. */
int ml_cell_head(MlConn *c, MlText key, MlBuf *out, int *found, MlErr *e);
int ml_cell_put_head(MlConn *c, MlText key, MlText json, MlErr *e);

#endif
