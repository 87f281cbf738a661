#include "cell_row.h"

#include "../base/stmt.h"
#include "../data/clock.h"
#include "../data/json.h"
#include "../data/path.h"

/* Whether what a row says can be so. */
static int list_is_sound(const MlListRow *row) {
  if (row->next < 0 || row->next > ML_LIST_INDEX_MAX + 1 || row->first < 0 || row->first > row->next) return 0;
  if (row->last >= row->next || row->last < row->first - 1) return 0;
  return row->counted >= 0 && row->counted <= row->last - row->first + 2 && row->weighed >= 0;
}

/* A list's row: its next index alone while there is no more to say; else the bounds, too, and then what it counts. */
static int list_read(sqlite3_stmt *st, int i, MlListRow *row) {
  i64 v[5], length; /* length of the text: brackets and commas, and the numbers */
  int n = 0;
  *row = (MlListRow){0};
  if (sqlite3_column_type(st, i) == SQLITE_INTEGER) {
    row->next = sqlite3_column_int64(st, i);
    row->last = row->next - 1;
    return list_is_sound(row);
  }
  if (sqlite3_column_type(st, i) != SQLITE_TEXT) return 0;
  MlText text = ml_stmt_column(st, i);
  MlJsonScan s;
  length = 1;
  for (ml_json_open(&s, text); ml_json_next(&s); n++) {
    if (n == 5 || s.name.p || !ml_json_get_integer(s.value, &v[n])) return 0;
    length += s.value.n + 1;
  }
  if (n < 3 || s.rc || length != text.n) return 0;
  *row = (MlListRow){.next = v[0], .first = v[1], .last = v[2]};
  if (n == 3 && v[1] == 0 && v[2] == v[0] - 1) return 0;
  if (n > 3 && (v[3] < 0 || v[3] > ML_LIST_INDEX_MAX)) return 0;
  if (n > 4 && (v[4] < 0 || v[4] == INT64_MAX)) return 0;
  if (n > 3) row->counted = v[3] + 1;
  if (n > 4) row->weighed = v[4] + 1;
  return list_is_sound(row);
}

void ml_cell_bind_list(sqlite3_stmt *st, int i, const MlListRow *row, char text[ML_LIST_ROW_TEXT]) {
  if (row->counted && row->weighed) {
    sqlite3_snprintf(ML_LIST_ROW_TEXT, text, "[%lld,%lld,%lld,%lld,%lld]", row->next, row->first, row->last,
                     row->counted - 1, row->weighed - 1);
  } else if (row->counted) {
    sqlite3_snprintf(ML_LIST_ROW_TEXT, text, "[%lld,%lld,%lld,%lld]", row->next, row->first, row->last,
                     row->counted - 1);
  } else if (row->first == 0 && row->last == row->next - 1) {
    sqlite3_bind_int64(st, i, row->next);
    return;
  } else {
    sqlite3_snprintf(ML_LIST_ROW_TEXT, text, "[%lld,%lld,%lld]", row->next, row->first, row->last);
  }
  ml_stmt_text(st, i, ml_text_of(text));
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
  return ml_expiry_valid(expires) ? expires : -1;
}

MlText ml_cell_path(sqlite3_stmt *st, int i) {
  if (sqlite3_column_type(st, i) != SQLITE_TEXT) return (MlText){NULL, 0};
  MlText path = ml_stmt_column(st, i);
  return ml_path_fits(path) ? path : (MlText){NULL, 0};
}
