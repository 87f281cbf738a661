#include "import.h"

#include "../data/json.h"
#include "../data/mark.h"
#include "../store/config.h"
#include "../store/large.h"
#include "../store/log.h"
#include "../store/meta.h"
#include "../store/origin.h"
#include "action.h"
#include "append.h"
#include "apply.h"
#include "emit.h"
#include "import_item.h"
#include "import_state.h"
#include "lifecycle.h"
#include "record.h"
#include "snap.h"

#include <string.h>

/* So far behind its time no row of a log stands: it would have as many before it. */
#define SKEW_MAX 1000000000000

/* So far above the next run's number one is taken over. */
#define RUNS_MAX 1000000000

/* Whose an event is that does not say so. */
#define NO_KEY ML_TEXT("(none)")

/* A line on its way into the log. */
typedef struct Take {
  const MlLine *l;
  MlEntry entry[2]; /* a gap's row, and the line's own, the last of n */
  int n;
  MlRun run;
  int with_state;
  MlBuf meta, key, content;
  MlBuf value, before; /* of the row, with its large values aside */
  MlBuf numbers;       /* of versions of items */
} Take;

static MlEntry *own_entry(Take *k) { return &k->entry[k->n - 1]; }

static int line_refuse(MlErr *e, const char *where, const char *why) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: line: %s: %s", where, why);
}

static int id_refuse(MlErr *e, const MlUuid *id, const char *why, const char *what) {
  char text[37];
  ml_uuid_text(id, text);
  return ml_err_set(e, SQLITE_ERROR, "memlog: line: event %s: %s%s", text, why, what);
}

/* ---- what the row will hold ---- */

/* The action's meta data and, in a member of ours, what nothing here stands for. */
static int meta_make(const MlLine *l, int upstream_known, MlBuf *b, MlText *meta, MlErr *e) {
  int stray = l->has_upstream && !upstream_known;
  char text[37];
  MlJsonScan s;
  *meta = l->meta;
  if (!stray && !l->rest.p) return SQLITE_OK;
  ml_buf_char(b, '{');
  int marked = ml_mark_is(l->meta);
  for (ml_json_open(&s, l->meta); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"line\""))) {
      return line_refuse(e, "memlog.meta.line", "the line has members that are not known and would be kept there");
    }
    if (b->n > 1) ml_buf_char(b, ',');
    ml_buf_text(b, s.name);
    ml_buf_puts(b, marked ? ": " : ":");
    ml_buf_text(b, s.value);
    marked = 0;
  }
  ml_buf_puts(b, b->n > 1 ? ",\"line\":{" : "\"line\":{");
  if (stray) {
    ml_uuid_text(&l->upstream, text);
    ml_buf_puts(b, "\"upstreamEventId\":\"");
    ml_buf_put(b, text, 36);
    ml_buf_puts(b, l->rest.p ? "\"," : "\"");
  }
  if (l->rest.p) ml_buf_put(b, l->rest.p + 1, l->rest.n - 2);
  ml_buf_puts(b, "}}");
  *meta = ml_buf_view(b);
  return b->rc ? ml_err_nomem(e) : SQLITE_OK;
}

/* Of a host's event that does not say whose it is: whose the event is that set it off. */
static int key_find(MlConn *c, Take *k, i64 upstream, MlErr *e) {
  MlText *key = &own_entry(k)->row.key;
  MlRow r;
  sqlite3_stmt *st;
  int found = 0;
  int rc = upstream ? ml_log_get(c, upstream, &r, &st, &found, e) : SQLITE_OK;
  if (rc) return rc;
  ml_buf_text(&k->key, found && r.key.n ? r.key : NO_KEY);
  if (found) rc = ml_log_done(c, st, e);
  *key = ml_buf_view(&k->key);
  return !rc && k->key.rc ? ml_err_nomem(e) : rc;
}

static int cause_find(MlConn *c, Take *k, i64 *upstream, MlErr *e) {
  const MlLine *l = k->l;
  MlRow *r = &own_entry(k)->row;
  *upstream = 0;
  int rc = l->has_upstream ? ml_log_place_of(c, &l->upstream, upstream, e) : SQLITE_OK;
  r->cause = ml_event_position(*upstream);
  if (rc || *upstream || !l->cause) return rc;
  if (l->cause >= l->seq) return line_refuse(e, "memlog.cause", "it is not before the row");
  r->cause = l->cause;
  return SQLITE_OK;
}

/* The position here of the first row of its action. */
static int first_find(MlConn *c, Take *k, MlErr *e) {
  const MlLine *l = k->l;
  i64 place = 0;
  int rc = l->has_txn ? ml_log_place_of(c, &l->txn, &place, e) : SQLITE_OK;
  own_entry(k)->first = place ? ml_event_position(place) : l->step ? l->seq - l->step : 0;
  return rc;
}

