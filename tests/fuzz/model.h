/*
** What memory must be after any operations, in the plainest way: a heap of nodes, each with its whole path as text.
** Before it comes fuzz.h. An operation gives REFUSED (then nothing has changed), SAME (nothing to record) or CHANGED.
*/
#ifndef ML_MODEL_H
#define ML_MODEL_H

#define NODES_MAX 120
#define PATH_MAX_ 64
#define JSON_MAX_ 48
#define KEYS      3
#define SCOPES    2

typedef enum Kind { OBJECT, VALUE, LIST } Kind;
typedef enum Done { REFUSED, SAME, CHANGED } Done;

static const char *const key_name[KEYS] = {"u", "w\xc3\xa9", "all"};
static const char *const scope_name[SCOPES] = {"short_term", "sensory"};

typedef struct Place {
  int key, scope;
  char path[PATH_MAX_];
} Place;

typedef struct Node {
  Place at;
  Kind kind;
  char json[JSON_MAX_]; /* of a value */
  i64 next;             /* of a list */
} Node;

typedef struct Model {
  int n;
  Node node[NODES_MAX];
  /* Options: -1 unset, 0, 1. */
  int master, write_switch[SCOPES], read_switch, begin_event, every;
  int listening, refusing; /* triggers that are there */
  /* Of an action. */
  int pending[KEYS][SCOPES]; /* changes that the next emission tells of */
  int veto[KEYS];            /* … and the refusing trigger would refuse */
  int broken;                /* it can only be rolled back */
  /* No more than possible: a gap may be closed earlier, by a snapshot taken for other reasons. */
  int gap[KEYS][SCOPES];
  i64 runs, open[KEYS];
} Model;

/* ---- paths ---- */

/* Length of the parent's path; 0 for a name alone. */
static int parent_length(const char *path) {
  int dot = 0, quoted = 0;
  for (int i = 0; path[i]; i++) {
    if (path[i] == '"') quoted = !quoted;
    if (path[i] == '.' && !quoted) dot = i;
  }
  return dot;
}

static int is_under(const char *path, const char *top) {
  size_t n = strlen(top);
  return n == 0 || (strncmp(path, top, n) == 0 && (path[n] == 0 || path[n] == '.'));
}

static Place parent_of(const Place *at) {
  Place up = *at;
  up.path[parent_length(at->path)] = 0;
  return up;
}

static Place child_of(const Place *at, const char *name) {
  Place p = *at;
  snprintf(p.path, sizeof(p.path), "%.50s%s%s", at->path, at->path[0] ? "." : "", name);
  return p;
}

/* The index that the last name is; -1 if it is none. */
static i64 index_of(const char *path) {
  int dot = parent_length(path);
  const char *name = path + dot + (path[dot] == '.');
  char *end;
  if (name[0] < '0' || name[0] > '9' || (name[0] == '0' && name[1])) return -1;
  i64 v = strtoll(name, &end, 10);
  return *end ? -1 : v;
}

/* ---- nodes ---- */

static int same_memory(const Place *a, const Place *b) { return a->key == b->key && a->scope == b->scope; }

static Node *node_at(Model *m, const Place *at) {
  for (int i = 0; i < m->n; i++) {
    if (same_memory(&m->node[i].at, at) && strcmp(m->node[i].at.path, at->path) == 0) return &m->node[i];
  }
  return NULL;
}

static Node *node_put(Model *m, const Place *at, Kind kind, const char *json) {
  Node *x = node_at(m, at);
  if (!x) {
    if (m->n == NODES_MAX) fuzz_fault("the model is full");
    x = &m->node[m->n++];
  }
  *x = (Node){.at = *at, .kind = kind};
  snprintf(x->json, sizeof(x->json), "%s", json ? json : "");
  return x;
}

static int nodes_remove(Model *m, const Place *at) {
  Place top = *at; /* it may be a node's own */
  int kept = 0, gone;
  for (int i = 0; i < m->n; i++) {
    if (!same_memory(&m->node[i].at, &top) || !is_under(m->node[i].at.path, top.path)) m->node[kept++] = m->node[i];
  }
  gone = m->n - kept;
  m->n = kept;
  return gone;
}

/* 1 if a node can be made there: the nearest one above is an object. */
static int place_is_free(Model *m, const Place *at) {
  for (Place up = parent_of(at); up.path[0]; up = parent_of(&up)) {
    Node *x = node_at(m, &up);
    if (x) return x->kind == OBJECT;
  }
  return 1;
}

static void parents_make(Model *m, const Place *at) {
  Place up = parent_of(at);
  if (!up.path[0] || node_at(m, &up)) return;
  parents_make(m, &up);
  node_put(m, &up, OBJECT, NULL);
}

static int is_element(Model *m, const Place *at) {
  Place up = parent_of(at);
  Node *x = up.path[0] ? node_at(m, &up) : NULL;
  return x && x->kind == LIST;
}

/* ---- operations ---- */

static Done model_set(Model *m, const Place *at, const char *json) {
  Node *x = node_at(m, at);
  if (!at->path[0] || (x ? x->kind != VALUE : !place_is_free(m, at))) return REFUSED;
  parents_make(m, at);
  node_put(m, at, VALUE, json);
  return CHANGED;
}

static Done model_object(Model *m, const Place *at, int overwrite) {
  Node *x = node_at(m, at);
  if (!at->path[0] || (x && x->kind == LIST)) return REFUSED;
  if (x && x->kind == VALUE && (!overwrite || is_element(m, at))) return REFUSED;
  if (x && x->kind == OBJECT) return CHANGED;
  if (!x && !place_is_free(m, at)) return REFUSED;
  parents_make(m, at);
  node_put(m, at, OBJECT, NULL);
  return CHANGED;
}

