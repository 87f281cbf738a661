#include "tree.h"

#include "path.h"

#include <string.h>

#define CHUNK_FIRST   2000
#define CHUNK_MOST    256000
#define BUCKETS_FIRST 16
#define BUCKETS_MOST  (1u << 28)
#define RUN_INSERTION 8
#define HASH_MULTIPLY 0x9e3779b97f4a7c15u

/* Nodes and kept text come from chunks that are freed with the tree. */
struct MlTreeChunk {
  struct MlTreeChunk *next;
  i64 used;
  i64 size;
  _Alignas(8) char memory[];
};

/* ---- memory ---- */

static char *chunk_new(MlTree *t, i64 size, i64 used) {
  struct MlTreeChunk *c = sqlite3_malloc64(sizeof(*c) + (u64)size);

  if (c == NULL) return NULL;
  c->size = size;
  c->used = used;
  if (t->chunk != NULL && used == size) { /* made for one text: the current chunk stays in use */
    c->next = t->chunk->next;
    t->chunk->next = c;
  } else {
    c->next = t->chunk;
    t->chunk = c;
  }
  return c->memory;
}

static void *memory_new(MlTree *t, i64 n) {
  struct MlTreeChunk *c = t->chunk;
  i64 size = c == NULL ? CHUNK_FIRST : c->size * 2;

  n = (n + 7) & ~(i64)7;
  if (c != NULL && n <= c->size - c->used) {
    c->used += n;
    return c->memory + c->used - n;
  }
  if (size > CHUNK_MOST) size = CHUNK_MOST;
  return n > size / 4 ? chunk_new(t, n, n) : chunk_new(t, size, n);
}

MlText ml_tree_keep(MlTree *t, MlText text) {
  char *p;

  if (text.n == 0) return (MlText){"", 0};
  p = memory_new(t, text.n);
  if (p == NULL) return (MlText){NULL, 0};
  memcpy(p, text.p, (size_t)text.n);
  return (MlText){p, text.n};
}

static MlNode *node_new(MlTree *t) {
  MlNode *x = t->spare;

  if (x != NULL) {
    t->spare = x->next;
  } else {
    x = memory_new(t, sizeof(*x));
    if (x == NULL) return NULL;
  }
  *x = (MlNode){0};
  return x;
}

static void node_spare(MlTree *t, MlNode *x) {
  x->next = t->spare;
  t->spare = x;
}

static void root_set(MlTree *t) { t->root = (MlNode){.path = {"", 0}, .type = ML_OBJECT}; }

void ml_tree_open(MlTree *t) {
  /* The address differs from run to run: nobody can prepare names that all fall into one bucket. */
  *t = (MlTree){.seed = ((u64)(uintptr_t)t ^ (u64)(uintptr_t)&ml_tree_open) * HASH_MULTIPLY};
  root_set(t);
}

void ml_tree_free(MlTree *t) {
  struct MlTreeChunk *c = t->chunk;

  while (c != NULL) {
    struct MlTreeChunk *next = c->next;

    sqlite3_free(c);
    c = next;
  }
  sqlite3_free(t->bucket);
  *t = (MlTree){.seed = t->seed};
  root_set(t);
}

/* ---- the hash ---- */

static u32 path_hash(const MlTree *t, MlText path) {
  const char *p = path.p;
  u64 h = t->seed ^ (u64)path.n;
  u64 word;
  i64 n;

  for (n = path.n; n >= 8; n -= 8, p += 8) {
    memcpy(&word, p, 8);
    h = (h ^ word) * HASH_MULTIPLY;
    h ^= h >> 32;
  }
  if (n >= 4) {
    u32 low;
    u32 high; /* the two overlap */

    memcpy(&low, p, 4);
    memcpy(&high, p + n - 4, 4);
    h = (h ^ ((u64)high << 32 | low)) * HASH_MULTIPLY;
  } else {
    for (word = 0; n > 0; n--, p++) word = word << 8 | (u8)*p;
    h = (h ^ word) * HASH_MULTIPLY;
  }
  h = (h ^ h >> 32) * HASH_MULTIPLY;
  return (u32)(h >> 32);
}

