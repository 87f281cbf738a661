#include "ttl.h"

#include "../data/expiry.h"
#include "../data/path.h"
#include "config.h"
#include "meta.h"

#include <string.h>

/* Rules are sorted, not read in the order of the key: so they are all read before the first is handed out, and a SELECT
** that sets rules for those it finds ends. */
/* clang-format off */
#define STATEMENTS(X) \
  X(LOOK,   "SELECT EXISTS (SELECT 1 FROM main.memlog_ttl)," \
            " EXISTS (SELECT 1 FROM main.memlog_cell INDEXED BY memlog_cell_expires WHERE expires IS NOT NULL)") \
  X(OF_KEY, "SELECT key, scope, path, ms FROM main.memlog_ttl WHERE key=?1 ORDER BY +scope, +path") \
  X(ALL,    "SELECT key, scope, path, ms FROM main.memlog_ttl ORDER BY +key, +scope, +path") \
  X(PUT,    "INSERT INTO main.memlog_ttl(key, scope, path, ms) VALUES(?1, ?2, ?3, ?4)" \
            " ON CONFLICT(key, scope, path) DO UPDATE SET ms=excluded.ms WHERE ms IS NOT excluded.ms") \
  X(REMOVE, "DELETE FROM main.memlog_ttl WHERE key=?1 AND scope=?2 AND path=?3")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

/* The rules of one key: each a node of a tree, of type ML_INTEGER, whose time is how long it says; 0 is for ever. */
struct MlTtlMemo {
  MlBuf key;
  u8 full;
  MlTree rule[ML_SCOPES];
};

static void memo_free(MlConn *c) {
  if (!c->ttl) return;
  ml_buf_free(&c->ttl->key);
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_free(&c->ttl->rule[s]);
  sqlite3_free(c->ttl);
  c->ttl = NULL;
}

void ml_ttl_open(MlConn *c) {
  ML_STMT_OPEN(&c->ttl_sql, c->db, statements);
  c->ttl_free = memo_free;
}

int ml_ttl_load(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  if (c->ttl_known) return SQLITE_OK;
  memo_free(c);
  int rc = ml_stmt_take(&c->ttl_sql, LOOK, &st, e);
  if (rc) return rc;
  int found = sqlite3_step(st) == SQLITE_ROW;
  c->ttl_rules = (u8)(found && sqlite3_column_int(st, 0));
  c->dated = (u8)(found && sqlite3_column_int(st, 1));
  rc = ml_stmt_give(&c->ttl_sql, st);
  c->ttl_known = rc == SQLITE_OK;
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_ttl") : SQLITE_OK;
}

/* ---- rows ---- */

int ml_ttl_scan(MlConn *c, MlText key, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->ttl_sql, key.p ? OF_KEY : ALL, st, e);
  if (!rc && key.p) ml_stmt_text(*st, 1, key);
  return rc;
}

static const char *row_read(sqlite3_stmt *st, MlTtlRow *r) {
  for (int i = 0; i < 3; i++) {
    static const char *const wrong[] = {"its key is no text", "its scope is no text", "its path is no text"};
    if (sqlite3_column_type(st, i) != SQLITE_TEXT) return wrong[i];
  }
  int scope = ml_event_scope_coded(ml_stmt_column(st, 1));
  r->id = (MlNodeId){ml_stmt_column(st, 0), (MlScope)scope, ml_stmt_column(st, 2)};
  r->ms = sqlite3_column_type(st, 3) == SQLITE_INTEGER ? sqlite3_column_int64(st, 3) : -1;
  if (scope < 0) return "its scope is neither 'st' nor 'se'";
  if (r->id.path.n && !ml_path_fits(r->id.path)) return "its path is over the limits of paths";
  return r->ms < 0 || r->ms > ML_EXPIRES_MAX ? "ms is no number of milliseconds" : NULL;
}

int ml_ttl_next(MlConn *c, sqlite3_stmt *st, MlTtlRow *r, int *more, MlErr *e) {
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  *r = (MlTtlRow){.ms = -1};
  if (*more) r->wrong = row_read(st, r);
  return *more || rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading memlog_ttl");
}

void ml_ttl_done(MlConn *c, sqlite3_stmt *st) { ml_stmt_give(&c->ttl_sql, st); }

