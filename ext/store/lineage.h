/*
** memlog_entity and memlog_edge: the things of lineage, and which depends on which. Rows are added, never changed; but
** for the position of their transaction, which is told when it is known, and what is erased.
*/
#ifndef ML_LINEAGE_H
#define ML_LINEAGE_H

#include "conn.h"

/* Texts borrow; {NULL,0}: not given. The type of one that was read is static. */
typedef struct MlEntity {
  MlUuid id;
  MlText type, key, actor, detail; /* detail: JSON, a map */
  i64 at;                          /* microseconds */
  i64 txn;                         /* position of the transaction's first event; 0: it has none, or is not told yet */
} MlEntity;

typedef struct MlEdge {
  MlUuid from, to;
  i64 from_version, to_version; /* of a record; 0: all of it, or it is no record */
  MlText relation;
  i64 at;                /* microseconds */
  i64 rank;              /* 1, 2 …; 0: none */
  double score;          /* 0 to 1; below 0: none */
  MlText reason, detail; /* a word; JSON, a map */
} MlEdge;

void ml_lineage_open(MlConn *c);

/* Whether the tables are there to be read: they came with version 4. */
int ml_lineage_there(MlConn *c, int *yes, MlErr *e);

/* An id for a new entity, greater than that of any other. Inside a write transaction. */
int ml_entity_id(MlConn *c, MlUuid *id, MlErr *e);
/* The clock, held back from going behind the newest entity: of what must be known to have come after. */
int ml_entity_time(MlConn *c, i64 *at, MlErr *e);
/* x->txn 0: it is told of it by ml_entity_told; but for one of type 'record', which has none. */
int ml_entity_put(MlConn *c, const MlEntity *x, MlErr *e);

/* *found 0: there is none. The entity borrows until ml_lineage_done, which must follow if *st is not NULL. Each column
** is checked: a row that cannot be so is SQLITE_CORRUPT. */
int ml_entity_find(MlConn *c, const MlUuid *id, MlEntity *x, sqlite3_stmt **st, int *found, MlErr *e);

/* Entities by id, from one on (NULL: all); those of a transaction, by the position of its first event. */
int ml_entity_scan(MlConn *c, const MlUuid *from, sqlite3_stmt **st, MlErr *e);
int ml_entity_scan_txn(MlConn *c, i64 txn, sqlite3_stmt **st, MlErr *e);
int ml_entity_next(MlConn *c, sqlite3_stmt *st, MlEntity *x, int *more, MlErr *e);

/* The transaction's first event is at this position: told of what was put in it. */
int ml_entity_told(MlConn *c, i64 txn, MlErr *e);

/* An edge that is there already stays as it is: *added 0. */
int ml_edge_put(MlConn *c, const MlEdge *x, int *added, MlErr *e);

/* Edges that begin, or end, at something, in the order of their keys. version -1: at any version of it. */
int ml_edge_scan_from(MlConn *c, const MlUuid *from, i64 version, sqlite3_stmt **st, MlErr *e);
int ml_edge_scan_to(MlConn *c, const MlUuid *to, i64 version, sqlite3_stmt **st, MlErr *e);
int ml_edge_scan(MlConn *c, sqlite3_stmt **st, MlErr *e); /* all */

/* Whether there is an edge from something to a version, whatever it says. */
int ml_edge_any(MlConn *c, const MlUuid *from, const MlUuid *to, i64 to_version, int *any, MlErr *e);

/* Edges conflicts_with, whichever way, of a version of a record, or of all of it; whether there are any of these at
** all. */
int ml_edge_scan_conflicts(MlConn *c, const MlUuid *record, i64 version, sqlite3_stmt **st, MlErr *e);
int ml_edge_any_conflict(MlConn *c, int *any, MlErr *e);

/* The next of a scan of edges. */
int ml_edge_next(MlConn *c, sqlite3_stmt *st, MlEdge *x, int *more, MlErr *e);

int ml_lineage_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* memlog_barred: whether there are any; looked up once for a transaction. */
int ml_barred_any(MlConn *c, int *some, MlErr *e);

/* A content, by its digest. *how: 'r' refuse, 'm' mark, 0: it is not barred; record: whose it was. */
int ml_barred_find(MlConn *c, const MlUuid *digest, char *how, MlUuid *record, MlErr *e);
int ml_barred_put(MlConn *c, const MlUuid *digest, char how, const MlUuid *record, i64 at, MlErr *e);
int ml_barred_remove(MlConn *c, const MlUuid *digest, MlErr *e);

/* All of them, whose they were; given back by ml_lineage_done. */
int ml_barred_scan(MlConn *c, sqlite3_stmt **st, MlErr *e);
int ml_barred_next(MlConn *c, sqlite3_stmt *st, MlUuid *record, int *more, MlErr *e);

#endif
