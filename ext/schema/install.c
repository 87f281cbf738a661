#include "install.h"

#include "../base/buf.h"
#include "sql_text.h"

#include <string.h>

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

static int pack_unknown(MlText name, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  for (const MlSqlPack *p = ml_sql_packs; p->name; p++) {
    ml_buf_puts(&all, all.n ? ", " : "");
    ml_buf_puts(&all, p->name);
  }
  if (!ml_err_buf(e, all.rc, "packs")) {
    ml_err_set(e, SQLITE_ERROR, "memlog: mem_install: %s: there are no such views; there are %s",
               ml_err_show(show, name), all.p);
  }
  ml_buf_free(&all);
  return e->rc;
}

int ml_install_pack(sqlite3 *db, MlText name, int *begun, MlErr *e) {
  const MlSqlPack *p = ml_sql_packs;
  while (p->name && !ml_text_is(name, p->name)) p++;
  *begun = p->name != NULL;
  if (!p->name) return pack_unknown(name, e);
  int rc = sqlite3_exec(db, p->text, NULL, NULL, NULL);
  if (!rc) return SQLITE_OK;
  return ml_err_set(e, rc, "memlog: mem_install: the views of %s cannot be made: %s", p->name, sqlite3_errmsg(db));
}

int ml_install_index(sqlite3 *db) { return sqlite3_exec(db, ml_sql_index, NULL, NULL, NULL); }

/* Comments before it and the semicolon behind it are not kept. */
MlText ml_install_index_sql(void) {
  const char *begin = strstr(ml_sql_index, "\nCREATE");
  const char *end = begin ? strrchr(begin, ';') : NULL;
  return end ? (MlText){begin + 1, end - begin - 1} : ML_TEXT("");
}
