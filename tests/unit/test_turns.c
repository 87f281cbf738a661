/* Which messages of a conversation a model is sent: pairs of calls and results, the end, what fits, what is strung up.
 */
#include "data/turns.h"

#include "fault.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* A conversation, a letter a message that counts ten tokens: s, u, a (an empty one: e) are of system, user, assistant;
** c and d call one tool each, C both; x and y are their results. */
static const char *json_of(char letter) {
  switch (letter) {
  case 's':
    return "{\"role\":\"system\",\"content\":\"S\"}";
  case 'u':
    return "{\"role\":\"user\",\"content\":\"U\"}";
  case 'a':
    return "{\"role\":\"assistant\",\"content\":\"A\"}";
  case 'e':
    return "{\"role\":\"assistant\",\"content\":\"\"}";
  case 'c':
    return "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"x\"}]}";
  case 'd':
    return "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"y\"}]}";
  case 'C':
    return "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"x\"},{\"id\":\"y\"}]}";
  case 'x':
    return "{\"role\":\"tool\",\"content\":\"X\",\"tool_call_id\":\"x\"}";
  default:
    return "{\"role\":\"tool\",\"content\":\"Y\",\"tool_call_id\":\"y\"}";
  }
}

/* As it is read: from the newest back. 0: out of memory. */
static int talk_make(MlTurns *t, const char *talk) {
  for (i64 i = (i64)strlen(talk) - 1; i >= 0; i--) {
    MlTurn *x = ml_turns_add(t);
    char *json = x ? sqlite3_mprintf("%s", json_of(talk[i])) : NULL;
    if (!json) return 0;
    x->position = i;
    x->json = unit_z(json);
    x->why = ml_message_read(x->json, &x->m);
    x->tokens = 10;
  }
  ml_turns_reverse(t);
  return 1;
}

/* What stays of it, with a dot for what is left out. */
static const char *shown(const MlTurns *t, const char *talk) {
  static char out[64];
  for (i64 i = 0; i < t->n; i++) out[i] = t->a[i].why ? '.' : talk[t->a[i].position];
  out[t->n] = 0;
  return out;
}

static void test_order(void) {
  MlTurns t = {0};
  CHECK(talk_make(&t, "suae"));
  for (i64 i = 0; i < t.n; i++) CHECK_INT(t.a[i].position, i);
  CHECK(t.a[0].call == -1 && t.a[0].next == -1);
  ml_turns_free(&t);
  CHECK(!t.a && !t.n && !t.cap);
}

static void test_pair(void) {
  static const struct {
    const char *talk, *left;
  } pair[] = {
      {"ucxa", "ucxa"},   {"ucax", "ucax"},     {"uxa", "u.a"},       {"uca", "u.a"},         {"ucxxa", "ucx.a"},
      {"uCxya", "uCxya"}, {"uCyxa", "uCyxa"},   {"uCxa", "u.xa"},     {"ucxucx", "ucxucx"},   {"uccxa", "u.cxa"},
      {"uxcxa", "u.cxa"}, {"ucdyxa", "ucdyxa"}, {"ucxuxa", "ucxu.a"}, {"ucdxyxa", "ucdxy.a"},
  };
  for (int i = 0; i < COUNT(pair); i++) {
    MlTurns t = {0};
    CHECK(talk_make(&t, pair[i].talk));
    CHECK_INT(ml_turns_pair(&t), SQLITE_OK);
    CHECK_Z(shown(&t, pair[i].talk), pair[i].left);
    ml_turns_free(&t);
  }
}

/* A call counts its results, too; they go with it, and are strung up in order. */
static void test_unit(void) {
  MlTurns t = {0};
  CHECK(talk_make(&t, "uCyxua"));
  CHECK_INT(ml_turns_pair(&t), SQLITE_OK);
  CHECK_INT(t.a[1].whole, 30);
  CHECK_INT(t.a[0].whole, 10);
  CHECK(t.a[2].call == 1 && t.a[3].call == 1 && t.a[1].waits == 0);
  ml_turns_finish(&t);
  CHECK(t.a[1].next == 2 && t.a[2].next == 3 && t.a[3].next == -1);
  t.a[1].why = ml_turns_over;
  ml_turns_finish(&t);
  CHECK_Z(t.a[2].why, ml_turns_over);
  ml_turns_free(&t);
  CHECK(talk_make(&t, "uCxa")); /* a result of a call that waits for another one */
  CHECK_INT(ml_turns_pair(&t), SQLITE_OK);
  ml_turns_finish(&t);
  CHECK_Z(t.a[1].why, "call without its results");
  CHECK_Z(t.a[2].why, "result without its call");
  ml_turns_free(&t);
}

