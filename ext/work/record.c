#include "record.h"

#include "../data/fold.h"
#include "../data/path.h"
#include "../store/config.h"
#include "../store/item.h"
#include "../store/meta.h"
#include "../store/retain.h"
#include "../store/ttl.h"
#include "append.h"

#include <string.h>

#define DEPTH_MAX 32 /* operations within operations: triggers that write memory and set each other off */

/* 1 if whatever happens now makes no event: in a listener, or in an action caused by a memory event. */
static int is_quiet(const MlConn *c) {
  MlRecord action;
  if (c->emitting) return 1;
  return ml_pending_action(&c->pending, &action) && action.key;
}

static int mode_of(const MlConn *c, MlScope scope) {
  if (is_quiet(c)) return ML_RECORD_QUIET;
  return c->config.generate[ml_event_write_kind(scope)] ? ML_RECORD_PENDING : ML_RECORD_GAP;
}

/* Whether what stood there before is recorded, too. */
static int is_before_wanted(const MlConn *c) {
  MlBefore decided = c->pending.now.before;
  if (c->recording.mode == ML_RECORD_PENDING && decided != ML_BEFORE_OPEN) return decided == ML_BEFORE_ON;
  return c->config.record_before && (c->recording.mode == ML_RECORD_PENDING || c->recording.mode == ML_RECORD_QUIET);
}

int ml_record_keep_readers(MlConn *c, MlErr *e) {
  for (MlReader *r = c->readers; r; r = r->next) {
    int rc = r->keep(r);
    if (rc) return ml_err_db(e, c->db, rc, "keeping the rows of an open SELECT");
  }
  return SQLITE_OK;
}

int ml_record_refuse_storing(const MlConn *c, const char *what, MlErr *e) {
  if (c->hosting) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: not inside a function that memlog calls", what);
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: not inside a trigger on a stored table; a listener is a trigger on memlog_event",
                    what);
}

/* silent: by themselves its records make no event. */
static int operation_begin(MlConn *c, const MlNodeId *id, int silent, i64 now, MlOperation *op, MlErr *e) {
  memset(op, 0, sizeof(*op));
  op->outer = c->recording;
  op->from = c->pending.now.end;
  op->id = id;
  op->changes = sqlite3_total_changes64(c->db); /* what is refused here has changed nothing */
  c->depth++;
  c->pending.now.op_count++;
  if (c->storing) return ml_record_refuse_storing(c, "memory", e);
  if (c->depth > DEPTH_MAX) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: memory: operations nest more than %d deep: triggers set each other off",
                      DEPTH_MAX);
  }
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (!rc) rc = ml_retain_load(c, e);
  if (!rc) rc = ml_ttl_load(c, e);
  if (!rc) rc = ml_record_keep_readers(c, e);
  if (rc) return rc;
  i64 key = ml_pending_key_number(&c->pending, id->key);
  if (key < 0) return ml_err_nomem(e);
  c->recording = (MlRecording){.key = (u32)key, .scope = id->scope, .silent = silent != 0};
  c->recording.now = now ? now : ml_conn_now(c) / 1000;
  c->recording.mode = mode_of(c, id->scope);
  if (silent && c->recording.mode == ML_RECORD_GAP) c->recording.mode = ML_RECORD_PENDING;
  c->recording.before = (u8)is_before_wanted(c);
  op->changes = sqlite3_total_changes64(c->db);
  return SQLITE_OK;
}

int ml_record_begin_items(MlConn *c, const MlNodeId *id, MlOperation *op, MlErr *e) {
  int rc = operation_begin(c, id, 0, 0, op, e);
  c->recording.before = 0;
  if (rc || c->recording.mode != ML_RECORD_GAP) return rc;
  /* Items keep their versions whatever is recorded: a row of the log that tells when is all that the past needs. It has
  ** its turn among the events, some of which may be of the same items. */
  c->recording.mode = ML_RECORD_PENDING;
  c->recording.silent = 1;
  return rc;
}

int ml_record_begin_dating(MlConn *c, const MlNodeId *id, i64 now, MlOperation *op, MlErr *e) {
  return operation_begin(c, id, 1, now, op, e);
}

