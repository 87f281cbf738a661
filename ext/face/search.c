#include "search.h"

#include "../data/json.h"
#include "../data/value.h"
#include "../work/search.h"
#include "args.h"
#include "span.h"
#include "table.h"

#include <string.h>

/* One row a hit, by rank; then, with option all, what was left out. Filters on columns choose among these. */
enum {
  SET_NAME,
  ID,
  CONTENT,
  SCORE,
  RANK,
  VERSION,
  METADATA,
  WHY,
  KIND,
  CATEGORY,
  IMPORTANCE,
  RECORD,
  RETRIEVAL,
  OF_KEY,
  OF_SET,
  QUERY,
  LIMIT,
  OPTIONS
};

static const MlColumn columns[] = {
    {"set_name", "TEXT", 0},
    {"id", "TEXT", 0},
    {"content", "", 0},
    {"score", "REAL", 0},
    {"rank", "INTEGER", 0},
    {"version", "INTEGER", 0},
    {"metadata", "TEXT", 0},
    {"why", "TEXT", 0},
    {"kind", "TEXT", 0},
    {"category", "TEXT", 0},
    {"importance", "INTEGER", 0},
    {"record", "TEXT", 0},
    {"retrieval", "TEXT", 0},
    {"of_key", "HIDDEN", ML_USE_ARGUMENT},
    {"of_set", "HIDDEN", ML_USE_ARGUMENT},
    {"query", "HIDDEN", ML_USE_ARGUMENT},
    {"limit", "HIDDEN", ML_USE_ARGUMENT},
    {"options", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};

#define WHO "mem_search"

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlSearchHits hits;
  MlBuf key, set, query, options; /* the arguments; a vector's query is not kept */
  u8 has_set, has_query, has_options;
  i64 limit, at;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int search_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int search_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  info->estimatedRows = ML_SEARCH_LIMIT;
  info->estimatedCost = 1e5;
  return ml_table_plan(t, info, "", &p);
}

static int search_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void cursor_clear(Cursor *cu) {
  ml_search_free(&cu->hits);
  ml_buf_free(&cu->key);
  ml_buf_free(&cu->set);
  ml_buf_free(&cu->query);
  ml_buf_free(&cu->options);
  cu->has_set = cu->has_query = cu->has_options = 0;
  cu->at = 0;
}

