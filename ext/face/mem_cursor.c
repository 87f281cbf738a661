#include "mem_cursor.h"

#include "../data/path.h"
#include "../data/ref.h"
#include "../work/nodes.h"
#include "../work/position.h"
#include "args.h"

#define N_ARGUMENTS (ML_MEM_UNDER - ML_MEM_OF_KEY + 1)

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlNodes nodes;
  MlBuf key, path, ref;
  sqlite3_value *argument[N_ARGUMENTS]; /* owned: what of_key, as_of, of_scope and under were compared with */
  i64 seq;                              /* of the past; -1: what stands */
} Cursor;

static MlMem *table_of(const sqlite3_vtab_cursor *cur) { return (MlMem *)cur->pVtab; }

/* ---- what is wanted ---- */

typedef struct Want {
  MlConn *c;
  MlCellWant cells;
  MlBuf *key, *path; /* the text of cells */
  MlBuf under;
  u8 has_path, has_under, nothing;
  sqlite3_value *as_of;
} Want;

static void key_want(Want *w, MlText key) {
  if (!w->cells.key.p) {
    ml_buf_cut(w->key, 0);
    ml_buf_text(w->key, key);
    w->cells.key = ml_buf_view(w->key);
  } else if (!ml_text_same(key, w->cells.key)) {
    w->nothing = 1;
  }
}

static void path_want(Want *w, MlText path) {
  if (!w->has_path) {
    ml_buf_cut(w->path, 0);
    ml_buf_text(w->path, path);
    w->has_path = 1;
  } else if (!ml_text_same(path, ml_buf_view(w->path))) {
    w->nothing = 1;
  }
}

/* A comparison of an ordinary column. What it cannot be narrowed by is left to SQLite, which compares once more. */
static void column_want(Want *w, MlMemColumn column, const MlTerm *t) {
  MlText text = {NULL, 0};
  int known = ml_table_text(t, &text);
  if (!known) w->nothing = 1;
  if (column == ML_MEM_SCOPE) {
    int scope = known > 0 ? ml_event_scope_named(text) : -1; /* no number equals the name of a scope */
    w->cells.scopes &= scope < 0 ? 0 : ML_SCOPE_BIT(scope);
  } else if (known > 0) {
    if (column == ML_MEM_KEY) key_want(w, text);
    if (column == ML_MEM_PATH) path_want(w, text);
  }
}

static int scope_argument(Want *w, sqlite3_value *v, MlErr *e) {
  MlScope scope;
  if (sqlite3_value_type(v) == SQLITE_NULL) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem: of_scope is NULL; leave it out for both scopes");
  }
  int rc = ml_args_scope("mem", v, &scope, e);
  if (!rc) w->cells.scopes &= ML_SCOPE_BIT(scope);
  return rc;
}

static int under_argument(Want *w, sqlite3_value *v, MlErr *e) {
  MlBuf path = {0};
  int rc = ml_args_path("mem", v, &path, e);
  if (!rc && w->has_under && !ml_text_same(ml_buf_view(&path), ml_buf_view(&w->under))) w->nothing = 1;
  ml_buf_free(&w->under);
  w->under = path;
  w->has_under = 1;
  return rc;
}

/* An argument: what is no key, scope, path or moment is an error. */
static int argument_want(Want *w, MlMemColumn column, sqlite3_value *v, MlErr *e) {
  MlText key;
  int rc;
  switch (column) {
  case ML_MEM_OF_KEY:
    rc = ml_args_key("mem", v, &key, e);
    if (!rc) key_want(w, key);
    return rc;
  case ML_MEM_OF_SCOPE:
    return scope_argument(w, v, e);
  case ML_MEM_UNDER:
    return under_argument(w, v, e);
  default:
    if (w->as_of) return ml_err_set(e, SQLITE_ERROR, "memlog: mem: as_of is given twice");
    w->as_of = v;
    return SQLITE_OK;
  }
}

