#include "list.h"

#include "../data/path.h"
#include "../store/large.h"
#include "../store/session.h"
#include "element.h"
#include "record.h"
#include "room.h"
#include "write.h"

static int list_refuse(const MlNodeId *list, MlErr *e, const char *why) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: path %s of key %s: %s", ml_err_show(path, list->path),
                    ml_err_show(key, list->key), why);
}

static int kind_refuse(const MlNodeId *list, MlCellKind kind, MlErr *e) {
  return list_refuse(list, e, kind == ML_CELL_OBJECT ? "it is an object, not a list" : "it is a value, not a list");
}

static int list_check(MlConn *c, const MlNodeId *list, MlListRow *row, int *found, MlErr *e) {
  MlCellKind kind;
  int rc = ml_cell_kind(c, list, &kind, row, e);
  if (rc) return rc;
  *found = kind == ML_CELL_LIST;
  if (*found || kind == ML_CELL_MISSING) return SQLITE_OK;
  return kind_refuse(list, kind, e);
}

/* ---- append ---- */

/* Elements have one name more than their list, which keeps within the limits itself. */
static int depth_check(MlConn *c, MlText element, MlErr *e) {
  MlBuf canonical = ml_conn_scratch(c);
  int rc = ml_path_read(element, &canonical, e);
  ml_conn_give(c, &canonical);
  return rc;
}

/* A conversation begins anew: what was judged and summed up of the one before says nothing of its messages. */
static int talk_begin(MlConn *c, const MlNodeId *list, MlErr *e) {
  MlNodeId through = {list->key, list->scope, ML_TEXT("conversation.summary.through")};
  MlCell cell;
  if (list->scope != ML_SHORT_TERM || !ml_text_same(list->path, ML_SESSION_LIST)) return SQLITE_OK;
  int rc = ml_session_anew(c, list, e);
  if (!rc) rc = ml_cell_find(c, &through, &cell, e);
  if (rc) return rc;
  int covers = cell.kind == ML_CELL_VALUE && !ml_text_same(cell.value, ML_TEXT("0"));
  rc = ml_cell_done(c, &cell, e);
  return rc || !covers ? rc : ml_large_put_value(c, &through, ML_TEXT("0"), e);
}

static int append_write(MlConn *c, const MlNodeId *list, MlText json, i64 *index, MlErr *e) {
  MlListRow row = {.last = -1};
  MlNodeId element = {0};
  MlRoom room = {0};
  int found;
  MlBuf b = ml_conn_scratch(c);
  int rc = list_check(c, list, &row, &found, e);
  if (!rc) rc = ml_write_check_size(c, list, json, e);
  if (!rc && !found) {
    row = (MlListRow){.last = -1};
    rc = ml_write_check_parents(c, list, e);
  }
  if (!rc && row.next > ML_LIST_INDEX_MAX) rc = list_refuse(list, e, "the list has given away all its indexes");
  if (!rc) rc = ml_element_at(list, row.next, &b, &element, e);
  if (!rc && !found) rc = depth_check(c, element.path, e);
  if (!rc) rc = ml_room_find(c, list, &row, json, &room, e);
  if (!rc) {
    *index = row.next;
    if (!found) rc = ml_write_make_parents(c, list, e);
    if (!rc) rc = found ? ml_cell_count_list(c, list, &room.row, e) : ml_cell_put_list(c, list, &room.row, e);
    if (!rc && !found) rc = talk_begin(c, list, e);
    c->recording.counted = 1;
    if (!rc) rc = ml_large_put_value(c, &element, json, e);
    if (!rc) rc = ml_room_make(c, list, &room, e);
    c->recording.counted = 0;
  }
  ml_room_free(&room);
  ml_conn_give(c, &b);
  return rc;
}

int ml_list_append(MlConn *c, const MlNodeId *list, MlText json, i64 *index, MlErr *e) {
  MlOperation op;
  int rc = ml_record_begin(c, list, &op, e);
  if (!rc) rc = append_write(c, list, json, index, e);
  return ml_record_end(c, &op, rc, e);
}

/* ---- pop ---- */

/* An element that was found a moment ago. */
static int value_take(MlConn *c, const MlNodeId *list, const MlNodeId *element, MlBuf *out, i64 *expires, MlErr *e) {
  MlCell cell;
  int rc = ml_cell_find(c, element, &cell, e);
  if (rc) return rc;
  ml_buf_text(out, cell.value);
  *expires = cell.expires;
  int is_value = cell.kind == ML_CELL_VALUE;
  rc = ml_cell_done(c, &cell, e);
  if (!rc && !is_value) rc = ml_element_damaged(list, e);
  return !rc && out->rc ? ml_err_nomem(e) : rc;
}

