#include "given.h"

#include "clock.h"
#include "expiry.h"
#include "json.h"

#include <string.h>

#define IMPORTANCE_MAX  10
#define SENSITIVITY_MAX 10

static const char *const kinds[] = {"episodic", "semantic", "procedural", "preference", "skill", "tool", "file", NULL};
static const char kinds_said[] = "it is episodic, semantic, procedural, preference, skill, tool or file";
static const char *const derivations[] = {"copy", "summary", "merge", "extraction", NULL};
static const char derivations_said[] = "it is copy, summary, merge or extraction";

enum {
  ID,
  METADATA,
  KIND,
  CATEGORY,
  IMPORTANCE,
  VALID_FROM,
  VALID_TO,
  EXPIRES_AT,
  SENSITIVITY,
  SOURCE,
  LOCATION,
  DERIVED_FROM,
  DERIVED,
  OPTIONS
};
static const char *const names[OPTIONS] = {"id",         "metadata",     "kind",       "category",    "importance",
                                           "valid_from", "valid_to",     "expires_at", "sensitivity", "source",
                                           "location",   "derived_from", "derived"};

int ml_given_is_kind(MlText kind) { return ml_text_among(kind, kinds) >= 0; }

int ml_given_is_derivation(MlText t) { return ml_text_among(t, derivations) >= 0; }

/* What is being read. */
typedef struct Reading {
  const char *who;
  i64 now;
  MlGiven *g;
  MlBuf *text; /* has room for all that can be unescaped: it does not move */
  MlErr *e;
} Reading;

static int option_refuse(const Reading *r, MlText name, const char *why) {
  char show[ML_ERR_SHOW];
  return ml_err_set(r->e, SQLITE_ERROR, "memlog: %s: option %s: %s", r->who, ml_err_show(show, name), why);
}

/* Without NUL; "" and null: there shall be none. */
static int words_read(const Reading *r, MlText name, MlText json, MlText *out) {
  MlType type = ml_json_type(json);
  i64 from = r->text->n;
  *out = ML_TEXT("");
  if (type == ML_NULL) return SQLITE_OK;
  if (type != ML_STRING) return option_refuse(r, name, "it must be text");
  if (ml_json_get_string(json, r->text)) return ml_err_nomem(r->e);
  *out = (MlText){r->text->p + from, r->text->n - from};
  if (out->n && memchr(out->p, 0, (size_t)out->n)) return option_refuse(r, name, "it holds NUL");
  return SQLITE_OK;
}

static int integer_read(const Reading *r, MlText name, MlText json, i64 low, i64 high, const char *why, i64 *out) {
  if (ml_json_type(json) == ML_NULL) {
    *out = 0;
    return SQLITE_OK;
  }
  if (ml_json_get_integer(json, out) && *out >= low && *out <= high) return SQLITE_OK;
  return option_refuse(r, name, why);
}

/* A date and time as text, or Unix seconds. */
static int time_read(const Reading *r, MlText name, MlText json, i64 none, i64 *us) {
  MlMoment m;
  MlText words;
  double seconds;
  i64 whole;
  const char *wrong = "it must be a date, a date and time, or Unix seconds";
  *us = none;
  if (ml_json_type(json) == ML_NULL) return SQLITE_OK;
  if (ml_json_type(json) == ML_STRING) {
    int rc = words_read(r, name, json, &words);
    if (rc) return rc;
    wrong = ml_clock_read(words, r->now, us);
  } else if (ml_json_get_integer(json, &whole)) {
    wrong = ml_moment_read_integer(whole, &m);
    if (!wrong) *us = m.n;
  } else if (ml_json_get_real(json, &seconds)) {
    wrong = ml_moment_read_number(seconds, &m);
    if (!wrong) *us = m.n;
  }
  return wrong ? option_refuse(r, name, wrong) : SQLITE_OK;
}

static int expires_read(const Reading *r, MlText name, MlText json) {
  i64 us;
  int rc = time_read(r, name, json, -1, &us);
  if (rc) return rc;
  r->g->expires = us < 0 ? 0 : us / 1000;
  if (us < 0 || (r->g->expires <= ML_EXPIRES_MAX && us > r->now)) return SQLITE_OK;
  return option_refuse(r, name, "it is past");
}

/* The place as text; or a map of place and digest, where the content is not at hand. */
static int location_read(const Reading *r, MlText name, MlText json) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (ml_json_type(json) != ML_MAP) return words_read(r, name, json, &r->g->location);
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"place\""))) {
      rc = words_read(r, name, s.value, &r->g->location);
    } else if (ml_text_same(s.name, ML_TEXT("\"digest\""))) {
      rc = words_read(r, name, s.value, &r->g->location_digest);
    } else {
      rc = option_refuse(r, name, "it is text, or a map of place and digest");
    }
  }
  if (rc || (r->g->location.n && r->g->location_digest.n)) return rc;
  return option_refuse(r, name, "place or digest is missing");
}

