/* What a host does besides, and a step of the program. Before it comes ops.h. */
#ifndef ML_OPS_HOST_H
#define ML_OPS_HOST_H

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
