/* Walking JSON text in place. */
#include "json.h"

#include <string.h>

const char *ml_json_string_end(const char *p, const char *end) {
  const char *first = p + 1;

  for (p = first; p < end; p++) {
    const char *back;

    p = memchr(p, '"', (size_t)(end - p));
    if (p == NULL) return NULL;
    for (back = p; back > first && back[-1] == '\\'; back--) {}
    if (((p - back) & 1) == 0) return p + 1;
  }
  return NULL;
}

static i64 digits_end(MlText t, i64 i) {
  while (i < t.n && t.p[i] >= '0' && t.p[i] <= '9') i++;
  return i;
}

i64 ml_json_number(MlText t, int *real) {
  i64 i = t.n > 0 && t.p[0] == '-';
  i64 end = digits_end(t, i);

  *real = 0;
  if (end == i) return 0;
  if (t.p[i] == '0') end = i + 1;
  if (end < t.n && t.p[end] == '.') {
    i = end + 1;
    end = digits_end(t, i);
    if (end == i) return 0;
    *real = 1;
  }
  if (end < t.n && (t.p[end] == 'e' || t.p[end] == 'E')) {
    i = end + 1;
    if (i < t.n && (t.p[i] == '+' || t.p[i] == '-')) i++;
    end = digits_end(t, i);
    if (end == i) return 0;
    *real = 1;
  }
  return end;
}

static inline const char *space_end(const char *p, const char *end) {
  while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) p++;
  return p;
}

/* Behind the array or map that begins at p; NULL if it is not closed, wrongly closed or too deep. */
static const char *nested_end(const char *p, const char *end) {
  u64 is_map[ML_JSON_MAX_DEPTH / 64] = {0}; /* bits, by depth */
  unsigned depth = 0;

  while (p < end) {
    char c = *p;

    if (c == '"') {
      p = ml_json_string_end(p, end);
      if (p == NULL) return NULL;
      continue;
    }
    if (c == '{' || c == '[') {
      u64 bit = (u64)1 << (depth & 63);

      if (depth == ML_JSON_MAX_DEPTH) return NULL;
      is_map[depth / 64] = (is_map[depth / 64] & ~bit) | (c == '{' ? bit : 0);
      depth++;
    } else if (c == '}' || c == ']') {
      depth--;
      if ((is_map[depth / 64] >> (depth & 63) & 1) != (c == '}')) return NULL;
      if (depth == 0) return p + 1;
    }
    p++;
  }
  return NULL;
}

/* Behind the value that begins at p; NULL if there is none. */
static const char *value_end(const char *p, const char *end) {
  MlText rest = {p, end - p};
  int real;
  i64 n;

  if (p >= end) return NULL;
  switch (*p) {
  case '"':
    return ml_json_string_end(p, end);
  case '{':
  case '[':
    return nested_end(p, end);
  case 'n':
  case 't':
    return ml_json_type(rest) == ML_MISSING ? NULL : p + 4;
  case 'f':
    return ml_json_type(rest) == ML_MISSING ? NULL : p + 5;
  default:
    n = ml_json_number(rest, &real);
    return n == 0 ? NULL : p + n;
  }
}

int ml_json_is_closed(MlText json) {
  const char *end = json.p + json.n, *p = space_end(json.p, end);
  p = value_end(p, end);
  return p != NULL && space_end(p, end) == end;
}

void ml_json_open(MlJsonScan *s, MlText json) {
  *s = (MlJsonScan){.first = 1};
  if (json.p == NULL) return;
  s->end = json.p + json.n;
  s->at = space_end(json.p, s->end);
  if (s->at < s->end && (*s->at == '{' || *s->at == '[')) {
    s->kind = *s->at++;
  } else {
    s->rc = SQLITE_CORRUPT;
  }
}

static int scan_stop(MlJsonScan *s, int rc) {
  s->kind = 0;
  s->rc = rc;
  return 0;
}

int ml_json_next(MlJsonScan *s) {
  const char *end = s->end;
  const char *p = s->at;
  const char *q;
  char close = s->kind == '{' ? '}' : ']';

  if (s->kind == 0) return 0;
  p = space_end(p, end);
  if (p < end && *p == close) return scan_stop(s, space_end(p + 1, end) == end ? SQLITE_OK : SQLITE_CORRUPT);
  if (!s->first) {
    if (p == end) return scan_stop(s, SQLITE_CORRUPT);
    p = space_end(p + 1, end); /* a comma: looked at below, before the last value was handed out */
  }
  s->first = 0;
  if (s->kind == '{') {
    q = p < end && *p == '"' ? ml_json_string_end(p, end) : NULL;
    if (q == NULL) return scan_stop(s, SQLITE_CORRUPT);
    s->name = (MlText){p, q - p};
    p = space_end(q, end);
    if (p == end || *p != ':') return scan_stop(s, SQLITE_CORRUPT);
    p = space_end(p + 1, end);
  }
  q = value_end(p, end);
  if (q == NULL) return scan_stop(s, SQLITE_CORRUPT);
  s->value = (MlText){p, q - p};
  s->at = space_end(q, end);
  if (s->at == end || (*s->at != ',' && *s->at != close)) return scan_stop(s, SQLITE_CORRUPT);
  return 1;
}
