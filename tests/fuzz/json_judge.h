/* Paths and JSON judged by others than our own code, and our code held against that. Before it comes fuzz.h. */
#ifndef ML_JSON_JUDGE_H
#define ML_JSON_JUDGE_H

#include "data/json.h"
#include "data/path.h"

#include <jansson.h>
#include <math.h>

static int text_is(MlText t, const char *p, size_t n) { return t.n == (i64)n && (n == 0 || memcmp(t.p, p, n) == 0); }

/* A message speaks in our form, whatever bytes it quotes. */
static void message_judge(const MlErr *e) {
  const char *msg = e->msg ? e->msg : "";
  if (strncmp(msg, "memlog: ", 8) || !ml_text_utf8((MlText){msg, (i64)strlen(msg)})) fuzz_fault("a message: %s", msg);
}

/* The limits, as they are promised. */
#define NAMES_MAX 128
#define BYTES_MAX 4096
#define DEPTH_MAX 512

/* ---- paths ---- */

typedef struct Path {
  int ok;
  int n;
  MlBuf name[NAMES_MAX + 1];
  MlBuf canonical;
} Path;

static int utf8_is(MlText t) {
  json_t *j = json_stringn(t.p, (size_t)t.n);
  json_decref(j);
  return j != NULL;
}

static void name_put(MlBuf *out, MlText name) {
  int quoted = name.n == 0 || memchr(name.p, '.', (size_t)name.n) || memchr(name.p, '"', (size_t)name.n);
  if (quoted) ml_buf_char(out, '"');
  for (i64 i = 0; i < name.n; i++) {
    if (name.p[i] == '"') ml_buf_char(out, '"');
    ml_buf_char(out, name.p[i]);
  }
  if (quoted) ml_buf_char(out, '"');
}

/* One name from at on; where it ends, -1 if it is none. */
static i64 name_read(MlText t, i64 at, MlBuf *out) {
  i64 i = at;
  if (i < t.n && t.p[i] == '"') {
    for (i++; i < t.n; i++) {
      if (t.p[i] == '"') {
        if (i + 1 == t.n || t.p[i + 1] != '"') return i + 1;
        i++;
      }
      ml_buf_char(out, t.p[i]);
    }
    return -1;
  }
  for (; i < t.n && t.p[i] != '.'; i++) {
    if (t.p[i] == '"') return -1;
    ml_buf_char(out, t.p[i]);
  }
  return i == at ? -1 : i;
}

static void path_read(MlText t, Path *x) {
  memset(x, 0, sizeof(*x));
  x->ok = utf8_is(t) && !memchr(t.p, 0, (size_t)t.n);
  for (i64 at = 0; x->ok && t.n;) {
    MlBuf *name = &x->name[x->n++];
    ml_buf_puts(name, "");
    at = name_read(t, at, name);
    if (at < 0 || (at < t.n && t.p[at] != '.') || x->n > NAMES_MAX) {
      x->ok = 0;
      break;
    }
    if (x->n > 1) ml_buf_char(&x->canonical, '.');
    name_put(&x->canonical, ml_buf_view(name));
    if (at == t.n) break;
    at++;
  }
  if (x->canonical.n > BYTES_MAX) x->ok = 0;
}

static void path_free(Path *x) {
  for (int i = 0; i < x->n; i++) ml_buf_free(&x->name[i]);
  ml_buf_free(&x->canonical);
}

/* Canonical paths are taken apart and put together again. */
static void path_walk(const Path *x, MlText canonical) {
  MlBuf again = {0}, bare = {0};
  MlErr e = {0};
  MlText name;
  i64 at = 0;
  int n = 0;
  while (ml_path_next(canonical, &at, &name)) {
    ml_buf_cut(&bare, 0);
    ml_path_bare(name, &bare);
    if (n >= x->n || !ml_text_same(ml_buf_view(&bare), ml_buf_view(&x->name[n]))) fuzz_fault("name %d is another", n);
    if (ml_path_add_name(&again, ml_buf_view(&bare), &e)) fuzz_fault("a name is not added: %s", e.msg);
    n++;
  }
  if (n != x->n || !ml_text_same(ml_buf_view(&again), canonical)) fuzz_fault("a path of other names");
  for (MlText up = canonical; up.n; up.n = ml_path_parent(up)) {
    if (!ml_path_under(canonical, up)) fuzz_fault("a path that is not under its parent");
    if (--n < 0) fuzz_fault("more parents than names");
  }
  if (n) fuzz_fault("fewer parents than names");
  ml_buf_free(&again);
  ml_buf_free(&bare);
}

