#include "verify_memory.h"

#include "../data/path.h"
#include "../store/large.h"
#include "../store/meta.h"

#include <string.h>

/* A key while its rows go by. */
typedef struct Pass {
  MlFacts *f;
  MlKeyFacts *k; /* NULL: before the first */
  MlTree live[ML_SCOPES];
  u8 headless;           /* no head was met */
  struct Counts *counts; /* of the lists met whose rows count (owned) */
  i64 n_counts, cap_counts;
  sqlite3_stmt *cells;
} Pass;

/* ---- cells ---- */

/* Where a list's bounds are kept until its elements have been met. */
#define LIST_FIRST(n) ((n)->order[1])
#define LIST_LAST(n)  ((n)->order[2])

/* A list, and what its row counts. */
typedef struct Counts {
  const MlNode *list;
  i64 counted, weighed;
} Counts;

static int counts_keep(Pass *p, const MlNode *n, const MlListRow *row, MlErr *e) {
  if (!row->counted) return SQLITE_OK;
  if (p->n_counts == p->cap_counts) {
    i64 cap = p->cap_counts ? p->cap_counts * 2 : 16;
    Counts *a = sqlite3_realloc64(p->counts, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    p->counts = a;
    p->cap_counts = cap;
  }
  p->counts[p->n_counts++] = (Counts){n, row->counted, row->weighed};
  return SQLITE_OK;
}

static int rows_check(Pass *p, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < p->n_counts && !rc; i++) {
    const Counts *x = &p->counts[i];
    i64 count = 0, bytes = 0;
    for (const MlNode *n = x->list->child; n; n = n->next, count++) bytes += ml_large_bytes(n->value);
    MlFaultAt at = {.key = p->k->key, .path = x->list->path};
    if (count != x->counted - 1) {
      rc = ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "it counts %lld elements, and has %lld", x->counted - 1, count);
    } else if (x->weighed && bytes != x->weighed - 1) {
      rc = ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "it counts %lld bytes in its elements, and has %lld",
                          x->weighed - 1, bytes);
    }
  }
  p->n_counts = 0;
  return rc;
}

static int cell_keep(Pass *p, MlTree *t, const MlCheckCell *x, MlErr *e) {
  MlText path = ml_tree_keep(t, x->path);
  MlNode *n = path.p ? ml_tree_make(t, path) : NULL;
  if (!n) return ml_err_nomem(e);
  ml_tree_date(t, n, x->cell.expires);
  if (x->cell.kind == ML_CELL_OBJECT) {
    n->type = ML_OBJECT;
  } else if (x->cell.kind == ML_CELL_LIST) {
    n->type = ML_LIST;
    n->next_index = x->cell.list.next;
    LIST_FIRST(n) = x->cell.list.first;
    LIST_LAST(n) = x->cell.list.last;
    return counts_keep(p, n, &x->cell.list, e);
  } else {
    n->value = ml_tree_keep(t, x->cell.value);
    if (!n->value.p) return ml_err_nomem(e);
    n->type = ml_json_type(n->value);
    MlFaultAt at = {.key = x->key, .path = x->path};
    if (!ml_facts_value(p->f, n->value)) {
      return ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "its value is not JSON as memlog writes it");
    }
    const char *wrong = ml_facts_large(p->f, x->key, n->value);
    if (wrong) return ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "%s", wrong);
  }
  return SQLITE_OK;
}

static int cell_check(Pass *p, const MlCheckCell *x, MlErr *e) {
  MlFaultAt at = {.key = x->key, .path = x->path};
  int scope = ml_event_scope_coded(x->scope);
  const char *wrong = x->wrong;
  if (x->is_head && !x->path.n) p->headless = 0;
  if (x->is_head && !wrong) return SQLITE_OK;
  if (!wrong && scope < 0) wrong = "its scope is neither 'st' nor 'se'";
  if (!wrong && (!x->path.n || !ml_facts_path(p->f, x->path))) wrong = "its path is not in canonical form";
  if (!wrong) return cell_keep(p, &p->live[scope], x, e);
  p->k->torn = 1;
  return ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "%s", wrong);
}

/* What is wrong with a node where it stands. */
static const char *node_wrong(const MlNode *n) {
  const MlNode *up = n->parent;
  if (n->child && n->expires && n->expires != ML_CELL_WITH_LAST) return "it holds something, but has a time of its own";
  if (!n->child && n->expires == ML_CELL_WITH_LAST) return "it is to go with the last node in it, but holds none";
  if (up->type == ML_MISSING) return "its parent is missing";
  if (up->type != ML_OBJECT && up->type != ML_LIST) return "its parent is a value";
  if (up->type != ML_LIST) return NULL;
  i64 i = ml_path_index(ml_path_last(n->path));
  if (i < 0) return "it stands in a list, but its name is no index";
  if (n->type == ML_OBJECT || n->type == ML_LIST) return "it stands in a list, but is no value";
  if (i >= up->next_index) return "its index is not below the next one of its list";
  return i < LIST_FIRST(up) || i > LIST_LAST(up) ? "it stands outside the bounds of its list" : NULL;
}

