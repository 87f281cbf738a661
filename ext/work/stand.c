#include "stand.h"

#include "../data/json.h"
#include "../store/large.h"
#include "propose.h"

#include <string.h>

/* ---- what lineage tells ---- */

/* The member of an entity's detail is the word. */
static int detail_says(MlText detail, const char *member, MlText word) {
  MlBuf scratch = {0};
  MlJsonScan s;
  int yes = 0;
  for (ml_json_open(&s, detail); ml_json_next(&s) && !yes;) {
    if (!ml_text_is(s.name, member) || ml_json_type(s.value) != ML_STRING) continue;
    yes = ml_text_same(ml_json_bare(s.value, &scratch), word);
  }
  ml_buf_free(&scratch); /* the words have no escapes: no memory, no word */
  return yes;
}

/* One that proposed the version, or decided of it. */
static int entity_take(MlConn *c, const MlUuid *id, MlHistory *h, MlErr *e) {
  sqlite3_stmt *st;
  MlEntity x;
  int found;
  int rc = ml_entity_find(c, id, &x, &st, &found, e);
  if (!rc && found && ml_text_same(x.type, ML_TEXT("change"))) {
    if (detail_says(x.detail, "\"change\"", ML_TEXT("proposed"))) h->proposed = 1;
  } else if (!rc && found && ml_text_same(x.type, ML_TEXT("decision"))) {
    int admitted = detail_says(x.detail, "\"outcome\"", ML_TEXT("admitted"));
    if (admitted) h->admitted = 1;
    if (detail_says(x.detail, "\"outcome\"", ML_TEXT("denied"))) h->denied = 1;
    if (admitted) h->denied = 0;
    h->held = detail_says(x.detail, "\"outcome\"", ML_TEXT("quarantined")) != 0;
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

static int edges_read(MlConn *c, sqlite3_stmt *st, MlText relation, int from, MlHistory *h, MlErr *e) {
  MlEdge x;
  int more = 1, rc = SQLITE_OK;
  while (!rc && more) {
    rc = ml_edge_next(c, st, &x, &more, e);
    if (rc || !more || !ml_text_same(x.relation, relation) || ml_text_same(x.reason, ML_PROPOSE_INSTEAD)) continue;
    rc = entity_take(c, from ? &x.from : &x.to, h, e);
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_stand_decided(MlConn *c, const MlUuid *record, i64 version, MlHistory *h, MlErr *e) {
  sqlite3_stmt *st;
  *h = (MlHistory){0};
  if (c->version < 4) return SQLITE_OK;
  int rc = ml_edge_scan_from(c, record, version, &st, e);
  return rc ? rc : edges_read(c, st, ML_TEXT("decided_by"), 0, h, e);
}

int ml_stand_history(MlConn *c, const MlUuid *record, i64 version, MlHistory *h, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stand_decided(c, record, version, h, e);
  if (!rc) rc = ml_edge_scan_to(c, record, version, &st, e);
  if (!rc) rc = edges_read(c, st, ML_TEXT("changes"), 1, h, e);
  h->stood = !h->proposed || h->admitted;
  return rc;
}

/* ---- what is in its way ---- */

/* Of those of a record that stood, the last. */
typedef struct Past {
  u8 any;
  u8 held;   /* it came into quarantine */
  u8 before; /* the version before the one at hand is there */
} Past;

/* What came and went in the transaction at hand has no place in the log yet. */
static int has_stood(MlItemJob *j, const MlItem *v, int *yes) {
  MlHistory h;
  *yes = !v->admission.p || v->begun;
  if (*yes || !ml_text_same(v->admission, ML_TEXT("quarantined"))) return SQLITE_OK;
  int rc = ml_stand_history(j->c, &v->record, v->version, &h, j->e);
  *yes = h.stood;
  return rc;
}

static int past_read(MlItemJob *j, const MlItem *x, Past *p) {
  sqlite3_stmt *st;
  MlItem v;
  int more = 1, stood;
  *p = (Past){.before = x->version == 1};
  int rc = ml_item_scan_versions(j->c, &x->record, &st, j->e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(j->c, st, &v, &more, j->e);
    if (rc || !more) break;
    if (v.version == x->version - 1) p->before = 1;
    rc = has_stood(j, &v, &stood);
    if (!rc && stood) *p = (Past){1, v.admission.p != NULL, p->before};
  }
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

typedef enum Obstacle { NOTHING, EXPIRED, ANOTHER, NEWER, REMOVED } Obstacle;

/* What is in its way, and the version that it is. */
typedef struct Way {
  Obstacle is;
  i64 number, version;
  MlUuid record;
} Way;

static int way_look(MlItemJob *j, const MlItem *x, Way *w) {
  i64 now = j->now / 1000;
  sqlite3_stmt *st;
  MlItem old;
  Past past;
  int found;
  *w = (Way){.is = x->expires && x->expires <= now ? EXPIRED : NOTHING};
  int rc = ml_item_find(j->c, x->key, x->set, x->id, &old, &st, &found, j->e);
  if (!rc && found && ml_items_visible(&old, now)) {
    w->number = old.number;
    w->version = old.version;
    w->record = old.record;
  }
  int rc2 = ml_item_done(j->c, st, j->e);
  if (rc || rc2 || w->is) return rc ? rc : rc2;
  if (w->number) {
    int same = memcmp(w->record.b, x->record.b, sizeof(x->record.b)) == 0;
    w->is = !same ? ANOTHER : w->version > x->version ? NEWER : NOTHING;
    return SQLITE_OK;
  }
  rc = past_read(j, x, &past);
  if (!rc && (!past.before || (past.any && !past.held))) w->is = REMOVED;
  return rc;
}

int ml_stand_can(MlItemJob *j, const MlItem *x, int *yes) {
  Way w;
  int rc = way_look(j, x, &w);
  *yes = !rc && !w.is;
  return rc;
}

int ml_stand_check(MlItemJob *j, const char *who, const MlItem *x, i64 *stands) {
  char record[37], other[37], id[ML_ERR_SHOW], set[ML_ERR_SHOW];
  Way w;
  int rc = way_look(j, x, &w);
  *stands = w.number;
  if (rc || !w.is) return rc;
  ml_uuid_text(&x->record, record);
  ml_uuid_text(&w.record, other);
  if (w.is == ANOTHER) {
    return ml_err_set(j->e, SQLITE_ERROR, "memlog: %s: record %s@%lld: as item %s of set %s another record stands: %s",
                      who, record, x->version, ml_err_show(id, x->id), ml_err_show(set, x->set), other);
  }
  if (w.is == NEWER) {
    return ml_err_set(j->e, SQLITE_ERROR, "memlog: %s: record %s@%lld: version %lld, a newer one, stands", who, record,
                      x->version, w.version);
  }
  return ml_err_set(j->e, SQLITE_ERROR, "memlog: %s: record %s@%lld: %s", who, record, x->version,
                    w.is == EXPIRED ? "it has expired"
                                    : "its item was removed, or expired: what is added now is another record");
}

int ml_stand_put(MlItemJob *j, MlItem *x, i64 stands, int again) {
  MlGiven g = {.key = x->key, .set = x->set, .id = x->id, .location = x->location};
  MlBuf whole = ml_conn_scratch(j->c);
  i64 was = x->number;
  int same = 0;
  int rc = ml_large_resolve(j->c, x->key, x->content, &whole, j->e);
  g.content = ml_buf_view(&whole);
  if (!rc) rc = ml_item_job_embed(j, &g, x->id);
  if (!rc && stands) rc = ml_item_job_has(j, stands, g.content, &same);
  if (!rc) rc = ml_item_job_path(j, x->id);
  if (!rc && stands) {
    rc = same ? ml_item_job_end_version(j, stands, 0) : ml_item_job_remove_version(j, stands, 0);
  }
  if (!rc && again) rc = ml_item_admit(j->c, was, ML_TEXT("released"), j->e);
  if (again) x->number = 0;
  x->admission = (MlText){NULL, 0};
  if (!rc) rc = ml_item_job_insert(j, x, g.content, same ? stands : 0);
  ml_conn_give(j->c, &whole);
  return rc;
}