static int entry_fill(MlConn *c, Take *k, MlErr *e) {
  const MlLine *l = k->l;
  MlEntry *x = own_entry(k);
  i64 upstream;
  x->given = 1;
  x->row = (MlRow){.quiet = l->quiet,
                   .seq = l->seq,
                   .kind = l->kind,
                   .type = l->type,
                   .key = l->key,
                   .value = l->change.value,
                   .removed = l->change.removed,
                   .containers = l->change.containers,
                   .expires = l->change.expires,
                   .before = l->before,
                   .action = l->action,
                   .has_digest = l->has_digest,
                   .digest = l->digest};
  int rc = cause_find(c, k, &upstream, e);
  if (!rc) rc = first_find(c, k, e);
  if (!rc && !l->key.p) rc = key_find(c, k, upstream, e);
  return rc ? rc : meta_make(l, x->row.cause != 0, &k->meta, &x->row.meta, e);
}

/* ---- a line that is here already ---- */

static int run_same(MlConn *c, const MlLine *l, const MlRow *r, int *same, MlErr *e) {
  MlRun run;
  sqlite3_stmt *st;
  int found;
  if (!l->own || (r->kind != ML_KIND_RUN_BEGIN && r->kind != ML_KIND_RUN_END)) return SQLITE_OK;
  int rc = ml_run_get(c, r->run, &run, &st, &found, e);
  if (rc || !found) return rc;
  if (r->kind == ML_KIND_RUN_BEGIN) *same = ml_text_same(run.input, l->input);
  if (r->kind == ML_KIND_RUN_END) {
    *same = ml_text_same(run.output, l->output) && (!l->outcome.p || ml_text_same(run.outcome, l->outcome));
  }
  return ml_run_done(c, st, e);
}

/* What a row holds is what the line says, with large values in place or not. */
static int text_same(MlConn *c, const MlRow *r, MlText stored, MlText said, int *same, MlErr *e) {
  MlHolder h;
  MlBuf full = {0};
  *same = ml_text_same(stored, said);
  if (*same || !ml_json_find_holder(stored, &h).p) return SQLITE_OK;
  int rc = ml_large_resolve(c, r->key, stored, &full, e);
  *same = !rc && ml_text_same(ml_buf_view(&full), said);
  ml_buf_free(&full);
  return rc;
}

/* The same event says the same. Of one whose content was taken out, here or there, that cannot be told. */
static int row_same(MlConn *c, const MlLine *l, const MlRow *r, const char **wrong, MlErr *e) {
  MlBuf b = {0};
  MlText meta;
  int run = 1, value = 1, before = 1;
  *wrong = NULL;
  if (r->has_digest || l->has_digest) return SQLITE_OK;
  int rc = meta_make(l, !l->has_upstream || r->cause, &b, &meta, e);
  if (!rc) rc = run_same(c, l, r, &run, e);
  if (!rc) rc = text_same(c, r, r->value, l->change.value, &value, e);
  if (!rc) rc = text_same(c, r, r->before, l->before, &before, e);
  if (r->kind != l->kind || !ml_text_same(r->type, l->type)) *wrong = "eventType";
  if (ml_event_minus(r->seq, r->skew) != l->time) *wrong = "timestamp";
  if (l->key.p && !ml_text_same(r->key, l->key)) *wrong = "key";
  if (!value) *wrong = "value";
  if (!ml_text_same(r->removed, l->change.removed)) *wrong = "removed";
  if (!ml_text_same(r->containers, l->change.containers)) *wrong = "containers";
  if (!ml_text_same(r->expires, l->change.expires)) *wrong = "expires";
  if (!before) *wrong = "before";
  if (!ml_text_same(r->action, l->action)) *wrong = "upstreamActionName";
  if (!rc && !ml_text_same(r->meta, meta)) *wrong = "meta, or members that are not known";
  if (!run) *wrong = "input, output or outcome";
  ml_buf_free(&b);
  return rc;
}

static int known_check(MlConn *c, const MlLine *l, i64 place, MlErr *e) {
  MlRow r;
  sqlite3_stmt *st;
  const char *wrong = NULL;
  int found;
  int rc = ml_log_get(c, place, &r, &st, &found, e);
  if (rc || !found) return rc;
  rc = row_same(c, l, &r, &wrong, e);
  int rc2 = ml_log_done(c, st, e);
  if (rc || rc2) return rc ? rc : rc2;
  return wrong ? id_refuse(e, &l->id, "it is here already, with other content: ", wrong) : SQLITE_OK;
}

/* ---- what each kind does ---- */

