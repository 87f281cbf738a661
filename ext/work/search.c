#include "search.h"

#include "../data/json.h"
#include "../data/likeness.h"
#include "../store/config.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "../store/vector.h"
#include "candidates.h"
#include "hits.h"
#include "items.h"
#include "record.h"
#include "seen.h"
#include "txn.h"

#include <string.h>

/* In two lists that become one, and where what is like is left out, more count than those that come in. */
#define DEEP 100

typedef struct Search {
  MlConn *c;
  const MlSearchAsk *ask;
  MlAskMode mode;
  MlBuf vector; /* what is looked for, in modes vector and hybrid: floats */
  MlSearchTime when;
  u8 never;    /* … which is before everything */
  u8 event;    /* it makes an event */
  MlSeen seen; /* for what is kept of it in lineage */
} Search;

/* ---- the mode, and the query as a vector ---- */

static int ask_refuse(const MlSearchAsk *ask, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s", ask->who, why);
}

/* Not said: keyword; hybrid where a vector comes with a text; vector where there is no text. */
static int mode_find(Search *s, MlErr *e) {
  const MlSearchAsk *ask = s->ask;
  int given = ask->blob || ask->options->vector.p;
  s->mode = ask->options->mode;
  if (s->mode == ML_ASK_ANY) s->mode = !ask->query.p ? ML_ASK_VECTOR : given ? ML_ASK_HYBRID : ML_ASK_KEYWORD;
  if (ask->blob && ask->options->vector.p) return ask_refuse(ask, "the query is a vector, and so is option vector", e);
  if (!ask->query.p && s->mode != ML_ASK_VECTOR) {
    return ask_refuse(ask, "the query is a vector: modes keyword and hybrid need a text (and option vector)", e);
  }
  if (ask->options->as_of.p && s->mode != ML_ASK_KEYWORD) {
    return ask_refuse(ask, "option as_of: mode keyword alone knows what stood: vectors are kept of what stands", e);
  }
  if (ask->options->raw && s->mode == ML_ASK_VECTOR) return ask_refuse(ask, "option raw is for keywords", e);
  return SQLITE_OK;
}

static int vector_given(Search *s, MlErr *e) {
  const MlSearchAsk *ask = s->ask;
  if (ask->blob) return ml_vector_read(ask->who, ask->blob, ask->n_blob, &s->vector, e);
  return ask->options->vector.p ? ml_vector_read_json(ask->who, ask->options->vector, &s->vector, e) : SQLITE_OK;
}

static int vector_make(Search *s, MlErr *e) {
  int found = 0;
  if (s->mode == ML_ASK_KEYWORD || s->vector.n) return SQLITE_OK;
  int rc = ml_config_load(s->c, e);
  if (!rc) rc = ml_vector_embed(s->c, s->ask->query, &s->vector, &found, e);
  if (rc || found) return rc;
  return ask_refuse(s->ask,
                    "there is no vector to look for: give option vector, or a function of yours that makes one of the"
                    " query: SELECT mem_config('long-term-memory.embedding-function', 'its name')",
                    e);
}

/* ---- what is like what ---- */

/* Of the hits that are chosen from: what comparing them needs. */
typedef struct Likes {
  MlWordSet *words;
  MlBuf *vector; /* empty: it has none */
  i64 n;
} Likes;

static double likes_tell(void *arg, i64 i, i64 j) {
  const Likes *l = arg;
  const MlBuf *a = &l->vector[i], *b = &l->vector[j];
  double cosine;
  if (!a->n || a->n != b->n) return ml_likeness(&l->words[i], &l->words[j]);
  cosine = ml_vector_cosine(ml_vector_floats(a), ml_vector_floats(b), ml_vector_dimensions(a));
  return cosine > 0 ? cosine : 0;
}

static int likes_load(MlConn *c, const MlHit *hit, Likes *l, i64 i, MlErr *e) {
  MlBuf whole = ml_conn_scratch(c), bare = ml_conn_scratch(c);
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_get(c, hit->number, &x, &st, &found, e);
  if (!rc && found) rc = ml_large_resolve(c, x.key, x.content, &whole, e);
  MlText text = ml_buf_view(&whole);
  if (ml_json_type(text) == ML_STRING) text = ml_json_bare(text, &bare);
  if (!rc && (!text.p || ml_likeness_words(text, &l->words[i]))) rc = ml_err_nomem(e);
  int rc2 = ml_item_done(c, st, e);
  ml_conn_give(c, &whole);
  ml_conn_give(c, &bare);
  if (!rc && !rc2) rc = ml_vector_get(c, hit->number, &l->vector[i], &found, e);
  return rc ? rc : rc2;
}

