#include "deletion.h"

#include "../data/json.h"

#include <stdlib.h>
#include <string.h>

const char *ml_deletion_state_name(MlDeletionState s) {
  static const char *const name[] = {"requested", "primary_removed", "derived_pending", "verified"};
  return name[s];
}

/* ---- which one ---- */

/* What the detail of a change says: a member that is a plain word. */
static int detail_says(MlText detail, MlText name, MlText word) {
  MlJsonScan s;
  for (ml_json_open(&s, detail); ml_json_next(&s);) {
    if (ml_text_same(s.name, name)) return ml_text_same(s.value, word);
  }
  return 0;
}

static int change_is_deletion(MlConn *c, const MlUuid *id, int *yes, u8 *expired, u8 *forgotten, MlErr *e) {
  sqlite3_stmt *st;
  MlEntity x;
  int rc = ml_entity_find(c, id, &x, &st, yes, e);
  if (rc || !*yes) return rc;
  *yes = ml_text_same(x.type, ML_TEXT("change"));
  *expired = *yes && detail_says(x.detail, ML_TEXT("\"change\""), ML_TEXT("\"expired\""));
  *yes = *expired || (*yes && detail_says(x.detail, ML_TEXT("\"change\""), ML_TEXT("\"deleted\"")));
  *forgotten = *yes && detail_says(x.detail, ML_TEXT("\"how\""), ML_TEXT("\"forgotten\""));
  return ml_lineage_done(c, st, e);
}

int ml_deletion_find(MlConn *c, const char *who, MlText subject, MlDeletionOf *d, MlErr *e) {
  char show[ML_SUBJECT_SHOW];
  u8 expired, forgotten;
  MlSubject s;
  int found = 0, rc = ml_subject_find(c, who, subject, &s, e);
  d->found = d->of_record = 0;
  if (!rc && s.kind == ML_SUBJECT_RECORD) {
    d->of_record = 1;
    d->record = s.id;
    rc = ml_deletion_of(c, &s.id, &d->id, &found, e);
  } else if (!rc && s.kind == ML_SUBJECT_ENTITY) {
    d->id = s.id;
    rc = change_is_deletion(c, &s.id, &found, &expired, &forgotten, e);
  }
  d->found = (u8)found;
  if (!rc) ml_buf_text(&d->key, ml_buf_view(&s.key));
  if (!rc && d->key.rc) rc = ml_err_nomem(e);
  if (!rc && !d->of_record && !found) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s: it is neither a record nor a deletion", who,
                    ml_subject_show(&s, show));
  }
  ml_subject_free(&s);
  return rc;
}

/* ---- its parts ---- */

static MlPart *part_add(MlDeletion *d, const MlUuid *record, const char *part, MlErr *e) {
  if (d->n == d->cap) {
    i64 cap = d->cap ? d->cap * 2 : 16;
    MlPart *a = sqlite3_realloc64(d->a, (u64)cap * sizeof(*a));
    if (!a) {
      ml_err_nomem(e);
      return NULL;
    }
    d->a = a;
    d->cap = cap;
  }
  MlPart *p = &d->a[d->n++];
  *p = (MlPart){.part = part, .record = *record};
  return p;
}

/* Proofs, the older first. */
typedef struct Proofs {
  MlProof *a;
  i64 n, cap;
  MlTree *text;
} Proofs;

