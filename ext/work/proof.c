#include "proof.h"

#include "../data/clock.h"
#include "../data/json.h"
#include "../store/meta.h"

const char *const ml_proof_parts[] = {"primary", "index", "vector", "summary", "cache", "log", "artifact", NULL};
const char *const ml_proof_states[] = {"copied", "invalidated", "verified", NULL};

static int text_keep(MlText json, MlBuf *scratch, MlTree *text, MlText *to, MlErr *e) {
  MlText t = ml_json_type(json) == ML_STRING ? ml_json_bare(json, scratch) : (MlText){NULL, 0};
  if (t.p) *to = ml_tree_keep(text, t);
  return scratch->rc || (t.p && !to->p) ? ml_err_nomem(e) : SQLITE_OK;
}

static void time_read(MlText json, i64 *to) {
  if (!ml_json_get_integer(json, to) || *to < 0 || *to > ML_TIME_MAX) *to = 0;
}

int ml_proof_read(MlText detail, MlTree *text, MlProof *p, MlErr *e) {
  MlText part = {NULL, 0}, state = {NULL, 0};
  MlBuf scratch = {0};
  MlJsonScan s;
  int rc = SQLITE_OK;
  *p = (MlProof){.id = p->id};
  for (ml_json_open(&s, detail); !rc && ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"part\""))) rc = text_keep(s.value, &scratch, text, &part, e);
    if (ml_text_same(s.name, ML_TEXT("\"what\""))) rc = text_keep(s.value, &scratch, text, &p->what, e);
    if (ml_text_same(s.name, ML_TEXT("\"check\""))) rc = text_keep(s.value, &scratch, text, &p->check, e);
    if (ml_text_same(s.name, ML_TEXT("\"state\""))) rc = text_keep(s.value, &scratch, text, &state, e);
    if (ml_text_same(s.name, ML_TEXT("\"invalidated_at\""))) time_read(s.value, &p->invalidated);
    if (ml_text_same(s.name, ML_TEXT("\"verified_at\""))) time_read(s.value, &p->verified);
  }
  int of = ml_text_among(part, ml_proof_parts);
  if (of >= 0) p->part = ml_proof_parts[of];
  if (of >= 0) p->state = (MlProofState)(ml_text_among(state, ml_proof_states) + ML_PROOF_COPIED); /* -1: NONE */
  ml_buf_free(&scratch);
  return rc;
}

void ml_proof_write(const MlProof *p, MlBuf *out) {
  ml_buf_char(out, '{');
  ml_json_put_text(out, "part", ml_text_of(p->part));
  ml_json_put_text(out, "what", p->what);
  ml_json_put_text(out, "check", p->check);
  ml_json_put_text(out, "state", ml_text_of(ml_proof_states[p->state - ML_PROOF_COPIED]));
  if (p->invalidated) ml_json_put_number(out, "invalidated_at", p->invalidated);
  if (p->verified) ml_json_put_number(out, "verified_at", p->verified);
  ml_buf_char(out, '}');
}

int ml_proof_put(MlConn *c, MlText key, MlProof *p, const MlUuid *of, MlErr *e) {
  MlBuf detail = ml_conn_scratch(c);
  ml_proof_write(p, &detail);
  int rc = detail.rc ? ml_err_nomem(e) : ml_lineage_note(c, "proof", key, ml_buf_view(&detail), &p->id, e);
  if (!rc) rc = ml_lineage_link(c, (MlEnd){&p->id, 0}, "proves", (MlEnd){of, 0}, NULL, e);
  ml_conn_give(c, &detail);
  return rc;
}

int ml_proof_put_own(MlConn *c, MlText key, const MlUuid *deletion, MlUuid *id, MlErr *e) {
  i64 now = ml_conn_now(c);
  MlProof p = {.part = "primary", .check = ML_TEXT("memlog"), .state = ML_PROOF_VERIFIED};
  p.what = ML_TEXT("item, index, vector");
  p.invalidated = p.verified = now;
  int rc = ml_proof_put(c, key, &p, deletion, e);
  *id = p.id;
  return rc;
}

int ml_proof_hide(MlConn *c, MlText what, MlBuf *out, MlErr *e) {
  char hex[33];
  MlUuid root;
  int rc = ml_meta_root(c, &root, e);
  if (rc) return rc;
  MlUuid digest = ml_uuid_named(&root, what.p, (size_t)what.n);
  ml_uuid_hex(&digest, hex);
  ml_buf_puts(out, "digest:");
  ml_buf_puts(out, hex);
  return ml_err_buf(e, out->rc, "a proof");
}
