#include "cell_scan.h"

#include "../data/path.h"

#include <string.h>

/* clang-format off */
#define SCAN "SELECT key, scope, path, kind, value, at, expires FROM main.memlog_cell"
#define STATEMENTS(X) \
  X(NEXT_KEY,   "SELECT key FROM main.memlog_cell WHERE key>?1 ORDER BY key LIMIT 1") \
  X(NEXT_DATED, "SELECT key FROM main.memlog_cell INDEXED BY memlog_cell_expires" \
                " WHERE key>?1 AND expires IS NOT NULL ORDER BY key LIMIT 1") \
  X(SCAN_ALL,   SCAN " WHERE scope>'' ORDER BY key, scope, path") \
  X(SCAN_PART,  SCAN " WHERE key=?1 AND scope=?2 AND path>=?3 AND path<?4 ORDER BY path")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_cell_scan_open(MlConn *c) { ML_STMT_OPEN(&c->scan_sql, c->db, statements); }

static int key_damaged(MlText key, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memory: key %s in memlog_cell is no text", ml_err_show(show, key));
}

/* Binds a key as it stands in the file. Where SQLite is given UTF-16 it takes a U+FEFF at the front for a byte order
** mark and leaves it out: such a key gets another one to lose. */
static int key_bind(MlConn *c, sqlite3_stmt *st, sqlite3_value *key) {
  static const uint16_t mark = 0xfeff;
  MlBuf b = {0};
  const void *text = c->utf8 ? NULL : sqlite3_value_text16(key);
  i64 n = text ? sqlite3_value_bytes16(key) : 0;
  if (!c->utf8 && !text) return SQLITE_NOMEM;
  if (n < (i64)sizeof(mark) || memcmp(text, &mark, sizeof(mark)) != 0) return sqlite3_bind_value(st, 1, key);
  ml_buf_put(&b, &mark, sizeof(mark));
  ml_buf_put(&b, text, n);
  int rc = b.rc ? b.rc : sqlite3_bind_text64(st, 1, b.p, (u64)b.n, SQLITE_TRANSIENT, SQLITE_UTF16);
  ml_buf_free(&b);
  return rc;
}

/* The next key by one of the two statements. */
static int key_next(MlConn *c, int which, sqlite3_value **at, MlBuf *out, int *more, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->scan_sql, which, &st, e);
  if (rc) return rc;
  int bound = *at ? key_bind(c, st, *at) : ml_stmt_text(st, 1, ML_TEXT(""));
  *more = !bound && sqlite3_step(st) == SQLITE_ROW;
  ml_buf_cut(out, 0);
  ml_cell_key_free(at);
  if (*more) {
    *at = sqlite3_value_dup(sqlite3_column_value(st, 0));
    ml_buf_text(out, ml_stmt_column(st, 0));
    if (!*at) rc = ml_err_nomem(e);
    if (!rc && sqlite3_value_type(*at) != SQLITE_TEXT) rc = key_damaged(ml_buf_view(out), e);
  }
  int rc2 = ml_stmt_give(&c->scan_sql, st);
  if (bound) return ml_err_db(e, c->db, bound, "reading memory");
  if (rc) return rc;
  if (rc2) return ml_err_db(e, c->db, rc2, "reading memory");
  return out->rc ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_cell_next_key(MlConn *c, sqlite3_value **at, MlBuf *out, int *more, MlErr *e) {
  return key_next(c, NEXT_KEY, at, out, more, e);
}

int ml_cell_next_dated(MlConn *c, sqlite3_value **at, MlBuf *out, int *more, MlErr *e) {
  return key_next(c, NEXT_DATED, at, out, more, e);
}

void ml_cell_key_free(sqlite3_value **at) {
  sqlite3_value_free(*at);
  *at = NULL;
}

/* ---- walking ---- */

/* The walk is made of legs, for each key and scope at most two: the node at a path, and what lies under it, which is
** not all that follows it in order ("a-b" stands between "a" and "a.b"). */
#define LEGS         (2 * ML_SCOPES)
#define NO_MORE_LEGS (LEGS + 1)

int ml_cell_scan(MlConn *c, MlCellScan *s, const MlCellWant *want, MlErr *e) {
  int rc = SQLITE_OK;
  sqlite3_reset(s->st);
  s->want = *want;
  s->st = NULL;
  s->leg = want->key.p ? 0 : LEGS;
  ml_cell_key_free(&s->last);
  if (!want->key.p && !want->path.p && want->scopes == ML_BOTH_SCOPES) {
    if (!s->all) rc = ml_stmt_take(&c->scan_sql, SCAN_ALL, &s->all, e);
    s->st = s->all;
    s->leg = NO_MORE_LEGS;
  } else if (!s->part) {
    rc = ml_stmt_take(&c->scan_sql, SCAN_PART, &s->part, e);
  }
  return rc;
}

