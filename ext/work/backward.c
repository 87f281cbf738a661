#include "backward.h"

#include "../data/path.h"
#include "../store/cell_scan.h"

#include <stdlib.h>

void ml_backward_open(MlBackward *w, const MlNodeId *list, const MlListRow *row) {
  *w = (MlBackward){.list = *list, .first = row->first, .at = row->last, .path = w->path};
}

static int by_number(const void *a, const void *b) {
  i64 x = *(const i64 *)a, y = *(const i64 *)b;
  return (x > y) - (x < y);
}

static int index_add(MlBackward *w, i64 *cap, i64 index, MlErr *e) {
  if (w->left == *cap) {
    i64 more = *cap ? *cap * 2 : 64;
    i64 *a = sqlite3_realloc64(w->index, (u64)more * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    w->index = a;
    *cap = more;
  }
  w->index[w->left++] = index;
  return SQLITE_OK;
}

/* Finds all that are left, from end to end. */
static int index_gather(MlConn *c, MlBackward *w, MlErr *e) {
  MlCellScan s = {0};
  MlCellWant want = {w->list.key, ML_SCOPE_BIT(w->list.scope), w->list.path, 1};
  i64 cap = 0;
  int more = 1;
  int rc = ml_cell_scan(c, &s, &want, e);
  while (!rc && more) {
    rc = ml_cell_scan_next(c, &s, &more, e);
    if (rc || !more || ml_path_parent(s.id.path) != w->list.path.n) continue;
    i64 index = ml_path_index(ml_path_last(s.id.path));
    if (index >= w->first && index <= w->at) rc = index_add(w, &cap, index, e);
  }
  ml_cell_scan_end(c, &s);
  if (!rc && w->left) qsort(w->index, (size_t)w->left, sizeof(*w->index), by_number);
  w->known = 1;
  return rc;
}

/* The index to be looked at next, -1 if there is none. */
static int index_next(MlConn *c, MlBackward *w, i64 *index, MlErr *e) {
  int rc = !w->known && w->missing > ML_ELEMENT_PROBES ? index_gather(c, w, e) : SQLITE_OK;
  *index = -1;
  if (rc) return rc;
  if (w->known) {
    if (w->left) *index = w->index[--w->left];
  } else if (w->at >= w->first && w->at >= 0) {
    *index = w->at--;
  }
  return SQLITE_OK;
}

int ml_backward_next(MlConn *c, MlBackward *w, i64 *index, MlNodeId *id, MlCell *cell, MlErr *e) {
  for (;;) {
    int rc = index_next(c, w, index, e);
    if (rc || *index < 0) return rc;
    rc = ml_element_at(&w->list, *index, &w->path, id, e);
    if (!rc) rc = ml_cell_find(c, id, cell, e);
    if (rc) return rc;
    if (cell->kind != ML_CELL_MISSING) break;
    rc = ml_cell_done(c, cell, e);
    if (rc) return rc;
    w->missing++;
  }
  w->missing = 0;
  return SQLITE_OK;
}

void ml_backward_end(MlBackward *w) {
  sqlite3_free(w->index);
  ml_buf_free(&w->path);
  *w = (MlBackward){0};
}
