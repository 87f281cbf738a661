#include "subject.h"

#include "../data/json.h"
#include "../data/ref.h"
#include "../store/log.h"

#include <string.h>

/* One that is being looked for. */
typedef struct Search {
  MlConn *c;
  const char *who;
  MlText given;
  MlSubject *s;
  MlErr *e;
} Search;

static int refuse(const Search *x, const char *why) {
  char show[ML_ERR_SHOW];
  return ml_err_set(x->e, SQLITE_ERROR, "memlog: %s: %s: %s", x->who, ml_err_show(show, x->given), why);
}

static int key_take(Search *x, MlText key) {
  ml_buf_cut(&x->s->key, 0);
  ml_buf_text(&x->s->key, key);
  return ml_err_buf(x->e, x->s->key.rc, "a key");
}

/* ---- records ---- */

static int item_take(Search *x, const MlItem *item) {
  x->s->kind = ML_SUBJECT_RECORD;
  x->s->id = item->record;
  x->s->version = item->version;
  x->s->number = item->number;
  x->s->stands = item->ended == ML_ITEM_STANDS;
  return key_take(x, item->key);
}

static int version_find(Search *x, const MlUuid *record, i64 version, int *found) {
  MlItem item;
  sqlite3_stmt *st;
  int rc = ml_item_find_version(x->c, record, version, &item, &st, found, x->e);
  if (!rc && *found) rc = item_take(x, &item);
  int rc2 = ml_item_done(x->c, st, x->e);
  x->s->named = version > 0;
  return rc ? rc : rc2;
}

/* The item that stands, or the version of the name that came last. */
static int item_find(Search *x, MlText key, MlText set, MlText id, i64 version) {
  MlItemPast any = {ML_ITEM_ANY, 0};
  MlUuid record;
  MlItem item;
  sqlite3_stmt *st;
  int found = 0, more;
  int rc = ml_item_find(x->c, key, set, id, &item, &st, &found, x->e);
  if (!rc && found) record = item.record;
  int rc2 = ml_item_done(x->c, st, x->e);
  if (rc || rc2) return rc ? rc : rc2;
  st = NULL;
  if (!found) rc = ml_item_scan_past(x->c, key, set, id, any, &st, x->e);
  if (rc) return rc;
  for (more = !found; !rc && more;) {
    rc = ml_item_next(x->c, st, &item, &more, x->e);
    if (rc || !more) break;
    record = item.record;
    found = 1;
  }
  if (!rc && !found) rc = refuse(x, "there is no such item, and never was");
  rc2 = ml_item_done(x->c, st, x->e);
  if (rc || rc2) return rc ? rc : rc2;
  rc = version_find(x, &record, version, &found);
  return rc || found ? rc : refuse(x, "the item has no such version");
}

/* ---- by id ---- */

static int entity_find(Search *x, const MlUuid *id, int *found) {
  MlEntity entity;
  sqlite3_stmt *st;
  int rc = ml_entity_find(x->c, id, &entity, &st, found, x->e);
  if (!rc && *found) {
    x->s->kind = ML_SUBJECT_ENTITY;
    x->s->id = *id;
    x->s->type = entity.type;
    if (ml_text_same(entity.type, ML_TEXT("record"))) x->s->kind = ML_SUBJECT_RECORD;
    rc = key_take(x, entity.key);
  }
  int rc2 = ml_lineage_done(x->c, st, x->e);
  return rc ? rc : rc2;
}

static int event_find(Search *x, const MlUuid *id, int *found) {
  int rc = ml_log_place_of(x->c, id, &x->s->place, x->e);
  *found = !rc && x->s->place != 0;
  if (!*found) return rc;
  x->s->kind = ML_SUBJECT_EVENT;
  x->s->id = *id;
  return SQLITE_OK;
}

/* Whether edges that st reads meet a version (0: any) of what is no event. */
static int edges_meet(Search *x, sqlite3_stmt *st, i64 version, int forward, int *found) {
  MlEdge edge;
  int more = 1, rc = SQLITE_OK;
  while (!rc && more && !*found) {
    rc = ml_edge_next(x->c, st, &edge, &more, x->e);
    if (rc || !more) break;
    i64 at = forward ? edge.to_version : edge.from_version;
    int of_event = forward && ml_text_same(edge.relation, ML_TEXT("caused_by"));
    *found = !of_event && (!version || at == version);
  }
  int rc2 = ml_lineage_done(x->c, st, x->e);
  return rc ? rc : rc2;
}

