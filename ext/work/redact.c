#include "redact.h"

#include "../data/mark.h"
#include "../data/path.h"
#include "../store/config.h"
#include "../store/erase.h"
#include "../store/index.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "../store/run.h"
#include "action.h"
#include "append.h"
#include "digest.h"
#include "emit.h"
#include "places.h"
#include "redact_item.h"
#include "snap.h"

#include <string.h>

/* What is being redacted. */
typedef struct Job {
  MlConn *c;
  MlRedact *x;
  MlErase erase;
  MlBuf key, mark;
  MlHead head;
  MlRow event;   /* without its text */
  MlUuid id;     /* of the event */
  int scope;     /* of its values; -1: they are not of memory */
  MlTree values; /* what goes: by path, the values as they stand in the event */
  i64 n_marked;  /* values of it that are marks already */
  u8 whole;      /* a host's event: all of its value goes */
  MlBuf held;    /* digests of large values among them, 32 digits each … */
  i64 n_held;
  u8 *is_held;    /* … and whether they are still meant elsewhere */
  MlBuf versions; /* of items, that were rewritten */
} Job;

static MlText job_key(const Job *j) { return ml_buf_view(&j->key); }

/* ---- what goes ---- */

/* The scope whose values a row of this kind has; -1: none. */
static int scope_of(int kind) {
  if (kind == ML_KIND_RUN_BEGIN) return ML_SHORT_TERM;
  if (kind == ML_KIND_LONG_TERM_SEARCH) return ML_LONG_TERM;
  for (int s = 0; s <= ML_LONG_TERM; s++) {
    if (kind == (int)ml_event_write_kind((MlScope)s) || kind == (int)ml_event_read_kind((MlScope)s)) return s;
  }
  return -1;
}

static int is_free(int kind) { return kind == ML_KIND_HOST || kind == ML_KIND_REDACTED || kind == ML_KIND_SESSION_END; }

/* A member of the event's map; name is raw. */
static int value_take(Job *j, MlText name, MlText value, MlText containers, MlBuf *scratch, MlErr *e) {
  MlJsonScan s;
  MlText path = ml_json_bare(name, scratch);
  if (!path.p) return scratch->rc ? ml_err_nomem(e) : ml_log_row_damaged(&j->event, "value is damaged", e);
  if (!path.n || !ml_path_under(path, j->x->path) || !ml_path_fits(path)) return SQLITE_OK;
  if (j->scope == ML_LONG_TERM && ml_json_type(value) == ML_NULL) return SQLITE_OK; /* the item was removed */
  for (ml_json_open(&s, containers); ml_json_next(&s);) {
    if (ml_text_same(s.name, name)) return SQLITE_OK; /* an object or a list: no value */
  }
  if (ml_mark_is(value)) {
    j->n_marked++;
    return SQLITE_OK;
  }
  MlText kept = ml_tree_keep(&j->values, path);
  MlNode *n = kept.p ? ml_tree_make(&j->values, kept) : NULL;
  if (!n) return ml_err_nomem(e);
  n->value = ml_tree_keep(&j->values, value);
  n->type = ml_json_type(value);
  return n->value.p ? SQLITE_OK : ml_err_nomem(e);
}

static int values_take(Job *j, MlText map, MlText containers, MlErr *e) {
  MlBuf scratch = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) rc = value_take(j, s.name, s.value, containers, &scratch, e);
  ml_buf_free(&scratch);
  return rc;
}

static int path_refuse(const Job *j, MlErr *e) {
  char show[ML_ERR_SHOW], id[37];
  ml_uuid_text(&j->id, id);
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_redact: event %s has no value at path %s", id,
                    ml_err_show(show, j->x->path));
}

