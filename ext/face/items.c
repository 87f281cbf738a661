#include "items.h"

#include "../data/json.h"
#include "../data/sieve.h"
#include "../data/value.h"
#include "../store/log.h"
#include "../work/items.h"
#include "args.h"
#include "span.h"
#include "table.h"

enum {
  SET_NAME,
  ID,
  RECORD,
  CONTENT,
  METADATA,
  KIND,
  CATEGORY,
  IMPORTANCE,
  VERSION,
  CREATED_AT,
  UPDATED_AT,
  VALID_FROM,
  VALID_TO,
  EXPIRES_AT,
  SENSITIVITY,
  SOURCE,
  LOCATION,
  CREATOR,
  BEGIN_SEQ,
  END_SEQ,
  ENDED_AT,
  OF_KEY,
  OF_SET,
  OPTIONS
};

static const MlColumn columns[] = {
    {"set_name", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"id", "TEXT", ML_USE_EQUAL | ML_USE_TEXT},
    {"record", "TEXT", 0},
    {"content", "", 0},
    {"metadata", "TEXT", 0},
    {"kind", "TEXT", 0},
    {"category", "TEXT", 0},
    {"importance", "INTEGER", 0},
    {"version", "INTEGER", 0},
    {"created_at", "TEXT", 0},
    {"updated_at", "TEXT", 0},
    {"valid_from", "TEXT", 0},
    {"valid_to", "TEXT", 0},
    {"expires_at", "TEXT", 0},
    {"sensitivity", "INTEGER", 0},
    {"source", "TEXT", 0},
    {"location", "TEXT", 0},
    {"creator", "TEXT", 0},
    {"begin_seq", "INTEGER", 0},
    {"end_seq", "INTEGER", 0},
    {"ended_at", "TEXT", 0},
    {"of_key", "HIDDEN", ML_USE_ARGUMENT},
    {"of_set", "HIDDEN", ML_USE_ARGUMENT},
    {"options", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};

#define BIT(column) (1u << (column))

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlItems items;
  MlSieve sieve;
  MlBuf key, set, id, options, words;
  MlBuf scratch;
  u8 no_options; /* NULL, or not given */
  i64 rowid;
} Cursor;

static const char who[] = "mem_items";

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int items_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

/* 1 if the order asked for is by set, by set and id, or by id in one set. */
static int order_kept(const sqlite3_index_info *info, u32 equal) {
  int next = equal & (BIT(SET_NAME) | BIT(OF_SET)) ? ID : SET_NAME;
  for (int i = 0; i < info->nOrderBy; i++, next++) {
    int column = info->aOrderBy[i].iColumn;
    if (next == ID && column == SET_NAME) {
      next--; /* it is the same in all rows */
    } else if (column != next || info->aOrderBy[i].desc || next > ID) {
      return 0;
    }
  }
  return info->nOrderBy > 0;
}

static int items_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->orderByConsumed = order_kept(info, p.equal);
  double rows = 1e5;
  if (p.equal & (BIT(OF_SET) | BIT(SET_NAME))) rows /= 10;
  if (p.equal & BIT(ID)) rows = 10;
  info->estimatedRows = (i64)rows;
  info->estimatedCost = 100 + rows * 2;
  return SQLITE_OK;
}

/* ---- options ---- */

/* Beside those of a sieve. */
enum { AS_OF, OF_ID, VERSIONS, N_OPTIONS };
static const char *const names[N_OPTIONS] = {"as_of", "id", "versions"};

static int id_read(Cursor *cu, MlText name, MlText json, MlText *out, MlErr *e) {
  if (ml_json_type(json) != ML_STRING) return ml_sieve_refuse(who, name, "it must be text", e);
  if (ml_json_get_string(json, &cu->words)) return ml_err_nomem(e);
  *out = ml_buf_view(&cu->words);
  return SQLITE_OK;
}

static int flag_read(MlText name, MlText json, u8 *on, MlErr *e) {
  MlType type = ml_json_type(json);
  *on = type == ML_TRUE;
  return *on || type == ML_FALSE ? SQLITE_OK : ml_sieve_refuse(who, name, "it must be true or false", e);
}

static int option_read(Cursor *cu, MlText quoted, MlText json, MlItemsWant *want, MlErr *e) {
  MlText name = {quoted.p + 1, quoted.n - 2};
  int i = 0, known;
  while (i < N_OPTIONS && !ml_text_is(name, names[i])) i++;
  switch (i) {
  case AS_OF:
    want->past = 1;
    return ml_position_json(cursor_conn(cu), json, &want->when, e);
  case OF_ID:
    return id_read(cu, name, json, &want->id, e);
  case VERSIONS:
    return flag_read(name, json, &want->versions, e);
  default:
    break;
  }
  int rc = ml_sieve_read(who, name, json, ml_conn_now(cursor_conn(cu)), &cu->sieve, &known, e);
  if (rc || known) return rc;
  return ml_sieve_refuse(who, name, "there is no such option; there are as_of, id, versions, " ML_SIEVE_NAMES, e);
}

