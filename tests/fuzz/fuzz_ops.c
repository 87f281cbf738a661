/*
** Operations: the bytes are a program of them on a few keys and paths, with transactions, savepoints, runs,
** listeners, options and clocks, on two connections, side by side with a model. Each must succeed or be refused as
** the model says; after every action memory, and the past at '#last', are what the model says, and so are some
** positions remembered from before.
*/
#define FUZZ_NAME      "ops"
#define FUZZ_SEEDS     ""
#define FUZZ_MUTATIONS 700
#define FUZZ_BYTES     400
#include "fuzz.h"

#include "model.h"

#define LEVELS_MAX   5
#define REMEMBERED   5
#define STEPS_MAX    120
#define NODES_ENOUGH (NODES_MAX - 24) /* more come by one operation at most */
#define PATH_ENOUGH  36

typedef struct Past {
  i64 seq;
  Model m;
} Past;

/* The program as it runs. */
static struct {
  sqlite3 *db[2];
  int n;            /* the connection whose turn it is */
  int owner;        /* which one has the transaction; -1: none */
  int by_savepoint; /* it was begun by a SAVEPOINT, whose RELEASE commits */
  int levels;       /* what ROLLBACK (the first) and ROLLBACK TO go back to */
  Model level[LEVELS_MAX + 1];
  Model m;
  Past past[REMEMBERED];
  int pasts, checks;
  sqlite3_stmt *cursor; /* a SELECT that stays open */
  int cursor_of, stale; /* … and what it shows may be of before a write of the other connection */
  Bytes in;
} w;

/* ---- SQL ---- */

static char answer[256]; /* the first cell of what was run last, or the error's words */

static int run_sql(sqlite3 *db, const char *sql) {
  sqlite3_stmt *st = NULL;
  const char *text = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
  answer[0] = 0;
  if (!rc && (rc = sqlite3_step(st)) == SQLITE_ROW) {
    text = (const char *)sqlite3_column_text(st, 0);
    snprintf(answer, sizeof(answer), "%s", text ? text : "NULL");
    while (rc == SQLITE_ROW) rc = sqlite3_step(st);
  }
  if (rc != SQLITE_DONE) snprintf(answer, sizeof(answer), "%s", sqlite3_errmsg(db));
  int end = sqlite3_finalize(st);
  if (getenv("FUZZ_TRACE")) fprintf(stderr, "%d: %s; -- %d %s\n", w.n, sql, end ? end : rc, answer);
  return rc == SQLITE_DONE ? SQLITE_OK : end ? end : rc;
}

static int run(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char *sql = sqlite3_vmprintf(fmt, ap);
  va_end(ap);
  int rc = run_sql(w.db[w.n], sql);
  sqlite3_free(sql);
  return rc & 0xff;
}

static void cursor_close(void) {
  sqlite3_finalize(w.cursor);
  w.cursor = NULL;
}

/* ---- what must be there ---- */

static const char *type_of(const Node *x) {
  if (x->kind != VALUE) return x->kind == LIST ? "list" : "object";
  switch (x->json[0]) {
  case 'n':
    return "null";
  case 't':
    return "true";
  case 'f':
    return "false";
  case '"':
    return "text";
  case '[':
    return "array";
  case '{':
    return "map";
  default:
    return is_real(x->json) ? "real" : "integer";
  }
}

static int column_is(sqlite3_stmt *st, int i, const char *want) {
  const char *text = (const char *)sqlite3_column_text(st, i);
  return text ? want && strcmp(text, want) == 0 : !want;
}

/* The rows of one key and scope, now or at a position. A gap may forbid to tell the past. */
static void rows_judge(sqlite3 *db, Model *m, int key, int scope, const char *as_of) {
  sqlite3_stmt *st = NULL;
  Place at = {.key = key, .scope = scope};
  int wanted = 0, n = 0, rc;
  char *now = as_of ? sqlite3_mprintf("SELECT path, type, json FROM mem(%Q, %Q) WHERE scope = %Q", key_name[key], as_of,
                                      scope_name[scope])
                    : sqlite3_mprintf("SELECT path, type, json FROM mem WHERE key = %Q AND scope = %Q", key_name[key],
                                      scope_name[scope]);
  for (int i = 0; i < m->n; i++) wanted += same_memory(&m->node[i].at, &at);
  rc = sqlite3_prepare_v2(db, now, -1, &st, NULL);
  while (!rc && (rc = sqlite3_step(st)) == SQLITE_ROW) {
    rc = 0;
    n++;
    snprintf(at.path, sizeof(at.path), "%s", (const char *)sqlite3_column_text(st, 0));
    Node *x = node_at(m, &at);
    if (!x || !column_is(st, 1, type_of(x)) || !column_is(st, 2, x->kind == VALUE ? x->json : NULL)) {
      fuzz_fault("%s: there is %s %s", now, at.path, (const char *)sqlite3_column_text(st, 2));
    }
  }
  if (rc != SQLITE_DONE && !(as_of && m->gap[key][scope] && strstr(sqlite3_errmsg(db), FUZZ_NOT_KEPT))) {
    fuzz_fault("%s: %s", now, sqlite3_errmsg(db));
  }
  if (rc == SQLITE_DONE && n != wanted) fuzz_fault("%s: %d rows, not %d", now, n, wanted);
  sqlite3_finalize(st);
  sqlite3_free(now);
}

