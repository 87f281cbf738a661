#include "install.h"

#include "sql_text.h"

static int file_between(int i, int from, int to) {
  return ml_sql_files[i].version > from && ml_sql_files[i].version <= to;
}

const char *ml_install_file(int from, int to, int *i) {
  while (*i < ml_sql_file_count && !file_between(*i, from, to)) ++*i;
  return *i < ml_sql_file_count ? ml_sql_files[(*i)++].name : NULL;
}

int ml_install_run(sqlite3 *db, int from, int to, MlErr *e) {
  for (int i = 0; i < ml_sql_file_count; i++) {
    if (!file_between(i, from, to)) continue;
    int rc = sqlite3_exec(db, ml_sql_files[i].text, NULL, NULL, NULL);
    if (rc) return ml_err_db(e, db, rc, "making the stored tables");
  }
  return SQLITE_OK;
}
