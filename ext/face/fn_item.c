/* Functions on items of long-term memory: mem_item_add, mem_item_put, mem_item_get, mem_item_remove; and those that
** take what is given of one, too: mem_propose, mem_correct. */
#include "../data/json.h"
#include "../data/taken.h"
#include "../data/value.h"
#include "../work/admission.h"
#include "../work/cascade.h"
#include "../work/item.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

/* One call on its way through the transaction. */
typedef struct Call {
  const char *who;
  MlGiven given;
  MlBuf content, options, text; /* what given borrows from */
  MlBuf id;
  MlUuid record;
  MlRemoval removal;
  i64 n;
} Call;

static Call call_make(MlConn *c, const char *who) {
  Call x = {.who = who, .given = ML_GIVEN_NOTHING, .content = ml_conn_scratch(c), .options = ml_conn_scratch(c)};
  x.text = ml_conn_scratch(c);
  x.id = ml_conn_scratch(c);
  return x;
}

static void call_free(MlConn *c, Call *x) {
  ml_conn_give(c, &x->content);
  ml_conn_give(c, &x->options);
  ml_conn_give(c, &x->text);
  ml_conn_give(c, &x->id);
}

static int names_read(MlConn *c, Call *x, sqlite3_value *key, sqlite3_value *set, sqlite3_value *id, MlErr *e) {
  int rc = ml_args_enter(c, e);
  if (!rc) rc = ml_args_key(x->who, key, &x->given.key, e);
  if (!rc) rc = ml_args_name(x->who, "set", set, &x->given.set, e);
  return rc || !id ? rc : ml_args_name(x->who, "id", id, &x->given.id, e);
}

static int options_read(MlConn *c, Call *x, sqlite3_value *v, MlErr *e) {
  int rc = ml_args_null(v) ? SQLITE_OK : ml_args_options_json(x->who, v, &x->options, e);
  if (rc || ml_args_null(v)) return rc;
  return ml_given_read(x->who, ml_buf_view(&x->options), ml_conn_now(c), &x->given, &x->text, e);
}

/* What is kept elsewhere is known by its digest: the one given, or that of the content at hand. */
static int location_take(Call *x, MlErr *e) {
  static const MlUuid space = {{0}};
  MlText digest = x->given.location_digest;
  char hex[33];
  if (!digest.p && !x->content.n) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option location: without a content it must be a map with a digest",
                      x->who);
  }
  if (!digest.p) {
    MlUuid u = ml_uuid_named(&space, x->content.p, (size_t)x->content.n);
    ml_uuid_hex(&u, hex);
    digest = (MlText){hex, 32};
  }
  ml_buf_cut(&x->content, 0);
  ml_given_put_location(x->given.location, digest, &x->content);
  return x->content.rc ? ml_err_nomem(e) : SQLITE_OK;
}

static int content_read(Call *x, sqlite3_value *v, MlErr *e) {
  int rc = ml_args_null(v) ? SQLITE_OK : ml_value_read(v, x->who, &x->content, e);
  if (!rc && x->given.location.n) rc = location_take(x, e);
  x->given.content = ml_buf_view(&x->content);
  if (rc || (x->content.n && ml_json_type(x->given.content) != ML_NULL)) return rc;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the content is NULL: mem_item_remove removes an item", x->who);
}

static int add_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_items_add(c, &x->given, &x->id, e);
}

