/*
** memlog_item: the versions of items. At most one version of an item stands; the others are the past. Who makes one
** stand, or takes it away, is work/item.c alone, which tells the recorder.
*/
#ifndef ML_ITEM_H
#define ML_ITEM_H

#include "conn.h"

#define ML_ITEM_OPEN   INT64_MIN /* valid_from, valid_to: no such bound */
#define ML_ITEM_STANDS (-1)      /* ended: it stands */

/* One version. Texts borrow; {NULL,0}: not given. */
typedef struct MlItem {
  i64 number; /* of the version, in the file */
  MlText key, set, id;
  MlUuid record;
  i64 version;    /* 1, 2 … */
  MlText content; /* JSON, or the place holder of a large value (store/large.h) */
  MlUuid digest;  /* of the whole JSON, under the key's salt */
  MlText metadata, kind, category, source, location, creator;
  i64 importance;           /* 1 to 10; 0: not given */
  i64 valid_from, valid_to; /* microseconds; or ML_ITEM_OPEN */
  i64 expires;              /* milliseconds; 0: never */
  i64 sensitivity;          /* 0 to 10; 0 where it is not given */
  i64 created, at;          /* microseconds: of the record, of the version */
  i64 begun, ended;         /* positions in the log; 0: not told of yet */
  MlText admission;         /* 'proposed', 'denied', 'quarantined', 'released': it does not stand for this reason */
  MlText derived;           /* 'copy', 'summary', 'merge', 'extraction': of other records */
} MlItem;

/* 1 if the version can be seen at a time (milliseconds): it stands, and has not expired. */
static inline int ml_items_visible(const MlItem *x, i64 now) {
  return x->ended == ML_ITEM_STANDS && (!x->expires || x->expires > now);
}

void ml_item_open(MlConn *c);

/* Whether long-term memory is there to be read: the tables came with version 3. */
int ml_item_there(MlConn *c, int *yes, MlErr *e);

/* The version of an item that stands, expired or not. *found 0: there is none. The item borrows until ml_item_done,
** which must follow if *st is not NULL. */
int ml_item_find(MlConn *c, MlText key, MlText set, MlText id, MlItem *x, sqlite3_stmt **st, int *found, MlErr *e);

/* A version of a record (0: its newest), as ml_item_find; all of them, by version. Of one that was released from
** quarantine there are several rows; the newest is found. */
int ml_item_find_version(MlConn *c, const MlUuid *record, i64 version, MlItem *x, sqlite3_stmt **st, int *found,
                         MlErr *e);
int ml_item_scan_versions(MlConn *c, const MlUuid *record, sqlite3_stmt **st, MlErr *e);

/* The version of a record that stands, expired or not, as ml_item_find: looked for from the newest on. */
int ml_item_find_standing(MlConn *c, const MlUuid *record, MlItem *x, sqlite3_stmt **st, int *found, MlErr *e);

/* The version of a record that stood before a version of it, or (later) took its place; 0: none did, or it never stood
** itself. */
int ml_item_find_beside(MlConn *c, const MlUuid *record, i64 version, int later, i64 *found, MlErr *e);

/* The position at which a version began, before it was in quarantine; 0: at none. */
int ml_item_began(MlConn *c, const MlUuid *record, i64 version, i64 *seq, MlErr *e);

/* Any version, by its number. */
int ml_item_get(MlConn *c, i64 number, MlItem *x, sqlite3_stmt **st, int *found, MlErr *e);

/* Versions that stand with a content's digest: each but one has other content, or there is none. */
int ml_item_scan_digest(MlConn *c, MlText key, MlText set, const MlUuid *digest, sqlite3_stmt **st, MlErr *e);

/* The newest version of an item that waits to be admitted, as ml_item_find. Those of a set with a content's digest. */
int ml_item_find_waiting(MlConn *c, MlText key, MlText set, MlText id, MlItem *x, sqlite3_stmt **st, int *found,
                         MlErr *e);
int ml_item_scan_waiting(MlConn *c, MlText key, MlText set, const MlUuid *digest, sqlite3_stmt **st, MlErr *e);

/* The versions of a key that stand, by set and id (byte order); set {NULL,0}: of all sets. */
int ml_item_scan(MlConn *c, MlText key, MlText set, sqlite3_stmt **st, MlErr *e);

/* Versions of a key, those that are past, too: {NULL,0}: of all sets, of all ids (of a set). By set, id and number. */
typedef struct MlItemPast {
  i64 seq;     /* those that had begun at this position of the log; ML_ITEM_ANY: all, those not told of yet, too */
  u8 standing; /* … and still stood there */
} MlItemPast;
#define ML_ITEM_ANY INT64_MAX
int ml_item_scan_past(MlConn *c, MlText key, MlText set, MlText id, MlItemPast want, sqlite3_stmt **st, MlErr *e);

/* The version of an item that had begun at a position and ended behind it, or stands. As ml_item_find. */
int ml_item_stood(MlConn *c, MlText key, MlText set, MlText id, i64 seq, MlItem *x, sqlite3_stmt **st, int *found,
                  MlErr *e);

/* Those of an item that ended at a position, by number. */
int ml_item_scan_ended(MlConn *c, MlText key, MlText set, MlText id, i64 seq, sqlite3_stmt **st, MlErr *e);

/* The key's versions that stand and expire at or before now (milliseconds), the first to expire first. */
int ml_item_scan_due(MlConn *c, MlText key, i64 now, sqlite3_stmt **st, MlErr *e);

/* The numbers of the key's preferences (versions that stand), i64 after i64 in order, at the end of out. */
int ml_item_preferences(MlConn *c, MlText key, MlBuf *out, MlErr *e);

/* The next key behind one ({NULL,0}: the first) with versions that stand and expire; *more 0: there is none. */
int ml_item_next_dated(MlConn *c, MlBuf *key, int *more, MlErr *e);

/* The next of a scan; *more 0 at the end. Each column is checked: a row that cannot be so is SQLITE_CORRUPT. */
int ml_item_next(MlConn *c, sqlite3_stmt *st, MlItem *x, int *more, MlErr *e);
int ml_item_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* What a version borrows moves into b, which must not be put to afterwards. SQLITE_NOMEM if that fails. */
int ml_item_copy(MlItem *x, MlBuf *b);

/* Puts a version that stands, or, if it has an admission, does not, and is not told of yet; its number into *number. */
int ml_item_insert(MlConn *c, const MlItem *x, i64 *number, MlErr *e);

/* A version that does not stand gets another admission, and ended where it has; {NULL,0}: it is let in, and stands. */
int ml_item_admit(MlConn *c, i64 number, MlText admission, MlErr *e);

/* How a version was made of other records comes to be known; what was known already stays. */
int ml_item_derive(MlConn *c, i64 number, MlText derived, MlErr *e);

/* The version stands no more; that is not told of yet. */
int ml_item_end(MlConn *c, i64 number, MlErr *e);

/* The log's row at seq tells that the version began, or ended. */
int ml_item_told(MlConn *c, i64 number, int ended, i64 seq, MlErr *e);

#endif