/* The values of the event; where it has none there, those it found there before. What a run's begin carries of memory
** others have said: all of it is the run's input. */
static int event_take(Job *j, const MlRow *r, MlErr *e) {
  int all = !j->x->path.n, carries = r->kind == ML_KIND_RUN_BEGIN && all, rc = SQLITE_OK;
  j->event = (MlRow){.quiet = r->quiet, .seq = r->seq, .kind = r->kind, .run = r->run};
  j->id = ml_log_id(r->seq, r->chain);
  j->scope = scope_of((int)r->kind);
  ml_buf_text(&j->key, r->key);
  if (j->key.rc) return ml_err_nomem(e);
  if (!r->key.n) return ml_err_set(e, SQLITE_ERROR, "memlog: mem_redact: the event is of a key that was forgotten");
  if (r->kind == ML_KIND_LONG_TERM_SEARCH) {
    rc = ml_redact_results_take(r->value, j->x->path, &j->values, &j->n_marked, e);
  } else if ((j->scope >= 0 && !carries) || (is_free((int)r->kind) && !all && ml_json_type(r->value) == ML_MAP)) {
    rc = values_take(j, r->value, r->containers, e);
    if (!rc && !j->values.n && !j->n_marked) rc = values_take(j, r->before, (MlText){NULL, 0}, e);
  }
  j->whole = is_free((int)r->kind) && all && !ml_mark_is(r->value);
  if (rc || all || j->values.n || j->n_marked) return rc;
  return path_refuse(j, e);
}

/* Looks for the row where it was said to be. */
static int event_find(Job *j, MlErr *e) {
  i64 place = j->x->place;
  sqlite3_stmt *st;
  MlRow r;
  int found = 0;
  int rc = ml_log_get(j->c, place, &r, &st, &found, e);
  if (!rc && !found && place > 0) rc = ml_log_get(j->c, ml_event_place(1, place), &r, &st, &found, e);
  if (rc) return rc;
  if (!found) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_redact: event #%lld: there is no such event in this file",
                      ml_event_position(place));
  }
  rc = event_take(j, &r, e);
  int rc2 = ml_log_done(j->c, st, e);
  return rc ? rc : rc2;
}

static int live_refuse(const Job *j, MlText where, MlErr *e) {
  char show[ML_ERR_SHOW], path[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_redact: path %s of key %s: what is to be redacted is still its value in memory: "
                    "overwrite or delete it first",
                    ml_err_show(path, where), ml_err_show(show, job_key(j)));
}

static int items_check(Job *j, MlErr *e) {
  MlText path;
  int rc = ml_redact_stands(j->c, job_key(j), &j->values, &path, e);
  return rc || !path.p ? rc : live_refuse(j, path, e);
}

/* Memory must not hold what the log does not know any more. */
static int live_check(Job *j, MlErr *e) {
  MlText path = {NULL, 0};
  int rc = SQLITE_OK, same = 0;
  if (j->scope < 0) return SQLITE_OK;
  if (j->scope == ML_LONG_TERM) return items_check(j, e);
  for (MlNode *n = ml_tree_walk(&j->values.root, &j->values.root); n && !rc && !same;
       n = ml_tree_walk(&j->values.root, n)) {
    MlNodeId id = {job_key(j), (MlScope)j->scope, n->path};
    MlCell cell;
    if (!n->value.p) continue;
    rc = ml_cell_find(j->c, &id, &cell, e);
    if (rc) return rc;
    if (cell.kind == ML_CELL_VALUE) rc = ml_large_same(j->c, id.key, cell.value, n->value, &same, e);
    int rc2 = ml_cell_done(j->c, &cell, e);
    if (!rc) rc = rc2;
    if (!rc && same) path = n->path;
  }
  return rc || !same ? rc : live_refuse(j, path, e);
}

/* ---- large values ---- */

static int held_gather(Job *j, MlErr *e) {
  MlHolder h;
  char hex[33];
  MlBuf b = {0};
  for (MlNode *n = ml_tree_walk(&j->values.root, &j->values.root); n; n = ml_tree_walk(&j->values.root, n)) {
    if (!n->value.p || !ml_json_get_holder(n->value, &h)) continue;
    ml_uuid_hex(&h.digest, hex);
    ml_buf_put(&b, hex, 32);
    j->n_held++;
  }
  j->held = b;
  j->is_held = sqlite3_malloc64((u64)j->n_held + 1);
  if (!j->is_held || b.rc) return ml_err_nomem(e);
  memset(j->is_held, 0, (size_t)j->n_held + 1);
  return SQLITE_OK;
}

