#include "hits.h"

#include "../data/cut.h"
#include "../data/json.h"
#include "../store/large.h"

#include <string.h>

/* ---- why ---- */

static void score_put(MlBuf *out, const char *list, double score) {
  char z[40];
  sqlite3_snprintf(sizeof(z), z, "%s %.2f", list, score);
  ml_buf_puts(out, z);
}

static const char *const lists[ML_BY] = {"keyword", "vector"};

static void why_in(const MlHit *x, int apart, int both, MlBuf *out) {
  int n = 0;
  if (apart) ml_buf_puts(out, "preference, ");
  for (int k = 0; k < ML_BY; k++) {
    if (both ? !x->rank[k] : x->own[k] < 0) continue;
    if (n++) ml_buf_puts(out, ", ");
    if (!both) {
      score_put(out, lists[k], x->own[k]);
      continue;
    }
    ml_buf_puts(out, lists[k]);
    ml_buf_puts(out, " rank ");
    ml_buf_int(out, x->rank[k]);
  }
}

/* The id of the item that one was left out for. */
static int why_similar(MlConn *c, i64 number, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_get(c, number, &x, &st, &found, e);
  ml_buf_puts(out, "similar to ");
  if (!rc && found) ml_buf_text(out, x.id);
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int why_left(MlConn *c, const MlSearchAsk *ask, const MlHit *x, MlBuf *out, MlErr *e) {
  static const char *const words[] = {
      [ML_LEFT_QUARANTINED] = "in quarantine",
      [ML_LEFT_EXPIRED] = "expired",
      [ML_LEFT_SENSITIVE] = "too sensitive",
      [ML_LEFT_VALID] = "not valid then",
      [ML_LEFT_KIND] = "another kind",
      [ML_LEFT_CATEGORY] = "another category",
      [ML_LEFT_IMPORTANCE] = "below min_importance",
      [ML_LEFT_MIN_SCORE] = "below min_score",
      [ML_LEFT_RELATIVITY] = "below relativity",
      [ML_LEFT_PER_SET] = "over per_set",
      [ML_LEFT_PREFERENCES] = "over preference_limit",
      [ML_LEFT_LIMIT] = "over limit",
  };
  if (x->left == ML_LEFT_SIMILAR) return why_similar(c, x->other, out, e);
  if (x->left == ML_LEFT_FILTER) {
    ml_buf_puts(out, "filter metadata.");
    ml_buf_text(out, ml_filter_path(&ask->options->sieve.filter, x->other));
    return SQLITE_OK;
  }
  ml_buf_puts(out, words[x->left]);
  return SQLITE_OK;
}

/* ---- rows ---- */

/* Content as it is shown: of a string its text; cut, if it is long. */
static int content_put(MlConn *c, const MlSearchAsk *ask, const MlItem *x, MlBuf *out, MlFound *f, MlErr *e) {
  MlBuf whole = ml_conn_scratch(c), bare = ml_conn_scratch(c);
  int rc = ml_large_resolve(c, x->key, x->content, &whole, e);
  MlText text = ml_buf_view(&whole);
  f->json = ml_json_type(text) != ML_STRING;
  if (!rc && !f->json) {
    text = ml_json_bare(text, &bare);
    if (!text.p) rc = bare.rc ? ml_err_nomem(e) : ml_err_set(e, SQLITE_CORRUPT, "memlog: items: a content is no JSON");
  }
  if (!rc) {
    i64 n = ml_cut_at(text, ask->options->max_chars);
    ml_buf_put(out, text.p, n);
    if (n < text.n) {
      ml_buf_puts(out, ML_CUT_MARK);
      f->json = 0;
      f->cut = 1;
    }
  }
  ml_conn_give(c, &whole);
  ml_conn_give(c, &bare);
  return rc;
}

/* Where texts stand in a buffer that still grows. */
typedef struct Part {
  MlText *text;
  i64 from, n; /* from -1: there is none */
} Part;

static void part_end(Part *p, MlText *text, i64 from, const MlBuf *b) { *p = (Part){text, from, b->n - from}; }

static void part_put(Part *p, MlText *text, MlText value, MlBuf *b) {
  i64 from = value.p ? b->n : -1;
  ml_buf_text(b, value);
  *p = (Part){text, from, value.n};
}

enum { SET, ID, CONTENT, METADATA, KIND, CATEGORY, WHY, PARTS };

/* Of what was left out because it may not be seen, content and metadata are not shown either. */
static int is_open(const MlHit *x) { return x->left == ML_LEFT_NOT || x->left > ML_LEFT_SENSITIVE; }

static int row_fill(MlConn *c, const MlSearchAsk *ask, const MlItem *x, int both, MlFound *f, MlErr *e) {
  int open = is_open(&f->hit), apart = f->hit.preference && ask->options->preference_limit >= 0;
  int rc = SQLITE_OK;
  Part part[PARTS];
  MlBuf b = {0};
  f->version = x->version;
  f->record = x->record;
  f->importance = x->importance;
  part_put(&part[SET], &f->set, x->set, &b);
  part_put(&part[ID], &f->id, x->id, &b);
  part_put(&part[METADATA], &f->metadata, open ? x->metadata : (MlText){NULL, 0}, &b);
  part_put(&part[KIND], &f->kind, x->kind, &b);
  part_put(&part[CATEGORY], &f->category, x->category, &b);
  part_put(&part[CONTENT], &f->content, (MlText){NULL, 0}, &b);
  i64 from = b.n;
  if (open) rc = content_put(c, ask, x, &b, f, e);
  if (open) part_end(&part[CONTENT], &f->content, from, &b);
  from = b.n;
  if (!f->hit.left) why_in(&f->hit, apart, both, &b);
  if (!rc && f->hit.left) rc = why_left(c, ask, &f->hit, &b, e);
  part_end(&part[WHY], &f->why, from, &b);
  if (!rc) rc = ml_err_buf(e, b.rc, "a hit");
  f->own = rc ? NULL : ml_buf_take(&b);
  ml_buf_free(&b);
  for (int i = 0; i < PARTS && f->own; i++) {
    if (part[i].from >= 0) *part[i].text = (MlText){f->own + part[i].from, part[i].n};
  }
  return rc;
}

static int row_make(MlConn *c, const MlSearchAsk *ask, const MlHit *hit, int both, MlSearchHits *out, MlErr *e) {
  MlFound *f = &out->a[out->n];
  sqlite3_stmt *st;
  MlItem x;
  int found;
  *f = (MlFound){.hit = *hit};
  int rc = ml_item_get(c, hit->number, &x, &st, &found, e);
  if (!rc && found) rc = row_fill(c, ask, &x, both, f, e);
  if (!rc && found) {
    f->rank = hit->left ? 0 : out->n + 1;
    out->n++;
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_hits_make(MlConn *c, const MlSearchAsk *ask, const MlHit *a, i64 n, int both, MlSearchHits *out, MlErr *e) {
  i64 rows = 0;
  int rc = SQLITE_OK;
  while (rows < n && (ask->options->all || !a[rows].left)) rows++;
  out->a = sqlite3_malloc64((u64)(rows + 1) * sizeof(*out->a));
  if (!out->a) return ml_err_nomem(e);
  for (i64 i = 0; i < rows && !rc; i++) rc = row_make(c, ask, &a[i], both, out, e);
  return rc;
}

void ml_hits_free(MlSearchHits *h) {
  for (i64 i = 0; i < h->n; i++) sqlite3_free(h->a[i].own);
  sqlite3_free(h->a);
  *h = (MlSearchHits){0};
}

/* ---- the event ---- */

static void member_put(MlBuf *out, const char *name, MlText value) {
  ml_buf_puts(out, name);
  ml_json_put_string(out, value);
}

static int result_put(MlConn *c, const MlFound *f, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_get(c, f->hit.number, &x, &st, &found, e);
  if (!rc && found) {
    ml_buf_puts(out, out->n > 1 ? "," : "");
    member_put(out, "{\"set\":", x.set);
    member_put(out, ",\"id\":", x.id);
    ml_buf_puts(out, ",\"value\":");
    ml_buf_text(out, x.content); /* a large one: its place holder, as everywhere in the log */
    ml_buf_puts(out, ",\"score\":");
    rc = ml_json_real(f->hit.score, "a score", out, e);
    ml_buf_char(out, '}');
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_hits_results(MlConn *c, const MlSearchHits *hits, MlBuf *out, MlErr *e) {
  int rc = SQLITE_OK;
  ml_buf_char(out, '[');
  for (i64 i = 0; i < hits->n && !rc; i++) {
    if (hits->a[i].rank) rc = result_put(c, &hits->a[i], out, e);
  }
  ml_buf_char(out, ']');
  return rc ? rc : ml_err_buf(e, out->rc, "what a search found");
}