static int numbers_tell(MlConn *c, const MlDraft *d, i64 seq, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < ml_fold_count(d) && !rc; i++) {
    i64 number = ml_fold_number(d, i);
    rc = ml_item_told(c, number < 0 ? -number : number, number < 0, seq, e);
  }
  return rc;
}

int ml_record_tell(MlConn *c, MlEntry *a, int n, void *drafts, MlErr *e) {
  const MlDraft *d = drafts;
  int rc = SQLITE_OK;
  for (int i = 0; i < n && !rc; i++) rc = numbers_tell(c, &d[i], a[i].row.seq, e);
  return rc;
}

/* The records of this operation become one row of memlog_quiet. */
static int quiet_append(MlConn *c, MlOperation *op, MlErr *e) {
  MlDrafts d;
  int rc = ml_fold_run(&c->pending, op->from, &d, e);
  if (rc) return rc;
  ml_pending_cut(&c->pending, op->from);
  for (int i = 0; i < d.n && !rc; i++) {
    MlEntry x = {0};
    x.row.quiet = 1;
    x.row.kind = d.a[i].kind;
    x.row.key = op->id->key;
    if (d.a[i].value.n) x.row.value = ml_buf_view(&d.a[i].value);
    if (d.a[i].removed.n) x.row.removed = ml_buf_view(&d.a[i].removed);
    if (d.a[i].containers.n) x.row.containers = ml_buf_view(&d.a[i].containers);
    if (d.a[i].before.n) x.row.before = ml_buf_view(&d.a[i].before);
    if (d.a[i].meta.n) x.row.meta = ml_buf_view(&d.a[i].meta);
    if (d.a[i].expires.n) x.row.expires = ml_buf_view(&d.a[i].expires);
    rc = ml_append_rows(c, &x, 1, ml_record_tell, &d.a[i], e);
  }
  if (!rc && d.n && ml_conn_touch(c, op->id->key)) rc = ml_err_nomem(e);
  ml_fold_free(&d);
  return rc;
}

static int gap_note(MlConn *c, MlEntry *a, int n, void *arg, MlErr *e) {
  (void)c, (void)n, (void)e;
  a->head.gap[*(const MlScope *)arg] = a->row.seq;
  return SQLITE_OK;
}

/* The first change that is not recorded opens a gap. */
static int gap_open(MlConn *c, const MlNodeId *id, MlErr *e) {
  MlHead h;
  int found;
  int rc = ml_head_load(c, id->key, &h, &found, e);
  if (rc || h.gap[id->scope]) return rc;
  MlEntry x = {0};
  MlScope scope = id->scope;
  x.row.quiet = 1;
  x.row.kind = ml_event_gap_kind(scope);
  x.row.key = id->key;
  return ml_append_rows(c, &x, 1, gap_note, &scope, e);
}

void ml_record_whole(MlConn *c, MlOperation *op) { op->whole = sqlite3_total_changes64(c->db); }

int ml_record_end(MlConn *c, MlOperation *op, int rc, MlErr *e) {
  int mode = c->recording.mode;
  int changed = sqlite3_total_changes64(c->db) != op->changes;
  int refused = rc && changed && sqlite3_total_changes64(c->db) == op->whole, told = rc && !refused ? rc : SQLITE_OK;
  MlErr own = {0}, *x = refused ? &own : e; /* why it was refused is what is said */
  c->recording = op->outer;
  if (!told && changed && mode == ML_RECORD_QUIET) told = quiet_append(c, op, x);
  if (!told && changed && mode == ML_RECORD_GAP) told = gap_open(c, op->id, x);
  ml_conn_break_changed(c, op->changes, told);
  c->depth--;
  ml_err_clear(&own);
  return rc ? rc : told;
}

static int record_add(MlConn *c, MlOp what, MlText path, MlText value, i64 expires, MlErr *e) {
  const MlRecording *now = &c->recording;
  if (now->mode != ML_RECORD_PENDING && now->mode != ML_RECORD_QUIET) return SQLITE_OK;
  if (now->mode == ML_RECORD_PENDING) c->pending.now.before = now->before ? ML_BEFORE_ON : ML_BEFORE_OFF;
  MlRecord r = {.op = what, .scope = now->scope, .key = now->key, .path = path, .value = value};
  r.silent = now->silent;
  r.expires = expires;
  return ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
}