static MlText held_hex(const Job *j, i64 i) { return (MlText){j->held.p + 32 * i, 32}; }

/* Notes which of them a text that stays still means. */
static void held_note(Job *j, MlText text) {
  MlHolder h;
  char hex[33];
  if (!j->n_held) return;
  for (MlText at = ml_json_find_holder(text, &h); at.p && at.n; at = ml_json_find_holder(text, &h)) {
    ml_uuid_hex(&h.digest, hex);
    for (i64 i = 0; i < j->n_held; i++) j->is_held[i] |= (u8)(memcmp(held_hex(j, i).p, hex, 32) == 0);
    text.n -= at.p + at.n - text.p;
    text.p = at.p + at.n;
  }
}

static int held_remove(Job *j, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < j->n_held && !rc; i++) {
    MlUuid digest;
    int live = j->is_held[i];
    if (!live) rc = ml_erase_cells_hold(&j->erase, job_key(j), held_hex(j, i), &live, e);
    for (i64 k = 0; k < i; k++) live |= memcmp(held_hex(j, k).p, held_hex(j, i).p, 32) == 0; /* it went already */
    if (rc || live || !ml_uuid_unhex(held_hex(j, i), &digest)) continue;
    rc = ml_large_remove(j->c, job_key(j), digest.b, sizeof(digest.b), e);
  }
  return rc;
}

/* ---- rewriting ---- */

/* A map with marks in the place of what goes, into out; *n of them. Nothing is in out if there are none. */
static int map_rewrite(Job *j, MlText map, MlBuf *out, i64 *n, MlErr *e) {
  MlBuf scratch = {0};
  MlJsonScan s;
  MlText done = map; /* what is not in out yet */
  int rc = SQLITE_OK;
  *n = 0;
  for (ml_json_open(&s, map); !rc && ml_json_next(&s);) {
    int same = 0;
    MlText path = ml_json_bare(s.name, &scratch);
    const MlNode *goes = path.n ? ml_tree_find(&j->values, path) : NULL;
    if (!goes || !goes->value.p) continue;
    rc = ml_large_same(j->c, job_key(j), s.value, goes->value, &same, e);
    if (rc || !same) continue;
    ml_buf_put(out, done.p, s.value.p - done.p);
    ml_buf_text(out, ml_buf_view(&j->mark));
    done = (MlText){s.value.p + s.value.n, map.p + map.n - s.value.p - s.value.n};
    ++*n;
  }
  if (*n) ml_buf_text(out, done);
  if (!rc && (out->rc || scratch.rc)) rc = ml_err_nomem(e);
  ml_buf_free(&scratch);
  return rc;
}

typedef struct Rewritten {
  MlBuf value, before;
} Rewritten;

/* What the event itself says beside its values. */
static int event_rewrite(Job *j, MlRow *r, Rewritten *w, int *changed, MlErr *e) {
  MlRun run;
  sqlite3_stmt *st;
  MlText mark = ml_buf_view(&j->mark);
  int found, ends = r->kind == ML_KIND_RUN_END, rc = SQLITE_OK;
  if (j->whole) {
    ml_buf_text(&w->value, mark);
    *changed = 1;
  }
  if (j->x->path.n) return SQLITE_OK;
  if (r->meta.p && !ml_mark_is(r->meta)) {
    r->meta = mark;
    *changed = 1;
  }
  if (r->kind != ML_KIND_RUN_BEGIN && !ends) return SQLITE_OK;
  rc = ml_run_get(j->c, r->run, &run, &st, &found, e);
  if (rc || !found) return rc;
  MlText *content = ends ? &run.output : &run.input;
  int goes = content->p && !ml_mark_is(*content);
  if (goes) *content = mark;
  MlBuf input = {0}, output = {0};
  ml_buf_text(&input, run.input);
  ml_buf_text(&output, run.output);
  MlText none = {NULL, 0}, in = run.input.p ? ml_buf_view(&input) : none,
         to = run.output.p ? ml_buf_view(&output) : none;
  rc = ml_run_done(j->c, st, e);
  if (!rc && (input.rc || output.rc)) rc = ml_err_nomem(e);
  if (!rc && goes) rc = ml_erase_rewrite_run(&j->erase, r->run, in, to, e);
  *changed |= goes;
  ml_buf_free(&input);
  ml_buf_free(&output);
  return rc;
}

