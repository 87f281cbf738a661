#include "item.h"

#include "../data/clock.h"
#include "../data/expiry.h"
#include "../data/given.h"
#include "../data/json.h"
#include "meta.h"

#include <string.h>

/* clang-format off */
#define COLUMNS \
  "number, key, set_name, id, record, version, content, digest, metadata, kind, category, importance, valid_from," \
  " valid_to, expires, sensitivity, source, location, creator, created, at, begun, ended," \
  " admission, derived"
#define SELECT_ITEM "SELECT " COLUMNS " FROM main.memlog_item"
/* ?2: position, ?3: where those not told of yet are counted to have begun, ?4: only what stood */
#define PAST(WHICH) \
  SELECT_ITEM " INDEXED BY memlog_item_id WHERE key=?1" WHICH " AND ended IS NULL AND ifnull(begun, ?3)<=?2" \
  " UNION ALL " SELECT_ITEM " INDEXED BY memlog_item_past WHERE key=?1" WHICH " AND ended IS NOT NULL" \
  " AND ifnull(begun, ?3)<=?2 AND (?4=0 OR ended=0 OR ended>?2) ORDER BY set_name, id, number"
/* What was put in quarantine may never have been let in: then the log does not tell of it. */
#define STOOD_ONCE " AND (begun IS NOT NULL OR admission IS NULL)"
#define BESIDE(WHERE) \
  "SELECT version FROM main.memlog_item INDEXED BY memlog_item_record WHERE record=?1" STOOD_ONCE \
  " AND EXISTS(SELECT 1 FROM main.memlog_item WHERE record=?1 AND version=?2" STOOD_ONCE ") AND version" WHERE " LIMIT 1"
#define STATEMENTS(X) \
  X(FIND,    SELECT_ITEM " WHERE key=?1 AND set_name=?2 AND id=?3 AND ended IS NULL") \
  X(GET,     SELECT_ITEM " WHERE number=?1") \
  X(DIGEST,  SELECT_ITEM " WHERE key=?1 AND set_name=?2 AND digest=?3 AND ended IS NULL") \
  X(SCAN,    SELECT_ITEM " INDEXED BY memlog_item_id WHERE key=?1 AND ended IS NULL ORDER BY set_name, id") \
  X(SCAN_SET, SELECT_ITEM " INDEXED BY memlog_item_id WHERE key=?1 AND set_name=?2 AND ended IS NULL ORDER BY id") \
  X(DUE,     SELECT_ITEM " INDEXED BY memlog_item_expires" \
             " WHERE key=?1 AND expires<=?2 AND expires IS NOT NULL AND ended IS NULL ORDER BY expires") \
  X(PAST,    PAST("")) \
  X(PAST_SET, PAST(" AND set_name=?5")) \
  X(PAST_ID, PAST(" AND set_name=?5 AND id=?6")) \
  X(STOOD,   SELECT_ITEM " INDEXED BY memlog_item_past WHERE key=?1 AND set_name=?2 AND id=?3 AND ended>?4" \
             " AND ended IS NOT NULL ORDER BY ended LIMIT 1") \
  X(OF_VERSION, SELECT_ITEM " INDEXED BY memlog_item_record WHERE record=?1 AND version=?2 ORDER BY number DESC LIMIT 1") \
  X(NEWEST,  SELECT_ITEM " INDEXED BY memlog_item_record WHERE record=?1 ORDER BY version DESC, number DESC LIMIT 1") \
  X(STANDING, SELECT_ITEM " INDEXED BY memlog_item_record WHERE record=?1 AND ended IS NULL ORDER BY version DESC LIMIT 1") \
  X(FORMER,  BESIDE("<?2 ORDER BY version DESC")) \
  X(LATER,   BESIDE(">?2 ORDER BY version")) \
  X(BEGAN,   "SELECT min(begun) FROM main.memlog_item INDEXED BY memlog_item_record WHERE record=?1 AND version=?2") \
  X(VERSIONS, SELECT_ITEM " INDEXED BY memlog_item_record WHERE record=?1 ORDER BY version, number") \
  X(DERIVE,  "UPDATE main.memlog_item SET derived=?2 WHERE number=?1 AND derived IS NULL") \
  X(WAITING, SELECT_ITEM " INDEXED BY memlog_item_past WHERE key=?1 AND set_name=?2 AND id=?3 AND ended=0" \
             " AND ended IS NOT NULL AND admission='proposed' ORDER BY number DESC LIMIT 1") \
  X(WAITING_DIGEST, SELECT_ITEM " INDEXED BY memlog_item_waiting WHERE key=?1 AND set_name=?2 AND digest=?3" \
             " AND admission='proposed' ORDER BY number") \
  X(ADMIT,   "UPDATE main.memlog_item SET admission=?2, ended=iif(?2 IS NULL, NULL, ended)" \
             " WHERE number=?1 AND ended IS NOT NULL") \
  X(PREFERENCES, "SELECT number FROM main.memlog_item INDEXED BY memlog_item_preference" \
                 " WHERE key=?1 AND kind='preference' AND ended IS NULL ORDER BY number") \
  X(ENDED_BY, SELECT_ITEM " INDEXED BY memlog_item_past WHERE key=?1 AND set_name=?2 AND id=?3 AND ended=?4" \
             " AND ended IS NOT NULL ORDER BY number") \
  X(DATED,   "SELECT key FROM main.memlog_item INDEXED BY memlog_item_expires WHERE key>?1 AND expires IS NOT NULL" \
             " AND ended IS NULL ORDER BY key LIMIT 1") \
  X(INSERT,  "INSERT INTO main.memlog_item(key, set_name, id, record, version, content, digest, metadata, kind," \
             " category, importance, valid_from, valid_to, expires, sensitivity, source, location, creator, created," \
             " at, ended, admission, derived) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14," \
             " ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)") \
  X(END,     "UPDATE main.memlog_item SET ended=0 WHERE number=?1 AND ended IS NULL") \
  X(BEGUN,   "UPDATE main.memlog_item SET begun=?2 WHERE number=?1") \
  X(ENDED,   "UPDATE main.memlog_item SET ended=?2 WHERE number=?1 AND ended IS NOT NULL")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