static int search_close(sqlite3_vtab_cursor *base) {
  cursor_clear((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

/* ---- arguments ---- */

/* As they came. */
typedef struct Args {
  sqlite3_value *key, *set, *query, *limit, *options;
} Args;

/* 0: one was given twice, with different values: no row is right. */
static int args_gather(Cursor *cu, const char *idx_str, sqlite3_value **argv, Args *a) {
  sqlite3_value **const at[] = {&a->key, &a->set, &a->query, &a->limit, &a->options};
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) same &= ml_span_argument(at[t.column - OF_KEY], t.value);
  return same;
}

static int refuse(const char *why, MlErr *e) { return ml_err_set(e, SQLITE_ERROR, "memlog: " WHO ": %s", why); }

static int text_keep(sqlite3_value *v, MlBuf *out, MlErr *e) {
  if (sqlite3_value_type(v) != SQLITE_TEXT) return refuse("the query must be text, or a vector as a BLOB", e);
  MlText t = ml_value_text(v);
  if (!t.p) return ml_err_nomem(e);
  if (memchr(t.p, 0, (size_t)t.n) || !ml_text_utf8(t))
    return refuse("the query is not valid UTF-8 text without NUL", e);
  ml_buf_text(out, t);
  return ml_err_buf(e, out->rc, "an argument");
}

/* A vector is looked at as it comes, and not kept. */
static int query_read(Cursor *cu, const Args *a, MlSearchAsk *ask, MlErr *e) {
  if (ml_args_null(a->query))
    return refuse("the query is missing: write mem_search('user-42', NULL, 'what to look for')", e);
  if (sqlite3_value_type(a->query) == SQLITE_BLOB) {
    ask->n_blob = sqlite3_value_bytes(a->query);
    ask->blob = ask->n_blob ? sqlite3_value_blob(a->query) : "";
    return ask->blob ? SQLITE_OK : ml_err_nomem(e);
  }
  cu->has_query = 1;
  return text_keep(a->query, &cu->query, e);
}

static int args_read(Cursor *cu, const Args *a, MlSearchAsk *ask, MlErr *e) {
  MlText key, set;
  if (!a->key) return refuse("the key is missing: write mem_search('user-42', NULL, 'what to look for')", e);
  int rc = ml_args_key(WHO, a->key, &key, e);
  if (rc) return rc;
  ml_buf_text(&cu->key, key);
  cu->has_set = !ml_args_null(a->set);
  cu->has_options = !ml_args_null(a->options);
  if (cu->has_set) rc = ml_args_name(WHO, "set", a->set, &set, e);
  if (!rc && cu->has_set) ml_buf_text(&cu->set, set);
  if (!rc) rc = query_read(cu, a, ask, e);
  cu->limit = ML_SEARCH_LIMIT;
  if (!rc && !ml_args_null(a->limit) && (!ml_args_whole(a->limit, &cu->limit) || cu->limit < 0)) {
    return refuse("the limit must be a whole number of 0 or more (options come behind it)", e);
  }
  if (!rc && cu->has_options) rc = ml_value_read_json(a->options, WHO ": the options", &cu->options, e);
  if (!rc && (cu->key.rc || cu->set.rc)) rc = ml_err_nomem(e);
  return rc;
}

/* ---- rows ---- */

static int search_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlAsk options = ML_ASK_NOTHING;
  MlSearchAsk ask = {.who = WHO, .options = &options};
  Args args = {0};
  MlErr e = {0};
  int there;
  (void)argc, (void)idx_num;
  cursor_clear(cu);
  int same = args_gather(cu, idx_str, argv, &args);
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = args_read(cu, &args, &ask, &e);
  MlText set = ml_buf_view(&cu->set), given = {NULL, 0};
  if (cu->has_options) given = ml_buf_view(&cu->options);
  if (!rc) rc = ml_ask_read(WHO, given, ml_conn_now(c), &options, &e);
  ask.key = ml_buf_view(&cu->key);
  ask.set = &set;
  ask.sets = cu->has_set;
  ask.limit = cu->limit;
  ask.given = given;
  if (cu->has_query) ask.query = ml_buf_view(&cu->query);
  if (!rc && same) rc = ml_search_run(c, &ask, &cu->hits, &e);
  ml_ask_free(&options);
  if (!rc) return SQLITE_OK;
  ml_search_free(&cu->hits);
  return ml_table_fail(base->pVtab, &e);
}

static int search_next(sqlite3_vtab_cursor *base) {
  ((Cursor *)base)->at++;
  return SQLITE_OK;
}

static int search_eof(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  return cu->at >= cu->hits.n;
}

static void argument_result(sqlite3_context *ctx, const Cursor *cu, int column) {
  switch (column) {
  case OF_KEY:
    ml_table_result(ctx, ml_buf_view(&cu->key));
    break;
  case OF_SET:
    if (cu->has_set) ml_table_result(ctx, ml_buf_view(&cu->set));
    break;
  case QUERY:
    if (cu->has_query) ml_table_result(ctx, ml_buf_view(&cu->query));
    break;
  case LIMIT:
    sqlite3_result_int64(ctx, cu->limit);
    break;
  default:
    if (cu->has_options) ml_table_result_json(ctx, ml_buf_view(&cu->options));
  }
}

static void content_result(sqlite3_context *ctx, const MlFound *f) {
  if (f->json) {
    ml_json_result(ctx, f->content);
  } else {
    ml_table_result(ctx, f->content);
  }
}

static int search_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  const MlFound *f = &cu->hits.a[cu->at];
  switch (column) {
  case SET_NAME:
    ml_table_result(ctx, f->set);
    break;
  case ID:
    ml_table_result(ctx, f->id);
    break;
  case CONTENT:
    content_result(ctx, f);
    break;
  case SCORE:
    sqlite3_result_double(ctx, f->hit.score);
    break;
  case RANK:
    ml_table_result_number(ctx, f->rank);
    break;
  case VERSION:
    sqlite3_result_int64(ctx, f->version);
    break;
  case METADATA:
    ml_table_result_json(ctx, f->metadata);
    break;
  case WHY:
    ml_table_result(ctx, f->why);
    break;
  case KIND:
    ml_table_result(ctx, f->kind);
    break;
  case CATEGORY:
    ml_table_result(ctx, f->category);
    break;
  case IMPORTANCE:
    ml_table_result_number(ctx, f->importance);
    break;
  case RECORD:
    ml_table_result_uuid(ctx, &f->record);
    break;
  case RETRIEVAL:
    if (cu->hits.retrieved) ml_table_result_uuid(ctx, &cu->hits.retrieval);
    break;
  default:
    argument_result(ctx, cu, column);
  }
  return SQLITE_OK;
}

static int search_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->at + 1;
  return SQLITE_OK;
}

int ml_search_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = search_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = search_best_index,
      .xOpen = search_open,
      .xClose = search_close,
      .xFilter = search_filter,
      .xNext = search_next,
      .xEof = search_eof,
      .xColumn = search_column,
      .xRowid = search_rowid,
  };
  return ml_table_register(c, WHO, &module);
}
