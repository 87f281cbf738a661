/* What a walk through lineage costs in a file of few edges, and of many: ten steps back from an effect. */
#include "bench.h"

#include <stdio.h>

#define FEW 10000

/* Things that rest on one another, ten in a row, and edges between them at random. The guards are away meanwhile. */
static void edges_make(Db *d, const char *name, i64 edges) {
  char sql[1200];

  db_open(d, name, 1, "OFF");
  db_run(d, "DROP TRIGGER memlog_entity_insert; DROP TRIGGER memlog_edge_insert");
  snprintf(
      sql, sizeof(sql),
      "BEGIN; WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %lld)"
      " INSERT INTO memlog_entity(id, type, key, at, detail)"
      " SELECT CAST(printf('%%016d', i) AS BLOB), iif(i %% 11, 'claim', 'effect'), 'k', 1, '{\"text\":\"x\"}' FROM n;"
      " WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %lld)"
      " INSERT INTO memlog_edge(from_id, from_version, relation, to_id, to_version, at)"
      " SELECT CAST(printf('%%016d', i) AS BLOB), 0, iif(i %% 11, 'refers_to', 'used'),"
      "  CAST(printf('%%016d', i + 1) AS BLOB), 0, 1 FROM n WHERE i %% 11 < 10; COMMIT",
      edges * 11 / 10, edges * 11 / 10);
  db_run(d, sql);
  db_run(d, "CREATE TRIGGER memlog_entity_insert AFTER INSERT ON memlog_entity BEGIN SELECT"
            " memlog_guard('memlog_entity'); END");
  db_run(d,
         "CREATE TRIGGER memlog_edge_insert AFTER INSERT ON memlog_edge BEGIN SELECT memlog_guard('memlog_edge'); END");
}

typedef struct Walker {
  Db d;
  Work work; /* for its random numbers */
  sqlite3_stmt *walk;
  i64 chains;
} Walker;

static void walker_open(Walker *w, const char *name, i64 edges) {
  edges_make(&w->d, name, edges);
  w->work = work_new(1);
  w->chains = edges / 10;
  w->walk = db_prepare(&w->d, "SELECT * FROM mem_lineage((SELECT id FROM memlog_v_entity WHERE id_blob ="
                              " CAST(printf('%016d', ?1 * 11) AS BLOB)), 'backward')");
}

static void walk_repeat(void *walker, i64 n) {
  Walker *w = walker;

  for (i64 i = 0; i < n; i++) {
    sqlite3_bind_int64(w->walk, 1, (i64)work_random(&w->work, (uint64_t)w->chains));
    st_read(w->walk);
  }
}

static void walker_close(Walker *w) {
  sqlite3_finalize(w->walk);
  db_close(&w->d);
}

void measure_lineage(void) {
  Walker few, many;
  Job job[] = {{.name = "few edges", .run = walk_repeat, .arg = &few},
               {.name = "many edges", .run = walk_repeat, .arg = &many, .limit_a = 2}};
  char note[80];
  int rounds = bench_quick ? 5 : 15;
  i64 edges = bench_quick ? 100000 : 1000000;

  walker_open(&few, "edges-few", FEW);
  walker_open(&many, "edges-many", edges);
  jobs_run(job, 2, rounds, bench_quick ? 100 : 1000);
  snprintf(note, sizeof(note), "ten steps, of %d and %lld edges", FEW, edges);
  table_title("mem_lineage, backward", note);
  jobs_print(job, 2, rounds, 0);
  walker_close(&few);
  walker_close(&many);
}
