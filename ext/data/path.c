#include "path.h"

#include <string.h>

#define PATH_TOO_LONG "longer than 4096 bytes"
#define PATH_TOO_DEEP "more than 128 names"

static int path_error(MlErr *e, MlText path, const char *why) {
  char shown[ML_ERR_SHOW];

  return ml_err_set(e, SQLITE_ERROR, "memlog: path '%s': %s", ml_err_show(shown, path), why);
}

/* 1 if the path is plain: within the limits, ASCII, not quoted anywhere. It is canonical then. */
static int path_is_plain(MlText path) {
  const u8 *p = (const u8 *)path.p;
  i64 begin = 0; /* of the name */
  i64 i;
  int names = 1;

  if (path.n > ML_PATH_MAX_BYTES) return 0;
  for (i = 0; i < path.n; i++) {
    if (p[i] == '.') {
      if (i == begin || ++names > ML_PATH_MAX_NAMES) return 0;
      begin = i + 1;
    } else if (p[i] == '"' || p[i] == 0 || p[i] >= 0x80) {
      return 0;
    }
  }
  return begin < path.n;
}

/* The end of the quoted name that begins at i (behind its closing quote); -1 if it is not closed. */
static i64 quoted_end(MlText path, i64 i) {
  for (i++; i < path.n; i++) {
    if (path.p[i] != '"') continue;
    if (i + 1 >= path.n || path.p[i + 1] != '"') return i + 1;
    i++;
  }
  return -1;
}

/* The end of the name that begins at i, quoted or not. Never beyond the end of the path, whatever it holds. */
static i64 name_end(MlText path, i64 i) {
  const char *dot;

  if (i < path.n && path.p[i] == '"') {
    i64 end = quoted_end(path, i);

    return end < 0 ? path.n : end;
  }
  dot = i < path.n ? memchr(path.p + i, '.', (size_t)(path.n - i)) : NULL;
  return dot == NULL ? path.n : dot - path.p;
}

static int name_is_quoted(MlText name) { return name.n >= 2 && name.p[0] == '"'; }

/* Puts a name in canonical form. quoted: its quotes are doubled already. */
static void name_put(MlBuf *out, MlText name, int quoted) {
  i64 i;

  if (name.n > 0 && memchr(name.p, '.', (size_t)name.n) == NULL && memchr(name.p, '"', (size_t)name.n) == NULL) {
    ml_buf_text(out, name);
    return;
  }
  ml_buf_char(out, '"');
  if (quoted) {
    ml_buf_text(out, name);
  } else {
    for (i = 0; i < name.n; i++) {
      if (name.p[i] == '"') ml_buf_char(out, '"');
      ml_buf_char(out, name.p[i]);
    }
  }
  ml_buf_char(out, '"');
}

/* Reads the name at *at and puts it; what is wrong with it, or NULL. */
static const char *name_read(MlText path, i64 *at, MlBuf *out) {
  i64 begin = *at;
  i64 end;

  if (begin < path.n && path.p[begin] == '"') {
    end = quoted_end(path, begin);
    if (end < 0) return "a quote is not closed";
    if (end < path.n && path.p[end] != '.') return "a quoted name must be followed by a dot or the end";
    name_put(out, (MlText){path.p + begin + 1, end - begin - 2}, 1);
  } else {
    MlText name;

    end = name_end(path, begin);
    name = (MlText){path.p + begin, end - begin};
    if (name.n == 0) return "a name is empty (an empty name is written \"\")";
    if (memchr(name.p, '"', (size_t)name.n) != NULL) {
      return "a name that holds a quote must be quoted, with the quote doubled";
    }
    name_put(out, name, 0);
  }
  *at = end;
  return NULL;
}

/* Text that no path or name may be made of. */
static const char *bytes_wrong(MlText t) {
  if (t.n > 0 && memchr(t.p, 0, (size_t)t.n) != NULL) return "it holds a NUL";
  return ml_text_utf8(t) ? NULL : "it is not valid UTF-8";
}

int ml_path_read(MlText path, MlBuf *out, MlErr *e) {
  i64 begin = out->n;
  i64 at = 0;
  int names = 0;
  const char *why;

  if (path.n == 0) return ml_err_buf(e, out->rc, "path");
  if (path_is_plain(path)) {
    ml_buf_text(out, path);
    return ml_err_buf(e, out->rc, "path");
  }
  /* The canonical form can lose two quotes a name, no more: what is longer need not be looked at. */
  why = path.n > ML_PATH_MAX_BYTES + 2 * ML_PATH_MAX_NAMES ? PATH_TOO_LONG : bytes_wrong(path);
  while (why == NULL) {
    if (++names > ML_PATH_MAX_NAMES) {
      why = PATH_TOO_DEEP;
      break;
    }
    if (names > 1) ml_buf_char(out, '.');
    why = name_read(path, &at, out);
    if (why == NULL && out->n - begin > ML_PATH_MAX_BYTES) why = PATH_TOO_LONG;
    if (at >= path.n || why != NULL) break;
    at++; /* the dot */
  }
  if (why == NULL) return ml_err_buf(e, out->rc, "path");
  ml_buf_cut(out, begin);
  return path_error(e, path, why);
}

