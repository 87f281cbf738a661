#include "candidates.h"

#include "../store/index.h"
#include "../store/vector.h"
#include "admit.h"

#include <string.h>

/* ---- names of sets ---- */

/* The set's entry; NULL: out of memory. */
static struct MlSetName *set_find(MlSetNames *s, MlText name) {
  i64 low = 0, high = s->n;
  while (low < high) {
    i64 middle = (low + high) / 2;
    int order = ml_text_compare(s->a[middle].name, name);
    if (!order) return &s->a[middle];
    if (order < 0) low = middle + 1;
    if (order > 0) high = middle;
  }
  if (s->n == s->cap) {
    i64 cap = s->cap ? 2 * s->cap : 8;
    struct MlSetName *a = sqlite3_realloc64(s->a, (u64)cap * sizeof(*a));
    if (!a) return NULL;
    s->a = a;
    s->cap = cap;
  }
  char *own = sqlite3_malloc64((u64)name.n + 1);
  if (!own) return NULL;
  memcpy(own, name.p, (size_t)name.n);
  memmove(&s->a[low + 1], &s->a[low], (size_t)(s->n - low) * sizeof(*s->a));
  s->a[low] = (struct MlSetName){{own, name.n}, s->n, 0};
  s->n++;
  return &s->a[low];
}

/* ---- a list ---- */

typedef struct Walk {
  MlConn *c;
  const MlSearchAsk *ask;
  int by;
  int both; /* it is one of two */
  i64 deep, now;
  MlCandidates *out;
  MlBuf scratch;
  double best;             /* score of the first that may be returned; -1: there is none yet */
  i64 place;               /* how many have a place in the list */
  i64 left;                /* how many may not be returned, and are kept */
  i64 others, preferences; /* … of them, that the limits of their sets leave room for */
  double enough;           /* a list that has enough ends below this score: of equals the newest come in */
  MlBuf wanted;            /* only these are still wanted: the key's preferences, as numbers in order … */
  i64 met;                 /* … of which so many came since; -1: all hits are wanted … */
  double full;             /* … and those of this score, which may be newer */
} Walk;

/* Whether it stands, or stood: then it is seen as it was. */
static int is_standing(const MlSearchTime *when, MlItem *x) {
  if (when->seq && x->begun && x->begun <= when->seq && (x->ended == 0 || x->ended > when->seq)) {
    x->ended = ML_ITEM_STANDS;
  }
  return x->ended == ML_ITEM_STANDS && (!when->seq || (x->begun && x->begun <= when->seq));
}

static int is_asked(const MlSearchAsk *ask, const MlSearchTime *when, MlItem *x) {
  int is = !ask->sets;
  if (!ml_text_same(x->key, ask->key) || !is_standing(when, x)) return 0;
  for (i64 i = 0; i < ask->sets && !is; i++) is = ml_text_same(x->set, ask->set[i]);
  return is;
}

static MlLeft threshold(const Walk *w, double score) {
  if (score < w->ask->options->min_score) return ML_LEFT_MIN_SCORE;
  return score < w->ask->options->relativity * w->best ? ML_LEFT_RELATIVITY : ML_LEFT_NOT;
}

/* Nothing that follows has a better score. Of two lists that become one places count, so that these are just as long.
 */
static int is_enough(const Walk *w) {
  const MlAsk *o = w->ask->options;
  if (w->both) return w->others + w->preferences >= w->deep;
  return w->others >= w->deep && (o->preference_limit < 0 || w->preferences >= o->preference_limit);
}

/* ---- preferences ---- */

/* Once there are enough of the others the rest is only looked through for preferences, of which there may be none. */
static int preferences_only(Walk *w, double score, MlErr *e) {
  const MlAsk *o = w->ask->options;
  if (w->met >= 0 || w->both || o->all || w->out->when.seq || o->preference_limit < 0 || w->others < w->deep)
    return SQLITE_OK;
  w->met = 0;
  w->full = score;
  return ml_item_preferences(w->c, w->ask->key, &w->wanted, e);
}

static int is_wanted(Walk *w, i64 number) {
  const i64 *a = (const i64 *)(const void *)w->wanted.p;
  i64 low = 0, high = w->wanted.n / (i64)sizeof(*a);
  if (w->met < 0) return 1;
  while (low < high) {
    i64 middle = (low + high) / 2;
    if (a[middle] == number) {
      w->met++;
      return 1;
    }
    if (a[middle] < number) low = middle + 1;
    if (a[middle] > number) high = middle;
  }
  return 0;
}

