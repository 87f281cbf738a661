/* Functions of the end of a session: mem_session_pending, mem_session_end. */
#include "../data/taken.h"
#include "../work/action.h"
#include "../work/message.h"
#include "../work/session_end.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

/* What either of the two can be told. Numbers: -1: not given. */
typedef struct Options {
  const char *who;
  MlBuf json, text;
  MlText user, agent, judged;
  i64 from, through, limit, context, candidates;
  int as_text;
} Options;

static int options_read(MlConn *c, Options *o, const MlTaken *list, int n, sqlite3_value *v, MlErr *e) {
  MlText json;
  o->from = o->through = o->limit = o->context = o->candidates = -1;
  int rc = ml_args_options(o->who, v, &o->json, &json, e);
  return rc ? rc : ml_taken_read(o->who, json, ml_conn_now(c), list, n, &o->text, e);
}

static void options_free(Options *o) {
  ml_buf_free(&o->json);
  ml_buf_free(&o->text);
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
  const MlTaken list[] = {
      {"user", ML_TAKES_NAME, &o.user, 0, 0, NULL},
      {"agent", ML_TAKES_NAME, &o.agent, 0, 0, NULL},
      {"candidates", ML_TAKES_NUMBER, &o.candidates, 0, 200, NULL},
      {"context", ML_TAKES_NUMBER, &o.context, 0, 200, NULL},
      {"limit", ML_TAKES_NUMBER, &o.limit, 1, ML_TALK_MESSAGES, NULL},
      {"text", ML_TAKES_SWITCH, &o.as_text, 0, 0, NULL},
  };
  MlBuf out = {0};
  MlText session = {NULL, 0};
  int rc = session_read(c, o.who, arg[0], &session, &e);
  if (!rc) rc = options_read(c, &o, list, sizeof(list) / sizeof(*list), ml_args_at(n, arg, 1), &e);
  if (!rc) {
    MlTalkAsk ask = {.through = -1,
                     .most = o.limit < 0 ? ML_TALK_MESSAGES : o.limit,
                     .context = o.context < 0 ? ML_TALK_CONTEXT : o.context};
    MlTalkShow show = {.session = session,
                       .user = o.user,
                       .agent = o.agent,
                       .candidates = o.candidates < 0 ? 0 : o.candidates,
                       .text = o.as_text};
    rc = ml_talk_pending(c, &ask, &show, &out, &e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    ml_args_result_json(ctx, &out);
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
  const MlTaken list[] = {
      {"user", ML_TAKES_NAME, &o.user, 0, 0, NULL},
      {"agent", ML_TAKES_NAME, &o.agent, 0, 0, NULL},
      {"judged", ML_TAKES_ARRAY, &o.judged, 0, 0, NULL},
      {"from", ML_TAKES_NUMBER, &o.from, 0, INT64_MAX, NULL},
      {"through", ML_TAKES_NUMBER, &o.through, 0, INT64_MAX, NULL},
  };
  MlEnding x = {0};
  int rc = session_read(c, o.who, arg[0], &x.session, &e);
  if (!rc) rc = options_read(c, &o, list, sizeof(list) / sizeof(*list), ml_args_at(n, arg, 1), &e);
  x.user = o.user;
  x.agent = o.agent;
  x.judged = o.judged;
  x.from = o.from;
  x.through = o.through;
  if (!rc) rc = ml_action_refuse_listener(c, o.who, &e);
  if (!rc) rc = ml_end_judge(c, &x, &e);
  if (!rc) rc = ml_txn_run(c, end_work, &x, &e);
  if (rc) {
    ml_end_fail(c, &x, &e);
    ml_err_result(&e, ctx);
  } else {
    ml_args_result_json(ctx, &x.report);
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
