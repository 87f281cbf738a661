/*
** Every SQL case once more, while in each of its statements the n-th allocation fails, for n = 1, 2, … until none fails
** any more: SQLite's (and with it memlog's) and jansson's, counted together.
**
** Modes: once, stays              that allocation alone, or all from it on
**        once, new; stays, new    the same on a new connection, which has prepared nothing yet
**
** After each: the statement gave what it gives without a fault, or its error is a lack of memory. All databases are as
** they were before it or as they are after it; where a SELECT calls several functions in autocommit, as they are after
** some of those. If the core rolled back the transaction, they are as without it. Then, by turns, the statement is
** done again, at once, and must give and leave what it does without a fault (or the transaction can only be rolled
*back,
** because the statement failed half-way); or the transaction it failed in is
** committed, and is what it is without that statement, or refused, because the statement failed half-way (if some of
** several calls were done, it is sound). All is put back as it was, and the same connections do the transaction again.
** In the end the connections close, all memory is given back, and the file is sound.
*/
#include "session.h"

#include <glob.h>
#include <stdarg.h>

enum { STAYS = 1, NEW = 2, MODES = 4 };
static const char *const mode_name[MODES] = {"once", "stays", "once, new", "stays, new"};

#define MAX_TOLD 3         /* faults of one case and mode */
#define FEW      100000    /* what one fault may cost in the short form, in allocations */
#define MANY     100000000 /* … and all those of a statement */
#define NEVER    (INT64_MAX / 2)

static struct {
  i64 statements, points, tolerated, done, rolled_back, partly, refused, unsure, lost;
  int verbose;
} total;

/* What fails now. */
static struct {
  Case *c;
  int k, mode, told;
  i64 n;
} now;

/* ---- telling ---- */

__attribute__((format(printf, 1, 2))) static void told(const char *fmt, ...) {
  va_list ap;
  if (now.told++ >= MAX_TOLD) return;
  printf("%s:%d, %s, %s, allocation %" PRId64 ": ", now.c->name, now.c->step[now.k].line, journal, mode_name[now.mode],
         (int64_t)now.n);
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  printf("\n");
}

static void difference_tell(const char *what, const Text *want, const Text *got) {
  size_t i = 0;
  while (i < want->n && i < got->n && want->p[i] == got->p[i]) i++;
  while (i > 0 && want->p[i - 1] != '\n') i--;
  told("%s\n  expected: …%.160s\n  got: …%.160s", what, want->p + i, got->p + i);
}

static int is_error(const Text *out) { return out->n > 7 && strstr(out->p, "error: ") != NULL; }

static int is_answer(const Step *s, const Text *out, int rc) { return rc == s->rc && text_same(out, &s->out); }

/* A lack of memory, an error that stands for another only because there was no memory for its words, or the core
** rolled back under a statement. */
static int is_nomem(const Step *s, const Text *out, int rc) {
  if ((rc & 0xff) == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM || rc == SQLITE_ABORT_ROLLBACK) return 1;
  const char *error = strstr(out->p, "error: ");
  return rc && error && is_error(&s->out) && strcmp(error + 7, sqlite3_errstr(rc & 0xff)) == 0;
}

static int is_barred(const Text *out) { return strstr(out->p, "it can only be rolled back") != NULL; }

/* ---- going back ---- */

/* Opens connections anew: those that what was done since the step has left something on that it did not find there;
** with one, that of step k, too. */
static void connections_renew(Case *c, int begin, int k, int anew) {
  for (int i = 0; i < c->n_connection; i++) {
    Connection *one = &c->connection[i];
    int first = begin, traces = anew && c->step[k].connection == i;
    while (first <= k && (c->step[first].what != STATEMENT || c->step[first].connection != i)) first++;
    for (int j = first; j <= k; j++) traces |= c->step[j].traces && c->step[j].connection == i;
    if (first > k || !one->db || !traces || !c->step[first].fresh) continue;
    if (connection_close(one)) told("the connection does not close");
    connection_open(c, one);
  }
}

/* All as it was before step k. 0 if that cannot be had. */
static int step_back(int k, int anew) {
  Case *c = now.c;
  int begin = c->step[k].begin;
  Step *first = &c->step[begin];
  Text out = {0};
  for (int i = 0; i < c->n_connection; i++) {
    sqlite3 *db = c->connection[i].db;
    if (db && rollback(db)) told("ROLLBACK fails: %s", sqlite3_errmsg(db));
  }
  if (first->clock != c->step[k].clock) clocks_set(c, first->clock);
  connections_renew(c, begin, k, anew);
  state_read(connection_of(c, first), 1, &out);
  int ok = text_same(&out, &first->before) || databases_restore(c);
  for (int i = begin; i < k && ok; i++) {
    int rc = step_do(c, i, &out);
    if (!is_answer(&c->step[i], &out, rc)) difference_tell(c->step[i].text.p, &c->step[i].out, &out);
  }
  free(out.p);
  return ok;
}