static void likes_free(Likes *l) {
  for (i64 i = 0; i < l->n; i++) {
    ml_likeness_free(&l->words[i]);
    ml_buf_free(&l->vector[i]);
  }
  sqlite3_free(l->words);
  sqlite3_free(l->vector);
}

static int likes_open(MlConn *c, const MlHit *a, i64 n, Likes *l, MlErr *e) {
  int rc = SQLITE_OK;
  l->words = sqlite3_malloc64((u64)(n + 1) * sizeof(*l->words));
  l->vector = sqlite3_malloc64((u64)(n + 1) * sizeof(*l->vector));
  if (!l->words || !l->vector) return ml_err_nomem(e);
  memset(l->words, 0, (size_t)(n + 1) * sizeof(*l->words));
  memset(l->vector, 0, (size_t)(n + 1) * sizeof(*l->vector));
  l->n = n;
  for (i64 i = 0; i < n && !rc; i++) rc = likes_load(c, &a[i], l, i, e);
  return rc;
}

/* ---- searching ---- */

static int hits_select(MlConn *c, const MlSearchAsk *ask, MlCandidates *x, MlErr *e) {
  const MlAsk *o = ask->options;
  Likes likes = {0};
  MlLimits l = {ask->limit, ask->limit ? o->preference_limit : 0, o->per_set, x->sets.n, o->lambda, NULL, &likes};
  int rc = SQLITE_OK;
  if (o->mmr) {
    i64 in = 0;
    l.like = likes_tell;
    while (in < x->n && !x->a[in].left) in++;
    rc = likes_open(c, x->a, ml_rank_pool(&l, in), &likes, e);
  }
  if (!rc && ml_rank_select(x->a, x->n, &l)) rc = ml_err_nomem(e);
  likes_free(&likes);
  return rc;
}

static i64 deep_enough(const Search *s) {
  i64 n = s->ask->limit;
  if (s->ask->options->mmr) return n > ML_RANK_POOL ? n : ML_RANK_POOL;
  if (s->mode != ML_ASK_HYBRID) return n;
  return n < DEEP / 4 ? DEEP : n < INT64_MAX / 4 ? 4 * n : n;
}

/* The moment that is asked about, in the transaction of the search itself. */
static int moment_find(Search *s, int there, MlErr *e) {
  MlWhen when = {0};
  i64 clock = 0;
  s->when.clock = ml_conn_now(s->c) / 1000;
  if (!s->ask->options->as_of.p) return SQLITE_OK;
  int rc = ml_position_json(s->c, s->ask->options->as_of, &when, e);
  if (!rc && there) rc = ml_items_moment(s->c, &when, &clock, e);
  if (clock) s->when.clock = clock;
  s->when.seq = when.seq < ML_POSITION_MAX ? when.seq : ML_POSITION_MAX;
  s->never = when.seq == 0;
  return rc;
}

static int hits_find(Search *s, MlSearchHits *out, MlErr *e) {
  MlConn *c = s->c;
  MlCandidates x = {.when = s->when, .keep = s->seen.wanted ? ML_RETRIEVAL_LISTED : 0};
  i64 deep = deep_enough(s);
  int both = s->mode == ML_ASK_HYBRID, rc = SQLITE_OK;
  if (s->mode != ML_ASK_VECTOR) rc = ml_candidates_add(c, s->ask, ML_BY_KEYWORD, NULL, both, deep, &x, e);
  if (!rc && s->mode != ML_ASK_KEYWORD) {
    rc = ml_candidates_add(c, s->ask, ML_BY_VECTOR, &s->vector, both, deep, &x, e);
  }
  if (!rc) x.n = ml_rank_merge(x.a, x.n, both);
  if (!rc) rc = hits_select(c, s->ask, &x, e);
  if (!rc) rc = ml_hits_make(c, s->ask, x.a, x.n, both, out, e);
  if (!rc && s->seen.wanted) rc = ml_seen_take(&s->seen, out, &x, e);
  ml_candidates_free(&x);
  return rc;
}

/* ---- recording ---- */

typedef struct Note {
  const Search *s;
  MlText query, results;
  i64 us;
  MlSearchHits *out;
} Note;

