/* The steps of fuzz_ops.c's programs: each is done by memlog and by the model. */
#ifndef ML_OPS_H
#define ML_OPS_H

/* ---- the file: on disk in either journal mode, or in memory that both connections share ---- */

static int on_disk;

static sqlite3 *connection_open(void) {
  sqlite3 *db;
  if (on_disk) {
    db = file_open();
  } else if (sqlite3_open_v2("file:/fuzz?vfs=memdb", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI,
                             NULL)) {
    fuzz_fault("shared memory does not open");
  }
  fuzz_load(db);
  return db;
}

/* One writes memory for each event that it hears, the other refuses some. */
static const char *const listener[] = {
    "CREATE TRIGGER listens AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN"
    " SELECT mem_incr('all', 'heard', 1); END",
    "CREATE TRIGGER refuses AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event'"
    " AND mem_touches('veto', NEW.value) BEGIN SELECT RAISE(ABORT, 'veto'); END",
};

static void file_begin(unsigned setting) {
  static const Image none = {(uint8_t *)"", 0};
  on_disk = (setting & 3) != 0;
  if (on_disk) file_write(&none);
  w.db[0] = connection_open();
  fuzz_must(w.db[0], "PRAGMA page_size = 512");
  if ((setting & 3) == 1) fuzz_must(w.db[0], "PRAGMA journal_mode = WAL");
  if (setting & 4) fuzz_must(w.db[0], "PRAGMA recursive_triggers = ON");
  fuzz_must(w.db[0], "SELECT mem_install()");
  for (int i = 0; i < 2; i++) {
    if (setting & (8u << i)) fuzz_must(w.db[0], listener[i]);
  }
  w.m.listening = (setting & 8) != 0;
  w.m.refusing = (setting & 16) != 0;
  w.db[1] = connection_open();
  for (int i = 0; i < 2; i++) fuzz_must(w.db[i], "SELECT mem_clock('2026-07-03 04:22:36.087914')");
}

static void file_end(void) {
  cursor_close();
  if (w.owner >= 0) {
    w.n = w.owner;
    if (run("ROLLBACK")) fuzz_fault("ROLLBACK: %s", answer);
    w.m = w.level[0];
  }
  action_judge();
  for (int i = 0; i < REMEMBERED; i++) past_judge(w.db[0], &w.past[i]);
  fuzz_close(w.db[1]);
  w.db[1] = connection_open();
  fuzz_close(w.db[0]);
  fuzz_sound(w.db[1]);
  fuzz_close(w.db[1]);
  if (on_disk) file_remove();
}

/* ---- recording ---- */

static int is_recorded(const Model *m, int scope) {
  int own = m->write_switch[scope];
  return own >= 0 ? own : m->master != 0;
}

static void changed(const Place *at) {
  Model *m = &w.m;
  if (is_recorded(m, at->scope)) {
    m->pending[at->key][at->scope] = 1;
  } else {
    m->gap[at->key][at->scope] = 1;
  }
}

/* What is pending becomes events. 0: the refusing trigger stops it. */
static int emit(void) {
  Model *m = &w.m;
  Place heard = {.key = KEYS - 1, .path = "heard"};
  int unknown;
  for (int k = 0; k < KEYS; k++) {
    if (m->refusing && m->veto[k]) return 0;
    if (m->listening && m->pending[k][0]) model_incr(m, &heard, "1", &unknown);
    if ((m->pending[k][0] && m->gap[k][0]) || (m->pending[k][1] && m->gap[k][1])) m->gap[k][0] = m->gap[k][1] = 0;
    m->pending[k][0] = m->pending[k][1] = m->veto[k] = 0;
  }
  return 1;
}

/* ---- one statement ---- */

/* Another connection that reads keeps COMMIT waiting. */
static int may_be_busy(int rc) { return rc == SQLITE_BUSY && w.cursor && w.cursor_of != w.n; }

