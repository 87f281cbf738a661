#include "restore.h"

#include "../data/clock.h"
#include "../data/note.h"
#include "../data/path.h"
#include "../store/head.h"
#include "../store/large.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "../store/session.h"
#include "expire.h"
#include "rebuild.h"
#include "record.h"
#include "write.h"

/* Flags of nodes while two states are compared. */
#define F_GOES  1 /* it stands there and is not wanted, or something else is in its place */
#define F_PUT   2 /* it is wanted and not there */
#define F_COUNT 4 /* a list that is there, whose own row must be put anew */

/* Of a wanted list: between which indexes its elements lie; next and -1 if it has none. */
#define LIST_FIRST(n) ((n)->order[1])
#define LIST_LAST(n)  ((n)->order[2])

/* What stands at and under a node, and what is to stand there, both in byte order of paths. */
typedef struct Change {
  const MlNodeId *id;
  MlTree live, *want;
  MlNode **is, **wanted; /* owned */
  i64 n_is, n_wanted;
  i64 changes;
} Change;

static int state_damaged(const Change *x, const MlNode *n, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_CORRUPT, "memlog: memory of key %s: path %s cannot stand where it does in that state",
                    ml_err_show(key, x->id->key), ml_err_show(path, n->path));
}

static int is_container(MlType t) { return t == ML_OBJECT || t == ML_LIST; }

/* A value can take a value's place; nothing else can be written where another kind of node is. */
static int same_kind(const MlNode *a, const MlNode *b) {
  return a->type == b->type || (!is_container(a->type) && !is_container(b->type));
}

/* The node of a tree; NULL too if it is only there because something lies under it. */
static MlNode *node_find(MlTree *t, MlText path) {
  MlNode *n = ml_tree_find(t, path);
  return n && n->type != ML_MISSING ? n : NULL;
}

static void going_mark(Change *x) {
  for (i64 i = 0; i < x->n_is; i++) {
    MlNode *n = x->is[i];
    const MlNode *w = node_find(x->want, n->path);
    if ((n->parent->flags & F_GOES) || !w || !same_kind(n, w)) n->flags |= F_GOES;
    x->changes += !w;
  }
}

/* A list's element that is put widens the bounds in the list's row. */
static void element_note(MlNode *n) {
  MlNode *list = n->parent;
  i64 i = ml_path_index(ml_path_last(n->path));
  if (i < LIST_FIRST(list)) LIST_FIRST(list) = i;
  if (i > LIST_LAST(list)) LIST_LAST(list) = i;
  if (n->flags & F_PUT) list->flags |= F_COUNT;
}

static int is_right(const MlNode *n) {
  const MlNode *up = n->parent;
  if (up->type != ML_LIST) return up->type == ML_OBJECT;
  i64 i = ml_path_index(ml_path_last(n->path));
  return !is_container(n->type) && i >= 0 && i < up->next_index;
}

static int wanted_mark(MlConn *c, Change *x, MlErr *e) {
  for (i64 i = 0; i < x->n_wanted; i++) {
    MlNode *n = x->wanted[i];
    MlNodeId at = {x->id->key, x->id->scope, n->path};
    const MlNode *is = node_find(&x->live, n->path);
    if (!is_right(n)) return state_damaged(x, n, e);
    int there = is && !(is->flags & F_GOES);
    if (n->type == ML_LIST) {
      LIST_FIRST(n) = n->next_index;
      LIST_LAST(n) = -1;
      if (there && is->next_index < n->next_index) n->flags |= F_COUNT;
    }
    int same = 0, rc = SQLITE_OK;
    if (there) rc = ml_large_same(c, at.key, is->value, n->value, &same, e);
    if (!same) n->flags |= F_PUT;
    x->changes += (n->flags & (F_PUT | F_COUNT)) != 0;
    if (!rc && n->flags & F_PUT && n->value.p) rc = ml_write_check_size(c, &at, n->value, e);
    if (rc) return rc;
  }
  for (i64 i = 0; i < x->n_wanted; i++) {
    if (x->wanted[i]->parent->type == ML_LIST) element_note(x->wanted[i]);
  }
  return SQLITE_OK;
}

/* Whether the topmost node can be put where it was: what stands above it may be of another kind by now. */
static int top_check(MlConn *c, Change *x, MlErr *e) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  MlText top = x->id->path;
  MlNodeId up = {x->id->key, x->id->scope, {top.p, ml_path_parent(top)}};
  MlCellKind kind;
  const MlNode *n = top.n ? node_find(x->want, top) : NULL;
  if (!n) return SQLITE_OK;
  if (!node_find(&x->live, top)) return ml_write_check_parents(c, x->id, e);
  if (!up.path.n || !is_container(n->type)) return SQLITE_OK;
  int rc = ml_cell_kind(c, &up, &kind, NULL, e);
  if (rc || kind != ML_CELL_LIST) return rc;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: path %s of key %s: it was an object or a list, and is an element of a list",
                    ml_err_show(path, top), ml_err_show(key, x->id->key));
}