static MlNode *hash_find(const MlTree *t, MlText path, u32 hash) {
  MlNode *x;

  if (t->n_bucket == 0) return NULL;
  for (x = t->bucket[hash & (t->n_bucket - 1)]; x != NULL; x = x->chain) {
    if (x->hash == hash && ml_text_same(x->path, path)) return x;
  }
  return NULL;
}

/* Twice the buckets. Without memory the old ones do, only slower; only the first are a must. */
static int hash_grow(MlTree *t) {
  u32 n = t->n_bucket == 0 ? BUCKETS_FIRST : t->n_bucket * 2;
  MlNode **bucket;
  u32 i;

  if (n > BUCKETS_MOST) return SQLITE_OK;
  bucket = sqlite3_malloc64(n * sizeof(*bucket));
  if (bucket == NULL) return t->n_bucket == 0 ? SQLITE_NOMEM : SQLITE_OK;
  memset(bucket, 0, n * sizeof(*bucket));
  for (i = 0; i < t->n_bucket; i++) {
    MlNode *x = t->bucket[i];

    while (x != NULL) {
      MlNode *next = x->chain;
      MlNode **head = &bucket[x->hash & (n - 1)];

      x->chain = *head;
      *head = x;
      x = next;
    }
  }
  sqlite3_free(t->bucket);
  t->bucket = bucket;
  t->n_bucket = n;
  return SQLITE_OK;
}

static void hash_add(MlTree *t, MlNode *x) {
  MlNode **head;

  if (t->n >= t->n_bucket) hash_grow(t);
  head = &t->bucket[x->hash & (t->n_bucket - 1)];
  x->chain = *head;
  *head = x;
  t->n++;
}

static void hash_remove(MlTree *t, MlNode *x) {
  MlNode **at = &t->bucket[x->hash & (t->n_bucket - 1)];

  while (*at != x) at = &(*at)->chain;
  *at = x->chain;
  t->n--;
}

/* ---- the links ---- */

static void child_add(MlNode *parent, MlNode *x) {
  MlNode *head = parent->child;

  x->parent = parent;
  x->next = NULL;
  if (head == NULL) {
    x->prev = x;
    parent->child = x;
  } else {
    x->prev = head->prev;
    head->prev->next = x;
    head->prev = x;
  }
}

static void child_remove(MlNode *x) {
  MlNode *head = x->parent->child;

  if (x == head) {
    x->parent->child = x->next;
  } else {
    x->prev->next = x->next;
  }
  if (x->next != NULL) {
    x->next->prev = x->prev;
  } else {
    head->prev = x->prev;
  }
}

MlNode *ml_tree_find(MlTree *t, MlText path) { return path.n == 0 ? &t->root : hash_find(t, path, path_hash(t, path)); }

MlNode *ml_tree_make(MlTree *t, MlText path) {
  u32 hash = path_hash(t, path);
  MlNode *made = NULL;  /* the lowest of the new nodes, */
  MlNode *top = NULL;   /* the highest of them, */
  MlNode *under = NULL; /* and the old one they hang from */
  MlNode *x;

  if (path.n == 0) return &t->root;
  if ((x = hash_find(t, path, hash)) != NULL) return x;
  if (t->n_bucket == 0 && hash_grow(t) != SQLITE_OK) return NULL;
  while (under == NULL) {
    x = node_new(t);
    if (x == NULL) goto nomem;
    x->path = path;
    x->hash = hash;
    if (made == NULL) made = x;
    if (top != NULL) child_add(x, top);
    top = x;
    path.n = ml_path_parent(path);
    hash = path_hash(t, path);
    under = path.n == 0 ? &t->root : hash_find(t, path, hash);
  }
  child_add(under, top);
  for (x = made; x != under; x = x->parent) hash_add(t, x);
  return made;

nomem:
  while (made != NULL) {
    x = made->parent;
    node_spare(t, made);
    made = x;
  }
  return NULL;
}

i64 ml_tree_remove(MlTree *t, MlNode *n) {
  MlNode *x = n;
  i64 removed = 0;

  for (;;) {
    MlNode *parent = x->parent;

    if (x->child != NULL) {
      x = x->child;
      continue;
    }
    if (x == &t->root) return removed;
    if (x == n) {
      child_remove(x);
    } else {
      parent->child = x->next; /* all of them go: the other links need no care */
    }
    if (x->type != ML_MISSING) removed++;
    hash_remove(t, x);
    node_spare(t, x);
    if (x == n) return removed;
    x = parent;
  }
}