static const MlText nothing = {NULL, 0};

int ml_record_gone(MlConn *c, const MlNodeId *id, MlErr *e) {
  return record_add(c, ML_OP_REMOVE, id->path, nothing, 0, e);
}

int ml_record_note(MlConn *c, MlText name, MlText json, MlErr *e) {
  return record_add(c, ML_OP_NOTE, name, json, 0, e);
}

int ml_record_date(MlConn *c, const MlNodeId *id, i64 expires, MlErr *e) {
  return record_add(c, ML_OP_DATE, id->path, nothing, expires, e);
}

/* What the node lay under is left empty, perhaps: from now on it has a time of its own. */
static int parent_left(MlConn *c, const MlNodeId *id, MlErr *e) {
  MlNodeId up = {id->key, id->scope, {id->path.p, ml_path_parent(id->path)}};
  MlCell cell;
  i64 expires, now = c->recording.now;
  int holds = 0, changed = 0;
  if (!up.path.n) return SQLITE_OK;
  int rc = ml_ttl_deadline(c, &up, now, &expires, e);
  if (rc || (!expires && !c->dated)) return rc;
  rc = ml_cell_find(c, &up, &cell, e);
  if (rc) return rc;
  int there = cell.kind != ML_CELL_MISSING && (expires || cell.expires);
  rc = ml_cell_done(c, &cell, e);
  if (!rc && there) rc = ml_cell_holds(c, &up, &holds, e);
  if (!rc && there && !holds) rc = ml_cell_date(c, &up, expires, now, &changed, e);
  return rc || !changed ? rc : ml_record_date(c, &up, expires, e);
}

int ml_record_removed(MlConn *c, const MlNodeId *id, MlErr *e) {
  int rc = ml_record_gone(c, id, e);
  return rc ? rc : parent_left(c, id, e);
}

/* ---- cleaning ---- */

/* The highest node that goes with the one that goes: all above it that goes with the last node in it, and holds
** nothing else. */
static int top_remove(MlConn *c, MlNodeId *id, MlCellKind kind, i64 *n, MlErr *e) {
  i64 gone;
  int holds = 0;
  int rc = kind == ML_CELL_VALUE ? SQLITE_OK : ml_cell_holds(c, id, &holds, e);
  if (!rc && holds) rc = ml_cell_damaged(id, e); /* then it has no time of its own */
  while (!rc) {
    MlCell cell;
    rc = ml_cell_remove(c, id, &gone, e);
    if (!rc && !gone) rc = ml_cell_damaged(id, e);
    *n += gone;
    MlNodeId up = {id->key, id->scope, {id->path.p, ml_path_parent(id->path)}};
    if (rc || !up.path.n) return rc;
    rc = ml_cell_find(c, &up, &cell, e);
    int goes = !rc && cell.expires == ML_CELL_WITH_LAST;
    if (!rc) rc = ml_cell_done(c, &cell, e);
    if (!rc && goes) rc = ml_cell_holds(c, &up, &holds, e);
    if (rc || !goes || holds) return rc;
    *id = up;
  }
  return rc;
}

/* One after the other: each takes a row away. */
static int due_remove(MlConn *c, MlText key, MlScope scope, i64 now, i64 *n, MlErr *e) {
  MlBuf path = ml_conn_scratch(c);
  MlCellKind kind = ML_CELL_VALUE;
  int rc = SQLITE_OK;
  while (!rc && kind != ML_CELL_MISSING) {
    rc = ml_cell_due(c, key, scope, now, &path, &kind, e);
    MlNodeId id = {key, scope, ml_buf_view(&path)};
    if (rc || kind == ML_CELL_MISSING) break;
    rc = top_remove(c, &id, kind, n, e);
    if (!rc) rc = ml_record_gone(c, &id, e);
  }
  ml_conn_give(c, &path);
  return rc;
}

