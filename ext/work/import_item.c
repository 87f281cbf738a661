#include "import_item.h"

#include "../data/json.h"
#include "../data/line_item.h"
#include "../data/path.h"
#include "../data/tree.h"
#include "../store/head.h"
#include "../store/large.h"
#include "../store/vector.h"
#include "bar.h"
#include "item.h"
#include "propose.h"

#include <string.h>

/* One line on its way. */
typedef struct Take {
  MlConn *c;
  MlText key;
  const MlLine *l;
  MlUuid salt;
  MlBuf *numbers;
  MlTree values; /* of the line, by path */
  MlBuf names, text;
  u8 waits; /* what comes must be let in */
  MlErr *e;
} Take;

static int number_add(Take *t, i64 number) {
  ml_buf_put(t->numbers, &number, sizeof(number));
  return t->numbers->rc ? ml_err_nomem(t->e) : SQLITE_OK;
}

int ml_import_items_tell(MlConn *c, const MlBuf *numbers, i64 seq, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < numbers->n && !rc; i += (i64)sizeof(i64)) {
    i64 number;
    memcpy(&number, numbers->p + i, sizeof(number));
    rc = ml_item_told(c, number < 0 ? -number : number, number < 0, seq, e);
  }
  return rc;
}

/* Set and id of a path; they stand in t->names. 0: it has not two names. */
static int names_of(Take *t, MlText path, MlText *set, MlText *id) {
  MlText name;
  i64 at = 0;
  ml_buf_cut(&t->names, 0);
  if (!ml_path_next(path, &at, &name)) return 0;
  ml_path_bare(name, &t->names);
  i64 n = t->names.n;
  int two = ml_path_next(path, &at, &name);
  if (two) ml_path_bare(name, &t->names);
  *set = (MlText){t->names.p, n};
  *id = (MlText){t->names.p + n, t->names.n - n};
  return two && !ml_path_next(path, &at, &name);
}

/* ---- what ends ---- */

static int version_end(Take *t, i64 number) {
  int there;
  int rc = ml_items_end(t->c, number, t->e);
  if (!rc) rc = ml_vector_remove(t->c, number, &there, t->e);
  return rc ? rc : number_add(t, -number);
}

/* The version that stands of an item, which is copied into t->text; *found 0: there is none. */
static int standing_find(Take *t, MlText set, MlText id, MlItem *x, int *found) {
  sqlite3_stmt *st;
  ml_buf_cut(&t->text, 0);
  int rc = ml_item_find(t->c, t->key, set, id, x, &st, found, t->e);
  if (rc || !*found) return rc;
  if (ml_item_copy(x, &t->text)) rc = ml_err_nomem(t->e);
  int rc2 = ml_item_done(t->c, st, t->e);
  return rc ? rc : rc2;
}

/* The newest version of an item that waits, likewise. */
static int waiting_find(Take *t, MlText set, MlText id, MlItem *x, int *found) {
  sqlite3_stmt *st;
  ml_buf_cut(&t->text, 0);
  int rc = ml_item_find_waiting(t->c, t->key, set, id, x, &st, found, t->e);
  if (!rc && *found && ml_item_copy(x, &t->text)) rc = ml_err_nomem(t->e);
  int rc2 = ml_item_done(t->c, st, t->e);
  return rc ? rc : rc2;
}

/* It waited here, and went elsewhere: it is not to be let in. */
static int version_deny(Take *t, const MlItem *x) {
  const MlDecided v = {.outcome = ML_TEXT("denied"), .policy = ML_TEXT("mem_import"), .reason = ML_TEXT("removed")};
  MlUuid decision;
  int rc = ml_item_admit(t->c, x->number, v.outcome, t->e);
  return rc ? rc : ml_propose_decide(t->c, t->key, (MlEnd){&x->record, x->version}, &v, &decision, t->e);
}

static int waiting_deny(Take *t, MlText set, MlText id) {
  MlItem x;
  int found = 1, rc = SQLITE_OK;
  while (!rc && found) {
    rc = waiting_find(t, set, id, &x, &found);
    if (!rc && found) rc = version_deny(t, &x);
  }
  return rc;
}