static void path_judge(MlText t, const Path *x) {
  MlBuf out = {0};
  MlErr e = {0};
  int ok = ml_path_read(t, &out, &e) == SQLITE_OK;
  if (ok != x->ok) fuzz_fault("a path is %s: %s", ok ? "accepted" : "refused", ok ? out.p : e.msg);
  if (ok) {
    MlBuf twice = {0};
    if (!ml_text_same(ml_buf_view(&out), ml_buf_view(&x->canonical))) fuzz_fault("another canonical path: %s", out.p);
    if (ml_path_read(ml_buf_view(&out), &twice, &e)) fuzz_fault("a canonical path is refused: %s", e.msg);
    if (!ml_text_same(ml_buf_view(&out), ml_buf_view(&twice))) fuzz_fault("a canonical path is no fixed point");
    ml_buf_free(&twice);
    path_walk(x, ml_buf_view(&out));
  } else {
    message_judge(&e);
  }
  ml_buf_free(&out);
  ml_err_clear(&e);
}

/* ---- JSON ---- */

static int depth_of(const json_t *j) {
  int most = 0;
  if (json_is_array(j)) {
    for (size_t i = 0; i < json_array_size(j); i++) {
      int one = depth_of(json_array_get(j, i));
      if (one > most) most = one;
    }
    return most + 1;
  }
  if (!json_is_object(j)) return 0;
  for (void *it = json_object_iter((json_t *)j); it; it = json_object_iter_next((json_t *)j, it)) {
    int one = depth_of(json_object_iter_value(it));
    if (one > most) most = one;
  }
  return most + 1;
}

static json_t *json_of(MlText t) {
  json_error_t je;
  return json_loadb(t.p, (size_t)t.n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &je);
}

/* Equal, to the bits of reals. ordered: maps have their members in the same order; in arrays they always have. */
static int json_same(json_t *a, json_t *b, int ordered) {
  if (json_typeof(a) != json_typeof(b)) return 0;
  if (json_is_real(a)) {
    double x = json_real_value(a), y = json_real_value(b);
    return memcmp(&x, &y, sizeof(x)) == 0;
  }
  if (json_is_array(a)) {
    if (json_array_size(a) != json_array_size(b)) return 0;
    for (size_t i = 0; i < json_array_size(a); i++) {
      if (!json_same(json_array_get(a, i), json_array_get(b, i), 1)) return 0;
    }
    return 1;
  }
  if (!json_is_object(a)) return json_equal(a, b);
  if (json_object_size(a) != json_object_size(b)) return 0;
  void *in_b = json_object_iter(b);
  for (void *it = json_object_iter(a); it; it = json_object_iter_next(a, it)) {
    const char *name = json_object_iter_key(it);
    json_t *other = json_object_get(b, name);
    if (ordered && strcmp(name, json_object_iter_key(in_b))) return 0;
    if (!other || !json_same(json_object_iter_value(it), other, ordered)) return 0;
    in_b = json_object_iter_next(b, in_b);
  }
  return 1;
}

static void number_judge(MlText t, json_t *j, int canonical) {
  i64 v;
  double r;
  int real;
  if (ml_json_number(t, &real) != t.n || real != json_is_real(j)) fuzz_fault("a number of another length or kind");
  if (!real) {
    if (!ml_json_get_integer(t, &v) || v != json_integer_value(j)) fuzz_fault("another integer");
  } else if (ml_json_get_real(t, &r)) {
    double want = json_real_value(j);
    if (memcmp(&r, &want, sizeof(r))) fuzz_fault("another real: %.17g, not %.17g", r, want);
  } else if (canonical) {
    fuzz_fault("a real that we wrote is not read");
  }
}

static void string_judge(MlText t, const char *p, size_t n) {
  MlBuf out = {0}, scratch = {0};
  MlText bare = ml_json_bare(t, &scratch);
  if (ml_json_get_string(t, &out) || !text_is(ml_buf_view(&out), p, n))
    fuzz_fault("another string: %.*s", (int)t.n, t.p);
  if (!text_is(bare, p, n)) fuzz_fault("another bare string: %.*s", (int)t.n, t.p);
  ml_buf_free(&out);
  ml_buf_free(&scratch);
}

