/*
** SQL text. The first byte chooses the setting, the rest are statements, run one by one on a file that has memory, a
** log, listeners and a table of one key. An authorizer keeps out what would damage the file by other hands than
** memlog's (or, if the byte says so, does not). Then all must be given back, and an undamaged file must be sound.
*/
#define FUZZ_NAME      "sql"
#define FUZZ_SEEDS     "tests/sql"
#define FUZZ_MUTATIONS 1200
#define FUZZ_BYTES     4096
#include "fuzz.h"

/* The cases in tests/sql begin with "-": they run with those of 1, 4, 8 and 32. */
enum { TRUSTED = 1, DAMAGE = 2, CURSORS = 4, WAL = 8, SHARED = 16, DEFENSIVE = 32, ON_DISK = 64, NEW = 128 };

#define STATEMENTS_MAX 80
#define CURSORS_MAX    8
#define TEXT_MAX       INT64_C(200000)

static const char prepared[] =
    "PRAGMA page_size = 512;"
    "SELECT mem_clock('2026-07-03 04:22:36.087914'), mem_install();"
    "CREATE TABLE audit(key TEXT, said ANY);"
    "CREATE TABLE user_row(x UNIQUE, y NOT NULL);"
    "CREATE TRIGGER heard AFTER INSERT ON memlog_event WHEN mem_touches('user.tier', NEW.value, NEW.removed) BEGIN"
    "  INSERT INTO audit VALUES(NEW.key, NEW.value);"
    "  SELECT mem_set(NEW.key, 'heard', NEW.seq), mem_incr('all', 'n', 1);"
    "END;"
    "CREATE TRIGGER refused AFTER INSERT ON memlog_event WHEN mem_touches('veto', NEW.value) BEGIN"
    "  SELECT RAISE(ABORT, 'veto');"
    "END;"
    "SELECT mem_run_begin('u', 'hello'), mem_set('u', 'user.name', 'Ada'), mem_set('u', 'user.tier', 'gold');"
    "SELECT mem_append('u', 'list', 1), mem_append('u', 'list', json('[2]')), mem_pop('u', 'list', 'first');"
    "SELECT mem_set_tree('w', 'tree', '{\"a\":{\"b\":1,\"c\":[2]},\"d\":null}', 'sensory'), mem_new_object('w', 'o');"
    "SELECT mem_item_put('u', 's', 'a', 'green tea'), mem_item_embed('u', 's', 'a', x'0000803f00000040'),"
    " mem_item_put('u', 't', 'b', json('[\"tea\"]')), mem_item_remove('u', 't'), mem_message('u', 'user', 'I like "
    "tea.');"
    "SELECT mem_run_end('u', 1.5), mem_run_begin('w'), mem_event_add('mine', 'u', '{\"x\":1}');";

/* ---- what would damage the file ---- */

static int strict;

static int begins(const char *z, const char *with) { return z && sqlite3_strnicmp(z, with, (int)strlen(with)) == 0; }

static int is_kept_pragma(const char *name) {
  static const char *const names[] = {"writable_schema", "journal_mode", "schema_version"};
  for (int i = 0; i < COUNT(names); i++) {
    if (name && sqlite3_stricmp(name, names[i]) == 0) return 1;
  }
  return 0;
}

/* What reaches beyond this database: other files, and the limits of the process. */
static int is_outside(int op, const char *a) {
  if (op == SQLITE_ATTACH) return a && *a; /* VACUUM attaches a nameless file */
  if (op == SQLITE_DETACH) return !begins(a, "vacuum_db");
  return op == SQLITE_PRAGMA && (begins(a, "hard_heap") || begins(a, "soft_heap") || begins(a, "temp_store_dir"));
}

static int authorize(void *arg, int op, const char *a, const char *b, const char *database, const char *by) {
  int damage = 0;
  (void)arg, (void)database, (void)by;
  if (is_outside(op, a)) return SQLITE_DENY;
  switch (op) {
  case SQLITE_CREATE_TABLE:
  case SQLITE_CREATE_TEMP_TABLE:
  case SQLITE_CREATE_VIEW:
  case SQLITE_CREATE_TEMP_VIEW:
  case SQLITE_CREATE_VTABLE:
    damage = begins(a, "mem"); /* it would be looked at below in place of ours */
    break;
  case SQLITE_CREATE_TRIGGER:
  case SQLITE_CREATE_INDEX:
  case SQLITE_DROP_TABLE:
  case SQLITE_DROP_TRIGGER:
  case SQLITE_DROP_INDEX:
  case SQLITE_DROP_VIEW:
    damage = begins(a, "memlog_");
    break;
  case SQLITE_ALTER_TABLE:
    damage = begins(b, "memlog_");
    break;
  case SQLITE_PRAGMA:
    damage = b && is_kept_pragma(a);
    break;
  default:
    break;
  }
  return strict && damage ? SQLITE_DENY : SQLITE_OK;
}

