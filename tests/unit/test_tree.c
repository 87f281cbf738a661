#include "data/path.h"
#include "data/tree.h"

#include "fault.h"
#include "random.h"
#include "unit.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static MlNode *put(MlTree *t, const char *path, MlType type, const char *value) {
  MlNode *n = ml_tree_make(t, unit_z(path));

  n->type = type;
  n->value = unit_z(value);
  return n;
}

static int links_sound(const MlNode *parent, i64 *n) {
  const MlNode *before = NULL;
  const MlNode *x;

  for (x = parent->child; x != NULL; before = x, x = x->next) {
    ++*n;
    if (x->parent != parent || !ml_path_under(x->path, parent->path) || x->path.n <= parent->path.n) return 0;
    if (before != NULL && x->prev != before) return 0;
    if (!links_sound(x, n)) return 0;
  }
  return parent->child == NULL || parent->child->prev == before;
}

/* The links, the hash and the count agree. */
static int tree_sound(MlTree *t) {
  i64 linked = 0;
  i64 walked = -1; /* the root is walked, too */
  i64 hashed = 0;
  MlNode *x;
  u32 i;

  if (!links_sound(&t->root, &linked)) return 0;
  for (x = ml_tree_walk(&t->root, NULL); x != NULL; x = ml_tree_walk(&t->root, x)) {
    walked++;
    if (ml_tree_find(t, x->path) != x) return 0;
  }
  for (i = 0; i < t->n_bucket; i++) {
    for (x = t->bucket[i]; x != NULL; x = x->chain) hashed++;
  }
  return linked == t->n && walked == t->n && hashed == t->n;
}

static void test_make(void) {
  MlTree t;
  MlNode *n;

  ml_tree_open(&t);
  CHECK(ml_tree_find(&t, ML_TEXT("")) == &t.root && ml_tree_make(&t, ML_TEXT("")) == &t.root);
  CHECK_INT(t.root.type, ML_OBJECT);
  CHECK(ml_tree_find(&t, ML_TEXT("a")) == NULL);
  CHECK_INT(ml_tree_remove(&t, &t.root), 0);
  n = ml_tree_make(&t, ML_TEXT("a.\"b.c\".d"));
  CHECK_INT(n->type, ML_MISSING);
  CHECK_TEXT(n->path, "a.\"b.c\".d");
  CHECK_TEXT(n->parent->path, "a.\"b.c\"");
  CHECK_TEXT(n->parent->parent->path, "a");
  CHECK(n->parent->parent->parent == &t.root);
  CHECK_INT(t.n, 3);
  CHECK(ml_tree_make(&t, ML_TEXT("a.\"b.c\".d")) == n && t.n == 3);
  CHECK(ml_tree_make(&t, ML_TEXT("a")) == n->parent->parent && t.n == 3);
  CHECK(ml_tree_find(&t, ML_TEXT("a.\"b.c\"")) == n->parent);
  CHECK(ml_tree_find(&t, ML_TEXT("a.b")) == NULL);
  CHECK(tree_sound(&t));
  CHECK_INT(ml_tree_remove(&t, &t.root), 0); /* none of them was more than a way to another */
  CHECK_INT(t.n, 0);
  CHECK(tree_sound(&t));
  ml_tree_free(&t);
  CHECK(ml_tree_make(&t, ML_TEXT("a")) != NULL); /* usable after freeing */
  ml_tree_free(&t);
}

static void test_remove(void) {
  MlTree t;

  ml_tree_open(&t);
  put(&t, "a", ML_OBJECT, "");
  put(&t, "a.b", ML_INTEGER, "1");
  put(&t, "a.c.d", ML_INTEGER, "2");
  put(&t, "ab", ML_INTEGER, "3");
  put(&t, "z", ML_LIST, "");
  CHECK_INT(ml_tree_remove(&t, ml_tree_find(&t, ML_TEXT("a.b"))), 1);
  CHECK(tree_sound(&t) && t.n == 5);
  CHECK_INT(ml_tree_remove(&t, ml_tree_find(&t, ML_TEXT("a"))), 2); /* a.c was only passed through */
  CHECK(tree_sound(&t) && t.n == 2);
  CHECK(ml_tree_find(&t, ML_TEXT("a")) == NULL && ml_tree_find(&t, ML_TEXT("a.c.d")) == NULL);
  CHECK(ml_tree_find(&t, ML_TEXT("ab")) != NULL);
  CHECK_INT(ml_tree_remove(&t, &t.root), 2);
  CHECK(t.root.type == ML_OBJECT && t.n == 0 && tree_sound(&t));
  ml_tree_free(&t);
}

