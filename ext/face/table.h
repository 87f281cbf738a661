/*
** What the read-only tables share: their columns, said once for the declaration, xBestIndex and xFilter; errors; and
** results. A table keeps nothing of its own but the connection.
*/
#ifndef ML_TABLE_H
#define ML_TABLE_H

#include "../store/large.h"

/* How a column's constraints are used. */
#define ML_USE_EQUAL    1  /* = */
#define ML_USE_RANGE    2  /* < <= > >= */
#define ML_USE_TEXT     4  /* they compare text: with the collation BINARY only */
#define ML_USE_LOOKUP   16 /* = finds by more than the column shows: SQLite does not check it again */
#define ML_USE_ARGUMENT 8  /* = is an argument, not a comparison: SQLite does not check it again, and needs it */

typedef struct MlColumn {
  const char *name;
  const char *type; /* "TEXT", "INTEGER HIDDEN", "" … */
  u8 use;
} MlColumn;

typedef struct MlTable {
  sqlite3_vtab base;
  MlConn *c;
  const MlColumn *column; /* the last has name NULL */
} MlTable;

/* xConnect and xDisconnect. aux is the MlConn. */
int ml_table_connect(sqlite3 *db, void *aux, const MlColumn *column, sqlite3_vtab **out, char **err);
int ml_table_disconnect(sqlite3_vtab *t);

/* For xOpen: a cursor of n bytes, all zero, whose first member is SQLite's. xClose frees it by sqlite3_free. */
int ml_table_cursor(size_t n, sqlite3_vtab_cursor **out);

/* Registers an eponymous module that holds the connection. */
int ml_table_register(MlConn *c, const char *name, const sqlite3_module *m);

/* First thing in xFilter: an error when the connection or the file is of no use; *there is 0 when the
** stored tables are not there. */
int ml_table_enter(MlConn *c, int *there, MlErr *e);

/* Hands the error to the table whose callback is running and returns its code. */
int ml_table_fail(sqlite3_vtab *t, MlErr *e);

/* For xBestIndex: takes all constraints that the table's columns can use, as arguments of xFilter in the order in
** which they come, and writes them down in idxStr, "key=,seq>=" followed by suffix (say " desc"). Bits of columns that
** have an equality or a range are set in *p. SQLITE_CONSTRAINT: an argument is there but has no value yet in this order
** of tables. */
typedef struct MlPlan {
  u32 equal, range;
} MlPlan;
int ml_table_plan(sqlite3_vtab *t, sqlite3_index_info *info, const char *suffix, MlPlan *p);

/* 1 if ORDER BY is by this column (as the first, rows having no equals in it); *desc says which way. */
int ml_table_ordered(const sqlite3_index_info *info, int column, int *desc);

/* For xFilter: the terms of idxStr with their values, one a call; 0 at the end. */
typedef struct MlTerm {
  int column;
  int op; /* SQLITE_INDEX_CONSTRAINT_EQ, _LT, _LE, _GT or _GE */
  sqlite3_value *value;
} MlTerm;
typedef struct MlTerms {
  const MlColumn *column;
  const char *at;
  sqlite3_value **argv;
} MlTerms;
void ml_table_terms(MlTerms *ts, sqlite3_vtab *t, const char *idx_str, sqlite3_value **argv);
int ml_table_term(MlTerms *ts, MlTerm *t);

/* Integers from low to high; none when low > high. */
typedef struct MlRange {
  i64 low, high;
} MlRange;
#define ML_RANGE_ALL  ((MlRange){INT64_MIN, INT64_MAX})
#define ML_RANGE_NONE ((MlRange){1, 0})

/* Leaves in r what a column of integers can be under the constraint, by SQLite's own rules of comparison, or more:
** SQLite checks again. */
void ml_table_narrow(MlRange *r, const MlTerm *t);

/* The same for a column that shows times as text (ml_clock_text), r in microseconds. It is compared as text, so any
** text will do. */
void ml_table_narrow_time(MlRange *r, const MlTerm *t);

/* What an equality with a column of text can match. 1: the text in *text (borrows from the value); 0: nothing;
** -1: that cannot be said. */
int ml_table_text(const MlTerm *t, MlText *text);

/* Results. {NULL,0} is NULL, and so is the number 0. */
void ml_table_result(sqlite3_context *ctx, MlText t);
void ml_table_result_json(sqlite3_context *ctx, MlText t);
/* The same for what memlog stored of a key, with its large values in place. */
void ml_table_result_whole(sqlite3_context *ctx, MlConn *c, MlText key, MlText t);
void ml_table_result_time(sqlite3_context *ctx, i64 us);
void ml_table_result_uuid(sqlite3_context *ctx, const MlUuid *id);
void ml_table_result_number(sqlite3_context *ctx, i64 v);

#endif
