/*
** Records, folding and applying. The rules are checked on the cases that shaped them, and then at random: whatever
** is done to a model, the folded change applied to the state before gives the state after.
*/
#include "data/fold.h"
#include "data/path.h"
#include "data/state.h"

#include "random.h"
#include "unit.h"

static u32 key_one(MlPending *p) { return (u32)ml_pending_key_number(p, ML_TEXT("k")); }

static void add(MlPending *p, MlOp op, const char *path, const char *value) {
  MlRecord r = {.op = op, .key = key_one(p), .path = unit_z(path), .value = unit_z(value)};
  CHECK_INT(ml_pending_add(p, &r), SQLITE_OK);
}

static const MlPlace start = {0, 0, 0};

static void fold_check(MlPending *p, const char *value, const char *removed, const char *containers) {
  MlDrafts d;
  MlErr e = {0};
  CHECK_INT(ml_fold_run(p, start, &d, &e), SQLITE_OK);
  if (CHECK_INT(d.n, 1)) {
    CHECK_INT(d.a[0].kind, ML_KIND_SHORT_TERM_WRITE);
    CHECK_TEXT(ml_buf_view(&d.a[0].value), value);
    CHECK_TEXT(ml_buf_view(&d.a[0].removed), removed);
    CHECK_TEXT(ml_buf_view(&d.a[0].containers), containers);
  }
  ml_fold_free(&d);
  ml_pending_clear(p);
}

static void test_rules(void) {
  MlPending p = {0};
  add(&p, ML_OP_VALUE, "a", "1"); /* the last value, at its first place */
  add(&p, ML_OP_VALUE, "b", "2");
  add(&p, ML_OP_VALUE, "a", "3");
  fold_check(&p, "{\"a\":3,\"b\":2}", "", "");
  add(&p, ML_OP_MADE, "a", NULL); /* a missing parent is told only if nothing under it survives */
  add(&p, ML_OP_MADE, "a.b", NULL);
  add(&p, ML_OP_VALUE, "a.b.c", "1");
  fold_check(&p, "{\"a.b.c\":1}", "", "");
  add(&p, ML_OP_MADE, "a", NULL);
  add(&p, ML_OP_MADE, "a.b", NULL);
  add(&p, ML_OP_VALUE, "a.b.c", "1");
  add(&p, ML_OP_REMOVE, "a.b", NULL);
  fold_check(&p, "{}", "[\"a.b\"]", "{\"a\":\"object\"}");
  add(&p, ML_OP_OBJECT, "o", NULL); /* an object asked for, and a null, are told apart */
  add(&p, ML_OP_VALUE, "n", "null");
  fold_check(&p, "{\"o\":null,\"n\":null}", "", "{\"o\":\"object\"}");
  add(&p, ML_OP_VALUE, "o", "5"); /* … the object taking over the value's place */
  add(&p, ML_OP_VALUE, "x", "1");
  add(&p, ML_OP_OBJECT, "o", NULL);
  add(&p, ML_OP_VALUE, "o.q", "true");
  fold_check(&p, "{\"o\":null,\"x\":1,\"o.q\":true}", "", "{\"o\":\"object\"}");
  add(&p, ML_OP_REMOVE, "l.3", NULL); /* a removal swallows those under it and stands once, at its last place */
  add(&p, ML_OP_REMOVE, "x", NULL);
  add(&p, ML_OP_REMOVE, "l", NULL);
  add(&p, ML_OP_REMOVE, "x", NULL);
  fold_check(&p, "{}", "[\"l\",\"x\"]", "");
  add(&p, ML_OP_LIST, "l", NULL); /* a list is always told */
  add(&p, ML_OP_VALUE, "l.0", "\"x\"");
  add(&p, ML_OP_VALUE, "l.1", "2.5");
  add(&p, ML_OP_REMOVE, "l.1", NULL);
  fold_check(&p, "{\"l.0\":\"x\"}", "[\"l.1\"]", "{\"l\":\"list\"}");
  add(&p, ML_OP_VALUE, "a.b", "1"); /* '' takes all with it */
  add(&p, ML_OP_REMOVE, "", NULL);
  add(&p, ML_OP_VALUE, "c", "2");
  fold_check(&p, "{\"c\":2}", "[\"\"]", "");
  ml_pending_free(&p);
}

