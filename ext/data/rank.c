#include "rank.h"

#include <stdlib.h>
#include <string.h>

#define FUSION 60 /* the constant of reciprocal rank fusion, as it was published */

/* Those that are in come first, by score; of equals the newer one. */
static int order_score(const void *a, const void *b) {
  const MlHit *x = a, *y = b;
  if (!x->left != !y->left) return x->left ? 1 : -1;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return x->number > y->number ? -1 : x->number < y->number;
}

static int order_number(const void *a, const void *b) {
  const MlHit *x = a, *y = b;
  return x->number > y->number ? -1 : x->number < y->number;
}

void ml_rank_sort(MlHit *a, i64 n) {
  if (n > 1) qsort(a, (size_t)n, sizeof(*a), order_score);
}

/* Takes what the second of two finds of a hit knows into the first. It is in where one of its lists has it. */
static void hit_join(MlHit *to, const MlHit *from) {
  for (int k = 0; k < ML_BY; k++) {
    if (from->own[k] >= 0) to->own[k] = from->own[k];
    if (from->rank[k]) to->rank[k] = from->rank[k];
  }
  if (from->left < to->left) {
    to->left = from->left;
    to->other = from->other;
  }
}

static double hit_score(const MlHit *x, int both) {
  double score = 0;
  for (int k = 0; k < ML_BY; k++) {
    if (both && x->rank[k]) score += (FUSION + 1.0) / (FUSION + (double)x->rank[k]) / ML_BY;
    if (!both && x->own[k] >= 0) score = x->own[k];
  }
  return score;
}

i64 ml_rank_merge(MlHit *a, i64 n, int both) {
  i64 m = 0;
  if (both && n > 1) qsort(a, (size_t)n, sizeof(*a), order_number);
  for (i64 i = 0; i < n; i++) {
    if (both && m && a[m - 1].number == a[i].number) {
      hit_join(&a[m - 1], &a[i]);
    } else {
      a[m++] = a[i];
    }
  }
  for (i64 i = 0; i < m; i++) a[i].score = hit_score(&a[i], both);
  ml_rank_sort(a, m);
  return m;
}

MlText ml_rank_left_word(MlLeft left) {
  static const MlText words[] = {
      [ML_LEFT_NOT] = {NULL, 0},
      [ML_LEFT_QUARANTINED] = ML_TEXT("quarantined"),
      [ML_LEFT_EXPIRED] = ML_TEXT("expired"),
      [ML_LEFT_SENSITIVE] = ML_TEXT("sensitive"),
      [ML_LEFT_VALID] = ML_TEXT("not_valid"),
      [ML_LEFT_KIND] = ML_TEXT("kind"),
      [ML_LEFT_CATEGORY] = ML_TEXT("category"),
      [ML_LEFT_IMPORTANCE] = ML_TEXT("importance"),
      [ML_LEFT_FILTER] = ML_TEXT("filter"),
      [ML_LEFT_MIN_SCORE] = ML_TEXT("min_score"),
      [ML_LEFT_RELATIVITY] = ML_TEXT("relativity"),
      [ML_LEFT_SIMILAR] = ML_TEXT("similar"),
      [ML_LEFT_PER_SET] = ML_TEXT("per_set"),
      [ML_LEFT_PREFERENCES] = ML_TEXT("preference_limit"),
      [ML_LEFT_LIMIT] = ML_TEXT("limit"),
  };
  return words[left];
}

/* ---- limits ---- */

typedef struct Select {
  const MlLimits *l;
  i64 others, preferences; /* taken so far */
  i64 *set;                /* … of each set */
} Select;

static int is_apart(const MlLimits *l, const MlHit *x) { return x->preference && l->preference_limit >= 0; }

