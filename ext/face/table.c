#include "table.h"

#include "../data/clock.h"
#include "../data/value.h"
#include "../store/meta.h"
#include "args.h"

#include <string.h>

/* ---- the object ---- */

int ml_table_connect(sqlite3 *db, void *aux, const MlColumn *column, sqlite3_vtab **out, char **err) {
  MlBuf sql = {0};
  MlErr e = {0};
  ml_buf_puts(&sql, "CREATE TABLE x(");
  for (const MlColumn *k = column; k->name; k++) {
    ml_buf_puts(&sql, k == column ? "\"" : ", \"");
    ml_buf_puts(&sql, k->name);
    ml_buf_puts(&sql, "\" ");
    ml_buf_puts(&sql, k->type);
  }
  ml_buf_char(&sql, ')');
  MlTable *t = sql.rc ? NULL : sqlite3_malloc64(sizeof(*t));
  int rc = t ? sqlite3_declare_vtab(db, sql.p) : SQLITE_NOMEM;
  if (rc) {
    sqlite3_free(t);
    ml_err_db(&e, db, rc, "declaring a table");
    rc = ml_err_move(&e, err);
  } else {
    memset(t, 0, sizeof(*t));
    t->c = aux;
    t->column = column;
    *out = &t->base;
  }
  ml_buf_free(&sql);
  return rc;
}

int ml_table_disconnect(sqlite3_vtab *t) {
  sqlite3_free(t);
  return SQLITE_OK;
}

int ml_table_cursor(size_t n, sqlite3_vtab_cursor **out) {
  *out = sqlite3_malloc64(n);
  if (!*out) return SQLITE_NOMEM;
  memset(*out, 0, n);
  return SQLITE_OK;
}

int ml_table_register(MlConn *c, const char *name, const sqlite3_module *m) {
  return sqlite3_create_module_v2(c->db, name, m, ml_conn_hold(c), ml_conn_drop);
}

int ml_table_enter(MlConn *c, int *there, MlErr *e) {
  *there = 0;
  int rc = ml_args_enter(c, e);
  if (rc) return rc;
  ml_conn_refresh(c);
  return ml_meta_installed(c, there, e);
}

int ml_table_fail(sqlite3_vtab *t, MlErr *e) { return ml_err_move(e, &t->zErrMsg); }

/* ---- constraints ---- */

static const struct {
  u8 op;
  const char *sign;
} signs[] = {
    {SQLITE_INDEX_CONSTRAINT_LE, "<="}, {SQLITE_INDEX_CONSTRAINT_GE, ">="}, {SQLITE_INDEX_CONSTRAINT_EQ, "="},
    {SQLITE_INDEX_CONSTRAINT_LT, "<"},  {SQLITE_INDEX_CONSTRAINT_GT, ">"},
};
#define N_SIGNS (int)(sizeof(signs) / sizeof(*signs))

/* The sign of the operator of a constraint; NULL if the column cannot use it. */
static const char *constraint_sign(u8 op, u8 use) {
  int equal = op == SQLITE_INDEX_CONSTRAINT_EQ;
  if (!(use & (equal ? ML_USE_EQUAL | ML_USE_ARGUMENT : ML_USE_RANGE))) return NULL;
  for (int i = 0; i < N_SIGNS; i++) {
    if (signs[i].op == op) return signs[i].sign;
  }
  return NULL;
}

