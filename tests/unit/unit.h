/*
** What the C unit programs check and count with. A failed check prints where it stands and goes on;
** main ends with `return unit_end();`, which prints the last line the runner reads.
*/
#ifndef ML_UNIT_H
#define ML_UNIT_H

#include "base/sqlite.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int unit_passed, unit_failed;

static inline int unit_check(int ok, const char *file, int line, const char *what) {
  if (ok) {
    unit_passed++;
  } else {
    unit_failed++;
    printf("%s:%d: %s\n", file, line, what);
  }
  return ok;
}

static inline int unit_int(i64 got, i64 want, const char *file, int line, const char *what) {
  if (unit_check(got == want, file, line, what)) return 1;
  printf("  expected: %" PRId64 "\n  got: %" PRId64 "\n", (int64_t)want, (int64_t)got);
  return 0;
}

static inline int unit_text(MlText got, MlText want, const char *file, int line, const char *what) {
  int same = got.n == want.n && (got.n == 0 || memcmp(got.p, want.p, (size_t)got.n) == 0);
  if (unit_check(same, file, line, what)) return 1;
  printf("  expected: %.*s\n  got: %.*s\n", (int)want.n, want.n ? want.p : "", (int)got.n, got.n ? got.p : "");
  return 0;
}

static inline MlText unit_z(const char *z) { return (MlText){z, z ? (i64)strlen(z) : 0}; }

static inline int unit_end(void) {
  i64 left = sqlite3_memory_used();
  unit_check(left == 0, __FILE__, __LINE__, "all memory of sqlite3_malloc64 is given back");
  printf("%d passed, %d failed\n", unit_passed, unit_failed);
  return unit_failed != 0;
}

/* Each is 1 if the check passed, so that what follows can depend on it. */
#define CHECK(what)          unit_check((what) != 0, __FILE__, __LINE__, #what)
#define CHECK_INT(got, want) unit_int((i64)(got), (i64)(want), __FILE__, __LINE__, #got " == " #want)
#define CHECK_TEXT(got, z)   unit_text((got), unit_z(z), __FILE__, __LINE__, #got " == " #z)
#define CHECK_Z(got, z)      unit_text(unit_z(got), unit_z(z), __FILE__, __LINE__, #got " == " #z)

#endif
