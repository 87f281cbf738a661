#include "large.h"

#include "head.h"

#include <string.h>

/* clang-format off */
#define STATEMENTS(X) \
  X(GET,    "SELECT json FROM main.memlog_value WHERE key=?1 AND digest=?2") \
  X(PUT,    "INSERT INTO main.memlog_value(key, digest, json) VALUES(?1, ?2, ?3)") \
  X(NEXT,   "SELECT digest FROM main.memlog_value WHERE key=?1 AND digest>?2 ORDER BY digest LIMIT 1") \
  X(REMOVE, "DELETE FROM main.memlog_value WHERE key=?1 AND digest=?2")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_large_open(MlConn *c) { ML_STMT_OPEN(&c->large_sql, c->db, statements); }

static int value_take(MlConn *c, int which, MlText key, const void *digest, i64 n, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->large_sql, which, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_blob64(*st, 2, digest, (u64)n, SQLITE_STATIC);
  return SQLITE_OK;
}

/* ---- reading ---- */

static int value_damaged(MlText key, const MlHolder *h, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW], hex[33];
  ml_uuid_hex(&h->digest, hex);
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: large value %s of key %s: %s", hex, ml_err_show(show, key), why);
}

static const char *value_wrong(const MlHolder *h, sqlite3_stmt *st, MlText *json) {
  *json = (MlText){NULL, 0};
  if (sqlite3_column_type(st, 0) != SQLITE_TEXT) return "its row in memlog_value is damaged: json is no text";
  *json = ml_stmt_column(st, 0);
  if (json->p && json->n != h->bytes) return "memory or log and memlog_value differ in its length";
  if (json->p && (ml_large_is(*json) || ml_json_type(*json) != h->type)) {
    return "memory or log and memlog_value differ in its type";
  }
  return NULL;
}

