#include "index.h"

#include "../data/words.h"
#include "../schema/install.h"
#include "large.h"
#include "meta.h"

#include <string.h>

/* clang-format off */
#define TEXT "main.memlog_item_text"
#define NOTES "main.memlog_unindexed"
#define STATEMENTS(X) \
  X(PUT,     "INSERT INTO " TEXT "(rowid, place, body) VALUES(?1, ?2, ?3)") \
  X(REMOVE,  "INSERT INTO " TEXT "(memlog_item_text, rowid, place, body) VALUES('delete', ?1, ?2, ?3)") \
  X(CLEAR,   "INSERT INTO " TEXT "(memlog_item_text) VALUES('delete-all')") \
  X(MERGE,   "INSERT INTO " TEXT "(memlog_item_text) VALUES('optimize')") \
  X(PLACED,  "SELECT 1 FROM " TEXT " WHERE memlog_item_text MATCH 'place : ' || ?1 LIMIT 1") \
  X(NOTED,   "SELECT gone FROM " NOTES " WHERE number=?1") \
  X(NEXT,    "SELECT number, gone FROM " NOTES " WHERE number>?1 ORDER BY number LIMIT 1") \
  X(NOTE,    "INSERT INTO " NOTES "(number, gone) VALUES(?1, ?2) ON CONFLICT(number) DO UPDATE SET gone=excluded.gone") \
  X(UNNOTE,  "DELETE FROM " NOTES " WHERE number=?1") \
  X(NOTE_NO, "DELETE FROM " NOTES) \
  X(NOTE_ALL, "INSERT INTO " NOTES "(number, gone) SELECT number, 0 FROM main.memlog_item" \
             " WHERE ended IS NULL AND key IS NOT ?1") \
  X(OF_KEY,  "SELECT number FROM main.memlog_item WHERE key=?1 AND (ended IS NULL OR number IN" \
             " (SELECT number FROM " NOTES ")) ORDER BY number") \
  X(EVER,    "SELECT 1 FROM main.memlog_item INDEXED BY memlog_item_past WHERE key=?1 AND ended IS NOT NULL" \
             " UNION ALL SELECT 1 FROM main.memlog_meta WHERE name='anchor' LIMIT 1") \
  X(BARE,    "DELETE FROM " TEXT "_data") \
  X(BARE_IDX, "DELETE FROM " TEXT "_idx") \
  X(BARE_SIZE, "DELETE FROM " TEXT "_docsize") \
  X(BARE_SAID, "DELETE FROM " TEXT "_config") \
  X(BEGIN,   "INSERT INTO " TEXT "_data(id, block) VALUES(1, x''), (10, x'00000000000000')") \
  X(SAY,     "INSERT INTO " TEXT "_config(k, v) VALUES('version', 4)")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_index_open(MlConn *c) { ML_STMT_OPEN(&c->index_sql, c->db, statements); }

/* ---- notes ---- */

static int number_take(MlConn *c, int which, i64 number, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->index_sql, which, st, e);
  return rc ? rc : sqlite3_bind_int64(*st, 1, number);
}

static int note_write(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int changed;
  return ml_conn_write(c, &c->index_sql, st, &c->permit.unindexed, "memlog_unindexed", &changed, e);
}

static int note_put(MlConn *c, i64 number, int gone, MlErr *e) {
  sqlite3_stmt *st;
  int rc = number_take(c, NOTE, number, &st, e);
  if (rc) return rc;
  sqlite3_bind_int(st, 2, gone);
  return note_write(c, st, e);
}

static int note_remove(MlConn *c, i64 number, MlErr *e) {
  sqlite3_stmt *st;
  int rc = number_take(c, UNNOTE, number, &st, e);
  return rc ? rc : note_write(c, st, e);
}

typedef enum Noted { NOT_NOTED, NOTED_MISSING, NOTED_GONE } Noted;

