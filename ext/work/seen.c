#include "seen.h"

#include "../data/json.h"
#include "../schema/install.h"

#include <string.h>

int ml_seen_wants(MlConn *c) {
  if (c->config.retrieval != ML_AS_EVENTS) return c->config.retrieval;
  return ml_record_wants(c, ML_KIND_LONG_TERM_SEARCH);
}

/* Of those left out, the best: for the limit, or for other reasons. An edge dirties a page of its own, most often, so
** that only some are kept; and what there was no room for tells least. */
static i64 left_take(MlSeen *seen, const MlHit *a, i64 n, int for_limit, i64 room) {
  i64 taken = 0;
  for (i64 i = 0; i < n && taken < room; i++) {
    if (!a[i].left || (a[i].left == ML_LEFT_LIMIT) != for_limit) continue;
    seen->a[seen->n++] = (MlRetrieved){a[i].record, a[i].version, 0, a[i].score, ml_rank_left_word(a[i].left)};
    taken++;
  }
  return taken;
}

int ml_seen_take(MlSeen *seen, const MlSearchHits *hits, const MlCandidates *x, MlErr *e) {
  i64 in = 0, unkept, listed;
  while (in < x->n && !x->a[in].left) in++;
  seen->a = sqlite3_malloc64((u64)(hits->n + ML_RETRIEVAL_LISTED + 1) * sizeof(*seen->a));
  if (!seen->a) return ml_err_nomem(e);
  for (i64 i = 0; i < hits->n; i++) {
    const MlFound *f = &hits->a[i];
    if (f->rank) seen->a[seen->n++] = (MlRetrieved){f->record, f->version, f->rank, f->hit.score, {NULL, 0}};
  }
  listed = left_take(seen, x->a, x->n, 0, ML_RETRIEVAL_LISTED);
  listed += left_take(seen, x->a, x->n, 1, ML_RETRIEVAL_LISTED - listed);
  unkept = x->looked - x->kept;
  seen->candidates = unkept + x->n;
  seen->left_out = unkept + x->n - in - listed;
  return SQLITE_OK;
}

/* ---- what was asked ---- */

static void sets_put(const MlSearchAsk *ask, MlBuf *out) {
  for (i64 i = 0; i < ask->sets; i++) {
    ml_buf_char(out, i ? ',' : '[');
    ml_json_put_string(out, ask->set[i]);
  }
  if (ask->sets) ml_buf_char(out, ']');
}

/* The options but what they look for. */
static void filters_put(MlText given, MlBuf *out) {
  MlJsonScan s;
  for (ml_json_open(&s, given); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"vector\""))) continue;
    ml_buf_char(out, out->n ? ',' : '{');
    ml_buf_text(out, s.name);
    ml_buf_char(out, ':');
    ml_buf_text(out, s.value);
  }
  if (out->n) ml_buf_char(out, '}');
}

/* What was searched: an index is known by the statement that makes it, vectors by the function that does. */
static void index_put(const MlConn *c, MlAskMode mode, MlBuf *out) {
  static const MlUuid space = {{0}};
  char hex[33];
  if (mode != ML_ASK_VECTOR) {
    MlText sql = ml_install_index_sql();
    MlUuid u = ml_uuid_named(&space, sql.p, (size_t)sql.n);
    ml_uuid_hex(&u, hex);
    ml_buf_puts(out, "text:");
    ml_buf_put(out, hex, 8);
  }
  if (mode == ML_ASK_KEYWORD) return;
  ml_buf_puts(out, out->n ? "+vector" : "vector");
  if (c->config.embedding_function[0]) ml_buf_char(out, ':');
  ml_buf_puts(out, c->config.embedding_function);
}

static MlText view_or_none(const MlBuf *b) { return b->n ? ml_buf_view(b) : (MlText){NULL, 0}; }

int ml_seen_put(MlConn *c, const MlSearchAsk *ask, MlAskMode mode, const MlBuf *vector, const MlSeen *seen,
                MlSearchHits *hits, MlErr *e) {
  static const MlText names[] = {
      [ML_ASK_KEYWORD] = ML_TEXT("keyword"), [ML_ASK_VECTOR] = ML_TEXT("vector"), [ML_ASK_HYBRID] = ML_TEXT("hybrid")};
  MlBuf sets = ml_conn_scratch(c), filters = ml_conn_scratch(c), index = ml_conn_scratch(c);
  MlRetrieval r = {.key = ask->key, .query = ask->query, .bytes = vector, .mode = names[mode], .limit = ask->limit};
  sets_put(ask, &sets);
  if (ask->given.p) filters_put(ask->given, &filters);
  index_put(c, mode, &index);
  r.sets = view_or_none(&sets);
  r.filters = view_or_none(&filters);
  r.index = view_or_none(&index);
  r.candidates = seen->candidates;
  r.left_out = seen->left_out;
  r.a = seen->a;
  r.n = seen->n;
  int rc = sets.rc || filters.rc || index.rc ? ml_err_nomem(e) : ml_retrieval_put(c, &r, &hits->retrieval, e);
  hits->retrieved = rc == SQLITE_OK;
  ml_conn_give(c, &sets);
  ml_conn_give(c, &filters);
  ml_conn_give(c, &index);
  return rc;
}

void ml_seen_free(MlSeen *seen) {
  sqlite3_free(seen->a);
  *seen = (MlSeen){0};
}
