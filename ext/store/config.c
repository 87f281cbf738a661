#include "config.h"

#include "../data/clock.h"
#include "../data/expiry.h"
#include "../data/rule.h"
#include "meta.h"

#include <string.h>

/* clang-format off */
#define STATEMENTS(X) \
  X(GET,   "SELECT value, at FROM main.memlog_config WHERE name=?1") \
  X(ALL,   "SELECT name, value FROM main.memlog_config WHERE value IS NOT NULL") \
  X(PUT,   "INSERT INTO main.memlog_config(name, value, at) VALUES(?1, ?2, ?3)" \
           " ON CONFLICT(name) DO UPDATE SET value=excluded.value, at=excluded.at WHERE value IS NOT excluded.value") \
  X(UNSET, "UPDATE main.memlog_config SET value=?2, at=?3 WHERE name=?1 AND value IS NOT ?2")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

#define MASTER "memory.generate-event"
#define TTL    "short-term-memory.state-ttl."

const MlOption ml_config_options[] = {
    {"agent-run.begin-event", ML_OPTION_SWITCH, "true",
     "a run's begin is an event (the master switch does not matter)"},
    {"agent-run.end-event", ML_OPTION_SWITCH, "true", "a run's end is an event (the master switch does not matter)"},
    {"agent-run.snapshot-every-runs", ML_OPTION_RUNS, "1",
     "every so many runs of a key the begin event carries the state; auto: when a snapshot is due anyway"},
    {"conversation.max-messages", ML_OPTION_COUNT, "200",
     "a session keeps so many of its newest messages; older ones go once a summary covers them; 0: none go"},
    {"conversation.summary-after", ML_OPTION_COUNT, "20",
     "a summary is due once it leaves out so many messages; 0: it never is"},
    {"lineage.query-text", ML_OPTION_SWITCH, "false", "retrievals keep the text of their query, not just its digest"},
    {"lineage.retrieval", ML_OPTION_SWITCH, NULL,
     "searches of long-term memory write what they found into lineage; if unset, those that make an event do"},
    {"long-term-memory.admission", ML_OPTION_ADMISSION, "open",
     "whether what is added to long-term memory, and put, stands at once, or (review) waits for mem_decide"},
    {"long-term-memory.embedding-function", ML_OPTION_FUNCTION, NULL,
     "an SQL function of the host's that gives the vector of a text, as a BLOB of float32"},
    {"long-term-memory.enabled", ML_OPTION_SWITCH, "true", "mem_recall and mem_context recall long-term memory"},
    {"long-term-memory.judge-function", ML_OPTION_FUNCTION, NULL,
     "an SQL function of the host's that judges what was said in a session; if unset, rules do"},
    {"memory.generate-event", ML_OPTION_SWITCH, NULL, "master switch: holds for the switches that are not set"},
    {"memory.generate-event.long-term-get", ML_OPTION_SWITCH, "true", "gets from long-term memory make events"},
    {"memory.generate-event.long-term-search", ML_OPTION_SWITCH, "true", "searches of long-term memory make events"},
    {"memory.generate-event.long-term-update", ML_OPTION_SWITCH, "true", "changes of long-term memory make events"},
    {"memory.generate-event.sensory-read", ML_OPTION_SWITCH, "false", "reads of sensory memory make events"},
    {"memory.generate-event.sensory-write", ML_OPTION_SWITCH, "true", "changes of sensory memory make events"},
    {"memory.generate-event.short-term-read", ML_OPTION_SWITCH, "false", "reads of short-term memory make events"},
    {"memory.generate-event.short-term-write", ML_OPTION_SWITCH, "true", "changes of short-term memory make events"},
    {"memory.inline-value-bytes", ML_OPTION_INLINE, "4096",
     "values of more bytes of JSON are stored once, aside, and referred to by a digest"},
    {"memory.max-value-bytes", ML_OPTION_BYTES, "16777216", "the largest value, in bytes of its JSON"},
    {"memory.record-previous-value", ML_OPTION_SWITCH, "false",
     "events say what stood before where they write and remove"},
    {"observability.capture-content", ML_OPTION_SWITCH, "false",
     "the views of mem_install('otel') and its like show values, input and output"},
    {TTL "ms", ML_OPTION_MS, "0", "short-term memory lives so many milliseconds; 0: for ever"},
    {TTL "update-type", ML_OPTION_UPDATE_TYPE, "on_create_and_write",
     "what makes short-term memory live on: being written, or being read, too"},
    {TTL "visibility", ML_OPTION_VISIBILITY, "never_return_expired",
     "whether expired memory may be returned until it is cleaned up"},
    {"tokens.count-function", ML_OPTION_FUNCTION, NULL,
     "an SQL function of the host's that counts the tokens of a text; if unset, 4 bytes or a Chinese, Japanese or "
     "Korean character are one"},
    {NULL, ML_OPTION_SWITCH, NULL, NULL},
};

