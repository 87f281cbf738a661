#include "fold.h"

#include "expiry.h"
#include "note.h"
#include "path.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* Flags of a node while it is folded, and what its order[] holds. */
#define F_VALUE     1  /* stands in value with what was written */
#define F_MARK      2  /* stands in value as null: an object that was asked for */
#define F_CONTAINER 4  /* stands in containers */
#define F_IMPLICIT  8  /* … unless something that survives lies under it */
#define F_REMOVED   16 /* stands in removed */
#define F_ALIVE     32 /* something that survives lies at or under it */
#define F_DATED     64 /* is not written, but expires at another time than it did */
#define F_WRITTEN   (F_VALUE | F_MARK | F_CONTAINER)

enum { ORDER_VALUE, ORDER_REMOVED, ORDER_CONTAINER };

/* A host's events of one type: members of maps by name, or one value. */
typedef struct Host Host;
struct Host {
  Host *next;
  MlText type;
  MlTree members; /* names of members as paths: never looked into */
  MlText single;
};

typedef struct Group {
  int used;
  MlTree *tree[ML_KIND_SHORT_TERM_READ + 1]; /* writes and reads by kind */
  MlNotes notes[ML_SCOPES];                  /* of writes */
  MlTree *before[ML_SCOPES];                 /* what stood where something was written */
  u8 loud[ML_KIND_SHORT_TERM_READ + 1];      /* they make an event */
  Host *host;                                /* by first use */
} Group;

typedef struct Fold {
  const MlPending *p;
  Group *group;  /* by key number - low */
  u32 low, high; /* the least key number, and one more than the greatest */
  u32 *order;    /* key numbers by first record */
  u32 n_order;
  i64 clock; /* gives every mention its place */
} Fold;

static MlTree *tree_new(void) {
  MlTree *t = sqlite3_malloc64(sizeof(*t));
  if (t) ml_tree_open(t);
  return t;
}

static void tree_drop(MlTree *t) {
  if (t) ml_tree_free(t);
  sqlite3_free(t);
}

static int write_fold(Fold *f, MlTree *t, const MlRecord *r) {
  MlNode *n = ml_tree_make(t, r->path);
  if (!n) return SQLITE_NOMEM;
  if (r->op == ML_OP_REMOVE) {
    ml_tree_remove(t, n);
    n = ml_tree_make(t, r->path);
    if (!n) return SQLITE_NOMEM;
    n->flags = F_REMOVED;
    n->order[ORDER_REMOVED] = f->clock++;
    return SQLITE_OK;
  }
  n->expires = r->expires;
  if (r->op == ML_OP_DATE) {
    if (!(n->flags & F_WRITTEN)) n->flags |= F_DATED;
    return SQLITE_OK;
  }
  u8 removed = n->flags & F_REMOVED;
  if ((r->op == ML_OP_VALUE || r->op == ML_OP_OBJECT) && !(n->flags & (F_VALUE | F_MARK))) {
    n->order[ORDER_VALUE] = f->clock++;
  }
  if (r->op != ML_OP_VALUE && !(n->flags & F_CONTAINER)) n->order[ORDER_CONTAINER] = f->clock++;
  switch (r->op) {
  case ML_OP_VALUE:
    n->flags = removed | F_VALUE;
    n->value = r->value;
    break;
  case ML_OP_OBJECT:
    n->flags = removed | F_MARK | F_CONTAINER;
    n->type = ML_OBJECT;
    break;
  case ML_OP_LIST:
    n->flags = removed | F_CONTAINER;
    n->type = ML_LIST;
    break;
  default:
    if (!(n->flags & F_CONTAINER)) n->flags = removed | F_CONTAINER | F_IMPLICIT;
    n->type = ML_OBJECT;
  }
  return SQLITE_OK;
}

static int read_fold(Fold *f, MlTree *t, const MlRecord *r) {
  MlNode *n = ml_tree_make(t, r->path);
  if (!n) return SQLITE_NOMEM;
  if (!(n->flags & F_VALUE)) n->order[ORDER_VALUE] = f->clock++;
  n->flags = F_VALUE;
  n->value = r->value;
  return SQLITE_OK;
}

static int host_fold(Fold *f, Group *g, const MlRecord *r) {
  Host **at = &g->host;
  while (*at && !ml_text_same((*at)->type, r->path)) at = &(*at)->next;
  Host *h = *at;
  if (!h) {
    h = sqlite3_malloc64(sizeof(*h));
    if (!h) return SQLITE_NOMEM;
    memset(h, 0, sizeof(*h));
    h->type = r->path;
    ml_tree_open(&h->members);
    *at = h;
  }
  if (ml_json_type(r->value) != ML_MAP) {
    h->single = r->value;
    ml_tree_remove(&h->members, &h->members.root);
    return SQLITE_OK;
  }
  h->single.p = NULL;
  MlJsonScan s;
  for (ml_json_open(&s, r->value); ml_json_next(&s);) {
    MlRecord member = {.path = s.name, .value = s.value};
    if (read_fold(f, &h->members, &member)) return SQLITE_NOMEM;
  }
  return s.rc;
}

