/*
** What a host can set or call: triggers switched off, trust withdrawn, files that cannot be written, modules dropped,
** the extension loaded twice, other files attached, the schema changed in the middle of a transaction. Nothing is
** written unrecorded, what is refused is refused in words, and a connection always closes.
*/
#include "connection.h"

#define EVENTS "SELECT group_concat(value, ' '), count(DISTINCT txn) FROM (SELECT * FROM mem_event ORDER BY seq)"

static sqlite3 *db_new(const char *sql) {
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, sql);
  return db;
}

static void config_set(sqlite3 *db, int which, int on) { CHECK_INT(sqlite3_db_config(db, which, on, NULL), SQLITE_OK); }

/* ---- triggers switched off ---- */

static void test_triggers_off(void) {
  static const char *const writes[] = {
      "SELECT mem_set('k', 'a', 2)",
      "SELECT mem_set('k', 'b', 2)",
      "SELECT mem_delete('k', 'a')",
      "SELECT mem_delete('k', '')",
      "SELECT mem_append('k', 'l', 2)",
      "SELECT mem_new_object('k', 'o')",
      "SELECT mem_pop('k', 'l')",
      "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2)",
      "UPDATE mem SET value = 2",
      "UPDATE mem SET path = 'moved' WHERE path = 'a'",
      "DELETE FROM mem",
      "SELECT mem_run_begin('k')",
      "SELECT mem_config('memory.max-value-bytes', 5)",
      "SELECT mem_event_add('x', 'k', '{}')",
  };
  sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 1)");
  config_set(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
  for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) {
    FAILS(db, writes[i], SQLITE_ERROR, "triggers did not run");
    DOES(db, "BEGIN");
    if (strncmp(writes[i], "SELECT mem_event_add", 20) != 0) FAILS(db, writes[i], SQLITE_ERROR, "triggers did not run");
    DOES(db, "ROLLBACK");
  }
  SAYS(db, "SELECT mem_snapshot('k'), mem_get('k', 'a')", "{\"a\":1,\"l.0\":1}|1");
  SAYS(db, EVENTS, "{\"a\":1} {\"l.0\":1}|2");
  config_set(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1);
  IS_SOUND(db);

  /* Off between the operation and COMMIT; the tables made while they are off. */
  DOES(db, "BEGIN; SELECT mem_set('k', 'a', 3)");
  config_set(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
  FAILS(db, "COMMIT", SQLITE_ERROR, "triggers did not run");
  CHECK(sqlite3_get_autocommit(db));
  config_set(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1);
  SAYS(db, "SELECT mem_get('k', 'a'), count(*) FROM mem_event", "1|2");
  DOES(db, "SELECT mem_set('k', 'a', 4)");
  IS_SOUND(db);
  CLOSES(db);
  test_begin();
  db = open_file();
  config_set(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
  FAILS(db, "SELECT mem_set('k', 'a', 1)", SQLITE_ERROR, "triggers did not run");
  SAYS(db, "SELECT count(*) FROM sqlite_schema", "0");
  config_set(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1);
  DOES(db, "SELECT mem_set('k', 'a', 1)");
  IS_SOUND(db);
  CLOSES(db);
}

/* A trigger of ours that is gone, or another one in its place. */
static void test_triggers_gone(void) {
  static const char *const dropped[] = {"memlog_cell_insert", "memlog_event_insert", "memlog_cell_update"};
  char sql[200];
  for (size_t i = 0; i < sizeof(dropped) / sizeof(*dropped); i++) {
    sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1)");
    snprintf(sql, sizeof(sql), "DROP TRIGGER %s", dropped[i]);
    DOES(db, sql);
    if (i < 2) FAILS(db, "SELECT mem_set('k', 'b', 2)", SQLITE_ERROR, "triggers did not run");
    if (i < 2)
      FAILS(db, "INSERT INTO mem(key, path, value) VALUES ('j', 'b', 2)", SQLITE_ERROR, "triggers did not run");
    CHECK(strcmp(ask(db, "SELECT count(*) > 0 FROM mem_verify"), "1") == 0);
    CLOSES(db);
  }
}

/* ---- trust ---- */

