#include "walk_show.h"

#include "../data/clock.h"
#include "../store/item.h"
#include "../store/log.h"
#include "../store/run.h"
#include "walk_log.h"

/* ---- members ---- */

static void time_put(MlBuf *b, const char *name, i64 us) {
  char text[ML_TIME_TEXT];
  ml_clock_text(us, text);
  ml_json_put_text(b, name, (MlText){text, ML_TIME_TEXT - 1});
}

/* ---- versions of records ---- */

/* Text that came from outside may be no UTF-8, in a damaged file: then it is not told. */
static MlText sound(MlText t) { return t.p && ml_text_utf8(t) ? t : (MlText){NULL, 0}; }

static const char *state_of(const MlItem *x, i64 now, i64 later) {
  static const char *const barred[] = {"proposed", "denied", "quarantined", NULL};
  int at = ml_text_among(x->admission, barred);
  if (at >= 0) return barred[at];
  if (ml_items_visible(x, now)) return "admitted";
  if (x->ended == ML_ITEM_STANDS) return "expired";
  if (later) return "superseded";
  return x->expires && x->expires <= x->ended / 1000 ? "expired" : "deleted";
}

static void version_put(const MlItem *x, MlBuf *b) {
  char digest[33];
  ml_uuid_hex(&x->digest, digest);
  ml_json_put_text(b, "digest", (MlText){digest, 32});
  if (x->valid_from != ML_ITEM_OPEN) time_put(b, "valid_from", x->valid_from);
  if (x->valid_to != ML_ITEM_OPEN) time_put(b, "valid_to", x->valid_to);
  if (x->expires) time_put(b, "expires", x->expires * 1000);
  ml_json_put_number(b, "sensitivity", x->sensitivity);
  ml_json_put_text(b, "kind", sound(x->kind));
  ml_json_put_text(b, "category", sound(x->category));
  ml_json_put_text(b, "derived", sound(x->derived));
  ml_json_put_text(b, "creator", sound(x->creator));
}

/* The event that tells that it began: from there one can ask on. What was released goes on from there. */
static int begun_put(MlConn *c, const MlMet *x, MlBuf *b, MlErr *e) {
  MlMet event = {0};
  i64 seq = 0;
  int rc = ml_item_began(c, &x->id, x->version, &seq, e);
  if (!rc && seq) rc = ml_walk_event(c, seq, &event, e);
  if (!rc && seq && event.kind == ML_MET_EVENT) ml_json_put_uuid(b, "event", &event.id);
  return rc;
}

static void place_put(const MlItem *x, MlBuf *b) {
  ml_json_put_text(b, "key", sound(x->key));
  ml_json_put_text(b, "set", sound(x->set));
  ml_json_put_text(b, "id", sound(x->id));
}

