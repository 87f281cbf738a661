#include "meta.h"

#include "../data/clock.h"
#include "../data/json.h"
#include "../schema/install.h"
#include "log.h"

#include <string.h>

/* clang-format off */
#define STATEMENTS(X) \
  X(THERE,   "SELECT name, type, rootpage FROM main.sqlite_schema WHERE name COLLATE NOCASE IN ('memlog_meta'," \
             " 'memlog_config', 'memlog_cell', 'memlog_event', 'memlog_quiet', 'memlog_snapshot', 'memlog_run'," \
             " 'memlog_ttl', 'memlog_retain', 'memlog_used', 'memlog_value', 'memlog_consumer', 'memlog_import'," \
             " 'memlog_item', 'memlog_unindexed', 'memlog_vector', 'memlog_session', 'memlog_judged'," \
             " 'memlog_entity', 'memlog_edge', 'memlog_barred')") \
  X(BEGUN,   "SELECT 1 FROM main.sqlite_schema WHERE type IS NULL") \
  X(GET,     "SELECT value FROM main.memlog_meta WHERE name=?1") \
  X(CODING,  "PRAGMA main.encoding") \
  X(PUT,     "INSERT INTO main.memlog_meta(name, value) VALUES(?1, ?2)" \
             " ON CONFLICT(name) DO UPDATE SET value=excluded.value")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

#define ERASURES_MAX (INT64_MAX / 2)

void ml_meta_open(MlConn *c) { ML_STMT_OPEN(&c->meta_sql, c->db, statements); }

/* A view or a virtual table in the place of a stored table would run the file's code whenever memory is looked at, and
** could call us from there without end. */
static int table_check(sqlite3_stmt *st, int *is_meta, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText name = ml_stmt_column(st, 0);
  *is_meta |= ml_text_same(name, ML_TEXT("memlog_meta"));
  int is_table = ml_text_same(ml_stmt_column(st, 1), ML_TEXT("table"));
  if (is_table && sqlite3_column_int64(st, 2) > 0) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: file: %s is a %s, not an ordinary table", ml_err_show(show, name),
                    is_table ? "virtual table" : (const char *)sqlite3_column_text(st, 1));
}

static int tables_there(MlConn *c, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  MlErr wrong = {0};
  int rc = ml_stmt_take(&c->meta_sql, THERE, &st, e);
  if (rc) return rc;
  *yes = 0;
  while (sqlite3_step(st) == SQLITE_ROW) table_check(st, yes, &wrong);
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) ml_err_db(e, c->db, rc, "reading the schema");
  if (*yes && wrong.rc) ml_err_set(e, wrong.rc, "%s", wrong.msg);
  ml_err_clear(&wrong);
  return e->rc;
}

/* Columns that came with a version. Of the items' no file of an earlier one has the table. */
static const char *const *absent_before(i64 version) {
  static const char *const second[] = {"expires", "sensory_expires", "gap", "sensory_gap", NULL};
  static const char *const fourth[] = {"admission", "derived", NULL};
  if (version < 2) return second;
  return version == 3 ? fourth : NULL;
}

static int version_check(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "version", -1, SQLITE_STATIC);
  i64 version = -1;
  if (sqlite3_step(st) == SQLITE_ROW && sqlite3_column_type(st, 0) == SQLITE_INTEGER) {
    version = sqlite3_column_int64(st, 0);
  }
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  if (version > ML_SCHEMA_VERSION) {
    return ml_err_set(
        e, SQLITE_ERROR,
        "memlog: file: its schema has version %lld, this library knows versions up to %d: use a newer one", version,
        ML_SCHEMA_VERSION);
  }
  if (version < 1) return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: no version of the schema in it");
  c->version = (u8)version;
  ml_conn_absent(c, absent_before(version));
  return SQLITE_OK;
}

static int encoding_read(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, CODING, &st, e);
  if (rc) return rc;
  if (sqlite3_step(st) == SQLITE_ROW) c->utf8 = (u8)ml_text_same(ml_stmt_column(st, 0), ML_TEXT("UTF-8"));
  rc = ml_stmt_give(&c->meta_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading the file's encoding") : SQLITE_OK;
}

/* SQLite (3.40) goes wrong where a connection has seen the file when it was empty, another one has then written to it,
** and the first one's next look at it is a write under a SAVEPOINT: ROLLBACK TO takes it back to the empty file, and
** COMMIT would write that. */
static int tables_lost(MlConn *c, MlErr *e) {
  if (!c->undone || !c->tables_found || c->tables_made) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: transaction: ROLLBACK TO took the whole file for empty: it can only be rolled back");
}

