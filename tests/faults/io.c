/*
** SB57. Makes the n-th call to the operating system fail, for n = 1, 2, … until none fails any more. What is done
** meanwhile stands in io.sql.
**
** Modes: once          that call alone fails; what was to be written is written by half
**        stays         all fail from it on
**        goes-on       as once, and the host takes no notice of the error: it goes on with the next statement
**        full          the disk is full, for that one call that writes
**        full-stays    … from it on
**        full-goes-on  … for that one, and the host takes no notice
**        busy          another connection has the lock, and the host tries again
**        power         the power fails: unsynced sectors are there or not, by chance, and a new connection goes on
**
** After each, what play.h says; and all files are closed, all memory is given back.
*/
enum { ONCE, STAYS, GOES_ON, FULL, FULL_STAYS, FULL_GOES_ON, BUSY, POWER, MODES };
static const char *const mode_name[MODES] = {"once",       "stays",        "goes-on", "full",
                                             "full-stays", "full-goes-on", "busy",    "power"};
static const char place_name[] = "call";

#include "play.h"
#include "vfs.h"

static u64 seed;
static int repeats = 1; /* of power failures at one place */

static void fault_arm(int mode, i64 at) {
  int full = mode == FULL || mode == FULL_STAYS || mode == FULL_GOES_ON;
  fault.armed = 1;
  fault.stays = mode == STAYS || mode == FULL_STAYS;
  fault.kinds = full ? CALL_WRITE : mode == BUSY ? CALL_LOCK : CALL_ANY;
  fault.code = full ? SQLITE_FULL : mode == BUSY ? SQLITE_BUSY : 0;
  fault.power = mode == POWER;
  fault.off = 0;
  fault.at = at;
  fault.count = fault.fired = 0;
}

static void fault_disarm(void) {
  fault.armed = 0;
  images_drop();
}

static int fault_explains(int rc, const Text *want, const Text *got) {
  int primary = rc & 0xff;
  (void)want, (void)got;
  if (!fault.fired || fault.code == SQLITE_BUSY) return 0;
  if (rc == SQLITE_ABORT_ROLLBACK) return 1; /* the core rolled back under a statement */
  return primary == (fault.code ? fault.code : SQLITE_IOERR) || (!fault.code && primary == SQLITE_CANTOPEN);
}

/* Opens and loads. 1 if that fails. */
static int open_run(Run *r) {
  char pragma[96];
  int rc = sqlite3_open(path, &r->db);
  snprintf(pragma, sizeof(pragma), "PRAGMA journal_mode = %s; PRAGMA synchronous = %s", journal, synchronous);
  if (!rc) rc = sqlite3_exec(r->db, pragma, NULL, NULL, NULL);
  if (rc == SQLITE_BUSY) rc = sqlite3_exec(r->db, pragma, NULL, NULL, NULL);
  if (!rc) rc = connection_load(r->db);
  if (rc == SQLITE_BUSY) rc = connection_load(r->db);
  if (!rc) {
    must(r->db, "SELECT mem_clock('2026-07-03 04:22:36.087914')");
    return 0;
  }
  if (!fault.armed || !fault_explains(rc, NULL, NULL))
    told(r, "opening and loading: error %d: %s", rc, sqlite3_errmsg(r->db));
  if (sqlite3_close(r->db)) told(r, "a connection that did not load does not close");
  r->db = NULL;
  return 1;
}

/* Whoever is told that somebody else has the lock tries again, and then all is as it would have been. */
static void work_patient(Run *r) {
  Scenario *s = r->s;
  Text out = {0}, state = {0};
  for (int i = 0; i < s->n; i++) {
    int rc = statement_run(r->db, s->sql[i].p, &out);
    r->failed = i;
    if ((rc & 0xff) == SQLITE_BUSY) statement_run(r->db, s->sql[i].p, &out);
    if (!text_same(&out, &s->out[i])) difference_tell(r, s->sql[i].p, &s->out[i], &out);
  }
  fault_disarm();
  if (rollback(r->db)) told(r, "ROLLBACK fails: %s", sqlite3_errmsg(r->db));
  state_read(r->db, 1, &state);
  if (!text_same(&state, &s->state[s->n])) difference_tell(r, "another state", &s->state[s->n], &state);
  free(out.p);
  free(state.p);
}

