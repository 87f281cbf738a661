#include "session_end.h"

#include "../data/json.h"
#include "../store/config.h"
#include "../store/head.h"
#include "../store/hostfn.h"
#include "../store/meta.h"
#include "action.h"
#include "item.h"
#include "keep.h"
#include "txn.h"

#include <string.h>

#define FORGET_MOST 1000 /* old messages that one end forgets */
#define ERROR_CHARS 500
#define ANSWER_MAX  4194304 /* bytes that a judge may say */

void ml_end_free(MlEnding *x) {
  ml_talk_free(&x->seen);
  ml_judged_free(&x->judgement);
  ml_buf_free(&x->report);
  ml_buf_free(&x->error);
  ml_buf_free(&x->name_user);
  ml_buf_free(&x->name_agent);
}

/* ---- judges ---- */

static int names_find(MlConn *c, MlEnding *x, MlErr *e) {
  ml_buf_cut(&x->name_user, 0);
  ml_buf_cut(&x->name_agent, 0);
  return ml_session_names(c, x->session, &x->name_user, &x->name_agent, e);
}

static MlText name_of(MlText given, const MlBuf *told) {
  if (given.p) return given;
  return told->n ? ml_buf_view(told) : (MlText){NULL, 0};
}

/* What went wrong with a function of the host's is told, and the rules judge; not so if it is not the function's doing.
 */
static int function_failed(MlEnding *x, int rc, MlErr *own, MlErr *e) {
  int primary = rc & 0xff;
  if (primary == SQLITE_NOMEM || primary == SQLITE_INTERRUPT || rc == SQLITE_ABORT_ROLLBACK) {
    ml_err_set(e, rc, "%s", own->msg ? own->msg : "memlog: memory ran out");
  } else {
    MlText why = own->msg ? ml_text_of(own->msg) : ML_TEXT("it failed");
    ml_buf_cut(&x->error, 0);
    ml_buf_text(&x->error, ml_judged_cut(why, ERROR_CHARS));
    ml_judged_free(&x->judgement);
    x->judge = ML_END_UNJUDGED;
    rc = x->error.rc ? ml_err_nomem(e) : SQLITE_OK;
  }
  ml_err_clear(own);
  return rc;
}

static int answer_read(const char *name, sqlite3_value *v, MlJudgement *j, MlErr *e) {
  MlBuf json = {0};
  int rc = SQLITE_OK;
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: function %s: what it returned is no JSON text", name);
  }
  MlText text = {(const char *)sqlite3_value_text(v), sqlite3_value_bytes(v)};
  if (!text.p) return ml_err_nomem(e);
  if (text.n > ANSWER_MAX) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: function %s: it returned %lld bytes; it may return %d", name, text.n,
                      ANSWER_MAX);
  }
  rc = ml_json_read(text, "the answer of the judge", &json, e);
  if (!rc) rc = ml_judged_read(ml_buf_view(&json), j, e);
  ml_buf_free(&json);
  return rc;
}

static int function_call(MlConn *c, MlEnding *x, const char *name, MlText work, MlErr *e) {
  MlHostFn f;
  sqlite3_value *v;
  int rc = ml_hostfn_open(c, name, &f, e);
  if (rc) return rc;
  rc = ml_hostfn_call(&f, work, &v, e);
  if (!rc) rc = answer_read(name, v, &x->judgement, e);
  ml_hostfn_close(&f);
  return rc;
}

/* Has the function judge a stretch. */
static int function_judge(MlConn *c, MlEnding *x, const MlTalk *t, MlErr *e) {
  MlTalkShow show = {
      .session = x->session, .user = name_of(x->user, &x->name_user), .agent = name_of(x->agent, &x->name_agent)};
  char name[ML_FUNCTION_NAME]; /* the options may be read anew while it runs */
  MlBuf work = {0};
  MlErr own = {0};
  ml_judged_free(&x->judgement);
  memcpy(name, c->config.judge_function, sizeof(name));
  int rc = ml_talk_put(c, t, &show, &work, e);
  if (!rc) {
    x->judge = ML_END_FUNCTION;
    rc = function_call(c, x, name, ml_buf_view(&work), &own);
    if (rc) rc = function_failed(x, rc, &own, e);
  }
  ml_buf_free(&work);
  return rc;
}

