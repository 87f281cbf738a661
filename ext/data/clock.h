/* Time: microseconds since 1970-01-01 UTC, and its text forms. Years 1970 to 9999. */
#ifndef ML_CLOCK_H
#define ML_CLOCK_H

#include "../base/sqlite.h"

#define ML_TIME_MAX 253402300799999999 /* 9999-12-31 23:59:59.999999 */

/* The wall clock. */
i64 ml_clock_now(void);

/* 'YYYY-MM-DD HH:MM:SS.ffffff' and a NUL. us is clamped to the range. */
#define ML_TIME_TEXT 27
void ml_clock_text(i64 us, char out[ML_TIME_TEXT]);

/* A moment as users name it. */
typedef enum MlMomentKind {
  ML_AT_TIME, /* n: microseconds; everything whose time is at or before it */
  ML_AT_SEQ,  /* n: position, which need not exist */
  ML_AT_LAST, /* '#last' */
  ML_AT_ID    /* id: 16 bytes of a UUID */
} MlMomentKind;

typedef struct MlMoment {
  MlMomentKind kind;
  i64 n;
  u8 id[16];
} MlMoment;

/* Reads '#N', '#last', a UUID, 'now' (given as now), a date, a date and time ('T' or space, optional seconds and
** fraction to six digits or more (further digits cut), optional 'Z' or +HH:MM / -HH:MM; UTC without one), or Unix
** seconds as a decimal number with optional fraction (text). Returns NULL on success, else a static phrase saying
** what is wrong with it: a time without a date, no such day, a number beyond the year 9999 ("… write a position as
** '#N'"), and so on. */
const char *ml_moment_read(MlText t, i64 now, MlMoment *m);

/* Unix seconds given as an SQL number. */
const char *ml_moment_read_number(double seconds, MlMoment *m);
const char *ml_moment_read_integer(i64 seconds, MlMoment *m);

/* The clock's argument (mem_clock): as ml_moment_read, but only times. */
const char *ml_clock_read(MlText t, i64 now, i64 *us);

#endif
