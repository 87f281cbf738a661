#include "line_item.h"

#include "clock.h"
#include "expiry.h"
#include "given.h"
#include "mark.h"
#include "member.h"
#include "path.h"

#include <string.h>

enum {
  PATH,
  KIND,
  CATEGORY,
  SOURCE,
  LOCATION,
  CREATOR,
  WORDS,
  CONTENT = WORDS,
  RECORD,
  METADATA,
  ENDED,
  DECIDED,
  VERSION,
  IMPORTANCE,
  VALID_FROM,
  VALID_TO,
  EXPIRES,
  SENSITIVITY,
  CREATED,
  AT,
  BEGUN,
  MEMBERS
};
static const MlMemberName members[MEMBERS] = {
    {"path", NULL},    {"kind", NULL},        {"category", NULL},   {"source", NULL},     {"location", NULL},
    {"creator", NULL}, {"content", NULL},     {"record", NULL},     {"metadata", NULL},   {"ended", NULL},
    {"decided", NULL}, {"version", NULL},     {"importance", NULL}, {"valid_from", NULL}, {"valid_to", NULL},
    {"expires", NULL}, {"sensitivity", NULL}, {"created", NULL},    {"at", NULL},         {"begun", NULL},
};

static int item_refuse(int member, const char *why, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: line: memlog.items: %s: %s", members[member].name, why);
}

/* text has room for all of them: it does not move. */
static int words_read(const MlText *m, MlLineItem *x, MlBuf *text, MlErr *e) {
  MlText *const to[WORDS] = {&x->path, &x->kind, &x->category, &x->source, &x->location, &x->creator};
  for (int i = 0; i < WORDS; i++) {
    i64 from = text->n;
    if (!m[i].p) continue;
    if (!ml_member_is(m[i], ML_STRING)) return item_refuse(i, "it is no string", e);
    if (ml_json_get_string(m[i], text)) return ml_err_nomem(e);
    *to[i] = (MlText){text->p + from, text->n - from};
    if (!to[i]->n || memchr(to[i]->p, 0, (size_t)to[i]->n)) return item_refuse(i, "it is empty, or holds a NUL", e);
  }
  if (x->kind.p && !ml_given_is_kind(x->kind)) return item_refuse(KIND, "there is no such kind", e);
  return SQLITE_OK;
}

static int numbers_read(const MlText *m, MlLineItem *x, MlErr *e) {
  const struct {
    i64 *to, low, high, without;
  } number[] = {
      [VERSION] = {&x->version, 1, ML_MEMBER_MAX, 0},
      [IMPORTANCE] = {&x->importance, 1, 10, 0},
      [VALID_FROM] = {&x->valid_from, -ML_TIME_MAX, ML_TIME_MAX, ML_LINE_ITEM_OPEN},
      [VALID_TO] = {&x->valid_to, -ML_TIME_MAX, ML_TIME_MAX, ML_LINE_ITEM_OPEN},
      [EXPIRES] = {&x->expires, 1, ML_EXPIRES_MAX, 0},
      [SENSITIVITY] = {&x->sensitivity, 0, 10, 0},
      [CREATED] = {&x->created, 0, ML_TIME_MAX, -1},
      [AT] = {&x->at, 0, ML_TIME_MAX, -1},
      [BEGUN] = {&x->begun, 1, ML_MEMBER_MAX, 0},
  };
  for (int i = VERSION; i < MEMBERS; i++) {
    *number[i].to = number[i].without;
    if (!m[i].p) continue;
    int is = ml_member_is(m[i], ML_INTEGER) && ml_json_get_integer(m[i], number[i].to);
    if (!is || *number[i].to < number[i].low || *number[i].to > number[i].high) {
      return item_refuse(i, "it is no integer, or out of range", e);
    }
  }
  if (x->valid_from != ML_LINE_ITEM_OPEN && x->valid_to != ML_LINE_ITEM_OPEN && x->valid_to <= x->valid_from) {
    return item_refuse(VALID_TO, "it is not after valid_from", e);
  }
  return SQLITE_OK;
}

/* The path is canonical, of a set and an id. */
static int path_check(MlText path, MlErr *e) {
  MlBuf canonical = {0};
  MlErr why = {0};
  MlText name;
  i64 at = 0;
  int names = 0;
  int right = path.p && !ml_path_read(path, &canonical, &why) && ml_text_same(ml_buf_view(&canonical), path);
  ml_err_clear(&why);
  while (right && ml_path_next(path, &at, &name)) names += name.n == 2 && name.p[0] == '"' ? 3 : 1; /* none is empty */
  int rc = canonical.rc ? ml_err_nomem(e) : SQLITE_OK;
  ml_buf_free(&canonical);
  return rc || names == 2 ? rc : item_refuse(PATH, "it is no path of a set and an id", e);
}

int ml_line_item_read(MlText json, MlLineItem *x, MlBuf *text, MlErr *e) {
  MlText m[MEMBERS] = {{NULL, 0}};
  MlBuf rest = {0};
  u8 has = 0;
  *x = (MlLineItem){.version = 0};
  ml_buf_cut(text, 0);
  if (!ml_member_is(json, ML_MAP)) return ml_member_refuse(e, "memlog.items", "what is in it is no map");
  ml_member_sort(json, members, MEMBERS, m, &rest);
  int unknown = rest.n > 0, rc = rest.rc ? ml_err_nomem(e) : SQLITE_OK;
  ml_buf_free(&rest);
  if (rc) return rc;
  if (unknown) return ml_member_refuse(e, "memlog.items", "an item has a member that is not known");
  ml_member_drop_null(m, MEMBERS);
  if (!ml_buf_room(text, json.n)) return ml_err_nomem(e);
  rc = words_read(m, x, text, e);
  if (!rc) rc = numbers_read(m, x, e);
  if (!rc) rc = path_check(x->path, e);
  if (!rc) rc = ml_member_uuid(m[RECORD], "memlog.items: record", &x->record, &has, e);
  if (!rc) rc = ml_member_truth(m[ENDED], "memlog.items: ended", &x->ended, e);
  if (!rc) rc = ml_member_truth(m[DECIDED], "memlog.items: decided", &x->decided, e);
  if (rc) return rc;
  if (!has || !x->version || x->created < 0 || x->at < 0) {
    return ml_member_refuse(e, "memlog.items", "an item has no record, version, created or at");
  }
  x->metadata = m[METADATA];
  x->content = m[CONTENT];
  if (x->metadata.p && (!ml_member_is(x->metadata, ML_MAP) || ml_mark_is(x->metadata))) {
    return item_refuse(METADATA, "it is no map", e);
  }
  return SQLITE_OK;
}