/* A version that is not there: its key was forgotten, which leaves an entity in the record's place, or it was pruned.
** Then its record may have others that tell whose it was. */
static int lost_show(MlConn *c, const MlMet *x, MlShown *s, MlErr *e) {
  MlEntity entity;
  MlItem item;
  sqlite3_stmt *st;
  int forgotten, found;
  int rc = ml_entity_find(c, &x->id, &entity, &st, &forgotten, e);
  int rc2 = ml_lineage_done(c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  if (forgotten) {
    ml_json_put_text(&s->detail, "state", ML_TEXT("forgotten"));
    return SQLITE_OK;
  }
  rc = ml_item_find_version(c, &x->id, 0, &item, &st, &found, e);
  if (!rc && found) place_put(&item, &s->detail);
  if (!rc) ml_json_put_text(&s->detail, "state", ML_TEXT("gone"));
  rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int record_show(MlConn *c, const MlMet *x, MlShown *s, MlErr *e) {
  MlItem item;
  sqlite3_stmt *st;
  i64 later = 0;
  int found;
  int rc = ml_item_find_version(c, &x->id, x->version, &item, &st, &found, e);
  if (!rc && found && item.ended != ML_ITEM_STANDS) {
    rc = ml_item_find_beside(c, &x->id, item.version, 1, &later, e);
  }
  if (!rc && found) {
    s->time = x->version ? item.at : item.created;
    place_put(&item, &s->detail);
    if (!x->version) ml_json_put_number(&s->detail, "versions", item.version);
    ml_json_put_text(&s->detail, "state", ml_text_of(state_of(&item, ml_conn_now(c) / 1000, later)));
    if (x->version) version_put(&item, &s->detail);
    if (x->version && item.begun) rc = begun_put(c, x, &s->detail, e);
  }
  int rc2 = ml_item_done(c, st, e);
  if (!rc && !rc2 && !found) rc = lost_show(c, x, s, e);
  s->version = x->version;
  ml_buf_puts(&s->type, "record");
  return rc ? rc : rc2;
}

/* ---- entities and events ---- */

static int entity_show(MlConn *c, const MlMet *x, MlShown *s, MlErr *e) {
  MlEntity entity;
  sqlite3_stmt *st;
  int found;
  int rc = ml_entity_find(c, &x->id, &entity, &st, &found, e);
  if (!rc && found) {
    s->time = entity.at;
    ml_buf_text(&s->type, entity.type);
    ml_json_put_text(&s->detail, "key", entity.key);
    ml_json_put_text(&s->detail, "actor", entity.actor);
    if (entity.detail.n > 2 && s->detail.n > 1) ml_buf_char(&s->detail, ',');
    if (entity.detail.n > 2) ml_buf_put(&s->detail, entity.detail.p + 1, entity.detail.n - 2);
  } else {
    ml_buf_puts(&s->type, "unknown"); /* it went while the walk was open */
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

static int event_show(MlConn *c, const MlMet *x, MlShown *s, MlErr *e) {
  MlRow r = {0};
  sqlite3_stmt *st;
  int found;
  int rc = ml_log_get(c, x->place, &r, &st, &found, e);
  ml_buf_puts(&s->type, "event");
  if (!rc && found) {
    s->time = ml_event_minus(r.seq, r.skew);
    ml_json_put_number(&s->detail, "seq", r.seq);
    if (r.kind == ML_KIND_HOST) ml_json_put_text(&s->detail, "type", sound(r.type));
    if (r.kind != ML_KIND_HOST) ml_json_put_text(&s->detail, "type", ml_text_of(ml_event_type((int)r.kind)));
    ml_json_put_text(&s->detail, "key", sound(r.key));
    ml_json_put_text(&s->detail, "action", sound(r.action));
    if (r.quiet) ml_json_put_number(&s->detail, "observed", 0);
  }
  int rc2 = st ? ml_log_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* ---- what the log tells ---- */

static void position_put(MlBuf *b, i64 seq) {
  ml_buf_cut(b, 0);
  ml_buf_char(b, '#');
  ml_buf_int(b, seq);
}

/* What its first row says; of an action whose rows are gone, nothing. */
static int action_show(MlConn *c, const MlMet *x, MlShown *s, MlErr *e) {
  MlMet first;
  MlRow r = {0};
  sqlite3_stmt *st = NULL;
  int found = 0;
  ml_buf_puts(&s->type, "action");
  position_put(&s->id, x->place);
  int rc = ml_walk_event(c, x->place, &first, e);
  if (!rc && first.kind == ML_MET_EVENT) rc = ml_log_get(c, first.place, &r, &st, &found, e);
  if (!rc && found) {
    s->time = ml_event_minus(r.seq, r.skew);
    ml_json_put_text(&s->detail, "name", sound(r.action));
    if (r.meta.p && ml_json_type(r.meta) == ML_MAP && sound(r.meta).p) {
      ml_json_put_name(&s->detail, "meta");
      ml_buf_text(&s->detail, r.meta);
    }
  }
  int rc2 = st ? ml_log_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

static int run_show(MlConn *c, const MlMet *x, MlShown *s, MlErr *e) {
  MlMet begin;
  MlRun r;
  sqlite3_stmt *st;
  int found;
  ml_buf_puts(&s->type, "run");
  ml_buf_cut(&s->id, 0);
  ml_buf_int(&s->id, x->place);
  int rc = ml_run_get(c, x->place, &r, &st, &found, e);
  if (!rc && found) {
    s->time = r.begun;
    ml_json_put_text(&s->detail, "key", sound(r.key));
    ml_json_put_text(&s->detail, "outcome", sound(r.outcome));
    if (r.end_place) time_put(&s->detail, "ended", r.ended);
    rc = ml_walk_event(c, ml_event_position(r.begin_place), &begin, e);
    if (!rc && begin.kind == ML_MET_EVENT) ml_json_put_uuid(&s->detail, "begin", &begin.id);
  }
  int rc2 = st ? ml_run_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

static void reads_put(MlBuf *b, const char *name, u8 reads) {
  int n = 0;
  if (!reads) return;
  ml_json_put_name(b, name);
  for (int i = 0; i < ML_TRAIL_READS; i++) {
    if (!(reads & (1 << i))) continue;
    ml_buf_puts(b, n++ ? ",\"" : "[\"");
    ml_buf_puts(b, ml_trail_reads[i]);
    ml_buf_char(b, '"');
  }
  ml_buf_char(b, ']');
}

static void unrecorded_show(const MlMet *x, MlShown *s) {
  ml_buf_puts(&s->type, "unrecorded");
  position_put(&s->id, x->place);
  reads_put(&s->detail, "not_recorded", x->unrecorded);
  reads_put(&s->detail, "not_known", x->unknown);
}

static void path_show(const MlWalk *w, MlShown *s) {
  ml_buf_puts(&s->type, "path");
  ml_buf_cut(&s->id, 0);
  ml_buf_text(&s->id, w->trail.node.path);
  ml_json_put_text(&s->detail, "key", w->trail.node.key);
  ml_json_put_text(&s->detail, "scope", ml_event_scope_name(w->trail.node.scope));
}

/* A row that was pruned, or is missing; or (unknown) one that stood at this position or before. */
static void gone_show(const MlMet *x, MlShown *s) {
  ml_buf_puts(&s->type, "event");
  ml_buf_cut(&s->id, 0);
  if (!x->unknown) position_put(&s->id, x->place);
  if (x->unknown) ml_json_put_number(&s->detail, "upto", x->place);
  ml_json_put_text(&s->detail, "state", ML_TEXT("gone"));
}

/* ---- all of them ---- */

/* What else the edge says that led here. */
static int edge_put(const MlWalk *w, const MlMet *x, MlBuf *b, MlErr *e) {
  MlText reason = ml_trail_text(&w->trail, x->reason), detail = ml_trail_text(&w->trail, x->detail);
  if (!x->rank && x->score < 0 && !reason.p && !detail.p) return SQLITE_OK;
  int rc = SQLITE_OK;
  ml_json_put_name(b, "edge");
  ml_buf_char(b, '{');
  if (x->rank) ml_json_put_number(b, "rank", x->rank);
  if (x->score >= 0) {
    ml_json_put_name(b, "score");
    rc = ml_json_real(x->score, "a score", b, e);
  }
  ml_json_put_text(b, "reason", reason);
  if (detail.p) {
    ml_json_put_name(b, "detail");
    ml_buf_text(b, detail);
  }
  ml_buf_char(b, '}');
  return rc;
}

static int thing_show(const MlWalk *w, const MlMet *x, MlShown *s, MlErr *e) {
  switch (x->kind) {
  case ML_MET_RECORD:
    return record_show(w->trail.c, x, s, e);
  case ML_MET_ENTITY:
    return entity_show(w->trail.c, x, s, e);
  case ML_MET_EVENT:
    return event_show(w->trail.c, x, s, e);
  case ML_MET_ACTION:
    return action_show(w->trail.c, x, s, e);
  case ML_MET_RUN:
    return run_show(w->trail.c, x, s, e);
  case ML_MET_UNRECORDED:
    unrecorded_show(x, s);
    return SQLITE_OK;
  case ML_MET_PATH:
    path_show(w, s);
    return SQLITE_OK;
  case ML_MET_GONE:
    gone_show(x, s);
    return SQLITE_OK;
  default:
    ml_buf_puts(&s->type, "unknown");
    return SQLITE_OK;
  }
}

int ml_walk_show(const MlWalk *w, MlShown *s, MlErr *e) {
  const MlMet *x = w->thing;
  char id[37];
  ml_buf_cut(&s->type, 0);
  ml_buf_cut(&s->id, 0);
  ml_buf_cut(&s->detail, 0);
  s->version = s->time = 0;
  ml_uuid_text(&x->id, id);
  ml_buf_puts(&s->id, id);
  ml_buf_char(&s->detail, '{');
  int rc = thing_show(w, x, s, e);
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
