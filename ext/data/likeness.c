#include "likeness.h"

#include "cut.h"

#include <stdlib.h>

#define WORDS_MAX 1000

typedef enum Class { BETWEEN, LETTER, WIDE, SIGN } Class;

static int within(u32 c, u32 low, u32 high) { return c >= low && c <= high; }

static Class class_of(u32 c) {
  if (c < 0x80) {
    return c == '_' || within(c, '0', '9') || within(c | 32, 'a', 'z') ? LETTER : BETWEEN;
  }
  if (c < 0xc0 || within(c, 0x2000, 0x206f) || within(c, 0x3000, 0x303f) || within(c, 0xfe00, 0xfe6f) ||
      within(c, 0xff00, 0xff0f) || within(c, 0xff1a, 0xff20)) {
    return BETWEEN;
  }
  if (within(c, 0x2190, 0x2bff) || within(c, 0x1f000, 0x1faff)) return SIGN;
  if (within(c, 0x3040, 0x30ff) || within(c, 0x3400, 0x9fff) || within(c, 0xf900, 0xfaff) ||
      within(c, 0x20000, 0x3ffff)) {
    return WIDE;
  }
  return LETTER;
}

#define HASH_BEGIN 14695981039346656037u

static u64 hash_add(u64 h, u32 c) {
  for (int i = 0; i < 4; i++, c >>= 8) h = (h ^ (c & 0xff)) * 1099511628211u;
  return h;
}

static int order_of(const void *a, const void *b) {
  u64 x = *(const u64 *)a, y = *(const u64 *)b;
  return x < y ? -1 : x > y;
}

static void words_sort(MlWordSet *w) {
  i64 n = 0;
  if (w->n) qsort(w->a, (size_t)w->n, sizeof(*w->a), order_of);
  for (i64 i = 0; i < w->n; i++) {
    if (!i || w->a[i] != w->a[i - 1]) w->a[n++] = w->a[i];
  }
  w->n = n;
}

int ml_likeness_words(MlText text, MlWordSet *w) {
  i64 room = text.n + 1 < WORDS_MAX ? text.n + 1 : WORDS_MAX;
  u64 word = HASH_BEGIN;
  Class last = BETWEEN;
  u32 wide = 0;   /* the one before, if it is wide */
  int paired = 0; /* … and stands in a word already */
  int bytes;
  *w = (MlWordSet){sqlite3_malloc64((u64)room * sizeof(*w->a)), 0};
  if (!w->a) return SQLITE_NOMEM;
  for (i64 i = 0; w->n < room && i <= text.n; i += bytes) {
    u32 c = i < text.n ? ml_cut_char(text, i, &bytes) : 0;
    Class now = i < text.n ? class_of(c) : BETWEEN;
    if (i == text.n) bytes = 1;
    if (within(c, 'A', 'Z')) c |= 32;
    if (last == LETTER && now != LETTER) {
      w->a[w->n++] = word;
      word = HASH_BEGIN;
    } else if (last == WIDE && (now == WIDE || !paired)) {
      u64 h = hash_add(HASH_BEGIN, wide);
      w->a[w->n++] = now == WIDE ? hash_add(h, c) : h;
    } else if (last == SIGN) {
      w->a[w->n++] = hash_add(HASH_BEGIN, wide);
    }
    if (now == LETTER) word = hash_add(word, c);
    paired = last == WIDE && now == WIDE;
    wide = c;
    last = now;
  }
  words_sort(w);
  return SQLITE_OK;
}

void ml_likeness_free(MlWordSet *w) {
  sqlite3_free(w->a);
  *w = (MlWordSet){NULL, 0};
}

double ml_likeness(const MlWordSet *a, const MlWordSet *b) {
  i64 common = 0, i = 0, k = 0;
  while (i < a->n && k < b->n) {
    if (a->a[i] == b->a[k]) common++;
    u64 x = a->a[i], y = b->a[k];
    i += x <= y;
    k += y <= x;
  }
  i64 all = a->n + b->n - common;
  return all ? (double)common / (double)all : 0;
}
