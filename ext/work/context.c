#include "context.h"

#include "../data/json.h"

#include <string.h>

#define PARTS 2

/* ---- options ---- */

static int option_refuse(const char *who, MlText name, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: %s", who, ml_err_show(show, name), why);
}

static int count_read(const char *who, MlText name, MlText json, i64 least, i64 *v, MlErr *e) {
  if (ml_json_get_integer(json, v) && *v >= least && *v <= 1000000000) return SQLITE_OK;
  return option_refuse(
      who, name, least ? "it must be an integer from 1 to 1000000000" : "it must be an integer from 0 to 1000000000",
      e);
}

/* The options of the two are maps in ours; what both share is given once, here, and so is what of the two both are. */
static int shared_refuse(const char *who, MlText map, const char *inner, MlErr *e) {
  static const char *const shared[] = {"max_tokens", "record", "turn", "session", NULL};
  MlJsonScan s;
  for (ml_json_open(&s, map); ml_json_next(&s);) {
    int i = ml_text_among((MlText){s.name.p + 1, s.name.n - 2}, shared);
    if (i < 0) continue;
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: %s stands beside it, for all of the context", who, inner,
                      shared[i]);
  }
  return SQLITE_OK;
}

typedef struct Inner {
  MlText window, recall;
} Inner;

static int option_read(const char *who, const MlJsonScan *s, MlContextAsk *ask, Inner *in, MlErr *e) {
  MlText name = {s->name.p + 1, s->name.n - 2};
  if (ml_text_same(name, ML_TEXT("max_tokens"))) return count_read(who, name, s->value, 1, &ask->max_tokens, e);
  if (ml_text_same(name, ML_TEXT("recall_tokens"))) return count_read(who, name, s->value, 0, &ask->recall_tokens, e);
  int known, rc = ml_placing_read(who, name, s->value, &ask->placing, &known, e);
  if (rc || known) return rc;
  int window = ml_text_same(name, ML_TEXT("window"));
  if (!window && !ml_text_same(name, ML_TEXT("recall"))) {
    return option_refuse(
        who, name, "there is no such option; there are max_tokens, recall_tokens, window, recall, record, turn", e);
  }
  *(window ? &in->window : &in->recall) = s->value;
  if (ml_json_type(s->value) != ML_MAP) return option_refuse(who, name, "it must be a JSON map", e);
  return shared_refuse(who, s->value, window ? "window" : "recall", e);
}

int ml_context_options(const char *who, MlText json, i64 now, MlContextAsk *ask, MlErr *e) {
  MlJsonScan s;
  Inner in = {{NULL, 0}, {NULL, 0}};
  int rc = SQLITE_OK;
  ask->window = ML_WINDOW_ASK;
  ask->placing = ML_PLACING_NOT;
  ask->max_tokens = ML_WINDOW_TOKENS;
  ask->recall_tokens = ML_RECALL_TOKENS;
  if (json.p && ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they must be a JSON map", who);
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = option_read(who, &s, ask, &in, e);
  if (!rc && s.rc) rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they are no JSON", who);
  if (!rc && in.window.p) rc = ml_window_options(who, in.window, &ask->window, e);
  if (!rc) rc = ml_recall_options(in.recall, now, &ask->recall, e);
  if (rc || !ask->placing.record || !ask->recall.search.as_of.p) return rc;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: option recall: as_of: what stood once is not placed in a context now: "
                    "record is true",
                    who);
}

/* ---- reading ---- */

static i64 recall_cost(const MlContextAsk *ask, const MlRecall *r) {
  i64 rows = (r->profile.text.n > 0) + (r->agent.text.n > 0);
  return r->profile.tokens + r->agent.tokens + rows * ask->window.overhead;
}

/* The window in what is recalled leaves; *left: nothing is recalled. */
static int window_read(MlConn *c, MlContextAsk *ask, MlContext *x, int *left, MlErr *e) {
  i64 cost = recall_cost(ask, &x->recall);
  MlErr small = {0};
  *left = cost >= ask->max_tokens;
  ask->window.max_tokens = ask->max_tokens - (*left ? 0 : cost);
  if (*left || !cost) return ml_window_read(c, ask->session, &ask->window, &x->window, e);
  int rc = ml_window_read(c, ask->session, &ask->window, &x->window, &small);
  if (rc == SQLITE_TOOBIG) {
    ml_window_free(&x->window);
    *left = 1;
    ask->window.max_tokens = ask->max_tokens;
    rc = ml_window_read(c, ask->session, &ask->window, &x->window, e);
  } else if (rc) {
    ml_err_set(e, rc, "%s", small.msg ? small.msg : "memlog: mem_context: the window cannot be read");
  }
  ml_err_clear(&small);
  return rc;
}

/* What stands before what is recalled: the system's messages. */
static int is_first(const MlTurn *t) { return !t->why && t->m.role == ML_ROLE_SYSTEM && t->position >= 0; }

static void part_add(MlContext *x, const MlRecallPart *part, const char *kind, i64 overhead, int left) {
  if (!part->text.n) return;
  x->row[x->n++] =
      (MlContextRow){.part = part, .kind = kind, .tokens = part->tokens + overhead, .why = left ? ml_turns_over : NULL};
}

static int rows_make(MlContext *x, const MlWindowAsk *ask, int left, MlErr *e) {
  const MlWindow *w = &x->window;
  i64 i = 0;
  x->row = sqlite3_malloc64(((u64)w->n + PARTS) * sizeof(*x->row));
  if (!x->row) return ml_err_nomem(e);
  for (; i < w->n && is_first(w->row[i]); i++) x->row[x->n++] = (MlContextRow){.turn = w->row[i]};
  if (!left || ask->all) {
    part_add(x, &x->recall.profile, "user_profile", ask->overhead, left);
    part_add(x, &x->recall.agent, "agent_memory", ask->overhead, left);
  }
  for (; i < w->n; i++) x->row[x->n++] = (MlContextRow){.turn = w->row[i], .why = w->row[i]->why};
  return SQLITE_OK;
}

int ml_context_read(MlConn *c, MlContextAsk *ask, MlContext *x, MlErr *e) {
  int left, rc = SQLITE_OK;
  ask->recall.max_tokens = ask->recall_tokens < ask->max_tokens ? ask->recall_tokens : ask->max_tokens;
  if (ask->recall.query.p && ask->recall.max_tokens) rc = ml_recall_run(c, &ask->recall, &x->recall, e);
  if (!rc) rc = window_read(c, ask, x, &left, e);
  if (!rc) x->left = left != 0;
  return rc ? rc : rows_make(x, &ask->window, left, e);
}

void ml_context_free(MlContext *x) {
  ml_window_free(&x->window);
  ml_recall_free(&x->recall);
  sqlite3_free(x->row);
  memset(x, 0, sizeof(*x));
}
