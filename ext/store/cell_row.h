/* Reading a row of memlog_cell. Anyone may have written the file: each column is looked at before it is believed. */
#ifndef ML_CELL_ROW_H
#define ML_CELL_ROW_H

#include "../data/expiry.h"

/* memlog_cell.kind */
typedef enum MlCellKind { ML_CELL_MISSING = -1, ML_CELL_OBJECT, ML_CELL_VALUE, ML_CELL_LIST, ML_CELL_HEAD } MlCellKind;

/* What a list's own row says: the index the next element gets, and bounds between which all elements lie
** (no element below first, none above last). Where a rule limits the list, also how many elements there are and
** how many bytes their JSON has, each one more than that; 0: the row does not say. */
#define ML_LIST_INDEX_MAX 999999999999999999 /* 18 digits: what a path can name */
typedef struct MlListRow {
  i64 next, first, last;
  i64 counted, weighed; /* weighed only with counted */
} MlListRow;

/* A node as it was found: value is a value's JSON. Borrows until ml_cell_done. */
typedef struct MlCell {
  MlCellKind kind;
  MlText value;
  MlListRow list;
  i64 at;      /* when it was written, in milliseconds; -1: that is not known */
  i64 expires; /* when it expires, in milliseconds; 0: never; ML_CELL_WITH_LAST: with the last node in it */
  sqlite3_stmt *st;
} MlCell;

#define ML_CELL_WITH_LAST ML_EXPIRES_WITH_LAST

/* Reads kind and value from columns i and i+1 of a row of memlog_cell; 0 if they are damaged. Borrows until the next
** step. */
int ml_cell_read(sqlite3_stmt *st, int i, MlCell *cell);

/* Binds a list's row; text is where it is written and must live as long as the binding. */
#define ML_LIST_ROW_TEXT 128
void ml_cell_bind_list(sqlite3_stmt *st, int i, const MlListRow *row, char text[ML_LIST_ROW_TEXT]);

/* Reads when it was written from column i; -1 if no time stands there. */
i64 ml_cell_at(sqlite3_stmt *st, int i);

/* Reads when it expires from column i; -1 if neither a time nor NULL stands there. */
i64 ml_cell_expires(sqlite3_stmt *st, int i);

/* Reads a path from column i; p is NULL if no text stands there, or one over the limits of paths. Borrows until
** the next step. */
MlText ml_cell_path(sqlite3_stmt *st, int i);

#endif
