/*
** JSON text. Two halves:
**  - Reading JSON that comes from outside, through jansson: checked, and rewritten in canonical form
**    (compact, map order kept, shortest reals, UTF-8 raw, only '"', '\' and controls escaped).
**  - Scanning canonical JSON that we wrote, without building anything. The scanner still trusts nothing:
**    it never reads past the end and reports damage.
*/
#ifndef ML_JSON_H
#define ML_JSON_H

#include "../base/buf.h"
#include "../base/err.h"
#include "../base/uuid.h"

#define ML_JSON_MAX_DEPTH 512

/* The subtype that SQLite's own JSON functions give their results. */
#define ML_SUBTYPE_JSON 74

/* Checks JSON text from outside and puts its canonical form at the end of out. what names it in messages ("value of
** path user.id"). Refused, SQLITE_ERROR: invalid JSON, anything after it, duplicate map keys, lone surrogates,
** invalid UTF-8, integers outside 64 bits, reals that overflow, nesting over 512. SQLITE_NOMEM when memory ran out. */
int ml_json_read(MlText json, const char *what, MlBuf *out, MlErr *e);

/* Canonical JSON of single values. ml_json_string refuses invalid UTF-8, ml_json_real infinities and NaN. */
int ml_json_string(MlText text, const char *what, MlBuf *out, MlErr *e);
int ml_json_real(double r, const char *what, MlBuf *out, MlErr *e);

/* Text that is known to be valid UTF-8 (canonical paths, keys) as a JSON string. */
void ml_json_put_string(MlBuf *out, MlText text);

/* The members of a map that is being written, one after the other; name needs no escapes. The brace before the first
** may stand there already; the one behind the last is the caller's. A text {NULL,0} puts nothing. */
void ml_json_put_name(MlBuf *out, const char *name);
void ml_json_put_text(MlBuf *out, const char *name, MlText text);
void ml_json_put_number(MlBuf *out, const char *name, i64 v);
void ml_json_put_uuid(MlBuf *out, const char *name, const MlUuid *id);

/* JSON from outside, or a text that may be some, without the blanks before it. */
MlText ml_json_trim(MlText t);

/* What canonical JSON is, seen from its first bytes. */
typedef enum MlType {
  ML_MISSING,
  ML_OBJECT, /* a node, never a value */
  ML_LIST,   /* a node, never a value */
  ML_NULL,
  ML_TRUE,
  ML_FALSE,
  ML_INTEGER,
  ML_REAL,
  ML_STRING,
  ML_ARRAY,
  ML_MAP
} MlType;

/* ML_NULL … ML_MAP; ML_MISSING when it is not the beginning of any JSON value. */
MlType ml_json_type(MlText json);

/* "object", "list", "null" … as mem_type shows them; NULL for ML_MISSING. */
const char *ml_json_type_name(MlType t);

/* Numbers. 1 on success. Exact: a real reads back to the bits it was written from. */
int ml_json_get_integer(MlText json, i64 *v);
int ml_json_get_real(MlText json, double *v);

/* Length of the JSON number that t begins with, 0 if there is none; *real says whether it has a '.' or an exponent. */
i64 ml_json_number(MlText t, int *real);

/* Behind the closing quote of the string that begins at p (< end); NULL if it is not closed. */
const char *ml_json_string_end(const char *p, const char *end);

/* The first byte from p on that a JSON string cannot hold as it is: a quote, a backslash, a control; else end. */
const char *ml_json_plain_end(const char *p, const char *end);

/* Puts the bytes a JSON string stands for at the end of out. SQLITE_CORRUPT if it is no string, else out's own code. */
int ml_json_get_string(MlText json, MlBuf *out);

/* Sets json as the result of a function as ->> would: text, integer, real, 1/0, NULL; arrays and maps as JSON
** text with the JSON subtype. */
void ml_json_result(sqlite3_context *ctx, MlText json);

/* A place holder stands in memory, log and snapshots for a value that is stored elsewhere (store/large.h):
**   {"digest": "32 hexadecimal digits","bytes":1048576,"type":"text"}
** The space behind "digest": is what canonical JSON never has outside of strings, where quotes are escaped: so it is
** found in any text that we wrote, and mistaken for nothing else. ml_json_type gives the type of the value. */
typedef struct MlHolder {
  MlUuid digest;
  i64 bytes; /* of the value's JSON */
  MlType type;
} MlHolder;

/* 1 if the text begins as a place holder does. */
int ml_json_is_holder(MlText json);

/* 1 if it is one, whole and nothing else. */
int ml_json_get_holder(MlText json, MlHolder *h);
void ml_json_put_holder(MlBuf *out, const MlHolder *h);

/* The first one in a text: {NULL,0} if there is none; n is 0 if what begins as one is damaged. */
MlText ml_json_find_holder(MlText text, MlHolder *h);

/* 1 if the text is one value whose strings, arrays and maps are closed, with nothing but white space around it: what is
** in these was not looked at. */
int ml_json_is_closed(MlText json);

/* Walks the members of a map or the elements of an array; white space is allowed.
**   for( ml_json_open(&s, text); ml_json_next(&s); ) … s.name, s.value …
** For a map, name is the raw string with its quotes; for an array it is empty. After the loop rc is SQLITE_OK or
** SQLITE_CORRUPT. Text that is NULL ({NULL,0}) has no members. */
typedef struct MlJsonScan {
  const char *at, *end;
  char kind; /* '{' or '[' or 0 before the beginning / after the end */
  int first;
  int rc;
  MlText name;
  MlText value;
} MlJsonScan;
void ml_json_open(MlJsonScan *s, MlText json);
int ml_json_next(MlJsonScan *s);

/* The bytes of a scanned name or string: a view into the text when it holds no escape, else decoded into scratch
** (whose earlier content goes). Damage gives {NULL,0}, and so does a lack of memory (scratch->rc says so). */
MlText ml_json_bare(MlText string, MlBuf *scratch);

#endif