static int item_end(Take *t, MlText set, MlText id) {
  MlItem x;
  int found;
  int rc = standing_find(t, set, id, &x, &found);
  if (!rc && found) rc = version_end(t, x.number);
  return rc || !t->waits ? rc : waiting_deny(t, set, id);
}

/* The next to end of a set, of those that stood before the line; *number 0: there is none. */
static int set_next(Take *t, MlText set, i64 *number) {
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  *number = 0;
  int rc = ml_item_scan(t->c, t->key, set, &st, t->e);
  if (rc) return rc;
  while (!rc && more && !*number) {
    rc = ml_item_next(t->c, st, &x, &more, t->e);
    if (!rc && more && x.begun) *number = x.number;
  }
  int rc2 = ml_item_done(t->c, st, t->e);
  return rc ? rc : rc2;
}

/* All of the set that waits; one after the other: each is written. */
static int set_deny(Take *t, MlText set) {
  i64 number = 1;
  int rc = SQLITE_OK;
  while (!rc && number) {
    sqlite3_stmt *st;
    MlItem x;
    int more = 1;
    number = 0;
    rc = ml_item_scan_past(t->c, t->key, set, (MlText){NULL, 0}, (MlItemPast){ML_ITEM_ANY, 0}, &st, t->e);
    if (rc) return rc;
    while (!rc && more && !number) {
      rc = ml_item_next(t->c, st, &x, &more, t->e);
      if (!rc && more && ml_text_same(x.admission, ML_TEXT("proposed"))) number = x.number;
    }
    int rc2 = ml_item_done(t->c, st, t->e);
    if (!rc) rc = rc2;
    if (!rc && number) rc = version_deny(t, &x);
  }
  return rc;
}

/* One after the other: each leaves the index that is walked. */
static int set_end(Take *t, MlText set) {
  i64 number = 1;
  int rc = t->waits ? set_deny(t, set) : SQLITE_OK;
  while (!rc && number) {
    rc = set_next(t, set, &number);
    if (!rc && number) rc = version_end(t, number);
  }
  return rc;
}

static int removed_take(Take *t) {
  MlBuf scratch = {0}, set = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, t->l->change.removed); !rc && ml_json_next(&s);) {
    MlText name, path = ml_json_bare(s.value, &scratch);
    i64 at = 0;
    ml_buf_cut(&set, 0);
    if (!path.p || !ml_path_next(path, &at, &name) || ml_path_next(path, &at, &(MlText){NULL, 0})) continue;
    ml_path_bare(name, &set);
    rc = set.rc ? ml_err_nomem(t->e) : set_end(t, ml_buf_view(&set));
  }
  if (!rc && scratch.rc) rc = ml_err_nomem(t->e);
  ml_buf_free(&scratch);
  ml_buf_free(&set);
  return rc;
}

/* ---- what begins ---- */

static int item_refuse(Take *t, MlText path, const char *why) {
  const char *member = t->l->items.p ? "memlog.items" : "eventAttributes.value";
  char show[ML_ERR_SHOW];
  return ml_err_set(t->e, SQLITE_ERROR, "memlog: line: %s: item %s: %s", member, ml_err_show(show, path), why);
}

/* Where what comes must be let in, it waits. same: it has the content that the item had. */
static int version_insert(Take *t, MlItem *x, MlText content, int same) {
  MlBuf holder = {0};
  MlBar bar = {0};
  int rc = same ? SQLITE_OK : ml_bar_find(t->c, t->key, content, &bar, t->e);
  if (rc) return rc;
  x->digest = ml_uuid_named(&t->salt, content.p, (size_t)content.n);
  rc = t->waits ? ml_propose_put(t->c, x, content, t->e) : ml_items_insert(t->c, x, content, &holder, t->e);
  ml_buf_free(&holder);
  return rc ? rc : ml_bar_mark(t->c, &bar, (MlEnd){&x->record, x->version}, t->e);
}