static int leg_bind(MlCellScan *s, MlScope scope, int under, MlErr *e) {
  const MlCellWant *w = &s->want;
  ml_buf_cut(&s->low, 0);
  ml_buf_cut(&s->high, 0);
  ml_buf_text(&s->low, w->path);
  ml_buf_text(&s->high, w->path);
  if (under) ml_buf_char(&s->low, '.');
  ml_buf_char(&s->high, under ? '/' : 0);
  if (s->low.rc || s->high.rc) return ml_err_nomem(e);
  s->st = s->part;
  s->scope = scope;
  ml_stmt_text(s->st, 1, w->key.p ? w->key : ml_buf_view(&s->key));
  ml_stmt_text(s->st, 2, ml_event_scope_code(scope));
  ml_stmt_text(s->st, 3, ml_buf_view(&s->low));
  ml_stmt_text(s->st, 4, ml_buf_view(&s->high));
  if (!w->path.p) sqlite3_bind_blob(s->st, 4, "", 0, SQLITE_STATIC); /* greater than any text */
  return SQLITE_OK;
}

/* Binds the next leg; *more is 0 if there is none. */
static int leg_next(MlConn *c, MlCellScan *s, int *more, MlErr *e) {
  const MlCellWant *w = &s->want;
  for (;; s->leg++) {
    *more = s->leg < LEGS;
    if (s->leg == LEGS) {
      int rc = SQLITE_OK;
      if (!w->key.p) rc = ml_cell_next_key(c, &s->last, &s->key, more, e);
      s->leg = *more ? 0 : NO_MORE_LEGS;
      if (rc || !*more) return rc;
    }
    MlScope scope = s->leg < 2 ? ML_SENSORY : ML_SHORT_TERM;
    int under = s->leg & 1;
    if (!(w->scopes & ML_SCOPE_BIT(scope)) || (under && !w->under)) continue;
    s->leg++;
    return leg_bind(s, scope, under, e);
  }
}

static int is_text(sqlite3_stmt *st, int i) { return sqlite3_column_type(st, i) == SQLITE_TEXT; }

/* Of a part key and scope are known. Else the row says them; *sound is 0 if it does not. */
static MlNodeId owner_read(const MlCellScan *s, int *sound) {
  if (s->st == s->part) return (MlNodeId){s->want.key.p ? s->want.key : ml_buf_view(&s->key), s->scope, {NULL, 0}};
  int scope = is_text(s->st, 1) ? ml_event_scope_coded(ml_stmt_column(s->st, 1)) : -1;
  *sound = is_text(s->st, 0) && scope >= 0;
  return (MlNodeId){ml_stmt_column(s->st, 0), (MlScope)scope, {NULL, 0}};
}

static int row_read(MlCellScan *s, MlErr *e) {
  int sound = 1;
  s->id = owner_read(s, &sound);
  s->id.path = ml_cell_path(s->st, 2);
  s->cell = (MlCell){.at = ml_cell_at(s->st, 5), .expires = ml_cell_expires(s->st, 6)};
  sound &= s->cell.expires >= 0;
  if (sound && s->id.key.p && s->id.path.p && ml_cell_read(s->st, 3, &s->cell)) return SQLITE_OK;
  s->id.path = ml_stmt_column(s->st, 2);
  if (sound && is_text(s->st, 2) && (!s->id.key.p || !s->id.path.p)) return ml_err_nomem(e);
  return ml_cell_damaged(&s->id, e);
}

int ml_cell_scan_next(MlConn *c, MlCellScan *s, int *more, MlErr *e) {
  for (;;) {
    int rc = SQLITE_OK;
    *more = s->st != NULL;
    if (!*more && s->leg != NO_MORE_LEGS) rc = leg_next(c, s, more, e);
    if (rc || !*more) return rc;
    rc = sqlite3_step(s->st);
    if (rc == SQLITE_ROW) {
      rc = row_read(s, e);
      /* In a file of UTF-16 other texts, too, stand between "a." and "a/". */
      if (rc || !s->want.path.p || ml_path_under(s->id.path, s->want.path)) return rc;
      continue;
    }
    rc = sqlite3_reset(s->st);
    if (rc) return ml_err_db(e, c->db, rc, "reading memory");
    s->st = NULL;
  }
}

void ml_cell_scan_rest(MlCellScan *s) {
  sqlite3_reset(s->st);
  s->st = NULL;
  s->leg = NO_MORE_LEGS;
}

void ml_cell_scan_end(MlConn *c, MlCellScan *s) {
  ml_stmt_give(&c->scan_sql, s->all);
  ml_stmt_give(&c->scan_sql, s->part);
  ml_cell_key_free(&s->last);
  ml_buf_free(&s->key);
  ml_buf_free(&s->low);
  ml_buf_free(&s->high);
  *s = (MlCellScan){0};
}