/* Between the numbering and the first insertion. */
static int take_hook(MlConn *c, MlEntry *a, int n, void *arg, MlErr *e) {
  Take *k = arg;
  MlEntry *x = &a[n - 1];
  for (int i = 0; i < n; i++) {
    for (int s = 0; s < ML_SCOPES; s++) {
      if (a[i].row.kind == ml_event_gap_kind((MlScope)s) && !x->head.gap[s]) x->head.gap[s] = a[i].row.seq;
    }
  }
  int rc = ml_origin_put(c, x->row.seq, &k->l->id, e);
  if (!rc) rc = ml_import_items_tell(c, &k->numbers, x->row.seq, e);
  if (!rc && x->row.kind == ML_KIND_RUN_BEGIN) rc = ml_lifecycle_put_begin(c, x, &k->run, k->with_state, e);
  if (!rc && x->row.kind == ML_KIND_RUN_END) rc = ml_lifecycle_put_end(c, x, &k->run, e);
  return rc;
}

/* A gap begins before the row, unless one is open. */
static void gap_open(Take *k, const MlHead *h, MlScope scope) {
  if (h->gap[scope]) return;
  k->entry[1] = k->entry[0];
  k->entry[0] = (MlEntry){.given = 1, .row = {.quiet = 1, .kind = ml_event_gap_kind(scope), .key = k->l->key}};
  k->n = 2;
}

/* Who does not list what is removed, or expires, may have left more unsaid. */
static int write_take(MlConn *c, Take *k, const MlHead *h, MlScope scope, MlErr *e) {
  MlText key = own_entry(k)->row.key;
  if (!k->l->own) gap_open(k, h, scope);
  return ml_apply_change(c, key, scope, &k->l->change, e);
}

/* A state that is not what the lines before it lead to tells that changes are missing. */
static int begin_take(MlConn *c, Take *k, const MlHead *h, MlErr *e) {
  const MlLine *l = k->l;
  int changed = 0;
  k->with_state = l->change.value.p != NULL;
  k->run.key = l->key;
  k->run.input = l->input;
  own_entry(k)->input = l->input;
  int rc = k->with_state ? ml_apply_check(l->key, &l->change, e) : SQLITE_OK;
  if (!rc && h->run) rc = ml_lifecycle_abandon(c, l->key, h->run, e);
  if (!rc) rc = ml_apply_clear(c, l->key, ML_SENSORY, e);
  if (!rc && k->with_state) rc = ml_apply_state(c, l->key, ML_SHORT_TERM, &l->change, &changed, e);
  if (!rc) rc = ml_run_next(c, &k->run.run, e);
  if (!rc && l->run > k->run.run && l->run - k->run.run < RUNS_MAX) k->run.run = l->run;
  own_entry(k)->row.run = k->run.run;
  if (!rc && changed) gap_open(k, h, ML_SHORT_TERM);
  return rc;
}

static int end_take(MlConn *c, Take *k, const MlHead *h, MlErr *e) {
  const MlLine *l = k->l;
  if (!h->run) return line_refuse(e, "eventType", "a run ends, but the key has no open run here");
  k->run = (MlRun){.run = h->run, .key = l->key, .output = l->output, .outcome = l->outcome};
  if (!l->outcome.p) k->run.outcome = ML_TEXT("completed");
  own_entry(k)->row.run = h->run;
  ml_lifecycle_end_content(&k->run, &k->content);
  own_entry(k)->input = ml_buf_view(&k->content);
  if (k->content.rc) return ml_err_nomem(e);
  return ml_apply_clear(c, l->key, ML_SENSORY, e);
}

static int memory_take(MlConn *c, Take *k, const MlHead *h, MlErr *e) {
  switch ((int)k->l->kind) {
  case ML_KIND_SHORT_TERM_WRITE:
    return write_take(c, k, h, ML_SHORT_TERM, e);
  case ML_KIND_SENSORY_WRITE:
    return write_take(c, k, h, ML_SENSORY, e);
  case ML_KIND_SHORT_TERM_REFRESH:
    return ml_apply_change(c, k->l->key, ML_SHORT_TERM, &k->l->change, e);
  case ML_KIND_SENSORY_REFRESH:
    return ml_apply_change(c, k->l->key, ML_SENSORY, &k->l->change, e);
  case ML_KIND_LONG_TERM_UPDATE:
    return ml_import_items_row(c, own_entry(k)->row.key, k->l, &k->numbers, e);
  case ML_KIND_RUN_BEGIN:
    return begin_take(c, k, h, e);
  case ML_KIND_RUN_END:
    return end_take(c, k, h, e);
  default:
    return SQLITE_OK;
  }
}

/* All that could be refused has been: what is large goes aside. */
static int row_stow(MlConn *c, Take *k, MlErr *e) {
  MlRow *r = &own_entry(k)->row;
  if (r->kind == ML_KIND_HOST || r->kind >= ML_KIND_NAMED) return SQLITE_OK;
  int rc = ml_large_stow(c, r->key, r->value, &k->value, e);
  if (!rc) rc = ml_large_stow(c, r->key, r->before, &k->before, e);
  if (k->value.n) r->value = ml_buf_view(&k->value);
  if (k->before.n) r->before = ml_buf_view(&k->before);
  return rc;
}

