#include "mem_update.h"

#include "../data/clock.h"
#include "../data/path.h"
#include "../data/ref.h"
#include "../data/value.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "../work/expire.h"
#include "../work/txn.h"
#include "../work/write.h"
#include "args.h"
#include "mem_value.h"

#include <string.h>

/* One call of xUpdate. */
typedef struct Change {
  const MlMem *t;
  sqlite3_value *ref;                 /* of the old row */
  sqlite3_value *col[ML_MEM_COLUMNS]; /* the new row */
  u8 partial;                        /* UPDATE, and SQLite tells the columns that stand in SET from those that do not */
  u8 replace;                        /* OR REPLACE */
  u8 conflict;                       /* the error is that there is a node already */
  MlNodeId old, now;                 /* where the node is, and where it is to be */
  MlBuf old_key, old_path, now_path; /* their text */
  MlType type;                       /* what stands at old: its type, … */
  MlBuf json;                        /* … its JSON, if it is a value, … */
  i64 at, expires;                   /* … when it was written, and when it expires */
  MlMemValue value;                  /* what is to stand at now */
  char what[ML_ERR_SHOW + 16];       /* names it in messages */
} Change;

static void change_free(Change *ch) {
  ml_buf_free(&ch->old_key);
  ml_buf_free(&ch->old_path);
  ml_buf_free(&ch->now_path);
  ml_buf_free(&ch->json);
  ml_mem_value_free(&ch->value);
}

/* ---- where ---- */

/* Each reads a column into now. NULL is the table's own key, and its own scope or short_term. */

static int key_read(Change *ch, MlErr *e) {
  char show[ML_ERR_SHOW], own[ML_ERR_SHOW];
  const MlMem *t = ch->t;
  sqlite3_value *v = ch->col[ML_MEM_KEY];
  ch->now.key = t->key;
  if (t->key.p && sqlite3_value_type(v) == SQLITE_NULL) return SQLITE_OK;
  int rc = ml_args_key("mem", v, &ch->now.key, e);
  if (rc || !t->key.p || ml_text_same(t->key, ch->now.key)) return rc;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem: key %s: this table is of key %s alone",
                    ml_err_show(show, ch->now.key), ml_err_show(own, t->key));
}

static int scope_read(Change *ch, MlErr *e) {
  int own = ch->t->scope;
  int rc = ml_args_scope("mem", ch->col[ML_MEM_SCOPE], &ch->now.scope, e);
  if (rc || own < 0) return rc;
  if (sqlite3_value_type(ch->col[ML_MEM_SCOPE]) == SQLITE_NULL) ch->now.scope = (MlScope)own;
  if (own == (int)ch->now.scope) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem: scope %s: this table is of scope %s alone",
                    ml_event_scope_name(ch->now.scope).p, ml_event_scope_name((MlScope)own).p);
}

static int path_read(Change *ch, MlErr *e) {
  int rc = ml_args_path("mem", ch->col[ML_MEM_PATH], &ch->now_path, e);
  if (rc) return rc;
  if (ch->now_path.rc) return ml_err_nomem(e);
  ch->now.path = ml_buf_view(&ch->now_path);
  if (ch->now_path.n) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem: the path is the root (''), which cannot be written");
}

static void change_name(Change *ch, MlText path) {
  char show[ML_ERR_SHOW];
  sqlite3_snprintf(sizeof(ch->what), ch->what, "mem: path %s", ml_err_show(show, path));
}

static int column_refuse(const Change *ch, MlMemColumn column, const char *why, MlErr *e) {
  int i = 0;
  while (ch->t->order[i] != column) i++;
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem: column %s: %s", ch->t->table.column[i].name, why);
}

static int past_refuse(MlErr *e) {
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem: rows of the past (as_of) cannot be written");
}

/* The old row, from its reference. */
static int old_read(Change *ch, MlErr *e) {
  MlText ref = ml_value_text(ch->ref);
  if (!ref.p) return ml_err_nomem(e);
  if (ref.n && ref.p[0] == '#') return past_refuse(e);
  int rc = ml_ref_read(ref, &ch->old_key, &ch->old.scope, &ch->old_path, e);
  if (rc) return rc;
  if (ch->old_key.rc || ch->old_path.rc) return ml_err_nomem(e);
  ch->old.key = ml_buf_view(&ch->old_key);
  ch->old.path = ml_buf_view(&ch->old_path);
  return SQLITE_OK;
}

/* ---- INSERT ---- */

static const MlMemColumn unwritable[] = {
    ML_MEM_UPDATED_AT, ML_MEM_EXPIRES_AT, ML_MEM_OF_KEY, ML_MEM_AS_OF, ML_MEM_OF_SCOPE, ML_MEM_UNDER, ML_MEM_REF,
};
#define N_UNWRITABLE (int)(sizeof(unwritable) / sizeof(*unwritable))