static void test_trust(void) {
  sqlite3 *db = db_new("SELECT mem_install(); CREATE TABLE heard(value); CREATE TABLE job(path, value)");
  config_set(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  config_set(db, SQLITE_DBCONFIG_DEFENSIVE, 1);
  DOES(db, "SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 1), mem_run_begin('k'), mem_set('k', 's', 1, 'sensory')");
  DOES(db, "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 1); UPDATE mem SET path = 'c' WHERE path = 'b'");
  DOES(db,
       "SELECT mem_run_end('k'), mem_get('k', 'a'), mem_rebuild_at('k', '#last'); DELETE FROM mem WHERE path = 'c'");
  DOES(db, "CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN mem_touches('a', NEW.value, NEW.removed)"
           " BEGIN INSERT INTO heard VALUES (NEW.value); END; SELECT mem_set('k', 'a', 2)");
  SAYS(db, "SELECT value FROM heard", "{\"a\":2}");
  IS_SOUND(db);
  /* What writes memory is not for triggers of a schema that is not trusted; TEMP triggers are the host's own. */
  DOES(db, "CREATE TRIGGER work AFTER INSERT ON job BEGIN SELECT mem_set('k', NEW.path, NEW.value); END");
  FAILS(db, "INSERT INTO job VALUES ('x', 1)", SQLITE_ERROR, "unsafe use of mem_set");
  DOES(db, "DROP TRIGGER work; CREATE TEMP TRIGGER work AFTER INSERT ON job BEGIN SELECT mem_set('k', NEW.path, "
           "NEW.value); END");
  DOES(db, "CREATE TEMP TRIGGER echo AFTER INSERT ON memlog_event WHEN NEW.value->>'x' BEGIN SELECT mem_set('k', 'y', "
           "1); END");
  DOES(db, "INSERT INTO job VALUES ('x', 1)");
  SAYS(db, "SELECT mem_get('k', 'x'), mem_get('k', 'y'), (SELECT value FROM mem_journal WHERE NOT observed)",
       "1|1|{\"y\":1}");
  /* What reconfigures is not for any schema, trusted or not. */
  config_set(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1);
  DOES(db, "DROP TRIGGER work; CREATE TRIGGER work AFTER INSERT ON job BEGIN SELECT mem_clock(1); END");
  FAILS(db, "INSERT INTO job VALUES ('x', 1)", SQLITE_ERROR, "unsafe use of mem_clock");
  DOES(db, "DROP TRIGGER work; CREATE VIEW v AS SELECT mem_config('memory.max-value-bytes', 1)");
  FAILS(db, "SELECT * FROM v", SQLITE_ERROR, "unsafe use of mem_config");
  IS_SOUND(db);
  CLOSES(db);
}

static void test_direct_writes(void) {
  static const char *const writes[] = {
      "INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'x', 1, '1', 0)",
      "UPDATE memlog_cell SET value = '2' WHERE path = 'a'",
      "DELETE FROM memlog_cell",
      "DELETE FROM memlog_event",
      "UPDATE memlog_event SET value = '{}'",
      "INSERT INTO memlog_event(seq, kind, key, step, chain) VALUES (5, 2, 'k', 0, x'0000000000000000')",
      "INSERT INTO memlog_quiet(seq, kind, key, step, chain) VALUES (5, 2, 'k', 0, x'0000000000000000')",
      "DELETE FROM memlog_snapshot",
      "DELETE FROM memlog_run",
      "UPDATE memlog_meta SET value = 0",
      "INSERT INTO memlog_config VALUES ('memory.max-value-bytes', '1', 0)",
      "INSERT INTO memlog_txn VALUES (1)",
      "REPLACE INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'a', 1, '1', 0)",
      "SELECT memlog_record('st', 'x', 1, '1')",
      "SELECT memlog_guard('memlog_event')",
  };
  sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1), mem_run_begin('k'), mem_set('k', 'a', 1)");
  for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) {
    if (!CHECK(sqlite3_exec(db, writes[i], NULL, NULL, NULL) != SQLITE_OK)) printf("  %s\n", writes[i]);
  }
  SAYS(db, "SELECT mem_snapshot('k'), count(*) FROM mem_event", "{\"a\":1}|3");
  IS_SOUND(db);
  /* In the middle of a transaction they fail, too, and take nothing with them. */
  DOES(db, "BEGIN; SELECT mem_set('k', 'a', 4)");
  for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++)
    CHECK(sqlite3_exec(db, writes[i], NULL, NULL, NULL) != SQLITE_OK);
  DOES(db, "COMMIT");
  SAYS(db, "SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1", "{\"a\":4}");
  IS_SOUND(db);
  CLOSES(db);
  /* Without memlog the file can be read, and its rows cannot be written. */
  db = open_plain(test_path, SQLITE_OPEN_READWRITE);
  for (size_t i = 0; i < 11; i++) CHECK(sqlite3_exec(db, writes[i], NULL, NULL, NULL) != SQLITE_OK);
  SAYS(db, "SELECT path, type, json FROM memlog_v_state", "a|integer|4");
  SAYS(db, "PRAGMA integrity_check", "ok");
  CLOSES(db);
}

