#include "stretch.h"

#include "../data/path.h"
#include "../store/snapshot.h"
#include "rebuild.h"

#include <string.h>

int ml_stretch_open(MlStretch *s, MlErr *e) {
  ml_tree_open(&s->tree);
  ml_json_put_string(&s->needle, s->top);
  if (s->needle.rc) return ml_err_nomem(e);
  ml_buf_cut(&s->needle, s->needle.n - 1);
  return SQLITE_OK;
}

static void stretch_empty(MlStretch *s) {
  ml_tree_free(&s->tree);
  s->n_row = s->n_change = 0;
}

void ml_stretch_close(MlConn *c, MlStretch *s) {
  ml_log_back_end(c, &s->back);
  stretch_empty(s);
  ml_buf_free(&s->needle);
  sqlite3_free(s->row);
  sqlite3_free(s->change);
  s->row = NULL;
  s->change = NULL;
  s->cap_row = s->cap_change = 0;
}

/* ---- rows ---- */

static int row_broken(MlText key, i64 place, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: log of key %s: its row at position %lld is missing or damaged",
                    ml_err_show(show, key), ml_event_position(place));
}

int ml_stretch_row(MlConn *c, MlStretch *s, i64 place, MlRow *r, i64 *previous, int *found, MlErr *e) {
  int rc = ml_log_back(c, &s->back, place, r, found, e);
  if (rc) return rc;
  if (!*found) return ml_rebuild_missing(c, s->key, place, previous, e);
  if (ml_text_same(r->key, s->key) && ml_log_previous(r, previous)) return SQLITE_OK;
  return row_broken(s->key, place, e);
}

/* How the JSON string that begins at p stands to the path: it names the path itself, something under or above it, or
** something else. needle is the path as JSON, without the closing quote. */
typedef enum Relation { OTHER, NEAR, SAME } Relation;

static Relation string_relation(const char *p, const char *end, MlText needle) {
  i64 n = 1;
  while (n < needle.n && p + n < end && p[n] == needle.p[n]) n++;
  if (p + n >= end) return OTHER;
  if (n == needle.n) return p[n] == '"' ? SAME : p[n] == '.' || n == 1 ? NEAR : OTHER;
  return p[n] == '"' && (n == 1 || needle.p[n] == '.') ? NEAR : OTHER;
}

/* 1 if the JSON text may name the path, something under it, or something above it. Strings that only look so do no
** harm: they cost a closer look. */
static int text_mentions(MlText text, MlText needle) {
  if (!text.p) return 0;
  const char *p = text.p, *end = p + text.n;
  for (; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p++) {
    if (string_relation(p, end, needle) != OTHER) return 1;
  }
  return 0;
}

int ml_stretch_concerns(const MlStretch *s, const MlRow *r) {
  if (r->kind != ml_event_write_kind(s->scope)) {
    if (r->kind == ml_event_gap_kind(s->scope)) return 1;
    return s->scope == ML_SENSORY && (r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END);
  }
  MlText needle = ml_buf_view(&s->needle);
  return text_mentions(r->value, needle) || text_mentions(r->removed, needle) || text_mentions(r->containers, needle);
}

int ml_stretch_sole(const MlStretch *s, const MlRow *r, MlText *value) {
  MlText needle = ml_buf_view(&s->needle);
  MlJsonScan j;
  int n = 0;
  if (r->kind != ml_event_write_kind(s->scope)) return 0;
  if (text_mentions(r->removed, needle) || text_mentions(r->containers, needle)) return 0;
  for (ml_json_open(&j, r->value); ml_json_next(&j);) {
    Relation relation = string_relation(j.name.p, j.name.p + j.name.n, needle);
    if (relation == OTHER) continue;
    if (n++ || relation == NEAR) return 0;
    *value = j.value;
  }
  return n == 1 && j.rc == SQLITE_OK && ml_json_type(*value) != ML_MISSING;
}

static int text_keep(MlTree *t, MlText text, MlText *kept) {
  *kept = text;
  if (!text.p) return SQLITE_OK;
  *kept = ml_tree_keep(t, text);
  return kept->p ? SQLITE_OK : SQLITE_NOMEM;
}

