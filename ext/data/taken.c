#include "taken.h"

#include "clock.h"
#include "json.h"
#include "sieve.h"

#include <string.h>

/* What there is, with commas, for a message. */
static int all_put(const MlTaken *list, int n, const char *const *words, MlBuf *all, MlErr *e) {
  for (int i = 0; i < n; i++) {
    ml_buf_puts(all, i ? ", " : "");
    ml_buf_puts(all, list[i].name);
  }
  for (int i = 0; words && words[i]; i++) {
    ml_buf_puts(all, i ? ", " : "");
    ml_buf_puts(all, words[i]);
  }
  return ml_err_buf(e, all->rc, "options");
}

static int name_unknown(const char *who, const MlTaken *list, int n, MlText name, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  if (!all_put(list, n, NULL, &all, e)) {
    ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: there is no such option; there are %s", who,
               ml_err_show(show, name), n ? all.p : "none");
  }
  ml_buf_free(&all);
  return e->rc;
}

static int value_refuse(const char *who, const MlTaken *x, MlErr *e) {
  static const char *const why[] = {
      [ML_TAKES_NAME] = "it is text, not empty, without NUL",
      [ML_TAKES_SWITCH] = "it is true or false",
      [ML_TAKES_MAP] = "it is a JSON map",
      [ML_TAKES_ARRAY] = "it is a JSON array",
  };
  if (x->takes == ML_TAKES_NUMBER) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: it is a whole number from %lld to %lld", who, x->name,
                      x->low, x->high);
  }
  if (x->takes != ML_TAKES_WORD) return ml_sieve_refuse(who, ml_text_of(x->name), why[x->takes], e);
  MlBuf all = {0};
  if (!all_put(NULL, 0, x->words, &all, e)) {
    ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: it is one of %s", who, x->name, all.p);
  }
  ml_buf_free(&all);
  return e->rc;
}

/* text has room for all strings of the options, so that it does not move. */
static MlText name_read(MlText json, MlBuf *text) {
  i64 from = text->n;
  MlBuf own = {0};
  MlText t = ml_json_type(json) == ML_STRING ? ml_json_bare(json, &own) : (MlText){NULL, 0};
  if (own.rc) text->rc = own.rc;
  int right = t.n && !memchr(t.p, 0, (size_t)t.n);
  if (right) ml_buf_text(text, t);
  ml_buf_free(&own);
  return right && !text->rc ? (MlText){text->p + from, text->n - from} : (MlText){NULL, 0};
}

static int text_read(const char *who, const MlTaken *x, MlText json, MlBuf *text, MlErr *e) {
  MlText t = name_read(json, text);
  if (text->rc) return ml_err_nomem(e);
  if (!t.p || (x->takes == ML_TAKES_WORD && ml_text_among(t, x->words) < 0)) return value_refuse(who, x, e);
  *(MlText *)x->to = t;
  return SQLITE_OK;
}

static int time_read(const char *who, const MlTaken *x, MlText json, i64 now, MlBuf *text, MlErr *e) {
  MlType type = ml_json_type(json);
  int number = type == ML_INTEGER || type == ML_REAL;
  MlText t = number ? json : name_read(json, text);
  if (text->rc) return ml_err_nomem(e);
  const char *wrong = t.p ? ml_clock_read(t, now, x->to) : "it is a date and time";
  return wrong ? ml_sieve_refuse(who, ml_text_of(x->name), wrong, e) : SQLITE_OK;
}

static int value_read(const char *who, const MlTaken *x, MlText json, i64 now, MlBuf *text, MlErr *e) {
  MlType type = ml_json_type(json);
  i64 v;
  if (type == ML_NULL) return SQLITE_OK;
  switch (x->takes) {
  case ML_TAKES_NAME:
  case ML_TAKES_WORD:
    return text_read(who, x, json, text, e);
  case ML_TAKES_TIME:
    return time_read(who, x, json, now, text, e);
  case ML_TAKES_NUMBER:
    if (!ml_json_get_integer(json, &v) || v < x->low || v > x->high) return value_refuse(who, x, e);
    *(i64 *)x->to = v;
    return SQLITE_OK;
  case ML_TAKES_SWITCH:
    if (type != ML_TRUE && type != ML_FALSE) return value_refuse(who, x, e);
    *(int *)x->to = type == ML_TRUE;
    return SQLITE_OK;
  default:
    if (x->takes == ML_TAKES_MAP && type != ML_MAP) return value_refuse(who, x, e);
    if (x->takes == ML_TAKES_ARRAY && type != ML_ARRAY) return value_refuse(who, x, e);
    *(MlText *)x->to = json;
    return SQLITE_OK;
  }
}

int ml_taken_read(const char *who, MlText json, i64 now, const MlTaken *list, int n, MlBuf *text, MlErr *e) {
  MlJsonScan s;
  MlBuf scratch = {0};
  if (!json.p) return SQLITE_OK;
  if (ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options are no JSON map", who);
  }
  int rc = ml_buf_room(text, json.n) ? SQLITE_OK : ml_err_nomem(e);
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    MlText name = ml_json_bare(s.name, &scratch);
    int i = 0;
    if (scratch.rc) rc = ml_err_nomem(e);
    while (!rc && i < n && !ml_text_is(name, list[i].name)) i++;
    if (!rc) rc = i < n ? value_read(who, &list[i], s.value, now, text, e) : name_unknown(who, list, n, name, e);
  }
  ml_buf_free(&scratch);
  return rc;
}