enum {
  NUMBER,
  KEY,
  SET,
  ID,
  RECORD,
  VERSION,
  CONTENT,
  DIGEST_OF,
  METADATA,
  KIND,
  CATEGORY,
  IMPORTANCE,
  VALID_FROM,
  VALID_TO,
  EXPIRES,
  SENSITIVITY,
  SOURCE,
  LOCATION,
  CREATOR,
  CREATED,
  AT,
  BEGUN_AT,
  ENDED_AT,
  ADMISSION,
  DERIVED
};

void ml_item_open(MlConn *c) { ML_STMT_OPEN(&c->item_sql, c->db, statements); }

int ml_item_there(MlConn *c, int *yes, MlErr *e) {
  int rc = ml_meta_installed(c, yes, e);
  if (!rc && c->version < 3) *yes = 0;
  return rc;
}

/* ---- reading ---- */

/* An integer from low to high, or NULL, for which instead stands. */
static int number_read(sqlite3_stmt *st, int i, i64 low, i64 high, i64 instead, i64 *v) {
  int type = sqlite3_column_type(st, i);
  *v = type == SQLITE_NULL ? instead : sqlite3_column_int64(st, i);
  return type == SQLITE_NULL || (type == SQLITE_INTEGER && *v >= low && *v <= high);
}

/* Text that must be there, or may be NULL; 0 if it is neither. */
static int text_read(sqlite3_stmt *st, int i, int may_be_null, MlText *t, int *nomem) {
  int type = sqlite3_column_type(st, i);
  *t = (MlText){NULL, 0};
  if (type == SQLITE_NULL) return may_be_null;
  if (type != SQLITE_TEXT) return 0;
  *t = ml_stmt_column(st, i);
  *nomem |= !t->p;
  return 1;
}

