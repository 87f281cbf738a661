/*
** A C program that embeds SQLite and lets memlog remember: an action as a transaction, errors, reading back, the state
** at an earlier moment.
**
**   cc -o embed examples/embed.c -lsqlite3 && MEMLOG_SO=build/memlog.so ./embed
*/
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(sqlite3 *db, const char *doing) {
  fprintf(stderr, "%s: %s\n", doing, sqlite3_errmsg(db));
  exit(1);
}

static void run(sqlite3 *db, const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(db, sql);
}

/* The first column of the only row, in a buffer that the next call reuses. */
static const char *value_of(sqlite3 *db, const char *sql, const char *argument) {
  static char buffer[1000];
  sqlite3_stmt *st;
  if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK) fail(db, sql);
  if (argument) sqlite3_bind_text(st, 1, argument, -1, SQLITE_STATIC);
  if (sqlite3_step(st) != SQLITE_ROW) fail(db, sql);
  const unsigned char *text = sqlite3_column_text(st, 0);
  snprintf(buffer, sizeof(buffer), "%s", text ? (const char *)text : "NULL");
  sqlite3_finalize(st);
  return buffer;
}

static void expect(const char *got, const char *want) {
  printf("%s\n", got);
  if (strcmp(got, want) == 0) return;
  fprintf(stderr, "expected %s\n", want);
  exit(1);
}

static char reason[500]; /* why the last order failed: ROLLBACK overwrites the connection's own message */

/* One action: all of it, or nothing. Statements that are kept and reused make it fast. */
static int order_take(sqlite3 *db, const char *user, const char *item, double price) {
  sqlite3_stmt *set;
  int rc = sqlite3_prepare_v2(db, "SELECT mem_set(?1, ?2, ?3)", -1, &set, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_exec(db, "BEGIN IMMEDIATE; SELECT mem_action('take-order')", NULL, NULL, NULL);
  if (rc == SQLITE_OK) {
    sqlite3_bind_text(set, 1, user, -1, SQLITE_STATIC);
    sqlite3_bind_text(set, 2, "order.item", -1, SQLITE_STATIC);
    sqlite3_bind_text(set, 3, item, -1, SQLITE_STATIC);
    rc = sqlite3_step(set) == SQLITE_ROW ? SQLITE_OK : sqlite3_errcode(db);
    sqlite3_reset(set);
  }
  if (rc == SQLITE_OK) {
    sqlite3_bind_text(set, 2, "order.price", -1, SQLITE_STATIC);
    sqlite3_bind_double(set, 3, price);
    rc = sqlite3_step(set) == SQLITE_ROW ? SQLITE_OK : sqlite3_errcode(db);
    sqlite3_reset(set);
  }
  if (rc == SQLITE_OK) rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (rc != SQLITE_OK) snprintf(reason, sizeof(reason), "%s", sqlite3_errmsg(db));
  if (rc != SQLITE_OK && !sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_finalize(set);
  return rc;
}

int main(void) {
  sqlite3 *db;
  char *error = NULL;
  char first[100];
  const char *memlog = getenv("MEMLOG_SO");
  remove("embed.db");
  if (sqlite3_open("embed.db", &db) != SQLITE_OK) fail(db, "open");
  sqlite3_busy_timeout(db, 5000);
  sqlite3_enable_load_extension(db, 1);
  if (sqlite3_load_extension(db, memlog ? memlog : "build/memlog", NULL, &error) != SQLITE_OK) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  run(db, "PRAGMA journal_mode = WAL");

  if (order_take(db, "user-42", "kettle", 39.5) != SQLITE_OK) fail(db, "first order");
  snprintf(first, sizeof(first), "%s", value_of(db, "SELECT id FROM mem_event ORDER BY seq DESC LIMIT 1", NULL));
  if (order_take(db, "user-42", "teapot", 24) != SQLITE_OK) fail(db, "second order");

  expect(value_of(db, "SELECT mem_get('user-42', 'order')", NULL), "{\"item\":\"teapot\",\"price\":24.0}");
  expect(value_of(db, "SELECT mem_rebuild_at('user-42', ?1)", first),
         "{\"order.item\":\"kettle\",\"order.price\":39.5}");
  expect(value_of(db, "SELECT count(*) FROM mem_event WHERE action = 'take-order'", NULL), "2");

  /* Bad input is refused with a sentence, and nothing is changed. */
  if (order_take(db, "", "nothing", 1) == SQLITE_OK) return 1;
  expect(reason, "memlog: mem_set: the key is empty");
  expect(value_of(db, "SELECT count(*) FROM mem_event", NULL), "2");

  /* Nothing of memlog is in the way of closing. */
  if (sqlite3_close(db) != SQLITE_OK) return 1;
  return 0;
}
