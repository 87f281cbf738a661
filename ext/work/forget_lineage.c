#include "forget_lineage.h"

#include "../data/json.h"
#include "../data/mark.h"
#include "../store/item.h"
#include "../store/large.h"
#include "bar.h"
#include "proof.h"

#include <string.h>

/* ---- before ---- */

/* A content that was redacted is known no more. What was in quarantine is not held for it any longer. */
static int content_bar(MlErase *x, const MlForgotten *l, const MlItem *item, MlBuf *full, MlErr *e) {
  MlConn *c = x->c;
  MlText content = item->content;
  int held = ml_text_same(item->admission, ML_TEXT("quarantined")), freed, rc = SQLITE_OK;
  if (ml_mark_is(content)) return SQLITE_OK;
  if (ml_large_is(content)) {
    ml_buf_cut(full, 0);
    rc = ml_large_resolve(c, l->key, content, full, e);
    content = ml_buf_view(full);
  }
  if (!rc && held) rc = ml_bar_free(c, l->key, content, &item->record, &freed, e);
  return rc ? rc : ml_bar_put(c, l->key, content, l->relearn, &item->record, e);
}

static int contents_bar(MlErase *x, const MlForgotten *l, MlErr *e) {
  MlText all = {NULL, 0};
  MlBuf full = {0};
  sqlite3_stmt *st;
  MlItem item;
  int more = 1;
  int rc = ml_item_scan_past(x->c, l->key, all, all, (MlItemPast){ML_ITEM_ANY, 0}, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(x->c, st, &item, &more, e);
    if (!rc && more) rc = content_bar(x, l, &item, &full, e);
  }
  int rc2 = ml_item_done(x->c, st, e);
  ml_buf_free(&full);
  return rc ? rc : rc2;
}

/* Where copies are, and whether they have gone, must be told when nobody knows any more whose they were: of their names
** a digest is left, by which who still knows the name can say so. */
static int proof_hide(MlConn *c, const MlUuid *id, MlText detail, MlBuf *out, MlErr *e) {
  MlTree text = {0};
  MlBuf what = {0}, json = {0};
  MlProof p = {.state = ML_PROOF_NONE};
  MlUuid record;
  int rc = ml_proof_read(detail, &text, &p, e);
  int tells = !rc && p.state != ML_PROOF_NONE && strcmp(p.part, "primary") != 0;
  /* The id of a record that was made of one of the key's names nobody. */
  int names = tells && p.what.p && !(strcmp(p.part, "summary") == 0 && ml_uuid_parse(p.what, &record));
  if (names) rc = ml_proof_hide(c, p.what, &what, e);
  if (tells && !rc) {
    i64 n;
    if (names) p.what = ml_buf_view(&what);
    p.check = (MlText){NULL, 0};
    ml_proof_write(&p, &json);
    n = json.n;
    ml_buf_put(out, id->b, sizeof(id->b));
    ml_buf_put(out, &n, sizeof(n));
    ml_buf_text(out, ml_buf_view(&json));
    if (json.rc || out->rc) rc = ml_err_nomem(e);
  }
  ml_buf_free(&what);
  ml_buf_free(&json);
  ml_tree_free(&text);
  return rc;
}

static int proofs_gather(MlErase *x, MlText key, MlBuf *out, MlErr *e) {
  MlUuid id = {{0}};
  MlText detail;
  sqlite3_stmt *st;
  int rc;
  while (!(rc = ml_erase_next_proof(x, key, &id, &detail, &st, e)) && st) {
    rc = proof_hide(x->c, &id, detail, out, e);
    int rc2 = ml_erase_proof_done(x, st, e);
    if (rc || rc2) return rc ? rc : rc2;
  }
  return rc;
}

int ml_forget_lineage_begin(MlErase *x, MlForgotten *l, MlErr *e) {
  int rc = l->relearn ? contents_bar(x, l, e) : ml_erase_barred(x, l->key, e);
  if (!rc) rc = ml_erase_records(x, l->key, &l->records, e);
  return rc ? rc : proofs_gather(x, l->key, &l->proofs, e);
}

/* ---- after ---- */

static int proofs_rewrite(MlErase *x, const MlBuf *proofs, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 at = 0; at < proofs->n && !rc;) {
    MlUuid id;
    i64 n;
    memcpy(id.b, proofs->p + at, sizeof(id.b));
    memcpy(&n, proofs->p + at + sizeof(id.b), sizeof(n));
    at += (i64)(sizeof(id.b) + sizeof(n));
    rc = ml_erase_rewrite_proof(x, &id, (MlText){proofs->p + at, n}, e);
    at += n;
  }
  return rc;
}

/* Edges lead here, where its versions were. Of one that came back from another file there is such a place already. */
static int record_bury(MlConn *c, const MlUuid *id, MlErr *e) {
  MlEntity there, x = {.id = *id, .type = ML_TEXT("record"), .at = ml_conn_now(c)};
  sqlite3_stmt *st;
  int found;
  int rc = ml_entity_find(c, id, &there, &st, &found, e);
  if (!rc && found) rc = ml_lineage_done(c, st, e);
  return rc || found ? rc : ml_entity_put(c, &x, e);
}

static void detail_write(const MlForgotten *l, MlBuf *out) {
  ml_buf_puts(out, "{\"change\":\"deleted\",\"how\":\"forgotten\"");
  if (l->relearn) ml_json_put_text(out, "relearn", l->relearn == 'r' ? ML_TEXT("refuse") : ML_TEXT("mark"));
  ml_json_put_text(out, "reason", l->reason);
  ml_buf_char(out, '}');
}

static const MlUuid *record_at(const MlForgotten *l, i64 at) {
  return (const MlUuid *)(const void *)(l->records.p + at);
}

static int change_put(MlConn *c, const MlForgotten *l, MlErr *e) {
  MlText nobody = {NULL, 0};
  MlBuf detail = {0};
  MlUuid change, proof;
  detail_write(l, &detail);
  int rc = detail.rc ? ml_err_nomem(e) : ml_lineage_note(c, "change", nobody, ml_buf_view(&detail), &change, e);
  for (i64 at = 0; at < l->records.n && !rc; at += (i64)sizeof(MlUuid)) {
    rc = ml_lineage_link(c, (MlEnd){&change, 0}, "changes", (MlEnd){record_at(l, at), 0}, NULL, e);
  }
  if (!rc) rc = ml_lineage_link(c, (MlEnd){&change, 0}, "caused_by", (MlEnd){&l->event, 0}, NULL, e);
  if (!rc) rc = ml_proof_put_own(c, nobody, &change, &proof, e);
  ml_buf_free(&detail);
  return rc;
}

int ml_forget_lineage_end(MlErase *x, const MlForgotten *l, MlErr *e) {
  int rc = proofs_rewrite(x, &l->proofs, e);
  for (i64 at = 0; at < l->records.n && !rc; at += (i64)sizeof(MlUuid)) rc = record_bury(x->c, record_at(l, at), e);
  return rc || !l->records.n ? rc : change_put(x->c, l, e);
}

void ml_forget_lineage_free(MlForgotten *l) {
  ml_buf_free(&l->records);
  ml_buf_free(&l->proofs);
}