/* Where writes make no event a removal of this kind makes none either, but opens no gap. */
static int key_clean(MlConn *c, MlText key, MlScope scope, i64 now, i64 *n, MlErr *e) {
  MlNodeId all = {key, scope, {"", 0}};
  MlBuf path = ml_conn_scratch(c);
  MlOperation op;
  MlCellKind kind;
  *n = 0;
  int rc = ml_cell_due(c, key, scope, now, &path, &kind, e);
  ml_conn_give(c, &path);
  if (rc || kind == ML_CELL_MISSING) return rc;
  rc = operation_begin(c, &all, !c->config.generate[ml_event_write_kind(scope)], now, &op, e);
  if (!rc) rc = due_remove(c, key, scope, now, n, e);
  return ml_record_end(c, &op, rc, e);
}

int ml_record_begin(MlConn *c, const MlNodeId *id, MlOperation *op, MlErr *e) {
  int rc = operation_begin(c, id, 0, 0, op, e);
  if (rc || !c->dated) return rc;
  i64 n;
  rc = key_clean(c, id->key, id->scope, c->recording.now, &n, e);
  op->changes = sqlite3_total_changes64(c->db);
  return rc;
}

int ml_record_clean(MlConn *c, MlText key, MlScope scope, i64 *n, MlErr *e) {
  int there;
  *n = 0;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there || c->version < 2) return rc;
  rc = ml_config_load(c, e);
  if (!rc) rc = ml_ttl_load(c, e);
  return rc || !c->dated ? rc : key_clean(c, key, scope, ml_conn_now(c) / 1000, n, e);
}

/* ---- rows ---- */

static int row_refuse(MlErr *e, const char *table) {
  return ml_err_set(e, SQLITE_CONSTRAINT,
                    "memlog: %s: its rows are written by memlog alone: use the mem_ functions and the table mem",
                    table);
}

/* In a UTF-8 file text is taken as it is: to ask for it as text would copy it to put a NUL behind it. */
static MlText arg_text(const MlConn *c, sqlite3_value *v) {
  MlText t = {c->utf8 ? sqlite3_value_blob(v) : (const void *)sqlite3_value_text(v), 0};
  t.n = sqlite3_value_bytes(v);
  if (!t.n) t.p = "";
  return t;
}

/* A row went: one of those that are being removed, or the one in whose place another is being put. */
static int row_gone(MlConn *c, MlText key, MlText scope, MlText path, MlErr *e) {
  MlPermit *p = &c->permit;
  int ours = ml_text_same(key, p->key) && ml_text_same(scope, p->scope);
  if (ours && p->cell == 1 && p->put.p && ml_text_same(path, p->put)) return SQLITE_OK;
  if (!ours || !p->remove.p || !ml_path_under(path, p->remove)) return row_refuse(e, "memlog_cell");
  p->removed++;
  return SQLITE_OK;
}

/* Rows of ours, but the recorder does not take part in the transaction any more: the core rolled it back and went on
** with the statement alone (see statements_renew in txn.c). */
static int is_lost(const MlConn *c, i64 permits) { return permits && !c->in_txn; }

int ml_record_row(MlConn *c, sqlite3_value **arg, MlErr *e) {
  MlText path = arg_text(c, arg[1]);
  if (is_lost(c, c->permit.cell || c->permit.remove.p)) return ml_conn_lost(e);
  if (sqlite3_value_type(arg[2]) == SQLITE_NULL) return row_gone(c, arg_text(c, arg[3]), arg_text(c, arg[0]), path, e);
  if (c->permit.cell < 1) return row_refuse(e, "memlog_cell");
  c->permit.cell--;
  if (c->recording.dating) return SQLITE_OK;
  i64 expires = c->permit.expires;
  switch (sqlite3_value_int(arg[2])) {
  case ML_CELL_VALUE:
    return record_add(c, ML_OP_VALUE, path, arg_text(c, arg[3]), expires, e);
  case ML_CELL_OBJECT:
    return record_add(c, c->recording.wanted ? ML_OP_OBJECT : ML_OP_MADE, path, nothing, expires, e);
  case ML_CELL_LIST:
    return c->recording.counted ? SQLITE_OK : record_add(c, ML_OP_LIST, path, nothing, expires, e);
  default:
    return SQLITE_OK; /* a head */
  }
}

