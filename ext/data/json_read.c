/* JSON from outside: jansson judges it, we write it again in canonical form. */
#include "json.h"

#include <jansson.h>
#include <string.h>

/* 1 if t is a string that stands for itself: no escapes, nothing to refuse. */
static int string_is_plain(MlText t) {
  const char *last = t.p + t.n - 1;

  return t.n >= 2 && ml_json_plain_end(t.p + 1, t.p + t.n) == last && *last == '"' && ml_text_utf8(t);
}

static int read_error(MlErr *e, const char *what, const char *why) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s", what, why);
}

/* Short scalars, which most values are, need no parser. 1 if the text was one, and is in out. Whatever this accepts,
** jansson accepts too and the canonical form is the same. */
static int scalar_read(MlText t, const char *what, MlBuf *out, MlErr *e) {
  double r;
  i64 v;

  if (t.n < 1) return 0;
  switch (t.p[0]) {
  case '"':
    if (!string_is_plain(t)) return 0;
    break;
  case 'n':
    if (!ml_text_same(t, ML_TEXT("null"))) return 0;
    break;
  case 't':
    if (!ml_text_same(t, ML_TEXT("true"))) return 0;
    break;
  case 'f':
    if (!ml_text_same(t, ML_TEXT("false"))) return 0;
    break;
  default:
    if (ml_json_get_integer(t, &v)) {
      ml_buf_int(out, v);
      return 1;
    }
    return ml_json_type(t) == ML_REAL && ml_json_get_real(t, &r) && ml_json_real(r, what, out, e) == SQLITE_OK;
  }
  ml_buf_text(out, t);
  return 1;
}

/* How deep the text nests, as far as that can be known before it is parsed: never less than jansson would find up to
** its first error. jansson frees what it built by recursion, so this comes first. */
static int depth_count(MlText t) {
  const char *p = t.p;
  const char *end = p + t.n;
  int depth = 0;
  int most = 0;

  while (p < end && most <= ML_JSON_MAX_DEPTH) {
    char c = *p;

    if (c == '"') {
      p = ml_json_string_end(p, end);
      if (p == NULL) break;
      continue;
    }
    if (c == '{' || c == '[') {
      if (++depth > most) most = depth;
    } else if (c == '}' || c == ']') {
      depth--;
    }
    p++;
  }
  return most;
}

/* Makes jansson's verdict ours. Its own text tells the place ("near ..."). */
static int verdict_set(MlErr *e, const char *what, const json_error_t *je) {
  char shown[ML_ERR_SHOW];
  MlText text = ml_text_of(je->text);
  const char *why = NULL;

  switch (json_error_code(je)) {
  case json_error_unknown: /* it says nothing when memory ran out */
  case json_error_out_of_memory:
    return ml_err_nomem(e);
  case json_error_duplicate_key:
    why = "a map names the same key twice";
    break;
  case json_error_invalid_utf8:
    why = "invalid UTF-8";
    break;
  case json_error_numeric_overflow:
    why = strncmp(je->text, "too big", 7) == 0 ? "an integer does not fit in 64 bits" : "a real is out of range";
    break;
  case json_error_null_byte_in_key:
    why = "a map key holds U+0000";
    break;
  case json_error_end_of_input_expected:
    why = "something stands after the value";
    break;
  default:
    if (strncmp(je->text, "invalid Unicode '", 17) == 0) why = "half a surrogate pair";
  }
  ml_err_show(shown, text);
  if (why == NULL) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: invalid JSON at byte %d: %s", what, je->position, shown);
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s, at byte %d (%s)", what, why, je->position, shown);
}

static int json_write(json_t *j, const char *what, MlBuf *out, MlErr *e);

static int map_write(json_t *j, const char *what, MlBuf *out, MlErr *e) {
  void *it;
  char mark = '{';

  for (it = json_object_iter(j); it != NULL; it = json_object_iter_next(j, it)) {
    const char *name = json_object_iter_key(it);

    ml_buf_char(out, mark);
    mark = ',';
    ml_json_put_string(out, ml_text_of(name));
    ml_buf_char(out, ':');
    if (json_write(json_object_iter_value(it), what, out, e) != SQLITE_OK) return e->rc;
  }
  if (mark == '{') ml_buf_char(out, mark);
  ml_buf_char(out, '}');
  return SQLITE_OK;
}

static int array_write(json_t *j, const char *what, MlBuf *out, MlErr *e) {
  size_t n = json_array_size(j);
  size_t i;

  ml_buf_char(out, '[');
  for (i = 0; i < n; i++) {
    if (i > 0) ml_buf_char(out, ',');
    if (json_write(json_array_get(j, i), what, out, e) != SQLITE_OK) return e->rc;
  }
  ml_buf_char(out, ']');
  return SQLITE_OK;
}

/* Recursion no deeper than ML_JSON_MAX_DEPTH: the text was counted first. */
static int json_write(json_t *j, const char *what, MlBuf *out, MlErr *e) {
  switch (json_typeof(j)) {
  case JSON_OBJECT:
    return map_write(j, what, out, e);
  case JSON_ARRAY:
    return array_write(j, what, out, e);
  case JSON_STRING:
    ml_json_put_string(out, (MlText){json_string_value(j), (i64)json_string_length(j)});
    break;
  case JSON_INTEGER:
    ml_buf_int(out, json_integer_value(j));
    break;
  case JSON_REAL:
    return ml_json_real(json_real_value(j), what, out, e);
  case JSON_TRUE:
    ml_buf_put(out, "true", 4);
    break;
  case JSON_FALSE:
    ml_buf_put(out, "false", 5);
    break;
  case JSON_NULL:
    ml_buf_put(out, "null", 4);
    break;
  }
  return SQLITE_OK;
}