/* ---- what else may stand after an error ---- */

static const Text *rolled_learn(Step *s) {
  if (s->rolled.n || !step_back(now.k, 0)) return &s->rolled;
  sqlite3 *db = connection_of(now.c, s);
  rollback(db);
  state_read(db, 1, &s->rolled);
  return &s->rolled;
}

static const Text *committed_learn(Step *s) {
  if (s->committed.n || !step_back(now.k, 0)) return &s->committed;
  sqlite3 *db = connection_of(now.c, s);
  statement_run(db, "COMMIT", &s->refusal);
  rollback(db);
  state_read(db, 1, &s->committed);
  return &s->committed;
}

/* The first operation makes the tables before it does anything else. */
static const Text *installed_learn(Step *s) {
  if (s->installed.n || !step_back(now.k, 0)) return &s->installed;
  sqlite3 *db = connection_of(now.c, s);
  must(db, "SELECT mem_install()");
  statement_run(db, "COMMIT", &s->installed);
  rollback(db);
  state_read(db, 1, &s->installed);
  return &s->installed;
}

/* After i commits of a statement: the next one is refused. */
static const Text *prefix_learn(Step *s, int i) {
  Text ignored = {0};
  if (!s->prefix) s->prefix = calloc(MAX_PREFIX, sizeof(*s->prefix));
  if (!s->prefix) die("memory", "really none");
  if (s->prefix[i].n || !step_back(now.k, 0)) return &s->prefix[i];
  sqlite3 *db = connection_of(now.c, s);
  commits.count = 0;
  commits.refused = i + 1;
  step_do(now.c, now.k, &ignored);
  commits.refused = 0;
  state_read(db, 1, &s->prefix[i]);
  free(ignored.p);
  return &s->prefix[i];
}

static int is_prefix(Step *s, const Text *state) {
  if (!s->select || s->was_open) return 0;
  if (s->commits >= MAX_PREFIX) return 1;
  for (int i = 1; i < s->commits; i++) {
    if (text_same(state, prefix_learn(s, i))) return 1;
  }
  return 0;
}

static void sound_check(sqlite3 *db) {
#define ROWS "SELECT key, scope, path, type, json FROM mem"
  static const struct {
    const char *what, *sql, *want;
  } check[] = {{"mem_verify", "SELECT * FROM mem_verify", ""},
               {"what stands is not what is rebuilt", ROWS " EXCEPT " ROWS " WHERE as_of = '#last'", ""},
               {"what is rebuilt is not what stands", ROWS " WHERE as_of = '#last' EXCEPT " ROWS, ""},
               {"integrity_check", "PRAGMA integrity_check", "sok|\n"}};
  Text out = {0};
  for (size_t i = 0; i < sizeof(check) / sizeof(*check); i++) {
    int rc = statement_run(db, check[i].sql, &out);
    if (rc && strstr(out.p, "its changes were not recorded")) continue; /* the case leaves a gap */
    if (rc || strcmp(out.p, check[i].want)) told("%s: %.600s", check[i].what, out.p);
  }
  free(out.p);
}

/* ---- one fault ---- */

/* The statement failed, and nothing has changed: it can be done now. */
static void again(Step *s) {
  sqlite3 *db = connection_of(now.c, s);
  Text out = {0}, state = {0};
  int rc = step_do(now.c, now.k, &out);
  if (rc && s->was_open && is_barred(&out)) {
    total.refused++;
    rollback(db);
    state_read(db, 1, &state);
    if (!text_same(&state, rolled_learn(s))) difference_tell("refused, but not rolled back", &s->rolled, &state);
    goto done;
  }
  if (!is_answer(s, &out, rc)) difference_tell("done again it gives something else", &s->out, &out);
  state_read(db, 1, &state);
  if (!text_same(&state, &s->after)) difference_tell("done again it leaves something else", &s->after, &state);

done:
  free(out.p);
  free(state.p);
}