int ml_meta_installed(MlConn *c, int *yes, MlErr *e) {
  *yes = c->installed;
  /* While the file is of an older version another connection may bring it up to date. */
  if (*yes && c->version == ML_SCHEMA_VERSION) return SQLITE_OK;
  int rc = tables_there(c, yes, e);
  if (rc) return rc;
  if (!*yes) return tables_lost(c, e);
  rc = version_check(c, e);
  if (!rc && !c->utf8) rc = encoding_read(c, e);
  c->installed = rc == SQLITE_OK;
  c->tables_found |= c->installed;
  return rc;
}

int ml_meta_erasures(MlConn *c, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  *n = 0;
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "erasures", -1, SQLITE_STATIC);
  int there = sqlite3_step(st) == SQLITE_ROW;
  if (there) *n = sqlite3_column_type(st, 0) == SQLITE_INTEGER ? sqlite3_column_int64(st, 0) : -1;
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  if (*n >= there && *n < ERASURES_MAX) return SQLITE_OK;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: erasures is no count of keys that were forgotten");
}

static int meta_put(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  return ml_conn_write_one(c, &c->meta_sql, st, &c->permit.meta, "memlog_meta", e);
}

int ml_meta_version(MlConn *c, int *version, MlErr *e) {
  int there;
  int rc = ml_meta_installed(c, &there, e);
  *version = !rc && there ? c->version : 0;
  return rc;
}

static int put_begin(MlConn *c, const char *name, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->meta_sql, PUT, st, e);
  if (!rc) sqlite3_bind_text(*st, 1, name, -1, SQLITE_STATIC);
  return rc;
}

static int number_put(MlConn *c, const char *name, i64 number, MlErr *e) {
  sqlite3_stmt *st;
  int rc = put_begin(c, name, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 2, number);
  return meta_put(c, st, e);
}

int ml_meta_erasures_put(MlConn *c, i64 n, MlErr *e) { return number_put(c, "erasures", n, e); }

static int root_put(MlConn *c, MlErr *e) {
  MlUuid root = ml_uuid_random();
  sqlite3_stmt *st;
  int rc = put_begin(c, "root", &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 2, root.b, sizeof(root.b), SQLITE_STATIC);
  return meta_put(c, st, e);
}

static int tables_upgrade(MlConn *c, MlErr *e) {
  MlTail t = {0};
  int rc = ml_install_run(c->db, c->version, ML_SCHEMA_VERSION, e);
  if (!rc) rc = number_put(c, "version", ML_SCHEMA_VERSION, e);
  if (!rc && c->version < 4) rc = ml_log_tail(c, &t, e);
  if (!rc && c->version < 4) rc = number_put(c, "lineage", t.seq, e);
  ml_conn_forget(c);
  return rc ? rc : version_check(c, e);
}

static int tables_make(MlConn *c, MlErr *e) {
  c->tables_made = 1;
  int rc = ml_install_run(c->db, 0, ML_SCHEMA_VERSION, e);
  if (!rc) rc = number_put(c, "version", ML_SCHEMA_VERSION, e);
  if (!rc) rc = root_put(c, e);
  if (!rc) rc = encoding_read(c, e);
  if (!rc) rc = version_check(c, e);
  if (!rc) c->installed = 1;
  return rc;
}

int ml_meta_table_begun(MlConn *c, int *begun, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, BEGUN, &st, e);
  if (rc) return rc;
  *begun = sqlite3_step(st) == SQLITE_ROW;
  rc = ml_stmt_give(&c->meta_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading the schema") : SQLITE_OK;
}

int ml_meta_install(MlConn *c, MlErr *e) {
  int there, begun;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || (there && c->version == ML_SCHEMA_VERSION)) return rc;
  rc = ml_meta_table_begun(c, &begun, e);
  if (rc) return rc;
  if (begun) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: file: its stored tables cannot be made while another table is made "
                      "of a SELECT: call mem_install() before it");
  }
  rc = there ? tables_upgrade(c, e) : tables_make(c, e);
  /* Some of the tables may stand: that cannot be committed. */
  if (rc) ml_conn_break(c);
  return rc;
}

int ml_meta_root(MlConn *c, MlUuid *root, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "root", -1, SQLITE_STATIC);
  int found = sqlite3_step(st) == SQLITE_ROW && ml_stmt_uuid(st, 0, root);
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  return found ? SQLITE_OK : ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: no root of the chain in it");
}

/* ---- the anchor ---- */

static void member_put(MlBuf *b, const char *name, i64 v) {
  ml_buf_puts(b, name);
  ml_buf_int(b, v);
}

