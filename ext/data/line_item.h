/* A version of an item as a line tells of it: a member of the array memlog.items. */
#ifndef ML_LINE_ITEM_H
#define ML_LINE_ITEM_H

#include "../base/buf.h"
#include "../base/err.h"
#include "../base/uuid.h"

#define ML_LINE_ITEM_OPEN INT64_MIN /* valid_from, valid_to: there is none */

typedef struct MlLineItem {
  MlText path;    /* set and id */
  MlText content; /* JSON; {NULL,0}: it stands in the line's value */
  MlUuid record;
  MlText metadata, kind, category, source, location, creator;
  i64 version, importance, valid_from, valid_to, expires, sensitivity, created, at;
  i64 begun;  /* of a version that stood at the start: the position where it had begun */
  u8 ended;   /* it stood no more when the row was written */
  u8 decided; /* it does not follow the version that stood before: decisions were made of its record */
} MlLineItem;

/* Reads one, which borrows from text (that is cut first). Errors name the member. */
int ml_line_item_read(MlText json, MlLineItem *x, MlBuf *text, MlErr *e);

#endif
