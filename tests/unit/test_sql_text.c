/* The SQL that is built in is the SQL in sql/, byte for byte, and runs as it stands, without the extension. */
#include "base/stmt.h"
#include "schema/install.h"
#include "schema/sql_text.h"
#include "unit.h"
#include <stdlib.h>

static char *file_read(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "sql/%s", name);
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  char *text = calloc(1, 1 << 20);
  if (text) text[fread(text, 1, (1 << 20) - 1, f)] = 0;
  fclose(f);
  return text;
}

/* As it is said to stand in the schema, so it stands there. */
static void index_check(sqlite3 *db) {
  sqlite3_stmt *st = NULL;
  CHECK_INT(ml_install_index(db), SQLITE_OK);
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_schema WHERE name='memlog_item_text'", -1, &st, NULL),
            SQLITE_OK);
  if (CHECK_INT(sqlite3_step(st), SQLITE_ROW)) CHECK(ml_text_same(ml_stmt_column(st, 0), ml_install_index_sql()));
  sqlite3_finalize(st);
}

int main(void) {
  sqlite3 *db;
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  for (int i = 0; i < ml_sql_file_count; i++) {
    const char *name = ml_sql_files[i].name, *text = ml_sql_files[i].text;
    char *file = file_read(name), *message = NULL;
    if (!CHECK(file && strcmp(file, text) == 0)) printf("  sql/%s\n", name);
    if (i > 0) CHECK(strcmp(ml_sql_files[i - 1].name, name) < 0);
    if (!CHECK_INT(sqlite3_exec(db, text, NULL, NULL, &message), SQLITE_OK)) printf("  sql/%s: %s\n", name, message);
    sqlite3_free(message);
    free(file);
  }
  CHECK(ml_sql_files[ml_sql_file_count].name == NULL);
  for (const MlSqlPack *p = ml_sql_packs; p->name; p++) {
    char name[64];
    snprintf(name, sizeof name, "views/%s.sql", p->name);
    char *file = file_read(name);
    if (!CHECK(file && strcmp(file, p->text) == 0)) printf("  sql/%s\n", name);
    if (p > ml_sql_packs) CHECK(strcmp(p[-1].name, p->name) < 0);
    for (int twice = 0; twice < 2; twice++) CHECK_INT(sqlite3_exec(db, p->text, NULL, NULL, NULL), SQLITE_OK);
    free(file);
  }
  char *index = file_read("index/item_text.sql");
  CHECK(index && strcmp(index, ml_sql_index) == 0);
  free(index);
  index_check(db);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return unit_end();
}