/* The note of a version; or, next, the first behind it, whose number is then *number (0: there is none). */
static int note_read(MlConn *c, int next, i64 *number, Noted *noted, MlErr *e) {
  sqlite3_stmt *st;
  i64 after = *number;
  int rc = number_take(c, next ? NEXT : NOTED, after, &st, e);
  *noted = NOT_NOTED;
  if (rc) return rc;
  if (sqlite3_step(st) == SQLITE_ROW) *noted = sqlite3_column_int64(st, next) ? NOTED_GONE : NOTED_MISSING;
  if (next) *number = *noted && sqlite3_column_int64(st, 0) > after ? sqlite3_column_int64(st, 0) : 0;
  rc = ml_stmt_give(&c->index_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_unindexed") : SQLITE_OK;
}

/* Steps what writes as many notes as there are. */
static int notes_write(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  const i64 permits = INT64_MAX / 2;
  i64 before = sqlite3_total_changes64(c->db);
  c->permit.unindexed = permits;
  c->storing++;
  int rc = ml_stmt_run(&c->index_sql, st, "writing memlog_unindexed", e);
  c->storing--;
  i64 seen = permits - c->permit.unindexed;
  c->permit.unindexed = 0;
  if (!rc && sqlite3_total_changes64(c->db) - before > seen) rc = ml_conn_no_triggers(e, "memlog_unindexed");
  return rc;
}

/* Nothing is in the index: all that stands is noted, but that of a key ({NULL,0}: none) whose items are to go. */
static int notes_renew(MlConn *c, MlText but, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->index_sql, NOTE_NO, &st, e);
  if (!rc) rc = notes_write(c, st, e);
  if (!rc) rc = ml_stmt_take(&c->index_sql, NOTE_ALL, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, but);
  return notes_write(c, st, e);
}

/* ---- one version ---- */

void ml_index_place(MlText key, MlText set, char out[ML_INDEX_PLACE]) {
  MlUuid u = {{0}};
  char hex[33];
  u = ml_uuid_named(&u, key.p, (size_t)key.n);
  if (set.p) u = ml_uuid_named(&u, set.p, (size_t)set.n);
  ml_uuid_hex(&u, hex);
  /* It ends in a digit, so that nothing is taken off as an ending of English words. */
  sqlite3_snprintf(ML_INDEX_PLACE, out, "%c%.16s0", set.p ? 's' : 'k', hex);
}

static int entry_fill(MlIndexEntry *x, i64 number, MlText key, MlText set, MlText content, MlErr *e) {
  char of_set[ML_INDEX_PLACE];
  x->number = number;
  ml_index_place(key, (MlText){NULL, 0}, x->place);
  ml_index_place(key, set, of_set);
  size_t n = strlen(x->place);
  sqlite3_snprintf((int)(sizeof(x->place) - n), x->place + n, " %s", of_set);
  int rc = ml_words_json(content, &x->body);
  if (rc == SQLITE_CORRUPT) return ml_err_set(e, rc, "memlog: item %lld: its content is no JSON", number);
  return ml_err_buf(e, rc, "the words of an item");
}

int ml_index_entry(MlConn *c, i64 number, MlIndexEntry *x, int *found, MlErr *e) {
  MlBuf whole = ml_conn_scratch(c);
  sqlite3_stmt *st = NULL;
  MlItem item;
  int rc = ml_item_get(c, number, &item, &st, found, e);
  if (!rc && *found) {
    x->stands = item.ended == ML_ITEM_STANDS;
    rc = ml_large_resolve(c, item.key, item.content, &whole, e);
    if (!rc) rc = entry_fill(x, number, item.key, item.set, ml_buf_view(&whole), e);
  }
  int rc2 = ml_item_done(c, st, e);
  ml_conn_give(c, &whole);
  return rc ? rc : rc2;
}

/* An error of the index's own becomes *fault. */
static int index_write(MlConn *c, sqlite3_stmt *st, int *fault, MlErr *e) {
  MlErr own = {0};
  int in_txn = c->in_txn;
  c->storing++;
  int rc = ml_stmt_run(&c->index_sql, st, "writing memlog_item_text", &own);
  c->storing--;
  *fault = rc && ml_index_fault(rc);
  if (*fault) c->index_ready = 0; /* it is looked at anew: it may have been dropped */
  if (in_txn && !c->in_txn) {
    ml_conn_lost(e);
  } else if (rc && !*fault) {
    ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: out of memory");
  }
  ml_err_clear(&own);
  return e->rc;
}

static int index_take(MlConn *c, int which, sqlite3_stmt **st, int *fault, MlErr *e) {
  MlErr own = {0};
  int rc = ml_stmt_take(&c->index_sql, which, st, &own);
  *fault = rc && ml_index_fault(rc);
  if (*fault) c->index_ready = 0;
  if (rc && !*fault) ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: out of memory");
  ml_err_clear(&own);
  return e->rc;
}