/* ---- what cannot be written ---- */

static void reads_only(sqlite3 *db, const char *words) {
  static const char *const writes[] = {
      "SELECT mem_set('k', 'a', 2)",
      "SELECT mem_delete('k', 'a')",
      "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2)",
      "UPDATE mem SET value = 5 WHERE path = 'a'",
      "DELETE FROM mem WHERE path = 'a'",
      "SELECT mem_run_begin('k')",
      "SELECT mem_event_add('x', 'k', '{}')",
      "SELECT mem_config('memory.max-value-bytes', 5)",
  };
  for (int txn = 0; txn < 2; txn++) {
    if (txn) DOES(db, "BEGIN");
    for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) FAILS(db, writes[i], SQLITE_READONLY, words);
    SAYS(db, "SELECT mem_get('k', 'a'), mem_get_json('k', ''), mem_fields('k'), mem_recent('k', 'l', 5)",
         "1|{\"a\":1,\"l\":[7]}|{\"a\":1,\"l\":{\"key\":\"k\",\"scope\":\"short_term\",\"path\":\"l\",\"type\":"
         "\"list\"}}|[7]");
    SAYS(db, "SELECT mem_rebuild_at('k', '#last'), (SELECT count(*) FROM mem), (SELECT count(*) FROM mem_event)",
         "{\"a\":1,\"l.0\":7}|3|2");
    if (txn) DOES(db, "COMMIT");
  }
  IS_SOUND(db);
}

static void test_read_only(void) {
  sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 7);"
                       "SELECT mem_config('memory.generate-event.short-term-read', 1)");
  DOES(db, "PRAGMA query_only = 1");
  reads_only(db, "readonly");
  DOES(db, "PRAGMA query_only = 0; SELECT mem_get('k', 'a')");
  SAYS(db, "SELECT count(*) FROM mem_event", "3");
  CLOSES(db);
  db = db_new("SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 7);"
              "SELECT mem_config('memory.generate-event.short-term-read', 1)");
  CLOSES(db);
  db = open_flags(test_path, SQLITE_OPEN_READONLY);
  reads_only(db, "readonly");
  CLOSES(db);
  /* A file without our tables, read only, holds nothing. */
  test_begin();
  db = open_plain(test_path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  DOES(db, "CREATE TABLE own(x)");
  CLOSES(db);
  db = open_flags(test_path, SQLITE_OPEN_READONLY);
  SAYS(db,
       "SELECT mem_get('k', 'a'), mem_exists('k', 'a'), mem_get_json('k', ''), mem_rebuild_at('k', 'now'), "
       "mem_length('k', 'l')",
       "-|0|{}|{}|-");
  SAYS(db, "SELECT count(*), (SELECT count(*) FROM mem_event), (SELECT count(*) FROM mem_verify) FROM mem", "0|0|0");
  FAILS(db, "SELECT mem_set('k', 'a', 1)", SQLITE_READONLY, "readonly");
  FAILS(db, "SELECT mem_install()", SQLITE_READONLY, "readonly");
  CLOSES(db);
}

/* ---- modules and loading ---- */

static void test_load_again(void) {
  sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1); BEGIN; SELECT mem_set('k', 'a', 2)");
  char *why = NULL;
  CHECK_INT(sqlite3_memlog_init(db, &why, NULL), SQLITE_OK);
  DOES(db, "SELECT mem_set('k', 'b', 3); COMMIT");
  CHECK_INT(sqlite3_memlog_init(db, &why, NULL), SQLITE_OK);
  SAYS(db, EVENTS, "{\"a\":1} {\"a\":2,\"b\":3}|2");
  IS_SOUND(db);
  CLOSES(db);
  CHECK(why == NULL);

  test_begin();
  sqlite3_auto_extension((void (*)(void))sqlite3_memlog_init);
  db = open_plain(test_path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  sqlite3 *other = open_plain(":memory:", SQLITE_OPEN_READWRITE);
  sqlite3_reset_auto_extension();
  DOES(db, "SELECT mem_set('k', 'a', 1)");
  DOES(other, "SELECT mem_set('k', 'a', 2)");
  IS_SOUND(db);
  CLOSES(db);
  IS_SOUND(other);
  CLOSES(other);
}

