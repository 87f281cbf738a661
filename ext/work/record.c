#include "record.h"

#include "../data/fold.h"
#include "../data/path.h"
#include "../store/config.h"
#include "../store/meta.h"
#include "../store/retain.h"
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

int ml_record_begin(MlConn *c, const MlNodeId *id, MlOperation *op, MlErr *e) {
  memset(op, 0, sizeof(*op));
  op->outer = c->recording;
  op->from = c->pending.now.end;
  op->id = id;
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
  if (!rc) rc = ml_record_keep_readers(c, e);
  if (rc) return rc;
  i64 key = ml_pending_key_number(&c->pending, id->key);
  if (key < 0) return ml_err_nomem(e);
  c->recording = (MlRecording){.key = (u32)key, .scope = id->scope};
  c->recording.mode = mode_of(c, id->scope);
  c->recording.before = (u8)is_before_wanted(c);
  op->changes = sqlite3_total_changes64(c->db);
  return SQLITE_OK;
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
    x.row.value = ml_buf_view(&d.a[i].value);
    if (d.a[i].removed.n) x.row.removed = ml_buf_view(&d.a[i].removed);
    if (d.a[i].containers.n) x.row.containers = ml_buf_view(&d.a[i].containers);
    if (d.a[i].before.n) x.row.before = ml_buf_view(&d.a[i].before);
    if (d.a[i].meta.n) x.row.meta = ml_buf_view(&d.a[i].meta);
    rc = ml_append_rows(c, &x, 1, NULL, NULL, e);
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

int ml_record_end(MlConn *c, MlOperation *op, int rc, MlErr *e) {
  int mode = c->recording.mode;
  int changed = sqlite3_total_changes64(c->db) != op->changes;
  c->recording = op->outer;
  if (!rc && changed && mode == ML_RECORD_QUIET) rc = quiet_append(c, op, e);
  if (!rc && changed && mode == ML_RECORD_GAP) rc = gap_open(c, op->id, e);
  if (rc && sqlite3_total_changes64(c->db) != op->changes) c->pending.now.broken = c->pending.now.op_count;
  c->depth--;
  return rc;
}

static int record_add(MlConn *c, MlOp what, MlText path, MlText value, MlErr *e) {
  const MlRecording *now = &c->recording;
  if (now->mode != ML_RECORD_PENDING && now->mode != ML_RECORD_QUIET) return SQLITE_OK;
  if (now->mode == ML_RECORD_PENDING) c->pending.now.before = now->before ? ML_BEFORE_ON : ML_BEFORE_OFF;
  MlRecord r = {.op = what, .scope = now->scope, .key = now->key, .path = path, .value = value};
  return ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_record_removed(MlConn *c, const MlNodeId *id, MlErr *e) {
  return record_add(c, ML_OP_REMOVE, id->path, (MlText){NULL, 0}, e);
}

int ml_record_note(MlConn *c, MlText name, MlText json, MlErr *e) { return record_add(c, ML_OP_NOTE, name, json, e); }

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
  switch (sqlite3_value_int(arg[2])) {
  case ML_CELL_VALUE:
    return record_add(c, ML_OP_VALUE, path, arg_text(c, arg[3]), e);
  case ML_CELL_OBJECT:
    return record_add(c, c->recording.wanted ? ML_OP_OBJECT : ML_OP_MADE, path, (MlText){NULL, 0}, e);
  case ML_CELL_LIST:
    return c->recording.counted ? SQLITE_OK : record_add(c, ML_OP_LIST, path, (MlText){NULL, 0}, e);
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
  };
  for (size_t i = 0; i < sizeof(guard) / sizeof(*guard); i++) {
    if (!ml_text_same(table, (MlText){guard[i].name, (i64)strlen(guard[i].name)})) continue;
    if (*guard[i].permit < 1) return row_refuse(e, guard[i].name);
    if (is_lost(c, *guard[i].permit)) return ml_conn_lost(e);
    --*guard[i].permit;
    return SQLITE_OK;
  }
  return row_refuse(e, "the stored table");
}

int ml_record_wants_reads(MlConn *c, MlScope scope) {
  return c->config_known && c->config.generate[ml_event_read_kind(scope)] && !c->observer && !is_quiet(c);
}

int ml_record_read(MlConn *c, const MlNodeId *id, MlText json, MlErr *e) {
  i64 key = ml_pending_key_number(&c->pending, id->key);
  if (key < 0) return ml_err_nomem(e);
  MlRecord r = {.op = ML_OP_READ, .scope = id->scope, .key = (u32)key, .path = id->path, .value = json};
  return ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
}
