#include "clock.h"

#include "../base/uuid.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define SECOND      1000000 /* in microseconds */
#define DAY         86400   /* in seconds */
#define SECONDS_MAX (ML_TIME_MAX / SECOND)

static const char wrong_early[] = "it is before 1970";
static const char wrong_late[] = "it is beyond the year 9999";
static const char wrong_number[] =
    "as Unix seconds it is beyond the year 9999 (a position in the log is written as '#N', with the #)";
static const char wrong_day[] = "there is no such day";
static const char wrong_time[] = "there is no such time of day (00:00 to 23:59:59)";
static const char wrong_offset[] = "an offset from UTC is Z or +HH:MM or -HH:MM, up to 14:00";
static const char wrong_undated[] = "a time needs a date before it";
static const char wrong_year[] = "a year has four digits";
static const char wrong_position[] = "a position is '#last' or '#N', N a whole number below 2^63";
#define TIME_FORMS                                                                                                     \
  "it is none of: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS[.ffffff]] with Z or an offset or UTC without one, 'now', "          \
  "Unix seconds"
static const char wrong_form[] = TIME_FORMS ", '#N', '#last', an event's id";

i64 ml_clock_now(void) {
  struct timespec ts;

  if (timespec_get(&ts, TIME_UTC) != TIME_UTC) return 0;
  return (i64)ts.tv_sec * SECOND + ts.tv_nsec / 1000;
}

/* Days from 1970-01-01 to a date. Years are counted from March, so that the leap day is the last of them. */
static i64 days_count(int year, int month, int day) {
  int y = month > 2 ? year : year - 1;
  int m = month > 2 ? month - 3 : month + 9;

  return (i64)y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719469;
}

/* The date of a day, the other way round. */
static void days_split(i64 days, int *year, int *month, int *day) {
  int n = (int)days + 719468; /* from 0000-03-01 */
  int era = n / 146097;       /* 400 years */
  int in_era = n % 146097;
  int y = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  int in_year = in_era - (365 * y + y / 4 - y / 100);
  int m = (5 * in_year + 2) / 153;

  *day = in_year - (153 * m + 2) / 5 + 1;
  *month = m < 10 ? m + 3 : m - 9;
  *year = era * 400 + y + (*month <= 2);
}

static char *digits_put(char *z, int v, int n) {
  int i;

  for (i = n - 1; i >= 0; i--, v /= 10) z[i] = (char)('0' + v % 10);
  return z + n;
}

void ml_clock_text(i64 us, char out[ML_TIME_TEXT]) {
  int year;
  int month;
  int day;
  int second;

  if (us < 0) us = 0;
  if (us > ML_TIME_MAX) us = ML_TIME_MAX;
  second = (int)(us / SECOND % DAY);
  days_split(us / SECOND / DAY, &year, &month, &day);
  out = digits_put(out, year, 4);
  *out++ = '-';
  out = digits_put(out, month, 2);
  *out++ = '-';
  out = digits_put(out, day, 2);
  *out++ = ' ';
  out = digits_put(out, second / 3600, 2);
  *out++ = ':';
  out = digits_put(out, second / 60 % 60, 2);
  *out++ = ':';
  out = digits_put(out, second % 60, 2);
  *out++ = '.';
  out = digits_put(out, (int)(us % SECOND), 6);
  *out = 0;
}

/* ---- reading ---- */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static MlText text_trim(MlText t) {
  while (t.n > 0 && is_space(t.p[0])) {
    t.p++;
    t.n--;
  }
  while (t.n > 0 && is_space(t.p[t.n - 1])) t.n--;
  return t;
}

/* 1 if t is the word, in whatever case. */
static int text_is(MlText t, const char *word) {
  return t.n == (i64)strlen(word) && sqlite3_strnicmp(t.p, word, (int)t.n) == 0;
}

static i64 digits_count(MlText t, i64 at) {
  i64 n = 0;

  while (at + n < t.n && is_digit(t.p[at + n])) n++;
  return n;
}

static int char_at(MlText t, i64 at) { return at < t.n ? (u8)t.p[at] : -1; }

/* Reads exactly two digits; -1 if they are not there. */
static int two_read(MlText t, i64 at) {
  if (digits_count(t, at) != 2) return -1;
  return (t.p[at] - '0') * 10 + (t.p[at + 1] - '0');
}

/* Reads '.' and digits, if they are there, as microseconds; further digits are cut. */
static int fraction_read(MlText t, i64 *at) {
  int us = 0;
  int scale = SECOND / 10;

  if (char_at(t, *at) != '.') return 0;
  for (++*at; *at < t.n && is_digit(t.p[*at]); ++*at, scale /= 10) us += scale * (t.p[*at] - '0');
  return us;
}

/* Reads a position of digits only; -1 if it is none. */
static i64 position_read(MlText t) {
  i64 v = 0;
  i64 i;

  if (t.n == 0 || digits_count(t, 0) != t.n) return -1;
  for (i = 0; i < t.n; i++) {
    int digit = t.p[i] - '0';

    if (v > (INT64_MAX - digit) / 10) return -1;
    v = v * 10 + digit;
  }
  return v;
}

static const char *time_set(MlMoment *m, i64 us) {
  if (us < 0) return wrong_early;
  if (us > ML_TIME_MAX) return wrong_late;
  m->kind = ML_AT_TIME;
  m->n = us;
  return NULL;
}

