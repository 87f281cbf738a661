/*
** One connection: its database handle, its kept statements, what it has cached, and the transaction it is
** in. Every function, table and hook of the extension shares the one MlConn of its connection; nothing is kept
** in virtual table objects, of which a schema change can make a second one in mid-transaction.
*/
#ifndef ML_CONN_H
#define ML_CONN_H

#include "../base/buf.h"
#include "../base/err.h"
#include "../base/stmt.h"
#include "../base/uuid.h"
#include "../data/pending.h"

#define ML_AS_EVENTS 2 /* where they make events */

/* Effective options. */
typedef struct MlConfig {
  u8 generate[ML_KIND_LONG_TERM_SEARCH + 1]; /* by kind: make events of it */
  u8 begin_event, end_event;
  i64 snapshot_every; /* runs; 0: when one is due anyway */
  i64 max_value_bytes, inline_value_bytes;
  u8 record_before;
  i64 max_messages, summary_after; /* of conversations; 0: no limit, never */
  char token_function[256];        /* counts the tokens of a text; "": they are estimated */
  u8 long_term;                    /* it is recalled */
  u8 review;                       /* what is added to it, and put, only waits to be admitted */
  u8 retrieval;                    /* searches of it write lineage: 0, 1, or ML_AS_EVENTS */
  u8 query_text;                   /* … with the text of the query */
  char embedding_function[256];    /* gives the vector of a text; "": there is none */
  char judge_function[256];        /* judges what was said in a session; "": the rules do */
  i64 ttl;                         /* short-term memory lives so many milliseconds; 0: for ever */
  u8 ttl_read;                     /* … from when it was read last, too */
  u8 ttl_return;                   /* … and may be returned until it is cleaned up */
} MlConfig;

/* The newest row of the log, in either table. seq 0: none; the id is then the root of the chain. */
typedef struct MlTail {
  i64 seq, time;
  MlUuid id;
} MlTail;

/* Rows that our own statement is about to write, by table: the guards let just these through. */
typedef struct MlPermit {
  i64 event, quiet, snapshot, run, meta, config, ttl, retain, used, value, consumer, import;
  i64 item, unindexed, vector, session, judged, entity, edge, barred;
  i64 cell;      /* cells put */
  MlText key;    /* … of this key */
  MlText scope;  /* … and, by its code, this scope */
  MlText put;    /* … at this path, where another may go (seen only with recursive_triggers); NULL: it may not */
  MlText remove; /* cells at or under this path go; NULL: none do */
  i64 removed;   /* … so many did */
  i64 expires;   /* when the node put expires, in milliseconds; 0: never */
} MlPermit;

/* How the memory operation that is running is recorded. */
typedef struct MlRecording {
  enum { ML_RECORD_NOT, ML_RECORD_PENDING, ML_RECORD_QUIET, ML_RECORD_GAP } mode;
  u32 key;
  MlScope scope;
  u8 before;  /* what stood there before is recorded, too */
  u8 wanted;  /* an object being written was asked for, not just a missing parent */
  u8 counted; /* a list's row being written only counts on: not a change of its own */
  u8 dating;  /* what is written is only when a node expires: that is recorded otherwise */
  u8 silent;  /* by themselves its records make no event */
  i64 now;    /* its clock, in milliseconds; 0: it has none */
} MlRecording;

/* The rules of memlog_retain (store/retain.c), the narrowest first. */
typedef struct MlRules {
  struct MlRetainRule *a;
  i64 n;
  MlBuf text;
  u8 any;    /* there are rules, or were once: rows of lists may count what they hold */
  u8 by_use; /* a rule looks at when elements were read last */
} MlRules;

/* A cursor over live memory: told before the first write, so that it keeps what it has left. */
typedef struct MlReader MlReader;
struct MlReader {
  MlReader *next;
  int (*keep)(MlReader *);
};