/* Runs SQL (which it frees) whose outcome the model knows. It was before; wanted: it succeeds. 1 if it did. */
static int outcome(char *sql, const Model *before, int wanted) {
  int alone = w.owner < 0;
  if (wanted && alone && !emit()) wanted = 0;
  int rc = run_sql(w.db[w.n], sql) & 0xff;
  int busy = may_be_busy(rc);
  if (!busy && wanted != (rc == SQLITE_OK)) fuzz_fault("%s: %s, which is not right", sql, rc ? answer : "it succeeds");
  if (rc && rc != SQLITE_BUSY && rc != SQLITE_ERROR && rc != SQLITE_CONSTRAINT) fuzz_fault("%s: error %d", sql, rc);
  sqlite3_free(sql);
  if (rc) w.m = *before;
  if (alone && sqlite3_get_autocommit(w.db[w.n]) == 0) fuzz_fault("a transaction stays open");
  if (!alone && sqlite3_get_autocommit(w.db[w.n])) fuzz_fault("the transaction is gone");
  if (!rc && alone) action_judge();
  return !rc;
}

static void answer_is(const char *want) {
  if (strcmp(answer, want)) fuzz_fault("the answer is %s, not %s", answer, want);
}

static void answer_is_number(i64 want) {
  char text[24];
  snprintf(text, sizeof(text), "%lld", (long long)want);
  answer_is(text);
}

/* ---- what is written where ---- */

static const char *const json[] = {"null",
                                   "true",
                                   "false",
                                   "1",
                                   "-7",
                                   "9223372036854775807",
                                   "0.5",
                                   "-2.0",
                                   "\"s\"",
                                   "\"\"",
                                   "\"x.y \\u0000\\n\"",
                                   "[1,2]",
                                   "{\"a\":{\"b\":1},\"c\":[]}",
                                   "{}",
                                   "[]",
                                   "\"\xc3\xa9\""};

static const char *json_take(void) { return json[take_below(&w.in, COUNT(json))]; }

/* A place: names by bits, or a node that is there, or something under it. */
static Place place_take(void) {
  static const char *const name[] = {"a", "b", "\"x.y\"", "l", "0", "1", "\"\"", "\xc3\xa9"};
  unsigned b = take(&w.in), c = take(&w.in);
  Place at = {.key = b & 1, .scope = (b >> 1) & 1};
  if ((c & 128) && w.m.n) {
    at = w.m.node[b % (unsigned)w.m.n].at;
    if (c & 64) at = child_of(&at, name[c & 7]);
  } else {
    at = child_of(&at, name[b >> 5]);
    if (b & 4) at = child_of(&at, name[c & 7]);
    if (b & 8) at = child_of(&at, name[(c >> 3) & 7]);
  }
  if (at.key == KEYS - 1 || is_under(at.path, "veto") || strlen(at.path) > PATH_ENOUGH) {
    at = (Place){.key = b & 1, .path = "a"};
  }
  return at;
}

#define AT(p) key_name[(p)->key], (p)->path
#define IN(p) scope_name[(p)->scope]

static Model before;

static void set_step(void) {
  static const char *const as_value[] = {"mem_set(%Q, %Q, json(%Q), %Q)", "mem_set_json(%Q, %Q, %Q, %Q)"};
  Place at = place_take();
  const char *j = json_take();
  char *call = sqlite3_mprintf(as_value[take_below(&w.in, 2)], AT(&at), j, IN(&at));
  Done d = model_set(&w.m, &at, j);
  if (d == CHANGED) changed(&at);
  outcome(sqlite3_mprintf("SELECT %z ->> 'path'", call), &before, d != REFUSED);
}

static void tree_step(void) {
  Place at = place_take();
  int t = (int)take_below(&w.in, COUNT(tree));
  Done d = model_tree(&w.m, &at, t);
  if (d == CHANGED) changed(&at);
  char *sql = sqlite3_mprintf("SELECT mem_set_tree(%Q, %Q, %Q, %Q)", AT(&at), tree[t].json, IN(&at));
  if (outcome(sql, &before, d != REFUSED)) answer_is_number(tree[t].leaves);
}

