/*
** Reading the stored tables as they are, for mem_verify: nothing is taken for granted, and what cannot be read is said
** rather than failed on. Its statements are prepared for one check and then gone.
*/
#ifndef ML_CHECK_H
#define ML_CHECK_H

#include "cell.h"
#include "snapshot.h"

typedef enum MlCheckTable {
  ML_CHECK_SCHEMA,    /* what is in the file under a name */
  ML_CHECK_META,      /* memlog_meta */
  ML_CHECK_CONFIG,    /* memlog_config */
  ML_CHECK_CELLS,     /* memlog_cell, by key, scope and path */
  ML_CHECK_SNAPSHOTS, /* memlog_snapshot, by position */
  ML_CHECK_OPEN_RUNS, /* memlog_run: those of a key that have not ended */
  ML_CHECK_VALUES,    /* memlog_value, by key and digest */
  ML_CHECK_VECTORS,   /* memlog_vector, by key and number */
  ML_CHECK_TREE,      /* what PRAGMA integrity_check says of a table and its indexes */
  ML_CHECK_RULES,     /* memlog_retain */
  ML_CHECK_USED,      /* memlog_used */
  ML_CHECK_ITEMS,     /* memlog_item: numbers of versions by key, set, id and number */
  ML_CHECK_BEGUN,     /* … positions where versions began, with their numbers, in order */
  ML_CHECK_ENDED,     /* … and where they ended */
  ML_CHECK_RECORDS,   /* … numbers of versions whose records are more than one item's */
  ML_CHECK_SESSIONS,  /* memlog_session */
  ML_CHECK_JUDGED,    /* memlog_judged */
  ML_CHECK_INDEX,     /* where memlog_item_text, memlog_unindexed and memlog_item do not go together */
  ML_CHECK_PLACES,    /* sets of keys that have items in the index */
  ML_CHECK_PLACED     /* how many items the index finds under a word that stands for a set */
} MlCheckTable;

typedef struct MlCheck {
  MlConn *c;
  MlStmtSet sql;
} MlCheck;

void ml_check_open(MlCheck *k, MlConn *c);
void ml_check_close(MlCheck *k);

/* Begins to read; which (a name, a key) only where it is asked for. The statement is the borrower's until it is given
** back by ml_check_done. */
int ml_check_begin(MlCheck *k, MlCheckTable table, MlText which, sqlite3_stmt **st, MlErr *e);
/* *more is 0 at the end. */
int ml_check_step(MlCheck *k, sqlite3_stmt *st, int *more, MlErr *e);
void ml_check_done(MlCheck *k, sqlite3_stmt *st);

/* The row at hand; text borrows until the next. */

typedef struct MlCheckObject {
  MlText type, sql;
} MlCheckObject;
void ml_check_object(sqlite3_stmt *st, MlCheckObject *o);

/* A name with its value as text, and the types they are stored as; timed is 0 when it was set at no time. Of
** memlog_config, and of memlog_meta, whose rows have no time. */
typedef struct MlCheckSetting {
  MlText name, value;
  int name_type, value_type, timed;
} MlCheckSetting;
void ml_check_setting(sqlite3_stmt *st, MlCheckSetting *s);

/* scope is as it is stored. wrong: why it cannot be read, or NULL. A head's value is not read. */
typedef struct MlCheckCell {
  MlText key, scope, path;
  MlCell cell;
  int is_head;
  const char *wrong;
} MlCheckCell;
void ml_check_cell(sqlite3_stmt *st, MlCheckCell *x);

/* seq: its position, whatever that is. wrong: why it cannot be read, or NULL. */
typedef struct MlCheckSnapshot {
  i64 seq;
  MlText key;
  const char *wrong;
  MlSnapshot snapshot;
} MlCheckSnapshot;
void ml_check_snapshot(sqlite3_stmt *st, MlCheckSnapshot *s);

/* Of memlog_value. wrong: why it cannot be read, or NULL. */
typedef struct MlCheckValue {
  MlText key, json;
  MlUuid digest;
  int has_digest;
  const char *wrong;
} MlCheckValue;
void ml_check_value(sqlite3_stmt *st, MlCheckValue *x);

/* A sentence of ML_CHECK_TREE; empty if nothing is wrong. That a page could not be read at all is an error. */
int ml_check_said(sqlite3_stmt *st, MlText *said, MlErr *e);

/* Of memlog_used. wrong: what makes no sense, or NULL. */
typedef struct MlCheckUsed {
  MlText key, path;
  const char *wrong;
} MlCheckUsed;
void ml_check_used(sqlite3_stmt *st, MlCheckUsed *u);

/* Of memlog_session, or of memlog_judged. wrong: what makes no sense, or NULL. */
typedef struct MlCheckSession {
  MlText session, user, agent;
  const char *wrong;
} MlCheckSession;
void ml_check_session(sqlite3_stmt *st, MlCheckSession *s);
void ml_check_judged(sqlite3_stmt *st, MlCheckSession *s);

/* A position or number of the row at hand. */
i64 ml_check_number(sqlite3_stmt *st, int column);
/* Of ML_CHECK_INDEX: what is wrong with a version; key {NULL,0}: there is none of this number. */
typedef struct MlCheckIndexed {
  const char *wrong;
  i64 number;
  MlText key;
} MlCheckIndexed;
void ml_check_indexed(sqlite3_stmt *st, MlCheckIndexed *x);

/* Of ML_CHECK_PLACES, and the number of ML_CHECK_PLACED. */
typedef struct MlCheckSet {
  MlText key, set;
  i64 n;
} MlCheckSet;
void ml_check_set(sqlite3_stmt *st, MlCheckSet *s);
i64 ml_check_placed(sqlite3_stmt *st);

/* Of memlog_vector. wrong: why it cannot be read, or what it is of, or NULL; then vector and sketch are BLOBs. */
typedef struct MlCheckVector {
  i64 number;
  MlText key;
  const void *vector, *sketch;
  i64 bytes, sketch_bytes;
  const char *wrong;
} MlCheckVector;
void ml_check_vector(sqlite3_stmt *st, MlCheckVector *v);

/* The number of an open run. */
i64 ml_check_open_run(sqlite3_stmt *st);

/* What stands at a place of the log; kind ML_KINDS if there is no row. */
typedef struct MlCheckPlace {
  i64 kind, run, time;
  int of_key;
} MlCheckPlace;
int ml_check_place(MlCheck *k, i64 place, MlText key, MlCheckPlace *p, MlErr *e);

#endif
