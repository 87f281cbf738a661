/*
** Stored rows: a list of changes of the rows of a prepared file, made behind memlog's back and without the types and
** constraints of its tables: values of other types, other text, other rows' values; rows gone, rows twice.
*/
#define FUZZ_NAME      "rows"
#define FUZZ_SEEDS     "tests/fuzz/seeds/rows"
#define FUZZ_MUTATIONS 400
#define FUZZ_BYTES     300
#include "fuzz.h"

#include "image.h"

/* The tables, what names a row of each, and what can be changed. */
static const struct {
  const char *name, *row;
  const char *column[24];
} table[] = {
    {"memlog_cell", "(key, scope, path)", {"key", "scope", "path", "kind", "value", "value", "at"}},
    {"memlog_event",
     "(seq)",
     {"seq", "skew", "kind", "key", "value", "removed", "containers", "before", "run", "action", "step", "cause",
      "meta", "prev", "chain", "digest"}},
    {"memlog_quiet",
     "(seq)",
     {"seq", "skew", "kind", "key", "value", "removed", "containers", "before", "run", "action", "step", "cause",
      "meta", "prev", "chain", "digest"}},
    {"memlog_snapshot",
     "(seq)",
     {"seq", "key", "quiet", "value", "removed", "containers", "sensory_value", "sensory_removed",
      "sensory_containers"}},
    {"memlog_run", "(run)", {"run", "key", "input", "output", "outcome", "begun", "ended", "begin_seq", "end_seq"}},
    {"memlog_meta", "(name)", {"name", "value"}},
    {"memlog_config", "(name)", {"name", "value"}},
    {"memlog_value", "(key, digest)", {"key", "digest", "json"}},
    {"memlog_item", "(number)", {"number",  "key",      "set_name", "id",         "record",     "version",  "content",
                                 "digest",  "metadata", "kind",     "importance", "valid_from", "valid_to", "expires",
                                 "created", "at",       "begun",    "ended",      "admission",  "derived"}},
    {"memlog_unindexed", "(number)", {"number", "gone"}},
    {"memlog_vector", "(number)", {"number", "key", "vector", "sketch"}},
    {"memlog_session", "(session)", {"session", "user", "agent", "through", "ended", "judge", "error"}},
    {"memlog_judged", "(session, digest)", {"session", "digest", "at"}},
    {"memlog_entity", "(id)", {"id", "type", "key", "at", "actor", "txn", "detail"}},
    {"memlog_edge",
     "(from_id, from_version, relation, to_id, to_version)",
     {"from_id", "from_version", "relation", "to_id", "to_version", "at", "rank", "score", "reason", "detail"}},
    {"memlog_barred", "(digest)", {"digest", "how", "record", "at"}},
};

/* Values worth trying: each is an SQL expression; ?1 is text of the input's own, ?2 a number. */
static const char *const value[] = {
    "NULL",
    "?2",
    "-?2",
    "?2 / 3.0",
    "?1",
    "CAST(?1 AS BLOB)",
    "%s || ?1",                                                  /* %s is the column itself */
    "substr(%s, 1, ?2 %% 97) || ?1 || substr(%s, ?2 %% 97 + 2)", /* a byte of it is another */
    "substr(%s, 1, ?2 %% 97) || substr(%s, ?2 %% 97 + 2)",       /* … is gone */
    "CAST(%s AS BLOB)",
    "CAST(%s AS TEXT)",
    "%s + ?2",
    "%s - ?2",
    "-%s",
    "(SELECT o.%s FROM %t o LIMIT 1 OFFSET ?2 %% 23)", /* another row's */
    "9223372036854775807",
    "-9223372036854775807 - 1",
    "9e999",
    "'{\"last\":1,\"snap\":1,\"rows\":-1,\"bytes\":9223372036854775807}'",
    "json_set(%s, '$.' || ?1, ?2)",
    "zeroblob(?2 %% 5000)",
    "x'00'",
    "'[' || %s || ',0,0]'",
    "'{\"' || ?1 || '\":1}'",
    "'[\"' || ?1 || '\"]'",
    "printf('%%.*c', ?2 %% 3000, '[')",
    "(SELECT o.value FROM memlog_cell o WHERE o.value LIKE '{\"digest\": %%' LIMIT 1 OFFSET ?2 %% 3)", /* a place holder
                                                                                                        */
    "replace(%s, substr(%s, 1 + ?2 %% 97, 3), ?1)",
};

/* ---- the file without types ---- */

#define STORED " type = 'table' AND name LIKE 'memlog\\_%' ESCAPE '\\' "

