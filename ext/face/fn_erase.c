/* Functions that take content out of the file. */
#include "../data/clock.h"
#include "../data/json.h"
#include "../data/value.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "../store/residue.h"
#include "../work/action.h"
#include "../work/forget.h"
#include "../work/redact.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

#include <string.h>

/* ---- mem_forget: its arguments ---- */

typedef struct Forget {
  MlForget f;
  MlBuf options; /* what else to look for */
  int search;
} Forget;

/* "look": an array of strings; "search": true or false; "relearn": "refuse" or "mark". */
static int option_read(Forget *x, MlText name, MlText value, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlType type = ml_json_type(value);
  if (ml_text_same(name, ML_TEXT("\"search\"")) && (type == ML_TRUE || type == ML_FALSE)) {
    x->search = type == ML_TRUE;
    return SQLITE_OK;
  }
  if (ml_text_same(name, ML_TEXT("\"look\"")) && type == ML_ARRAY) {
    ml_probe_json(&x->f.probes, value);
    return SQLITE_OK;
  }
  if (ml_text_same(name, ML_TEXT("\"relearn\""))) {
    if (ml_text_same(value, ML_TEXT("\"refuse\""))) x->f.relearn = 'r';
    if (ml_text_same(value, ML_TEXT("\"mark\""))) x->f.relearn = 'm';
    if (x->f.relearn) return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_forget: option %s: there are look (an array of texts), search (true or false) and "
                    "relearn ('refuse' or 'mark')",
                    ml_err_show(show, name));
}

static int options_read(Forget *x, sqlite3_value *v, MlErr *e) {
  MlJsonScan s;
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  int rc = ml_args_options_json("mem_forget", v, &x->options, e);
  if (rc) return rc;
  if (ml_json_type(ml_buf_view(&x->options)) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_forget: the options are no JSON map");
  }
  for (ml_json_open(&s, ml_buf_view(&x->options)); !rc && ml_json_next(&s);) rc = option_read(x, s.name, s.value, e);
  return rc;
}

/* Text, or NULL for none. */
static int reason_read(const char *who, sqlite3_value *v, MlText *reason, MlErr *e) {
  if (sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  if (sqlite3_value_type(v) == SQLITE_TEXT) {
    *reason = ml_value_text(v);
    if (!reason->p) return ml_err_nomem(e);
    if (ml_text_utf8(*reason)) return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_MISMATCH, "memlog: %s: the reason must be text, or NULL", who);
}

/* It ends with a checkpoint, and what it erased must be gone for good. */
static int alone_check(MlConn *c, MlErr *e) {
  int rc = ml_action_refuse_listener(c, "mem_forget", e);
  if (rc) return rc;
  if (ml_conn_replicated(c)) return ml_txn_check_first(c, "mem_forget", e);
  if (!sqlite3_get_autocommit(c->db)) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_forget: not inside a transaction: it commits, and then empties the WAL");
  }
  int reads = sqlite3_txn_state(c->db, "main") != SQLITE_TXN_NONE;
  if (!reads && sqlite3_txn_state(c->db, NULL) != SQLITE_TXN_WRITE) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_forget: a statement of this connection is still reading or writing, so that the WAL "
                    "cannot be emptied: finish it first, and call SELECT mem_forget(…) without any table");
}

/* ---- mem_forget: its report ---- */

static void text_put(MlBuf *b, const char *name, const char *value) {
  ml_buf_puts(b, name);
  if (value) {
    ml_json_put_string(b, ml_text_of(value));
  } else {
    ml_buf_puts(b, "null");
  }
}

static void number_put(MlBuf *b, const char *name, i64 n) {
  ml_buf_puts(b, name);
  ml_buf_int(b, n);
}