static int pop_write(MlConn *c, const MlNodeId *list, int first, MlBuf *out, int *found, MlErr *e) {
  MlListRow row;
  MlNodeId element;
  i64 index = -1, n, expires;
  int rc = list_check(c, list, &row, found, e);
  if (!rc && *found) rc = ml_element_end(c, list, &row, first, &index, e);
  *found = *found && index >= 0;
  if (rc || !*found) return rc;
  MlBuf b = ml_conn_scratch(c);
  rc = ml_element_at(list, index, &b, &element, e);
  if (!rc) rc = value_take(c, list, &element, out, &expires, e);
  if (!rc) rc = ml_large_fill(c, list->key, out, e);
  if (first) {
    row.first = index + 1;
  } else {
    row.last = index - 1;
  }
  if (row.counted) row.counted--;
  if (row.weighed) row.weighed -= ml_large_bytes(ml_buf_view(out));
  if (!rc && (row.counted < 1 || row.weighed < 1)) row.weighed = 0;
  if (!rc) rc = ml_cell_count_list(c, list, &row, e);
  c->recording.counted = 1;
  if (!rc) rc = ml_cell_remove(c, &element, &n, e);
  c->recording.counted = 0;
  if (!rc) rc = ml_record_removed(c, &element, e);
  ml_conn_give(c, &b);
  return rc;
}

int ml_list_pop(MlConn *c, const MlNodeId *list, int first, MlBuf *out, int *found, MlErr *e) {
  MlOperation op;
  *found = 0;
  int rc = ml_record_begin(c, list, &op, e);
  if (!rc) rc = pop_write(c, list, first, out, found, e);
  return ml_record_end(c, &op, rc, e);
}

/* ---- drop ---- */

/* Takes one element out; the list's row, which counts it, is written at the end. */
static int element_drop(MlConn *c, const MlNodeId *list, i64 index, MlListRow *row, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  MlNodeId element;
  MlCell cell = {0};
  i64 n, bytes = 0;
  int there = 0;
  int rc = ml_element_at(list, index, &b, &element, e);
  if (!rc) rc = ml_cell_find(c, &element, &cell, e);
  if (!rc) {
    there = cell.kind != ML_CELL_MISSING;
    bytes = ml_large_bytes(cell.value);
    rc = ml_cell_done(c, &cell, e);
  }
  if (!rc && there) rc = ml_cell_remove(c, &element, &n, e);
  if (!rc && there) rc = ml_record_removed(c, &element, e);
  ml_conn_give(c, &b);
  if (rc || !there) return rc;
  if (index == row->first) row->first++;
  if (row->counted) row->counted--;
  if (row->weighed) row->weighed -= bytes;
  if (row->counted < 1 || row->weighed < 1) row->weighed = 0;
  return SQLITE_OK;
}

static int drop_write(MlConn *c, const MlNodeId *list, const i64 *index, i64 n, MlErr *e) {
  MlListRow row;
  int found;
  int rc = list_check(c, list, &row, &found, e);
  if (rc || !found) return rc;
  c->recording.counted = 1;
  for (i64 i = 0; i < n && !rc; i++) rc = element_drop(c, list, index[i], &row, e);
  c->recording.counted = 0;
  return rc ? rc : ml_cell_count_list(c, list, &row, e);
}

int ml_list_drop(MlConn *c, const MlNodeId *list, const i64 *index, i64 n, MlErr *e) {
  MlOperation op;
  int rc = ml_record_begin(c, list, &op, e);
  if (!rc) rc = drop_write(c, list, index, n, e);
  return ml_record_end(c, &op, rc, e);
}

/* ---- looking ---- */

int ml_list_find(MlConn *c, const MlNodeId *list, MlNow *now, MlListRow *row, int *found, MlErr *e) {
  MlCell cell;
  int gone;
  *found = 0;
  int rc = ml_cell_find(c, list, &cell, e);
  if (rc) return rc;
  rc = ml_expire_gone(c, list, &cell, now, &gone, e);
  int rc2 = ml_cell_done(c, &cell, e);
  if (rc || rc2) return rc ? rc : rc2;
  *row = cell.list;
  if (gone || cell.kind == ML_CELL_MISSING) return SQLITE_OK;
  *found = cell.kind == ML_CELL_LIST;
  return *found ? SQLITE_OK : kind_refuse(list, cell.kind, e);
}

/* Whether anything expires, of the scope of the key that a list is in. */
static int expires_find(MlConn *c, const MlNodeId *list, MlCellKind *kind, MlErr *e) {
  MlBuf path = ml_conn_scratch(c);
  int rc = ml_cell_due(c, list->key, list->scope, ML_EXPIRES_MAX, &path, kind, e);
  ml_conn_give(c, &path);
  return rc;
}

