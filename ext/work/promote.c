#include "promote.h"

#include "../data/json.h"

static int source_put(MlConn *c, MlPromotion *p, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  ml_json_put_text(&b, "artifact", p->artifact);
  ml_json_put_text(&b, "messages", p->messages);
  ml_json_put_text(&b, "trust", ML_TEXT("unknown"));
  ml_buf_char(&b, '}');
  int rc = b.rc ? ml_err_nomem(e) : ml_lineage_note(c, "source", p->from, ml_buf_view(&b), &p->source, e);
  p->has_source = !rc;
  ml_conn_give(c, &b);
  return rc;
}

MlText ml_promotion_kind(const MlInputs *old) { return old->n ? ML_TEXT("merge") : ML_TEXT("extraction"); }

static int transformation_put(MlConn *c, MlPromotion *p, const MlInputs *old, MlUuid *id, MlErr *e) {
  MlDerive how = {.kind = ml_promotion_kind(old), .code = p->code, .versions = -1};
  MlInput source = {.id = p->source};
  return ml_derive_put(c, p->key, &how, &(MlInputs){&source, 1, 1}, id, e);
}

int ml_promote(MlConn *c, MlPromotion *p, const MlInputs *old, MlEnd version, int stands, MlErr *e) {
  int merges = old->n > 0;
  MlUuid *made = &p->made[merges];
  int rc = p->has_source ? SQLITE_OK : source_put(c, p, e);
  if (!rc && !p->has_made[merges]) rc = transformation_put(c, p, old, made, e);
  if (!rc) p->has_made[merges] = 1;
  if (!rc) rc = ml_inputs_read(c, made, old, e);
  if (!rc) rc = ml_derive_made(c, version, made, old, e);
  if (rc || !stands) return rc;
  return ml_change_tell(c, p->key, ML_TEXT("{\"change\":\"promoted\"}"), version, &p->promoted, e);
}