static void memory_judge(sqlite3 *db, Model *m, const char *as_of) {
  for (int k = 0; k < KEYS; k++) {
    for (int s = 0; s < SCOPES; s++) rows_judge(db, m, k, s, as_of);
  }
}

/* Each list's next index. */
static void lists_judge(sqlite3 *db, Model *m) {
  sqlite3_stmt *st = NULL;
  Place at;
  sqlite3_prepare_v2(db,
                     "SELECT key, scope, path, iif(typeof(value) = 'integer', value, value ->> 0) FROM memlog_cell"
                     " WHERE kind = 2",
                     -1, &st, NULL);
  while (sqlite3_step(st) == SQLITE_ROW) {
    for (at.key = 0; at.key < KEYS - 1 && !column_is(st, 0, key_name[at.key]); at.key++) {}
    at.scope = column_is(st, 1, "se");
    snprintf(at.path, sizeof(at.path), "%s", (const char *)sqlite3_column_text(st, 2));
    Node *x = node_at(m, &at);
    if (!x || x->next != sqlite3_column_int64(st, 3)) fuzz_fault("the next index of the list %s is another", at.path);
  }
  sqlite3_finalize(st);
}

/* Each key's line in mem_key: how many nodes it has, and which run is open. */
static void keys_judge(sqlite3 *db, Model *m) {
  sqlite3_stmt *st = NULL;
  sqlite3_prepare_v2(db, "SELECT key, nodes, ifnull(open_run, 0) FROM mem_key", -1, &st, NULL);
  while (sqlite3_step(st) == SQLITE_ROW) {
    int key = 0, nodes = 0;
    while (key < KEYS - 1 && !column_is(st, 0, key_name[key])) key++;
    for (int i = 0; i < m->n; i++) nodes += m->node[i].at.key == key;
    if (nodes != sqlite3_column_int(st, 1) || m->open[key] != sqlite3_column_int64(st, 2)) {
      fuzz_fault("mem_key tells of %s: %d nodes, run %d", key_name[key], sqlite3_column_int(st, 1),
                 sqlite3_column_int(st, 2));
    }
  }
  sqlite3_finalize(st);
}

static i64 position_last(sqlite3 *db) {
  const char *last = fuzz_ask(db, "SELECT max(ifnull((SELECT max(seq) FROM memlog_event), 0),"
                                  " ifnull((SELECT max(seq) FROM memlog_quiet), 0))");
  return last ? strtoll(last, NULL, 10) : 0;
}

static void past_judge(sqlite3 *db, Past *p) {
  char as_of[32];
  snprintf(as_of, sizeof(as_of), "#%lld", (long long)p->seq);
  if (p->seq) memory_judge(db, &p->m, as_of);
}

/* After an action: with the other connection's eyes, every other time. One that holds a SELECT open may look at what
** stood before. */
static void action_judge(void) {
  int other = w.checks++ & 1 ? !w.n : w.n;
  if (w.cursor) other = !w.cursor_of;
  if (w.cursor && w.n != w.cursor_of) w.stale = 1;
  sqlite3 *db = w.db[other];
  Past *p = &w.past[w.checks % REMEMBERED];
  memory_judge(db, &w.m, NULL);
  lists_judge(db, &w.m);
  keys_judge(db, &w.m);
  memory_judge(db, &w.m, "#last");
  past_judge(db, p);
  i64 seq = position_last(db);
  for (int i = 0; i < REMEMBERED; i++) {
    if (w.past[i].seq > seq) fuzz_fault("the newest position has gone back");
    if (w.past[i].seq == seq) return; /* nothing new in the log */
  }
  if (w.checks % 3 == 0) *p = (Past){seq, w.m};
}

#include "ops.h"
#include "ops_host.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
  if (n < 3 || n > 1000) return 0;
  fuzz_begin();
  memset(&w, 0, sizeof(w));
  w.owner = -1;
  w.in = (Bytes){p, n};
  w.m.master = w.m.write_switch[0] = w.m.write_switch[1] = w.m.read_switch = -1;
  w.m.begin_event = w.m.every = 1;
  file_begin(take(&w.in));
  for (int i = 0; i < STEPS_MAX && w.in.n; i++) step();
  file_end();
  fuzz_end();
  return 0;
}