static i64 path_count(MlText path) {
  MlText name;
  i64 at = 0;
  i64 n = 0;

  while (ml_path_next(path, &at, &name)) n++;
  return n;
}

int ml_path_add_name(MlBuf *out, MlText name, MlErr *e) {
  const char *why = name.n > ML_PATH_MAX_BYTES ? PATH_TOO_LONG : bytes_wrong(name);
  i64 begin = out->n;

  if (why != NULL) return path_error(e, name, why);
  if (begin > 0) ml_buf_char(out, '.');
  name_put(out, name, 0);
  if (out->rc != SQLITE_OK) return ml_err_buf(e, out->rc, "path");
  if (out->n > ML_PATH_MAX_BYTES) {
    why = PATH_TOO_LONG;
  } else if (out->n > ML_PATH_MAX_NAMES && path_count(ml_buf_view(out)) > ML_PATH_MAX_NAMES) {
    why = PATH_TOO_DEEP;
  }
  if (why == NULL) return SQLITE_OK;
  path_error(e, ml_buf_view(out), why);
  ml_buf_cut(out, begin);
  return e->rc;
}

i64 ml_path_parent(MlText path) {
  i64 i = path.n - 1;

  if (i >= 0 && path.p[i] == '"') {
    /* Walk back over doubled quotes to the one that opens the name: it stands alone. */
    for (i--; i > 0; i--) {
      if (path.p[i] != '"') continue;
      if (path.p[i - 1] != '"') break;
      i--;
    }
    i--;
  } else {
    while (i >= 0 && path.p[i] != '.') i--;
  }
  return i > 0 ? i : 0;
}

int ml_path_fits(MlText path) {
  int names = 1;

  if (path.n > ML_PATH_MAX_BYTES) return 0;
  if (path.n <= ML_PATH_MAX_NAMES) return 1;
  while ((path.n = ml_path_parent(path)) > 0) names++;
  return names <= ML_PATH_MAX_NAMES;
}

MlText ml_path_last(MlText path) {
  i64 i = ml_path_parent(path);

  if (i > 0) i++;
  return (MlText){path.p + i, path.n - i};
}

int ml_path_under(MlText path, MlText top) {
  if (top.n == 0) return 1;
  if (path.n < top.n || memcmp(path.p, top.p, (size_t)top.n) != 0) return 0;
  return path.n == top.n || path.p[top.n] == '.';
}

i64 ml_path_index(MlText name) {
  i64 v = 0;
  i64 i;

  if (name.n < 1 || name.n > 18 || (name.p[0] == '0' && name.n > 1)) return -1;
  for (i = 0; i < name.n; i++) {
    if (name.p[i] < '0' || name.p[i] > '9') return -1;
    v = v * 10 + (name.p[i] - '0');
  }
  return v;
}

int ml_path_next(MlText path, i64 *at, MlText *name) {
  i64 end;

  if (*at >= path.n) return 0;
  end = name_end(path, *at);
  *name = (MlText){path.p + *at, end - *at};
  *at = end + 1;
  return 1;
}

/* The byte at *i of a name's inside, stepping over the second of two quotes. */
static u8 bare_byte(MlText inside, i64 *i) {
  char c = inside.p[(*i)++];

  if (c == '"' && *i < inside.n) (*i)++;
  return (u8)c;
}

void ml_path_bare(MlText name, MlBuf *out) {
  MlText inside;
  i64 i = 0;

  if (!name_is_quoted(name)) {
    ml_buf_text(out, name);
    return;
  }
  inside = (MlText){name.p + 1, name.n - 2};
  if (inside.n > 0 && memchr(inside.p, '"', (size_t)inside.n) == NULL) {
    ml_buf_text(out, inside);
    return;
  }
  while (i < inside.n) ml_buf_char(out, (char)bare_byte(inside, &i));
}

int ml_path_compare_names(MlText a, MlText b) {
  int qa = name_is_quoted(a);
  int qb = name_is_quoted(b);
  i64 i = 0;
  i64 j = 0;

  if (!qa && !qb) return ml_text_compare(a, b);
  if (qa) a = (MlText){a.p + 1, a.n - 2};
  if (qb) b = (MlText){b.p + 1, b.n - 2};
  while (i < a.n && j < b.n) {
    u8 ca = qa ? bare_byte(a, &i) : (u8)a.p[i++];
    u8 cb = qb ? bare_byte(b, &j) : (u8)b.p[j++];

    if (ca != cb) return ca < cb ? -1 : 1;
  }
  return (i < a.n) - (j < b.n);
}
