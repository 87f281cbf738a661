#include "span.h"

#include "../data/value.h"
#include "args.h"
#include "table.h"

int ml_span_read(MlConn *c, const char *who, const MlSpanArgs *a, MlSpan *s, MlErr *e) {
  ml_buf_cut(&s->key, 0);
  ml_buf_cut(&s->path, 0);
  if (!a->key) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the key is missing: write %s('user-42', …)", who, who);
  MlArgsNode n;
  MlScope scope = ML_SHORT_TERM;
  int rc = a->items ? ml_args_any_scope(who, a->scope, &scope, e) : SQLITE_OK;
  if (rc) return rc;
  sqlite3_value *of = ml_args_null(a->scope) || scope == ML_LONG_TERM ? NULL : a->scope;
  rc = ml_args_node(c, who, a->key, ml_args_null(a->path) ? NULL : a->path, of, 1, &n, e);
  if (!rc && scope == ML_LONG_TERM && n.key.n) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: the reference is of scope %s, not of scope long_term", who,
                    ml_event_scope_name(n.id.scope).p);
  }
  if (!rc) {
    ml_buf_text(&s->key, n.id.key);
    ml_buf_text(&s->path, n.id.path);
    s->scope = scope == ML_LONG_TERM ? scope : n.id.scope;
    if (s->key.rc || s->path.rc) rc = ml_err_nomem(e);
  }
  ml_args_node_free(c, &n);
  return rc;
}

void ml_span_free(MlSpan *s) {
  ml_buf_free(&s->key);
  ml_buf_free(&s->path);
}

int ml_span_argument(sqlite3_value **at, sqlite3_value *v) {
  int same =
      !*at || (sqlite3_value_type(*at) == sqlite3_value_type(v) && ml_text_same(ml_value_text(*at), ml_value_text(v)));
  *at = v;
  return same;
}

void ml_span_result(sqlite3_context *ctx, MlConn *c, const MlSpan *s, MlType type, MlText value) {
  switch (type) {
  case ML_MISSING:
    break;
  case ML_OBJECT:
    ml_table_result_json(ctx, ML_TEXT("{}"));
    break;
  case ML_LIST:
    ml_table_result_json(ctx, ML_TEXT("[]"));
    break;
  default:
    ml_table_result_whole(ctx, c, ml_buf_view(&s->key), value);
  }
}

void ml_span_result_type(sqlite3_context *ctx, MlType type) {
  if (type != ML_MISSING) sqlite3_result_text(ctx, ml_json_type_name(type), -1, SQLITE_STATIC);
}
