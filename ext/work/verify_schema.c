#include "verify_schema.h"

#include "../schema/sql_text.h"

#include <string.h>

/* ---- SQL as words ---- */

static int is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

/* Behind white space and comments. */
static const char *gap_end(const char *p, const char *end) {
  while (p < end) {
    if (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r') {
      p++;
    } else if (end - p > 1 && p[0] == '-' && p[1] == '-') {
      while (p < end && *p != '\n') p++;
    } else if (end - p > 1 && p[0] == '/' && p[1] == '*') {
      const char *text = p += 2;
      while (p < end && !(p > text && p[-1] == '*' && *p == '/')) p++;
      if (p < end) p++;
    } else {
      break;
    }
  }
  return p;
}

/* The next word, string or sign; empty at the end. */
static MlText token_next(const char **at, const char *end) {
  const char *p = gap_end(*at, end), *begin = p;
  if (p < end && is_word(*p)) {
    while (p < end && is_word(*p)) p++;
  } else if (p < end && (*p == '\'' || *p == '"' || *p == '`')) {
    char quote = *p++;
    while (p < end && *p != quote) p++;
    if (p < end) p++;
  } else if (p < end) {
    p++;
  }
  *at = p;
  return (MlText){begin, p - begin};
}

static int sql_same(MlText a, MlText b) {
  if (!a.p || !b.p) return 0;
  const char *p = a.p, *q = b.p;
  for (;;) {
    MlText x = token_next(&p, a.p + a.n), y = token_next(&q, b.p + b.n);
    if (!x.n || !y.n) return !x.n && !y.n;
    if (!ml_text_same(x, y)) return 0;
  }
}

/* ---- one statement of sql/ ---- */

typedef struct Wanted {
  MlText type, name; /* "TABLE" … */
  MlText sql;        /* without its semicolon */
} Wanted;

static void wanted_read(MlText sql, Wanted *w) {
  const char *at = sql.p, *end = sql.p + sql.n;
  token_next(&at, end); /* CREATE */
  w->type = token_next(&at, end);
  w->name = token_next(&at, end);
  w->sql = sql;
}

static int object_check(MlFacts *f, const Wanted *w, int *there, MlErr *e) {
  sqlite3_stmt *st;
  MlCheckObject o;
  *there = 0;
  int rc = ml_check_begin(&f->check, ML_CHECK_SCHEMA, w->name, &st, e);
  if (!rc) rc = ml_check_step(&f->check, st, there, e);
  if (!rc && *there) {
    ml_check_object(st, &o);
    if (o.type.n != w->type.n || sqlite3_strnicmp(o.type.p, w->type.p, (int)o.type.n) || !sql_same(o.sql, w->sql)) {
      rc = ml_facts_fault(f, ML_FAULT_SCHEMA, NULL, e, "%.*s %.*s is not as it was made", (int)o.type.n, o.type.p,
                          (int)w->name.n, w->name.p);
    }
  } else if (!rc) {
    rc = ml_facts_fault(f, ML_FAULT_SCHEMA, NULL, e, "the %.*s %.*s is missing", (int)w->type.n, w->type.p,
                        (int)w->name.n, w->name.p);
  }
  ml_check_done(&f->check, st);
  return rc;
}

/* Calls for each statement of a file: statements end where sqlite3_complete says so. */
static int file_check(MlFacts *f, const char *text, i64 *met, MlErr *e) {
  MlBuf b = {0};
  int rc = SQLITE_OK;
  const char *end = text + strlen(text);
  const char *from = gap_end(text, end);
  while (!rc && from < end) {
    const char *semicolon = from;
    do {
      semicolon = memchr(semicolon, ';', (size_t)(end - semicolon));
      semicolon = semicolon ? semicolon + 1 : end;
      ml_buf_cut(&b, 0);
      ml_buf_put(&b, from, semicolon - from);
      if (b.rc) break;
    } while (semicolon < end && !sqlite3_complete(b.p));
    Wanted w;
    int there = 0;
    wanted_read((MlText){from, semicolon - from - 1}, &w);
    rc = b.rc ? ml_err_nomem(e) : object_check(f, &w, &there, e);
    *met += there;
    from = gap_end(semicolon, end);
  }
  ml_buf_free(&b);
  return rc;
}

int ml_verify_schema_run(MlFacts *f, i64 *met, MlErr *e) {
  int rc = SQLITE_OK;
  *met = 0;
  for (int i = 0; i < ml_sql_file_count && !rc; i++) rc = file_check(f, ml_sql_files[i].text, met, e);
  if (!*met) ml_facts_faults_free(&f->faults);
  return rc ? ml_facts_excuse(f, ML_FAULT_SCHEMA, NULL, e) : SQLITE_OK;
}
