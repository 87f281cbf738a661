#include "txn.h"

#include "../store/lineage.h"
#include "../store/meta.h"
#include "append.h"
#include "emit.h"

#include <string.h>

static const char *const statements[] = {"INSERT INTO main.memlog_txn(memlog_work) VALUES(1)"};

/* Only its preparing matters. It is never finalized before the others. */
static const char *const look[] = {"SELECT 1 FROM main.sqlite_schema WHERE 0"};

void ml_txn_open(MlConn *c) {
  ML_STMT_OPEN(&c->txn_sql, c->db, statements);
  ML_STMT_OPEN(&c->look_sql, c->db, look);
}

/* What the INSERT that is being stepped is about. */
typedef struct Job {
  MlTxnWork work;
  void *arg;
  MlErr *e;
  int autocommit;
} Job;

int ml_txn_update(MlConn *c, MlErr *e) {
  Job *j = c->job;
  c->job = NULL;
  if (!j) return ml_err_set(e, SQLITE_ERROR, "memlog: memlog_txn: it is memlog's own, and holds nothing");
  if (j->autocommit != sqlite3_get_autocommit(c->db)) return ml_conn_lost(j->e);
  return j->work(c, j->arg, j->e);
}

static int name_taken(MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: memlog_txn: something else in the file has this name, which is memlog's own");
}

static int insert_step(MlConn *c, MlTxnWork work, void *arg, MlErr *e) {
  sqlite3_stmt *st;
  Job job = {work, arg, e, sqlite3_get_autocommit(c->db)};
  /* The INSERT has not come to us, but to a trigger that calls us again. */
  if (c->job) return name_taken(e);
  int rc = ml_stmt_take(&c->txn_sql, 0, &st, e);
  if (rc) return rc;
  c->job = &job;
  rc = ml_stmt_finish(st);
  int idle = c->job == &job;
  c->job = NULL;
  int rc2 = ml_stmt_give(&c->txn_sql, st);
  if (rc == SQLITE_DONE) rc = rc2;
  if (rc == SQLITE_OK && idle) return name_taken(e);
  if (rc == SQLITE_OK) return SQLITE_OK;
  /* The work has said why; what COMMIT or the core refuses comes with the connection's own words. */
  return ml_err_db(e, c->db, rc2 ? rc2 : rc, "writing memory");
}

int ml_txn_alone(const MlConn *c) {
  return sqlite3_get_autocommit(c->db) && !c->in_txn && sqlite3_txn_state(c->db, NULL) != SQLITE_TXN_WRITE;
}

static int unseen(MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: transaction: dqlite does not replicate what a SELECT commits by itself: call what writes, "
                    "and reads that are recorded, between BEGIN IMMEDIATE and COMMIT");
}

int ml_txn_check_first(MlConn *c, const char *who, MlErr *e) {
  if (ml_txn_alone(c)) return unseen(e);
  if (!c->in_txn) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: in a transaction, it must be the first that memlog writes", who);
}

int ml_txn_run(MlConn *c, MlTxnWork work, void *arg, MlErr *e) {
  i64 rowid = sqlite3_last_insert_rowid(c->db);
  int there, rc = SQLITE_OK;
  if (c->emitting || c->in_txn) {
    rc = work(c, arg, e);
  } else if (ml_txn_alone(c) && ml_conn_replicated(c)) {
    rc = unseen(e);
  } else {
    /* In a transaction, the first look at a file must be no write (see ml_meta_installed). */
    if (!c->utf8 && !sqlite3_get_autocommit(c->db)) rc = ml_meta_installed(c, &there, e);
    if (!rc) rc = insert_step(c, work, arg, e);
  }
  sqlite3_set_last_insert_rowid(c->db, rowid);
  return rc;
}

int ml_txn_note(MlConn *c, MlTxnWork work, void *arg, MlErr *e) {
  MlErr own = {0};
  int rc = ml_txn_run(c, work, arg, &own);
  if ((rc & 0xff) == SQLITE_READONLY) {
    ml_err_clear(&own);
    return SQLITE_OK;
  }
  if (rc) {
    ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: reads: they cannot be recorded");
    ml_err_clear(&own);
  }
  return rc;
}

/* The core may be about to roll back, too. */
static int is_grave(int rc) {
  int primary = rc & 0xff;
  return primary == SQLITE_NOMEM || primary == SQLITE_IOERR || primary == SQLITE_FULL || primary == SQLITE_CANTOPEN ||
         primary == SQLITE_INTERRUPT || primary == SQLITE_ABORT;
}

/* Another connection, or the host, was in the way. */
static int is_refused(int rc) {
  int primary = rc & 0xff;
  return primary == SQLITE_BUSY || primary == SQLITE_LOCKED || primary == SQLITE_PROTOCOL ||
         primary == SQLITE_CONSTRAINT;
}