static void test_reuse(void) {
  MlTree t;
  sqlite3_int64 used;
  i64 first = 0;
  int i;
  int k;

  ml_tree_open(&t);
  for (k = 0; k < 100; k++) {
    char z[500][24];

    for (i = 0; i < 500; i++) {
      snprintf(z[i], sizeof(z[i]), "%d.%d", i % 20, i);
      ml_tree_make(&t, unit_z(z[i]))->type = ML_NULL;
    }
    used = sqlite3_memory_used();
    if (k == 0) first = used;
    CHECK_INT(ml_tree_remove(&t, &t.root), 500);
  }
  CHECK_INT(used, first); /* removed nodes are used again */
  ml_tree_free(&t);
}

static void test_keep(void) {
  MlTree t;
  MlText kept[300];
  static char z[200000];
  int ok = 1;
  int i;

  ml_tree_open(&t);
  CHECK(ml_tree_keep(&t, ML_TEXT("")).p != NULL);
  for (i = 0; i < COUNT(z); i++) z[i] = (char)random_bits();
  for (i = 0; i < COUNT(kept); i++) {
    i64 n = random_below(i % 30 == 0 ? 200000 : 300);

    kept[i] = ml_tree_keep(&t, (MlText){z, n});
    if (n > 0 && kept[i].p == z) ok = 0;
    kept[i].n = n;
    ml_tree_make(&t, (MlText){"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p", 1 + 2 * (i % 16)});
  }
  for (i = 0; i < COUNT(kept) && ok; i++) ok = memcmp(kept[i].p, z, (size_t)kept[i].n) == 0;
  CHECK(ok);
  CHECK(tree_sound(&t));
  ml_tree_free(&t);
}

static void check_children(MlTree *t, const char *path, const char *names, int line) {
  MlBuf b = {0};
  MlNode **a = NULL;
  i64 n = 0;
  i64 i;

  unit_int(ml_tree_children(ml_tree_find(t, unit_z(path)), &a, &n), SQLITE_OK, __FILE__, line, "children");
  for (i = 0; i < n; i++) {
    if (i > 0) ml_buf_char(&b, ' ');
    ml_buf_text(&b, ml_path_last(a[i]->path));
  }
  unit_text(ml_buf_view(&b), unit_z(names), __FILE__, line, path);
  sqlite3_free(a);
  ml_buf_free(&b);
}

static void test_children(void) {
  MlTree t;

  ml_tree_open(&t);
  check_children(&t, "", "", __LINE__);
  put(&t, "b.c", ML_INTEGER, "1");
  put(&t, "\"a.b\"", ML_INTEGER, "2");
  put(&t, "a-b", ML_INTEGER, "3");
  put(&t, "10", ML_LIST, "");
  put(&t, "9", ML_OBJECT, "");
  put(&t, "10.10", ML_INTEGER, "4");
  put(&t, "10.9", ML_INTEGER, "5");
  put(&t, "10.0", ML_INTEGER, "6");
  check_children(&t, "", "10 9 a-b \"a.b\" b", __LINE__);
  check_children(&t, "10", "0 9 10", __LINE__);
  check_children(&t, "9", "", __LINE__);
  check_children(&t, "b", "c", __LINE__);
  ml_tree_free(&t);
}

static void check_nested(MlTree *t, const char *path, const char *json, int line) {
  MlBuf b = {0};
  MlErr e = {0};

  ml_buf_puts(&b, "kept");
  ml_tree_nested(t, ml_tree_find(t, unit_z(path)), &b, &e);
  unit_int(e.rc, SQLITE_OK, __FILE__, line, "nested");
  unit_text((MlText){b.p + 4, b.n - 4}, unit_z(json), __FILE__, line, path);
  ml_buf_free(&b);
}

