/*
** The SQLite API, as an extension sees it, and the integer names used everywhere.
** Built with -DSQLITE_CORE the same sources link straight against libsqlite3 (tests, sanitizers).
*/
#ifndef ML_SQLITE_H
#define ML_SQLITE_H

#include <sqlite3ext.h>
#ifndef SQLITE_CORE
extern const sqlite3_api_routines *sqlite3_api;
#endif

#include <stddef.h>
#include <stdint.h>

typedef sqlite3_int64 i64;
typedef sqlite3_uint64 u64;
typedef uint8_t u8;
typedef uint32_t u32;

/* A stretch of text that somebody else owns. p may be NULL only when n is 0; not NUL-terminated. */
typedef struct MlText {
  const char *p;
  i64 n;
} MlText;

#define ML_TEXT(z) ((MlText){(z), (i64)sizeof(z) - 1})

/* A view of a C string; {NULL,0} of NULL. */
MlText ml_text_of(const char *z);

/* Frees the text of an owner that took it from a buffer or made it by sqlite3_malloc64. */
void ml_text_free(MlText *t);

/* 1 if both texts hold the same bytes. */
int ml_text_same(MlText a, MlText b);
int ml_text_is(MlText t, const char *z);

/* The place of the text in a list whose last is NULL; -1: it is none of them. */
int ml_text_among(MlText t, const char *const *words);

/* 1 if the text is valid UTF-8 without overlong forms or surrogates; NUL is allowed. */
int ml_text_utf8(MlText t);

/* Bytes of a line break at i, whatever script it is from; 0: there is none. */
i64 ml_text_break(MlText t, i64 i);

/* Byte order; a prefix comes before what it begins. */
int ml_text_compare(MlText a, MlText b);

#endif
