/* Connections for C programs that test what hosts do: statements that must succeed, fail, or say something. */
#ifndef ML_TEST_CONNECTION_H
#define ML_TEST_CONNECTION_H

#define _POSIX_C_SOURCE 200809L

#include "../unit/unit.h"
#include <stdlib.h>
#include <unistd.h>

int sqlite3_memlog_init(sqlite3 *db, char **pz, const sqlite3_api_routines *api);

static char test_directory[] = "/tmp/memlog-XXXXXX";
static char test_path[64];

/* A new file for what follows; the one before goes. */
static inline void test_begin(void) {
  static const char *const ends[] = {"", "-journal", "-wal", "-shm"};
  char name[96];
  if (!test_path[0]) {
    if (!mkdtemp(test_directory)) exit(2);
    snprintf(test_path, sizeof(test_path), "%s/memory.db", test_directory);
  }
  for (int i = 0; i < 4; i++) {
    snprintf(name, sizeof(name), "%s%s", test_path, ends[i]);
    unlink(name);
  }
}

static inline int test_end(void) {
  test_begin();
  rmdir(test_directory);
  sqlite3_shutdown();
  return unit_end();
}

static inline sqlite3 *open_plain(const char *path, int flags) {
  sqlite3 *db;
  if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) {
    printf("%s does not open\n", path);
    exit(2);
  }
  sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL); /* power does not fail here */
  return db;
}

static inline sqlite3 *open_flags(const char *path, int flags) {
  sqlite3 *db = open_plain(path, flags);
  char *why = NULL;
  int rc = sqlite3_memlog_init(db, &why, NULL);
  if (rc != SQLITE_OK) printf("memlog does not load: %s\n", why ? why : "no words");
  sqlite3_free(why);
  if (rc != SQLITE_OK) exit(2);
  return db;
}

/* The test's file, with memlog. */
static inline sqlite3 *open_file(void) { return open_flags(test_path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE); }

/* What a query returns: columns parted by |, rows by a new line; NULL is "-". The text lives until the next but three.
 */
static inline const char *ask(sqlite3 *db, const char *sql) {
  static char ring[4][4096];
  static int turn;
  char *out = ring[turn++ & 3];
  sqlite3_stmt *st;
  size_t n = 0;
  int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
  out[0] = 0;
  while (rc == SQLITE_OK || rc == SQLITE_ROW) {
    rc = sqlite3_step(st);
    if (rc != SQLITE_ROW) break;
    for (int i = 0; i < sqlite3_column_count(st) && n < 4000; i++) {
      const char *text = (const char *)sqlite3_column_text(st, i);
      const char *before = i ? "|" : n ? "\n" : "";
      n += (size_t)snprintf(out + n, 4096 - n, "%s%s", before, text ? text : "-");
      if (n > 4000) n = 4000;
    }
  }
  sqlite3_finalize(st);
  if (rc != SQLITE_DONE) snprintf(out, 4096, "error: %s", sqlite3_errmsg(db));
  return out;
}

static inline void says_at(sqlite3 *db, const char *sql, const char *want, const char *file, int line) {
  const char *got = ask(db, sql);
  if (!unit_check(strcmp(got, want) == 0, file, line, sql)) printf("  expected: %s\n  got: %s\n", want, got);
}

static inline void does_at(sqlite3 *db, const char *sql, const char *file, int line) {
  char *why = NULL;
  int rc = sqlite3_exec(db, sql, NULL, NULL, &why);
  if (!unit_check(rc == SQLITE_OK, file, line, sql)) printf("  error %d: %s\n", rc, why ? why : "no words");
  sqlite3_free(why);
}

/* words: what the message must hold. */
static inline void fails_at(sqlite3 *db, const char *sql, int code, const char *words, const char *file, int line) {
  char *why = NULL;
  int rc = sqlite3_exec(db, sql, NULL, NULL, &why);
  int ok = (rc & 0xff) == code && why && strstr(why, words);
  if (!unit_check(ok, file, line, sql)) printf("  expected: %d, %s\n  got: %d, %s\n", code, words, rc, why ? why : "-");
  sqlite3_free(why);
}

/* What holds at any end of a transaction: memory is what the log says, and the file is sound. */
#define SOUND                                                                                                          \
  "SELECT (SELECT count(*) FROM mem_verify), (SELECT count(*) FROM (SELECT key, scope, path, type, json FROM mem"      \
  " EXCEPT SELECT key, scope, path, type, json FROM mem WHERE as_of = '#last'))"

static inline void sound_at(sqlite3 *db, const char *file, int line) { says_at(db, SOUND, "0|0", file, line); }

static inline void close_at(sqlite3 *db, const char *file, int line) {
  if (!unit_check(sqlite3_close(db) == SQLITE_OK, file, line, "sqlite3_close")) sqlite3_close_v2(db);
}

#define SAYS(db, sql, want)         says_at((db), (sql), (want), __FILE__, __LINE__)
#define DOES(db, sql)               does_at((db), (sql), __FILE__, __LINE__)
#define FAILS(db, sql, code, words) fails_at((db), (sql), (code), (words), __FILE__, __LINE__)
#define IS_SOUND(db)                sound_at((db), __FILE__, __LINE__)
#define CLOSES(db)                  close_at((db), __FILE__, __LINE__)

#endif
