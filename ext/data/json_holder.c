/* Place holders of values that are stored elsewhere. */
#include "json.h"

#include <string.h>

#define HEAD      "{\"digest\": \""
#define BYTES     "\",\"bytes\":"
#define TYPE      ",\"type\":\""
#define TAIL      "\"}"
#define HEAD_SIZE ((i64)sizeof(HEAD) - 1)

static const MlType types[] = {ML_STRING, ML_ARRAY, ML_MAP};

int ml_json_is_holder(MlText json) { return json.n > HEAD_SIZE && memcmp(json.p, HEAD, (size_t)HEAD_SIZE) == 0; }

void ml_json_put_holder(MlBuf *out, const MlHolder *h) {
  char hex[33];
  ml_uuid_hex(&h->digest, hex);
  ml_buf_puts(out, HEAD);
  ml_buf_puts(out, hex);
  ml_buf_puts(out, BYTES);
  ml_buf_int(out, h->bytes);
  ml_buf_puts(out, TYPE);
  ml_buf_puts(out, ml_json_type_name(h->type));
  ml_buf_puts(out, TAIL);
}

/* Behind a piece of text that must stand at p; NULL if something else does. */
static const char *piece_end(const char *p, const char *end, const char *piece) {
  i64 n = (i64)strlen(piece);
  return p != NULL && end - p >= n && memcmp(p, piece, (size_t)n) == 0 ? p + n : NULL;
}

static const char *digest_end(const char *p, const char *end, MlUuid *digest) {
  if (p == NULL || end - p < 32) return NULL;
  for (int i = 0; i < 32; i++) {
    if (p[i] >= 'A' && p[i] <= 'F') return NULL;
  }
  return ml_uuid_unhex((MlText){p, 32}, digest) ? p + 32 : NULL;
}

static const char *bytes_end(const char *p, const char *end, i64 *bytes) {
  const char *from = p;
  *bytes = 0;
  if (p == NULL) return NULL;
  for (; p < end && *p >= '0' && *p <= '9' && p - from < 10; p++) *bytes = *bytes * 10 + (*p - '0');
  return p > from && *from != '0' ? p : NULL;
}

static const char *type_end(const char *p, const char *end, MlType *type) {
  for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
    const char *q = piece_end(p, end, ml_json_type_name(types[i]));
    *type = types[i];
    if (q != NULL) return q;
  }
  return NULL;
}

/* Behind the place holder that begins at p; NULL if it is none as memlog writes them. */
static const char *holder_end(const char *p, const char *end, MlHolder *h) {
  p = piece_end(p, end, HEAD);
  p = digest_end(p, end, &h->digest);
  p = piece_end(p, end, BYTES);
  p = bytes_end(p, end, &h->bytes);
  p = piece_end(p, end, TYPE);
  p = type_end(p, end, &h->type);
  return piece_end(p, end, TAIL);
}

int ml_json_get_holder(MlText json, MlHolder *h) {
  *h = (MlHolder){0};
  return json.n > 0 && holder_end(json.p, json.p + json.n, h) == json.p + json.n;
}

MlText ml_json_find_holder(MlText text, MlHolder *h) {
  *h = (MlHolder){0};
  if (!text.p) return (MlText){NULL, 0};
  const char *p = text.p;
  const char *end = p + text.n;
  while ((p = memchr(p, '{', (size_t)(end - p))) != NULL) {
    MlText rest = {p, end - p};
    if (ml_json_is_holder(rest)) {
      const char *q = holder_end(p, end, h);
      return (MlText){p, q != NULL ? q - p : 0};
    }
    p++;
  }
  return (MlText){NULL, 0};
}
