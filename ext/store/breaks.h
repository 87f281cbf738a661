/* What lineage lacks, or says that cannot be: the view memlog_v_lineage_break, and what the index of texts shows, which
** not every file has. */
#ifndef ML_BREAKS_H
#define ML_BREAKS_H

#include "conn.h"

/* One fault. Texts borrow; {NULL,0}: there is none. See sql/12_break.sql. */
typedef struct MlBreak {
  MlText kind, entity, id, related, detail;
  i64 version, related_version, number; /* 0: none */
} MlBreak;

void ml_breaks_open(MlConn *c);

typedef enum MlBreaksOf { ML_BREAKS_OF_LINEAGE, ML_BREAKS_OF_INDEX, ML_BREAKS_END } MlBreaksOf;

/* *st is NULL if there can be none. */
int ml_breaks_scan(MlConn *c, MlBreaksOf what, sqlite3_stmt **st, MlErr *e);
int ml_breaks_next(MlConn *c, sqlite3_stmt *st, MlBreak *x, int *more, MlErr *e);
int ml_breaks_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

#endif