static const char loose_sql[] =
    "CREATE TABLE as_made AS SELECT name, sql FROM sqlite_schema WHERE" STORED ";"
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(replace(replace(replace(sql,"
    "  'INTEGER PRIMARY KEY', '@'), ' INTEGER', ' BLOB'), ' TEXT', ' BLOB'), ' ANY', ' BLOB'), ' NOT NULL', ''),"
    "  '@', 'INTEGER PRIMARY KEY'), ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')') WHERE" STORED ";"
    "UPDATE sqlite_schema SET sql = replace(sql, 'CHECK((scope = '''') = (path = ''''))', 'CHECK(1)')"
    "  WHERE name = 'memlog_cell';";

static const char strict_sql[] =
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema AS s SET sql = (SELECT m.sql FROM as_made m WHERE m.name = s.name) WHERE" STORED ";"
    "DROP TABLE as_made;"
    "PRAGMA writable_schema = RESET;";

static const Image *loose_image(void) {
  static Image image;
  if (!image.n) {
    Image made = image_make(image_sql);
    sqlite3 *db = image_open(made.p, made.n);
    sqlite3_int64 size = 0;
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL);
    fuzz_must(db, loose_sql);
    uint8_t *p = sqlite3_serialize(db, "main", &size, 0);
    image = (Image){malloc((size_t)size), size};
    if (!p || !image.p) fuzz_fault("no image of the file without types");
    memcpy(image.p, p, (size_t)size);
    sqlite3_free(p);
    free(made.p);
    fuzz_close(db);
  }
  return &image;
}

/* ---- a change ---- */

/* The expression with %s as the column, %t as the table. */
static void expression_put(sqlite3_str *sql, const char *z, const char *name, const char *column) {
  for (; *z; z++) {
    if (*z == '%' && z[1] == 's') {
      sqlite3_str_appendall(sql, column);
      z++;
    } else if (*z == '%' && z[1] == 't') {
      sqlite3_str_appendall(sql, name);
      z++;
    } else if (*z == '%' && z[1] == '%') {
      sqlite3_str_appendchar(sql, 1, *z++);
    } else {
      sqlite3_str_appendchar(sql, 1, *z);
    }
  }
}

static void row_change(sqlite3 *db, Bytes *in) {
  int t = (int)take_below(in, COUNT(table));
  unsigned row = take(in), what = take(in), column = take(in), columns = 0;
  char text[17];
  while (columns < 24 && table[t].column[columns]) columns++;
  const char *name = table[t].column[columns ? column % columns : 0];
  i64 number = 0;
  unsigned len = take_below(in, sizeof(text));
  for (unsigned i = 0; i < len; i++) text[i] = (char)take(in);
  for (unsigned i = take_below(in, 9); i > 0; i--) number = (i64)((u64)number << 8 | take(in));
  sqlite3_str *sql = sqlite3_str_new(db);
  if (what == 255) {
    sqlite3_str_appendf(sql, "DELETE FROM %s", table[t].name);
  } else if (what == 254) {
    sqlite3_str_appendf(sql, "DELETE FROM %s WHERE ?1 IS ?1 AND ?2 IS ?2", table[t].name);
  } else {
    sqlite3_str_appendf(sql, "UPDATE OR IGNORE %s SET %s = ", table[t].name, name);
    expression_put(sql, value[what % COUNT(value)], table[t].name, name);
  }
  if (what != 254) {
    int columns_n = (int)strlen(table[t].row) - 2;
    sqlite3_str_appendf(sql, " WHERE %s = (SELECT %.*s FROM %s LIMIT 1 OFFSET %u)", table[t].row, columns_n,
                        table[t].row + 1, table[t].name, row % 40);
  }
  char *z = sqlite3_str_finish(sql);
  sqlite3_stmt *st = NULL;
  if (sqlite3_prepare_v2(db, z, -1, &st, NULL)) fuzz_fault("%s: %s", z, sqlite3_errmsg(db));
  sqlite3_bind_text(st, 1, text, (int)len, SQLITE_STATIC);
  sqlite3_bind_int64(st, 2, number);
  sqlite3_step(st);
  sqlite3_finalize(st);
  sqlite3_free(z);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
  Bytes in = {p, n};
  const Image *image = loose_image();
  if (n < 4 || n > 1000) return 0;
  unsigned which = take(&in);
  fuzz_begin();
  sqlite3 *db = image_open(image->p, image->n);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
  for (unsigned i = 0; i <= which >> 6 && in.n; i++) row_change(db, &in); /* many would only hide each other */
  fuzz_must(db, strict_sql);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, (int *)NULL);
  fuzz_load(db);
  image_exercise(db, 1, which);
  fuzz_close(db);
  fuzz_end();
  return 0;
}
