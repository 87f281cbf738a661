/* What is given of an item: its content and the options of mem_item_add and its like. */
#ifndef ML_GIVEN_H
#define ML_GIVEN_H

#include "../base/buf.h"
#include "../base/err.h"

typedef struct MlGiven {
  MlText key, set, id;
  MlText content; /* JSON */
  MlText metadata, kind, category, source, location, creator; /* {NULL,0}: not given */
  i64 importance;           /* 0: not given */
  i64 valid_from, valid_to; /* microseconds; INT64_MIN: not given */
  i64 expires;              /* milliseconds; 0: not given */
  i64 sensitivity;          /* -1: not given */
} MlGiven;

/* All that is not given. */
#define ML_GIVEN_NOTHING ((MlGiven){.valid_from = INT64_MIN, .valid_to = INT64_MIN, .sensitivity = -1})

/* Reads options (canonical JSON; {NULL,0}: none) into g. Unknown names are errors that list those there are. who names the
** function. What it unescapes goes into text, which must outlive g. */
int ml_given_read(const char *who, MlText json, MlGiven *g, MlBuf *text, MlErr *e);

/* The kinds of items; 1 if a text is one. */
int ml_given_is_kind(MlText kind);

#endif
