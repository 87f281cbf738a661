#include "sqlite.h"

#include <string.h>

void ml_text_free(MlText *t) {
  union {
    const char *view; /* const because most texts are views */
    char *own;
  } p = {t->p};
  sqlite3_free(p.own);
  *t = (MlText){NULL, 0};
}

int ml_text_same(MlText a, MlText b) { return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0); }

MlText ml_text_of(const char *z) { return z ? (MlText){z, (i64)strlen(z)} : (MlText){NULL, 0}; }

int ml_text_is(MlText t, const char *z) { return ml_text_same(t, ml_text_of(z)); }

int ml_text_among(MlText t, const char *const *words) {
  int i = 0;

  while (words[i] && !ml_text_is(t, words[i])) i++;
  return words[i] ? i : -1;
}

int ml_text_compare(MlText a, MlText b) {
  i64 n = a.n < b.n ? a.n : b.n;
  int c = n > 0 ? memcmp(a.p, b.p, (size_t)n) : 0;

  if (c != 0) return c;
  return (a.n > b.n) - (a.n < b.n);
}

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

int ml_text_utf8(MlText t) {
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

i64 ml_text_break(MlText t, i64 i) {
  static const char *const wide[] = {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"}; /* U+0085, U+2028, U+2029 */
  if (t.p[i] >= '\n' && t.p[i] <= '\r') return 1;
  for (size_t k = 0; k < sizeof(wide) / sizeof(*wide); k++) {
    i64 n = (i64)strlen(wide[k]);
    if (t.n - i >= n && memcmp(t.p + i, wide[k], (size_t)n) == 0) return n;
  }
  return 0;
}
