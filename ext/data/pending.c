#include "pending.h"

#include <string.h>

#define CHUNK_FIRST 4096
#define CHUNK_BYTES 65536

typedef struct MlPendingChunk {
  u32 used, cap;
  char b[];
} Chunk;

#define HAS_VALUE  1
#define HAS_NUMBER 2 /* the cause of an action, the number of an item, or when a node expires */
#define IS_SILENT  4

/* As it lies in a chunk; the number, the path's and the value's bytes follow. */
typedef struct Header {
  u8 op, scope, flags;
  u32 key;
  u32 n_path, n_value;
} Header;

static int is_long_term(int op) { return op >= ML_OP_ITEM && op <= ML_OP_SEARCHED; }

/* The one number that a record of its kind has. */
static i64 *number_of(MlRecord *r) {
  if (r->op == ML_OP_ACTION) return &r->cause;
  return is_long_term(r->op) ? &r->number : &r->expires;
}

static u32 record_bytes(const Header *h) {
  u32 n = (u32)sizeof(Header) + h->n_path + h->n_value + (h->flags & HAS_NUMBER ? 8 : 0);
  return (n + 7u) & ~7u;
}

static Chunk *chunk_new(MlPending *p, u32 need) {
  u32 cap = p->n_chunk ? CHUNK_BYTES : CHUNK_FIRST;
  if (cap < need) cap = need;
  if (p->n_chunk == p->cap_chunk) {
    u32 n = p->cap_chunk ? p->cap_chunk * 2 : 16;
    Chunk **a = sqlite3_realloc64(p->chunk, n * sizeof(*a));
    if (!a) return NULL;
    p->chunk = a;
    p->cap_chunk = n;
  }
  Chunk *c = sqlite3_malloc64(sizeof(Chunk) + cap);
  if (!c) return NULL;
  c->used = 0;
  c->cap = cap;
  p->chunk[p->n_chunk++] = c;
  return c;
}

int ml_pending_add(MlPending *p, const MlRecord *given) {
  MlRecord copy = *given, *r = &copy;
  Header h = {0};
  h.op = (u8)r->op;
  h.scope = (u8)r->scope;
  h.key = r->key;
  h.n_path = (u32)r->path.n;
  h.n_value = (u32)r->value.n;
  i64 number = *number_of(r);
  h.flags = (u8)((r->value.p ? HAS_VALUE : 0) | (number ? HAS_NUMBER : 0) | (r->silent ? IS_SILENT : 0));
  u32 need = record_bytes(&h);
  Chunk *c = p->n_chunk ? p->chunk[p->n_chunk - 1] : NULL;
  if (!c || c->cap - c->used < need) c = chunk_new(p, need);
  if (!c) return SQLITE_NOMEM;
  char *at = c->b + c->used;
  memcpy(at, &h, sizeof(h));
  at += sizeof(h);
  if (number) {
    memcpy(at, &number, 8);
    at += 8;
  }
  if (h.n_path) memcpy(at, r->path.p, h.n_path);
  if (r->value.p) memcpy(at + h.n_path, r->value.p, h.n_value);
  if (r->op == ML_OP_ACTION) p->now.action = (MlPlace){p->n_chunk - 1, c->used, p->now.end.n + 1};
  c->used += need;
  p->now.end = (MlPlace){p->n_chunk - 1, c->used, p->now.end.n + 1};
  return SQLITE_OK;
}

int ml_pending_next(const MlPending *p, MlPlace *at, MlRecord *r) {
  if (at->n >= p->now.end.n) return 0;
  while (at->used >= p->chunk[at->chunk]->used) {
    at->chunk++;
    at->used = 0;
  }
  const char *b = p->chunk[at->chunk]->b + at->used;
  Header h;
  memcpy(&h, b, sizeof(h));
  at->used += record_bytes(&h);
  at->n++;
  b += sizeof(h);
  r->op = (MlOp)h.op;
  r->cause = r->expires = r->number = 0;
  if (h.flags & HAS_NUMBER) {
    memcpy(number_of(r), b, 8);
    b += 8;
  }
  r->silent = (h.flags & IS_SILENT) != 0;
  r->scope = (MlScope)h.scope;
  r->key = h.key;
  r->path = (MlText){b, h.n_path};
  r->value = (MlText){h.flags & HAS_VALUE ? b + h.n_path : NULL, h.n_value};
  return 1;
}

int ml_pending_action(const MlPending *p, MlRecord *r) {
  MlPlace at = p->now.action;
  if (!at.n) return 0;
  at.n--;
  return ml_pending_next(p, &at, r);
}

/* ---- keys ---- */

