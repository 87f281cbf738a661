#include "recall.h"

#include "../data/json.h"
#include "../store/config.h"
#include "tokens.h"

#include <string.h>

#define PROFILE_SET ML_TEXT("user_profile")
#define AGENT_SET   "agent_"

/* ---- options ---- */

static int option_refuse(const MlRecallAsk *ask, const char *name, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: %s", ask->who, name, why);
}

static int count_read(const MlRecallAsk *ask, const char *name, MlText json, i64 least, i64 *v, MlErr *e) {
  if (ml_json_get_integer(json, v) && *v >= least && *v <= ML_TOKENS_MAX) return SQLITE_OK;
  return option_refuse(
      ask, name,
      least ? "it must be an integer from 1 to 1000000000000" : "it must be an integer from 0 to 1000000000000", e);
}

static int truth_read(const MlRecallAsk *ask, const char *name, MlText json, u8 *v, MlErr *e) {
  MlType type = ml_json_type(json);
  *v = type == ML_TRUE;
  return type == ML_TRUE || type == ML_FALSE ? SQLITE_OK : option_refuse(ask, name, "it must be true or false", e);
}

static int session_read(MlRecallAsk *ask, MlText json, MlErr *e) {
  ml_buf_cut(&ask->session, 0);
  if (ml_json_type(json) == ML_STRING && ml_json_get_string(json, &ask->session)) return ml_err_nomem(e);
  MlText text = ml_buf_view(&ask->session);
  if (text.n && !memchr(text.p, 0, (size_t)text.n)) return SQLITE_OK;
  return option_refuse(ask, "session", "it must be text, not empty, without NUL", e);
}

/* What is not ours is the search's. */
static int option_read(MlRecallAsk *ask, const MlJsonScan *s, MlErr *e) {
  MlText name = {s->name.p + 1, s->name.n - 2};
  if (ml_text_same(s->name, ML_TEXT("\"max_tokens\"")))
    return count_read(ask, "max_tokens", s->value, 1, &ask->max_tokens, e);
  if (ml_text_same(s->name, ML_TEXT("\"limit\""))) return count_read(ask, "limit", s->value, 0, &ask->limit, e);
  if (ml_text_same(s->name, ML_TEXT("\"enabled\""))) return truth_read(ask, "enabled", s->value, &ask->enabled, e);
  if (ml_text_same(s->name, ML_TEXT("\"session\""))) return session_read(ask, s->value, e);
  int known, rc = ml_placing_read(ask->who, name, s->value, &ask->placing, &known, e);
  if (rc || known) return rc;
  if (ml_text_same(s->name, ML_TEXT("\"all\""))) return option_refuse(ask, "all", "it is none of recall", e);
  ml_buf_char(&ask->rest, ask->rest.n ? ',' : '{');
  ml_buf_text(&ask->rest, s->name);
  ml_buf_char(&ask->rest, ':');
  ml_buf_text(&ask->rest, s->value);
  return SQLITE_OK;
}

