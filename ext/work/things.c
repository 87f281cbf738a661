#include "things.h"

#include "../data/json.h"

static const struct {
  unsigned what;
  MlText type;
  const char *said;
} kinds[] = {
    {ML_A_RECORD, ML_TEXT("record"), "a record"},
    {ML_A_SOURCE, ML_TEXT("source"), "a source"},
    {ML_A_DECISION, ML_TEXT("decision"), "a decision"},
    {ML_A_TRANSFORMATION, ML_TEXT("transformation"), "a transformation"},
    {ML_A_RETRIEVAL, ML_TEXT("retrieval"), "a retrieval"},
    {ML_A_PLACEMENT, ML_TEXT("placement"), "a placement"},
    {ML_A_CLAIM, ML_TEXT("claim"), "a claim"},
    {ML_AN_ACTION, ML_TEXT("action"), "an action"},
    {ML_AN_EFFECT, ML_TEXT("effect"), "an effect"},
    {ML_A_CHANGE, ML_TEXT("change"), "a change"},
    {ML_A_PROOF, ML_TEXT("proof"), "a proof"},
    {ML_AN_EVENT, ML_TEXT(""), "an event"},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

void ml_things_name(unsigned what, MlBuf *out) {
  int left = 0, n = 0;
  for (size_t i = 0; i < KINDS; i++) left += (what & kinds[i].what) != 0;
  for (size_t i = 0; i < KINDS; i++) {
    if (!(what & kinds[i].what)) continue;
    ml_buf_puts(out, !n++ ? "" : left == 1 ? " or " : ", ");
    ml_buf_puts(out, kinds[i].said);
    left--;
  }
}

unsigned ml_things_of_type(MlText type) {
  for (size_t i = 0; i < KINDS; i++) {
    if (type.n && ml_text_same(type, kinds[i].type)) return kinds[i].what;
  }
  return 0;
}

static unsigned what_of(const MlSubject *s) {
  if (s->kind == ML_SUBJECT_RECORD) return ML_A_RECORD;
  if (s->kind == ML_SUBJECT_EVENT) return ML_AN_EVENT;
  return s->kind == ML_SUBJECT_ENTITY ? ml_things_of_type(s->type) : 0; /* a node of memory */
}

static int refuse(const char *who, const MlSubject *s, unsigned may, MlErr *e) {
  char show[ML_SUBJECT_SHOW];
  MlBuf said = {0};
  ml_things_name(may, &said);
  int rc = ml_err_buf(e, said.rc, "a message");
  if (!rc) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s: it must be %s", who, ml_subject_show(s, show), said.p);
  }
  ml_buf_free(&said);
  return rc;
}

/* Where no version was said the one that stands is meant: the newest may be a proposal. */
static int standing_find(MlConn *c, MlThing *x, MlErr *e) {
  sqlite3_stmt *st;
  MlItem item;
  int found;
  int rc = ml_item_find_standing(c, &x->id, &item, &st, &found, e);
  if (!rc && found) {
    x->version = item.version;
    x->number = item.number;
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int thing_put(MlThings *t, const MlThing *x, MlErr *e) {
  if (t->n == t->cap) {
    i64 cap = t->cap ? t->cap * 2 : 8;
    MlThing *a = sqlite3_realloc64(t->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    t->a = a;
    t->cap = cap;
  }
  t->a[t->n++] = *x;
  return SQLITE_OK;
}

static int subject_take(MlConn *c, const char *who, const MlSubject *s, unsigned may, MlThings *t, MlErr *e) {
  char show[ML_SUBJECT_SHOW];
  MlThing x = {.what = what_of(s), .id = s->id};
  if (!(x.what & may)) return refuse(who, s, may, e);
  int rc = SQLITE_OK;
  if (x.what == ML_A_RECORD) {
    x.version = s->version;
    x.number = s->number;
    if (!x.number) {
      return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s: its versions were pruned or forgotten", who,
                        ml_subject_show(s, show));
    }
    if (!s->named && !s->stands) rc = standing_find(c, &x, e);
  }
  if (!rc && !t->key.n) ml_buf_text(&t->key, ml_buf_view(&s->key));
  if (!rc && t->key.rc) rc = ml_err_nomem(e);
  return rc ? rc : thing_put(t, &x, e);
}

int ml_things_add(MlConn *c, const char *who, MlText given, unsigned may, MlThings *t, MlErr *e) {
  MlSubject s;
  if (t->n == ML_THINGS_MAX) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: more than %d references", who, ML_THINGS_MAX);
  }
  int rc = ml_subject_find(c, who, given, &s, e);
  if (!rc) rc = subject_take(c, who, &s, may, t, e);
  ml_subject_free(&s);
  return rc;
}

static int list_read(MlConn *c, const char *who, MlText json, unsigned may, MlThings *t, MlErr *e) {
  MlBuf text = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    MlType type = ml_json_type(s.value);
    MlText one = type == ML_STRING ? ml_json_bare(s.value, &text) : s.value;
    if (text.rc) {
      rc = ml_err_nomem(e);
    } else if (type != ML_STRING && type != ML_MAP) {
      rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: reference %lld: it is neither text nor a map", who, t->n);
    } else {
      rc = ml_things_add(c, who, one, may, t, e);
    }
  }
  ml_buf_free(&text);
  return rc;
}

int ml_things_read(MlConn *c, const char *who, MlText references, unsigned may, MlThings *t, MlErr *e) {
  MlBuf json = {0};
  MlText begin = ml_json_trim(references);
  if (!references.p) return SQLITE_OK;
  if (!begin.n || *begin.p != '[') return ml_things_add(c, who, references, may, t, e);
  int rc = ml_json_read(references, who, &json, e);
  if (!rc) rc = list_read(c, who, ml_buf_view(&json), may, t, e);
  ml_buf_free(&json);
  return rc;
}

void ml_things_free(MlThings *t) {
  sqlite3_free(t->a);
  ml_buf_free(&t->key);
  *t = (MlThings){0};
}
