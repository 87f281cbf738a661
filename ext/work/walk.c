#include "walk.h"

#include "../store/log.h"
#include "../store/origin.h"
#include "subject.h"
#include "walk_log.h"

#include <stddef.h>
#include <string.h>

/* ---- what stands at an end of an edge ---- */

/* A version says that it is a record's. Else it may be all of a record, an entity, an event. */
static int thing_find(MlConn *c, const MlUuid *id, i64 version, MlMet *x, MlErr *e) {
  MlEntity entity;
  MlItem item;
  sqlite3_stmt *st;
  int found;
  *x = (MlMet){.kind = ML_MET_RECORD, .id = *id, .version = version};
  if (version) return SQLITE_OK;
  int rc = ml_entity_find(c, id, &entity, &st, &found, e);
  if (!rc && found && !ml_text_same(entity.type, ML_TEXT("record"))) x->kind = ML_MET_ENTITY;
  int rc2 = ml_lineage_done(c, st, e);
  if (rc || rc2 || found) return rc ? rc : rc2;
  rc = ml_item_find_version(c, id, 0, &item, &st, &found, e);
  rc2 = ml_item_done(c, st, e);
  if (rc || rc2 || found) return rc ? rc : rc2;
  i64 place;
  rc = ml_log_place_of(c, id, &place, e);
  if (!rc && place) return ml_walk_event(c, ml_event_position(place), x, e);
  x->kind = ML_MET_LOST;
  return rc;
}

static int end_meet(MlTrail *t, const MlEdge *edge, i64 via, MlErr *e) {
  MlStep step = {via, edge->relation, edge};
  MlMet x;
  int rc = t->forward ? thing_find(t->c, &edge->from, edge->from_version, &x, e)
                      : thing_find(t->c, &edge->to, edge->to_version, &x, e);
  return rc ? rc : ml_trail_meet(t, &x, &step, e);
}

/* ---- where it leads ---- */

/* Follows the edges at a version of what has the id (-1: at any, but then leads to these versions only). */
static int edges_follow(MlTrail *t, i64 via, const MlUuid *id, i64 version, MlErr *e) {
  MlStep of = {via, ML_TEXT("version"), NULL};
  sqlite3_stmt *st;
  MlEdge edge;
  int more = 1;
  int rc = t->forward ? ml_edge_scan_to(t->c, id, version, &st, e) : ml_edge_scan_from(t->c, id, version, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_edge_next(t->c, st, &edge, &more, e);
    if (rc || !more) break;
    i64 at = t->forward ? edge.to_version : edge.from_version;
    MlMet x = {.kind = ML_MET_RECORD, .id = *id, .version = at};
    if (version >= 0) {
      rc = end_meet(t, &edge, via, e);
    } else if (at) {
      rc = ml_trail_meet(t, &x, &of, e);
    }
  }
  int rc2 = ml_lineage_done(t->c, st, e);
  return rc ? rc : rc2;
}

/* All of a record: its versions, and those of which only edges are left. */
static int versions_follow(MlTrail *t, i64 via, const MlUuid *id, MlErr *e) {
  MlStep step = {via, ML_TEXT("version"), NULL};
  sqlite3_stmt *st;
  MlItem item;
  int more = 1;
  int rc = ml_item_scan_versions(t->c, id, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(t->c, st, &item, &more, e);
    if (rc || !more) break;
    MlMet x = {.kind = ML_MET_RECORD, .id = *id, .version = item.version};
    rc = ml_trail_meet(t, &x, &step, e);
  }
  int rc2 = ml_item_done(t->c, st, e);
  if (!rc) rc = rc2;
  return rc ? rc : edges_follow(t, via, id, -1, e);
}

/* The version that stood before a version of a record, or the one that took its place. */
static int neighbour_follow(MlTrail *t, i64 via, const MlUuid *id, i64 version, MlErr *e) {
  MlStep step = {via, ML_TEXT("supersedes"), NULL};
  MlMet x = {.kind = ML_MET_RECORD, .id = *id};
  int rc = ml_item_find_beside(t->c, id, version, t->forward, &x.version, e);
  return rc || !x.version ? rc : ml_trail_meet(t, &x, &step, e);
}

/* A row of the log may have had another id where it came from, by which edges name it. */
static int event_open(MlTrail *t, i64 i, const MlMet *x, MlErr *e) {
  MlUuid origin;
  int found;
  int rc = edges_follow(t, i, &x->id, 0, e);
  if (!rc) rc = ml_origin_of(t->c, ml_event_position(x->place), &origin, &found, e);
  if (!rc && found) rc = edges_follow(t, i, &origin, 0, e);
  return rc ? rc : ml_walk_log_open(t, i, e);
}

