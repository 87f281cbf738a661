#include "propagate.h"

#include "../store/meta.h"

#include <string.h>

static int refuse(const MlPropagate *x, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_propagate: %s: %s", ml_err_show(show, x->subject), why);
}

/* A record that was made of the deleted one is known by its id, whatever else the target says. */
static const char *derived_named(const MlDeletion *d, MlText target, char id[37]) {
  MlText t = target;
  MlUuid u;
  if (t.n > 7 && memcmp(t.p, "record:", 7) == 0) t = (MlText){t.p + 7, t.n - 7};
  if (!ml_uuid_parse(t, &u)) return NULL;
  ml_uuid_text(&u, id);
  for (i64 i = 0; i < d->n; i++) {
    int summary = strcmp(d->a[i].part, "summary") == 0;
    if (summary && ml_text_same(d->a[i].what, (MlText){id, 36})) return d->a[i].part;
  }
  return NULL;
}

/* A copy whose name nobody may know any more is known by the digest of its name. */
static int name_find(MlConn *c, const MlDeletion *d, MlText target, MlBuf *name, MlErr *e) {
  int rc = ml_proof_hide(c, target, name, e);
  for (i64 i = 0; i < d->n && !rc; i++) {
    if (!d->a[i].own && ml_text_same(d->a[i].what, ml_buf_view(name))) return SQLITE_OK;
  }
  ml_buf_cut(name, 0);
  ml_buf_text(name, target);
  return rc ? rc : ml_err_buf(e, name->rc, "a proof");
}

static int proof_fill(const MlPropagate *x, const MlDeletionOf *of, i64 now, MlProof *p, MlErr *e) {
  p->state = ML_PROOF_COPIED;
  if (x->state.p) p->state = (MlProofState)(ML_PROOF_COPIED + ml_text_among(x->state, ml_proof_states));
  p->check = x->check;
  if (x->part.p) p->part = ml_proof_parts[ml_text_among(x->part, ml_proof_parts)];
  if (p->state != ML_PROOF_COPIED) p->invalidated = now;
  if (p->state == ML_PROOF_VERIFIED) p->verified = now;
  if (p->state == ML_PROOF_VERIFIED && !p->check.p) {
    return refuse(x, "option check: a proof says by what it was found to be so", e);
  }
  if (p->state == ML_PROOF_COPIED || of->found) return SQLITE_OK;
  return refuse(x, "it was not deleted: before that, only copies can be told of (state copied)", e);
}

static int copy_note(MlConn *c, MlPropagate *x, const MlDeletionOf *of, MlErr *e) {
  MlText key = of->key.n ? ml_buf_view(&of->key) : (MlText){NULL, 0};
  MlBuf name = ml_conn_scratch(c);
  MlProof p = {.part = "artifact"};
  MlDeletion d = {.n = 0};
  char id[37];
  int rc = proof_fill(x, of, ml_conn_now(c), &p, e);
  if (!rc && of->found) rc = ml_deletion_look(c, &of->id, of->of_record ? &of->record : NULL, &d, e);
  const char *derived = rc ? NULL : derived_named(&d, x->target, id);
  if (derived) {
    p.part = derived;
    p.what = (MlText){id, 36};
  } else if (!rc) {
    rc = name_find(c, &d, x->target, &name, e);
    p.what = ml_buf_view(&name);
  }
  if (!rc) rc = ml_proof_put(c, key, &p, of->found && !of->of_record ? &of->id : &of->record, e);
  x->id = p.id;
  x->found = !rc;
  ml_deletion_free(&d);
  ml_conn_give(c, &name);
  return rc;
}

int ml_propagate_run(MlConn *c, MlPropagate *x, MlErr *e) {
  MlDeletionOf of = {.key = ml_conn_scratch(c)};
  MlLineageOp op;
  int rc = ml_meta_install(c, e); /* brings an older file up to date */
  if (!rc) rc = ml_deletion_find(c, "mem_propagate", x->subject, &of, e);
  if (!rc && !x->target.p && !of.found) rc = refuse(x, "it was not deleted", e);
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &op, e);
    if (!rc) rc = x->target.p ? copy_note(c, x, &of, e) : ml_deletion_prove(c, &of.id, &x->id, &x->found, e);
    rc = ml_lineage_end(c, &op, rc, e);
  }
  ml_conn_give(c, &of.key);
  return rc;
}