static void error_run(Run *r) {
  if (open_run(r)) {
    fault_disarm();
    r->db = connection_open();
  }
  if (r->mode == BUSY) {
    work_patient(r);
    return;
  }
  work_run(r);
  int stays = fault.stays;
  if (stays) rollback(r->db); /* may fail, too, and is then tried again */
  fault_disarm();
  /* What FTS5 reads ends only after the core's rollback: where that failed, the next statement hears of it again. */
  if (stays) sqlite3_exec(r->db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
  if (fault.fired && r->failed < 0) total.tolerated++;
  if (r->failed >= 0 && (r->mode == GOES_ON || r->mode == FULL_GOES_ON)) {
    work_go_on(r);
    return;
  }
  if (rollback(r->db)) told(r, "ROLLBACK fails: %s", sqlite3_errmsg(r->db));
  if (r->failed >= 0) work_again(r);
}

/* What COMMIT said is done is there when the power is back, and what it did not say is there whole or not at all. */
static void power_run(Run *r) {
  int opened = !open_run(r);
  if (opened) work_run(r);
  if (opened && sqlite3_close(r->db)) told(r, "the connection that died does not close");
  if (!fault.fired) power_cut(); /* behind all of it */
  fault_disarm();
  if (open_run(r)) return;
  if (r->failed >= 0) {
    work_again(r);
  } else {
    Text state = {0};
    int done = opened ? r->s->n : 0;
    state_read(r->db, 1, &state);
    if (!text_same(&state, &r->s->state[done])) difference_tell(r, "lost", &r->s->state[done], &state);
    free(state.p);
  }
}

static int once_run(Run *r) {
  i64 memory = sqlite3_memory_used();
  int fired = 0;
  for (int i = 0; i < (r->mode == POWER ? repeats : 1); i++) {
    r->failed = -1;
    random_state = (seed * 1000003 + (u64)r->n * 1009 + (u64)i + 1) * 0x9e3779b97f4a7c15u | 1;
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1, (sqlite3 *)NULL);
    file_write(&r->s->image);
    fault_arm(r->mode, r->n);
    if (r->mode == POWER) {
      power_run(r);
    } else {
      error_run(r);
      fault_disarm();
    }
    fired += fault.fired > 0;
    if (r->db) file_check(r);
    int rc = sqlite3_close(r->db);
    if (rc) told(r, "the connection does not close: %d", rc);
    if (fault.open) told(r, "%d files are not closed", fault.open);
    fault.open = 0;
    if (sqlite3_memory_used() != memory) told(r, "memory is not given back");
  }
  return fired > 0;
}

/* The short form takes another few places in each scenario and mode. */
static int journal_run(const char *mode, int modes, const char *only, i64 at, i64 step, int *passed) {
  int failed = 0;
  journal = mode;
  for (int i = 0; i < n_scenario; i++) {
    if (!strstr(scenario[i].name, only)) continue;
    /* Ids are made at random: those of a run are none of what was prepared for it. */
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 2, (sqlite3 *)NULL);
    scenario_prepare(&scenario[i]);
    for (int m = 0; m < MODES; m++) {
      if (!(modes >> m & 1)) continue;
      i64 every = at ? 1000000000 : step;
      int ok = scenario_run(&scenario[i], m, at ? at : 1 + (i64)((seed + (u64)(i * 31 + m * 17)) % (u64)step), every);
      *passed += ok;
      failed += !ok;
    }
  }
  return failed;
}

static int modes_read(char *names) {
  int modes = 0, m;
  for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
    for (m = 0; m < MODES && strcmp(name, mode_name[m]); m++) continue;
    if (m == MODES) die(name, "is no mode");
    modes |= 1 << m;
  }
  return modes;
}

int main(int argc, char **argv) {
  static const char *const journals[] = {"wal", "delete", "truncate"};
  const char *only = "", *file = "tests/faults/io.sql", *which = "";
  int modes = (1 << MODES) - 1, passed = 0, failed = 0;
  i64 step = 41, at = 0;
  synchronous = "FULL";
  seed = (u64)time(NULL);
  for (int c; (c = getopt(argc, argv, "aj:k:m:n:p:r:s:vy:")) != -1;) {
    switch (c) {
    case 'a':
      step = 1;
      break;
    case 'j':
      which = optarg;
      break;
    case 'k':
      only = optarg;
      break;
    case 'm':
      modes = modes_read(optarg);
      break;
    case 'n':
      at = atoll(optarg);
      break;
    case 'p':
      repeats = atoi(optarg);
      break;
    case 'r':
      seed = strtoull(optarg, NULL, 10);
      break;
    case 's':
      step = atoll(optarg);
      break;
    case 'v':
      total.verbose = 1;
      break;
    case 'y':
      synchronous = optarg;
      break;
    default:
      printf("usage: io [-a | -s STEP | -n CALL] [-m MODE,…] [-j wal|delete|truncate] [-k NAME] [-p REPEATS]"
             " [-r SEED] [-y SYNCHRONOUS] [-v] [FILE]\n");
      return 2;
    }
  }
  if (optind < argc) file = argv[optind];
  printf("seed %llu\n", (unsigned long long)seed);
  vfs_install();
  scenarios_read(file);
  directory_make();
  for (size_t j = 0; j < sizeof(journals) / sizeof(*journals); j++) {
    if (strstr(journals[j], which)) failed += journal_run(journals[j], modes, only, at, step, &passed);
  }
  file_remove();
  rmdir(directory);
  totals_print();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