/* When all modules are dropped, memlog's functions are left, and say what they lack. */
static void test_drop_modules(void) {
  for (int how = 0; how < 3; how++) {
    sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1)");
    if (how) DOES(db, "BEGIN; SELECT mem_set('k', 'a', 2); INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2)");
    sqlite3_stmt *st = NULL;
    if (how == 2) CHECK_INT(sqlite3_prepare_v2(db, "SELECT * FROM mem", -1, &st, NULL), SQLITE_OK);
    if (how == 2) CHECK_INT(sqlite3_step(st), SQLITE_ROW);
    sqlite3_drop_modules(db, NULL);
    if (how) sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    CHECK(sqlite3_exec(db, "SELECT mem_set('k', 'a', 3)", NULL, NULL, NULL) != SQLITE_OK);
    CHECK(sqlite3_exec(db, "INSERT INTO mem(key, path, value) VALUES ('k', 'c', 3)", NULL, NULL, NULL) != SQLITE_OK);
    sqlite3_exec(db, "SELECT mem_get('k', 'a'), mem_rebuild_at('k', '#last')", NULL, NULL, NULL);
    sqlite3_finalize(st);
    CLOSES(db);
    db = open_file();
    SAYS(db, "SELECT count(*) FROM memlog_event, memlog_cell WHERE memlog_cell.value = '3'", "0");
    IS_SOUND(db);
    CLOSES(db);
  }
}

/* Closed in the middle of anything: what is not committed is gone, and nothing of ours is in the way. */
static void test_close_anywhere(void) {
  static const char *const last[] = {
      "BEGIN; SELECT mem_set('k', 'b', 2)",
      "BEGIN; SELECT mem_set('k', 'b', 2), mem_flush(); SAVEPOINT s; SELECT mem_run_begin('k')",
      "SELECT mem_set('k', 'a.b', 2)",
      "SAVEPOINT s; INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2), ('k', 'a.b', 1)",
      "CREATE VIRTUAL TABLE temp.k USING mem('k'); BEGIN; INSERT INTO temp.k(path, value) VALUES ('b', 2)",
      "BEGIN; CREATE VIRTUAL TABLE temp.k USING mem('k'); INSERT INTO temp.k(path, value) VALUES ('b', 2)",
      "BEGIN; SELECT mem_get('k', 'a'), mem_rebuild_at('k', '#last')",
      "SELECT mem_rebuild_at('k', 'nonsense')",
      "SELECT * FROM mem JOIN mem_event JOIN mem_journal JOIN mem_run JOIN mem_config JOIN mem_verify",
      "SELECT * FROM mem_history('k'), mem_diff('k', '1970-01-02', 'now')",
  };
  for (size_t i = 0; i < sizeof(last) / sizeof(*last); i++) {
    sqlite3 *db = db_new("SELECT mem_set('k', 'a', 1)");
    sqlite3_exec(db, last[i], NULL, NULL, NULL);
    CLOSES(db);
    db = open_file();
    SAYS(db, "SELECT mem_snapshot('k'), count(*) FROM mem_event", "{\"a\":1}|1");
    IS_SOUND(db);
    CLOSES(db);
  }
}

/* ---- the schema changes in the middle of a transaction ---- */