static int options_read(Cursor *cu, sqlite3_value *v, MlItemsWant *want, MlErr *e) {
  MlJsonScan s;
  ml_sieve_free(&cu->sieve);
  ml_buf_cut(&cu->options, 0);
  ml_buf_cut(&cu->words, 0);
  cu->no_options = !v || sqlite3_value_type(v) == SQLITE_NULL;
  int rc = cu->no_options ? SQLITE_OK : ml_args_options_json(who, v, &cu->options, e);
  if (rc || cu->no_options) return rc;
  MlText json = ml_buf_view(&cu->options);
  if (ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they must be a JSON map", who);
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = option_read(cu, s.name, s.value, want, e);
  return rc;
}

static int is_valid(const MlItem *x, i64 at) {
  return at == INT64_MIN ||
         ((x->valid_from == ML_ITEM_OPEN || x->valid_from <= at) && (x->valid_to == ML_ITEM_OPEN || x->valid_to > at));
}

/* Whether the version is what the options say; when it stands, or has expired, is the walk's. */
static int is_wished(Cursor *cu, const MlItem *x, int *wished, MlErr *e) {
  const MlSieve *s = &cu->sieve;
  i64 fails = -1;
  *wished = x->importance >= s->min_importance && (s->max_sensitivity < 0 || x->sensitivity <= s->max_sensitivity) &&
            is_valid(x, s->valid_at) && ml_sieve_has(s->kind, x->kind, &cu->scratch) &&
            ml_sieve_has(s->category, x->category, &cu->scratch);
  if (cu->scratch.rc) return ml_err_nomem(e);
  if (!*wished || !s->filter.n) return SQLITE_OK;
  int rc = ml_filter_match(&s->filter, x->metadata, &cu->scratch, &fails, e);
  *wished = fails < 0;
  return rc;
}

/* ---- the cursor ---- */

static int items_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int items_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_items_stop(&cu->items);
  ml_buf_free(&cu->key);
  ml_buf_free(&cu->set);
  ml_buf_free(&cu->id);
  ml_buf_free(&cu->options);
  ml_buf_free(&cu->words);
  ml_buf_free(&cu->scratch);
  ml_sieve_free(&cu->sieve);
  sqlite3_free(cu);
  return SQLITE_OK;
}

static int unwished_skip(Cursor *cu, int rc, MlErr *e) {
  for (int wished = 0; !rc && cu->items.more && !wished;) {
    rc = is_wished(cu, &cu->items.row, &wished, e);
    if (!rc && !wished) rc = ml_items_next(&cu->items, e);
  }
  if (!rc) return SQLITE_OK;
  cu->items.more = 0; /* an error ends the walk: the row at hand is then none */
  return ml_table_fail(cu->base.pVtab, e);
}

static int items_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->rowid++;
  if (!rc) rc = ml_items_next(&cu->items, &e);
  return unwished_skip(cu, rc, &e);
}

/* What the WHERE leaves. */
typedef struct Terms {
  sqlite3_value *key, *set, *options;
  int nothing;
} Terms;

/* A comparison with a set or an id: it is looked for, and SQLite sees to the rest. */
static void name_narrow(const MlTerm *t, MlBuf *b, MlText *name, Terms *w) {
  MlText text;
  int can = ml_table_text(t, &text);
  if (can == 0 || (can == 1 && name->p && !ml_text_same(text, *name))) w->nothing = 1;
  if (can != 1 || name->p) return;
  ml_buf_cut(b, 0);
  ml_buf_text(b, text);
  *name = ml_buf_view(b);
}

static void terms_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, MlItemsWant *want, Terms *w) {
  MlTerms ts;
  MlTerm t;
  int same = 1;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    switch (t.column) {
    case SET_NAME:
      name_narrow(&t, &cu->set, &want->set, w);
      break;
    case ID:
      name_narrow(&t, &cu->id, &want->id, w);
      break;
    case OF_KEY:
      same &= ml_span_argument(&w->key, t.value);
      break;
    case OF_SET:
      same &= ml_span_argument(&w->set, t.value);
      break;
    default:
      same &= ml_span_argument(&w->options, t.value);
    }
  }
  if (!same) w->nothing = 1;
}

static int arguments_read(Cursor *cu, Terms *w, MlItemsWant *want, MlErr *e) {
  MlText name, id = want->id;
  if (!w->key) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the key is missing: write %s('user-42', …)", who, who);
  int rc = ml_args_key(who, w->key, &name, e);
  if (rc) return rc;
  ml_buf_cut(&cu->key, 0);
  ml_buf_text(&cu->key, name);
  want->key = ml_buf_view(&cu->key);
  if (w->set && sqlite3_value_type(w->set) != SQLITE_NULL) {
    rc = ml_args_name(who, "set", w->set, &name, e);
    if (rc) return rc;
    if (want->set.p && !ml_text_same(want->set, name)) w->nothing = 1;
    ml_buf_cut(&cu->set, 0);
    ml_buf_text(&cu->set, name);
    want->set = ml_buf_view(&cu->set);
  }
  rc = options_read(cu, w->options, want, e);
  if (!rc && id.p && !ml_text_same(id, want->id)) w->nothing = 1;
  return rc || !(cu->key.rc || cu->set.rc || cu->id.rc) ? rc : ml_err_nomem(e);
}

