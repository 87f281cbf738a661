#include "conn.h"

#include "../data/clock.h"

#include <string.h>

MlConn *ml_conn_new(sqlite3 *db) {
  MlConn *c = sqlite3_malloc64(sizeof(*c));
  if (!c) return NULL;
  memset(c, 0, sizeof(*c));
  c->db = db;
  c->refs = 1;
  c->dated = 1;
  return c;
}

MlConn *ml_conn_hold(MlConn *c) {
  c->refs++;
  return c;
}

void ml_conn_drop(void *p) {
  MlConn *c = p;
  if (--c->refs > 0) return;
  ml_conn_close(c);
  ml_pending_free(&c->pending);
  sqlite3_free(c->touched);
  sqlite3_free(c->is_touched);
  for (int i = 0; i < c->n_spare; i++) ml_buf_free(&c->spare[i]);
  sqlite3_free(c->spare);
  sqlite3_free(c->heads);
  sqlite3_free(c->rules.a);
  ml_buf_free(&c->rules.text);
  if (c->ttl_free) c->ttl_free(c);
  sqlite3_free(c);
}

void ml_conn_close(MlConn *c) {
  c->open = 0;
  ml_stmt_close(&c->look_sql);
  ml_conn_renew(c);
}

void ml_conn_renew(MlConn *c) {
  MlStmtSet *sets[] = {&c->txn_sql,      &c->index_sql,  &c->find_sql,     &c->meta_sql,    &c->config_sql,
                       &c->ttl_sql,      &c->cell_sql,   &c->scan_sql,     &c->log_sql,     &c->snapshot_sql,
                       &c->run_sql,      &c->origin_sql, &c->consumer_sql, &c->large_sql,   &c->before_sql,
                       &c->drop_sql,     &c->retain_sql, &c->used_sql,     &c->counts_sql,  &c->hostfn_sql,
                       &c->item_sql,     &c->vector_sql, &c->layer_sql,    &c->session_sql, &c->lineage_sql,
                       &c->deletion_sql, &c->breaks_sql, &c->metric_sql};
  for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++) ml_stmt_close(sets[i]);
}

void ml_conn_absent(MlConn *c, const char *const *columns) {
  if (c->cell_sql.absent == columns) return;
  ml_conn_renew(c);
  c->cell_sql.absent = c->scan_sql.absent = c->layer_sql.absent = c->item_sql.absent = columns;
  c->log_sql.absent = c->snapshot_sql.absent = columns;
}

void ml_conn_forget(MlConn *c) {
  c->installed = c->config_known = c->rules_known = c->ttl_known = c->tail_known = c->index_ready = c->barred_known = 0;
  c->dated = 1; /* as far as one knows */
  c->heads_age++;
}

void ml_conn_refresh(MlConn *c) {
  u32 v = 0;
  if (sqlite3_file_control(c->db, "main", SQLITE_FCNTL_DATA_VERSION, &v) || v != c->data_version) ml_conn_forget(c);
  c->data_version = v;
}

int ml_conn_replicated(MlConn *c) {
  sqlite3_vfs *vfs = NULL;
  if (!c->replicated && !sqlite3_file_control(c->db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) && vfs) {
    c->replicated = vfs->zName && strncmp(vfs->zName, "dqlite", 6) == 0 ? 1 : 2;
  }
  return c->replicated == 1;
}

i64 ml_conn_now(const MlConn *c) { return c->clock_fixed ? c->clock : ml_clock_now(); }

void ml_conn_reader_join(MlConn *c, MlReader *r, int (*keep)(MlReader *)) {
  *r = (MlReader){c->readers, keep};
  c->readers = r;
}

void ml_conn_reader_leave(MlConn *c, const MlReader *r) {
  for (MlReader **p = &c->readers; *p; p = &(*p)->next) {
    if (*p != r) continue;
    *p = r->next;
    break;
  }
}

MlBuf ml_conn_scratch(MlConn *c) {
  MlBuf b = {0};
  if (c->n_spare) b = c->spare[--c->n_spare];
  return b;
}

#define SPARE_BYTES 65536 /* what a scratch buffer may keep */
#define SPARE_MAX   16