static void test_two_objects(void) {
  static const struct {
    const char *sql, *state, *events;
  } cases[] = {
      {"INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1); ALTER TABLE own RENAME TO own2;"
       "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2)",
       "{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}|1"},
      {"INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1); ALTER TABLE own ADD COLUMN y; SAVEPOINT s;"
       "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 2); ALTER TABLE own ADD COLUMN z; ROLLBACK TO s;"
       "SELECT mem_set('k', 'c', 3)",
       "{\"a\":1,\"c\":3}", "{\"a\":1,\"c\":3}|1"},
      {"INSERT INTO u(path, value) VALUES ('a', 1); ALTER TABLE u RENAME TO v; ALTER TABLE v RENAME TO w;"
       "INSERT INTO w(path, value) VALUES ('b', 2)",
       "{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}|1"},
      {"INSERT INTO u(path, value) VALUES ('a', 1); ALTER TABLE own RENAME TO own2; DROP TABLE u; SELECT mem_set('k', "
       "'b', 2)",
       "{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}|1"},
      {"INSERT INTO u(path, value) VALUES ('a', 1); DROP TABLE u; CREATE VIRTUAL TABLE temp.u USING mem('k');"
       "UPDATE u SET value = value + 1",
       "{\"a\":2}", "{\"a\":2}|1"},
      {"INSERT INTO u(path, value) VALUES ('a', 1); ALTER TABLE own RENAME TO own2; DROP TABLE u;"
       "CREATE VIRTUAL TABLE temp.u USING mem('k'); DELETE FROM u; INSERT INTO u(path, value) VALUES ('b', 1)",
       "{\"b\":1}", "{\"b\":1}|1"},
      {"SELECT mem_set('k', 'a', 1); CREATE TABLE mem(x); SELECT mem_set('k', 'b', 2); DROP TABLE mem;"
       "INSERT INTO mem(key, path, value) VALUES ('k', 'c', 3)",
       "{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"b\":2,\"c\":3}|1"},
      {"SELECT mem_set('k', 'a', 1), mem_flush(); CREATE TRIGGER hear AFTER INSERT ON memlog_event BEGIN"
       " SELECT mem_set('k', 'heard', 1); END; SELECT mem_set('k', 'b', 2)",
       "{\"a\":1,\"b\":2,\"heard\":1}", "{\"a\":1} {\"b\":2}|1"},
  };
  for (int first = 0; first < 2; first++) {
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
      /* In a file that has our tables, and in one where the same transaction makes them. */
      if (first && strstr(cases[i].sql, "memlog_event")) continue;
      sqlite3 *db = db_new(first ? "CREATE TABLE own(x)" : "CREATE TABLE own(x); SELECT mem_install()");
      DOES(db, "CREATE VIRTUAL TABLE temp.u USING mem('k'); BEGIN");
      DOES(db, cases[i].sql);
      DOES(db, "COMMIT");
      SAYS(db, "SELECT mem_snapshot('k')", cases[i].state);
      SAYS(db, EVENTS, cases[i].events);
      IS_SOUND(db);
      DOES(db, "BEGIN; SELECT mem_set('k', 'lost', 1)");
      sqlite3_exec(db, cases[i].sql, NULL, NULL, NULL);
      DOES(db, "ROLLBACK");
      SAYS(db, "SELECT mem_snapshot('k')", cases[i].state);
      SAYS(db, EVENTS, cases[i].events);
      IS_SOUND(db);
      CLOSES(db);
    }
  }
}

/* ---- a SELECT under which its transaction is rolled back ---- */

/* With a change of the schema that ends it; the writes that come after have nothing to do with it. */
static void test_select_rolled_back(void) {
  sqlite3_stmt *st;
  test_begin();
  sqlite3 *db = open_file();
  DOES(db, "SELECT mem_set('u', 'a', 1), mem_set('u', 'b', 2), mem_set('u', 'c', 3)");
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT path FROM mem", -1, &st, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(st), SQLITE_ROW);
  DOES(db, "BEGIN; CREATE TABLE t(x); ROLLBACK");
  DOES(db, "SELECT mem_set('u', 'd', 4)");
  SAYS(db, "SELECT mem_get('u', '')", "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}");
  while (sqlite3_step(st) == SQLITE_ROW) {}
  CHECK_INT(sqlite3_finalize(st) & 0xff, SQLITE_ABORT);
  IS_SOUND(db);
  CLOSES(db);
}

/* ---- names that users give to their own ---- */