static u32 key_hash(MlText t) {
  u32 h = 2166136261u;
  for (i64 i = 0; i < t.n; i++) h = (h ^ (u8)t.p[i]) * 16777619u;
  return h ^ (h >> 15);
}

/* Slots hold number + 1; there are always more slots than keys. */
static int slots_grow(MlPending *p) {
  if ((p->n_key + 1) * 2 <= p->n_slot) return SQLITE_OK;
  u32 n = p->n_slot ? p->n_slot * 2 : 16;
  u32 *a = sqlite3_malloc64(n * sizeof(u32));
  if (!a) return SQLITE_NOMEM;
  memset(a, 0, n * sizeof(u32));
  for (u32 i = 0; i < p->n_key; i++) {
    u32 h = key_hash(p->key[i]) & (n - 1);
    while (a[h]) h = (h + 1) & (n - 1);
    a[h] = i + 1;
  }
  sqlite3_free(p->slot);
  p->slot = a;
  p->n_slot = n;
  return SQLITE_OK;
}

i64 ml_pending_key_number(MlPending *p, MlText key) {
  if (slots_grow(p)) return -1;
  u32 h = key_hash(key) & (p->n_slot - 1);
  for (; p->slot[h]; h = (h + 1) & (p->n_slot - 1)) {
    if (ml_text_same(p->key[p->slot[h] - 1], key)) return p->slot[h] - 1;
  }
  if (p->n_key == p->cap_key) {
    u32 n = p->cap_key ? p->cap_key * 2 : 8;
    MlText *a = sqlite3_realloc64(p->key, n * sizeof(*a));
    if (!a) return -1;
    p->key = a;
    p->cap_key = n;
  }
  char *copy = sqlite3_malloc64((u64)key.n + 1);
  if (!copy) return -1;
  memcpy(copy, key.p, (size_t)key.n);
  copy[key.n] = 0;
  p->key[p->n_key] = (MlText){copy, key.n};
  p->slot[h] = ++p->n_key;
  return p->n_key - 1;
}

MlText ml_pending_key(const MlPending *p, u32 number) { return p->key[number]; }

static void keys_clear(MlPending *p) {
  for (u32 i = 0; i < p->n_key; i++) ml_text_free(&p->key[i]);
  p->n_key = 0;
  if (p->n_slot) memset(p->slot, 0, p->n_slot * sizeof(u32));
}

/* ---- marks ---- */

int ml_pending_savepoint(MlPending *p, int level) {
  ml_pending_release(p, level);
  if (p->n_mark == p->cap_mark) {
    int n = p->cap_mark ? p->cap_mark * 2 : 8;
    MlMark *a = sqlite3_realloc64(p->mark, (u64)n * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    p->mark = a;
    p->cap_mark = n;
  }
  p->mark[p->n_mark] = p->now;
  p->mark[p->n_mark++].level = level;
  return SQLITE_OK;
}

void ml_pending_release(MlPending *p, int level) {
  while (p->n_mark && p->mark[p->n_mark - 1].level >= level) p->n_mark--;
}

void ml_pending_cut(MlPending *p, MlPlace at) {
  p->now.end = at;
  if (p->now.emitted.n > at.n) p->now.emitted = at;
  if (p->now.action.n > at.n) p->now.action = (MlPlace){0, 0, 0};
  while (p->n_chunk > at.chunk + 1) sqlite3_free(p->chunk[--p->n_chunk]);
  if (p->n_chunk) p->chunk[p->n_chunk - 1]->used = at.used;
}

/* Every savepoint opened while we take part is announced. One that was not was open before the first record
** (-1 is the transaction itself), so going back to it leaves nothing. */
void ml_pending_rollback(MlPending *p, int level) {
  int i = p->n_mark - 1;
  while (i >= 0 && p->mark[i].level != level) i--;
  MlMark m = {0};
  if (i >= 0) m = p->mark[i];
  p->n_mark = i + 1; /* the savepoint itself stays open */
  p->now = m;
  ml_pending_cut(p, m.end);
}

void ml_pending_forget(MlPending *p) {
  MlMark none = {0};
  p->n_mark = 0;
  p->now = none;
}

void ml_pending_clear(MlPending *p) {
  ml_pending_forget(p);
  ml_pending_cut(p, p->now.end);
  keys_clear(p);
}

void ml_pending_free(MlPending *p) {
  ml_pending_clear(p);
  for (u32 i = 0; i < p->n_chunk; i++) sqlite3_free(p->chunk[i]);
  sqlite3_free(p->chunk);
  sqlite3_free(p->mark);
  sqlite3_free(p->key);
  sqlite3_free(p->slot);
  memset(p, 0, sizeof(*p));
}