static const char *texts_wrong(sqlite3_stmt *st, MlItem *x, int *nomem) {
  const struct {
    int column, may_be_null;
    MlText *to;
    const char *why;
  } text[] = {
      {KEY, 0, &x->key, "key is no text"},
      {SET, 0, &x->set, "set_name is no text"},
      {ID, 0, &x->id, "id is no text"},
      {CONTENT, 0, &x->content, "content is no text"},
      {METADATA, 1, &x->metadata, "metadata is no text"},
      {KIND, 1, &x->kind, "kind is no text"},
      {CATEGORY, 1, &x->category, "category is no text"},
      {SOURCE, 1, &x->source, "source is no text"},
      {LOCATION, 1, &x->location, "location is no text"},
      {CREATOR, 1, &x->creator, "creator is no text"},
      {ADMISSION, 1, &x->admission, "admission is no text"},
      {DERIVED, 1, &x->derived, "derived is no text"},
  };
  for (size_t i = 0; i < sizeof(text) / sizeof(*text); i++) {
    if (!text_read(st, text[i].column, text[i].may_be_null, text[i].to, nomem)) return text[i].why;
  }
  return NULL;
}

static const char *numbers_wrong(sqlite3_stmt *st, MlItem *x) {
  const struct {
    int column;
    i64 low, high, instead;
    i64 *to;
    const char *why;
  } number[] = {
      {NUMBER, 1, INT64_MAX, 0, &x->number, "number is no number of a version"},
      {VERSION, 1, INT64_MAX - 1, 0, &x->version, "version is no number of a version"},
      {IMPORTANCE, 1, 10, 0, &x->importance, "importance is not 1 to 10"},
      {VALID_FROM, -ML_TIME_MAX, ML_TIME_MAX, ML_ITEM_OPEN, &x->valid_from, "valid_from is no time"},
      {VALID_TO, -ML_TIME_MAX, ML_TIME_MAX, ML_ITEM_OPEN, &x->valid_to, "valid_to is no time"},
      {EXPIRES, 1, ML_EXPIRES_MAX, 0, &x->expires, "expires is no time"},
      {SENSITIVITY, 0, 10, 0, &x->sensitivity, "sensitivity is not 0 to 10"},
      {CREATED, 0, ML_TIME_MAX, -1, &x->created, "created is no time"},
      {AT, 0, ML_TIME_MAX, -1, &x->at, "at is no time"},
      {BEGUN_AT, 1, ML_POSITION_MAX, 0, &x->begun, "begun is no position"},
      {ENDED_AT, 0, ML_POSITION_MAX, ML_ITEM_STANDS, &x->ended, "ended is no position"},
  };
  for (size_t i = 0; i < sizeof(number) / sizeof(*number); i++) {
    if (!number_read(st, number[i].column, number[i].low, number[i].high, number[i].instead, number[i].to)) {
      return number[i].why;
    }
  }
  return x->created < 0 || x->at < 0 || !x->version ? "it has no time, or no version" : NULL;
}

static const char *const admissions[] = {"proposed", "denied", "quarantined", "released", NULL};

static const char *row_wrong(sqlite3_stmt *st, MlItem *x, int *nomem) {
  const char *wrong = texts_wrong(st, x, nomem);
  if (!wrong) wrong = numbers_wrong(st, x);
  if (!wrong && !ml_stmt_uuid(st, RECORD, &x->record)) wrong = "record is no UUID";
  if (!wrong && !ml_stmt_uuid(st, DIGEST_OF, &x->digest)) wrong = "digest is no UUID";
  if (wrong || *nomem) return wrong;
  if (!x->key.n || !x->set.n || !x->id.n) return "key, set_name or id is empty";
  if (ml_json_type(x->content) == ML_MISSING) return "content is no JSON";
  if (x->metadata.p && ml_json_type(x->metadata) != ML_MAP) return "metadata is no JSON map";
  if (x->admission.p && ml_text_among(x->admission, admissions) < 0) return "admission is none";
  if (x->derived.p && !ml_given_is_derivation(x->derived)) return "derived is none";
  if (x->admission.p && x->ended == ML_ITEM_STANDS) return "it stands, though it was not let in";
  return x->kind.p && !ml_given_is_kind(x->kind) ? "kind is none" : NULL;
}

