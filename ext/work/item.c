#include "item.h"

#include "../data/json.h"
#include "../data/note.h"
#include "../store/config.h"
#include "../store/large.h"
#include "item_change.h"
#include "stand.h"
#include "txn.h"

/* ---- what is there already ---- */

static void found_take(MlItemJob *j, const MlItem *x, MlBuf *id) {
  ml_buf_text(id, x->id);
  j->record = x->record;
  j->version = x->version;
}

static int duplicate_note(MlItemJob *j, const MlItem *x) {
  MlBuf json = ml_conn_scratch(j->c);
  int rc = ml_item_job_same(j, x);
  ml_json_put_string(&json, ml_buf_view(&j->path));
  if (!rc) rc = json.rc ? ml_err_nomem(j->e) : ml_record_note(j->c, ML_NOTE_DUPLICATE, ml_buf_view(&json), j->e);
  ml_conn_give(j->c, &json);
  return rc;
}

/* The item of the set that has the content, whose id goes into id: one that stands, or one that waits to be admitted.
** A digest alone proves nothing. */
static int duplicate_find(MlItemJob *j, MlText content, const MlUuid *digest, int waits, MlBuf *id, int *found) {
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  *found = 0;
  int rc = waits ? ml_item_scan_waiting(j->c, j->key, j->set, digest, &st, j->e)
                 : ml_item_scan_digest(j->c, j->key, j->set, digest, &st, j->e);
  if (rc) return rc;
  while (!rc && more && !*found) {
    rc = ml_item_next(j->c, st, &x, &more, j->e);
    if (!rc && more) rc = ml_large_same(j->c, j->key, x.content, content, found, j->e);
    if (!rc && *found && waits) rc = ml_stand_can(j, &x, found);
  }
  if (!rc && *found) found_take(j, &x, id);
  if (!rc && *found && !waits) rc = duplicate_note(j, &x);
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

/* The version that stands of an item, or the newest that waits and can be admitted still; copied into b. */
static int version_find(MlItemJob *j, MlText id, int waits, MlItem *x, MlBuf *b, int *found) {
  sqlite3_stmt *st;
  int rc = waits ? ml_item_find_waiting(j->c, j->key, j->set, id, x, &st, found, j->e)
                 : ml_item_find(j->c, j->key, j->set, id, x, &st, found, j->e);
  if (!rc && *found && ml_item_copy(x, b)) rc = ml_err_nomem(j->e);
  if (!rc && *found && waits) rc = ml_stand_can(j, x, found);
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

/* ---- add ---- */

/* What is said of its origin is told of what is there already. */
static int origin_tell(MlItemJob *j) {
  return ml_origin_tell(j->c, j->key, j->origin, (MlEnd){&j->record, j->version}, ML_WAS_THERE, j->e);
}

static int id_check(MlItemJob *j, MlText id, int waits) {
  char set[ML_ERR_SHOW], show[ML_ERR_SHOW];
  MlBuf copy = ml_conn_scratch(j->c);
  MlItem x;
  int found;
  int rc = version_find(j, id, waits, &x, &copy, &found);
  ml_conn_give(j->c, &copy);
  if (rc || !found) return rc;
  return ml_err_set(j->e, SQLITE_ERROR,
                    "memlog: item %s of set %s: it is %s already, with other content: mem_item_put gives it a new one",
                    ml_err_show(show, id), ml_err_show(set, j->set), waits ? "proposed" : "there");
}

static int item_add(MlItemJob *j, const MlGiven *g, MlBuf *id) {
  MlUuid digest, record = ml_uuid_timed(j->now);
  char made[37];
  int found = 0;
  /* The path says what is wrong with set and id, before anything is stored. */
  int rc = ml_item_job_path(j, g->id);
  if (!rc) rc = ml_item_job_check(j, g->content, &digest);
  if (!rc) rc = duplicate_find(j, g->content, &digest, 0, id, &found);
  if (!rc && !found && j->proposes) rc = duplicate_find(j, g->content, &digest, 1, id, &found);
  if (rc || found) return rc ? rc : origin_tell(j);
  ml_uuid_text(&record, made);
  if (g->id.p) {
    ml_buf_text(id, g->id);
    rc = id_check(j, g->id, 0);
    if (!rc && j->proposes) rc = id_check(j, g->id, 1);
  } else {
    ml_buf_puts(id, made);
  }
  if (!rc && id->rc) rc = ml_err_nomem(j->e);
  return rc ? rc : ml_item_change_add(j, g, &digest, ml_buf_view(id), &record);
}

int ml_items_add(MlConn *c, const MlGiven *given, MlBuf *id, MlErr *e) {
  MlItemJob j;
  int rc = ml_item_job_begin(&j, c, given->key, given->set, e);
  if (!rc) rc = ml_item_job_embed(&j, given, (MlText){NULL, 0});
  if (!rc) rc = item_add(&j, given, id);
  return ml_item_job_end(&j, rc);
}

/* ---- put ---- */

/* What waits, or, if nothing does, what stands. Of what waits only that counts which can be admitted: the record's that
** stands, if one does. */
static int base_find(MlItemJob *j, MlText id, MlItem *x, MlBuf *b, i64 *stands, int *found) {
  MlBuf other = ml_conn_scratch(j->c);
  MlItem waits;
  int one = 0;
  int rc = version_find(j, id, 0, x, b, found);
  *stands = !rc && *found ? x->number : 0;
  if (!rc && j->proposes) rc = version_find(j, id, 1, &waits, &other, &one);
  if (!rc && one) {
    MlBuf swap = *b;
    *b = other;
    other = swap;
    *x = waits;
    *found = 1;
  }
  ml_conn_give(j->c, &other);
  return rc;
}

static int item_put(MlItemJob *j, const MlGiven *g) {
  MlUuid digest;
  MlBuf copy = ml_conn_scratch(j->c);
  MlItem x;
  i64 stands;
  int found = 0, changed = 1;
  int rc = ml_item_job_path(j, g->id);
  if (!rc) rc = ml_item_job_check(j, g->content, &digest);
  if (!rc) rc = base_find(j, g->id, &x, &copy, &stands, &found);
  if (!rc && found) {
    rc = ml_item_change_put(j, g, &digest, &x, stands, &changed);
    if (!rc && !changed && stands == x.number) rc = ml_item_job_same(j, &x);
    if (!rc && !changed) rc = origin_tell(j);
  } else if (!rc) {
    MlUuid record = ml_uuid_timed(j->now);
    rc = ml_item_change_add(j, g, &digest, g->id, &record);
  }
  ml_conn_give(j->c, &copy);
  return rc;
}

int ml_items_put(MlConn *c, const MlGiven *given, MlErr *e) {
  MlItemJob j;
  int rc = ml_item_job_begin(&j, c, given->key, given->set, e);
  if (!rc) rc = ml_item_job_embed(&j, given, given->id);
  if (!rc) rc = item_put(&j, given);
  return ml_item_job_end(&j, rc);
}

int ml_items_propose(MlConn *c, const MlGiven *given, MlUuid *record, MlErr *e) {
  MlBuf id = ml_conn_scratch(c);
  MlItemJob j;
  int rc = ml_item_job_begin(&j, c, given->key, given->set, e);
  j.proposes = 1;
  if (!rc) rc = ml_item_job_embed(&j, given, given->id);
  if (!rc) rc = given->id.p ? item_put(&j, given) : item_add(&j, given, &id);
  *record = j.record;
  ml_conn_give(c, &id);
  return ml_item_job_end(&j, rc);
}

/* ---- remove ---- */

/* The first of the set, copied into b; *more 0: there is none. */
static int set_first(MlItemJob *j, MlItem *x, MlBuf *b, int *more) {
  sqlite3_stmt *st;
  ml_buf_cut(b, 0);
  int rc = ml_item_scan(j->c, j->key, j->set, &st, j->e);
  if (rc) return rc;
  rc = ml_item_next(j->c, st, x, more, j->e);
  if (!rc && *more && ml_item_copy(x, b)) rc = ml_err_nomem(j->e);
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

static int one_remove(MlItemJob *j, const MlItem *x, const MlRemoval *how, int said) {
  if (how && how->request) return ml_told_removed(j->c, x, how, j->e);
  int rc = ml_item_job_remove_version(j, x->number, said);
  return rc ? rc : ml_told_removed(j->c, x, how, j->e);
}

/* Nothing leaves the index that is walked. */
static int set_ask(MlItemJob *j, const MlRemoval *how, i64 *n) {
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  int rc = ml_item_scan(j->c, j->key, j->set, &st, j->e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(j->c, st, &x, &more, j->e);
    if (!rc && more) rc = ml_told_removed(j->c, &x, how, j->e);
    *n += !rc && more;
  }
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

/* One after the other: each leaves the index that is walked. */
static int set_remove(MlItemJob *j, const MlRemoval *how, i64 *n) {
  MlBuf copy = ml_conn_scratch(j->c);
  MlItem x;
  int more = 1, rc = SQLITE_OK;
  while (!rc && more) {
    rc = set_first(j, &x, &copy, &more);
    if (!rc && more) rc = one_remove(j, &x, how, 0);
    *n += !rc && more;
  }
  ml_conn_give(j->c, &copy);
  if (!rc) rc = ml_item_job_path(j, (MlText){NULL, 0});
  return rc ? rc : ml_record_set_gone(j->c, ml_buf_view(&j->path), *n, j->e);
}

static int item_remove(MlItemJob *j, MlText id, const MlRemoval *how, i64 *n) {
  MlBuf copy = ml_conn_scratch(j->c);
  MlItem x;
  int found = 0;
  int rc = ml_item_job_path(j, id);
  if (!rc) rc = version_find(j, id, 0, &x, &copy, &found);
  if (!rc && found) rc = one_remove(j, &x, how, 1);
  if (!rc && !found && how && how->relearn) rc = ml_told_gone(j->c, j->key, j->set, id, how, j->e);
  *n = !rc && found;
  ml_conn_give(j->c, &copy);
  return rc;
}

int ml_items_remove(MlConn *c, MlText key, MlText set, MlText id, const MlRemoval *how, i64 *n, MlErr *e) {
  MlItemJob j;
  *n = 0;
  int asked = how && how->request, rc = ml_item_job_begin(&j, c, key, set, e);
  if (!rc) rc = ml_item_job_expire(&j);
  if (!rc && id.p) rc = item_remove(&j, id, how, n);
  if (!rc && !id.p) rc = asked ? set_ask(&j, how, n) : set_remove(&j, how, n);
  return ml_item_job_end(&j, rc);
}

int ml_items_expire(MlConn *c, MlText key, i64 *n, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlItem x;
  MlItemJob j;
  int due = 0, there;
  int rc = ml_item_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_item_scan_due(c, key, ml_conn_now(c) / 1000, &st, e);
  if (!rc) rc = ml_item_next(c, st, &x, &due, e);
  int rc2 = ml_item_done(c, st, e);
  if (rc || rc2 || !due) return rc ? rc : rc2;
  rc = ml_item_job_begin(&j, c, key, (MlText){NULL, 0}, e);
  if (!rc) rc = ml_item_job_expire(&j);
  *n += j.due;
  return ml_item_job_end(&j, rc);
}

/* ---- get ---- */

/* What was read, to be recorded. */
typedef struct Got {
  MlText key;
  MlBuf path, content;
} Got;

static int got_work(MlConn *c, void *arg, MlErr *e) {
  const Got *g = arg;
  MlNodeId id = {g->key, ML_LONG_TERM, ml_buf_view(&g->path)};
  if (!ml_record_wants(c, ML_KIND_LONG_TERM_GET)) return SQLITE_OK;
  return ml_record_read(c, &id, ml_buf_view(&g->content), e);
}

/* The options are looked at in the transaction of the read itself. */
static int is_recorded(MlConn *c, int *yes, MlErr *e) {
  *yes = 0;
  if (c->observer || c->emitting || c->storing) return SQLITE_OK;
  int rc = ml_config_refresh(c, e);
  if (!rc) *yes = ml_record_wants(c, ML_KIND_LONG_TERM_GET);
  return rc;
}

/* The content as it is stored goes into the record, whole into out. */
static int item_read(MlConn *c, Got *g, MlText set, MlText id, MlBuf *out, int *found, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int rc = ml_item_find(c, g->key, set, id, &x, &st, found, e);
  if (rc || !*found) return rc;
  *found = ml_items_visible(&x, ml_conn_now(c) / 1000);
  if (*found) {
    rc = ml_large_resolve(c, g->key, x.content, out, e);
    if (!rc) rc = ml_items_path(set, id, &g->path, e);
    ml_buf_text(&g->content, x.content);
    if (!rc && g->content.rc) rc = ml_err_nomem(e);
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_items_get(MlConn *c, MlText key, MlText set, MlText id, MlBuf *out, int *found, MlErr *e) {
  Got g = {.key = key, .path = ml_conn_scratch(c), .content = ml_conn_scratch(c)};
  int there, recorded = 0;
  *found = 0;
  int rc = ml_item_there(c, &there, e);
  if (!rc && there) rc = item_read(c, &g, set, id, out, found, e);
  if (!rc && *found) rc = is_recorded(c, &recorded, e);
  if (!rc && recorded) rc = ml_txn_note(c, got_work, &g, e);
  ml_conn_give(c, &g.path);
  ml_conn_give(c, &g.content);
  return rc;
}
