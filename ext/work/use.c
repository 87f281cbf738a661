#include "use.h"

#include "../data/path.h"
#include "../store/meta.h"
#include "../store/retain.h"
#include "../store/used.h"

int ml_use_list(MlConn *c, const MlNodeId *list, int *yes, MlErr *e) {
  const MlRule *rule;
  *yes = 0;
  if (!c->rules_known || !c->rules.by_use || c->observer || c->emitting || c->storing) return SQLITE_OK;
  int rc = ml_retain_find(c, list->key, list->scope, list->path, &rule, e);
  *yes = !rc && rule && rule->policy == ML_DROP_UNUSED;
  return rc;
}

/* Whether a value that was read is an element of such a list. */
static int value_wanted(MlConn *c, const MlNodeId *id, MlText path, int *yes, MlErr *e) {
  MlNodeId list = {id->key, id->scope, {path.p, ml_path_parent(path)}};
  *yes = 0;
  return ml_path_index(ml_path_last(path)) < 0 ? SQLITE_OK : ml_use_list(c, &list, yes, e);
}

/* The next value that was read, after x; NULL in x begins. */
static MlNode *value_next(const MlUse *u, MlNode *x) {
  do {
    x = x ? ml_tree_walk(u->top, x) : u->top;
  } while (x && (!x->value.p || (u->direct && x->parent != u->top)));
  return x;
}

int ml_use_wanted(MlConn *c, const MlUse *u, int *yes, MlErr *e) {
  int rc = SQLITE_OK;
  *yes = 0;
  if (!c->rules_known || !c->rules.by_use) return SQLITE_OK;
  if (!u->top) return value_wanted(c, u->id, u->id->path, yes, e);
  for (MlNode *x = value_next(u, NULL); x && !rc && !*yes; x = value_next(u, x)) {
    rc = value_wanted(c, u->id, x->path, yes, e);
  }
  return rc;
}

static int value_note(MlConn *c, const MlNodeId *id, MlText path, MlErr *e) {
  int wanted;
  int rc = value_wanted(c, id, path, &wanted, e);
  return rc || !wanted ? rc : ml_used_note(c, id->key, id->scope, path, ml_conn_now(c) / 1000, e);
}

int ml_use_note(MlConn *c, const MlUse *u, MlErr *e) {
  int there;
  /* The rules may have changed since the read, which was no write. */
  int rc = ml_meta_installed(c, &there, e);
  if (!rc) rc = ml_retain_load(c, e);
  if (rc || !there) return rc;
  if (!u->top) return value_note(c, u->id, u->id->path, e);
  for (MlNode *x = value_next(u, NULL); x && !rc; x = value_next(u, x)) rc = value_note(c, u->id, x->path, e);
  return rc;
}