/* Those that were proposed have numbers, too. *x: the newest of the record. */
static int newest_find(Take *t, const MlUuid *record, MlItem *x, int *found) {
  sqlite3_stmt *st;
  int rc = ml_item_find_version(t->c, record, 0, x, &st, found, t->e);
  int rc2 = ml_item_done(t->c, st, t->e);
  return rc ? rc : rc2;
}

/* Where the line does not say more: the item has the content, as it is or in another version. */
static int content_take(Take *t, MlText set, MlText id, MlText content) {
  MlItem x, newest;
  int found, known = 0, same = 0;
  int rc = standing_find(t, set, id, &x, &found);
  i64 stands = !rc && found ? x.number : 0;
  if (!rc && found) rc = ml_large_same(t->c, t->key, x.content, content, &same, t->e);
  if (!rc && !same && t->waits) rc = waiting_find(t, set, id, &newest, &known);
  if (!rc && !same && t->waits && known) {
    x = newest;
    found = 1;
    rc = ml_large_same(t->c, t->key, x.content, content, &same, t->e);
  }
  if (rc || same) return rc;
  if (found) {
    rc = newest_find(t, &x.record, &newest, &known);
    x.version = (!rc && known ? newest.version : x.version) + 1;
    if (!rc && stands && !t->waits) rc = version_end(t, stands);
  } else {
    x = (MlItem){.key = t->key, .set = set, .id = id, .record = ml_uuid_timed(t->l->time), .version = 1};
    x.valid_from = x.valid_to = ML_ITEM_OPEN;
    x.created = t->l->time;
  }
  x.at = t->l->time;
  if (!rc) rc = version_insert(t, &x, content, 0);
  return rc || t->waits ? rc : number_add(t, x.number);
}

static int values_load(Take *t) {
  MlBuf scratch = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, t->l->change.value); !rc && ml_json_next(&s);) {
    MlText path = ml_json_bare(s.name, &scratch);
    path = path.p ? ml_tree_keep(&t->values, path) : path;
    MlNode *n = path.p ? ml_tree_make(&t->values, path) : NULL;
    if (!n) {
      rc = ml_err_nomem(t->e);
    } else {
      n->value = s.value;
    }
  }
  ml_buf_free(&scratch);
  return rc;
}

static int values_take(Take *t) {
  MlNode *root = &t->values.root;
  int rc = SQLITE_OK;
  for (const MlNode *n = ml_tree_walk(root, root); n && !rc; n = ml_tree_walk(root, n)) {
    MlText set, id;
    if (!n->value.p || !names_of(t, n->path, &set, &id)) continue;
    if (t->names.rc) {
      rc = ml_err_nomem(t->e);
    } else if (ml_json_type(n->value) == ML_NULL) {
      rc = item_end(t, set, id);
    } else if (!t->l->items.p) {
      rc = content_take(t, set, id, n->value);
    }
  }
  return rc;
}

/* ---- versions as the line tells of them ---- */

static int version_has(Take *t, i64 number, MlText content, int *same) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  int rc = ml_item_get(t->c, number, &x, &st, &found, t->e);
  if (!rc && found) rc = ml_large_same(t->c, t->key, x.content, content, same, t->e);
  int rc2 = ml_item_done(t->c, st, t->e);
  return rc ? rc : rc2;
}

/* What came last of an item in the line: kept at its path. */
typedef struct Last {
  i64 version, created;
  MlUuid record;
} Last;

static void last_note(MlNode *n, const Last *last) {
  if (!n) return;
  n->next_index = last->created;
  n->order[0] = last->version;
  memcpy(&n->order[1], last->record.b, sizeof(last->record.b));
}

static Last last_of(const MlNode *n, const MlItem *stands) {
  Last last = {0, 0, {{0}}};
  if (n && n->order[0]) {
    last = (Last){n->order[0], n->next_index, {{0}}};
    memcpy(last.record.b, &n->order[1], sizeof(last.record.b));
  } else if (stands) {
    last = (Last){stands->version, stands->created, stands->record};
  }
  return last;
}