static void object_step(void) {
  Place at = place_take();
  int overwrite = (int)take_below(&w.in, 2);
  Done d = model_object(&w.m, &at, overwrite);
  if (d == CHANGED) changed(&at);
  char *sql = sqlite3_mprintf("SELECT mem_new_object(%Q, %Q, %d, %Q)", AT(&at), overwrite, IN(&at));
  outcome(sql, &before, d != REFUSED);
}

static void delete_step(void) {
  static const char *const forms[] = {"SELECT mem_delete(%Q, %Q, %Q)",
                                      "DELETE FROM mem WHERE of_key = %Q AND under = %Q AND scope = %Q"};
  Place at = place_take();
  unsigned how = take(&w.in);
  i64 gone;
  if (how % 16 == 0) at.path[0] = 0;
  Done d = model_delete(&w.m, &at, &gone);
  if (d == CHANGED) changed(&at);
  if (d == CHANGED && !at.path[0] && at.scope == 0 && is_recorded(&w.m, 0)) w.m.veto[at.key] = 0;
  char *sql = sqlite3_mprintf(forms[how >> 7], AT(&at), IN(&at));
  if (outcome(sql, &before, 1) && how < 128) answer_is_number(gone);
}

static void incr_step(void) {
  static const char *const by[] = {"1", "-3", "0.5", "-0.5", "9223372036854775807"};
  Place at = place_take();
  const char *number = by[take_below(&w.in, COUNT(by))];
  int unknown;
  Done d = model_incr(&w.m, &at, number, &unknown);
  if (unknown) {
    w.m = before;
    return;
  }
  if (d == CHANGED) changed(&at);
  Node *x = node_at(&w.m, &at);
  char sum[JSON_MAX_];
  snprintf(sum, sizeof(sum), "%s", x ? x->json : "");
  char *sql = sqlite3_mprintf("SELECT mem_incr(%Q, %Q, %s, %Q)", AT(&at), number, IN(&at));
  if (outcome(sql, &before, d != REFUSED)) answer_is(sum);
}

static void append_step(void) {
  Place at = place_take(), element = at;
  const char *j = json_take();
  Done d = model_append(&w.m, &at, j, &element);
  if (d == CHANGED) changed(&at);
  char *sql = sqlite3_mprintf("SELECT mem_append_json(%Q, %Q, %Q, %Q) ->> 'path'", AT(&at), j, IN(&at));
  if (outcome(sql, &before, d != REFUSED)) answer_is(element.path);
}

static void pop_step(void) {
  Place at = place_take();
  int first = (int)take_below(&w.in, 2);
  char got[JSON_MAX_];
  Done d = model_pop(&w.m, &at, first, got);
  if (d == CHANGED) changed(&at);
  char *sql = sqlite3_mprintf("SELECT mem_pop(%Q, %Q, %Q, %Q)", AT(&at), first ? "first" : "last", IN(&at));
  int ok = outcome(sql, &before, d != REFUSED);
  if (ok && (d == SAME || is_number(got))) answer_is(d == SAME ? "NULL" : got);
}

/* One row or two; all or none of them. */
static void insert_step(void) {
  static const char *const conflict[] = {"ABORT", "REPLACE", "IGNORE"};
  int how = (int)take_below(&w.in, 3), ok = 1;
  char *rows = NULL;
  for (unsigned n = 1 + take_below(&w.in, 2); n > 0; n--) {
    Place at = place_take();
    const char *j = json_take();
    Node *x = node_at(&w.m, &at);
    rows = sqlite3_mprintf("%z%s(%Q, %Q, %Q, %Q)", rows, rows ? ", " : "", AT(&at), j, IN(&at));
    if (!ok || (x && how == 2)) continue;
    ok = (!x || how == 1) && model_set(&w.m, &at, j) == CHANGED;
    if (ok) changed(&at);
  }
  char *sql = sqlite3_mprintf("INSERT OR %s INTO mem(key, path, json, scope) VALUES %z", conflict[how], rows);
  outcome(sql, &before, ok);
}

