/* Functions of paths and references, and the pure ones that listeners use on an event's columns. */
#include "../data/path.h"
#include "../data/ref.h"
#include "../data/value.h"
#include "../work/read.h"
#include "args.h"
#include "functions.h"

#include <string.h>

static void result_done(sqlite3_context *ctx, int rc, MlErr *e, MlBuf *b, int json) {
  if (!rc && b->rc) rc = ml_err_nomem(e);
  if (rc) {
    ml_err_result(e, ctx);
    return;
  }
  sqlite3_result_text64(ctx, b->n ? b->p : "", (u64)b->n, SQLITE_TRANSIENT, SQLITE_UTF8);
  if (json) sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
}

/* Name number i. */
static int name_add(sqlite3_value *v, int i, MlBuf *out, MlErr *e) {
  char digits[24];
  i64 index;
  if (sqlite3_value_type(v) == SQLITE_TEXT) return ml_path_add_name(out, ml_value_text(v), e);
  if (!ml_args_whole(v, &index)) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: mem_path: name %d is neither text nor an integer", i);
  }
  sqlite3_snprintf(sizeof(digits), digits, "%lld", index);
  return ml_path_add_name(out, (MlText){digits, (i64)strlen(digits)}, e);
}

/* mem_path(name, …) or mem_path(reference, name, …): the first argument may be a reference, whose path is the
** base. */
static void fn_path(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  MlBuf out = {0}, key = {0};
  int rc = SQLITE_OK, i = 0;
  if (n < 1) rc = ml_err_set(&e, SQLITE_ERROR, "memlog: mem_path: it takes one name or more");
  if (!rc && sqlite3_value_type(arg[0]) == SQLITE_TEXT && ml_ref_is(ml_value_text(arg[0]))) {
    MlScope scope;
    rc = ml_ref_read(ml_value_text(arg[0]), &key, &scope, &out, &e);
    i = 1;
  }
  for (; i < n && !rc; i++) {
    rc = name_add(arg[i], i + 1, &out, &e);
  }
  result_done(ctx, rc, &e, &out, 0);
  ml_buf_free(&out);
  ml_buf_free(&key);
}

static void fn_ref(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlArgsNode node;
  MlType type = ML_MISSING;
  MlBuf out = {0};
  int rc = ml_args_node(c, "mem_ref", arg[0], arg[1], ml_args_at(n, arg, 2), 1, &node, &e);
  if (!rc) rc = ml_read_type(c, &node.id, &type, &e);
  if (!rc) ml_ref_put(&out, node.id.key, node.id.scope, node.id.path, type);
  result_done(ctx, rc, &e, &out, 1);
  ml_buf_free(&out);
  ml_args_node_free(c, &node);
}

static void fn_resolve(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlConn *c = sqlite3_user_data(ctx);
  MlErr e = {0};
  MlBuf key = {0}, path = {0}, out = {0};
  MlScope scope = ML_SHORT_TERM;
  MlType type = ML_MISSING;
  (void)n;
  int rc = ml_args_enter(c, &e);
  if (!rc && (sqlite3_value_type(arg[0]) != SQLITE_TEXT || !ml_ref_is(ml_value_text(arg[0])))) {
    rc = ml_err_set(&e, SQLITE_MISMATCH,
                    "memlog: mem_resolve: the argument is no reference (a JSON map of key, scope and path)");
  }
  if (!rc) rc = ml_ref_read(ml_value_text(arg[0]), &key, &scope, &path, &e);
  if (!rc) {
    MlNodeId id = {ml_buf_view(&key), scope, path.n ? ml_buf_view(&path) : (MlText){"", 0}};
    rc = ml_read_node(c, &id, &out, &type, &e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else if (type != ML_MISSING) {
    ml_json_result(ctx, ml_buf_view(&out));
  }
  ml_buf_free(&key);
  ml_buf_free(&path);
  ml_buf_free(&out);
}

/* ---- pure ---- */

static int json_damaged(const char *who, MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: an argument is no JSON map or array", who);
}

/* 1 in *hit if a member's name (of a map) or an element (of an array) is the path or lies under it. */
static int json_touches(MlText json, MlText path, MlBuf *scratch, int *hit, MlErr *e) {
  MlJsonScan s;
  for (ml_json_open(&s, json); !*hit && ml_json_next(&s);) {
    MlText named = s.name.n ? s.name : s.value;
    if (ml_json_type(named) != ML_STRING) continue;
    MlText bare = ml_json_bare(named, scratch);
    if (!bare.p) return scratch->rc ? ml_err_nomem(e) : json_damaged("mem_touches", e);
    *hit = ml_path_under(bare, path);
  }
  return s.rc ? json_damaged("mem_touches", e) : SQLITE_OK;
}

static void fn_touches(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  MlBuf path = {0}, scratch = {0};
  int hit = 0;
  int rc = n < 2 ? ml_err_set(&e, SQLITE_ERROR, "memlog: mem_touches: it takes a path and one JSON text or more")
                 : SQLITE_OK;
  if (!rc) rc = ml_args_path("mem_touches", arg[0], &path, &e);
  for (int i = 1; i < n && !rc && !hit; i++) {
    if (sqlite3_value_type(arg[i]) == SQLITE_NULL) continue;
    MlText json = ml_value_text(arg[i]);
    rc = json.p ? json_touches(json, ml_buf_view(&path), &scratch, &hit, &e) : ml_err_nomem(&e);
  }
  if (rc) {
    ml_err_result(&e, ctx);
  } else {
    sqlite3_result_int(ctx, hit);
  }
  ml_buf_free(&path);
  ml_buf_free(&scratch);
}

/* A map is given as it stands, for it may be the place holder of a large value. */
static void member_result(sqlite3_context *ctx, MlText json) {
  if (json.n && json.p[0] == '{') {
    sqlite3_result_text64(ctx, json.p, (u64)json.n, SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
  } else {
    ml_json_result(ctx, json);
  }
}

static void fn_pick(sqlite3_context *ctx, int n, sqlite3_value **arg) {
  MlErr e = {0};
  MlBuf path = {0}, scratch = {0};
  MlJsonScan s = {0};
  (void)n;
  int rc = ml_args_path("mem_pick", arg[1], &path, &e);
  if (!rc && sqlite3_value_type(arg[0]) != SQLITE_NULL) {
    MlText want = ml_buf_view(&path), json = ml_value_text(arg[0]);
    for (ml_json_open(&s, json); ml_json_next(&s) && !scratch.rc;) {
      if (s.name.n && ml_text_same(ml_json_bare(s.name, &scratch), want)) {
        member_result(ctx, s.value);
        break;
      }
    }
    if (!json.p || scratch.rc) {
      rc = ml_err_nomem(&e);
    } else if (s.rc) {
      rc = json_damaged("mem_pick", &e);
    }
  }
  if (rc) ml_err_result(&e, ctx);
  ml_buf_free(&path);
  ml_buf_free(&scratch);
}

int ml_fn_path_register(MlConn *c) {
  const int pure = SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const MlFunction list[] = {
      {"mem_path", 0, -1, pure, fn_path},       {"mem_ref", 2, 3, 0, fn_ref},      {"mem_resolve", 1, 1, 0, fn_resolve},
      {"mem_touches", 0, -1, pure, fn_touches}, {"mem_pick", 2, 2, pure, fn_pick},
  };
  return ml_functions_add(c, list, sizeof(list) / sizeof(*list));
}
