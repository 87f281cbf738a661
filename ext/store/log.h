/*
** memlog_event and memlog_quiet: one log in two tables that share their positions. A place in it is written
** as one number: a position in memlog_event, or a negated position in memlog_quiet.
*/
#ifndef ML_LOG_H
#define ML_LOG_H

#include "conn.h"
#include "log_row.h"

void ml_log_open(MlConn *c);

/* The UUID of a row. */
MlUuid ml_log_id(i64 seq, i64 chain);
/* The last 8 bytes of an id. */
i64 ml_log_chain_of(const MlUuid *id);
/* The position that an id names. */
i64 ml_log_seq_of(const MlUuid *id);

/* The newest row of both tables (of memlog_quiet alone); seq 0 when there is none. */
int ml_log_tail(MlConn *c, MlTail *t, MlErr *e);
int ml_log_quiet_tail(MlConn *c, MlTail *t, MlErr *e);

/* Inserts a row. A listener's error, or a row swallowed by a trigger, is an error. */
int ml_log_insert(MlConn *c, const MlRow *r, MlErr *e);

/* The row at a place: *found 0 if there is none. Text borrows until ml_log_done. */
int ml_log_get(MlConn *c, i64 place, MlRow *r, sqlite3_stmt **st, int *found, MlErr *e);
int ml_log_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* The newest position whose row's time is at or before us, in both tables; 0 if there is none. */
int ml_log_position_at(MlConn *c, i64 us, i64 *seq, MlErr *e);

/* The place (see above) at which the row with this id stands, or the row that had it where it came from; 0 if there is
** none. */
int ml_log_place_of(MlConn *c, const MlUuid *id, i64 *place, MlErr *e);

/* The time of the newest row of both tables at or before a position; 0 if there is none. */
int ml_log_time_upto(MlConn *c, i64 seq, i64 *us, MlErr *e);

/* Time of the row at a place, 0 if there is none. */
int ml_log_time_of(MlConn *c, i64 place, i64 *us, MlErr *e);

/* A stretch of the log in order of position. The statement is the borrower's until ml_log_done; key and type must
** live as long. A row's text borrows until the next. */
typedef struct MlScan {
  i64 low, high;   /* positions, both included */
  u8 quiet;        /* the rows of memlog_quiet too */
  u8 newest_first; /* else oldest first */
  u8 bare;         /* value, removed, containers, before and expires are not needed: they stay NULL */
  u8 of_kind;      /* only rows of this kind, or of this type of a host */
  MlKind kind;
  MlText type;
  MlText key; /* only rows of this key; {NULL,0}: of all */
} MlScan;
int ml_log_scan(MlConn *c, const MlScan *s, sqlite3_stmt **st, MlErr *e);
int ml_log_scan_next(MlConn *c, sqlite3_stmt *st, MlRow *r, int *more, MlErr *e);

/* The place of its key's previous row, 0 if it is the first. Returns 0 when the distance in it is damaged. */
int ml_log_previous(const MlRow *r, i64 *place);

/* The place of a key's newest row before a position (0: none), found by looking at every row. For listeners: of an
** emission whose rows are not all there yet, the distances may lead to one that is to come. */
int ml_log_before(MlConn *c, MlText key, i64 seq, i64 *place, MlErr *e);

/* Goes back from row to row, newest first, as a key's distances lead: cheap where the next row stands close by.
** Zero-initialise it; ml_log_back_end in any case. Of a row kind, prev, key, value, removed, containers, expires
** are read; ml_log_back_more reads skew, run, action, cause of the row at hand. Text borrows until the next row of
** the same table. */
typedef struct MlBack {
  sqlite3_stmt *st[2];
  i64 at[2]; /* the position each stands at; 0: none */
  u8 sparse; /* the key's rows stand far apart */
} MlBack;
int ml_log_back(MlConn *c, MlBack *b, i64 place, MlRow *r, int *found, MlErr *e);
int ml_log_back_more(const MlBack *b, MlRow *r, MlErr *e);

/* The place of the key's row before the one at a place, of which no more is wanted. *found 0: that row is missing. */
int ml_log_link(MlConn *c, MlText key, i64 place, i64 *previous, int *found, MlErr *e);

/* The place of a row of the key in memlog_event at or soon behind a position; 0 if none is found at once. */
int ml_log_near(MlConn *c, MlText key, i64 from, i64 *place, MlErr *e);
void ml_log_back_end(MlConn *c, MlBack *b);

/* The first position in memlog_quiet, 0 if it is empty. */
int ml_log_quiet_first(MlConn *c, i64 *seq, MlErr *e);

/* The events behind one position up to another: how many there are, and the position of the last of them. limit: no
** more than so many are looked at; -1: all. */
int ml_log_count(MlConn *c, i64 after, i64 upto, i64 limit, i64 *last, i64 *n, MlErr *e);

/* The position of the newest event, 0 if there is none. */
int ml_log_newest_event(MlConn *c, i64 *seq, MlErr *e);

#endif
