#include "lineage.h"

#include "../data/json.h"
#include "../data/similar.h"
#include "../store/meta.h"
#include "action.h"

int ml_lineage_begin(MlConn *c, MlText key, MlLineageOp *op, MlErr *e) {
  op->id = (MlNodeId){key, ML_LONG_TERM, {"", 0}};
  return ml_record_begin_items(c, &op->id, &op->op, e);
}

int ml_lineage_end(MlConn *c, MlLineageOp *op, int rc, MlErr *e) { return ml_record_end(c, &op->op, rc, e); }

int ml_lineage_note_by(MlConn *c, const char *type, MlText key, MlText actor_given, MlText detail, MlUuid *id,
                       MlErr *e) {
  MlBuf actor = ml_conn_scratch(c);
  MlEntity x = {.type = ml_text_of(type), .key = key, .detail = detail, .at = ml_conn_now(c)};
  x.actor = actor_given.p ? actor_given : ml_action_actor(c, &actor);
  if (!x.actor.n) x.actor = (MlText){NULL, 0};
  int rc = actor.rc ? ml_err_nomem(e) : ml_entity_id(c, &x.id, e);
  if (!rc) rc = ml_entity_put(c, &x, e);
  *id = x.id;
  ml_conn_give(c, &actor);
  return rc;
}

int ml_lineage_note(MlConn *c, const char *type, MlText key, MlText detail, MlUuid *id, MlErr *e) {
  return ml_lineage_note_by(c, type, key, (MlText){NULL, 0}, detail, id, e);
}

int ml_lineage_link(MlConn *c, MlEnd from, const char *relation, MlEnd to, const MlEdge *more, MlErr *e) {
  MlEdge x = more ? *more : (MlEdge){.score = -1};
  int added, rc = SQLITE_OK;
  x.from = *from.id;
  x.from_version = from.version;
  x.relation = ml_text_of(relation);
  x.to = *to.id;
  x.to_version = to.version;
  x.at = ml_conn_now(c);
  /* What was found before is not at fault for not naming it, though the clock went back meanwhile. */
  if (ml_text_same(x.relation, ML_TEXT("conflicts_with"))) rc = ml_entity_time(c, &x.at, e);
  return rc ? rc : ml_edge_put(c, &x, &added, e);
}

#define SAYING_BYTES 65536 /* a longer text is taken as it is */

static void number_put(MlBuf *out, u64 v, int bytes) {
  for (; bytes; bytes--, v >>= 8) ml_buf_char(out, (char)(v & 0xff));
}

/* What a short text says: its words without case, whatever parts them, and its signs and numbers. Nothing else has. */
static int saying_put(MlText json, MlBuf *out) {
  MlBuf bare = {0};
  MlSaying s = {0};
  MlText text =
      json.n <= SAYING_BYTES && ml_json_type(json) == ML_STRING ? ml_json_bare(json, &bare) : (MlText){NULL, 0};
  if (text.p && ml_saying_read(&s, text)) out->rc = SQLITE_NOMEM;
  for (i64 i = 0; i < s.n; i++) number_put(out, s.ch[i], 4);
  if (s.n) number_put(out, s.numbers, 8);
  if (bare.rc) out->rc = bare.rc;
  ml_saying_free(&s);
  ml_buf_free(&bare);
  return out->rc;
}

int ml_lineage_digest(MlConn *c, MlText key, MlText content, MlUuid *digest, MlErr *e) {
  MlBuf said = ml_conn_scratch(c);
  MlUuid root, space;
  int rc = ml_meta_root(c, &root, e);
  if (!rc && saying_put(content, &said)) rc = ml_err_nomem(e);
  if (!rc) {
    MlText t = said.n ? ml_buf_view(&said) : content;
    space = ml_uuid_named(&root, key.p, (size_t)key.n);
    *digest = ml_uuid_named(&space, t.p, (size_t)t.n);
  }
  ml_conn_give(c, &said);
  return rc;
}