#define MAX_MS           ML_EXPIRES_MAX
#define MAX_VALUE_BYTES  1000000000 /* what SQLite takes for one value */
#define MIN_INLINE_BYTES 64         /* what a place holder takes, or so; no number is as long */

void ml_config_open(MlConn *c) { ML_STMT_OPEN(&c->config_sql, c->db, statements); }

const MlOption *ml_config_find(MlText name, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  for (const MlOption *o = ml_config_options; o->name; o++) {
    if (ml_text_same(ml_text_of(o->name), name)) {
      ml_buf_free(&all);
      return o;
    }
    ml_buf_puts(&all, all.n ? ", " : "");
    ml_buf_puts(&all, o->name);
  }
  if (!ml_err_buf(e, all.rc, "options")) {
    ml_err_set(e, SQLITE_ERROR, "memlog: option %s: there is no such option; there are %s", ml_err_show(show, name),
               all.p);
  }
  ml_buf_free(&all);
  return NULL;
}

/* A whole number of at most 18 digits; -1 if the text is none. */
static i64 text_number(MlText t) {
  i64 v = 0;
  if (t.n < 1 || t.n > 18) return -1;
  for (i64 i = 0; i < t.n; i++) {
    if (t.p[i] < '0' || t.p[i] > '9') return -1;
    v = v * 10 + (t.p[i] - '0');
  }
  return v;
}

static int word_is(MlText t, const char *word) {
  return t.n == (i64)strlen(word) && sqlite3_strnicmp(t.p, word, (int)t.n) == 0;
}

/* What an option takes that is one of two words. */
static const char *const *words_of(MlOptionType t) {
  static const char *const update_type[] = {"on_create_and_write", "on_read_and_write"};
  static const char *const visibility[] = {"never_return_expired", "return_expired_if_not_cleaned_up"};
  static const char *const admission[] = {"open", "review"};
  return t == ML_OPTION_UPDATE_TYPE ? update_type : t == ML_OPTION_VISIBILITY ? visibility : admission;
}

static int is_words(MlOptionType t) {
  return t == ML_OPTION_UPDATE_TYPE || t == ML_OPTION_VISIBILITY || t == ML_OPTION_ADMISSION;
}

static int word_read(MlText v, const char *const *words, MlBuf *out) {
  int second = word_is(v, words[1]);
  if (!second && !word_is(v, words[0])) return 0;
  ml_buf_puts(out, words[second]);
  return 1;
}

static int switch_read(MlText v, i64 n, MlBuf *out) {
  int on = word_is(v, "true") || (n == 1 && v.n == 1), off = word_is(v, "false") || (n == 0 && v.n == 1);
  if (on || off) ml_buf_puts(out, on ? "true" : "false");
  return on || off;
}

