#include "item.h"

#include "../data/note.h"
#include "../data/path.h"
#include "../store/config.h"
#include "../store/head.h"
#include "../store/index.h"
#include "../store/large.h"
#include "action.h"
#include "embed.h"
#include "record.h"
#include "txn.h"

#include <string.h>

/* One operation on a set of a key. */
typedef struct Job {
  MlConn *c;
  MlErr *e;
  MlText key, set;
  i64 now;               /* microseconds */
  i64 due;               /* so many had expired, and went */
  MlBuf path;            /* of the item at hand */
  MlEmbedding embedding; /* of the content at hand */
  MlOperation op;
  MlNodeId all; /* long-term memory of the key */
} Job;

int ml_items_path(MlText set, MlText id, MlBuf *out, MlErr *e) {
  int rc = ml_path_add_name(out, set, e);
  return rc || !id.p ? rc : ml_path_add_name(out, id, e);
}

static int path_make(Job *j, MlText id) {
  ml_buf_cut(&j->path, 0);
  return ml_items_path(j->set, id, &j->path, j->e);
}

static MlText path_view(const Job *j) { return ml_buf_view(&j->path); }

/* ---- versions that go ---- */

int ml_items_end(MlConn *c, i64 number, MlErr *e) {
  int rc = ml_index_remove(c, number, e);
  return rc ? rc : ml_item_end(c, number, e);
}

/* The version stands no more. said: the event says that the item was removed. */
static int version_end(Job *j, i64 number, int said) {
  int rc = ml_items_end(j->c, number, j->e);
  return rc ? rc : ml_record_item_gone(j->c, said ? path_view(j) : (MlText){NULL, 0}, number, j->e);
}

/* The same, and nothing takes its place: its vector goes, too. */
static int version_remove(Job *j, i64 number, int said) {
  int there;
  int rc = version_end(j, number, said);
  return rc ? rc : ml_vector_remove(j->c, number, &there, j->e);
}

