/* Functions that set up the file or the connection, and say what runs here. */
#include "../base/version.h"
#include "../data/clock.h"
#include "../data/json.h"
#include "../data/value.h"
#include "../schema/install.h"
#include "../store/config.h"
#include "../store/index.h"
#include "../store/meta.h"
#include "../work/action.h"
#include "../work/append.h"
#include "../work/txn.h"
#include "args.h"
#include "functions.h"

#include <jansson.h>

#include <string.h>

/* Gives the buffer, which goes with it, as JSON. */
static void json_result(sqlite3_context *ctx, MlBuf *b) {
  if (b->rc) {
    sqlite3_result_error_nomem(ctx);
  } else {
    sqlite3_result_text64(ctx, b->p, (u64)b->n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  }
  ml_buf_free(b);
}

/* ---- options ---- */

typedef struct Option {
  const MlOption *option;
  MlText value;
} Option;

static int option_work(MlConn *c, void *arg, MlErr *e) {
  Option *o = arg;
  i64 at = 0;
  int rc = ml_action_refuse_listener(c, "mem_config", e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_append_time(c, &at, e);
  return rc ? rc : ml_config_put(c, o->option, o->value, at, e);
}

static void option_result(sqlite3_context *ctx, MlConn *c, const MlOption *o) {
  MlErr e = {0};
  MlBuf b = {0};
  int known;
  i64 number;
  if (ml_config_effective(c, o, &b, &known, &e)) {
    ml_err_result(&e, ctx);
  } else if (known && ml_json_get_integer(ml_buf_view(&b), &number)) {
    sqlite3_result_int64(ctx, number);
  } else if (known) {
    sqlite3_result_text64(ctx, b.p, (u64)b.n, SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  ml_buf_free(&b);
}

static void fn_config(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Option o = {0};
  char digits[24];
  i64 whole;
  int rc = ml_args_enter(c, &e);
  if (!rc && sqlite3_value_type(arg[0]) != SQLITE_TEXT) {
    rc = ml_err_set(&e, SQLITE_MISMATCH, "memlog: mem_config: the option's name must be text");
  }
  if (!rc) {
    o.option = ml_config_find(ml_value_text(arg[0]), &e);
    if (!o.option) rc = e.rc ? e.rc : SQLITE_NOMEM;
  }
  if (!rc && n > 1) {
    if (sqlite3_value_type(arg[1]) == SQLITE_BLOB) {
      rc = ml_err_set(&e, SQLITE_MISMATCH, "memlog: mem_config: the value of %s is a blob", o.option->name);
    }
    if (sqlite3_value_type(arg[1]) != SQLITE_NULL) o.value = ml_value_text(arg[1]);
    if (sqlite3_value_type(arg[1]) == SQLITE_FLOAT && ml_args_whole(arg[1], &whole)) {
      sqlite3_snprintf(sizeof(digits), digits, "%lld", whole);
      o.value = (MlText){digits, (i64)strlen(digits)};
    }
    if (!rc) rc = ml_txn_run(c, option_work, &o, &e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    option_result(ctx, c, o.option);
  }
}

/* ---- the connection ---- */

static void fn_observer(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  i64 on;
  (void)n;
  if (ml_args_enter(c, &e)) {
    ml_err_result(&e, ctx);
    return;
  }
  if (!ml_args_whole(arg[0], &on) || (on != 0 && on != 1)) {
    ml_err_set(&e, SQLITE_ERROR, "memlog: mem_observer: it takes 1 or 0");
    ml_err_result(&e, ctx);
    return;
  }
  c->observer = (u8)on;
  sqlite3_result_int(ctx, c->observer);
}

static const char *clock_read(sqlite3_value *v, i64 now, i64 *us) {
  MlMoment m;
  const char *wrong;
  switch (sqlite3_value_type(v)) {
  case SQLITE_TEXT:
    return ml_clock_read(ml_value_text(v), now, us);
  case SQLITE_INTEGER:
    wrong = ml_moment_read_integer(sqlite3_value_int64(v), &m);
    break;
  case SQLITE_FLOAT:
    wrong = ml_moment_read_number(sqlite3_value_double(v), &m);
    break;
  default:
    return "it is a blob";
  }
  if (!wrong) *us = m.n;
  return wrong;
}

static void fn_clock(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  char text[ML_TIME_TEXT], show[ML_ERR_SHOW];
  MlErr e = {0};
  i64 us = 0;
  (void)n;
  if (sqlite3_value_type(arg[0]) == SQLITE_NULL) {
    c->clock_fixed = 0;
    return;
  }
  const char *wrong = clock_read(arg[0], ml_conn_now(c), &us);
  if (wrong) {
    ml_err_set(&e, SQLITE_ERROR, "memlog: mem_clock: %s: %s", ml_err_show(show, ml_value_text(arg[0])), wrong);
    ml_err_result(&e, ctx);
    return;
  }
  c->clock = us;
  c->clock_fixed = 1;
  ml_clock_text(us, text);
  sqlite3_result_text(ctx, text, -1, SQLITE_TRANSIENT);
}

/* ---- the file ---- */

/* What a function that makes the tables is called, for its words. */
typedef struct Installer {
  const char *who;
  MlText pack; /* of views; {NULL,0}: none */
} Installer;

static int install_work(MlConn *c, void *arg, MlErr *e) {
  const Installer *i = arg;
  int rc = ml_action_refuse_listener(c, i->who, e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_index_install(c, e);
  if (rc || !i->pack.p) return rc;
  int begun = 0;
  rc = ml_install_pack(c->db, i->pack, &begun, e);
  /* Some of the views may stand, or be gone: that cannot be committed. */
  if (rc && begun) ml_conn_break(c);
  return rc;
}

static void fn_install(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Installer i = {.who = "mem_install"};
  int rc = ml_args_enter(c, &e);
  if (!rc && n && sqlite3_value_type(arg[0]) != SQLITE_TEXT) {
    rc = ml_err_set(&e, SQLITE_MISMATCH, "memlog: mem_install: the name of the views must be text");
  }
  if (!rc && n) {
    i.pack = ml_value_text(arg[0]);
    if (!i.pack.p) rc = ml_err_nomem(&e);
  }
  if (!rc) rc = ml_txn_run(c, install_work, &i, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int(ctx, ML_SCHEMA_VERSION);
  }
}

/* What an upgrade did, or would do. */
static void upgrade_result(sqlite3_context *ctx, int from, int done) {
  MlBuf b = {0};
  const char *name;
  ml_buf_puts(&b, "{\"from\":");
  ml_buf_int(&b, from);
  ml_buf_puts(&b, ",\"to\":");
  ml_buf_int(&b, ML_SCHEMA_VERSION);
  ml_buf_puts(&b, ",\"files\":[");
  for (int i = 0, n = 0; (name = ml_install_file(from, ML_SCHEMA_VERSION, &i)) != NULL; n++) {
    if (n) ml_buf_char(&b, ',');
    ml_json_put_string(&b, ml_text_of(name));
  }
  ml_buf_puts(&b, done ? "],\"done\":true}" : "],\"done\":false}");
  json_result(ctx, &b);
}

static void fn_upgrade(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  Installer i = {.who = "mem_upgrade"};
  int from = 0;
  i64 dry = 0;
  int rc = ml_args_enter(c, &e);
  if (!rc && n && (!ml_args_whole(arg[0], &dry) || (dry != 0 && dry != 1))) {
    rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_upgrade: dry_run is 1 or 0");
  }
  if (!rc && !c->in_txn) ml_conn_refresh(c);
  if (!rc) rc = ml_meta_version(c, &from, &e);
  if (!rc && !dry) rc = ml_txn_run(c, install_work, &i, &e);
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    upgrade_result(ctx, from, !dry || from == ML_SCHEMA_VERSION);
  }
}

/* ---- what runs here ---- */

static void fn_version(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  (void)n, (void)arg;
  sqlite3_result_text(ctx, ML_VERSION, -1, SQLITE_STATIC);
}

#ifndef ML_LIBUUID_VERSION
#define ML_LIBUUID_VERSION "unknown"
#endif
#ifndef ML_BUILD_FLAGS
#define ML_BUILD_FLAGS ""
#endif

static void field_put(MlBuf *b, const char *name, const char *value) {
  ml_buf_char(b, b->n ? ',' : '{');
  ml_json_put_string(b, ml_text_of(name));
  ml_buf_char(b, ':');
  ml_json_put_string(b, ml_text_of(value));
}

static void fn_debug(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlBuf b = {0};
  (void)n, (void)arg;
  field_put(&b, "memlog", ML_VERSION);
  field_put(&b, "sqlite", sqlite3_libversion());
  field_put(&b, "sqlite_source", sqlite3_sourceid());
  field_put(&b, "jansson", JANSSON_VERSION);
  field_put(&b, "libuuid", ML_LIBUUID_VERSION);
  field_put(&b, "compiler", __VERSION__);
  field_put(&b, "flags", ML_BUILD_FLAGS);
  ml_buf_char(&b, '}');
  json_result(ctx, &b);
}

int ml_fn_admin_register(MlConn *c) {
  static const MlFunction list[] = {
      {"mem_config", 1, 1, 0, fn_config},
      {"mem_config", 2, 2, SQLITE_DIRECTONLY, fn_config},
      {"mem_observer", 1, 1, SQLITE_DIRECTONLY, fn_observer},
      {"mem_clock", 1, 1, SQLITE_DIRECTONLY, fn_clock},
      {"mem_install", 0, 1, SQLITE_DIRECTONLY, fn_install},
      {"mem_upgrade", 0, 1, SQLITE_DIRECTONLY, fn_upgrade},
      {"mem_version", 0, 0, SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, fn_version},
      {"mem_debug", 0, 0, 0, fn_debug},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
