#include "install.h"

#include "sql_text.h"

int ml_install_run(sqlite3 *db, int from, int to, MlErr *e) {
  for (int i = 0; i < ml_sql_file_count; i++) {
    if (ml_sql_files[i].version <= from || ml_sql_files[i].version > to) continue;
    int rc = sqlite3_exec(db, ml_sql_files[i].text, NULL, NULL, NULL);
    if (rc) return ml_err_db(e, db, rc, "making the stored tables");
  }
  return SQLITE_OK;
}