static int proof_add(Proofs *x, const MlEntity *n, MlErr *e) {
  if (x->n == x->cap) {
    i64 cap = x->cap ? x->cap * 2 : 16;
    MlProof *a = sqlite3_realloc64(x->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    x->a = a;
    x->cap = cap;
  }
  MlProof *p = &x->a[x->n];
  *p = (MlProof){.id = n->id};
  int rc = ml_proof_read(n->detail, x->text, p, e);
  x->n += !rc && p->state != ML_PROOF_NONE;
  return rc;
}

static int proofs_gather(MlConn *c, const MlUuid *of, Proofs *x, MlErr *e) {
  sqlite3_stmt *st;
  MlEntity n;
  int more = 1, rc = ml_deletion_scan_proofs(c, of, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_entity_next(c, st, &n, &more, e);
    if (!rc && more) rc = proof_add(x, &n, e);
  }
  int rc2 = ml_deletion_done(c, st, e);
  return rc ? rc : rc2;
}

/* What memlog itself found in the file, last. */
static const MlProof *own_proof(const Proofs *x) {
  for (i64 i = x->n - 1; i >= 0; i--) {
    if (strcmp(x->a[i].part, "primary") == 0 && x->a[i].state == ML_PROOF_VERIFIED) return &x->a[i];
  }
  return NULL;
}

static int own_add(MlDeletion *d, const MlUuid *record, const char *part, const char *what, int there,
                   const MlProof *proof, MlErr *e) {
  MlPart *p = part_add(d, record, part, e);
  if (!p) return e->rc;
  p->own = 1;
  p->there = (u8)there;
  p->what = ml_text_of(what);
  p->pending = (u8)(there || (!proof && !d->expired));
  if (there || !proof) return SQLITE_OK;
  p->invalidated = proof->invalidated;
  p->verified = proof->verified;
  p->since = proof->verified;
  p->checked = proof->check;
  return SQLITE_OK;
}

/* When a record went. */
static int went_find(MlConn *c, const MlUuid *record, i64 *at, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlEntity x;
  MlUuid change;
  int found;
  int rc = ml_deletion_of(c, record, &change, &found, e);
  if (rc || !found) return rc;
  rc = ml_entity_find(c, &change, &x, &st, &found, e);
  if (!rc && found) *at = x.at;
  int rc2 = ml_lineage_done(c, st, e);
  return rc ? rc : rc2;
}

/* A record that was made of the deleted one has gone, too, or who looked at it says that it may stay. */
static int derived_add(MlConn *c, MlDeletion *d, const MlUuid *record, const MlUuid *derived, const Proofs *x,
                       MlErr *e) {
  MlTraces t = {.key = ml_conn_scratch(c)};
  char id[37];
  int rc = ml_deletion_traces(c, derived, &t, e);
  MlPart *p = rc ? NULL : part_add(d, record, "summary", e);
  ml_conn_give(c, &t.key);
  if (!p) return e->rc;
  ml_uuid_text(derived, id);
  p->what = ml_tree_keep(&d->text, (MlText){id, 36});
  if (!p->what.p) return ml_err_nomem(e);
  p->pending = p->there = t.stands || t.waits;
  if (!p->there && went_find(c, derived, &p->since, e)) return e->rc;
  for (i64 i = 0; i < x->n; i++) {
    const MlProof *q = &x->a[i];
    if (strcmp(q->part, "summary") != 0 || !ml_text_same(q->what, p->what)) continue;
    if (q->state == ML_PROOF_VERIFIED) p->pending = 0;
    if (q->verified && (!p->since || q->verified < p->since)) p->since = q->verified;
    if (q->invalidated) p->invalidated = q->invalidated;
    if (q->verified) p->verified = q->verified;
    p->checked = q->check;
  }
  return SQLITE_OK;
}

/* ---- copies elsewhere ---- */

static int name_compare(const void *a, const void *b) {
  const MlProof *const *x = a, *const *y = b;
  int by = strcmp((*x)->part, (*y)->part);
  if (!by) by = ml_text_compare((*x)->what, (*y)->what);
  return by ? by : memcmp((*x)->id.b, (*y)->id.b, sizeof((*x)->id.b));
}

static int is_derived(const MlDeletion *d, const MlProof *p) {
  if (strcmp(p->part, "summary") != 0) return 0;
  for (i64 i = 0; i < d->n; i++) {
    if (strcmp(d->a[i].part, "summary") == 0 && ml_text_same(d->a[i].what, p->what)) return 1;
  }
  return 0;
}

/* Of each the newest proof counts. */
static int copies_add(MlDeletion *d, const MlUuid *record, const Proofs *x, MlErr *e) {
  const MlProof **a = sqlite3_malloc64(((u64)x->n + 1) * sizeof(*a));
  MlPart *p = NULL;
  i64 n = 0;
  if (!a) return ml_err_nomem(e);
  for (i64 i = 0; i < x->n; i++) {
    if (x->a[i].what.p && strcmp(x->a[i].part, "primary") != 0 && !is_derived(d, &x->a[i])) a[n++] = &x->a[i];
  }
  qsort(a, (size_t)n, sizeof(const MlProof *), name_compare);
  for (i64 i = 0; i < n; i++) {
    int same = i && strcmp(a[i]->part, a[i - 1]->part) == 0 && ml_text_same(a[i]->what, a[i - 1]->what);
    if (!same) p = part_add(d, record, a[i]->part, e);
    if (!p) break;
    p->what = a[i]->what;
    p->pending = a[i]->state != ML_PROOF_VERIFIED;
    if (a[i]->state == ML_PROOF_COPIED) p->invalidated = p->verified = 0; /* copied once more */
    if (a[i]->invalidated) p->invalidated = a[i]->invalidated;
    if (a[i]->verified) p->verified = a[i]->verified;
    if (p->pending) p->since = 0;
    if (!p->pending && !p->since) p->since = a[i]->verified;
    p->checked = a[i]->check;
  }
  sqlite3_free((void *)a);
  return e->rc;
}

/* ---- all of it ---- */

static int key_keep(MlDeletion *d, const MlBuf *key, MlErr *e) {
  if (d->key.p || !key->n) return SQLITE_OK;
  d->key = ml_tree_keep(&d->text, ml_buf_view(key));
  return d->key.p ? SQLITE_OK : ml_err_nomem(e);
}

static int derived_all(MlConn *c, MlDeletion *d, const MlUuid *record, const Proofs *x, MlErr *e) {
  MlBuf derived = ml_conn_scratch(c);
  int rc = ml_deletion_derived(c, record, &derived, e);
  for (i64 at = 0; at < derived.n && !rc; at += (i64)sizeof(MlUuid)) {
    MlUuid id;
    memcpy(id.b, derived.p + at, sizeof(id.b));
    rc = derived_add(c, d, record, &id, x, e);
  }
  ml_conn_give(c, &derived);
  return rc;
}

static int record_look(MlConn *c, MlDeletion *d, const MlUuid *record, MlErr *e) {
  Proofs x = {.text = &d->text};
  MlTraces t = {.key = ml_conn_scratch(c)};
  int rc = proofs_gather(c, record, &x, e);
  if (!rc) rc = ml_deletion_traces(c, record, &t, e);
  if (!rc) rc = key_keep(d, &t.key, e);
  const MlProof *own = own_proof(&x);
  if (!rc) rc = own_add(d, record, "primary", "memlog_item", d->forgotten ? t.there : t.stands, own, e);
  if (!rc && t.stands) d->state = ML_DELETION_REQUESTED;
  if (!rc) rc = own_add(d, record, "index", "memlog_item_text", t.indexed, own, e);
  if (!rc) rc = own_add(d, record, "vector", "memlog_vector", t.vector, own, e);
  if (!rc && d->forgotten) rc = own_add(d, record, "log", "memlog_event", d->logged, own, e);
  if (!rc) rc = derived_all(c, d, record, &x, e);
  if (!rc) rc = copies_add(d, record, &x, e);
  ml_conn_give(c, &t.key);
  sqlite3_free(x.a);
  return rc;
}

static void state_find(MlDeletion *d) {
  if (d->state == ML_DELETION_REQUESTED) return;
  for (i64 i = 0; i < d->n; i++) {
    if (!d->a[i].pending) continue;
    if (d->a[i].own) d->state = ML_DELETION_PRIMARY_REMOVED;
    if (!d->a[i].own && d->state == ML_DELETION_VERIFIED) d->state = ML_DELETION_DERIVED_PENDING;
  }
}

int ml_deletion_look(MlConn *c, const MlUuid *deletion, const MlUuid *record, MlDeletion *d, MlErr *e) {
  MlBuf all = ml_conn_scratch(c);
  int yes, logged = 0;
  *d = (MlDeletion){.id = *deletion, .state = ML_DELETION_VERIFIED};
  int rc = change_is_deletion(c, deletion, &yes, &d->expired, &d->forgotten, e);
  if (!rc && d->forgotten) rc = ml_deletion_logged(c, &logged, e);
  d->logged = (u8)logged;
  if (!rc && record) ml_buf_put(&all, record->b, sizeof(record->b));
  if (!rc && !record) rc = ml_deletion_records(c, deletion, &all, e);
  if (!rc && all.rc) rc = ml_err_nomem(e);
  for (i64 at = 0; at < all.n && !rc; at += (i64)sizeof(MlUuid)) {
    MlUuid id;
    memcpy(id.b, all.p + at, sizeof(id.b));
    rc = record_look(c, d, &id, e);
  }
  ml_conn_give(c, &all);
  if (!rc) state_find(d);
  return rc;
}

void ml_deletion_free(MlDeletion *d) {
  sqlite3_free(d->a);
  ml_tree_free(&d->text);
}

/* ---- proving ---- */

static int derived_prove(MlConn *c, const MlDeletion *d, const MlPart *p, MlUuid *id, MlErr *e) {
  MlProof proof = {.part = "summary", .what = p->what, .check = ML_TEXT("memlog"), .state = ML_PROOF_VERIFIED};
  proof.invalidated = proof.verified = ml_conn_now(c);
  int rc = ml_proof_put(c, d->key, &proof, &d->id, e);
  *id = proof.id;
  return rc;
}

static int newest_find(MlConn *c, const MlDeletion *d, MlUuid *id, int *found, MlErr *e) {
  MlTree text = {0};
  Proofs x = {.text = &text};
  int rc = proofs_gather(c, &d->id, &x, e);
  *found = !rc && x.n > 0;
  if (*found) *id = x.a[x.n - 1].id;
  sqlite3_free(x.a);
  ml_tree_free(&text);
  return rc;
}

int ml_deletion_prove(MlConn *c, const MlUuid *deletion, MlUuid *id, int *found, MlErr *e) {
  MlDeletion d;
  int there = 0, proved = 1;
  int rc = ml_deletion_look(c, deletion, NULL, &d, e);
  for (i64 i = 0; i < d.n; i++) {
    there |= d.a[i].own && d.a[i].there;
    proved &= !d.a[i].own || d.a[i].verified;
  }
  if (!rc && !there && !proved) rc = ml_proof_put_own(c, d.key, deletion, id, e);
  for (i64 i = 0; i < d.n && !rc; i++) {
    const MlPart *p = &d.a[i];
    int gone = !p->own && !p->there && !p->verified && strcmp(p->part, "summary") == 0 && p->what.n == 36;
    if (gone) rc = derived_prove(c, &d, p, id, e);
  }
  if (!rc) rc = newest_find(c, &d, id, found, e);
  ml_deletion_free(&d);
  return rc;
}

int ml_deletion_settle(MlConn *c, MlText key, const MlUuid *deletion, const MlUuid *record, MlErr *e) {
  MlTraces t = {.key = ml_conn_scratch(c)};
  MlUuid id;
  int rc = ml_deletion_traces(c, record, &t, e);
  if (!rc && !t.stands && !t.indexed && !t.vector) rc = ml_proof_put_own(c, key, deletion, &id, e);
  ml_conn_give(c, &t.key);
  return rc;
}
