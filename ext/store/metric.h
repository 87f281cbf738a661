/* What numbers about the whole file are made of: rows of the stored tables, counted as far as SQL can. */
#ifndef ML_METRIC_STORE_H
#define ML_METRIC_STORE_H

#include "conn.h"

/* What is asked, of what came since a moment, and the columns of its rows. */
typedef enum MlMetricAsk {
  ML_ASK_EVENTS,      /* class, count */
  ML_ASK_SEARCHES,    /* value, meta of events */
  ML_ASK_ENDS,        /* value of events of ends of sessions */
  ML_ASK_LOG_BYTES,   /* class, bytes */
  ML_ASK_DECISIONS,   /* detail */
  ML_ASK_RETRIEVALS,  /* class, count */
  ML_ASK_CONFLICTS,   /* class, count */
  ML_ASK_SELECTIONS,  /* reason, count */
  ML_ASK_EFFECTS,     /* detail */
  ML_ASK_DELETIONS,   /* detail, id, at of changes */
  ML_ASK_CONSUMERS,   /* class, count; since is now */
  ML_ASK_LAG_EVENTS,  /* class, count */
  ML_ASK_LAG_TIME,    /* class, microseconds; since is now */
  ML_ASK_FIRST_EVENT, /* time */
  ML_ASK_FILES        /* no statement: see ml_metric_files */
} MlMetricAsk;

void ml_metric_open(MlConn *c);

/* Whether the file is of a version whose tables can be asked. */
int ml_metric_there(const MlConn *c, MlMetricAsk ask);

/* since: microseconds; INT64_MIN: all. ml_metric_done must follow, after errors, too. */
int ml_metric_scan(MlConn *c, MlMetricAsk ask, i64 since, sqlite3_stmt **st, MlErr *e);
int ml_metric_next(MlConn *c, sqlite3_stmt *st, int *more, MlErr *e);
int ml_metric_id(sqlite3_stmt *st, MlUuid *id); /* that of ML_ASK_DELETIONS; 0: it is none */
int ml_metric_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* The bytes of the database's file and of its write-ahead log, as they are on the disk; 0 where there is none. */
void ml_metric_files(MlConn *c, i64 *database, i64 *wal);

#endif
