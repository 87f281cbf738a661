/* Filters on metadata: exact and typed, whatever the metadata holds (AGT-061, AGT-064, AGT-067). */
#include "data/filter.h"

#include "data/json.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

#define METADATA                                                                                                       \
  "{\"lang\":\"en\",\"n\":5,\"r\":5.0,\"half\":2.5,\"big\":9007199254740993,\"yes\":true,\"none\":null,"               \
  "\"tags\":[\"a\",1,\"b\"],\"o\":{\"a\":1,\"b\":[2,{\"c\":3}]},\"a.b\":7,\"\\\"q\\\"\":8,\"text\":\"line\\none\","    \
  "\"author\":{\"name\":\"Ada\",\"years\":{\"born\":1815}},\"empty\":\"\",\"nothing\":{},\"list\":[]}"

/* Canonical JSON, as what comes from outside is made first. */
static void canon(const char *json, MlBuf *out) {
  MlErr e = {0};
  ml_buf_cut(out, 0);
  if (!CHECK_INT(ml_json_read(unit_z(json), "test", out, &e), SQLITE_OK)) printf("  %s\n", json);
  ml_err_clear(&e);
}

/* The first condition that fails; -1: none. */
static i64 match(const char *filter, MlText metadata) {
  MlFilter f = {0};
  MlBuf json = {0}, scratch = {0};
  MlErr e = {0};
  i64 fails = -2;
  canon(filter, &json);
  if (CHECK_INT(ml_filter_read("test", ml_buf_view(&json), &f, &e), SQLITE_OK)) {
    CHECK_INT(ml_filter_match(&f, metadata, &scratch, &fails, &e), SQLITE_OK);
  } else {
    printf("  %s: %s\n", filter, e.msg);
  }
  ml_err_clear(&e);
  ml_filter_free(&f);
  ml_buf_free(&json);
  ml_buf_free(&scratch);
  return fails;
}

static void test_match(void) {
  static const struct {
    const char *filter;
    int holds;
  } t[] = {
      {"{}", 1},
      {"{\"lang\":\"en\"}", 1},
      {"{\"lang\":\"EN\"}", 0},
      {"{\"lang\":{\"eq\":\"en\"}}", 1},
      {"{\"lang\":{\"ne\":\"en\"}}", 0},
      {"{\"lang\":{\"ne\":\"de\"}}", 1},
      /* 1 and 1.0 are one number, 1 and "1" and true are not */
      {"{\"n\":5}", 1},
      {"{\"n\":5.0}", 1},
      {"{\"r\":5}", 1},
      {"{\"n\":\"5\"}", 0},
      {"{\"yes\":true}", 1},
      {"{\"yes\":1}", 0},
      {"{\"n\":true}", 0},
      {"{\"big\":9007199254740993}", 1},
      {"{\"big\":9007199254740992}", 0},
      {"{\"big\":9007199254740992.0}", 0},
      {"{\"big\":{\"gt\":9007199254740992.0}}", 1},
      {"{\"big\":{\"lt\":9007199254740994.0}}", 1},
      {"{\"big\":{\"lt\":1e300}}", 1},
      {"{\"big\":{\"gt\":-1e300}}", 1},
      {"{\"half\":{\"gt\":2,\"lt\":3}}", 1},
      {"{\"n\":{\"gt\":4.5,\"lte\":5}}", 1},
      {"{\"n\":{\"gt\":5}}", 0},
      {"{\"n\":{\"gte\":5}}", 1},
      {"{\"n\":{\"gte\":5.5}}", 0},
      {"{\"n\":{\"lt\":5.5}}", 1},
      /* order is within numbers, or within texts */
      {"{\"n\":{\"lt\":\"9\"}}", 0},
      {"{\"n\":{\"gte\":\"0\"}}", 0},
      {"{\"lang\":{\"gt\":\"e\"}}", 1},
      {"{\"lang\":{\"gt\":\"en\"}}", 0},
      {"{\"lang\":{\"lt\":\"f\"}}", 1},
      {"{\"lang\":{\"gt\":0}}", 0},
      {"{\"text\":{\"gt\":\"line\\n\"}}", 1},
      {"{\"yes\":{\"gte\":0}}", 0},
      /* null is there, what is missing is not */
      {"{\"none\":null}", 1},
      {"{\"gone\":null}", 0},
      {"{\"none\":{\"exists\":true}}", 1},
      {"{\"gone\":{\"exists\":false}}", 1},
      {"{\"gone\":{\"exists\":true}}", 0},
      {"{\"gone\":{\"ne\":5}}", 1},
      {"{\"gone\":{\"ne\":5,\"exists\":true}}", 0},
      {"{\"gone\":{\"nin\":[5]}}", 1},
      {"{\"gone\":{\"in\":[null]}}", 0},
      {"{\"gone\":{\"lt\":5}}", 0},
      {"{\"gone\":{\"contains\":5}}", 0},
      /* arrays and maps, in whatever order and spelling */
      {"{\"tags\":[\"a\",1.0,\"b\"]}", 1},
      {"{\"tags\":[\"b\",1,\"a\"]}", 0},
      {"{\"tags\":[\"a\",1]}", 0},
      {"{\"tags\":[\"a\",1,\"b\",2]}", 0},
      {"{\"tags\":\"a\"}", 0},
      {"{\"o\":{\"eq\":{\"b\":[2,{\"c\":3.0}],\"a\":1}}}", 1},
      {"{\"o\":{\"eq\":{\"b\":[2,{\"c\":4}],\"a\":1}}}", 0},
      {"{\"o\":{\"eq\":{\"a\":1}}}", 0},
      {"{\"nothing\":{\"eq\":{}}}", 1},
      {"{\"list\":[]}", 1},
      {"{\"nothing\":[]}", 0},
      {"{\"tags\":{\"contains\":\"a\"}}", 1},
      {"{\"tags\":{\"contains\":1.0}}", 1},
      {"{\"tags\":{\"contains\":\"1\"}}", 0},
      {"{\"lang\":{\"contains\":\"n\"}}", 1},
      {"{\"lang\":{\"contains\":\"\"}}", 1},
      {"{\"text\":{\"contains\":\"e\\no\"}}", 1},
      {"{\"text\":{\"contains\":\"n\\no\"}}", 0},
      {"{\"n\":{\"contains\":5}}", 0},
      {"{\"lang\":{\"in\":[\"de\",\"en\"]}}", 1},
      {"{\"lang\":{\"in\":[]}}", 0},
      {"{\"n\":{\"in\":[\"5\",5.0]}}", 1},
      {"{\"n\":{\"nin\":[\"5\",6]}}", 1},
      {"{\"n\":{\"nin\":[5.0]}}", 0},
      /* paths */
      {"{\"author.name\":\"Ada\"}", 1},
      {"{\"author.years.born\":{\"gt\":1800}}", 1},
      {"{\"author.name.first\":\"Ada\"}", 0},
      {"{\"tags.0\":\"a\"}", 0},
      {"{\"\\\"a.b\\\"\":7}", 1},
      {"{\"a.b\":7}", 0},
      {"{\"\\\"\\\"\\\"q\\\"\\\"\\\"\":8}", 1},
      {"{\"empty\":\"\"}", 1},
  };
  MlBuf metadata = {0};
  canon(METADATA, &metadata);
  for (int i = 0; i < COUNT(t); i++) {
    if (!CHECK_INT(match(t[i].filter, ml_buf_view(&metadata)) < 0, t[i].holds)) printf("  %s\n", t[i].filter);
  }
  CHECK_INT(match("{\"lang\":\"en\",\"n\":{\"gt\":1,\"lt\":5}}", ml_buf_view(&metadata)), 2);
  CHECK_INT(match("{\"lang\":\"en\"}", (MlText){NULL, 0}), 0);
  CHECK_INT(match("{\"lang\":{\"exists\":false}}", (MlText){NULL, 0}), -1);
  ml_buf_free(&metadata);
}