/* Order of drafts, and a host's events: maps are merged, anything else is replaced. */
static void test_drafts(void) {
  static const char *const want[] = {"k1:2:{\"a\":1}", "k1:4:{\"a\":1}", "k1:0:{\"n\":2,\"m\":3}", "k2:1:{\"s\":1}",
                                     "k2:0:7"};
  MlPending p = {0};
  MlDrafts d;
  MlErr e = {0};
  u32 k1 = (u32)ml_pending_key_number(&p, ML_TEXT("k1")), k2 = (u32)ml_pending_key_number(&p, ML_TEXT("k2"));
  const MlRecord r[] = {
      {.op = ML_OP_HOST, .key = k1, .path = unit_z("paid"), .value = unit_z("{\"n\":1}")},
      {.op = ML_OP_VALUE, .scope = ML_SENSORY, .key = k2, .path = unit_z("s"), .value = unit_z("1")},
      {.op = ML_OP_READ, .key = k1, .path = unit_z("a"), .value = unit_z("1")},
      {.op = ML_OP_HOST, .key = k2, .path = unit_z("ping"), .value = unit_z("{\"x\":1}")},
      {.op = ML_OP_VALUE, .key = k1, .path = unit_z("a"), .value = unit_z("1")},
      {.op = ML_OP_HOST, .key = k1, .path = unit_z("paid"), .value = unit_z("{\"n\":2,\"m\":3}")},
      {.op = ML_OP_HOST, .key = k2, .path = unit_z("ping"), .value = unit_z("7")},
  };
  for (size_t i = 0; i < sizeof(r) / sizeof(*r); i++) CHECK_INT(ml_pending_add(&p, &r[i]), SQLITE_OK);
  CHECK_INT(ml_fold_run(&p, start, &d, &e), SQLITE_OK);
  CHECK_INT(d.n, 5);
  for (int i = 0; i < d.n && i < 5; i++) {
    MlText key = ml_pending_key(&p, d.a[i].key), value = ml_buf_view(&d.a[i].value);
    char got[200];
    snprintf(got, sizeof(got), "%.*s:%d:%.*s", (int)key.n, key.p, (int)d.a[i].kind, (int)value.n, value.p);
    CHECK_Z(got, want[i]);
  }
  ml_fold_free(&d);
  ml_pending_free(&p);
}

static int records(const MlPending *p) {
  MlPlace at = start;
  MlRecord r;
  int n = 0;
  while (ml_pending_next(p, &at, &r)) n++;
  return n;
}

static void test_marks(void) {
  MlPending p = {0};
  add(&p, ML_OP_VALUE, "a", "1");
  CHECK_INT(ml_pending_savepoint(&p, 0), SQLITE_OK);
  add(&p, ML_OP_VALUE, "b", "1");
  CHECK_INT(ml_pending_savepoint(&p, 1), SQLITE_OK);
  add(&p, ML_OP_VALUE, "c", "1");
  p.now.emitted = p.now.end; /* a COMMIT that was refused after its events were written */
  ml_pending_rollback(&p, 1);
  CHECK_INT(records(&p), 2);
  CHECK_INT(p.now.emitted.n, 0);
  add(&p, ML_OP_VALUE, "d", "1");
  ml_pending_rollback(&p, 1); /* the savepoint is still open */
  CHECK_INT(records(&p), 2);
  ml_pending_release(&p, 1);
  ml_pending_rollback(&p, 0);
  CHECK_INT(records(&p), 1);
  ml_pending_rollback(&p, -1);
  CHECK_INT(records(&p), 0);
  ml_pending_clear(&p);
  CHECK_INT(ml_pending_savepoint(&p, 1), SQLITE_OK); /* joined inside two savepoints: only the inner is announced */
  add(&p, ML_OP_VALUE, "a", "1");
  ml_pending_release(&p, 1);
  add(&p, ML_OP_VALUE, "b", "1");
  ml_pending_rollback(&p, 0);
  CHECK_INT(records(&p), 0);
  ml_pending_free(&p);
}

