#include "retain.h"

#include "../data/json.h"
#include "../data/path.h"
#include "meta.h"

#include <stdlib.h>
#include <string.h>

/* Rules are sorted, not read in the order of the key: so they are all read before the first is handed out, and a SELECT
** that sets rules for those it finds ends. */
/* clang-format off */
#define STATEMENTS(X) \
  X(ALL,   "SELECT key_glob, scope, path, rule FROM main.memlog_retain ORDER BY +key_glob, +scope, +path") \
  X(GET,   "SELECT 1 FROM main.memlog_retain WHERE key_glob=?1 AND scope=?2 AND path=?3 AND rule IS NOT NULL") \
  X(PUT,   "INSERT INTO main.memlog_retain(key_glob, scope, path, rule) VALUES(?1, ?2, ?3, ?4)" \
           " ON CONFLICT(key_glob, scope, path) DO UPDATE SET rule=excluded.rule WHERE rule IS NOT excluded.rule")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_retain_open(MlConn *c) { ML_STMT_OPEN(&c->retain_sql, c->db, statements); }

/* ---- rows ---- */

/* Whether the text is a path in canonical form, and not the root. */
static int path_is_canonical(MlText path, int *rc) {
  MlBuf b = {0};
  MlErr e = {0};
  int ok = !ml_path_read(path, &b, &e) && !b.rc && b.n && ml_text_same(ml_buf_view(&b), path);
  if (b.rc || e.rc == SQLITE_NOMEM) *rc = SQLITE_NOMEM;
  ml_err_clear(&e);
  ml_buf_free(&b);
  return ok;
}

/* Whether the text is a rule as memlog writes it. */
static int rule_is_canonical(MlText json, MlRule *rule, int *rc) {
  MlBuf b = {0};
  MlErr e = {0};
  MlText scope;
  int ok = !ml_rule_read(json, rule, &scope, &e);
  if (ok) ml_rule_write(rule, &b);
  ok = ok && !b.rc && ml_text_same(ml_buf_view(&b), json);
  if (b.rc || e.rc == SQLITE_NOMEM) *rc = SQLITE_NOMEM;
  ml_err_clear(&e);
  ml_buf_free(&b);
  return ok;
}

const char *ml_retain_read(sqlite3_stmt *st, int i, MlRetain *r, int *set, int *rc) {
  memset(r, 0, sizeof(*r));
  *set = sqlite3_column_type(st, i + 3) != SQLITE_NULL;
  for (int k = 0; k < (*set ? 4 : 3); k++) {
    if (sqlite3_column_type(st, i + k) != SQLITE_TEXT) return "it holds something else than text";
  }
  r->glob = ml_stmt_column(st, i);
  MlText code = ml_stmt_column(st, i + 1);
  r->path = ml_stmt_column(st, i + 2);
  MlText rule = *set ? ml_stmt_column(st, i + 3) : ML_TEXT("");
  if (!r->glob.p || !code.p || !r->path.p || !rule.p) *rc = SQLITE_NOMEM;
  if (*rc) return NULL;
  int scope = ml_event_scope_coded(code);
  r->scope = (MlScope)scope;
  if (ml_rule_glob_wrong(r->glob)) return "its pattern is none";
  if (scope < 0) return "its scope is neither 'st' nor 'se'";
  if (!path_is_canonical(r->path, rc)) return "its path is not in canonical form";
  if (*set && !rule_is_canonical(rule, &r->rule, rc)) return "its rule is not JSON as memlog writes it";
  return NULL;
}

int ml_retain_scan(MlConn *c, sqlite3_stmt **st, MlErr *e) { return ml_stmt_take(&c->retain_sql, ALL, st, e); }

/* The next row, be its rule set or taken back. */
static int row_next(MlConn *c, sqlite3_stmt *st, MlRetain *r, int *set, int *more, MlErr *e) {
  char glob[ML_ERR_SHOW], path[ML_ERR_SHOW];
  int rc = sqlite3_step(st);
  *more = rc == SQLITE_ROW;
  if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, rc, "reading memlog_retain");
  rc = SQLITE_OK;
  const char *wrong = ml_retain_read(st, 0, r, set, &rc);
  if (rc) return ml_err_nomem(e);
  if (!wrong) return SQLITE_OK;
  return ml_err_set(e, SQLITE_CORRUPT,
                    "memlog: retention of path %s of keys %s: its row in memlog_retain is damaged: %s",
                    ml_err_show(path, r->path), ml_err_show(glob, r->glob), wrong);
}

int ml_retain_next(MlConn *c, sqlite3_stmt *st, MlRetain *r, int *more, MlErr *e) {
  int set = 0, rc = SQLITE_OK;
  *more = 1;
  while (!rc && *more && !set) rc = row_next(c, st, r, &set, more, e);
  return rc;
}

int ml_retain_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->retain_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_retain") : SQLITE_OK;
}

