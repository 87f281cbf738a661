#include "deletion.h"

#include "../data/taken.h"
#include "../data/value.h"
#include "../work/propagate.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"
#include "table.h"

/* ---- mem_deletion: the function ---- */

static void fn_deletion(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlDeletionOf of = {.key = ml_conn_scratch(c)};
  MlDeletion d = {.n = 0};
  MlText subject = {NULL, 0};
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_name("mem_deletion", "id", arg[0], &subject, &e);
  if (!rc) rc = ml_deletion_find(c, "mem_deletion", subject, &of, &e);
  if (!rc && of.found) rc = ml_deletion_look(c, &of.id, of.of_record ? &of.record : NULL, &d, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (of.found) {
    sqlite3_result_text(ctx, ml_deletion_state_name(d.state), -1, SQLITE_STATIC);
  }
  ml_deletion_free(&d);
  ml_conn_give(c, &of.key);
}

/* ---- mem_propagate ---- */

static int propagate_work(MlConn *c, void *arg, MlErr *e) { return ml_propagate_run(c, arg, e); }

static int options_read(MlConn *c, sqlite3_value *v, MlBuf *json, MlBuf *text, MlPropagate *x, MlErr *e) {
  const MlTaken list[] = {{"part", ML_TAKES_WORD, &x->part, 0, 0, ml_proof_parts + 1},
                          {"state", ML_TAKES_WORD, &x->state, 0, 0, ml_proof_states},
                          {"check", ML_TAKES_NAME, &x->check, 0, 0, NULL}};
  if (ml_args_null(v)) return SQLITE_OK;
  int rc = ml_args_options_json("mem_propagate", v, json, e);
  if (rc) return rc;
  return ml_taken_read("mem_propagate", ml_buf_view(json), ml_conn_now(c), list, 3, text, e);
}

static void fn_propagate(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlBuf json = ml_conn_scratch(c), text = ml_conn_scratch(c);
  MlPropagate x = {.found = 0};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_name("mem_propagate", "id", arg[0], &x.subject, &e);
  if (!rc && n > 1 && !ml_args_null(arg[1])) rc = ml_args_name("mem_propagate", "target", arg[1], &x.target, &e);
  if (!rc && n > 2) rc = options_read(c, arg[2], &json, &text, &x, &e);
  if (!rc && !x.target.p && (x.part.p || x.state.p || x.check.p)) {
    rc =
        ml_err_set(&e, SQLITE_ERROR, "memlog: mem_propagate: options are of a target: without one memlog looks itself");
  }
  if (!rc) rc = ml_txn_run(c, propagate_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (x.found) {
    ml_table_result_uuid(ctx, &x.id);
  }
  ml_conn_give(c, &json);
  ml_conn_give(c, &text);
}

/* ---- the table ---- */

enum { DELETION, RECORD, KEY, STATE, PART, WHAT, PENDING, INVALIDATED, VERIFIED, CHECKED, OF_ID };

static const MlColumn columns[] = {
    {"deletion", "TEXT", 0},
    {"record", "TEXT", 0},
    {"key", "TEXT", 0},
    {"state", "TEXT", 0},
    {"part", "TEXT", 0},
    {"what", "TEXT", 0},
    {"pending", "INTEGER", 0},
    {"invalidated_at", "TEXT", 0},
    {"verified_at", "TEXT", 0},
    {"checked", "TEXT", 0},
    {"of_id", "HIDDEN", ML_USE_ARGUMENT},
    {NULL, NULL, 0},
};

/* One deletion at a time is looked up: nothing is held of those to come. */
typedef struct Cursor {
  sqlite3_vtab_cursor base;
  MlDeletion d;
  i64 at;    /* the part of it */
  MlUuid id; /* the deletion at hand, or the last one */
  i64 rowid;
  u8 all;
  u8 more;
} Cursor;

static MlConn *cursor_conn(Cursor *cu) { return ((MlTable *)cu->base.pVtab)->c; }

static int deletion_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **err) {
  (void)argc, (void)argv;
  return ml_table_connect(db, aux, columns, out, err);
}

static int deletion_best_index(sqlite3_vtab *t, sqlite3_index_info *info) {
  MlPlan p;
  int rc = ml_table_plan(t, info, "", &p);
  if (rc) return rc;
  info->estimatedRows = p.equal ? 5 : 10000;
  info->estimatedCost = (double)info->estimatedRows * 20;
  return SQLITE_OK;
}

static int deletion_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out) {
  (void)t;
  return ml_table_cursor(sizeof(Cursor), out);
}

static void deletion_rest(Cursor *cu) {
  ml_deletion_free(&cu->d);
  cu->d = (MlDeletion){.n = 0};
  cu->at = 0;
  cu->more = 0;
}

