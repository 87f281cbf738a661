/*
** What becomes of each column when a key is forgotten is said in one list (store/erase.c): here it is held against the
** tables as sql/ makes them, so that none that is added can be overlooked.
*/
#include "../unit/unit.h"
#include "schema/install.h"
#include "store/erase.h"
#include "store/meta.h"

#define COLUMNS                                                                                                        \
  "SELECT m.name, x.name FROM sqlite_schema m, pragma_table_xinfo(m.name) x"                                           \
  " WHERE m.type='table' AND m.name GLOB 'memlog_*' AND NOT x.hidden"

static int listed(const char *table, const char *column) {
  int n = 0;
  for (const MlEraseColumn *x = ml_erase_columns; x->table; x++) {
    n += strcmp(x->table, table) == 0 && strcmp(x->column, column) == 0;
  }
  return n;
}

static void tables_check(sqlite3 *db) {
  sqlite3_stmt *st;
  int n = 0;
  CHECK_INT(sqlite3_prepare_v2(db, COLUMNS, -1, &st, NULL), SQLITE_OK);
  for (; sqlite3_step(st) == SQLITE_ROW; n++) {
    const char *table = (const char *)sqlite3_column_text(st, 0), *column = (const char *)sqlite3_column_text(st, 1);
    if (!CHECK_INT(listed(table, column), 1)) printf("  %s.%s is not in ml_erase_columns\n", table, column);
  }
  sqlite3_finalize(st);
  int lines = 0;
  while (ml_erase_columns[lines].table) lines++;
  CHECK_INT(lines, n); /* no line about a column that is not there */
}

/* A row goes whole or stays whole; of a table whose rows go none is kept. */
static void list_check(void) {
  for (const MlEraseColumn *x = ml_erase_columns; x->table; x++) {
    for (const MlEraseColumn *y = x; y->table && strcmp(x->table, y->table) == 0; y++) {
      CHECK((x->how == ML_ERASE_GONE) == (y->how == ML_ERASE_GONE));
    }
    int emptied = x->how == ML_ERASE_EMPTIED || x->how == ML_ERASE_NULLED, met = 0;
    for (int t = 0; t < ML_ERASE_TABLES; t++) met |= strcmp(ml_erase_table_name((MlEraseTable)t), x->table) == 0;
    CHECK(met || x->how == ML_ERASE_KEPT);
    CHECK(!emptied || met);
  }
}

int main(void) {
  MlErr e = {0};
  sqlite3 *db;
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(ml_install_run(db, 0, ML_SCHEMA_VERSION, &e), SQLITE_OK);
  tables_check(db);
  list_check();
  /* The list would tell. */
  CHECK_INT(sqlite3_exec(db, "CREATE TABLE memlog_new(secret)", NULL, NULL, NULL), SQLITE_OK);
  CHECK_INT(listed("memlog_new", "secret"), 0);
  ml_err_clear(&e);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return unit_end();
}
