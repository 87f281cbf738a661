/*
** Paths and JSON: the first line is a path, the rest JSON. Whether they are any is also judged by others: paths by
** their grammar, read here once more in the plainest way, JSON by jansson, by SQLite's own functions, and by our
** scanner, which must all see the same. What is accepted comes back equal by every way there is; what is refused
** leaves nothing behind.
*/
#define FUZZ_NAME      "json"
#define FUZZ_SEEDS     "tests/fuzz/seeds/json"
#define FUZZ_MUTATIONS 8000
#define FUZZ_BYTES     4096
#include "fuzz.h"

#include "json_judge.h"

typedef struct Case {
  MlText path, text; /* as they came */
  const Path *as;    /* what the path is */
  json_t *json;      /* what the JSON is; NULL: none */
  MlText canonical;
} Case;

/* One connection for many inputs; now and then a new one, to see that nothing is left. */
#define INPUTS_EACH 500

#define QUERIES(X)                                                                                                     \
  X(SET_JSON, "SELECT mem_set_json('json', ?1, ?2)")                                                                   \
  X(SET_TEXT, "SELECT mem_set('text', ?1, ?2)")                                                                        \
  X(SET_SUBTYPE, "SELECT mem_set('subtype', ?1, json(?2))")                                                            \
  X(SET_TREE, "SELECT mem_set_tree('tree', ?1, ?2)")                                                                   \
  X(APPEND, "SELECT mem_append_json('list', ?1, ?2)")                                                                  \
  X(INSERT, "INSERT INTO mem(key, path, json) VALUES ('row', ?1, ?2)")                                                 \
  X(GET_JSON, "SELECT mem_get_json(?2, ?1)")                                                                           \
  X(GET_TEXT, "SELECT mem_get('text', ?1)")                                                                            \
  X(RECENT, "SELECT mem_recent('list', ?1, 1)")                                                                        \
  X(POP, "SELECT mem_pop('list', ?1) IS mem_get('json', ?1)")                                                          \
  X(SNAPSHOT, "SELECT mem_snapshot('json')")                                                                           \
  X(REBUILT, "SELECT mem_rebuild_at('json', '#last')")                                                                 \
  X(EVENT, "SELECT value FROM mem_event WHERE key = 'json'")                                                           \
  X(ROW, "SELECT json FROM mem(?2) WHERE path = ?1")                                                                   \
  X(VALID, "SELECT json(?2)")                                                                                          \
  X(PICK, "SELECT mem_pick(mem_snapshot('json'), ?1) IS mem_get('json', ?1)"                                           \
          " AND mem_touches(?1, mem_snapshot('json')) AND mem_exists('json', ?1)")                                     \
  X(FLUSH, "SELECT mem_flush()")                                                                                       \
  X(NODES, "SELECT group_concat(path) FROM mem WHERE key = ?2")

enum Query {
#define NAME(name, sql) name,
  QUERIES(NAME) QUERY_N
#undef NAME
};

static const char *const query_sql[] = {
#define SQL(name, sql) sql,
    QUERIES(SQL)
#undef SQL
};

static sqlite3 *db;
static sqlite3_stmt *query[QUERY_N];

static void database_close(void) {
  for (int i = 0; i < QUERY_N; i++) {
    sqlite3_finalize(query[i]);
    query[i] = NULL;
  }
  fuzz_close(db);
  db = NULL;
  fuzz_end();
}

static void database_open(void) {
  static int tried;
  if (db && ++tried % INPUTS_EACH == 0) database_close();
  if (db) return;
  fuzz_begin();
  db = image_open(NULL, 0);
  fuzz_load(db);
  fuzz_must(db, "SELECT mem_config('memory.inline-value-bytes', 64)");
  for (int i = 0; i < QUERY_N; i++) {
    if (sqlite3_prepare_v2(db, query_sql[i], -1, &query[i], NULL))
      fuzz_fault("%s: %s", query_sql[i], sqlite3_errmsg(db));
  }
}

