#include "verify_told.h"

#include "../data/mark.h"
#include "../data/path.h"
#include "../store/item.h"
#include "../store/large.h"
#include "../store/origin.h"

#include <stdlib.h>
#include <string.h>

/* A removal of a set, by a digest of key and name. */
typedef struct MlToldSet {
  MlUuid set;
  i64 seq;
} ToldSet;

/* Numbers of versions by the positions where they began, or ended. */
typedef struct Marks {
  MlCheckTable table;
  sqlite3_stmt *st;
  i64 at, number; /* the one at hand; at INT64_MAX: there is none */
} Marks;

/* Of a path in the row at hand. */
#define BEGAN 1 /* a version began there, and did not end at once */
#define ENDED 2 /* one ended */

typedef struct Pass {
  MlFacts *f;
  MlToldSets *sets;
  Marks begun, ended;
  int waits; /* changes are not emitted yet: what is not told of may be among them */
  MlTree told;
  MlText removed;
  MlRow row;
  i64 met;      /* versions of it */
  int imported; /* it came from elsewhere: what it says went may never have been here */
  MlBuf path, scratch;
} Pass;

/* ---- removals of sets ---- */

static int set_digest(MlText key, MlText set, MlUuid *digest) {
  static const MlUuid space = {{0}};
  MlBuf b = {0};
  ml_buf_text(&b, key);
  ml_buf_char(&b, 0);
  ml_buf_text(&b, set);
  int rc = b.rc;
  if (!rc) *digest = ml_uuid_named(&space, b.p, (size_t)b.n);
  ml_buf_free(&b);
  return rc;
}

static int by_set(const void *a, const void *b) {
  const ToldSet *x = a, *y = b;
  int order = memcmp(x->set.b, y->set.b, sizeof(x->set.b));
  if (order) return order;
  return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static int set_add(Pass *p, MlText set, MlErr *e) {
  MlToldSets *s = p->sets;
  if (s->n == s->cap) {
    i64 cap = s->cap ? s->cap * 2 : 64;
    ToldSet *a = sqlite3_realloc64(s->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    s->a = a;
    s->cap = cap;
  }
  s->a[s->n].seq = p->row.seq;
  return set_digest(p->row.key, set, &s->a[s->n++].set) ? ml_err_nomem(e) : SQLITE_OK;
}

i64 ml_verify_told_removal(const MlToldSets *sets, MlText key, MlText set, i64 begun, i64 ended) {
  ToldSet want = {.seq = begun};
  i64 low = 0, high = sets->n;
  if (!sets->n || set_digest(key, set, &want.set)) return 0;
  while (low < high) {
    i64 middle = low + (high - low) / 2;
    if (by_set(&sets->a[middle], &want) > 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  if (low == sets->n || memcmp(sets->a[low].set.b, want.set.b, sizeof(want.set.b)) != 0) return 0;
  return ended < 0 || sets->a[low].seq < ended ? sets->a[low].seq : 0;
}

/* ---- one row ---- */

static MlFaultAt at_row(const Pass *p, MlText path) {
  return (MlFaultAt){.key = p->row.key, .path = path, .seq = p->row.seq};
}

static int values_load(Pass *p, MlErr *e) {
  MlJsonScan s;
  for (ml_json_open(&s, p->row.value); ml_json_next(&s);) {
    MlText path = ml_json_bare(s.name, &p->scratch);
    if (!path.p && !p->scratch.rc) continue; /* that was told */
    if (path.p) path = ml_tree_keep(&p->told, path);
    MlNode *n = path.p && ml_path_fits(path) ? ml_tree_make(&p->told, path) : NULL;
    if (!path.p || (!n && ml_path_fits(path))) return ml_err_nomem(e);
    if (!n) continue;
    n->value = s.value;
    n->type = ml_json_type(s.value);
  }
  return SQLITE_OK;
}

/* Whether the row says that a set was removed. */
static int is_removed(Pass *p, MlText set) {
  MlJsonScan s;
  for (ml_json_open(&s, p->row.removed); ml_json_next(&s);) {
    MlText path = ml_json_bare(s.value, &p->scratch);
    if (path.p && ml_text_same(path, set)) return 1;
  }
  return 0;
}

static int removals_load(Pass *p, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, p->row.removed); !rc && ml_json_next(&s);) {
    MlText set = ml_json_bare(s.value, &p->scratch);
    if (set.p) rc = set_add(p, set, e);
  }
  return rc;
}

/* The path of a version's set (with_id 0), or of itself, in p->path. */
static int path_make(Pass *p, const MlItem *x, int with_id, MlErr *e) {
  ml_buf_cut(&p->path, 0);
  int rc = ml_path_add_name(&p->path, x->set, e);
  if (!rc && with_id) rc = ml_path_add_name(&p->path, x->id, e);
  if (rc == SQLITE_ERROR) ml_err_clear(e); /* it is no name: that is told of the version itself */
  return rc;
}

static int content_check(Pass *p, const MlItem *x, const MlNode *n, MlErr *e) {
  int same = 1;
  MlFaultAt at = at_row(p, n->path);
  if (ml_mark_is(n->value) || ml_mark_is(x->content)) return SQLITE_OK;
  if (ml_large_same(p->f->c, x->key, x->content, n->value, &same, e)) {
    return ml_facts_excuse(p->f, ML_FAULT_ITEM, &at, e);
  }
  if (same) return SQLITE_OK;
  return ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "version %lld has another content than the log says", x->version);
}

/* A version that began, or ended, with the row. */
static int version_check(Pass *p, const MlItem *x, int ended, MlErr *e) {
  int rc = path_make(p, x, 1, e);
  if (rc) return rc == SQLITE_ERROR ? SQLITE_OK : rc;
  MlText path = ml_buf_view(&p->path);
  MlFaultAt at = at_row(p, path);
  MlNode *n = ml_tree_find(&p->told, path);
  int told = ml_text_same(x->key, p->row.key) && n && n->type != ML_MISSING, at_once = x->begun == x->ended;
  if (told) n->flags |= ended ? ENDED : at_once ? 0 : BEGAN;
  if (told && !ended && !at_once && n->type == ML_NULL) told = 0;
  if (told) return ended || at_once ? SQLITE_OK : content_check(p, x, n, e);
  if ((ended || at_once) && ml_text_same(x->key, p->row.key)) {
    rc = path_make(p, x, 0, e);
    if (rc || is_removed(p, ml_buf_view(&p->path))) return rc;
    rc = path_make(p, x, 1, e);
    if (rc) return rc;
    at.path = ml_buf_view(&p->path);
  }
  return ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "version %lld %s at a row of the log that does not tell so",
                        x->version, ended ? "ended" : "began");
}

