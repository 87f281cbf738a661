#include "expect.h"

#include "../base/stmt.h"
#include "install.h"

static int objects_tell(sqlite3 *db, MlExpectEach each, void *arg, MlErr *e) {
  sqlite3_stmt *st = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", -1,
                              &st, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
    MlExpected x = {ml_stmt_column(st, 0), ml_stmt_column(st, 1), ml_stmt_column(st, 2)};
    rc = x.type.p && x.name.p && x.sql.p ? each(arg, &x, e) : SQLITE_NOMEM;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  if (rc && !e->rc) ml_err_db(e, db, rc, "reading the schema that should be there");
  sqlite3_finalize(st);
  return e->rc;
}

int ml_expect_run(int version, MlExpectEach each, void *arg, MlErr *e) {
  sqlite3 *db = NULL;
  int rc = sqlite3_open(":memory:", &db);
  if (rc) {
    rc = db ? ml_err_db(e, db, rc, "opening a database in memory") : ml_err_nomem(e);
  } else {
    rc = ml_install_run(db, 0, version, e);
  }
  if (!rc) rc = objects_tell(db, each, arg, e);
  sqlite3_close(db);
  return rc;
}
