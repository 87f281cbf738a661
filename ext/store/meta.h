/* memlog_meta, and whether the stored tables are there at all. */
#ifndef ML_META_H
#define ML_META_H

#include "conn.h"

#define ML_SCHEMA_VERSION 2

void ml_meta_open(MlConn *c);

/* Sets *yes to 1 if the stored tables are there; a file whose schema is newer than ours, or damaged, is an error, and
** so it is when the transaction has found them, and a part of it that was rolled back took them away. */
int ml_meta_installed(MlConn *c, int *yes, MlErr *e);

/* The version of the file's schema; 0 if the stored tables are not there. */
int ml_meta_version(MlConn *c, int *version, MlErr *e);

/* Makes the tables if they are not there, and brings those of an older version up to date (the whole schema, in the
** transaction that is open). Needs a write transaction. */
int ml_meta_install(MlConn *c, MlErr *e);

/* The root of the chain of ids. */
int ml_meta_root(MlConn *c, MlUuid *root, MlErr *e);

/* How many keys of the file were forgotten. */
int ml_meta_erasures(MlConn *c, i64 *n, MlErr *e);
int ml_meta_erasures_put(MlConn *c, i64 n, MlErr *e);

/* Holds a read transaction while several statements must see the same file: give *st back with ml_meta_release.
** The tables must be there. */
int ml_meta_hold(MlConn *c, sqlite3_stmt **st, MlErr *e);
void ml_meta_release(MlConn *c, sqlite3_stmt *st);

#endif