static int row_rewrite(Job *j, MlRow *r, Rewritten *w, MlErr *e) {
  MlUuid digest;
  i64 n = 0, n_before = 0;
  int own = r->seq == j->event.seq && r->quiet == j->event.quiet, changed = 0;
  int maps = j->scope >= 0 ? scope_of((int)r->kind) == j->scope : own, rc = SQLITE_OK;
  if (maps && r->kind == ML_KIND_LONG_TERM_SEARCH) {
    rc = ml_redact_results(r->value, &j->values, ml_buf_view(&j->mark), &w->value, &n, e);
  } else if (maps) {
    rc = map_rewrite(j, r->value, &w->value, &n, e);
  }
  if (!rc && maps) rc = map_rewrite(j, r->before, &w->before, &n_before, e);
  if (!rc && (n || n_before || own)) rc = ml_digest_row(j->c, r, &j->head.salt, &digest, e);
  if (!rc && own) rc = event_rewrite(j, r, w, &changed, e);
  if (rc) return rc;
  if (w->value.n) r->value = ml_buf_view(&w->value);
  if (w->before.n) r->before = ml_buf_view(&w->before);
  held_note(j, r->value);
  held_note(j, r->before);
  if (!n && !n_before && !changed) return SQLITE_OK;
  j->x->n++;
  rc = ml_conn_check_length(j->c, ml_append_bytes(r), "a row of the log", e);
  return rc ? rc : ml_erase_rewrite_row(&j->erase, r, &digest, e);
}

static int row_redact(Job *j, i64 place, MlErr *e) {
  Rewritten w = {0};
  sqlite3_stmt *st;
  MlRow r;
  int found;
  int rc = ml_log_get(j->c, place, &r, &st, &found, e);
  if (rc || !found) return rc;
  rc = row_rewrite(j, &r, &w, e);
  int rc2 = ml_log_done(j->c, st, e);
  ml_buf_free(&w.value);
  ml_buf_free(&w.before);
  return rc ? rc : rc2;
}

static int snapshot_redact(Job *j, i64 seq, const MlText value[ML_SCOPES], MlErr *e) {
  MlBuf out = {0};
  MlText is[ML_SCOPES];
  i64 n;
  memcpy(is, value, sizeof(is));
  int rc = map_rewrite(j, value[j->scope], &out, &n, e);
  if (n) is[j->scope] = ml_buf_view(&out);
  for (int i = 0; i < ML_SCOPES; i++) held_note(j, is[i]);
  if (!rc && n) {
    j->x->n++;
    rc = ml_conn_check_length(j->c, is[0].n + is[1].n, "a snapshot", e);
    if (!rc) rc = ml_erase_rewrite_snapshot(&j->erase, seq, is, e);
  }
  ml_buf_free(&out);
  return rc;
}

static int snapshots_redact(Job *j, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 seq = 0; !rc;) {
    MlText value[ML_SCOPES];
    sqlite3_stmt *st;
    rc = ml_erase_next_snapshot(&j->erase, job_key(j), &seq, value, &st, e);
    if (rc || !seq) break;
    rc = snapshot_redact(j, seq, value, e);
    int rc2 = ml_erase_done(&j->erase, st, e);
    if (!rc) rc = rc2;
  }
  return rc;
}