MlNode *ml_tree_walk(MlNode *top, const MlNode *at) {
  if (at == NULL) return top;
  if (at->child != NULL) return at->child;
  while (at != top) {
    if (at->next != NULL) return at->next;
    at = at->parent;
  }
  return NULL;
}

/* ---- order ---- */

typedef int (*NodeCompare)(const MlNode *, const MlNode *);

static int compare_paths(const MlNode *a, const MlNode *b) { return ml_text_compare(a->path, b->path); }

/* The last name of a node that has a parent. */
static MlText node_name(const MlNode *x) {
  i64 i = x->parent->path.n;

  if (i > 0) i++;
  return (MlText){x->path.p + i, x->path.n - i};
}

static int compare_names(const MlNode *a, const MlNode *b) { return ml_path_compare_names(node_name(a), node_name(b)); }

/* Indexes have no leading zeros: the longer one is the greater. */
static int compare_indexes(const MlNode *a, const MlNode *b) {
  if (a->path.n != b->path.n) return a->path.n < b->path.n ? -1 : 1;
  return ml_text_compare(a->path, b->path);
}

static void run_sort(MlNode **a, i64 n, NodeCompare compare) {
  i64 i;

  for (i = 1; i < n; i++) {
    MlNode *x = a[i];
    i64 j = i;

    for (; j > 0 && compare(a[j - 1], x) > 0; j--) a[j] = a[j - 1];
    a[j] = x;
  }
}

/* Sorts a by merging; other has room for as many. What is in order already costs one comparison a node. */
static void nodes_sort(MlNode **a, MlNode **other, i64 n, NodeCompare compare) {
  i64 width;
  i64 i;

  for (i = 0; i < n; i += RUN_INSERTION) run_sort(a + i, n - i < RUN_INSERTION ? n - i : RUN_INSERTION, compare);
  for (width = RUN_INSERTION; width < n; width *= 2) {
    for (i = 0; i + width < n; i += 2 * width) {
      i64 end = n - i < 2 * width ? n - i : 2 * width;
      MlNode **left = other;
      MlNode **right = a + i + width;
      MlNode **to = a + i;

      if (compare(right[-1], right[0]) <= 0) continue;
      memcpy(other, a + i, (size_t)width * sizeof(*a));
      while (left < other + width && right < a + i + end) *to++ = compare(*left, *right) <= 0 ? *left++ : *right++;
      memcpy(to, left, (size_t)(other + width - left) * sizeof(*a));
    }
  }
}

int ml_tree_sorted(MlTree *t, MlNode ***pa, i64 *pn) {
  MlNode **a;
  MlNode *x;
  i64 n = 0;
  int in_order = 1;

  *pa = NULL;
  *pn = 0;
  if (t->n == 0) return SQLITE_OK;
  a = sqlite3_malloc64((u64)t->n * sizeof(*a));
  if (a == NULL) return SQLITE_NOMEM;
  for (x = ml_tree_walk(&t->root, &t->root); x != NULL; x = ml_tree_walk(&t->root, x)) {
    if (x->type == ML_MISSING) continue;
    if (n > 0 && in_order && compare_paths(a[n - 1], x) > 0) in_order = 0;
    a[n++] = x;
  }
  if (!in_order) {
    MlNode **other = sqlite3_malloc64((u64)n * sizeof(*a));

    if (other == NULL) {
      sqlite3_free(a);
      return SQLITE_NOMEM;
    }
    nodes_sort(a, other, n, compare_paths);
    sqlite3_free(other);
  }
  *pa = a;
  *pn = n;
  return SQLITE_OK;
}

int ml_tree_children(const MlNode *n, MlNode ***pa, i64 *pn) {
  MlNode *x;
  i64 all = 0;

  *pa = NULL;
  *pn = 0;
  for (x = n->child; x != NULL; x = x->next) all++;
  if (all == 0) return SQLITE_OK;
  *pa = sqlite3_malloc64((u64)all * 2 * sizeof(**pa)); /* as much again to sort in */
  if (*pa == NULL) return SQLITE_NOMEM;
  for (x = n->child; x != NULL; x = x->next) (*pa)[(*pn)++] = x;
  nodes_sort(*pa, *pa + all, all, n->type == ML_LIST ? compare_indexes : compare_names);
  return SQLITE_OK;
}

