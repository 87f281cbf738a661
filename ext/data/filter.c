#include "filter.h"

#include "json.h"
#include "path.h"

#include <string.h>

typedef enum Operator { EQ, NE, GT, GTE, LT, LTE, IN, NIN, EXISTS, CONTAINS, OPERATORS } Operator;

static const char *const operators[OPERATORS] = {"eq",  "ne", "gt",  "gte",    "lt",
                                                 "lte", "in", "nin", "exists", "contains"};

struct MlCondition {
  i64 path, n_path; /* where it stands in paths */
  Operator op;
  MlText value;
};

/* ---- numbers ---- */

/* An integer beside a real that is no integer of 64 bits, or is none at all: exact, where a double would round. */
static int compare_mixed(i64 i, double r) {
  if (r < -9223372036854775808.0) return 1;
  if (r >= 9223372036854775808.0) return -1;
  i64 whole = (i64)r; /* toward zero */
  if (i != whole) return i < whole ? -1 : 1;
  double rest = r - (double)whole;
  return rest > 0 ? -1 : rest < 0;
}

/* -1, 0, 1; 0 in *ok if one of them is no number. */
static int compare_numbers(MlText a, MlText b, int *ok) {
  i64 i = 0, j = 0;
  double r = 0, s = 0;
  int a_whole = ml_json_get_integer(a, &i), b_whole = ml_json_get_integer(b, &j);
  *ok = (a_whole || ml_json_get_real(a, &r)) && (b_whole || ml_json_get_real(b, &s));
  if (!*ok) return 0;
  if (a_whole && b_whole) return i < j ? -1 : i > j;
  if (a_whole) return compare_mixed(i, s);
  if (b_whole) return -compare_mixed(j, r);
  return r < s ? -1 : r > s;
}

static int is_number(MlType t) { return t == ML_INTEGER || t == ML_REAL; }

/* ---- equal ---- */

/* The member of a map with this name (a JSON string in canonical form); {NULL,0}: it has none. */
static int member_find(MlText map, MlText name, MlText *value) {
  MlJsonScan s;
  *value = (MlText){NULL, 0};
  for (ml_json_open(&s, map); ml_json_next(&s);) {
    if (ml_text_same(s.name, name)) *value = s.value;
  }
  return s.rc;
}

static int count_members(MlText json, i64 *n) {
  MlJsonScan s;
  *n = 0;
  for (ml_json_open(&s, json); ml_json_next(&s);) ++*n;
  return s.rc;
}

/* Whether two values are the same, as eq has it. SQLITE_CORRUPT: one of them is no JSON. */
static int value_same(MlText a, MlText b, int *same);

static int maps_same(MlText a, MlText b, int *same) {
  MlJsonScan s;
  MlText other;
  i64 n, m;
  int rc = count_members(a, &n);
  if (!rc) rc = count_members(b, &m);
  if (rc) return rc;
  *same = n == m;
  for (ml_json_open(&s, a); *same && !rc && ml_json_next(&s);) {
    rc = member_find(b, s.name, &other);
    if (!rc && !other.p) *same = 0;
    if (!rc && other.p) rc = value_same(s.value, other, same);
  }
  return rc;
}

static int arrays_same(MlText a, MlText b, int *same) {
  MlJsonScan s, t;
  int rc = SQLITE_OK;
  ml_json_open(&s, a);
  ml_json_open(&t, b);
  *same = 1;
  while (*same && !rc) {
    int more = ml_json_next(&s);
    if (more != ml_json_next(&t)) *same = 0;
    if (s.rc || t.rc) return SQLITE_CORRUPT;
    if (!more) break;
    if (*same) rc = value_same(s.value, t.value, same);
  }
  return rc;
}

/* Recursion no deeper than the scanner takes: it finds no end of what is nested deeper. */
static int value_same(MlText a, MlText b, int *same) {
  MlType t = ml_json_type(a), u = ml_json_type(b);
  *same = 0;
  if (t == ML_MISSING || u == ML_MISSING) return SQLITE_CORRUPT;
  if (is_number(t) && is_number(u)) {
    int ok, order = compare_numbers(a, b, &ok);
    *same = ok && order == 0;
    return ok ? SQLITE_OK : SQLITE_CORRUPT;
  }
  if (t != u) return SQLITE_OK;
  if (t == ML_MAP) return maps_same(a, b, same);
  if (t == ML_ARRAY) return arrays_same(a, b, same);
  *same = ml_text_same(a, b); /* canonical: a text is written in one way only */
  return SQLITE_OK;
}

/* ---- operators ---- */