static int items_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlItemsWant want = {0};
  Terms w = {0};
  MlErr e = {0};
  int there;
  (void)idx_num, (void)argc;
  ml_items_stop(&cu->items);
  cu->rowid = 0;
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = ml_item_there(c, &there, &e);
  terms_read(cu, idx_str, argv, &want, &w);
  if (!rc) rc = arguments_read(cu, &w, &want, &e);
  if (!rc && (!there || w.nothing)) return SQLITE_OK;
  if (!rc) rc = ml_items_begin(c, &cu->items, &want, &e);
  return unwished_skip(cu, rc, &e);
}

static int items_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->items.more; }

/* ---- columns ---- */

static void content_result(sqlite3_context *ctx, MlConn *c, const MlItem *x) {
  MlBuf full = ml_conn_scratch(c);
  MlErr e = {0};
  if (ml_large_resolve(c, x->key, x->content, &full, &e)) {
    ml_err_result(&e, ctx);
  } else {
    ml_json_result(ctx, ml_buf_view(&full));
  }
  ml_conn_give(c, &full);
}

/* When the row of the log is from that tells of the end. */
static void ended_result(sqlite3_context *ctx, MlConn *c, const MlItem *x) {
  i64 us = 0;
  MlErr e = {0};
  if (x->ended <= 0) return;
  if (ml_log_time_upto(c, x->ended, &us, &e)) {
    ml_err_result(&e, ctx);
  } else if (us) {
    ml_table_result_time(ctx, us);
  }
}

static void bound_result(sqlite3_context *ctx, i64 us) {
  if (us != ML_ITEM_OPEN) ml_table_result_time(ctx, us);
}

static void text_result(sqlite3_context *ctx, const MlItem *x, int column) {
  const MlText text[] = {
      [SET_NAME] = x->set,      [ID] = x->id,          [KIND] = x->kind, [CATEGORY] = x->category, [SOURCE] = x->source,
      [LOCATION] = x->location, [CREATOR] = x->creator};
  ml_table_result(ctx, text[column]);
}

static void number_result(sqlite3_context *ctx, MlConn *c, const MlItem *x, int column) {
  switch (column) {
  case IMPORTANCE:
    ml_table_result_number(ctx, x->importance);
    break;
  case VERSION:
    sqlite3_result_int64(ctx, x->version);
    break;
  case CREATED_AT:
    ml_table_result_time(ctx, x->created);
    break;
  case UPDATED_AT:
    ml_table_result_time(ctx, x->at);
    break;
  case VALID_FROM:
    bound_result(ctx, x->valid_from);
    break;
  case VALID_TO:
    bound_result(ctx, x->valid_to);
    break;
  case EXPIRES_AT:
    if (x->expires) ml_table_result_time(ctx, x->expires * 1000);
    break;
  case SENSITIVITY:
    sqlite3_result_int64(ctx, x->sensitivity);
    break;
  case BEGIN_SEQ:
    ml_table_result_number(ctx, x->begun);
    break;
  case END_SEQ:
    if (x->ended != ML_ITEM_STANDS) sqlite3_result_int64(ctx, x->ended);
    break;
  default:
    ended_result(ctx, c, x);
  }
}

static int items_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  const MlItem *x = &cu->items.row;
  switch (column) {
  case RECORD:
    ml_table_result_uuid(ctx, &x->record);
    break;
  case CONTENT:
    content_result(ctx, cursor_conn(cu), x);
    break;
  case METADATA:
    ml_table_result_json(ctx, x->metadata);
    break;
  case SET_NAME:
  case ID:
  case KIND:
  case CATEGORY:
  case SOURCE:
  case LOCATION:
  case CREATOR:
    text_result(ctx, x, column);
    break;
  case OF_KEY:
    ml_table_result(ctx, x->key);
    break;
  case OF_SET:
    if (cu->items.want.set.p) ml_table_result(ctx, cu->items.want.set);
    break;
  case OPTIONS:
    if (!cu->no_options) ml_table_result(ctx, ml_buf_view(&cu->options));
    break;
  default:
    number_result(ctx, cursor_conn(cu), x, column);
  }
  return SQLITE_OK;
}

static int items_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_items_register(MlConn *c) {
  static const sqlite3_module module = {
      .xConnect = items_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = items_best_index,
      .xOpen = items_open,
      .xClose = items_close,
      .xFilter = items_filter,
      .xNext = items_next,
      .xEof = items_eof,
      .xColumn = items_column,
      .xRowid = items_rowid,
  };
  return ml_table_register(c, "mem_items", &module);
}