static void test_repair(void) {
  static const struct {
    const char *talk, *left, *strict;
  } repair[] = {
      {"uaua", "uaua", "uaua"},
      {"uae", "ua.", "ua."},
      {"uaee", "ua..", "ua.."},
      {"uaa", "u.a", "u.a"},
      {"uaaau", "uaaau", "u..au"},
      {"uuau", "uuau", ".uau"},
      {"e", ".", "."},
      {"", "", ""},
      {"ucxaa", "ucx.a", "ucx.a"},
      {"uacxa", "uacxa", "u.cxa"},
      {"uaeau", "uaeau", "u..au"},
  };
  for (int i = 0; i < COUNT(repair); i++) {
    for (int strict = 0; strict < 2; strict++) {
      MlTurns t = {0};
      CHECK(talk_make(&t, repair[i].talk));
      CHECK_INT(ml_turns_pair(&t), SQLITE_OK);
      ml_turns_repair(&t, strict);
      CHECK_Z(shown(&t, repair[i].talk), strict ? repair[i].strict : repair[i].left);
      ml_turns_free(&t);
    }
  }
}

/* Results follow their calls when all is chosen (see test_unit). */
static void test_choose(void) {
  static const struct {
    const char *talk;
    i64 room;
    const char *left; /* NULL: nothing fits */
    i64 needs;
  } choose[] = {
      {"uaua", 40, "uaua", 0},    {"uaua", 39, ".aua", 0},  {"uaua", 20, "..ua", 0},  {"uaua", 19, NULL, 20},
      {"uacxa", 30, "u..xa", 20}, {"ucxa", 20, "u.xa", 20}, {"ucxa", 39, "u.xa", 20}, {"ucxa", 40, "ucxa", 0},
      {"uau", 10, "..u", 0},      {"uau", 9, NULL, 10},     {"aa", 10, ".a", 0},      {"aa", 0, "..", 0},
      {"uauaa", 20, "..u.a", 20}, {"", 0, "", 0},
  };
  for (int i = 0; i < COUNT(choose); i++) {
    MlTurns t = {0};
    i64 needs = -1;
    CHECK(talk_make(&t, choose[i].talk));
    CHECK_INT(ml_turns_pair(&t), SQLITE_OK);
    CHECK_INT(ml_turns_choose(&t, choose[i].room, &needs), choose[i].left != NULL);
    CHECK_INT(needs, choose[i].needs);
    if (choose[i].left) CHECK_Z(shown(&t, choose[i].talk), choose[i].left);
    ml_turns_free(&t);
  }
}

/* Before the first message of a user nothing is sent, results of what goes neither. */
static void test_finish(void) {
  static const char *const finish[][2] = {{"acxua", "...ua"}, {"ua", "ua"}, {"acx", "..."}};
  for (int i = 0; i < COUNT(finish); i++) {
    MlTurns t = {0};
    CHECK(talk_make(&t, finish[i][0]));
    CHECK_INT(ml_turns_pair(&t), SQLITE_OK);
    ml_turns_finish(&t);
    CHECK_Z(shown(&t, finish[i][0]), finish[i][1]);
    CHECK_Z(t.a[0].why, t.a[0].m.role == ML_ROLE_USER ? NULL : "leading assistant");
    ml_turns_free(&t);
  }
}

/* Every allocation fails once: that is said, and all memory is given back. */
static void test_memory(void) {
  for (i64 n = 1, fired = 1; fired; n++) {
    MlTurns t = {0};
    fault_arm(n, 0);
    int made = talk_make(&t, "ucxucxucxucxucxucxucxucxucxucxucxucxa");
    int rc = made ? ml_turns_pair(&t) : SQLITE_NOMEM;
    fired = fault_disarm();
    CHECK_INT(rc, fired ? SQLITE_NOMEM : SQLITE_OK);
    ml_turns_free(&t);
  }
}

int main(void) {
  CHECK_INT(fault_install(), SQLITE_OK);
  test_order();
  test_pair();
  test_unit();
  test_repair();
  test_choose();
  test_finish();
  test_memory();
  return unit_end();
}
