/* Messages of conversations: what is stored is read, whoever wrote it; what is given is checked, each option by name.
 */
#include "data/message.h"

#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define NOW      1783052556087914 /* 2026-07-03 04:22:36.087914 */

static void test_roles(void) {
  static const char *const roles[] = {"system", "user", "assistant", "tool"};
  for (int i = 0; i < COUNT(roles); i++) {
    CHECK_INT(ml_message_role(unit_z(roles[i])), i);
    CHECK_TEXT(ml_message_role_name((MlRole)i), roles[i]);
  }
  CHECK_INT(ml_message_role(unit_z("User")), -1);
  CHECK_INT(ml_message_role(unit_z("")), -1);
}

static void test_read(void) {
  MlMessage m;
  CHECK_Z(ml_message_read(unit_z("{\"role\":\"user\",\"content\":\"hi\",\"name\":\"Ada\",\"kind\":\"note\","
                                 "\"time\":\"2026-07-03\",\"metadata\":{\"a\":1},\"tokens\":7,\"tokenizer\":\"t\","
                                 "\"counter\":\"f\",\"more\":[]}"),
                          &m),
          NULL);
  CHECK_INT(m.role, ML_ROLE_USER);
  CHECK_TEXT(m.content, "\"hi\"");
  CHECK_TEXT(m.name, "\"Ada\"");
  CHECK_TEXT(m.kind, "\"note\"");
  CHECK_TEXT(m.time, "\"2026-07-03\"");
  CHECK_TEXT(m.metadata, "{\"a\":1}");
  CHECK_TEXT(m.tokenizer, "\"t\"");
  CHECK_TEXT(m.counter, "\"f\"");
  CHECK_INT(m.tokens, 7);
  CHECK(!m.tool_calls.p && !m.tool_call_id.p);
}

/* Members of another type, or that do not belong to the role, are as if they were not there. */
static void test_read_unfit(void) {
  MlMessage m;
  CHECK_Z(ml_message_read(unit_z("{\"role\":\"user\",\"content\":[1],\"name\":1,\"metadata\":null,\"tokens\":-1,"
                                 "\"tool_calls\":1,\"tool_call_id\":\"c\"}"),
                          &m),
          NULL);
  CHECK_TEXT(m.content, "[1]");
  CHECK(!m.name.p && !m.metadata.p && !m.tool_calls.p && !m.tool_call_id.p);
  CHECK_INT(m.tokens, -1);
  CHECK_Z(ml_message_read(unit_z("{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[]}"), &m), NULL);
  CHECK(!m.tool_calls.p);
  CHECK_Z(ml_message_read(unit_z("{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\"}]}"), &m), NULL);
  CHECK_TEXT(m.tool_calls, "[{\"id\":\"a\"}]");
  CHECK(!m.content.p);
}

static void test_read_wrong(void) {
  static const char *const wrong[][2] = {
      {"[]", "no message: it is no JSON map"},
      {"{\"role\":\"user\",\"content\":\"hi\"", "no message: it is damaged"},
      {"{\"content\":\"hi\"}", "no message: its role is none"},
      {"{\"role\":\"robot\",\"content\":\"hi\"}", "no message: its role is none"},
      {"{\"role\":3,\"content\":\"hi\"}", "no message: its role is none"},
      {"{\"role\":\"user\"}", "no message: it has no content"},
      {"{\"role\":\"user\",\"content\":null}", "no message: it has no content"},
      {"{\"role\":\"tool\",\"content\":\"hi\"}", "no message: a result without tool_call_id"},
      {"{\"role\":\"assistant\",\"tool_calls\":[{}]}", "no message: its tool_calls are damaged"},
      {"{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\"},{\"id\":\"a\"}]}",
       "no message: its tool_calls are damaged"},
  };
  MlMessage m;
  for (int i = 0; i < COUNT(wrong); i++) CHECK_Z(ml_message_read(unit_z(wrong[i][0]), &m), wrong[i][1]);
}

static void test_calls(void) {
  MlJsonScan s;
  MlText id;
  ml_json_open(&s, unit_z("[{\"id\":\"a\",\"x\":{\"id\":\"no\"}},{\"id\":1},2]"));
  CHECK(ml_message_call(&s, &id));
  CHECK_TEXT(id, "\"a\"");
  CHECK(ml_message_call(&s, &id) && !id.p);
  CHECK(ml_message_call(&s, &id) && !id.p);
  CHECK(!ml_message_call(&s, &id));
}