static int entry_write(MlConn *c, int which, const MlIndexEntry *x, int *fault, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_conn_check_length(c, x->body.n, "the words of an item", e);
  if (!rc) rc = index_take(c, which, &st, fault, e);
  if (rc || *fault) return rc;
  sqlite3_bind_int64(st, 1, x->number);
  sqlite3_bind_text(st, 2, x->place, -1, SQLITE_STATIC);
  ml_stmt_text(st, 3, ml_buf_view(&x->body));
  return index_write(c, st, fault, e);
}

static int command_run(MlConn *c, int which, int *fault, MlErr *e) {
  sqlite3_stmt *st;
  int rc = index_take(c, which, &st, fault, e);
  return rc || *fault ? rc : index_write(c, st, fault, e);
}

/* ---- notes become entries ---- */

#define PORTION_NOTES 64
#define PORTION_BYTES 1000000

/* How far it went. */
typedef struct Portion {
  i64 seen, done, bytes;
  int fault; /* the index cannot be written */
} Portion;

/* It stays as it is noted if its content cannot be read, or the index cannot be written. */
static int note_settle(MlConn *c, i64 number, Noted noted, Portion *p, MlErr *e) {
  MlIndexEntry x = {.body = ml_conn_scratch(c)};
  MlErr own = {0};
  int found;
  int rc = ml_index_entry(c, number, &x, &found, &own);
  int readable = rc != SQLITE_CORRUPT;
  if (rc && readable) ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: out of memory");
  ml_err_clear(&own);
  p->seen++;
  p->bytes += x.body.n;
  if (!e->rc && readable && found && x.stands == (noted == NOTED_MISSING)) {
    entry_write(c, x.stands ? PUT : REMOVE, &x, &p->fault, e);
  }
  if (!e->rc && readable && !p->fault) {
    note_remove(c, number, e);
    p->done++;
  }
  ml_conn_give(c, &x.body);
  return e->rc;
}

/* A portion, or all. */
static int notes_settle(MlConn *c, int all, Portion *p, MlErr *e) {
  i64 number = INT64_MIN;
  int rc = SQLITE_OK;
  *p = (Portion){0};
  while (!rc && !p->fault && (all || (p->seen < PORTION_NOTES && p->bytes < PORTION_BYTES))) {
    Noted noted;
    rc = note_read(c, 1, &number, &noted, e);
    if (rc || !number) break;
    rc = note_settle(c, number, noted, p, e);
  }
  return rc;
}

/* ---- the index ---- */

/* *usable: it can be written now; *made: it was made just now, and all that stands is noted. */
static int index_begin(MlConn *c, int make, int *usable, int *made, MlErr *e) {
  MlIndexState state = ML_INDEX_ABSENT;
  int begun = 0;
  *usable = *made = 0;
  if (c->syncing) return SQLITE_OK;
  int rc = ml_index_state(c, &state, e);
  if (!rc && state == ML_INDEX_ABSENT && make) rc = ml_meta_table_begun(c, &begun, e);
  if (!rc && state == ML_INDEX_ABSENT && make && !begun) {
    rc = ml_install_index(c->db);
    *made = rc == SQLITE_OK;
    if (ml_index_fault(rc)) rc = SQLITE_OK;
    if (rc) return ml_err_db(e, c->db, rc, "making the index of texts");
    if (*made) rc = notes_renew(c, (MlText){NULL, 0}, e);
  }
  *usable = !rc && (*made || state == ML_INDEX_READY);
  return rc;
}

static int portion_settle(MlConn *c, MlErr *e) {
  Portion p;
  return notes_settle(c, 0, &p, e);
}

int ml_index_put(MlConn *c, const MlItem *x, MlText content, MlErr *e) {
  MlIndexEntry entry = {.body = ml_conn_scratch(c)};
  int usable = 0, made = 0, fault = 0;
  int rc = index_begin(c, 1, &usable, &made, e);
  int now = usable && !made;
  if (!rc && now) rc = entry_fill(&entry, x->number, x->key, x->set, content, e);
  if (!rc && now) rc = entry_write(c, PUT, &entry, &fault, e);
  ml_conn_give(c, &entry.body);
  if (!rc && (!now || fault)) rc = note_put(c, x->number, 0, e);
  return rc || !usable || fault ? rc : portion_settle(c, e);
}

/* Out of the index. */
static int number_remove(MlConn *c, i64 number, int *fault, MlErr *e) {
  MlIndexEntry x = {.body = ml_conn_scratch(c)};
  int found;
  int rc = ml_index_entry(c, number, &x, &found, e);
  if (!rc && found) rc = entry_write(c, REMOVE, &x, fault, e);
  ml_conn_give(c, &x.body);
  return rc;
}

