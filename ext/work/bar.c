#include "bar.h"

#include "../data/mark.h"

#include <string.h>

/* What is in quarantine is noted beside what is said of contents that went: neither undoes the other. */
static MlUuid held_digest(const MlUuid *digest) { return ml_uuid_named(digest, "quarantine", 10); }

int ml_bar_find(MlConn *c, MlText key, MlText content, MlBar *b, MlErr *e) {
  MlUuid digest, held;
  int some;
  *b = (MlBar){0};
  int rc = ml_lineage_there(c, &some, e);
  if (!rc && some) rc = ml_barred_any(c, &some, e);
  if (rc || !some || ml_mark_is(content)) return rc;
  rc = ml_lineage_digest(c, key, content, &digest, e);
  if (rc) return rc;
  held = held_digest(&digest);
  rc = ml_barred_find(c, &held, &b->how, &b->record, e);
  return rc || b->how ? rc : ml_barred_find(c, &digest, &b->how, &b->record, e);
}

int ml_bar_check(MlConn *c, MlText key, MlText set, MlText content, MlBar *b, MlErr *e) {
  char show[ML_ERR_SHOW], record[37];
  int rc = ml_bar_find(c, key, content, b, e);
  if (rc || b->how != 'r') return rc;
  ml_uuid_text(&b->record, record);
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: set %s: the content was taken out, as that of record %s, and may not come back",
                    ml_err_show(show, set), record);
}

int ml_bar_mark(MlConn *c, const MlBar *b, MlEnd version, MlErr *e) {
  if (b->how != 'm') return SQLITE_OK;
  return ml_lineage_link(c, version, "repeats", (MlEnd){&b->record, 0}, NULL, e);
}

int ml_bar_put(MlConn *c, MlText key, MlText content, char how, const MlUuid *record, MlErr *e) {
  MlUuid digest;
  int rc = ml_lineage_digest(c, key, content, &digest, e);
  if (rc) return rc;
  return how == 'a' ? ml_barred_remove(c, &digest, e) : ml_barred_put(c, &digest, how, record, ml_conn_now(c), e);
}

/* Whose it is already: *how 0: nobody's. */
static int held_find(MlConn *c, MlText key, MlText content, MlUuid *held, MlBar *b, MlErr *e) {
  MlUuid digest;
  *b = (MlBar){0};
  int rc = ml_lineage_digest(c, key, content, &digest, e);
  if (rc) return rc;
  *held = held_digest(&digest);
  return ml_barred_find(c, held, &b->how, &b->record, e);
}

int ml_bar_hold(MlConn *c, MlText key, MlText content, const MlUuid *record, MlErr *e) {
  MlUuid held;
  MlBar b;
  int rc = held_find(c, key, content, &held, &b, e);
  return rc || b.how ? rc : ml_barred_put(c, &held, 'r', record, ml_conn_now(c), e);
}

int ml_bar_free(MlConn *c, MlText key, MlText content, const MlUuid *record, int *freed, MlErr *e) {
  MlUuid held;
  MlBar b;
  int rc = held_find(c, key, content, &held, &b, e);
  *freed = !rc && b.how && memcmp(b.record.b, record->b, sizeof(record->b)) == 0;
  return *freed ? ml_barred_remove(c, &held, e) : rc;
}
