#include "message.h"

#include "clock.h"

static const char *const roles[ML_ROLES] = {"system", "user", "assistant", "tool"};

MlText ml_message_role_name(MlRole role) { return ml_text_of(roles[role]); }

int ml_message_role(MlText name) {
  for (int i = 0; i < ML_ROLES; i++) {
    if (ml_text_is(name, roles[i])) return i;
  }
  return -1;
}

/* ---- members ---- */

/* The members that are texts, in the order in which they are stored. */
typedef struct Member {
  const char *name;
  size_t at;
  MlType type;
  u8 option; /* mem_message takes it as an option */
} Member;

#define AT(member) offsetof(MlMessage, member)

static const Member members[] = {
    {"content", AT(content), ML_MISSING, 0},
    {"name", AT(name), ML_STRING, 1},
    {"kind", AT(kind), ML_STRING, 1},
    {"tool_calls", AT(tool_calls), ML_ARRAY, 1},
    {"tool_call_id", AT(tool_call_id), ML_STRING, 1},
    {"time", AT(time), ML_STRING, 1},
    {"metadata", AT(metadata), ML_MAP, 1},
    {"tokenizer", AT(tokenizer), ML_STRING, 1},
    {"counter", AT(counter), ML_STRING, 0},
};
#define MEMBERS ((int)(sizeof(members) / sizeof(*members)))

static const Member *member_find(MlText quoted) {
  MlText name = {quoted.p + 1, quoted.n - 2};
  for (int i = 0; i < MEMBERS; i++) {
    if (ml_text_is(name, members[i].name)) return &members[i];
  }
  return NULL;
}

static MlText *member_at(MlMessage *m, const Member *x) { return (MlText *)(void *)((char *)m + x->at); }

static int is_named(MlText quoted, const char *name) { return ml_text_is((MlText){quoted.p + 1, quoted.n - 2}, name); }

static int is_count(MlText json, i64 *n) { return ml_json_get_integer(json, n) && *n >= 0 && *n <= 1000000000000; }

/* ---- calls ---- */

int ml_message_call(MlJsonScan *s, MlText *id) {
  MlJsonScan call;
  if (!ml_json_next(s)) return 0;
  *id = (MlText){NULL, 0};
  if (ml_json_type(s->value) != ML_MAP) return 1;
  for (ml_json_open(&call, s->value); ml_json_next(&call);) {
    if (is_named(call.name, "id") && ml_json_type(call.value) == ML_STRING) *id = call.value;
  }
  return 1;
}

/* What is wrong with an array of calls, or NULL; *n calls. */
static const char *calls_wrong(MlText calls, int *n) {
  MlText seen[ML_MESSAGE_CALLS], id;
  MlJsonScan s;
  *n = 0;
  if (ml_json_type(calls) != ML_ARRAY) return "it must be a JSON array";
  for (ml_json_open(&s, calls); ml_message_call(&s, &id); seen[(*n)++] = id) {
    if (*n == ML_MESSAGE_CALLS) return "there are more than 128 calls in it";
    if (id.n < 3) return "each call is a JSON map with an id, which is text and not empty";
    for (int i = 0; i < *n; i++) {
      if (ml_text_same(seen[i], id)) return "two calls in it have the same id";
    }
  }
  return s.rc ? "it is not JSON" : NULL;
}

/* ---- stored messages ---- */

/* What does not belong to the role is as if it were not there. */
static const char *role_fit(MlMessage *m) {
  int calls = 0;
  const char *wrong = NULL;
  if (m->role != ML_ROLE_ASSISTANT) m->tool_calls = (MlText){NULL, 0};
  if (m->role != ML_ROLE_TOOL) m->tool_call_id = (MlText){NULL, 0};
  if (m->tool_calls.p) wrong = calls_wrong(m->tool_calls, &calls);
  if (wrong) return "no message: its tool_calls are damaged";
  if (!calls) m->tool_calls = (MlText){NULL, 0};
  if (m->role == ML_ROLE_TOOL && !m->tool_call_id.p) return "no message: a result without tool_call_id";
  if (!m->content.p && !calls) return "no message: it has no content";
  return NULL;
}

const char *ml_message_read(MlText json, MlMessage *m) {
  MlJsonScan s;
  int role = -1;
  *m = (MlMessage){.tokens = -1};
  if (ml_json_type(json) != ML_MAP) return "no message: it is no JSON map";
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    const Member *x = member_find(s.name);
    MlType type = ml_json_type(s.value);
    if (x && type != ML_NULL && (type == x->type || x->type == ML_MISSING)) *member_at(m, x) = s.value;
    if (is_named(s.name, "role") && type == ML_STRING) {
      role = ml_message_role((MlText){s.value.p + 1, s.value.n - 2});
    }
    if (is_named(s.name, "tokens") && !is_count(s.value, &m->tokens)) m->tokens = -1;
  }
  if (s.rc) return "no message: it is damaged";
  if (role < 0) return "no message: its role is none";
  m->role = (MlRole)role;
  return role_fit(m);
}