static const char *remedy_of(const MlResidue *r, MlResidueFile file) {
  static const char reader[] = "another connection is still reading an older state: let it end its transaction, "
                               "then PRAGMA wal_checkpoint(TRUNCATE)";
  if (r->place[file].state != ML_RESIDUE_HOLDS) return NULL;
  if (file == ML_RESIDUE_JOURNAL) return "PRAGMA journal_mode = DELETE";
  if (file == ML_RESIDUE_WAL || (r->wal && r->checkpoint)) return reader;
  return "VACUUM (PRAGMA secure_delete = ON, set before, makes SQLite overwrite what is deleted from then on)";
}

static void place_put(MlBuf *b, const MlResidue *r, MlResidueFile file, int looked) {
  static const char *const name[] = {"database", "wal", "journal"};
  static const char *const state[] = {"absent", "clean", "holds", "unknown"};
  const MlResiduePlace *x = &r->place[file];
  text_put(b, "{\"place\":", name[file]);
  text_put(b, ",\"state\":", looked ? state[x->state] : "not looked at");
  number_put(b, ",\"found\":", x->found);
  if (file == ML_RESIDUE_DATABASE) number_put(b, ",\"in_other_rows\":", x->live);
  text_put(b, ",\"remedy\":", x->state == ML_RESIDUE_UNKNOWN ? x->why : remedy_of(r, file));
  ml_buf_char(b, '}');
}

static void erased_put(MlBuf *b, const MlForget *f) {
  char id[37];
  ml_buf_puts(b, "{\"erased\":{");
  for (int t = 0; t < ML_ERASE_TABLES; t++) {
    text_put(b, t ? "," : "", ml_erase_table_name((MlEraseTable)t));
    number_put(b, ":", f->n[t]);
  }
  if (f->seq) ml_uuid_text(&f->id, id);
  text_put(b, "},\"event\":", f->seq ? id : NULL);
  number_put(b, ",\"generation\":", f->generation);
}

/* A file in which there was nothing to look for says nothing. */
static int was_looked_at(const Forget *x, const MlResiduePlace *place) {
  return x->search && (place->state == ML_RESIDUE_ABSENT || ml_probe_count(&x->f.probes) > 0);
}

static void report_put(MlBuf *b, const Forget *x, const MlResidue *r) {
  const char *checkpoint = "done";
  int clean = 1;
  if (!r->wal) checkpoint = "not needed";
  if (r->wal && r->checkpoint) checkpoint = sqlite3_errstr(r->checkpoint);
  if (r->replicated) checkpoint = "left to dqlite";
  for (int i = 0; i < ML_RESIDUE_FILES; i++) {
    clean &= r->place[i].state <= ML_RESIDUE_CLEAN && was_looked_at(x, &r->place[i]);
  }
  erased_put(b, &x->f);
  text_put(b, ",\"checkpoint\":", checkpoint);
  number_put(b, ",\"looked_for\":", x->search ? ml_probe_count(&x->f.probes) : 0);
  ml_buf_puts(b, clean ? ",\"clean\":true" : ",\"clean\":false");
  ml_buf_puts(b, ",\"places\":[");
  for (int i = 0; i < ML_RESIDUE_FILES; i++) {
    if (i) ml_buf_char(b, ',');
    place_put(b, r, (MlResidueFile)i, was_looked_at(x, &r->place[i]));
  }
  ml_buf_puts(b, "]}");
}

static int forget_work(MlConn *c, void *arg, MlErr *e) { return ml_forget_key(c, &((Forget *)arg)->f, e); }

