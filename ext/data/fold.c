#include "fold.h"

#include "fold_tree.h"
#include "json.h"
#include "note.h"

#include <stdlib.h>
#include <string.h>

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
  MlTree *tree[ML_KIND_LONG_TERM_SEARCH + 1];  /* by kind */
  MlNotes notes[ML_KIND_LONG_TERM_SEARCH + 1]; /* … */
  MlBuf numbers;                               /* see MlDraft */
  MlBuf microseconds;                          /* of searches, as JSON … */
  MlBuf failed;                                /* … and the codes of those that failed */
  MlTree *before[ML_SCOPES];                   /* what stood where something was written */
  u8 loud[ML_KIND_LONG_TERM_SEARCH + 1];       /* they make an event */
  Host *host;                                  /* by first use */
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

/* Long-term memory: a set, or nothing but an item under it. */
static int item_fold(Fold *f, Group *g, MlTree *t, const MlRecord *r) {
  i64 number = r->op == ML_OP_ITEM ? r->number : -r->number;
  MlRecord node = *r;
  if (number) ml_buf_put(&g->numbers, &number, sizeof(number));
  if (r->op == ML_OP_ITEM_ENDED || g->numbers.rc) return g->numbers.rc;
  if (r->op == ML_OP_ITEM_GONE) node.value = ML_TEXT("null");
  return ml_fold_read(t, &node, &f->clock);
}

static int search_fold(Fold *f, MlTree *t, const MlRecord *r) {
  int rc = ml_fold_read(t, r, &f->clock);
  MlNode *n = ml_tree_find(t, r->path);
  if (!rc && n) n->expires = r->number;
  return rc;
}

