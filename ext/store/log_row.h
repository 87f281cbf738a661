/* Reading a row of the log. Anyone may have written the file: each column is looked at before it is believed. */
#ifndef ML_LOG_ROW_H
#define ML_LOG_ROW_H

#include "../base/err.h"
#include "../base/uuid.h"
#include "../data/event.h"
#include "../data/state.h"

typedef struct MlRow {
  u8 quiet; /* stands in memlog_quiet */
  i64 seq, skew;
  MlKind kind;
  MlText type; /* of a host's event */
  MlText key, value, removed, containers, before, expires;
  i64 run;
  MlText action;
  i64 step, cause;
  MlText meta;
  i64 prev;  /* distance to the key's previous row, negative when that is in memlog_quiet; 0: none */
  i64 chain; /* the last 8 bytes of its id */
  u8 has_digest;
  MlUuid digest;
} MlRow;

/* What the row says that changed. */
static inline MlChange ml_log_row_change(const MlRow *r) {
  return (MlChange){r->value, r->removed, r->containers, r->expires};
}

/* The columns of a row, as ml_log_row_read expects them. */
#define ML_LOG_COLUMNS                                                                                                 \
  "seq, skew, kind, key, value, removed, containers, before, run, action, step, cause, meta, prev, chain, digest, "    \
  "expires"

/* Reads the row at hand. SQLITE_CORRUPT, with words, when a column is not what it should be; what could be read
** (position and key, mostly) is in *r then, too. */
int ml_log_row_read(sqlite3_stmt *st, int quiet, MlRow *r, MlErr *e);

typedef enum MlLogColumn {
  ML_LOG_SEQ,
  ML_LOG_SKEW,
  ML_LOG_KIND,
  ML_LOG_KEY,
  ML_LOG_VALUE,
  ML_LOG_REMOVED,
  ML_LOG_CONTAINERS,
  ML_LOG_BEFORE,
  ML_LOG_RUN,
  ML_LOG_ACTION,
  ML_LOG_STEP,
  ML_LOG_CAUSE,
  ML_LOG_META,
  ML_LOG_PREV,
  ML_LOG_CHAIN,
  ML_LOG_DIGEST,
  ML_LOG_EXPIRES
} MlLogColumn;
/* Only n columns, which stand one after the other from the statement's column first on; *r is filled up. */
int ml_log_row_some(sqlite3_stmt *st, int first, const u8 *columns, int n, MlRow *r, MlErr *e);

/* "memlog: log: the row of memlog_event at position N is damaged: why" */
int ml_log_row_damaged(const MlRow *r, const char *why, MlErr *e);

#endif