int ml_end_judge(MlConn *c, MlEnding *x, MlErr *e) {
  MlTalkAsk ask = {.through = x->through, .most = ML_TALK_MESSAGES, .context = ML_TALK_CONTEXT};
  x->judge = ML_END_UNJUDGED;
  x->began = ml_conn_now(c);
  if (x->judged.p) {
    x->judge = ML_END_HOST;
    return ml_judged_read(x->judged, &x->judgement, e);
  }
  int rc = ml_config_refresh(c, e);
  if (rc || !c->config.judge_function[0]) return rc;
  rc = names_find(c, x, e);
  if (!rc) rc = ml_talk_read(c, x->session, &ask, NULL, &x->seen, e);
  return rc || !x->seen.n_new ? rc : function_judge(c, x, &x->seen, e);
}

/* ---- what is to be judged, as it is now ---- */

/* Before the first message of the session is committed it has no salt yet. */
static int talk_now(MlConn *c, MlEnding *x, MlTalk *t, MlErr *e) {
  MlTalkAsk ask = {.through = x->through, .most = ML_TALK_MESSAGES, .context = ML_TALK_CONTEXT};
  MlHead h;
  MlUuid salt;
  int found;
  int rc = ml_head_load(c, x->session, &h, &found, e);
  if (!rc) rc = ml_talk_read(c, x->session, &ask, &h.salt, t, e);
  if (rc || found || !t->n_new) return rc;
  ml_talk_free(t);
  rc = ml_head_salt(c, x->session, &salt, e);
  return rc ? rc : ml_talk_read(c, x->session, &ask, &salt, t, e);
}

/* What was judged must be what is there. */
static int stretch_check(const MlEnding *x, const MlTalk *t, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (x->through >= 0 && t->through < x->through && t->from < x->through) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_session_end: session %s: through %lld: more than %d new messages; "
                      "mem_session_pending says how far one can go: %lld",
                      ml_err_show(show, x->session), x->through, ML_TALK_MESSAGES, t->through);
  }
  if (x->from < 0 || x->from == t->from || !t->n_new) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_session_end: session %s: from %lld: it was judged up to %lld meanwhile: ask "
                    "mem_session_pending again",
                    ml_err_show(show, x->session), x->from, t->from);
}

/* The judgement that counts: nothing is written yet, so that a function can still be asked. */
static int judgement_settle(MlConn *c, MlEnding *x, const MlTalk *t, MlErr *e) {
  int rc = SQLITE_OK;
  if (x->judge == ML_END_FUNCTION && !ml_talk_same(&x->seen, t)) rc = function_judge(c, x, t, e);
  if (rc || x->judge != ML_END_UNJUDGED) return rc;
  x->judge = ML_END_RULES;
  return ml_talk_judge(t, name_of(x->agent, &x->name_agent).p != NULL, &x->judgement, e);
}

/* A function may say what cannot be done; then the rules judge, too. */
static int keep_settle(MlConn *c, MlEnding *x, const MlTalk *t, MlKeep *k, MlErr *e) {
  MlErr own = {0};
  int rc = judgement_settle(c, x, t, e);
  if (rc) return rc;
  rc = ml_keep_decide(k, &own);
  if (!rc) return SQLITE_OK;
  if (x->judge != ML_END_FUNCTION || rc != SQLITE_ERROR) {
    ml_err_set(e, rc, "%s", own.msg ? own.msg : "memlog: memory ran out");
    ml_err_clear(&own);
    return rc;
  }
  ml_keep_free(k);
  rc = function_failed(x, rc, &own, e);
  if (!rc) rc = judgement_settle(c, x, t, e);
  return rc ? rc : ml_keep_decide(k, e);
}

/* ---- what is written ---- */

static const char *judge_name(const MlEnding *x) {
  static const char *const name[] = {NULL, "host", "function", "rules"};
  return name[x->judge];
}

static void member_text(MlBuf *out, const char *member, MlText t) {
  ml_buf_puts(out, member);
  if (t.p) {
    ml_json_put_string(out, t);
  } else {
    ml_buf_puts(out, "null");
  }
}

static void member_number(MlBuf *out, const char *member, i64 n) {
  ml_buf_puts(out, member);
  ml_buf_int(out, n);
}

