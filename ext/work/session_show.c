/* What is to be judged, as JSON. */
#include "../data/json.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "item.h"
#include "session.h"

#include <string.h>

#define CANDIDATE_CHARS 1000 /* content that is shown of a candidate */

/* ---- candidates ---- */

/* The newest of a set, the newest first. */
typedef struct Newest {
  i64 *number, *at;
  i64 n, most;
} Newest;

static void newest_take(Newest *x, i64 number, i64 at) {
  i64 i = x->n;
  if (x->n < x->most) {
    x->n++;
  } else if (at <= x->at[--i]) {
    return;
  }
  for (; i > 0 && x->at[i - 1] < at; i--) {
    x->at[i] = x->at[i - 1];
    x->number[i] = x->number[i - 1];
  }
  x->at[i] = at;
  x->number[i] = number;
}

static int newest_find(MlConn *c, MlText key, MlText set, Newest *x, MlErr *e) {
  i64 now = ml_conn_now(c) / 1000;
  sqlite3_stmt *st;
  MlItem item;
  int more = 1;
  int rc = ml_item_scan(c, key, set, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(c, st, &item, &more, e);
    if (!rc && more && ml_items_visible(&item, now)) newest_take(x, item.number, item.at);
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

/* A text is cut; other content that is long is left out. */
static int content_put(MlConn *c, const MlItem *x, MlBuf *out, MlErr *e) {
  MlBuf json = ml_conn_scratch(c), bare = ml_conn_scratch(c);
  int rc = ml_large_resolve(c, x->key, x->content, &json, e);
  MlText whole = ml_buf_view(&json);
  ml_buf_puts(out, ",\"content\":");
  if (!rc && whole.n <= CANDIDATE_CHARS) {
    ml_buf_text(out, whole);
  } else if (!rc && ml_json_type(whole) == ML_STRING) {
    MlText t = ml_json_bare(whole, &bare);
    MlText part = ml_judged_cut(t, CANDIDATE_CHARS);
    ml_json_put_string(out, part);
    if (part.n < t.n) ml_buf_puts(out, ",\"cut\":true");
  } else if (!rc) {
    ml_buf_puts(out, "null,\"cut\":true");
  }
  if (!rc && bare.rc) rc = ml_err_nomem(e);
  ml_conn_give(c, &json);
  ml_conn_give(c, &bare);
  return rc;
}

static int candidate_put(MlConn *c, i64 number, int *some, MlBuf *out, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_get(c, number, &x, &st, &found, e);
  if (rc || !found) return rc;
  ml_buf_puts(out, *some ? ",{\"set\":" : "{\"set\":");
  *some = 1;
  ml_json_put_string(out, x.set);
  ml_buf_puts(out, ",\"id\":");
  ml_json_put_string(out, x.id);
  rc = content_put(c, &x, out, e);
  ml_buf_char(out, '}');
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int set_put(MlConn *c, MlText key, MlText set, i64 most, int *some, MlBuf *out, MlErr *e) {
  Newest x = {.most = most};
  x.number = sqlite3_malloc64((u64)most * 2 * sizeof(i64));
  if (!x.number) return ml_err_nomem(e);
  x.at = x.number + most;
  int rc = newest_find(c, key, set, &x, e);
  for (i64 i = 0; i < x.n && !rc; i++) rc = candidate_put(c, x.number[i], some, out, e);
  sqlite3_free(x.number);
  return rc;
}

static int candidates_put(MlConn *c, const MlTalkShow *show, MlBuf *out, MlErr *e) {
  int there, some = 0;
  int rc = ml_item_there(c, &there, e);
  ml_buf_puts(out, ",\"candidates\":[");
  if (!rc && there) rc = set_put(c, show->user, ML_SESSION_USER_SET, show->candidates, &some, out, e);
  if (!rc && there && show->agent.p) {
    MlBuf set = ml_conn_scratch(c);
    ml_session_agent_set(show->agent, &set);
    rc = set.rc ? ml_err_nomem(e) : set_put(c, show->user, ml_buf_view(&set), show->candidates, &some, out, e);
    ml_conn_give(c, &set);
  }
  ml_buf_char(out, ']');
  return rc;
}

/* ---- messages ---- */

static void name_put(MlBuf *out, const char *member, MlText name) {
  ml_buf_puts(out, member);
  if (name.p) {
    ml_json_put_string(out, name);
  } else {
    ml_buf_puts(out, "null");
  }
}

static void messages_put(const MlTalk *t, MlBuf *out) {
  for (i64 i = 0; i < t->n; i++) {
    const MlTalkMessage *m = &t->a[i];
    ml_buf_puts(out, i ? ",{\"position\":" : "{\"position\":");
    ml_buf_int(out, m->position);
    ml_buf_puts(out, ",\"role\":");
    ml_buf_text(out, m->role);
    ml_buf_puts(out, ",\"content\":");
    ml_buf_text(out, m->content);
    ml_buf_puts(out, m->is_new ? ",\"new\":true}" : ",\"new\":false}");
  }
}

/* Only messages begin a line: lines of one message behind its first are moved in. */
static void lines_put(MlText t, MlBuf *out) {
  i64 from = 0, n;
  for (i64 i = 0; i < t.n; i += n ? n : 1) {
    n = ml_text_break(t, i);
    if (!n || (t.p[i] == '\r' && i + 1 < t.n && t.p[i + 1] == '\n')) continue;
    ml_buf_put(out, t.p + from, i + n - from);
    ml_buf_puts(out, "  ");
    from = i + n;
  }
  ml_buf_put(out, t.p + from, t.n - from);
}

/* "[[NEW] user]: text"; what is no string as JSON. */
static int text_put(const MlTalk *t, MlBuf *out, MlErr *e) {
  MlBuf all = {0}, bare = {0};
  for (i64 i = 0; t->n_new && i < t->n; i++) {
    const MlTalkMessage *m = &t->a[i];
    ml_buf_puts(&all, m->is_new ? "[[NEW] " : "[");
    lines_put(ml_json_bare(m->role, &bare), &all);
    ml_buf_puts(&all, "]: ");
    lines_put(ml_json_type(m->content) == ML_STRING ? ml_json_bare(m->content, &bare) : m->content, &all);
    ml_buf_char(&all, '\n');
  }
  ml_buf_puts(out, ",\"text\":");
  ml_json_put_string(out, ml_buf_view(&all));
  int rc = all.rc || bare.rc ? ml_err_nomem(e) : SQLITE_OK;
  ml_buf_free(&all);
  ml_buf_free(&bare);
  return rc;
}

int ml_talk_put(MlConn *c, const MlTalk *t, const MlTalkShow *show, MlBuf *out, MlErr *e) {
  int rc = SQLITE_OK;
  name_put(out, "{\"session\":", show->session);
  name_put(out, ",\"user\":", show->user);
  name_put(out, ",\"agent\":", show->agent);
  ml_buf_puts(out, ",\"from\":");
  ml_buf_int(out, t->from);
  ml_buf_puts(out, ",\"through\":");
  ml_buf_int(out, t->through);
  ml_buf_puts(out, ",\"left\":");
  ml_buf_int(out, t->left);
  ml_buf_puts(out, ",\"new\":");
  ml_buf_int(out, t->n_new);
  ml_buf_puts(out, ",\"messages\":[");
  if (t->n_new) messages_put(t, out);
  ml_buf_char(out, ']');
  if (show->text) rc = text_put(t, out, e);
  if (!rc && show->candidates) rc = candidates_put(c, show, out, e);
  ml_buf_char(out, '}');
  if (rc) return rc;
  return out->rc ? ml_err_buf(e, out->rc, "a conversation") : SQLITE_OK;
}

static int pending_put(MlConn *c, const MlTalkAsk *ask, MlTalkShow *show, MlBuf *user, MlBuf *agent, MlBuf *out,
                       MlErr *e) {
  char name[ML_ERR_SHOW];
  MlTalk t = {0};
  int rc = ml_session_names(c, show->session, user, agent, e);
  if (!show->user.p && user->n) show->user = ml_buf_view(user);
  if (!show->agent.p && agent->n) show->agent = ml_buf_view(agent);
  if (!rc && show->candidates && !show->user.p) {
    rc = ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_session_pending: session %s: candidates are a user's, and whose it is was never told: "
                    "give the option user",
                    ml_err_show(name, show->session));
  }
  if (!rc) rc = ml_talk_read(c, show->session, ask, NULL, &t, e);
  if (!rc) rc = ml_talk_put(c, &t, show, out, e);
  ml_talk_free(&t);
  return rc;
}

int ml_talk_pending(MlConn *c, const MlTalkAsk *ask, MlTalkShow *show, MlBuf *out, MlErr *e) {
  MlBuf user = {0}, agent = {0};
  sqlite3_stmt *hold = NULL;
  int there;
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = pending_put(c, ask, show, &user, &agent, out, e);
  if (hold) ml_meta_release(c, hold);
  ml_buf_free(&user);
  ml_buf_free(&agent);
  return rc;
}