/* It follows the version before it, if that is one of its record. */
static int order_check(Take *t, const MlLineItem *i, const Last *last) {
  int same = memcmp(last->record.b, i->record.b, sizeof(i->record.b)) == 0;
  if (same && i->version == last->version + 1 && i->created == last->created) return SQLITE_OK;
  if (i->decided && (!same || i->created == last->created)) return SQLITE_OK;
  if (!same && i->version == 1) return SQLITE_OK;
  return item_refuse(t, i->path, "its version does not follow from the one that stands here");
}

static MlItem item_of(const Take *t, const MlLineItem *i, MlText set, MlText id) {
  return (MlItem){.key = t->key,
                  .set = set,
                  .id = id,
                  .record = i->record,
                  .version = i->version,
                  .metadata = i->metadata,
                  .kind = i->kind,
                  .category = i->category,
                  .source = i->source,
                  .location = i->location,
                  .creator = i->creator,
                  .importance = i->importance,
                  .valid_from = i->valid_from,
                  .valid_to = i->valid_to,
                  .expires = i->expires,
                  .sensitivity = i->sensitivity,
                  .created = i->created,
                  .at = i->at};
}

/* It comes to stand here, as it did there. */
static int item_begin(Take *t, const MlLineItem *i, MlItem *x, MlText content, i64 stands, int same, int start) {
  int rc = stands ? version_end(t, stands) : SQLITE_OK;
  if (!rc) rc = version_insert(t, x, content, same);
  if (!rc && start) rc = ml_item_told(t->c, x->number, 0, i->begun, t->e);
  if (!rc && !start) rc = number_add(t, x->number);
  return rc || start || !i->ended ? rc : version_end(t, x->number);
}

/* It waits here, if it does not already (known). */
static int item_wait(Take *t, const MlLineItem *i, MlItem *x, MlText content, int same, int known) {
  int rc = known ? SQLITE_OK : version_insert(t, x, content, same);
  return rc || known || !i->ended ? rc : version_deny(t, x);
}

static int place_check(Take *t, const MlLineItem *i, const Last *last, int found, int start, int here) {
  if (start) return found ? item_refuse(t, i->path, "it is here already") : SQLITE_OK;
  return here ? SQLITE_OK : order_check(t, i, last);
}

/* there: it waits here already; or, where nothing waits, the state that a log starts with has it. */
static int item_come(Take *t, const MlLineItem *i, MlItem *x, MlText content, i64 before, int same, int there) {
  return t->waits ? item_wait(t, i, x, content, same, there) : item_begin(t, i, x, content, before, same, there);
}

static int item_take(Take *t, const MlLineItem *i, int start) {
  MlNode *value = ml_tree_find(&t->values, i->path);
  MlText set, id, content = i->content.p || !value ? i->content : value->value;
  MlItem stands, newest;
  int found = 0, known = 0, same = 0;
  if (!names_of(t, i->path, &set, &id)) return item_refuse(t, i->path, "it has no set and id");
  if (!content.p || ml_json_type(content) == ML_NULL) return item_refuse(t, i->path, "its content is missing");
  MlBuf names = t->names; /* what set and id borrow from */
  t->names = (MlBuf){0};
  int rc = names.rc ? ml_err_nomem(t->e) : standing_find(t, set, id, &stands, &found);
  if (!rc) rc = newest_find(t, &i->record, &newest, &known);
  Last last = last_of(value, found ? &stands : known && i->version > 1 ? &newest : NULL);
  int here = t->waits && known && i->version <= newest.version;
  if (!rc) rc = place_check(t, i, &last, found, start, here);
  int told = value && value->order[0] && known && newest.version + 1 == i->version; /* … by this line, just now */
  i64 before = found ? stands.number : told ? newest.number : 0;
  if (!rc && before) rc = version_has(t, before, content, &same);
  last_note(value, &(Last){i->version, i->created, i->record});
  MlItem x = item_of(t, i, set, id);
  if (!rc) rc = item_come(t, i, &x, content, found ? stands.number : 0, same, t->waits ? here : start);
  ml_buf_free(&names);
  return rc;
}

