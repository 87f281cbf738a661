#include "keep.h"

#include "../data/json.h"
#include "../store/large.h"
#include "bar.h"
#include "item.h"
#include "propose.h"

#include <string.h>

#define LONG 4096 /* bytes of JSON: stored content that has more is only compared as a whole */

void ml_keep_free(MlKeep *k) {
  for (i64 i = 0; k->a && i < k->j->n; i++) {
    ml_buf_free(&k->a[i].id);
    ml_saying_free(&k->a[i].saying);
  }
  for (i64 i = 0; i < k->n_outdone; i++) ml_buf_free(&k->outdone[i].id);
  sqlite3_free(k->a);
  sqlite3_free(k->outdone);
  ml_buf_free(&k->artifact);
  ml_buf_free(&k->messages);
  k->a = NULL;
  k->outdone = NULL;
  k->n_outdone = k->cap_outdone = 0;
}

static MlText set_of(const MlKeep *k, i64 i) { return k->set[k->j->a[i].agent]; }

static int outdone_add(MlKeep *k, i64 by, MlText id) {
  if (k->n_outdone == k->cap_outdone) {
    i64 cap = k->cap_outdone ? k->cap_outdone * 2 : 8;
    MlOutdone *a = sqlite3_realloc64(k->outdone, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    k->outdone = a;
    k->cap_outdone = cap;
  }
  MlOutdone *x = &k->outdone[k->n_outdone++];
  *x = (MlOutdone){.by = by};
  ml_buf_text(&x->id, id);
  return x->id.rc;
}

/* ---- what the judge says ---- */

static int item_refuse(i64 i, const char *what, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: judged: item %lld: %s: %s", i + 1, what, why);
}

/* The item that is to give way must be there to be seen. */
static int outdone_find(MlKeep *k, i64 i, MlText id, MlErr *e) {
  char show[ML_ERR_SHOW], set[ML_ERR_SHOW];
  sqlite3_stmt *st = NULL;
  MlItem x;
  int there, found = 0;
  int rc = ml_item_there(k->c, &there, e);
  if (!rc && there) rc = ml_item_find(k->c, k->user, set_of(k, i), id, &x, &st, &found, e);
  if (found) found = ml_items_visible(&x, ml_conn_now(k->c) / 1000);
  int rc2 = st ? ml_item_done(k->c, st, e) : SQLITE_OK;
  if (rc || rc2) return rc ? rc : rc2;
  if (found) return outdone_add(k, i, id) ? ml_err_nomem(e) : SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: judged: item %lld: supersedes %s: the set %s of the user has no such item", i + 1,
                    ml_err_show(show, id), ml_err_show(set, set_of(k, i)));
}

static int verdict_take(MlKeep *k, i64 i, MlErr *e) {
  const MlJudged *x = &k->j->a[i];
  MlBuf scratch = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  k->a[i].of = -1;
  if (x->agent && !k->set[1].p) return item_refuse(i, "scope", "it is for an agent, but none is told", e);
  if (x->verdict == ML_VERDICT_SKIP) k->a[i].is = ML_KEPT_SKIPPED;
  for (ml_json_open(&s, x->supersedes); !rc && ml_json_next(&s);) {
    MlText id = ml_json_bare(s.value, &scratch);
    rc = scratch.rc ? ml_err_nomem(e) : outdone_find(k, i, id, e);
  }
  ml_buf_free(&scratch);
  return rc;
}

/* What may not come back does not: it is no matter to what else there is. */
static int barred_refuse(MlKeep *k, i64 i, MlErr *e) {
  MlBar bar = {0};
  if (k->a[i].is != ML_KEPT_STORED) return SQLITE_OK;
  MlBuf json = ml_conn_scratch(k->c);
  ml_json_put_string(&json, k->j->a[i].content);
  int rc = json.rc ? ml_err_nomem(e) : ml_bar_find(k->c, k->user, ml_buf_view(&json), &bar, e);
  if (bar.how == 'r') k->a[i].is = ML_KEPT_REFUSED;
  k->a[i].barred = bar.record;
  ml_conn_give(k->c, &json);
  return rc;
}

/* ---- duplicates ---- */

static int supersedes(const MlKeep *k, i64 i) { return k->j->a[i].verdict == ML_VERDICT_SUPERSEDE; }