int ml_index_remove(MlConn *c, i64 number, MlErr *e) {
  MlIndexState state = ML_INDEX_ABSENT;
  Noted noted;
  int usable = 0, made = 0, fault = 0;
  int rc = note_read(c, 0, &number, &noted, e);
  if (rc || noted == NOTED_GONE) return rc;
  if (noted == NOTED_MISSING) return note_remove(c, number, e);
  rc = index_begin(c, 0, &usable, &made, e);
  if (!rc && usable) {
    rc = number_remove(c, number, &fault, e);
    if (!rc && !fault) return portion_settle(c, e);
  }
  if (!rc) rc = ml_index_state(c, &state, e);
  return rc || state == ML_INDEX_ABSENT ? rc : note_put(c, number, 1, e);
}

int ml_index_catch_up(MlConn *c, MlErr *e) {
  int usable, made;
  i64 changes = sqlite3_total_changes64(c->db);
  if (!c->in_txn || c->emitting || c->storing || c->hosting) return SQLITE_OK;
  int rc = index_begin(c, 0, &usable, &made, e);
  if (!rc && usable) rc = portion_settle(c, e);
  return ml_conn_break_changed(c, changes, rc);
}

/* What is known of it may be no longer so in the transaction at hand: it was dropped, say. What cannot wait looks anew.
 */
static int state_renew(MlConn *c, MlIndexState *state, MlErr *e) {
  c->index_ready = 0;
  return ml_index_state(c, state, e);
}

/* What must be done now. */
static int index_need(MlConn *c, int *usable, MlErr *e) {
  MlIndexState state = ML_INDEX_ABSENT;
  if (c->syncing) return ml_err_set(e, SQLITE_ERROR, "memlog: index: not inside a listener at COMMIT");
  int rc = state_renew(c, &state, e);
  if (!rc && (state == ML_INDEX_WRONG || state == ML_INDEX_NO_FTS5)) rc = ml_index_refuse(state, e);
  *usable = !rc && state != ML_INDEX_ABSENT;
  return rc;
}

int ml_index_settle(MlConn *c, MlErr *e) {
  Portion p = {0};
  int usable = 0;
  int rc = index_need(c, &usable, e);
  if (!rc && usable) rc = notes_settle(c, 1, &p, e);
  return rc || !usable || !p.fault ? rc : ml_index_refuse(ML_INDEX_DAMAGED, e);
}

int ml_index_purge(MlConn *c, MlErr *e) {
  int usable = 0, fault = 0;
  int rc = index_need(c, &usable, e);
  if (!rc && usable) rc = command_run(c, MERGE, &fault, e);
  return rc || !fault ? rc : ml_index_refuse(ML_INDEX_DAMAGED, e);
}

/* FTS5 does not even open a table whose own rows are damaged, nor does it let it be dropped. So they are made what
** they are in a new one (averages, structure, version of the format). */
static int index_bare(MlConn *c, int *fault, MlErr *e) {
  static const int step[] = {BARE, BARE_IDX, BARE_SIZE, BARE_SAID, BEGIN, SAY};
  int rc = SQLITE_OK;
  *fault = 0;
  for (size_t i = 0; i < sizeof(step) / sizeof(*step) && !rc && !*fault; i++) rc = command_run(c, step[i], fault, e);
  return rc;
}

static int index_clear(MlConn *c, int *fault, MlErr *e) {
  int rc = command_run(c, CLEAR, fault, e);
  if (rc || !*fault) return rc;
  rc = index_bare(c, fault, e);
  return rc || *fault ? rc : command_run(c, CLEAR, fault, e);
}

static int index_make(MlConn *c, i64 *n, MlErr *e) {
  Portion p = {0};
  int usable = 0, made = 0, fault = 0;
  *n = 0;
  int rc = index_need(c, &usable, e);
  if (!rc && !usable) rc = index_begin(c, 1, &usable, &made, e);
  if (!rc && !usable) rc = ml_err_db(e, c->db, SQLITE_ERROR, "making the index of texts");
  if (!rc) rc = index_clear(c, &fault, e);
  if (!rc && !fault) rc = notes_renew(c, (MlText){NULL, 0}, e);
  if (!rc && !fault) rc = notes_settle(c, 1, &p, e);
  if (!rc && !fault && !p.fault) rc = command_run(c, MERGE, &fault, e);
  *n = p.done;
  return rc || !(fault || p.fault) ? rc : ml_index_refuse(ML_INDEX_WRONG, e);
}

