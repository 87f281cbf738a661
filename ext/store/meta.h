/* memlog_meta, and whether the stored tables are there at all. */
#ifndef ML_META_H
#define ML_META_H

#include "conn.h"

#define ML_SCHEMA_VERSION 4

void ml_meta_open(MlConn *c);

/* Sets *yes to 1 if the stored tables are there; a file whose schema is newer than ours, or damaged, is an error, and
** so it is when the transaction has found them, and a part of it that was rolled back took them away. */
int ml_meta_installed(MlConn *c, int *yes, MlErr *e);

/* The version of the file's schema; 0 if the stored tables are not there. */
int ml_meta_version(MlConn *c, int *version, MlErr *e);

/* CREATE TABLE … AS is being stepped: it has an empty row in the schema until it is done, over which ALTER TABLE
** stumbles, and it opens its table only when it has run the SELECT, which it does not once a virtual table was made. */
int ml_meta_table_begun(MlConn *c, int *begun, MlErr *e);

/* Makes the tables if they are not there, and brings those of an older version up to date (the whole schema, in the
** transaction that is open). Needs a write transaction. */
int ml_meta_install(MlConn *c, MlErr *e);

/* The root of the chain of ids. */
int ml_meta_root(MlConn *c, MlUuid *root, MlErr *e);

/* How many keys of the file were forgotten. */
int ml_meta_erasures(MlConn *c, i64 *n, MlErr *e);
int ml_meta_erasures_put(MlConn *c, i64 n, MlErr *e);

/* Where the log begins once it was pruned: the newest row that went, with all before it. The chain goes on from its id.
 */
typedef struct MlAnchor {
  MlTail at; /* seq 0: nothing was pruned */
  i64 rows;  /* so many went */
  i64 run;   /* the highest number of a run that went; 0: none did */
} MlAnchor;
int ml_meta_anchor_get(MlConn *c, MlAnchor *a, MlErr *e);
int ml_meta_anchor_put(MlConn *c, const MlAnchor *a, MlErr *e);
/* The anchor alone; *found 0 (and all zero) if nothing was pruned. The tables must be there. */
int ml_meta_anchor(MlConn *c, MlTail *t, int *found, MlErr *e);
/* 1 in *yes if a row that stood at this place was pruned. */
int ml_meta_pruned(MlConn *c, i64 place, int *yes, MlErr *e);
/* SQLITE_ERROR: "memlog: what: the log was pruned up to #N (time)". */
int ml_meta_pruned_refuse(const MlTail *t, const char *what, MlErr *e);

/* Holds a read transaction while several statements must see the same file: give *st back with ml_meta_release.
** The tables must be there. */
int ml_meta_hold(MlConn *c, sqlite3_stmt **st, MlErr *e);
void ml_meta_release(MlConn *c, sqlite3_stmt *st);

#endif