/* Of two that say the same the one stays that says more; else the first. What a judge wants to supersede something
** always stays. */
static void batch_compare(MlKeep *k, i64 i, i64 with) {
  if ((supersedes(k, i) && supersedes(k, with)) || !ml_similar(&k->a[i].saying, &k->a[with].saying)) return;
  int more = supersedes(k, i) || ml_saying_more(&k->a[i].saying, &k->a[with].saying);
  int stays = supersedes(k, with) || !more;
  i64 less = stays ? i : with;
  k->a[less].is = ML_KEPT_DUPLICATE;
  k->a[less].of = stays ? with : i;
}

static int batch_decide(MlKeep *k, i64 i, MlErr *e) {
  if (k->a[i].is != ML_KEPT_STORED) return SQLITE_OK;
  if (ml_saying_read(&k->a[i].saying, k->j->a[i].content)) return ml_err_nomem(e);
  for (i64 with = 0; with < i && k->a[i].is == ML_KEPT_STORED; with++) {
    int compared = k->a[with].is == ML_KEPT_STORED && k->j->a[with].agent == k->j->a[i].agent;
    if (compared) batch_compare(k, i, with);
  }
  return SQLITE_OK;
}

/* A judged item beside a stored one. */
static int stored_compare(MlKeep *k, i64 i, MlText id, MlText text, const MlSaying *stored) {
  MlKept *x = &k->a[i];
  const MlJudged *judged = &k->j->a[i];
  int same = ml_text_same(judged->content, text);
  if (!same && (judged->verdict != ML_VERDICT_NONE || !ml_similar(&x->saying, stored))) return SQLITE_OK;
  if (!same && ml_saying_more(&x->saying, stored)) return outdone_add(k, i, id);
  x->is = ML_KEPT_DUPLICATE;
  ml_buf_text(&x->id, id);
  return x->id.rc;
}

static int stored_take(MlKeep *k, int agent, const MlItem *stored, MlSaying *saying, MlBuf *json, MlBuf *bare,
                       MlErr *e) {
  int rc = SQLITE_OK;
  if (ml_large_bytes(stored->content) > LONG) return SQLITE_OK;
  ml_buf_cut(json, 0);
  rc = ml_large_resolve(k->c, k->user, stored->content, json, e);
  if (rc || ml_json_type(ml_buf_view(json)) != ML_STRING) return rc;
  MlText text = ml_json_bare(ml_buf_view(json), bare);
  if (bare->rc || ml_saying_read(saying, text)) return ml_err_nomem(e);
  for (i64 i = 0; i < k->j->n && !rc; i++) {
    int compared = k->a[i].is == ML_KEPT_STORED && k->j->a[i].agent == agent;
    if (compared && stored_compare(k, i, stored->id, text, saying)) rc = ml_err_nomem(e);
  }
  return rc;
}

static int set_decide(MlKeep *k, int agent, MlErr *e) {
  MlBuf json = ml_conn_scratch(k->c), bare = ml_conn_scratch(k->c);
  i64 now = ml_conn_now(k->c) / 1000, wanted = 0;
  MlSaying saying = {0};
  sqlite3_stmt *st = NULL;
  MlItem x;
  int there, more = 1;
  for (i64 i = 0; i < k->j->n; i++) wanted += k->a[i].is == ML_KEPT_STORED && k->j->a[i].agent == agent;
  int rc = ml_item_there(k->c, &there, e);
  if (!rc && there && wanted) rc = ml_item_scan(k->c, k->user, k->set[agent], &st, e);
  while (!rc && st && more) {
    rc = ml_item_next(k->c, st, &x, &more, e);
    if (!rc && more && ml_items_visible(&x, now)) rc = stored_take(k, agent, &x, &saying, &json, &bare, e);
  }
  int rc2 = st ? ml_item_done(k->c, st, e) : SQLITE_OK;
  ml_saying_free(&saying);
  ml_conn_give(k->c, &json);
  ml_conn_give(k->c, &bare);
  return rc ? rc : rc2;
}