/* Anyone may have written the file. */
static int row_read(sqlite3_stmt *st, MlItem *x, MlErr *e) {
  int nomem = 0;
  memset(x, 0, sizeof(*x));
  const char *wrong = row_wrong(st, x, &nomem);
  if (nomem) return ml_err_nomem(e);
  if (!wrong) return SQLITE_OK;
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_item: row %lld is damaged: %s", sqlite3_column_int64(st, NUMBER),
                    wrong);
}

int ml_item_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->item_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_item") : SQLITE_OK;
}

int ml_item_next(MlConn *c, sqlite3_stmt *st, MlItem *x, int *more, MlErr *e) {
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  if (*more) return row_read(st, x, e);
  return step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading memlog_item");
}

/* One row at most; nothing is left open where none was found. */
static int one_read(MlConn *c, sqlite3_stmt **st, MlItem *x, int *found, MlErr *e) {
  int rc = ml_item_next(c, *st, x, found, e);
  if (!rc && *found) return SQLITE_OK;
  int rc2 = ml_item_done(c, *st, e);
  *st = NULL;
  *found = 0;
  return rc ? rc : rc2;
}

static int named_find(MlConn *c, int which, MlText key, MlText set, MlText id, MlItem *x, sqlite3_stmt **st, int *found,
                      MlErr *e) {
  *found = 0;
  *st = NULL;
  int rc = ml_stmt_take(&c->item_sql, which, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  ml_stmt_text(*st, 2, set);
  ml_stmt_text(*st, 3, id);
  return one_read(c, st, x, found, e);
}

int ml_item_find(MlConn *c, MlText key, MlText set, MlText id, MlItem *x, sqlite3_stmt **st, int *found, MlErr *e) {
  return named_find(c, FIND, key, set, id, x, st, found, e);
}

int ml_item_find_waiting(MlConn *c, MlText key, MlText set, MlText id, MlItem *x, sqlite3_stmt **st, int *found,
                         MlErr *e) {
  return named_find(c, WAITING, key, set, id, x, st, found, e);
}

int ml_item_get(MlConn *c, i64 number, MlItem *x, sqlite3_stmt **st, int *found, MlErr *e) {
  *found = 0;
  *st = NULL;
  int rc = ml_stmt_take(&c->item_sql, GET, st, e);
  if (rc) return rc;
  sqlite3_bind_int64(*st, 1, number);
  return one_read(c, st, x, found, e);
}

int ml_item_find_version(MlConn *c, const MlUuid *record, i64 version, MlItem *x, sqlite3_stmt **st, int *found,
                         MlErr *e) {
  *found = 0;
  *st = NULL;
  if (c->version < 4) return SQLITE_OK;
  int rc = ml_stmt_take(&c->item_sql, version ? OF_VERSION : NEWEST, st, e);
  if (rc) return rc;
  sqlite3_bind_blob(*st, 1, record->b, sizeof(record->b), SQLITE_STATIC);
  if (version) sqlite3_bind_int64(*st, 2, version);
  return one_read(c, st, x, found, e);
}

int ml_item_find_standing(MlConn *c, const MlUuid *record, MlItem *x, sqlite3_stmt **st, int *found, MlErr *e) {
  *found = 0;
  *st = NULL;
  if (c->version < 4) return SQLITE_OK;
  int rc = ml_stmt_take(&c->item_sql, STANDING, st, e);
  if (rc) return rc;
  sqlite3_bind_blob(*st, 1, record->b, sizeof(record->b), SQLITE_STATIC);
  return one_read(c, st, x, found, e);
}

int ml_item_scan_versions(MlConn *c, const MlUuid *record, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->item_sql, VERSIONS, st, e);
  if (!rc) sqlite3_bind_blob(*st, 1, record->b, sizeof(record->b), SQLITE_STATIC);
  return rc;
}

static int number_find(MlConn *c, int which, const MlUuid *record, i64 version, i64 *found, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, which, &st, e);
  if (rc) return rc;
  sqlite3_bind_blob(st, 1, record->b, sizeof(record->b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 2, version);
  *found = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
  return ml_item_done(c, st, e);
}