int ml_record_guard(MlConn *c, MlText table, MlErr *e) {
  const struct {
    const char *name;
    i64 *permit;
  } guard[] = {
      {"memlog_event", &c->permit.event},       {"memlog_quiet", &c->permit.quiet},
      {"memlog_snapshot", &c->permit.snapshot}, {"memlog_run", &c->permit.run},
      {"memlog_meta", &c->permit.meta},         {"memlog_config", &c->permit.config},
      {"memlog_ttl", &c->permit.ttl},           {"memlog_retain", &c->permit.retain},
      {"memlog_used", &c->permit.used},         {"memlog_value", &c->permit.value},
      {"memlog_consumer", &c->permit.consumer}, {"memlog_import", &c->permit.import},
      {"memlog_item", &c->permit.item},         {"memlog_unindexed", &c->permit.unindexed},
      {"memlog_vector", &c->permit.vector},     {"memlog_session", &c->permit.session},
      {"memlog_judged", &c->permit.judged},     {"memlog_entity", &c->permit.entity},
      {"memlog_edge", &c->permit.edge},         {"memlog_barred", &c->permit.barred},
  };
  for (size_t i = 0; i < sizeof(guard) / sizeof(*guard); i++) {
    if (!ml_text_is(table, guard[i].name)) continue;
    if (*guard[i].permit < 1) return row_refuse(e, guard[i].name);
    if (is_lost(c, *guard[i].permit)) return ml_conn_lost(e);
    --*guard[i].permit;
    return SQLITE_OK;
  }
  return row_refuse(e, "the stored table");
}

int ml_record_wants(MlConn *c, MlKind kind) {
  return c->config_known && c->config.generate[kind] && !c->observer && !is_quiet(c);
}

int ml_record_wants_reads(MlConn *c, MlScope scope) { return ml_record_wants(c, ml_event_read_kind(scope)); }

/* A record beside operations, of something that was read. */
static int read_add(MlConn *c, MlText key, MlRecord *r, MlErr *e) {
  i64 number = ml_pending_key_number(&c->pending, key);
  if (number < 0) return ml_err_nomem(e);
  r->key = (u32)number;
  return ml_pending_add(&c->pending, r) ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_record_read(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  MlRecord r = {.op = ML_OP_READ, .scope = id->scope, .path = id->path, .value = json};
  return read_add(c, id->key, &r, e);
}

int ml_record_searched(MlConn *c, MlText key, MlText query, MlText results, i64 us, MlErr *e) {
  MlRecord r = {.op = ML_OP_SEARCHED, .scope = ML_LONG_TERM, .path = query, .value = results, .number = us};
  return read_add(c, key, &r, e);
}

int ml_record_search_failed(MlConn *c, MlText key, int code, MlErr *e) {
  MlRecord r = {.op = ML_OP_SEARCH_FAILED, .scope = ML_LONG_TERM, .number = code};
  return read_add(c, key, &r, e);
}

/* ---- items ---- */

static int item_add(MlConn *c, MlOp what, MlText path, MlText json, i64 number, MlErr *e) {
  const MlRecording *now = &c->recording;
  int unheard = now->silent || now->mode == ML_RECORD_QUIET;
  if (unheard && !number && what != ML_OP_REMOVE) return SQLITE_OK;
  MlRecord r = {.op = what, .scope = ML_LONG_TERM, .key = now->key, .path = path, .value = json, .number = number};
  r.silent = now->silent;
  return ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_record_item(MlConn *c, MlText path, MlText json, i64 number, MlErr *e) {
  return item_add(c, ML_OP_ITEM, path, json, number, e);
}

int ml_record_item_gone(MlConn *c, MlText path, i64 number, MlErr *e) {
  return item_add(c, path.p ? ML_OP_ITEM_GONE : ML_OP_ITEM_ENDED, path, nothing, number, e);
}

int ml_record_set_gone(MlConn *c, MlText path, i64 n, MlErr *e) {
  if ((c->recording.silent || c->recording.mode == ML_RECORD_QUIET) && !n) return SQLITE_OK;
  return item_add(c, ML_OP_REMOVE, path, nothing, 0, e);
}
