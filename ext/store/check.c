#include "check.h"

#include "../data/clock.h"
#include "../data/expiry.h"

#include <string.h>

/* clang-format off */
#define PLACE(table) "SELECT iif(typeof(kind)='integer', kind, 0), run, time, key=?2 FROM main." table " WHERE seq=?1"
/* Those that stand in MlCheckTable first, in its order. */
#define STATEMENTS(X) \
  X(SCHEMA,    "SELECT type, sql FROM main.sqlite_schema WHERE name=?1") \
  X(META,      "SELECT name, value, 0 FROM main.memlog_meta ORDER BY name") \
  X(CONFIG,    "SELECT name, value, at FROM main.memlog_config ORDER BY name") \
  X(CELLS,     "SELECT key, scope, path, kind, value, at, expires FROM main.memlog_cell ORDER BY key, scope, path") \
  X(SNAPSHOTS, "SELECT " ML_SNAPSHOT_COLUMNS " FROM main.memlog_snapshot ORDER BY seq") \
  X(OPEN_RUNS, "SELECT run FROM main.memlog_run WHERE key=?1 AND end_seq IS NULL ORDER BY run") \
  X(VALUES,    "SELECT key, digest, json FROM main.memlog_value ORDER BY key, digest") \
  X(VECTORS,   "SELECT v.number, v.key, v.vector, v.sketch, i.key, i.ended IS NULL FROM main.memlog_vector AS v" \
               " LEFT JOIN main.memlog_item AS i ON i.number=v.number ORDER BY v.key, v.number") \
  X(TREE,      "SELECT integrity_check FROM pragma_integrity_check(?1, 'main')") \
  X(RULES,     "SELECT key_glob, scope, path, rule FROM main.memlog_retain ORDER BY key_glob, scope, path") \
  X(USED,      "SELECT key, path, at, (SELECT kind FROM main.memlog_cell AS c" \
               " WHERE c.key=u.key AND c.scope=u.scope AND c.path=u.path) FROM main.memlog_used AS u" \
               " ORDER BY key, scope, path") \
  X(ITEMS,     "SELECT number FROM main.memlog_item ORDER BY key, set_name, id, begun IS NULL, begun, ended IS NULL," \
               " ended, number") \
  X(BEGUN,     "SELECT begun, number FROM main.memlog_item WHERE begun IS NOT NULL ORDER BY begun, number") \
  X(ENDED,     "SELECT ended, number FROM main.memlog_item WHERE ended>0 ORDER BY ended, number") \
  X(RECORDS,   "SELECT max(number) FROM main.memlog_item GROUP BY record" \
               " HAVING min(key)<>max(key) OR min(set_name)<>max(set_name) OR min(id)<>max(id) ORDER BY 1") \
  X(SESSIONS,  "SELECT session, user, agent, through, ended, judge, error FROM main.memlog_session ORDER BY session") \
  X(JUDGED,    "SELECT session, digest, at FROM main.memlog_judged ORDER BY session, digest") \
  X(INDEX,     "WITH holds(n) AS (SELECT id FROM main.memlog_item_text_docsize)," \
               " noted(n, gone) AS (SELECT number, gone FROM main.memlog_unindexed)," \
               " stands(n, key) AS (SELECT number, key FROM main.memlog_item WHERE ended IS NULL)" \
               " SELECT 0, n, key FROM stands WHERE n NOT IN (SELECT n FROM holds)" \
               " AND n NOT IN (SELECT n FROM noted WHERE gone=0)" \
               " UNION ALL SELECT 1, n, NULL FROM holds WHERE n NOT IN (SELECT n FROM stands)" \
               " AND n NOT IN (SELECT n FROM noted WHERE gone=1)" \
               " UNION ALL SELECT 2, n, NULL FROM noted WHERE gone IS NOT 1" \
               " AND (gone IS NOT 0 OR n IN (SELECT n FROM holds) OR n NOT IN (SELECT n FROM stands))" \
               " UNION ALL SELECT 3, n, NULL FROM noted WHERE gone=1" \
               " AND (n NOT IN (SELECT n FROM holds) OR n IN (SELECT n FROM stands))") \
  X(PLACES,    "SELECT key, set_name, count(*) FROM main.memlog_item" \
               " WHERE number IN (SELECT id FROM main.memlog_item_text_docsize) GROUP BY key, set_name") \
  X(PLACED,    "SELECT count(*) FROM main.memlog_item_text WHERE memlog_item_text MATCH 'place : ' || ?1") \
  X(EVENT,     PLACE("memlog_event")) \
  X(QUIET,     PLACE("memlog_quiet"))
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_check_open(MlCheck *k, MlConn *c) {
  k->c = c;
  ML_STMT_OPEN(&k->sql, c->db, statements);
}

void ml_check_close(MlCheck *k) { ml_stmt_close(&k->sql); }

int ml_check_begin(MlCheck *k, MlCheckTable table, MlText which, sqlite3_stmt **st, MlErr *e) {
  k->sql.absent = k->c->cell_sql.absent; /* what the file lacks is known by now */
  int rc = ml_stmt_take(&k->sql, (int)table, st, e);
  if (!rc && which.p) rc = ml_stmt_text(*st, 1, which);
  return rc;
}

