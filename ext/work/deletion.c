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

/* A proof, and of what it is one. made: it is about a record that was made of one that is deleted. */
typedef struct Told {
  MlProof proof;
  MlUuid of;
  u8 made;
} Told;

/* Proofs, the older first. */
typedef struct Proofs {
  Told *a;
  i64 n, cap;
  MlTree *text;
  const Told *own;    /* what memlog itself found in the file, last */
  const Told **named; /* all but such, by part and name */
  i64 n_named;
} Proofs;

static int proof_add(Proofs *x, const MlEntity *n, sqlite3_stmt *st, MlErr *e) {
  if (x->n == x->cap) {
    i64 cap = x->cap ? x->cap * 2 : 16;
    Told *a = sqlite3_realloc64(x->a, (u64)cap * sizeof(*a));
    if (!a) return ml_err_nomem(e);
    x->a = a;
    x->cap = cap;
  }
  Told *p = &x->a[x->n];
  *p = (Told){.proof = {.id = n->id}};
  int rc = ml_proof_read(n->detail, x->text, &p->proof, e);
  x->n += !rc && p->proof.state != ML_PROOF_NONE && ml_deletion_proved(st, &p->of);
  return rc;
}

/* Those of a deletion (record NULL); or those of a record beside them. */
static int proofs_gather(MlConn *c, const MlUuid *deletion, const MlUuid *record, Proofs *x, MlErr *e) {
  sqlite3_stmt *st;
  MlEntity n;
  int more = 1, rc;
  if (record) {
    rc = ml_deletion_scan_more_proofs(c, record, deletion, &st, e);
  } else {
    rc = ml_deletion_scan_proofs(c, deletion, &st, e);
  }
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_entity_next(c, st, &n, &more, e);
    if (!rc && more) rc = proof_add(x, &n, st, e);
  }
  int rc2 = ml_deletion_done(c, st, e);
  return rc ? rc : rc2;
}

static int id_compare(const Told *x, const Told *y) {
  return memcmp(x->proof.id.b, y->proof.id.b, sizeof(x->proof.id.b));
}

static int name_order(const Told *x, const char *part, MlText what) {
  int by = strcmp(x->proof.part, part);
  return by ? by : ml_text_compare(x->proof.what, what);
}

static int name_compare(const void *a, const void *b) {
  const Told *const *x = a, *const *y = b;
  int by = name_order(*x, (*y)->proof.part, (*y)->proof.what);
  return by ? by : id_compare(*x, *y);
}

static int proofs_sort(Proofs *x, MlErr *e) {
  x->named = sqlite3_malloc64(((u64)x->n + 1) * sizeof(*x->named));
  if (!x->named) return ml_err_nomem(e);
  for (i64 i = 0; i < x->n; i++) {
    const MlProof *p = &x->a[i].proof;
    int own = strcmp(p->part, "primary") == 0;
    if (own && p->state == ML_PROOF_VERIFIED) x->own = &x->a[i];
    if (!own && p->what.p) x->named[x->n_named++] = &x->a[i];
  }
  qsort((void *)x->named, (size_t)x->n_named, sizeof(const Told *), name_compare);
  return SQLITE_OK;
}

static void proofs_free(Proofs *x) {
  sqlite3_free(x->a);
  sqlite3_free((void *)x->named);
}

/* Such a proof is named with the record's id. */
static int names_record(const MlProof *p, MlUuid *record) {
  return p->what.n == 36 && strcmp(p->part, "summary") == 0 && ml_uuid_parse(p->what, record);
}

/* Those of the deletion, which all of its records share. */
static int shared_gather(MlConn *c, const MlUuid *deletion, Proofs *x, MlErr *e) {
  MlUuid record;
  int rc = proofs_gather(c, deletion, NULL, x, e);
  for (i64 i = 0; i < x->n && !rc; i++) {
    int made = 0;
    if (names_record(&x->a[i].proof, &record)) rc = ml_deletion_made(c, deletion, &record, &made, e);
    x->a[i].made = (u8)made;
  }
  return rc ? rc : proofs_sort(x, e);
}

static int uuid_compare(const void *a, const void *b) { return memcmp(a, b, sizeof(MlUuid)); }

