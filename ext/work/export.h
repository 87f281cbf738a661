/*
** The log as lines of JSON, one a row of the log, in order of position: the flat shape of Flink Agents' event log,
** with what only memlog knows in the member "memlog". Where the rows do not say all (changes in a gap) a line of
** type _memory_state has the whole state.
*/
#ifndef ML_EXPORT_H
#define ML_EXPORT_H

#include "export_start.h"
#include "journal.h"
#include "rebuild.h"

/* The columns of a row as members of JSON, those that are NULL left out. */
typedef struct MlExport {
  MlExportStart start; /* comes first */
  MlJournal journal;
  sqlite3_stmt *hold; /* one read transaction for all of it */
  MlBuf line;         /* the line at hand */
  MlUuid txn;         /* id of the row at … */
  u8 txn_listed;      /* … which a line has that is taken in elsewhere */
  i64 txn_seq;        /* … this position, the first of an action */
  u8 origins;         /* rows came from elsewhere */
  u8 gaps;            /* changes were not recorded: there are states to be told */
  u8 due;             /* the row of the line before ended a gap */
  u8 rows_done;       /* … and the keys come that have an open gap */
  sqlite3_value *at;  /* … the last of these */
  MlBuf key;
} MlExport;

/* Begins with the row at a position (1: all). states: what the rows before it led to comes first. Zero-initialise
** it; ml_export_end in any case. */
int ml_export_begin(MlConn *c, MlExport *x, i64 from, int states, MlErr *e);
int ml_export_next(MlConn *c, MlExport *x, int *more, MlErr *e);
void ml_export_end(MlConn *c, MlExport *x);

#endif