/* ---- nested JSON ---- */

static int is_value(const MlNode *x) { return x->type != ML_MISSING && x->type != ML_OBJECT && x->type != ML_LIST; }

/* What is still to be written: nodes, the next one on top. NULL closes the container that lies below it. */
typedef struct Todo {
  MlNode **a;
  i64 n;
  i64 cap;
} Todo;

static int todo_room(Todo *todo, i64 n) {
  i64 cap = todo->cap < 32 ? 32 : todo->cap;
  MlNode **a;

  if (n <= todo->cap - todo->n) return 1;
  while (cap < todo->n + n) cap *= 2;
  a = sqlite3_realloc64(todo->a, (u64)cap * sizeof(*a));
  if (a == NULL) return 0;
  todo->a = a;
  todo->cap = cap;
  return 1;
}

/* Pushes a container's end and its children, the first of them on top. 0: out of memory. */
static int todo_push(Todo *todo, MlNode *container) {
  MlNode *x;
  MlNode **kids;
  i64 n = 0;
  i64 i;

  for (x = container->child; x != NULL; x = x->next) n++;
  if (!todo_room(todo, 2 + 2 * n)) return 0; /* as much again to sort in */
  todo->a[todo->n++] = container;
  todo->a[todo->n++] = NULL;
  kids = todo->a + todo->n;
  n = 0;
  for (x = container->child; x != NULL; x = x->next) {
    if (x->type != ML_MISSING || x->child != NULL) kids[n++] = x;
  }
  nodes_sort(kids, kids + n, n, container->type == ML_LIST ? compare_indexes : compare_names);
  for (i = 0; i < n / 2; i++) {
    x = kids[i];
    kids[i] = kids[n - 1 - i];
    kids[n - 1 - i] = x;
  }
  todo->n += n;
  return 1;
}

static void name_put(MlBuf *out, const MlNode *x, MlBuf *scratch) {
  MlText name = node_name(x);

  if (name.n > 0 && name.p[0] == '"') {
    ml_buf_cut(scratch, 0);
    ml_path_bare(name, scratch);
    name = ml_buf_view(scratch);
  }
  ml_json_put_string(out, name);
  ml_buf_char(out, ':');
}

/* What stands before a member or an element. */
static void lead_put(MlBuf *out, const MlNode *x, MlBuf *scratch) {
  /* Only the bracket just opened ends in one of these: a string would end in its quote. */
  if (out->p[out->n - 1] != '{' && out->p[out->n - 1] != '[') ml_buf_char(out, ',');
  if (x->parent->type != ML_LIST) name_put(out, x, scratch);
}

int ml_tree_nested(MlTree *t, MlNode *n, MlBuf *out, MlErr *e) {
  i64 begin = out->n;
  MlBuf scratch = {0};
  Todo todo = {0};
  int rc = SQLITE_OK;

  (void)t;
  if (!todo_room(&todo, 1)) return ml_err_nomem(e);
  todo.a[todo.n++] = n;
  while (todo.n > 0 && out->rc == SQLITE_OK) {
    MlNode *x = todo.a[--todo.n];

    if (x == NULL) {
      x = todo.a[--todo.n];
      ml_buf_char(out, x->type == ML_LIST ? ']' : '}');
      continue;
    }
    if (x != n) lead_put(out, x, &scratch);
    if (is_value(x)) {
      ml_buf_text(out, x->value);
      continue;
    }
    ml_buf_char(out, x->type == ML_LIST ? '[' : '{');
    if (!todo_push(&todo, x)) {
      rc = ml_err_nomem(e);
      break;
    }
  }
  if (rc == SQLITE_OK) rc = scratch.rc == SQLITE_OK ? ml_err_buf(e, out->rc, "nested JSON") : ml_err_nomem(e);
  if (rc != SQLITE_OK) ml_buf_cut(out, begin);
  sqlite3_free(todo.a);
  ml_buf_free(&scratch);
  return rc;
}
