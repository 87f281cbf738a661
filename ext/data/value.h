/* SQL values in: what mem_set and its like take. */
#ifndef ML_VALUE_H
#define ML_VALUE_H

#include "../base/buf.h"
#include "../base/err.h"

/* Puts the canonical JSON of an SQL value at the end of out: NULL, INTEGER, REAL, TEXT become null, integer, real,
** string; text with SQLite's JSON subtype is read as that JSON. BLOB, infinity, invalid UTF-8 are refused. what
** names it in messages. */
int ml_value_read(sqlite3_value *v, const char *what, MlBuf *out, MlErr *e);

/* The same for an argument that is JSON text whatever its subtype; must be TEXT. */
int ml_value_read_json(sqlite3_value *v, const char *what, MlBuf *out, MlErr *e);

/* An argument's text as a view (borrows until the value changes); {NULL,0} if it is NULL. */
MlText ml_value_text(sqlite3_value *v);

#endif
