#include "metric.h"

#include "../data/json.h"
#include "deletion.h"

#include <stdlib.h>
#include <string.h>

const char *const ml_metric_windows[ML_WINDOWS] = {"1h", "24h", "all", "now"};

/* ---- what there is ---- */

/* What is made of the rows of an ask. */
enum {
  COUNT,        /* class and number */
  SECONDS,      /* class and microseconds */
  FILES,        /* bytes of files */
  MEMBER,       /* detail: the class is its outcome */
  HITS,         /* searches: whether they found anything */
  TRIED,        /* searches: whether they ended in an error */
  TOOK,         /* searches: how long they took */
  ENDED,        /* ends of sessions: whether what should have judged did */
  END_TOOK,     /* … and how long they took */
  DELETED,      /* deletions: how far they have come */
  PROVED,       /* … and how long it took until they were proved */
  SHARE = 16,   /* of the counts: what share of a whole each class is … */
  A_SECOND = 32 /* … and how many there are in a second */
};

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char *const types[] = {"sensory_write",
                                    "short_term_write",
                                    "sensory_read",
                                    "short_term_read",
                                    "long_term_update",
                                    "long_term_get",
                                    "long_term_search",
                                    "agent_run_begin",
                                    "agent_run_end",
                                    "session_end",
                                    "memory_erased",
                                    "memory_redacted",
                                    "other",
                                    "host",
                                    NULL};
_Static_assert(sizeof(types) / sizeof(*types) == ML_METRIC_CLASSES + 1, "the longest list of classes");
static const char *const found[] = {"hit", "zero_hit", NULL};
static const char *const went[] = {"ok", "failed", NULL};
static const char *const decided[] = {"admitted", "denied", "quarantined", "released", "other", NULL};
static const char *const clash[] = {"none", "conflict", NULL};
static const char *const chosen[] = {"fresh",    "expired", "superseded", "quarantined", "removed",
                                     "proposed", "denied",  "other",      NULL};
static const char *const effects[] = {"ok", "failed", "reverted", "other", NULL};
static const char *const states[] = {"requested", "primary_removed", "derived_pending", "verified", NULL};
static const char *const spread[] = {"p50", "p95", "max", NULL};
static const char *const most[] = {"max", NULL};

/* clang-format off */
static const MlMetric metrics[] = {
    {"memlog_events", NULL, types, ML_ASK_EVENTS, COUNT, NULL, NULL},
    {"memlog_events_per_second", NULL, types, ML_ASK_EVENTS, COUNT | A_SECOND, types, NULL},
    {"memlog_log_bytes", "bytes", LIST("event", "quiet", "snapshot"), ML_ASK_LOG_BYTES, COUNT, NULL, NULL},
    {"memlog_searches", NULL, found, ML_ASK_SEARCHES, HITS, NULL, NULL},
    {"memlog_search_zero_hit_ratio", "ratio", LIST("zero_hit"), ML_ASK_SEARCHES, HITS | SHARE, found, NULL},
    {"memlog_search_attempts", NULL, went, ML_ASK_SEARCHES, TRIED, NULL, NULL},
    {"memlog_search_failure_ratio", "ratio", LIST("failed"), ML_ASK_SEARCHES, TRIED | SHARE, went, NULL},
    {"memlog_search_duration_seconds", "seconds", spread, ML_ASK_SEARCHES, TOOK, NULL, NULL},
    {"memlog_promotions", NULL, went, ML_ASK_ENDS, ENDED, NULL, NULL},
    {"memlog_promotion_failure_ratio", "ratio", LIST("failed"), ML_ASK_ENDS, ENDED | SHARE, went, NULL},
    {"memlog_promotion_duration_seconds", "seconds", spread, ML_ASK_ENDS, END_TOOK, NULL, NULL},
    {"memlog_decisions", NULL, decided, ML_ASK_DECISIONS, MEMBER, NULL, NULL},
    {"memlog_admission_denial_ratio", "ratio", LIST("denied"), ML_ASK_DECISIONS, MEMBER | SHARE, decided,
     LIST("admitted", "denied")},
    {"memlog_retrievals", NULL, found, ML_ASK_RETRIEVALS, COUNT, NULL, NULL},
    {"memlog_retrieval_zero_hit_ratio", "ratio", LIST("zero_hit"), ML_ASK_RETRIEVALS, COUNT | SHARE, found, NULL},
    {"memlog_retrieval_conflicts", NULL, clash, ML_ASK_CONFLICTS, COUNT, NULL, NULL},
    {"memlog_retrieval_conflict_ratio", "ratio", LIST("conflict"), ML_ASK_CONFLICTS, COUNT | SHARE, clash, NULL},
    {"memlog_selections", NULL, chosen, ML_ASK_SELECTIONS, COUNT, NULL, NULL},
    {"memlog_selection_stale_ratio", "ratio", chosen + 1, ML_ASK_SELECTIONS, COUNT | SHARE, chosen, NULL},
    {"memlog_effects", NULL, effects, ML_ASK_EFFECTS, MEMBER, NULL, NULL},
    {"memlog_effect_failure_ratio", "ratio", LIST("failed", "reverted"), ML_ASK_EFFECTS, MEMBER | SHARE, effects, NULL},
    {"memlog_deletions", NULL, states, ML_ASK_DELETIONS, DELETED, NULL, NULL},
    {"memlog_deletion_lag_seconds", "seconds", spread, ML_ASK_DELETIONS, PROVED, NULL, NULL},
    {"memlog_consumers", NULL, LIST("none", "held", "lapsed"), ML_ASK_CONSUMERS, COUNT, NULL, NULL},
    {"memlog_consumer_lag_events", NULL, most, ML_ASK_LAG_EVENTS, COUNT, NULL, NULL},
    {"memlog_consumer_lag_seconds", "seconds", most, ML_ASK_LAG_TIME, SECONDS, NULL, NULL},
    {"memlog_file_bytes", "bytes", LIST("database", "wal"), ML_ASK_FILES, FILES, NULL, NULL},
};
/* clang-format on */

