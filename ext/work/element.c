#include "element.h"

#include "../data/path.h"

static int path_refuse(const MlNodeId *list, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: path %s of key %s: the path of an element would be over 4096 bytes",
                    ml_err_show(path, list->path), ml_err_show(key, list->key));
}

int ml_element_at(const MlNodeId *list, i64 index, MlBuf *b, MlNodeId *id, MlErr *e) {
  ml_buf_cut(b, 0);
  ml_buf_text(b, list->path);
  ml_buf_char(b, '.');
  ml_buf_int(b, index);
  if (b->rc) return ml_err_nomem(e);
  *id = (MlNodeId){list->key, list->scope, ml_buf_view(b)};
  if (b->n > ML_PATH_MAX_BYTES) return path_refuse(list, e);
  return SQLITE_OK;
}

int ml_element_damaged(const MlNodeId *list, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: list %s of key %s: its elements and its own row contradict each other",
                    ml_err_show(path, list->path), ml_err_show(key, list->key));
}

int ml_element_end(MlConn *c, const MlNodeId *list, const MlListRow *row, int first, i64 *index, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  int rc = SQLITE_OK, probes = 0;
  i64 at = first ? row->first : row->last;
  *index = -1;
  while (!rc && *index < 0 && at >= row->first && at <= row->last && probes++ < ML_ELEMENT_PROBES) {
    MlNodeId id;
    MlCellKind kind = ML_CELL_MISSING;
    rc = ml_element_at(list, at, &b, &id, e);
    if (!rc) rc = ml_cell_kind(c, &id, &kind, NULL, e);
    if (kind != ML_CELL_MISSING) *index = at;
    at += first ? 1 : -1;
  }
  if (!rc && *index < 0 && at >= row->first && at <= row->last) {
    MlBounds all;
    rc = ml_cell_bounds(c, list, &all, e);
    if (!rc && all.n) *index = first ? all.first : all.last;
    if (!rc && all.n && (*index < row->first || *index > row->last)) rc = ml_element_damaged(list, e);
  }
  ml_conn_give(c, &b);
  return rc;
}
