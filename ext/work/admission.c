#include "admission.h"

#include "../data/json.h"
#include "../data/mark.h"
#include "../store/erase.h"
#include "../store/meta.h"
#include "bar.h"
#include "edge.h"
#include "item_change.h"
#include "large.h"
#include "propose.h"
#include "stand.h"

#include <string.h>

/* One decision on its way. */
typedef struct Deciding {
  MlItemJob j; /* first: begun once it is known whose version it is */
  const MlDecision *d;
  MlSubject s;      /* the version's record */
  MlSubject source; /* what the decision is based on … */
  u8 has_source;
  MlItem x; /* the version */
  MlBuf copy;
  MlUuid id; /* of the decision */
} Deciding;

static int refuse(const Deciding *p, const char *why, MlErr *e) {
  char show[ML_SUBJECT_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s: %s", p->d->who, ml_subject_show(&p->s, show), why);
}

/* ---- which version ---- */

static int is_state(const MlItem *x, const char *state, i64 now) {
  return x->admission.p ? ml_text_is(x->admission, state) : ml_items_visible(x, now) && strcmp(state, "stands") == 0;
}

/* Which version is meant where none is said: the newest that is so, if there is one; else the newest of all. A decision
** that is asked for twice must not go on to an older one. */
static const char *wanted(MlText outcome) {
  if (ml_text_is(outcome, "released")) return "quarantined";
  return ml_text_is(outcome, "admitted") || ml_text_is(outcome, "denied") ? NULL : "stands";
}

static int version_choose(MlConn *c, Deciding *p, MlErr *e) {
  const char *want = wanted(p->d->outcome);
  i64 now = ml_conn_now(c) / 1000;
  int more = 1;
  sqlite3_stmt *st;
  MlItem x;
  if (!want) return SQLITE_OK;
  int rc = ml_item_scan_versions(c, &p->s.id, &st, e);
  if (rc) return rc;
  while (!rc && more) {
    rc = ml_item_next(c, st, &x, &more, e);
    if (rc || !more || !is_state(&x, want, now)) continue;
    p->s.number = x.number;
    p->s.version = x.version;
  }
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

static int version_load(MlConn *c, Deciding *p, MlErr *e) {
  sqlite3_stmt *st;
  int found;
  int rc = p->s.named ? SQLITE_OK : version_choose(c, p, e);
  if (rc) return rc;
  rc = ml_item_get(c, p->s.number, &p->x, &st, &found, e);
  if (!rc && !found) rc = refuse(p, "it is gone", e);
  if (!rc && ml_item_copy(&p->x, &p->copy)) rc = ml_err_nomem(e);
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

/* ---- what is given ---- */

/* A word that others can count by. */
static int reason_check(const MlDecision *d, MlErr *e) {
  char show[ML_ERR_SHOW];
  if (!d->reason.n || ml_edge_is_reason(d->reason)) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: %s: reason %s: it is a short name of a-z, 0-9, '_', '.' and '-'; words go into note",
                    d->who, ml_err_show(show, d->reason));
}

static int source_find(MlConn *c, Deciding *p, MlErr *e) {
  MlBuf bare = {0};
  MlText t = p->d->source;
  if (!t.p) return SQLITE_OK;
  p->has_source = 1;
  if (ml_json_type(t) == ML_STRING) t = ml_json_bare(t, &bare);
  int rc = bare.rc ? ml_err_nomem(e) : ml_subject_find(c, p->d->who, t, &p->source, e);
  ml_buf_free(&bare);
  int right = p->source.kind == ML_SUBJECT_RECORD ||
              (p->source.kind == ML_SUBJECT_ENTITY && ml_text_is(p->source.type, "source"));
  if (rc || right) return rc;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option source: it is a source or a record", p->d->who);
}

static int deciding_begin(MlConn *c, Deciding *p, MlErr *e) {
  int rc = reason_check(p->d, e);
  if (!rc && c->storing) rc = ml_record_refuse_storing(c, p->d->who, e);
  if (!rc) rc = ml_meta_install(c, e);
  if (!rc) rc = ml_subject_find(c, p->d->who, p->d->record, &p->s, e);
  if (!rc && p->s.kind != ML_SUBJECT_RECORD) rc = refuse(p, "it is no record", e);
  if (!rc && !p->s.number) rc = refuse(p, "its versions were pruned or forgotten", e);
  if (!rc) rc = source_find(c, p, e);
  return rc ? rc : version_load(c, p, e);
}

static void deciding_free(Deciding *p) {
  ml_subject_free(&p->s);
  ml_subject_free(&p->source);
  ml_buf_free(&p->copy);
}

/* ---- what is written ---- */

static int decision_put(MlConn *c, Deciding *p, MlErr *e) {
  const MlDecision *d = p->d;
  const MlDecided v = {d->outcome, d->policy, d->reviewer, d->reason, d->note};
  int rc = ml_propose_decide(c, p->x.key, (MlEnd){&p->x.record, p->x.version}, &v, &p->id, e);
  if (rc || !p->has_source) return rc;
  return ml_lineage_link(c, (MlEnd){&p->id, 0}, "based_on", (MlEnd){&p->source.id, p->source.version}, NULL, e);
}

/* ---- contents in quarantine ---- */

/* What is said of a version's content. */
static int bar_find(Deciding *p, const MlItem *x, MlBar *b) {
  MlBuf whole = ml_conn_scratch(p->j.c);
  int rc = ml_large_resolve(p->j.c, x->key, x->content, &whole, p->j.e);
  if (!rc) rc = ml_bar_find(p->j.c, x->key, ml_buf_view(&whole), b, p->j.e);
  ml_conn_give(p->j.c, &whole);
  return rc;
}

static int bar_close(Deciding *p, const MlItem *x) {
  MlBuf whole = ml_conn_scratch(p->j.c);
  int rc = ml_large_resolve(p->j.c, x->key, x->content, &whole, p->j.e);
  if (!rc) rc = ml_bar_hold(p->j.c, x->key, ml_buf_view(&whole), &x->record, p->j.e);
  ml_conn_give(p->j.c, &whole);
  return rc;
}

static int bar_free(Deciding *p, const MlItem *x, int *freed) {
  MlBuf whole = ml_conn_scratch(p->j.c);
  *freed = 0;
  int rc = ml_large_resolve(p->j.c, x->key, x->content, &whole, p->j.e);
  if (!rc) rc = ml_bar_free(p->j.c, x->key, ml_buf_view(&whole), &x->record, freed, p->j.e);
  ml_conn_give(p->j.c, &whole);
  return rc;
}

/* What else is in quarantine under the key, with the same content, is barred for its own sake. */
static int bar_open(Deciding *p) {
  static const MlText any = {NULL, 0};
  MlItemPast all = {ML_ITEM_ANY, 0};
  sqlite3_stmt *st;
  MlItem v;
  int freed, more = 1;
  int rc = bar_free(p, &p->x, &freed);
  if (!rc && freed) rc = ml_item_scan_past(p->j.c, p->x.key, any, any, all, &st, p->j.e);
  if (rc || !freed) return rc;
  while (!rc && more) {
    rc = ml_item_next(p->j.c, st, &v, &more, p->j.e);
    if (rc || !more || v.number == p->x.number || !ml_text_is(v.admission, "quarantined") || ml_mark_is(v.content))
      continue;
    rc = bar_close(p, &v);
  }
  int rc2 = ml_item_done(p->j.c, st, p->j.e);
  return rc ? rc : rc2;
}

/* What was proposed, and its content taken out meanwhile. */
static int bar_refuse(Deciding *p, const MlBar *bar) {
  char show[ML_SUBJECT_SHOW], record[37];
  if (bar->how != 'r') return SQLITE_OK;
  ml_uuid_text(&bar->record, record);
  return ml_err_set(p->j.e, SQLITE_ERROR,
                    "memlog: %s: %s: its content was taken out, as that of record %s, and may not come back", p->d->who,
                    ml_subject_show(&p->s, show), record);
}

/* ---- the outcomes ---- */

/* A mark cannot come to stand: nobody wrote it. */
static int gone_refuse(Deciding *p) {
  if (!ml_mark_is(p->x.content)) return SQLITE_OK;
  return refuse(p,
                ml_text_is(p->x.admission, "denied") ? "its text was not kept when it was denied: propose it again"
                                                     : "its content was redacted: mem_correct gives it another",
                p->j.e);
}

/* What it takes the place of, as it was proposed, if that stands still. */
static int instead_remove(Deciding *p, const MlEdge *edge, MlTelling *told) {
  const MlRemoval how = {.superseded = told};
  MlBuf copy = ml_conn_scratch(p->j.c);
  sqlite3_stmt *st;
  MlItem old;
  int found;
  int rc = ml_item_find_version(p->j.c, &edge->to, edge->to_version, &old, &st, &found, p->j.e);
  found = found && old.ended == ML_ITEM_STANDS && ml_text_same(old.set, p->x.set);
  if (!rc && found && ml_item_copy(&old, &copy)) rc = ml_err_nomem(p->j.e);
  int rc2 = ml_item_done(p->j.c, st, p->j.e);
  if (!rc) rc = rc2;
  if (!rc && found) rc = ml_item_job_path(&p->j, old.id);
  if (!rc && found) rc = ml_item_job_remove_version(&p->j, old.number, 1);
  if (!rc && found) rc = ml_told_removed(p->j.c, &old, &how, p->j.e);
  ml_conn_give(p->j.c, &copy);
  return rc;
}

/* Edges are gathered first: removing writes others. */
static int instead_run(Deciding *p) {
  MlBuf edges = ml_conn_scratch(p->j.c);
  MlTelling told = {0};
  MlUuid change;
  sqlite3_stmt *st;
  MlEdge x;
  int found, more = 1;
  int rc = ml_propose_find(p->j.c, (MlEnd){&p->x.record, p->x.version}, &change, &found, p->j.e);
  if (!rc && found) rc = ml_edge_scan_from(p->j.c, &change, 0, &st, p->j.e);
  if (!rc && found) {
    while (!rc && more) {
      rc = ml_edge_next(p->j.c, st, &x, &more, p->j.e);
      if (rc || !more || !ml_text_same(x.reason, ML_PROPOSE_INSTEAD)) continue;
      ml_buf_put(&edges, &x, sizeof(x));
    }
    int rc2 = ml_lineage_done(p->j.c, st, p->j.e);
    if (!rc) rc = edges.rc ? ml_err_nomem(p->j.e) : rc2;
  }
  for (i64 i = 0; i < edges.n && !rc; i += (i64)sizeof(x)) {
    memcpy(&x, edges.p + i, sizeof(x));
    rc = instead_remove(p, &x, &told);
  }
  ml_conn_give(p->j.c, &edges);
  return rc;
}

static int admit(Deciding *p) {
  MlBar bar;
  i64 stands;
  if (!ml_text_is(p->x.admission, "proposed") && !ml_text_is(p->x.admission, "denied")) {
    return refuse(p,
                  ml_text_is(p->x.admission, "quarantined") ? "it is in quarantine: mem_release lets it out"
                  : p->s.stands                             ? "it stands already"
                                                            : "it stood, and is past",
                  p->j.e);
  }
  int rc = gone_refuse(p);
  if (!rc) rc = bar_find(p, &p->x, &bar);
  if (!rc) rc = bar_refuse(p, &bar);
  if (!rc) rc = ml_stand_check(&p->j, p->d->who, &p->x, &stands);
  if (!rc) rc = ml_stand_put(&p->j, &p->x, stands, 0);
  if (!rc) rc = instead_run(p);
  return rc ? rc : ml_bar_mark(p->j.c, &bar, (MlEnd){&p->x.record, p->x.version}, p->j.e);
}

/* The text of what is denied goes, and what else was said of it: the mark stands there. A large one goes where nothing
** else means it. */
static int text_drop(Deciding *p) {
  MlConn *c = p->j.c;
  MlBuf mark = ml_conn_scratch(c);
  MlErase erase;
  i64 gone;
  int more;
  ml_mark_put(&mark, p->d->reason);
  ml_erase_open(&erase, c, NULL);
  int rc = mark.rc ? ml_err_nomem(p->j.e) : ml_erase_deny_item(&erase, p->x.number, ml_buf_view(&mark), p->j.e);
  ml_erase_close(&erase);
  ml_conn_give(c, &mark);
  if (rc || !ml_large_is(p->x.content)) return rc;
  return ml_large_sweep(c, p->x.key, INT64_MAX, &gone, &more, p->j.e);
}

static int deny(Deciding *p) {
  if (!ml_text_is(p->x.admission, "proposed")) {
    return refuse(p,
                  ml_text_is(p->x.admission, "denied")        ? "it was denied already"
                  : ml_text_is(p->x.admission, "quarantined") ? "it is in quarantine"
                                                              : "it was let in: mem_quarantine takes it out again",
                  p->j.e);
  }
  int rc = ml_item_admit(p->j.c, p->x.number, p->d->outcome, p->j.e);
  if (rc || p->d->keep || ml_mark_is(p->x.content)) return rc;
  return text_drop(p);
}

static int quarantine(Deciding *p) {
  i64 now = p->j.now / 1000;
  int stands = ml_items_visible(&p->x, now);
  if (!stands && !ml_text_is(p->x.admission, "proposed") && !ml_text_is(p->x.admission, "denied")) {
    return refuse(p, ml_text_is(p->x.admission, "quarantined") ? "it is in quarantine already" : "it stands no more",
                  p->j.e);
  }
  int rc = ml_text_is(p->x.admission, "denied") ? gone_refuse(p) : SQLITE_OK;
  if (!rc) rc = ml_item_job_expire(&p->j);
  if (!rc) rc = ml_item_job_path(&p->j, p->x.id);
  if (!rc && stands) rc = ml_item_job_remove_version(&p->j, p->x.number, 1);
  if (!rc) rc = ml_item_admit(p->j.c, p->x.number, p->d->outcome, p->j.e);
  return rc ? rc : bar_close(p, &p->x);
}

/* One that never stood is what it was before: it waits, or was denied. */
static int release(Deciding *p) {
  MlHistory h = {.stood = 1};
  i64 stands;
  if (!ml_text_is(p->x.admission, "quarantined")) return refuse(p, "it is not in quarantine", p->j.e);
  int rc = gone_refuse(p);
  if (!rc && !p->x.begun) rc = ml_stand_history(p->j.c, &p->x.record, p->x.version, &h, p->j.e);
  if (!rc && h.stood) rc = ml_stand_check(&p->j, p->d->who, &p->x, &stands);
  if (!rc) rc = bar_open(p);
  if (rc) return rc;
  if (h.stood) return ml_stand_put(&p->j, &p->x, stands, 1);
  return ml_item_admit(p->j.c, p->x.number, h.denied ? ML_TEXT("denied") : ML_TEXT("proposed"), p->j.e);
}

static int outcome_run(Deciding *p) {
  if (ml_text_is(p->d->outcome, "admitted")) return admit(p);
  if (ml_text_is(p->d->outcome, "denied")) return deny(p);
  return ml_text_is(p->d->outcome, "quarantined") ? quarantine(p) : release(p);
}

int ml_admission_decide(MlConn *c, const MlDecision *d, MlUuid *id, MlErr *e) {
  Deciding p = {.d = d};
  int rc = deciding_begin(c, &p, e);
  if (!rc) {
    rc = ml_item_job_begin(&p.j, c, p.x.key, p.x.set, e);
    p.j.proposes = 0;
    if (!rc) rc = outcome_run(&p);
    if (!rc) rc = decision_put(c, &p, e);
    rc = ml_item_job_end(&p.j, rc);
  }
  *id = p.id;
  deciding_free(&p);
  return rc;
}

/* ---- corrections ---- */

static int correction_put(Deciding *p) {
  MlConn *c = p->j.c;
  MlEnd old = {&p->x.record, p->x.version}, now = {&p->j.record, p->j.version};
  MlBuf b = ml_conn_scratch(c);
  MlUuid change;
  ml_buf_puts(&b, "{\"change\":\"corrected\"");
  ml_json_put_text(&b, "reason", p->d->reason);
  ml_json_put_text(&b, "note", p->d->note);
  ml_buf_char(&b, '}');
  int rc = b.rc ? ml_err_nomem(p->j.e) : ml_lineage_note(c, "change", p->x.key, ml_buf_view(&b), &change, p->j.e);
  if (!rc) rc = ml_lineage_link(c, (MlEnd){&change, 0}, "changes", old, NULL, p->j.e);
  if (!rc) rc = ml_lineage_link(c, now, "corrects", old, NULL, p->j.e);
  ml_conn_give(c, &b);
  return rc;
}

/* What is proposed, or was denied, is corrected by another proposal. */
static int correct(Deciding *p, MlGiven *g) {
  MlItemJob *j = &p->j;
  MlUuid digest;
  i64 stands = 0;
  int changed;
  int rc = SQLITE_OK;
  int held = ml_text_is(p->x.admission, "quarantined"), up = ml_items_visible(&p->x, j->now / 1000);
  if (!up && (!p->x.admission.p || ml_text_is(p->x.admission, "released"))) return refuse(p, "it stands no more", j->e);
  if (!up && !held) j->proposes = 1;
  if (up) stands = p->x.number;
  if (held && !j->proposes) rc = ml_stand_check(j, p->d->who, &p->x, &stands);
  if (held && !rc) rc = ml_bar_check(j->c, j->key, j->set, g->content, &j->bar, j->e);
  if (!rc) rc = ml_item_job_check(j, g->content, &digest);
  if (!rc) rc = ml_item_job_embed(j, g, g->id);
  if (!rc) rc = ml_item_job_path(j, g->id);
  if (!rc) rc = ml_item_change_put(j, g, &digest, &p->x, stands, &changed);
  if (!rc && !changed) rc = refuse(p, "it says that already", j->e);
  return rc ? rc : correction_put(p);
}

int ml_admission_correct(MlConn *c, const MlDecision *d, MlGiven *given, MlUuid *record, MlErr *e) {
  Deciding p = {.d = d};
  int rc = deciding_begin(c, &p, e);
  if (!rc) {
    given->key = p.x.key;
    given->set = p.x.set;
    given->id = p.x.id;
    rc = ml_item_job_begin(&p.j, c, p.x.key, p.x.set, e);
    if (!rc) rc = correct(&p, given);
    rc = ml_item_job_end(&p.j, rc);
    *record = p.x.record;
  }
  deciding_free(&p);
  return rc;
}