/* The first that is told of a path is what stood there before all of it. */
static int before_fold(Group *g, const MlRecord *r) {
  MlTree **t = &g->before[r->scope];
  if (!*t) {
    *t = tree_new();
    if (!*t) return SQLITE_NOMEM;
  }
  MlNode *n = ml_tree_make(*t, r->path);
  if (!n) return SQLITE_NOMEM;
  if (n->type != ML_MISSING) return SQLITE_OK;
  n->value = r->value;
  n->type = ML_NULL; /* is told of */
  return SQLITE_OK;
}

static int record_fold(Fold *f, const MlRecord *r) {
  Group *g = &f->group[r->key - f->low];
  if (r->op == ML_OP_BEFORE) return before_fold(g, r);
  if (!g->used) {
    g->used = 1;
    f->order[f->n_order++] = r->key;
  }
  if (r->op == ML_OP_HOST) return host_fold(f, g, r);
  if (r->op == ML_OP_NOTE) return ml_note_add(&g->notes[r->scope], r->path, r->value);
  int kind = r->op == ML_OP_READ ? (int)ml_event_read_kind(r->scope) : (int)ml_event_write_kind(r->scope);
  MlTree *t = g->tree[kind];
  if (!t) {
    t = g->tree[kind] = tree_new();
    if (!t) return SQLITE_NOMEM;
  }
  g->loud[kind] |= !r->silent;
  return r->op == ML_OP_READ ? read_fold(f, t, r) : write_fold(f, t, r);
}

/* ---- drafts ---- */

static MlDraft *draft_new(MlDrafts *d) {
  if (d->n == d->cap) {
    int cap = d->cap ? d->cap * 2 : 4;
    MlDraft *a = sqlite3_realloc64(d->a, (u64)cap * sizeof(*a));
    if (!a) return NULL;
    d->a = a;
    d->cap = cap;
  }
  memset(&d->a[d->n], 0, sizeof(MlDraft));
  return &d->a[d->n++];
}

static int node_wanted(const MlNode *n, int order) {
  switch (order) {
  case ORDER_VALUE:
    return (n->flags & (F_VALUE | F_MARK)) != 0;
  case ORDER_REMOVED:
    return (n->flags & F_REMOVED) != 0;
  default:
    return (n->flags & F_CONTAINER) && !((n->flags & F_IMPLICIT) && (n->flags & F_ALIVE));
  }
}

#define BY_ORDER(name, k)                                                                                              \
  static int name(const void *a, const void *b) {                                                                      \
    i64 x = (*(MlNode *const *)a)->order[k], y = (*(MlNode *const *)b)->order[k];                                      \
    return x < y ? -1 : x > y;                                                                                         \
  }
BY_ORDER(by_value, ORDER_VALUE)
BY_ORDER(by_removed, ORDER_REMOVED)
BY_ORDER(by_container, ORDER_CONTAINER)

static void entry_put(MlBuf *b, const MlNode *n, int order, int raw_names) {
  ml_buf_char(b, b->n == 0 ? (order == ORDER_REMOVED ? '[' : '{') : ',');
  if (raw_names) {
    ml_buf_text(b, n->path);
  } else {
    ml_json_put_string(b, n->path);
  }
  if (order == ORDER_REMOVED) return;
  ml_buf_char(b, ':');
  if (order == ORDER_CONTAINER) {
    ml_buf_puts(b, n->type == ML_LIST ? "\"list\"" : "\"object\"");
  } else if (n->flags & F_MARK) {
    ml_buf_puts(b, "null");
  } else {
    ml_buf_text(b, n->value);
  }
}

/* Writes one column of a draft: the wanted nodes of list a, in the order in which they were mentioned. */
static void column_put(MlBuf *b, MlNode **a, i64 n, MlNode **scratch, int order, int raw_names) {
  static int (*const by[])(const void *, const void *) = {by_value, by_removed, by_container};
  i64 m = 0;
  int sorted = 1;
  for (i64 i = 0; i < n; i++) {
    if (!node_wanted(a[i], order)) continue;
    if (m && scratch[m - 1]->order[order] > a[i]->order[order]) sorted = 0;
    scratch[m++] = a[i];
  }
  if (!m) return;
  if (!sorted) qsort(scratch, (size_t)m, sizeof(*scratch), by[order]);
  for (i64 i = 0; i < m; i++) entry_put(b, scratch[i], order, raw_names);
  ml_buf_char(b, order == ORDER_REMOVED ? ']' : '}');
}