/* The values may stand in any row of the key; what a host's event says stands in it alone. */
static int rows_redact(Job *j, MlErr *e) {
  MlPlaces p = {0};
  if (j->scope < 0 || !j->values.n) return row_redact(j, ml_event_place(j->event.quiet, j->event.seq), e);
  int rc = ml_places_gather(j->c, job_key(j), j->head.last, &p, e);
  for (i64 i = 0; i < p.n && !rc; i++) rc = row_redact(j, p.a[i], e);
  sqlite3_free(p.a);
  if (!rc && j->scope == ML_LONG_TERM) {
    MlBuf *versions = &j->versions;
    rc = ml_index_settle(j->c, e);
    if (!rc) {
      rc = ml_redact_versions(&j->erase, job_key(j), &j->values, ml_buf_view(&j->mark), &j->head.salt, versions, e);
    }
    j->x->n += versions->n / (i64)sizeof(MlRedacted);
    return !rc && versions->n ? ml_index_purge(j->c, e) : rc;
  }
  return rc ? rc : snapshots_redact(j, e);
}

/* ---- all ---- */

static int event_append(Job *j, MlErr *e) {
  char id[37];
  MlBuf value = {0};
  ml_uuid_text(&j->id, id);
  ml_buf_puts(&value, "{\"event\":\"");
  ml_buf_puts(&value, id);
  ml_buf_puts(&value, "\",\"path\":");
  ml_json_put_string(&value, j->x->path);
  ml_buf_puts(&value, ",\"reason\":");
  if (j->x->reason.p) {
    ml_json_put_string(&value, j->x->reason);
  } else {
    ml_buf_puts(&value, "null");
  }
  ml_buf_puts(&value, ",\"rows\":");
  ml_buf_int(&value, j->x->n);
  ml_buf_char(&value, '}');
  MlEntry entry = {.row = {.kind = ML_KIND_REDACTED, .key = job_key(j), .value = ml_buf_view(&value)}};
  int rc = value.rc ? ml_err_nomem(e) : ml_append_rows(j->c, &entry, 1, NULL, NULL, e);
  ml_buf_free(&value);
  return rc ? rc : ml_snap_key(j->c, job_key(j), NULL, 0, e);
}

static int job_run(Job *j, MlErr *e) {
  int found;
  int rc = event_find(j, e);
  if (!rc) rc = live_check(j, e);
  if (!rc) rc = ml_head_load(j->c, job_key(j), &j->head, &found, e);
  if (!rc) rc = held_gather(j, e);
  ml_mark_put(&j->mark, j->x->reason);
  if (!rc && j->mark.rc) rc = ml_err_nomem(e);
  if (rc) return rc;
  i64 changes = sqlite3_total_changes64(j->c->db);
  rc = rows_redact(j, e);
  if (!rc) rc = held_remove(j, e);
  if (!rc && j->x->n) rc = event_append(j, e);
  if (!rc) rc = ml_redact_tell(j->c, job_key(j), j->x->reason, &j->versions, e);
  return ml_conn_break_changed(j->c, changes, rc);
}

static void job_free(Job *j) {
  ml_erase_close(&j->erase);
  ml_tree_free(&j->values);
  ml_buf_free(&j->key);
  ml_buf_free(&j->mark);
  ml_buf_free(&j->held);
  ml_buf_free(&j->versions);
  sqlite3_free(j->is_held);
}

int ml_redact_run(MlConn *c, MlRedact *x, MlErr *e) {
  Job j = {.c = c, .x = x};
  i64 n;
  int rc = ml_action_refuse_listener(c, "mem_redact", e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (!rc) rc = ml_emit_run(c, &n, e);
  c->pending.now.op_count++;
  if (rc) return rc;
  ml_erase_open(&j.erase, c, NULL);
  ml_tree_open(&j.values);
  rc = job_run(&j, e);
  job_free(&j);
  return rc;
}