static void update_step(void) {
  Place at = place_take();
  const char *j = json_take();
  Done d = node_at(&w.m, &at) ? model_set(&w.m, &at, j) : SAME;
  if (d == CHANGED) changed(&at);
  char *sql =
      sqlite3_mprintf("UPDATE mem SET json = %Q WHERE key = %Q AND path = %Q AND scope = %Q", j, AT(&at), IN(&at));
  outcome(sql, &before, d != REFUSED);
}

static void move_step(void) {
  Place from = place_take(), to = place_take();
  int replace = (int)take_below(&w.in, 2);
  for (int i = 0; i < w.m.n; i++) {
    const char *path = w.m.node[i].at.path;
    if (is_under(path, from.path) && strlen(to.path) + strlen(path) - strlen(from.path) > PATH_ENOUGH) return;
  }
  Done d = model_move(&w.m, &from, &to, replace);
  if (d == CHANGED) {
    changed(&from);
    changed(&to);
  }
  char *sql = sqlite3_mprintf("UPDATE OR %s mem SET key = %Q, path = %Q, scope = %Q WHERE key = %Q AND path = %Q"
                              " AND scope = %Q",
                              replace ? "REPLACE" : "ABORT", AT(&to), IN(&to), AT(&from), IN(&from));
  outcome(sql, &before, d != REFUSED);
}

static void veto_step(void) {
  Place at = {.key = (int)take_below(&w.in, 2), .path = "veto"};
  if (model_set(&w.m, &at, "1") != CHANGED) fuzz_fault("the model refuses %s", at.path);
  changed(&at);
  if (is_recorded(&w.m, 0)) w.m.veto[at.key] = 1;
  outcome(sqlite3_mprintf("SELECT mem_set(%Q, %Q, 1)", AT(&at)), &before, 1);
}

static void get_step(void) {
  Place at = place_take();
  Node *x = node_at(&w.m, &at);
  const char *type = x ? type_of(x) : "NULL";
  int is_value = x && x->kind == VALUE;
  char want[JSON_MAX_];
  snprintf(want, sizeof(want), "%s", is_value ? x->json : "NULL");
  if (outcome(sqlite3_mprintf("SELECT mem_get_json(%Q, %Q, %Q)", AT(&at), IN(&at)), &before, 1)) {
    if (!x || is_value) answer_is(want);
  }
  if (outcome(sqlite3_mprintf("SELECT mem_type(%Q, %Q, %Q)", AT(&at), IN(&at)), &before, 1)) answer_is(type);
}

/* ---- runs, options, listeners, clocks ---- */

/* Statements that emit what is pending before they do anything else. If the trigger refuses that in the middle of a
** transaction, it is broken; if it does not, but then the statement fails, the events stay. */
static int emits(char *sql, int emitted, int wanted, const Model *after_emission) {
  int inside = w.owner >= 0;
  int ok = outcome(sql, inside && emitted ? after_emission : &before, emitted && wanted);
  if (inside && !emitted) w.m.broken = 1;
  return ok;
}

static void flush_step(void) { emits(sqlite3_mprintf("SELECT mem_flush()"), emit(), 1, &w.m); }

static void sensory_clear(int key) {
  Place all = {.key = key, .scope = 1};
  nodes_remove(&w.m, &all);
  w.m.gap[key][1] = 0;
}

static void run_begin_step(void) {
  int key = (int)take_below(&w.in, 2), emitted = emit();
  sensory_clear(key);
  if (w.m.begin_event && w.m.every == 1) w.m.gap[key][0] = 0;
  i64 number = w.m.open[key] = ++w.m.runs;
  if (emits(sqlite3_mprintf("SELECT mem_run_begin(%Q, 'in')", key_name[key]), emitted, 1, &before)) {
    answer_is_number(number);
  }
}