static void test_nested(void) {
  MlTree t;

  ml_tree_open(&t);
  check_nested(&t, "", "{}", __LINE__);
  put(&t, "a", ML_INTEGER, "1");
  check_nested(&t, "a", "1", __LINE__);
  check_nested(&t, "", "{\"a\":1}", __LINE__);
  put(&t, "list", ML_LIST, "");
  check_nested(&t, "list", "[]", __LINE__);
  put(&t, "list.10", ML_STRING, "\"ten[\"");
  put(&t, "list.9", ML_STRING, "\"nine{\"");
  put(&t, "list.100", ML_ARRAY, "[1,2]");
  put(&t, "list.0", ML_MAP, "{}");
  check_nested(&t, "list", "[{},\"nine{\",\"ten[\",[1,2]]", __LINE__);
  put(&t, "obj", ML_OBJECT, "");
  put(&t, "obj.b", ML_NULL, "null");
  put(&t, "obj.a", ML_OBJECT, "");
  put(&t, "obj.10", ML_TRUE, "true");
  put(&t, "obj.9", ML_FALSE, "false");
  put(&t, "obj.\"a.b\"", ML_REAL, "1.5");
  put(&t, "obj.\"say \"\"x\"\"\"", ML_INTEGER, "7");
  put(&t, "obj.\"\"", ML_INTEGER, "0");
  put(&t, "obj.a-b", ML_INTEGER, "3");
  put(&t, "obj.tab\t", ML_INTEGER, "4");
  check_nested(
      &t, "obj",
      "{\"\":0,\"10\":true,\"9\":false,\"a\":{},\"a-b\":3,\"a.b\":1.5,\"b\":null,\"say \\\"x\\\"\":7,\"tab\\t\":4}",
      __LINE__);
  put(&t, "deep.er.down", ML_INTEGER, "5"); /* deep and deep.er are only passed through: objects */
  check_nested(&t, "deep", "{\"er\":{\"down\":5}}", __LINE__);
  ml_tree_remove(&t, ml_tree_find(&t, ML_TEXT("obj")));
  ml_tree_remove(&t, ml_tree_find(&t, ML_TEXT("list.9")));
  ml_tree_make(&t, ML_TEXT("shadow")); /* nothing under it: nothing */
  check_nested(&t, "", "{\"a\":1,\"deep\":{\"er\":{\"down\":5}},\"list\":[{},\"ten[\",[1,2]]}", __LINE__);
  ml_tree_free(&t);
}

static void test_deep(void) {
  enum { DEPTH = 3000 };
  static char path[2 * DEPTH];
  MlTree t;
  MlBuf b = {0};
  MlErr e = {0};
  int i;

  for (i = 0; i < 2 * DEPTH; i++) path[i] = i % 2 ? '.' : 'x';
  ml_tree_open(&t);
  ml_tree_make(&t, (MlText){path, 2 * DEPTH - 1})->type = ML_OBJECT;
  CHECK_INT(t.n, DEPTH);
  CHECK(tree_sound(&t));
  CHECK_INT(ml_tree_nested(&t, &t.root, &b, &e), SQLITE_OK);
  CHECK_INT(b.n, 2 + DEPTH * 6);
  CHECK_INT(ml_tree_remove(&t, t.root.child), 1);
  CHECK_INT(t.n, 0);
  ml_buf_free(&b);
  ml_tree_free(&t);
}

/* ---- the tree against a plain list of paths ---- */

enum { PATHS = 60 };
static char name[PATHS][40];     /* all the paths there can be */
static MlType model[PATHS];      /* what stands there, ML_MISSING nothing */
static char value[PATHS][PATHS]; /* and its JSON */

