/*
** Scenarios: what is done while something fails, read from a file of SQL. A scenario prepares a file, then comes the
** work, statement by statement.
*/
#ifndef ML_SCENARIO_H
#define ML_SCENARIO_H

#include "text.h"

#include "base/sqlite.h"

#define MAX_STATEMENTS 64

enum { OPENS = 1, GAP = 2 };

typedef struct Scenario {
  char name[64];
  char from[64]; /* the file that prepare begins with; empty: none */
  int flags;
  Text prepare;
  int n;
  Text sql[MAX_STATEMENTS];
  /* What it gives without a fault. */
  Text image;                     /* the prepared file */
  Text out[MAX_STATEMENTS];       /* of each statement */
  Text state[MAX_STATEMENTS + 1]; /* of the file, rolled back, after so many statements */
  Text memory;                    /* the state in the end, without the log */
  Text skipped[MAX_STATEMENTS];   /* … when this statement is left out; made when needed */
  Text flushed[MAX_STATEMENTS];   /* … when mem_flush stands in its place */
  int begin[MAX_STATEMENTS + 1];  /* where to begin anew after a rollback there */
} Scenario;

static Scenario *scenario;
static int n_scenario;

static const struct {
  const char *word;
  int flag;
} flags[] = {{"opens", OPENS}, {"gap", GAP}};

static Scenario *scenario_begin(char *title) {
  scenario = realloc(scenario, (size_t)(n_scenario + 1) * sizeof(*scenario));
  if (!scenario) die("memory", "really none");
  Scenario *s = &scenario[n_scenario++];
  memset(s, 0, sizeof(*s));
  char *name = strtok(title, ",\n");
  snprintf(s->name, sizeof(s->name), "%s", name ? name : "");
  for (char *word; (word = strtok(NULL, ",\n"));) {
    size_t i = 0;
    while (*word == ' ') word++;
    if (strncmp(word, "version ", 8) == 0) {
      snprintf(s->from, sizeof(s->from), "tests/fixtures/version_%d.sqlite", atoi(word + 8));
      continue;
    }
    while (i < sizeof(flags) / sizeof(*flags) && strcmp(flags[i].word, word)) i++;
    if (i == sizeof(flags) / sizeof(*flags)) die(s->name, word);
    s->flags |= flags[i].flag;
  }
  return s;
}

/* Statements end where sqlite3_complete says so at the end of a line. */
static void scenarios_read(const char *file) {
  FILE *f = fopen(file, "r");
  char line[4096];
  Scenario *s = NULL;
  int work = 0;
  if (!f) die(file, "cannot be read");
  while (fgets(line, sizeof(line), f)) {
    if (strncmp(line, "-- scenario: ", 13) == 0) {
      s = scenario_begin(line + 13);
      work = 0;
    } else if (strcmp(line, "-- work\n") == 0) {
      work = 1;
    } else if (s && !work) {
      text_add(&s->prepare, line);
    } else if (s && (s->sql[s->n].n || (line[0] != '\n' && strncmp(line, "--", 2) != 0))) {
      text_add(&s->sql[s->n], line);
      s->n += sqlite3_complete(s->sql[s->n].p) != 0;
      if (s->n == MAX_STATEMENTS) die(s->name, "too many statements");
    }
  }
  fclose(f);
}

#endif