static int row_add(MlStretch *s, const MlRow *r) {
  if (s->n_row == s->cap_row) {
    i64 cap = s->cap_row ? s->cap_row * 2 : 32;
    MlStretchRow *a = sqlite3_realloc64(s->row, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    s->row = a;
    s->cap_row = cap;
  }
  MlStretchRow *row = &s->row[s->n_row++];
  *row = (MlStretchRow){
      .seq = r->seq, .time = ml_event_minus(r->seq, r->skew), .kind = r->kind, .run = r->run, .cause = r->cause};
  int rc = text_keep(&s->tree, r->action, &row->action);
  if (rc || r->kind != ml_event_write_kind(s->scope)) return rc;
  MlChange change = ml_log_row_change(r);
  return ml_state_keep(&s->tree, &change, &row->change);
}

/* Gathers the rows from the place upper down to, but not including, the position lower. */
static int rows_gather(MlConn *c, MlStretch *s, i64 upper, i64 lower, MlErr *e) {
  i64 place = upper;
  while (place && ml_event_position(place) > lower) {
    MlRow r;
    i64 previous = 0;
    int found;
    int rc = ml_stretch_row(c, s, place, &r, &previous, &found, e);
    if (rc) return rc;
    if (found && ml_stretch_concerns(s, &r)) {
      rc = ml_log_back_more(&s->back, &r, e);
      if (rc) return rc;
      if (row_add(s, &r)) return ml_err_nomem(e);
    }
    place = previous;
  }
  s->lower = place;
  return SQLITE_OK;
}

/* ---- changes ---- */

typedef struct Watch {
  MlStateWatch watch;
  MlStretch *s;
  i64 row;
} Watch;

static MlStretchChange *change_add(MlStretch *s) {
  if (s->n_change == s->cap_change) {
    i64 cap = s->cap_change ? s->cap_change * 2 : 32;
    MlStretchChange *a = sqlite3_realloc64(s->change, (u64)cap * sizeof(*a));
    if (!a) return NULL;
    s->change = a;
    s->cap_change = cap;
  }
  MlStretchChange *x = &s->change[s->n_change++];
  memset(x, 0, sizeof(*x));
  return x;
}

static MlChangeKind change_kind(MlType after) {
  switch (after) {
  case ML_MISSING:
    return ML_CHANGE_DELETE;
  case ML_OBJECT:
    return ML_CHANGE_OBJECT;
  case ML_LIST:
    return ML_CHANGE_LIST;
  default:
    return ML_CHANGE_SET;
  }
}

static int is_value(MlType t) { return t != ML_MISSING && t != ML_OBJECT && t != ML_LIST; }

static int change_see(MlStateWatch *watch, const MlNode *n, MlType type, MlText value) {
  Watch *w = (Watch *)watch;
  MlStretchChange *x = change_add(w->s);
  if (!x) return SQLITE_NOMEM;
  x->row = w->row;
  x->kind = change_kind(type);
  x->path = n->path;
  x->before_type = n->type;
  x->after_type = type;
  if (is_value(n->type)) x->before = n->value;
  if (is_value(type)) x->after = value;
  return SQLITE_OK;
}

static int unknown_add(Watch *w, MlText path, MlType type, MlText value) {
  MlNode n = {.path = path};
  int rc = change_see(&w->watch, &n, type, value);
  if (!rc) w->s->change[w->s->n_change - 1].unknown = 1;
  return rc;
}

/* Puts the bytes of a name or path in s->tree, unless it is a view of the row's own text. */
static int path_keep(MlStretch *s, MlText string, MlBuf *scratch, MlText *path) {
  *path = ml_json_bare(string, scratch);
  if (!path->p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
  return path->p == scratch->p ? text_keep(&s->tree, *path, path) : SQLITE_OK;
}

/* The containers of a row, by path: a null in value that stands for one is no value. */
static int containers_see(Watch *w, MlText containers, MlTree *marks, MlBuf *scratch) {
  MlStretch *s = w->s;
  MlJsonScan j;
  MlText path;
  int rc = SQLITE_OK;
  for (ml_json_open(&j, containers); !rc && ml_json_next(&j);) {
    rc = path_keep(s, j.name, scratch, &path);
    if (!rc && !ml_path_fits(path)) rc = SQLITE_CORRUPT;
    if (rc || !ml_path_under(path, s->top)) continue;
    MlType type = ml_text_same(j.value, ML_TEXT("\"list\"")) ? ML_LIST : ML_OBJECT;
    MlNode *n = ml_tree_make(marks, path);
    if (!n) return SQLITE_NOMEM;
    n->type = type;
    rc = unknown_add(w, path, type, (MlText){NULL, 0});
  }
  return rc ? rc : j.rc;
}

static int values_see(Watch *w, MlText value, MlTree *marks, MlBuf *scratch) {
  MlJsonScan j;
  MlText path;
  int rc = SQLITE_OK;
  for (ml_json_open(&j, value); !rc && ml_json_next(&j);) {
    rc = path_keep(w->s, j.name, scratch, &path);
    if (rc || !ml_path_under(path, w->s->top)) continue;
    const MlNode *n = ml_tree_find(marks, path);
    if (!n || n->type == ML_MISSING) rc = unknown_add(w, path, ml_json_type(j.value), j.value);
  }
  return rc ? rc : j.rc;
}

/* What a row in a gap says of itself: what it removed, made and wrote. What was there before is not known, so
** neither is which parents it made and what lay under what it removed. */
static int unknown_see(Watch *w, const MlChange *change, MlBuf *scratch) {
  MlTree marks;
  MlJsonScan j;
  MlText path;
  int rc = SQLITE_OK;
  for (ml_json_open(&j, change->removed); !rc && ml_json_next(&j);) {
    rc = path_keep(w->s, j.value, scratch, &path);
    if (!rc && path.n && ml_path_under(path, w->s->top)) rc = unknown_add(w, path, ML_MISSING, (MlText){NULL, 0});
  }
  ml_tree_open(&marks);
  if (!rc) rc = j.rc;
  if (!rc) rc = containers_see(w, change->containers, &marks, scratch);
  if (!rc) rc = values_see(w, change->value, &marks, scratch);
  ml_tree_free(&marks);
  return rc;
}

/* Starts the state from what the snapshot says; its text is kept, for it must outlive the statement. */
static int base_apply(MlStretch *s, const MlChange *state) {
  MlStateWatch quietly = {s->top, NULL};
  MlChange kept;
  int rc = ml_state_keep(&s->tree, state, &kept);
  return rc ? rc : ml_state_watch(&s->tree, &kept, &quietly);
}

/* A begin event that is a snapshot carries the short-term state; sensory memory is empty. */
static int carried_apply(MlConn *c, MlStretch *s, i64 place, MlErr *e) {
  MlRow r;
  i64 previous;
  int found;
  if (s->scope == ML_SENSORY) return SQLITE_OK;
  int rc = ml_stretch_row(c, s, place, &r, &previous, &found, e);
  if (rc) return rc;
  if (!found || !r.value.p) return row_broken(s->key, place, e);
  MlChange state = ml_log_row_change(&r);
  rc = base_apply(s, &state);
  if (rc == SQLITE_NOMEM) return ml_err_nomem(e);
  return rc ? row_broken(s->key, place, e) : SQLITE_OK;
}

/* The rows one after the other, oldest first, on top of the state before them. unknown: they begin in a gap. */
static int rows_follow(MlStretch *s, int unknown, i64 *at) {
  Watch w = {{s->top, change_see}, s, 0};
  const MlChange everything = {.removed = ML_TEXT("[\"\"]")};
  MlBuf scratch = {0};
  int rc = SQLITE_OK;
  for (w.row = s->n_row - 1; w.row >= 0 && !rc; w.row--) {
    const MlStretchRow *row = &s->row[w.row];
    *at = row->seq;
    if (row->kind == ml_event_gap_kind(s->scope)) {
      rc = unknown_add(&w, (MlText){NULL, 0}, ML_MISSING, (MlText){NULL, 0});
      if (!rc) s->change[s->n_change - 1].kind = ML_CHANGE_GAP;
      ml_state_clear(&s->tree);
      unknown = 1;
    } else if (row->kind != ml_event_write_kind(s->scope)) {
      unknown = 0; /* a run begins or ends: sensory memory is known to be empty now */
      rc = ml_state_watch(&s->tree, &everything, &w.watch);
    } else if (unknown) {
      rc = unknown_see(&w, &row->change, &scratch);
    } else {
      rc = ml_state_watch(&s->tree, &row->change, &w.watch);
    }
  }
  ml_buf_free(&scratch);
  return rc;
}

int ml_stretch_load(MlConn *c, MlStretch *s, i64 upper, MlErr *e) {
  MlSnapshot snap;
  sqlite3_stmt *st;
  i64 at = ml_event_position(upper);
  stretch_empty(s);
  int rc = ml_snapshot_find(c, s->key, at - 1, &snap, &st, e);
  if (rc) return rc;
  at = ml_event_position(snap.place);
  rc = rows_gather(c, s, upper, at, e);
  int wanted = !rc && s->n_row && snap.place;
  int bad = wanted && !snap.by_reference ? base_apply(s, &snap.state[s->scope]) : SQLITE_OK;
  int rc2 = ml_snapshot_done(c, st, e);
  if (!rc) rc = rc2;
  if (!rc && wanted && snap.by_reference) rc = carried_apply(c, s, snap.place, e);
  if (rc) return rc;
  if (!bad) bad = rows_follow(s, snap.gap[s->scope] != 0, &at);
  if (bad == SQLITE_NOMEM) return ml_err_nomem(e);
  return bad ? row_broken(s->key, at, e) : SQLITE_OK;
}
