#include "room.h"

#include "../data/path.h"
#include "../data/value.h"
#include "../store/cell_scan.h"
#include "../store/config.h"
#include "../store/counts.h"
#include "../store/hostfn.h"
#include "../store/large.h"
#include "../store/retain.h"
#include "../store/used.h"
#include "bar.h"
#include "element.h"
#include "item.h"
#include "origin.h"
#include "record.h"
#include "tokens.h"

#include <stdlib.h>

typedef struct Element {
  i64 index, bytes, tokens;
  i64 used; /* when it was read or written last */
} Element;

/* How what must go is found. */
typedef struct Plan {
  MlConn *c;
  const MlNodeId *list;
  const MlListRow *row;
  MlRule rule;       /* a copy: functions of the host's run while it is used */
  MlCounter counter; /* counts tokens, if the rule limits them */
  i64 keep;          /* the element that is being written: it stays */
  Element now;       /* … as it is to be, … */
  i64 before;        /* … and its bytes so far; 0: it is new */
  Element *a;        /* all others, in the order in which they go (owned), … */
  i64 n, cap, at;    /* … of which so many went */
  u8 whole;          /* the list was looked at from end to end: a holds it. Else its row counts */
  i64 from;          /* without a: the oldest that has not gone is not below this index */
  i64 count, bytes, tokens;
  MlRoom *room;
} Plan;

static int plan_refuse(const Plan *p, MlErr *e, const char *what, i64 is, i64 limit) {
  char key[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_TOOBIG, "memlog: list %s of key %s: the element alone has %lld %s, its rule allows %lld",
                    ml_err_show(path, p->list->path), ml_err_show(key, p->list->key), is, what, limit);
}

/* ---- elements ---- */

/* Text is counted without the quotes of JSON. */
static int tokens_count(Plan *p, MlText json, i64 *tokens, MlErr *e) {
  MlBuf whole = {0}, scratch = {0};
  int rc = SQLITE_OK;
  *tokens = 0;
  if (!p->rule.max_tokens) return SQLITE_OK;
  if (ml_large_is(json)) {
    rc = ml_large_resolve(p->c, p->list->key, json, &whole, e);
    json = ml_buf_view(&whole);
  }
  MlText text = ml_json_type(json) == ML_STRING ? ml_json_bare(json, &scratch) : json;
  if (!rc) rc = text.p ? ml_tokens_add(&p->counter, text, tokens, e) : ml_err_nomem(e);
  ml_buf_free(&whole);
  ml_buf_free(&scratch);
  return rc;
}

