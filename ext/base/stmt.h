/*
** Prepared statements kept for the life of a connection. Each store lists its SQL once (an X-macro)
** and owns one set; a statement is prepared on first use, persistent, and comes back clean.
*/
#ifndef ML_STMT_H
#define ML_STMT_H

#include "err.h"
#include "sqlite.h"
#include "uuid.h"

#define ML_STMT_MAX 40

/* What a list STATEMENTS(X) of X(NAME, "SQL") becomes: the names as numbers, the SQL in their order. */
#define ML_STMT_NAME(name, sql) name,
#define ML_STMT_SQL(name, sql)  sql,

typedef struct MlStmtSet {
  sqlite3 *db;
  const char *const *sql;
  int n;
  const char *const *absent; /* columns that the file does not have yet, the last NULL: NULL is read in their place */
  struct {
    sqlite3_stmt *st;
    u8 busy;
  } slot[ML_STMT_MAX];
} MlStmtSet;

void ml_stmt_open(MlStmtSet *s, sqlite3 *db, const char *const *sql, int n);

/* The same for a store's whole list; a list that is too long does not compile. */
#define ML_STMT_OPEN(s, db, list)                                                                                      \
  do {                                                                                                                 \
    _Static_assert(sizeof(list) / sizeof(*(list)) <= ML_STMT_MAX, "more statements than a set holds");                 \
    ml_stmt_open(s, db, list, (int)(sizeof(list) / sizeof(*(list))));                                                  \
  } while (0)

/* Borrows statement i until ml_stmt_give. A statement that is already in use (a listener re-enters)
** is prepared once more, for this borrower only. */
int ml_stmt_take(MlStmtSet *s, int i, sqlite3_stmt **pst, MlErr *e);

/* Resets, clears the bindings, gives back. Returns what sqlite3_reset returned, so a failed step's code.
** A NULL statement is fine. */
int ml_stmt_give(MlStmtSet *s, sqlite3_stmt *st);

/* Steps a statement that writes to its end: with PRAGMA count_changes it has a row, the number of changes. */
int ml_stmt_finish(sqlite3_stmt *st);

/* Steps a statement that returns no rows and gives it back; the message names what was being done. */
int ml_stmt_run(MlStmtSet *s, sqlite3_stmt *st, const char *doing, MlErr *e);

/* Binds text without copying it; p must live until the statement is given back. NULL p binds NULL.
** Fails (SQLITE_TOOBIG) where t.n is over SQLITE_LIMIT_LENGTH; then the step fails, too. */
int ml_stmt_text(sqlite3_stmt *st, int i, MlText t);

/* Column as text without a copy, {NULL,0} for NULL (and when memory ran out); borrows until the next step. */
MlText ml_stmt_column(sqlite3_stmt *st, int i);

/* 1 if the column is a blob of 16 bytes, which are in *u then. */
int ml_stmt_uuid(sqlite3_stmt *st, int i, MlUuid *u);

/* Finalizes all that are still there but those in use (a cursor outlives a sqlite3_close that finds its statement
** open): these are the borrower's alone from now on and go when given back. The set may be used again afterwards. */
void ml_stmt_close(MlStmtSet *s);

#endif
