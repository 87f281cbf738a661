#include "value.h"

#include "json.h"

#include <string.h>

/* Length of the valid sequence that begins with a byte of 0x80 or more; 0 if it is damaged. */
static int utf8_length(const u8 *p, i64 n) {
  u8 c = p[0];

  if (c < 0xc2 || c > 0xf4 || n < 2 || (p[1] & 0xc0) != 0x80) return 0;
  if (c < 0xe0) return 2;
  if (n < 3 || (p[2] & 0xc0) != 0x80) return 0;
  if (c == 0xe0 && p[1] < 0xa0) return 0; /* overlong */
  if (c == 0xed && p[1] > 0x9f) return 0; /* surrogates */
  if (c < 0xf0) return 3;
  if (n < 4 || (p[3] & 0xc0) != 0x80) return 0;
  if (c == 0xf0 && p[1] < 0x90) return 0; /* overlong */
  if (c == 0xf4 && p[1] > 0x8f) return 0; /* beyond U+10FFFF */
  return 4;
}

int ml_value_utf8(MlText t) {
  const u8 *p = (const u8 *)t.p;
  i64 i = 0;

  while (i < t.n) {
    u64 word;
    int len;

    while (t.n - i >= 8) {
      memcpy(&word, p + i, 8);
      if (word & 0x8080808080808080) break;
      i += 8;
    }
    if (i >= t.n) break;
    if (p[i] < 0x80) {
      i++;
      continue;
    }
    len = utf8_length(p + i, t.n - i);
    if (len == 0) return 0;
    i += len;
  }
  return 1;
}

MlText ml_value_text(sqlite3_value *v) {
  const char *p = (const char *)sqlite3_value_text(v);

  return p == NULL ? (MlText){NULL, 0} : (MlText){p, sqlite3_value_bytes(v)};
}

static int json_from_text(sqlite3_value *v, const char *what, int is_json, MlBuf *out, MlErr *e) {
  MlText t = ml_value_text(v);

  if (t.p == NULL) return ml_err_nomem(e);
  return is_json ? ml_json_read(t, what, out, e) : ml_json_string(t, what, out, e);
}

int ml_value_read(sqlite3_value *v, const char *what, MlBuf *out, MlErr *e) {
  switch (sqlite3_value_type(v)) {
  case SQLITE_NULL:
    ml_buf_put(out, "null", 4);
    break;
  case SQLITE_INTEGER:
    ml_buf_int(out, sqlite3_value_int64(v));
    break;
  case SQLITE_FLOAT:
    return ml_json_real(sqlite3_value_double(v), what, out, e);
  case SQLITE_TEXT:
    return json_from_text(v, what, sqlite3_value_subtype(v) == ML_SUBTYPE_JSON, out, e);
  default:
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: a BLOB cannot be stored (store it as text, hex() for instance)",
                      what);
  }
  return ml_err_buf(e, out->rc, what);
}

int ml_value_read_json(sqlite3_value *v, const char *what, MlBuf *out, MlErr *e) {
  static const char *const name[] = {"an INTEGER", "a REAL", "TEXT", "a BLOB", "NULL"};
  int type = sqlite3_value_type(v);

  if (type == SQLITE_TEXT) return json_from_text(v, what, 1, out, e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: JSON must be given as TEXT, not as %s", what,
                    name[type - SQLITE_INTEGER]);
}