static int element_same(MlText array, MlText value, int *found) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  *found = 0;
  for (ml_json_open(&s, array); !*found && !rc && ml_json_next(&s);) rc = value_same(s.value, value, found);
  return rc ? rc : s.rc;
}

/* The bytes of two strings. The second stands in scratch, behind the first. */
static int bare_pair(MlText a, MlText b, MlBuf *scratch, MlText *x, MlText *y) {
  ml_buf_cut(scratch, 0);
  int rc = ml_json_get_string(a, scratch);
  i64 n = scratch->n;
  if (!rc) rc = ml_json_get_string(b, scratch);
  if (rc) return rc;
  *x = (MlText){ml_buf_view(scratch).p, n};
  *y = (MlText){ml_buf_view(scratch).p + n, scratch->n - n};
  return SQLITE_OK;
}

static int order_holds(Operator op, int order) {
  switch (op) {
  case GT:
    return order > 0;
  case GTE:
    return order >= 0;
  case LT:
    return order < 0;
  default:
    return order <= 0;
  }
}

static int order_test(const MlCondition *k, MlText value, MlBuf *scratch, int *holds) {
  MlType t = ml_json_type(value), u = ml_json_type(k->value);
  *holds = 0;
  if (is_number(t) && is_number(u)) {
    int ok, order = compare_numbers(value, k->value, &ok);
    *holds = ok && order_holds(k->op, order);
    return ok ? SQLITE_OK : SQLITE_CORRUPT;
  }
  if (t != ML_STRING || u != ML_STRING) return SQLITE_OK;
  MlText x, y;
  int rc = bare_pair(value, k->value, scratch, &x, &y);
  if (!rc) *holds = order_holds(k->op, ml_text_compare(x, y));
  return rc;
}

static int text_within(MlText all, MlText part) {
  for (i64 i = 0; i + part.n <= all.n; i++) {
    if (!part.n || memcmp(all.p + i, part.p, (size_t)part.n) == 0) return 1;
  }
  return 0;
}

static int contains_test(const MlCondition *k, MlText value, MlBuf *scratch, int *holds) {
  MlType t = ml_json_type(value);
  *holds = 0;
  if (t == ML_ARRAY) return element_same(value, k->value, holds);
  if (t != ML_STRING || ml_json_type(k->value) != ML_STRING) return SQLITE_OK;
  MlText x, y;
  int rc = bare_pair(value, k->value, scratch, &x, &y);
  if (!rc) *holds = text_within(x, y);
  return rc;
}

/* value {NULL,0}: the path leads to nothing. */
static int condition_test(const MlCondition *k, MlText value, MlBuf *scratch, int *holds) {
  int rc = SQLITE_OK, found = 0;
  if (k->op == EXISTS) {
    *holds = (value.p != NULL) == (ml_json_type(k->value) == ML_TRUE);
    return SQLITE_OK;
  }
  if (!value.p) {
    *holds = k->op == NE || k->op == NIN;
    return SQLITE_OK;
  }
  switch (k->op) {
  case EQ:
  case NE:
    rc = value_same(value, k->value, &found);
    *holds = found == (k->op == EQ);
    return rc;
  case IN:
  case NIN:
    rc = element_same(k->value, value, &found);
    *holds = found == (k->op == IN);
    return rc;
  case CONTAINS:
    return contains_test(k, value, scratch, holds);
  default:
    return order_test(k, value, scratch, holds);
  }
}

/* ---- matching ---- */

MlText ml_filter_path(const MlFilter *f, i64 condition) {
  const MlCondition *k = &f->a[condition];
  return (MlText){ml_buf_view(&f->paths).p + k->path, k->n_path};
}

/* What stands at a path of the metadata, through maps; {NULL,0}: nothing does. */
static int path_follow(MlText metadata, MlText path, MlBuf *scratch, MlText *value) {
  MlText name;
  int rc = SQLITE_OK;
  *value = metadata;
  for (i64 at = 0; !rc && value->p && ml_path_next(path, &at, &name);) {
    MlBuf bare = {0};
    MlText map = *value;
    ml_buf_cut(scratch, 0);
    ml_path_bare(name, &bare);
    ml_json_put_string(scratch, ml_buf_view(&bare));
    rc = bare.rc ? bare.rc : scratch->rc;
    *value = (MlText){NULL, 0};
    if (!rc && ml_json_type(map) == ML_MAP) rc = member_find(map, ml_buf_view(scratch), value);
    ml_buf_free(&bare);
  }
  return rc;
}

