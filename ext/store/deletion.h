/*
** What lineage says of deletions, and what of deleted records is still in the file. A deletion is an entity of type
** 'change' that changes records to be deleted; proofs tell where it has reached.
*/
#ifndef ML_STORE_DELETION_H
#define ML_STORE_DELETION_H

#include "lineage.h"

void ml_deletion_open(MlConn *c);

/* The newest deletion of a record; *found 0: it has none. Of version 4, as all that follow: see ml_lineage_there. */
int ml_deletion_of(MlConn *c, const MlUuid *record, MlUuid *deletion, int *found, MlErr *e);
/* The deletion behind one, by id. */
int ml_deletion_next(MlConn *c, MlUuid *deletion, int *more, MlErr *e);

/* Each puts ids at the end of out, MlUuid after MlUuid in order: of a deletion's records; of the records that were made
** of one, directly or through others. */
int ml_deletion_records(MlConn *c, const MlUuid *deletion, MlBuf *out, MlErr *e);
int ml_deletion_derived(MlConn *c, const MlUuid *record, MlBuf *out, MlErr *e);

/* Whether a record was made of one of the deletion's. */
int ml_deletion_made(MlConn *c, const MlUuid *deletion, const MlUuid *record, int *yes, MlErr *e);

/* What there is of a record. */
typedef struct MlTraces {
  u8 stands;  /* a version stands */
  u8 waits;   /* … or is proposed, or in quarantine: it can come to stand */
  u8 there;   /* versions of it are there, past or not */
  u8 indexed; /* the index of texts has one that is past, or it is not known what it has */
  u8 vector;  /* one that is past has a vector */
  MlBuf key;  /* whose it is, the caller's; '' if nothing is there */
} MlTraces;
int ml_deletion_traces(MlConn *c, const MlUuid *record, MlTraces *t, MlErr *e);

/* 1 if the log has content of who was forgotten. Reads all of it. */
int ml_deletion_logged(MlConn *c, int *yes, MlErr *e);

/* Proofs for a deletion, which can be that of many records; and those for a record and its other deletions. By id: see
** ml_entity_next. ml_deletion_done must follow. */
int ml_deletion_scan_proofs(MlConn *c, const MlUuid *deletion, sqlite3_stmt **st, MlErr *e);
int ml_deletion_scan_more_proofs(MlConn *c, const MlUuid *record, const MlUuid *deletion, sqlite3_stmt **st, MlErr *e);
/* What such a row proves something of; 0: it says none. */
int ml_deletion_proved(sqlite3_stmt *st, MlUuid *of);
int ml_deletion_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

#endif
