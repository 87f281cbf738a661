#include "judged.h"

#include "json.h"
#include "similar.h"

#include <string.h>

#define IMPORTANCE 5 /* where it is not said */

/* Texts that items borrow, all owned. */
typedef struct MlJudgedText {
  struct MlJudgedText *next;
  char z[];
} MlJudgedText;

void ml_judged_free(MlJudgement *j) {
  while (j->text) {
    MlJudgedText *next = j->text->next;
    sqlite3_free(j->text);
    j->text = next;
  }
  sqlite3_free(j->a);
  *j = (MlJudgement){0};
}

static int text_keep(MlJudgement *j, MlText *t) {
  MlJudgedText *x = sqlite3_malloc64(sizeof(*x) + (u64)t->n + 1);
  if (!x) return SQLITE_NOMEM;
  x->next = j->text;
  j->text = x;
  if (t->n) memcpy(x->z, t->p, (size_t)t->n);
  x->z[t->n] = 0;
  t->p = x->z;
  return SQLITE_OK;
}

/* ---- texts ---- */

static int is_blank(u32 c) {
  return c <= ' ' || c == 0xa0 || c == 0x3000 || c == 0xfeff || (c >= 0x2000 && c <= 0x200b);
}

MlText ml_judged_trim(MlText t) {
  i64 end = 0, begin = -1;
  for (i64 i = 0; i < t.n;) {
    i64 at = i;
    if (is_blank(ml_similar_char(t, &i))) continue;
    if (begin < 0) begin = at;
    end = i;
  }
  return begin < 0 ? (MlText){t.p, 0} : (MlText){t.p + begin, end - begin};
}

MlText ml_judged_cut(MlText t, i64 n) {
  i64 i = 0;
  while (i < t.n && n-- > 0) ml_similar_char(t, &i);
  return (MlText){t.p, i};
}

MlText ml_judged_kind(MlText category) {
  if (ml_text_same(category, ML_TEXT("preference"))) return ML_TEXT("preference");
  if (ml_text_same(category, ML_TEXT("task"))) return ML_TEXT("episodic");
  return ml_text_same(category, ML_TEXT("agreement")) ? ML_TEXT("procedural") : ML_TEXT("semantic");
}

int ml_judged_add(MlJudgement *j, const MlJudged *x) {
  MlJudged item = *x;
  item.content = ml_judged_trim(ml_judged_cut(ml_judged_trim(x->content), ML_JUDGED_CHARS));
  if (!item.content.n) {
    j->dropped++;
    return SQLITE_OK;
  }
  if (j->n >= ML_JUDGED_MOST) return SQLITE_TOOBIG;
  if (j->n == j->cap) {
    i64 cap = j->cap ? j->cap * 2 : 8;
    MlJudged *a = sqlite3_realloc64(j->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    j->a = a;
    j->cap = cap;
  }
  if (text_keep(j, &item.content)) return SQLITE_NOMEM;
  if (item.supersedes.p && text_keep(j, &item.supersedes)) return SQLITE_NOMEM;
  j->a[j->n++] = item;
  return SQLITE_OK;
}

/* ---- JSON ---- */

/* The members of an item. The last is for the judge's own use. */
enum { CONTENT, SCOPE, KIND, CATEGORY, IMPORTANT, ACTION, SUPERSEDES, SENSITIVITY, REASON, MEMBERS };
static const char *const members[MEMBERS] = {"content", "scope",      "kind",        "category", "importance",
                                             "action",  "supersedes", "sensitivity", "reason"};

/* Words of a member, with zero as their end. */
static const char *const scopes[] = {"user", "agent", NULL};
static const char *const categories[] = {"identity", "preference", "fact", "task", "agreement", NULL};
static const char *const actions[] = {"store", "skip", "supersede", NULL};
static const char *const kinds[] = {"episodic", "semantic", "procedural", "preference", "skill", "tool", "file", NULL};

typedef struct Read {
  MlJudgement *j;
  i64 number; /* of the item, from 1 */
  MlBuf name, content;
  MlErr *e;
} Read;

static int item_refuse(Read *r, int member, const char *why) {
  return ml_err_set(r->e, SQLITE_ERROR, "memlog: judged: item %lld: %s: %s", r->number, members[member], why);
}

/* One of some words: its number; -1, with an error, for anything else. */
static int word_read(Read *r, int member, MlText json, const char *const *words) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  for (int i = 0; words[i]; i++) {
    size_t n = strlen(words[i]);
    if (*json.p == '"' && json.n == (i64)n + 2 && !memcmp(json.p + 1, words[i], n)) return i;
  }
  for (int i = 0; words[i]; i++) {
    ml_buf_puts(&all, i ? ", " : "");
    ml_buf_puts(&all, words[i]);
  }
  if (!ml_err_buf(r->e, all.rc, "judged items")) {
    ml_err_set(r->e, SQLITE_ERROR, "memlog: judged: item %lld: %s: it is one of %s, not %s", r->number, members[member],
               all.p, ml_err_show(show, json));
  }
  ml_buf_free(&all);
  return -1;
}

static int number_read(Read *r, int member, MlText json, i64 low, i64 *v) {
  double real;
  int is_number = ml_json_get_integer(json, v);
  if (!is_number && ml_json_get_real(json, &real) && real >= 0 && real <= 10 && real == (double)(i64)real) {
    *v = (i64)real;
    is_number = 1;
  }
  if (is_number && *v >= low && *v <= 10) return SQLITE_OK;
  return item_refuse(r, member, low ? "it is a whole number from 1 to 10" : "it is a whole number from 0 to 10");
}

