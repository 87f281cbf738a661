/*
** The connections of a case, and its steps done on them: first without a fault, to learn what they give; then again and
** again, for which the databases can be had back as they were.
*/
#ifndef ML_SESSION_H
#define ML_SESSION_H

#include "alloc.h"
#include "case.h"
#include "database.h"

#include <time.h>

/* ---- what memlog takes from outside: here the same each time ---- */

static u64 random_state;

void sqlite3_randomness(int N, void *P) {
  for (u8 *p = P; N > 0; N--) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    *p++ = (u8)(random_state >> 56);
  }
}

int timespec_get(struct timespec *ts, int base) {
  *ts = (struct timespec){.tv_sec = 1783052556, .tv_nsec = 87914000};
  return base;
}

/* ---- connections ---- */

/* Counts the commits, and refuses the one that has this number. */
static struct { int count, refused; } commits;

static int commit_counted(void *unused) {
  (void)unused;
  return ++commits.count == commits.refused;
}

static void clock_set(const Case *c, sqlite3 *db) {
  char sql[128];
  const char *time = c->clock < 0 ? "2026-07-03 04:22:36.087914" : c->step[c->clock].text.p;
  snprintf(sql, sizeof(sql), "SELECT mem_clock('%s')", time);
  must(db, sql);
}

static void clocks_set(Case *c, int clock) {
  c->clock = clock;
  for (int i = 0; i < c->n_connection; i++) {
    if (c->connection[i].db && !c->connection[i].plain) clock_set(c, c->connection[i].db);
  }
}

static void connection_open(Case *c, Connection *one) {
  char pragma[64];
  int flags = one->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path, &one->db, flags, NULL)) die(path, "does not open");
  if (!one->read_only) {
    must(one->db, "PRAGMA synchronous = OFF");
    snprintf(pragma, sizeof(pragma), "PRAGMA journal_mode = %s", journal);
    must(one->db, pragma);
  }
  sqlite3_commit_hook(one->db, commit_counted, NULL);
  if (one->plain) return;
  if (connection_load(one->db)) die("loading memlog", sqlite3_errmsg(one->db));
  clock_set(c, one->db);
}

static sqlite3 *connection_of(Case *c, const Step *s) {
  Connection *one = &c->connection[s->connection];
  if (!one->db) connection_open(c, one);
  return one->db;
}

static int connection_close(Connection *one) {
  int rc = sqlite3_close(one->db);
  if (rc) sqlite3_close_v2(one->db);
  one->db = NULL;
  return rc;
}

static int config_set(sqlite3 *db, const char *argument) {
  static const struct {
    const char *name;
    int op;
  } list[] = {{"enable_fkey", SQLITE_DBCONFIG_ENABLE_FKEY}, {"enable_trigger", SQLITE_DBCONFIG_ENABLE_TRIGGER},
              {"defensive", SQLITE_DBCONFIG_DEFENSIVE},     {"writable_schema", SQLITE_DBCONFIG_WRITABLE_SCHEMA},
              {"dqs_dml", SQLITE_DBCONFIG_DQS_DML},         {"dqs_ddl", SQLITE_DBCONFIG_DQS_DDL},
              {"enable_view", SQLITE_DBCONFIG_ENABLE_VIEW}, {"trusted_schema", SQLITE_DBCONFIG_TRUSTED_SCHEMA}};
  size_t n = strcspn(argument, " ");
  for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
    if (strlen(list[i].name) != n || strncmp(list[i].name, argument, n)) continue;
    return sqlite3_db_config(db, list[i].op, strcmp(argument + n, " on") == 0, NULL);
  }
  return SQLITE_MISUSE;
}

/* Does a step. What a statement gives comes to *out. */
static int step_do(Case *c, int k, Text *out) {
  Step *s = &c->step[k];
  Connection *one = &c->connection[s->connection];
  int rc = SQLITE_OK;
  text_clear(out);
  random_state = (u64)s->line;
  switch (s->what) {
  case STATEMENT:
    return statement_run(connection_of(c, s), s->text.p, out);
  case CLOCK:
    if (strcmp(s->text.p, "free")) clocks_set(c, k);
    break;
  case DBCONFIG:
    rc = config_set(connection_of(c, s), s->text.p);
    break;
  case REOPEN:
  case CLOSE:
    if (one->db) rc = connection_close(one);
    if (s->what == REOPEN) connection_of(c, s);
    break;
  default:
    break;
  }
  if (rc) text_add(out, "error: this directive");
  return rc;
}

/* ---- the databases as they were ---- */

/* The file is common to all connections; temp and what is attached each has of its own. */
typedef struct Kept {
  int connection;
  char name[32];
  sqlite3 *copy;
} Kept;

#define MAX_KEPT 32
static Kept kept[MAX_KEPT];
static int n_kept;

static void database_copy(sqlite3 *to, const char *to_name, sqlite3 *from, const char *from_name) {
  sqlite3_backup *b = sqlite3_backup_init(to, to_name, from, from_name);
  if (!b) die("a copy", sqlite3_errmsg(to));
  sqlite3_backup_step(b, -1);
  if (sqlite3_backup_finish(b)) die("a copy", sqlite3_errmsg(to));
}