static int marks_next(Pass *p, Marks *m, MlErr *e) {
  int more;
  int rc = ml_check_step(&p->f->check, m->st, &more, e);
  m->at = !rc && more ? ml_check_number(m->st, 0) : INT64_MAX;
  if (m->at != INT64_MAX) m->number = ml_check_number(m->st, 1);
  return rc;
}

/* The version at hand is of no row of the log. */
static int marks_lost(Pass *p, const Marks *m, MlErr *e) {
  MlFaultAt at = {.seq = m->at};
  sqlite3_stmt *st;
  MlItem x;
  int found;
  if (m->at <= p->f->anchor.at.seq) return SQLITE_OK;
  int rc = ml_item_get(p->f->c, m->number, &x, &st, &found, e);
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_ITEM, &at, e);
  if (!found) return SQLITE_OK;
  at.key = x.key;
  at.path = x.set;
  rc = ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "version %lld of an item %s where the log has no update", x.version,
                      m->table == ML_CHECK_ENDED ? "ended" : "began");
  int rc2 = ml_item_done(p->f->c, st, e);
  return rc ? rc : rc2;
}

/* All versions of the row at hand, of those before it none. */
static int marks_take(Pass *p, Marks *m, i64 seq, MlErr *e) {
  int rc = SQLITE_OK;
  while (!rc && m->at <= seq && m->at != INT64_MAX) {
    sqlite3_stmt *st = NULL;
    MlItem x;
    int found = 0;
    p->met += m->at == seq;
    if (m->at < seq) {
      rc = marks_lost(p, m, e);
    } else if (ml_item_get(p->f->c, m->number, &x, &st, &found, e)) {
      rc = ml_facts_excuse(p->f, ML_FAULT_ITEM, NULL, e);
    } else if (found) {
      rc = version_check(p, &x, m->table == ML_CHECK_ENDED, e);
      int rc2 = ml_item_done(p->f->c, st, e);
      if (!rc) rc = rc2;
    }
    if (!rc) rc = marks_next(p, m, e);
  }
  return rc;
}

/* Whether another version of the item has the content, that came later, or was not let in: what an import brings may
** only wait here. */
static int waits_here(Pass *p, MlText set, MlText id, const MlNode *n, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  *yes = 0;
  if (!p->imported) return SQLITE_OK;
  int rc = ml_item_scan_past(p->f->c, p->row.key, set, id, (MlItemPast){ML_ITEM_ANY, 0}, &st, e);
  if (rc) return rc;
  while (!rc && more && !*yes) {
    rc = ml_item_next(p->f->c, st, &x, &more, e);
    if (rc || !more || (!x.admission.p && x.begun <= p->row.seq)) continue;
    *yes = ml_mark_is(n->value) || ml_mark_is(x.content);
    if (!*yes) rc = ml_large_same(p->f->c, x.key, x.content, n->value, yes, e);
  }
  int rc2 = ml_item_done(p->f->c, st, e);
  return rc ? rc : rc2;
}