/* check: a name-based UUID of all before it, for of the row it speaks of nothing else is left. */
static void anchor_write(const MlAnchor *a, MlBuf *out) {
  char id[37], hex[33];
  ml_uuid_text(&a->at.id, id);
  member_put(out, "{\"seq\":", a->at.seq);
  member_put(out, ",\"time\":", a->at.time);
  ml_buf_puts(out, ",\"id\":\"");
  ml_buf_puts(out, id);
  member_put(out, "\",\"rows\":", a->rows);
  member_put(out, ",\"run\":", a->run);
  if (out->rc) return;
  MlUuid check = ml_uuid_named(&a->at.id, out->p, (size_t)out->n);
  ml_uuid_hex(&check, hex);
  ml_buf_puts(out, ",\"check\":\"");
  ml_buf_puts(out, hex);
  ml_buf_puts(out, "\"}");
}

/* 1 if text is an anchor as it is written. -1: out of memory. */
static int anchor_parse(MlText text, MlAnchor *a) {
  const struct {
    MlText name;
    i64 *at;
  } field[] = {{ML_TEXT("\"seq\""), &a->at.seq},
               {ML_TEXT("\"time\""), &a->at.time},
               {ML_TEXT("\"rows\""), &a->rows},
               {ML_TEXT("\"run\""), &a->run}};
  MlJsonScan s;
  MlBuf right = {0};
  for (ml_json_open(&s, text); ml_json_next(&s);) {
    if (s.value.n == 38) ml_uuid_parse((MlText){s.value.p + 1, 36}, &a->at.id);
    for (size_t i = 0; i < sizeof(field) / sizeof(*field); i++) {
      if (ml_text_same(field[i].name, s.name)) ml_json_get_integer(s.value, field[i].at);
    }
  }
  anchor_write(a, &right);
  int same = right.rc ? -1 : ml_text_same(ml_buf_view(&right), text);
  ml_buf_free(&right);
  if (same < 1) return same;
  MlUuid id = ml_log_id(a->at.seq, ml_log_chain_of(&a->at.id));
  return a->at.seq > 0 && a->at.seq < ML_POSITION_MAX && memcmp(id.b, a->at.id.b, sizeof(id.b)) == 0 &&
         a->at.time >= 0 && a->at.time <= a->at.seq && a->at.time <= ML_TIME_MAX && a->rows > 0 && a->run >= 0;
}

int ml_meta_anchor_get(MlConn *c, MlAnchor *a, MlErr *e) {
  sqlite3_stmt *st;
  int found = 0, right = 1;
  memset(a, 0, sizeof(*a));
  int rc = ml_stmt_take(&c->meta_sql, GET, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, "anchor", -1, SQLITE_STATIC);
  if (sqlite3_step(st) == SQLITE_ROW) {
    found = 1;
    MlText text = sqlite3_column_type(st, 0) == SQLITE_TEXT ? ml_stmt_column(st, 0) : ML_TEXT("");
    right = text.p ? anchor_parse(text, a) : -1;
  }
  rc = ml_stmt_give(&c->meta_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_meta");
  if (found && right == 1) return SQLITE_OK;
  memset(a, 0, sizeof(*a));
  if (!found) return SQLITE_OK;
  if (right < 0) return ml_err_nomem(e);
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_meta: its anchor, where the pruned log begins, is damaged");
}

int ml_meta_anchor_put(MlConn *c, const MlAnchor *a, MlErr *e) {
  MlBuf b = {0};
  sqlite3_stmt *st = NULL;
  anchor_write(a, &b);
  int rc = b.rc ? ml_err_nomem(e) : put_begin(c, "anchor", &st, e);
  if (!rc) {
    ml_stmt_text(st, 2, ml_buf_view(&b));
    rc = meta_put(c, st, e);
  }
  ml_buf_free(&b);
  return rc;
}

int ml_meta_anchor(MlConn *c, MlTail *t, int *found, MlErr *e) {
  MlAnchor a;
  int rc = ml_meta_anchor_get(c, &a, e);
  *t = a.at;
  *found = a.at.seq > 0;
  return rc;
}

int ml_meta_pruned(MlConn *c, i64 place, int *yes, MlErr *e) {
  MlTail t;
  int found;
  int rc = ml_meta_anchor(c, &t, &found, e);
  *yes = found && ml_event_position(place) <= t.seq;
  return rc;
}

int ml_meta_pruned_refuse(const MlTail *t, const char *what, MlErr *e) {
  char time[ML_TIME_TEXT];
  ml_clock_text(t->time, time);
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the log was pruned up to #%lld (%s)", what, t->seq, time);
}

int ml_meta_hold(MlConn *c, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->meta_sql, GET, st, e);
  if (rc) return rc;
  sqlite3_bind_text(*st, 1, "version", -1, SQLITE_STATIC);
  if (sqlite3_step(*st) == SQLITE_ROW) return SQLITE_OK;
  rc = ml_stmt_give(&c->meta_sql, *st);
  *st = NULL;
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_meta") : SQLITE_OK;
}

void ml_meta_release(MlConn *c, sqlite3_stmt *st) { ml_stmt_give(&c->meta_sql, st); }