/* Children before parents: tells each parent whether anything under it survives, and whether it survives itself. */
static void alive_mark(MlNode **a, i64 n) {
  for (i64 i = n - 1; i >= 0; i--) {
    MlNode *x = a[i];
    if ((x->flags & (F_VALUE | F_ALIVE | F_CONTAINER)) && x->parent) x->parent->flags |= F_ALIVE;
  }
}

/* When the nodes expire that the row writes or dates. One that is only there because of what lies under it is written,
** too. */
static void expires_put(MlBuf *b, MlNode **a, i64 n) {
  MlExpirySum sum = {0};
  int dated = 0;
  for (i64 i = 0; i < n; i++) {
    dated |= a[i]->flags & F_DATED;
    if (a[i]->flags & F_WRITTEN) ml_expiry_note(&sum, a[i]->expires, (a[i]->flags & F_ALIVE) != 0);
  }
  if (!dated && !ml_expiry_is_map(&sum)) {
    if (sum.one) ml_buf_int(b, sum.one);
    return;
  }
  for (i64 i = 0; i < n; i++) {
    if ((a[i]->flags & F_DATED) || ((a[i]->flags & F_WRITTEN) && a[i]->expires)) {
      ml_expiry_put(b, a[i]->path, a[i]->expires);
    }
  }
  ml_buf_char(b, '}');
}

