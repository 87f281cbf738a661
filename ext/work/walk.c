#include "walk.h"

#include "../store/log.h"

#include <stddef.h>
#include <string.h>

/* ---- what was met ---- */

static u32 thing_hash(const MlThing *x) {
  u32 h = 2166136261u ^ (u32)x->kind;
  for (size_t i = 0; i < sizeof(x->id.b); i++) h = (h ^ x->id.b[i]) * 16777619u;
  for (int i = 0; i < 8; i++) h = (h ^ (u8)((u64)x->version >> (8 * i))) * 16777619u;
  return h;
}

static int thing_same(const MlThing *a, const MlThing *b) {
  return a->kind == b->kind && a->version == b->version && memcmp(a->id.b, b->id.b, sizeof(a->id.b)) == 0;
}

/* The slot in which the thing stands, or could. */
static i64 *slot_find(const MlWalk *w, const MlThing *x) {
  u64 i = thing_hash(x) & (u64)(w->n_slot - 1);
  while (w->slot[i] && !thing_same(&w->all[w->slot[i] - 1], x)) i = (i + 1) & (u64)(w->n_slot - 1);
  return &w->slot[i];
}

static int slots_grow(MlWalk *w) {
  i64 n = w->n_slot ? w->n_slot * 2 : 64;
  i64 *slot = sqlite3_malloc64((u64)n * sizeof(*slot));
  if (!slot) return SQLITE_NOMEM;
  memset(slot, 0, (size_t)n * sizeof(*slot));
  sqlite3_free(w->slot);
  w->slot = slot;
  w->n_slot = n;
  for (i64 i = 0; i < w->n; i++) *slot_find(w, &w->all[i]) = i + 1;
  return SQLITE_OK;
}

static int room_make(MlWalk *w) {
  if (w->n * 2 >= w->n_slot && slots_grow(w)) return SQLITE_NOMEM;
  if (w->n < w->cap) return SQLITE_OK;
  i64 cap = w->cap ? w->cap * 2 : 32;
  MlThing *all = sqlite3_realloc64(w->all, (u64)cap * sizeof(*all));
  if (!all) return SQLITE_NOMEM;
  w->all = all;
  w->cap = cap;
  return SQLITE_OK;
}

static MlWalkText text_keep(MlWalk *w, MlText t) {
  MlWalkText kept = {w->text.n, t.p ? t.n : -1};
  ml_buf_text(&w->text, t);
  return kept;
}

MlText ml_walk_text(const MlWalk *w, MlWalkText t) {
  return t.n < 0 ? (MlText){NULL, 0} : (MlText){w->text.p + t.at, t.n};
}

int ml_walk_meet(MlWalk *w, const MlThing *x, const MlMet *met, MlErr *e) {
  if (room_make(w)) return ml_err_nomem(e);
  i64 *slot = slot_find(w, x);
  if (*slot) return SQLITE_OK;
  MlThing *y = &w->all[w->n];
  *y = *x;
  y->via = met->via;
  y->depth = met->via < 0 ? 0 : w->all[met->via].depth + 1;
  y->relation = text_keep(w, met->relation);
  y->reason = text_keep(w, met->edge ? met->edge->reason : (MlText){NULL, 0});
  y->detail = text_keep(w, met->edge ? met->edge->detail : (MlText){NULL, 0});
  y->rank = met->edge ? met->edge->rank : 0;
  y->score = met->edge ? met->edge->score : -1;
  if (w->text.rc) return ml_err_nomem(e);
  *slot = ++w->n;
  return SQLITE_OK;
}

/* ---- what stands at an end of an edge ---- */

/* A version says that it is a record's. Else it may be all of a record, an entity, an event. */
static int thing_find(MlConn *c, const MlUuid *id, i64 version, MlThing *x, MlErr *e) {
  MlEntity entity;
  MlItem item;
  sqlite3_stmt *st;
  int found;
  *x = (MlThing){.kind = ML_THING_RECORD, .id = *id, .version = version};
  if (version) return SQLITE_OK;
  int rc = ml_entity_find(c, id, &entity, &st, &found, e);
  if (!rc && found && !ml_text_same(entity.type, ML_TEXT("record"))) x->kind = ML_THING_ENTITY;
  int rc2 = ml_lineage_done(c, st, e);
  if (rc || rc2 || found) return rc ? rc : rc2;
  rc = ml_item_find_version(c, id, 0, &item, &st, &found, e);
  rc2 = ml_item_done(c, st, e);
  if (rc || rc2 || found) return rc ? rc : rc2;
  rc = ml_log_place_of(c, id, &x->place, e);
  x->kind = x->place ? ML_THING_EVENT : ML_THING_LOST;
  return rc;
}

static int end_meet(MlWalk *w, const MlEdge *edge, i64 via, MlErr *e) {
  MlMet met = {via, edge->relation, edge};
  MlThing x;
  int rc = w->forward ? thing_find(w->c, &edge->from, edge->from_version, &x, e)
                      : thing_find(w->c, &edge->to, edge->to_version, &x, e);
  return rc ? rc : ml_walk_meet(w, &x, &met, e);
}

/* ---- where it leads ---- */