static void test_options(void) {
  MlBuf text = {0}, out = {0};
  MlErr e = {0};
  MlMessage m = {.role = ML_ROLE_TOOL, .content = unit_z("\"22 degrees\""), .tokens = -1};
  CHECK_INT(ml_message_options(unit_z("{\"name\":\"weather\",\"tool_call_id\":\"c1\",\"time\":\"2026-07-03 04:22\","
                                      "\"metadata\":{},\"kind\":null,\"tokens\":3,\"tokenizer\":\"t\"}"),
                               NOW, &m, &text, &e),
            SQLITE_OK);
  CHECK_INT(ml_message_check(&m, &e), SQLITE_OK);
  ml_message_write(&m, &out);
  CHECK_TEXT(ml_buf_view(&out),
             "{\"role\":\"tool\",\"content\":\"22 degrees\",\"name\":\"weather\",\"tool_call_id\":\"c1\","
             "\"time\":\"2026-07-03 04:22:00.000000\",\"metadata\":{},\"tokens\":3,\"tokenizer\":\"t\"}");
  MlMessage again;
  CHECK_Z(ml_message_read(ml_buf_view(&out), &again), NULL); /* what is written is read */
  CHECK_TEXT(again.tool_call_id, "\"c1\"");
  CHECK_INT(again.tokens, 3);
  ml_buf_free(&text);
  ml_buf_free(&out);
}

static void test_options_wrong(void) {
  static const char *const wrong[][2] = {
      {"[]", "memlog: mem_message: the options: they must be a JSON map"},
      {"{\"nome\":1}", "memlog: mem_message: option nome: there is no such option; there are name, kind, "},
      {"{\"content\":\"x\"}", "memlog: mem_message: option content: there is no such option"},
      {"{\"counter\":\"x\"}", "memlog: mem_message: option counter: there is no such option"},
      {"{\"name\":\"\"}", "memlog: mem_message: option name: it must be text that is not empty"},
      {"{\"name\":1}", "memlog: mem_message: option name: it must be text that is not empty"},
      {"{\"metadata\":[]}", "memlog: mem_message: option metadata: it must be a JSON map"},
      {"{\"tool_calls\":{}}", "memlog: mem_message: option tool_calls: it must be a JSON array"},
      {"{\"tokens\":-1}", "memlog: mem_message: option tokens: it must be an integer from 0 to 1000000000000"},
      {"{\"time\":\"yesterday\"}", "memlog: mem_message: option time: "},
  };
  MlBuf text = {0};
  for (int i = 0; i < COUNT(wrong); i++) {
    MlErr e = {0};
    MlMessage m = {.tokens = -1};
    CHECK_INT(ml_message_options(unit_z(wrong[i][0]), NOW, &m, &text, &e), SQLITE_ERROR);
    CHECK(e.msg && strncmp(e.msg, wrong[i][1], strlen(wrong[i][1])) == 0);
    ml_err_clear(&e);
  }
  ml_buf_free(&text);
}

static int check_fails(MlMessage m, const char *with) {
  MlErr e = {0};
  int found = ml_message_check(&m, &e) != SQLITE_OK && e.msg && strstr(e.msg, with);
  if (!found) printf("  got: %s\n", e.msg ? e.msg : "no error");
  ml_err_clear(&e);
  return found;
}

/* What belongs to a role must be there, and nothing else. */
static void test_check(void) {
  const MlText hi = unit_z("\"hi\""), calls = unit_z("[{\"id\":\"a\"}]"), id = unit_z("\"a\"");
  MlErr e = {0};
  CHECK_INT(ml_message_check(&(MlMessage){.role = ML_ROLE_ASSISTANT, .tool_calls = calls}, &e), SQLITE_OK);
  CHECK_INT(ml_message_check(&(MlMessage){.role = ML_ROLE_TOOL, .content = hi, .tool_call_id = id}, &e), SQLITE_OK);
  CHECK(check_fails((MlMessage){.role = ML_ROLE_USER}, "the content is missing"));
  CHECK(check_fails((MlMessage){.role = ML_ROLE_USER, .content = unit_z("1")}, "the content must be text"));
  CHECK(check_fails((MlMessage){.role = ML_ROLE_USER, .content = hi, .tool_calls = calls}, "only an assistant"));
  CHECK(check_fails((MlMessage){.role = ML_ROLE_ASSISTANT, .tool_calls = unit_z("[{\"id\":\"\"}]")}, "with an id"));
  CHECK(check_fails((MlMessage){.role = ML_ROLE_TOOL, .content = hi}, "tool_call_id"));
  CHECK(check_fails((MlMessage){.role = ML_ROLE_USER, .content = hi, .tool_call_id = id}, "tool_call_id"));
}

int main(void) {
  test_roles();
  test_read();
  test_read_unfit();
  test_read_wrong();
  test_calls();
  test_options();
  test_options_wrong();
  test_check();
  return unit_end();
}
