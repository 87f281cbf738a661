/* JSON strings both ways, types, and values as results of functions. */
#include "json.h"

#include <string.h>

#define BYTES(c) ((u64)(c)*0x0101010101010101u)
/* Sets the high bit of some byte if any byte of w is zero (never misses one; exact for "is there any"). */
#define HAS_ZERO(w) (((w)-BYTES(1)) & ~(w)&BYTES(0x80))

const char *ml_json_plain_end(const char *p, const char *end) {
  while (end - p >= 8) {
    u64 w;

    memcpy(&w, p, 8);
    if ((HAS_ZERO(w ^ BYTES('"')) | HAS_ZERO(w ^ BYTES('\\')) | HAS_ZERO(w & BYTES(0xe0))) != 0) break;
    p += 8;
  }
  while (p < end && (u8)*p >= 0x20 && *p != '"' && *p != '\\') p++;
  return p;
}

static void escape_put(MlBuf *out, char c) {
  static const char digit[] = "0123456789abcdef";
  static const char letter[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* pairs: the byte, its escape */
  char z[6] = {'\\', 'u', '0', '0', digit[(u8)c >> 4], digit[c & 15]};
  size_t i;

  for (i = 0; i + 1 < sizeof(letter); i += 2) {
    if (letter[i] != c) continue;
    z[1] = letter[i + 1];
    ml_buf_put(out, z, 2);
    return;
  }
  ml_buf_put(out, z, 6);
}

void ml_json_put_string(MlBuf *out, MlText text) {
  const char *p = text.n > 0 ? text.p : "";
  const char *end = p + text.n;

  ml_buf_room(out, text.n + 2);
  ml_buf_char(out, '"');
  while (p < end) {
    const char *q = ml_json_plain_end(p, end);

    ml_buf_put(out, p, q - p);
    if (q < end) escape_put(out, *q++);
    p = q;
  }
  ml_buf_char(out, '"');
}

MlText ml_json_trim(MlText t) {
  while (t.n && (*t.p == ' ' || *t.p == '\t' || *t.p == '\r' || *t.p == '\n')) t = (MlText){t.p + 1, t.n - 1};
  return t;
}

void ml_json_put_name(MlBuf *out, const char *name) {
  char last = out->n ? out->p[out->n - 1] : 0;

  if (last != '{') ml_buf_char(out, last ? ',' : '{');
  ml_buf_char(out, '"');
  ml_buf_puts(out, name);
  ml_buf_puts(out, "\":");
}

void ml_json_put_text(MlBuf *out, const char *name, MlText text) {
  if (text.p == NULL) return;
  ml_json_put_name(out, name);
  ml_json_put_string(out, text);
}

void ml_json_put_number(MlBuf *out, const char *name, i64 v) {
  ml_json_put_name(out, name);
  ml_buf_int(out, v);
}

void ml_json_put_uuid(MlBuf *out, const char *name, const MlUuid *id) {
  char text[37];

  ml_uuid_text(id, text);
  ml_json_put_text(out, name, (MlText){text, 36});
}

int ml_json_string(MlText text, const char *what, MlBuf *out, MlErr *e) {
  if (!ml_text_utf8(text)) {
    char shown[ML_ERR_SHOW];

    return ml_err_set(e, SQLITE_ERROR, "memlog: %s '%s': it is not valid UTF-8", what, ml_err_show(shown, text));
  }
  ml_json_put_string(out, text);
  return ml_err_buf(e, out->rc, what);
}

static int hex_read(const char *p) {
  int v = 0;
  int i;

  for (i = 0; i < 4; i++) {
    char c = p[i];

    if (c >= '0' && c <= '9') {
      v = v * 16 + (c - '0');
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      v = v * 16 + ((c | 0x20) - 'a' + 10);
    } else {
      return -1;
    }
  }
  return v;
}

static void utf8_put(MlBuf *out, u32 c) {
  u8 z[4];
  int n = 0;

  if (c < 0x80) {
    z[n++] = (u8)c;
  } else if (c < 0x800) {
    z[n++] = (u8)(0xc0 | c >> 6);
    z[n++] = (u8)(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    z[n++] = (u8)(0xe0 | c >> 12);
    z[n++] = (u8)(0x80 | (c >> 6 & 0x3f));
    z[n++] = (u8)(0x80 | (c & 0x3f));
  } else {
    z[n++] = (u8)(0xf0 | c >> 18);
    z[n++] = (u8)(0x80 | (c >> 12 & 0x3f));
    z[n++] = (u8)(0x80 | (c >> 6 & 0x3f));
    z[n++] = (u8)(0x80 | (c & 0x3f));
  }
  ml_buf_put(out, z, n);
}

/* Puts what the escape at p (a backslash) stands for; the place behind it, NULL if it is damaged. */
static const char *escape_read(const char *p, const char *end, MlBuf *out) {
  static const char letter[] = "\"\"\\\\//b\bf\fn\nr\rt\t"; /* pairs: the escape, its byte */
  size_t i;
  int hi;
  int lo;

  if (end - p < 2) return NULL;
  for (i = 0; i + 1 < sizeof(letter); i += 2) {
    if (letter[i] != p[1]) continue;
    ml_buf_char(out, letter[i + 1]);
    return p + 2;
  }
  if (p[1] != 'u' || end - p < 6) return NULL;
  hi = hex_read(p + 2);
  if (hi < 0 || (hi >= 0xdc00 && hi < 0xe000)) return NULL;
  if (hi < 0xd800 || hi >= 0xe000) {
    utf8_put(out, (u32)hi);
    return p + 6;
  }
  if (end - p < 12 || p[6] != '\\' || p[7] != 'u') return NULL;
  lo = hex_read(p + 8);
  if (lo < 0xdc00 || lo >= 0xe000) return NULL;
  utf8_put(out, 0x10000u + ((u32)(hi - 0xd800) << 10 | (u32)(lo - 0xdc00)));
  return p + 12;
}

/* What stands between the quotes; p is NULL if it is no string. */
static MlText string_inside(MlText s) {
  if (s.n < 2 || s.p[0] != '"' || s.p[s.n - 1] != '"') return (MlText){NULL, 0};
  return (MlText){s.p + 1, s.n - 2};
}

/* Decodes the inside of a string; 0 if it is damaged. */
static int inside_decode(MlText inside, MlBuf *out) {
  const char *p = inside.p;
  const char *end = p + inside.n;

  while (p < end) {
    const char *q = ml_json_plain_end(p, end);

    ml_buf_put(out, p, q - p);
    if (q == end) break;
    p = *q == '\\' ? escape_read(q, end, out) : NULL;
    if (p == NULL) return 0;
  }
  return 1;
}

int ml_json_get_string(MlText json, MlBuf *out) {
  MlText inside = string_inside(json);
  i64 begin = out->n;

  if (inside.p == NULL) return SQLITE_CORRUPT;
  if (!inside_decode(inside, out)) {
    ml_buf_cut(out, begin);
    return SQLITE_CORRUPT;
  }
  return out->rc;
}

MlText ml_json_bare(MlText string, MlBuf *scratch) {
  MlText inside = string_inside(string);

  if (inside.p == NULL) return inside;
  if (ml_json_plain_end(inside.p, inside.p + inside.n) == inside.p + inside.n) return inside;
  ml_buf_cut(scratch, 0);
  if (!inside_decode(inside, scratch) || scratch->rc != SQLITE_OK) return (MlText){NULL, 0};
  return ml_buf_view(scratch);
}

MlType ml_json_type(MlText json) {
  MlHolder holder;
  int real = 0;

  if (json.n < 1) return ML_MISSING;
  switch (json.p[0]) {
  case '"':
    return ML_STRING;
  case '[':
    return ML_ARRAY;
  case '{':
    return ml_json_is_holder(json) && ml_json_get_holder(json, &holder) ? holder.type : ML_MAP;
  case 'n':
    return json.n >= 4 && memcmp(json.p, "null", 4) == 0 ? ML_NULL : ML_MISSING;
  case 't':
    return json.n >= 4 && memcmp(json.p, "true", 4) == 0 ? ML_TRUE : ML_MISSING;
  case 'f':
    return json.n >= 5 && memcmp(json.p, "false", 5) == 0 ? ML_FALSE : ML_MISSING;
  default:
    if (ml_json_number(json, &real) == 0) return ML_MISSING;
    return real ? ML_REAL : ML_INTEGER;
  }
}

const char *ml_json_type_name(MlType t) {
  static const char *const name[] = {NULL,      "object", "list", "null",  "true", "false",
                                     "integer", "real",   "text", "array", "map"};

  return t >= ML_MISSING && t <= ML_MAP ? name[t] : NULL;
}

static void result_damaged(sqlite3_context *ctx, MlText json) {
  MlErr e = {0};
  char shown[ML_ERR_SHOW];

  ml_err_set(&e, SQLITE_CORRUPT, "memlog: stored value '%s': it is not JSON", ml_err_show(shown, json));
  ml_err_result(&e, ctx);
}

static void result_string(sqlite3_context *ctx, MlText json) {
  MlBuf b = {0};
  MlText text = ml_json_bare(json, &b);
  u64 n = (u64)text.n;

  if (text.p != NULL && text.p != b.p) {
    sqlite3_result_text64(ctx, text.p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
  } else if (text.p != NULL) {
    sqlite3_result_text64(ctx, ml_buf_take(&b), n, sqlite3_free, SQLITE_UTF8);
  } else if (b.rc == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(ctx);
  } else {
    result_damaged(ctx, json);
  }
  ml_buf_free(&b);
}

void ml_json_result(sqlite3_context *ctx, MlText json) {
  MlType type = ml_json_type(json);
  i64 v = 0;
  double r = 0;

  if (type == ML_STRING) {
    result_string(ctx, json);
  } else if (type == ML_INTEGER && ml_json_get_integer(json, &v)) {
    sqlite3_result_int64(ctx, v);
  } else if (type == ML_REAL && ml_json_get_real(json, &r)) {
    sqlite3_result_double(ctx, r);
  } else if (type == ML_TRUE || type == ML_FALSE) {
    sqlite3_result_int(ctx, type == ML_TRUE);
  } else if (type == ML_NULL || json.p == NULL) {
    sqlite3_result_null(ctx);
  } else if (type == ML_ARRAY || type == ML_MAP) {
    sqlite3_result_text64(ctx, json.p, (u64)json.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  } else {
    result_damaged(ctx, json);
  }
}