int ml_recall_options(MlText json, i64 now, MlRecallAsk *ask, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  ask->search = ML_ASK_NOTHING;
  ask->max_tokens = ML_RECALL_TOKENS;
  ask->limit = ML_SEARCH_LIMIT;
  ask->enabled = 1;
  ask->placing = ML_PLACING_NOT;
  if (json.p && ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they must be a JSON map", ask->who);
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = option_read(ask, &s, e);
  if (!rc && s.rc) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they are no JSON", ask->who);
  if (rc || (!ask->rest.n && !ask->rest.rc)) return rc;
  ml_buf_char(&ask->rest, '}');
  if (ask->rest.rc) return ml_err_nomem(e);
  rc = ml_ask_read(ask->who, ml_buf_view(&ask->rest), now, &ask->search, e);
  if (rc || !ask->placing.record || !ask->search.as_of.p) return rc;
  return option_refuse(ask, "as_of", "what stood once is not placed in a context now: record is true", e);
}

void ml_recall_ask_free(MlRecallAsk *ask) {
  ml_ask_free(&ask->search);
  ml_buf_free(&ask->rest);
  ml_buf_free(&ask->session);
}

/* ---- lines ---- */

/* An item is one line: what would begin another one becomes a blank. */
static void line_put(const MlFound *f, MlBuf *out) {
  MlText t = f->content;
  i64 from = 0, n;
  ml_buf_puts(out, "- ");
  for (i64 i = 0; i < t.n; i += n ? n : 1) {
    n = ml_text_break(t, i);
    if (!n) continue;
    ml_buf_put(out, t.p + from, i - from);
    ml_buf_char(out, ' ');
    from = i + n;
  }
  ml_buf_put(out, t.p + from, t.n - from);
  ml_buf_char(out, '\n');
}

/* A hit's place in the answer. */
typedef struct Line {
  i64 tokens; /* of the line; 0: it was not looked at any more */
  i64 at;     /* where it begins in its text */
  u8 in;
} Line;

/* What is being made of the hits. */
typedef struct Making {
  MlCounter counter;
  const MlSearchHits *hits;
  Line *line; /* by hit */
  MlErr *e;
} Making;

static int is_profile(const MlFound *f) { return ml_text_same(f->set, PROFILE_SET); }

static int tokens_count(Making *m, MlText text, i64 *n) {
  *n = 0;
  return text.n ? ml_tokens_add(&m->counter, text, n, m->e) : SQLITE_OK;
}

/* A tokenizer may count a whole otherwise than its parts: then the last lines go, too, until the whole fits. */
static int part_cut(Making *m, int profile, i64 budget, MlRecallPart *part) {
  int rc = tokens_count(m, ml_buf_view(&part->text), &part->tokens);
  for (i64 i = m->hits->n - 1; i >= 0 && !rc && part->tokens > budget; i--) {
    if (!m->line[i].in || is_profile(&m->hits->a[i]) != profile) continue;
    m->line[i].in = 0;
    ml_buf_cut(&part->text, m->line[i].at);
    rc = tokens_count(m, ml_buf_view(&part->text), &part->tokens);
  }
  return rc;
}

/* The lines of one set, best first, until one does not fit. */
static int part_make(Making *m, int profile, i64 budget, MlRecallPart *part) {
  MlBuf line = {0};
  i64 sum = 0;
  int full = 0, rc = SQLITE_OK;
  for (i64 i = 0; i < m->hits->n && !rc; i++) {
    const MlFound *f = &m->hits->a[i];
    if (!f->rank || is_profile(f) != profile || !f->content.p) continue;
    ml_buf_cut(&line, 0);
    line_put(f, &line);
    rc = line.rc ? ml_err_nomem(m->e) : tokens_count(m, ml_buf_view(&line), &m->line[i].tokens);
    full |= sum + m->line[i].tokens > budget;
    if (rc || full) continue;
    sum += m->line[i].tokens;
    m->line[i].in = 1;
    m->line[i].at = part->text.n;
    ml_buf_text(&part->text, ml_buf_view(&line));
  }
  ml_buf_free(&line);
  if (!rc && part->text.rc) rc = ml_err_nomem(m->e);
  return rc ? rc : part_cut(m, profile, budget, part);
}

static void member_put(MlBuf *b, const char *name, MlText text) {
  ml_buf_puts(b, name);
  ml_json_put_string(b, text);
}

static int items_put(const Making *m, MlBuf *b) {
  ml_buf_char(b, '[');
  for (i64 i = 0, n = 0; i < m->hits->n; i++) {
    const MlFound *f = &m->hits->a[i];
    if (!f->rank) continue;
    member_put(b, n++ ? ",{\"set\":" : "{\"set\":", f->set);
    member_put(b, ",\"id\":", f->id);
    ml_buf_puts(b, ",\"version\":");
    ml_buf_int(b, f->version);
    ml_buf_puts(b, ",\"score\":");
    if (ml_json_real(f->hit.score, "a score", b, m->e)) return m->e->rc;
    ml_buf_puts(b, ",\"tokens\":");
    ml_buf_int(b, m->line[i].tokens);
    ml_buf_puts(b, m->line[i].in ? ",\"in\":true}" : ",\"in\":false}");
  }
  ml_buf_char(b, ']');
  return b->rc ? ml_err_nomem(m->e) : SQLITE_OK;
}

/* The profile may take its share; what it leaves is the agent's. */
static int parts_make(Making *m, const MlRecallAsk *ask, MlRecall *r) {
  int rc = part_make(m, 1, ask->max_tokens * ML_RECALL_PROFILE / 100, &r->profile);
  if (!rc) rc = part_make(m, 0, ask->max_tokens - r->profile.tokens, &r->agent);
  return rc ? rc : items_put(m, &r->items);
}

/* In the order in which they are read: the profile first. */
static int placed_note(const Making *m, MlRecall *r) {
  r->placed = sqlite3_malloc64(((u64)m->hits->n + 1) * sizeof(*r->placed));
  if (!r->placed) return ml_err_nomem(m->e);
  for (int profile = 1; profile >= 0; profile--) {
    for (i64 i = 0; i < m->hits->n; i++) {
      const MlFound *f = &m->hits->a[i];
      if (!m->line[i].in || is_profile(f) != profile) continue;
      MlPlacedAs as = f->cut ? ML_PLACED_TRUNCATED : ML_PLACED_WHOLE;
      r->placed[r->n_placed] = (MlPlaced){f->record, f->version, r->n_placed + 1, as};
      r->n_placed++;
    }
  }
  r->retrieval = m->hits->retrieval;
  r->retrieved = m->hits->retrieved;
  return SQLITE_OK;
}

static int hits_take(MlConn *c, const MlRecallAsk *ask, const MlSearchHits *hits, MlRecall *r, MlErr *e) {
  Making m = {.hits = hits, .e = e};
  u64 bytes = ((u64)hits->n + 1) * sizeof(*m.line);
  m.line = sqlite3_malloc64(bytes);
  if (!m.line) return ml_err_nomem(e);
  memset(m.line, 0, bytes);
  int rc = ml_tokens_open(c, &m.counter, e);
  if (!rc) rc = parts_make(&m, ask, r);
  if (!rc) rc = placed_note(&m, r);
  ml_tokens_close(&m.counter);
  sqlite3_free(m.line);
  return rc;
}

int ml_recall_run(MlConn *c, const MlRecallAsk *ask, MlRecall *r, MlErr *e) {
  MlSearchHits hits = {0};
  MlBuf own = {0};
  if (!ask->enabled || !c->config.long_term) {
    ml_buf_puts(&r->items, "[]");
    return ml_err_buf(e, r->items.rc, "items");
  }
  ml_buf_puts(&own, AGENT_SET);
  ml_buf_text(&own, ask->agent);
  MlText set[] = {PROFILE_SET, ml_buf_view(&own)};
  MlSearchAsk search = {
      .who = ask->who, .key = ask->user, .set = set, .sets = ask->agent.p ? 2 : 1, .query = ask->query};
  search.limit = ask->limit;
  search.options = &ask->search;
  if (ask->rest.n) search.given = ml_buf_view(&ask->rest);
  int rc = own.rc ? ml_err_nomem(e) : ml_search_run(c, &search, &hits, e);
  r->failed = hits.failed;
  if (!rc) rc = hits_take(c, ask, &hits, r, e);
  ml_search_free(&hits);
  ml_buf_free(&own);
  return rc;
}

void ml_recall_free(MlRecall *r) {
  ml_buf_free(&r->profile.text);
  ml_buf_free(&r->agent.text);
  ml_buf_free(&r->items);
  sqlite3_free(r->placed);
}