static int tree_draft(MlTree *t, MlDraft *d, int raw_names) {
  i64 n = t->n + 1, m = 0;
  MlNode **a = sqlite3_malloc64((u64)n * 2 * sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  for (MlNode *x = &t->root; x; x = ml_tree_walk(&t->root, x)) a[m++] = x;
  alive_mark(a, m);
  column_put(&d->value, a, m, a + n, ORDER_VALUE, raw_names);
  column_put(&d->removed, a, m, a + n, ORDER_REMOVED, 0);
  column_put(&d->containers, a, m, a + n, ORDER_CONTAINER, 0);
  expires_put(&d->expires, a, m);
  sqlite3_free(a);
  if (!d->value.n) ml_buf_puts(&d->value, "{}");
  if (d->value.rc) return d->value.rc;
  if (d->removed.rc) return d->removed.rc;
  return d->containers.rc ? d->containers.rc : d->expires.rc;
}

/* A row that changes nothing but times is of a kind of its own. */
static void refresh_draft(MlDraft *d) {
  int scope = d->kind == ml_event_write_kind(ML_SENSORY) ? ML_SENSORY : ML_SHORT_TERM;
  if (!d->expires.n || d->value.n != 2 || d->removed.n || d->containers.n) return;
  d->kind = ml_event_refresh_kind((MlScope)scope);
  ml_buf_cut(&d->value, 0);
  ml_buf_cut(&d->before, 0);
}

/* 1 if the event lists the path, or has removed what stood there with something above it. */
static int is_listed(MlTree *t, MlText path, int or_above) {
  const MlNode *n = ml_tree_find(t, path);
  for (int k = ORDER_VALUE; n && k <= ORDER_CONTAINER; k++) {
    if (node_wanted(n, k)) return 1;
  }
  while (or_above && path.n) {
    path.n = ml_path_parent(path);
    n = ml_tree_find(t, path);
    if (n && (n->flags & F_REMOVED)) return 1;
  }
  return 0;
}

/* A map from path to value, and at '' an array of the paths at which nothing stood. */
static int before_draft(MlTree *before, MlTree *t, MlBuf *out) {
  MlNode **a;
  i64 n, absent = 0, count = 0;
  if (ml_tree_sorted(before, &a, &n)) return SQLITE_NOMEM;
  ml_buf_char(out, '{');
  for (i64 i = 0; i < n; i++) {
    if (a[i]->value.p || !is_listed(t, a[i]->path, 0)) continue;
    ml_buf_puts(out, absent++ ? "," : "\"\":[");
    ml_json_put_string(out, a[i]->path);
  }
  if (absent) ml_buf_char(out, ']');
  for (i64 i = 0; i < n; i++) {
    if (!a[i]->value.n || !is_listed(t, a[i]->path, 1)) continue;
    if (absent || count++) ml_buf_char(out, ',');
    ml_json_put_string(out, a[i]->path);
    ml_buf_char(out, ':');
    ml_buf_text(out, a[i]->value);
  }
  ml_buf_char(out, '}');
  sqlite3_free(a);
  return out->rc;
}

/* What an event of a change has beside it: what stood there before, and notes beside what the host said of its action.
 */
static int change_draft(const Fold *f, const Group *g, MlDraft *d) {
  MlRecord action;
  for (int s = 0; s < ML_SCOPES; s++) {
    if (d->kind != ml_event_write_kind((MlScope)s)) continue;
    if (g->before[s] && before_draft(g->before[s], g->tree[d->kind], &d->before)) return SQLITE_NOMEM;
    if (!g->notes[s].first) continue;
    int named = ml_pending_action(f->p, &action);
    ml_note_write(&g->notes[s], named ? action.value : (MlText){NULL, 0}, &d->meta);
  }
  return d->meta.rc;
}

static int group_drafts(const Fold *f, Group *g, u32 key, MlDrafts *out) {
  for (int k = 1; k <= ML_KIND_SHORT_TERM_READ; k++) {
    if (!g->tree[k]) continue;
    MlDraft *d = draft_new(out);
    if (!d) return SQLITE_NOMEM;
    d->kind = (MlKind)k;
    d->key = key;
    d->quiet = !g->loud[k];
    int rc = tree_draft(g->tree[k], d, 0);
    if (!rc) rc = change_draft(f, g, d);
    if (rc) return rc;
    refresh_draft(d);
  }
  for (Host *h = g->host; h; h = h->next) {
    MlDraft *d = draft_new(out);
    if (!d) return SQLITE_NOMEM;
    d->type = h->type;
    d->key = key;
    if (h->single.p) ml_buf_text(&d->value, h->single);
    int rc = h->single.p ? d->value.rc : tree_draft(&h->members, d, 1);
    if (rc) return rc;
  }
  return SQLITE_OK;
}

static void group_free(Group *g) {
  for (int k = 0; k <= ML_KIND_SHORT_TERM_READ; k++) {
    tree_drop(g->tree[k]);
  }
  for (int s = 0; s < ML_SCOPES; s++) tree_drop(g->before[s]);
  for (int s = 0; s < ML_SCOPES; s++) ml_note_free(&g->notes[s]);
  for (Host *h = g->host, *next; h; h = next) {
    next = h->next;
    ml_tree_free(&h->members);
    sqlite3_free(h);
  }
}

/* An action may have very many keys, and a quiet change in it has one: the work is for the keys that occur. */
static void keys_bound(Fold *f, MlPlace from) {
  MlRecord r;
  f->low = UINT32_MAX;
  while (ml_pending_next(f->p, &from, &r)) {
    if (r.op == ML_OP_ACTION) continue;
    if (r.key < f->low) f->low = r.key;
    if (r.key >= f->high) f->high = r.key + 1;
  }
  if (f->low > f->high) f->low = f->high;
}

static int groups_fold(Fold *f, MlPlace from, MlDrafts *out) {
  MlRecord r;
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && ml_pending_next(f->p, &from, &r)) {
    if (r.op != ML_OP_ACTION) rc = record_fold(f, &r);
  }
  for (u32 i = 0; rc == SQLITE_OK && i < f->n_order; i++) {
    rc = group_drafts(f, &f->group[f->order[i] - f->low], f->order[i], out);
  }
  return rc;
}

int ml_fold_run(const MlPending *p, MlPlace from, MlDrafts *out, MlErr *e) {
  Fold f = {.p = p};
  int rc = SQLITE_NOMEM;
  memset(out, 0, sizeof(*out));
  keys_bound(&f, from);
  u64 n = f.high > f.low ? f.high - f.low : 1;
  f.group = sqlite3_malloc64(n * sizeof(Group));
  f.order = sqlite3_malloc64(n * sizeof(u32));
  if (f.group && f.order) {
    memset(f.group, 0, n * sizeof(Group));
    rc = groups_fold(&f, from, out);
    for (u64 i = 0; i < n; i++) group_free(&f.group[i]);
  }
  sqlite3_free(f.group);
  sqlite3_free(f.order);
  if (rc) {
    ml_fold_free(out);
    if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
    return ml_err_set(e, rc, "memlog: events: this action's records cannot be folded");
  }
  return SQLITE_OK;
}

void ml_fold_drop(MlDraft *d) {
  ml_buf_free(&d->value);
  ml_buf_free(&d->removed);
  ml_buf_free(&d->containers);
  ml_buf_free(&d->before);
  ml_buf_free(&d->expires);
  ml_buf_free(&d->meta);
}

void ml_fold_free(MlDrafts *d) {
  for (int i = 0; i < d->n; i++) ml_fold_drop(&d->a[i]);
  sqlite3_free(d->a);
  memset(d, 0, sizeof(*d));
}
