#include "breaks.h"

#include "index.h"
#include "lineage.h"

/* clang-format off */
#define UUID(id) \
  "lower(printf('%s-%s-%s-%s-%s', substr(hex(" id "), 1, 8), substr(hex(" id "), 9, 4), substr(hex(" id "), 13, 4)," \
  " substr(hex(" id "), 17, 4), substr(hex(" id "), 21)))"
#define STATEMENTS(X) \
  X(LINEAGE, "SELECT kind, entity, id, version, related, related_version, number, detail" \
             " FROM main.memlog_v_lineage_break") \
  X(INDEX,   "SELECT CASE WHEN i.number IS NULL THEN 'identity' ELSE 'deletion' END, 'record'," \
             " CASE WHEN i.number IS NOT NULL THEN " UUID("i.record") " END, i.version, NULL, NULL, d.id," \
             " CASE WHEN i.number IS NULL THEN 'the index of texts has a row, but there is no version of its number'" \
             " ELSE 'it stands no more, but the index of texts has it' END" \
             " FROM main.memlog_item_text_docsize AS d LEFT JOIN main.memlog_item AS i ON i.number=d.id" \
             " WHERE (i.number IS NULL OR i.ended IS NOT NULL)" \
             " AND d.id NOT IN (SELECT number FROM main.memlog_unindexed) ORDER BY d.id")
/* clang-format on */

/* In the order of MlBreaksOf. */
enum { STATEMENTS(ML_STMT_NAME) N_STATEMENTS };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};
_Static_assert(N_STATEMENTS == (int)ML_BREAKS_END && INDEX == (int)ML_BREAKS_OF_INDEX, "each has its statement");

void ml_breaks_open(MlConn *c) { ML_STMT_OPEN(&c->breaks_sql, c->db, statements); }

/* An index that is missing, or not as memlog makes it, is told of by who searches it, and by mem_verify. */
static int index_can(MlConn *c, int *can, MlErr *e) {
  MlIndexState state;
  c->index_ready = 0; /* it is looked at anew: it may have been dropped */
  int rc = ml_index_state_held(c, &state, e);
  *can = state == ML_INDEX_READY;
  return rc;
}

int ml_breaks_scan(MlConn *c, MlBreaksOf what, sqlite3_stmt **st, MlErr *e) {
  int can;
  *st = NULL;
  int rc = ml_lineage_there(c, &can, e);
  if (!rc && can && what == ML_BREAKS_OF_INDEX) rc = index_can(c, &can, e);
  if (rc || !can) return rc;
  return ml_stmt_take(&c->breaks_sql, (int)what, st, e);
}

int ml_breaks_next(MlConn *c, sqlite3_stmt *st, MlBreak *x, int *more, MlErr *e) {
  int step = sqlite3_step(st);
  *more = step == SQLITE_ROW;
  if (!*more) return step == SQLITE_DONE ? SQLITE_OK : ml_err_db(e, c->db, step, "reading memlog_v_lineage_break");
  *x = (MlBreak){.kind = ml_stmt_column(st, 0), .entity = ml_stmt_column(st, 1), .id = ml_stmt_column(st, 2)};
  x->version = sqlite3_column_int64(st, 3);
  x->related = ml_stmt_column(st, 4);
  x->related_version = sqlite3_column_int64(st, 5);
  x->number = sqlite3_column_int64(st, 6);
  x->detail = ml_stmt_column(st, 7);
  return SQLITE_OK;
}

int ml_breaks_done(MlConn *c, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&c->breaks_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_v_lineage_break") : SQLITE_OK;
}