int ml_list_length(MlConn *c, const MlNodeId *list, i64 *n, int *found, MlErr *e) {
  MlListRow row;
  MlCellKind due = ML_CELL_MISSING;
  MlBounds all;
  MlNow now = {0};
  int rc = ml_list_find(c, list, &now, &row, found, e);
  if (rc || !*found) return rc;
  *n = row.counted - 1;
  if (row.counted) rc = expires_find(c, list, &due, e);
  if (rc || (row.counted && due == ML_CELL_MISSING)) return rc;
  rc = ml_cell_bounds(c, list, &all, e);
  *n = all.n;
  if (!rc && all.soonest) rc = ml_expire_now(c, &now, e);
  return rc || !now.ms || all.soonest > now.ms ? rc : ml_cell_live_count(c, list, now.ms, n, e);
}

/* The whole list in order of index, when probing from the end met too many gaps. */
static int recent_all(MlConn *c, const MlNodeId *list, i64 n, MlNow *now, MlListEach each, void *arg, MlErr *e) {
  MlTree t;
  MlNode **a = NULL;
  i64 count = 0;
  ml_tree_open(&t);
  int rc = ml_cell_load(c, list, &t, e);
  if (!rc) rc = ml_expire_hide(c, &t, now, e);
  MlNode *top = rc ? NULL : ml_tree_find(&t, list->path);
  if (top && ml_tree_children(top, &a, &count)) rc = ml_err_nomem(e);
  for (i64 i = count > n ? count - n : 0; i < count && !rc; i++) {
    MlNodeId id = {list->key, list->scope, a[i]->path};
    rc = a[i]->value.p ? each(arg, &id, a[i]->value, a[i]->expires, e) : ml_element_damaged(list, e);
  }
  sqlite3_free(a);
  ml_tree_free(&t);
  return rc;
}

/* The newest n elements, by index; their number is count, or -1 if there were too many gaps. */
typedef struct Newest {
  i64 *index; /* owned */
  i64 count, cap;
} Newest;

static int newest_add(Newest *x, i64 index, MlErr *e) {
  if (x->count == x->cap) {
    i64 cap = x->cap ? x->cap * 2 : 16;
    i64 *a = sqlite3_realloc64(x->index, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    x->index = a;
    x->cap = cap;
  }
  x->index[x->count++] = index;
  return SQLITE_OK;
}

/* Whether an element is there to be read. */
static int element_look(MlConn *c, const MlNodeId *element, MlNow *now, int *there, MlErr *e) {
  MlCell cell;
  int gone;
  int rc = ml_cell_find(c, element, &cell, e);
  if (rc) return rc;
  rc = ml_expire_gone(c, element, &cell, now, &gone, e);
  *there = cell.kind != ML_CELL_MISSING && !gone;
  int rc2 = ml_cell_done(c, &cell, e);
  return rc ? rc : rc2;
}

/* Finds them by probing from the end. */
static int newest_probe(MlConn *c, const MlNodeId *list, const MlListRow *row, i64 n, MlNow *now, Newest *x, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  int rc = SQLITE_OK, missing = 0;
  for (i64 at = row->last; at >= row->first && x->count < n && !rc; at--) {
    MlNodeId id;
    int there = 0;
    rc = ml_element_at(list, at, &b, &id, e);
    if (!rc) rc = element_look(c, &id, now, &there, e);
    if (!rc && there) {
      rc = newest_add(x, at, e);
    } else if (++missing > ML_ELEMENT_PROBES) {
      x->count = -1;
      break;
    }
  }
  ml_conn_give(c, &b);
  return rc;
}

int ml_list_recent(MlConn *c, const MlNodeId *list, i64 n, MlNow *now, MlListEach each, void *arg, MlErr *e) {
  MlListRow row;
  int found;
  int rc = ml_list_find(c, list, now, &row, &found, e);
  if (rc || !found || n < 1) return rc;
  i64 count = row.last - row.first + 1;
  if (n >= count) return recent_all(c, list, n, now, each, arg, e);
  Newest newest = {0};
  MlBuf b = ml_conn_scratch(c), json = ml_conn_scratch(c);
  rc = newest_probe(c, list, &row, n, now, &newest, e);
  if (!rc && newest.count < 0) rc = recent_all(c, list, n, now, each, arg, e);
  while (!rc && newest.count > 0) {
    MlNodeId id;
    i64 expires;
    ml_buf_cut(&json, 0);
    rc = ml_element_at(list, newest.index[--newest.count], &b, &id, e);
    if (!rc) rc = value_take(c, list, &id, &json, &expires, e);
    if (!rc) rc = each(arg, &id, ml_buf_view(&json), expires, e);
  }
  ml_conn_give(c, &b);
  ml_conn_give(c, &json);
  sqlite3_free(newest.index);
  return rc;
}
