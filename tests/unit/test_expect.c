/* What mem_verify takes for a schema that is as it was made, without making it again, is just that. */
#include "schema/expect.h"
#include "schema/install.h"
#include "store/meta.h"
#include "unit.h"

static MlUuid digest_of(sqlite3 *db) {
  MlErr e = {0};
  MlUuid digest = {{0}};
  CHECK_INT(ml_expect_digest(db, &digest, &e), SQLITE_OK);
  return digest;
}

/* Whether the digest is known before a change and not after it. */
static void change_check(int version, const char *sql) {
  sqlite3 *db;
  MlErr e = {0};
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(ml_install_run(db, 0, version, &e), SQLITE_OK);
  MlUuid digest = digest_of(db);
  char hex[33];
  ml_uuid_hex(&digest, hex);
  if (!CHECK(ml_expect_known(version, &digest))) printf("  ext/schema/expect.c, version %d: %s\n", version, hex);
  for (int other = 0; other <= ML_SCHEMA_VERSION + 1; other++)
    CHECK(other == version || !ml_expect_known(other, &digest));
  if (!CHECK_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK)) printf("  %s: %s\n", sql, sqlite3_errmsg(db));
  digest = digest_of(db);
  if (!CHECK(!ml_expect_known(version, &digest))) printf("  %s\n", sql);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  for (int version = 1; version <= ML_SCHEMA_VERSION; version++) {
    change_check(version, "DROP TRIGGER memlog_cell_update");
    change_check(version,
                 "DROP TRIGGER memlog_cell_update; CREATE TRIGGER memlog_cell_update AFTER UPDATE ON memlog_cell"
                 " BEGIN SELECT 1; END");
    change_check(version, "DROP INDEX memlog_run_key");
    change_check(version, "DROP VIEW memlog_v_run");
    change_check(version, "ALTER TABLE memlog_run ADD COLUMN more TEXT");
    change_check(version, "CREATE TABLE memlog_more(x)");
  }
  return unit_end();
}