static int row_read(Change *ch, MlErr *e) {
  MlType wanted;
  sqlite3_value *value = ch->col[ML_MEM_VALUE], *json = ch->col[ML_MEM_JSON];
  for (int i = 0; i < N_UNWRITABLE; i++) {
    if (sqlite3_value_type(ch->col[unwritable[i]]) == SQLITE_NULL) continue;
    return column_refuse(ch, unwritable[i], "it cannot be written", e);
  }
  int rc = key_read(ch, e);
  if (!rc) rc = scope_read(ch, e);
  if (!rc) rc = path_read(ch, e);
  if (rc) return rc;
  change_name(ch, ch->now.path);
  rc = ml_mem_value_type(ch->what, ch->col[ML_MEM_TYPE], &wanted, e);
  if (rc) return rc;
  if (sqlite3_value_type(json) == SQLITE_NULL) return ml_mem_value_read(ch->what, value, wanted, &ch->value, e);
  if (sqlite3_value_type(value) == SQLITE_NULL) return ml_mem_value_read_json(ch->what, json, wanted, &ch->value, e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: value and json are both given", ch->what);
}

/* SQLite keeps what was done when it ignores a conflict, so that this comes before the first change. */
static int place_check(MlConn *c, Change *ch, MlErr *e) {
  int rc = ch->replace ? SQLITE_OK : ml_write_check_free(c, &ch->now, e);
  ch->conflict = (rc & 0xff) == SQLITE_CONSTRAINT;
  return rc;
}

static int value_write(MlConn *c, Change *ch, int overwrite, MlErr *e) {
  switch (ch->value.kind) {
  case ML_MEM_WRITE_OBJECT:
    return ml_write_object(c, &ch->now, overwrite, e);
  case ML_MEM_WRITE_JSON:
    return ml_write_value(c, &ch->now, ml_buf_view(&ch->value.json), e);
  default:
    return SQLITE_OK;
  }
}

static int insert_work(MlConn *c, void *arg, MlErr *e) {
  Change *ch = arg;
  int there;
  int rc = ml_expire_key(c, ch->now.key, ch->now.scope, e);
  if (!rc) rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = place_check(c, ch, e);
  return rc ? rc : value_write(c, ch, ch->replace, e);
}

/* ---- UPDATE ---- */

/* What UPDATE says of a column. Where SQLite does not tell (UPDATE FROM) which columns stand in SET, what is equal to
** what stands there counts as unsaid. */
typedef enum Said { UNSAID, EQUAL, CHANGED } Said;

static Said column_said(const Change *ch, MlMemColumn column, int equal) {
  if (sqlite3_value_nochange(ch->col[column])) return UNSAID;
  if (!equal) return CHANGED;
  return ch->partial ? EQUAL : UNSAID;
}

static int text_is(sqlite3_value *v, MlText t) {
  return sqlite3_value_type(v) == SQLITE_TEXT && ml_text_same(ml_value_text(v), t);
}

/* What stands at old; *found is 0 if it has gone. */
static int old_find(MlConn *c, Change *ch, int *found, MlErr *e) {
  MlCell cell;
  int rc = ml_cell_find(c, &ch->old, &cell, e);
  if (rc) return rc;
  *found = cell.kind != ML_CELL_MISSING;
  ch->type = cell.kind == ML_CELL_LIST ? ML_LIST : ML_OBJECT;
  ch->at = cell.at;
  ch->expires = cell.expires == ML_CELL_WITH_LAST ? 0 : cell.expires;
  if (cell.kind == ML_CELL_VALUE) {
    ch->type = ml_json_type(cell.value);
    rc = ml_large_resolve(c, ch->old.key, cell.value, &ch->json, e);
  }
  int rc2 = ml_cell_done(c, &cell, e);
  if (!rc) rc = rc2;
  return !rc && ch->json.rc ? ml_err_nomem(e) : rc;
}

static MlText old_json(const Change *ch) { return ch->json.n ? ml_buf_view(&ch->json) : (MlText){NULL, 0}; }

/* 1 if an unwritable column is as the old row shows it; arguments may be what let the row through. */
static int column_is_kept(const Change *ch, MlMemColumn column) {
  sqlite3_value *v = ch->col[column];
  char text[ML_TIME_TEXT];
  if (column == ML_MEM_REF) return text_is(v, ml_value_text(ch->ref));
  if (column == ML_MEM_UPDATED_AT && ch->at >= 0) {
    ml_clock_text(ch->at * 1000, text);
    return text_is(v, (MlText){text, ML_TIME_TEXT - 1});
  }
  if (column == ML_MEM_EXPIRES_AT && ch->expires) {
    ml_clock_text(ch->expires * 1000, text);
    return text_is(v, (MlText){text, ML_TIME_TEXT - 1});
  }
  if (sqlite3_value_type(v) == SQLITE_NULL) return 1;
  if (column == ML_MEM_OF_KEY) return text_is(v, ch->old.key);
  if (column == ML_MEM_OF_SCOPE) return text_is(v, ml_event_scope_name(ch->old.scope));
  if (column != ML_MEM_UNDER) return 0;
  MlErr e = {0};
  MlBuf b = {0};
  int kept = !ml_args_path("mem", v, &b, &e) && !b.rc && ml_path_under(ch->old.path, ml_buf_view(&b));
  ml_err_clear(&e);
  ml_buf_free(&b);
  return kept;
}

/* Where the node is to be. */
static int place_change(Change *ch, MlErr *e) {
  static const struct {
    MlMemColumn column;
    int (*read)(Change *, MlErr *);
  } part[] = {{ML_MEM_KEY, key_read}, {ML_MEM_SCOPE, scope_read}, {ML_MEM_PATH, path_read}};
  const MlText old[] = {ch->old.key, ml_event_scope_name(ch->old.scope), ch->old.path};
  int rc = SQLITE_OK;
  ch->now = ch->old;
  for (int i = 0; i < 3 && !rc; i++) {
    if (column_said(ch, part[i].column, text_is(ch->col[part[i].column], old[i])) == CHANGED) rc = part[i].read(ch, e);
  }
  return rc;
}

/* A value that is set where true, false, an array or a map stands is read as what shows there, unless type is set,
** too: value = NOT value leaves a truth value one, and value = json_set(value, '$.a', 1) a map, though SQLite's
** JSON subtype does not survive an UPDATE. *wanted is the type that it then must have. */
static int value_as_shown(Change *ch, sqlite3_value *v, MlType *wanted, MlErr *e) {
  int type = sqlite3_value_type(v), rc;
  MlErr why = {0};
  if ((ch->type == ML_TRUE || ch->type == ML_FALSE) && type == SQLITE_INTEGER) {
    i64 truth = sqlite3_value_int64(v);
    if (truth == 0 || truth == 1) *wanted = truth ? ML_TRUE : ML_FALSE;
  }
  if ((ch->type != ML_ARRAY && ch->type != ML_MAP) || type != SQLITE_TEXT) return SQLITE_OK;
  rc = ml_mem_value_read_json(ch->what, v, ML_MISSING, &ch->value, &why);
  *wanted = rc ? ML_MISSING : ml_json_type(ml_buf_view(&ch->value.json));
  ml_err_clear(&why);
  if (*wanted == ML_ARRAY || *wanted == ML_MAP) return SQLITE_OK;
  if ((rc & 0xff) == SQLITE_NOMEM) return ml_err_nomem(e);
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the text is no JSON array or map, which stood there; set type, too",
                    ch->what);
}