/* Asks the thing for its edges. */
static int thing_open(MlWalk *w, i64 i, MlErr *e) {
  MlMet x = w->trail.all[i]; /* meeting others moves them */
  if (w->max_depth >= 0 && x.depth >= w->max_depth) return SQLITE_OK;
  if (x.kind == ML_MET_EVENT) return event_open(&w->trail, i, &x, e);
  if (x.kind != ML_MET_RECORD && x.kind != ML_MET_ENTITY && x.kind != ML_MET_LOST) {
    return ml_walk_log_open(&w->trail, i, e);
  }
  int rc = edges_follow(&w->trail, i, &x.id, 0, e);
  if (rc || x.kind == ML_MET_ENTITY) return rc;
  if (!x.version) return versions_follow(&w->trail, i, &x.id, e);
  rc = edges_follow(&w->trail, i, &x.id, x.version, e);
  return rc ? rc : neighbour_follow(&w->trail, i, &x.id, x.version, e);
}

/* ---- the walk ---- */

static int more_find(MlWalk *w, i64 upto, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && w->trail.n <= upto && w->opened < w->trail.n) rc = thing_open(w, w->opened++, e);
  return rc;
}

/* Before the first write all is found that is to be: what is written is not followed. */
static int walk_keep(MlReader *r) {
  MlWalk *w = (MlWalk *)(void *)((char *)r - offsetof(MlWalk, reader));
  MlErr e = {0};
  i64 at = w->thing ? w->thing - w->trail.all : -1;
  int rc = w->failed ? SQLITE_OK : more_find(w, INT64_MAX, &e);
  if (at >= 0) w->thing = &w->trail.all[at];
  if (rc) w->failed = rc;
  ml_err_clear(&e);
  /* A SELECT under which its transaction was rolled back is told so itself; whoever writes goes on. */
  return (rc & 0xff) == SQLITE_ABORT ? SQLITE_OK : rc;
}

int ml_walk_next(MlWalk *w, MlErr *e) {
  w->thing = NULL;
  if (w->failed) return ml_err_db(e, w->trail.c->db, w->failed, "keeping the rows of an open SELECT");
  int rc = more_find(w, w->at, e);
  if (!rc && w->at < w->trail.n) w->thing = &w->trail.all[w->at++];
  return rc;
}

/* The thing that is asked about. */
static int first_meet(MlTrail *t, const MlSubject *s, MlErr *e) {
  MlStep step = {-1, {NULL, 0}, NULL};
  MlMet x = {.kind = ML_MET_RECORD, .id = s->id, .version = s->named ? s->version : 0};
  int rc = SQLITE_OK;
  if (s->kind == ML_SUBJECT_ENTITY) x.kind = ML_MET_ENTITY;
  if (s->kind == ML_SUBJECT_EVENT) rc = ml_walk_event(t->c, ml_event_position(s->place), &x, e);
  if (s->kind == ML_SUBJECT_NODE) {
    x.kind = ML_MET_PATH;
    ml_buf_text(&t->key, s->node.key);
    ml_buf_text(&t->path, s->node.path);
    if (t->key.rc || t->path.rc) return ml_err_nomem(e);
    t->node = (MlNodeId){ml_buf_view(&t->key), s->node.scope, ml_buf_view(&t->path)};
  }
  if (x.kind == ML_MET_PATH && t->forward) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_lineage: what depends on a node of memory is not known: ask backward, and then "
                      "forward from the event that wrote it");
  }
  return rc ? rc : ml_trail_meet(t, &x, &step, e);
}

int ml_walk_begin(MlConn *c, MlWalk *w, MlText of, int forward, i64 max_depth, MlErr *e) {
  MlSubject s;
  ml_walk_stop(w);
  w->trail.c = c;
  w->trail.forward = (u8)(forward != 0);
  w->max_depth = max_depth;
  int rc = ml_subject_find(c, "mem_lineage", of, &s, e);
  if (!rc) rc = first_meet(&w->trail, &s, e);
  ml_subject_free(&s);
  if (rc) return rc;
  ml_conn_reader_join(c, &w->reader, walk_keep);
  return ml_walk_next(w, e);
}

void ml_walk_stop(MlWalk *w) {
  if (w->trail.c) ml_conn_reader_leave(w->trail.c, &w->reader);
  ml_trail_free(&w->trail);
  *w = (MlWalk){0};
}