/* Follows the edges at a version of what has the id (-1: at any, but then leads to these versions only). */
static int edges_follow(MlWalk *w, i64 via, const MlUuid *id, i64 version, MlErr *e) {
  MlMet of = {via, ML_TEXT("version"), NULL};
  sqlite3_stmt *st;
  MlEdge edge;
  int more = 1;
  int rc = w->forward ? ml_edge_scan_to(w->c, id, version, &st, e) : ml_edge_scan_from(w->c, id, version, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_edge_next(w->c, st, &edge, &more, e);
    if (rc || !more) break;
    i64 at = w->forward ? edge.to_version : edge.from_version;
    MlThing x = {.kind = ML_THING_RECORD, .id = *id, .version = at};
    if (version >= 0) {
      rc = end_meet(w, &edge, via, e);
    } else if (at) {
      rc = ml_walk_meet(w, &x, &of, e);
    }
  }
  int rc2 = ml_lineage_done(w->c, st, e);
  return rc ? rc : rc2;
}

/* All of a record: its versions, and those of which only edges are left. */
static int versions_follow(MlWalk *w, i64 via, const MlUuid *id, MlErr *e) {
  MlMet met = {via, ML_TEXT("version"), NULL};
  sqlite3_stmt *st;
  MlItem item;
  int more = 1;
  int rc = ml_item_scan_versions(w->c, id, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(w->c, st, &item, &more, e);
    if (rc || !more) break;
    MlThing x = {.kind = ML_THING_RECORD, .id = *id, .version = item.version};
    rc = ml_walk_meet(w, &x, &met, e);
  }
  int rc2 = ml_item_done(w->c, st, e);
  if (!rc) rc = rc2;
  return rc ? rc : edges_follow(w, via, id, -1, e);
}

/* The version that stood before a version of a record, or the one that took its place. */
static int neighbour_follow(MlWalk *w, i64 via, const MlUuid *id, i64 version, MlErr *e) {
  MlMet met = {via, ML_TEXT("supersedes"), NULL};
  MlThing x = {.kind = ML_THING_RECORD, .id = *id};
  int rc = ml_item_find_beside(w->c, id, version, w->forward, &x.version, e);
  return rc || !x.version ? rc : ml_walk_meet(w, &x, &met, e);
}

/* Asks the thing for its edges. */
static int thing_open(MlWalk *w, i64 i, MlErr *e) {
  MlThing x = w->all[i]; /* meeting others moves them */
  if (w->max_depth >= 0 && x.depth >= w->max_depth) return SQLITE_OK;
  int rc = edges_follow(w, i, &x.id, 0, e);
  if (rc || x.kind != ML_THING_RECORD) return rc;
  if (!x.version) return versions_follow(w, i, &x.id, e);
  rc = edges_follow(w, i, &x.id, x.version, e);
  return rc ? rc : neighbour_follow(w, i, &x.id, x.version, e);
}

/* ---- the walk ---- */

static int more_find(MlWalk *w, i64 upto, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && w->n <= upto && w->opened < w->n) rc = thing_open(w, w->opened++, e);
  return rc;
}

/* Before the first write all is found that is to be: what is written is not followed. */
static int walk_keep(MlReader *r) {
  MlWalk *w = (MlWalk *)(void *)((char *)r - offsetof(MlWalk, reader));
  MlErr e = {0};
  i64 at = w->thing ? w->thing - w->all : -1;
  int rc = w->failed ? SQLITE_OK : more_find(w, INT64_MAX, &e);
  if (at >= 0) w->thing = &w->all[at];
  if (rc) w->failed = rc;
  ml_err_clear(&e);
  /* A SELECT under which its transaction was rolled back is told so itself; whoever writes goes on. */
  return (rc & 0xff) == SQLITE_ABORT ? SQLITE_OK : rc;
}

int ml_walk_next(MlWalk *w, MlErr *e) {
  w->thing = NULL;
  if (w->failed) return ml_err_db(e, w->c->db, w->failed, "keeping the rows of an open SELECT");
  int rc = more_find(w, w->at, e);
  if (!rc && w->at < w->n) w->thing = &w->all[w->at++];
  return rc;
}

int ml_walk_begin(MlConn *c, MlWalk *w, MlText of, int forward, i64 max_depth, MlErr *e) {
  MlMet met = {-1, {NULL, 0}, NULL};
  MlSubject s;
  ml_walk_stop(w);
  w->c = c;
  w->forward = (u8)(forward != 0);
  w->max_depth = max_depth;
  int rc = ml_subject_find(c, "mem_lineage", of, &s, e);
  MlThing x = {.kind = ML_THING_RECORD, .id = s.id, .version = s.named ? s.version : 0, .place = s.place};
  if (s.kind == ML_SUBJECT_ENTITY) x.kind = ML_THING_ENTITY;
  if (s.kind == ML_SUBJECT_EVENT) x.kind = ML_THING_EVENT;
  if (!rc) rc = ml_walk_meet(w, &x, &met, e);
  ml_subject_free(&s);
  if (rc) return rc;
  ml_conn_reader_join(c, &w->reader, walk_keep);
  return ml_walk_next(w, e);
}

void ml_walk_stop(MlWalk *w) {
  if (w->c) ml_conn_reader_leave(w->c, &w->reader);
  sqlite3_free(w->all);
  sqlite3_free(w->slot);
  ml_buf_free(&w->text);
  *w = (MlWalk){0};
}