/* Only what changes memory, or says that a change is missing, can make no event. */
static int quiet_can(MlKind kind) {
  return kind == ML_KIND_SHORT_TERM_WRITE || kind == ML_KIND_SENSORY_WRITE || kind == ML_KIND_LONG_TERM_UPDATE ||
         kind == ML_KIND_RUN_BEGIN || kind == ML_KIND_RUN_END ||
         (kind >= ML_KIND_SENSORY_GAP && kind <= ML_KIND_SHORT_TERM_REFRESH);
}

/* The limit is one of values: what memory holds of a key, which a run's begin carries, may be more. */
static int values_check(MlConn *c, const MlLine *l, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (l->kind == ML_KIND_HOST) return ml_config_check_size(c, l->change.value, "line: value", e);
  for (ml_json_open(&s, l->change.value); !rc && ml_json_next(&s);) {
    rc = ml_config_check_size(c, s.value, "line: a value", e);
  }
  return rc;
}

/* Time stands at the line's own, and the log is not behind it. */
static int row_check(MlConn *c, const MlLine *l, MlErr *e) {
  i64 us = 0;
  if (l->quiet && !quiet_can(l->kind)) return line_refuse(e, "memlog.quiet", "a row of this type makes an event");
  if (l->quiet && l->kind == ML_KIND_RUN_BEGIN && l->change.value.p) {
    return line_refuse(e, "memlog.quiet", "only an event carries a state");
  }
  if (l->seq && (l->seq < l->time || l->seq - l->time > SKEW_MAX)) {
    return line_refuse(e, "memlog.seq", "that is no position for its time");
  }
  if (l->step >= l->seq && l->step) return line_refuse(e, "memlog.step", "its action does not begin at a position");
  int rc = values_check(c, l, e);
  if (!rc) rc = ml_append_time(c, &us, e);
  if (rc || us == l->time) return rc;
  return id_refuse(e, &l->id, "it is older than the log's newest event: import into a fresh file", "");
}

static int row_take(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e) {
  Take k = {.l = l, .n = 1};
  MlHead h;
  i64 place;
  int found;
  int rc = ml_log_place_of(c, &l->id, &place, e);
  if (!rc && place) return known_check(c, l, place, e);
  if (!rc) rc = row_check(c, l, e);
  if (!rc) rc = entry_fill(c, &k, e);
  if (!rc) rc = ml_head_load(c, own_entry(&k)->row.key, &h, &found, e);
  if (!rc && l->follows && !h.last) {
    rc = line_refuse(e, "memlog.follows", "the key's rows before it are not in this file: import these first");
  }
  if (!rc) rc = memory_take(c, &k, &h, e);
  if (!rc) rc = row_stow(c, &k, e);
  if (!rc) rc = ml_append_rows(c, k.entry, k.n, take_hook, &k, e);
  const MlEntry *x = own_entry(&k);
  /* In a gap memory is known only where a line says so. */
  if (!rc && !x->head.gap[ML_SHORT_TERM] && !x->head.gap[ML_SENSORY]) {
    rc = ml_snap_key(c, x->row.key, c->n_touched ? NULL : &x->head, 0, e);
  }
  if (!rc) *id = ml_log_id(x->row.seq, x->row.chain);
  *done = !rc;
  ml_buf_free(&k.meta);
  ml_buf_free(&k.key);
  ml_buf_free(&k.content);
  ml_buf_free(&k.value);
  ml_buf_free(&k.before);
  ml_buf_free(&k.numbers);
  return rc;
}

/* ---- the whole ---- */

static int import_start(MlConn *c, MlErr *e) {
  i64 n;
  int rc = ml_action_refuse_listener(c, "mem_import", e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (!rc) rc = ml_record_keep_readers(c, e);
  return rc ? rc : ml_emit_run(c, &n, e);
}

int ml_import_line(MlConn *c, const MlLine *l, MlUuid *id, int *done, MlErr *e) {
  *done = 0;
  int rc = import_start(c, e);
  if (rc || l->erased) return rc;
  i64 changes = sqlite3_total_changes64(c->db), clock = c->clock;
  u8 fixed = c->clock_fixed;
  c->pending.now.op_count++;
  c->clock = l->time;
  c->clock_fixed = 1;
  if (l->state) {
    rc = ml_import_state_take(c, l, id, done, e);
  } else if (l->start) {
    rc = ml_import_state_start(c, l, id, done, e);
  } else {
    rc = row_take(c, l, id, done, e);
  }
  c->clock = clock;
  c->clock_fixed = fixed;
  return ml_conn_break_changed(c, changes, rc);
}