/* The transaction it failed in goes on without it. partly: it has done some of its work. */
static void commit_without(Step *s, int partly) {
  sqlite3 *db = connection_of(now.c, s);
  Text out = {0}, state = {0};
  int unsure = partly || (s->select && !s->single); /* some of its calls may stand */
  int rc = statement_run(db, "COMMIT", &out);
  rollback(db);
  state_read(db, 1, &state);
  if (unsure && now.c->verify && !now.c->connection[s->connection].plain) sound_check(db);
  if (rc && is_barred(&out)) {
    total.refused++;
    if (!text_same(&state, rolled_learn(s))) difference_tell("refused, but not rolled back", &s->rolled, &state);
  } else if (unsure && !s->single) {
    total.unsure++;
  } else if (partly) {
    if (!text_same(&state, installed_learn(s))) difference_tell("part of one call", &s->installed, &state);
  } else {
    if (!text_same(&state, committed_learn(s))) difference_tell("committed without it", &s->committed, &state);
    if (!text_same(&out, &s->refusal)) difference_tell("COMMIT without it", &s->refusal, &out);
  }
  free(out.p);
  free(state.p);
}

/* What stands after an error. */
static void error_judge(Step *s, const Text *state, int is_open) {
  int calls = s->select && !s->single; /* some of which may have done something that is not to be seen yet */
  if (text_same(state, &s->before) && is_open == s->was_open) {
    if (is_open && (calls || ((now.n + now.mode) & 1))) {
      commit_without(s, 0);
    } else {
      again(s);
    }
  } else if (text_same(state, &s->after) && is_open == s->is_open) {
    total.done++;
  } else if (s->was_open && !is_open) {
    total.rolled_back++;
    if (!text_same(state, rolled_learn(s))) difference_tell("rolled back, but not as it was", &s->rolled, state);
  } else if (s->select && s->was_open) {
    total.partly++;
    commit_without(s, 1);
  } else if (is_prefix(s, state)) {
    total.partly++;
  } else {
    difference_tell("neither before nor after", &s->before, state);
  }
}

/* The n-th allocation fails in the statement before which all stands. 0 if there were not so many. */
static int point_run(Step *s) {
  sqlite3 *db = connection_of(now.c, s);
  Text out = {0}, state = {0};
  fault_arm(now.n, now.mode & STAYS);
  int rc = step_do(now.c, now.k, &out);
  fault_disarm();
  int fired = fault.fired > 0, is_open = !sqlite3_get_autocommit(db);
  if (fault.live_json) told("%d allocations of jansson's are not given back", (int)fault.live_json);
  fault.live_json = 0;
  state_read(db, 1, &state);
  if (is_answer(s, &out, rc)) {
    total.tolerated += fired;
    if (!text_same(&state, &s->after)) difference_tell("it gives the right answer and leaves", &s->after, &state);
    if (is_open != s->is_open) told("it gives the right answer; autocommit is not what it should be");
  } else if (fired && is_nomem(s, &out, rc)) {
    error_judge(s, &state, is_open);
  } else {
    difference_tell(rc ? "another error than a lack of memory" : "a wrong answer", &s->out, &out);
  }
  free(out.p);
  free(state.p);
  return fired;
}

/* ---- all of them ---- */

typedef struct Plan {
  int mode, line;  /* line 0: all */
  int few;         /* another few of each statement, in another mode */
  i64 first, step; /* 0: as many as may be */
} Plan;

/* What one fault costs, in allocations of the work that is done again for it. */
static i64 cost_of(const Case *c, int k) {
  const Step *s = &c->step[k];
  i64 cost = 1000 + (i64)s->after.n / 20;
  for (int i = s->begin; i <= k; i++) cost += c->step[i].allocations;
  return cost;
}

/* The distance between faults: all of them, or, where that is too much, as many as may be. */
static i64 step_of(const Plan *p, const Case *c, int k) {
  if (p->step) return p->step;
  return p->few ? NEVER : 1 + c->step[k].allocations / (MANY / cost_of(c, k) + 1);
}

/* The short form has one fault for a statement, and none where even that is too much. */
static i64 first_of(const Plan *p, const Case *c, int k) {
  const Step *s = &c->step[k];
  i64 all = s->allocations * (now.mode & NEW ? 2 : 1); /* a new connection needs more */
  if (!p->few) return p->first;
  return cost_of(c, k) > FEW ? NEVER : 1 + (i64)s->line * 7919 % (all + 1);
}