int ml_filter_match(const MlFilter *f, MlText metadata, MlBuf *scratch, i64 *fails, MlErr *e) {
  int rc = SQLITE_OK;
  *fails = -1;
  for (i64 i = 0; i < f->n && *fails < 0 && !rc; i++) {
    MlText value;
    int holds = 0;
    rc = path_follow(metadata, ml_filter_path(f, i), scratch, &value);
    if (!rc) rc = condition_test(&f->a[i], value, scratch, &holds);
    if (!rc && !holds) *fails = i;
  }
  if (!rc) return SQLITE_OK;
  if (rc == SQLITE_CORRUPT) return ml_err_set(e, rc, "memlog: items: the metadata of one is no JSON");
  return ml_err_buf(e, rc, "a value of metadata");
}

/* ---- reading ---- */

static int condition_refuse(const char *who, MlText path, const char *what, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: filter %s: %s%s", who, ml_err_show(show, path), what, why);
}

static int operator_find(const char *who, MlText path, MlText name, Operator *op, MlErr *e) {
  char show[ML_ERR_SHOW], list[120] = "";
  for (int i = 0; i < OPERATORS; i++) {
    if (ml_text_is(name, operators[i])) {
      *op = (Operator)i;
      return SQLITE_OK;
    }
    size_t n = strlen(list);
    sqlite3_snprintf((int)(sizeof(list) - n), list + n, "%s%s", i ? ", " : "", operators[i]);
  }
  char why[ML_ERR_SHOW + 160];
  sqlite3_snprintf(sizeof(why), why, "operator %s: there is no such operator; there are %s", ml_err_show(show, name),
                   list);
  return condition_refuse(who, path, why, "", e);
}

/* What an operator takes. NULL, or what is wrong. */
static const char *operand_wrong(Operator op, MlText value) {
  MlType t = ml_json_type(value);
  switch (op) {
  case GT:
  case GTE:
  case LT:
  case LTE:
    return is_number(t) || t == ML_STRING ? NULL : " takes a number or a text";
  case IN:
  case NIN:
    return t == ML_ARRAY ? NULL : " takes an array";
  case EXISTS:
    return t == ML_TRUE || t == ML_FALSE ? NULL : " takes true or false";
  default:
    return NULL;
  }
}

static int condition_add(MlFilter *f, i64 path, Operator op, MlText value, MlErr *e) {
  if (f->n == f->cap) {
    i64 cap = f->cap ? 2 * f->cap : 8;
    MlCondition *a = sqlite3_realloc64(f->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    f->a = a;
    f->cap = cap;
  }
  f->a[f->n++] = (MlCondition){path, f->paths.n - path, op, value};
  return SQLITE_OK;
}

/* The tests of one path: a map of operators, or what it must equal. */
static int tests_read(const char *who, MlFilter *f, i64 path, MlText tests, MlErr *e) {
  MlText shown = {ml_buf_view(&f->paths).p + path, f->paths.n - path};
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (ml_json_type(tests) != ML_MAP) return condition_add(f, path, EQ, tests, e);
  i64 n = f->n;
  for (ml_json_open(&s, tests); !rc && ml_json_next(&s);) {
    Operator op = EQ;
    rc = operator_find(who, shown, (MlText){s.name.p + 1, s.name.n - 2}, &op, e);
    const char *wrong = rc ? NULL : operand_wrong(op, s.value);
    if (wrong) rc = condition_refuse(who, shown, operators[op], wrong, e);
    if (!rc) rc = condition_add(f, path, op, s.value, e);
  }
  if (rc || f->n > n) return rc;
  return condition_refuse(who, shown, "a map of operators is empty", "; one equals a map by {\"eq\": {…}}", e);
}

int ml_filter_read(const char *who, MlText json, MlFilter *f, MlErr *e) {
  MlJsonScan s;
  MlBuf name = {0};
  int rc = SQLITE_OK;
  if (ml_json_type(json) != ML_MAP)
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: filter: it must be a JSON map", who);
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) {
    i64 path = f->paths.n;
    ml_buf_cut(&name, 0);
    rc = ml_json_get_string(s.name, &name);
    if (rc) {
      ml_err_nomem(e);
      break;
    }
    rc = ml_path_read(ml_buf_view(&name), &f->paths, e);
    if (!rc) rc = ml_err_buf(e, f->paths.rc, "paths");
    if (!rc && f->paths.n == path) rc = condition_refuse(who, ml_buf_view(&name), "the path", " is empty", e);
    if (!rc) rc = tests_read(who, f, path, s.value, e);
  }
  ml_buf_free(&name);
  if (!rc && s.rc) rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: filter: it is not JSON", who);
  return rc;
}

void ml_filter_free(MlFilter *f) {
  sqlite3_free(f->a);
  ml_buf_free(&f->paths);
  *f = (MlFilter){0};
}
