/* Text that grows, of the C library's memory: what fails is SQLite's and jansson's. */
#ifndef ML_TEXT_H
#define ML_TEXT_H

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *why) {
  printf("%s: %s\n0 passed, 1 failed\n", what, why);
  exit(1);
}

typedef struct Text {
  char *p;
  size_t n, cap;
} Text;

static void text_put(Text *t, const char *p, size_t n) {
  if (t->n + n + 1 > t->cap) {
    t->cap = (t->n + n + 1) * 2;
    t->p = realloc(t->p, t->cap);
    if (!t->p) die("memory", "really none");
  }
  memcpy(t->p + t->n, p, n);
  t->n += n;
  t->p[t->n] = 0;
}

static void text_add(Text *t, const char *z) { text_put(t, z, strlen(z)); }

static void text_clear(Text *t) {
  t->n = 0;
  text_put(t, "", 0);
}

static int text_same(const Text *a, const Text *b) { return a->n == b->n && (!a->n || memcmp(a->p, b->p, a->n) == 0); }

/* What a file holds; 0 if there is none. */
static inline int text_load(Text *t, const char *name) {
  char block[65536];
  size_t n;
  FILE *f = fopen(name, "r");
  text_clear(t);
  if (!f) return 0;
  while ((n = fread(block, 1, sizeof(block), f)) > 0) text_put(t, block, n);
  fclose(f);
  return 1;
}

static inline void text_save(const Text *t, const char *name) {
  FILE *f = fopen(name, "w");
  if (!f || fwrite(t->p, 1, t->n, f) != t->n || fclose(f)) die(name, "cannot be written");
}

#endif