static sqlite3 *memory_open(void) {
  sqlite3 *db;
  if (sqlite3_open(":memory:", &db)) die(":memory:", "does not open");
  return db;
}

/* All databases there are. The file comes with a connection that can write it. */
static int databases_list(const Case *c, Kept *to) {
  int n = 0, file = 0;
  for (int i = 0; i < c->n_connection; i++) {
    const Connection *one = &c->connection[i];
    sqlite3_stmt *st = NULL;
    if (one->db && sqlite3_prepare_v2(one->db, "PRAGMA database_list", -1, &st, NULL)) die(c->name, "database_list");
    while (st && sqlite3_step(st) == SQLITE_ROW) {
      const char *name = (const char *)sqlite3_column_text(st, 1);
      int is_file = strcmp(name, "main") == 0;
      if (is_file && (file || one->read_only)) continue;
      file |= is_file;
      if (n == MAX_KEPT) die(c->name, "too many databases");
      to[n].connection = i;
      snprintf(to[n++].name, sizeof(to->name), "%s", name);
    }
    sqlite3_finalize(st);
  }
  return n;
}

static const Kept *kept_find(const Kept *list, int n, const Kept *one) {
  for (int i = 0; i < n; i++) {
    if (strcmp(list[i].name, one->name)) continue;
    if (list[i].connection == one->connection || !strcmp(one->name, "main")) return &list[i];
  }
  return NULL;
}

static void kept_drop(void) {
  while (n_kept) sqlite3_close(kept[--n_kept].copy);
}

static void databases_keep(Case *c) {
  kept_drop();
  n_kept = databases_list(c, kept);
  for (int i = 0; i < n_kept; i++) {
    kept[i].copy = memory_open();
    database_copy(kept[i].copy, "main", c->connection[kept[i].connection].db, kept[i].name);
  }
}

/* What was made in temp since then goes. 0 if it cannot be done, because something was attached or detached. */
static int databases_restore(Case *c) {
  Kept now[MAX_KEPT];
  int n = databases_list(c, now);
  for (int i = 0; i < n; i++) {
    if (!kept_find(kept, n_kept, &now[i]) && strcmp(now[i].name, "temp")) return 0;
  }
  for (int i = 0; i < n_kept; i++) {
    if (!kept_find(now, n, &kept[i]) && strcmp(kept[i].name, "temp")) return 0;
  }
  sqlite3 *empty = memory_open();
  for (int i = 0; i < n; i++) {
    const Kept *was = kept_find(kept, n_kept, &now[i]);
    database_copy(c->connection[now[i].connection].db, now[i].name, was ? was->copy : empty, "main");
  }
  sqlite3_close(empty);
  return 1;
}

/* ---- without a fault ---- */

static int in_transaction(const Case *c) {
  for (int i = 0; i < c->n_connection; i++) {
    if (c->connection[i].db && !sqlite3_get_autocommit(c->connection[i].db)) return 1;
  }
  return 0;
}

/* Whether statements change things by what they call only, and by one call only. */
static void kind_read(Step *s, sqlite3 *db) {
  const char *sql = s->text.p;
  int calls = 0;
  s->select = 1;
  while (*sql) {
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &st, &sql)) return;
    s->select &= st == NULL || sqlite3_stmt_readonly(st);
    sqlite3_finalize(st);
    sql += strspn(sql, " \n");
  }
  for (const char *p = s->text.p; (p = strstr(p, "mem_")); p += 4) calls++;
  s->single = calls == 1 && !strstr(s->text.p, "FROM");
}

static void statement_learn(Case *c, int k, int begin) {
  Step *s = &c->step[k];
  sqlite3 *db = connection_of(c, s);
  s->begin = begin;
  s->was_open = !sqlite3_get_autocommit(db);
  kind_read(s, db);
  state_read(db, 1, &s->before);
  commits.count = 0;
  fault_arm(INT64_MAX, 0); /* counts */
  s->rc = step_do(c, k, &s->out);
  fault_disarm();
  s->allocations = fault.count;
  s->commits = commits.count;
  s->is_open = !sqlite3_get_autocommit(db);
  state_read(db, 1, &s->after);
}

static void case_begin(Case *c) {
  file_remove();
  c->clock = -1;
}

/* 0 if a connection does not close. */
static int case_end(Case *c) {
  int rc = SQLITE_OK;
  kept_drop();
  for (int i = 0; i < c->n_connection; i++) {
    if (c->connection[i].db) rc |= connection_close(&c->connection[i]);
  }
  return rc == SQLITE_OK;
}

static void case_learn(Case *c) {
  Text out = {0};
  int begin = -1;
  case_begin(c);
  for (int k = 0; k < c->n; k++) {
    if (c->step[k].what == STATEMENT) {
      if (begin < 0 || !in_transaction(c)) begin = k;
      statement_learn(c, k, begin);
    } else if (step_do(c, k, &out)) {
      die(c->name, out.p);
    }
  }
  if (!case_end(c)) die(c->name, "a connection does not close");
  free(out.p);
}

#endif