/* ---- parsing ---- */

/*
** jansson gathers each token in a buffer that grows when it is full. If it cannot, the byte at hand is left out and
** jansson goes on; without its last quote a string is read, and written, beyond its end. So the buffer grows before
** the text is met, in a string that is put in front of it: there it does not matter which bytes are left out, and of
** enough of them one makes it grow, or memory is so short that nothing comes of the string.
*/
#define TOKEN_ROOM  16 /* of a new buffer, with the NUL behind the token */
#define FRONT_ROOM  64 /* at least, of which FRONT_SPARE bytes come when it is there */
#define FRONT_SPARE 16

typedef struct Feed {
  enum { OPEN, FRONT, BETWEEN, TEXT, CLOSE, DONE } next;
  size_t front; /* bytes of it that are still to come */
  MlText text;
} Feed;

static size_t feed_some(Feed *f, char *to, size_t size) {
  size_t n = f->next == FRONT ? f->front : (size_t)f->text.n;
  if (n > size) n = size;
  if (f->next == FRONT) {
    memset(to, '.', n);
    f->front -= n;
  } else {
    memcpy(to, f->text.p, n);
    f->text = (MlText){f->text.p + n, f->text.n - (i64)n};
  }
  if (f->next == FRONT ? f->front == 0 : f->text.n == 0) f->next++;
  return n;
}

/* [ the string in front, the text ] */
static size_t feed_next(void *to, size_t size, void *arg) {
  static const char *const sign[] = {[OPEN] = "[\"", [BETWEEN] = "\",", [CLOSE] = "]", [DONE] = ""};
  Feed *f = arg;
  if (f->next == FRONT || f->next == TEXT) return feed_some(f, to, size);
  size_t n = strlen(sign[f->next]);
  memcpy(to, sign[f->next], n);
  if (f->next < DONE) f->next++;
  return n;
}

static int is_apart(char c) { return c != 0 && strchr(" \t\r\n[]{},:\"", c) != NULL; }

/* The bytes of the longest token, as it is spelled; 0 if the text is not one value that ends where the text does:
** jansson finds fault with it anyhow. */
static i64 token_longest(MlText json) {
  const char *p = json.p, *end = p + json.n;
  i64 most = 0;
  if (!ml_json_is_closed(json)) return 0;
  while (p < end) {
    const char *begin = p;
    if (*p == '"') {
      p = ml_json_string_end(p, end);
    } else {
      while (p < end && !is_apart(*p)) p++;
      p += p == begin;
    }
    if (p - begin > most) most = p - begin;
  }
  return most;
}

static json_t *fed_load(MlText json, i64 room, size_t flags, json_error_t *je) {
  Feed f = {OPEN, (size_t)room / 2 + FRONT_SPARE, json};
  int before = (int)f.front + 4;
  json_malloc_t take;
  json_free_t give;
  json_get_alloc_funcs(&take, &give);
  void *probe = take((size_t)room * 2); /* what jansson is to have in a moment */
  if (probe == NULL) return NULL;
  give(probe);
  json_t *both = json_load_callback(feed_next, &f, flags, je);
  json_t *j = json_incref(json_array_get(both, 1));
  json_decref(both);
  je->position -= before;
  return j;
}

static json_t *text_load(MlText json, json_error_t *je) {
  const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL;
  i64 longest = token_longest(json), room = FRONT_ROOM;

  memset(je, 0, sizeof(*je)); /* out of memory it says nothing at all */
  if (longest + 2 <= TOKEN_ROOM) return json_loadb(json.p, (size_t)json.n, flags, je);
  while (room < longest + 2) room *= 2;
  return fed_load(json, room, flags, je);
}

/* Where memory runs out in the middle of a text, jansson may take the place for an error of syntax. Of such errors a
** second verdict is asked: a true one is found again, and does not lie before one that is not. */
static json_t *json_parse(MlText json, json_error_t *je) {
  json_error_t again;
  json_t *j = text_load(json, je);
  if (j != NULL || json_error_code(je) != json_error_invalid_syntax) return j;
  j = text_load(json, &again);
  if (json_error_code(&again) == json_error_unknown || again.position >= je->position) *je = again;
  return j;
}

int ml_json_read(MlText json, const char *what, MlBuf *out, MlErr *e) {
  i64 begin = out->n;
  json_error_t je;
  json_t *j;
  int rc;

  if (scalar_read(json, what, out, e)) return ml_err_buf(e, out->rc, what);
  if (json.n == 0) return read_error(e, what, "invalid JSON: there is nothing");
  /* jansson can overlook a NUL that ends a token. */
  if (memchr(json.p, 0, (size_t)json.n) != NULL) return read_error(e, what, "invalid JSON: it holds a NUL byte");
  if (depth_count(json) > ML_JSON_MAX_DEPTH) return read_error(e, what, "JSON nested deeper than 512 levels");

  j = json_parse(json, &je);
  if (j == NULL) return verdict_set(e, what, &je);
  rc = json_write(j, what, out, e);
  json_decref(j);
  if (rc == SQLITE_OK) rc = ml_err_buf(e, out->rc, what);
  if (rc != SQLITE_OK) ml_buf_cut(out, begin);
  return rc;
}
