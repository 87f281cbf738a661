/* What the tables of a past share: the key, path and scope they are asked about, and how a node shows before and after.
 */
#ifndef ML_SPAN_H
#define ML_SPAN_H

#include "../store/cell.h"

/* The arguments of one xFilter, as they came. Values live until it returns. */
typedef struct MlSpanArgs {
  sqlite3_value *key, *path, *scope;
  u8 items; /* long-term memory will do, too */
} MlSpanArgs;

/* … and what they mean, for as long as the cursor wants it: path is canonical. */
typedef struct MlSpan {
  MlBuf key, path;
  MlScope scope;
} MlSpan;

/* who names the table. A path that is missing or NULL is '', everything; a reference will do. */
int ml_span_read(MlConn *c, const char *who, const MlSpanArgs *a, MlSpan *s, MlErr *e);
void ml_span_free(MlSpan *s);

/* Notes the value of an argument. Returns 0 if it was given before with another value: then no row is right. */
int ml_span_argument(sqlite3_value **at, sqlite3_value *v);

/* A node of the span's key as JSON: a value as it is, an object '{}', a list '[]' (what is in them has rows of its
** own), none NULL. */
void ml_span_result(sqlite3_context *ctx, MlConn *c, const MlSpan *s, MlType type, MlText value);

/* Its type as mem_type has it; NULL where there is no node. */
void ml_span_result_type(sqlite3_context *ctx, MlType type);

#endif
