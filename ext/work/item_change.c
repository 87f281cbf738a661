#include "item_change.h"

#include "../store/large.h"
#include "action.h"
#include "propose.h"
#include "version.h"

#include <string.h>

/* ---- what is given ---- */

static MlText words_given(MlText t) { return t.n ? t : (MlText){NULL, 0}; }

static i64 number_given(i64 v, i64 otherwise) { return v == ML_GIVEN_NOT ? otherwise : v; }

static i64 bound_given(i64 v, i64 otherwise) { return v == ML_GIVEN_NONE ? ML_ITEM_OPEN : number_given(v, otherwise); }

/* A version that there was, or nothing, with what is given of it. */
static void version_fill(const MlGiven *g, MlItem *x) {
  const struct {
    MlText given, *to;
  } text[] = {{g->metadata, &x->metadata},
              {g->kind, &x->kind},
              {g->category, &x->category},
              {g->source, &x->source},
              {g->location, &x->location}};
  for (size_t i = 0; i < sizeof(text) / sizeof(*text); i++) {
    if (text[i].given.p) *text[i].to = words_given(text[i].given);
  }
  x->importance = number_given(g->importance, x->importance);
  x->valid_from = bound_given(g->valid_from, x->valid_from);
  x->valid_to = bound_given(g->valid_to, x->valid_to);
  x->expires = number_given(g->expires, x->expires);
  x->sensitivity = number_given(g->sensitivity, x->sensitivity);
}

/* It would be true at no time: a bound that is given does not go with the other one, that stood. */
static int is_never(const MlItem *x) {
  return x->valid_from != ML_ITEM_OPEN && x->valid_to != ML_ITEM_OPEN && x->valid_to <= x->valid_from;
}

static int never_refuse(MlItemJob *j, MlText id) {
  char set[ML_ERR_SHOW], show[ML_ERR_SHOW];
  return ml_err_set(j->e, SQLITE_ERROR, "memlog: item %s of set %s: its valid_to would not be after its valid_from",
                    ml_err_show(show, id), ml_err_show(set, j->set));
}

static int texts_same(MlText a, MlText b) { return !a.p == !b.p && ml_text_same(a, b); }

static int version_is_same(const MlItem *a, const MlItem *b) {
  return texts_same(a->metadata, b->metadata) && texts_same(a->kind, b->kind) && texts_same(a->category, b->category) &&
         texts_same(a->source, b->source) && texts_same(a->location, b->location) && a->importance == b->importance &&
         a->valid_from == b->valid_from && a->valid_to == b->valid_to && a->expires == b->expires &&
         a->sensitivity == b->sensitivity;
}

/* ---- a version ---- */

static int version_put(MlItemJob *j, MlItem *x, MlText content, i64 moved) {
  j->record = x->record;
  j->version = x->version;
  x->number = 0;
  x->admission = (MlText){NULL, 0};
  x->derived = j->origin->how.kind;
  MlEnd version = {&x->record, x->version};
  int rc = j->proposes ? ml_propose_put(j->c, x, content, j->e) : ml_item_job_insert(j, x, content, moved);
  if (!rc) rc = ml_bar_mark(j->c, &j->bar, version, j->e);
  MlArrival arrival = j->proposes ? ML_WAITS : ML_STANDS;
  return rc ? rc : ml_origin_tell(j->c, j->key, j->origin, version, arrival, j->e);
}

int ml_item_change_add(MlItemJob *j, const MlGiven *g, const MlUuid *digest, MlText id, const MlUuid *record) {
  MlBuf actor = ml_conn_scratch(j->c);
  MlItem x = {.key = j->key, .set = j->set, .id = id, .record = *record, .version = 1, .digest = *digest};
  x.valid_from = x.valid_to = ML_ITEM_OPEN;
  x.created = x.at = j->now;
  x.creator = words_given(ml_action_actor(j->c, &actor));
  version_fill(g, &x);
  int rc = actor.rc ? ml_err_nomem(j->e) : ml_bar_check(j->c, j->key, j->set, g->content, &j->bar, j->e);
  if (!rc) rc = ml_item_job_path(j, id);
  if (!rc) rc = version_put(j, &x, g->content, 0);
  ml_conn_give(j->c, &actor);
  return rc;
}

/* Those that were proposed have numbers, too, be they let in or not. */
static int version_next(MlItemJob *j, const MlUuid *record, i64 *version) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_find_version(j->c, record, 0, &x, &st, &found, j->e);
  if (rc || !found) return rc;
  *version = x.version + 1;
  return ml_item_done(j->c, st, j->e);
}

int ml_item_change_put(MlItemJob *j, const MlGiven *g, const MlUuid *digest, const MlItem *base, i64 stands,
                       int *changed) {
  MlItem x = *base;
  int same;
  *changed = 0;
  j->record = x.record;
  j->version = x.version;
  version_fill(g, &x);
  if (is_never(&x)) return never_refuse(j, x.id);
  int rc = ml_large_same(j->c, j->key, base->content, g->content, &same, j->e);
  if (rc) return rc;
  if (!same && !g->location.p) x.location = (MlText){NULL, 0}; /* the new content is kept here */
  if (same && version_is_same(base, &x)) return SQLITE_OK;
  *changed = 1;
  j->bar = (MlBar){0};
  if (!same) rc = ml_bar_check(j->c, j->key, j->set, g->content, &j->bar, j->e);
  x.digest = *digest;
  x.at = j->now;
  if (!rc) rc = version_next(j, &x.record, &x.version);
  if (!rc) rc = ml_item_job_path(j, x.id);
  if (j->proposes) stands = 0;
  if (!rc && stands && stands != base->number) rc = ml_item_job_has(j, stands, g->content, &same);
  if (!rc && stands) rc = same ? ml_item_job_end_version(j, stands, 0) : ml_item_job_remove_version(j, stands, 0);
  return rc ? rc : version_put(j, &x, g->content, same ? stands : 0);
}
