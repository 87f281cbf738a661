#include "post.h"

#include "../store/config.h"
#include "list.h"
#include "summary.h"

/* An estimate is not stored: what is made of a text then can change. */
static int tokens_find(MlConn *c, MlMessage *m, MlBuf *counter, MlErr *e) {
  MlCounter k;
  i64 n = 0;
  if (m->tokens >= 0 || !c->config.token_function[0]) return SQLITE_OK;
  int rc = ml_tokens_open(c, &k, e);
  if (!rc) rc = ml_message_tokens(&k, m, &n, e);
  if (!rc) ml_json_put_string(counter, ml_text_of(k.name));
  if (!rc && counter->rc) rc = ml_err_nomem(e);
  ml_tokens_close(&k);
  m->tokens = n;
  m->counter = ml_buf_view(counter);
  return rc;
}

/* ---- appending ---- */

/* Of a sub-agent only what it says and is told belongs to the conversation: not its calls of tools. 0: nothing of it.
 */
static int agent_fit(MlMessage *m) {
  if (m->tool_calls.p) m->tokens = -1; /* with them they were counted */
  if (m->tool_calls.p) m->tokenizer = (MlText){NULL, 0};
  m->tool_calls = (MlText){NULL, 0};
  return (m->role == ML_ROLE_USER || m->role == ML_ROLE_ASSISTANT) && m->content.p &&
         ml_json_type(m->content) != ML_NULL;
}

static int message_put(MlConn *c, MlText session, const MlMessage *m, i64 *index, MlErr *e) {
  MlNodeId list = ml_message_list(session), systems = ml_message_systems(session);
  MlBuf json = ml_conn_scratch(c);
  i64 at;
  ml_message_write(m, &json);
  int rc = json.rc ? ml_err_buf(e, json.rc, "a message") : ml_list_append(c, &list, ml_buf_view(&json), index, e);
  if (!rc && m->role == ML_ROLE_SYSTEM) {
    ml_buf_cut(&json, 0);
    ml_buf_int(&json, *index);
    rc = json.rc ? ml_err_nomem(e) : ml_list_append(c, &systems, ml_buf_view(&json), &at, e);
  }
  ml_conn_give(c, &json);
  return rc;
}

int ml_post_message(MlConn *c, MlText session, MlMessage *m, i64 *index, MlErr *e) {
  MlBuf counter = {0};
  int agent;
  *index = -1;
  session = ml_message_session(session, &agent);
  if (agent && !agent_fit(m)) return SQLITE_OK;
  int rc = ml_config_load(c, e);
  if (!rc) rc = tokens_find(c, m, &counter, e);
  if (!rc) rc = message_put(c, session, m, index, e);
  if (!rc) rc = ml_summary_trim(c, session, *index, e);
  ml_buf_free(&counter);
  return rc;
}
