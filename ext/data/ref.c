#include "ref.h"

#include "path.h"

void ml_ref_put(MlBuf *out, MlText key, MlScope scope, MlText path, MlType type) {
  ml_buf_puts(out, "{\"key\":");
  ml_json_put_string(out, key);
  ml_buf_puts(out, ",\"scope\":\"");
  ml_buf_text(out, ml_event_scope_name(scope));
  ml_buf_puts(out, "\",\"path\":");
  ml_json_put_string(out, path);
  if (type != ML_MISSING) {
    ml_buf_puts(out, ",\"type\":\"");
    ml_buf_puts(out, ml_json_type_name(type));
    ml_buf_char(out, '"');
  }
  ml_buf_char(out, '}');
}

/* The first byte from *at on that is no blank of JSON, and *at behind it; 0 if there is none. */
static char byte_next(MlText text, i64 *at) {
  while (*at < text.n) {
    char c = text.p[(*at)++];
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return c;
  }
  return 0;
}

int ml_ref_is(MlText text) {
  i64 at = 0;
  int opens = byte_next(text, &at) == '{';
  return opens && byte_next(text, &at) == '"';
}

static int ref_wrong(MlErr *e, MlText text, const char *why) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: reference %s: %s", ml_err_show(show, text), why);
}

/* The parts of a reference as they stand in its (canonical) JSON; {NULL,0} where one is missing. */
typedef struct Parts {
  MlText key, scope, path;
} Parts;

static int parts_find(MlText json, Parts *p) {
  MlJsonScan s;
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"key\""))) p->key = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"scope\""))) p->scope = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"path\""))) p->path = s.value;
  }
  return s.rc;
}

static int parts_take(MlText text, const Parts *p, MlBuf *key, MlScope *scope, MlBuf *path, MlErr *e) {
  MlBuf scratch = {0};
  int found = ML_SHORT_TERM, rc = SQLITE_OK;
  if (ml_json_type(p->key) != ML_STRING || ml_json_get_string(p->key, key) || !key->n) {
    rc = ref_wrong(e, text, "its key is missing or no text");
  } else if (ml_json_type(p->path) != ML_STRING || ml_json_get_string(p->path, &scratch)) {
    rc = ref_wrong(e, text, "its path is missing or no text");
  } else if (p->scope.p) {
    found = ml_event_scope_named(ml_json_bare(p->scope, path));
    ml_buf_cut(path, 0);
    if (found < 0) rc = ref_wrong(e, text, "its scope is neither short_term nor sensory");
  }
  if (key->rc || scratch.rc || path->rc) {
    ml_err_clear(e); /* nothing is wrong with the reference */
    rc = ml_err_nomem(e);
  }
  if (!rc) rc = ml_path_read(ml_buf_view(&scratch), path, e);
  *scope = (MlScope)found;
  ml_buf_free(&scratch);
  return rc;
}

int ml_ref_read(MlText text, MlBuf *key, MlScope *scope, MlBuf *path, MlErr *e) {
  MlBuf json = {0};
  Parts p = {0};
  int rc = ml_json_read(text, "reference", &json, e);
  if (!rc && (ml_json_type(ml_buf_view(&json)) != ML_MAP || parts_find(ml_buf_view(&json), &p))) {
    rc = ref_wrong(e, text, "it is no JSON map");
  }
  if (!rc) rc = parts_take(text, &p, key, scope, path, e);
  ml_buf_free(&json);
  return rc;
}
