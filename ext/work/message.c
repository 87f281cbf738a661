#include "message.h"

#include "../store/session.h"

#include <string.h>

#define AGENT "agent:"

MlText ml_message_session(MlText session, int *agent) {
  const i64 n = sizeof(AGENT) - 1;
  *agent = 0;
  while (session.n > n && memcmp(session.p, AGENT, sizeof(AGENT) - 1) == 0) {
    session = (MlText){session.p + n, session.n - n};
    *agent = 1;
  }
  return session;
}

MlNodeId ml_message_list(MlText session) { return (MlNodeId){session, ML_SHORT_TERM, ML_SESSION_LIST}; }

MlNodeId ml_message_systems(MlText session) {
  return (MlNodeId){session, ML_SHORT_TERM, ML_TEXT("conversation.system")};
}

/* ---- tokens ---- */

int ml_message_count(MlCounter *k, MlText json, i64 *n, MlErr *e) {
  MlBuf scratch = {0};
  MlText text = ml_json_type(json) == ML_STRING ? ml_json_bare(json, &scratch) : json;
  /* What is no text is counted as it stands: a file may hold anything. */
  int rc = scratch.rc ? ml_err_nomem(e) : ml_tokens_add(k, text.p ? text : json, n, e);
  ml_buf_free(&scratch);
  return rc;
}

int ml_message_tokens(MlCounter *k, const MlMessage *m, i64 *n, MlErr *e) {
  const MlText part[] = {m->content, m->name, m->tool_calls, m->tool_call_id};
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof(part) / sizeof(*part) && !rc; i++) {
    if (part[i].p) rc = ml_message_count(k, part[i], n, e);
  }
  return rc;
}