/* Runs a query to its end. Its first cell as text is in *out, {NULL, 0} for NULL; 1 if there was no error. */
static int asked(enum Query q, MlText path, MlText second, MlBuf *out) {
  sqlite3_stmt *st = query[q];
  ml_buf_free(out);
  sqlite3_bind_text(st, 1, path.p, (int)path.n, SQLITE_STATIC);
  if (sqlite3_bind_parameter_count(st) > 1) sqlite3_bind_text(st, 2, second.p, (int)second.n, SQLITE_STATIC);
  int rc = sqlite3_step(st);
  if (rc == SQLITE_ROW && sqlite3_column_type(st, 0) != SQLITE_NULL) {
    const char *p = (const char *)sqlite3_column_text(st, 0);
    ml_buf_put(out, p, sqlite3_column_bytes(st, 0));
  }
  rc = sqlite3_reset(st);
  if (rc != SQLITE_OK && rc != SQLITE_ERROR) fuzz_fault("%s: error %d: %s", query_sql[q], rc, sqlite3_errmsg(db));
  if (rc && strncmp(sqlite3_errmsg(db), "memlog: ", 8) && q != SET_SUBTYPE && q != VALID) {
    fuzz_fault("%s: %s", query_sql[q], sqlite3_errmsg(db));
  }
  return rc == SQLITE_OK;
}

/* It must give just this text. */
static void gives(enum Query q, MlText path, MlText second, MlText want) {
  MlBuf out = {0};
  int ok = asked(q, path, second, &out);
  if (!ok) fuzz_fault("%s: %s", query_sql[q], sqlite3_errmsg(db));
  if (!ml_text_same(ml_buf_view(&out), want)) {
    fuzz_fault("%s:\n  expected: %.*s\n  got: %s", query_sql[q], (int)want.n, want.p, out.p);
  }
  ml_buf_free(&out);
}

/* A writing function does what it must: works, and the key has the value; or refuses, and the key has no nodes. */
static int writes(const Case *c, enum Query q, MlText key, MlText payload, int wanted) {
  MlBuf out = {0};
  int ok = asked(q, c->path, payload, &out);
  if (ok && !wanted) fuzz_fault("%s accepts what is none", query_sql[q]);
  if (!ok && wanted) fuzz_fault("%s: %s", query_sql[q], sqlite3_errmsg(db));
  if (!ok) gives(NODES, key, key, ML_TEXT(""));
  ml_buf_free(&out);
  return ok;
}

/* ---- a tree ---- */

/* Leaves of a map written as a tree under a path of so many names and bytes; -1 if it is over the limits. */
static int tree_leaves(json_t *map, int names, i64 bytes) {
  int leaves = 0;
  for (void *it = json_object_iter(map); it; it = json_object_iter_next(map, it)) {
    const char *name = json_object_iter_key(it);
    json_t *value = json_object_iter_value(it);
    MlBuf b = {0};
    name_put(&b, (MlText){name, (i64)strlen(name)});
    i64 n = bytes + 1 + b.n;
    ml_buf_free(&b);
    if (n > BYTES_MAX || names + 1 > NAMES_MAX) return -1;
    int below = json_is_object(value) ? tree_leaves(value, names + 1, n) : 1;
    if (below < 0) return -1;
    leaves += below;
  }
  return leaves;
}

static void tree_judge(const Case *c) {
  int leaves = -1;
  MlBuf out = {0};
  if (c->json && json_is_object(c->json) && c->as->ok && c->as->n) {
    leaves = tree_leaves(c->json, c->as->n, c->as->canonical.n);
  }
  if (!writes(c, SET_TREE, ML_TEXT("tree"), c->text, leaves >= 0)) return;
  if (!asked(GET_JSON, c->path, ML_TEXT("tree"), &out)) fuzz_fault("a tree is not read: %s", sqlite3_errmsg(db));
  json_t *j = json_of(ml_buf_view(&out));
  if (!j || !json_same(c->json, j, 0)) fuzz_fault("another tree: %s", out.p);
  json_decref(j);
  ml_buf_free(&out);
}

/* ---- names ---- */