static int derived_read(const Reading *r, MlText name, MlText json) {
  MlText *t = &r->g->derived;
  int rc = words_read(r, name, json, t);
  if (rc || !t->n) {
    *t = (MlText){NULL, 0};
    return rc;
  }
  return ml_given_is_derivation(*t) ? SQLITE_OK : option_refuse(r, name, derivations_said);
}

static int known_read(const Reading *r, int option, MlText name, MlText json) {
  MlGiven *g = r->g;
  switch (option) {
  case ID:
    if (ml_json_type(json) == ML_NULL) return SQLITE_OK;
    if (words_read(r, name, json, &g->id)) return r->e->rc;
    return g->id.n ? SQLITE_OK : option_refuse(r, name, "it is empty");
  case METADATA:
    g->metadata = ml_json_type(json) == ML_NULL ? ML_TEXT("") : json;
    return !g->metadata.n || ml_json_type(json) == ML_MAP ? SQLITE_OK : option_refuse(r, name, "it must be a JSON map");
  case KIND:
    if (words_read(r, name, json, &g->kind)) return r->e->rc;
    return !g->kind.n || ml_given_is_kind(g->kind) ? SQLITE_OK : option_refuse(r, name, kinds_said);
  case CATEGORY:
    return words_read(r, name, json, &g->category);
  case IMPORTANCE:
    return integer_read(r, name, json, 1, IMPORTANCE_MAX, "it must be an integer from 1 to 10", &g->importance);
  case VALID_FROM:
    return time_read(r, name, json, ML_GIVEN_NONE, &g->valid_from);
  case VALID_TO:
    return time_read(r, name, json, ML_GIVEN_NONE, &g->valid_to);
  case EXPIRES_AT:
    return expires_read(r, name, json);
  case SENSITIVITY:
    return integer_read(r, name, json, 0, SENSITIVITY_MAX, "it must be an integer from 0 to 10", &g->sensitivity);
  case SOURCE:
    return words_read(r, name, json, &g->source);
  case DERIVED_FROM:
    g->derived_from = ml_json_type(json) == ML_NULL ? (MlText){NULL, 0} : json;
    return !g->derived_from.p || ml_json_type(json) == ML_ARRAY ? SQLITE_OK
                                                                : option_refuse(r, name, "it must be a JSON array");
  case DERIVED:
    return derived_read(r, name, json);
  default:
    return location_read(r, name, json);
  }
}

static int unknown_refuse(const Reading *r, MlText name) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  for (int i = 0; i < OPTIONS; i++) {
    ml_buf_puts(&all, i ? ", " : "");
    ml_buf_puts(&all, names[i]);
  }
  if (!ml_err_buf(r->e, all.rc, "options")) {
    ml_err_set(r->e, SQLITE_ERROR, "memlog: %s: option %s: there is no such option; there are %s", r->who,
               ml_err_show(show, name), all.p);
  }
  ml_buf_free(&all);
  return r->e->rc;
}

static int option_read(const Reading *r, MlText quoted, MlText json) {
  MlText name = {quoted.p + 1, quoted.n - 2};
  for (int i = 0; i < OPTIONS; i++) {
    if (ml_text_is(name, names[i])) return known_read(r, i, name, json);
  }
  return unknown_refuse(r, name);
}

int ml_given_read(const char *who, MlText json, i64 now, MlGiven *g, MlBuf *text, MlErr *e) {
  Reading r = {who, now, g, text, e};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (!json.p) return SQLITE_OK;
  if (ml_json_type(json) != ML_MAP)
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they must be a JSON map", who);
  if (!ml_buf_room(text, json.n)) return ml_err_nomem(e);
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = option_read(&r, s.name, s.value);
  if (rc) return rc;
  if (s.rc) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they are no JSON", who);
  int both = g->valid_from != ML_GIVEN_NOT && g->valid_from != ML_GIVEN_NONE && g->valid_to != ML_GIVEN_NOT;
  if (both && g->valid_to <= g->valid_from) return option_refuse(&r, ML_TEXT("valid_to"), "it is not after valid_from");
  return SQLITE_OK;
}

void ml_given_put_location(MlText place, MlText digest, MlBuf *out) {
  ml_buf_puts(out, "{\"location\":");
  ml_json_put_string(out, place);
  ml_buf_puts(out, ",\"digest\":");
  ml_json_put_string(out, digest);
  ml_buf_char(out, '}');
}
