/*
** Plays scenarios: first without a fault, to learn what each statement gives and leaves; then with one at its n-th
** place. Whatever fails, these hold: what statements gave is what they give without a fault, or the error is one that
** the fault explains; the file, once rolled back, is as it was before the failing statement or after it; the same
** connection then does the rest of the work right; mem_verify finds nothing, the past at '#last' is what stands.
**
** The program that includes this says what fails, and how. Before that it says what mode_name[] its modes have and
** what a place_name is ("allocation"); behind it come the functions declared first.
*/
#ifndef ML_PLAY_H
#define ML_PLAY_H

#include "database.h"
#include "scenario.h"

#include <stdarg.h>

/* ---- what the program gives ---- */

struct Run;
static void fault_disarm(void);
/* 1 if a statement that gave got instead of want, and the error rc, did so because of the fault. */
static int fault_explains(int rc, const Text *want, const Text *got);
/* Does all of a run. 1 if there was an n-th place. */
static int once_run(struct Run *r);

static const char *synchronous = "OFF";

static void file_write(const Text *image) {
  file_remove();
  text_save(image, path);
}

static void script_run(sqlite3 *db, const Text *sql) {
  char *err = NULL;
  if (sql->n && sqlite3_exec(db, sql->p, NULL, NULL, &err)) die(sql->p, err ? err : "?");
}

static sqlite3 *connection_open(void) {
  sqlite3 *db = NULL;
  char pragma[64];
  if (sqlite3_open(path, &db)) die(path, "does not open");
  snprintf(pragma, sizeof(pragma), "PRAGMA synchronous = %s", synchronous);
  must(db, pragma);
  snprintf(pragma, sizeof(pragma), "PRAGMA journal_mode = %s", journal);
  must(db, pragma);
  if (connection_load(db)) die("loading memlog", sqlite3_errmsg(db));
  must(db, "SELECT mem_clock('2026-07-03 04:22:36.087914')");
  return db;
}

/* ---- without a fault ---- */

/* The state after n statements, with another instead of one of them (-1: all as they are; NULL: nothing instead). */
static void state_after(const Scenario *s, int n, int at, const char *instead, int with_log, Text *out) {
  Text ignored = {0};
  file_write(&s->image);
  sqlite3 *db = connection_open();
  for (int i = 0; i < n; i++) {
    const char *sql = i == at ? instead : s->sql[i].p;
    if (sql) statement_run(db, sql, &ignored);
  }
  rollback(db);
  state_read(db, with_log, out);
  if (sqlite3_close(db)) die(s->name, "does not close");
  free(ignored.p);
}

static void scenario_prepare(Scenario *s) {
  file_remove();
  if (s->from[0]) {
    if (!text_load(&s->image, s->from)) die(s->from, "cannot be read");
    text_save(&s->image, path);
  }
  sqlite3 *db = connection_open();
  script_run(db, &s->prepare);
  if (sqlite3_close(db)) die(s->name, "does not close");
  if (!text_load(&s->image, path)) die(s->name, "leaves no file");
  file_write(&s->image);
  db = connection_open();
  int begin = -1;
  for (int i = 0; i < s->n; i++) {
    s->skipped[i].n = 0;
    s->begin[i] = begin < 0 ? i : begin;
    statement_run(db, s->sql[i].p, &s->out[i]);
    if (sqlite3_get_autocommit(db)) {
      begin = -1;
    } else if (begin < 0) {
      begin = i;
    }
  }
  s->begin[s->n] = begin < 0 ? s->n : begin;
  if (sqlite3_close(db)) die(s->name, "does not close");
  for (int i = 0; i <= s->n; i++) state_after(s, i, -1, NULL, 1, &s->state[i]);
  state_after(s, s->n, -1, NULL, 0, &s->memory);
}

/* ---- with one ---- */

#define MAX_FAULTS 20 /* told of one scenario and mode */

/* One run with a fault at the n-th place. */
typedef struct Run {
  Scenario *s;
  int mode;
  i64 n;
  sqlite3 *db;
  int failed; /* at this statement; -1: none did */
  int faults;
} Run;

static struct {
  i64 points, failed, tolerated, committed, rolled_back, refused;
  int verbose;
} total;

static void told(Run *r, const char *fmt, ...) {
  va_list ap;
  if (r->faults++ > 0) return;
  printf("%s, %s, %s, %s %" PRId64 ", statement %d: ", r->s->name, journal, mode_name[r->mode], place_name,
         (int64_t)r->n, r->failed < 0 ? 0 : r->failed + 1);
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  printf("\n");
}

static void difference_tell(Run *r, const char *what, const Text *want, const Text *got) {
  size_t i = 0;
  while (i < want->n && i < got->n && want->p[i] == got->p[i]) i++;
  while (i > 0 && want->p[i - 1] != '\n') i--;
  told(r, "%s\n  expected: …%.600s\n  got: …%.600s", what, want->p + i, got->p + i);
}

/* The work, until a statement fails. */
static void work_run(Run *r) {
  Scenario *s = r->s;
  Text out = {0};
  for (int i = 0; i < s->n && r->failed < 0; i++) {
    int rc = statement_run(r->db, s->sql[i].p, &out);
    if (text_same(&out, &s->out[i])) continue;
    r->failed = i;
    if (fault_explains(rc, &s->out[i], &out)) continue;
    fault_disarm();
    difference_tell(r, rc ? "an error that the fault does not explain" : "a wrong answer", &s->out[i], &out);
  }
  free(out.p);
}

