#include "sieve.h"

#include "clock.h"
#include "given.h"
#include "json.h"

int ml_sieve_refuse(const char *who, MlText name, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: %s", who, ml_err_show(show, name), why);
}

static int whole_read(const char *who, MlText name, MlText value, i64 low, const char *why, i64 *n, MlErr *e) {
  if (ml_json_get_integer(value, n) && *n >= low && *n <= 10) return SQLITE_OK;
  return ml_sieve_refuse(who, name, why, e);
}

static int moment_read(const char *who, MlText name, MlText value, i64 now, i64 *us, MlErr *e) {
  MlBuf scratch = {0};
  MlMoment m = {.kind = ML_AT_TIME};
  const char *why = "it is a time: text as SQLite reads it, or a number of Unix seconds";
  double seconds;
  i64 whole;
  if (ml_json_get_integer(value, &whole)) {
    why = ml_moment_read_integer(whole, &m);
  } else if (ml_json_get_real(value, &seconds)) {
    why = ml_moment_read_number(seconds, &m);
  } else if (ml_json_type(value) == ML_STRING) {
    MlText text = ml_json_bare(value, &scratch);
    if (!text.p) return ml_err_nomem(e);
    why = ml_clock_read(text, now, &m.n);
  }
  ml_buf_free(&scratch);
  *us = m.n;
  return why ? ml_sieve_refuse(who, name, why, e) : SQLITE_OK;
}

/* A text, or an array of at least one; kinds must be kinds. */
static int texts_read(const char *who, MlText name, MlText value, int kinds, MlText *out, MlErr *e) {
  static const char list[] = "it is a text or an array of texts";
  static const char kind[] = "there are the kinds episodic, semantic, procedural, preference, skill, tool, file";
  MlBuf scratch = {0};
  MlJsonScan s = {.value = value};
  const char *why = NULL;
  i64 n = 0;
  int one = ml_json_type(value) == ML_STRING;
  *out = value;
  if (!one && ml_json_type(value) != ML_ARRAY) return ml_sieve_refuse(who, name, list, e);
  if (!one) ml_json_open(&s, value);
  while (!why && !scratch.rc && (one ? !n : ml_json_next(&s))) {
    n++;
    if (ml_json_type(s.value) != ML_STRING) {
      why = list;
    } else if (kinds && !ml_given_is_kind(ml_json_bare(s.value, &scratch))) {
      why = kind;
    }
  }
  int rc = scratch.rc;
  ml_buf_free(&scratch);
  if (rc) return ml_err_nomem(e);
  return why ? ml_sieve_refuse(who, name, why, e) : SQLITE_OK;
}

int ml_sieve_read(const char *who, MlText name, MlText value, i64 now, MlSieve *s, int *known, MlErr *e) {
  static const char *const names[] = {"filter", "kind", "category", "min_importance", "max_sensitivity", "valid_at"};
  int i = 0;
  while (i < 6 && !ml_text_is(name, names[i])) i++;
  *known = i < 6;
  switch (i) {
  case 0:
    return ml_filter_read(who, value, &s->filter, e);
  case 1:
    return texts_read(who, name, value, 1, &s->kind, e);
  case 2:
    return texts_read(who, name, value, 0, &s->category, e);
  case 3:
    return whole_read(who, name, value, 1, "it is a whole number from 1 to 10", &s->min_importance, e);
  case 4:
    return whole_read(who, name, value, 0, "it is a whole number from 0 to 10", &s->max_sensitivity, e);
  case 5:
    return moment_read(who, name, value, now, &s->valid_at, e);
  default:
    return SQLITE_OK;
  }
}

int ml_sieve_has(MlText wanted, MlText text, MlBuf *scratch) {
  MlJsonScan s;
  int has = 0;
  if (!wanted.p) return 1;
  if (!text.p) return 0;
  if (ml_json_type(wanted) == ML_STRING) return ml_text_same(ml_json_bare(wanted, scratch), text);
  for (ml_json_open(&s, wanted); !has && ml_json_next(&s);) has = ml_text_same(ml_json_bare(s.value, scratch), text);
  return has;
}

void ml_sieve_free(MlSieve *s) {
  ml_filter_free(&s->filter);
  *s = ML_SIEVE_NOTHING;
}