/* Paths of the column path and of under together. */
static void paths_join(Want *w) {
  MlText under = ml_buf_view(&w->under);
  if (w->has_path) {
    w->cells.path = ml_buf_view(w->path);
    if (w->has_under && !ml_path_under(w->cells.path, under)) w->nothing = 1;
  } else if (under.n) {
    path_want(w, under);
    w->cells.path = ml_buf_view(w->path);
    w->cells.under = 1;
  }
}

static int want_read(Cursor *k, Want *w, const char *plan, sqlite3_value **argv, MlErr *e) {
  const MlMem *t = table_of(&k->base);
  MlTerms terms;
  MlTerm term;
  int rc = SQLITE_OK;
  if (t->key.p) key_want(w, t->key);
  if (t->scope >= 0) w->cells.scopes = ML_SCOPE_BIT(t->scope);
  ml_table_terms(&terms, k->base.pVtab, plan, argv);
  while (!rc && ml_table_term(&terms, &term)) {
    MlMemColumn column = (MlMemColumn)t->order[term.column];
    if (column < ML_MEM_OF_KEY || column > ML_MEM_UNDER) {
      column_want(w, column, &term);
      continue;
    }
    rc = argument_want(w, column, term.value, e);
    int i = column - ML_MEM_OF_KEY;
    sqlite3_value_free(k->argument[i]);
    k->argument[i] = sqlite3_value_dup(term.value);
    if (!rc && !k->argument[i]) rc = ml_err_nomem(e);
  }
  if (!rc) paths_join(w);
  if (!rc && (w->key->rc || w->path->rc || w->under.rc)) rc = ml_err_nomem(e);
  return rc;
}

static int nodes_find(Cursor *k, Want *w, int there, MlErr *e) {
  k->seq = -1;
  MlWhen when;
  if (w->as_of) {
    int rc = ml_position_when(w->c, w->as_of, &when, e);
    if (rc) return rc;
    k->seq = when.seq;
  }
  if (!there || w->nothing || !w->cells.scopes) return SQLITE_OK;
  return w->as_of ? ml_nodes_past(w->c, &k->nodes, &w->cells, &when, e) : ml_nodes_live(w->c, &k->nodes, &w->cells, e);
}

/* ---- the cursor ---- */

int ml_mem_cursor_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void arguments_free(Cursor *k) {
  for (int i = 0; i < N_ARGUMENTS; i++) {
    sqlite3_value_free(k->argument[i]);
    k->argument[i] = NULL;
  }
}

int ml_mem_cursor_close(sqlite3_vtab_cursor *cur) {
  Cursor *k = (Cursor *)cur;
  ml_nodes_end(&k->nodes);
  arguments_free(k);
  ml_buf_free(&k->key);
  ml_buf_free(&k->path);
  ml_buf_free(&k->ref);
  sqlite3_free(k);
  return SQLITE_OK;
}

int ml_mem_cursor_filter(sqlite3_vtab_cursor *cur, int idx, const char *plan, int argc, sqlite3_value **argv) {
  Cursor *k = (Cursor *)cur;
  MlErr e = {0};
  int there;
  Want w = {.c = table_of(cur)->table.c, .key = &k->key, .path = &k->path};
  (void)idx, (void)argc;
  w.cells.scopes = ML_BOTH_SCOPES;
  ml_nodes_stop(&k->nodes);
  arguments_free(k);
  int rc = ml_table_enter(w.c, &there, &e);
  if (!rc) rc = want_read(k, &w, plan, argv, &e);
  if (!rc) rc = nodes_find(k, &w, there, &e);
  ml_buf_free(&w.under);
  return rc ? ml_table_fail(cur->pVtab, &e) : SQLITE_OK;
}

int ml_mem_cursor_next(sqlite3_vtab_cursor *cur) {
  Cursor *k = (Cursor *)cur;
  MlErr e = {0};
  int rc = ml_args_enter(table_of(cur)->table.c, &e);
  if (!rc) rc = ml_nodes_next(&k->nodes, &e);
  return rc ? ml_table_fail(cur->pVtab, &e) : SQLITE_OK;
}