static void model_set_up(void) {
  static const char *const piece[] = {"a", "b", "\"a.b\"", "c-d", "\"\"", "10", "9", "\"\"\"\""};
  int i;

  for (i = 0; i < PATHS; i++) {
    int same = 1;
    int k;

    while (same) {
      int depth = 1 + random_below(4);

      name[i][0] = 0;
      for (k = 0; k < depth; k++) {
        if (k > 0) strcat(name[i], ".");
        strcat(name[i], piece[random_below(COUNT(piece))]);
      }
      same = 0;
      for (k = 0; k < i; k++) same |= strcmp(name[i], name[k]) == 0;
    }
    model[i] = ML_MISSING;
  }
}

static i64 model_remove(MlText top) {
  i64 n = 0;
  int i;

  for (i = 0; i < PATHS; i++) {
    if (model[i] == ML_MISSING || !ml_path_under(unit_z(name[i]), top)) continue;
    model[i] = ML_MISSING;
    n++;
  }
  return n;
}

static int model_index(MlText path) {
  int i;

  for (i = 0; i < PATHS; i++) {
    if (ml_text_same(unit_z(name[i]), path)) return i;
  }
  return -1;
}

static int sorted_same(MlTree *t) {
  MlNode **a = NULL;
  i64 n = 0;
  i64 want = 0;
  int ok = ml_tree_sorted(t, &a, &n) == SQLITE_OK;
  i64 i;

  for (i = 0; i < PATHS; i++) want += model[i] != ML_MISSING;
  ok &= n == want;
  for (i = 0; i < n && ok; i++) {
    int k = model_index(a[i]->path);

    ok &= k >= 0 && model[k] == a[i]->type && ml_text_same(a[i]->value, unit_z(value[k]));
    ok &= i == 0 || ml_text_compare(a[i - 1]->path, a[i]->path) < 0;
  }
  sqlite3_free(a);
  return ok;
}

/* Nested JSON is checked by taking it apart: every value is under its own names, and in their order. */
static int nested_same(MlTree *t, MlText json, MlBuf *path, i64 *found) {
  i64 begin = path->n;
  MlBuf scratch = {0}, last = {0};
  MlErr e = {0};
  MlJsonScan s;
  int ok = 1;
  int first = 1;

  for (ml_json_open(&s, json); ok && ml_json_next(&s);) {
    MlText bare = ml_json_bare(s.name, &scratch);
    MlNode *n;

    ok &= first || ml_text_compare(ml_buf_view(&last), bare) < 0;
    first = 0;
    ml_buf_cut(&last, 0);
    ml_buf_text(&last, bare);
    ml_path_add_name(path, bare, &e);
    n = ml_tree_find(t, ml_buf_view(path));
    ok &= n != NULL && e.rc == SQLITE_OK;
    if (ok && (n->type == ML_OBJECT || n->type == ML_MISSING)) {
      *found += n->type == ML_OBJECT;
      ok &= nested_same(t, s.value, path, found);
    } else if (ok) {
      ++*found;
      ok &= ml_text_same(n->value, s.value);
    }
    ml_buf_cut(path, begin);
  }
  ml_buf_free(&scratch);
  ml_buf_free(&last);
  return ok && s.rc == SQLITE_OK;
}

static int tree_same(MlTree *t) {
  MlBuf b = {0}, path = {0};
  MlErr e = {0};
  i64 found = 0;
  i64 want = 0;
  int ok = tree_sound(t) && sorted_same(t);
  int i;

  for (i = 0; i < PATHS; i++) want += model[i] != ML_MISSING;
  ok = ok && ml_tree_nested(t, &t->root, &b, &e) == SQLITE_OK && nested_same(t, ml_buf_view(&b), &path, &found);
  ok = ok && found == want;
  if (!ok) printf("  %s\n", b.p);
  ml_buf_free(&b);
  ml_buf_free(&path);
  return ok;
}

