#include "events.h"

#include "../store/origin.h"
#include "../store/run.h"
#include "../work/journal.h"
#include "../work/position.h"
#include "args.h"
#include "table.h"

enum { SEQ, ID, TIME, TYPE, KEY, VALUE, REMOVED, CONTAINERS, BEFORE, RUN, ACTION, TXN, CAUSE, META, OBSERVED };

/* clang-format off */
#define COLUMNS \
  {"seq", "INTEGER", ML_USE_EQUAL | ML_USE_RANGE}, \
  {"id", "TEXT", ML_USE_EQUAL | ML_USE_TEXT | ML_USE_LOOKUP}, \
  {"time", "TEXT", ML_USE_EQUAL | ML_USE_RANGE | ML_USE_TEXT}, \
  {"type", "TEXT", ML_USE_EQUAL | ML_USE_TEXT}, \
  {"key", "TEXT", ML_USE_EQUAL | ML_USE_TEXT}, \
  {"value", "TEXT", 0}, {"removed", "TEXT", 0}, {"containers", "TEXT", 0}, {"before", "TEXT", 0}, \
  {"run", "INTEGER", ML_USE_EQUAL}, \
  {"action", "TEXT", 0}, {"txn", "INTEGER", ML_USE_EQUAL}, {"cause", "INTEGER", ML_USE_EQUAL}, {"meta", "TEXT", 0}
/* The last two of either table: the id that a row had where it came from, and when what it writes expires. */
#define HIDDEN {"origin", "TEXT HIDDEN", 0}, {"expires", "TEXT HIDDEN", 0}, {NULL, NULL, 0}
/* clang-format on */

static const MlColumn event_columns[] = {COLUMNS, HIDDEN};
static const MlColumn journal_columns[] = {COLUMNS, {"observed", "INTEGER", 0}, HIDDEN};

#define BIT(column) (1u << (column))

typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlJournal journal;
  MlBuf key, type; /* what the journal's wants borrow */
  int more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

/* The place of the first hidden column. */
static int hidden_at(const sqlite3_vtab *t) { return OBSERVED + (((const MlTable *)t)->column == journal_columns); }

static int event_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, event_columns, out, err);
}

static int journal_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, journal_columns, out, err);
}

/* ---- planning ---- */

/* idxNum */
#define PLAN_DOWN 1 /* newest first */
#define PLAN_BARE 2 /* value, removed, containers, before, expires are not asked for */

/* 1 if rows in order of position, this way or the other, are in the order asked for. Times never fall with positions;
** several rows may have the same. */
static int order_kept(const sqlite3_index_info *info, int *desc) {
  *desc = info->nOrderBy > 0 && info->aOrderBy[0].desc;
  for (int i = 0; i < info->nOrderBy; i++) {
    if ((info->aOrderBy[i].desc != 0) != *desc) return 0;
    if (info->aOrderBy[i].iColumn == SEQ) return 1;
    if (info->aOrderBy[i].iColumn != TIME) return 0;
  }
  return info->nOrderBy > 0;
}

static void cost_set(sqlite3_index_info *info, const MlPlan *p) {
  double rows = 1e6;
  if ((p->range & (BIT(SEQ) | BIT(TIME))) || (p->equal & BIT(CAUSE))) rows = 1e5;
  if (p->equal & (BIT(TIME) | BIT(TXN))) rows = 10;
  if (p->equal & BIT(KEY)) rows = rows > 1e5 ? 1e4 : rows > 100 ? 100 : rows;
  if (p->equal & BIT(RUN)) rows = 50;
  if (p->equal & (BIT(SEQ) | BIT(ID))) rows = 1;
  info->estimatedCost = 10 + rows * (p->equal & BIT(KEY) ? 2 : 1);
  /* A scan passes rows of other types by, cheaply. */
  if (p->equal & BIT(TYPE)) rows /= 4;
  info->estimatedRows = rows < 1 ? 1 : (i64)rows;
}