/* Our scanner sees what jansson sees. */
static void scan_judge(MlText t, json_t *j, int canonical) {
  static const MlType types[] = {
      [JSON_OBJECT] = ML_MAP, [JSON_ARRAY] = ML_ARRAY, [JSON_STRING] = ML_STRING, [JSON_REAL] = ML_REAL,
      [JSON_TRUE] = ML_TRUE,  [JSON_FALSE] = ML_FALSE, [JSON_NULL] = ML_NULL,     [JSON_INTEGER] = ML_INTEGER};
  MlJsonScan s;
  size_t n = 0;
  if (ml_json_type(t) != types[json_typeof(j)]) fuzz_fault("another type: %.*s", (int)t.n, t.p);
  if (json_is_number(j)) number_judge(t, j, canonical);
  if (json_is_string(j)) string_judge(t, json_string_value(j), json_string_length(j));
  if (!json_is_array(j) && !json_is_object(j)) return;
  void *it = json_object_iter(j);
  ml_json_open(&s, t);
  for (; ml_json_next(&s); n++) {
    json_t *value = it ? json_object_iter_value(it) : json_array_get(j, n);
    if (!value) fuzz_fault("members that are not there: %.*s", (int)t.n, t.p);
    if (it) string_judge(s.name, json_object_iter_key(it), strlen(json_object_iter_key(it)));
    scan_judge(s.value, value, canonical);
    it = it ? json_object_iter_next(j, it) : it;
  }
  if (s.rc || n != (json_is_array(j) ? json_array_size(j) : json_object_size(j))) fuzz_fault("members are overlooked");
}

/* Whatever the bytes are, the scanner stays among them and ends. */
static void scan_any(MlText t) {
  MlJsonScan s;
  MlBuf out = {0};
  double r;
  i64 v;
  ml_json_open(&s, t);
  while (ml_json_next(&s)) {
    if (s.value.p < t.p || s.value.p + s.value.n > t.p + t.n || s.value.n < 1) fuzz_fault("a value out of the text");
    ml_buf_cut(&out, 0);
    if (s.name.n) ml_json_get_string(s.name, &out);
    if (s.value.n < t.n) scan_any(s.value);
  }
  ml_json_get_string(t, &out);
  ml_json_get_integer(t, &v);
  ml_json_get_real(t, &r);
  ml_buf_free(&out);
}

static MlText trimmed(MlText t) {
  while (t.n && memchr(" \t\r\n", *t.p, 4)) t.p++, t.n--;
  while (t.n && memchr(" \t\r\n", t.p[t.n - 1], 4)) t.n--;
  return t;
}

/* Reads JSON as we do into *out and as jansson does; what it is, or NULL if it is none. */
static json_t *json_judge(MlText t, MlBuf *out) {
  MlErr e = {0};
  MlBuf twice = {0};
  json_t *j = json_of(t);
  if (j && (memchr(t.p, 0, (size_t)t.n) || depth_of(j) > DEPTH_MAX)) {
    json_decref(j);
    j = NULL;
  }
  int ok = ml_json_read(t, "value", out, &e) == SQLITE_OK;
  if (ok != (j != NULL)) fuzz_fault("JSON is %s: %s", ok ? "accepted" : "refused", ok ? out->p : e.msg);
  if (!ok) {
    message_judge(&e);
    ml_err_clear(&e);
    if (out->n) fuzz_fault("refused, but something is left: %s", out->p);
    return NULL;
  }
  json_t *again = json_of(ml_buf_view(out));
  if (!again || !json_same(j, again, 1)) fuzz_fault("other JSON: %s", out->p);
  if (ml_json_read(ml_buf_view(out), "value", &twice, &e)) fuzz_fault("canonical JSON is refused: %s", e.msg);
  if (!ml_text_same(ml_buf_view(out), ml_buf_view(&twice))) fuzz_fault("canonical JSON is no fixed point: %s", out->p);
  scan_judge(trimmed(t), j, 0);
  scan_judge(ml_buf_view(out), j, 1);
  json_decref(again);
  ml_buf_free(&twice);
  return j;
}

#endif
