/*
** Members of JSON maps that come from outside, canonical already: sorted into those that are known and those that are
** not, and read one by one. where names a member in messages: "memlog: line: <where>: why".
*/
#ifndef ML_MEMBER_H
#define ML_MEMBER_H

#include "../base/buf.h"
#include "../base/err.h"
#include "../base/uuid.h"
#include "json.h"

/* The names of a member: NULL if there is no second one. */
typedef struct MlMemberName {
  const char *name, *snake;
} MlMemberName;

/* SQLITE_ERROR, with words. */
int ml_member_refuse(MlErr *e, const char *where, const char *why);

/* The values of those of n members that a map has into m, the others to the end of rest, which is a map without its
** closing brace, or empty. Borrows from the map. A second value for one member is one of the others. */
void ml_member_sort(MlText map, const MlMemberName *known, int n, MlText *m, MlBuf *rest);

/* A member to the end of rest, unless the value is {NULL,0}. */
void ml_member_keep(MlBuf *rest, const char *name, MlText value);

/* What is left of an inner map becomes one member of rest, unless nothing is; inner is freed. */
void ml_member_nest(MlBuf *rest, const char *name, MlBuf *inner);

/* 1 if it is there and of this type. */
int ml_member_is(MlText json, MlType type);

/* Values that are null become {NULL,0}. */
void ml_member_drop_null(MlText *m, int n);

/* The following read a member that may be {NULL,0}: then nothing is changed (ml_member_time: that is an error). */

/* A string that is not empty and holds no NUL; its bytes in b, a view in *out. */
int ml_member_words(MlText json, const char *where, MlBuf *b, MlText *out, MlErr *e);
int ml_member_uuid(MlText json, const char *where, MlUuid *id, u8 *has, MlErr *e);
/* An integer from least on, below ML_MEMBER_MAX. */
#define ML_MEMBER_MAX (INT64_MAX / 2)
int ml_member_number(MlText json, const char *where, i64 least, i64 *v, MlErr *e);
int ml_member_truth(MlText json, const char *where, u8 *v, MlErr *e);
/* A date with a time, in microseconds. */
int ml_member_time(MlText json, i64 *us, MlErr *e);

#endif
