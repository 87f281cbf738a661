#include "stmt.h"

#include <limits.h>
#include <string.h>

void ml_stmt_open(MlStmtSet *s, sqlite3 *db, const char *const *sql, int n) {
  *s = (MlStmtSet){.db = db, .sql = sql, .n = n < ML_STMT_MAX ? n : ML_STMT_MAX};
}

static int is_name(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The length of the absent column's name that begins at p; 0 if none does. */
static size_t absent_here(const MlStmtSet *s, const char *p) {
  const char *const *name;
  size_t n = 0;

  while (is_name(p[n])) n++;
  for (name = s->absent; *name != NULL; name++) {
    if (strlen(*name) == n && memcmp(*name, p, n) == 0) return n;
  }
  return 0;
}

/* The statement for a file that lacks these columns. NULL: out of memory. */
static char *sql_without(const MlStmtSet *s, const char *sql) {
  sqlite3_str *out = sqlite3_str_new(s->db);

  while (*sql) {
    size_t n = absent_here(s, sql);

    if (n) sqlite3_str_appendall(out, "NULL");
    if (!n) {
      do n++;
      while (is_name(sql[n - 1]) && sql[n] != 0);
      sqlite3_str_append(out, sql, (int)n);
    }
    sql += n;
  }
  return sqlite3_str_finish(out);
}

static int stmt_prepare(MlStmtSet *s, int i, unsigned flags, sqlite3_stmt **pst, MlErr *e) {
  char *without = s->absent ? sql_without(s, s->sql[i]) : NULL;
  int rc;

  if (s->absent && without == NULL) return ml_err_nomem(e);
  rc = sqlite3_prepare_v3(s->db, without ? without : s->sql[i], -1, flags, pst, NULL);
  sqlite3_free(without);
  if (rc == SQLITE_OK && *pst == NULL) rc = SQLITE_MISUSE;
  return rc == SQLITE_OK ? SQLITE_OK : ml_err_db(e, s->db, rc, "preparing a statement");
}

int ml_stmt_take(MlStmtSet *s, int i, sqlite3_stmt **pst, MlErr *e) {
  *pst = NULL;
  if (i < 0 || i >= s->n) return ml_err_set(e, SQLITE_MISUSE, "memlog: statement %d: there is no such statement", i);
  if (s->slot[i].busy) return stmt_prepare(s, i, 0, pst, e);
  if (s->slot[i].st == NULL) {
    int rc = stmt_prepare(s, i, SQLITE_PREPARE_PERSISTENT, &s->slot[i].st, e);

    if (rc != SQLITE_OK) return rc;
  }
  s->slot[i].busy = 1;
  *pst = s->slot[i].st;
  return SQLITE_OK;
}

int ml_stmt_give(MlStmtSet *s, sqlite3_stmt *st) {
  int i;
  int rc;

  if (st == NULL) return SQLITE_OK;
  for (i = 0; i < s->n; i++) {
    if (s->slot[i].st != st) continue;
    rc = sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    s->slot[i].busy = 0;
    return rc;
  }
  return sqlite3_finalize(st); /* one more, prepared for this borrower only */
}

int ml_stmt_finish(sqlite3_stmt *st) {
  int rc;

  do {
    rc = sqlite3_step(st);
  } while (rc == SQLITE_ROW);
  return rc;
}

int ml_stmt_run(MlStmtSet *s, sqlite3_stmt *st, const char *doing, MlErr *e) {
  int rc = ml_stmt_finish(st);
  int rc2 = ml_stmt_give(s, st);

  if (rc == SQLITE_DONE) rc = rc2;
  return rc == SQLITE_OK ? SQLITE_OK : ml_err_db(e, s->db, rc, doing);
}

int ml_stmt_text(sqlite3_stmt *st, int i, MlText t) {
  int rc;

  if (t.p == NULL) return sqlite3_bind_null(st, i);
  rc = sqlite3_bind_text64(st, i, t.p, (u64)t.n, SQLITE_STATIC, SQLITE_UTF8);
  /* The parameter would be NULL now. This blob takes no memory, and no statement takes it. */
  if (rc == SQLITE_TOOBIG) sqlite3_bind_zeroblob(st, i, INT_MAX);
  return rc;
}

MlText ml_stmt_column(sqlite3_stmt *st, int i) {
  const char *p = (const char *)sqlite3_column_text(st, i);

  return p == NULL ? (MlText){NULL, 0} : (MlText){p, sqlite3_column_bytes(st, i)};
}

int ml_stmt_uuid(sqlite3_stmt *st, int i, MlUuid *u) {
  const void *blob = sqlite3_column_type(st, i) == SQLITE_BLOB ? sqlite3_column_blob(st, i) : NULL;

  if (blob == NULL || sqlite3_column_bytes(st, i) != (int)sizeof(u->b)) return 0;
  memcpy(u->b, blob, sizeof(u->b));
  return 1;
}

/* Some hosts finalize every statement of a connection before they close it: ours, too. */
static int stmt_lives(sqlite3 *db, sqlite3_stmt *st) {
  sqlite3_stmt *one = NULL;

  while ((one = sqlite3_next_stmt(db, one)) != NULL) {
    if (one == st) return 1;
  }
  return 0;
}

void ml_stmt_close(MlStmtSet *s) {
  int i;

  for (i = 0; i < s->n; i++) {
    if (!s->slot[i].busy && stmt_lives(s->db, s->slot[i].st)) sqlite3_finalize(s->slot[i].st);
    s->slot[i].st = NULL;
    s->slot[i].busy = 0;
  }
}
