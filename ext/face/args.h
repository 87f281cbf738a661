/*
** Arguments of functions and constraints of tables: checked here, once for all faces, so that a key, a scope or a
** path means the same and fails with the same words everywhere.
*/
#ifndef ML_ARGS_H
#define ML_ARGS_H

#include "../store/cell.h"

/* SQLITE_OK, or an error when statements cannot be kept any more (sqlite3_drop_modules). Every face calls it
** first. */
int ml_args_enter(MlConn *c, MlErr *e);

/* An argument that may be left out: NULL where it is. */
static inline sqlite3_value *ml_args_at(int n, sqlite3_value **arg, int i) { return i < n ? arg[i] : NULL; }
static inline int ml_args_null(sqlite3_value *v) { return !v || sqlite3_value_type(v) == SQLITE_NULL; }

/* 1: v is a whole number, in *n: an integer, or a real that stands for one exactly, as hosts bind whose language has no
** integers. 0: it is none, and so is *n. */
int ml_args_whole(sqlite3_value *v, i64 *n);

/* JSON of options, canonical at the end of out: errors say that it is about these. */
int ml_args_options_json(const char *who, sqlite3_value *v, MlBuf *out, MlErr *e);

/* Options: JSON of a map, canonical in out, which json views; {NULL,0}: there are none. */
int ml_args_options(const char *who, sqlite3_value *v, MlBuf *out, MlText *json, MlErr *e);

/* An id as text, or the error; a text of JSON, with its subtype. */
void ml_args_result_id(sqlite3_context *ctx, int rc, const MlUuid *id, MlErr *e);
void ml_args_result_json(sqlite3_context *ctx, const MlBuf *json);

/* A key: text, not empty, valid UTF-8 without NUL. who names the function or table. Borrows until the value
** changes. */
int ml_args_key(const char *who, sqlite3_value *v, MlText *key, MlErr *e);

/* The same of another name. what: which. */
int ml_args_name(const char *who, const char *what, sqlite3_value *v, MlText *name, MlErr *e);

/* A scope: 'short_term' or 'sensory' (SQL NULL or v NULL: short_term). */
int ml_args_scope(const char *who, sqlite3_value *v, MlScope *scope, MlErr *e);

/* The same, or 'long_term'. */
int ml_args_any_scope(const char *who, sqlite3_value *v, MlScope *scope, MlErr *e);

/* A path, canonical, at the end of out. */
int ml_args_path(const char *who, sqlite3_value *v, MlBuf *out, MlErr *e);

/* A whole node: key, path (or a reference, whose key and scope must not contradict the others), scope (v NULL:
** none given). The id borrows from the values and from the buffer. root_ok: the path may be ''. */
typedef struct MlArgsNode {
  MlNodeId id;
  MlBuf key, path;
} MlArgsNode;
int ml_args_node(MlConn *c, const char *who, sqlite3_value *key, sqlite3_value *path, sqlite3_value *scope, int root_ok,
                 MlArgsNode *n, MlErr *e);
void ml_args_node_free(MlConn *c, MlArgsNode *n);

#endif