/* Records longer than a chunk, and going back over chunks. */
static void test_chunks(void) {
  static char big[200001];
  MlPending p = {0};
  memset(big, 'x', sizeof(big) - 1);
  for (int i = 0; i < 2000; i++) add(&p, ML_OP_VALUE, "path.of.some.length", "\"a value of some length\"");
  CHECK_INT(ml_pending_savepoint(&p, 0), SQLITE_OK);
  MlRecord r = {.op = ML_OP_VALUE, .key = 0, .path = unit_z("big"), .value = unit_z(big)};
  CHECK_INT(ml_pending_add(&p, &r), SQLITE_OK);
  for (int i = 0; i < 2000; i++) add(&p, ML_OP_VALUE, "p", "1");
  CHECK_INT(records(&p), 4001);
  ml_pending_rollback(&p, 0);
  CHECK_INT(records(&p), 2000);
  add(&p, ML_OP_REMOVE, "q", NULL);
  CHECK_INT(records(&p), 2001);
  CHECK_INT(p.now.end.n, 2001);
  ml_pending_free(&p);
}

/* ---- at random ---- */

static const char *const names[] = {"a", "b", "a-b", "\"x.y\"", "l", "0"};

static i64 random_path(char *out, size_t n) {
  int depth = 1 + (int)(random_bits() % 3);
  out[0] = 0;
  for (int i = 0; i < depth; i++) {
    if (i) strncat(out, ".", n - strlen(out) - 1);
    strncat(out, names[random_bits() % (sizeof(names) / sizeof(*names))], n - strlen(out) - 1);
  }
  return (i64)strlen(out);
}

static int is_container(const MlNode *x) { return x->type == ML_OBJECT || x->type == ML_LIST; }

/* Makes the missing parents, as a write does; 0 if something other than an object stands above. */
static int parents_make(MlTree *t, MlPending *p, MlText path) {
  i64 ends[8];
  int n = 0;
  MlText up = path;
  while ((up.n = ml_path_parent(up)) > 0) {
    MlNode *x = ml_tree_find(t, up);
    if (x && x->type == ML_OBJECT) break;
    if (x && x->type != ML_MISSING) return 0;
    ends[n++] = up.n;
  }
  while (n > 0) {
    up.n = ends[--n];
    MlNode *x = ml_tree_make(t, ml_tree_keep(t, up));
    x->type = ML_OBJECT;
    MlRecord r = {.op = ML_OP_MADE, .key = key_one(p), .path = up};
    ml_pending_add(p, &r);
  }
  return 1;
}

static void value_put(MlTree *t, MlPending *p, MlText path) {
  static const char *const values[] = {"1", "null", "\"t\"", "[]", "{}"};
  MlText v = unit_z(values[random_bits() % 5]);
  MlNode *x = ml_tree_make(t, ml_tree_keep(t, path));
  x->type = ml_json_type(v);
  x->value = v;
  MlRecord r = {.op = ML_OP_VALUE, .key = key_one(p), .path = path, .value = v};
  ml_pending_add(p, &r);
}

static void random_append(MlTree *t, MlPending *p, MlText path) {
  MlNode *x = ml_tree_find(t, path);
  char element[80];
  if (x && x->type != ML_MISSING && x->type != ML_LIST) return;
  if (!x || x->type == ML_MISSING) {
    if (!parents_make(t, p, path)) return;
    x = ml_tree_make(t, ml_tree_keep(t, path));
    x->type = ML_LIST;
    x->next_index = 0;
    MlRecord r = {.op = ML_OP_LIST, .key = key_one(p), .path = path};
    ml_pending_add(p, &r);
  }
  snprintf(element, sizeof(element), "%.*s.%lld", (int)path.n, path.p, (long long)x->next_index++);
  value_put(t, p, unit_z(element));
}

