/*
** What the measurements share: database files, a workload that is the same every time, and jobs that are timed side by
** side. Whatever fails ends the program with a message.
*/
#ifndef ML_BENCH_H
#define ML_BENCH_H

#include <sqlite3.h>
#include <stdint.h>

typedef sqlite3_int64 i64;

/* How much is done: everything, or a little of it. */
extern int bench_quick;

/* ---- files ---- */

typedef struct Db {
  sqlite3 *db;
  char path[1024];
} Db;

/* Where files are made, and the extension. */
extern const char *bench_directory, *bench_so;

/* A new file in WAL mode; with memlog loaded and installed, or not. */
void db_open(Db *d, const char *name, int memlog, const char *synchronous);
void db_close(Db *d); /* removes the file, too */
void db_run(Db *d, const char *sql);
i64 db_number(Db *d, const char *sql);
sqlite3_stmt *db_prepare(Db *d, const char *sql);
int db_takes(Db *d, const char *sql); /* 1 if the statement can be prepared */
i64 db_size(Db *d);                   /* bytes of the file, all in it */
i64 db_pages_written(Db *d);          /* since the connection was opened */

/* Steps a statement to its end and resets it; how many rows came. */
i64 st_run(sqlite3_stmt *st);
/* The same, looking at every column of every row. */
i64 st_read(sqlite3_stmt *st);
void st_bind(sqlite3_stmt *st, int i, const char *text);

/* ---- the workload ---- */

#define WRITES 5 /* an action */
#define PATHS  50

typedef struct Write {
  char key[16], path[32], text[32];
  int type; /* SQLITE_TEXT, SQLITE_INTEGER, SQLITE_FLOAT */
  i64 integer;
  double real;
} Write;

typedef struct Work {
  uint64_t state; /* of the generator */
  int keys;
  int hot;  /* so many paths take all but one in a hundred actions; 0: all alike */
  int wide; /* so many paths a key, each written once in order; 0: PATHS, at random */
  i64 at;   /* actions so far */
  Write write[WRITES];
} Work;

Work work_new(int keys);
uint64_t work_random(Work *w, uint64_t below);
/* The next action: five different paths of one key. */
void work_next(Work *w);
/* Binds a write's key, path and value from parameter i on. */
void work_bind(const Write *w, sqlite3_stmt *st, int i);

/* ---- ways to write ---- */

typedef enum Way { PLAIN, AUDIT, AUDIT_BARE, FUNCTIONS, TABLE_ROWS, TABLE_ROW, WAYS } Way;
extern const char *const way_name[WAYS];

typedef struct Writer {
  Way way;
  Db d;
  Work work;
  sqlite3_stmt *begin, *commit, *write;
} Writer;

/* 0: this way is not there (yet). */
int writer_open(Writer *w, Way way, int keys, const char *synchronous);
void writer_close(Writer *w);
/* One action, without BEGIN and COMMIT. */
void writer_action(Writer *w);
/* n actions, each a transaction; a job. */
void writer_transactions(void *writer, i64 n);

/* ---- timing and the table ---- */

#define ROUNDS_MAX 32

typedef struct Job {
  const char *name;
  void (*run)(void *arg, i64 n); /* does it n times; NULL: absent */
  void *arg;
  double limit_a, limit_b; /* targets, as multiples of job 0 and job 1; 0: none */
  double each;             /* shown for each of … (writes in an action); 0: 1 */
  double wall[ROUNDS_MAX]; /* microseconds */
  double cpu[ROUNDS_MAX];
} Job;

/* Runs the jobs n times each in turn, a round to warm up, then so many rounds that count. */
void jobs_run(Job *job, int jobs, int rounds, i64 n);
/* The median over the rounds of a job's time over another's. */
double jobs_ratio(const Job *job, const Job *base, int rounds);
/* Prints a line a job: its time, and how many times job 0's and (with_b) job 1's it is. */
void jobs_print(const Job *job, int jobs, int rounds, int with_b);

void table_title(const char *title, const char *note);
/* A line of one figure; limit 0: no target. exact: it is the same each time. */
void table_figure(const char *name, double figure, const char *unit, double limit, int exact);
void table_absent(const char *name);
/* Targets that were missed so far. */
extern int table_missed;

/* ---- what is measured ---- */

void measure_actions(void);
void measure_bulk(void);
void measure_reads(void);
void measure_past(void);
void measure_prune(void);
void measure_costs(void);
void measure_lists(void);
void measure_vectors(void);
void measure_talks(void);
void measure_search(void);
void measure_lineage(void);
void measure_texts(void);

_Noreturn void die(const char *what, const char *why);

#endif