static void test_refused(void) {
  static const struct {
    const char *filter, *says;
  } t[] = {
      {"[]", "must be a JSON map"},
      {"{\"n\":{\"gr\":1}}", "filter n: operator gr: there is no such operator; there are eq, ne, gt, gte, lt, lte, "
                             "in, nin, exists, contains"},
      {"{\"n\":{\"$gt\":1}}", "operator $gt"},
      {"{\"n\":{\"GT\":1}}", "operator GT"},
      {"{\"n\":{\"a\\\"b\":1}}", "no such operator"},
      {"{\"n\":{}}", "a map of operators is empty"},
      {"{\"n\":{\"gt\":true}}", "filter n: gt takes a number or a text"},
      {"{\"n\":{\"lt\":null}}", "lt takes a number or a text"},
      {"{\"n\":{\"in\":5}}", "in takes an array"},
      {"{\"n\":{\"exists\":1}}", "exists takes true or false"},
      {"{\"a..b\":1}", "path 'a..b'"},
      {"{\"\":1}", "is empty"},
  };
  for (int i = 0; i < COUNT(t); i++) {
    MlFilter f = {0};
    MlBuf json = {0};
    MlErr e = {0};
    canon(t[i].filter, &json);
    CHECK_INT(ml_filter_read("test", ml_buf_view(&json), &f, &e), SQLITE_ERROR);
    if (!CHECK(e.msg && strstr(e.msg, t[i].says))) printf("  %s: %s\n", t[i].filter, e.msg);
    ml_err_clear(&e);
    ml_filter_free(&f);
    ml_buf_free(&json);
  }
}

/* A file may hold anything for metadata. */
static void test_damaged(void) {
  static const char *const metadata[] = {"{",         "{\"n\"",    "{\"n\":", "{\"n\":5",
                                         "{\"n\":5,", "{\"n\":[}", "x",       "{\"n\":x}"};
  for (int i = 0; i < COUNT(metadata); i++) {
    MlFilter f = {0};
    MlBuf scratch = {0};
    MlErr e = {0};
    i64 fails;
    CHECK_INT(ml_filter_read("test", ML_TEXT("{\"n\":5}"), &f, &e), SQLITE_OK);
    int rc = ml_filter_match(&f, unit_z(metadata[i]), &scratch, &fails, &e);
    CHECK(rc == SQLITE_CORRUPT || (rc == SQLITE_OK && fails == 0));
    ml_err_clear(&e);
    ml_filter_free(&f);
    ml_buf_free(&scratch);
  }
}

int main(void) {
  test_match();
  test_refused();
  test_damaged();
  return unit_end();
}