/* ---- new messages ---- */

static int option_refuse(MlText quoted, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_message: option %s: %s",
                    ml_err_show(show, (MlText){quoted.p + 1, quoted.n - 2}), why);
}

static const char *type_wanted(const Member *x) {
  switch (x->type) {
  case ML_ARRAY:
    return "it must be a JSON array";
  case ML_MAP:
    return "it must be a JSON map";
  default:
    return "it must be text that is not empty";
  }
}

/* Times are stored in one form. */
static int time_read(MlText quoted, MlText value, i64 now, MlBuf *text, MlErr *e) {
  char shown[ML_TIME_TEXT];
  MlBuf scratch = {0};
  i64 us = 0;
  MlText given = ml_json_bare(value, &scratch);
  const char *wrong = given.p ? ml_clock_read(given, now, &us) : "it is no text";
  ml_buf_free(&scratch);
  if (wrong) return option_refuse(quoted, wrong, e);
  ml_clock_text(us, shown);
  ml_json_put_string(text, ml_text_of(shown));
  return text->rc ? ml_err_nomem(e) : SQLITE_OK;
}

static int option_read(const MlJsonScan *s, i64 now, MlMessage *m, MlBuf *text, MlErr *e) {
  const Member *x = member_find(s->name);
  MlType type = ml_json_type(s->value);
  if (is_named(s->name, "tokens")) {
    if (type == ML_NULL || is_count(s->value, &m->tokens)) return SQLITE_OK;
    return option_refuse(s->name, "it must be an integer from 0 to 1000000000000", e);
  }
  if (!x || !x->option) {
    return option_refuse(s->name,
                         "there is no such option; there are name, kind, tool_calls, tool_call_id, time, metadata, "
                         "tokens, tokenizer",
                         e);
  }
  if (type == ML_NULL) return SQLITE_OK;
  if (type != x->type || (type == ML_STRING && s->value.n < 3)) return option_refuse(s->name, type_wanted(x), e);
  *member_at(m, x) = s->value;
  if (x->at != AT(time)) return SQLITE_OK;
  int rc = time_read(s->name, s->value, now, text, e);
  m->time = ml_buf_view(text);
  return rc;
}

int ml_message_options(MlText json, i64 now, MlMessage *m, MlBuf *text, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_message: the options: they must be a JSON map");
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = option_read(&s, now, m, text, e);
  return rc;
}

static int content_check(const MlMessage *m, int calls, MlErr *e) {
  MlType type = m->content.p ? ml_json_type(m->content) : ML_NULL;
  if (type == ML_STRING || type == ML_ARRAY || type == ML_MAP) return SQLITE_OK;
  if (type != ML_NULL) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_message: the content must be text, or JSON: an array or a map");
  }
  if (calls) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_message: the content is missing: only an assistant's message with tool_calls can be "
                    "without");
}

int ml_message_check(const MlMessage *m, MlErr *e) {
  int calls = 0, tool = m->role == ML_ROLE_TOOL;
  const char *wrong = m->tool_calls.p ? calls_wrong(m->tool_calls, &calls) : NULL;
  if (m->tool_calls.p && m->role != ML_ROLE_ASSISTANT) wrong = "only an assistant's message makes calls";
  if (wrong) return option_refuse(ML_TEXT("\"tool_calls\""), wrong, e);
  if (tool != (m->tool_call_id.p != NULL)) {
    return option_refuse(ML_TEXT("\"tool_call_id\""),
                         tool ? "a tool's message needs the id of the call it answers" : "only a tool's message has it",
                         e);
  }
  if (m->tokenizer.p && m->tokens < 0)
    return option_refuse(ML_TEXT("\"tokenizer\""), "it is that of tokens, which are missing", e);
  return content_check(m, calls, e);
}

void ml_message_write(const MlMessage *m, MlBuf *out) {
  ml_buf_puts(out, "{\"role\":\"");
  ml_buf_text(out, ml_message_role_name(m->role));
  ml_buf_char(out, '"');
  for (int i = 0; i < MEMBERS; i++) {
    MlText value = *(const MlText *)(const void *)((const char *)m + members[i].at);
    if (members[i].at == AT(tokenizer) && m->tokens >= 0) {
      ml_buf_puts(out, ",\"tokens\":");
      ml_buf_int(out, m->tokens);
    }
    if (!value.p || ml_json_type(value) == ML_NULL) continue;
    ml_buf_puts(out, ",\"");
    ml_buf_puts(out, members[i].name);
    ml_buf_puts(out, "\":");
    ml_buf_text(out, value);
  }
  ml_buf_char(out, '}');
}