static void run_end_step(void) {
  static Model after_emission;
  int key = (int)take_below(&w.in, 2), emitted = emit();
  i64 number = w.m.open[key];
  after_emission = w.m;
  if (number) sensory_clear(key);
  w.m.open[key] = 0;
  char *sql = sqlite3_mprintf("SELECT mem_run_end(%Q, 'out')", key_name[key]);
  if (emits(sql, emitted, number != 0, &after_emission)) answer_is_number(number);
}

static void config_step(void) {
  static const char *const word[] = {"NULL", "0", "1"};
  struct {
    const char *name;
    int *held;
  } option[] = {
      {"memory.generate-event", &w.m.master},
      {"memory.generate-event.short-term-write", &w.m.write_switch[0]},
      {"memory.generate-event.sensory-write", &w.m.write_switch[1]},
      {"memory.generate-event.short-term-read", &w.m.read_switch},
      {"agent-run.begin-event", &w.m.begin_event},
      {"agent-run.snapshot-every-runs", &w.m.every},
  };
  int i = (int)take_below(&w.in, COUNT(option)), v = (int)take_below(&w.in, 3) - 1;
  const char *to = word[v + 1];
  if (i == 4) v = v != 0;
  if (i == 5) {
    to = v == 0 ? "3" : v > 0 ? "'auto'" : "NULL";
    v = v < 0;
  }
  *option[i].held = v;
  outcome(sqlite3_mprintf("SELECT mem_config(%Q, %s)", option[i].name, to), &before, 1);
}

static void listener_step(void) {
  int i = (int)take_below(&w.in, 2), *there = i ? &w.m.refusing : &w.m.listening;
  int drop = *there;
  *there = !drop;
  run("SELECT count(*) FROM sqlite_schema"); /* CREATE TRIGGER goes by the schema that was last seen */
  outcome(sqlite3_mprintf("%s", drop ? i ? "DROP TRIGGER refuses" : "DROP TRIGGER listens" : listener[i]), &before, 1);
}

static void clock_step(void) {
  unsigned minute = take_below(&w.in, 60), us = take(&w.in);
  if (run("SELECT mem_clock('2026-07-03 04:%02u:00.%06u')", minute, us * us)) fuzz_fault("mem_clock: %s", answer);
}

static void host_step(void) {
  int key = (int)take_below(&w.in, 2);
  outcome(sqlite3_mprintf("SELECT mem_event_add('mine', %Q, '{\"x\":1}')", key_name[key]), &before, 1);
}

/* ---- connections ---- */

static void cursor_step(void) {
  if (w.cursor && take_below(&w.in, 2)) {
    cursor_close();
  } else if (w.cursor) {
    sqlite3_step(w.cursor);
  } else {
    w.cursor_of = w.n;
    w.stale = 0;
    sqlite3_prepare_v2(w.db[w.n], "SELECT * FROM mem", -1, &w.cursor, NULL);
    if (sqlite3_step(w.cursor) != SQLITE_ROW) cursor_close();
  }
}

static void reopen_step(void) {
  if (w.owner >= 0) return;
  cursor_close();
  fuzz_close(w.db[w.n]);
  w.db[w.n] = connection_open();
}

static void vacuum_step(void) {
  if (w.owner >= 0) return;
  cursor_close();
  if (run("VACUUM")) fuzz_fault("VACUUM: %s", answer);
  action_judge();
}

/* The other connection writes in the middle of a transaction that has written. */
static void intrude_step(void) {
  if (w.owner < 0 || sqlite3_txn_state(w.db[w.owner], "main") != SQLITE_TXN_WRITE) return;
  w.n = !w.owner;
  if (run("SELECT mem_set('u', 'a', 'intruder')") != SQLITE_BUSY) fuzz_fault("two write at once: %s", answer);
  w.n = w.owner;
}

/* ---- transactions ---- */

static void savepoint_step(void) {
  if (w.owner < 0 || w.levels == LEVELS_MAX) return;
  if (run("SAVEPOINT s%d", w.levels)) fuzz_fault("SAVEPOINT: %s", answer);
  w.level[w.levels++] = w.m;
}