const MlMetric *ml_metric(int i) { return i < (int)(sizeof(metrics) / sizeof(*metrics)) ? &metrics[i] : NULL; }

int ml_metric_has(const MlMetric *m, MlMetricWindow w) { return (m->ask >= ML_ASK_CONSUMERS) == (w == ML_WINDOW_NOW); }

/* ---- counting ---- */

/* What an ask has gathered: numbers by class, or how long things took. */
typedef struct Tally {
  const char *const *classes;
  i64 n[ML_METRIC_CLASSES];
  u8 seen[ML_METRIC_CLASSES];
  i64 *took; /* microseconds */
  i64 n_took, cap_took;
} Tally;

/* The place of a class; what is in no list is "other", or nothing (-1). */
static int class_of(const char *const *classes, MlText name) {
  int other = -1;
  for (int i = 0; classes[i]; i++) {
    if (ml_text_is(name, classes[i])) return i;
    if (strcmp(classes[i], "other") == 0) other = i;
  }
  return other;
}

static void tally_add(Tally *t, MlText name, i64 n) {
  int i = class_of(t->classes, name);
  if (i < 0) return;
  t->n[i] += n;
  t->seen[i] = 1;
}

static int tally_took(Tally *t, i64 us) {
  if (t->n_took == t->cap_took) {
    i64 cap = t->cap_took ? 2 * t->cap_took : 64;
    i64 *a = sqlite3_realloc64(t->took, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    t->took = a;
    t->cap_took = cap;
  }
  t->took[t->n_took++] = us < 0 ? 0 : us;
  return SQLITE_OK;
}

static int by_size(const void *a, const void *b) {
  i64 x = *(const i64 *)a, y = *(const i64 *)b;
  return x < y ? -1 : x > y;
}

/* ---- JSON of rows: what is damaged is not there ---- */

static MlText member_of(MlText map, const char *name) {
  MlJsonScan s;
  for (ml_json_open(&s, map); ml_json_next(&s);) {
    if (ml_text_is(s.name, name)) return s.value;
  }
  return (MlText){NULL, 0};
}

/* A string without its quotes: those that are looked for hold no escapes. */
static MlText word_of(MlText map, const char *name) {
  MlText v = member_of(map, name);
  return v.n >= 2 && v.p[0] == '"' ? (MlText){v.p + 1, v.n - 2} : (MlText){NULL, 0};
}

static i64 number_of(MlText map, const char *name) {
  i64 n;
  MlText v = member_of(map, name);
  return v.p && ml_json_get_integer(v, &n) ? n : -1;
}

static int is_map(MlText t) { return t.p && ml_json_type(t) == ML_MAP; }

static void hits_count(Tally *t, MlText value) {
  MlJsonScan s;
  if (!is_map(value)) return;
  for (ml_json_open(&s, value); ml_json_next(&s);) {
    MlJsonScan hits;
    int none = ml_json_type(s.value) == ML_ARRAY;
    if (none) {
      ml_json_open(&hits, s.value);
      none = !ml_json_next(&hits);
    }
    tally_add(t, none ? ML_TEXT("zero_hit") : ML_TEXT("hit"), 1);
  }
}

static int took_note(Tally *t, MlText meta) {
  MlJsonScan s;
  i64 us;
  MlText all = is_map(meta) ? member_of(meta, "\"microseconds\"") : (MlText){NULL, 0};
  if (!all.p || ml_json_type(all) != ML_ARRAY) return SQLITE_OK;
  for (ml_json_open(&s, all); ml_json_next(&s);) {
    /* Two notes of one name are an array of arrays: there are none of these. */
    if (ml_json_get_integer(s.value, &us) && tally_took(t, us)) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* Those that returned something, or nothing, stand in the value; those that failed beside it. */
static void tries_count(Tally *t, MlText value, MlText meta) {
  MlText failed = is_map(meta) ? member_of(meta, "\"failed_searches\"") : (MlText){NULL, 0};
  MlJsonScan s;
  if (is_map(value)) {
    for (ml_json_open(&s, value); ml_json_next(&s);) tally_add(t, ML_TEXT("ok"), 1);
  }
  if (failed.p && ml_json_type(failed) == ML_ARRAY) {
    for (ml_json_open(&s, failed); ml_json_next(&s);) tally_add(t, ML_TEXT("failed"), 1);
  }
}

/* ---- rows ---- */

static int deletion_count(MlConn *c, Tally *t, int how, sqlite3_stmt *st, MlErr *e) {
  MlDeletion d;
  MlUuid id;
  MlText detail = ml_stmt_column(st, 0);
  i64 when = 0, at = sqlite3_column_int64(st, 2);
  if (!is_map(detail) || !ml_text_same(word_of(detail, "\"change\""), ML_TEXT("deleted"))) return SQLITE_OK;
  if (!ml_metric_id(st, &id)) return SQLITE_OK;
  int rc = ml_deletion_look(c, &id, NULL, &d, e);
  for (i64 i = 0; i < d.n; i++) {
    if (when < d.a[i].since) when = d.a[i].since;
  }
  const char *name = ml_deletion_state_name(d.state);
  if (!rc && how == DELETED) tally_add(t, ml_text_of(name), 1);
  if (!rc && how == PROVED && d.state == ML_DELETION_VERIFIED && when && tally_took(t, when - at)) rc = ml_err_nomem(e);
  ml_deletion_free(&d);
  return rc;
}

static int row_count(Tally *t, int how, sqlite3_stmt *st) {
  MlText first = ml_stmt_column(st, 0);
  switch (how) {
  case HITS:
    hits_count(t, first);
    return SQLITE_OK;
  case TRIED:
    tries_count(t, first, ml_stmt_column(st, 1));
    return SQLITE_OK;
  case TOOK:
    return took_note(t, ml_stmt_column(st, 1));
  case ENDED: {
    MlText error = is_map(first) ? member_of(first, "\"error\"") : (MlText){NULL, 0};
    tally_add(t, error.p && ml_json_type(error) != ML_NULL ? ML_TEXT("failed") : ML_TEXT("ok"), 1);
    return SQLITE_OK;
  }
  case END_TOOK: {
    i64 us = is_map(first) ? number_of(first, "\"microseconds\"") : -1;
    return us < 0 ? SQLITE_OK : tally_took(t, us);
  }
  case MEMBER:
    tally_add(t, is_map(first) ? word_of(first, "\"outcome\"") : (MlText){NULL, 0}, 1);
    return SQLITE_OK;
  default:
    tally_add(t, first, sqlite3_column_int64(st, 1));
    return SQLITE_OK;
  }
}

static int ask_count(MlConn *c, MlMetricAsk ask, int how, i64 since, Tally *t, MlErr *e) {
  sqlite3_stmt *st = NULL;
  int more = 1, rc = ml_metric_scan(c, ask, since, &st, e);
  while (!rc && more) {
    rc = ml_metric_next(c, st, &more, e);
    if (rc || !more) break;
    if (how == DELETED || how == PROVED) {
      rc = deletion_count(c, t, how, st, e);
    } else if (row_count(t, how, st)) {
      rc = ml_err_nomem(e);
    }
  }
  int rc2 = ml_metric_done(c, st, e);
  return rc ? rc : rc2;
}

/* ---- values ---- */

static void value_integer(MlMetricValue *v, i64 n) { *v = (MlMetricValue){.is = 1, .is_integer = 1, .n = n}; }

static void value_rate(MlMetricValue *v, i64 numerator, double denominator) {
  *v = (MlMetricValue){.is = denominator > 0, .is_rate = 1, .numerator = numerator, .denominator = denominator};
  if (v->is) v->r = (double)numerator / denominator;
}

/* The value than which no more than a half of all are less, and so on: of n, the one at n/2, rounded up. */
static void values_spread(Tally *t, MlMetricValue *out) {
  static const i64 percent[] = {50, 95, 100};
  if (!t->n_took) return;
  qsort(t->took, (size_t)t->n_took, sizeof(*t->took), by_size);
  for (int i = 0; i < 3; i++) {
    i64 at = (t->n_took * percent[i] + 99) / 100;
    out[i] = (MlMetricValue){.is = 1, .r = (double)t->took[at - 1] / 1e6};
  }
}

static void values_share(const MlMetric *m, const Tally *t, MlMetricValue *out) {
  i64 whole = 0;
  for (int i = 0; t->classes[i]; i++) {
    MlText name = ml_text_of(t->classes[i]);
    if (!m->whole || class_of(m->whole, name) >= 0) whole += t->n[i];
  }
  for (int i = 0; m->classes[i]; i++) {
    int at = class_of(t->classes, ml_text_of(m->classes[i]));
    value_rate(&out[i], t->n[at], (double)whole);
  }
}

/* Of all that is there: since the first event of the log. */
static int seconds_of(MlConn *c, MlMetricWindow w, i64 now, double *seconds, MlErr *e) {
  static const double of[] = {3600, 86400};
  sqlite3_stmt *st = NULL;
  int more = 0, rc = SQLITE_OK;
  *seconds = w < ML_WINDOW_ALL ? of[w] : 0;
  if (w < ML_WINDOW_ALL) return SQLITE_OK;
  rc = ml_metric_scan(c, ML_ASK_FIRST_EVENT, 0, &st, e);
  if (!rc) rc = ml_metric_next(c, st, &more, e);
  if (!rc && more && sqlite3_column_int64(st, 0) < now) *seconds = (double)(now - sqlite3_column_int64(st, 0)) / 1e6;
  int rc2 = ml_metric_done(c, st, e);
  return rc ? rc : rc2;
}

static int values_make(MlConn *c, const MlMetric *m, MlMetricWindow w, i64 now, Tally *t, MlMetricValue *out,
                       MlErr *e) {
  int how = m->how & (SHARE - 1), rc = SQLITE_OK;
  double seconds;
  if (how == TOOK || how == END_TOOK || how == PROVED) {
    values_spread(t, out);
  } else if (m->how & SHARE) {
    values_share(m, t, out);
  } else if (m->how & A_SECOND) {
    rc = seconds_of(c, w, now, &seconds, e);
    for (int i = 0; m->classes[i] && !rc; i++) value_rate(&out[i], t->n[i], seconds);
  } else {
    for (int i = 0; m->classes[i]; i++) {
      if (m->classes != most) value_integer(&out[i], t->n[i]);
      if (m->classes == most && t->seen[i]) value_integer(&out[i], t->n[i]);
      if (how == SECONDS && t->seen[i]) out[i] = (MlMetricValue){.is = 1, .r = (double)t->n[i] / 1e6};
    }
  }
  return rc;
}

int ml_metric_read(MlConn *c, const MlMetric *m, MlMetricWindow w, i64 now, MlMetricValue out[ML_METRIC_CLASSES],
                   MlErr *e) {
  static const i64 back[] = {3600000000, 86400000000};
  int rc = SQLITE_OK;
  memset(out, 0, ML_METRIC_CLASSES * sizeof(*out));
  if (m->how == FILES) {
    i64 database, wal;
    ml_metric_files(c, &database, &wal);
    value_integer(&out[0], database);
    value_integer(&out[1], wal);
    return SQLITE_OK;
  }
  Tally t = {.classes = m->of ? m->of : m->classes};
  i64 since = w == ML_WINDOW_NOW ? now : w == ML_WINDOW_ALL ? INT64_MIN : now - back[w];
  if (ml_metric_there(c, (MlMetricAsk)m->ask)) {
    rc = ask_count(c, (MlMetricAsk)m->ask, m->how & (SHARE - 1), since, &t, e);
  }
  if (!rc) rc = values_make(c, m, w, now, &t, out, e);
  sqlite3_free(t.took);
  return rc;
}
