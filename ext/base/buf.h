/*
** A growing byte buffer with a sticky error: after the first failure every call is a no-op, and the
** owner looks at rc once, at the end. Zero-initialise it ({0}); memory comes on first use.
*/
#ifndef ML_BUF_H
#define ML_BUF_H

#include "sqlite.h"

typedef struct MlBuf {
  char *p; /* always NUL-terminated once anything was put */
  i64 n;
  i64 cap;
  int rc; /* SQLITE_OK, SQLITE_NOMEM or SQLITE_TOOBIG */
} MlBuf;

void ml_buf_put(MlBuf *b, const void *p, i64 n);
void ml_buf_puts(MlBuf *b, const char *z);
void ml_buf_text(MlBuf *b, MlText t);
void ml_buf_char(MlBuf *b, char c);
void ml_buf_int(MlBuf *b, i64 v); /* decimal */

/* Room for n more bytes; NULL (and a sticky error) when there is none. The caller fills them and adds to n. */
char *ml_buf_room(MlBuf *b, i64 n);

/* Cuts back to n bytes; keeps the memory. */
void ml_buf_cut(MlBuf *b, i64 n);

/* What is in it now, never a NULL pointer. Borrows until the next put or free. */
MlText ml_buf_view(const MlBuf *b);

/* Returns owned (sqlite3_free) NUL-terminated text and leaves the buffer empty; NULL after an error (rc stays). */
char *ml_buf_take(MlBuf *b);

/* Frees the memory; the buffer is as new, rc too. */
void ml_buf_free(MlBuf *b);

#endif