static void random_operation(MlTree *t, MlPending *p) {
  char path[64];
  MlText at = {path, random_path(path, sizeof(path))};
  MlNode *x = ml_tree_find(t, at);
  if (x && x->type == ML_MISSING) x = NULL;
  switch (random_bits() % 4) {
  case 0:
    if (x ? !is_container(x) : parents_make(t, p, at)) value_put(t, p, at);
    break;
  case 1:
    if (x && (x->type == ML_LIST || (!is_container(x) && x->parent->type == ML_LIST))) break;
    if (x || parents_make(t, p, at)) {
      x = ml_tree_make(t, ml_tree_keep(t, at));
      x->type = ML_OBJECT;
      x->value = (MlText){NULL, 0};
      MlRecord r = {.op = ML_OP_OBJECT, .key = key_one(p), .path = at};
      ml_pending_add(p, &r);
    }
    break;
  case 2:
    if (x && random_bits() % 2) {
      ml_tree_remove(t, x);
      MlRecord r = {.op = ML_OP_REMOVE, .key = key_one(p), .path = at};
      ml_pending_add(p, &r);
    }
    break;
  default:
    random_append(t, p, at);
  }
}

/* Folds what is pending into a change whose text lives in the tree it is applied to. */
static int change_apply(MlPending *p, MlTree *t) {
  MlDrafts d;
  MlErr e = {0};
  int rc = ml_fold_run(p, start, &d, &e);
  for (int i = 0; i < d.n && !rc; i++) {
    MlChange c = {.value = ml_tree_keep(t, ml_buf_view(&d.a[i].value))};
    if (d.a[i].removed.n) c.removed = ml_tree_keep(t, ml_buf_view(&d.a[i].removed));
    if (d.a[i].containers.n) c.containers = ml_tree_keep(t, ml_buf_view(&d.a[i].containers));
    rc = ml_state_apply(t, &c);
  }
  ml_fold_free(&d);
  return rc;
}

/* A state written down whole and applied to an empty tree is the same state. */
static int state_survives(MlTree *t) {
  MlBuf b[4] = {0};
  MlTree copy;
  MlText where;
  ml_tree_open(&copy);
  int ok = ml_state_write(t, &b[0], &b[1], &b[2], &b[3]) == SQLITE_OK;
  MlChange c = {.value = ml_buf_view(&b[0])};
  if (b[1].n) c.removed = ml_buf_view(&b[1]);
  if (b[2].n) c.containers = ml_buf_view(&b[2]);
  if (b[3].n) c.expires = ml_buf_view(&b[3]);
  ok = ok && ml_state_apply(&copy, &c) == SQLITE_OK && ml_state_same(t, &copy, &where) == 1;
  ml_tree_free(&copy);
  for (int i = 0; i < 4; i++) ml_buf_free(&b[i]);
  return ok;
}

static void test_random(void) {
  int same = 1, whole = 1;
  for (int history = 0; history < 300 && same && whole; history++) {
    MlTree live, rebuilt;
    MlPending p = {0};
    MlText where;
    ml_tree_open(&live);
    ml_tree_open(&rebuilt);
    for (int action = 0; action < 20 && same; action++) {
      int n = 1 + (int)(random_bits() % 6);
      for (int i = 0; i < n; i++) random_operation(&live, &p);
      same = change_apply(&p, &rebuilt) == SQLITE_OK && ml_state_same(&live, &rebuilt, &where) == 1;
      whole = whole && state_survives(&live);
      ml_pending_clear(&p);
    }
    ml_pending_free(&p);
    ml_tree_free(&live);
    ml_tree_free(&rebuilt);
  }
  CHECK(same);
  CHECK(whole);
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_rules();
  test_drafts();
  test_marks();
  test_chunks();
  test_random();
  return unit_end();
}