static int best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int desc;
  int kept = order_kept(info, &desc);
  int rc = ml_table_plan(t, info, kept && desc ? " desc" : "", &p);
  if (rc) return rc;
  info->orderByConsumed = kept;
  info->idxNum = kept && desc ? PLAN_DOWN : 0;
  u32 content = BIT(VALUE) | BIT(REMOVED) | BIT(CONTAINERS) | BIT(BEFORE) | BIT(hidden_at(t) + 1);
  if (!(info->colUsed & content)) info->idxNum |= PLAN_BARE;
  cost_set(info, &p);
  return SQLITE_OK;
}

/* ---- reading ---- */

static int cursor_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static int cursor_close(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  ml_journal_end(cursor_conn(cu), &cu->journal);
  ml_buf_free(&cu->key);
  ml_buf_free(&cu->type);
  sqlite3_free(cu);
  return SQLITE_OK;
}

/* What the constraints leave. */
typedef struct Limits {
  MlRange seq, time, run, txn, cause;
  u8 of_type, nothing;
} Limits;

/* A column of text must equal this; with itself it can equal one text only. 0: nothing does. */
static int text_meet(MlBuf *b, u8 *known, MlText text) {
  if (*known && !ml_text_same(ml_buf_view(b), text)) return 0;
  ml_buf_cut(b, 0);
  ml_buf_text(b, text);
  *known = 1;
  return 1;
}

/* An id of ours, or the one that a row had where it came from. */
static int id_meet(MlConn *c, MlRange *seq, MlText text, MlErr *e) {
  char shown[37];
  MlUuid id;
  i64 at = 0;
  int rc = SQLITE_OK;
  if (ml_uuid_parse(text, &id)) {
    ml_uuid_text(&id, shown);
    if (ml_text_same(text, (MlText){shown, 36})) rc = ml_log_place_of(c, &id, &at, e);
  }
  at = ml_event_position(at);
  *seq = at < seq->low || at > seq->high || at < 1 ? ML_RANGE_NONE : (MlRange){at, at};
  return rc;
}

static int terms_read(Cursor *cu, const char *idx_str, sqlite3_value **argv, Limits *l, MlErr *e) {
  MlTerms ts;
  MlTerm t;
  u8 of_key = 0;
  ml_table_terms(&ts, cu->base.pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) {
    MlText text = {NULL, 0};
    int can = t.column == ID || t.column == TYPE || t.column == KEY ? ml_table_text(&t, &text) : 1;
    if (can < 0 && t.column == ID && sqlite3_value_type(t.value) == SQLITE_TEXT) return ml_err_nomem(e);
    if (can == 0 || (can < 0 && t.column == ID)) l->nothing = 1;
    if (can != 1) continue;
    switch (t.column) {
    case SEQ:
      ml_table_narrow(&l->seq, &t);
      break;
    case TIME:
      ml_table_narrow_time(&l->time, &t);
      break;
    case RUN:
      ml_table_narrow(&l->run, &t);
      break;
    case TXN:
      ml_table_narrow(&l->txn, &t);
      break;
    case CAUSE:
      ml_table_narrow(&l->cause, &t);
      break;
    case ID:
      if (id_meet(cursor_conn(cu), &l->seq, text, e)) return e->rc;
      break;
    case KEY:
      l->nothing |= !text_meet(&cu->key, &of_key, text);
      break;
    default:
      l->nothing |= !text_meet(&cu->type, &l->of_type, text);
    }
  }
  if (of_key) cu->journal.want.key = ml_buf_view(&cu->key);
  if (cu->key.rc || cu->type.rc) return ml_err_nomem(e);
  return SQLITE_OK;
}

/* A run's rows are its key's, from its begin to its end. */
static int run_meet(Cursor *cu, Limits *l, MlErr *e) {
  MlConn *c = cursor_conn(cu);
  MlScan *want = &cu->journal.want;
  MlRun r;
  sqlite3_stmt *st;
  int found;
  if (l->run.low > l->run.high) l->nothing = 1;
  if (l->run.low != l->run.high) return SQLITE_OK;
  int rc = ml_run_get(c, l->run.low, &r, &st, &found, e);
  if (rc) return rc;
  l->nothing |= !found || (want->key.p && !ml_text_same(want->key, r.key));
  if (!l->nothing) {
    i64 begin = ml_event_position(r.begin_place);
    i64 end = ml_event_position(r.end_place);
    if (begin > l->seq.low) l->seq.low = begin;
    if (end && end < l->seq.high) l->seq.high = end;
    ml_buf_cut(&cu->key, 0);
    ml_buf_text(&cu->key, r.key);
    want->key = ml_buf_view(&cu->key);
  }
  rc = ml_run_done(c, st, e);
  return rc || !cu->key.rc ? rc : ml_err_nomem(e);
}

