#include "told.h"

#include "../data/json.h"
#include "../data/mark.h"
#include "../data/taken.h"
#include "../store/large.h"
#include "bar.h"
#include "deletion.h"

int ml_removal_read(const char *who, MlText json, i64 now, MlRemoval *x, MlBuf *text, MlErr *e) {
  static const char *const words[] = {"allow", "refuse", "mark", NULL};
  MlText relearn = {NULL, 0};
  const MlTaken list[] = {
      {.name = "reason", .takes = ML_TAKES_NAME, .to = &x->reason},
      {.name = "relearn", .takes = ML_TAKES_WORD, .to = &relearn, .words = words},
      {.name = "request", .takes = ML_TAKES_SWITCH, .to = &x->request},
      {.name = "cascade", .takes = ML_TAKES_SWITCH, .to = &x->cascade},
  };
  int rc = ml_taken_read(who, json, now, list, sizeof(list) / sizeof(*list), text, e);
  if (!rc && relearn.p) x->relearn = relearn.p[0];
  if (rc || !x->request || (!x->cascade && !x->relearn)) return rc;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: option request: nothing goes yet: cascade and relearn are said when it does", who);
}

int ml_change_tell(MlConn *c, MlText key, MlText detail, MlEnd version, MlTelling *x, MlErr *e) {
  int rc = x->told ? SQLITE_OK : ml_lineage_note(c, "change", key, detail, &x->id, e);
  x->told = !rc;
  return rc ? rc : ml_lineage_link(c, (MlEnd){&x->id, 0}, "changes", version, NULL, e);
}

/* ---- removal ---- */

static void detail_put(const MlRemoval *how, MlBuf *out) {
  ml_buf_puts(out, "{\"change\":\"deleted\",\"how\":\"removed\"");
  if (how && how->relearn == 'r') ml_json_put_text(out, "relearn", ML_TEXT("refuse"));
  if (how && how->relearn == 'm') ml_json_put_text(out, "relearn", ML_TEXT("mark"));
  if (how && how->request) ml_json_put_text(out, "state", ML_TEXT("requested"));
  if (how && how->root) ml_json_put_uuid(out, "cascade", how->root);
  if (how) ml_json_put_text(out, "reason", how->reason);
  ml_buf_char(out, '}');
}

/* Of what was redacted nobody knows the content. */
static int content_bar(MlConn *c, const MlItem *x, const MlRemoval *how, MlErr *e) {
  if (!how || !how->relearn || ml_mark_is(x->content)) return SQLITE_OK;
  MlBuf whole = ml_conn_scratch(c);
  int rc = ml_large_resolve(c, x->key, x->content, &whole, e);
  if (!rc) rc = ml_bar_put(c, x->key, ml_buf_view(&whole), how->relearn, &x->record, e);
  ml_conn_give(c, &whole);
  return rc;
}

int ml_told_removed(MlConn *c, const MlItem *x, const MlRemoval *how, MlErr *e) {
  MlEnd version = {&x->record, x->version};
  MlTelling change = {0};
  if (how && how->superseded) {
    return ml_change_tell(c, x->key, ML_TEXT("{\"change\":\"superseded\"}"), version, how->superseded, e);
  }
  MlBuf detail = ml_conn_scratch(c);
  detail_put(how, &detail);
  int rc = detail.rc ? ml_err_nomem(e) : SQLITE_OK;
  if (!rc) rc = ml_change_tell(c, x->key, ml_buf_view(&detail), version, &change, e);
  ml_conn_give(c, &detail);
  if (rc || (how && how->request)) return rc;
  rc = ml_deletion_settle(c, x->key, &change.id, &x->record, e);
  if (how && how->gone) {
    MlGone gone = {x->record, change.id};
    ml_buf_put(how->gone, &gone, sizeof(gone));
    if (!rc && how->gone->rc) rc = ml_err_nomem(e);
  }
  return rc ? rc : content_bar(c, x, how, e);
}

/* Versions of an id come by number: of those that were let in, the last. */
static int last_find(MlConn *c, MlText key, MlText set, MlText id, i64 *number, MlErr *e) {
  const MlItemPast any = {ML_ITEM_ANY, 0};
  sqlite3_stmt *st;
  MlItem x;
  int more = 1;
  *number = 0;
  int rc = ml_item_scan_past(c, key, set, id, any, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(c, st, &x, &more, e);
    if (!rc && more && !x.admission.p) *number = x.number;
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int redacted_refuse(const MlItem *x, MlErr *e) {
  char id[ML_ERR_SHOW], set[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: mem_item_remove: option relearn: the content of item %s of set %s was redacted: nobody "
                    "knows any more what may come back or not",
                    ml_err_show(id, x->id), ml_err_show(set, x->set));
}

int ml_told_gone(MlConn *c, MlText key, MlText set, MlText id, const MlRemoval *how, MlErr *e) {
  MlBuf copy = ml_conn_scratch(c);
  sqlite3_stmt *st = NULL;
  MlItem x;
  i64 number;
  int found = 0;
  int rc = last_find(c, key, set, id, &number, e);
  if (!rc && number) rc = ml_item_get(c, number, &x, &st, &found, e);
  if (!rc && found && ml_item_copy(&x, &copy)) rc = ml_err_nomem(e);
  int rc2 = ml_item_done(c, st, e);
  if (!rc) rc = rc2;
  if (!rc && found && ml_mark_is(x.content)) rc = redacted_refuse(&x, e);
  if (!rc && found) rc = content_bar(c, &x, how, e);
  ml_conn_give(c, &copy);
  return rc;
}
