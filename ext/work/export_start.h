/*
** Where the lines of an export begin when the rows before are not among them, since the log was pruned or they are not
** wanted: one line says so, and then one a key has its whole state there, so that all from there on can be rebuilt.
*/
#ifndef ML_EXPORT_START_H
#define ML_EXPORT_START_H

#include "../store/meta.h"

typedef struct MlExportStart {
  MlAnchor at;        /* the newest row that is not among the lines; seq 0: all are */
  MlUuid id;          /* … which it is known by elsewhere */
  u8 told;            /* the line of the start was given */
  u8 done;            /* … and the keys' */
  u8 gaps;            /* changes of some were not recorded up to there */
  sqlite3_value *key; /* the last that was looked at */
  MlBuf text;
} MlExportStart;

/* Finds where an export of the rows from a position on starts. Zero-initialise it; ml_export_start_end in any case. */
int ml_export_start_begin(MlConn *c, MlExportStart *x, i64 from, MlErr *e);

/* The next line, at the end of an empty buffer; the buffer stays empty after the last. One key is in memory. */
int ml_export_start_next(MlConn *c, MlExportStart *x, MlBuf *line, MlErr *e);
void ml_export_start_end(MlExportStart *x);

#endif
