/* Functions on conversations: mem_message, mem_summarize, mem_summary_due. */
#include "../data/value.h"
#include "../work/post.h"
#include "../work/summary.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

/* ---- mem_message ---- */

typedef struct Post {
  MlText session;
  MlMessage message;
  MlBuf content, options, text; /* what the message borrows from */
  i64 index;
} Post;

static int message_work(MlConn *c, void *arg, MlErr *e) {
  Post *p = arg;
  return ml_post_message(c, p->session, &p->message, &p->index, e);
}

static int role_read(sqlite3_value *v, MlRole *role, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText name = sqlite3_value_type(v) == SQLITE_TEXT ? ml_value_text(v) : (MlText){NULL, 0};
  int found = ml_message_role(name);
  *role = (MlRole)found;
  if (found >= 0) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_message: role %s: there are system, user, assistant and tool",
                    ml_err_show(show, ml_value_text(v)));
}

static int content_read(sqlite3_value *v, Post *p, MlErr *e) {
  if (ml_args_null(v)) return SQLITE_OK;
  int rc = ml_value_read(v, "mem_message: the content", &p->content, e);
  if (!rc && p->content.rc) rc = ml_err_buf(e, p->content.rc, "a message");
  p->message.content = ml_buf_view(&p->content);
  return rc;
}

static int options_read(MlConn *c, sqlite3_value *v, Post *p, MlErr *e) {
  int rc = ml_value_read_json(v, "mem_message: the options", &p->options, e);
  if (!rc && p->options.rc) rc = ml_err_buf(e, p->options.rc, "options");
  return rc ? rc : ml_message_options(ml_buf_view(&p->options), ml_conn_now(c), &p->message, &p->text, e);
}

static void fn_message(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Post p = {.message = {.tokens = -1}, .content = ml_conn_scratch(c), .options = ml_conn_scratch(c)};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_message", arg[0], &p.session, &e);
  if (!rc) rc = role_read(arg[1], &p.message.role, &e);
  if (!rc) rc = content_read(arg[2], &p, &e);
  if (!rc && n > 3 && !ml_args_null(arg[3])) rc = options_read(c, arg[3], &p, &e);
  if (!rc) rc = ml_message_check(&p.message, &e);
  if (!rc) rc = ml_txn_run(c, message_work, &p, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (p.index >= 0) {
    sqlite3_result_int64(ctx, p.index);
  }
  ml_conn_give(c, &p.content);
  ml_conn_give(c, &p.options);
  ml_buf_free(&p.text);
}

/* ---- summaries ---- */

typedef struct Summary {
  MlText session;
  MlBuf text; /* empty: the summary is to be removed */
  i64 through, n;
} Summary;

static int summary_work(MlConn *c, void *arg, MlErr *e) {
  Summary *s = arg;
  return s->text.n ? ml_summary_put(c, s->session, ml_buf_view(&s->text), &s->through, e)
                   : ml_summary_remove(c, s->session, &s->n, e);
}

static int session_read(MlConn *c, const char *who, sqlite3_value *v, MlText *session, MlErr *e) {
  int agent;
  int rc = ml_args_enter(c, e);
  if (!rc) rc = ml_args_key(who, v, session, e);
  if (!rc) *session = ml_message_session(*session, &agent);
  return rc;
}

static int text_read(sqlite3_value *v, MlBuf *out, MlErr *e) {
  if (ml_args_null(v)) return SQLITE_OK;
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_summarize: the summary must be text");
  }
  if (!sqlite3_value_bytes(v)) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_summarize: the summary is empty: NULL removes it");
  }
  MlText text = ml_value_text(v);
  int rc = text.p ? ml_json_string(text, "mem_summarize: the summary", out, e) : ml_err_nomem(e);
  return !rc && out->rc ? ml_err_buf(e, out->rc, "a summary") : rc;
}

static int through_read(sqlite3_value *v, i64 *through, MlErr *e) {
  *through = -1;
  if (ml_args_null(v)) return SQLITE_OK;
  if (ml_args_whole(v, through) && *through >= 0) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_summarize: through: it must be an integer of 0 or more");
}

static void fn_summarize(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Summary s = {.text = ml_conn_scratch(c), .through = -1};
  int rc = session_read(c, "mem_summarize", arg[0], &s.session, &e);
  if (!rc) rc = text_read(arg[1], &s.text, &e);
  if (!rc && n > 2) rc = through_read(arg[2], &s.through, &e);
  if (!rc) rc = ml_txn_run(c, summary_work, &s, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, s.text.n ? s.through : s.n > 0);
  }
  ml_conn_give(c, &s.text);
}

static void fn_summary_due(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlText session;
  i64 due = 0;
  (void)n;
  int rc = session_read(c, "mem_summary_due", arg[0], &session, &e);
  if (!rc) rc = ml_summary_due(c, session, &due, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, due);
  }
}

int ml_fn_message_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_message", 3, 4, 0, fn_message},
      {"mem_summarize", 2, 3, 0, fn_summarize},
      {"mem_summary_due", 1, 1, 0, fn_summary_due},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
