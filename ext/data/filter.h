/*
** The filter language: what the metadata of an item must be. A JSON map of paths and what must stand there:
**   {"lang": "en", "size": {"gt": 3, "lte": 9}, "author.name": {"in": ["Ada", "Bob"]}}
** Exact and typed: 1 and 1.0 are the same number, 1 and "1" are not the same, nor are 1 and true; order is among
** numbers, or among texts (by bytes). All must hold. A path that leads to nothing is not null; ne and nin are the
** opposites of eq and in, so they hold there, too.
*/
#ifndef ML_FILTER_H
#define ML_FILTER_H

#include "../base/buf.h"
#include "../base/err.h"

typedef struct MlCondition MlCondition;

typedef struct MlFilter {
  MlCondition *a;
  i64 n, cap;
  MlBuf paths; /* of the conditions, canonical, one behind the other */
} MlFilter;

/* Reads a filter, which is canonical JSON and outlives f. f is zero at first; ml_filter_free must follow. Unknown
** operators are errors that list those there are. who names the function. */
int ml_filter_read(const char *who, MlText json, MlFilter *f, MlErr *e);
void ml_filter_free(MlFilter *f);

/* Whether metadata (a JSON map; {NULL,0}: none) is what the filter says. *fails is the first condition that it is
** not, -1 if all hold. SQLITE_CORRUPT: it is no JSON. */
int ml_filter_match(const MlFilter *f, MlText metadata, MlBuf *scratch, i64 *fails, MlErr *e);

/* The path of a condition. */
MlText ml_filter_path(const MlFilter *f, i64 condition);

#endif
