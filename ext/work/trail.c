#include "trail.h"

#include <string.h>

const char *const ml_trail_reads[ML_TRAIL_READS] = {"short-term-read", "sensory-read", "long-term-get",
                                                    "long-term-search"};

static u32 thing_hash(const MlMet *x) {
  u32 h = 2166136261u ^ (u32)x->kind;
  for (size_t i = 0; i < sizeof(x->id.b); i++) h = (h ^ x->id.b[i]) * 16777619u;
  for (int i = 0; i < 8; i++) h = (h ^ (u8)((u64)(x->version + x->place) >> (8 * i))) * 16777619u;
  return h;
}

static int thing_same(const MlMet *a, const MlMet *b) {
  return a->kind == b->kind && a->version == b->version && a->place == b->place &&
         memcmp(a->id.b, b->id.b, sizeof(a->id.b)) == 0;
}

/* The slot in which the thing stands, or could. */
static i64 *slot_find(const MlTrail *t, const MlMet *x) {
  u64 i = thing_hash(x) & (u64)(t->n_slot - 1);
  while (t->slot[i] && !thing_same(&t->all[t->slot[i] - 1], x)) i = (i + 1) & (u64)(t->n_slot - 1);
  return &t->slot[i];
}

static int slots_grow(MlTrail *t) {
  i64 n = t->n_slot ? t->n_slot * 2 : 64;
  i64 *slot = sqlite3_malloc64((u64)n * sizeof(*slot));
  if (!slot) return SQLITE_NOMEM;
  memset(slot, 0, (size_t)n * sizeof(*slot));
  sqlite3_free(t->slot);
  t->slot = slot;
  t->n_slot = n;
  for (i64 i = 0; i < t->n; i++) *slot_find(t, &t->all[i]) = i + 1;
  return SQLITE_OK;
}

static int room_make(MlTrail *t) {
  if (t->n * 2 >= t->n_slot && slots_grow(t)) return SQLITE_NOMEM;
  if (t->n < t->cap) return SQLITE_OK;
  i64 cap = t->cap ? t->cap * 2 : 32;
  MlMet *all = sqlite3_realloc64(t->all, (u64)cap * sizeof(*all));
  if (!all) return SQLITE_NOMEM;
  t->all = all;
  t->cap = cap;
  return SQLITE_OK;
}

static MlTrailText text_keep(MlTrail *t, MlText text) {
  MlTrailText kept = {t->text.n, text.p ? text.n : -1};
  ml_buf_text(&t->text, text);
  return kept;
}

MlText ml_trail_text(const MlTrail *t, MlTrailText text) {
  return text.n < 0 ? (MlText){NULL, 0} : (MlText){t->text.p + text.at, text.n};
}

int ml_trail_meet(MlTrail *t, const MlMet *x, const MlStep *step, MlErr *e) {
  if (room_make(t)) return ml_err_nomem(e);
  i64 *slot = slot_find(t, x);
  if (*slot) return SQLITE_OK;
  MlMet *y = &t->all[t->n];
  *y = *x;
  y->via = step->via;
  y->depth = step->via < 0 ? 0 : t->all[step->via].depth + 1;
  y->relation = text_keep(t, step->relation);
  y->reason = text_keep(t, step->edge ? step->edge->reason : (MlText){NULL, 0});
  y->detail = text_keep(t, step->edge ? step->edge->detail : (MlText){NULL, 0});
  y->rank = step->edge ? step->edge->rank : 0;
  y->score = step->edge ? step->edge->score : -1;
  if (t->text.rc) return ml_err_nomem(e);
  *slot = ++t->n;
  return SQLITE_OK;
}

void ml_trail_free(MlTrail *t) {
  sqlite3_free(t->all);
  sqlite3_free(t->slot);
  sqlite3_free(t->caused);
  ml_buf_free(&t->text);
  ml_buf_free(&t->key);
  ml_buf_free(&t->path);
  *t = (MlTrail){0};
}