/* ---- what holds ---- */

/* A rule that is loaded: its texts stand in c->rules.text, each with a NUL behind it. */
typedef struct MlRetainRule {
  i64 glob, n_glob, path, n_path;
  i64 weight;
  MlScope scope;
  MlRule rule;
} Loaded;

static int rule_keep(MlRules *all, i64 *cap, const MlRetain *r) {
  if (all->n == *cap) {
    i64 n = *cap ? *cap * 2 : 4;
    Loaded *a = sqlite3_realloc64(all->a, (u64)n * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    all->a = a;
    *cap = n;
  }
  Loaded *x = &all->a[all->n];
  *x = (Loaded){all->text.n, r->glob.n, all->text.n + r->glob.n + 1, r->path.n, ml_rule_glob_weight(r->glob),
                r->scope,    r->rule};
  ml_buf_text(&all->text, r->glob);
  ml_buf_char(&all->text, 0);
  ml_buf_text(&all->text, r->path);
  ml_buf_char(&all->text, 0);
  if (!all->text.rc) all->n++;
  if (r->rule.policy == ML_DROP_UNUSED) all->by_use = 1;
  return all->text.rc;
}

/* The narrower first; those that are as narrow stand in order of their patterns already. */
static void rules_sort(MlRules *all) {
  for (i64 i = 1; i < all->n; i++) {
    Loaded x = all->a[i];
    i64 k = i;
    for (; k > 0 && all->a[k - 1].weight < x.weight; k--) all->a[k] = all->a[k - 1];
    all->a[k] = x;
  }
}

static int rules_read(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  i64 cap = 0;
  int more = 1, set;
  sqlite3_free(c->rules.a);
  ml_buf_free(&c->rules.text);
  memset(&c->rules, 0, sizeof(c->rules));
  int rc = ml_retain_scan(c, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    MlRetain r;
    rc = row_next(c, st, &r, &set, &more, e);
    if (rc || !more) break;
    c->rules.any = 1;
    if (set && rule_keep(&c->rules, &cap, &r)) rc = ml_err_nomem(e);
  }
  int rc2 = ml_retain_done(c, st, e);
  if (!rc) rules_sort(&c->rules);
  return rc ? rc : rc2;
}

int ml_retain_load(MlConn *c, MlErr *e) {
  int there;
  if (c->rules_known) return SQLITE_OK;
  int rc = ml_meta_installed(c, &there, e);
  if (rc) return rc;
  c->rules.n = c->rules.any = c->rules.by_use = 0;
  if (there && c->version >= 2) rc = rules_read(c, e);
  c->rules_known = rc == SQLITE_OK;
  return rc;
}

int ml_retain_find(MlConn *c, MlText key, MlScope scope, MlText list, const MlRule **rule, MlErr *e) {
  MlBuf z = {0}; /* GLOB wants a NUL behind the key */
  *rule = NULL;
  for (i64 i = 0; i < c->rules.n && !*rule; i++) {
    const Loaded *x = &c->rules.a[i];
    const char *text = c->rules.text.p;
    if (x->scope != scope || !ml_text_same((MlText){text + x->path, x->n_path}, list)) continue;
    if (x->weight == INT64_MAX) {
      if (ml_text_same((MlText){text + x->glob, x->n_glob}, key)) *rule = &x->rule;
      continue;
    }
    if (!z.n) ml_buf_text(&z, key);
    if (z.rc) return ml_err_nomem(e);
    if (sqlite3_strglob(text + x->glob, z.p) == 0) *rule = &x->rule;
  }
  ml_buf_free(&z);
  return SQLITE_OK;
}

/* ---- writing ---- */

static int rule_there(MlConn *c, const MlRetain *r, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->retain_sql, GET, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, r->glob);
  ml_stmt_text(st, 2, ml_event_scope_code(r->scope));
  ml_stmt_text(st, 3, r->path);
  *yes = sqlite3_step(st) == SQLITE_ROW;
  return ml_retain_done(c, st, e);
}

int ml_retain_put(MlConn *c, const MlRetain *r, const MlRule *rule, int *was, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlBuf json = {0};
  int rc = rule_there(c, r, was, e);
  if (rc || (!rule && !*was)) return rc;
  if (rule) ml_rule_write(rule, &json);
  rc = json.rc ? ml_err_nomem(e) : ml_stmt_take(&c->retain_sql, PUT, &st, e);
  if (!rc) {
    ml_stmt_text(st, 1, r->glob);
    ml_stmt_text(st, 2, ml_event_scope_code(r->scope));
    ml_stmt_text(st, 3, r->path);
    if (rule) ml_stmt_text(st, 4, ml_buf_view(&json));
    int changed;
    rc = ml_conn_write(c, &c->retain_sql, st, &c->permit.retain, "memlog_retain", &changed, e);
    c->rules_known = 0;
  }
  ml_buf_free(&json);
  return rc;
}