int ml_mem_cursor_eof(sqlite3_vtab_cursor *cur) { return !((Cursor *)cur)->nodes.more; }

/* ---- columns ---- */

static void ref_result(Cursor *k, sqlite3_context *ctx) {
  const MlNodesRow *r = &k->nodes.row;
  ml_buf_cut(&k->ref, 0);
  if (k->seq >= 0) {
    ml_buf_char(&k->ref, '#');
    ml_buf_int(&k->ref, k->seq);
    ml_buf_char(&k->ref, ' ');
  }
  ml_ref_put(&k->ref, r->key, r->scope, r->path, ML_MISSING);
  if (k->ref.rc) {
    sqlite3_result_error_code(ctx, k->ref.rc);
  } else {
    ml_table_result(ctx, ml_buf_view(&k->ref));
  }
}

static void name_result(sqlite3_context *ctx, const char *name) { sqlite3_result_text(ctx, name, -1, SQLITE_STATIC); }

/* What the argument was compared with. Where SQLite had to look at all rows instead (some outer joins), of_key and
** of_scope are compared with what the row has. */
static void argument_result(Cursor *k, sqlite3_context *ctx, MlMemColumn column) {
  const MlNodesRow *r = &k->nodes.row;
  sqlite3_value *given = k->argument[column - ML_MEM_OF_KEY];
  if (given) {
    sqlite3_result_value(ctx, given);
  } else if (column == ML_MEM_OF_KEY) {
    ml_table_result(ctx, r->key);
  } else if (column == ML_MEM_OF_SCOPE) {
    name_result(ctx, ml_event_scope_name(r->scope).p);
  }
}

static void value_result(MlConn *c, const MlNodesRow *r, sqlite3_context *ctx) {
  MlBuf full = {0};
  MlErr e = {0};
  if (!r->json.p) return;
  if (!ml_large_is(r->json)) {
    ml_json_result(ctx, r->json);
  } else if (ml_large_resolve(c, r->key, r->json, &full, &e)) {
    ml_err_result(&e, ctx);
  } else {
    ml_json_result(ctx, ml_buf_view(&full));
  }
  ml_buf_free(&full);
}

int ml_mem_cursor_column(sqlite3_vtab_cursor *cur, sqlite3_context *ctx, int i) {
  Cursor *k = (Cursor *)cur;
  const MlNodesRow *r = &k->nodes.row;
  /* What UPDATE leaves as it is need not be read. */
  if (!k->nodes.more || sqlite3_vtab_nochange(ctx)) return SQLITE_OK;
  MlMemColumn column = (MlMemColumn)table_of(cur)->order[i];
  switch (column) {
  case ML_MEM_KEY:
    ml_table_result(ctx, r->key);
    break;
  case ML_MEM_PATH:
    ml_table_result(ctx, r->path);
    break;
  case ML_MEM_VALUE:
    value_result(table_of(cur)->table.c, r, ctx);
    break;
  case ML_MEM_TYPE:
    name_result(ctx, ml_json_type_name(r->type));
    break;
  case ML_MEM_SCOPE:
    name_result(ctx, ml_event_scope_name(r->scope).p);
    break;
  case ML_MEM_UPDATED_AT:
    if (r->at >= 0) ml_table_result_time(ctx, r->at * 1000);
    break;
  case ML_MEM_EXPIRES_AT:
    if (r->expires) ml_table_result_time(ctx, r->expires * 1000);
    break;
  case ML_MEM_JSON:
    ml_table_result_whole(ctx, table_of(cur)->table.c, r->key, r->json);
    break;
  case ML_MEM_REF:
    ref_result(k, ctx);
    break;
  default:
    argument_result(k, ctx, column);
  }
  return SQLITE_OK;
}
