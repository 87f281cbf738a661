#include "ask.h"

#include "json.h"

#include <string.h>

/* What an option takes, and where it goes. */
typedef enum Type { MODE, SWITCH, VECTOR, SHARE, COUNT, PREFERENCES, DEDUP, MOMENT } Type;

typedef struct Member {
  const char *name;
  Type type;
  size_t at; /* in MlAsk */
} Member;

static const Member members[] = {
    {"mode", MODE, 0},
    {"raw", SWITCH, offsetof(MlAsk, raw)},
    {"all", SWITCH, offsetof(MlAsk, all)},
    {"vector", VECTOR, offsetof(MlAsk, vector)},
    {"min_score", SHARE, offsetof(MlAsk, min_score)},
    {"relativity", SHARE, offsetof(MlAsk, relativity)},
    {"lambda", SHARE, offsetof(MlAsk, lambda)},
    {"per_set", COUNT, offsetof(MlAsk, per_set)},
    {"preference_limit", PREFERENCES, offsetof(MlAsk, preference_limit)},
    {"max_chars", COUNT, offsetof(MlAsk, max_chars)},
    {"dedup", DEDUP, 0},
    {"as_of", MOMENT, offsetof(MlAsk, as_of)},
};
#define MEMBERS (int)(sizeof(members) / sizeof(*members))

/* Which of the words a JSON text is; -1: none. All are written without escapes. */
static int word_read(MlText value, const char *const *word, int n) {
  for (int i = 0; i < n; i++) {
    i64 length = (i64)strlen(word[i]);
    if (value.n == length + 2 && value.p[0] == '"' && memcmp(value.p + 1, word[i], (size_t)length) == 0) return i;
  }
  return -1;
}

static const char *mode_read(MlText value, MlAsk *a) {
  static const char *const word[] = {"keyword", "vector", "hybrid"};
  int i = word_read(value, word, 3);
  if (i < 0) return "it is keyword, vector or hybrid";
  a->mode = (MlAskMode)(ML_ASK_KEYWORD + i);
  return NULL;
}

static const char *dedup_read(MlText value, MlAsk *a) {
  static const char *const word[] = {"none", "mmr"};
  int i = word_read(value, word, 2);
  if (i < 0) return "it is none or mmr";
  a->mmr = (u8)i;
  return NULL;
}

static const char *switch_read(MlText value, u8 *flag) {
  MlType t = ml_json_type(value);
  if (t != ML_TRUE && t != ML_FALSE) return "it is true or false";
  *flag = t == ML_TRUE;
  return NULL;
}

static int number_read(MlText value, double *r) {
  i64 whole;
  if (!ml_json_get_integer(value, &whole)) return ml_json_get_real(value, r);
  *r = (double)whole;
  return 1;
}

static const char *share_read(MlText value, double *share) {
  double r;
  if (!number_read(value, &r) || !(r >= 0 && r <= 1)) return "it is a number from 0 to 1";
  *share = r;
  return NULL;
}

static const char *count_read(MlText value, i64 *count) {
  i64 n;
  if (!ml_json_get_integer(value, &n) || n < 0) return "it is a whole number of 0 or more";
  *count = n;
  return NULL;
}

static const char *vector_read(MlText value, MlText *vector) {
  if (ml_json_type(value) != ML_ARRAY) return "it is an array of numbers";
  *vector = value;
  return NULL;
}

static const char *moment_read(MlText value, MlText *moment) {
  MlType type = ml_json_type(value);
  if (type != ML_STRING && type != ML_INTEGER && type != ML_REAL) return "it is a time, an event's id, '#N' or '#last'";
  *moment = value;
  return NULL;
}

static int member_read(const char *who, MlText name, MlText value, MlAsk *a, int *known, MlErr *e) {
  const char *why = NULL;
  int i = 0;
  while (i < MEMBERS && !ml_text_is(name, members[i].name)) i++;
  *known = i < MEMBERS;
  if (!*known) return SQLITE_OK;
  void *at = (char *)a + members[i].at;
  switch (members[i].type) {
  case MODE:
    why = mode_read(value, a);
    break;
  case SWITCH:
    why = switch_read(value, at);
    break;
  case VECTOR:
    why = vector_read(value, at);
    break;
  case SHARE:
    why = share_read(value, at);
    break;
  case COUNT:
    why = count_read(value, at);
    break;
  case PREFERENCES:
    if (ml_json_type(value) == ML_NULL) {
      a->preference_limit = -1;
    } else if (count_read(value, at)) {
      why = "it is a whole number of 0 or more, or null: they count like the others";
    }
    break;
  case DEDUP:
    why = dedup_read(value, a);
    break;
  case MOMENT:
    why = moment_read(value, at);
    break;
  }
  return why ? ml_sieve_refuse(who, name, why, e) : SQLITE_OK;
}

static int member_unknown(const char *who, MlText name, MlErr *e) {
  MlBuf all = {0};
  ml_buf_puts(&all, "there is no such option; there are ");
  for (int i = 0; i < MEMBERS; i++) {
    ml_buf_puts(&all, members[i].name);
    ml_buf_puts(&all, ", ");
  }
  ml_buf_puts(&all, ML_SIEVE_NAMES);
  if (!ml_err_buf(e, all.rc, "options")) ml_sieve_refuse(who, name, all.p, e);
  ml_buf_free(&all);
  return e->rc;
}

int ml_ask_read(const char *who, MlText json, i64 now, MlAsk *a, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (json.p && ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options must be a JSON map", who);
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    MlText name = {s.name.p + 1, s.name.n - 2};
    int known;
    rc = member_read(who, name, s.value, a, &known, e);
    if (!rc && !known) rc = ml_sieve_read(who, name, s.value, now, &a->sieve, &known, e);
    if (!rc && !known) rc = member_unknown(who, name, e);
  }
  if (!rc && s.rc) rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options are not JSON", who);
  return rc;
}

void ml_ask_free(MlAsk *a) {
  ml_sieve_free(&a->sieve);
  *a = ML_ASK_NOTHING;
}