/* The first of a scan, whose number is copied, and its path made if it is wanted; *number 0: there is none. */
static int first_take(Job *j, sqlite3_stmt *st, int with_path, i64 *number) {
  MlItem x;
  int more;
  int rc = ml_item_next(j->c, st, &x, &more, j->e);
  *number = !rc && more ? x.number : 0;
  if (*number && with_path) {
    MlText set = j->set;
    j->set = x.set;
    rc = path_make(j, x.id);
    j->set = set;
  }
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

/* What has expired of the key goes before anything else is done. One after the other: each leaves the index that is
** walked. */
static int due_remove(Job *j) {
  i64 number = 1;
  int rc = SQLITE_OK;
  while (!rc && number) {
    sqlite3_stmt *st;
    rc = ml_item_scan_due(j->c, j->key, j->now / 1000, &st, j->e);
    if (!rc) rc = first_take(j, st, 1, &number);
    if (!rc && number) rc = version_remove(j, number, 1);
    j->due += !rc && number;
  }
  return rc;
}

static int set_remove(Job *j, i64 *n) {
  i64 number = 1;
  int rc = SQLITE_OK;
  while (!rc && number) {
    sqlite3_stmt *st;
    rc = ml_item_scan(j->c, j->key, j->set, &st, j->e);
    if (!rc) rc = first_take(j, st, 0, &number);
    if (!rc && number) rc = version_remove(j, number, 0);
    *n += !rc && number;
  }
  if (!rc) rc = path_make(j, (MlText){NULL, 0});
  return rc ? rc : ml_record_set_gone(j->c, path_view(j), *n, j->e);
}

/* ---- operations ---- */

static int job_begin(Job *j, MlConn *c, MlText key, MlText set, MlErr *e) {
  *j = (Job){.c = c, .e = e, .key = key, .set = set, .now = ml_conn_now(c), .path = ml_conn_scratch(c)};
  j->all = (MlNodeId){key, ML_LONG_TERM, {"", 0}};
  return ml_record_begin_items(c, &j->all, &j->op, e);
}

static int job_end(Job *j, int rc) {
  rc = ml_record_end(j->c, &j->op, rc, j->e);
  ml_conn_give(j->c, &j->path);
  ml_buf_free(&j->embedding.x);
  return rc;
}

/* The host is asked before anything is written. */
static int content_embed(Job *j, const MlGiven *g, MlText id) {
  int rc = ml_embed_make(j->c, g, id, j->now / 1000, &j->embedding, j->e);
  return rc ? rc : due_remove(j);
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
  return rc ? rc : ml_index_put(c, x, content, e);
}

static int version_insert(Job *j, MlItem *x, MlText content) {
  MlBuf holder = ml_conn_scratch(j->c);
  int rc = ml_items_insert(j->c, x, content, &holder, j->e);
  if (!rc) rc = ml_record_item(j->c, path_view(j), x->content, x->number, j->e);
  ml_conn_give(j->c, &holder);
  return rc;
}

/* Nothing changes, but the event tells of it. */
static int version_same(Job *j, const MlItem *x) {
  int rc = path_make(j, x->id);
  return rc ? rc : ml_record_item(j->c, path_view(j), x->content, 0, j->e);
}

static int duplicate_note(Job *j) {
  MlBuf json = ml_conn_scratch(j->c);
  ml_json_put_string(&json, path_view(j));
  int rc = json.rc ? ml_err_nomem(j->e) : ml_record_note(j->c, ML_NOTE_DUPLICATE, ml_buf_view(&json), j->e);
  ml_conn_give(j->c, &json);
  return rc;
}

/* The item of the set that has the content, whose id goes into id. A digest alone proves nothing. */
static int duplicate_find(Job *j, MlText content, const MlUuid *digest, MlBuf *id, int *found) {
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  *found = 0;
  int rc = ml_item_scan_digest(j->c, j->key, j->set, digest, &st, j->e);
  if (rc) return rc;
  while (!rc && more && !*found) {
    rc = ml_item_next(j->c, st, &x, &more, j->e);
    if (!rc && more) rc = ml_large_same(j->c, j->key, x.content, content, found, j->e);
  }
  if (!rc && *found) {
    ml_buf_text(id, x.id);
    rc = version_same(j, &x);
    if (!rc) rc = duplicate_note(j);
  }
  int rc2 = ml_item_done(j->c, st, j->e);
  return rc ? rc : rc2;
}

static MlText words_given(MlText t) { return t.n ? t : (MlText){NULL, 0}; }

static i64 number_given(i64 v, i64 otherwise) { return v == ML_GIVEN_NOT ? otherwise : v; }

static i64 bound_given(i64 v, i64 otherwise) { return v == ML_GIVEN_NONE ? ML_ITEM_OPEN : number_given(v, otherwise); }

/* A version that stood, or nothing, with what is given of it. */
static void version_fill(const MlGiven *g, MlItem *x) {
  const struct {
    MlText given, *to;
  } text[] = {{g->metadata, &x->metadata},
              {g->kind, &x->kind},
              {g->category, &x->category},
              {g->source, &x->source},
              {g->location, &x->location}};
  for (size_t i = 0; i < sizeof(text) / sizeof(*text); i++) {
    if (text[i].given.p) *text[i].to = words_given(text[i].given);
  }
  x->importance = number_given(g->importance, x->importance);
  x->valid_from = bound_given(g->valid_from, x->valid_from);
  x->valid_to = bound_given(g->valid_to, x->valid_to);
  x->expires = number_given(g->expires, x->expires);
  x->sensitivity = number_given(g->sensitivity, x->sensitivity);
}

/* It would be true at no time: a bound that is given does not go with the other one, that stood. */
static int is_never(const MlItem *x) {
  return x->valid_from != ML_ITEM_OPEN && x->valid_to != ML_ITEM_OPEN && x->valid_to <= x->valid_from;
}

static int never_refuse(Job *j, MlText id) {
  char set[ML_ERR_SHOW], show[ML_ERR_SHOW];
  return ml_err_set(j->e, SQLITE_ERROR, "memlog: item %s of set %s: its valid_to would not be after its valid_from",
                    ml_err_show(show, id), ml_err_show(set, j->set));
}

static int id_taken(Job *j, MlText id) {
  char set[ML_ERR_SHOW], show[ML_ERR_SHOW];
  return ml_err_set(
      j->e, SQLITE_ERROR,
      "memlog: item %s of set %s: it is there already, with other content: mem_item_put gives it a new one",
      ml_err_show(show, id), ml_err_show(set, j->set));
}

/* An item that is not there yet. */
static int item_insert(Job *j, const MlGiven *g, const MlUuid *digest, MlText id, const MlUuid *record) {
  MlBuf actor = ml_conn_scratch(j->c);
  MlItem x = {.key = j->key, .set = j->set, .id = id, .record = *record, .version = 1, .digest = *digest};
  x.valid_from = x.valid_to = ML_ITEM_OPEN;
  x.created = x.at = j->now;
  x.creator = words_given(ml_action_actor(j->c, &actor));
  version_fill(g, &x);
  int rc = actor.rc ? ml_err_nomem(j->e) : path_make(j, id);
  if (!rc) rc = version_insert(j, &x, g->content);
  if (!rc) rc = ml_embed_store(j->c, &j->embedding, j->key, x.number, j->e);
  ml_conn_give(j->c, &actor);
  return rc;
}

static int content_check(Job *j, const MlGiven *g, MlUuid *digest) {
  int rc = ml_config_check_size(j->c, g->content, "an item", j->e);
  MlUuid salt;
  if (!rc) rc = ml_head_salt(j->c, j->key, &salt, j->e);
  if (!rc) *digest = ml_uuid_named(&salt, g->content.p, (size_t)g->content.n);
  return rc;
}

/* ---- add ---- */

static int item_add(Job *j, const MlGiven *g, MlBuf *id) {
  MlUuid digest, record = ml_uuid_timed(j->now);
  sqlite3_stmt *st;
  MlItem x;
  char made[37];
  int found = 0;
  /* The path says what is wrong with set and id, before anything is stored. */
  int rc = path_make(j, g->id);
  if (!rc) rc = content_check(j, g, &digest);
  if (!rc) rc = duplicate_find(j, g->content, &digest, id, &found);
  if (rc || found) return rc;
  ml_uuid_text(&record, made);
  if (g->id.p) {
    ml_buf_text(id, g->id);
    rc = ml_item_find(j->c, j->key, j->set, g->id, &x, &st, &found, j->e);
    if (st) ml_item_done(j->c, st, j->e);
    if (!rc && found) rc = id_taken(j, g->id);
  } else {
    ml_buf_puts(id, made);
  }
  if (!rc && id->rc) rc = ml_err_nomem(j->e);
  return rc ? rc : item_insert(j, g, &digest, ml_buf_view(id), &record);
}

int ml_items_add(MlConn *c, const MlGiven *given, MlBuf *id, MlErr *e) {
  Job j;
  int rc = job_begin(&j, c, given->key, given->set, e);
  if (!rc) rc = content_embed(&j, given, (MlText){NULL, 0});
  if (!rc) rc = item_add(&j, given, id);
  return job_end(&j, rc);
}

/* ---- put ---- */

static int texts_same(MlText a, MlText b) { return !a.p == !b.p && ml_text_same(a, b); }

static int version_is_same(const MlItem *a, const MlItem *b) {
  return texts_same(a->metadata, b->metadata) && texts_same(a->kind, b->kind) && texts_same(a->category, b->category) &&
         texts_same(a->source, b->source) && texts_same(a->location, b->location) && a->importance == b->importance &&
         a->valid_from == b->valid_from && a->valid_to == b->valid_to && a->expires == b->expires &&
         a->sensitivity == b->sensitivity;
}

/* Another version takes the place of one that stands. */
static int item_change(Job *j, const MlGiven *g, const MlUuid *digest, const MlItem *old) {
  MlItem x = *old;
  int same, moved;
  version_fill(g, &x);
  if (is_never(&x)) return never_refuse(j, x.id);
  int rc = ml_large_same(j->c, j->key, old->content, g->content, &same, j->e);
  if (rc) return rc;
  if (!same && !g->location.p) x.location = (MlText){NULL, 0}; /* the new content is kept here */
  if (same && version_is_same(old, &x)) return version_same(j, old);
  x.digest = *digest;
  x.version++;
  x.at = j->now;
  rc = path_make(j, x.id);
  if (!rc) rc = same ? version_end(j, old->number, 0) : version_remove(j, old->number, 0);
  if (!rc) rc = version_insert(j, &x, g->content);
  if (rc || !same) return rc ? rc : ml_embed_store(j->c, &j->embedding, j->key, x.number, j->e);
  return ml_vector_move(j->c, old->number, x.number, &moved, j->e);
}

static int item_put(Job *j, const MlGiven *g) {
  MlUuid digest;
  MlBuf copy = ml_conn_scratch(j->c);
  sqlite3_stmt *st = NULL;
  MlItem x;
  int found = 0;
  int rc = path_make(j, g->id);
  if (!rc) rc = content_check(j, g, &digest);
  if (!rc) rc = ml_item_find(j->c, j->key, j->set, g->id, &x, &st, &found, j->e);
  if (!rc && found && ml_item_copy(&x, &copy)) rc = ml_err_nomem(j->e);
  if (st && ml_item_done(j->c, st, j->e)) rc = j->e->rc;
  if (!rc && found) {
    rc = item_change(j, g, &digest, &x);
  } else if (!rc) {
    MlUuid record = ml_uuid_timed(j->now);
    rc = item_insert(j, g, &digest, g->id, &record);
  }
  ml_conn_give(j->c, &copy);
  return rc;
}

int ml_items_put(MlConn *c, const MlGiven *given, MlErr *e) {
  Job j;
  int rc = job_begin(&j, c, given->key, given->set, e);
  if (!rc) rc = content_embed(&j, given, given->id);
  if (!rc) rc = item_put(&j, given);
  return job_end(&j, rc);
}

/* ---- remove ---- */

static int item_remove(Job *j, MlText id, i64 *n) {
  sqlite3_stmt *st;
  MlItem x;
  int found = 0;
  int rc = path_make(j, id);
  if (!rc) rc = ml_item_find(j->c, j->key, j->set, id, &x, &st, &found, j->e);
  if (rc || !found) return rc;
  rc = ml_item_done(j->c, st, j->e);
  if (!rc) rc = version_remove(j, x.number, 1);
  *n = !rc;
  return rc;
}

int ml_items_remove(MlConn *c, MlText key, MlText set, MlText id, i64 *n, MlErr *e) {
  Job j;
  *n = 0;
  int rc = job_begin(&j, c, key, set, e);
  if (!rc) rc = due_remove(&j);
  if (!rc) rc = id.p ? item_remove(&j, id, n) : set_remove(&j, n);
  return job_end(&j, rc);
}

int ml_items_expire(MlConn *c, MlText key, i64 *n, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlItem x;
  Job j = {.c = c, .e = e, .key = key, .now = ml_conn_now(c)};
  int due = 0, there;
  int rc = ml_item_there(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_item_scan_due(c, key, j.now / 1000, &st, e);
  if (!rc) rc = ml_item_next(c, st, &x, &due, e);
  int rc2 = ml_item_done(c, st, e);
  if (rc || rc2 || !due) return rc ? rc : rc2;
  j.path = ml_conn_scratch(c);
  j.all = (MlNodeId){key, ML_LONG_TERM, {"", 0}};
  rc = ml_record_begin_items(c, &j.all, &j.op, e);
  if (!rc) rc = due_remove(&j);
  *n += j.due;
  return job_end(&j, rc);
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
  if (!c->in_txn) ml_conn_refresh(c);
  int rc = ml_config_load(c, e);
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
