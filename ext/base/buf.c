#include "buf.h"

#include <string.h>

/* SQLite's allocator refuses anything close to 2 GiB: asking would look like a lack of memory. */
#define BUF_MAX   0x7ffffe00
#define BUF_FIRST 120

/* Room for n more bytes and the NUL; 1 on success. */
static int buf_grow(MlBuf *b, i64 n) {
  i64 cap;
  char *p;

  if (b->rc != SQLITE_OK) return 0;
  if (n < 0 || n > BUF_MAX - b->n - 1) {
    b->rc = SQLITE_TOOBIG;
    return 0;
  }
  cap = b->cap < BUF_FIRST ? BUF_FIRST : b->cap;
  while (cap < b->n + n + 1) cap *= 2;
  if (cap > BUF_MAX) cap = BUF_MAX;
  p = sqlite3_realloc64(b->p, (u64)cap);
  if (p == NULL) {
    b->rc = SQLITE_NOMEM;
    return 0;
  }
  b->p = p;
  b->cap = cap;
  return 1;
}

static inline int buf_fits(MlBuf *b, i64 n) {
  if (b->rc == SQLITE_OK && n >= 0 && n < b->cap - b->n) return 1;
  return buf_grow(b, n);
}

void ml_buf_put(MlBuf *b, const void *p, i64 n) {
  if (!buf_fits(b, n)) return;
  if (n > 0) memcpy(b->p + b->n, p, (size_t)n);
  b->n += n;
  b->p[b->n] = 0;
}

void ml_buf_puts(MlBuf *b, const char *z) { ml_buf_put(b, z, (i64)strlen(z)); }

void ml_buf_text(MlBuf *b, MlText t) { ml_buf_put(b, t.p, t.n); }

void ml_buf_char(MlBuf *b, char c) {
  if (!buf_fits(b, 1)) return;
  b->p[b->n++] = c;
  b->p[b->n] = 0;
}

void ml_buf_int(MlBuf *b, i64 v) {
  char z[20];
  int i = (int)sizeof(z);
  u64 u = v < 0 ? 0 - (u64)v : (u64)v;

  do {
    z[--i] = (char)('0' + u % 10);
    u /= 10;
  } while (u > 0);
  if (v < 0) z[--i] = '-';
  ml_buf_put(b, z + i, (i64)sizeof(z) - i);
}

char *ml_buf_room(MlBuf *b, i64 n) {
  if (!buf_fits(b, n)) return NULL;
  b->p[b->n + n] = 0; /* a caller that fills it all is terminated too */
  return b->p + b->n;
}

void ml_buf_cut(MlBuf *b, i64 n) {
  if (n < 0 || n >= b->n) return;
  b->n = n;
  b->p[n] = 0;
}

MlText ml_buf_view(const MlBuf *b) { return (MlText){b->p != NULL ? b->p : "", b->n}; }

char *ml_buf_take(MlBuf *b) {
  char *p;

  if (!buf_fits(b, 0)) {
    int rc = b->rc;

    ml_buf_free(b);
    b->rc = rc;
    return NULL;
  }
  p = b->p;
  p[b->n] = 0;
  *b = (MlBuf){0};
  return p;
}

void ml_buf_free(MlBuf *b) {
  sqlite3_free(b->p);
  *b = (MlBuf){0};
}