static void fn_item_add(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = call_make(c, "mem_item_add");
  int rc = names_read(c, &x, arg[0], arg[1], NULL, &e);
  if (!rc) rc = options_read(c, &x, ml_args_at(n, arg, 3), &e);
  if (!rc) rc = content_read(&x, arg[2], &e);
  if (!rc) rc = ml_txn_run(c, add_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_text64(ctx, x.id.p, (u64)x.id.n, SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  call_free(c, &x);
}

static int propose_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_items_propose(c, &x->given, &x->record, e);
}

static void fn_propose(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = call_make(c, "mem_propose");
  int rc = names_read(c, &x, arg[0], arg[1], NULL, &e);
  if (!rc) rc = options_read(c, &x, ml_args_at(n, arg, 3), &e);
  if (!rc) rc = content_read(&x, arg[2], &e);
  if (!rc) rc = ml_txn_run(c, propose_work, &x, &e);
  ml_args_result_id(ctx, rc, &x.record, &e);
  call_free(c, &x);
}

static int put_work(MlConn *c, void *arg, MlErr *e) { return ml_items_put(c, &((Call *)arg)->given, e); }

static void fn_item_put(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = call_make(c, "mem_item_put");
  MlText id = {NULL, 0};
  int rc = names_read(c, &x, arg[0], arg[1], arg[2], &e);
  id = x.given.id;
  if (!rc) rc = options_read(c, &x, ml_args_at(n, arg, 4), &e);
  if (!rc && !ml_text_same(id, x.given.id)) {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_item_put: option id: it contradicts the argument");
  }
  if (!rc) rc = content_read(&x, arg[3], &e);
  if (!rc) rc = ml_txn_run(c, put_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_value(ctx, arg[2]);
  }
  call_free(c, &x);
}

static void fn_item_get(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = call_make(c, "mem_item_get");
  int found = 0;
  (void)n;
  int rc = names_read(c, &x, arg[0], arg[1], arg[2], &e);
  if (!rc) rc = ml_items_get(c, x.given.key, x.given.set, x.given.id, &x.content, &found, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (found) {
    ml_json_result(ctx, ml_buf_view(&x.content));
  }
  call_free(c, &x);
}

static int remove_work(MlConn *c, void *arg, MlErr *e) {
  Call *x = arg;
  return ml_cascade_remove(c, x->given.key, x->given.set, x->given.id, &x->removal, &x->n, e);
}

static void fn_item_remove(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Call x = call_make(c, "mem_item_remove");
  /* Where there are options NULL is the whole set; where there are none it is a mistake. */
  sqlite3_value *id = n > 3 && ml_args_null(arg[2]) ? NULL : ml_args_at(n, arg, 2);
  MlText options = {NULL, 0};
  int rc = names_read(c, &x, arg[0], arg[1], id, &e);
  if (!rc) rc = ml_args_options(x.who, ml_args_at(n, arg, 3), &x.options, &options, &e);
  if (!rc) rc = ml_removal_read(x.who, options, ml_conn_now(c), &x.removal, &x.text, &e);
  if (!rc) rc = ml_txn_run(c, remove_work, &x, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int64(ctx, x.n);
  }
  call_free(c, &x);
}

/* ---- corrections ---- */

typedef struct Correction {
  Call call; /* first */
  MlDecision d;
  MlBuf own, names; /* the options that are not of the item; what d borrows from */
} Correction;

/* What is said of the correction, and what of the item. */
static int correction_split(Correction *x, MlText json, MlErr *e) {
  MlBuf *of[] = {&x->own, &x->call.options};
  MlJsonScan s;
  for (int i = 0; i < 2; i++) ml_buf_char(of[i], '{');
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    MlBuf *b = of[!ml_text_same(s.name, ML_TEXT("\"reason\"")) && !ml_text_same(s.name, ML_TEXT("\"note\""))];
    if (b->n > 1) ml_buf_char(b, ',');
    ml_buf_text(b, s.name);
    ml_buf_char(b, ':');
    ml_buf_text(b, s.value);
  }
  for (int i = 0; i < 2; i++) ml_buf_char(of[i], '}');
  return ml_err_buf(e, x->own.rc ? x->own.rc : x->call.options.rc, "options");
}

static int correction_read(MlConn *c, Correction *x, sqlite3_value *v, MlErr *e) {
  MlBuf json = ml_conn_scratch(c);
  MlText options;
  const MlTaken list[] = {{.name = "reason", .takes = ML_TAKES_NAME, .to = &x->d.reason},
                          {.name = "note", .takes = ML_TAKES_NAME, .to = &x->d.note}};
  int rc = ml_args_options(x->d.who, v, &json, &options, e);
  if (!rc && options.p) {
    rc = correction_split(x, options, e);
    i64 now = ml_conn_now(c);
    if (!rc) rc = ml_taken_read(x->d.who, ml_buf_view(&x->own), now, list, 2, &x->names, e);
    if (!rc) rc = ml_given_read(x->d.who, ml_buf_view(&x->call.options), now, &x->call.given, &x->call.text, e);
  }
  ml_conn_give(c, &json);
  if (rc || !x->call.given.id.p) return rc;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option id: it is that of the record", x->d.who);
}

static int correct_work(MlConn *c, void *arg, MlErr *e) {
  Correction *x = arg;
  return ml_admission_correct(c, &x->d, &x->call.given, &x->call.record, e);
}

static void fn_correct(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Correction x = {.call = call_make(c, "mem_correct"), .d = {.who = "mem_correct", .outcome = ML_TEXT("corrected")}};
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = ml_args_name(x.d.who, "record", arg[0], &x.d.record, &e);
  if (!rc) rc = correction_read(c, &x, ml_args_at(n, arg, 2), &e);
  if (!rc) rc = content_read(&x.call, arg[1], &e);
  if (!rc) rc = ml_txn_run(c, correct_work, &x, &e);
  ml_args_result_id(ctx, rc, &x.call.record, &e);
  ml_buf_free(&x.own);
  ml_buf_free(&x.names);
  call_free(c, &x.call);
}

int ml_fn_item_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_item_add", 3, 4, 0, fn_item_add}, {"mem_item_put", 4, 5, 0, fn_item_put},
      {"mem_item_get", 3, 3, 0, fn_item_get}, {"mem_item_remove", 2, 4, 0, fn_item_remove},
      {"mem_propose", 3, 4, 0, fn_propose},   {"mem_correct", 2, 3, 0, fn_correct},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
