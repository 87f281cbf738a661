#include "args.h"

#include "../data/path.h"
#include "../data/ref.h"
#include "../data/value.h"
#include "recorder.h"

#include <string.h>

int ml_args_enter(MlConn *c, MlErr *e) {
  if (c->open || ml_recorder_pin(c) == SQLITE_OK) return SQLITE_OK;
  return ml_err_set(e, SQLITE_MISUSE, "memlog: connection: its modules were dropped");
}

/* Of what is not text. */
static const char *type_name(sqlite3_value *v) {
  switch (sqlite3_value_type(v)) {
  case SQLITE_NULL:
    return "NULL";
  case SQLITE_INTEGER:
    return "an integer";
  case SQLITE_FLOAT:
    return "a real";
  default:
    return "a blob";
  }
}

int ml_args_name(const char *who, const char *what, sqlite3_value *v, MlText *name, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: %s: the %s is %s; it must be text", who, what, type_name(v));
  }
  *name = ml_value_text(v);
  if (!name->p) return ml_err_nomem(e);
  if (!name->n) return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the %s is empty", who, what);
  if (memchr(name->p, 0, (size_t)name->n) || !ml_text_utf8(*name)) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s %s is not valid UTF-8 text without NUL", who, what,
                      ml_err_show(show, *name));
  }
  return SQLITE_OK;
}

int ml_args_whole(sqlite3_value *v, i64 *n) {
  static const double most = 9007199254740992.0; /* 2^53: a real of that size may have been another number */
  int type = sqlite3_value_type(v);
  double r = type == SQLITE_FLOAT ? sqlite3_value_double(v) : 0;
  int whole = type == SQLITE_INTEGER || (type == SQLITE_FLOAT && r > -most && r < most && r == (double)(i64)r);
  *n = whole ? sqlite3_value_int64(v) : 0;
  return whole;
}

int ml_args_options_json(const char *who, sqlite3_value *v, MlBuf *out, MlErr *e) {
  char what[64];
  sqlite3_snprintf(sizeof(what), what, "%s: the options", who);
  return ml_value_read_json(v, what, out, e);
}

int ml_args_options(const char *who, sqlite3_value *v, MlBuf *out, MlText *json, MlErr *e) {
  *json = (MlText){NULL, 0};
  if (ml_args_null(v)) return SQLITE_OK;
  int rc = ml_args_options_json(who, v, out, e);
  if (!rc && out->rc) rc = ml_err_nomem(e);
  if (!rc && ml_json_type(ml_buf_view(out)) != ML_MAP) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options are no JSON map", who);
  }
  if (!rc) *json = ml_buf_view(out);
  return rc;
}

void ml_args_result_id(sqlite3_context *ctx, int rc, const MlUuid *id, MlErr *e) {
  char text[37];
  if (rc) {
    ml_err_result(e, ctx);
    return;
  }
  ml_uuid_text(id, text);
  sqlite3_result_text(ctx, text, -1, SQLITE_TRANSIENT);
}

void ml_args_result_json(sqlite3_context *ctx, const MlBuf *json) {
  sqlite3_result_text64(ctx, json->p, (u64)json->n, SQLITE_TRANSIENT, SQLITE_UTF8);
  sqlite3_result_subtype(ctx, ML_SUBTYPE_JSON);
}

int ml_args_key(const char *who, sqlite3_value *v, MlText *key, MlErr *e) {
  return ml_args_name(who, "key", v, key, e);
}

int ml_args_scope(const char *who, sqlite3_value *v, MlScope *scope, MlErr *e) {
  char show[ML_ERR_SHOW];
  *scope = ML_SHORT_TERM;
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  int text = sqlite3_value_type(v) == SQLITE_TEXT;
  int found = text ? ml_event_scope_named(ml_value_text(v)) : -1;
  if (found < 0) {
    const char *hint = text && ml_text_same(ml_value_text(v), ml_event_scope_name(ML_LONG_TERM))
                           ? "; for long-term memory there are mem_items and mem_item_add, _put, _get, _remove"
                           : "";
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: scope %s: it is 'short_term' or 'sensory'%s", who,
                      ml_err_show(show, ml_value_text(v)), hint);
  }
  *scope = (MlScope)found;
  return SQLITE_OK;
}

int ml_args_any_scope(const char *who, sqlite3_value *v, MlScope *scope, MlErr *e) {
  char show[ML_ERR_SHOW];
  *scope = ML_SHORT_TERM;
  if (!v || sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  if (sqlite3_value_type(v) == SQLITE_TEXT) {
    for (int s = 0; s <= ML_LONG_TERM; s++) {
      *scope = (MlScope)s;
      if (ml_text_same(ml_value_text(v), ml_event_scope_name(*scope))) return SQLITE_OK;
    }
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: scope %s: it is 'short_term', 'sensory' or 'long_term'", who,
                    ml_err_show(show, ml_value_text(v)));
}

int ml_args_path(const char *who, sqlite3_value *v, MlBuf *out, MlErr *e) {
  if (sqlite3_value_type(v) != SQLITE_TEXT) {
    return ml_err_set(e, SQLITE_MISMATCH, "memlog: %s: the path is %s; it must be text", who, type_name(v));
  }
  MlText path = ml_value_text(v);
  return path.p ? ml_path_read(path, out, e) : ml_err_nomem(e);
}

/* A reference in the path's place: its own key and scope must be those of the other arguments. */
static int reference_take(const char *who, MlText ref, sqlite3_value *scope, MlArgsNode *n, MlErr *e) {
  char show[ML_ERR_SHOW], other[ML_ERR_SHOW];
  MlScope own;
  int rc = ml_ref_read(ref, &n->key, &own, &n->path, e);
  if (rc) return rc;
  if (!ml_text_same(ml_buf_view(&n->key), n->id.key)) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the reference is of key %s, not of key %s", who,
                      ml_err_show(show, ml_buf_view(&n->key)), ml_err_show(other, n->id.key));
  }
  if (scope && sqlite3_value_type(scope) != SQLITE_NULL && own != n->id.scope) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the reference is of scope %s, not of scope %s", who,
                      ml_event_scope_name(own).p, ml_event_scope_name(n->id.scope).p);
  }
  n->id.scope = own;
  return SQLITE_OK;
}

int ml_args_node(MlConn *c, const char *who, sqlite3_value *key, sqlite3_value *path, sqlite3_value *scope, int root_ok,
                 MlArgsNode *n, MlErr *e) {
  n->key = (MlBuf){0};
  n->path = ml_conn_scratch(c);
  int rc = ml_args_enter(c, e);
  if (!rc) rc = ml_args_key(who, key, &n->id.key, e);
  if (!rc) rc = ml_args_scope(who, scope, &n->id.scope, e);
  if (rc) return rc;
  MlText text = path && sqlite3_value_type(path) == SQLITE_TEXT ? ml_value_text(path) : (MlText){NULL, 0};
  if (text.p && ml_ref_is(text)) {
    rc = reference_take(who, text, scope, n, e);
  } else if (path) {
    rc = ml_args_path(who, path, &n->path, e);
  }
  if (rc) return rc;
  if (n->path.rc) return ml_err_nomem(e);
  n->id.path = n->path.n ? ml_buf_view(&n->path) : (MlText){"", 0};
  if (!n->path.n && !root_ok) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the path is the root (''), which cannot be written", who);
  }
  return SQLITE_OK;
}

void ml_args_node_free(MlConn *c, MlArgsNode *n) {
  ml_buf_free(&n->key);
  ml_conn_give(c, &n->path);
}
