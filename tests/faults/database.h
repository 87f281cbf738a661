/* The file that something is done to while something fails; what SQL gives there, and what then stands in it. */
#ifndef ML_DATABASE_H
#define ML_DATABASE_H

#include "text.h"

#include "base/sqlite.h"

#include <inttypes.h>
#include <unistd.h>

int sqlite3_memlog_init(sqlite3 *db, char **pz, const sqlite3_api_routines *api);

/* ---- the file ---- */

static char directory[64], path[96];
static const char *journal = "wal";

static void file_remove(void) {
  static const char *const ends[] = {"", "-journal", "-wal", "-shm"};
  char name[128];
  for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
    snprintf(name, sizeof(name), "%s%s", path, ends[i]);
    unlink(name);
  }
}

/* In memory if there is such a place: power does not fail here. */
static void directory_make(void) {
  const char *where = getenv("TMPDIR");
  snprintf(directory, sizeof(directory), "%s/memlog-XXXXXX",
           access("/dev/shm", W_OK) ? where ? where : "/tmp" : "/dev/shm");
  if (!mkdtemp(directory)) die(directory, "cannot be made");
  snprintf(path, sizeof(path), "%s/f", directory);
  setenv("SQLITE_TMPDIR", directory, 1);
}

/* ---- SQL ---- */

/* One column. Numbers are written here: as SQLite's text they would take memory of its. */
static void value_put(Text *out, sqlite3_stmt *st, int i) {
  static const char mark[] = "?ifsb0"; /* by type */
  int type = sqlite3_column_type(st, i);
  char number[64];
  text_put(out, &mark[type], 1);
  if (type == SQLITE_INTEGER) {
    snprintf(number, sizeof(number), "%" PRId64, (int64_t)sqlite3_column_int64(st, i));
    text_add(out, number);
  } else if (type == SQLITE_FLOAT) {
    snprintf(number, sizeof(number), "%.17g", sqlite3_column_double(st, i));
    text_add(out, number);
  } else if (type != SQLITE_NULL) {
    const void *p = type == SQLITE_BLOB ? sqlite3_column_blob(st, i) : sqlite3_column_text(st, i);
    if (p) text_put(out, p, (size_t)sqlite3_column_bytes(st, i));
  }
  text_add(out, "|");
}