static int items_take(Take *t, int start) {
  MlBuf text = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, t->l->items); !rc && ml_json_next(&s);) {
    MlLineItem i;
    rc = ml_line_item_read(s.value, &i, &text, t->e);
    if (!rc && start && (!i.begun || i.begun > t->l->seq || !i.content.p || i.ended)) {
      rc = item_refuse(t, i.path, "it did not begin before the start, or has no content");
    }
    if (!rc) rc = item_take(t, &i, start);
  }
  ml_buf_free(&text);
  return rc;
}

/* ---- what may not come back ---- */

/* The content may not come to the item, unless that has it: then it stays. */
static int content_check(Take *t, MlText path, MlText content) {
  char why[128], record[37];
  MlText set, id;
  MlItem x;
  MlBar bar = {0};
  int found = 0, has = 0;
  if (!content.p || !names_of(t, path, &set, &id)) return SQLITE_OK; /* said where it is taken */
  int rc = t->names.rc ? ml_err_nomem(t->e) : ml_bar_find(t->c, t->key, content, &bar, t->e);
  if (rc || bar.how != 'r') return rc;
  rc = standing_find(t, set, id, &x, &found);
  if (!rc && found) rc = ml_large_same(t->c, t->key, x.content, content, &has, t->e);
  if (rc || has) return rc;
  ml_uuid_text(&bar.record, record);
  sqlite3_snprintf(sizeof(why), why, "the content was taken out, as that of record %s, and may not come back", record);
  return item_refuse(t, path, why);
}

static int items_check(Take *t) {
  MlBuf text = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, t->l->items); !rc && ml_json_next(&s);) {
    MlLineItem i;
    rc = ml_line_item_read(s.value, &i, &text, t->e);
    const MlNode *value = rc || i.content.p ? NULL : ml_tree_find(&t->values, i.path);
    if (!rc) rc = content_check(t, i.path, value ? value->value : i.content);
  }
  ml_buf_free(&text);
  return rc;
}

/* Before anything is written: the host may let another line come in this one's place. */
static int bars_check(Take *t) {
  MlNode *root = &t->values.root;
  int some, rc = ml_barred_any(t->c, &some, t->e);
  if (rc || !some) return rc;
  if (t->l->items.p) return items_check(t);
  for (const MlNode *n = ml_tree_walk(root, root); n && !rc; n = ml_tree_walk(root, n)) {
    if (n->value.p && ml_json_type(n->value) != ML_NULL) rc = content_check(t, n->path, n->value);
  }
  return rc;
}

static int take_begin(Take *t) {
  t->waits = t->c->config.review;
  ml_tree_open(&t->values);
  return ml_head_salt(t->c, t->key, &t->salt, t->e);
}

static void take_end(Take *t) {
  ml_tree_free(&t->values);
  ml_buf_free(&t->names);
  ml_buf_free(&t->text);
}

int ml_import_items_row(MlConn *c, MlText key, const MlLine *l, MlBuf *numbers, MlErr *e) {
  Take t = {.c = c, .key = key, .l = l, .numbers = numbers, .e = e};
  int rc = take_begin(&t);
  if (!rc) rc = values_load(&t);
  if (!rc) rc = bars_check(&t);
  if (!rc) rc = items_take(&t, 0);
  if (!rc) rc = removed_take(&t);
  if (!rc) rc = values_take(&t);
  take_end(&t);
  return rc;
}

int ml_import_items_start(MlConn *c, const MlLine *l, MlErr *e) {
  MlBuf numbers = {0};
  Take t = {.c = c, .key = l->key, .l = l, .numbers = &numbers, .e = e};
  if (!l->items.p) return SQLITE_OK;
  int rc = take_begin(&t);
  if (!rc) rc = bars_check(&t);
  if (!rc) rc = items_take(&t, 1);
  take_end(&t);
  ml_buf_free(&numbers);
  return rc;
}