int ml_index_install(MlConn *c, MlErr *e) {
  int usable, made;
  i64 changes = sqlite3_total_changes64(c->db);
  c->index_ready = 0; /* it is looked at anew: it may have been dropped */
  return ml_conn_break_changed(c, changes, index_begin(c, 1, &usable, &made, e));
}

int ml_index_make(MlConn *c, i64 *n, MlErr *e) {
  i64 changes = sqlite3_total_changes64(c->db);
  return ml_conn_break_changed(c, changes, index_make(c, n, e));
}

/* ---- a key that is forgotten ---- */

/* The numbers of those of its versions that the index may hold. */
static int of_key_gather(MlConn *c, MlText key, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->index_sql, OF_KEY, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  while (sqlite3_step(st) == SQLITE_ROW) {
    i64 number = sqlite3_column_int64(st, 0);
    ml_buf_put(out, &number, sizeof(number));
  }
  rc = ml_stmt_give(&c->index_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_item") : ml_err_buf(e, out->rc, "items");
}

/* One version of it. *in: the index held it. */
static int of_key_remove(MlConn *c, i64 number, int usable, int *in, int *fault, MlErr *e) {
  MlErr own = {0};
  Noted noted;
  int rc = note_read(c, 0, &number, &noted, e);
  int held = noted != NOTED_MISSING;
  *in |= held;
  if (!rc && held && usable && !*fault) {
    rc = number_remove(c, number, fault, &own);
    if (rc == SQLITE_CORRUPT) {
      *fault = 1; /* its words are not known */
    } else if (rc) {
      ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: out of memory");
    }
    ml_err_clear(&own);
  }
  return e->rc || !noted ? e->rc : note_remove(c, number, e);
}

/* Whether a word of the key is there still. */
static int is_placed(MlConn *c, MlText key, int *fault, MlErr *e) {
  char place[ML_INDEX_PLACE];
  sqlite3_stmt *st;
  int rc = index_take(c, PLACED, &st, fault, e);
  if (rc || *fault) return rc;
  ml_index_place(key, (MlText){NULL, 0}, place);
  sqlite3_bind_text(st, 1, place, -1, SQLITE_STATIC);
  *fault = sqlite3_step(st) == SQLITE_ROW;
  rc = ml_stmt_give(&c->index_sql, st);
  if (!ml_index_fault(rc)) return rc ? ml_err_db(e, c->db, rc, "reading memlog_item_text") : SQLITE_OK;
  *fault = 1;
  return SQLITE_OK;
}

/* Whether versions of the key may have been in it that were taken out since: FTS5 keeps words of these until it merges.
** Of a log that was pruned nobody knows. */
static int has_gone(MlConn *c, MlText key, int *in, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->index_sql, EVER, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  *in |= sqlite3_step(st) == SQLITE_ROW;
  rc = ml_stmt_give(&c->index_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_item") : SQLITE_OK;
}

/* All versions of it. */
static int of_key_remove_all(MlConn *c, MlText key, int usable, int *in, int *fault, MlErr *e) {
  MlBuf all = ml_conn_scratch(c);
  int rc = of_key_gather(c, key, &all, e);
  for (i64 at = 0; at < all.n && !rc; at += (i64)sizeof(i64)) {
    i64 number;
    memcpy(&number, all.p + at, sizeof(number));
    rc = of_key_remove(c, number, usable, in, fault, e);
  }
  ml_conn_give(c, &all);
  return rc;
}

/* Where single items cannot be taken out, all are, and come in again by and by. */
int ml_index_erase(MlConn *c, MlText key, MlErr *e) {
  MlIndexState state = ML_INDEX_WRONG;
  int in = 0, fault = 0;
  int rc = state_renew(c, &state, e);
  if (!rc) rc = of_key_remove_all(c, key, state == ML_INDEX_READY, &in, &fault, e);
  if (!rc && !in && state == ML_INDEX_READY) rc = has_gone(c, key, &in, e);
  if (rc || !in || state == ML_INDEX_ABSENT) return rc;
  if (state == ML_INDEX_WRONG || state == ML_INDEX_NO_FTS5) return ml_index_refuse(state, e);
  fault |= state == ML_INDEX_DAMAGED;
  if (!fault) rc = command_run(c, MERGE, &fault, e);
  if (!rc && !fault) rc = is_placed(c, key, &fault, e);
  if (rc || !fault) return rc;
  rc = index_clear(c, &fault, e);
  if (!rc && fault) rc = ml_index_refuse(ML_INDEX_WRONG, e);
  return rc ? rc : notes_renew(c, key, e);
}
