#include "layer.h"

#include "meta.h"

#include <string.h>

/* The same as the view memlog_v_layer, which a file could have replaced by one that calls us again, without end.
** Counted before the first is handed out: a SELECT that writes what it reads ends. */
/* clang-format off */
#define NODES(of_key) \
  "SELECT iif(scope='se', 0, 1) AS layer, key, count(*) AS entries, sum(length(CAST(value AS BLOB))) AS bytes," \
  " min(at) AS oldest, max(at) AS newest FROM main.memlog_cell" \
  " WHERE " of_key " scope<>'' AND kind=1 AND (expires IS NULL OR expires>?2) GROUP BY key, layer"
#define ITEMS(of_key) \
  "SELECT CASE WHEN set_name='user_profile' THEN 2 WHEN set_name GLOB 'agent_*' THEN 3 ELSE 4 END AS layer, key, count(*)," \
  " sum(length(CAST(content AS BLOB))), min(at)/1000, max(at)/1000 FROM main.memlog_item" \
  " WHERE " of_key " ended IS NULL AND (expires IS NULL OR expires>?2) GROUP BY key, layer"
#define SORTED(list) "SELECT layer, key, entries, bytes, oldest, newest FROM (" list ") ORDER BY +key, +layer"
#define STATEMENTS(X) \
  X(ALL,       SORTED(NODES("") " UNION ALL " ITEMS(""))) \
  X(KEY,       SORTED(NODES("key=?1 AND") " UNION ALL " ITEMS("key=?1 AND"))) \
  X(ALL_NODES, SORTED(NODES(""))) \
  X(KEY_NODES, SORTED(NODES("key=?1 AND")))
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_layer_open(MlConn *c) { ML_STMT_OPEN(&c->layer_sql, c->db, statements); }

/* Items came with version 3 of the schema. */
int ml_layer_scan(MlConn *c, MlText key, i64 now, sqlite3_stmt **st, MlErr *e) {
  int nodes = c->version < 3;
  int rc = ml_stmt_take(&c->layer_sql, key.p ? nodes ? KEY_NODES : KEY : nodes ? ALL_NODES : ALL, st, e);
  if (rc) return rc;
  if (key.p) ml_stmt_text(*st, 1, key);
  sqlite3_bind_int64(*st, 2, now);
  return SQLITE_OK;
}

int ml_layer_next(MlConn *c, sqlite3_stmt *st, MlLayer *x, int *more, MlErr *e) {
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  if (!*more) return step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading memory");
  *x = (MlLayer){.kind = (MlLayerKind)sqlite3_column_int(st, 0), .key = ml_stmt_column(st, 1)};
  x->entries = sqlite3_column_int64(st, 2);
  x->bytes = sqlite3_column_int64(st, 3);
  x->oldest = sqlite3_column_int64(st, 4);
  x->newest = sqlite3_column_int64(st, 5);
  return SQLITE_OK;
}

int ml_layer_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->layer_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memory") : SQLITE_OK;
}