static MlText error_of(const MlEnding *x) { return x->error.n ? ml_buf_view(&x->error) : (MlText){NULL, 0}; }

/* The event says how much, not what: that stands in those of long-term memory. Nor does it name the user. */
static int event_add(MlConn *c, const MlEnding *x, const MlTalk *t, const MlKeep *k, MlText error, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  const char *judge = judge_name(x);
  i64 took = ml_conn_now(c) - x->began;
  member_text(&b, "{\"agent\":", name_of(x->agent, &x->name_agent));
  member_text(&b, ",\"judge\":", ml_text_of(judge));
  member_number(&b, ",\"from\":", t->from);
  member_number(&b, ",\"through\":", t->through);
  member_number(&b, ",\"messages\":", t->n_new);
  member_number(&b, ",\"stored\":", ml_keep_count(k, ML_KEPT_STORED));
  member_number(&b, ",\"duplicates\":", ml_keep_count(k, ML_KEPT_DUPLICATE));
  member_number(&b, ",\"superseded\":", ml_keep_gone(k));
  member_number(&b, ",\"refused\":", ml_keep_count(k, ML_KEPT_REFUSED));
  member_number(&b, ",\"skipped\":", ml_keep_count(k, ML_KEPT_SKIPPED));
  member_number(&b, ",\"dropped\":", x->judgement.dropped);
  member_number(&b, ",\"microseconds\":", took < 0 ? 0 : took);
  member_text(&b, ",\"error\":", error);
  ml_buf_char(&b, '}');
  i64 number = b.rc ? -1 : ml_pending_key_number(&c->pending, x->session);
  MlRecord r = {.op = ML_OP_HOST, .key = (u32)number, .path = ML_TEXT("_session_end_event"), .value = ml_buf_view(&b)};
  int rc = number < 0 || ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
  ml_conn_give(c, &b);
  return rc;
}

static int messages_note(MlConn *c, const MlEnding *x, const MlTalk *t, MlErr *e) {
  i64 now = ml_conn_now(c) / 1000;
  int rc = SQLITE_OK;
  for (i64 i = 0; i < t->n && !rc; i++) {
    if (t->a[i].is_new) rc = ml_judged_note(c, x->session, &t->a[i].digest, now, e);
  }
  return rc ? rc : ml_judged_forget(c, x->session, now, FORGET_MOST, e);
}

static int end_write(MlConn *c, MlEnding *x, const MlTalk *t, MlKeep *k, MlErr *e) {
  const char *judge = judge_name(x);
  MlSession s = {.session = x->session,
                 .user = name_of(x->user, &x->name_user),
                 .agent = name_of(x->agent, &x->name_agent),
                 .through = t->through,
                 .ended = ml_conn_now(c),
                 .judge = ml_text_of(judge),
                 .error = error_of(x)};
  k->judge = x->judge == ML_END_FUNCTION ? ml_text_of(c->config.judge_function) : s.judge;
  int rc = ml_keep_write(k, e);
  if (!rc) rc = messages_note(c, x, t, e);
  if (!rc) rc = ml_session_put(c, &s, e);
  return rc ? rc : event_add(c, x, t, k, error_of(x), e);
}

/* ---- all ---- */

static int report_put(MlEnding *x, const MlTalk *t, const MlKeep *k, i64 skipped, MlErr *e) {
  MlBuf *b = &x->report;
  const char *judge = t->n_new ? judge_name(x) : NULL;
  ml_buf_cut(b, 0);
  member_text(b, "{\"session\":", x->session);
  member_text(b, ",\"user\":", name_of(x->user, &x->name_user));
  member_text(b, ",\"agent\":", name_of(x->agent, &x->name_agent));
  member_text(b, ",\"judge\":", ml_text_of(judge));
  member_number(b, ",\"from\":", t->from);
  member_number(b, ",\"through\":", t->through);
  member_number(b, ",\"left\":", t->left);
  member_number(b, ",\"messages\":", t->n_new);
  ml_keep_report(k, b);
  member_number(b, ",\"skipped\":", skipped);
  member_number(b, ",\"dropped\":", x->judgement.dropped);
  member_text(b, ",\"error\":", t->n_new ? error_of(x) : (MlText){NULL, 0});
  ml_buf_char(b, '}');
  return b->rc ? ml_err_buf(e, b->rc, "the report") : SQLITE_OK;
}