static int stood_check(Pass *p, MlText set, MlText id, const MlNode *n, MlErr *e) {
  MlFaultAt at = at_row(p, n->path);
  sqlite3_stmt *st = NULL;
  MlItem x;
  int found = 0, waits = 0;
  int rc = waits_here(p, set, id, n, &waits, e);
  if (!rc && !waits) rc = ml_item_stood(p->f->c, p->row.key, set, id, p->row.seq, &x, &st, &found, e);
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_ITEM, &at, e);
  if (found) rc = content_check(p, &x, n, e);
  if (!rc && !found && !waits && !p->waits) {
    rc = ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "the log tells of a content, but no version of an item has it");
  }
  int rc2 = ml_item_done(p->f->c, st, e);
  return rc ? rc : rc2;
}

/* An item was given the content that it had: a version with it stood already. */
static int unchanged_check(Pass *p, const MlNode *n, MlErr *e) {
  MlFaultAt at = at_row(p, n->path);
  MlBuf names = {0};
  MlText name;
  i64 place = 0;
  int rc = SQLITE_OK;
  ml_path_next(n->path, &place, &name);
  ml_path_bare(name, &names);
  i64 set = names.n;
  int two = ml_path_next(n->path, &place, &name);
  if (two) ml_path_bare(name, &names);
  two = two && !ml_path_next(n->path, &place, &name);
  if (names.rc) {
    rc = ml_err_nomem(e);
  } else if (two) {
    rc = stood_check(p, (MlText){names.p, set}, (MlText){names.p + set, names.n - set}, n, e);
  } else if (!p->waits) {
    rc = ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "the log tells of a content, but no version of an item has it");
  }
  ml_buf_free(&names);
  return rc;
}

static int values_check(Pass *p, MlErr *e) {
  int rc = SQLITE_OK;
  MlNode *root = &p->told.root;
  for (const MlNode *n = ml_tree_walk(root, root); n && !rc; n = ml_tree_walk(root, n)) {
    MlFaultAt at = at_row(p, n->path);
    if (n->type == ML_MISSING || n->flags & BEGAN) continue;
    if (n->type == ML_NULL && !(n->flags & ENDED) && !p->imported) {
      rc = ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "the log tells that the item went, but no version ended there");
    } else if (n->type != ML_NULL) {
      rc = unchanged_check(p, n, e);
    }
  }
  return rc;
}

static int row_check(Pass *p, MlErr *e) {
  MlUuid id;
  p->met = 0;
  ml_tree_free(&p->told);
  int rc = values_load(p, e);
  if (!rc) rc = removals_load(p, e);
  if (!rc) rc = marks_take(p, &p->begun, p->row.seq, e);
  if (!rc) rc = marks_take(p, &p->ended, p->row.seq, e);
  if (!rc && ml_origin_of(p->f->c, p->row.seq, &id, &p->imported, e)) rc = ml_facts_excuse(p->f, ML_FAULT_ROW, NULL, e);
  /* One that was imported before there was long-term memory tells of items that never were here. */
  return rc || (p->imported && !p->met) ? rc : values_check(p, e);
}

/* ---- the log ---- */

static int rows_check(Pass *p, MlErr *e) {
  MlScan want = {.low = INT64_MIN, .high = INT64_MAX, .quiet = 1, .of_kind = 1, .kind = ML_KIND_LONG_TERM_UPDATE};
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_log_scan(p->f->c, &want, &st, e);
  while (!rc && more) {
    rc = ml_log_scan_next(p->f->c, st, &p->row, &more, e);
    if (rc && more) {
      ml_err_clear(e); /* that the row cannot be read was told */
      rc = SQLITE_OK;
    } else if (!rc && more && p->row.key.n) {
      rc = row_check(p, e);
    }
  }
  int rc2 = ml_log_done(p->f->c, st, e);
  if (!rc) rc = rc2;
  if (!rc) rc = marks_take(p, &p->begun, INT64_MAX, e);
  return rc ? rc : marks_take(p, &p->ended, INT64_MAX, e);
}

static int marks_begin(Pass *p, Marks *m, MlErr *e) {
  int rc = ml_check_begin(&p->f->check, m->table, (MlText){NULL, 0}, &m->st, e);
  return rc ? rc : marks_next(p, m, e);
}

int ml_verify_told_run(MlFacts *f, MlToldSets *sets, MlErr *e) {
  Pass p = {.f = f, .sets = sets, .begun = {.table = ML_CHECK_BEGUN}, .ended = {.table = ML_CHECK_ENDED}};
  p.waits = f->c->pending.now.emitted.n != f->c->pending.now.end.n;
  ml_tree_open(&p.told);
  int rc = marks_begin(&p, &p.begun, e);
  if (!rc) rc = marks_begin(&p, &p.ended, e);
  if (!rc) rc = rows_check(&p, e);
  ml_check_done(&f->check, p.begun.st);
  ml_check_done(&f->check, p.ended.st);
  ml_tree_free(&p.told);
  ml_buf_free(&p.path);
  ml_buf_free(&p.scratch);
  if (sets->n) qsort(sets->a, (size_t)sets->n, sizeof(*sets->a), by_set);
  return rc ? ml_facts_excuse(f, ML_FAULT_ITEM, NULL, e) : SQLITE_OK;
}