static int element_add(Plan *p, const MlNodeId *id, const MlCell *cell, MlErr *e) {
  i64 index = ml_path_index(ml_path_last(id->path)), read = -1;
  if (cell->kind != ML_CELL_VALUE || index < 0 || ml_path_parent(id->path) != p->list->path.n) {
    return ml_element_damaged(p->list, e);
  }
  if (index == p->keep) return SQLITE_OK;
  if (p->n == p->cap) {
    i64 cap = p->cap ? p->cap * 2 : 64;
    Element *a = sqlite3_realloc64(p->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    p->a = a;
    p->cap = cap;
  }
  Element *x = &p->a[p->n++];
  *x = (Element){.index = index, .bytes = ml_large_bytes(cell->value), .used = cell->at};
  int rc = tokens_count(p, cell->value, &x->tokens, e);
  if (!rc && p->rule.policy == ML_DROP_UNUSED) rc = ml_used_at(p->c, id->key, id->scope, id->path, &read, e);
  if (read > x->used) x->used = read;
  return rc;
}

static int by_index(const void *a, const void *b) {
  const Element *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

static int by_use(const void *a, const void *b) {
  const Element *x = a, *y = b;
  if (x->used != y->used) return x->used < y->used ? -1 : 1;
  return by_index(a, b);
}

/* Reads the list from end to end, and sums up. */
static int whole_read(Plan *p, MlErr *e) {
  MlCellScan s = {0};
  MlCellWant want = {p->list->key, ML_SCOPE_BIT(p->list->scope), p->list->path, 1};
  int more = 1;
  int rc = ml_cell_scan(p->c, &s, &want, e);
  p->n = 0;
  while (!rc && more) {
    rc = ml_cell_scan_next(p->c, &s, &more, e);
    if (!rc && more && s.id.path.n > p->list->path.n) rc = element_add(p, &s.id, &s.cell, e);
  }
  ml_cell_scan_end(p->c, &s);
  if (rc) return rc;
  p->whole = 1;
  if (p->n) qsort(p->a, (size_t)p->n, sizeof(*p->a), p->rule.policy == ML_DROP_UNUSED ? by_use : by_index);
  p->count = 1;
  p->bytes = p->now.bytes;
  p->tokens = p->now.tokens;
  for (i64 i = 0; i < p->n; i++) {
    p->count++;
    p->bytes += p->a[i].bytes;
    p->tokens += p->a[i].tokens;
  }
  return SQLITE_OK;
}

/* The oldest that has not gone, found from the list's row. *found is 0 if there is none. */
static int oldest_find(Plan *p, Element *x, int *found, MlErr *e) {
  MlListRow rest = *p->row;
  MlCell cell = {0};
  MlNodeId id;
  *found = 0;
  do {
    rest.first = p->from;
    int rc = ml_element_end(p->c, p->list, &rest, 1, &x->index, e);
    if (rc || x->index < 0) return rc;
    p->from = x->index + 1;
  } while (x->index == p->keep);
  MlBuf b = ml_conn_scratch(p->c);
  int rc = ml_element_at(p->list, x->index, &b, &id, e);
  if (!rc) rc = ml_cell_find(p->c, &id, &cell, e);
  x->bytes = ml_large_bytes(cell.value);
  *found = cell.kind == ML_CELL_VALUE;
  if (!rc) rc = ml_cell_done(p->c, &cell, e);
  if (!rc && !*found) rc = ml_element_damaged(p->list, e);
  ml_conn_give(p->c, &b);
  return rc;
}

/* ---- what goes ---- */

/* 1 if it is too much, with an aggregate of so many bytes and tokens (bytes 0: without one). */
static int is_over(const Plan *p, i64 bytes, i64 tokens) {
  i64 sum = p->bytes + bytes;
  const MlRule *r = &p->rule;
  if (r->max_count && p->count + (bytes > 0) > r->max_count) return 1;
  if (r->max_bytes && sum > r->max_bytes) return 1;
  return r->max_tokens && p->tokens + tokens > r->max_tokens;
}

/* The next that goes, if there is one. */
static int next_take(Plan *p, int *found, MlErr *e) {
  Element x = {0};
  int rc = SQLITE_OK;
  *found = p->at < p->n;
  if (*found) {
    x = p->a[p->at++];
  } else if (!p->whole) {
    rc = oldest_find(p, &x, found, e);
  }
  if (rc || !*found) return rc;
  MlRoom *room = p->room;
  if (room->n == room->cap) {
    i64 cap = room->cap ? room->cap * 2 : 4;
    i64 *a = sqlite3_realloc64(room->gone, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    room->gone = a;
    room->cap = cap;
  }
  room->gone[room->n++] = x.index;
  p->count--;
  p->bytes -= x.bytes;
  p->tokens -= x.tokens;
  return SQLITE_OK;
}

static int drops_find(Plan *p, MlErr *e) {
  int found = 1, rc = SQLITE_OK;
  while (!rc && found && is_over(p, 0, 0)) rc = next_take(p, &found, e);
  return !rc && !found ? ml_element_damaged(p->list, e) : rc;
}

/* Puts the JSON of the elements that go, from the first that is not in it yet, into an array that is not closed. */
static int array_add(Plan *p, i64 from, MlBuf *array, MlErr *e) {
  MlBuf b = ml_conn_scratch(p->c);
  int rc = SQLITE_OK;
  for (i64 i = from; i < p->room->n && !rc; i++) {
    MlNodeId id;
    MlCell cell;
    rc = ml_element_at(p->list, p->room->gone[i], &b, &id, e);
    if (!rc) rc = ml_cell_find(p->c, &id, &cell, e);
    if (rc) break;
    ml_buf_char(array, i ? ',' : '[');
    rc = ml_large_resolve(p->c, id.key, cell.value, array, e);
    int rc2 = ml_cell_done(p->c, &cell, e);
    if (!rc) rc = rc2;
  }
  ml_conn_give(p->c, &b);
  return !rc && array->rc ? ml_err_buf(e, array->rc, "what an aggregate is made of") : rc;
}

/* Calls the function with the array; its result into the room. */
static int aggregate_make(Plan *p, MlHostFn *f, MlBuf *array, MlErr *e) {
  sqlite3_value *v;
  char what[ML_FUNCTION_NAME + 20];
  sqlite3_snprintf(sizeof(what), what, "function %s", f->name);
  i64 n = array->n;
  ml_buf_char(array, ']');
  int rc = array->rc ? ml_err_buf(e, array->rc, "what an aggregate is made of") : SQLITE_OK;
  if (!rc) rc = ml_hostfn_call(f, ml_buf_view(array), &v, e);
  ml_buf_cut(array, n);
  ml_buf_cut(&p->room->aggregate, 0);
  if (!rc) rc = ml_value_read(v, what, &p->room->aggregate, e);
  return rc ? rc : ml_config_check_size(p->c, ml_buf_view(&p->room->aggregate), what, e);
}

/* The oldest give way to what the function makes of them: so many that the rest fits, and if it does not with the
** aggregate, twice as many, and so on. */
static int aggregate_find(Plan *p, MlHostFn *f, MlBuf *array, MlErr *e) {
  i64 from = 0, least = 2, tokens = 0;
  int found = 1, rc = SQLITE_OK;
  for (;;) {
    while (!rc && found && (p->room->n < least || is_over(p, 1, 0))) rc = next_take(p, &found, e);
    if (!rc && p->room->n == from) {
      return ml_err_set(e, SQLITE_TOOBIG, "memlog: function %s: the list does not fit its rule with what it gave",
                        f->name);
    }
    if (!rc) rc = array_add(p, from, array, e);
    if (!rc) rc = aggregate_make(p, f, array, e);
    if (!rc) rc = tokens_count(p, ml_buf_view(&p->room->aggregate), &tokens, e);
    if (rc) return rc;
    if (!is_over(p, ml_large_bytes(ml_buf_view(&p->room->aggregate)), tokens)) break;
    from = p->room->n;
    least = 2 * from;
  }
  p->count++;
  p->bytes += ml_large_bytes(ml_buf_view(&p->room->aggregate));
  return SQLITE_OK;
}

static int aggregates_find(Plan *p, MlErr *e) {
  MlHostFn f;
  MlBuf array = {0};
  int rc = ml_hostfn_open(p->c, p->rule.function, &f, e);
  if (!rc) rc = aggregate_find(p, &f, &array, e);
  ml_hostfn_close(&f);
  ml_buf_free(&array);
  return rc;
}

/* ---- the plan ---- */

/* What the list is to hold, from its row, or from end to end where that does not say it. */
static int plan_sum(Plan *p, MlErr *e) {
  const MlListRow *row = p->row;
  int weigh = p->rule.max_bytes || p->rule.max_tokens;
  if (p->counter.fn.st) return whole_read(p, e);
  if (row->next && (!row->counted || (weigh && !row->weighed))) return whole_read(p, e);
  p->count = (row->counted ? row->counted - 1 : 0) + !p->before;
  p->bytes = (row->weighed ? row->weighed - 1 : 0) + p->now.bytes - p->before;
  /* An estimate is at most a third of the bytes, and one for each element: where that fits nobody needs to look. */
  p->tokens = p->rule.max_tokens ? p->bytes / 3 + p->count : 0;
  if (p->tokens > p->rule.max_tokens) return whole_read(p, e);
  if (p->rule.policy == ML_DROP_UNUSED && is_over(p, 0, 0)) return whole_read(p, e);
  return SQLITE_OK;
}

static int alone_check(const Plan *p, MlErr *e) {
  i64 bytes = p->now.bytes, tokens = p->now.tokens;
  const MlRule *r = &p->rule;
  if (r->max_bytes && bytes > r->max_bytes) return plan_refuse(p, e, "bytes", bytes, r->max_bytes);
  if (r->max_tokens && tokens > r->max_tokens) return plan_refuse(p, e, "tokens", tokens, r->max_tokens);
  return SQLITE_OK;
}

/* No element lies below what did not go. */
static i64 first_left(const Plan *p) {
  const MlRoom *room = p->room;
  i64 first = p->row->first;
  if (!room->n) return first;
  if (p->rule.policy != ML_DROP_UNUSED) {
    first = room->gone[room->n - 1] + (room->aggregate.n == 0);
    return p->keep < first ? p->keep : first;
  }
  first = p->keep;
  for (i64 i = p->at; i < p->n; i++) first = p->a[i].index < first ? p->a[i].index : first;
  return first;
}

static int plan_run(Plan *p, MlText json, MlErr *e) {
  MlConn *c = p->c;
  int rc = SQLITE_OK;
  if (p->rule.max_tokens) rc = ml_tokens_open(c, &p->counter, e);
  p->now = (Element){.index = p->keep, .bytes = ml_large_bytes(json)};
  p->from = p->row->first;
  if (!rc) rc = tokens_count(p, json, &p->now.tokens, e);
  if (!rc) rc = alone_check(p, e);
  if (!rc) rc = plan_sum(p, e);
  if (!rc && is_over(p, 0, 0)) rc = p->rule.policy == ML_AGGREGATE ? aggregates_find(p, e) : drops_find(p, e);
  p->room->moves = p->rule.policy == ML_MOVE && p->room->n > 0;
  if (!rc && p->room->moves) {
    if (p->rule.set[0]) {
      ml_buf_puts(&p->room->set, p->rule.set);
    } else {
      ml_buf_text(&p->room->set, p->list->path);
    }
    rc = ml_err_buf(e, p->room->set.rc, "the name of a set");
  }
  if (!rc) {
    MlListRow *row = &p->room->row;
    row->first = first_left(p);
    row->counted = p->count + 1;
    row->weighed = p->rule.max_bytes || p->rule.max_tokens ? p->bytes + 1 : 0;
  }
  ml_tokens_close(&p->counter);
  sqlite3_free(p->a);
  return rc;
}

int ml_room_find(MlConn *c, const MlNodeId *list, const MlListRow *row, MlText json, MlRoom *room, MlErr *e) {
  const MlRule *rule;
  room->row = *row;
  room->row.last = room->row.next++;
  if (row->counted) room->row.counted++;
  if (row->weighed) room->row.weighed += ml_large_bytes(json);
  if (!c->rules.n) return SQLITE_OK;
  int rc = ml_retain_find(c, list->key, list->scope, list->path, &rule, e);
  if (rc || !rule) return rc;
  Plan p = {.c = c, .list = list, .row = row, .rule = *rule, .keep = row->next, .room = room};
  return plan_run(&p, json, e);
}

/* ---- doing it ---- */

/* What may not come back goes as if it had been moved. */
static int item_add(MlConn *c, MlGiven *given, MlPromotion *p, MlBuf *made, MlErr *e) {
  MlOrigin origin = {.promotion = p};
  MlBar bar;
  int rc = ml_bar_find(c, given->key, given->content, &bar, e);
  origin.how.kind = ml_promotion_kind(&origin.inputs);
  given->origin = &origin;
  if (!rc && bar.how != 'r') rc = ml_items_add(c, given, made, e);
  given->origin = NULL;
  return rc;
}

/* An element becomes an item, or is one already. A null is none. */
static int element_move(MlConn *c, const MlNodeId *id, const MlRoom *room, MlPromotion *promotion, MlErr *e) {
  MlGiven given = ML_GIVEN_NOTHING;
  MlBuf whole = {0}, made = {0};
  MlCell cell;
  int rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  if (cell.kind == ML_CELL_VALUE) rc = ml_large_resolve(c, id->key, cell.value, &whole, e);
  int rc2 = ml_cell_done(c, &cell, e);
  if (!rc) rc = rc2;
  given.key = id->key;
  given.set = ml_buf_view(&room->set);
  given.content = ml_buf_view(&whole);
  if (!rc && whole.n && ml_json_type(given.content) != ML_NULL) rc = item_add(c, &given, promotion, &made, e);
  ml_buf_free(&whole);
  ml_buf_free(&made);
  return rc;
}

int ml_room_make(MlConn *c, const MlNodeId *list, const MlRoom *room, MlErr *e) {
  MlBuf b = ml_conn_scratch(c), artifact = ml_conn_scratch(c);
  MlPromotion p = {.key = list->key, .from = list->key, .code = ML_TEXT("retain")};
  u8 counted = c->recording.counted;
  if (room->moves) {
    ml_buf_puts(&artifact, "list:");
    ml_buf_text(&artifact, list->path);
    p.artifact = ml_buf_view(&artifact);
  }
  int rc = artifact.rc ? ml_err_nomem(e) : SQLITE_OK;
  c->recording.counted = 1;
  for (i64 i = 0; i < room->n && !rc; i++) {
    MlNodeId id;
    i64 n;
    rc = ml_element_at(list, room->gone[i], &b, &id, e);
    if (rc) break;
    if (room->aggregate.n && i == room->n - 1) {
      rc = ml_large_put_value(c, &id, ml_buf_view(&room->aggregate), e);
    } else {
      if (room->moves) rc = element_move(c, &id, room, &p, e);
      if (!rc) rc = ml_cell_remove(c, &id, &n, e);
      if (!rc) rc = ml_record_removed(c, &id, e);
    }
  }
  c->recording.counted = counted;
  ml_conn_give(c, &artifact);
  ml_conn_give(c, &b);
  return rc;
}

void ml_room_free(MlRoom *room) {
  sqlite3_free(room->gone);
  ml_buf_free(&room->aggregate);
  ml_buf_free(&room->set);
}

/* The list and the element are there, and the rule is about what they hold. */
static int element_replace(MlConn *c, const MlNodeId *list, const MlNodeId *id, Plan *p, MlText json, int *done,
                           MlErr *e) {
  MlCell cell;
  int rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  int is_value = cell.kind == ML_CELL_VALUE;
  p->before = ml_large_bytes(cell.value);
  rc = ml_cell_done(c, &cell, e);
  if (rc || !is_value) return rc;
  p->room->row = *p->row;
  rc = plan_run(p, json, e);
  if (rc) return rc;
  c->recording.counted = 1;
  rc = ml_counts_put(c, list->key, list->scope, list->path, &p->room->row, e);
  if (!rc) rc = ml_large_put_value(c, id, json, e);
  if (!rc) rc = ml_room_make(c, list, p->room, e);
  c->recording.counted = 0;
  *done = rc == SQLITE_OK;
  return rc;
}

int ml_room_replace(MlConn *c, const MlNodeId *id, MlText json, int *done, MlErr *e) {
  const MlRule *rule;
  MlCellKind kind;
  MlListRow row;
  MlNodeId list = {id->key, id->scope, {id->path.p, ml_path_parent(id->path)}};
  i64 index = c->rules.n ? ml_path_index(ml_path_last(id->path)) : -1;
  *done = 0;
  if (index < 0 || !list.path.n) return SQLITE_OK;
  int rc = ml_retain_find(c, list.key, list.scope, list.path, &rule, e);
  if (rc || !rule || (!rule->max_bytes && !rule->max_tokens)) return rc;
  MlRoom room = {0};
  Plan p = {.c = c, .list = &list, .row = &row, .rule = *rule, .keep = index, .room = &room};
  rc = ml_cell_kind(c, &list, &kind, &row, e);
  if (!rc && kind == ML_CELL_LIST) rc = element_replace(c, &list, id, &p, json, done, e);
  ml_room_free(&room);
  return rc;
}