/* Trees, and what they become: name, JSON ("" for an object). The first node is the map itself. */
static const struct {
  const char *json;
  int leaves;
  struct {
    const char *name, *json;
  } node[6];
} tree[] = {
    {"{}", 0, {{NULL, NULL}}},
    {"{\"a\":1,\"b\":[1,{}]}", 2, {{"a", "1"}, {"b", "[1,{}]"}}},
    {"{\"x.y\":{\"a\":null,\"0\":{}},\"b\":\"s\"}",
     2,
     {{"\"x.y\"", ""}, {"\"x.y\".a", "null"}, {"\"x.y\".0", ""}, {"b", "\"s\""}}},
    {"{\"0\":true,\"1\":false}", 2, {{"0", "true"}, {"1", "false"}}},
};

static Done model_tree(Model *m, const Place *at, int t) {
  Node *x = node_at(m, at);
  if (!at->path[0] || (x && x->kind == LIST) || (x && x->kind == VALUE && is_element(m, at))) return REFUSED;
  if (!x && !place_is_free(m, at)) return REFUSED;
  nodes_remove(m, at);
  parents_make(m, at);
  node_put(m, at, OBJECT, NULL);
  for (int i = 0; i < 6 && tree[t].node[i].name; i++) {
    Place p = child_of(at, tree[t].node[i].name);
    node_put(m, &p, tree[t].node[i].json[0] ? VALUE : OBJECT, tree[t].node[i].json);
  }
  return CHANGED;
}

static Done model_delete(Model *m, const Place *at, i64 *gone) {
  *gone = at->path[0] && !node_at(m, at) ? 0 : nodes_remove(m, at);
  return *gone ? CHANGED : SAME;
}

static int is_number(const char *json) { return json[0] == '-' || (json[0] >= '0' && json[0] <= '9'); }
static int is_real(const char *json) { return is_number(json) && strchr(json, '.') != NULL; }

/* by is JSON. Reals are kept small, so that they are exact; *unknown: the sum is not. */
static Done model_incr(Model *m, const Place *at, const char *by, int *unknown) {
  Node *x = node_at(m, at);
  const char *was = x && x->kind == VALUE ? x->json : "0";
  char sum[JSON_MAX_];
  long long v;
  *unknown = 0;
  if (x && (x->kind != VALUE || !is_number(was))) return REFUSED;
  if (!is_real(was) && !is_real(by)) {
    if (__builtin_add_overflow(strtoll(was, NULL, 10), strtoll(by, NULL, 10), &v)) return REFUSED;
    snprintf(sum, sizeof(sum), "%lld", v);
  } else {
    double r = strtod(was, NULL) + strtod(by, NULL);
    *unknown = r > 1e6 || r < -1e6;
    snprintf(sum, sizeof(sum), "%.1f", r);
  }
  return model_set(m, at, sum);
}

static Done model_append(Model *m, const Place *at, const char *json, Place *element) {
  Node *x = node_at(m, at);
  char name[24];
  if (!at->path[0] || (x ? x->kind != LIST : !place_is_free(m, at))) return REFUSED;
  parents_make(m, at);
  if (!x) x = node_put(m, at, LIST, NULL);
  snprintf(name, sizeof(name), "%lld", (long long)x->next++);
  *element = child_of(at, name);
  node_put(m, element, VALUE, json);
  return CHANGED;
}

/* The first or last element of a list, or NULL; *n is how many there are. */
static Node *element_find(Model *m, const Place *at, int first, i64 *n) {
  Node *found = NULL;
  *n = 0;
  for (int i = 0; i < m->n; i++) {
    Node *x = &m->node[i];
    Place up = parent_of(&x->at);
    if (!same_memory(&x->at, at) || strcmp(up.path, at->path)) continue;
    ++*n;
    if (!found || (index_of(x->at.path) < index_of(found->at.path)) == first) found = x;
  }
  return found;
}

static Done model_pop(Model *m, const Place *at, int first, char json[JSON_MAX_]) {
  Node *x = node_at(m, at);
  i64 n;
  json[0] = 0;
  if (!at->path[0] || (x && x->kind != LIST)) return REFUSED;
  Node *element = x ? element_find(m, at, first, &n) : NULL;
  if (!element) return SAME;
  memcpy(json, element->json, JSON_MAX_);
  nodes_remove(m, &element->at);
  return CHANGED;
}

/* A node and all under it go to another place. */
static Done model_move(Model *m, const Place *from, const Place *to, int replace) {
  static Model moved;
  Node *x = node_at(m, from), *there = node_at(m, to);
  if (!x || (same_memory(from, to) && strcmp(from->path, to->path) == 0)) return SAME;
  if (!to->path[0] || (there && !replace) || (same_memory(from, to) && is_under(to->path, from->path))) return REFUSED;
  if (there && (there->kind != VALUE || (x->kind != VALUE && is_element(m, to)))) return REFUSED;
  if (!there && !place_is_free(m, to)) return REFUSED;
  moved.n = 0;
  for (int i = 0; i < m->n; i++) {
    if (same_memory(&m->node[i].at, from) && is_under(m->node[i].at.path, from->path)) {
      moved.node[moved.n++] = m->node[i];
    }
  }
  nodes_remove(m, from);
  nodes_remove(m, to);
  parents_make(m, to);
  for (int i = 0; i < moved.n; i++) {
    Node *y = &moved.node[i];
    Place p = *to;
    snprintf(p.path, sizeof(p.path), "%.40s%s", to->path, y->at.path + strlen(from->path));
    node_put(m, &p, y->kind, y->json)->next = y->next;
  }
  return CHANGED;
}

#endif
