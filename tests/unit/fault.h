/*
** Makes the n-th allocation of sqlite3_malloc64 and its family fail, once or from then on.
**   for (i64 n = 1, fired = 1; fired; n++) { fault_arm(n, 0); … fired = fault_disarm(); }
** fault_install comes before anything else that uses SQLite.
*/
#ifndef ML_FAULT_H
#define ML_FAULT_H

#include "base/sqlite.h"

static sqlite3_mem_methods fault_under;
static i64 fault_left; /* 0: not armed */
static int fault_stays, fault_fired;

static int fault_now(void) {
  if (fault_left == 0) return 0;
  if (fault_left > 1) {
    fault_left--;
    return 0;
  }
  if (!fault_stays) fault_left = 0;
  fault_fired = 1;
  return 1;
}

static void *fault_malloc(int n) { return fault_now() ? NULL : fault_under.xMalloc(n); }
static void *fault_realloc(void *p, int n) { return fault_now() ? NULL : fault_under.xRealloc(p, n); }

static inline int fault_install(void) {
  sqlite3_mem_methods m;
  int rc = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &fault_under);

  if (rc != SQLITE_OK) return rc;
  m = fault_under;
  m.xMalloc = fault_malloc;
  m.xRealloc = fault_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &m);
}

static inline void fault_arm(i64 n, int stays) {
  fault_fired = 0;
  fault_stays = stays;
  fault_left = n;
}

/* 1 if an allocation was made to fail since it was armed. */
static inline int fault_disarm(void) {
  fault_left = 0;
  return fault_fired;
}

#endif
