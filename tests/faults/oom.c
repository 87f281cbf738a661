/*
** SB58, SB59. Makes the n-th allocation fail, for n = 1, 2, … until none fails any more: SQLite's (and with it
** memlog's) and jansson's, counted together. What is done meanwhile stands in oom.sql, which says what it may hold.
**
** Modes: once    that allocation alone fails
**        stays   all fail from it on
**        goes-on once, and the host takes no notice of the error: it goes on with the next statement
**
** After each: what statements gave is what they give without a fault, or the error is a lack of memory. The file,
** once rolled back, is as it was before the failing statement or after it (COMMIT that said OK: after it), the
** connection then does the rest of the work right, mem_verify finds nothing, the past at '#last' is what stands, the
** connection closes, and all memory is given back.
*/
enum { ONCE, STAYS, GOES_ON, MODES };
static const char *const mode_name[MODES] = {"once", "stays", "goes-on"};
static const char place_name[] = "allocation";

#define PROOFS_ASIDE ""

#include "alloc.h"
#include "play.h"

static int is_nomem(int rc) { return (rc & 0xff) == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM; }

/* A lack of memory, an error that stands for another only because there was no memory for its words, or the core
** rolled back under a statement. */
static int fault_explains(int rc, const Text *want, const Text *got) {
  if (rc == SQLITE_ABORT_ROLLBACK && fault.fired) return 1;
  if (is_nomem(rc)) return 1;
  return rc && strncmp(want->p, "error: ", 7) == 0 && strcmp(got->p + 7, sqlite3_errstr(rc & 0xff)) == 0;
}

/* Opening and loading fail; then they are tried once more on the same connection. */
static void open_run(Run *r) {
  char *err = NULL;
  int rc = sqlite3_open(path, &r->db);
  if (!rc) rc = sqlite3_memlog_init(r->db, &err, NULL);
  if (!rc) rc = connection_load(r->db); /* twice does no harm */
  fault_disarm();
  sqlite3_free(err);
  if (rc) r->failed = 0;
  if (rc && !is_nomem(rc)) told(r, "opening and loading: error %d: %s", rc, sqlite3_errmsg(r->db));
  if (sqlite3_close(r->db)) told(r, "a connection that did not load does not close");
  if (sqlite3_open(path, &r->db)) die(path, "does not open");
  fault_arm(r->n, r->mode == STAYS);
  rc = connection_load(r->db);
  fault_disarm();
  if (rc && !is_nomem(rc)) told(r, "loading: error %d", rc);
  if (rc && connection_load(r->db)) told(r, "loading once more: %s", sqlite3_errmsg(r->db));
  must(r->db, "SELECT mem_clock('2026-07-03 04:22:36.087914')");
  r->failed = -1;
  work_run(r);
}

static int once_run(Run *r) {
  i64 live, live_json = fault.live_json;
  sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1, (sqlite3 *)NULL);
  file_write(&r->s->image);
  live = fault.live;
  if (r->s->flags & OPENS) {
    fault_arm(r->n, r->mode == STAYS);
    open_run(r);
  } else {
    r->db = connection_open();
    fault_arm(r->n, r->mode == STAYS);
    work_run(r);
    fault_disarm();
    if (fault.fired && r->failed < 0) total.tolerated++;
    if (r->failed >= 0 && r->mode == GOES_ON) {
      work_go_on(r);
    } else {
      if (rollback(r->db)) told(r, "ROLLBACK fails: %s", sqlite3_errmsg(r->db));
      if (r->failed >= 0) work_again(r);
    }
  }
  file_check(r);
  int rc = sqlite3_close(r->db);
  if (rc) told(r, "the connection does not close: %d", rc);
  if (fault.live != live) told(r, "%d allocations are not given back", (int)(fault.live - live));
  if (fault.live_json != live_json) told(r, "%d of jansson's are not given back", (int)(fault.live_json - live_json));
  fault.live_json = live_json;
  return fault.fired > 0;
}

/* Every so many allocations: a few tens in all. */
static i64 few_step(Scenario *s, int mode) {
  Run r = {s, mode, INT64_MAX, NULL, -1, 0};
  once_run(&r); /* none fails: they are counted */
  return fault.count > 97 * 30 ? fault.count / 30 | 1 : 97;
}

int main(int argc, char **argv) {
  const char *only = "", *file = "tests/faults/oom.sql";
  int passed = 0, failed = 0, modes = 7, journals = 0;
  i64 step = 0, at = 0;
  for (int c; (c = getopt(argc, argv, "aj:k:m:n:s:v")) != -1;) {
    switch (c) {
    case 'a':
      step = 1;
      break;
    case 'j':
      journals = strcmp(optarg, "wal") == 0 ? 1 : 2;
      break;
    case 'k':
      only = optarg;
      break;
    case 'm':
      modes = 1 << atoi(optarg);
      break;
    case 'n':
      at = atoll(optarg);
      break;
    case 's':
      step = atoll(optarg);
      break;
    case 'v':
      total.verbose = 1;
      break;
    default:
      printf("usage: oom [-a | -s STEP | -n ALLOCATION] [-m MODE 0..2] [-j wal|delete] [-k NAME] [-v] [FILE]\n");
      return 2;
    }
  }
  if (optind < argc) file = argv[optind];
  allocators_install();
  if (sqlite3_initialize()) die("sqlite3_initialize", "fails");
  scenarios_read(file);
  directory_make();
  for (int i = 0; i < n_scenario; i++) {
    if (!strstr(scenario[i].name, only)) continue;
    journal = journals ? (journals == 1 ? "wal" : "delete") : (i & 1 ? "delete" : "wal");
    /* Ids are made at random: those of a run are none of what was prepared for it. */
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 2, (sqlite3 *)NULL);
    scenario_prepare(&scenario[i]);
    for (int m = 0; m < MODES; m++) {
      if (!(modes >> m & 1)) continue;
      /* The short form takes another few of them in each scenario and mode. */
      i64 every = step ? step : at ? 1000000000 : few_step(&scenario[i], m);
      int ok = scenario_run(&scenario[i], m, at ? at : step ? 1 : 1 + (i * 31 + m * 17) % every, every);
      passed += ok;
      failed += !ok;
    }
  }
  file_remove();
  rmdir(directory);
  if (total.verbose) totals_print();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