static int hit_add(Walk *w, MlHit *hit, MlText set) {
  MlCandidates *out = w->out;
  const MlAsk *o = w->ask->options;
  struct MlSetName *s = set_find(&out->sets, set);
  if (!s) return SQLITE_NOMEM;
  if (out->n == out->cap) {
    i64 cap = out->cap ? 2 * out->cap : 32;
    MlHit *a = sqlite3_realloc64(out->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    out->a = a;
    out->cap = cap;
  }
  hit->set = s->number;
  if (!hit->left) {
    hit->rank[w->by] = ++w->place;
    if (o->per_set < 0 || s->counted++ < o->per_set) {
      *(hit->preference && o->preference_limit >= 0 ? &w->preferences : &w->others) += 1;
    }
  }
  out->a[out->n++] = *hit;
  out->kept++;
  return SQLITE_OK;
}

/* What may not be returned is kept for those who ask for all, or for what is kept of the search. */
static int is_kept(Walk *w, const MlHit *hit) { return !hit->left || w->ask->options->all || w->left++ < w->out->keep; }

static int hit_look(Walk *w, i64 number, double score, MlLeft below, MlErr *e) {
  MlHit hit = {.number = number, .own = {-1, -1}};
  sqlite3_stmt *st;
  MlItem x;
  int found;
  hit.own[w->by] = score;
  int rc = ml_item_get(w->c, number, &x, &st, &found, e);
  if (!rc && found && is_asked(w->ask, &w->out->when, &x)) {
    rc = ml_admit(&w->ask->options->sieve, &x, w->now, &w->scratch, &hit.left, &hit.other, e);
    hit.preference = (u8)ml_text_same(x.kind, ML_TEXT("preference"));
    if (ml_text_same(x.admission, ML_TEXT("quarantined"))) hit.left = ML_LEFT_QUARANTINED;
    if (!hit.left) hit.left = below;
    if (!hit.left && w->best < 0) w->best = score;
    hit.record = x.record;
    hit.version = x.version;
    w->out->looked++;
    if (!rc && is_kept(w, &hit) && hit_add(w, &hit, x.set)) rc = ml_err_nomem(e);
  }
  int rc2 = ml_item_done(w->c, st, e);
  return rc ? rc : rc2;
}

/* What the index or the vectors have found; *enough 1: the rest need not be looked at. */
static int hit_take(Walk *w, i64 number, double score, int *enough, MlErr *e) {
  int all = w->ask->options->all;
  MlLeft below = threshold(w, score);
  int met_all = w->met * (i64)sizeof(i64) == w->wanted.n;
  *enough = !all && (below || score < w->enough || (met_all && score < w->full));
  if (*enough || (!is_wanted(w, number) && score < w->full)) return SQLITE_OK;
  int rc = hit_look(w, number, score, below, e);
  if (!rc && w->enough < 0 && is_enough(w)) w->enough = score;
  return rc ? rc : preferences_only(w, score, e);
}

static int keyword_walk(Walk *w, MlErr *e) {
  const MlSearchAsk *ask = w->ask;
  MlIndexAsk what = {ask->key, ask->sets == 1 ? ask->set[0] : (MlText){NULL, 0}, ask->query, ask->options->raw,
                     w->out->when.seq};
  MlIndexHits hits = {0};
  double score;
  i64 number;
  int more = 1, enough = 0;
  int rc = ml_index_find(w->c, &what, &hits, e);
  while (!rc && !enough) {
    rc = ml_index_next(&hits, &number, &score, &more, e);
    if (rc || !more) break;
    rc = hit_take(w, number, score, &enough, e);
  }
  ml_index_close(&hits);
  return rc;
}

static int vector_walk(Walk *w, const MlBuf *vector, MlErr *e) {
  MlVectorHits hits = {0};
  double cosine;
  i64 number;
  int more = 1, enough = 0;
  int rc = ml_vector_find(w->c, w->ask->key, ml_vector_floats(vector), ml_vector_dimensions(vector), &hits, e);
  while (!rc && !enough) {
    rc = ml_vector_next(&hits, &number, &cosine, &more, e);
    if (rc || !more) break;
    rc = hit_take(w, number, cosine > 0 ? cosine : 0, &enough, e);
  }
  ml_vector_close(&hits);
  return rc;
}

int ml_candidates_add(MlConn *c, const MlSearchAsk *ask, int by, const MlBuf *vector, int both, i64 deep,
                      MlCandidates *out, MlErr *e) {
  Walk w = {.c = c,
            .ask = ask,
            .by = by,
            .both = both,
            .deep = deep,
            .now = out->when.clock,
            .out = out,
            .best = -1,
            .enough = -1,
            .met = -1,
            .full = -1};
  w.scratch = ml_conn_scratch(c);
  for (i64 i = 0; i < out->sets.n; i++) out->sets.a[i].counted = 0;
  int rc = by == ML_BY_KEYWORD ? keyword_walk(&w, e) : vector_walk(&w, vector, e);
  ml_conn_give(c, &w.scratch);
  ml_buf_free(&w.wanted);
  return rc;
}

void ml_candidates_free(MlCandidates *x) {
  for (i64 i = 0; i < x->sets.n; i++) ml_text_free(&x->sets.a[i].name);
  sqlite3_free(x->sets.a);
  sqlite3_free(x->a);
  *x = (MlCandidates){0};
}
