#include "sqlite.h"

#include <string.h>

int ml_text_same(MlText a, MlText b) { return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0); }

int ml_text_compare(MlText a, MlText b) {
  i64 n = a.n < b.n ? a.n : b.n;
  int c = n > 0 ? memcmp(a.p, b.p, (size_t)n) : 0;

  if (c != 0) return c;
  return (a.n > b.n) - (a.n < b.n);
}