/* One step at random. Values stand only where nothing is under them, as in memory. */
static int step_random(MlTree *t) {
  int i = random_below(PATHS);
  MlText path = unit_z(name[i]);
  MlNode *n = ml_tree_find(t, path);

  if (random_below(4) == 0 && n != NULL) return ml_tree_remove(t, n) == model_remove(path);
  if (random_below(200) == 0) return ml_tree_remove(t, &t->root) == model_remove(ML_TEXT(""));
  n = ml_tree_make(t, path);
  if (n == NULL) return 0;
  for (MlNode *x = n->parent; x != NULL; x = x->parent) {
    if (x->type > ML_LIST) return ml_tree_remove(t, n) == model_remove(path);
  }
  model[i] = n->child == NULL ? ML_INTEGER : ML_OBJECT;
  snprintf(value[i], sizeof(value[i]), "%d", random_below(1000));
  if (model[i] == ML_OBJECT) value[i][0] = 0;
  n->type = model[i];
  n->value = unit_z(value[i]);
  return 1;
}

static void test_random(void) {
  int ok = 1;
  int round, i;

  for (round = 0; round < 60 && ok; round++) {
    MlTree t;

    ml_tree_open(&t);
    model_set_up();
    for (i = 0; i < 300 && ok; i++) ok = step_random(&t) && tree_same(&t);
    ml_tree_free(&t);
  }
  CHECK(ok);
}

/* Many nodes, made in order, against it, and in none. */
static void test_sorted(void) {
  enum { N = 30000 };
  static char z[N][24];
  int way, i;

  for (i = 0; i < N; i++) snprintf(z[i], sizeof(z[i]), "%d.%d", i % 177, i);
  for (way = 0; way < 3; way++) {
    MlTree t;
    MlNode **a = NULL;
    i64 n = 0;
    int ok = 1;

    ml_tree_open(&t);
    for (i = 0; i < N; i++) {
      int k = way == 0 ? i : way == 1 ? N - 1 - i : (int)((i64)i * 7919 % N);

      ml_tree_make(&t, unit_z(z[k]))->type = ML_NULL;
    }
    CHECK_INT(ml_tree_sorted(&t, &a, &n), SQLITE_OK);
    CHECK_INT(n, N);
    for (i = 1; i < n && ok; i++) ok = ml_text_compare(a[i - 1]->path, a[i]->path) < 0;
    CHECK(ok);
    CHECK(tree_sound(&t));
    sqlite3_free(a);
    ml_tree_free(&t);
  }
}

static void test_memory(void) {
  static const char *const path[] = {"z.y.x.w", "b.c", "b.\"q.q\"", "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a",
                                     "c",       "d",   "e",         "f"};
  int fired = 1, spared = 0;
  i64 n;

  for (n = 1; fired; n++) {
    MlTree t;
    MlBuf b = {0};
    MlErr e = {0};
    MlNode **a = NULL;
    i64 count;
    int failed = 0;
    int i;

    ml_tree_open(&t);
    fault_arm(n, 0);
    for (i = 0; i < COUNT(path); i++) {
      MlNode *x = ml_tree_make(&t, unit_z(path[i]));

      if (x == NULL) {
        failed++;
      } else {
        x->type = ML_NULL;
        x->value = ML_TEXT("null");
      }
    }
    failed += ml_tree_keep(&t, (MlText){"0123456789", 10}).p == NULL;
    failed += ml_tree_sorted(&t, &a, &count) == SQLITE_NOMEM;
    failed += ml_tree_nested(&t, &t.root, &b, &e) == SQLITE_NOMEM;
    sqlite3_free(a);
    failed += ml_tree_children(&t.root, &a, &count) == SQLITE_NOMEM;
    fired = fault_disarm();
    CHECK(failed == 0 || fired);
    CHECK(failed <= 1);
    spared += fired && failed == 0;
    CHECK(tree_sound(&t));
    CHECK(e.rc == SQLITE_OK ? b.n > 0 : b.n == 0);
    ml_err_clear(&e);
    sqlite3_free(a);
    ml_buf_free(&b);
    ml_tree_free(&t);
  }
  CHECK(n > 6);
  CHECK_INT(spared, 1); /* the tree can do with fewer buckets */
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  CHECK_INT(fault_install(), SQLITE_OK);
  test_make();
  test_remove();
  test_reuse();
  test_keep();
  test_children();
  test_nested();
  test_deep();
  test_random();
  test_sorted();
  test_memory();
  return unit_end();
}