typedef struct MlConn {
  sqlite3 *db;
  int refs;
  u8 open; /* statements may be kept; 0 before the load has finished and once the connection closes */
  MlStmtSet look_sql, txn_sql, index_sql, find_sql, meta_sql, config_sql, cell_sql, log_sql, snapshot_sql, run_sql,
      origin_sql, consumer_sql;
  MlStmtSet large_sql, before_sql, drop_sql, ttl_sql, scan_sql, item_sql, session_sql, layer_sql, lineage_sql,
      deletion_sql, breaks_sql, metric_sql;
  MlStmtSet retain_sql, used_sql, counts_sql, hostfn_sql, vector_sql;

  /* Caches: they die on any rollback and when the file changed under us. */
  u32 data_version;
  u8 installed, config_known, rules_known, ttl_known, tail_known, barred_known;
  u8 index_ready; /* the index of texts is there, and can be used */
  u8 ttl_rules;   /* there are rows in memlog_ttl */
  u8 barred;      /* … in memlog_barred */
  u8 dated;       /* there are nodes that expire; or that is not known */
  u8 version;     /* of the file's schema */
  u8 utf8;        /* the file's encoding, which never changes once it has tables: 1 UTF-8, 0 UTF-16 or not asked yet */
  struct MlTtlMemo *ttl;             /* rules of the key that was asked for last, … */
  void (*ttl_free)(struct MlConn *); /* … and what frees them */
  MlConfig config;
  MlRules rules;
  MlTail tail;
  struct MlHeadMemo *heads; /* those saved last, of this age */
  u32 heads_age;

  /* The transaction. */
  u8 in_txn;       /* the recorder takes part in it */
  u8 undone;       /* a part of it was rolled back */
  u8 tables_found; /* the stored tables were there when it came to them; … */
  u8 tables_made;  /* … or it has made them */
  u8 syncing;      /* COMMIT has begun: no virtual table can be written */
  void *job;       /* what the recorder's INSERT is about (see txn.c) */
  int depth;       /* operations within operations (listeners) */
  int emitting;    /* events are being inserted: whatever happens now is a listener's doing */
  i64 listened;    /* … to the event at this position */
  int storing;     /* another stored table is being written: what its triggers may not do */
  MlTail reserved; /* while emitting: the last position given out */
  MlPending pending;
  MlRecording recording;
  MlPermit permit;
  u32 *touched;   /* numbers of keys with quiet rows, whose snapshots may be due */
  u8 *is_touched; /* by number: 1 if it is one of those */
  u32 n_touched, cap_touched, cap_is_touched;
  u8 untold;          /* entities of lineage were put, which are told of its first event's position … */
  MlUuid untold_from; /* … this is the first of them, if it was not taken back */

  const struct MlHostFn *hosting; /* the function of the host's that is running because memlog has called it */

  u8 new_values; /* the last value written stood at a new path */

  /* Of this connection alone. */
  u8 scorer; /* FTS5 has been given memlog_score */
  u8 observer, clock_fixed;
  u8 replicated; /* by dqlite: 1 yes, 2 no, 0 not asked yet */
  i64 clock;
  char holder[37]; /* who it is to other connections, once it has leased events; empty before */
  MlReader *readers;
  MlBuf *spare; /* scratch buffers not in use */
  int n_spare, cap_spare;
} MlConn;

/* A new connection object with one reference. NULL: out of memory. */
MlConn *ml_conn_new(sqlite3 *db);
MlConn *ml_conn_hold(MlConn *c);
/* Drops a reference (a destructor for SQLite's xDestroy arguments). */
void ml_conn_drop(void *p);

/* Finalizes all kept statements; from now on nothing is prepared any more. */
void ml_conn_close(MlConn *c);

/* Finalizes those that may be of another schema than the file's; they are prepared anew when next taken. */
void ml_conn_renew(MlConn *c);

/* Which columns the file lacks (see MlStmtSet): of an older version of the schema. NULL: none. What was prepared goes.
 */
void ml_conn_absent(MlConn *c, const char *const *columns);

/* Forgets all caches. */
void ml_conn_forget(MlConn *c);

/* Forgets them if the file changed under us. Call inside a transaction. */
void ml_conn_refresh(MlConn *c);

/* 1 if the file is dqlite's: it is kept in memory, and dqlite sends what a statement that writes, or COMMIT, has
** committed to other nodes. What is committed under a SELECT it does not see, and ends the process for it. */
int ml_conn_replicated(MlConn *c);

/* Microseconds: the fixed clock of mem_clock, or the wall clock. */
i64 ml_conn_now(const MlConn *c);

/* Makes a cursor known to the connection; it must not move until it leaves. Leaving is no matter if it is not known. */
void ml_conn_reader_join(MlConn *c, MlReader *r, int (*keep)(MlReader *));
void ml_conn_reader_leave(MlConn *c, const MlReader *r);

/* A scratch buffer, empty; give it back when done. Sticky-failed if memory ran out. */
MlBuf ml_conn_scratch(MlConn *c);
void ml_conn_give(MlConn *c, MlBuf *b);

/* Remembers that the key has quiet rows. */
int ml_conn_touch(MlConn *c, MlText key);
void ml_conn_untouch(MlConn *c);

/* Steps a statement of a set of ours that writes at most one row of a stored table, under the permit for it, and
** gives it back. *changed is 0 if it wrote none. */
int ml_conn_write(MlConn *c, MlStmtSet *set, sqlite3_stmt *st, i64 *permit, const char *table, int *changed, MlErr *e);
/* The same where it must have written one. */
int ml_conn_write_one(MlConn *c, MlStmtSet *set, sqlite3_stmt *st, i64 *permit, const char *table, MlErr *e);

/* "memlog: memory: triggers are disabled …", SQLITE_ERROR. what: the table. */
int ml_conn_no_triggers(MlErr *e, const char *table);

/* Something has failed half-way, so that the transaction, or a savepoint before it, can only be rolled back. Nothing to
** do if the core has done so already, for want of memory, say. */
void ml_conn_break(MlConn *c);
/* The same if rc is an error and rows have changed since sqlite3_total_changes64 was so much. Returns rc. */
int ml_conn_break_changed(MlConn *c, i64 changes, int rc);

/* SQLITE_ABORT_ROLLBACK, with words: the core rolled the transaction back under what is still being done. */
int ml_conn_lost(MlErr *e);

/* SQLITE_TOOBIG, with words, if n bytes of text are more than this connection takes (SQLITE_LIMIT_LENGTH). */
int ml_conn_check_length(MlConn *c, i64 n, const char *what, MlErr *e);

#endif