void ml_conn_give(MlConn *c, MlBuf *b) {
  if (c->n_spare == c->cap_spare && c->cap_spare < SPARE_MAX) {
    MlBuf *a = sqlite3_realloc64(c->spare, SPARE_MAX * sizeof(*a));
    if (a) {
      c->spare = a;
      c->cap_spare = SPARE_MAX;
    }
  }
  if (c->n_spare < c->cap_spare && b->p && !b->rc && b->cap <= SPARE_BYTES) {
    ml_buf_cut(b, 0);
    c->spare[c->n_spare++] = *b;
    *b = (MlBuf){0};
  } else {
    ml_buf_free(b);
  }
}

int ml_conn_touch(MlConn *c, MlText key) {
  i64 number = ml_pending_key_number(&c->pending, key);
  if (number < 0) return SQLITE_NOMEM;
  if (number >= c->cap_is_touched) {
    u32 n = c->cap_is_touched ? c->cap_is_touched * 2 : 16;
    while (n <= number) n *= 2;
    u8 *a = sqlite3_realloc64(c->is_touched, n);
    if (!a) return SQLITE_NOMEM;
    memset(a + c->cap_is_touched, 0, n - c->cap_is_touched);
    c->is_touched = a;
    c->cap_is_touched = n;
  }
  if (c->is_touched[number]) return SQLITE_OK;
  if (c->n_touched == c->cap_touched) {
    u32 n = c->cap_touched ? c->cap_touched * 2 : 4;
    u32 *a = sqlite3_realloc64(c->touched, n * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    c->touched = a;
    c->cap_touched = n;
  }
  c->touched[c->n_touched++] = (u32)number;
  c->is_touched[number] = 1;
  return SQLITE_OK;
}

void ml_conn_untouch(MlConn *c) {
  while (c->n_touched) c->is_touched[c->touched[--c->n_touched]] = 0;
}

int ml_conn_no_triggers(MlErr *e, const char *table) {
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: its triggers did not run (they are disabled on this connection, were dropped from "
                    "the file, or a trigger said RAISE(IGNORE)): nothing is written unrecorded",
                    table);
}

int ml_conn_write(MlConn *c, MlStmtSet *set, sqlite3_stmt *st, i64 *permit, const char *table, int *changed, MlErr *e) {
  char doing[64];
  sqlite3_snprintf(sizeof(doing), doing, "writing %s", table);
  *permit = 1;
  c->storing++;
  int rc = ml_stmt_run(set, st, doing, e);
  c->storing--;
  i64 left = *permit;
  *permit = 0;
  /* Its own rows only: FTS5 writes what it holds back whenever a statement begins. */
  *changed = !rc && sqlite3_changes64(c->db) > 0;
  if (rc) return rc;
  return *changed && left ? ml_conn_no_triggers(e, table) : SQLITE_OK;
}

int ml_conn_write_one(MlConn *c, MlStmtSet *set, sqlite3_stmt *st, i64 *permit, const char *table, MlErr *e) {
  int changed;
  int rc = ml_conn_write(c, set, st, permit, table, &changed, e);
  return rc || changed ? rc : ml_conn_no_triggers(e, table);
}

void ml_conn_break(MlConn *c) {
  if (c->in_txn) c->pending.now.broken = ++c->pending.now.op_count;
}

int ml_conn_break_changed(MlConn *c, i64 changes, int rc) {
  if (rc && sqlite3_total_changes64(c->db) != changes) ml_conn_break(c);
  return rc;
}

int ml_conn_lost(MlErr *e) {
  return ml_err_set(e, SQLITE_ABORT_ROLLBACK, "memlog: transaction: it was rolled back while memory was being written");
}

int ml_conn_check_length(MlConn *c, i64 n, const char *what, MlErr *e) {
  int limit = sqlite3_limit(c->db, SQLITE_LIMIT_LENGTH, -1);
  if (n <= limit) return SQLITE_OK;
  return ml_err_set(e, SQLITE_TOOBIG, "memlog: %s: %lld bytes are more than this connection takes (%d)", what, n,
                    limit);
}
