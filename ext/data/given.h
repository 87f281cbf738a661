/* What is given of an item: its content and the options of mem_item_add and its like. */
#ifndef ML_GIVEN_H
#define ML_GIVEN_H

#include "../base/buf.h"
#include "../base/err.h"

/* Texts borrow. {NULL,0}: not given; "": there shall be none. */
typedef struct MlGiven {
  MlText key, set, id;
  MlText content; /* JSON; {NULL,0}: it is kept elsewhere, and location_digest is given */
  MlText metadata, kind, category, source, location, location_digest;
  MlText derived_from, derived; /* a JSON array of references; how it was made of them */
  struct MlOrigin *origin;      /* the same, of one who makes items (work/origin.h); NULL: not given */
  i64 importance;               /* 1 to 10; 0: there shall be none */
  i64 valid_from, valid_to;     /* microseconds; ML_GIVEN_NONE: there shall be no such bound */
  i64 expires;                  /* milliseconds; 0: never */
  i64 sensitivity;              /* 0 to 10 */
} MlGiven;

#define ML_GIVEN_NOT  INT64_MIN /* a number that is not given */
#define ML_GIVEN_NONE INT64_MAX

/* All that is not given. */
#define ML_GIVEN_NOTHING                                                                                               \
  ((MlGiven){.importance = ML_GIVEN_NOT,                                                                               \
             .valid_from = ML_GIVEN_NOT,                                                                               \
             .valid_to = ML_GIVEN_NOT,                                                                                 \
             .expires = ML_GIVEN_NOT,                                                                                  \
             .sensitivity = ML_GIVEN_NOT})

/* Reads options (canonical JSON, a map; {NULL,0}: none) into g, which borrows from it and from text. now: microseconds.
** Names that are none are errors that list those there are. who names the function. */
int ml_given_read(const char *who, MlText json, i64 now, MlGiven *g, MlBuf *text, MlErr *e);

/* What stands in the place of a content that is kept elsewhere: a JSON map of place and digest. */
void ml_given_put_location(MlText place, MlText digest, MlBuf *out);

/* 1 if the text is the name of a kind of items. */
int ml_given_is_kind(MlText kind);

/* 1 if it says how something is made of other records. */
int ml_given_is_derivation(MlText t);

#endif
