#include "expect.h"

#include "../base/buf.h"
#include "../base/stmt.h"
#include "install.h"

#include <string.h>

/* By version. The unit test says what stands here when sql/ has changed. */
static const char *const digests[] = {"", "bc74b8b69f955a0998c33044420bfcc2", "aaa5da902d3e56829d0d2a421d9ba41d",
                                      "be62d7b3a98b5c659e0533c375c2252f", "82ec3232770b55b2ba3bda7e147e7e25"};

int ml_expect_digest(sqlite3 *db, MlUuid *digest, MlErr *e) {
  static const MlUuid space = {{0}};
  sqlite3_stmt *st = NULL;
  MlBuf b = {0};
  int rc = sqlite3_prepare_v2(db,
                              "SELECT type, name, sql FROM main.sqlite_schema"
                              " WHERE name GLOB 'memlog_*' AND name NOT GLOB 'memlog_item_text*' AND sql IS NOT NULL"
                              " ORDER BY name",
                              -1, &st, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
    for (int i = 0; i < 3; i++) {
      ml_buf_int(&b, sqlite3_column_bytes(st, i));
      ml_buf_char(&b, ' ');
      ml_buf_text(&b, ml_stmt_column(st, i));
    }
    rc = b.rc;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  if (rc) ml_err_db(e, db, rc, "reading the schema");
  if (!rc) *digest = ml_uuid_named(&space, b.p, (size_t)b.n);
  sqlite3_finalize(st);
  ml_buf_free(&b);
  return rc;
}

int ml_expect_known(int version, const MlUuid *digest) {
  char hex[33];
  ml_uuid_hex(digest, hex);
  return version > 0 && version < (int)(sizeof(digests) / sizeof(*digests)) && strcmp(hex, digests[version]) == 0;
}

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