int ml_item_find_beside(MlConn *c, const MlUuid *record, i64 version, int later, i64 *found, MlErr *e) {
  return number_find(c, later ? LATER : FORMER, record, version, found, e);
}

int ml_item_began(MlConn *c, const MlUuid *record, i64 version, i64 *seq, MlErr *e) {
  return number_find(c, BEGAN, record, version, seq, e);
}

int ml_item_stood(MlConn *c, MlText key, MlText set, MlText id, i64 seq, MlItem *x, sqlite3_stmt **st, int *found,
                  MlErr *e) {
  *found = 0;
  *st = NULL;
  int rc = ml_stmt_take(&c->item_sql, STOOD, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  ml_stmt_text(*st, 2, set);
  ml_stmt_text(*st, 3, id);
  sqlite3_bind_int64(*st, 4, seq);
  rc = one_read(c, st, x, found, e);
  if (!rc && !*found) rc = ml_item_find(c, key, set, id, x, st, found, e);
  if (rc || !*found || (x->begun && x->begun <= seq)) return rc;
  *found = 0;
  rc = ml_item_done(c, *st, e);
  *st = NULL;
  return rc;
}

static int digest_scan(MlConn *c, int which, MlText key, MlText set, const MlUuid *digest, sqlite3_stmt **st,
                       MlErr *e) {
  int rc = ml_stmt_take(&c->item_sql, which, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  ml_stmt_text(*st, 2, set);
  sqlite3_bind_blob(*st, 3, digest->b, sizeof(digest->b), SQLITE_STATIC);
  return SQLITE_OK;
}

int ml_item_scan_digest(MlConn *c, MlText key, MlText set, const MlUuid *digest, sqlite3_stmt **st, MlErr *e) {
  return digest_scan(c, DIGEST, key, set, digest, st, e);
}

int ml_item_scan_waiting(MlConn *c, MlText key, MlText set, const MlUuid *digest, sqlite3_stmt **st, MlErr *e) {
  return digest_scan(c, WAITING_DIGEST, key, set, digest, st, e);
}

int ml_item_scan(MlConn *c, MlText key, MlText set, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->item_sql, set.p ? SCAN_SET : SCAN, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  if (set.p) ml_stmt_text(*st, 2, set);
  return SQLITE_OK;
}

int ml_item_scan_past(MlConn *c, MlText key, MlText set, MlText id, MlItemPast want, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->item_sql, !set.p ? PAST : id.p ? PAST_ID : PAST_SET, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_int64(*st, 2, want.seq);
  sqlite3_bind_int64(*st, 3, want.seq == ML_ITEM_ANY ? 0 : ML_ITEM_ANY);
  sqlite3_bind_int(*st, 4, want.standing);
  if (set.p) ml_stmt_text(*st, 5, set);
  if (set.p && id.p) ml_stmt_text(*st, 6, id);
  return SQLITE_OK;
}

int ml_item_scan_ended(MlConn *c, MlText key, MlText set, MlText id, i64 seq, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->item_sql, ENDED_BY, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  ml_stmt_text(*st, 2, set);
  ml_stmt_text(*st, 3, id);
  sqlite3_bind_int64(*st, 4, seq);
  return SQLITE_OK;
}

int ml_item_scan_due(MlConn *c, MlText key, i64 now, sqlite3_stmt **st, MlErr *e) {
  int rc = ml_stmt_take(&c->item_sql, DUE, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_int64(*st, 2, now);
  return SQLITE_OK;
}

int ml_item_preferences(MlConn *c, MlText key, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, PREFERENCES, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  while (sqlite3_step(st) == SQLITE_ROW) {
    i64 number = sqlite3_column_int64(st, 0);
    ml_buf_put(out, &number, sizeof(number));
  }
  rc = ml_stmt_give(&c->item_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_item") : ml_err_buf(e, out->rc, "preferences");
}

int ml_item_next_dated(MlConn *c, MlBuf *key, int *more, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, DATED, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, ml_buf_view(key));
  int found = sqlite3_step(st) == SQLITE_ROW;
  MlText next = found ? ml_stmt_column(st, 0) : (MlText){NULL, 0};
  *more = next.n > 0 && ml_text_compare(next, ml_buf_view(key)) != 0;
  ml_buf_cut(key, 0);
  ml_buf_text(key, next);
  if (key->rc || (found && !next.p)) rc = ml_err_nomem(e);
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_item_copy(MlItem *x, MlBuf *b) {
  MlText *const text[] = {&x->key,      &x->set,    &x->id,       &x->content, &x->metadata,  &x->kind,
                          &x->category, &x->source, &x->location, &x->creator, &x->admission, &x->derived};
  const size_t n = sizeof(text) / sizeof(*text);
  i64 bytes = 0;
  for (size_t i = 0; i < n; i++) bytes += text[i]->n;
  if (!ml_buf_room(b, bytes)) return b->rc; /* so that it does not move */
  for (size_t i = 0; i < n; i++) {
    if (!text[i]->p) continue;
    i64 from = b->n;
    ml_buf_text(b, *text[i]);
    text[i]->p = b->p + from;
  }
  return SQLITE_OK;
}

/* ---- writing ---- */

static int row_write(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  return ml_conn_write_one(c, &c->item_sql, st, &c->permit.item, "memlog_item", e);
}

static void number_bind(sqlite3_stmt *st, int i, i64 v, i64 nothing) {
  if (v != nothing) sqlite3_bind_int64(st, i, v);
}

int ml_item_insert(MlConn *c, const MlItem *x, i64 *number, MlErr *e) {
  const MlText text[] = {x->metadata, x->kind, x->category};
  const MlText more[] = {x->source, x->location, x->creator};
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, INSERT, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, x->key);
  ml_stmt_text(st, 2, x->set);
  ml_stmt_text(st, 3, x->id);
  sqlite3_bind_blob(st, 4, x->record.b, sizeof(x->record.b), SQLITE_STATIC);
  sqlite3_bind_int64(st, 5, x->version);
  ml_stmt_text(st, 6, x->content);
  sqlite3_bind_blob(st, 7, x->digest.b, sizeof(x->digest.b), SQLITE_STATIC);
  for (int i = 0; i < 3; i++) ml_stmt_text(st, 8 + i, text[i]);
  number_bind(st, 11, x->importance, 0);
  number_bind(st, 12, x->valid_from, ML_ITEM_OPEN);
  number_bind(st, 13, x->valid_to, ML_ITEM_OPEN);
  number_bind(st, 14, x->expires, 0);
  number_bind(st, 15, x->sensitivity, 0);
  for (int i = 0; i < 3; i++) ml_stmt_text(st, 16 + i, more[i]);
  sqlite3_bind_int64(st, 19, x->created);
  sqlite3_bind_int64(st, 20, x->at);
  if (x->admission.p) sqlite3_bind_int64(st, 21, 0);
  ml_stmt_text(st, 22, x->admission);
  ml_stmt_text(st, 23, x->derived);
  rc = row_write(c, st, e);
  *number = sqlite3_last_insert_rowid(c->db);
  return rc;
}

int ml_item_end(MlConn *c, i64 number, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, END, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  return row_write(c, st, e);
}

int ml_item_told(MlConn *c, i64 number, int ended, i64 seq, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, ended ? ENDED : BEGUN, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  sqlite3_bind_int64(st, 2, seq);
  return row_write(c, st, e);
}

int ml_item_admit(MlConn *c, i64 number, MlText admission, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->item_sql, ADMIT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  ml_stmt_text(st, 2, admission);
  return row_write(c, st, e);
}

int ml_item_derive(MlConn *c, i64 number, MlText derived, MlErr *e) {
  sqlite3_stmt *st;
  int changed;
  int rc = ml_stmt_take(&c->item_sql, DERIVE, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  ml_stmt_text(st, 2, derived);
  return ml_conn_write(c, &c->item_sql, st, &c->permit.item, "memlog_item", &changed, e);
}
