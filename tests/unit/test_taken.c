/* The options of a function, as its list says: each name and value is checked. */
#include "data/taken.h"

#include "data/json.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define NOW      1783052556087914 /* 2026-07-03 04:22:36.087914 */

typedef struct Got {
  MlText name, word, map, array, any;
  i64 number, time;
  int on;
} Got;

static int taken_read(const char *json, MlBuf *canon, MlBuf *text, Got *g, MlErr *e) {
  static const char *const words[] = {"ok", "failed", NULL};
  const MlTaken list[] = {
      {"name", ML_TAKES_NAME, &g->name, 0, 0, NULL},       {"word", ML_TAKES_WORD, &g->word, 0, 0, words},
      {"number", ML_TAKES_NUMBER, &g->number, 1, 9, NULL}, {"on", ML_TAKES_SWITCH, &g->on, 0, 0, NULL},
      {"time", ML_TAKES_TIME, &g->time, 0, 0, NULL},       {"map", ML_TAKES_MAP, &g->map, 0, 0, NULL},
      {"array", ML_TAKES_ARRAY, &g->array, 0, 0, NULL},    {"any", ML_TAKES_ANY, &g->any, 0, 0, NULL},
  };
  *g = (Got){.number = -1, .time = -1, .on = -1};
  ml_buf_cut(canon, 0);
  ml_buf_cut(text, 0);
  CHECK_INT(ml_json_read(unit_z(json), "test", canon, e), SQLITE_OK);
  return ml_taken_read("mem_test", ml_buf_view(canon), NOW, list, COUNT(list), text, e);
}

static void test_all(void) {
  MlBuf canon = {0}, text = {0};
  MlErr e = {0};
  Got g;
  CHECK_INT(
      taken_read("{\"name\":\"a \\\"name\\\"\",\"word\":\"failed\",\"number\":9,\"on\":false,\"time\":\"2026-07-03\","
                 "\"map\":{\"x\":[1]},\"array\":[{}],\"any\":1.0}",
                 &canon, &text, &g, &e),
      SQLITE_OK);
  CHECK_TEXT(g.name, "a \"name\"");
  CHECK_TEXT(g.word, "failed");
  CHECK_INT(g.number, 9);
  CHECK_INT(g.on, 0);
  CHECK_INT(g.time, 1783036800000000);
  CHECK_TEXT(g.map, "{\"x\":[1]}");
  CHECK_TEXT(g.array, "[{}]");
  CHECK_TEXT(g.any, "1.0");
  CHECK_INT(taken_read("{\"time\":1783036800,\"on\":true}", &canon, &text, &g, &e), SQLITE_OK);
  CHECK_INT(g.time, 1783036800000000);
  CHECK_INT(g.on, 1);
  ml_buf_free(&canon);
  ml_buf_free(&text);
}

/* null is as if it were not given. */
static void test_nothing(void) {
  MlBuf canon = {0}, text = {0};
  MlErr e = {0};
  Got g;
  CHECK_INT(
      taken_read("{\"name\":null,\"word\":null,\"number\":null,\"on\":null,\"time\":null,\"map\":null,\"any\":null}",
                 &canon, &text, &g, &e),
      SQLITE_OK);
  CHECK(!g.name.p && !g.word.p && !g.map.p && !g.any.p && g.number == -1 && g.time == -1 && g.on == -1);
  CHECK_INT(ml_taken_read("mem_test", (MlText){NULL, 0}, NOW, NULL, 0, &text, &e), SQLITE_OK);
  ml_buf_free(&canon);
  ml_buf_free(&text);
}

static void test_wrong(void) {
  static const char *const wrong[][2] = {
      {"[]", "memlog: mem_test: the options are no JSON map"},
      {"{\"nome\":1}",
       "memlog: mem_test: option nome: there is no such option; there are name, word, number, on, time, "
       "map, array, any"},
      {"{\"name\":\"\"}", "memlog: mem_test: option name: it is text, not empty, without NUL"},
      {"{\"name\":\"a\\u0000b\"}", "memlog: mem_test: option name: it is text, not empty, without NUL"},
      {"{\"name\":1}", "memlog: mem_test: option name: it is text, not empty, without NUL"},
      {"{\"word\":\"maybe\"}", "memlog: mem_test: option word: it is one of ok, failed"},
      {"{\"number\":0}", "memlog: mem_test: option number: it is a whole number from 1 to 9"},
      {"{\"number\":1.0}", "memlog: mem_test: option number: it is a whole number from 1 to 9"},
      {"{\"on\":1}", "memlog: mem_test: option on: it is true or false"},
      {"{\"time\":\"12:00\"}", "memlog: mem_test: option time: "},
      {"{\"time\":[]}", "memlog: mem_test: option time: it is a date and time"},
      {"{\"map\":[]}", "memlog: mem_test: option map: it is a JSON map"},
      {"{\"array\":{}}", "memlog: mem_test: option array: it is a JSON array"},
  };
  MlBuf canon = {0}, text = {0};
  Got g;
  for (int i = 0; i < COUNT(wrong); i++) {
    MlErr e = {0};
    CHECK_INT(taken_read(wrong[i][0], &canon, &text, &g, &e), SQLITE_ERROR);
    CHECK(e.msg && strncmp(e.msg, wrong[i][1], strlen(wrong[i][1])) == 0);
    ml_err_clear(&e);
  }
  MlErr e = {0};
  ml_buf_cut(&canon, 0);
  CHECK_INT(ml_json_read(unit_z("{\"x\":1}"), "test", &canon, &e), SQLITE_OK);
  CHECK_INT(ml_taken_read("mem_test", ml_buf_view(&canon), NOW, NULL, 0, &text, &e), SQLITE_ERROR);
  CHECK(e.msg && strstr(e.msg, "option x: there is no such option; there are none"));
  ml_err_clear(&e);
  ml_buf_free(&canon);
  ml_buf_free(&text);
}

int main(void) {
  test_all();
  test_nothing();
  test_wrong();
  return unit_end();
}