static int going_remove(MlConn *c, const Change *x, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < x->n_is && !rc; i++) {
    const MlNode *n = x->is[i];
    MlNodeId at = {x->id->key, x->id->scope, n->path};
    i64 gone;
    if (!(n->flags & F_GOES) || (n->parent->flags & F_GOES)) continue;
    rc = ml_cell_remove(c, &at, &gone, e);
    if (!rc) rc = ml_record_removed(c, &at, e);
  }
  return rc;
}

/* A list gives away no index twice: neither one it has given away by now, nor one it had then. The last of these is
** told by removing it, unless an element tells it. */
static int list_put(MlConn *c, Change *x, MlNode *n, MlErr *e) {
  const MlNode *is = n->flags & F_PUT ? NULL : node_find(&x->live, n->path);
  MlNodeId at = {x->id->key, x->id->scope, n->path};
  MlListRow row = {
      .next = n->next_index, .first = LIST_FIRST(n), .last = LIST_LAST(n) < 0 ? LIST_FIRST(n) - 1 : LIST_LAST(n)};
  int raised = n->next_index > (is ? is->next_index : 0);
  if (!raised && is) row.next = is->next_index;
  int rc = is ? ml_cell_count_list(c, &at, &row, e) : ml_cell_put_list(c, &at, &row, e);
  if (!rc && !is) rc = ml_session_anew(c, &at, e);
  if (rc || !raised || LIST_LAST(n) == n->next_index - 1) return rc;
  MlBuf last = {0};
  ml_buf_text(&last, n->path);
  ml_buf_char(&last, '.');
  ml_buf_int(&last, n->next_index - 1);
  MlNodeId element = {at.key, at.scope, ml_buf_view(&last)};
  rc = last.rc ? ml_err_nomem(e) : ml_record_gone(c, &element, e);
  ml_buf_free(&last);
  return rc;
}

static int wanted_put(MlConn *c, Change *x, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < x->n_wanted && !rc; i++) {
    MlNode *n = x->wanted[i];
    MlNodeId at = {x->id->key, x->id->scope, n->path};
    if (!(n->flags & (F_PUT | F_COUNT))) continue;
    if (n->type == ML_LIST) {
      rc = list_put(c, x, n, e);
    } else {
      rc = n->type == ML_OBJECT ? ml_cell_put_object(c, &at, e) : ml_large_put_value(c, &at, n->value, e);
    }
  }
  return rc;
}

/* Only the nodes at and under the top stay in the array. */
static int nodes_sort(MlTree *t, MlText top, MlNode ***pa, i64 *pn) {
  i64 n = 0;
  if (ml_tree_sorted(t, pa, pn)) return SQLITE_NOMEM;
  for (i64 i = 0; i < *pn; i++) {
    if (ml_path_under((*pa)[i]->path, top)) (*pa)[n++] = (*pa)[i];
  }
  *pn = n;
  return SQLITE_OK;
}

static int change_make(MlConn *c, Change *x, MlErr *e) {
  int rc = ml_cell_load(c, x->id, &x->live, e);
  if (rc) return rc;
  if (nodes_sort(&x->live, x->id->path, &x->is, &x->n_is)) return ml_err_nomem(e);
  if (nodes_sort(x->want, x->id->path, &x->wanted, &x->n_wanted)) return ml_err_nomem(e);
  going_mark(x);
  rc = wanted_mark(c, x, e);
  if (!rc) rc = top_check(c, x, e);
  if (!rc) rc = going_remove(c, x, e);
  if (!rc && x->n_wanted && !x->n_is && x->id->path.n) rc = ml_write_make_parents(c, x->id, e);
  return rc ? rc : wanted_put(c, x, e);
}

/* want is a whole scope; what it holds at and under the node is to stand there. The events' meta data get the member
** name with this JSON. *n is how many nodes were not as they are now. */
static int state_restore(MlConn *c, const MlNodeId *id, MlTree *want, MlText name, MlText json, i64 *n, MlErr *e) {
  Change x = {.id = id, .want = want};
  MlOperation op;
  ml_tree_open(&x.live);
  int rc = ml_record_begin(c, id, &op, e);
  if (!rc) rc = change_make(c, &x, e);
  if (!rc && x.changes) rc = ml_record_note(c, name, json, e);
  rc = ml_record_end(c, &op, rc, e);
  *n = x.changes;
  sqlite3_free(x.is);
  sqlite3_free(x.wanted);
  ml_tree_free(&x.live);
  return rc;
}