int ml_keep_decide(MlKeep *k, MlErr *e) {
  int rc = SQLITE_OK;
  k->a = sqlite3_malloc64((u64)k->j->n * sizeof(*k->a) + 1);
  if (!k->a) return ml_err_nomem(e);
  memset(k->a, 0, (size_t)k->j->n * sizeof(*k->a));
  for (i64 i = 0; i < k->j->n && !rc; i++) rc = verdict_take(k, i, e);
  for (i64 i = 0; i < k->j->n && !rc; i++) rc = barred_refuse(k, i, e);
  for (i64 i = 0; i < k->j->n && !rc; i++) rc = batch_decide(k, i, e);
  for (int agent = 0; agent < 2 && !rc; agent++) rc = set_decide(k, agent, e);
  return rc;
}

/* ---- writing ---- */

static void session_put(const MlKeep *k, MlBuf *out) {
  ml_buf_puts(out, "session:");
  ml_buf_text(out, k->session);
}

/* The message or the messages that were judged. */
static void messages_put(const MlKeep *k, i64 position, MlBuf *out) {
  ml_buf_int(out, position >= 0 ? position : k->from);
  if (position >= 0 || k->through - 1 == k->from) return;
  ml_buf_char(out, '-');
  ml_buf_int(out, k->through - 1);
}

static void source_put(const MlKeep *k, i64 position, MlBuf *out) {
  session_put(k, out);
  ml_buf_char(out, '#');
  messages_put(k, position, out);
}

static int promotion_make(MlKeep *k, MlErr *e) {
  session_put(k, &k->artifact);
  messages_put(k, -1, &k->messages);
  k->promotion = (MlPromotion){.key = k->user, .from = k->session, .code = k->judge};
  k->promotion.artifact = ml_buf_view(&k->artifact);
  k->promotion.messages = ml_buf_view(&k->messages);
  return k->artifact.rc || k->messages.rc ? ml_err_nomem(e) : SQLITE_OK;
}

/* The versions whose place a judged item takes. */
static int olds_find(MlKeep *k, i64 by, MlInputs *in, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < k->n_outdone && !rc; i++) {
    sqlite3_stmt *st;
    MlItem x;
    int found;
    if (k->outdone[i].by != by) continue;
    rc = ml_item_find(k->c, k->user, set_of(k, by), ml_buf_view(&k->outdone[i].id), &x, &st, &found, e);
    if (!rc && found) rc = ml_inputs_add("mem_session_end", &(MlInput){x.record, x.version, x.number}, in, e);
    int rc2 = ml_item_done(k->c, st, e);
    if (!rc) rc = rc2;
  }
  return rc;
}

static int item_add(MlKeep *k, i64 i, MlGiven *g, MlErr *e) {
  MlOrigin origin = {.promotion = &k->promotion};
  int rc = olds_find(k, i, &origin.inputs, e);
  origin.how.kind = ml_promotion_kind(&origin.inputs);
  g->origin = &origin;
  if (!rc) rc = ml_items_add(k->c, g, &k->a[i].id, e);
  g->origin = NULL;
  ml_origin_free(&origin);
  return rc;
}

static int item_write(MlKeep *k, i64 i, MlErr *e) {
  const MlJudged *x = &k->j->a[i];
  MlBuf json = ml_conn_scratch(k->c), source = ml_conn_scratch(k->c);
  MlGiven g = ML_GIVEN_NOTHING;
  ml_json_put_string(&json, x->content);
  source_put(k, x->position, &source);
  g.key = k->user;
  g.set = set_of(k, i);
  g.content = ml_buf_view(&json);
  g.kind = x->kind;
  g.category = x->category;
  g.source = ml_buf_view(&source);
  g.importance = x->importance;
  if (x->sensitivity >= 0) g.sensitivity = x->sensitivity;
  int rc = json.rc || source.rc ? ml_err_nomem(e) : item_add(k, i, &g, e);
  ml_conn_give(k->c, &json);
  ml_conn_give(k->c, &source);
  return rc;
}