/* The type column alone: it follows the value, and a null can become an object. */
static int type_change(Change *ch, MlType wanted, Said value, MlErr *e) {
  if (value == EQUAL) return ml_mem_value_read(ch->what, ch->col[ML_MEM_VALUE], wanted, &ch->value, e);
  if (wanted == ML_OBJECT && ch->type == ML_NULL) {
    ch->value.kind = ML_MEM_WRITE_OBJECT;
    return SQLITE_OK;
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: type '%s' contradicts the value, which is %s; set value or json, too",
                    ch->what, ml_json_type_name(wanted), ml_json_type_name(ch->type));
}

/* What is to stand at the node: nothing new, unless value, json or type say so. */
static int value_change(Change *ch, MlErr *e) {
  sqlite3_value *v = ch->col[ML_MEM_VALUE], *j = ch->col[ML_MEM_JSON], *t = ch->col[ML_MEM_TYPE];
  MlText json = old_json(ch), name = {ml_json_type_name(ch->type), 0};
  MlType wanted = ML_MISSING;
  name.n = (i64)strlen(name.p);
  Said value = column_said(ch, ML_MEM_VALUE, ml_mem_value_shows(v, ch->type, json));
  Said as_json = column_said(ch, ML_MEM_JSON, ml_mem_value_shows_json(j, json));
  Said type = column_said(ch, ML_MEM_TYPE, text_is(t, name));
  int rc = type == UNSAID ? SQLITE_OK : ml_mem_value_type(ch->what, t, &wanted, e);
  if (rc) return rc;
  int by_json = as_json == CHANGED && sqlite3_value_type(j) != SQLITE_NULL;
  if (by_json && value == CHANGED && sqlite3_value_type(v) != SQLITE_NULL) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: value and json are both given", ch->what);
  }
  if (by_json) return ml_mem_value_read_json(ch->what, j, wanted, &ch->value, e);
  if (value == CHANGED) {
    rc = wanted == ML_MISSING ? value_as_shown(ch, v, &wanted, e) : SQLITE_OK;
    return rc ? rc : ml_mem_value_read(ch->what, v, wanted, &ch->value, e);
  }
  if (as_json == CHANGED) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: json is NULL; a null is value = NULL or json = 'null'", ch->what);
  }
  if (type == CHANGED && wanted != ML_MISSING) return type_change(ch, wanted, value, e);
  if ((value == EQUAL || as_json == EQUAL) && json.p) {
    /* Setting what stands there already is a write. */
    ch->value.kind = ML_MEM_WRITE_JSON;
    ml_buf_text(&ch->value.json, json);
    if (ch->value.json.rc) return ml_err_nomem(e);
  }
  return SQLITE_OK;
}

