#include "version.h"

#include "../data/path.h"
#include "../store/index.h"
#include "../store/large.h"

int ml_items_path(MlText set, MlText id, MlBuf *out, MlErr *e) {
  int rc = ml_path_add_name(out, set, e);
  return rc || !id.p ? rc : ml_path_add_name(out, id, e);
}

/* What is stored and told of: the content itself, or the place holder of a large one. */
static int content_stow(MlConn *c, MlText key, MlText json, MlBuf *holder, MlText *content, MlErr *e) {
  *content = json;
  if (!ml_large_goes_aside(c, json)) return SQLITE_OK;
  int rc = ml_large_store(c, key, json, holder, e);
  *content = ml_buf_view(holder);
  return rc;
}

int ml_items_insert(MlConn *c, MlItem *x, MlText content, MlBuf *holder, MlErr *e) {
  int rc = content_stow(c, x->key, content, holder, &x->content, e);
  if (!rc) rc = ml_item_insert(c, x, &x->number, e);
  return rc || x->admission.p ? rc : ml_index_put(c, x, content, e);
}

int ml_items_admit(MlConn *c, MlItem *x, MlText content, MlErr *e) {
  x->admission = (MlText){NULL, 0};
  x->ended = ML_ITEM_STANDS;
  int rc = ml_item_admit(c, x->number, x->admission, e);
  return rc ? rc : ml_index_put(c, x, content, e);
}

int ml_items_end(MlConn *c, i64 number, MlErr *e) {
  int rc = ml_index_remove(c, number, e);
  return rc ? rc : ml_item_end(c, number, e);
}