/* ---- the file ---- */

static sqlite3 *file_prepare(unsigned setting) {
  static Image image;
  Image none = {(uint8_t *)"", 0};
  sqlite3 *db;
  if (!image.n) image = image_make(prepared);
  const Image *m = setting & NEW ? &none : &image;
  if (setting & ON_DISK) {
    file_write(m);
    db = file_open();
    fuzz_must(db, setting & WAL ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE");
  } else {
    db = image_open(m->p, m->n);
  }
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, (setting & DEFENSIVE) != 0, (int *)NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, (setting & TRUSTED) != 0, (int *)NULL);
  fuzz_load(db);
  fuzz_must(db, "SELECT mem_clock('2026-07-03 05:00:00')");
  if (setting & NEW) fuzz_must(db, setting & DAMAGE ? "SELECT 1" : "SELECT mem_install()");
  fuzz_must(db, "CREATE VIRTUAL TABLE temp.u USING mem('u')");
  return db;
}

/* ---- the statements ---- */

/* Runs them to their ends, but for some SELECTs that stay open after a row. With a second connection, every other
** statement is its. */
static void text_run(sqlite3 **db, int n, const char *sql, int cursors) {
  sqlite3_stmt *open[CURSORS_MAX] = {NULL};
  const char *end = sql + strlen(sql);
  for (int i = 0; i < STATEMENTS_MAX && sql < end && fuzz_left > 0; i++) {
    sqlite3_stmt *st = NULL;
    const char *tail = sql;
    int rc = sqlite3_prepare_v2(db[i % n], sql, -1, &st, &tail);
    const char *next = tail > sql ? tail : end;
    if (rc && next == end) { /* an error may hide where the statement ends */
      const char *semicolon = strchr(sql, ';');
      next = semicolon ? semicolon + 1 : end;
    }
    sql = next;
    rc = rc || !st ? SQLITE_DONE : sqlite3_step(st);
    if (rc == SQLITE_ROW && cursors && (i & 1)) {
      sqlite3_finalize(open[i % CURSORS_MAX]);
      open[i % CURSORS_MAX] = st;
      continue;
    }
    while (rc == SQLITE_ROW) {
      for (int k = 0; k < sqlite3_column_count(st); k++) sqlite3_column_text(st, k);
      rc = sqlite3_step(st);
    }
    sqlite3_finalize(st);
  }
  for (int i = 0; i < CURSORS_MAX; i++) {
    if (open[i]) sqlite3_step(open[i]);
    sqlite3_finalize(open[i]);
  }
}

static void file_judge(sqlite3 *db, unsigned setting) {
  sqlite3_set_authorizer(db, NULL, NULL);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1000000000);
  sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 250000000);
  if (!sqlite3_get_autocommit(db)) fuzz_must(db, "ROLLBACK");
  if (setting & DAMAGE) return;
  const char *ok = fuzz_ask(db, "PRAGMA integrity_check");
  if (!ok || strcmp(ok, "ok")) fuzz_fault("integrity_check: %s", ok ? ok : "nothing");
  fuzz_sound(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
  sqlite3 *db[2] = {NULL};
  if (n < 2 || n > 16384) return 0;
  unsigned setting = p[0];
  int connections = (setting & SHARED) && (setting & ON_DISK) ? 2 : 1;
  fuzz_begin();
  char *sql = malloc(n);
  if (!sql) return 0;
  memcpy(sql, p + 1, n - 1);
  sql[n - 1] = 0;
  db[0] = file_prepare(setting);
  if (connections == 2) {
    db[1] = file_open();
    fuzz_load(db[1]);
  }
  strict = !(setting & DAMAGE);
  for (int i = 0; i < connections; i++) {
    sqlite3_limit(db[i], SQLITE_LIMIT_LENGTH, (int)TEXT_MAX);
    sqlite3_limit(db[i], SQLITE_LIMIT_VDBE_OP, 25000);
    sqlite3_set_authorizer(db[i], authorize, NULL);
    fuzz_limit(db[i], 300, 64 << 20);
  }
  text_run(db, connections, sql, (setting & CURSORS) != 0);
  free(sql);
  for (int i = connections; i-- > 0;) {
    fuzz_unlimit(db[i]);
    if (i) fuzz_close(db[i]);
  }
  file_judge(db[0], setting);
  fuzz_close(db[0]);
  if (setting & ON_DISK) file_remove();
  fuzz_end();
  return 0;
}