static int value_put(MlConn *c, MlText key, const MlHolder *h, MlBuf *out, MlErr *e) {
  static const char missing[] = "it is missing in memlog_value";
  sqlite3_stmt *st;
  if (c->version < 2) return value_damaged(key, h, missing, e); /* there is no such table yet */
  int rc = value_take(c, GET, key, h->digest.b, sizeof(h->digest.b), &st, e);
  if (rc) return rc;
  int step = sqlite3_step(st);
  if (step == SQLITE_ROW) {
    MlText json;
    const char *wrong = value_wrong(h, st, &json);
    if (wrong) {
      rc = value_damaged(key, h, wrong, e);
    } else {
      rc = json.p ? SQLITE_OK : ml_err_nomem(e);
    }
    ml_buf_text(out, json);
  } else if (step == SQLITE_DONE) {
    rc = value_damaged(key, h, missing, e);
  }
  int rc2 = ml_large_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_large_resolve(MlConn *c, MlText key, MlText text, MlBuf *out, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlHolder h;
  for (;;) {
    MlText at = ml_json_find_holder(text, &h);
    if (!at.p) break;
    if (!at.n) {
      return ml_err_set(e, SQLITE_CORRUPT, "memlog: key %s: the place holder of a large value is damaged",
                        ml_err_show(show, key));
    }
    ml_buf_put(out, text.p, at.p - text.p);
    int rc = value_put(c, key, &h, out, e);
    if (rc) return rc;
    text.n -= at.p + at.n - text.p;
    text.p = at.p + at.n;
  }
  ml_buf_text(out, text);
  return ml_err_buf(e, out->rc, "large values");
}

int ml_large_fill(MlConn *c, MlText key, MlBuf *b, MlErr *e) {
  MlHolder h;
  MlBuf full = {0};
  if (b->rc || !b->n || !ml_json_find_holder(ml_buf_view(b), &h).p) return SQLITE_OK;
  int rc = ml_large_resolve(c, key, ml_buf_view(b), &full, e);
  if (rc) {
    ml_buf_free(&full);
    return rc;
  }
  ml_buf_free(b);
  *b = full;
  return SQLITE_OK;
}

int ml_large_fill_tree(MlConn *c, MlText key, MlTree *t, MlErr *e) {
  MlBuf json = {0};
  int rc = SQLITE_OK;
  for (MlNode *n = ml_tree_walk(&t->root, &t->root); n && !rc; n = ml_tree_walk(&t->root, n)) {
    if (!n->value.p || !ml_large_is(n->value)) continue;
    ml_buf_cut(&json, 0);
    rc = ml_large_resolve(c, key, n->value, &json, e);
    if (rc) break;
    n->value = ml_tree_keep(t, ml_buf_view(&json));
    if (!n->value.p) rc = ml_err_nomem(e);
  }
  ml_buf_free(&json);
  return rc;
}

i64 ml_large_bytes(MlText value) {
  MlHolder h;
  return ml_large_is(value) && ml_json_get_holder(value, &h) ? h.bytes : value.n;
}

int ml_large_same(MlConn *c, MlText key, MlText a, MlText b, int *same, MlErr *e) {
  MlText aside = ml_large_is(a) ? a : b, other = ml_large_is(a) ? b : a;
  MlBuf full = {0};
  *same = ml_text_same(a, b);
  if (*same || ml_large_is(a) == ml_large_is(b)) return SQLITE_OK;
  if (ml_large_bytes(aside) != other.n || ml_json_type(aside) != ml_json_type(other)) return SQLITE_OK;
  int rc = ml_large_resolve(c, key, aside, &full, e);
  *same = !rc && ml_text_same(ml_buf_view(&full), other);
  ml_buf_free(&full);
  return rc;
}

/* ---- writing ---- */

int ml_large_digest(const MlUuid *salt, MlText json, int attempt, MlUuid *digest, MlErr *e) {
  MlBuf b = {0};
  if (!attempt) {
    *digest = ml_uuid_named(salt, json.p, (size_t)json.n);
    return SQLITE_OK;
  }
  ml_buf_text(&b, json);
  ml_buf_char(&b, 0); /* which JSON never has */
  ml_buf_int(&b, attempt);
  int rc = b.rc ? ml_err_nomem(e) : SQLITE_OK;
  if (!rc) *digest = ml_uuid_named(salt, b.p, (size_t)b.n);
  ml_buf_free(&b);
  return rc;
}

/* *there: a value is stored under the digest; *same: it is this one. */
static int value_compare(MlConn *c, MlText key, const MlUuid *digest, MlText json, int *there, int *same, MlErr *e) {
  sqlite3_stmt *st;
  int rc = value_take(c, GET, key, digest->b, sizeof(digest->b), &st, e);
  if (rc) return rc;
  *same = 0;
  *there = sqlite3_step(st) == SQLITE_ROW;
  if (*there && sqlite3_column_type(st, 0) == SQLITE_TEXT) {
    MlText found = ml_stmt_column(st, 0);
    *same = ml_text_same(found, json);
    if (!found.p) rc = ml_err_nomem(e);
  }
  int rc2 = ml_large_done(c, st, e);
  return rc ? rc : rc2;
}

/* Steps a statement that changes one row. */
static int value_change(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  return ml_conn_write_one(c, &c->large_sql, st, &c->permit.value, "memlog_value", e);
}

static int value_insert(MlConn *c, MlText key, const MlUuid *digest, MlText json, MlErr *e) {
  sqlite3_stmt *st;
  int rc = value_take(c, PUT, key, digest->b, sizeof(digest->b), &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 3, json);
  return value_change(c, st, e);
}

int ml_large_store(MlConn *c, MlText key, MlText json, MlBuf *out, MlErr *e) {
  MlHolder h = {.bytes = json.n, .type = ml_json_type(json)};
  MlUuid salt;
  int there = 1, same = 0;
  int rc = ml_head_salt(c, key, &salt, e);
  for (int i = 0; i < ML_LARGE_ATTEMPTS && !rc && there && !same; i++) {
    rc = ml_large_digest(&salt, json, i, &h.digest, e);
    if (!rc) rc = value_compare(c, key, &h.digest, json, &there, &same, e);
  }
  if (!rc && there && !same) rc = value_damaged(key, &h, "other values stand in memlog_value under its digests", e);
  if (!rc && !there) rc = value_insert(c, key, &h.digest, json, e);
  ml_json_put_holder(out, &h);
  return !rc && out->rc ? ml_err_nomem(e) : rc;
}

int ml_large_put_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  if (!ml_large_goes_aside(c, json)) return ml_cell_put_value(c, id, json, e);
  MlBuf holder = ml_conn_scratch(c);
  int rc = ml_large_store(c, id->key, json, &holder, e);
  if (!rc) rc = ml_cell_put_value(c, id, ml_buf_view(&holder), e);
  ml_conn_give(c, &holder);
  return rc;
}

int ml_large_stow(MlConn *c, MlText key, MlText map, MlBuf *out, MlErr *e) {
  MlJsonScan s;
  MlText rest = map; /* what is not in out yet */
  int rc = SQLITE_OK, any = 0;
  if (!map.p || map.n <= c->config.inline_value_bytes) return SQLITE_OK;
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) {
    if (!ml_large_goes_aside(c, s.value) || s.name.n <= 2) continue;
    ml_buf_put(out, rest.p, s.value.p - rest.p);
    rc = ml_large_store(c, key, s.value, out, e);
    rest.n -= s.value.p + s.value.n - rest.p;
    rest.p = s.value.p + s.value.n;
    any = 1;
  }
  if (any) ml_buf_text(out, rest);
  return !rc && out->rc ? ml_err_nomem(e) : rc;
}

/* ---- those that nothing refers to ---- */

int ml_large_next(MlConn *c, MlText key, const void *after, i64 n_after, const void **digest, i64 *n, sqlite3_stmt **st,
                  MlErr *e) {
  *digest = NULL;
  *n = 0;
  int rc = value_take(c, NEXT, key, n_after ? after : "", n_after, st, e);
  if (rc || sqlite3_step(*st) != SQLITE_ROW) return rc;
  *digest = sqlite3_column_blob(*st, 0);
  *n = sqlite3_column_bytes(*st, 0);
  return SQLITE_OK;
}

int ml_large_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->large_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_value") : SQLITE_OK;
}

int ml_large_remove(MlConn *c, MlText key, const void *digest, i64 n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = value_take(c, REMOVE, key, digest, n, &st, e);
  return rc ? rc : value_change(c, st, e);
}
