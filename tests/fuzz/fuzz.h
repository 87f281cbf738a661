/*
** What the fuzzers share. A fuzzer is one C file: FUZZ_NAME, FUZZ_SEEDS (a directory, or ""), FUZZ_MUTATIONS (how
** many it tries in a test) and FUZZ_BYTES (how long an input of libFuzzer's may be), then this, then
** LLVMFuzzerTestOneInput, which aborts where a law is broken. clang makes it a program of libFuzzer's (make fuzz),
** any other compiler one that replays inputs and mutations of them (replay.h).
*/
#ifndef ML_FUZZ_H
#define ML_FUZZ_H

#define _POSIX_C_SOURCE 200809L

#include "base/sqlite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int sqlite3_memlog_init(sqlite3 *db, char **pz, const sqlite3_api_routines *api);
int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* A law is broken. */
static inline _Noreturn void fuzz_fault(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fprintf(stderr, FUZZ_NAME ": ");
  vfprintf(stderr, fmt, ap);
  fprintf(stderr, "\n");
  va_end(ap);
  abort();
}

/* ---- the input, byte by byte; 0 behind its end ---- */

typedef struct Bytes {
  const uint8_t *p;
  size_t n;
} Bytes;

static inline unsigned take(Bytes *b) {
  if (!b->n) return 0;
  b->n--;
  return *b->p++;
}

static inline unsigned take_below(Bytes *b, unsigned n) { return take(b) % n; }

/* ---- connections ---- */

static inline void fuzz_must(sqlite3 *db, const char *sql) {
  char *why = NULL;
  if (sqlite3_exec(db, sql, NULL, NULL, &why)) fuzz_fault("%s: %s", sql, why ? why : "no words");
}

static inline void fuzz_load(sqlite3 *db) {
  char *why = NULL;
  if (sqlite3_memlog_init(db, &why, NULL)) fuzz_fault("memlog does not load: %s", why ? why : "no words");
}

/* What SQLite keeps for itself; one input must leave no more. */
static i64 fuzz_kept;

/* Before an input: the same random numbers for the same input, and no memory but SQLite's own. */
static inline void fuzz_begin(void) {
  static int begun;
  if (!begun) {
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db)) fuzz_fault("a database in memory does not open");
    fuzz_load(db);
    if (sqlite3_close(db)) fuzz_fault("a connection that did nothing does not close");
    fuzz_kept = sqlite3_memory_used();
    begun = 1;
  }
  sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1, (sqlite3 *)NULL);
}

static inline void fuzz_close(sqlite3 *db) {
  sqlite3_stmt *st = sqlite3_next_stmt(db, NULL);
  if (sqlite3_close(db)) fuzz_fault("the connection does not close; a statement left: %s", st ? sqlite3_sql(st) : "-");
}

/* After an input, all connections closed. */
static inline void fuzz_end(void) {
  sqlite3_hard_heap_limit64(0);
  i64 left = sqlite3_memory_used() - fuzz_kept;
  if (left) fuzz_fault("%lld bytes of memory are not given back", (long long)left);
}

/* An endless loop is interrupted after so many thousand instructions. */
static int fuzz_left;

static int fuzz_tick(void *arg) {
  (void)arg;
  return --fuzz_left < 0;
}

static inline void fuzz_limit(sqlite3 *db, int thousands, i64 memory) {
  fuzz_left = thousands;
  sqlite3_progress_handler(db, 1000, fuzz_tick, NULL);
  sqlite3_hard_heap_limit64(memory);
}

static inline void fuzz_unlimit(sqlite3 *db) {
  sqlite3_progress_handler(db, 0, NULL, NULL);
  sqlite3_hard_heap_limit64(0);
}

/* ---- images: a file prepared once, copied for each input ---- */

typedef struct Image {
  uint8_t *p;
  i64 n;
} Image;

static inline Image image_make(const char *sql) {
  Image m;
  sqlite3 *db;
  fuzz_begin();
  if (sqlite3_open(":memory:", &db)) fuzz_fault("a database in memory does not open");
  fuzz_load(db);
  fuzz_must(db, sql);
  sqlite3_uint64 size = 0;
  uint8_t *p = sqlite3_serialize(db, "main", (sqlite3_int64 *)&size, 0);
  m.n = (i64)size;
  m.p = p ? malloc((size_t)size) : NULL;
  if (!m.p) fuzz_fault("no image of the prepared file");
  memcpy(m.p, p, (size_t)size);
  sqlite3_free(p);
  fuzz_close(db);
  return m;
}

