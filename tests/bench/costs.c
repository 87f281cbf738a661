/* What can be counted, and is the same each time: pages, bytes, memory. */
#include "bench.h"

#include <stdio.h>

#define ACTIONS 20000
#define SETTLED 4000 /* by then all paths are there: what grows from here on is history */

typedef struct Cost {
  i64 pages, bytes, snapshots; /* snapshots: bytes of their pages */
} Cost;

/* One action a second, and a little: distances between rows are as long as in life. */
static void clock_set(Db *d, i64 action) {
  char sql[64];

  snprintf(sql, sizeof(sql), "SELECT mem_clock(%lld.%03lld)", 1700000000 + action, action % 1000);
  db_run(d, sql);
}

static i64 table_bytes(Db *d, const char *like) {
  char sql[100];

  snprintf(sql, sizeof(sql), "SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%s'", like);
  return db_takes(d, sql) ? db_number(d, sql) : -1;
}

/* setup: SQL that is run first, or NULL. */
static Cost way_cost(Way way, const char *setup) {
  Writer w;
  Cost at[2] = {{0}};

  if (!writer_open(&w, way, 100, "OFF")) return (Cost){.pages = -1};
  if (setup) db_run(&w.d, setup);
  for (i64 i = 0; i <= ACTIONS; i++) {
    if (i == SETTLED || i == ACTIONS) {
      Cost *c = &at[i == ACTIONS];

      *c = (Cost){.pages = db_pages_written(&w.d), .bytes = db_size(&w.d)};
      if (way >= FUNCTIONS) c->snapshots = table_bytes(&w.d, "memlog_snapshot%");
    }
    if (way >= FUNCTIONS) clock_set(&w.d, i);
    writer_transactions(&w, 1);
  }
  writer_close(&w);
  return (Cost){at[1].pages - at[0].pages, at[1].bytes - at[0].bytes, at[1].snapshots - at[0].snapshots};
}

static double each(i64 n) { return (double)n / (ACTIONS - SETTLED); }

static void actions_cost(void) {
  Cost cost[WAYS];

  for (int i = 0; i < WAYS; i++) cost[i] = way_cost((Way)i, NULL);
  table_title("Pages written by an action of 5 writes", "");
  for (int i = 0; i < WAYS; i++) {
    if (cost[i].pages < 0) {
      table_absent(way_name[i]);
    } else {
      table_figure(way_name[i], each(cost[i].pages), "pages", i >= FUNCTIONS ? 2.8 : 0, 1);
    }
  }
  table_title("Bytes by which an action lets the file grow, beyond (a)", "");
  for (int i = 1; i < WAYS; i++) {
    i64 bytes = cost[i].bytes - cost[PLAIN].bytes;

    if (cost[i].pages < 0) {
      table_absent(way_name[i]);
      continue;
    }
    table_figure(way_name[i], each(bytes), "bytes", i >= FUNCTIONS ? 350 : 0, 1);
    if (i >= FUNCTIONS && cost[i].snapshots >= 0) {
      table_figure("    without snapshots", each(bytes - cost[i].snapshots), "bytes", 240, 1);
    }
  }
}

/* ---- expiry ---- */

/* The same actions where all that they write expires, some day. */
static void expiry_cost(void) {
  Cost off = way_cost(FUNCTIONS, NULL);
  Cost on = way_cost(FUNCTIONS, "SELECT mem_config('short-term-memory.state-ttl.ms', 1000000000)");

  table_title("Such an action where nothing expires, and where all does in 11 days", "");
  table_figure("pages without", each(off.pages), "pages", 2.8, 1);
  table_figure("pages with", each(on.pages), "pages", 0, 1);
  table_figure("bytes of growth without", each(off.bytes), "bytes", 0, 0);
  table_figure("bytes of growth with", each(on.bytes), "bytes", 0, 0);
}

/* ---- memory ---- */

static void memory_cost(Way way) {
  Writer w;
  char name[100];
  i64 n = bench_quick ? 100000 : 1000000, begin, open, high;

  if (!writer_open(&w, way, 100, "OFF")) {
    table_absent(way_name[way]);
    return;
  }
  writer_transactions(&w, SETTLED);
  db_run(&w.d, "PRAGMA cache_size=-1000");
  begin = sqlite3_memory_used();
  st_run(w.begin);
  for (i64 i = 0; i < n; i += WRITES) writer_action(&w);
  open = sqlite3_memory_used();
  sqlite3_memory_highwater(1);
  st_run(w.commit);
  high = sqlite3_memory_highwater(0);
  table_figure(way_name[way], (double)(open - begin) / (double)n, "bytes", way >= FUNCTIONS ? 200 : 0, 1);
  snprintf(name, sizeof(name), "    the most while it commits");
  table_figure(name, (double)(high - begin) / (double)n, "bytes", 0, 0);
  writer_close(&w);
}

/* ---- large values ---- */

#define LARGE_RUNS 100

/* Bytes by which runs over a state with a value of a megabyte, or the same value written again, let the file grow. */
static i64 large_cost(const char *limit, const char *again) {
  Db d;
  i64 before, grown;

  db_open(&d, "large", 1, "OFF");
  db_run(&d, limit);
  db_run(&d, "SELECT mem_set('u', 'doc', printf('%.*c', 1048576, 'x'))");
  before = db_size(&d);
  for (i64 i = 0; i < LARGE_RUNS; i++) {
    clock_set(&d, i);
    db_run(&d, again);
  }
  grown = db_size(&d) - before;
  db_close(&d);
  return grown;
}

static void large_costs(void) {
  static const struct {
    const char *name, *sql;
    double limit;
  } what[] = {{"a run over a state that holds it", "SELECT mem_run_begin('u'), mem_set('u', 'n', 1)", 1500},
              {"the same value again", "SELECT mem_set('u', 'doc', printf('%.*c', 1048576, 'x'))", 1000}};

  table_title("Bytes by which the file grows, beside a value of 1 MB", "");
  for (int i = 0; i < 2; i++) {
    i64 aside = large_cost("SELECT mem_config('memory.inline-value-bytes', NULL)", what[i].sql);
    i64 inside = large_cost("SELECT mem_config('memory.inline-value-bytes', 1000000000)", what[i].sql);

    table_figure(what[i].name, (double)aside / LARGE_RUNS, "bytes", what[i].limit, 1);
    table_figure("    with all values in their places", (double)inside / LARGE_RUNS, "bytes", 0, 1);
  }
}

void measure_costs(void) {
  actions_cost();
  expiry_cost();
  large_costs();
  table_title(bench_quick ? "Memory a write, while a transaction of 100,000 is open"
                          : "Memory a write, while a transaction of 1,000,000 is open",
              "");
  for (int i = 0; i < WAYS; i++) {
    if (i != AUDIT_BARE) memory_cost((Way)i);
  }
}
