#include "cell_row.h"

#include "../base/stmt.h"
#include "../data/clock.h"
#include "../data/json.h"
#include "../data/path.h"

/* A list's row: its next index alone while the bounds say nothing more, else all three. */
static int list_read(sqlite3_stmt *st, int i, MlListRow *row) {
  i64 v[3], length = 4; /* of the text: brackets and commas */
  int n = 0;
  if (sqlite3_column_type(st, i) == SQLITE_INTEGER) {
    v[0] = sqlite3_column_int64(st, i);
    if (v[0] < 0 || v[0] > ML_LIST_INDEX_MAX + 1) return 0;
    *row = (MlListRow){v[0], 0, v[0] - 1};
    return 1;
  }
  if (sqlite3_column_type(st, i) != SQLITE_TEXT) return 0;
  MlText text = ml_stmt_column(st, i);
  MlJsonScan s;
  for (ml_json_open(&s, text); ml_json_next(&s); n++) {
    if (n == 3 || s.name.p || !ml_json_get_integer(s.value, &v[n])) return 0;
    length += s.value.n;
  }
  if (n != 3 || s.rc || length != text.n || (v[1] == 0 && v[2] == v[0] - 1)) return 0;
  *row = (MlListRow){v[0], v[1], v[2]};
  return row->next >= 0 && row->next <= ML_LIST_INDEX_MAX + 1 && row->first >= 0 && row->first <= row->next &&
         row->last < row->next && row->last >= row->first - 1;
}

int ml_cell_read(sqlite3_stmt *st, int i, MlCell *cell) {
  int type = sqlite3_column_type(st, i + 1);
  i64 kind = sqlite3_column_type(st, i) == SQLITE_INTEGER ? sqlite3_column_int64(st, i) : -1;
  switch (kind) {
  case ML_CELL_OBJECT:
    cell->kind = ML_CELL_OBJECT;
    return type == SQLITE_NULL;
  case ML_CELL_LIST:
    cell->kind = ML_CELL_LIST;
    return list_read(st, i + 1, &cell->list);
  case ML_CELL_VALUE:
    cell->kind = ML_CELL_VALUE;
    if (type != SQLITE_TEXT) return 0;
    cell->value = ml_stmt_column(st, i + 1);
    return ml_json_type(cell->value) != ML_MISSING;
  default:
    return 0;
  }
}

i64 ml_cell_at(sqlite3_stmt *st, int i) {
  i64 at = sqlite3_column_type(st, i) == SQLITE_INTEGER ? sqlite3_column_int64(st, i) : -1;
  return at >= 0 && at <= ML_TIME_MAX / 1000 ? at : -1;
}

i64 ml_cell_expires(sqlite3_stmt *st, int i) {
  int type = sqlite3_column_type(st, i);
  if (type == SQLITE_NULL) return 0;
  i64 expires = type == SQLITE_INTEGER ? sqlite3_column_int64(st, i) : -1;
  return expires > 0 && (expires <= ML_TIME_MAX / 1000 || expires == ML_CELL_WITH_LAST) ? expires : -1;
}

MlText ml_cell_path(sqlite3_stmt *st, int i) {
  if (sqlite3_column_type(st, i) != SQLITE_TEXT) return (MlText){NULL, 0};
  MlText path = ml_stmt_column(st, i);
  return ml_path_fits(path) ? path : (MlText){NULL, 0};
}
