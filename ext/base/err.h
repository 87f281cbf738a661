/*
** A result code together with the sentence that explains it. The message is made where the fact is
** known and shaped "memlog: <what> <which>: <why>". The first error is kept; later ones are dropped.
*/
#ifndef ML_ERR_H
#define ML_ERR_H

#include "sqlite.h"

typedef struct MlErr {
  int rc;
  char *msg; /* sqlite3_malloc'ed; NULL when memory ran out */
} MlErr;

/* Keeps rc and the formatted message unless an error is already held. Formats as sqlite3_mprintf does.
** Returns the code held (SQLITE_NOMEM if there was no memory for the message). */
int ml_err_set(MlErr *e, int rc, const char *fmt, ...);

/* The same for a code that SQLite gave, with the connection's own words after what was being done. */
int ml_err_db(MlErr *e, sqlite3 *db, int rc, const char *doing);

/* SQLITE_NOMEM. */
int ml_err_nomem(MlErr *e);

/* The sticky code of a buffer that was to hold what. SQLITE_OK changes nothing. */
int ml_err_buf(MlErr *e, int rc, const char *what);

/* Text to quote in a message with %s: at most 200 characters, invalid UTF-8 and controls shown as '?'.
** Writes into out (ML_ERR_SHOW bytes) and returns it. */
#define ML_ERR_SHOW 804
const char *ml_err_show(char out[ML_ERR_SHOW], MlText t);

/* Hands the error to the function that is running (message first, then code), and clears it. */
void ml_err_result(MlErr *e, sqlite3_context *ctx);

/* Hands the message over to *pz (sqlite3_malloc'ed, replaces what was there), clears e, returns the code. */
int ml_err_move(MlErr *e, char **pz);

void ml_err_clear(MlErr *e);

#endif
