#include "walk_told.h"

#include "../data/json.h"
#include "../data/path.h"
#include "../store/item.h"

/* One row that is taken apart. */
typedef struct Told {
  MlTrail *trail;
  i64 via;
  const MlRow *r;
  MlBuf names, text;
  MlText set, id; /* of the member at hand; they stand in names */
  MlErr *e;
} Told;

/* A name of the log's, as it is; what is damaged names nothing. */
static int names_take(Told *t, MlText path, int least) {
  MlText name;
  i64 at = 0;
  ml_buf_cut(&t->names, 0);
  if (!path.p || !ml_path_next(path, &at, &name)) return 0;
  ml_path_bare(name, &t->names);
  i64 n = t->names.n;
  int two = ml_path_next(path, &at, &name);
  if (two) ml_path_bare(name, &t->names);
  if (t->names.rc || (!two && least > 1)) return 0;
  t->set = (MlText){t->names.p, n};
  t->id = two ? (MlText){t->names.p + n, t->names.n - n} : (MlText){NULL, 0};
  return !two || !ml_path_next(path, &at, &name);
}

static int version_meet(Told *t, const MlItem *x) {
  MlStep step = {t->via, ML_TEXT("tells_of"), NULL};
  MlMet thing = {.kind = ML_MET_RECORD, .id = x->record, .version = x->version};
  return ml_trail_meet(t->trail, &thing, &step, t->e);
}

/* Those of the item that ended with the row; forward, if they began with it, too. set: of all the set. */
static int ended_meet(Told *t, int whole_set) {
  MlItemPast any = {ML_ITEM_ANY, 0};
  MlConn *c = t->trail->c;
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  int rc = whole_set ? ml_item_scan_past(c, t->r->key, t->set, t->id, any, &st, t->e)
                     : ml_item_scan_ended(c, t->r->key, t->set, t->id, t->r->seq, &st, t->e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(c, st, &x, &more, t->e);
    if (rc || !more || x.ended != t->r->seq) continue;
    if (!t->trail->forward || x.begun == t->r->seq) rc = version_meet(t, &x);
  }
  int rc2 = ml_item_done(c, st, t->e);
  return rc ? rc : rc2;
}

/* The version that stood behind a position, if it is the one that is meant: it began there, or has the content. */
static int stood_meet(Told *t, i64 seq, i64 begun, MlText content, int *met) {
  MlConn *c = t->trail->c;
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_stood(c, t->r->key, t->set, t->id, seq, &x, &st, &found, t->e);
  *met = !rc && found && (begun ? x.begun == begun : !content.p || ml_text_same(x.content, content));
  if (*met) rc = version_meet(t, &x);
  int rc2 = st ? ml_item_done(c, st, t->e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* A read shows what stood before the action, or what it has written itself. Where neither has the content (it was taken
** out), what stood before is meant. */
static int read_meet(Told *t, MlText content) {
  i64 before = ml_event_minus(t->r->seq, t->r->step) - 1;
  int met;
  int rc = stood_meet(t, before, 0, content, &met);
  if (!rc && !met) rc = stood_meet(t, t->r->seq, 0, content, &met);
  if (!rc && !met) rc = stood_meet(t, before, 0, (MlText){NULL, 0}, &met);
  return rc;
}

static int members_meet(Told *t) {
  int read = t->r->kind == ML_KIND_LONG_TERM_GET, met;
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, t->r->value); !rc && ml_json_next(&s);) {
    if (!names_take(t, ml_json_bare(s.name, &t->text), 2)) continue;
    if (read) {
      rc = read_meet(t, s.value);
    } else {
      rc = stood_meet(t, t->r->seq, t->r->seq, (MlText){NULL, 0}, &met);
      if (!rc) rc = ended_meet(t, 0);
    }
  }
  return rc;
}

static int removed_meet(Told *t) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, t->r->removed); !rc && ml_json_next(&s);) {
    if (names_take(t, ml_json_bare(s.value, &t->text), 1)) rc = ended_meet(t, !t->id.p);
  }
  return rc;
}

/* A hit: {"set":…,"id":…,"value":…,"score":…}. */
static int hit_meet(Told *t, MlText hit) {
  MlText set = {NULL, 0}, id = {NULL, 0}, value = {NULL, 0};
  MlJsonScan s;
  for (ml_json_open(&s, hit); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"set\""))) set = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"id\""))) id = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"value\""))) value = s.value;
  }
  ml_buf_cut(&t->names, 0);
  if (!set.p || !id.p || ml_json_get_string(set, &t->names)) return SQLITE_OK;
  i64 n = t->names.n;
  if (ml_json_get_string(id, &t->names)) return SQLITE_OK;
  t->set = (MlText){t->names.p, n};
  t->id = (MlText){t->names.p + n, t->names.n - n};
  return read_meet(t, value);
}

static int hits_meet(Told *t) {
  MlJsonScan queries, hits;
  int rc = SQLITE_OK;
  for (ml_json_open(&queries, t->r->value); !rc && ml_json_next(&queries);) {
    if (ml_json_type(queries.value) != ML_ARRAY) continue;
    for (ml_json_open(&hits, queries.value); !rc && ml_json_next(&hits);) rc = hit_meet(t, hits.value);
  }
  return rc;
}

int ml_walk_told(MlTrail *trail, i64 via, const MlRow *r, MlErr *e) {
  Told t = {.trail = trail, .via = via, .r = r, .e = e};
  int rc = SQLITE_OK;
  if (r->kind == ML_KIND_LONG_TERM_UPDATE || (r->kind == ML_KIND_LONG_TERM_GET && !trail->forward))
    rc = members_meet(&t);
  if (!rc && r->kind == ML_KIND_LONG_TERM_UPDATE) rc = removed_meet(&t);
  if (!rc && r->kind == ML_KIND_LONG_TERM_SEARCH && !trail->forward) rc = hits_meet(&t);
  if (!rc && (t.names.rc || t.text.rc)) rc = ml_err_nomem(e);
  ml_buf_free(&t.names);
  ml_buf_free(&t.text);
  return rc;
}