/* A database in memory that holds a copy of these bytes; memlog is not loaded yet. */
static inline sqlite3 *image_open(const uint8_t *p, i64 n) {
  sqlite3 *db;
  unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
  if (sqlite3_open(":memory:", &db)) fuzz_fault("a database in memory does not open");
  if (n) {
    uint8_t *copy = sqlite3_malloc64((u64)n);
    if (!copy) fuzz_fault("no memory for an image");
    memcpy(copy, p, (size_t)n);
    if (sqlite3_deserialize(db, "main", copy, n, n, flags)) fuzz_fault("an image is not taken: %s", sqlite3_errmsg(db));
  }
  return db;
}

/* ---- a file on disk, for what needs one ---- */

static char fuzz_directory[64], fuzz_path[80];

static void file_remove(void) {
  static const char *const ends[] = {"", "-journal", "-wal", "-shm"};
  char name[96];
  for (int i = 0; i < COUNT(ends); i++) {
    snprintf(name, sizeof(name), "%s%s", fuzz_path, ends[i]);
    unlink(name);
  }
}

static void directory_remove(void) {
  file_remove();
  rmdir(fuzz_directory);
}

static inline void file_write(const Image *m) {
  if (!fuzz_directory[0]) {
    const char *where = getenv("TMPDIR");
    where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : where ? where : "/tmp";
    snprintf(fuzz_directory, sizeof(fuzz_directory), "%.40s/memlog-XXXXXX", where);
    if (!mkdtemp(fuzz_directory)) fuzz_fault("%s cannot be made", fuzz_directory);
    snprintf(fuzz_path, sizeof(fuzz_path), "%s/memory.db", fuzz_directory);
    atexit(directory_remove);
  }
  file_remove();
  FILE *f = fopen(fuzz_path, "w");
  if (!f || fwrite(m->p, 1, (size_t)m->n, f) != (size_t)m->n || fclose(f)) fuzz_fault("%s is not written", fuzz_path);
}

static inline sqlite3 *file_open(void) {
  sqlite3 *db;
  if (sqlite3_open(fuzz_path, &db)) fuzz_fault("%s does not open", fuzz_path);
  fuzz_must(db, "PRAGMA synchronous = OFF");
  return db;
}

/* ---- the law of every sound file ---- */

/* The first cell a query gives, or the words of its error; NULL if it has no rows. Lives until the next call. */
static inline const char *fuzz_ask(sqlite3 *db, const char *sql) {
  static char said[2048];
  sqlite3_stmt *st = NULL;
  const char *text = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
  if (!rc) rc = sqlite3_step(st);
  if (rc == SQLITE_ROW) text = (const char *)sqlite3_column_text(st, 0);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) text = sqlite3_errmsg(db);
  if (text) snprintf(said, sizeof(said), "%s", text);
  sqlite3_finalize(st);
  return text ? said : NULL;
}

#define FUZZ_VERIFY                                                                                                    \
  "SELECT kind || ', ' || ifnull(key, '') || ', ' || ifnull(path, '') || ', ' || detail FROM mem_verify"
#define FUZZ_NOT_KEPT "not recorded"

#define FUZZ_NODES "SELECT path || ' ' || type || ' ' || ifnull(json, '') FROM mem"
#define FUZZ_NOW   FUZZ_NODES " WHERE key = %Q AND scope = %Q"
#define FUZZ_LAST  FUZZ_NODES "(%Q, '#last') WHERE scope = %Q"

/* A key's memory of one scope is what is rebuilt of it, unless there is a gap, which says so. */
static inline void fuzz_rebuilt(sqlite3 *db, const char *key, const char *scope) {
  static const char *const differ[] = {FUZZ_NOW " EXCEPT " FUZZ_LAST, FUZZ_LAST " EXCEPT " FUZZ_NOW};
  for (int i = 0; i < 2; i++) {
    char *sql = sqlite3_mprintf(differ[i], key, scope, key, scope);
    const char *said = fuzz_ask(db, sql);
    sqlite3_free(sql);
    if (said && !strstr(said, FUZZ_NOT_KEPT)) {
      fuzz_fault("%s, %s: %s: %s", key, scope,
                 i ? "it is rebuilt, but does not stand" : "it stands, but is not rebuilt", said);
    }
  }
}

/* mem_verify finds nothing, and what is rebuilt is what stands. */
static inline void fuzz_sound(sqlite3 *db) {
  sqlite3_stmt *st = NULL;
  const char *said = fuzz_ask(db, FUZZ_VERIFY);
  if (said) fuzz_fault("mem_verify: %s", said);
  int rc = sqlite3_prepare_v2(db, "SELECT DISTINCT key FROM main.memlog_cell", -1, &st, NULL);
  while (!rc && sqlite3_step(st) == SQLITE_ROW) {
    const char *key = (const char *)sqlite3_column_text(st, 0);
    fuzz_rebuilt(db, key, "short_term");
    fuzz_rebuilt(db, key, "sensory");
  }
  sqlite3_finalize(st);
}

#ifndef ML_LIBFUZZER
#include "replay.h"
#endif

#endif
