#include "lineage.h"

#include "../store/meta.h"
#include "action.h"

#include <string.h>

int ml_lineage_begin(MlConn *c, MlText key, MlLineageOp *op, MlErr *e) {
  op->id = (MlNodeId){key, ML_LONG_TERM, {"", 0}};
  return ml_record_begin_items(c, &op->id, &op->op, e);
}

int ml_lineage_end(MlConn *c, MlLineageOp *op, int rc, MlErr *e) { return ml_record_end(c, &op->op, rc, e); }

int ml_lineage_note(MlConn *c, const char *type, MlText key, MlText detail, MlUuid *id, MlErr *e) {
  MlBuf actor = ml_conn_scratch(c);
  MlEntity x = {.type = {type, (i64)strlen(type)}, .key = key, .detail = detail, .at = ml_conn_now(c)};
  x.actor = ml_action_actor(c, &actor);
  if (!x.actor.n) x.actor = (MlText){NULL, 0};
  int rc = actor.rc ? ml_err_nomem(e) : ml_entity_id(c, &x.id, e);
  if (!rc) rc = ml_entity_put(c, &x, e);
  *id = x.id;
  ml_conn_give(c, &actor);
  return rc;
}

int ml_lineage_link(MlConn *c, MlEnd from, const char *relation, MlEnd to, const MlEdge *more, MlErr *e) {
  MlEdge x = more ? *more : (MlEdge){.score = -1};
  int added;
  x.from = *from.id;
  x.from_version = from.version;
  x.relation = (MlText){relation, (i64)strlen(relation)};
  x.to = *to.id;
  x.to_version = to.version;
  x.at = ml_conn_now(c);
  return ml_edge_put(c, &x, &added, e);
}

int ml_lineage_digest(MlConn *c, MlText key, MlText content, MlUuid *digest, MlErr *e) {
  MlUuid root, space;
  int rc = ml_meta_root(c, &root, e);
  if (rc) return rc;
  space = ml_uuid_named(&root, key.p, (size_t)key.n);
  *digest = ml_uuid_named(&space, content.p, (size_t)content.n);
  return SQLITE_OK;
}

int ml_lineage_since(MlConn *c, i64 *seq, MlErr *e) { return ml_meta_lineage(c, seq, e); }