static int note_work(MlConn *c, void *arg, MlErr *e) {
  const Note *n = arg;
  const MlSearchAsk *ask = n->s->ask;
  int rc = ml_meta_install(c, e); /* makes the tables, brings those of an older file up to date */
  if (!rc) rc = ml_config_load(c, e);
  if (!rc && n->s->event && ml_record_wants(c, ML_KIND_LONG_TERM_SEARCH)) {
    rc = ml_record_searched(c, ask->key, n->query, n->results, n->us, e);
  }
  if (rc || !n->s->seen.wanted || !ml_seen_wants(c)) return rc;
  return ml_seen_put(c, ask, n->s->mode, &n->s->vector, &n->s->seen, n->out, e);
}

/* What the event calls the query: a JSON string. */
static int query_name(const Search *s, MlBuf *out, MlErr *e) {
  static const MlUuid space = {{0}};
  char name[7 + 37] = "vector:";
  if (s->ask->query.p) return ml_json_string(s->ask->query, "query", out, e);
  MlUuid id = ml_uuid_named(&space, s->vector.p, (size_t)s->vector.n);
  ml_uuid_text(&id, name + 7);
  ml_json_put_string(out, ml_text_of(name));
  return ml_err_buf(e, out->rc, "a query");
}

static int search_note(Search *s, i64 us, const MlBuf *results, MlSearchHits *out, MlErr *e) {
  MlBuf query = {0};
  int rc = query_name(s, &query, e);
  Note n = {s, ml_buf_view(&query), ml_buf_view(results), us, out};
  if (!rc) rc = ml_txn_note(s->c, note_work, &n, e);
  ml_buf_free(&query);
  return rc;
}

/* Whether this search is recorded; the options are looked at in the transaction of the search itself. */
static int search_wants(Search *s, MlErr *e) {
  MlConn *c = s->c;
  if (!ml_txn_notes(c)) return SQLITE_OK;
  int rc = ml_config_load(c, e);
  if (rc) return rc;
  s->event = (u8)ml_record_wants(c, ML_KIND_LONG_TERM_SEARCH);
  s->seen.wanted = (u8)ml_seen_wants(c);
  return SQLITE_OK;
}

/* ---- what fails ---- */

/* It is recorded as searches are. */
typedef struct Failure {
  MlText key;
  int code;
} Failure;

static int failure_wants(MlConn *c, int *yes, MlErr *e) {
  int rc = ml_config_refresh(c, e);
  *yes = !rc && ml_record_wants(c, ML_KIND_LONG_TERM_SEARCH);
  return rc;
}

static int failure_work(MlConn *c, void *arg, MlErr *e) {
  const Failure *f = arg;
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (rc || !ml_record_wants(c, ML_KIND_LONG_TERM_SEARCH)) return rc;
  return ml_record_search_failed(c, f->key, f->code, e);
}

int ml_search_note_failure(MlConn *c, MlText key, int rc, MlErr *e) {
  Failure f = {key, rc & 0xff};
  return ml_txn_note_failure(c, rc, failure_wants, failure_work, &f, e);
}

/* ---- all ---- */

static int search_do(Search *s, MlSearchHits *out, MlErr *e) {
  MlConn *c = s->c;
  MlBuf results = {0};
  sqlite3_stmt *hold = NULL;
  i64 begin = ml_conn_now(c), us;
  int there = 0;
  int rc = vector_make(s, e); /* a function of the host's: while nothing is borrowed */
  if (!rc) rc = ml_item_there(c, &there, e);
  if (!rc && there) rc = ml_meta_hold(c, &hold, e);
  if (!c->in_txn) ml_conn_refresh(c);
  if (!rc) rc = search_wants(s, e);
  if (!rc) rc = moment_find(s, there, e);
  if (!rc && there && !s->never) rc = hits_find(s, out, e);
  if (!rc && s->event) rc = ml_hits_results(c, out, &results, e);
  if (hold) ml_meta_release(c, hold);
  us = ml_conn_now(c) - begin;
  if (!rc && (s->event || s->seen.wanted)) rc = search_note(s, us > 0 ? us : 0, &results, out, e);
  ml_buf_free(&results);
  return rc;
}

int ml_search_run(MlConn *c, const MlSearchAsk *ask, MlSearchHits *out, MlErr *e) {
  Search s = {.c = c, .ask = ask};
  *out = (MlSearchHits){0};
  int rc = mode_find(&s, e);
  if (!rc) rc = vector_given(&s, e);
  if (!rc) {
    rc = search_do(&s, out, e);
    out->failed = rc != SQLITE_OK;
    if (rc) rc = ml_search_note_failure(c, ask->key, rc, e);
  }
  ml_seen_free(&s.seen);
  ml_buf_free(&s.vector);
  return rc;
}

void ml_search_free(MlSearchHits *h) { ml_hits_free(h); }