static int deletion_close(sqlite3_vtab_cursor *base) {
  deletion_rest((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

/* The next deletion that has a part. */
static int deletion_take(Cursor *cu, MlErr *e) {
  int more = 1, rc = SQLITE_OK;
  while (!rc && more && cu->at >= cu->d.n) {
    deletion_rest(cu);
    rc = ml_deletion_next(cursor_conn(cu), &cu->id, &more, e);
    if (!rc && more) rc = ml_deletion_look(cursor_conn(cu), &cu->id, NULL, &cu->d, e);
  }
  cu->more = !rc && cu->at < cu->d.n;
  return rc;
}

static int deletion_next(sqlite3_vtab_cursor *base) {
  Cursor *cu = (Cursor *)base;
  MlErr e = {0};
  int rc = ml_args_enter(cursor_conn(cu), &e);
  cu->at++;
  cu->rowid++;
  cu->more = cu->at < cu->d.n;
  if (!rc && !cu->more && cu->all) rc = deletion_take(cu, &e);
  if (!rc) return SQLITE_OK;
  cu->more = 0;
  return ml_table_fail(base->pVtab, &e);
}

static int one_take(Cursor *cu, sqlite3_value *id, MlErr *e) {
  MlConn *c = cursor_conn(cu);
  MlDeletionOf of = {.key = ml_conn_scratch(c)};
  MlText subject = {NULL, 0};
  int rc = ml_args_name("mem_deletion", "id", id, &subject, e);
  if (!rc) rc = ml_deletion_find(c, "mem_deletion", subject, &of, e);
  if (!rc && of.found) rc = ml_deletion_look(c, &of.id, of.of_record ? &of.record : NULL, &cu->d, e);
  cu->more = !rc && cu->d.n > 0;
  ml_conn_give(c, &of.key);
  return rc;
}

static int deletion_filter(sqlite3_vtab_cursor *base, int idx_num, const char *idx_str, int argc,
                           sqlite3_value **argv) {
  Cursor *cu = (Cursor *)base;
  MlConn *c = cursor_conn(cu);
  MlTerms ts;
  MlTerm t;
  MlErr e = {0};
  int there;
  sqlite3_value *id = NULL;
  (void)idx_num, (void)argc;
  deletion_rest(cu);
  cu->rowid = 1;
  cu->id = (MlUuid){{0}};
  int rc = ml_table_enter(c, &there, &e);
  if (!rc) rc = ml_lineage_there(c, &there, &e);
  ml_table_terms(&ts, base->pVtab, idx_str, argv);
  while (ml_table_term(&ts, &t)) id = t.value;
  cu->all = !id;
  if (!rc && there) rc = id ? one_take(cu, id, &e) : deletion_take(cu, &e);
  return rc ? ml_table_fail(base->pVtab, &e) : SQLITE_OK;
}

static int deletion_eof(sqlite3_vtab_cursor *base) { return !((Cursor *)base)->more; }

static int deletion_column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int column) {
  const MlDeletion *d = &((Cursor *)base)->d;
  const MlPart *p = &d->a[((Cursor *)base)->at];
  switch (column) {
  case DELETION:
    ml_table_result_uuid(ctx, &d->id);
    break;
  case RECORD:
    ml_table_result_uuid(ctx, &p->record);
    break;
  case KEY:
    ml_table_result(ctx, d->key);
    break;
  case STATE:
    sqlite3_result_text(ctx, ml_deletion_state_name(d->state), -1, SQLITE_STATIC);
    break;
  case PART:
    sqlite3_result_text(ctx, p->part, -1, SQLITE_STATIC);
    break;
  case WHAT:
    ml_table_result(ctx, p->what);
    break;
  case PENDING:
    sqlite3_result_int(ctx, p->pending);
    break;
  case INVALIDATED:
    if (p->invalidated) ml_table_result_time(ctx, p->invalidated);
    break;
  case VERIFIED:
    if (p->verified) ml_table_result_time(ctx, p->verified);
    break;
  case CHECKED:
    ml_table_result(ctx, p->checked);
    break;
  default:
    break; /* the argument: SQLite does not ask for it */
  }
  return SQLITE_OK;
}

static int deletion_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((Cursor *)base)->rowid;
  return SQLITE_OK;
}

int ml_deletion_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_deletion", 1, 1, 0, fn_deletion},
      {"mem_propagate", 1, 3, 0, fn_propagate},
  };
  static const sqlite3_module module = {
      .xConnect = deletion_connect,
      .xDisconnect = ml_table_disconnect,
      .xBestIndex = deletion_best_index,
      .xOpen = deletion_open,
      .xClose = deletion_close,
      .xFilter = deletion_filter,
      .xNext = deletion_next,
      .xEof = deletion_eof,
      .xColumn = deletion_column,
      .xRowid = deletion_rowid,
  };
  int rc = ml_functions_add(c, list, sizeof(list) / sizeof(*list));
  return rc ? rc : ml_table_register(c, "mem_deletion", &module);
}