static void begin_step(void) {
  static const char *const how[] = {"BEGIN", "BEGIN IMMEDIATE", "SAVEPOINT s0"};
  unsigned i = take_below(&w.in, 3);
  if (w.owner >= 0) {
    savepoint_step();
    return;
  }
  if (run("%s", how[i])) fuzz_fault("%s: %s", how[i], answer);
  w.owner = w.n;
  w.by_savepoint = i == 2;
  w.level[0] = w.m;
  w.levels = 1;
}

static void transaction_end(void) {
  w.owner = -1;
  w.levels = 0;
  action_judge();
}

static void rollback_step(void) {
  if (w.owner < 0) return;
  if (run("ROLLBACK")) fuzz_fault("ROLLBACK: %s", answer);
  w.m = w.level[0];
  transaction_end();
}

/* Refused, it is rolled back by SQLite; kept waiting, it stays, its events written. */
static void commit_step(void) {
  if (w.owner < 0) return;
  int wanted = !w.m.broken && emit();
  int rc = run(w.by_savepoint ? "RELEASE s0" : "COMMIT");
  if (wanted && may_be_busy(rc)) return;
  if (wanted != (rc == SQLITE_OK)) fuzz_fault("COMMIT: %s, which is not right", rc ? answer : "it succeeds");
  if (rc) {
    if (!sqlite3_get_autocommit(w.db[w.n]) && run("ROLLBACK")) fuzz_fault("ROLLBACK: %s", answer);
    w.m = w.level[0];
  }
  transaction_end();
}

static void back_step(void) {
  if (w.owner < 0 || w.levels == !w.by_savepoint) return;
  int i = !w.by_savepoint + (int)take_below(&w.in, (unsigned)(w.levels - !w.by_savepoint));
  if (run("ROLLBACK TO s%d", i)) fuzz_fault("ROLLBACK TO: %s", answer);
  w.m = w.level[i];
  w.levels = i + 1;
  memory_judge(w.db[w.n], &w.m, NULL);
}

static void release_step(void) {
  if (w.owner < 0 || w.levels < 2) return;
  int i = 1 + (int)take_below(&w.in, (unsigned)w.levels - 1);
  if (run("RELEASE s%d", i)) fuzz_fault("RELEASE: %s", answer);
  w.levels = i;
}

/* ---- a step ---- */

static void (*const steps[])(void) = {
    set_step,    set_step,      set_step,       tree_step,      object_step,  delete_step, delete_step,   incr_step,
    append_step, append_step,   pop_step,       insert_step,    insert_step,  update_step, move_step,     move_step,
    veto_step,   get_step,      flush_step,     run_begin_step, run_end_step, config_step, listener_step, clock_step,
    host_step,   cursor_step,   reopen_step,    vacuum_step,    intrude_step, begin_step,  begin_step,    commit_step,
    commit_step, rollback_step, savepoint_step, back_step,      release_step, back_step,   flush_step,
};

static void step(void) {
  unsigned what = take(&w.in), turn = take(&w.in);
  w.n = w.owner >= 0 ? w.owner : (int)(turn & 1);
  /* What it shows may be of before another's write. */
  if (w.cursor && w.cursor_of == w.n && w.stale) cursor_close();
  before = w.m;
  if (w.m.broken) {
    static void (*const ends[])(void) = {rollback_step, back_step, commit_step};
    ends[what % 3]();
  } else if (w.m.n > NODES_ENOUGH) {
    Place all = w.m.node[what % (unsigned)w.m.n].at;
    i64 gone;
    all.path[0] = 0;
    if (all.key == KEYS - 1) return;
    model_delete(&w.m, &all, &gone);
    changed(&all);
    if (all.scope == 0 && is_recorded(&w.m, 0)) w.m.veto[all.key] = 0;
    outcome(sqlite3_mprintf("SELECT mem_delete(%Q, '', %Q)", key_name[all.key], IN(&all)), &before, 1);
  } else {
    steps[what % COUNT(steps)]();
  }
}

#endif
