/*
** What a host does whose VFS is dqlite's by name: it would not see what a SELECT commits by itself, so that is refused;
** what stands in a transaction, or in a statement that writes, works. examples/dqlite.c is about dqlite itself.
*/
#include "connection.h"

#define UNSEEN "memlog: transaction: dqlite does not replicate"

/* The usual one under another name. */
static void vfs_register(void) {
  static sqlite3_vfs vfs;
  sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
  if (!usual) exit(2);
  vfs = *usual;
  vfs.zName = "dqlite-1";
  CHECK_INT(sqlite3_vfs_register(&vfs, 1), SQLITE_OK);
}

static sqlite3 *db_new(const char *sql) {
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, sql);
  return db;
}

static const char *const writes[] = {
    "SELECT mem_install()",
    "SELECT mem_set('k', 'a', 1)",
    "SELECT mem_set('k', 'a', 1), mem_set('k', 'b', 2)",
    "SELECT mem_append('k', 'l', 'x')",
    "SELECT mem_event_add('paid', 'k', '{}')",
    "SELECT mem_run_begin('k', 'in'), mem_run_end('k', 'out')",
    "SELECT mem_config('memory.generate-event.short-term-read', 1)",
    "SELECT mem_item_put('k', 'notes', 'tea', 'Likes green tea')",
    "SELECT count(*) FROM mem_search('k', 'notes', 'tea')",
    "SELECT mem_item_get('k', 'notes', 'tea')",
    "SELECT mem_get('k', 'a')",
    "SELECT count(*) FROM mem_consume('worker', 10)",
    "SELECT mem_delete('k', 'a')",
};

static void test_select(void) {
  sqlite3 *db = db_new("PRAGMA journal_mode = WAL");
  for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) {
    if (!strstr(writes[i], "mem_search") && !strstr(writes[i], "_get(") && !strstr(writes[i], "mem_consume")) {
      FAILS(db, writes[i], SQLITE_ERROR, UNSEEN);
    }
    SAYS(db, "SELECT count(*) FROM sqlite_schema", "0");
  }
  for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) {
    DOES(db, "BEGIN IMMEDIATE");
    DOES(db, writes[i]);
    DOES(db, "COMMIT");
    FAILS(db, writes[i], SQLITE_ERROR, UNSEEN);
  }
  DOES(db, "SELECT mem_observer(1)"); /* what is not recorded may stand alone */
  SAYS(db, "SELECT mem_get('k', 'b'), count(*) FROM mem_search('k', 'notes', 'tea')", "2|1");
  SAYS(db, "SELECT mem_snapshot('k')", "{\"b\":2,\"l.0\":\"x\"}");
  IS_SOUND(db);
  CLOSES(db);
}

static void test_writing(void) {
  sqlite3 *db = db_new("CREATE TABLE t(a); CREATE VIRTUAL TABLE temp.k USING mem('k')");
  DOES(db, "INSERT INTO mem(key, path, value) VALUES('k', 'a', 1), ('k', 'b', 2)");
  DOES(db, "UPDATE mem SET value = 3 WHERE path = 'b'");
  DOES(db, "INSERT INTO temp.k(path, value) VALUES('c', 4)");
  DOES(db, "INSERT INTO t SELECT mem_set('k', 'd', 5)");
  DOES(db, "DELETE FROM mem WHERE path = 'a'");
  SAYS(db, "SELECT mem_snapshot('k'), (SELECT count(*) FROM mem_event)", "{\"b\":3,\"c\":4,\"d\":5}|5");
  IS_SOUND(db);
  CLOSES(db);
}

/* Each must be a transaction of its own, but here: it is the first in one. */
static void test_erasing(void) {
  sqlite3 *db = db_new("INSERT INTO mem(key, path, value) VALUES('k', 'a', 'a secret of ten'), ('l', 'a', 1)");
  FAILS(db, "SELECT mem_forget('k', 'asked')", SQLITE_ERROR, UNSEEN);
  FAILS(db, "SELECT mem_prune('now')", SQLITE_ERROR, UNSEEN);
  FAILS(db, "SELECT mem_prune('now', '{\"dry_run\":true}')", SQLITE_ERROR, UNSEEN);
  DOES(db, "BEGIN IMMEDIATE; SELECT mem_set('k', 'a', 'another')");
  FAILS(db, "SELECT mem_forget('k', 'asked')", SQLITE_ERROR, "it must be the first that memlog writes");
  FAILS(db, "SELECT mem_prune('now')", SQLITE_ERROR, "it must be the first that memlog writes");
  DOES(db, "ROLLBACK; BEGIN IMMEDIATE; SELECT mem_forget('k', 'asked')");
  SAYS(db, "SELECT mem_snapshot('k')", "{}");
  DOES(db, "ROLLBACK");
  SAYS(db, "SELECT mem_snapshot('k')", "{\"a\":\"a secret of ten\"}");
  IS_SOUND(db);

  DOES(db, "BEGIN IMMEDIATE");
  SAYS(db,
       "SELECT r ->> 'checkpoint', r ->> 'clean', r ->> 'looked_for' > 0, r ->> '$.places[0].state',"
       " r ->> '$.places[1].state', r ->> '$.places[0].remedy' LIKE 'dqlite keeps pages%'"
       " FROM (SELECT mem_forget('k', 'asked', '{\"look\":[\"a secret of ten\"]}') AS r)",
       "left to dqlite|0|1|unknown|unknown|1");
  DOES(db, "SELECT mem_set('k', 'b', 'new'); SAVEPOINT s; SELECT mem_set('k', 'c', 1); ROLLBACK TO s; COMMIT");
  SAYS(db, "SELECT mem_snapshot('k'), mem_generation('k')", "{\"b\":\"new\"}|2");
  IS_SOUND(db);

  DOES(db, "BEGIN IMMEDIATE");
  SAYS(db, "SELECT mem_prune('now') ->> 'events' > 0", "1");
  DOES(db, "SELECT mem_set('k', 'b', 'newer'); ROLLBACK");
  SAYS(db, "SELECT count(*) FROM mem_event", "4");
  IS_SOUND(db);
  DOES(db, "BEGIN IMMEDIATE; SELECT mem_prune('now'); SELECT mem_set('k', 'b', 'newer'); COMMIT");
  SAYS(db, "SELECT mem_snapshot('k'), mem_rebuild_at('k', '#last')", "{\"b\":\"newer\"}|{\"b\":\"newer\"}");
  IS_SOUND(db);
  CLOSES(db);
}

int main(void) {
  vfs_register();
  test_select();
  test_writing();
  test_erasing();
  return test_end();
}