/* An action's rows stand together, from its first on. */
static int txn_meet(Cursor *cu, Limits *l, MlErr *e) {
  MlConn *c = cursor_conn(cu);
  MlScan all = {.low = l->txn.low, .high = INT64_MAX, .quiet = 1, .bare = 1};
  sqlite3_stmt *st;
  MlRow r;
  i64 last = 0;
  int more = 1;
  if (l->txn.low > l->txn.high) l->nothing = 1;
  if (l->nothing || l->txn.low != l->txn.high) return SQLITE_OK;
  int rc = ml_log_scan(c, &all, &st, e);
  while (!rc && more) {
    rc = ml_log_scan_next(c, st, &r, &more, e);
    if (rc || !more || ml_event_minus(r.seq, r.step) != l->txn.low) break;
    last = r.seq;
  }
  int rc2 = ml_log_done(c, st, e);
  if (l->seq.low < l->txn.low) l->seq.low = l->txn.low;
  if (l->seq.high > last) l->seq.high = last;
  return rc ? rc : rc2;
}

/* What reacts to an event comes behind it. */
static void cause_meet(Limits *l) {
  if (l->cause.low > l->cause.high || l->cause.low == INT64_MAX) {
    l->nothing = 1;
  } else if (l->cause.low >= l->seq.low) {
    l->seq.low = l->cause.low + 1;
  }
}

/* Times as positions; and an end, so that a cursor never meets rows that are written while it is open. */
static int bounds_set(Cursor *cu, Limits *l, MlErr *e) {
  MlConn *c = cursor_conn(cu);
  i64 at = 0;
  int rc = SQLITE_OK;
  if (l->time.low > l->time.high || l->time.high < 0) l->nothing = 1;
  if (!l->nothing && l->time.low > 0) {
    rc = ml_log_position_at(c, l->time.low - 1, &at, e);
    if (at >= l->seq.low) l->seq.low = at < INT64_MAX ? at + 1 : at;
  }
  if (!rc && !l->nothing && l->time.high < INT64_MAX) {
    rc = ml_log_position_at(c, l->time.high, &at, e);
    if (at < l->seq.high) l->seq.high = at;
  }
  if (!rc) rc = ml_position_last(c, &at, e);
  if (at < l->seq.high) l->seq.high = at;
  if (l->seq.low < 1) l->seq.low = 1;
  if (l->seq.low > l->seq.high) l->nothing = 1;
  return rc;
}

static void wants_set(Cursor *cu, int idx_num, const Limits *l) {
  MlScan *want = &cu->journal.want;
  want->low = l->seq.low;
  want->high = l->seq.high;
  want->quiet = ((MlTable *)cu->base.pVtab)->column == journal_columns;
  want->newest_first = (idx_num & PLAN_DOWN) != 0;
  want->bare = (idx_num & PLAN_BARE) != 0;
  want->of_kind = l->of_type;
  if (l->of_type) {
    want->type = ml_buf_view(&cu->type);
    want->kind = ml_event_kind(want->type);
  }
}

static int cursor_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlErr e = {0};
  int rc = ml_args_enter(c, &e);
  cu->more = 0;
  if (!rc) rc = ml_journal_next(c, &cu->journal, &cu->more, &e);
  if (rc) cu->more = 0;
  return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
}