static void test_names(void) {
  static const char *const names[] = {"mem",     "memory",     "events",     "mem_event",
                                      "mem_run", "mem_config", "mem_verify", "memlog"};
  char sql[200];
  sqlite3 *db = db_new("SELECT 1");
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
    snprintf(sql, sizeof(sql), "CREATE TABLE %s(key, path, value); INSERT INTO %s VALUES ('x', 'y', 1)", names[i],
             names[i]);
    DOES(db, sql);
  }
  DOES(db, "SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 1), mem_run_begin('k'), mem_get('k', 'a')");
  DOES(db, "BEGIN; SELECT mem_set('k', 'a', 2), mem_flush(), mem_delete('k', 'l'); COMMIT; VACUUM");
  SAYS(db, "SELECT mem_snapshot('k'), mem_rebuild_at('k', '#last'), (SELECT count(*) FROM mem)",
       "{\"a\":2}|{\"a\":2}|1");
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
    snprintf(sql, sizeof(sql), "DROP TABLE %s", names[i]);
    DOES(db, sql);
  }
  IS_SOUND(db);
  CLOSES(db);
  /* Names of ours that are taken: nothing is written, and nothing is lost in silence. */
  static const char *const ours[] = {"memlog_txn", "memlog_cell", "memlog_meta", "memlog_v_state", "memlog_run_key"};
  for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++) {
    db = db_new("SELECT 1");
    snprintf(sql, sizeof(sql), "CREATE TABLE %s(work)", ours[i]);
    DOES(db, sql);
    CHECK(sqlite3_exec(db, "SELECT mem_set('k', 'a', 1)", NULL, NULL, NULL) != SQLITE_OK);
    CHECK(sqlite3_exec(db, "INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1)", NULL, NULL, NULL) != SQLITE_OK);
    SAYS(db, "SELECT count(*) FROM sqlite_schema", "1");
    snprintf(sql, sizeof(sql), "DROP TABLE %s; SELECT mem_set('k', 'a', 1)", ours[i]);
    DOES(db, sql);
    IS_SOUND(db);
    CLOSES(db);
  }
}

/* A name that hides the table that owns the kept statements. */
static void test_pin_name(void) {
  char *why = NULL;
  sqlite3 *db = db_new("CREATE TABLE memlog_pin(work)");
  sqlite3_exec(db, "SELECT mem_set('k', 'a', 1)", NULL, NULL, NULL);
  CLOSES(db);
  db = open_plain(test_path, SQLITE_OPEN_READWRITE);
  CHECK(sqlite3_memlog_init(db, &why, NULL) != SQLITE_OK && why && strstr(why, "memlog"));
  sqlite3_free(why);
  DOES(db, "DROP TABLE memlog_pin");
  CLOSES(db);
  db = open_file();
  DOES(db, "SELECT mem_set('k', 'a', 1)");
  IS_SOUND(db);
  CLOSES(db);
}

/* ---- other files ---- */

static void test_attached(void) {
  char sql[300];
  sqlite3 *db = db_new("SELECT mem_set('k', 'a', 'theirs')");
  CLOSES(db);
  db = open_flags(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  snprintf(sql, sizeof(sql), "ATTACH '%s' AS theirs", test_path);
  DOES(db, sql);
  /* Memory is that of the main file; another one that is attached can be read as it stands, and not be written. */
  SAYS(db, "SELECT mem_get('k', 'a'), (SELECT json FROM theirs.memlog_v_state), (SELECT count(*) FROM mem)",
       "-|\"theirs\"|0");
  FAILS(db, "UPDATE theirs.memlog_cell SET value = '1' WHERE path = 'a'", SQLITE_CONSTRAINT, "written by memlog alone");
  FAILS(db, "DELETE FROM theirs.memlog_event", SQLITE_CONSTRAINT, "written by memlog alone");
  DOES(db, "BEGIN; SELECT mem_set('k', 'a', 'ours')");
  FAILS(db, "UPDATE theirs.memlog_cell SET value = '1' WHERE path = 'a'", SQLITE_CONSTRAINT, "written by memlog alone");
  DOES(db, "COMMIT; CREATE TABLE theirs.own(x); BEGIN; INSERT INTO theirs.own VALUES (1); SELECT mem_set('k', 'b', 2); "
           "COMMIT");
  SAYS(db, "SELECT mem_snapshot('k'), (SELECT json FROM theirs.memlog_v_state)", "{\"a\":\"ours\",\"b\":2}|\"theirs\"");
  SAYS(db, EVENTS, "{\"a\":\"ours\"} {\"b\":2}|2");
  FAILS(db, "CREATE VIRTUAL TABLE theirs.m USING mem('k')", SQLITE_ERROR, "temp");
  DOES(db, "DETACH theirs");
  IS_SOUND(db);
  CLOSES(db);
  db = open_file();
  SAYS(db, "SELECT mem_snapshot('k'), (SELECT count(*) FROM own)", "{\"a\":\"theirs\"}|1");
  IS_SOUND(db);
  CLOSES(db);
}

int main(void) {
  test_triggers_off();
  test_triggers_gone();
  test_trust();
  test_direct_writes();
  test_read_only();
  test_load_again();
  test_drop_modules();
  test_close_anywhere();
  test_two_objects();
  test_select_rolled_back();
  test_names();
  test_pin_name();
  test_attached();
  return test_end();
}
