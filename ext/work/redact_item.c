#include "redact_item.h"

#include "../data/mark.h"
#include "../data/path.h"
#include "../store/index.h"
#include "../store/large.h"
#include "lineage.h"

#include <string.h>

/* ---- results of searches ---- */

/* One result: its item's path into path, and its value; 0 if it has none. */
static int result_read(MlText result, MlBuf *path, MlBuf *scratch, MlText *value, MlErr *e) {
  MlText member[2] = {{NULL, 0}, {NULL, 0}};
  MlJsonScan s;
  *value = (MlText){NULL, 0};
  ml_buf_cut(path, 0);
  for (ml_json_open(&s, result); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"set\""))) member[0] = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"id\""))) member[1] = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"value\""))) *value = s.value;
  }
  for (int i = 0; i < 2 && value->p; i++) {
    MlText name = ml_json_type(member[i]) == ML_STRING ? ml_json_bare(member[i], scratch) : (MlText){NULL, 0};
    if (!name.p || ml_path_add_name(path, name, e)) *value = (MlText){NULL, 0};
  }
  if (e->rc == SQLITE_ERROR) ml_err_clear(e); /* no item of ours */
  return value->p != NULL;
}

typedef struct Walk Walk;
struct Walk {
  MlTree *values;
  MlBuf path, scratch;
  int (*see)(Walk *w, MlText value, MlErr *e);
  MlText top;
  i64 n;
  MlBuf *out;
  MlText mark, done;
};

static int results_walk(Walk *w, MlText map, MlErr *e) {
  MlJsonScan query, results;
  MlText value;
  int rc = SQLITE_OK;
  for (ml_json_open(&query, map); !rc && ml_json_next(&query);) {
    for (ml_json_open(&results, query.value); !rc && ml_json_next(&results);) {
      if (result_read(results.value, &w->path, &w->scratch, &value, e)) rc = w->see(w, value, e);
      if (e->rc) rc = e->rc;
    }
  }
  if (!rc && (w->path.rc || w->scratch.rc)) rc = ml_err_nomem(e);
  ml_buf_free(&w->path);
  ml_buf_free(&w->scratch);
  return rc;
}

static int result_take(Walk *w, MlText value, MlErr *e) {
  MlText path = ml_buf_view(&w->path);
  if (!ml_path_under(path, w->top)) return SQLITE_OK;
  if (ml_mark_is(value)) {
    w->n++;
    return SQLITE_OK;
  }
  path = ml_tree_keep(w->values, path);
  MlNode *n = path.p ? ml_tree_make(w->values, path) : NULL;
  if (!n) return ml_err_nomem(e);
  n->value = ml_tree_keep(w->values, value);
  n->type = ml_json_type(value);
  return n->value.p ? SQLITE_OK : ml_err_nomem(e);
}

int ml_redact_results_take(MlText map, MlText top, MlTree *values, i64 *n_marked, MlErr *e) {
  Walk w = {.values = values, .see = result_take, .top = top};
  int rc = results_walk(&w, map, e);
  *n_marked += w.n;
  return rc;
}

static int result_mark(Walk *w, MlText value, MlErr *e) {
  const MlNode *n = ml_tree_find(w->values, ml_buf_view(&w->path));
  (void)e;
  if (!n || !n->value.p || ml_mark_is(value)) return SQLITE_OK;
  const char *end = w->done.p + w->done.n;
  ml_buf_put(w->out, w->done.p, value.p - w->done.p);
  ml_buf_text(w->out, w->mark);
  w->done = (MlText){value.p + value.n, end - value.p - value.n};
  w->n++;
  return SQLITE_OK;
}

int ml_redact_results(MlText map, MlTree *values, MlText mark, MlBuf *out, i64 *n, MlErr *e) {
  Walk w = {.values = values, .see = result_mark, .out = out, .mark = mark, .done = map};
  int rc = results_walk(&w, map, e);
  if (w.n) ml_buf_text(out, w.done);
  *n = w.n;
  return !rc && out->rc ? ml_err_nomem(e) : rc;
}

/* ---- versions ---- */

