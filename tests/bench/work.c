/* The workload, and the ways to write it. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

Work work_new(int keys) { return (Work){.state = 42, .keys = keys}; }

/* splitmix64 */
uint64_t work_random(Work *w, uint64_t below) {
  uint64_t x = w->state += 0x9e3779b97f4a7c15u;

  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (x ^ x >> 31) % below;
}

static void value_make(Work *w, Write *x) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  switch (work_random(w, 3)) {
  case 0: {
    size_t n = 4 + (size_t)work_random(w, 21);

    x->type = SQLITE_TEXT;
    for (size_t i = 0; i < n; i++) x->text[i] = letters[work_random(w, sizeof(letters) - 1)];
    x->text[n] = 0;
    break;
  }
  case 1:
    x->type = SQLITE_INTEGER;
    x->integer = (i64)work_random(w, 1000000);
    break;
  default:
    x->type = SQLITE_FLOAT;
    x->real = (double)work_random(w, 1000000) / 100;
  }
}

void work_next(Work *w) {
  int path[WRITES], from = 0, paths = PATHS;
  i64 key = (i64)work_random(w, (uint64_t)w->keys);

  if (w->wide) key = w->at * WRITES / w->wide % w->keys;
  if (w->hot) {
    int cold = work_random(w, 100) == 0;

    from = cold ? w->hot : 0;
    paths = cold ? PATHS - w->hot : w->hot;
  }
  for (int i = 0; i < WRITES; i++) {
    int again;

    do {
      again = 0;
      path[i] = w->wide ? (int)((w->at * WRITES + i) % w->wide) : from + (int)work_random(w, (uint64_t)paths);
      for (int k = 0; k < i; k++) again |= path[k] == path[i];
    } while (again);
    Write *x = &w->write[i];

    snprintf(x->key, sizeof(x->key), "user-%d", (int)key);
    snprintf(x->path, sizeof(x->path), "profile.field_%d", path[i]);
    value_make(w, x);
  }
  w->at++;
}

void work_bind(const Write *w, sqlite3_stmt *st, int i) {
  st_bind(st, i, w->key);
  st_bind(st, i + 1, w->path);
  switch (w->type) {
  case SQLITE_TEXT:
    st_bind(st, i + 2, w->text);
    break;
  case SQLITE_INTEGER:
    sqlite3_bind_int64(st, i + 2, w->integer);
    break;
  default:
    sqlite3_bind_double(st, i + 2, w->real);
  }
}

/* ---- ways to write ---- */

const char *const way_name[WAYS] = {
    "(a) upserts",
    "(b) upserts, audit triggers, index by key",
    "    the same without the index",
    "(c) mem_set, one SELECT a write",
    "(d) INSERT OR REPLACE INTO mem, five rows",
    "(d) INSERT OR REPLACE INTO mem, a row each",
};

#define PLAIN_TABLE                                                                                                    \
  "CREATE TABLE cell(key TEXT NOT NULL, path TEXT NOT NULL, value, PRIMARY KEY(key, path)) WITHOUT ROWID;"

/* What people write by hand: who, where, what it was and what it is, when. */
#define AUDIT_TRIGGERS                                                                                                 \
  "CREATE TABLE audit(id INTEGER PRIMARY KEY, at TEXT NOT NULL, key TEXT NOT NULL, change TEXT NOT NULL);"             \
  "CREATE TRIGGER cell_insert AFTER INSERT ON cell BEGIN"                                                              \
  "  INSERT INTO audit(at, key, change) VALUES(strftime('%Y-%m-%d %H:%M:%f', 'now'), NEW.key,"                         \
  "    json_object('op', 'insert', 'path', NEW.path, 'new', NEW.value)); END;"                                         \
  "CREATE TRIGGER cell_update AFTER UPDATE ON cell BEGIN"                                                              \
  "  INSERT INTO audit(at, key, change) VALUES(strftime('%Y-%m-%d %H:%M:%f', 'now'), NEW.key,"                         \
  "    json_object('op', 'update', 'path', NEW.path, 'old', OLD.value, 'new', NEW.value)); END;"

#define UPSERT                                                                                                         \
  "INSERT INTO cell(key, path, value) VALUES(?1, ?2, ?3) ON CONFLICT(key, path) DO UPDATE SET value=excluded.value"

#define PUT "INSERT OR REPLACE INTO mem(key, path, value) VALUES(?1, ?2, ?3)"

static const char *const way_sql[WAYS] = {
    UPSERT,
    UPSERT,
    UPSERT,
    "SELECT mem_set(?1, ?2, ?3)",
    PUT ", (?4, ?5, ?6), (?7, ?8, ?9), (?10, ?11, ?12), (?13, ?14, ?15)",
    PUT,
};

int writer_open(Writer *w, Way way, int keys, const char *synchronous) {
  static const char *const file[WAYS] = {"plain", "audit", "audit-bare", "functions", "rows", "row"};

  *w = (Writer){.way = way, .work = work_new(keys)};
  db_open(&w->d, file[way], way >= FUNCTIONS, synchronous);
  if (way < FUNCTIONS) db_run(&w->d, PLAIN_TABLE);
  if (way == AUDIT || way == AUDIT_BARE) db_run(&w->d, AUDIT_TRIGGERS);
  if (way == AUDIT) db_run(&w->d, "CREATE INDEX audit_key ON audit(key, id)");
  if (!db_takes(&w->d, way_sql[way])) {
    db_close(&w->d);
    return 0;
  }
  w->begin = db_prepare(&w->d, "BEGIN IMMEDIATE");
  w->commit = db_prepare(&w->d, "COMMIT");
  w->write = db_prepare(&w->d, way_sql[way]);
  return 1;
}

void writer_close(Writer *w) {
  sqlite3_finalize(w->begin);
  sqlite3_finalize(w->commit);
  sqlite3_finalize(w->write);
  db_close(&w->d);
}

void writer_action(Writer *w) {
  work_next(&w->work);
  for (int i = 0; i < WRITES; i++) {
    if (w->way == TABLE_ROWS) {
      work_bind(&w->work.write[i], w->write, 1 + 3 * i);
      if (i + 1 < WRITES) continue;
    } else {
      work_bind(&w->work.write[i], w->write, 1);
    }
    st_run(w->write);
  }
}

void writer_transactions(void *writer, i64 n) {
  Writer *w = writer;

  for (i64 i = 0; i < n; i++) {
    st_run(w->begin);
    writer_action(w);
    st_run(w->commit);
  }
}