/* Reads "YYYY-MM-DD" as days. */
static const char *date_read(MlText t, i64 *at, i64 *days) {
  static const u8 length[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int year = (int)position_read((MlText){t.p, 4});
  int month = two_read(t, 5);
  int day = char_at(t, 7) == '-' ? two_read(t, 8) : -1;
  int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

  if (month < 0 || day < 0) return wrong_form;
  if (month < 1 || month > 12 || day < 1 || day > length[month - 1] + (leap && month == 2)) return wrong_day;
  *days = days_count(year, month, day);
  *at = 10;
  return NULL;
}

/* Reads "HH:MM[:SS[.fraction]]" as microseconds. */
static const char *daytime_read(MlText t, i64 *at, i64 *us) {
  int hour = two_read(t, *at);
  int minute = char_at(t, *at + 2) == ':' ? two_read(t, *at + 3) : -1;
  int second = 0;
  int fraction = 0;

  if (hour < 0 || minute < 0) return wrong_form;
  *at += 5;
  if (char_at(t, *at) == ':') {
    second = two_read(t, *at + 1);
    if (second < 0) return wrong_form;
    *at += 3;
    if (digits_count(t, *at + 1) > 0) fraction = fraction_read(t, at);
  }
  if (hour > 23 || minute > 59 || second > 59) return wrong_time;
  *us = (i64)(hour * 3600 + minute * 60 + second) * SECOND + fraction;
  return NULL;
}

/* Reads what may follow a time of day: "Z", "+HH:MM", "-HH:MM" or nothing. */
static const char *offset_read(MlText t, i64 *at, i64 *us) {
  int sign = char_at(t, *at);
  int hour;
  int minute;

  *us = 0;
  if (sign == 'Z' || sign == 'z') ++*at;
  if (sign != '+' && sign != '-') return NULL;
  hour = two_read(t, *at + 1);
  minute = char_at(t, *at + 3) == ':' ? two_read(t, *at + 4) : -1;
  if (hour < 0 || minute < 0 || minute > 59 || hour * 60 + minute > 14 * 60) return wrong_offset;
  *at += 6;
  *us = (i64)(hour * 60 + minute) * 60 * SECOND;
  if (sign == '-') *us = -*us;
  return NULL;
}

static const char *datetime_read(MlText t, MlMoment *m) {
  i64 days = 0;
  i64 time = 0;
  i64 offset = 0;
  i64 at = 0;
  const char *wrong = date_read(t, &at, &days);

  if (wrong != NULL) return wrong;
  while (at < t.n && (is_space(t.p[at]) || t.p[at] == 'T' || t.p[at] == 't')) at++; /* as SQLite does */
  if (at < t.n && at == 10) return wrong_form;
  if (at < t.n) {
    wrong = daytime_read(t, &at, &time);
    if (wrong == NULL) {
      while (at < t.n && is_space(t.p[at])) at++;
      wrong = offset_read(t, &at, &offset);
    }
    if (wrong != NULL) return wrong;
    if (at < t.n) return wrong_form;
  }
  return time_set(m, days * DAY * SECOND + time - offset);
}

/* Reads Unix seconds: digits, maybe a fraction. */
static const char *seconds_read(MlText t, MlMoment *m) {
  i64 at = digits_count(t, 0);
  i64 seconds = position_read((MlText){t.p, at});
  int us = 0;

  if (at < t.n && digits_count(t, at + 1) > 0) us = fraction_read(t, &at);
  if (at < t.n) return wrong_form;
  if (seconds < 0 || seconds > SECONDS_MAX) return wrong_number;
  return time_set(m, seconds * SECOND + us);
}

const char *ml_moment_read(MlText t, i64 now, MlMoment *m) {
  MlUuid id;
  i64 n;

  t = text_trim(t);
  *m = (MlMoment){.kind = ML_AT_TIME};
  if (t.n > 0 && t.p[0] == '#') {
    m->kind = text_is(t, "#last") ? ML_AT_LAST : ML_AT_SEQ;
    if (m->kind == ML_AT_SEQ) m->n = position_read((MlText){t.p + 1, t.n - 1});
    return m->n < 0 ? wrong_position : NULL;
  }
  if (ml_uuid_parse(t, &id)) {
    m->kind = ML_AT_ID;
    memcpy(m->id, id.b, sizeof(m->id));
    return NULL;
  }
  if (text_is(t, "now")) return time_set(m, now);
  n = digits_count(t, 0);
  if (n > 0 && char_at(t, n) == '-') return n == 4 ? datetime_read(t, m) : wrong_year;
  if (n == 2 && char_at(t, n) == ':') return wrong_undated;
  if (n > 0) return seconds_read(t, m);
  n = digits_count(t, 1);
  if (char_at(t, 0) != '-' || n == 0) return wrong_form;
  return n + 1 == t.n || char_at(t, n + 1) == '.' || char_at(t, n + 1) == '-' ? wrong_early : wrong_form;
}

const char *ml_moment_read_integer(i64 seconds, MlMoment *m) {
  *m = (MlMoment){.kind = ML_AT_TIME};
  if (seconds < 0) return wrong_early;
  if (seconds > SECONDS_MAX) return wrong_number;
  return time_set(m, seconds * SECOND);
}

const char *ml_moment_read_number(double seconds, MlMoment *m) {
  const i64 last = SECONDS_MAX;
  double whole = floor(seconds);

  *m = (MlMoment){.kind = ML_AT_TIME};
  if (isnan(seconds)) return wrong_form;
  if (seconds < 0) return wrong_early;
  if (whole > (double)last) return wrong_number;
  /* A double holds today's microseconds only nearly: the nearest is the one that was meant. */
  return time_set(m, (i64)whole * SECOND + (i64)((seconds - whole) * SECOND + 0.5));
}

const char *ml_clock_read(MlText t, i64 now, i64 *us) {
  MlMoment m;
  const char *wrong = ml_moment_read(t, now, &m);

  if (wrong != NULL) return wrong == wrong_form ? TIME_FORMS : wrong;
  if (m.kind != ML_AT_TIME) return "a position or an event's id is not a time";
  *us = m.n;
  return NULL;
}