int ml_check_step(MlCheck *k, sqlite3_stmt *st, int *more, MlErr *e) {
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, k->c->db, rc, "reading the stored tables");
}

void ml_check_done(MlCheck *k, sqlite3_stmt *st) { ml_stmt_give(&k->sql, st); }

void ml_check_object(sqlite3_stmt *st, MlCheckObject *o) {
  o->type = ml_stmt_column(st, 0);
  o->sql = ml_stmt_column(st, 1);
}

void ml_check_setting(sqlite3_stmt *st, MlCheckSetting *s) {
  s->name_type = sqlite3_column_type(st, 0);
  s->value_type = sqlite3_column_type(st, 1);
  s->name = ml_stmt_column(st, 0);
  i64 at = sqlite3_column_type(st, 2) == SQLITE_INTEGER ? sqlite3_column_int64(st, 2) : -1;
  s->timed = at >= 0 && at <= ML_TIME_MAX;
  s->value = ml_stmt_column(st, 1);
}

void ml_check_cell(sqlite3_stmt *st, MlCheckCell *x) {
  memset(x, 0, sizeof(*x));
  for (int i = 0; i < 3 && !x->wrong; i++) {
    static const char *const wrong[] = {"its key is no text", "its scope is no text", "its path is no text"};
    if (sqlite3_column_type(st, i) != SQLITE_TEXT) x->wrong = wrong[i];
  }
  x->key = ml_stmt_column(st, 0);
  x->scope = ml_stmt_column(st, 1);
  x->path = ml_stmt_column(st, 2);
  x->is_head = !x->wrong && !x->scope.n;
  if (x->wrong) return;
  if (x->is_head) {
    if (x->path.n) x->wrong = "it has a path, but no scope";
    if (sqlite3_column_int64(st, 3) != ML_CELL_HEAD) x->wrong = "a head is of another kind";
  } else if (!ml_cell_read(st, 3, &x->cell)) {
    x->wrong = "its kind and value do not go together";
  }
  x->cell.expires = ml_cell_expires(st, 6);
  if (!x->wrong && ml_cell_at(st, 5) < 0) x->wrong = "when it was written is no time";
  if (!x->wrong && x->cell.expires < 0) x->wrong = "when it expires is no time";
  if (x->is_head && !x->wrong && x->cell.expires) x->wrong = "a head expires";
}

void ml_check_snapshot(sqlite3_stmt *st, MlCheckSnapshot *s) {
  s->seq = sqlite3_column_int64(st, 0);
  s->wrong = ml_snapshot_read(st, &s->key, &s->snapshot);
}

void ml_check_value(sqlite3_stmt *st, MlCheckValue *x) {
  memset(x, 0, sizeof(*x));
  if (sqlite3_column_type(st, 0) != SQLITE_TEXT) x->wrong = "its key is no text";
  if (sqlite3_column_type(st, 2) != SQLITE_TEXT) x->wrong = "it is no text";
  x->key = ml_stmt_column(st, 0);
  x->json = ml_stmt_column(st, 2);
  x->has_digest = ml_stmt_uuid(st, 1, &x->digest);
  if (!x->has_digest) x->wrong = "its digest is no blob of 16 bytes";
}

void ml_check_used(sqlite3_stmt *st, MlCheckUsed *u) {
  int is_text = sqlite3_column_type(st, 0) == SQLITE_TEXT && sqlite3_column_type(st, 1) == SQLITE_TEXT;
  *u = (MlCheckUsed){ml_stmt_column(st, 0), ml_stmt_column(st, 1), NULL};
  if (ml_cell_at(st, 2) < 0) u->wrong = "when it was read last is no time";
  if (sqlite3_column_type(st, 3) != SQLITE_INTEGER || sqlite3_column_int64(st, 3) != ML_CELL_VALUE) {
    u->wrong = "it was read last, but no value is there";
  }
  if (!is_text) u->wrong = "its row in memlog_used holds something else than text";
}

static int text_or_null(sqlite3_stmt *st, int column) {
  int type = sqlite3_column_type(st, column);
  return type == SQLITE_TEXT || type == SQLITE_NULL;
}

static int integer_from(sqlite3_stmt *st, int column, i64 high) {
  i64 v = sqlite3_column_int64(st, column);
  return sqlite3_column_type(st, column) == SQLITE_INTEGER && v >= 0 && v <= high;
}

void ml_check_session(sqlite3_stmt *st, MlCheckSession *s) {
  static const char *const judges[] = {"host", "function", "rules", NULL};
  *s = (MlCheckSession){ml_stmt_column(st, 0), ml_stmt_column(st, 1), ml_stmt_column(st, 2), NULL};
  MlText judge = ml_stmt_column(st, 5);
  int known = sqlite3_column_type(st, 5) == SQLITE_NULL || ml_text_among(judge, judges) >= 0;
  if (!known) s->wrong = "what judged is none of host, function, rules";
  if (!text_or_null(st, 6)) s->wrong = "its error is no text";
  if (sqlite3_column_type(st, 4) != SQLITE_NULL && !integer_from(st, 4, ML_TIME_MAX)) {
    s->wrong = "when it was ended is no time";
  }
  if (!integer_from(st, 3, INT64_MAX)) s->wrong = "how far it was judged is no index";
  if (!text_or_null(st, 1) || !text_or_null(st, 2)) s->wrong = "its user or agent is no text";
  if (sqlite3_column_type(st, 0) != SQLITE_TEXT) s->wrong = "its session is no text";
}

