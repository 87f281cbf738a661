#include "summary.h"

#include "../store/config.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "backward.h"
#include "list.h"
#include "message.h"
#include "write.h"

#include <string.h>

#define PLACE "conversation.summary"

static MlNodeId node_of(MlText session, MlText path) { return (MlNodeId){session, ML_SHORT_TERM, path}; }

/* ---- reading ---- */

/* The value at a path, whole, into out; none leaves it empty. */
static int value_read(MlConn *c, const MlNodeId *id, MlNow *now, MlBuf *out, MlErr *e) {
  MlCell cell;
  int gone = 0;
  ml_buf_cut(out, 0);
  int rc = ml_cell_find(c, id, &cell, e);
  if (rc) return rc;
  rc = ml_expire_gone(c, id, &cell, now, &gone, e);
  if (!rc && !gone && cell.kind == ML_CELL_VALUE) rc = ml_large_resolve(c, id->key, cell.value, out, e);
  int rc2 = ml_cell_done(c, &cell, e);
  return rc ? rc : rc2;
}

/* A number of 0 or more; -1 if there is none. */
static int number_read(MlConn *c, MlText session, MlText path, MlNow *now, i64 *n, MlErr *e) {
  MlNodeId id = node_of(session, path);
  MlBuf json = ml_conn_scratch(c);
  int rc = value_read(c, &id, now, &json, e);
  if (rc || !json.n || !ml_json_get_integer(ml_buf_view(&json), n) || *n < 0) *n = -1;
  ml_conn_give(c, &json);
  return rc;
}

int ml_summary_read(MlConn *c, MlText session, MlNow *now, MlSummary *s, MlErr *e) {
  MlNodeId text = node_of(session, ML_TEXT(PLACE ".text"));
  *s = (MlSummary){.tokens = -1};
  int rc = number_read(c, session, ML_TEXT(PLACE ".through"), now, &s->through, e);
  if (rc || s->through < 0) return rc;
  rc = value_read(c, &text, now, &s->text, e);
  if (!rc) rc = number_read(c, session, ML_TEXT(PLACE ".tokens"), now, &s->tokens, e);
  if (s->tokens > ML_TOKENS_MAX) s->tokens = -1;
  s->found = !rc && ml_json_type(ml_buf_view(&s->text)) == ML_STRING;
  return rc;
}

void ml_summary_free(MlSummary *s) { ml_buf_free(&s->text); }

/* ---- what is too many ---- */

/* *system: whether the value of a message's node, as it is stored, is a system message. */
static int system_is(MlConn *c, MlText session, MlText stored, int *yes, MlErr *e) {
  MlMessage m;
  MlBuf whole = {0};
  int rc = SQLITE_OK;
  if (ml_large_is(stored)) {
    rc = ml_large_resolve(c, session, stored, &whole, e);
    stored = ml_buf_view(&whole);
  }
  *yes = !rc && !ml_message_read(stored, &m) && m.role == ML_ROLE_SYSTEM;
  ml_buf_free(&whole);
  return rc;
}

int ml_summary_trim(MlConn *c, MlText session, i64 appended, MlErr *e) {
  MlNodeId list = ml_message_list(session), id;
  MlBuf path = {0};
  MlCell cell;
  MlNow now = {.known = 1};
  i64 over = appended - c->config.max_messages, through;
  int stays = 1;
  if (!c->config.max_messages || over < 0) return SQLITE_OK;
  int rc = number_read(c, session, ML_TEXT(PLACE ".through"), &now, &through, e);
  if (rc || over >= through) return rc;
  rc = ml_element_at(&list, over, &path, &id, e);
  if (!rc) rc = ml_cell_find(c, &id, &cell, e);
  if (!rc) {
    if (cell.kind == ML_CELL_VALUE) rc = system_is(c, session, cell.value, &stays, e);
    int rc2 = ml_cell_done(c, &cell, e);
    if (!rc) rc = rc2;
  }
  ml_buf_free(&path);
  return rc || stays ? rc : ml_list_drop(c, &list, &over, 1, e);
}

/* Gathers the messages before a position that are no system messages, the newest first, and removes them. */
static int covered_drop(MlConn *c, const MlNodeId *list, const MlListRow *row, MlErr *e) {
  MlBackward w = {0};
  MlBuf gone = {0};
  int rc = SQLITE_OK, more = 1;
  ml_backward_open(&w, list, row);
  while (!rc && more) {
    MlNodeId id;
    MlCell cell;
    i64 index;
    int stays = 1;
    rc = ml_backward_next(c, &w, &index, &id, &cell, e);
    more = index >= 0;
    if (rc || !more) break;
    if (cell.kind == ML_CELL_VALUE) rc = system_is(c, list->key, cell.value, &stays, e);
    int rc2 = ml_cell_done(c, &cell, e);
    if (!rc) rc = rc2;
    if (!stays) ml_buf_put(&gone, &index, sizeof(index));
  }
  ml_backward_end(&w);
  i64 n = gone.n / (i64)sizeof(i64);
  i64 *index = sqlite3_malloc64((u64)(n + 1) * sizeof(*index));
  if (!rc && (gone.rc || !index)) rc = ml_err_nomem(e);
  for (i64 i = 0; index && i < n && !rc; i++) memcpy(&index[n - 1 - i], gone.p + i * (i64)sizeof(i64), sizeof(i64));
  ml_buf_free(&gone);
  if (!rc && n) rc = ml_list_drop(c, list, index, n, e);
  sqlite3_free(index);
  return rc;
}