/* Those of a record alone. derived: what was made of it, in order. Other deletions tell of what was made of others. */
static int own_gather(MlConn *c, const MlUuid *deletion, const MlUuid *record, const MlBuf *derived, Proofs *x,
                      MlErr *e) {
  MlUuid id;
  int rc = proofs_gather(c, deletion, record, x, e);
  for (i64 i = 0; i < x->n && !rc; i++) {
    Told *p = &x->a[i];
    if (!names_record(&p->proof, &id)) continue;
    p->made = memcmp(p->of.b, record->b, sizeof(p->of.b)) != 0;
    p->made |= derived->n && bsearch(&id, derived->p, (size_t)derived->n / sizeof(id), sizeof(id), uuid_compare);
  }
  return rc ? rc : proofs_sort(x, e);
}

/* The proofs that count for a record: those that its deletion's records share, and its own. */
typedef struct Counted {
  const Proofs *of[2];
} Counted;

static const MlProof *own_proof(const Counted *x) {
  const Told *p = x->of[0]->own, *q = x->of[1]->own;
  if (p && q) p = id_compare(p, q) > 0 ? p : q;
  if (!p) p = q;
  return p ? &p->proof : NULL;
}

/* The place of the first about a record that was made of it. */
static i64 summary_first(const Proofs *x, MlText what) {
  i64 low = 0, high = x->n_named;
  while (low < high) {
    i64 at = low + (high - low) / 2;
    if (name_order(x->named[at], "summary", what) < 0) {
      low = at + 1;
    } else {
      high = at;
    }
  }
  return low;
}