/* The canonical form of what a user wrote, into out; 0 if it is not allowed. */
static int value_read(const MlOption *o, MlText v, MlBuf *out) {
  i64 n = text_number(v);
  switch (o->type) {
  case ML_OPTION_SWITCH:
    return switch_read(v, n, out);
  case ML_OPTION_RUNS:
    if (word_is(v, "auto")) {
      ml_buf_puts(out, "auto");
      return 1;
    }
    if (n < 1 || n > 1000000000) return 0;
    break;
  case ML_OPTION_INLINE:
    if (n < MIN_INLINE_BYTES || n > MAX_VALUE_BYTES) return 0;
    break;
  case ML_OPTION_FUNCTION: {
    char name[ML_FUNCTION_NAME];
    if (ml_rule_function(v, name)) return 0;
    ml_buf_text(out, v);
    return 1;
  }
  case ML_OPTION_MS:
    if (n < 0 || n > MAX_MS) return 0;
    break;
  case ML_OPTION_COUNT:
    if (n < 0 || n > 1000000000) return 0;
    break;
  case ML_OPTION_UPDATE_TYPE:
  case ML_OPTION_VISIBILITY:
  case ML_OPTION_ADMISSION:
    return word_read(v, words_of(o->type), out);
  default:
    if (n < 1 || n > MAX_VALUE_BYTES) return 0;
  }
  ml_buf_int(out, n);
  return 1;
}

static const char *type_allows(MlOptionType t) {
  switch (t) {
  case ML_OPTION_SWITCH:
    return "true, false, 1 or 0";
  case ML_OPTION_RUNS:
    return "a whole number from 1 to 1000000000, or auto";
  case ML_OPTION_INLINE:
    return "a whole number from 64 to 1000000000";
  case ML_OPTION_FUNCTION:
    return "the name of an SQL function, not one of memlog's";
  case ML_OPTION_MS:
    return "a whole number of milliseconds from 0 to 253402300799999";
  case ML_OPTION_COUNT:
    return "a whole number from 0 to 1000000000";
  case ML_OPTION_UPDATE_TYPE:
    return "on_create_and_write or on_read_and_write";
  case ML_OPTION_VISIBILITY:
    return "never_return_expired or return_expired_if_not_cleaned_up";
  case ML_OPTION_ADMISSION:
    return "open or review";
  default:
    return "a whole number from 1 to 1000000000";
  }
}

int ml_config_valid(const MlOption *o, MlText value) {
  MlBuf b = {0};
  int ok = value_read(o, value, &b) && ml_text_same(ml_buf_view(&b), value);
  if (b.rc) ok = -1;
  ml_buf_free(&b);
  return ok;
}