static int cursor_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  Limits l = {ML_RANGE_ALL, ML_RANGE_ALL, ML_RANGE_ALL, ML_RANGE_ALL, ML_RANGE_ALL, 0, 0};
  MlErr e = {0};
  int there;
  (void)argc;
  ml_journal_end(cursor_conn(cu), &cu->journal);
  cu->journal.want = (MlScan){0};
  cu->more = 0;
  int rc = ml_table_enter(cursor_conn(cu), &there, &e);
  if (!rc && !there) return SQLITE_OK;
  if (!rc) rc = terms_read(cu, idx_str, argv, &l, &e);
  cause_meet(&l);
  if (!rc) rc = txn_meet(cu, &l, &e);
  if (!rc) rc = run_meet(cu, &l, &e);
  if (!rc) rc = bounds_set(cu, &l, &e);
  if (rc) return ml_table_fail(base->pVtab, &e);
  if (l.nothing) return SQLITE_OK;
  wants_set(cu, idx_num, &l);
  return cursor_next(base);
}

static int cursor_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static void result_text(sqlite3_context *ctx, const char *z) { ml_table_result(ctx, ml_text_of(z)); }

void ml_events_result(sqlite3_context *ctx, MlConn *c, const MlRow *r, int column) {
  MlUuid id;
  switch (column) {
  case SEQ:
    sqlite3_result_int64(ctx, r->seq);
    break;
  case ID:
    id = ml_log_id(r->seq, r->chain);
    ml_table_result_uuid(ctx, &id);
    break;
  case TIME:
    ml_table_result_time(ctx, ml_event_minus(r->seq, r->skew));
    break;
  case TYPE:
    if (r->kind == ML_KIND_HOST) {
      ml_table_result(ctx, r->type);
    } else {
      result_text(ctx, ml_event_type((int)r->kind));
    }
    break;
  case KEY:
    ml_table_result(ctx, r->key);
    break;
  case VALUE:
    ml_table_result_whole(ctx, c, r->key, r->value);
    break;
  case REMOVED:
    ml_table_result_json(ctx, r->removed);
    break;
  case CONTAINERS:
    ml_table_result_json(ctx, r->containers);
    break;
  case BEFORE:
    ml_table_result_whole(ctx, c, r->key, r->before);
    break;
  case RUN:
    ml_table_result_number(ctx, r->run);
    break;
  case ACTION:
    ml_table_result(ctx, r->action);
    break;
  case TXN:
    sqlite3_result_int64(ctx, ml_event_minus(r->seq, r->step));
    break;
  case CAUSE:
    ml_table_result_number(ctx, r->cause);
    break;
  case META:
    ml_table_result_json(ctx, r->meta);
    break;
  default:
    sqlite3_result_int(ctx, !r->quiet);
  }
}

static void origin_result(sqlite3_context *ctx, MlConn *c, i64 seq) {
  MlErr e = {0};
  MlUuid id;
  int found;
  if (ml_origin_of(c, seq, &id, &found, &e)) {
    ml_err_result(&e, ctx);
  } else if (found) {
    ml_table_result_uuid(ctx, &id);
  }
}

static int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  Cursor *cu = (Cursor *)base;
  int hidden = hidden_at(base->pVtab);
  if (column == hidden) {
    origin_result(ctx, cursor_conn(cu), cu->journal.row.seq);
  } else if (column == hidden + 1) {
    ml_table_result_json(ctx, cu->journal.row.expires);
  } else {
    ml_events_result(ctx, cursor_conn(cu), &cu->journal.row, column);
  }
  return SQLITE_OK;
}

static int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->journal.row.seq;
  return SQLITE_OK;
}

/* clang-format off */
#define MODULE(connect) { \
  .xConnect = (connect), .xDisconnect = ml_table_disconnect, .xBestIndex = best_index, .xOpen = cursor_open, \
  .xClose = cursor_close, .xFilter = cursor_filter, .xNext = cursor_next, .xEof = cursor_eof, \
  .xColumn = cursor_column, .xRowid = cursor_rowid}
/* clang-format on */

int ml_events_register(MlConn *c) {
  static const sqlite3_module event = MODULE(event_connect), journal = MODULE(journal_connect);
  int rc = ml_table_register(c, "mem_event", &event);
  return rc ? rc : ml_table_register(c, "mem_journal", &journal);
}
