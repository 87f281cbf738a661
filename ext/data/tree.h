/*
** A tree of nodes addressed by canonical path: what a key's memory looks like while it is rebuilt,
** folded or shown. One hash over the paths, links for the tree. Text is borrowed unless kept (ml_tree_keep).
*/
#ifndef ML_TREE_H
#define ML_TREE_H

#include "../base/buf.h"
#include "../base/err.h"
#include "json.h"

typedef struct MlNode MlNode;
struct MlNode {
  MlText path;
  MlText value; /* canonical JSON of a value node */
  MlType type;  /* ML_MISSING: only there because something lies under it; ML_OBJECT, ML_LIST, or a value's type */
  u8 flags;     /* the user's own (fold) */
  u32 hash;
  i64 next_index;                       /* of a list */
  i64 expires;                          /* when it expires, in milliseconds; 0: never (see expiry.h) */
  i64 order[3];                         /* the user's own (fold) */
  MlNode *parent, *child, *next, *prev; /* children as they were made; the prev of the first is the last */
  MlNode *chain;                        /* same hash bucket */
};

typedef struct MlTree {
  MlNode root; /* path '' */
  MlNode **bucket;
  u32 n_bucket;
  u64 seed;    /* of the hash */
  i64 n;       /* nodes, the root not counted */
  i64 soonest; /* no node of it expires before; 0: none does */
  MlNode *spare;
  struct MlTreeChunk *chunk;
} MlTree;

void ml_tree_open(MlTree *t); /* zero memory is not enough: sets up the root (an ML_OBJECT) */
void ml_tree_free(MlTree *t);

/* The node at path, or NULL. '' is the root. */
MlNode *ml_tree_find(MlTree *t, MlText path);

/* The node at path, made if missing (type ML_MISSING), its ancestors too. NULL: out of memory. Borrows path's bytes,
** which must live as long as the tree. */
MlNode *ml_tree_make(MlTree *t, MlText path);

/* Says when a node expires (0: never). */
static inline void ml_tree_date(MlTree *t, MlNode *n, i64 expires) {
  n->expires = expires;
  if (expires && (!t->soonest || expires < t->soonest)) t->soonest = expires;
}

/* Removes everything under the node, and the node itself unless it is the root. Returns how many nodes whose type is
** not ML_MISSING went. */
i64 ml_tree_remove(MlTree *t, MlNode *n);

/* Copies text into the tree's own memory. {NULL,0} with n>0 asked: out of memory. */
MlText ml_tree_keep(MlTree *t, MlText text);

/* The next node of a walk that visits n and all under it, parents first. NULL at the end. */
MlNode *ml_tree_walk(MlNode *top, const MlNode *at);

/* All nodes but the root whose type is not ML_MISSING, in byte order of their paths: *pa is owned (sqlite3_free),
** *pn their number. SQLITE_NOMEM. */
int ml_tree_sorted(MlTree *t, MlNode ***pa, i64 *pn);

/* The direct children of a node in byte order of their bare names (a list's: in index order): *pa is owned
** (sqlite3_free), *pn their number. SQLITE_NOMEM. */
int ml_tree_children(const MlNode *n, MlNode ***pa, i64 *pn);

/* Puts node n as nested JSON at the end of out: a value as it is; an object as a map in byte order of its bare
** names; a list as an array in index order. Deep trees do not exhaust the stack. */
int ml_tree_nested(MlTree *t, MlNode *n, MlBuf *out, MlErr *e);

#endif