int ml_config_get(MlConn *c, const MlOption *o, MlBuf *out, int *set, i64 *at, MlErr *e) {
  *set = 0;
  *at = -1;
  int there;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  sqlite3_stmt *st;
  rc = ml_stmt_take(&c->config_sql, GET, &st, e);
  if (rc) return rc;
  sqlite3_bind_text(st, 1, o->name, -1, SQLITE_STATIC);
  int damaged = 0;
  if (sqlite3_step(st) == SQLITE_ROW) {
    int is_text = sqlite3_column_type(st, 0) == SQLITE_TEXT, is_time = sqlite3_column_type(st, 1) == SQLITE_INTEGER;
    *at = is_time ? sqlite3_column_int64(st, 1) : -1;
    *set = sqlite3_column_type(st, 0) != SQLITE_NULL;
    damaged = (*set && !(is_text && value_read(o, ml_stmt_column(st, 0), out))) || *at < 0 || *at > ML_TIME_MAX;
  }
  rc = ml_stmt_give(&c->config_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading memlog_config");
  if (damaged) {
    return ml_err_set(e, SQLITE_CORRUPT,
                      "memlog: option %s: its row in memlog_config is damaged: it takes %s, and the time of a change",
                      o->name, type_allows(o->type));
  }
  return out->rc ? ml_err_nomem(e) : SQLITE_OK;
}

/* The seven switches that the master switch stands behind. */
static int option_has_master(const MlOption *o) { return strncmp(o->name, MASTER ".", sizeof(MASTER)) == 0; }

int ml_config_effective(MlConn *c, const MlOption *o, MlBuf *out, int *known, MlErr *e) {
  i64 at;
  int rc = ml_config_get(c, o, out, known, &at, e);
  if (rc || *known) return rc;
  if (option_has_master(o)) {
    rc = ml_config_get(c, ml_config_find(ML_TEXT(MASTER), e), out, known, &at, e);
    if (rc || *known) return rc;
  }
  if (o->preset) ml_buf_puts(out, o->preset);
  *known = o->preset != NULL;
  return out->rc ? ml_err_nomem(e) : SQLITE_OK;
}

/* Where the effective value of an option goes. */
typedef struct Target {
  const char *name;
  u8 *flag;
  i64 *number;
  u8 set;
  char *text; /* of ML_FUNCTION_NAME bytes */
} Target;

static int target_set(Target *t, MlText value, MlErr *e) {
  const MlOption *o = ml_config_find(ml_text_of(t->name), e);
  MlBuf b = {0};
  if (!o || !value_read(o, value, &b)) {
    ml_buf_free(&b);
    return ml_err_set(e, SQLITE_CORRUPT, "memlog: option %s: what memlog_config holds is not allowed", t->name);
  }
  if (b.rc) return ml_err_nomem(e);
  MlText v = ml_buf_view(&b);
  i64 n = word_is(v, "true") || (is_words(o->type) && word_is(v, words_of(o->type)[1])) ? 1 : text_number(v);
  if (n < 0) n = 0; /* false, auto, the first of two words */
  if (t->flag) *t->flag = n != 0;
  if (t->number) *t->number = n;
  if (t->text) sqlite3_snprintf(ML_FUNCTION_NAME, t->text, "%.*s", (int)v.n, v.p);
  t->set = 1;
  ml_buf_free(&b);
  return SQLITE_OK;
}

/* One look at the whole table: there are few rows in it, mostly none. */
static int targets_read(MlConn *c, Target *t, int n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->config_sql, ALL, &st, e);
  if (rc) return rc;
  while (!rc && sqlite3_step(st) == SQLITE_ROW) {
    int is_text = sqlite3_column_type(st, 1) == SQLITE_TEXT;
    if (sqlite3_column_type(st, 0) != SQLITE_TEXT) continue; /* names nothing */
    MlText name = ml_stmt_column(st, 0), value = is_text ? ml_stmt_column(st, 1) : ML_TEXT("");
    for (int i = 0; i < n && !rc; i++) {
      if (ml_text_same(ml_text_of(t[i].name), name)) rc = target_set(&t[i], value, e);
    }
  }
  int rc2 = ml_stmt_give(&c->config_sql, st);
  if (rc) return rc;
  return rc2 ? ml_err_db(e, c->db, rc2, "reading memlog_config") : SQLITE_OK;
}

/* What is not set has the master switch's value, where that stands behind it and is set itself, or its default. */
static int target_default(Target *t, const Target *master, MlErr *e) {
  const MlOption *o = ml_config_find(ml_text_of(t->name), e);
  if (t->set || t == master || !o) return SQLITE_OK;
  if (master->set && option_has_master(o)) {
    *t->flag = *master->flag;
    return SQLITE_OK;
  }
  if (t->text) t->text[0] = 0;
  return o->preset ? target_set(t, ml_text_of(o->preset), e) : SQLITE_OK;
}

