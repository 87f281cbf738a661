/*
** The transaction an operation runs in. A writing function called from a SELECT steps one INSERT into the recorder's
** virtual table (memlog_txn), so that everything happens under one statement: in autocommit it is one transaction
** with one xSync. Where the recorder already takes part in a transaction, and inside xSync (where no virtual table
** may be written), the work is done directly.
*/
#ifndef ML_TXN_H
#define ML_TXN_H

#include "../store/conn.h"

typedef int (*MlTxnWork)(MlConn *c, void *arg, MlErr *e);

/* Runs work(c, arg, e) inside a write transaction in which the recorder takes part. last_insert_rowid() is left
** alone. */
int ml_txn_run(MlConn *c, MlTxnWork work, void *arg, MlErr *e);

/* The same for what is to be noted of a read. A connection that cannot write reads all the same, and notes nothing. */
int ml_txn_note(MlConn *c, MlTxnWork work, void *arg, MlErr *e);

/* The same for what is to be noted of something that failed with rc, and was undone. If that cannot be noted it stays
** unsaid: rc comes back. But where memory or the disk fails, that is what is said in e. Nothing is tried where these
** have failed already, where a lock or a veto of the host's was in the way, in files without tables, in transactions
** that can only be rolled back, and where nobody wants it (wants NULL: always), which is asked before any lock is
** taken. */
typedef int (*MlTxnWants)(MlConn *c, int *yes, MlErr *e);
int ml_txn_note_failure(MlConn *c, int rc, MlTxnWants wants, MlTxnWork work, void *arg, MlErr *e);

/* 1 if anything may be noted of a read: not by observers, nor in listeners, triggers and functions that memlog
** calls. */
static inline int ml_txn_notes(const MlConn *c) { return !c->observer && !c->emitting && !c->storing; }

/* 1 if what is written now commits by itself, under a statement that only reads. */
int ml_txn_alone(const MlConn *c);

/* What must be a transaction of its own (who: its name) cannot be one where dqlite replicates: there it is the first
** thing that memlog does in a transaction. */
int ml_txn_check_first(MlConn *c, const char *who, MlErr *e);

/* What the recorder's virtual table does. */
void ml_txn_open(MlConn *c);
int ml_txn_update(MlConn *c, MlErr *e); /* xUpdate: runs the work that ml_txn_run is about */
void ml_txn_begin(MlConn *c);
int ml_txn_sync(MlConn *c, MlErr *e);
void ml_txn_commit(MlConn *c);
void ml_txn_rollback(MlConn *c);
int ml_txn_savepoint(MlConn *c, int level);
void ml_txn_release(MlConn *c, int level);
void ml_txn_rollback_to(MlConn *c, int level);

#endif