/* Leaves all as it is after the step. */
static void statement_fail(const Plan *p, int k) {
  Case *c = now.c;
  Step *s = &c->step[k];
  now.k = k;
  connection_of(c, s);
  now.mode = p->few ? s->line % (s->fresh ? MODES : NEW) : p->mode;
  if (s->begin == k) databases_keep(c);
  total.statements++;
  int anew = now.mode & NEW;
  if ((p->line && p->line != s->line) || (anew && !s->fresh)) {
    now.n = NEVER;
    point_run(s);
    return;
  }
  for (now.n = first_of(p, c, k); now.told <= MAX_TOLD; now.n += step_of(p, c, k)) {
    if (anew && !step_back(k, 1)) break;
    int fired = point_run(s);
    total.points += fired;
    if (!fired) return;
    if (!step_back(k, 0)) break;
  }
  total.lost++;
}

static void case_fail(Case *c, const Plan *p) {
  Text out = {0};
  now.c = c;
  case_begin(c);
  i64 live = fault.live;
  for (int k = 0; k < c->n && now.told <= MAX_TOLD; k++) {
    if (c->step[k].what == STATEMENT) {
      statement_fail(p, k);
    } else if (step_do(c, k, &out)) {
      now.k = k;
      told("%s", out.p);
    }
  }
  now.n = 0;
  now.k = c->n - 1;
  if (!case_end(c)) told("a connection does not close");
  if (fault.live != live) told("%d allocations are not given back", (int)(fault.live - live));
  fault.live = live;
  free(out.p);
}

static void file_check(Case *c) {
  Connection one = {"A", 0, 0, NULL};
  connection_open(c, &one);
  sound_check(one.db);
  connection_close(&one);
}

/* All of a case in one mode. 1 if nothing is wrong. */
static int mode_run(Case *c, const Plan *p) {
  i64 points = total.points;
  memset(&now, 0, sizeof(now));
  case_fail(c, p);
  if (c->verify) file_check(c);
  if (total.verbose) {
    printf("%s, %s, %s: %" PRId64 " made to fail\n", c->name, journal, p->few ? "a few" : mode_name[p->mode],
           (int64_t)(total.points - points));
    fflush(stdout);
  }
  return now.told == 0;
}

/* -1: all modes. */
static void case_run(const char *file, Plan p, int mode, int *passed, int *failed) {
  Case c = {0};
  case_read(&c, file);
  if (c.journal[0]) journal = c.journal;
  case_learn(&c);
  for (p.mode = mode < 0 ? 0 : mode; p.mode <= (mode >= 0 ? mode : p.few ? 0 : MODES - 1); p.mode++) {
    int ok = mode_run(&c, &p);
    *passed += ok;
    *failed += !ok;
  }
  case_free(&c);
}

static void total_tell(void) {
  printf("%" PRId64 " statements, %" PRId64 " allocations made to fail: %" PRId64
         " done without; of the errors, %" PRId64 " after the work was done, %" PRId64 " in part, %" PRId64
         " with the transaction rolled back; %" PRId64 " transactions refused, %" PRId64
         " only looked at for being sound; %" PRId64 " lost\n",
         (int64_t)total.statements, (int64_t)total.points, (int64_t)total.tolerated, (int64_t)total.done,
         (int64_t)total.partly, (int64_t)total.rolled_back, (int64_t)total.refused, (int64_t)total.unsure,
         (int64_t)total.lost);
}

int main(int argc, char **argv) {
  const char *only = "", *in = NULL;
  int passed = 0, failed = 0, mode = -1;
  Plan p = {.first = 1, .few = 1};
  glob_t files;
  for (int c; (c = getopt(argc, argv, "aj:k:l:m:n:s:v")) != -1;) {
    p.few &= !strchr("amns", c);
    if (c == 'j') in = optarg;
    if (c == 'k') only = optarg;
    if (c == 'l') p.line = atoi(optarg);
    if (c == 'm') mode = atoi(optarg);
    if (c == 'n') p.first = atoll(optarg), p.step = NEVER;
    if (c == 's') p.step = atoll(optarg);
    if (c == 'v') total.verbose = 1;
    if (c == '?') {
      printf(
          "usage: oom_cases [-a | -s STEP | -n ALLOCATION] [-m MODE 0..3] [-j wal|delete] [-k NAME] [-l LINE] [-v]\n");
      return 2;
    }
  }
  allocators_install();
  if (sqlite3_initialize() || glob("tests/sql/*.sql", 0, NULL, &files)) die("tests/sql", "no cases");
  directory_make();
  for (size_t i = 0; i < files.gl_pathc; i++) {
    journal = in ? in : i & 1 ? "delete" : "wal";
    if (strstr(files.gl_pathv[i], only)) case_run(files.gl_pathv[i], p, mode, &passed, &failed);
  }
  globfree(&files);
  file_remove();
  rmdir(directory);
  if (total.verbose) total_tell();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
