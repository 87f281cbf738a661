/* Operations on memory, each done by memlog and by the model. Before it comes what fuzz_ops.c has of its program. */
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

#endif
