#include "log_row.h"

#include "../data/clock.h"

#include <string.h>

/* What a column of the log holds, where it goes, and what is said if it holds anything else. */
typedef enum Holds { NUMBER, NUMBER_OR_NULL, WORDS, WORDS_OR_NULL, A_KIND, A_DIGEST } Holds;

static const struct {
  Holds holds;
  size_t at;
  const char *wrong;
} column[] = {
    [ML_LOG_SEQ] = {NUMBER, offsetof(MlRow, seq), "its position is no integer"},
    [ML_LOG_SKEW] = {NUMBER_OR_NULL, offsetof(MlRow, skew), "skew is no integer"},
    [ML_LOG_KIND] = {A_KIND, 0, "kind is neither the number of a type nor text"},
    [ML_LOG_KEY] = {WORDS, offsetof(MlRow, key), "key is no text"},
    [ML_LOG_VALUE] = {WORDS_OR_NULL, offsetof(MlRow, value), "value is no text"},
    [ML_LOG_REMOVED] = {WORDS_OR_NULL, offsetof(MlRow, removed), "removed is no text"},
    [ML_LOG_CONTAINERS] = {WORDS_OR_NULL, offsetof(MlRow, containers), "containers is no text"},
    [ML_LOG_BEFORE] = {WORDS_OR_NULL, offsetof(MlRow, before), "before is no text"},
    [ML_LOG_RUN] = {NUMBER_OR_NULL, offsetof(MlRow, run), "run is no integer"},
    [ML_LOG_ACTION] = {WORDS_OR_NULL, offsetof(MlRow, action), "action is no text"},
    [ML_LOG_STEP] = {NUMBER, offsetof(MlRow, step), "step is no integer"},
    [ML_LOG_CAUSE] = {NUMBER_OR_NULL, offsetof(MlRow, cause), "cause is no integer"},
    [ML_LOG_META] = {WORDS_OR_NULL, offsetof(MlRow, meta), "meta is no text"},
    [ML_LOG_PREV] = {NUMBER_OR_NULL, offsetof(MlRow, prev), "prev is no integer"},
    [ML_LOG_CHAIN] = {NUMBER, offsetof(MlRow, chain), "chain is no integer"},
    [ML_LOG_DIGEST] = {A_DIGEST, 0, "digest is no blob of 16 bytes"},
    [ML_LOG_EXPIRES] = {WORDS_OR_NULL, offsetof(MlRow, expires), "expires is no text"},
};
#define COLUMNS (int)(sizeof(column) / sizeof(*column))

int ml_log_row_damaged(const MlRow *r, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: log: the row of %s at position %lld is damaged: %s",
                    r->quiet ? "memlog_quiet" : "memlog_event", r->seq, why);
}

/* Text without a copy, at the cost of one lock instead of one for each question: whoever runs us holds the connection.
 */
static int words_read(sqlite3_value *v, MlText *t) {
  t->p = (const char *)sqlite3_value_text(v);
  t->n = sqlite3_value_bytes(v);
  return t->p ? SQLITE_OK : SQLITE_NOMEM;
}

static int kind_read(sqlite3_value *v, MlRow *r) {
  r->kind = ML_KIND_HOST;
  if (sqlite3_value_type(v) == SQLITE_TEXT) {
    int rc = words_read(v, &r->type);
    if (rc || !r->type.n || r->type.p[0] != '_') return rc;
    /* A host's that came from elsewhere may begin with '_', too. */
    r->kind = ml_event_kind(r->type);
    if (r->kind == ML_KIND_HOST) return SQLITE_OK;
    r->type = (MlText){NULL, 0};
    return r->kind < ML_KIND_NAMED ? SQLITE_CORRUPT : SQLITE_OK;
  }
  i64 kind = sqlite3_value_type(v) == SQLITE_INTEGER ? sqlite3_value_int64(v) : 0;
  if (kind < 1 || kind >= ML_KIND_NAMED) return SQLITE_CORRUPT;
  r->kind = (MlKind)kind;
  return SQLITE_OK;
}

static int digest_read(sqlite3_value *v, MlRow *r) {
  if (sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  if (sqlite3_value_type(v) != SQLITE_BLOB || sqlite3_value_bytes(v) != sizeof(r->digest.b)) return SQLITE_CORRUPT;
  r->has_digest = 1;
  memcpy(r->digest.b, sqlite3_value_blob(v), sizeof(r->digest.b));
  return SQLITE_OK;
}

/* SQLITE_CORRUPT if something else stands there. What is NULL stays as it is: nothing, or 0. */
static int column_read(sqlite3_value *v, int which, MlRow *r) {
  Holds holds = column[which].holds;
  int type = sqlite3_value_type(v);
  void *to = (char *)r + column[which].at;
  if (holds == A_KIND) return kind_read(v, r);
  if (holds == A_DIGEST) return digest_read(v, r);
  if (type == SQLITE_NULL && (holds == NUMBER_OR_NULL || holds == WORDS_OR_NULL)) return SQLITE_OK;
  if (type == SQLITE_INTEGER && holds <= NUMBER_OR_NULL) {
    *(i64 *)to = sqlite3_value_int64(v);
    return SQLITE_OK;
  }
  if (type != SQLITE_TEXT || holds <= NUMBER_OR_NULL) return SQLITE_CORRUPT;
  return words_read(v, to);
}

/* What is read later may still be wanted by those who tell of the damage: all columns are gone over. */
int ml_log_row_some(sqlite3_stmt *st, int first, const u8 *columns, int n, MlRow *r, MlErr *e) {
  int bad = -1, timed = 0;
  for (int i = 0; i < n; i++) {
    int rc = column_read(sqlite3_column_value(st, first + i), columns[i], r);
    if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
    if (rc && bad < 0) bad = columns[i];
    timed |= columns[i] == ML_LOG_SKEW;
  }
  if (bad >= 0) return ml_log_row_damaged(r, column[bad].wrong, e);
  if (r->seq < 1) return ml_log_row_damaged(r, "no position is below 1", e);
  /* Computed so that nothing overflows. */
  if (timed && (r->skew > r->seq || r->skew < r->seq - ML_TIME_MAX)) {
    return ml_log_row_damaged(r, "skew leads to a time outside the years 1970 to 9999", e);
  }
  return SQLITE_OK;
}

int ml_log_row_read(sqlite3_stmt *st, int quiet, MlRow *r, MlErr *e) {
  static const u8 all[COLUMNS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  memset(r, 0, sizeof(*r));
  r->quiet = (u8)quiet;
  return ml_log_row_some(st, 0, all, COLUMNS, r, e);
}