static int ids_check(Read *r, MlText json) {
  MlJsonScan s;
  i64 n = 0;
  int good = ml_json_type(json) == ML_ARRAY;
  for (ml_json_open(&s, json); good && ml_json_next(&s); n++) good = ml_json_type(s.value) == ML_STRING;
  if (good && n <= ML_JUDGED_MOST) return SQLITE_OK;
  return item_refuse(r, SUPERSEDES, good ? "there are more than 1000 ids" : "it is an array of ids");
}

/* What an item says of the rest once its content and category are known. */
static int words_take(Read *r, MlText *m, MlJudged *x) {
  int which = 0;
  x->category = ML_TEXT("fact");
  if (m[CATEGORY].p) {
    which = word_read(r, CATEGORY, m[CATEGORY], categories);
    if (which >= 0) x->category = ml_text_of(categories[which]);
  }
  x->kind = ml_judged_kind(x->category);
  if (which >= 0 && m[KIND].p) {
    which = word_read(r, KIND, m[KIND], kinds);
    if (which >= 0) x->kind = ml_text_of(kinds[which]);
  }
  if (which >= 0 && m[SCOPE].p) {
    which = word_read(r, SCOPE, m[SCOPE], scopes);
    x->agent = which == 1;
  }
  if (which >= 0 && m[ACTION].p) {
    which = word_read(r, ACTION, m[ACTION], actions);
    x->verdict = (MlVerdict)(ML_VERDICT_STORE + which);
  }
  return which < 0 ? r->e->rc : SQLITE_OK;
}

static int verdict_check(Read *r, MlJudged *x) {
  MlJsonScan s;
  ml_json_open(&s, x->supersedes);
  int some = ml_json_next(&s);
  if (!some) x->supersedes = (MlText){NULL, 0};
  if (some && x->verdict == ML_VERDICT_SKIP) return item_refuse(r, SUPERSEDES, "what is skipped supersedes nothing");
  if (some) x->verdict = ML_VERDICT_SUPERSEDE;
  if (x->verdict != ML_VERDICT_SUPERSEDE || some) return SQLITE_OK;
  return item_refuse(r, SUPERSEDES, "the ids of what is superseded are missing");
}

static int content_read(Read *r, MlText json, MlText *content) {
  *content = ML_TEXT("");
  if (!json.p) return SQLITE_OK;
  if (ml_json_type(json) != ML_STRING) return item_refuse(r, CONTENT, "it must be text");
  *content = ml_json_bare(json, &r->content);
  if (!content->p) return r->content.rc ? ml_err_nomem(r->e) : item_refuse(r, CONTENT, "it is damaged");
  return memchr(content->p, 0, (size_t)content->n) ? item_refuse(r, CONTENT, "it holds NUL") : SQLITE_OK;
}

/* Sorts the members of an item; null is as if it were not there. */
static int members_sort(Read *r, MlText json, MlText m[MEMBERS]) {
  char show[ML_ERR_SHOW];
  MlJsonScan s;
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    MlText name = ml_json_bare(s.name, &r->name);
    int i = 0;
    while (i < MEMBERS && !(name.n == (i64)strlen(members[i]) && !memcmp(name.p, members[i], (size_t)name.n))) i++;
    if (r->name.rc) return ml_err_nomem(r->e);
    if (i == MEMBERS) {
      return ml_err_set(
          r->e, SQLITE_ERROR,
          "memlog: judged: item %lld: %s: there is no such member; there are content, scope, kind, category, "
          "importance, action, supersedes, sensitivity, reason",
          r->number, ml_err_show(show, name));
    }
    if (ml_json_type(s.value) != ML_NULL) m[i] = s.value;
  }
  return s.rc ? ml_err_set(r->e, s.rc, "memlog: judged: item %lld: it is damaged", r->number) : SQLITE_OK;
}

static int item_read(Read *r, MlText json) {
  MlText m[MEMBERS] = {0};
  MlJudged x = {.importance = IMPORTANCE, .sensitivity = -1, .position = -1};
  if (ml_json_type(json) != ML_MAP) {
    return ml_err_set(r->e, SQLITE_ERROR, "memlog: judged: item %lld: it is no map", r->number);
  }
  int rc = members_sort(r, json, m);
  if (!rc) rc = content_read(r, m[CONTENT], &x.content);
  if (!rc) rc = words_take(r, m, &x);
  if (!rc && m[IMPORTANT].p) rc = number_read(r, IMPORTANT, m[IMPORTANT], 1, &x.importance);
  if (!rc && m[SENSITIVITY].p) rc = number_read(r, SENSITIVITY, m[SENSITIVITY], 0, &x.sensitivity);
  if (!rc && m[SUPERSEDES].p) rc = ids_check(r, m[SUPERSEDES]);
  x.supersedes = m[SUPERSEDES];
  if (!rc) rc = verdict_check(r, &x);
  if (!rc) rc = ml_judged_add(r->j, &x);
  if (rc == SQLITE_TOOBIG) rc = ml_err_set(r->e, rc, "memlog: judged: there are more than 1000 items");
  return rc == SQLITE_NOMEM ? ml_err_nomem(r->e) : rc;
}

int ml_judged_read(MlText json, MlJudgement *j, MlErr *e) {
  Read r = {.j = j, .e = e};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (ml_json_type(json) != ML_ARRAY) return ml_err_set(e, SQLITE_ERROR, "memlog: judged: it is no array of items");
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    r.number++;
    rc = item_read(&r, s.value);
  }
  if (!rc && s.rc) rc = ml_err_set(e, s.rc, "memlog: judged: it is damaged");
  ml_buf_free(&r.name);
  ml_buf_free(&r.content);
  return rc;
}
