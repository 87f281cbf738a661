#include "mark.h"

#include "json.h"

#include <string.h>

static const char begin[] = "{\"redacted\": ";

void ml_mark_put(MlBuf *out, MlText reason) {
  ml_buf_puts(out, begin);
  if (reason.p) {
    ml_json_put_string(out, reason);
  } else {
    ml_buf_puts(out, "null");
  }
  ml_buf_char(out, '}');
}

int ml_mark_is(MlText json) {
  i64 n = (i64)sizeof(begin) - 1;
  return json.n > n && memcmp(json.p, begin, (size_t)n) == 0;
}

/* The first mark at or behind p; NULL: there is none. */
static const char *mark_find(const char *p, const char *end) {
  i64 n = (i64)sizeof(begin) - 1;
  while (p && end - p > n) {
    p = memchr(p, begin[0], (size_t)(end - p));
    if (p && end - p > n && memcmp(p, begin, (size_t)n) == 0) return p;
    if (p) p++;
  }
  return NULL;
}

int ml_mark_in(MlText text) { return mark_find(text.p, text.p + text.n) != NULL; }

void ml_mark_plain(MlText text, MlBuf *out) {
  i64 n = (i64)sizeof(begin) - 1;
  const char *p = text.p, *end = text.p + text.n;
  for (const char *at; (at = mark_find(p, end)) != NULL; p = at + n) ml_buf_put(out, p, at - p + n - 1);
  ml_buf_put(out, p, end - p);
}

int ml_mark_like(MlText json, MlBuf *out) {
  i64 n = (i64)sizeof(begin) - 2;
  if (json.n <= n || memcmp(json.p, begin, (size_t)n) != 0) return 0;
  ml_buf_puts(out, begin);
  ml_buf_put(out, json.p + n, json.n - n);
  return 1;
}

int ml_mark_read(MlText json, const char *what, MlBuf *out, MlErr *e) {
  MlBuf plain = {0};
  i64 at = out->n;
  if (!ml_mark_in(json)) return ml_json_read(json, what, out, e);
  ml_mark_plain(json, &plain);
  int rc = plain.rc ? ml_err_nomem(e) : ml_json_read(ml_buf_view(&plain), what, out, e);
  MlText read = {out->p + at, out->n - at};
  if (!rc && !out->rc && ml_text_same(read, ml_buf_view(&plain))) {
    ml_buf_cut(out, at);
    ml_buf_text(out, json);
  }
  ml_buf_free(&plain);
  return rc;
}