/* What stands in the end without a statement that failed. If it was one that emits before it does anything else,
** mem_flush may have been done in its place. */
static int is_skipped(Run *r, const Text *state) {
  Scenario *s = r->s;
  int k = r->failed, turns = strstr(s->sql[k].p, "mem_run_") != NULL;
  if (!s->skipped[k].n) {
    char keep[sizeof(path)];
    strcpy(keep, path);
    strcat(path, "2");
    state_after(s, s->n, k, NULL, 0, &s->skipped[k]);
    if (turns) state_after(s, s->n, k, "SELECT mem_flush()", 0, &s->flushed[k]);
    file_remove();
    strcpy(path, keep);
  }
  return text_same(state, &s->skipped[k]) || (turns && text_same(state, &s->flushed[k]));
}

/* The host that takes no notice: it goes on behind the statement that failed. */
static void work_go_on(Run *r) {
  Scenario *s = r->s;
  Text out = {0}, state = {0};
  int refused = 0, lost = s->begin[r->failed] != r->failed && sqlite3_get_autocommit(r->db);
  for (int i = r->failed + 1; i < s->n; i++) {
    int inside = !sqlite3_get_autocommit(r->db);
    int rc = statement_run(r->db, s->sql[i].p, &out);
    if (inside && rc && strncmp(s->sql[i].p, "COMMIT", 6) == 0) refused = 1;
  }
  if (rollback(r->db)) told(r, "ROLLBACK fails: %s", sqlite3_errmsg(r->db));
  state_read(r->db, 0, &state);
  if (lost) {
    total.rolled_back++; /* by the core: what came after stands alone; whether it is sound is looked at later */
  } else if (!refused && !text_same(&state, &s->memory) && !is_skipped(r, &state)) {
    difference_tell(r, "neither with nor without that statement", &s->skipped[r->failed], &state);
  }
  total.refused += refused;
  free(out.p);
  free(state.p);
}

/* After the rollback: as before the statement or as after it; then the rest of the work. */
static void work_again(Run *r) {
  Scenario *s = r->s;
  Text out = {0}, state = {0};
  int k = r->failed;
  state_read(r->db, 1, &state);
  int from = s->begin[k];
  if (!text_same(&state, &s->state[k])) {
    from = s->begin[k + 1];
    if (!text_same(&state, &s->state[k + 1]))
      difference_tell(r, "the file is neither before nor after", &s->state[k], &state);
    total.committed++;
  }
  for (int i = from; i < s->n; i++) {
    statement_run(r->db, s->sql[i].p, &out);
    if (!text_same(&out, &s->out[i])) difference_tell(r, s->sql[i].p, &s->out[i], &out);
  }
  if (rollback(r->db)) told(r, "ROLLBACK fails: %s", sqlite3_errmsg(r->db));
  state_read(r->db, 1, &state);
  if (!text_same(&state, &s->state[s->n])) difference_tell(r, "the rest leads elsewhere", &s->state[s->n], &state);
  free(out.p);
  free(state.p);
}

/* FTS5 (3.40) can save what it held back of a transaction that the core has rolled back under it. mem_verify then says
** so, and what helps: after that nothing may be wrong. */
static void index_mend(Run *r) {
  Text out = {0};
  statement_run(r->db, "SELECT detail FROM mem_verify WHERE detail NOT LIKE '%index of texts%mem_item_reindex()'",
                &out);
  if (!out.n) statement_run(r->db, "SELECT mem_item_reindex() FROM mem_verify LIMIT 1", &out);
  free(out.p);
}

static void file_check(Run *r) {
#define ROWS "SELECT key, scope, path, type, json FROM mem"
  static const struct {
    const char *what, *sql, *want;
  } check[] = {
      {"mem_verify", "SELECT * FROM mem_verify", ""},
      {"what stands is not what is rebuilt", ROWS " EXCEPT " ROWS " WHERE as_of = '#last'", ""},
      {"what is rebuilt is not what stands", ROWS " WHERE as_of = '#last' EXCEPT " ROWS, ""},
      {"integrity_check", "PRAGMA integrity_check", "sok|\n"},
  };
  Text out = {0};
  if (strstr(mode_name[r->mode], "goes-on")) index_mend(r);
  for (size_t i = 0; i < sizeof(check) / sizeof(*check); i++) {
    int rc = statement_run(r->db, check[i].sql, &out);
    if (rc && (r->s->flags & GAP) && strstr(out.p, "its changes were not recorded")) continue;
    if (rc || strcmp(out.p, check[i].want)) told(r, "%s: %.600s", check[i].what, out.p);
  }
  free(out.p);
}

/* All places of a scenario in one mode, from first on, every so many. 1 if nothing is wrong. */
static int scenario_run(Scenario *s, int mode, i64 first, i64 step) {
  int faults = 0;
  i64 n = first, points = 0;
  for (;; n += step) {
    Run r = {s, mode, n, NULL, -1, 0};
    int fired = once_run(&r);
    points++;
    faults += r.faults > 0;
    total.failed += r.failed >= 0;
    if (!fired) break;
    if (faults == MAX_FAULTS) {
      printf("%s, %s: more faults are not told\n", s->name, mode_name[mode]);
      break;
    }
  }
  total.points += points;
  if (total.verbose) {
    printf("%s, %s, %s: %" PRId64 " %ss, %" PRId64 " made to fail, %d faults\n", s->name, journal, mode_name[mode],
           (int64_t)(n - 1), place_name, (int64_t)(points - 1), faults);
    fflush(stdout);
  }
  return faults == 0;
}

static void totals_print(void) {
  printf("%" PRId64 " runs: %" PRId64 " failed, %" PRId64 " did without, %" PRId64
         " had done the work in spite of the error; transactions gone on with: %" PRId64
         " rolled back by the core, %" PRId64 " refused\n",
         (int64_t)total.points, (int64_t)total.failed, (int64_t)total.tolerated, (int64_t)total.committed,
         (int64_t)total.rolled_back, (int64_t)total.refused);
}

#endif