int ml_txn_note_failure(MlConn *c, int rc, MlTxnWants wants, MlTxnWork work, void *arg, MlErr *e) {
  int there = 0, wanted = 1;
  MlErr own = {0};
  if (is_grave(rc) || is_refused(rc)) return rc;
  if (!ml_txn_notes(c) || c->pending.now.broken) return rc;
  int noted = ml_meta_installed(c, &there, &own);
  if (!noted && there && wants) noted = wants(c, &wanted, &own);
  if (!noted && there && wanted) noted = ml_txn_note(c, work, arg, &own);
  if (is_grave(noted)) {
    ml_err_clear(e);
    rc = ml_err_set(e, noted, "%s", own.msg ? own.msg : "memlog: memory ran out");
  }
  ml_err_clear(&own);
  return rc;
}

/* The core may have rolled the transaction before this one back under an operation (memory ran out, say): what
** that still borrowed and noted goes only now. A schema change can make us begin twice. */
void ml_txn_begin(MlConn *c) {
  if (!c->in_txn) {
    ml_pending_clear(&c->pending);
    ml_conn_untouch(c);
    c->undone = c->tables_found = c->tables_made = c->untold = 0;
  }
  c->in_txn = 1;
  ml_conn_refresh(c);
}

/* COMMIT could be tried again after BUSY or LOCKED, with half of the events written: such codes become plain
** errors. */
static int code_final(int rc) {
  int primary = rc & 0xff;
  return primary == SQLITE_BUSY || primary == SQLITE_LOCKED ? SQLITE_ERROR : rc;
}

/* A kept statement that is of an older schema than the file is prepared anew by its first step, which takes back
** what it has begun. If just that fails, the core rolls back the whole transaction and then goes on with the
** statement, as if it stood alone. Here we would not hear of it: so none of them may be old. */
static int statements_renew(MlConn *c, MlErr *e) {
  sqlite3_stmt *st;
  int old = c->look_sql.slot[0].st == NULL;
  int rc = ml_stmt_take(&c->look_sql, 0, &st, e);
  if (rc) return rc;
  rc = ml_stmt_finish(st);
  old |= sqlite3_stmt_status(st, SQLITE_STMTSTATUS_REPREPARE, 1) > 0;
  ml_stmt_give(&c->look_sql, st);
  if (rc != SQLITE_DONE) return ml_err_db(e, c->db, rc, "looking at the schema");
  if (old) ml_conn_renew(c);
  return SQLITE_OK;
}

/* No virtual table can be written while the core asks us to sync, or to roll back. */
static int events_emit(MlConn *c, i64 *n, MlErr *e) {
  c->syncing = 1;
  int rc = ml_emit_run(c, n, e);
  if (!rc && c->pending.now.first_seq) rc = ml_entity_told(c, c->pending.now.first_seq, e);
  c->syncing = 0;
  return rc;
}

int ml_txn_sync(MlConn *c, MlErr *e) {
  i64 n, rowid = sqlite3_last_insert_rowid(c->db);
  if (c->pending.now.broken) return ml_append_barred(e);
  if (!c->open && c->pending.now.end.n != c->pending.now.emitted.n) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: transaction: memlog's tables were dropped in it, so that its events cannot be written");
  }
  int there, rc = c->open ? statements_renew(c, e) : SQLITE_OK;
  if (!rc && c->undone) rc = ml_meta_installed(c, &there, e); /* an error if it should be there, and is not */
  if (!rc) rc = events_emit(c, &n, e);
  sqlite3_set_last_insert_rowid(c->db, rowid);
  if (!rc && n) {
    int now = 0, high = 0;
    sqlite3_db_status(c->db, SQLITE_DBSTATUS_DEFERRED_FKS, &now, &high, 0);
    if (now) {
      rc = ml_err_set(e, SQLITE_CONSTRAINT_FOREIGNKEY,
                      "memlog: events: a listener left a foreign key without its parent row");
    }
  }
  return code_final(rc);
}

void ml_txn_commit(MlConn *c) {
  ml_pending_clear(&c->pending);
  ml_conn_untouch(c);
  c->in_txn = c->undone = 0;
  sqlite3_file_control(c->db, "main", SQLITE_FCNTL_DATA_VERSION, &c->data_version);
}

/* sqlite3_close on a connection with statements in use tells virtual tables to roll back, is then refused, and
** leaves the transaction open: our rows are still in it and may be committed, but we would not hear of that. So
** their events go in now. */
static void transaction_left(MlConn *c) {
  MlErr e = {0};
  i64 n;
  events_emit(c, &n, &e);
  ml_err_clear(&e);
  ml_conn_close(c);
}

void ml_txn_rollback(MlConn *c) {
  if (sqlite3_txn_state(c->db, "main") == SQLITE_TXN_WRITE) transaction_left(c);
  ml_pending_forget(&c->pending);
  ml_conn_forget(c);
  c->in_txn = c->undone = 0;
}

int ml_txn_savepoint(MlConn *c, int level) { return ml_pending_savepoint(&c->pending, level); }

void ml_txn_release(MlConn *c, int level) { ml_pending_release(&c->pending, level); }

void ml_txn_rollback_to(MlConn *c, int level) {
  ml_pending_rollback(&c->pending, level);
  c->undone = 1;
  ml_conn_forget(c);
}