static int one_run(sqlite3 *db, const char **sql, Text *out) {
  sqlite3_stmt *st = NULL;
  int rc = sqlite3_prepare_v2(db, *sql, -1, &st, sql);
  while (!rc && (rc = sqlite3_step(st)) == SQLITE_ROW) {
    rc = SQLITE_OK;
    for (int i = 0; i < sqlite3_column_count(st); i++) value_put(out, st, i);
    text_add(out, "\n");
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  if (!rc) {
    rc = sqlite3_finalize(st);
  } else {
    if (st) rc = sqlite3_extended_errcode(db);
    text_add(out, "error: ");
    text_add(out, sqlite3_errmsg(db));
    sqlite3_finalize(st);
  }
  return rc;
}

/* Runs a statement, or several, up to an error. What they give comes to *out: rows, or the error. */
static int statement_run(sqlite3 *db, const char *sql, Text *out) {
  int rc = SQLITE_OK;
  text_clear(out);
  while (!rc && *sql) {
    rc = one_run(db, &sql, out);
    sql += strspn(sql, " \n");
  }
  return rc;
}

static void must(sqlite3 *db, const char *sql) {
  Text out = {0};
  if (statement_run(db, sql, &out)) die(sql, out.p);
  free(out.p);
}

static int connection_load(sqlite3 *db) {
  char *err = NULL;
  int rc = sqlite3_memlog_init(db, &err, NULL);
  sqlite3_free(err);
  return rc;
}

static int rollback(sqlite3 *db) {
  return sqlite3_get_autocommit(db) ? SQLITE_OK : sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- what stands ---- */

/* Where memory runs out proofs may wait, because the index could not follow at once: then this is empty, and they are
** left out. */
#ifndef PROOFS_ASIDE
#define PROOFS_ASIDE "no "
#endif

/* The SELECTs that read all tables of one database (main, temp, …), but for what is random and what follows from it
** (mem_verify looks after that) and FTS5's own. Without the log: no positions, either. */
static void selects_make(sqlite3 *db, const char *name, int with_log, Text *out) {
  static const char tables[] =
      "SELECT 'SELECT ' || quote(t.name) || ', ' || (SELECT group_concat(CASE"
      "  WHEN t.name = 'memlog_meta' AND c.name = 'value' THEN 'iif(name = ''root'', NULL, value)'"
      "  WHEN t.name = 'memlog_consumer' AND c.name = 'holder' THEN 'length(holder)'"
      "  WHEN t.name IN ('memlog_item', 'memlog_barred') AND c.name = 'record' THEN 'length(record)'"
      "  WHEN t.name = 'memlog_entity' AND c.name = 'id' THEN 'length(id)'"
      "  WHEN t.name = 'memlog_entity' AND c.name = 'txn' THEN iif(%d, 'txn', 'NULL')"
      "  WHEN t.name = 'memlog_entity' AND c.name = 'detail' THEN 'json_remove(detail, ''$.query'')'"
      "  WHEN t.name = 'memlog_edge' AND c.name LIKE '%%_id' THEN printf('length(%%s)', c.name)"
      "  WHEN t.name = 'memlog_cell' AND c.name = 'value'"
      "    THEN 'iif(kind = 3, ' || iif(%d, 'json_remove(value, ''$.salt'')', 'NULL') || ', value)'"
      "  ELSE printf('\"%%w\"', c.name) END)"
      "  FROM pragma_table_info(t.name, '%q') c WHERE c.name NOT IN ('chain', 'digest'))"
      "  || printf(' FROM \"%%w\".\"%%w\"', '%q', t.name)"
      "  || CASE t.name WHEN 'memlog_edge' THEN ' WHERE relation <> ''" PROOFS_ASIDE
      "proves'' ORDER BY relation, reason, rank, "
      "from_version, to_version, score'"
      "     WHEN 'memlog_entity' THEN ' WHERE type <> ''" PROOFS_ASIDE "proof'' ORDER BY type, key, actor, at, txn, "
      "json_remove(detail, ''$.query'', "
      "''$.cascade'')'"
      "     ELSE '' END || ';'"
      " FROM \"%w\".sqlite_schema t WHERE type = 'table' AND rootpage > 0 AND NOT EXISTS ("
      "  SELECT 1 FROM \"%w\".sqlite_schema v"
      "  WHERE v.rootpage = 0 AND t.name IN (v.name || '_data', v.name || '_idx'))"
      "  AND (%d OR name NOT IN ('memlog_event', 'memlog_quiet', 'memlog_snapshot', 'memlog_run')) ORDER BY name";
  char *sql = sqlite3_mprintf(tables, with_log, with_log, name, name, name, name, with_log);
  sqlite3_stmt *st = NULL;
  text_clear(out);
  int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
  while (!rc && (rc = sqlite3_step(st)) == SQLITE_ROW) {
    text_add(out, (const char *)sqlite3_column_text(st, 0));
    rc = SQLITE_OK;
  }
  if (rc != SQLITE_DONE) text_add(out, sqlite3_errmsg(db)); /* which is then no SQL, and says so */
  sqlite3_finalize(st);
  sqlite3_free(sql);
}

/* Large values, and what is known of forgotten copies elsewhere, are named by digests that follow from the salts. */
static void digests_mask(Text *rows) {
  static const char *const begins[] = {"{\"digest\": \"", "\"digest:"};
  for (size_t k = 0; k < sizeof(begins) / sizeof(*begins); k++) {
    const size_t n = strlen(begins[k]);
    for (size_t i = 0; i + n + 32 <= rows->n; i++) {
      if (!memcmp(rows->p + i, begins[k], n)) memset(rows->p + i + n, '-', 32);
    }
  }
}

/* Whether a UUID of a time, which is random beyond it, stands there as text: the id that an item was given. */
static int is_timed(const char *p) {
  static const char form[] = "xxxxxxxx-xxxx-7xxx-xxxx-xxxxxxxxxxxx";
  for (int i = 0; form[i]; i++) {
    int same = form[i] == 'x' ? p[i] != '\0' && strchr("0123456789abcdef", p[i]) != NULL : p[i] == form[i];
    if (!same) return 0;
  }
  return 1;
}

static void ids_mask(Text *rows) {
  for (size_t i = 0; i + 36 <= rows->n; i++) {
    if (is_timed(rows->p + i)) memset(rows->p + i, '-', 36);
  }
}

/* The schema, and all rows of all tables. The SELECTs are made once for a schema. */
static void state_add(sqlite3 *db, const char *name, int with_log, Text *out) {
  static Text schema, of_seen[2], of_selects[2], rows;
  Text *seen = &of_seen[strcmp(name, "main") == 0], *selects = &of_selects[strcmp(name, "main") == 0];
  char *sql =
      sqlite3_mprintf("SELECT '%q', %d, type, name, sql FROM \"%w\".sqlite_schema ORDER BY name", name, with_log, name);
  statement_run(db, sql, &schema);
  sqlite3_free(sql);
  if (!selects->p || !text_same(&schema, seen)) {
    selects_make(db, name, with_log, selects);
    text_clear(seen);
    text_put(seen, schema.p, schema.n);
  }
  statement_run(db, selects->p, &rows);
  digests_mask(&rows);
  ids_mask(&rows);
  text_put(out, rows.p, rows.n);
  text_put(out, schema.p, schema.n);
}

/* … of all databases of the connection. What cannot be read (it is locked, say) is known by its error. */
static void state_read(sqlite3 *db, int with_log, Text *out) {
  sqlite3_stmt *st = NULL;
  text_clear(out);
  if (sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &st, NULL)) die("database_list", sqlite3_errmsg(db));
  while (sqlite3_step(st) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(st, 1);
    if (strcmp(name, "temp")) text_add(out, name); /* temp is there once it was looked for */
    state_add(db, name, with_log, out);
  }
  sqlite3_finalize(st);
}

#endif
