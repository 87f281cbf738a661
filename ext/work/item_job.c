#include "item_job.h"

#include "../store/config.h"
#include "../store/head.h"
#include "../store/large.h"
#include "version.h"

int ml_item_job_path(MlItemJob *j, MlText id) {
  ml_buf_cut(&j->path, 0);
  return ml_items_path(j->set, id, &j->path, j->e);
}

static MlText path_view(const MlItemJob *j) { return ml_buf_view(&j->path); }

/* ---- versions that go ---- */

int ml_item_job_end_version(MlItemJob *j, i64 number, int said) {
  int rc = ml_items_end(j->c, number, j->e);
  return rc ? rc : ml_record_item_gone(j->c, said ? path_view(j) : (MlText){NULL, 0}, number, j->e);
}

int ml_item_job_remove_version(MlItemJob *j, i64 number, int said) {
  int there;
  int rc = ml_item_job_end_version(j, number, said);
  return rc ? rc : ml_vector_remove(j->c, number, &there, j->e);
}

/* The first that is due; its path is made, texts of it are not left. *more 0: there is none. */
static int due_first(MlItemJob *j, MlItem *x, int *more) {
  sqlite3_stmt *st;
  int rc = ml_item_scan_due(j->c, j->key, j->now / 1000, &st, j->e);
  if (rc) return rc;
  rc = ml_item_next(j->c, st, x, more, j->e);
  if (!rc && *more) {
    ml_buf_cut(&j->path, 0);
    rc = ml_items_path(x->set, x->id, &j->path, j->e);
  }
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

/* One after the other: each leaves the index that is walked. */
int ml_item_job_expire(MlItemJob *j) {
  const MlText detail = ML_TEXT("{\"change\":\"expired\"}");
  MlItem x;
  int more = 1, rc = SQLITE_OK, first = sqlite3_total_changes64(j->c->db) == j->op.changes;
  while (!rc && more) {
    rc = due_first(j, &x, &more);
    if (rc || !more) break;
    rc = ml_item_job_remove_version(j, x.number, 1);
    if (!rc) rc = ml_change_tell(j->c, j->key, detail, (MlEnd){&x.record, x.version}, &j->expired, j->e);
    j->due++;
  }
  if (!rc && first && j->due) ml_record_whole(j->c, &j->op);
  return rc;
}

/* ---- the operation ---- */

int ml_item_job_begin(MlItemJob *j, MlConn *c, MlText key, MlText set, MlErr *e) {
  *j = (MlItemJob){.c = c, .e = e, .key = key, .set = set, .now = ml_conn_now(c), .path = ml_conn_scratch(c)};
  j->all = (MlNodeId){key, ML_LONG_TERM, {"", 0}};
  int rc = ml_record_begin_items(c, &j->all, &j->op, e);
  j->proposes = c->config.review;
  j->origin = &j->own;
  return rc;
}

int ml_item_job_end(MlItemJob *j, int rc) {
  rc = ml_record_end(j->c, &j->op, rc, j->e);
  ml_conn_give(j->c, &j->path);
  ml_buf_free(&j->embedding.x);
  ml_origin_free(&j->own);
  return rc;
}

int ml_item_job_embed(MlItemJob *j, const MlGiven *g, MlText id) {
  int rc = ml_origin_read(j->c, g, &j->own, j->e);
  if (g->origin) j->origin = g->origin;
  if (!rc && !j->proposes) rc = ml_embed_make(j->c, g, id, j->now / 1000, &j->embedding, j->e);
  return rc ? rc : ml_item_job_expire(j);
}

int ml_item_job_check(MlItemJob *j, MlText content, MlUuid *digest) {
  int rc = ml_config_check_size(j->c, content, "an item", j->e);
  MlUuid salt;
  if (!rc) rc = ml_head_salt(j->c, j->key, &salt, j->e);
  if (!rc) *digest = ml_uuid_named(&salt, content.p, (size_t)content.n);
  return rc;
}

/* ---- versions that come ---- */

int ml_item_job_has(MlItemJob *j, i64 number, MlText content, int *same) {
  sqlite3_stmt *st;
  MlItem old;
  int found;
  *same = 0;
  int rc = ml_item_get(j->c, number, &old, &st, &found, j->e);
  if (!rc && found) rc = ml_large_same(j->c, j->key, old.content, content, same, j->e);
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

int ml_item_job_insert(MlItemJob *j, MlItem *x, MlText content, i64 moved) {
  MlBuf holder = ml_conn_scratch(j->c);
  int there;
  int rc = x->number ? ml_items_admit(j->c, x, content, j->e) : ml_items_insert(j->c, x, content, &holder, j->e);
  if (!rc) rc = ml_record_item(j->c, path_view(j), x->content, x->number, j->e);
  if (!rc && moved) rc = ml_vector_move(j->c, moved, x->number, &there, j->e);
  if (!rc && !moved) rc = ml_embed_store(j->c, &j->embedding, j->key, x->number, j->e);
  x->content = content; /* the place holder goes */
  ml_conn_give(j->c, &holder);
  return rc;
}

int ml_item_job_same(MlItemJob *j, const MlItem *x) {
  int rc = ml_item_job_path(j, x->id);
  return rc ? rc : ml_record_item(j->c, path_view(j), x->content, 0, j->e);
}
