/* Functions of the end of a session: mem_session_pending, mem_session_end. */
#include "../data/json.h"
#include "../data/value.h"
#include "../work/action.h"
#include "../work/message.h"
#include "../work/session_end.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

#include <string.h>

/* ---- options ---- */

/* What either of the two can be told. Numbers: -1: not given. */
typedef struct Options {
  const char *who;
  MlBuf json, user_text, agent_text;
  MlText user, agent, judged;
  i64 from, through, limit, context, candidates;
  int text;
} Options;

typedef enum Takes { NAME, ARRAY, NUMBER, SWITCH } Takes;

/* An option: where it goes, and what it may be. */
typedef struct Option {
  const char *name;
  Takes takes;
  void *to;
  i64 low, high;
  MlBuf *text;
} Option;

static int option_refuse(const Options *o, const Option *x, MlErr *e) {
  switch (x->takes) {
  case NAME:
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: it is text, not empty, without NUL", o->who, x->name);
  case ARRAY:
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: it is an array of items", o->who, x->name);
  case NUMBER:
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: it is a whole number from %lld to %lld", o->who, x->name,
                      x->low, x->high);
  default:
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: it is true or false", o->who, x->name);
  }
}

/* null is as if it were not given. */
static int option_read(const Options *o, const Option *x, MlText json, MlErr *e) {
  MlType type = ml_json_type(json);
  i64 v = -1;
  if (type == ML_NULL) return SQLITE_OK;
  switch (x->takes) {
  case NAME: {
    MlText name = type == ML_STRING ? ml_json_bare(json, x->text) : (MlText){NULL, 0};
    if (x->text->rc) return ml_err_nomem(e);
    if (!name.n || memchr(name.p, 0, (size_t)name.n)) return option_refuse(o, x, e);
    *(MlText *)x->to = name;
    return SQLITE_OK;
  }
  case ARRAY:
    if (type != ML_ARRAY) return option_refuse(o, x, e);
    *(MlText *)x->to = json;
    return SQLITE_OK;
  case NUMBER:
    if (!ml_json_get_integer(json, &v) || v < x->low || v > x->high) return option_refuse(o, x, e);
    *(i64 *)x->to = v;
    return SQLITE_OK;
  default:
    if (type != ML_TRUE && type != ML_FALSE) return option_refuse(o, x, e);
    *(int *)x->to = type == ML_TRUE;
    return SQLITE_OK;
  }
}

static int name_unknown(const Options *o, const Option *list, int n, MlText name, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  for (int i = 0; i < n; i++) {
    ml_buf_puts(&all, i ? ", " : "");
    ml_buf_puts(&all, list[i].name);
  }
  if (!ml_err_buf(e, all.rc, "options")) {
    ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: there is no such option; there are %s", o->who,
               ml_err_show(show, name), all.p);
  }
  ml_buf_free(&all);
  return e->rc;
}

static int options_read(Options *o, const Option *list, int n, sqlite3_value *v, MlErr *e) {
  MlJsonScan s;
  MlBuf scratch = {0};
  o->from = o->through = o->limit = o->context = o->candidates = -1;
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  int rc = ml_value_read_json(v, o->who, &o->json, e);
  if (!rc && ml_json_type(ml_buf_view(&o->json)) != ML_MAP) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options are no JSON map", o->who);
  }
  if (rc) return rc;
  for (ml_json_open(&s, ml_buf_view(&o->json)); !rc && ml_json_next(&s);) {
    MlText name = ml_json_bare(s.name, &scratch);
    int i = 0;
    if (scratch.rc) rc = ml_err_nomem(e);
    while (i < n && !ml_text_same(name, (MlText){list[i].name, (i64)strlen(list[i].name)})) i++;
    if (!rc) rc = i < n ? option_read(o, &list[i], s.value, e) : name_unknown(o, list, n, name, e);
  }
  ml_buf_free(&scratch);
  return rc;
}

static void options_free(Options *o) {
  ml_buf_free(&o->json);
  ml_buf_free(&o->user_text);
  ml_buf_free(&o->agent_text);
}

static void json_result(sqlite3_context *ctx, const MlBuf *b) {
  sqlite3_result_text64(ctx, b->p, (u64)b->n, SQLITE_TRANSIENT, SQLITE_UTF8);
  sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
}

/* A sub-agent's session is a part of another one. */
static int session_read(MlConn *c, const char *who, sqlite3_value *v, MlText *session, MlErr *e) {
  int agent;
  int rc = ml_args_enter(c, e);
  if (!rc) rc = ml_args_key(who, v, session, e);
  if (!rc) *session = ml_message_session(*session, &agent);
  return rc;
}

/* ---- mem_session_pending ---- */

static void fn_pending(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Options o = {.who = "mem_session_pending"};
  const Option list[] = {
      {"user", NAME, &o.user, 0, 0, &o.user_text},
      {"agent", NAME, &o.agent, 0, 0, &o.agent_text},
      {"candidates", NUMBER, &o.candidates, 0, 200, NULL},
      {"context", NUMBER, &o.context, 0, 200, NULL},
      {"limit", NUMBER, &o.limit, 1, ML_TALK_MESSAGES, NULL},
      {"text", SWITCH, &o.text, 0, 0, NULL},
  };
  MlBuf out = {0};
  MlText session = {NULL, 0};
  int rc = session_read(c, o.who, arg[0], &session, &e);
  if (!rc) rc = options_read(&o, list, sizeof(list) / sizeof(*list), n > 1 ? arg[1] : NULL, &e);
  if (!rc) {
    MlTalkAsk ask = {.through = -1,
                     .most = o.limit < 0 ? ML_TALK_MESSAGES : o.limit,
                     .context = o.context < 0 ? ML_TALK_CONTEXT : o.context};
    MlTalkShow show = {.session = session,
                       .user = o.user,
                       .agent = o.agent,
                       .candidates = o.candidates < 0 ? 0 : o.candidates,
                       .text = o.text};
    rc = ml_talk_pending(c, &ask, &show, &out, &e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    json_result(ctx, &out);
  }
  ml_buf_free(&out);
  options_free(&o);
}

/* ---- mem_session_end ---- */

static int end_work(MlConn *c, void *arg, MlErr *e) { return ml_end_store(c, arg, e); }

static void fn_end(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Options o = {.who = "mem_session_end"};
  const Option list[] = {
      {"user", NAME, &o.user, 0, 0, &o.user_text},
      {"agent", NAME, &o.agent, 0, 0, &o.agent_text},
      {"judged", ARRAY, &o.judged, 0, 0, NULL},
      {"from", NUMBER, &o.from, 0, INT64_MAX, NULL},
      {"through", NUMBER, &o.through, 0, INT64_MAX, NULL},
  };
  MlEnd x = {0};
  int rc = session_read(c, o.who, arg[0], &x.session, &e);
  if (!rc) rc = options_read(&o, list, sizeof(list) / sizeof(*list), n > 1 ? arg[1] : NULL, &e);
  x.user = o.user;
  x.agent = o.agent;
  x.judged = o.judged;
  x.from = o.from;
  x.through = o.through;
  if (!rc) rc = ml_action_refuse_listener(c, o.who, &e);
  if (!rc) rc = ml_end_judge(c, &x, &e);
  if (!rc) rc = ml_txn_run(c, end_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    json_result(ctx, &x.report);
  }
  ml_end_free(&x);
  options_free(&o);
}

int ml_fn_session_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_session_pending", 1, 2, 0, fn_pending},
      {"mem_session_end", 1, 2, 0, fn_end},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