static int number_list(MlBuf *b, i64 n) {
  ml_buf_char(b, b->n ? ',' : '[');
  ml_buf_int(b, n);
  return b->rc;
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
    if (ml_fold_read(&h->members, &member, &f->clock)) return SQLITE_NOMEM;
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
  int kind = (int)ml_event_write_kind(r->scope);
  if (r->op == ML_OP_NOTE) return ml_note_add(&g->notes[kind], r->path, r->value);
  if (r->op == ML_OP_READ) kind = (int)ml_event_read_kind(r->scope);
  if (r->op == ML_OP_SEARCHED || r->op == ML_OP_SEARCH_FAILED) kind = ML_KIND_LONG_TERM_SEARCH;
  MlTree *t = g->tree[kind];
  if (!t) {
    t = g->tree[kind] = tree_new();
    if (!t) return SQLITE_NOMEM;
  }
  g->loud[kind] |= !r->silent;
  if (r->op == ML_OP_READ) return ml_fold_read(t, r, &f->clock);
  if (r->op == ML_OP_SEARCHED) return search_fold(f, t, r);
  if (r->op == ML_OP_SEARCH_FAILED) return number_list(&g->failed, r->number);
  return r->scope == ML_LONG_TERM && r->op != ML_OP_REMOVE ? item_fold(f, g, t, r) : ml_fold_write(t, r, &f->clock);
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

/* A row that changes nothing but times is of a kind of its own. */
static void refresh_draft(MlDraft *d) {
  int scope = d->kind == ml_event_write_kind(ML_SENSORY) ? ML_SENSORY : ML_SHORT_TERM;
  if (!d->expires.n || d->value.n != 2 || d->removed.n || d->containers.n) return;
  d->kind = ml_event_refresh_kind((MlScope)scope);
  ml_buf_cut(&d->value, 0);
  ml_buf_cut(&d->before, 0);
}

/* What an event of a change has beside it: what stood there before, and notes beside what the host said of its action.
 */
static int change_draft(const Fold *f, const Group *g, MlDraft *d) {
  MlRecord action;
  for (int s = 0; s < ML_SCOPES; s++) {
    if (d->kind != ml_event_write_kind((MlScope)s)) continue;
    if (g->before[s] && ml_fold_before(g->before[s], g->tree[d->kind], &d->before)) return SQLITE_NOMEM;
  }
  if (!g->notes[d->kind].first) return SQLITE_OK;
  int named = ml_pending_action(f->p, &action);
  ml_note_write(&g->notes[d->kind], named ? action.value : (MlText){NULL, 0}, &d->meta);
  return d->meta.rc;
}

static int list_note(Group *g, MlKind kind, MlText name, MlBuf *list) {
  if (!list->n) return SQLITE_OK;
  ml_buf_char(list, ']');
  return list->rc ? list->rc : ml_note_add(&g->notes[kind], name, ml_buf_view(list));
}

/* How long the searches took, in the order in which the event has them; and those that failed. */
static int searches_note(Group *g, MlDraft *d) {
  MlJsonScan s;
  for (ml_json_open(&s, ml_buf_view(&d->value)); ml_json_next(&s);) {
    const MlNode *n = ml_tree_find(g->tree[d->kind], s.name);
    if (number_list(&g->microseconds, n ? n->expires : 0)) return SQLITE_NOMEM;
  }
  ml_buf_cut(&d->expires, 0);
  int rc = list_note(g, d->kind, ML_NOTE_MICROSECONDS, &g->microseconds);
  return rc ? rc : list_note(g, d->kind, ML_NOTE_FAILED, &g->failed);
}

/* What of long-term memory stands beside the values. */
static int long_term_draft(Group *g, MlDraft *d) {
  if (d->kind == ML_KIND_LONG_TERM_SEARCH) return searches_note(g, d);
  if (d->kind == ML_KIND_LONG_TERM_UPDATE) ml_buf_text(&d->numbers, ml_buf_view(&g->numbers));
  return d->numbers.rc;
}

static int group_drafts(const Fold *f, Group *g, u32 key, MlDrafts *out) {
  for (int k = 1; k <= ML_KIND_LONG_TERM_SEARCH; k++) {
    if (!g->tree[k]) continue;
    MlDraft *d = draft_new(out);
    if (!d) return SQLITE_NOMEM;
    d->kind = (MlKind)k;
    d->key = key;
    d->quiet = !g->loud[k];
    int rc = ml_fold_tree(g->tree[k], d, k == ML_KIND_LONG_TERM_SEARCH);
    if (!rc) rc = long_term_draft(g, d);
    if (!rc) rc = change_draft(f, g, d);
    if (rc) return rc;
    refresh_draft(d);
  }
  for (Host *h = g->host; h; h = h->next) {
    MlDraft *d = draft_new(out);
    if (!d) return SQLITE_NOMEM;
    d->kind = ml_event_kind(h->type); /* one of ours can come in this way, too */
    if (d->kind == ML_KIND_HOST) d->type = h->type;
    d->key = key;
    if (h->single.p) ml_buf_text(&d->value, h->single);
    int rc = h->single.p ? d->value.rc : ml_fold_tree(&h->members, d, 1);
    if (rc) return rc;
  }
  return SQLITE_OK;
}

static void group_free(Group *g) {
  for (int k = 0; k <= ML_KIND_LONG_TERM_SEARCH; k++) {
    tree_drop(g->tree[k]);
    ml_note_free(&g->notes[k]);
  }
  ml_buf_free(&g->numbers);
  ml_buf_free(&g->microseconds);
  ml_buf_free(&g->failed);
  for (int s = 0; s < ML_SCOPES; s++) tree_drop(g->before[s]);
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
  ml_buf_free(&d->numbers);
}

i64 ml_fold_count(const MlDraft *d) { return d->numbers.n / (i64)sizeof(i64); }

i64 ml_fold_number(const MlDraft *d, i64 i) {
  i64 number;
  memcpy(&number, d->numbers.p + i * (i64)sizeof(number), sizeof(number));
  return number;
}

void ml_fold_free(MlDrafts *d) {
  for (int i = 0; i < d->n; i++) ml_fold_drop(&d->a[i]);
  sqlite3_free(d->a);
  memset(d, 0, sizeof(*d));
}