/* A record whose versions were pruned, or forgotten: edges tell that it was. */
static int traces_find(Search *x, const MlUuid *id, i64 version, int *found) {
  sqlite3_stmt *st;
  int rc = ml_edge_scan_to(x->c, id, version ? version : -1, &st, x->e);
  if (!rc) rc = edges_meet(x, st, version, 1, found);
  if (rc) return rc;
  if (!*found) {
    rc = ml_edge_scan_from(x->c, id, version ? version : -1, &st, x->e);
    if (!rc) rc = edges_meet(x, st, version, 0, found);
  }
  if (rc || !*found) return rc;
  x->s->kind = ML_SUBJECT_RECORD;
  x->s->id = *id;
  x->s->version = version;
  return SQLITE_OK;
}

enum { ANYTHING, RECORD, EVENT };

static int id_find(Search *x, const MlUuid *id, int what, i64 version) {
  int found = 0, rc = SQLITE_OK;
  if (what != EVENT) rc = version_find(x, id, version, &found);
  if (!rc && !found && what == ANYTHING) rc = entity_find(x, id, &found);
  if (!rc && !found && what == RECORD && !version) { /* it was forgotten */
    rc = entity_find(x, id, &found);
    found = found && x->s->kind == ML_SUBJECT_RECORD;
  }
  if (!rc && !found && what != RECORD) rc = event_find(x, id, &found);
  if (!rc && !found && what != EVENT) rc = traces_find(x, id, version, &found);
  if (rc || found) return rc;
  if (what == EVENT) return refuse(x, "there is no such event in this file");
  if (what == RECORD) return refuse(x, version ? "there is no such version" : "there is no such record");
  return refuse(x, "there is no record, entity or event of this id");
}

/* A version behind '@', if there is one; -1: what stands there is none. */
static i64 version_cut(MlText *t) {
  const char *at = memchr(t->p, '@', (size_t)t->n);
  i64 version = 0;
  if (!at) return 0;
  MlText digits = {at + 1, t->p + t->n - at - 1};
  t->n = at - t->p;
  if (!ml_json_get_integer(digits, &version) || version < 1) return -1;
  return version;
}

static int text_find(Search *x) {
  static const struct {
    MlText prefix;
    int what;
  } form[] = {{ML_TEXT("event:"), EVENT}, {ML_TEXT("record:"), RECORD}};
  MlText t = x->given;
  MlUuid id;
  int what = ANYTHING;
  for (size_t i = 0; i < sizeof(form) / sizeof(*form); i++) {
    if (t.n < form[i].prefix.n || memcmp(t.p, form[i].prefix.p, (size_t)form[i].prefix.n) != 0) continue;
    what = form[i].what;
    t.p += form[i].prefix.n;
    t.n -= form[i].prefix.n;
    break;
  }
  i64 version = what == EVENT ? 0 : version_cut(&t);
  if (!ml_uuid_parse(t, &id)) {
    return refuse(x, "it is neither an id (a UUID, event:UUID, record:UUID@version) nor a JSON map");
  }
  if (version < 0) return refuse(x, "behind the @ stands no number of a version");
  return id_find(x, &id, version ? RECORD : what, version);
}

/* JSON may stand where text does. */
static int string_find(Search *x) {
  MlBuf json = {0}, text = {0};
  int rc = ml_json_read(x->given, x->who, &json, x->e);
  if (!rc && ml_json_type(ml_buf_view(&json)) != ML_STRING) rc = refuse(x, "it is no reference");
  if (!rc && ml_json_get_string(ml_buf_view(&json), &text)) rc = ml_err_nomem(x->e);
  if (!rc) {
    x->given = ml_buf_view(&text);
    rc = text_find(x);
  }
  ml_buf_free(&json);
  ml_buf_free(&text);
  return rc;
}

/* ---- by a map ---- */

typedef struct Parts {
  MlText record, key, set, id, path, scope, type;
  i64 version;
} Parts;

