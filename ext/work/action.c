#include "action.h"

#include "../data/json.h"
#include "../store/config.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "emit.h"
#include "record.h"

int ml_action_refuse_listener(const MlConn *c, const char *what, MlErr *e) {
  if (c->storing) return ml_record_refuse_storing(c, what, e);
  if (!c->emitting) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: not inside a listener", what);
}

MlText ml_action_actor(MlConn *c, MlBuf *out) {
  MlRecord action;
  MlJsonScan s;
  if (!ml_pending_action(&c->pending, &action)) return (MlText){NULL, 0};
  for (ml_json_open(&s, action.value); ml_json_next(&s);) {
    if (!ml_text_same(s.name, ML_TEXT("\"actor\"")) || ml_json_type(s.value) != ML_STRING) continue;
    return ml_json_bare(s.value, out);
  }
  return (MlText){NULL, 0};
}

/* The place and kind of the event that caused this action. */
static int cause_find(MlConn *c, const MlUuid *id, i64 *place, int *memory, MlErr *e) {
  char text[37];
  sqlite3_stmt *st;
  MlRow r;
  int found = 0, there;
  int rc = ml_meta_installed(c, &there, e);
  *place = 0;
  if (!rc && there) rc = ml_log_place_of(c, id, place, e);
  if (rc) return rc;
  if (*place > 0) {
    rc = ml_log_get(c, *place, &r, &st, &found, e);
    if (rc) return rc;
    if (found) *memory = ml_event_is_memory((int)r.kind);
    rc = ml_log_done(c, st, e);
  }
  if (rc || found) return rc;
  ml_uuid_text(id, text);
  if (!*place && there) {
    MlTail t;
    rc = ml_meta_anchor(c, &t, &found, e);
    if (!rc && found && ml_log_seq_of(id) <= t.seq) rc = ml_meta_pruned_refuse(&t, text, e);
    if (rc) return rc;
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: event %s: there is no such event in this file", text);
}

int ml_action_name(MlConn *c, MlText name, const MlUuid *cause, MlText meta, MlErr *e) {
  MlPending *p = &c->pending;
  MlRecord r = {.op = ML_OP_ACTION, .path = name, .value = meta};
  int memory = 0;
  int rc = ml_action_refuse_listener(c, "mem_action", e);
  if (rc) return rc;
  if (p->now.action.n) return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: this action has a name already");
  if (p->now.first_seq) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: events of this action are in the log already");
  }
  if (cause && (p->now.op_count || p->now.end.n)) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_action: its cause must be told before the first memory operation");
  }
  if (cause) rc = cause_find(c, cause, &r.cause, &memory, e);
  r.key = memory != 0; /* whatever it does is quiet */
  if (!rc && ml_pending_add(p, &r)) rc = ml_err_nomem(e);
  return rc;
}

int ml_action_event(MlConn *c, MlText type, MlText key, MlText json, MlErr *e) {
  int rc = ml_action_refuse_listener(c, "mem_event_add", e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (!rc) rc = ml_config_check_size(c, json, "mem_event_add", e);
  if (rc) return rc;
  i64 number = ml_pending_key_number(&c->pending, key);
  if (number < 0) return ml_err_nomem(e);
  MlRecord r = {.op = ML_OP_HOST, .key = (u32)number, .path = type, .value = json};
  return ml_pending_add(&c->pending, &r) ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_action_flush(MlConn *c, i64 *n, MlErr *e) {
  int rc = ml_action_refuse_listener(c, "mem_flush", e);
  return rc ? rc : ml_emit_run(c, n, e);
}
