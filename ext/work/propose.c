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

static void member_put(MlBuf *b, const char *name, MlText t) {
  if (!t.n) return;
  ml_buf_puts(b, b->n > 1 ? "," : "");
  ml_buf_puts(b, name);
  ml_json_put_string(b, t);
}

int ml_propose_decide(MlConn *c, MlText key, MlEnd version, const MlVerdict *v, MlUuid *decision, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  ml_buf_char(&b, '{');
  member_put(&b, "\"outcome\":", v->outcome);
  member_put(&b, "\"policy\":", v->policy);
  member_put(&b, "\"reviewer\":", v->reviewer);
  member_put(&b, "\"reason\":", v->reason);
  member_put(&b, "\"note\":", v->note);
  ml_buf_char(&b, '}');
  int rc = b.rc ? ml_err_nomem(e) : ml_lineage_note(c, "decision", key, ml_buf_view(&b), decision, e);
  if (!rc) rc = ml_lineage_link(c, version, "decided_by", (MlEnd){decision, 0}, NULL, e);
  ml_conn_give(c, &b);
  return rc;
}