/* ---- what holds for a path ---- */

static int rule_keep(struct MlTtlMemo *m, const MlTtlRow *r, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlTree *t = &m->rule[r->id.scope];
  if (r->wrong) {
    return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_ttl: a row of key %s is damaged: %s",
                      ml_err_show(show, r->id.key), r->wrong);
  }
  MlText path = ml_tree_keep(t, r->id.path);
  MlNode *n = path.p ? ml_tree_make(t, path) : NULL;
  if (!n) return ml_err_nomem(e);
  n->type = ML_INTEGER;
  n->expires = r->ms;
  return SQLITE_OK;
}

static int rules_read(MlConn *c, struct MlTtlMemo *m, MlText key, MlErr *e) {
  sqlite3_stmt *st = NULL;
  int more = 1;
  m->full = 0;
  ml_buf_cut(&m->key, 0);
  ml_buf_text(&m->key, key);
  for (int s = 0; s < ML_SCOPES; s++) {
    ml_tree_free(&m->rule[s]);
    m->rule[s].root.type = ML_MISSING;
  }
  int rc = m->key.rc ? ml_err_nomem(e) : ml_ttl_scan(c, key, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    MlTtlRow r;
    rc = ml_ttl_next(c, st, &r, &more, e);
    if (!rc && more) rc = rule_keep(m, &r, e);
  }
  ml_ttl_done(c, st);
  m->full = rc == SQLITE_OK;
  return rc;
}

static int memo_find(MlConn *c, MlText key, MlErr *e) {
  if (!c->ttl) {
    c->ttl = sqlite3_malloc64(sizeof(*c->ttl));
    if (!c->ttl) return ml_err_nomem(e);
    memset(c->ttl, 0, sizeof(*c->ttl));
    for (int s = 0; s < ML_SCOPES; s++) ml_tree_open(&c->ttl->rule[s]);
  }
  if (c->ttl->full && ml_text_same(ml_buf_view(&c->ttl->key), key)) return SQLITE_OK;
  return rules_read(c, c->ttl, key, e);
}

/* The deepest rule at or above the path. */
static const MlNode *rule_find(MlTree *t, MlText path) {
  for (;; path.n = ml_path_parent(path)) {
    const MlNode *n = ml_tree_find(t, path);
    if (n && n->type != ML_MISSING) return n;
    if (!path.n) return NULL;
  }
}

int ml_ttl_of(MlConn *c, const MlNodeId *id, i64 *ms, i64 *rule, MlErr *e) {
  *ms = id->scope == ML_SHORT_TERM ? c->config.ttl : 0;
  *rule = -1;
  if (!c->ttl_rules) return SQLITE_OK;
  int rc = memo_find(c, id->key, e);
  const MlNode *n = rc ? NULL : rule_find(&c->ttl->rule[id->scope], id->path);
  if (!n) return rc;
  *ms = n->expires;
  *rule = n->path.n;
  return SQLITE_OK;
}

i64 ml_ttl_after(i64 at, i64 ms) {
  if (!ms) return 0;
  return at > ML_EXPIRES_MAX - ms ? ML_EXPIRES_MAX : at + ms;
}

int ml_ttl_deadline(MlConn *c, const MlNodeId *id, i64 now, i64 *expires, MlErr *e) {
  i64 ms, rule;
  int rc = ml_ttl_of(c, id, &ms, &rule, e);
  *expires = rc ? 0 : ml_ttl_after(now, ms);
  return rc;
}

/* ---- writing ---- */

int ml_ttl_put(MlConn *c, const MlNodeId *id, i64 ms, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->ttl_sql, ms < 0 ? REMOVE : PUT, &st, e);
  if (rc) return rc;
  int changed;
  ml_stmt_text(st, 1, id->key);
  ml_stmt_text(st, 2, ml_event_scope_code(id->scope));
  ml_stmt_text(st, 3, id->path);
  if (ms >= 0) sqlite3_bind_int64(st, 4, ms);
  rc = ml_conn_write(c, &c->ttl_sql, st, &c->permit.ttl, "memlog_ttl", &changed, e);
  c->ttl_known = 0;
  return rc;
}