int ml_table_plan(sqlite3_vtab *t, sqlite3_index_info *info, const char *suffix, MlPlan *p) {
  const MlColumn *column = ((MlTable *)t)->column;
  MlBuf b = {0};
  int n = 0;
  *p = (MlPlan){0, 0};
  for (int i = 0; i < info->nConstraint; i++) {
    int at = info->aConstraint[i].iColumn;
    u8 use = at < 0 ? 0 : column[at].use;
    const char *sign = constraint_sign(info->aConstraint[i].op, use);
    if (!sign) continue;
    if (!info->aConstraint[i].usable) {
      if (!(use & ML_USE_ARGUMENT)) continue;
      ml_buf_free(&b);
      return SQLITE_CONSTRAINT;
    }
    if ((use & ML_USE_TEXT) && sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") != 0) continue;
    info->aConstraintUsage[i].argvIndex = ++n;
    info->aConstraintUsage[i].omit = (use & (ML_USE_ARGUMENT | ML_USE_LOOKUP)) != 0;
    if (n > 1) ml_buf_char(&b, ',');
    ml_buf_puts(&b, column[at].name);
    ml_buf_puts(&b, sign);
    *(sign[0] == '=' ? &p->equal : &p->range) |= 1u << at;
  }
  ml_buf_puts(&b, suffix);
  if (b.rc) return b.rc;
  info->idxStr = ml_buf_take(&b);
  info->needToFreeIdxStr = 1;
  return SQLITE_OK;
}

int ml_table_ordered(const sqlite3_index_info *info, int column, int *desc) {
  if (info->nOrderBy < 1 || info->aOrderBy[0].iColumn != column) return 0;
  *desc = info->aOrderBy[0].desc;
  return 1;
}

void ml_table_terms(MlTerms *ts, sqlite3_vtab *t, const char *idx_str, sqlite3_value **argv) {
  *ts = (MlTerms){((MlTable *)t)->column, idx_str ? idx_str : "", argv};
}

int ml_table_term(MlTerms *ts, MlTerm *t) {
  size_t n = strcspn(ts->at, "=<> ");
  if (ts->at[n] == 0 || ts->at[n] == ' ') return 0;
  for (t->column = 0; ts->column[t->column].name; t->column++) {
    const char *name = ts->column[t->column].name;
    if (strlen(name) == n && memcmp(name, ts->at, n) == 0) break;
  }
  ts->at += n;
  for (int i = 0; i < N_SIGNS; i++) {
    n = strlen(signs[i].sign);
    if (strncmp(ts->at, signs[i].sign, n) != 0) continue;
    t->op = signs[i].op;
    ts->at += n;
    break;
  }
  if (*ts->at == ',') ts->at++;
  t->value = *ts->argv++;
  return 1;
}

/* ---- ranges ---- */

static void range_from(MlRange *r, i64 low) {
  if (r->low < low) r->low = low;
}

static void range_upto(MlRange *r, i64 high) {
  if (r->high > high) r->high = high;
}

static void narrow_integer(MlRange *r, int op, i64 v) {
  switch (op) {
  case SQLITE_INDEX_CONSTRAINT_EQ:
    range_from(r, v);
    range_upto(r, v);
    break;
  case SQLITE_INDEX_CONSTRAINT_GT:
    if (v == INT64_MAX) {
      *r = ML_RANGE_NONE;
    } else {
      range_from(r, v + 1);
    }
    break;
  case SQLITE_INDEX_CONSTRAINT_GE:
    range_from(r, v);
    break;
  case SQLITE_INDEX_CONSTRAINT_LT:
    if (v == INT64_MIN) {
      *r = ML_RANGE_NONE;
    } else {
      range_upto(r, v - 1);
    }
    break;
  default:
    range_upto(r, v);
  }
}

/* A real between two integers becomes one of them, the one that leaves the range wider: SQLite checks again. */
static void narrow_real(MlRange *r, int op, double v) {
  int inside = v > -9.2e18 && v < 9.2e18;
  i64 whole = inside ? (i64)v : 0;
  if (op == SQLITE_INDEX_CONSTRAINT_EQ) {
    if (inside && (double)whole == v) {
      narrow_integer(r, op, whole);
    } else {
      /* Integers beyond 9.2e18 are no positions and no runs. */
      *r = ML_RANGE_NONE;
    }
  } else if (inside) {
    int up = op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
    if (up) range_upto(r, whole + 1);
    if (!up) range_from(r, whole - 1);
  }
}

void ml_table_narrow(MlRange *r, const MlTerm *t) {
  switch (sqlite3_value_numeric_type(t->value)) {
  case SQLITE_INTEGER:
    narrow_integer(r, t->op, sqlite3_value_int64(t->value));
    break;
  case SQLITE_FLOAT:
    narrow_real(r, t->op, sqlite3_value_double(t->value));
    break;
  case SQLITE_NULL:
    *r = ML_RANGE_NONE;
    break;
  default:
    /* Text that is no number, and blobs, are greater than every integer. */
    if (t->op != SQLITE_INDEX_CONSTRAINT_LT && t->op != SQLITE_INDEX_CONSTRAINT_LE) *r = ML_RANGE_NONE;
  }
}

/* How many of the times from 1970 to 9999 show as a text below this one (or equal to it). Text and time run in the
** same order, so they come first. */
static i64 times_below(MlText text, int or_equal) {
  i64 low = 0, high = ML_TIME_MAX + 1;
  while (low < high) {
    i64 middle = low + (high - low) / 2;
    char shown[ML_TIME_TEXT];
    ml_clock_text(middle, shown);
    int order = ml_text_compare((MlText){shown, ML_TIME_TEXT - 1}, text);
    if (order < 0 || (or_equal && order == 0)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void ml_table_narrow_time(MlRange *r, const MlTerm *t) {
  int type = sqlite3_value_type(t->value);
  if (type == SQLITE_NULL) *r = ML_RANGE_NONE;
  if (type != SQLITE_TEXT) return;
  MlText text = ml_value_text(t->value);
  /* In a file of UTF-16 text has another order; for ASCII it is the same. */
  for (i64 i = 0; i < text.n; i++) {
    if ((u8)text.p[i] >= 0x80) return;
  }
  int equal = t->op == SQLITE_INDEX_CONSTRAINT_EQ;
  if (equal || t->op == SQLITE_INDEX_CONSTRAINT_GE) range_from(r, times_below(text, 0));
  if (t->op == SQLITE_INDEX_CONSTRAINT_GT) range_from(r, times_below(text, 1));
  if (equal || t->op == SQLITE_INDEX_CONSTRAINT_LE) range_upto(r, times_below(text, 1) - 1);
  if (t->op == SQLITE_INDEX_CONSTRAINT_LT) range_upto(r, times_below(text, 0) - 1);
}

int ml_table_text(const MlTerm *t, MlText *text) {
  switch (sqlite3_value_type(t->value)) {
  case SQLITE_TEXT:
    *text = ml_value_text(t->value);
    return text->p ? 1 : -1;
  case SQLITE_NULL:
  case SQLITE_BLOB:
    return 0;
  default:
    return -1; /* compared as a number or as text, as the other side has it: '042' may equal 42 */
  }
}

/* ---- results ---- */

void ml_table_result(sqlite3_context *ctx, MlText t) {
  if (t.p) sqlite3_result_text64(ctx, t.p, (u64)t.n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void ml_table_result_json(sqlite3_context *ctx, MlText t) {
  ml_table_result(ctx, t);
  if (t.p) sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
}

void ml_table_result_whole(sqlite3_context *ctx, MlConn *c, MlText key, MlText t) {
  MlHolder h;
  MlBuf full = {0};
  MlErr e = {0};
  if (!t.p || !ml_json_find_holder(t, &h).p) {
    ml_table_result_json(ctx, t);
    return;
  }
  if (ml_large_resolve(c, key, t, &full, &e)) {
    ml_err_result(&e, ctx);
  } else {
    ml_table_result_json(ctx, ml_buf_view(&full));
  }
  ml_buf_free(&full);
}

void ml_table_result_time(sqlite3_context *ctx, i64 us) {
  char text[ML_TIME_TEXT];
  ml_clock_text(us, text);
  sqlite3_result_text(ctx, text, ML_TIME_TEXT - 1, SQLITE_TRANSIENT);
}

void ml_table_result_uuid(sqlite3_context *ctx, const MlUuid *id) {
  char text[37];
  ml_uuid_text(id, text);
  sqlite3_result_text(ctx, text, 36, SQLITE_TRANSIENT);
}

void ml_table_result_number(sqlite3_context *ctx, i64 v) {
  if (v) sqlite3_result_int64(ctx, v);
}