/* mem_path makes the canonical path of its names. A first argument that begins as a reference may be one. */
static void names_judge(const Case *c) {
  const Path *x = c->as;
  MlBuf sql = {0};
  sqlite3_stmt *st = NULL;
  if (!x->n || x->n > 100 || (x->name[0].n && x->name[0].p[0] == '{')) return;
  ml_buf_puts(&sql, "SELECT mem_path(?");
  for (int i = 1; i < x->n; i++) ml_buf_puts(&sql, ", ?");
  ml_buf_puts(&sql, ")");
  if (sqlite3_prepare_v2(db, sql.p, -1, &st, NULL)) fuzz_fault("%s: %s", sql.p, sqlite3_errmsg(db));
  for (int i = 0; i < x->n; i++) sqlite3_bind_text(st, i + 1, x->name[i].p, (int)x->name[i].n, SQLITE_STATIC);
  int rc = sqlite3_step(st);
  if (rc != SQLITE_ROW) fuzz_fault("mem_path: %s", sqlite3_errmsg(db));
  MlText got = {(const char *)sqlite3_column_text(st, 0), sqlite3_column_bytes(st, 0)};
  if (!ml_text_same(got, ml_buf_view(&x->canonical))) fuzz_fault("mem_path gives another path: %s", got.p);
  sqlite3_finalize(st);
  ml_buf_free(&sql);
}

/* ---- all of it ---- */

/* {"path":value} as memlog writes it. */
static void map_of(const Case *c, MlBuf *out) {
  ml_buf_char(out, '{');
  ml_json_put_string(out, ml_buf_view(&c->as->canonical));
  ml_buf_char(out, ':');
  ml_buf_text(out, c->canonical);
  ml_buf_char(out, '}');
}

static void value_judge(const Case *c) {
  const MlText key = ML_TEXT("json");
  MlBuf map = {0}, list = {0};
  map_of(c, &map);
  gives(GET_JSON, c->path, key, c->canonical);
  gives(ROW, ml_buf_view(&c->as->canonical), key, c->canonical);
  gives(VALID, key, c->canonical, c->canonical);
  gives(SNAPSHOT, key, key, ml_buf_view(&map));
  gives(PICK, c->path, key, ML_TEXT("1"));
  if (writes(c, SET_SUBTYPE, ML_TEXT("subtype"), c->text, 1)) {
    gives(GET_JSON, c->path, ML_TEXT("subtype"), c->canonical);
  }
  if (writes(c, INSERT, ML_TEXT("row"), c->text, 1)) gives(GET_JSON, c->path, ML_TEXT("row"), c->canonical);
  if (c->as->n < NAMES_MAX && c->as->canonical.n + 2 <= BYTES_MAX) {
    writes(c, APPEND, ML_TEXT("list"), c->text, 1);
    ml_buf_char(&list, '[');
    ml_buf_text(&list, c->canonical);
    ml_buf_char(&list, ']');
    gives(RECENT, c->path, key, ml_buf_view(&list));
    gives(POP, c->path, key, ML_TEXT("1"));
  }
  if (!asked(FLUSH, key, key, &list)) fuzz_fault("mem_flush: %s", sqlite3_errmsg(db));
  gives(EVENT, key, key, ml_buf_view(&map));
  gives(REBUILT, key, key, ml_buf_view(&map));
  const char *fault = c->path.n % 8 ? NULL : fuzz_ask(db, FUZZ_VERIFY); /* which takes longer than all of this */
  if (fault) fuzz_fault("mem_verify: %s", fault);
  ml_buf_free(&map);
  ml_buf_free(&list);
}

static void database_judge(const Case *c) {
  int path = c->as->ok && c->as->n > 0;
  fuzz_must(db, "BEGIN");
  if (path && writes(c, SET_TEXT, ML_TEXT("text"), c->text, utf8_is(c->text))) {
    gives(GET_TEXT, c->path, c->path, c->text);
  }
  tree_judge(c);
  if (writes(c, SET_JSON, ML_TEXT("json"), c->text, path && c->json)) value_judge(c);
  if (!path || !c->json) writes(c, INSERT, ML_TEXT("row"), c->text, 0);
  if (path) names_judge(c);
  fuzz_must(db, "ROLLBACK");
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
  const uint8_t *line = n && n < 65536 ? memchr(p, '\n', n) : NULL;
  Path path;
  MlBuf canonical = {0};
  if (!line) return 0;
  MlText t = {(const char *)p, line - p};
  MlText text = {(const char *)line + 1, (i64)n - t.n - 1};
  database_open();
  path_read(t, &path);
  path_judge(t, &path);
  scan_any(text);
  json_t *j = json_judge(text, &canonical);
  database_judge(&(Case){t, text, &path, j, ml_buf_view(&canonical)});
  json_decref(j);
  ml_buf_free(&canonical);
  path_free(&path);
  return 0;
}
