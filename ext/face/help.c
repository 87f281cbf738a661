#include "help.h"

#include "../data/value.h"
#include "args.h"
#include "help_text.h"
#include "table.h"

#include <string.h>

enum { NAME, KIND, SIGNATURE, MEANING, EXAMPLE, OF_NAME };

static const MlColumn columns[] = {
    {"name", "TEXT", 0},    {"kind", "TEXT", 0},    {"signature", "TEXT", 0},
    {"meaning", "TEXT", 0}, {"example", "TEXT", 0}, {"of_name", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  const MlHelp *row; /* its name is NULL at the end */
  const char *only;  /* the name of which rows are wanted; NULL: all */
  MlBuf given;       /* the argument as it was given */
} Cursor;

static int help_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int help_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = p.equal ? 1 : 50;
  info->estimatedCost = 50;
  return SQLITE_OK;
}

static int help_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int help_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_buf_free(&cu->given);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static void row_find(Cursor *cu) {
  while (cu->row->name && cu->only && strcmp(cu->row->name, cu->only) != 0) cu->row++;
}

static int help_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  cu->row++;
  row_find(cu);
  return SQLITE_OK;
}

/* The name as ml_help has it, in whatever case it was given. */
static int name_find(Cursor *cu, sqlite3_value *v, MlErr *e) {
  char show[ML_ERR_SHOW];
  cu->only = NULL;
  ml_buf_cut(&cu->given, 0);
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_help: the name must be text");
  }
  MlText given = ml_value_text(v);
  ml_buf_text(&cu->given, given);
  if (!given.p || cu->given.rc) return ml_err_nomem(e);
  for (const MlHelp *h = ml_help; h->name && !cu->only; h++) {
    int same = (i64)strlen(h->name) == given.n && sqlite3_strnicmp(h->name, given.p, (int)given.n) == 0;
    if (same) cu->only = h->name;
  }
  if (cu->only) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_help: %s: no function or table has this name; SELECT name FROM "
                    "mem_help lists them",
                    ml_err_show(show, given));
}

static int help_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int same = 1;
  (void)idx_num, (void)idx_str;
  cu->row = ml_help;
  cu->only = NULL;
  for (int i = 0; i < argc; i++) {
    const char *other = cu->only;
    if (name_find(cu, argv[i], &e)) return ml_table_fail(base->pVtab, &e);
    same &= !other || cu->only == other;
  }
  while (!same && cu->row->name) cu->row++; /* no row is of two names */
  row_find(cu);
  return SQLITE_OK;
}

static int help_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->row->name; }

static int help_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const Cursor *cu = (const Cursor *)base;
  const MlHelp *h = cu->row;
  const char *const text[] = {h->name, h->kind, h->signature, h->meaning, h->example};
  if (column != OF_NAME) {
    sqlite3_result_text(ctx, text[column], -1, SQLITE_STATIC);
  } else if (cu->only) {
    ml_table_result(ctx, ml_buf_view(&cu->given));
  }
  return SQLITE_OK;
}

static int help_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->row - ml_help + 1;
  return SQLITE_OK;
}

/* ---- what is called wrongly ---- */

static void fn_wrong(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  const MlHelp *h = sqlite3_user_data(ctx);
  MlErr e = {0};
  (void)arg;
  if (strcmp(h->kind, "table") == 0) {
    ml_err_set(&e, SQLITE_ERROR, "memlog: %s: it is a table: SELECT * FROM %s", h->name, h->signature);
  } else {
    ml_err_set(&e, SQLITE_ERROR, "memlog: %s: wrong number of arguments, %d: it is %s", h->name, n, h->signature);
  }
  ml_err_result(&e, ctx);
}

/* A function answers for the numbers of arguments that it does not take, and a table for a call as a function, with its
** signature. As functions of UTF-16, which memlog's files never have: so one that the host has of the name and for any
** number of arguments is neither replaced nor passed over. Nothing is registered twice: while a statement runs SQLite
** would refuse that. */
static int wrong_register(MlConn *c) {
  int rc = SQLITE_OK;
  for (const MlHelp *h = ml_help; h->name && !rc; h++) {
    int twice = strstr(h->signature, "…") != NULL || strcmp(h->name, "mem") == 0;
    int table = strcmp(h->kind, "table") == 0; /* a function can have its name */
    for (const MlHelp *f = ml_help; table && f < h && !twice; f++) twice = strcmp(f->name, h->name) == 0;
    if (twice) continue;
    union {
      const MlHelp *row;
      void *aux; /* as SQLite hands it on */
    } u = {h};
    rc = sqlite3_create_function_v2(c->db, h->name, -1, SQLITE_UTF16LE, u.aux, fn_wrong, NULL, NULL, NULL);
  }
  return rc;
}

int ml_help_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = help_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = help_best_index,
      .xOpen = help_open,
      .xClose = help_close,
      .xFilter = help_filter,
      .xNext = help_next,
      .xEof = help_eof,
      .xColumn = help_column,
      .xRowid = help_rowid,
  };
  int rc = wrong_register(c);
  return rc ? rc : ml_table_register(c, "mem_help", &module);
}