static int parts_read(Search *x, MlText json, Parts *p) {
  const struct {
    MlText name;
    MlText *to;
  } part[] = {{ML_TEXT("\"record\""), &p->record}, {ML_TEXT("\"key\""), &p->key},   {ML_TEXT("\"set\""), &p->set},
              {ML_TEXT("\"id\""), &p->id},         {ML_TEXT("\"path\""), &p->path}, {ML_TEXT("\"scope\""), &p->scope},
              {ML_TEXT("\"type\""), &p->type}};
  MlJsonScan s;
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    size_t i = 0, n = sizeof(part) / sizeof(*part);
    if (ml_text_same(s.name, ML_TEXT("\"version\""))) {
      if (!ml_json_get_integer(s.value, &p->version) || p->version < 1) {
        return refuse(x, "its version is no number of a version");
      }
      continue;
    }
    while (i < n && !ml_text_same(s.name, part[i].name)) i++;
    if (i == n) return refuse(x, "it may have record, key, set, id, version, or key, path, scope, and nothing else");
    if (ml_json_type(s.value) != ML_STRING) return refuse(x, "all but its version is text");
    *part[i].to = s.value;
  }
  return SQLITE_OK;
}

static int item_parts_find(Search *x, const Parts *p) {
  MlBuf key = {0}, set = {0}, id = {0};
  int rc = SQLITE_OK;
  if (ml_json_get_string(p->key, &key) || ml_json_get_string(p->set, &set) || ml_json_get_string(p->id, &id)) {
    rc = ml_err_nomem(x->e);
  }
  if (!rc) rc = item_find(x, ml_buf_view(&key), ml_buf_view(&set), ml_buf_view(&id), p->version);
  ml_buf_free(&key);
  ml_buf_free(&set);
  ml_buf_free(&id);
  return rc;
}

static int record_parts_find(Search *x, const Parts *p) {
  MlBuf text = {0};
  MlUuid id;
  int rc = ml_json_get_string(p->record, &text) ? ml_err_nomem(x->e) : SQLITE_OK;
  if (!rc && !ml_uuid_parse(ml_buf_view(&text), &id)) rc = refuse(x, "its record is no UUID");
  if (!rc) rc = id_find(x, &id, RECORD, p->version);
  ml_buf_free(&text);
  return rc;
}

static int map_find(Search *x) {
  MlBuf json = {0};
  Parts p = {0};
  int rc = ml_json_read(x->given, x->who, &json, x->e);
  if (!rc && ml_json_type(ml_buf_view(&json)) != ML_MAP) rc = refuse(x, "it is no JSON map");
  if (!rc) rc = parts_read(x, ml_buf_view(&json), &p);
  if (!rc && p.record.p && !p.key.p && !p.path.p) {
    rc = record_parts_find(x, &p);
  } else if (!rc && p.key.p && p.path.p && !p.set.p && !p.id.p) {
    x->s->kind = ML_SUBJECT_NODE;
    rc = ml_ref_read(x->given, &x->s->key, &x->s->node.scope, &x->s->path, x->e);
    x->s->node.key = ml_buf_view(&x->s->key);
    x->s->node.path = ml_buf_view(&x->s->path);
  } else if (!rc && p.key.p && p.set.p && p.id.p && !p.path.p) {
    rc = item_parts_find(x, &p);
  } else if (!rc) {
    rc = refuse(x, "it needs record, or key, set and id, or key and path");
  }
  ml_buf_free(&json);
  return rc;
}

int ml_subject_find(MlConn *c, const char *who, MlText given, MlSubject *s, MlErr *e) {
  Search x = {c, who, given, s, e};
  int there;
  *s = (MlSubject){0};
  int rc = ml_lineage_there(c, &there, e);
  if (rc) return rc;
  if (!there) return refuse(&x, "this file keeps no lineage yet");
  int blanks = ml_json_trim(given).n < given.n;
  if (given.n && *given.p == '"') return string_find(&x);
  return blanks || (given.n && *given.p == '{') ? map_find(&x) : text_find(&x);
}

void ml_subject_free(MlSubject *s) {
  ml_buf_free(&s->key);
  ml_buf_free(&s->path);
}

const char *ml_subject_show(const MlSubject *s, char out[ML_SUBJECT_SHOW]) {
  char id[37];
  ml_uuid_text(&s->id, id);
  if (s->kind == ML_SUBJECT_NODE) return sqlite3_snprintf(ML_SUBJECT_SHOW, out, "a node of memory");
  if (s->kind == ML_SUBJECT_EVENT) return sqlite3_snprintf(ML_SUBJECT_SHOW, out, "event %s", id);
  if (s->kind == ML_SUBJECT_ENTITY) return sqlite3_snprintf(ML_SUBJECT_SHOW, out, "%s %s", s->type.p, id);
  return sqlite3_snprintf(ML_SUBJECT_SHOW, out, s->version ? "record %s@%lld" : "record %s", id, s->version);
}