/* The next of either list, the older first; NULL: there is no more. */
static const MlProof *summary_next(const Counted *x, i64 at[2], MlText what) {
  const Told *next = NULL;
  int of = 0;
  for (int i = 0; i < 2; i++) {
    const Told *p = at[i] < x->of[i]->n_named ? x->of[i]->named[at[i]] : NULL;
    if (!p || name_order(p, "summary", what) || (next && id_compare(next, p) <= 0)) continue;
    next = p;
    of = i;
  }
  if (!next) return NULL;
  at[of]++;
  return &next->proof;
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
static int derived_add(MlConn *c, MlDeletion *d, const MlUuid *record, const MlUuid *derived, const Counted *x,
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
  i64 at[2] = {summary_first(x->of[0], p->what), summary_first(x->of[1], p->what)};
  for (const MlProof *q; (q = summary_next(x, at, p->what)) != NULL;) {
    if (q->state == ML_PROOF_VERIFIED) p->pending = 0;
    if (q->verified && (!p->since || q->verified < p->since)) p->since = q->verified;
    if (q->invalidated) p->invalidated = q->invalidated;
    if (q->verified) p->verified = q->verified;
    p->checked = q->check;
  }
  return SQLITE_OK;
}

/* ---- copies elsewhere ---- */

/* Of each the newest proof counts. */
static int copies_add(MlDeletion *d, const MlUuid *record, const Counted *x, MlErr *e) {
  const Told **a = sqlite3_malloc64(((u64)(x->of[0]->n_named + x->of[1]->n_named) + 1) * sizeof(*a));
  MlPart *p = NULL;
  i64 n = 0;
  if (!a) return ml_err_nomem(e);
  for (int of = 0; of < 2; of++) {
    for (i64 i = 0; i < x->of[of]->n_named; i++) {
      if (!x->of[of]->named[i]->made) a[n++] = x->of[of]->named[i];
    }
  }
  qsort((void *)a, (size_t)n, sizeof(const Told *), name_compare);
  for (i64 i = 0; i < n; i++) {
    const MlProof *q = &a[i]->proof;
    if (!i || name_order(a[i - 1], q->part, q->what)) p = part_add(d, record, q->part, e);
    if (!p) break;
    p->what = q->what;
    p->pending = q->state != ML_PROOF_VERIFIED;
    if (q->state == ML_PROOF_COPIED) p->invalidated = p->verified = 0; /* copied once more */
    if (q->invalidated) p->invalidated = q->invalidated;
    if (q->verified) p->verified = q->verified;
    if (p->pending) p->since = 0;
    if (!p->pending && !p->since) p->since = q->verified;
    p->checked = q->check;
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

static int derived_all(MlConn *c, MlDeletion *d, const MlUuid *record, const MlBuf *derived, const Counted *x,
                       MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 at = 0; at < derived->n && !rc; at += (i64)sizeof(MlUuid)) {
    MlUuid id;
    memcpy(id.b, derived->p + at, sizeof(id.b));
    rc = derived_add(c, d, record, &id, x, e);
  }
  return rc;
}

static int file_look(MlConn *c, MlDeletion *d, const MlUuid *record, const MlProof *own, MlErr *e) {
  MlTraces t = {.key = ml_conn_scratch(c)};
  int rc = ml_deletion_traces(c, record, &t, e);
  if (!rc) rc = key_keep(d, &t.key, e);
  if (!rc) rc = own_add(d, record, "primary", "memlog_item", d->forgotten ? t.there : t.stands, own, e);
  if (!rc && t.stands) d->state = ML_DELETION_REQUESTED;
  if (!rc) rc = own_add(d, record, "index", "memlog_item_text", t.indexed, own, e);
  if (!rc) rc = own_add(d, record, "vector", "memlog_vector", t.vector, own, e);
  if (!rc && d->forgotten) rc = own_add(d, record, "log", "memlog_event", d->logged, own, e);
  ml_conn_give(c, &t.key);
  return rc;
}

static int record_look(MlConn *c, MlDeletion *d, const MlUuid *record, const Proofs *shared, MlErr *e) {
  Proofs own = {.text = &d->text};
  Counted x = {{shared, &own}};
  MlBuf derived = ml_conn_scratch(c);
  int rc = ml_deletion_derived(c, record, &derived, e);
  if (!rc) rc = own_gather(c, &d->id, record, &derived, &own, e);
  if (!rc) rc = file_look(c, d, record, own_proof(&x), e);
  if (!rc) rc = derived_all(c, d, record, &derived, &x, e);
  if (!rc) rc = copies_add(d, record, &x, e);
  ml_conn_give(c, &derived);
  proofs_free(&own);
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
  Proofs shared = {.text = &d->text};
  int rc = change_is_deletion(c, deletion, &yes, &d->expired, &d->forgotten, e);
  if (!rc && d->forgotten) rc = ml_deletion_logged(c, &logged, e);
  d->logged = (u8)logged;
  if (!rc && record) ml_buf_put(&all, record->b, sizeof(record->b));
  if (!rc && !record) rc = ml_deletion_records(c, deletion, &all, e);
  if (!rc && all.rc) rc = ml_err_nomem(e);
  if (!rc) rc = shared_gather(c, deletion, &shared, e);
  for (i64 at = 0; at < all.n && !rc; at += (i64)sizeof(MlUuid)) {
    MlUuid id;
    memcpy(id.b, all.p + at, sizeof(id.b));
    rc = record_look(c, d, &id, &shared, e);
  }
  proofs_free(&shared);
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
  int rc = proofs_gather(c, &d->id, NULL, &x, e);
  *found = !rc && x.n > 0;
  if (*found) *id = x.a[x.n - 1].proof.id;
  proofs_free(&x);
  ml_tree_free(&text);
  return rc;
}

static int what_compare(const void *a, const void *b) {
  const MlPart *const *x = a, *const *y = b;
  return ml_text_compare((*x)->what, (*y)->what);
}

/* What was made of the records, and has gone: of one that was made of several it is proved once. */
static int summaries_prove(MlConn *c, const MlDeletion *d, MlUuid *id, MlErr *e) {
  const MlPart **gone = sqlite3_malloc64(((u64)d->n + 1) * sizeof(*gone));
  i64 n = 0;
  int rc = SQLITE_OK;
  if (!gone) return ml_err_nomem(e);
  for (i64 i = 0; i < d->n; i++) {
    const MlPart *p = &d->a[i];
    int goes = !p->own && !p->there && !p->verified && strcmp(p->part, "summary") == 0 && p->what.n == 36;
    if (goes) gone[n++] = p;
  }
  qsort((void *)gone, (size_t)n, sizeof(const MlPart *), what_compare);
  for (i64 i = 0; i < n && !rc; i++) {
    if (!i || what_compare(&gone[i - 1], &gone[i])) rc = derived_prove(c, d, gone[i], id, e);
  }
  sqlite3_free((void *)gone);
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
  if (!rc) rc = summaries_prove(c, &d, id, e);
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