/* Why there is no room for a hit any more. */
static MlLeft select_full(const Select *s, const MlHit *x) {
  const MlLimits *l = s->l;
  if (l->per_set >= 0 && s->set && s->set[x->set] >= l->per_set) return ML_LEFT_PER_SET;
  if (is_apart(l, x)) return s->preferences >= l->preference_limit ? ML_LEFT_PREFERENCES : ML_LEFT_NOT;
  return s->others >= l->limit ? ML_LEFT_LIMIT : ML_LEFT_NOT;
}

static void select_take(Select *s, const MlHit *x) {
  if (s->l->per_set >= 0 && s->set) s->set[x->set]++;
  *(is_apart(s->l, x) ? &s->preferences : &s->others) += 1;
}

/* ---- diversity ---- */

typedef struct Choice {
  u8 taken;
  double like; /* to the one it is most like of those taken */
  i64 most;    /* which that is */
} Choice;

i64 ml_rank_pool(const MlLimits *l, i64 n) {
  i64 pool = ML_RANK_POOL;
  while (n && pool > n) pool = n;
  return l->like && n ? pool : 0;
}

/* The best that there is room for; -1: none. */
static i64 choice_best(const Select *s, const MlHit *a, const Choice *c, i64 n) {
  double most = 0;
  i64 best = -1;
  for (i64 i = 0; i < n; i++) {
    if (c[i].taken || select_full(s, &a[i])) continue;
    double worth = s->l->lambda * a[i].score - (1 - s->l->lambda) * c[i].like;
    if (best >= 0 && worth <= most) continue;
    most = worth;
    best = i;
  }
  return best;
}

/* A hit that is not taken has made room for one with a lower score: because it is like another one. */
static int choice_overtaken(const Select *s, const MlHit *a, const Choice *c, i64 n, i64 i) {
  for (i64 k = i + 1; k < n; k++) {
    if (!c[k].taken || is_apart(s->l, &a[k]) != is_apart(s->l, &a[i])) continue;
    if (s->l->per_set < 0 || select_full(s, &a[i]) != ML_LEFT_PER_SET || a[k].set == a[i].set) return 1;
  }
  return 0;
}

static int choices_make(Select *s, MlHit *a, i64 n) {
  Choice *c = n ? sqlite3_malloc64((u64)n * sizeof(*c)) : NULL;
  if (!n) return SQLITE_OK;
  if (!c) return SQLITE_NOMEM;
  memset(c, 0, (size_t)n * sizeof(*c));
  for (i64 best; (best = choice_best(s, a, c, n)) >= 0;) {
    c[best].taken = 1;
    select_take(s, &a[best]);
    for (i64 i = 0; i < n; i++) {
      double like = c[i].taken ? 0 : s->l->like(s->l->arg, best, i);
      if (like <= c[i].like) continue;
      c[i].like = like;
      c[i].most = a[best].number;
    }
  }
  for (i64 i = 0; i < n; i++) {
    if (c[i].taken) continue;
    a[i].left = select_full(s, &a[i]);
    if (c[i].like <= 0 || !choice_overtaken(s, a, c, n, i)) continue;
    a[i].left = ML_LEFT_SIMILAR;
    a[i].other = c[i].most;
  }
  sqlite3_free(c);
  return SQLITE_OK;
}

int ml_rank_select(MlHit *a, i64 n, const MlLimits *l) {
  Select s = {.l = l};
  i64 in = 0;
  while (in < n && !a[in].left) in++;
  if (l->per_set >= 0) {
    u64 bytes = (u64)(l->sets + 1) * sizeof(*s.set);
    s.set = sqlite3_malloc64(bytes);
    if (!s.set) return SQLITE_NOMEM;
    memset(s.set, 0, (size_t)bytes);
  }
  i64 pool = ml_rank_pool(l, in);
  int rc = choices_make(&s, a, pool);
  for (i64 i = pool; i < in && !rc; i++) {
    a[i].left = select_full(&s, &a[i]);
    if (!a[i].left) select_take(&s, &a[i]);
  }
  sqlite3_free(s.set);
  if (!rc) ml_rank_sort(a, n);
  return rc;
}
