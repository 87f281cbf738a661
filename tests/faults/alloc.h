/*
** The allocators of SQLite (memlog's, too) and of jansson, counted together; from one allocation on, or at one only,
** they fail. allocators_install comes before anything else that uses SQLite.
*/
#ifndef ML_ALLOC_H
#define ML_ALLOC_H

#include "text.h"

#include "base/sqlite.h"

#include <jansson.h>

static sqlite3_mem_methods under;
static struct {
  int armed, stays;
  i64 at, count, fired;
  i64 live, live_json; /* allocations not given back */
} fault;

__attribute__((noinline)) void fault_hit(void);
void fault_hit(void) { fault.fired++; } /* a place for a debugger to stop at */

static int fault_now(void) {
  if (!fault.armed) return 0;
  fault.count++;
  if (fault.stays ? fault.count < fault.at : fault.count != fault.at) return 0;
  fault_hit();
  return 1;
}

static void *under_malloc(int n) {
  void *p = fault_now() ? NULL : under.xMalloc(n);
  fault.live += p != NULL;
  return p;
}

static void under_free(void *p) {
  fault.live -= p != NULL;
  under.xFree(p);
}

static void *under_realloc(void *p, int n) { return fault_now() ? NULL : under.xRealloc(p, n); }

static void *json_malloc(size_t n) {
  void *p = fault_now() ? NULL : malloc(n);
  fault.live_json += p != NULL;
  return p;
}

static void json_free(void *p) {
  fault.live_json -= p != NULL;
  free(p);
}

static void allocators_install(void) {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &under)) die("sqlite3_config", "GETMALLOC is refused");
  sqlite3_mem_methods m = under;
  m.xMalloc = under_malloc;
  m.xRealloc = under_realloc;
  m.xFree = under_free;
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &m)) die("sqlite3_config", "MALLOC is refused");
  if (sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0)) die("sqlite3_config", "LOOKASIDE is refused");
  json_set_alloc_funcs(json_malloc, json_free);
}

static void fault_arm(i64 at, int stays) {
  fault.armed = 1;
  fault.stays = stays;
  fault.at = at;
  fault.count = fault.fired = 0;
}

static void fault_disarm(void) { fault.armed = 0; }

#endif