/* ---- writing ---- */

static int through_refuse(MlText session, MlErr *e, i64 through, const char *why, i64 other) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_summarize: session %s: through %lld: %s %lld",
                    ml_err_show(show, session), through, why, other);
}

static int through_check(MlConn *c, MlText session, const MlListRow *row, i64 *through, MlErr *e) {
  MlNow now = {0};
  i64 before;
  if (*through < 0) *through = row->next;
  if (*through > row->next)
    return through_refuse(session, e, *through, "the next message will have position", row->next);
  int rc = number_read(c, session, ML_TEXT(PLACE ".through"), &now, &before, e);
  if (rc || *through >= before) return rc;
  return through_refuse(session, e, *through, "there is a summary of all before position", before);
}

static int summary_write(MlConn *c, MlText session, MlText text, i64 through, MlErr *e) {
  MlNodeId id = node_of(session, ML_TEXT(PLACE));
  MlBuf map = ml_conn_scratch(c);
  MlCounter k = {0};
  i64 n = 0;
  int rc = ml_tokens_open(c, &k, e);
  int counts = k.fn.st != NULL;
  if (!rc && counts) rc = ml_message_count(&k, text, &n, e);
  ml_tokens_close(&k);
  ml_buf_puts(&map, "{\"text\":");
  ml_buf_text(&map, text);
  ml_buf_puts(&map, ",\"through\":");
  ml_buf_int(&map, through);
  if (counts) ml_buf_puts(&map, ",\"tokens\":");
  if (counts) ml_buf_int(&map, n);
  ml_buf_char(&map, '}');
  if (!rc) rc = map.rc ? ml_err_buf(e, map.rc, "a summary") : ml_write_tree(c, &id, ml_buf_view(&map), &n, e);
  ml_conn_give(c, &map);
  return rc;
}

int ml_summary_put(MlConn *c, MlText session, MlText text, i64 *through, MlErr *e) {
  MlNodeId list = ml_message_list(session);
  MlListRow row = {.last = -1};
  MlNow now = {0};
  int found = 0;
  int rc = ml_meta_install(c, e);
  if (!rc) rc = ml_config_load(c, e);
  if (!rc) rc = ml_list_find(c, &list, &now, &row, &found, e);
  if (!found) row = (MlListRow){.last = -1};
  if (!rc) rc = through_check(c, session, &row, through, e);
  if (!rc) rc = summary_write(c, session, text, *through, e);
  i64 over = row.next - c->config.max_messages;
  if (rc || !found || !c->config.max_messages) return rc;
  /* What is left to look at ends before both. */
  if (row.last >= over) row.last = over - 1;
  if (row.last >= *through) row.last = *through - 1;
  return row.last < row.first ? SQLITE_OK : covered_drop(c, &list, &row, e);
}

int ml_summary_remove(MlConn *c, MlText session, i64 *n, MlErr *e) {
  MlNodeId id = node_of(session, ML_TEXT(PLACE));
  return ml_write_remove(c, &id, n, e);
}

/* ---- due ---- */

static int uncovered_count(MlConn *c, const MlNodeId *list, const MlListRow *row, i64 max, MlNow *now, i64 *n,
                           MlErr *e) {
  MlBackward w = {0};
  i64 index = 0;
  int rc = SQLITE_OK;
  ml_backward_open(&w, list, row);
  while (!rc && index >= 0 && *n < max) {
    MlNodeId id;
    MlCell cell;
    int gone = 1;
    rc = ml_backward_next(c, &w, &index, &id, &cell, e);
    if (rc || index < 0) break;
    rc = ml_expire_gone(c, &id, &cell, now, &gone, e);
    int rc2 = ml_cell_done(c, &cell, e);
    if (!rc) rc = rc2;
    *n += !gone;
  }
  ml_backward_end(&w);
  return rc;
}

static int due_count(MlConn *c, MlText session, i64 *n, MlErr *e) {
  MlNodeId list = ml_message_list(session);
  MlListRow row;
  MlNow now = {0};
  i64 through = -1, after;
  int found = 0;
  int rc = ml_config_refresh(c, e);
  after = c->config.summary_after;
  if (!rc) rc = ml_list_find(c, &list, &now, &row, &found, e);
  if (!rc && found) rc = number_read(c, session, ML_TEXT(PLACE ".through"), &now, &through, e);
  if (rc || !found || !after) return rc;
  if (row.first < through) row.first = through;
  rc = uncovered_count(c, &list, &row, after > ML_SUMMARY_COUNTED ? after : ML_SUMMARY_COUNTED, &now, n, e);
  if (*n < after) *n = 0;
  return rc;
}

int ml_summary_due(MlConn *c, MlText session, i64 *n, MlErr *e) {
  sqlite3_stmt *hold;
  int there;
  *n = 0;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = due_count(c, session, n, e);
  ml_meta_release(c, hold);
  return rc;
}
