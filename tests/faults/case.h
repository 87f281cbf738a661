/*
** SQL cases as tests/cases.py reads them (tests/README.md describes them): statements, and what directs them. What a
** case expects is not looked at; that is learnt by running it.
*/
#ifndef ML_CASE_H
#define ML_CASE_H

#include "text.h"

#include "base/sqlite.h"

#include <strings.h>

#define MAX_CONNECTIONS 8
#define MAX_PREFIX      64

typedef enum What { STATEMENT, CLOCK, CONNECTION, DBCONFIG, REOPEN, CLOSE, JOURNAL, VERIFY } What;

static const char *const directive[] = {"", "clock", "connection", "dbconfig", "reopen", "close", "journal", "verify"};

typedef struct Step {
  int line;
  What what;
  int connection; /* it is done on this one, or goes on with it */
  Text text;      /* SQL, or what the directive takes */
  int fresh;      /* of a statement: its connection is as any other would be before it */
  int traces;     /* … and after it is not */
  int clock;      /* the step that has set the clock it is done at; -1: none has */

  /* What it gives without a fault: see session.h. */
  int begin; /* where to begin anew if all is rolled back: nothing was open before that step */
  int was_open, is_open, rc;
  int commits;
  i64 allocations;
  int select; /* changes things by calls only, each of which stands for itself */
  int single; /* … and there is one */
  Text out, before, after;

  /* Made when needed. */
  Text rolled;             /* the state when, in its place, the transaction is rolled back */
  Text committed, refusal; /* … committed; what COMMIT gives */
  Text installed;          /* … committed with the tables made */
  Text *prefix;            /* after so many commits of its own, none but the first and the last */
} Step;

typedef struct Connection {
  char name[32];
  int read_only, plain;
  sqlite3 *db;
} Connection;

typedef struct Case {
  const char *name;
  int n, cap;
  Step *step;
  int n_connection;
  Connection connection[MAX_CONNECTIONS];
  int verify;
  char journal[8]; /* this mode only */
  int clock;       /* as a step's */
} Case;

static Step *step_add(Case *c, int line, What what, int connection) {
  if (c->n == c->cap) {
    c->cap = c->cap ? c->cap * 2 : 64;
    c->step = realloc(c->step, (size_t)c->cap * sizeof(*c->step));
    if (!c->step) die("memory", "really none");
  }
  Step *s = &c->step[c->n++];
  memset(s, 0, sizeof(*s));
  s->line = line;
  s->what = what;
  s->connection = connection;
  text_clear(&s->text);
  return s;
}

/* "B", "C, read only, without memlog": its number, a new one when first named. */
static int connection_named(Case *c, const char *argument) {
  int n = (int)strcspn(argument, ", "), i = 0;
  while (i < c->n_connection &&
         !((int)strlen(c->connection[i].name) == n && !strncmp(c->connection[i].name, argument, n)))
    i++;
  if (i == MAX_CONNECTIONS) die(c->name, "too many connections");
  Connection *one = &c->connection[i];
  if (i == c->n_connection) c->n_connection++;
  snprintf(one->name, sizeof(one->name), "%.*s", n, argument);
  one->read_only |= strstr(argument, "read only") != NULL;
  one->plain |= strstr(argument, "without memlog") != NULL;
  return i;
}

/* "-- clock: 2026-07-03": CLOCK, and what it takes. STATEMENT if the line is none of these. */
static What directive_read(const char *line, const char **argument) {
  for (What w = CLOCK; w <= VERIFY; w++) {
    size_t n = strlen(directive[w]);
    if (strncmp(line, "-- ", 3) || strncmp(line + 3, directive[w], n)) continue;
    *argument = line + 3 + n;
    if (**argument == 0) return w;
    if (**argument != ':') continue;
    *argument += 1 + strspn(*argument + 1, " ");
    return w;
  }
  return STATEMENT;
}

static int names_one(const char *sql, const char *const *list) {
  for (; *list; list++) {
    for (const char *p = sql; *p; p++) {
      if (!strncasecmp(p, *list, strlen(*list))) return 1;
    }
  }
  return 0;
}

/* What another connection would not have, or would not know. */
static const char *const leaves[] = {"TEMP", "PRAGMA", "ATTACH", "mem_clock", "mem_observer", "mem_consume", NULL};
static const char *const asks[] = {"last_insert_rowid", "changes(", NULL};

static void case_read(Case *c, const char *file) {
  FILE *f = fopen(file, "r");
  char *line = NULL;
  size_t cap = 0;
  Step *s = NULL; /* the statement that is being read */
  int now = connection_named(c, "A"), clock = -1, asked = 0, traces[MAX_CONNECTIONS] = {0};
  if (!f) die(file, "cannot be read");
  c->name = file;
  c->verify = 1;
  for (int number = 1; getline(&line, &cap, f) >= 0; number++) {
    const char *argument;
    What what = STATEMENT;
    if (!s && (line[0] == '\n' || !strncmp(line, "--", 2))) {
      line[strcspn(line, "\n")] = 0;
      if ((what = directive_read(line, &argument)) == STATEMENT) continue;
      if (what == CONNECTION) now = connection_named(c, argument);
      if (what == JOURNAL) snprintf(c->journal, sizeof(c->journal), "%s", argument);
      if (what == VERIFY) c->verify = 0;
      if (what == REOPEN || what == CLOSE) traces[now] = 0;
      if (what == DBCONFIG) traces[now] = 1;
      text_add(&step_add(c, number, what, now)->text, argument);
      if (what == CLOCK && strcmp(argument, "free")) clock = c->n - 1;
      continue;
    }
    if (!s) s = step_add(c, number, STATEMENT, now);
    text_add(&s->text, line);
    if (!sqlite3_complete(s->text.p)) continue;
    s->fresh = !traces[now];
    asked |= names_one(s->text.p, asks);
    traces[now] |= s->traces = names_one(s->text.p, leaves);
    s->clock = clock;
    s = NULL;
  }
  if (s) die(file, "its last statement does not end");
  for (s = c->step; s < c->step + c->n; s++) s->fresh &= !asked;
  free(line);
  fclose(f);
}

static void case_free(Case *c) {
  for (Step *s = c->step; s < c->step + c->n; s++) {
    Text *const texts[] = {&s->text,   &s->out,       &s->before,  &s->after,
                           &s->rolled, &s->committed, &s->refusal, &s->installed};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) free(texts[i]->p);
    for (int i = 0; s->prefix && i < MAX_PREFIX; i++) free(s->prefix[i].p);
    free(s->prefix);
  }
  free(c->step);
}

#endif
