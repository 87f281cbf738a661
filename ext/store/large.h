/*
** memlog_value: large values, each stored once for its key. Where one is meant, memory, log and snapshots hold a place
** holder in its stead (see data/json.h), so that writing a state down again costs no more than the place holders. They
** are a key's own: nothing is shared between keys, and a digest tells nothing without the key's salt.
*/
#ifndef ML_LARGE_H
#define ML_LARGE_H

#include "cell.h"

void ml_large_open(MlConn *c);

/* 1 if the text of a value is a place holder, whole or damaged. No user can write one. */
static inline int ml_large_is(MlText value) { return ml_json_is_holder(value); }

/* Puts a text that memlog wrote (a value, a map of values, anything made of them) at the end of out, with the key's
** values in place of the place holders in it. SQLITE_CORRUPT, with words, if one is missing or is not what the place
** holder says. */
int ml_large_resolve(MlConn *c, MlText key, MlText text, MlBuf *out, MlErr *e);

/* The same for what is in a buffer, which mostly holds no place holder, and stays as it is. */
int ml_large_fill(MlConn *c, MlText key, MlBuf *b, MlErr *e);

/* The same for all values of a tree: they can then be another key's. */
int ml_large_fill_tree(MlConn *c, MlText key, MlTree *t, MlErr *e);

/* *same: whether two values of a key are the same, be they stored aside or not (memory.inline-value-bytes may have been
** changed between the two). Mostly tells without reading what is stored aside. */
int ml_large_same(MlConn *c, MlText key, MlText a, MlText b, int *same, MlErr *e);

/* How many bytes the whole of a value has. */
i64 ml_large_bytes(MlText value);

/* Stores a value aside unless it is stored already; its place holder goes to the end of out. */
int ml_large_store(MlConn *c, MlText key, MlText json, MlBuf *out, MlErr *e);

/* Puts a value like ml_cell_put_value, but stored aside, with a place holder in its stead, if it has more bytes than
** memory.inline-value-bytes. json may be a place holder of the same key already. Comes after all checks: what it stores
** it does not take back. The options must be loaded. */
int ml_large_put_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e);

/* Stores those values of a map of them (path -> value) aside that have more bytes than that, and puts the map with
** place holders in their stead at the end of out; puts nothing if there are none. The member '' is no value. */
int ml_large_stow(MlConn *c, MlText key, MlText map, MlBuf *out, MlErr *e);

/* 1 if a value is stored aside. */
static inline int ml_large_goes_aside(const MlConn *c, MlText json) {
  return json.n > c->config.inline_value_bytes && !ml_large_is(json);
}

/* The digest of a value under a key's salt. Where it belongs to another value already, which nobody has ever seen, the
** next attempt gives another one. */
#define ML_LARGE_ATTEMPTS 8
int ml_large_digest(const MlUuid *salt, MlText json, int attempt, MlUuid *digest, MlErr *e);

/* The key's next digest behind one (n 0: the first), as it is stored; *n is its length, 0 at the end. Borrows until
** ml_large_done. */
int ml_large_next(MlConn *c, MlText key, const void *after, i64 n_after, const void **digest, i64 *n, sqlite3_stmt **st,
                  MlErr *e);
int ml_large_done(MlConn *c, sqlite3_stmt *st, MlErr *e);

/* Removes a value. */
int ml_large_remove(MlConn *c, MlText key, const void *digest, i64 n, MlErr *e);

#endif
