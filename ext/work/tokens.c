#include "tokens.h"

#include "../store/config.h"

/* The characters of three bytes that count as a token each; those of four bytes come to one anyway. */
static int is_wide(unsigned c) {
  return (c >= 0x1100 && c < 0x1200) || (c >= 0x2e80 && c < 0xa000) || (c >= 0xa960 && c < 0xa980) ||
         (c >= 0xac00 && c < 0xd800) || (c >= 0xf900 && c < 0xfb00) || (c >= 0xfe30 && c < 0xfe50) ||
         (c >= 0xff00 && c < 0xfff0);
}

/* A fourth of the bytes, rounded up, but a character of Chinese, Japanese or Korean counts as a token of its own: so no
** text but '' has none. */
static i64 tokens_estimate(MlText text) {
  const u8 *p = (const u8 *)text.p, *end = p + text.n;
  i64 quarters = text.n;
  while (p < end) {
    unsigned first = *p++;
    if (first < 0xe1 || first > 0xef || end - p < 2) continue;
    quarters += is_wide((first & 15) << 12 | (p[0] & 63u) << 6 | (p[1] & 63u));
    p += 2;
  }
  return quarters / 4 + (quarters % 4 != 0);
}

int ml_tokens_open(MlConn *c, MlCounter *k, MlErr *e) {
  *k = (MlCounter){0};
  if (!c->config.token_function[0]) return SQLITE_OK;
  /* A copy: options may be loaded anew while the function runs. */
  sqlite3_snprintf(sizeof(k->name), k->name, "%s", c->config.token_function);
  return ml_hostfn_open(c, k->name, &k->fn, e);
}

/* What a function gives; -1 if it is no number of tokens. Some languages have no integers but real ones. */
static i64 tokens_given(sqlite3_value *v) {
  if (sqlite3_value_type(v) == SQLITE_INTEGER) {
    i64 n = sqlite3_value_int64(v);
    return n <= ML_TOKENS_MAX ? n : -1;
  }
  if (sqlite3_value_type(v) != SQLITE_FLOAT) return -1;
  double real = sqlite3_value_double(v);
  if (!(real >= 0 && real <= (double)ML_TOKENS_MAX)) return -1;
  return (double)(i64)real == real ? (i64)real : -1;
}

int ml_tokens_add(MlCounter *k, MlText text, i64 *n, MlErr *e) {
  sqlite3_value *v;
  if (!k->fn.st) {
    *n += tokens_estimate(text);
    return SQLITE_OK;
  }
  int rc = ml_hostfn_call(&k->fn, text, &v, e);
  if (rc) return rc;
  i64 counted = tokens_given(v);
  if (counted < 0 || counted > ML_TOKENS_MAX - *n) {
    return ml_err_set(
        e, SQLITE_ERROR,
        "memlog: function %s: it counts tokens: it must give a whole number of 0 or more, in all at most %lld", k->name,
        (i64)ML_TOKENS_MAX);
  }
  *n += counted;
  return SQLITE_OK;
}

void ml_tokens_close(MlCounter *k) { ml_hostfn_close(&k->fn); }