static void fn_forget(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Forget x = {.search = 1};
  MlResidue r = {0};
  MlBuf report = {0};
  int there = 0;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_forget", arg[0], &x.f.key, &e);
  if (!rc) rc = reason_read("mem_forget", arg[1], &x.f.reason, &e);
  if (!rc) rc = alone_check(c, &e);
  if (!rc) rc = ml_meta_installed(c, &there, &e); /* tells the file's encoding */
  ml_probe_open(&x.f.probes, c->utf8);
  if (!rc) rc = options_read(&x, n > 2 ? arg[2] : NULL, &e);
  if (!rc && there) rc = ml_txn_run(c, forget_work, &x, &e);
  if (!rc) ml_residue_checkpoint(c, &r);
  if (!rc && x.search) rc = ml_probe_seal(&x.f.probes) ? ml_err_nomem(&e) : ml_residue_look(c, &x.f.probes, &r, &e);
  if (!rc) report_put(&report, &x, &r);
  if (!rc && report.rc) rc = ml_err_nomem(&e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_text64(ctx, report.p, (u64)report.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  }
  ml_probe_free(&x.f.probes);
  ml_buf_free(&x.options);
  ml_buf_free(&report);
}

/* ---- mem_redact ---- */

#define REASON_MAX 1000 /* bytes: it stands in every mark */

static int redact_work(MlConn *c, void *arg, MlErr *e) { return ml_redact_run(c, arg, e); }

/* An event: its id, '#' and its position, or its position as a number. */
static int event_read(MlConn *c, sqlite3_value *v, i64 *place, MlErr *e) {
  char show[ML_ERR_SHOW];
  int type = sqlite3_value_type(v); /* first: a blob whose text was looked at passes for text */
  MlText text = ml_value_text(v);
  MlMoment m;
  MlUuid id;
  int there, rc = ml_meta_installed(c, &there, e);
  *place = 0;
  if (rc) return rc;
  if (type == SQLITE_NULL) return ml_err_set(e, SQLITE_ERROR, "memlog: mem_redact: the event is NULL");
  if (!ml_args_whole(v, place) && type == SQLITE_TEXT && !ml_moment_read(text, 0, &m)) {
    if (m.kind == ML_AT_SEQ) *place = m.n;
    if (m.kind == ML_AT_ID) memcpy(id.b, m.id, sizeof(id.b));
    if (m.kind == ML_AT_ID && there) rc = ml_log_place_of(c, &id, place, e);
  }
  if (rc || (*place > 0 && *place < ML_POSITION_MAX) || (*place < 0 && *place > -ML_POSITION_MAX)) return rc;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_redact: event %s: there is none of this id or position in this file (write an id, "
                    "'#N', or a position as a number)",
                    ml_err_show(show, text));
}

static void fn_redact(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlRedact x = {.reason = {NULL, 0}};
  MlBuf path = {0};
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_path("mem_redact", arg[1], &path, &e);
  if (!rc) rc = reason_read("mem_redact", arg[2], &x.reason, &e);
  if (!rc && x.reason.n > REASON_MAX) {
    rc = ml_err_set(&e, SQLITE_TOOBIG, "memlog: mem_redact: the reason has %lld bytes; it may have %d", x.reason.n,
                    REASON_MAX);
  }
  if (!rc) rc = event_read(c, arg[0], &x.place, &e);
  x.path = ml_buf_view(&path);
  if (!rc) rc = ml_txn_run(c, redact_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, x.n);
  }
  ml_buf_free(&path);
}

/* ---- mem_generation ---- */

static void fn_generation(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  char show[ML_ERR_SHOW];
  MlErr e = {0};
  MlText key = {NULL, 0};
  i64 generation = 0, expected = 0;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_key("mem_generation", arg[0], &key, &e);
  if (!rc && n > 1 && !ml_args_whole(arg[1], &expected)) {
    rc = ml_err_set(&e, SQLITE_MISMATCH, "memlog: mem_generation: the generation expected must be an integer");
  }
  if (!rc) rc = ml_forget_generation(c, key, &generation, &e);
  if (!rc && n > 1 && expected != generation) {
    rc = ml_err_set(&e, SQLITE_ERROR,
                    "memlog: mem_generation: key %s: its generation is %lld, not %lld: it was forgotten in between",
                    ml_err_show(show, key), generation, expected);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, generation);
  }
}

int ml_fn_erase_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_forget", 2, 3, SQLITE_DIRECTONLY, fn_forget},
      {"mem_redact", 3, 3, SQLITE_DIRECTONLY, fn_redact},
      {"mem_generation", 1, 2, 0, fn_generation},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