/* ---- where a state comes from ---- */

/* The place of the key's newest row of the log at or before seq (-1: of all). In a listener that row may be still to
** come: the head knows it. */
static int row_find(MlConn *c, MlText key, i64 seq, i64 *place, MlErr *e) {
  MlHead h;
  int found;
  if (seq >= 0) return ml_rebuild_last(c, key, seq, place, e);
  int rc = ml_head_load(c, key, &h, &found, e);
  *place = h.last;
  return rc;
}

/* "position":N,"time":"…" of that row. The key itself is not named: it may be forgotten, and then nothing of it must be
** left in rows of others. */
static int moment_put(MlConn *c, MlText key, i64 seq, MlBuf *out, MlErr *e) {
  char time[ML_TIME_TEXT];
  MlTail anchor = {0};
  i64 place = 0, us = 0;
  int there, pruned = 0;
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = row_find(c, key, seq, &place, e);
  if (!rc && place) rc = ml_log_time_of(c, place, &us, e);
  if (!rc && !us && c->emitting) us = c->reserved.time;
  if (!rc && there) rc = ml_meta_anchor(c, &anchor, &pruned, e);
  if (!rc && pruned && ml_event_position(place) <= anchor.seq) { /* that row is gone, but its state is known there */
    place = anchor.seq;
    us = anchor.time;
  }
  ml_buf_puts(out, "\"position\":");
  ml_buf_int(out, ml_event_position(place));
  if (place) {
    ml_clock_text(us, time);
    ml_buf_puts(out, ",\"time\":\"");
    ml_buf_puts(out, time);
    ml_buf_char(out, '"');
  }
  return !rc && out->rc ? ml_err_nomem(e) : rc;
}

int ml_restore_run(MlConn *c, const MlNodeId *id, const MlWhen *when, i64 *n, MlErr *e) {
  MlBuf json = {0};
  MlPast p;
  *n = 0;
  int rc = ml_rebuild_when(c, id->key, when, ML_SCOPE_BIT(id->scope), &p, e);
  if (rc) return rc;
  ml_buf_char(&json, '{');
  rc = moment_put(c, id->key, when->seq, &json, e);
  ml_buf_puts(&json, ",\"path\":");
  ml_json_put_string(&json, id->path);
  ml_buf_char(&json, '}');
  if (!rc && json.rc) rc = ml_err_nomem(e);
  if (!rc) rc = state_restore(c, id, &p.state[id->scope], ML_NOTE_RESTORED, ml_buf_view(&json), n, e);
  ml_rebuild_free(&p);
  ml_buf_free(&json);
  return rc;
}

/* The state to be copied, past or present. */
static int source_read(MlConn *c, const MlNodeId *from, const MlWhen *when, MlPast *p, MlErr *e) {
  int there;
  if (when) return ml_rebuild_when(c, from->key, when, ML_SCOPE_BIT(from->scope), p, e);
  for (int s = 0; s < ML_SCOPES; s++) ml_tree_open(&p->state[s]);
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = ml_expire_key(c, from->key, from->scope, e);
  if (!rc && there) rc = ml_cell_load(c, from, &p->state[from->scope], e);
  if (rc) ml_rebuild_free(p);
  return rc;
}

int ml_restore_copy(MlConn *c, MlText from, MlText to, MlScope scope, const MlWhen *when, i64 *n, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlNodeId source = {from, scope, {"", 0}}, target = {to, scope, {"", 0}}, talk = {to, scope, ML_SESSION_LIST};
  MlBuf json = {0};
  MlPast p;
  i64 changes;
  *n = 0;
  if (ml_text_same(from, to)) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_copy: key %s: a key is not copied to itself: mem_restore brings back "
                      "what it was",
                      ml_err_show(show, to));
  }
  int rc = source_read(c, &source, when, &p, e);
  if (!rc) {
    ml_buf_char(&json, '{');
    rc = moment_put(c, from, when ? when->seq : -1, &json, e);
    ml_buf_char(&json, '}');
    if (!rc && json.rc) rc = ml_err_nomem(e);
    if (!rc) rc = ml_large_fill_tree(c, from, &p.state[scope], e);
    if (!rc) rc = state_restore(c, &target, &p.state[scope], ML_NOTE_COPIED, ml_buf_view(&json), &changes, e);
    if (!rc) rc = ml_session_anew(c, &talk, e);
    for (const MlNode *x = ml_tree_walk(&p.state[scope].root, &p.state[scope].root); x && !rc;
         x = ml_tree_walk(&p.state[scope].root, x)) {
      *n += x->type != ML_MISSING;
    }
    ml_rebuild_free(&p);
  }
  ml_buf_free(&json);
  return rc;
}