static int nodes_check(Pass *p, MlErr *e) {
  int rc = SQLITE_OK;
  for (int s = 0; s < ML_SCOPES; s++) {
    MlNode *root = &p->live[s].root;
    for (MlNode *n = ml_tree_walk(root, root); n && !rc; n = ml_tree_walk(root, n)) {
      const char *wrong = n->type == ML_MISSING ? NULL : node_wrong(n);
      MlFaultAt at = {.key = p->k->key, .path = n->path};
      if (wrong) rc = ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "%s", wrong);
    }
  }
  return rc;
}

/* ---- heads ---- */

static int number_check(Pass *p, const char *what, i64 head, i64 log, i64 seq, MlErr *e) {
  MlFaultAt at = {.key = p->k->key, .seq = seq};
  if (head == log) return SQLITE_OK;
  return ml_facts_fault(p->f, ML_FAULT_HEAD, &at, e, "%s is %lld in its head, %lld by the log", what, head, log);
}

static int position_check(Pass *p, const char *what, i64 head, i64 log, MlErr *e) {
  return number_check(p, what, head, log, head ? head : log, e);
}

static int open_runs_check(Pass *p, const MlHead *h, MlErr *e) {
  MlCheck *check = &p->f->check;
  MlFaultAt at = {.key = p->k->key};
  sqlite3_stmt *st;
  int more = 1, met = 0;
  int rc = ml_check_begin(check, ML_CHECK_OPEN_RUNS, p->k->key, &st, e);
  while (!rc && more) {
    rc = ml_check_step(check, st, &more, e);
    if (rc || !more) break;
    i64 run = ml_check_open_run(st);
    met |= run == h->run;
    if (run != h->run) {
      rc = ml_facts_fault(p->f, ML_FAULT_RUN, &at, e, "run %lld is open in memlog_run, but not in the key's head", run);
    }
  }
  if (!rc && h->run && !met) {
    rc =
        ml_facts_fault(p->f, ML_FAULT_RUN, &at, e, "run %lld is open in the key's head, but not in memlog_run", h->run);
  }
  ml_check_done(check, st);
  return rc;
}

/* What the log does not tell: how it is written. */
static int head_form(Pass *p, const MlHead *h, MlErr *e) {
  MlFaultAt at = {.key = p->k->key};
  MlBuf is = {0}, right = {0};
  i64 erasures = 0;
  int found;
  int rc = ml_cell_head(p->f->c, p->k->key, &is, &found, e);
  ml_head_write(h, &right);
  if (!rc && (is.rc || right.rc)) rc = ml_err_nomem(e);
  if (!rc && !ml_text_same(ml_buf_view(&is), ml_buf_view(&right))) {
    rc = ml_facts_fault(p->f, ML_FAULT_HEAD, &at, e, "its head is not JSON as memlog writes it");
  }
  if (!rc && h->generation > 1 && ml_meta_erasures(p->f->c, &erasures, e)) {
    rc = ml_facts_excuse(p->f, ML_FAULT_META, NULL, e);
    erasures = h->generation;
  }
  if (!rc && h->generation > erasures + 1) {
    rc = ml_facts_fault(p->f, ML_FAULT_HEAD, &at, e, "its generation is %lld, but %lld keys were forgotten",
                        h->generation, erasures);
  }
  ml_buf_free(&is);
  ml_buf_free(&right);
  return rc;
}

/* What has been counted from row to row. */
static int counts_check(Pass *p, const MlHead *h, MlErr *e) {
  const MlKeyFacts *k = p->k;
  int rc = k->broken ? SQLITE_OK : number_check(p, "the time of its first row", h->first, k->first, 0, e);
  if (!rc) rc = number_check(p, "the number of its events", h->events, k->events, 0, e);
  if (rc || k->broken) return rc;
  rc = number_check(p, "the count of its rows since its newest snapshot", h->rows, k->rows, 0, e);
  if (!rc && !k->lightened) rc = number_check(p, "the weight of these", h->bytes, k->bytes, 0, e);
  /* Of those whose begin was pruned the log says nothing. */
  if (rc || (k->pruned && !k->runs_told && h->runs >= k->runs)) return rc;
  return number_check(p, "the count of runs since one carried the state", h->runs, k->runs, 0, e);
}