/* Set and id of a path of two names. The buffer holds both. */
static int names_of(MlText path, MlBuf *b, MlText *set, MlText *id) {
  MlText name;
  i64 at = 0;
  ml_buf_cut(b, 0);
  if (!ml_path_next(path, &at, &name)) return 0;
  ml_path_bare(name, b);
  i64 n = b->n;
  if (!ml_path_next(path, &at, &name)) return 0;
  ml_path_bare(name, b);
  *set = (MlText){b->p, n};
  *id = (MlText){b->p + n, b->n - n};
  return !b->rc && !ml_path_next(path, &at, &name);
}

int ml_redact_stands(MlConn *c, MlText key, MlTree *values, MlText *path, MlErr *e) {
  MlBuf names = {0};
  int rc = SQLITE_OK;
  *path = (MlText){NULL, 0};
  for (MlNode *n = ml_tree_walk(&values->root, &values->root); n && !rc && !path->p;
       n = ml_tree_walk(&values->root, n)) {
    MlText set, id;
    sqlite3_stmt *st;
    MlItem x;
    int found, same = 0;
    if (!n->value.p || !names_of(n->path, &names, &set, &id)) continue;
    rc = ml_item_find(c, key, set, id, &x, &st, &found, e);
    if (rc || !found) continue;
    rc = ml_large_same(c, key, x.content, n->value, &same, e);
    int rc2 = ml_item_done(c, st, e);
    if (!rc) rc = rc2;
    if (!rc && same) *path = n->path;
  }
  if (!rc && names.rc) rc = ml_err_nomem(e);
  ml_buf_free(&names);
  return rc;
}

/* The first version of the item that has the content; *number 0: there is none. */
static int version_find(MlConn *c, MlText key, MlText set, MlText id, MlText content, i64 *number, MlRedacted *which,
                        MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int more = 1, same = 0;
  *number = 0;
  int rc = ml_item_scan_past(c, key, set, id, (MlItemPast){ML_ITEM_ANY, 0}, &st, e);
  if (rc) return rc;
  while (!rc && !same) {
    rc = ml_item_next(c, st, &x, &more, e);
    if (rc || !more) break;
    rc = ml_large_same(c, key, x.content, content, &same, e);
  }
  if (!rc && same) *number = x.number;
  *which = (MlRedacted){x.record, x.version};
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_redact_versions(MlErase *x, MlText key, MlTree *values, MlText mark, const MlUuid *salt, MlBuf *out, MlErr *e) {
  MlUuid digest = ml_uuid_named(salt, mark.p, (size_t)mark.n);
  MlBuf names = {0};
  i64 before = out->n;
  int rc = SQLITE_OK;
  for (MlNode *v = ml_tree_walk(&values->root, &values->root); v && !rc; v = ml_tree_walk(&values->root, v)) {
    MlText set, id;
    MlRedacted which;
    i64 number = 1;
    if (!v->value.p || !names_of(v->path, &names, &set, &id)) continue;
    while (!rc && number) {
      rc = version_find(x->c, key, set, id, v->value, &number, &which, e);
      if (!rc && number) rc = ml_index_settle(x->c, e); /* it is taken out of the index by its words */
      if (!rc && number) rc = ml_erase_rewrite_item(x, number, mark, &digest, e);
      if (!rc && number) ml_buf_put(out, &which, sizeof(which));
    }
  }
  if (!rc && out->n > before) rc = ml_index_purge(x->c, e);
  if (!rc && (names.rc || out->rc)) rc = ml_err_nomem(e);
  ml_buf_free(&names);
  return rc;
}

int ml_redact_tell(MlConn *c, MlText key, MlText reason, const MlBuf *versions, MlErr *e) {
  MlBuf detail = {0};
  MlUuid change;
  if (!versions->n) return SQLITE_OK;
  ml_buf_puts(&detail, "{\"change\":\"redacted\"");
  if (reason.p) ml_buf_puts(&detail, ",\"reason\":");
  if (reason.p) ml_json_put_string(&detail, reason);
  ml_buf_char(&detail, '}');
  int rc = detail.rc ? ml_err_nomem(e) : ml_lineage_note(c, "change", key, ml_buf_view(&detail), &change, e);
  for (i64 at = 0; at < versions->n && !rc; at += (i64)sizeof(MlRedacted)) {
    MlRedacted x;
    memcpy(&x, versions->p + at, sizeof(x));
    rc = ml_lineage_link(c, (MlEnd){&change, 0}, "changes", (MlEnd){&x.record, x.version}, NULL, e);
  }
  ml_buf_free(&detail);
  return rc;
}
