/* Options of a search: each name and value is checked. */
#include "data/ask.h"

#include "data/json.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define NOW      1783052556087914 /* 2026-07-03 04:22:36.087914 */

static int ask_read(const char *json, MlBuf *canon, MlAsk *a, MlErr *e) {
  *a = ML_ASK_NOTHING;
  ml_buf_cut(canon, 0);
  CHECK_INT(ml_json_read(unit_z(json), "test", canon, e), SQLITE_OK);
  return ml_ask_read("mem_search", ml_buf_view(canon), NOW, a, e);
}

static void test_nothing(void) {
  MlAsk a = ML_ASK_NOTHING;
  MlErr e = {0};
  CHECK_INT(ml_ask_read("mem_search", (MlText){NULL, 0}, NOW, &a, &e), SQLITE_OK);
  CHECK(a.mode == ML_ASK_ANY && !a.raw && !a.mmr && !a.all && !a.vector.p);
  CHECK(a.min_score == 0.3 && a.relativity == 0.45 && a.lambda == 0.7);
  CHECK(a.per_set == -1 && a.preference_limit == 6 && a.max_chars == 1000);
  CHECK(a.sieve.max_sensitivity == -1 && a.sieve.valid_at == INT64_MIN && !a.sieve.min_importance);
  ml_ask_free(&a);
}

static void test_all(void) {
  MlAsk a;
  MlErr e = {0};
  MlBuf canon = {0}, scratch = {0};
  CHECK_INT(
      ask_read("{\"mode\":\"hybrid\",\"raw\":true,\"all\":true,\"vector\":[1,2.5],\"min_score\":0,\"relativity\":1,"
               "\"lambda\":0.5,\"per_set\":0,\"preference_limit\":null,\"max_chars\":0,\"dedup\":\"mmr\","
               "\"filter\":{\"a\":{\"gt\":1,\"lt\":3}},\"kind\":[\"preference\",\"skill\"],\"category\":\"x\\ny\","
               "\"min_importance\":3,\"max_sensitivity\":0,\"valid_at\":\"2026-07-03\"}",
               &canon, &a, &e),
      SQLITE_OK);
  CHECK(a.mode == ML_ASK_HYBRID && a.raw && a.mmr && a.all && a.min_score == 0 && a.relativity == 1);
  CHECK_TEXT(a.vector, "[1,2.5]");
  CHECK(a.lambda == 0.5 && a.per_set == 0 && a.preference_limit == -1 && a.max_chars == 0);
  CHECK_INT(a.sieve.filter.n, 2);
  CHECK_INT(a.sieve.min_importance, 3);
  CHECK_INT(a.sieve.max_sensitivity, 0);
  CHECK_INT(a.sieve.valid_at, 1783036800000000);
  CHECK(ml_sieve_has(a.sieve.kind, ML_TEXT("skill"), &scratch));
  CHECK(!ml_sieve_has(a.sieve.kind, ML_TEXT("tool"), &scratch));
  CHECK(!ml_sieve_has(a.sieve.kind, (MlText){NULL, 0}, &scratch));
  CHECK(ml_sieve_has(a.sieve.category, ML_TEXT("x\ny"), &scratch));
  CHECK(ml_sieve_has((MlText){NULL, 0}, ML_TEXT("anything"), &scratch));
  ml_ask_free(&a);
  ml_buf_free(&canon);
  ml_buf_free(&scratch);
}

static void test_times(void) {
  static const struct {
    const char *json;
    i64 us;
  } t[] = {
      {"{\"valid_at\":\"now\"}", NOW},
      {"{\"valid_at\":0}", 0},
      {"{\"valid_at\":1.5}", 1500000},
      {"{\"valid_at\":\"2026-07-03T04:22:36.087914Z\"}", NOW},
  };
  for (int i = 0; i < COUNT(t); i++) {
    MlAsk a;
    MlErr e = {0};
    MlBuf canon = {0};
    CHECK_INT(ask_read(t[i].json, &canon, &a, &e), SQLITE_OK);
    CHECK_INT(a.sieve.valid_at, t[i].us);
    ml_ask_free(&a);
    ml_buf_free(&canon);
  }
}

static void test_refused(void) {
  static const struct {
    const char *json, *says;
  } t[] = {
      {"[]", "memlog: mem_search: the options must be a JSON map"},
      {"{\"mod\":1}",
       "option mod: there is no such option; there are mode, raw, all, vector, min_score, relativity, lambda, "
       "per_set, preference_limit, max_chars, dedup, as_of, filter, kind, category, min_importance, "
       "max_sensitivity, valid_at"},
      {"{\"mode\":\"fuzzy\"}", "option mode: it is keyword, vector or hybrid"},
      {"{\"mode\":null}", "option mode"},
      {"{\"raw\":1}", "option raw: it is true or false"},
      {"{\"vector\":\"[1]\"}", "option vector: it is an array of numbers"},
      {"{\"min_score\":1.1}", "option min_score: it is a number from 0 to 1"},
      {"{\"min_score\":-0.1}", "option min_score"},
      {"{\"min_score\":\"0.5\"}", "option min_score"},
      {"{\"per_set\":-1}", "option per_set: it is a whole number of 0 or more"},
      {"{\"per_set\":1.5}", "option per_set"},
      {"{\"preference_limit\":\"6\"}", "option preference_limit: it is a whole number of 0 or more, or null"},
      {"{\"max_chars\":true}", "option max_chars"},
      {"{\"dedup\":\"exact\"}", "option dedup: it is none or mmr"},
      {"{\"kind\":\"wish\"}", "option kind: there are the kinds episodic, semantic"},
      {"{\"kind\":[\"skill\",1]}", "option kind"},
      {"{\"category\":1}", "option category: it is a text or an array of texts"},
      {"{\"min_importance\":0}", "option min_importance: it is a whole number from 1 to 10"},
      {"{\"min_importance\":11}", "option min_importance"},
      {"{\"max_sensitivity\":-1}", "option max_sensitivity: it is a whole number from 0 to 10"},
      {"{\"valid_at\":\"04:22\"}", "option valid_at"},
      {"{\"valid_at\":true}", "option valid_at: it is a time"},
      {"{\"filter\":{\"a\":{\"like\":1}}}", "filter a: operator like"},
  };
  for (int i = 0; i < COUNT(t); i++) {
    MlAsk a;
    MlErr e = {0};
    MlBuf canon = {0};
    CHECK_INT(ask_read(t[i].json, &canon, &a, &e), SQLITE_ERROR);
    if (!CHECK(e.msg && strstr(e.msg, t[i].says))) printf("  %s: %s\n", t[i].json, e.msg);
    ml_err_clear(&e);
    ml_ask_free(&a);
    ml_buf_free(&canon);
  }
}

int main(void) {
  test_nothing();
  test_all();
  test_times();
  test_refused();
  return unit_end();
}