/* What a judged item outdoes goes, unless the item itself came to nothing, or is just that. */
static int outdone_write(MlKeep *k, MlOutdone *x, MlErr *e) {
  const MlRemoval how = {.superseded = &k->promotion.superseded};
  const MlKept *by = &k->a[x->by];
  i64 n;
  if (by->is == ML_KEPT_REFUSED) return SQLITE_OK;
  if (by->is != ML_KEPT_STORED && !supersedes(k, x->by)) return SQLITE_OK;
  if (ml_text_same(ml_buf_view(&by->id), ml_buf_view(&x->id))) return SQLITE_OK;
  /* What waits to be let in takes the place of nothing yet. */
  int rc = SQLITE_OK, waits = 0;
  MlText set = set_of(k, x->by), old = ml_buf_view(&x->id);
  if (k->c->config.review) rc = ml_propose_instead(k->c, k->user, set, ml_buf_view(&by->id), old, &waits, e);
  if (rc || waits) return rc;
  rc = ml_items_remove(k->c, k->user, set_of(k, x->by), ml_buf_view(&x->id), &how, &n, e);
  x->gone = !rc && n > 0;
  return rc;
}

int ml_keep_write(MlKeep *k, MlErr *e) {
  int rc = promotion_make(k, e);
  for (i64 i = 0; i < k->j->n && !rc; i++) {
    if (k->a[i].is == ML_KEPT_STORED) rc = item_write(k, i, e);
  }
  for (i64 i = 0; i < k->n_outdone && !rc; i++) rc = outdone_write(k, &k->outdone[i], e);
  return rc;
}

/* ---- the report ---- */

i64 ml_keep_count(const MlKeep *k, int is) {
  i64 n = 0;
  for (i64 i = 0; k->a && i < k->j->n; i++) n += (int)k->a[i].is == is;
  return n;
}

i64 ml_keep_gone(const MlKeep *k) {
  i64 n = 0;
  for (i64 i = 0; i < k->n_outdone; i++) n += k->outdone[i].gone;
  return n;
}

/* The id of what stands for an item. */
static MlText id_of(const MlKeep *k, i64 i) {
  while (k->a[i].of >= 0) i = k->a[i].of;
  return ml_buf_view(&k->a[i].id);
}

static void items_put(const MlKeep *k, int is, MlBuf *out) {
  int some = 0;
  for (i64 i = 0; k->a && i < k->j->n; i++) {
    if ((int)k->a[i].is != is) continue;
    ml_buf_puts(out, some++ ? ",{\"set\":" : "{\"set\":");
    ml_json_put_string(out, set_of(k, i));
    ml_buf_puts(out, is == ML_KEPT_DUPLICATE ? ",\"of\":" : ",\"id\":");
    ml_json_put_string(out, id_of(k, i));
    ml_buf_puts(out, ",\"content\":");
    ml_json_put_string(out, k->j->a[i].content);
    ml_buf_char(out, '}');
  }
}

static void refused_put(const MlKeep *k, MlBuf *out) {
  char record[37];
  int some = 0;
  for (i64 i = 0; k->a && i < k->j->n; i++) {
    if (k->a[i].is != ML_KEPT_REFUSED) continue;
    ml_uuid_text(&k->a[i].barred, record);
    ml_buf_puts(out, some++ ? ",{\"set\":" : "{\"set\":");
    ml_json_put_string(out, set_of(k, i));
    ml_buf_puts(out, ",\"content\":");
    ml_json_put_string(out, k->j->a[i].content);
    ml_buf_puts(out, ",\"reason\":\"may_not_come_back\",\"record\":\"");
    ml_buf_puts(out, record);
    ml_buf_puts(out, "\"}");
  }
}

void ml_keep_report(const MlKeep *k, MlBuf *out) {
  int some = 0;
  ml_buf_puts(out, ",\"stored\":[");
  items_put(k, ML_KEPT_STORED, out);
  ml_buf_puts(out, "],\"duplicates\":[");
  items_put(k, ML_KEPT_DUPLICATE, out);
  ml_buf_puts(out, "],\"superseded\":[");
  for (i64 i = 0; i < k->n_outdone; i++) {
    const MlOutdone *x = &k->outdone[i];
    if (!x->gone) continue;
    ml_buf_puts(out, some++ ? ",{\"set\":" : "{\"set\":");
    ml_json_put_string(out, set_of(k, x->by));
    ml_buf_puts(out, ",\"id\":");
    ml_json_put_string(out, ml_buf_view(&x->id));
    ml_buf_puts(out, ",\"by\":");
    ml_json_put_string(out, id_of(k, x->by));
    ml_buf_char(out, '}');
  }
  ml_buf_puts(out, "],\"refused\":[");
  refused_put(k, out);
  ml_buf_char(out, ']');
}