int ml_config_load(MlConn *c, MlErr *e) {
  u8 *generate = c->config.generate, master = 0;
  Target t[] = {
      {MASTER, &master, NULL, 0, NULL},
      {MASTER ".sensory-write", &generate[ML_KIND_SENSORY_WRITE], NULL, 0, NULL},
      {MASTER ".short-term-write", &generate[ML_KIND_SHORT_TERM_WRITE], NULL, 0, NULL},
      {MASTER ".sensory-read", &generate[ML_KIND_SENSORY_READ], NULL, 0, NULL},
      {MASTER ".short-term-read", &generate[ML_KIND_SHORT_TERM_READ], NULL, 0, NULL},
      {MASTER ".long-term-update", &generate[ML_KIND_LONG_TERM_UPDATE], NULL, 0, NULL},
      {MASTER ".long-term-get", &generate[ML_KIND_LONG_TERM_GET], NULL, 0, NULL},
      {MASTER ".long-term-search", &generate[ML_KIND_LONG_TERM_SEARCH], NULL, 0, NULL},
      {"agent-run.begin-event", &c->config.begin_event, NULL, 0, NULL},
      {"agent-run.end-event", &c->config.end_event, NULL, 0, NULL},
      {"agent-run.snapshot-every-runs", NULL, &c->config.snapshot_every, 0, NULL},
      {"conversation.max-messages", NULL, &c->config.max_messages, 0, NULL},
      {"conversation.summary-after", NULL, &c->config.summary_after, 0, NULL},
      {"lineage.query-text", &c->config.query_text, NULL, 0, NULL},
      {"lineage.retrieval", &c->config.retrieval, NULL, 0, NULL},
      {"long-term-memory.admission", &c->config.review, NULL, 0, NULL},
      {"long-term-memory.enabled", &c->config.long_term, NULL, 0, NULL},
      {"long-term-memory.embedding-function", NULL, NULL, 0, c->config.embedding_function},
      {"long-term-memory.judge-function", NULL, NULL, 0, c->config.judge_function},
      {"memory.inline-value-bytes", NULL, &c->config.inline_value_bytes, 0, NULL},
      {"memory.max-value-bytes", NULL, &c->config.max_value_bytes, 0, NULL},
      {"memory.record-previous-value", &c->config.record_before, NULL, 0, NULL},
      {"tokens.count-function", NULL, NULL, 0, c->config.token_function},
      {TTL "ms", NULL, &c->config.ttl, 0, NULL},
      {TTL "update-type", &c->config.ttl_read, NULL, 0, NULL},
      {TTL "visibility", &c->config.ttl_return, NULL, 0, NULL},
  };
  const int n = sizeof(t) / sizeof(*t);
  int there;
  if (c->config_known) return SQLITE_OK;
  c->config.retrieval = ML_AS_EVENTS;
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = targets_read(c, t, n, e);
  for (int i = 0; i < n && !rc; i++) rc = target_default(&t[i], &t[0], e);
  c->config_known = rc == SQLITE_OK;
  return rc;
}

int ml_config_refresh(MlConn *c, MlErr *e) {
  if (!c->in_txn) ml_conn_refresh(c);
  return ml_config_load(c, e);
}

int ml_config_put(MlConn *c, const MlOption *o, MlText value, i64 at, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf b = {0};
  if (value.p && !value_read(o, value, &b)) {
    ml_buf_free(&b);
    return ml_err_set(e, SQLITE_ERROR, "memlog: option %s: it takes %s, not '%s'", o->name, type_allows(o->type),
                      ml_err_show(show, value));
  }
  sqlite3_stmt *st = NULL;
  int rc = b.rc ? ml_err_nomem(e) : ml_stmt_take(&c->config_sql, value.p ? PUT : UNSET, &st, e);
  if (!rc) {
    int changed;
    sqlite3_bind_text(st, 1, o->name, -1, SQLITE_STATIC);
    if (value.p) ml_stmt_text(st, 2, ml_buf_view(&b));
    sqlite3_bind_int64(st, 3, at);
    rc = ml_conn_write(c, &c->config_sql, st, &c->permit.config, "memlog_config", &changed, e);
    c->config_known = 0;
  }
  ml_buf_free(&b);
  return rc;
}

int ml_config_check_size(MlConn *c, MlText json, const char *what, MlErr *e) {
  if (json.n <= c->config.max_value_bytes) return ml_conn_check_length(c, json.n, "a value", e);
  return ml_err_set(e, SQLITE_TOOBIG, "memlog: %s: the value has %lld bytes, memory.max-value-bytes is %lld", what,
                    json.n, c->config.max_value_bytes);
}
