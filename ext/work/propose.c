#include "propose.h"

#include "../data/json.h"
#include "version.h"

int ml_propose_put(MlConn *c, MlItem *x, MlText content, MlErr *e) {
  MlBuf holder = ml_conn_scratch(c);
  MlUuid change;
  x->admission = ML_TEXT("proposed");
  int rc = ml_items_insert(c, x, content, &holder, e);
  if (!rc) rc = ml_lineage_note(c, "change", x->key, ML_TEXT("{\"change\":\"proposed\"}"), &change, e);
  if (!rc) rc = ml_lineage_link(c, (MlEnd){&change, 0}, "changes", (MlEnd){&x->record, x->version}, NULL, e);
  x->content = content; /* the place holder goes */
  ml_conn_give(c, &holder);
  return rc;
}

int ml_propose_decide(MlConn *c, MlText key, MlEnd version, const MlDecided *v, MlUuid *decision, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  ml_buf_char(&b, '{');
  ml_json_put_text(&b, "outcome", v->outcome);
  ml_json_put_text(&b, "policy", v->policy);
  ml_json_put_text(&b, "reviewer", v->reviewer);
  ml_json_put_text(&b, "reason", v->reason);
  ml_json_put_text(&b, "note", v->note);
  ml_buf_char(&b, '}');
  int rc = b.rc ? ml_err_nomem(e) : ml_lineage_note(c, "decision", key, ml_buf_view(&b), decision, e);
  if (!rc) rc = ml_lineage_link(c, version, "decided_by", (MlEnd){decision, 0}, NULL, e);
  ml_conn_give(c, &b);
  return rc;
}

/* ---- what is to give way ---- */

static int is_proposal(MlConn *c, const MlUuid *id, int *yes, MlErr *e) {
  static const char proposed[] = "{\"change\":\"proposed\"";
  sqlite3_stmt *st;
  MlEntity x;
  int found;
  int rc = ml_entity_find(c, id, &x, &st, &found, e);
  const i64 n = (i64)sizeof(proposed) - 1;
  *yes = !rc && found && ml_text_same(x.type, ML_TEXT("change")) && x.detail.n > n &&
         ml_text_same((MlText){x.detail.p, n}, (MlText){proposed, n});
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_propose_find(MlConn *c, MlEnd version, MlUuid *change, int *found, MlErr *e) {
  sqlite3_stmt *st;
  MlEdge x;
  int more = 1;
  *found = 0;
  int rc = ml_edge_scan_to(c, version.id, version.version, &st, e);
  if (rc) return rc;
  while (!rc && more && !*found) {
    rc = ml_edge_next(c, st, &x, &more, e);
    if (rc || !more || !ml_text_same(x.relation, ML_TEXT("changes"))) continue;
    if (ml_text_same(x.reason, ML_PROPOSE_INSTEAD)) continue;
    *change = x.from;
    rc = is_proposal(c, &x.from, found, e);
  }
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

static int version_find(MlConn *c, MlText key, MlText set, MlText id, int waits, MlItem *x, int *found, MlErr *e) {
  sqlite3_stmt *st;
  int rc =
      waits ? ml_item_find_waiting(c, key, set, id, x, &st, found, e) : ml_item_find(c, key, set, id, x, &st, found, e);
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_propose_instead(MlConn *c, MlText key, MlText set, MlText by, MlText stands, int *waits, MlErr *e) {
  const MlEdge how = {.score = -1, .reason = ML_PROPOSE_INSTEAD};
  MlItem x, old;
  MlUuid change;
  int there, found = 0;
  *waits = 0;
  int rc = version_find(c, key, set, by, 0, &x, &there, e);
  if (!rc && !there) rc = version_find(c, key, set, by, 1, &x, waits, e);
  if (!rc && *waits) rc = version_find(c, key, set, stands, 0, &old, &found, e);
  if (!rc && found) rc = ml_propose_find(c, (MlEnd){&x.record, x.version}, &change, &found, e);
  if (rc || !found) return rc;
  return ml_lineage_link(c, (MlEnd){&change, 0}, "changes", (MlEnd){&old.record, old.version}, &how, e);
}