void ml_check_judged(sqlite3_stmt *st, MlCheckSession *s) {
  *s = (MlCheckSession){.session = ml_stmt_column(st, 0)};
  if (!integer_from(st, 2, ML_EXPIRES_MAX)) s->wrong = "when it was judged is no time";
  if (sqlite3_column_type(st, 1) != SQLITE_BLOB || sqlite3_column_bytes(st, 1) != (int)sizeof(MlUuid)) {
    s->wrong = "the digest of a message is no blob of 16 bytes";
  }
  if (sqlite3_column_type(st, 0) != SQLITE_TEXT) s->wrong = "its session is no text";
}

i64 ml_check_number(sqlite3_stmt *st, int column) { return sqlite3_column_int64(st, column); }

void ml_check_vector(sqlite3_stmt *st, MlCheckVector *v) {
  *v = (MlCheckVector){.number = sqlite3_column_int64(st, 0), .key = ml_stmt_column(st, 1)};
  v->vector = sqlite3_column_blob(st, 2);
  v->sketch = sqlite3_column_blob(st, 3);
  v->bytes = sqlite3_column_bytes(st, 2);
  v->sketch_bytes = sqlite3_column_bytes(st, 3);
  if (sqlite3_column_type(st, 4) == SQLITE_NULL || !sqlite3_column_int(st, 5)) v->wrong = "no such version stands";
  if (!v->wrong && !ml_text_same(ml_stmt_column(st, 4), v->key)) v->wrong = "it is not of the version's key";
  for (int i = 2; i < 4; i++) {
    if (sqlite3_column_type(st, i) != SQLITE_BLOB) v->wrong = "it or its sketch is no BLOB";
  }
  if (sqlite3_column_type(st, 1) != SQLITE_TEXT) v->wrong = "its key is no text";
}

/* The code of a page that could not be had, as SQLite's check tells it; SQLITE_OK if that is not what was said. */
static int page_code(const char *said) {
  static const char with[] = "unable to get the page. error code=", without[] = "failed to get page";
  const char *at = strstr(said, with);
  if (!at) return strstr(said, without) ? SQLITE_IOERR : SQLITE_OK;
  int code = 0;
  for (at += sizeof(with) - 1; *at >= '0' && *at <= '9' && code < 100000; at++) code = code * 10 + (*at - '0');
  return code;
}

int ml_check_said(sqlite3_stmt *st, MlText *said, MlErr *e) {
  *said = ml_stmt_column(st, 0);
  if (!said->p) return ml_err_nomem(e);
  if (ml_text_same(*said, ML_TEXT("ok"))) said->n = 0;
  int code = page_code(said->p), primary = code & 0xff;
  if (primary == SQLITE_OK || primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB) return SQLITE_OK;
  return ml_err_set(e, code, "memlog: reading: %s", sqlite3_errstr(code));
}

void ml_check_indexed(sqlite3_stmt *st, MlCheckIndexed *x) {
  static const char *const wrong[] = {"it stands, but the index of texts does not have it",
                                      "it does not stand, but the index of texts has it",
                                      "it is noted that the index of texts does not have it, but that is not so",
                                      "it is noted that the index of texts has it still, but that is not so"};
  *x = (MlCheckIndexed){wrong[sqlite3_column_int(st, 0)], sqlite3_column_int64(st, 1), ml_stmt_column(st, 2)};
}

void ml_check_set(sqlite3_stmt *st, MlCheckSet *s) {
  *s = (MlCheckSet){ml_stmt_column(st, 0), ml_stmt_column(st, 1), sqlite3_column_int64(st, 2)};
}

i64 ml_check_placed(sqlite3_stmt *st) { return sqlite3_column_int64(st, 0); }

i64 ml_check_open_run(sqlite3_stmt *st) { return sqlite3_column_int64(st, 0); }

int ml_check_place(MlCheck *k, i64 place, MlText key, MlCheckPlace *p, MlErr *e) {
  sqlite3_stmt *st;
  int more;
  *p = (MlCheckPlace){.kind = ML_KINDS};
  int rc = ml_stmt_take(&k->sql, place < 0 ? QUIET : EVENT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, ml_event_position(place));
  rc = ml_stmt_text(st, 2, key);
  if (!rc) rc = ml_check_step(k, st, &more, e);
  if (!rc && more) {
    p->kind = sqlite3_column_int64(st, 0);
    p->run = sqlite3_column_int64(st, 1);
    p->time = sqlite3_column_int64(st, 2);
    p->of_key = sqlite3_column_int(st, 3);
  }
  ml_check_done(k, st);
  return rc;
}
