#include "walk_show.h"

#include "../data/clock.h"
#include "../store/log.h"

#include <string.h>

/* ---- members ---- */

static void name_put(MlBuf *b, const char *name) {
  ml_buf_puts(b, b->n > 0 && b->p[b->n - 1] != '{' ? ",\"" : "\"");
  ml_buf_puts(b, name);
  ml_buf_puts(b, "\":");
}

static void text_put(MlBuf *b, const char *name, MlText t) {
  if (!t.p) return;
  name_put(b, name);
  ml_json_put_string(b, t);
}

static void word_put(MlBuf *b, const char *name, const char *word) {
  name_put(b, name);
  ml_buf_char(b, '"');
  ml_buf_puts(b, word);
  ml_buf_char(b, '"');
}

static void number_put(MlBuf *b, const char *name, i64 v) {
  name_put(b, name);
  ml_buf_int(b, v);
}

static void time_put(MlBuf *b, const char *name, i64 us) {
  char text[ML_TIME_TEXT];
  ml_clock_text(us, text);
  word_put(b, name, text);
}

static void uuid_put(MlBuf *b, const char *name, const MlUuid *id) {
  char text[37];
  ml_uuid_text(id, text);
  word_put(b, name, text);
}

/* ---- versions of records ---- */

/* Text that came from outside may be no UTF-8, in a damaged file: then it is not told. */
static MlText sound(MlText t) { return t.p && ml_text_utf8(t) ? t : (MlText){NULL, 0}; }

static const char *state_of(const MlItem *x, i64 now, i64 later) {
  static const char *const barred[] = {"proposed", "denied", "quarantined"};
  for (size_t i = 0; i < sizeof(barred) / sizeof(*barred); i++) {
    if (ml_text_same(x->admission, (MlText){barred[i], (i64)strlen(barred[i])})) return barred[i];
  }
  if (ml_items_visible(x, now)) return "standing";
  if (x->ended == ML_ITEM_STANDS) return "expired";
  return later ? "superseded" : "removed";
}

static void version_put(const MlItem *x, MlBuf *b) {
  uuid_put(b, "digest", &x->digest);
  if (x->valid_from != ML_ITEM_OPEN) time_put(b, "valid_from", x->valid_from);
  if (x->valid_to != ML_ITEM_OPEN) time_put(b, "valid_to", x->valid_to);
  if (x->expires) time_put(b, "expires", x->expires * 1000);
  number_put(b, "sensitivity", x->sensitivity);
  text_put(b, "kind", sound(x->kind));
  text_put(b, "category", sound(x->category));
  text_put(b, "derived", sound(x->derived));
  text_put(b, "creator", sound(x->creator));
}

static int record_show(MlConn *c, const MlThing *x, MlShown *s, MlErr *e) {
  MlItem item;
  sqlite3_stmt *st;
  i64 later = 0;
  int found;
  int rc = ml_item_find_version(c, &x->id, x->version, &item, &st, &found, e);
  if (!rc && !found) word_put(&s->detail, "state", "forgotten");
  if (!rc && found && item.ended != ML_ITEM_STANDS) {
    rc = ml_item_find_beside(c, &x->id, item.version, 1, &later, e);
  }
  if (!rc && found) {
    s->time = x->version ? item.at : item.created;
    text_put(&s->detail, "key", sound(item.key));
    text_put(&s->detail, "set", sound(item.set));
    text_put(&s->detail, "id", sound(item.id));
    if (!x->version) number_put(&s->detail, "versions", item.version);
    word_put(&s->detail, "state", state_of(&item, ml_conn_now(c) / 1000, later));
    if (x->version) version_put(&item, &s->detail);
  }
  int rc2 = ml_item_done(c, st, e);
  s->version = x->version;
  ml_buf_puts(&s->type, "record");
  return rc ? rc : rc2;
}

/* ---- entities and events ---- */

static int entity_show(MlConn *c, const MlThing *x, MlShown *s, MlErr *e) {
  MlEntity entity;
  sqlite3_stmt *st;
  int found;
  int rc = ml_entity_find(c, &x->id, &entity, &st, &found, e);
  if (!rc && found) {
    s->time = entity.at;
    ml_buf_text(&s->type, entity.type);
    text_put(&s->detail, "key", entity.key);
    text_put(&s->detail, "actor", entity.actor);
    if (entity.detail.n > 2 && s->detail.n > 1) ml_buf_char(&s->detail, ',');
    if (entity.detail.n > 2) ml_buf_put(&s->detail, entity.detail.p + 1, entity.detail.n - 2);
  } else {
    ml_buf_puts(&s->type, "unknown"); /* it went while the walk was open */
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

static int event_show(MlConn *c, const MlThing *x, MlShown *s, MlErr *e) {
  MlRow r;
  sqlite3_stmt *st = NULL;
  int found;
  int rc = ml_log_get(c, x->place, &r, &st, &found, e);
  ml_buf_puts(&s->type, "event");
  if (!rc && found) {
    s->time = ml_event_minus(r.seq, r.skew);
    number_put(&s->detail, "seq", r.seq);
    if (r.kind == ML_KIND_HOST) text_put(&s->detail, "type", sound(r.type));
    if (r.kind != ML_KIND_HOST) word_put(&s->detail, "type", ml_event_type((int)r.kind));
    text_put(&s->detail, "key", sound(r.key));
    text_put(&s->detail, "action", sound(r.action));
    if (r.run) number_put(&s->detail, "run", r.run);
  }
  int rc2 = st ? ml_log_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* ---- all of them ---- */

/* What else the edge says that led here. */
static int edge_put(const MlWalk *w, const MlThing *x, MlBuf *b, MlErr *e) {
  MlText reason = ml_walk_text(w, x->reason), detail = ml_walk_text(w, x->detail);
  if (!x->rank && x->score < 0 && !reason.p && !detail.p) return SQLITE_OK;
  int rc = SQLITE_OK;
  name_put(b, "edge");
  ml_buf_char(b, '{');
  if (x->rank) number_put(b, "rank", x->rank);
  if (x->score >= 0) {
    name_put(b, "score");
    rc = ml_json_real(x->score, "a score", b, e);
  }
  text_put(b, "reason", reason);
  if (detail.p) {
    name_put(b, "detail");
    ml_buf_text(b, detail);
  }
  ml_buf_char(b, '}');
  return rc;
}

int ml_walk_show(const MlWalk *w, MlShown *s, MlErr *e) {
  const MlThing *x = w->thing;
  char id[37];
  ml_buf_cut(&s->type, 0);
  ml_buf_cut(&s->id, 0);
  ml_buf_cut(&s->detail, 0);
  s->version = s->time = 0;
  ml_uuid_text(&x->id, id);
  ml_buf_puts(&s->id, id);
  ml_buf_char(&s->detail, '{');
  int rc = SQLITE_OK;
  switch (x->kind) {
  case ML_THING_RECORD:
    rc = record_show(w->c, x, s, e);
    break;
  case ML_THING_ENTITY:
    rc = entity_show(w->c, x, s, e);
    break;
  case ML_THING_EVENT:
    rc = event_show(w->c, x, s, e);
    break;
  default:
    ml_buf_puts(&s->type, "unknown");
  }
  if (!rc) rc = edge_put(w, x, &s->detail, e);
  ml_buf_char(&s->detail, '}');
  if (!rc && (s->type.rc || s->id.rc || s->detail.rc)) rc = ml_err_nomem(e);
  return rc;
}

void ml_walk_shown_free(MlShown *s) {
  ml_buf_free(&s->type);
  ml_buf_free(&s->id);
  ml_buf_free(&s->detail);
}
