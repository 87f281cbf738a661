/*
** Taking content out of the stored tables. One list (in erase.c) says of each column of each of them what becomes of it
** when a key is forgotten; the statements are made of it. They are prepared for one use and then gone.
*/
#ifndef ML_ERASE_H
#define ML_ERASE_H

#include "../data/probe.h"
#include "conn.h"
#include "log_row.h"

typedef enum MlEraseHow {
  ML_ERASE_KEPT,    /* stays: it is not of a key, or tells nothing but that something was there */
  ML_ERASE_EMPTIED, /* the row stays, '' stands there */
  ML_ERASE_NULLED,  /* the row stays, NULL stands there */
  ML_ERASE_GONE     /* the row goes */
} MlEraseHow;

typedef struct MlEraseColumn {
  const char *table, *column;
  MlEraseHow how;
} MlEraseColumn;

/* Every column of every stored table; after the last stands one without a name. */
extern const MlEraseColumn ml_erase_columns[];

/* The tables in which a key has content. */
typedef enum MlEraseTable {
  ML_ERASE_CELL,
  ML_ERASE_EVENT,
  ML_ERASE_QUIET,
  ML_ERASE_SNAPSHOT,
  ML_ERASE_RUN,
  ML_ERASE_TTL,
  ML_ERASE_RETAIN,
  ML_ERASE_USED,
  ML_ERASE_VALUE,
  ML_ERASE_IMPORT,
  ML_ERASE_ITEM,
  ML_ERASE_VECTOR,
  ML_ERASE_SESSION,
  ML_ERASE_JUDGED,
  ML_ERASE_ENTITY,
  ML_ERASE_EDGE,
  ML_ERASE_BARRED,
  ML_ERASE_TABLES
} MlEraseTable;
const char *ml_erase_table_name(MlEraseTable t);

typedef struct MlErase {
  MlConn *c;
  MlStmtSet sql, item_sql;
  MlProbes *probes;       /* what goes is noted here */
  i64 n[ML_ERASE_TABLES]; /* rows erased */
} MlErase;

void ml_erase_open(MlErase *x, MlConn *c, MlProbes *probes);
void ml_erase_close(MlErase *x);

/* The row of the log at a place becomes nobody's, without content; digest is that of its content. What came with it
** from elsewhere goes. */
int ml_erase_row(MlErase *x, i64 place, const MlUuid *digest, MlErr *e);

/* Content of a row of the log in another form; digest is that of what stood there. */
int ml_erase_rewrite_row(MlErase *x, const MlRow *r, const MlUuid *digest, MlErr *e);

/* The values in the key's next snapshot behind *seq ({NULL,0}: it has none of that scope); *seq 0 at the end. They
** borrow until ml_erase_done. */
int ml_erase_next_snapshot(MlErase *x, MlText key, i64 *seq, MlText value[ML_SCOPES], sqlite3_stmt **st, MlErr *e);
int ml_erase_done(MlErase *x, sqlite3_stmt *st, MlErr *e);
int ml_erase_rewrite_snapshot(MlErase *x, i64 seq, const MlText value[ML_SCOPES], MlErr *e);

int ml_erase_rewrite_run(MlErase *x, i64 run, MlText input, MlText output, MlErr *e);

/* 1 if a text stands in a value of the key's memory, long-term memory's past included. */
int ml_erase_cells_hold(MlErase *x, MlText key, MlText text, int *yes, MlErr *e);

/* Steps a statement of a set that erases n rows, under whatever permit it takes for each of them. */
int ml_erase_step(MlErase *x, MlStmtSet *set, sqlite3_stmt *st, MlEraseTable t, i64 n, MlErr *e);

/* ---- erase_item.c ---- */
void ml_erase_items_open(MlErase *x);

/* A version has another content. */
int ml_erase_rewrite_item(MlErase *x, i64 number, MlText content, const MlUuid *digest, MlErr *e);

/* A version has a mark for its content, keeps the digest of what stood there, and loses all else that was said of it.
 */
int ml_erase_deny_item(MlErase *x, i64 number, MlText content, MlErr *e);
int ml_erase_items_hold(MlErase *x, MlText key, MlText text, int *yes, MlErr *e);

/* Sessions that name the key as their user or agent name none. */
int ml_erase_names(MlErase *x, MlText key, MlErr *e);

/* The ids of the key's records, MlUuid after MlUuid in order, at the end of out. */
int ml_erase_records(MlErase *x, MlText key, MlBuf *out, MlErr *e);

/* Placements in the context of a session do not name it any more. */
int ml_erase_placements(MlErase *x, MlText session, MlErr *e);

/* The next proof of a key behind one, which is overwritten; *detail borrows until ml_erase_proof_done, which must
** follow if *st is not NULL. *st NULL: there is none. */
int ml_erase_next_proof(MlErase *x, MlText key, MlUuid *id, MlText *detail, sqlite3_stmt **st, MlErr *e);
int ml_erase_proof_done(MlErase *x, sqlite3_stmt *st, MlErr *e);
/* It says this instead. */
int ml_erase_rewrite_proof(MlErase *x, const MlUuid *id, MlText detail, MlErr *e);

/* What was barred as contents of the key's records. Before these, and what lineage says of them, go. */
int ml_erase_barred(MlErase *x, MlText key, MlErr *e);

/* All else of a key: its head, too. */
int ml_erase_key(MlErase *x, MlText key, MlErr *e);

#endif
