/* Place holders of large values: written, recognised, found in other text, and never mistaken. */
#include "data/json.h"

#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define HEX      "00112233445566778899aabbccddeeff"
#define HOLDER   "{\"digest\": \"" HEX "\",\"bytes\":1048576,\"type\":\"text\"}"

static void test_put(void) {
  static const MlType types[] = {ML_STRING, ML_ARRAY, ML_MAP};
  MlHolder h = {.bytes = 1048576, .type = ML_STRING}, back;
  MlBuf b = {0};
  for (int i = 0; i < 16; i++) h.digest.b[i] = (u8)(i * 17);
  ml_json_put_holder(&b, &h);
  CHECK_TEXT(ml_buf_view(&b), HOLDER);
  for (int i = 0; i < COUNT(types); i++) {
    static const i64 bytes[] = {1, 65, 1000000000, 9999999999};
    for (int k = 0; k < COUNT(bytes); k++) {
      h.type = types[i];
      h.bytes = bytes[k];
      ml_buf_cut(&b, 0);
      ml_json_put_holder(&b, &h);
      CHECK(ml_json_get_holder(ml_buf_view(&b), &back));
      CHECK(!memcmp(&back.digest, &h.digest, sizeof(h.digest)) && back.bytes == h.bytes && back.type == h.type);
      CHECK_INT(ml_json_type(ml_buf_view(&b)), h.type);
    }
  }
  ml_buf_free(&b);
}

/* What begins as one and is none, and what only looks so. */
static void test_damaged(void) {
  static const struct {
    const char *text;
    int begins;
  } wrong[] = {
      {"{\"digest\":\"" HEX "\",\"bytes\":1048576,\"type\":\"text\"}", 0},
      {"{\"digest\": \"\"}", 1},
      {"{\"digest\": ", 0},
      {" " HOLDER, 0},
      {HOLDER " ", 1},
      {HOLDER HOLDER, 1},
      {"{\"digest\": \"00112233445566778899AABBCCDDEEFF\",\"bytes\":100,\"type\":\"text\"}", 1},
      {"{\"digest\": \"0011223344556677889aabbccddeeff\",\"bytes\":100,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":0,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":01,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":-1,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":12345678901,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":1e3,\"type\":\"text\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":100,\"type\":\"real\"}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":100,\"type\":\"object\"}", 1},
      {"{\"digest\": \"" HEX "\",\"type\":\"text\",\"bytes\":100}", 1},
      {"{\"digest\": \"" HEX "\",\"bytes\":100,\"type\":\"text\",\"more\":1}", 1},
  };
  MlHolder h;
  for (int i = 0; i < COUNT(wrong); i++) {
    MlText text = unit_z(wrong[i].text);
    CHECK(!ml_json_get_holder(text, &h));
    CHECK_INT(ml_json_is_holder(text), wrong[i].begins);
  }
  CHECK(!ml_json_get_holder((MlText){NULL, 0}, &h) && !ml_json_is_holder((MlText){NULL, 0}));
  CHECK_INT(ml_json_type(ML_TEXT("{\"digest\": \"x\"}")), ML_MAP);
  /* Every beginning of one, each in memory of its own size. */
  for (i64 n = 0; n < (i64)strlen(HOLDER); n++) {
    char *copy = sqlite3_malloc64((u64)n + 1);
    if (!CHECK(copy)) return;
    memcpy(copy, HOLDER, (size_t)n);
    CHECK(!ml_json_get_holder((MlText){copy, n}, &h));
    CHECK(!ml_json_find_holder((MlText){copy, n}, &h).n);
    sqlite3_free(copy);
  }
}

static void test_find(void) {
  static const char *const none[] = {"", "{}", "[{},{\"digest\":\"x\"}]",
                                     "{\"a\":\"{\\\"digest\\\": \\\"" HEX "\\\"\"}"};
  static const char *const some[] = {HOLDER, "[" HOLDER "]", "{\"a\":{\"b\":" HOLDER "},\"c\":1}",
                                     "[{},[]," HOLDER "]"};
  MlHolder h;
  for (int i = 0; i < COUNT(none); i++) CHECK(!ml_json_find_holder(unit_z(none[i]), &h).p);
  CHECK(!ml_json_find_holder((MlText){NULL, 0}, &h).p);
  for (int i = 0; i < COUNT(some); i++) {
    MlText text = unit_z(some[i]), at = ml_json_find_holder(text, &h);
    CHECK_TEXT(at, HOLDER);
    CHECK(h.bytes == 1048576 && h.type == ML_STRING);
    if (!CHECK(at.p)) continue;
    MlText rest = {at.p + at.n, text.n - (at.p + at.n - text.p)};
    CHECK(!ml_json_find_holder(rest, &h).p);
  }
  MlText at = ml_json_find_holder(ML_TEXT("[1,{\"digest\": \"damaged\"}," HOLDER "]"), &h);
  CHECK(at.p != NULL && at.n == 0);
}

int main(void) {
  test_put();
  test_damaged();
  test_find();
  return unit_end();
}