static int node_is_same(const MlNodeId *a, const MlNodeId *b) {
  return a->scope == b->scope && ml_text_same(a->path, b->path) && ml_text_same(a->key, b->key);
}

static int node_change(MlConn *c, Change *ch, MlErr *e) {
  int moved = 0;
  if (!node_is_same(&ch->old, &ch->now)) {
    int rc = ml_expire_key(c, ch->now.key, ch->now.scope, e);
    if (!rc) rc = place_check(c, ch, e);
    if (!rc) rc = ml_write_move(c, &ch->old, &ch->now, ch->replace, &moved, e);
    if (rc) return rc;
  }
  int rc = value_write(c, ch, 1, e);
  if (rc && moved) ml_conn_break(c);
  return rc;
}

static int update_work(MlConn *c, void *arg, MlErr *e) {
  Change *ch = arg;
  int found = 0;
  int rc = ml_expire_key(c, ch->old.key, ch->old.scope, e);
  if (!rc) rc = ml_meta_installed(c, &found, e);
  if (!rc && found) rc = old_find(c, ch, &found, e);
  if (rc || !found) return rc; /* it went with another row of this statement */
  change_name(ch, ch->old.path);
  for (int i = 0; i < N_UNWRITABLE && !rc; i++) {
    MlMemColumn column = unwritable[i];
    int kept = column_is_kept(ch, column);
    if (column_said(ch, column, kept) == CHANGED) rc = column_refuse(ch, column, "it cannot be written", e);
  }
  if (!rc) rc = place_change(ch, e);
  if (!rc) rc = value_change(ch, e);
  return rc ? rc : node_change(c, ch, e);
}

/* ---- xUpdate ---- */

static int remove_work(MlConn *c, void *arg, MlErr *e) {
  Change *ch = arg;
  i64 n;
  return ml_write_remove(c, &ch->old, &n, e);
}

/* Only a node that is there already is a constraint, which OR IGNORE may pass over; bad input is not. */
static int change_fail(sqlite3_vtab *v, const Change *ch, MlErr *e) {
  if ((e->rc & 0xff) == SQLITE_CONSTRAINT) e->rc = ch->conflict ? SQLITE_CONSTRAINT : SQLITE_ERROR;
  return ml_table_fail(v, e);
}

static int change_run(MlConn *c, Change *ch, int argc, sqlite3_value **argv, MlErr *e) {
  ch->ref = argv[0];
  for (int i = 0; argc > 1 && i < ML_MEM_COLUMNS; i++) {
    ch->col[ch->t->order[i]] = argv[2 + i];
    if (sqlite3_value_nochange(argv[2 + i])) ch->partial = 1;
  }
  int insert = argc > 1 && sqlite3_value_type(argv[0]) == SQLITE_NULL;
  int rc = insert ? row_read(ch, e) : old_read(ch, e);
  if (rc) return rc;
  if (argc == 1) return ml_txn_run(c, remove_work, ch, e);
  return ml_txn_run(c, insert ? insert_work : update_work, ch, e);
}

int ml_mem_update(sqlite3_vtab *v, int argc, sqlite3_value **argv, sqlite3_int64 *rowid) {
  MlConn *c = ((MlMem *)v)->table.c;
  Change ch = {.t = (MlMem *)v, .replace = sqlite3_vtab_on_conflict(c->db) == SQLITE_REPLACE};
  MlErr e = {0};
  *rowid = sqlite3_last_insert_rowid(c->db); /* rows have no number: what the last one of another table had stays */
  int rc = ml_args_enter(c, &e);
  if (!rc) rc = change_run(c, &ch, argc, argv, &e);
  if (rc) rc = change_fail(v, &ch, &e);
  change_free(&ch);
  return rc;
}