/* There is nothing new: what is told of the session may be, or that there is nothing further on. */
static int nothing_new(MlConn *c, MlEnding *x, const MlTalk *t, MlErr *e) {
  MlSession s = {.session = x->session,
                 .user = name_of(x->user, &x->name_user),
                 .agent = name_of(x->agent, &x->name_agent),
                 .through = t->through,
                 .ended = -1};
  int told = ml_text_same(s.user, ml_buf_view(&x->name_user)) && ml_text_same(s.agent, ml_buf_view(&x->name_agent));
  return told && t->through == t->from ? SQLITE_OK : ml_session_put(c, &s, e);
}

/* Where items go: names that can be told of in events. */
static int sets_find(MlConn *c, const MlEnding *x, MlKeep *k, MlBuf *set, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlText agent = name_of(x->agent, &x->name_agent);
  MlBuf path = ml_conn_scratch(c);
  int rc = SQLITE_OK;
  k->user = name_of(x->user, &x->name_user);
  k->set[0] = ML_SESSION_USER_SET;
  if (!k->user.p) {
    rc = ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_session_end: session %s: whose it is was never told: give the option user",
                    ml_err_show(show, x->session));
  }
  if (!rc && agent.p) {
    ml_session_agent_set(agent, set);
    rc = set->rc ? ml_err_nomem(e) : ml_items_path(ml_buf_view(set), (MlText){NULL, 0}, &path, e);
    k->set[1] = ml_buf_view(set);
  }
  ml_conn_give(c, &path);
  return rc;
}

static int talk_store(MlConn *c, MlEnding *x, const MlTalk *t, MlKeep *k, MlErr *e) {
  int rc = stretch_check(x, t, e);
  k->from = t->from;
  k->through = t->through;
  if (rc) return rc;
  if (!t->n_new) {
    MlJudgement none = {0};
    i64 skipped = x->judgement.n;
    rc = nothing_new(c, x, t, e);
    k->j = &none;
    if (!rc) rc = report_put(x, t, k, skipped, e);
    k->j = &x->judgement;
    return rc;
  }
  x->settling = 1;
  rc = keep_settle(c, x, t, k, e);
  if (!rc) rc = end_write(c, x, t, k, e);
  return rc ? rc : report_put(x, t, k, ml_keep_count(k, ML_KEPT_SKIPPED), e);
}

int ml_end_store(MlConn *c, MlEnding *x, MlErr *e) {
  MlKeep k = {.c = c, .j = &x->judgement, .session = x->session};
  MlTalk t = {0};
  MlBuf set = {0};
  int rc = ml_action_refuse_listener(c, "mem_session_end", e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (rc) return rc;
  i64 changes = sqlite3_total_changes64(c->db);
  c->pending.now.op_count++;
  rc = names_find(c, x, e);
  if (!rc) rc = sets_find(c, x, &k, &set, e);
  if (!rc) rc = talk_now(c, x, &t, e);
  if (!rc) rc = talk_store(c, x, &t, &k, e);
  /* Half of it must not be committed. */
  ml_conn_break_changed(c, changes, rc);
  ml_keep_free(&k);
  ml_talk_free(&t);
  ml_buf_free(&set);
  return rc;
}

typedef struct Failed {
  const MlEnding *x;
  MlText error;
} Failed;

static int failed_work(MlConn *c, void *arg, MlErr *e) {
  const Failed *f = arg;
  MlTalk nothing = {.from = f->x->from < 0 ? 0 : f->x->from};
  MlKeep none = {.c = c};
  nothing.through = nothing.from;
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  return rc ? rc : event_add(c, f->x, &nothing, &none, f->error, e);
}

int ml_end_fail(MlConn *c, const MlEnding *x, MlErr *e) {
  char *words = x->settling && e->msg ? sqlite3_mprintf("%s", e->msg) : NULL;
  if (!words) return e->rc;
  MlEnding unjudged = *x;
  unjudged.judge = ML_END_UNJUDGED;
  Failed f = {&unjudged, ml_judged_cut((MlText){words, (i64)strlen(words)}, ERROR_CHARS)};
  int rc = ml_txn_note_failure(c, e->rc, NULL, failed_work, &f, e);
  sqlite3_free(words);
  return rc;
}