static int head_check(Pass *p, MlErr *e) {
  MlKeyFacts *k = p->k;
  MlFaultAt at = {.key = k->key};
  MlHead h;
  int found, told = k->last && p->f->log_read; /* then it was told already if the head is missing or damaged */
  if (p->headless)
    return told || k->pending ? SQLITE_OK : ml_facts_fault(p->f, ML_FAULT_HEAD, &at, e, "it has no head");
  int rc = ml_head_load(p->f->c, k->key, &h, &found, e);
  if (rc && told && (rc & 0xff) == SQLITE_CORRUPT) {
    ml_err_clear(e);
    return SQLITE_OK;
  }
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_HEAD, &at, e);
  rc = head_form(p, &h, e);
  if (rc || !p->f->log_read) return rc;
  rc = position_check(p, "the position of its newest row", ml_event_position(h.last), ml_event_position(k->last), e);
  if (!rc && h.last == ml_event_place(1, k->last) && h.last) {
    rc = ml_facts_fault(p->f, ML_FAULT_HEAD, &at, e, "its newest row stands in the other table of the log");
  }
  if (!rc) rc = counts_check(p, &h, e);
  if (!rc) rc = position_check(p, "the position of its newest snapshot", h.snap, k->snap, e);
  if (!rc && (!k->pruned || k->run_told)) rc = number_check(p, "its open run", h.run, k->run, 0, e);
  for (int s = 0; s < ML_SCOPES && !rc; s++) {
    static const char *const what[] = {"the beginning of the gap in short-term memory",
                                       "the beginning of the gap in sensory memory"};
    rc = position_check(p, what[s], h.gap[s], k->gap[s], e);
  }
  return rc ? rc : open_runs_check(p, &h, e);
}

/* A key without rows in the log has no memory. */
static int nothing_check(Pass *p, MlErr *e) {
  int rc = SQLITE_OK;
  if (p->k->last || p->k->pending || !p->f->log_read) return SQLITE_OK;
  for (int s = 0; s < ML_SCOPES && !rc; s++) {
    MlNode *n = p->live[s].root.child;
    MlFaultAt at = {.key = p->k->key, .path = n ? n->path : (MlText){NULL, 0}};
    if (n) rc = ml_facts_fault(p->f, ML_FAULT_STATE, &at, e, "the log has no rows of this key");
  }
  return rc;
}

/* ---- keys ---- */

static int key_end(Pass *p, MlErr *e) {
  if (!p->k) return SQLITE_OK;
  int rc = nodes_check(p, e);
  if (!rc) rc = rows_check(p, e);
  if (!rc) rc = head_check(p, e);
  if (!rc) rc = nothing_check(p, e);
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_free(&p->live[s]);
  return rc;
}

static int key_begin(Pass *p, MlText key, MlErr *e) {
  MlFaultAt at = {.key = key};
  p->k = ml_facts_key(p->f, key);
  p->headless = 1;
  if (!p->k) return ml_err_nomem(e);
  return ml_facts_key_text(key) ? SQLITE_OK : ml_facts_fault(p->f, ML_FAULT_CELL, &at, e, "it is no key");
}

static int cells_walk(Pass *p, MlErr *e) {
  MlCheck *check = &p->f->check;
  int more = 1;
  int rc = ml_check_begin(check, ML_CHECK_CELLS, (MlText){NULL, 0}, &p->cells, e);
  while (!rc) {
    MlCheckCell x;
    rc = ml_check_step(check, p->cells, &more, e);
    if (rc || !more) break;
    ml_check_cell(p->cells, &x);
    if (!p->k || !ml_text_same(p->k->key, x.key)) {
      rc = key_end(p, e);
      if (!rc) rc = key_begin(p, x.key, e);
    }
    if (!rc) rc = cell_check(p, &x, e);
  }
  return rc ? ml_facts_excuse(p->f, ML_FAULT_CELL, NULL, e) : key_end(p, e);
}

static int pending_note(MlFacts *f, MlErr *e) {
  MlPlace at = f->c->pending.now.emitted;
  MlRecord r;
  while (ml_pending_next(&f->c->pending, &at, &r)) {
    if (r.op == ML_OP_ACTION) continue;
    MlKeyFacts *k = ml_facts_key(f, ml_pending_key(&f->c->pending, r.key));
    if (!k) return ml_err_nomem(e);
    k->pending = 1;
  }
  return SQLITE_OK;
}

int ml_verify_memory_run(MlFacts *f, MlErr *e) {
  Pass p = {.f = f};
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_open(&p.live[s]);
  int rc = pending_note(f, e);
  if (!rc) rc = cells_walk(&p, e);
  ml_check_done(&f->check, p.cells);
  sqlite3_free(p.counts);
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_free(&p.live[s]);
  return rc;
}
