#include "embed.h"

#include "../data/json.h"
#include "../store/head.h"
#include "../store/large.h"
#include "derive.h"
#include "record.h"

/* The text of a content that is embedded: of a JSON string what it stands for, else the JSON. Borrows from the
** content or from scratch; {NULL,0}: out of memory. */
static MlText text_of(MlText content, MlBuf *scratch) {
  return ml_json_type(content) == ML_STRING ? ml_json_bare(content, scratch) : content;
}

/* ---- the embedding function ---- */

/* Whether the version can be seen and has the content. */
static int version_has(MlConn *c, const MlItem *x, MlText content, i64 now, int *yes, MlErr *e) {
  *yes = 0;
  return ml_items_visible(x, now) ? ml_large_same(c, x->key, x->content, content, yes, e) : SQLITE_OK;
}

static int item_look(MlConn *c, const MlGiven *g, MlText id, i64 now, i64 *number, int *same, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_find(c, g->key, g->set, id, &x, &st, &found, e);
  if (rc || !found) return rc;
  *number = x.number;
  rc = version_has(c, &x, g->content, now, same, e);
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int set_look(MlConn *c, const MlGiven *g, i64 now, int *same, MlErr *e) {
  MlHead h;
  sqlite3_stmt *st;
  int there, more = 1;
  int rc = ml_head_load(c, g->key, &h, &there, e);
  if (rc || !there) return rc;
  MlUuid digest = ml_uuid_named(&h.salt, g->content.p, (size_t)g->content.n);
  rc = ml_item_scan_digest(c, g->key, g->set, &digest, &st, e);
  if (rc) return rc;
  while (!rc && more && !*same) {
    MlItem x;
    rc = ml_item_next(c, st, &x, &more, e);
    if (!rc && more) rc = version_has(c, &x, g->content, now, same, e);
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_embed_make(MlConn *c, const MlGiven *g, MlText id, i64 now, MlEmbedding *m, MlErr *e) {
  char who[sizeof(c->config.embedding_function) + 20];
  i64 number = 0;
  int same = 0;
  *m = (MlEmbedding){0};
  if (!c->config.embedding_function[0] || g->location.n) return SQLITE_OK;
  int rc = id.p ? item_look(c, g, id, now, &number, &same, e) : set_look(c, g, now, &same, e);
  if (rc || same) return rc;
  MlBuf scratch = ml_conn_scratch(c);
  MlText text = text_of(g->content, &scratch);
  rc = text.p ? ml_vector_embed(c, text, &m->x, &m->found, e) : ml_err_nomem(e);
  ml_conn_give(c, &scratch);
  if (rc || !m->found) return rc;
  sqlite3_snprintf(sizeof(who), who, "function %s", c->config.embedding_function);
  return ml_vector_check(c, who, g->key, number, ml_vector_dimensions(&m->x), e);
}

int ml_embed_store(MlConn *c, const MlEmbedding *m, MlText key, i64 number, MlErr *e) {
  int changed;
  if (!m->found) return SQLITE_OK;
  return ml_vector_put(c, number, key, ml_vector_floats(&m->x), ml_vector_dimensions(&m->x), &changed, e);
}

/* ---- the host's own ---- */

/* The version of an item that can be seen; its number 0: there is none. */
static int version_find(MlConn *c, MlText key, MlText set, MlText id, MlInput *v, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int there, found;
  *v = (MlInput){0};
  int rc = ml_item_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_item_find(c, key, set, id, &x, &st, &found, e);
  if (rc || !found) return rc;
  if (ml_items_visible(&x, ml_conn_now(c) / 1000)) *v = (MlInput){x.record, x.version, x.number};
  return ml_item_done(c, st, e);
}

/* Another vector takes the place of one that was there: lineage tells of it. */
static int again_tell(MlConn *c, MlText key, MlInput *v, MlErr *e) {
  const MlDerive how = {.kind = ML_TEXT("embedding"), .code = ML_TEXT("host"), .versions = 1};
  return ml_derive_alone(c, key, &how, &(MlInputs){v, 1, 1}, e);
}

/* Both or neither: an operation that failed half-way cannot be committed. */
static int vector_put(MlConn *c, MlText key, MlInput *v, const MlBuf *x, int before, int *changed, MlErr *e) {
  MlLineageOp op;
  int rc = ml_lineage_begin(c, key, &op, e);
  if (!rc) rc = ml_vector_put(c, v->number, key, ml_vector_floats(x), ml_vector_dimensions(x), changed, e);
  if (!rc && before && *changed) rc = again_tell(c, key, v, e);
  return ml_lineage_end(c, &op, rc, e);
}

int ml_embed_put(MlConn *c, MlText key, MlText set, MlText id, const MlBuf *x, int *changed, MlErr *e) {
  static const char who[] = "mem_item_embed";
  char show[ML_ERR_SHOW], show_set[ML_ERR_SHOW];
  MlInput v;
  int before = 0;
  if (c->storing) return ml_record_refuse_storing(c, who, e);
  int rc = version_find(c, key, set, id, &v, e);
  if (!rc && !v.number) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: item %s of set %s: there is no such item", who, ml_err_show(show, id),
                    ml_err_show(show_set, set));
  }
  if (rc) return rc;
  if (!x) return ml_vector_remove(c, v.number, changed, e);
  MlBuf old = ml_conn_scratch(c);
  rc = ml_vector_check(c, who, key, v.number, ml_vector_dimensions(x), e);
  if (!rc) rc = ml_vector_get(c, v.number, &old, &before, e);
  ml_conn_give(c, &old);
  return rc ? rc : vector_put(c, key, &v, x, before, changed, e);
}

int ml_embed_get(MlConn *c, MlText key, MlText set, MlText id, MlBuf *x, int *found, MlErr *e) {
  MlInput v;
  *found = 0;
  int rc = version_find(c, key, set, id, &v, e);
  return rc || !v.number ? rc : ml_vector_get(c, v.number, x, found, e);
}
