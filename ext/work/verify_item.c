#include "verify_item.h"

#include "../data/mark.h"
#include "../data/path.h"
#include "../store/item.h"
#include "../store/large.h"
#include "../store/lineage.h"
#include "../store/origin.h"
#include "stand.h"
#include "verify_told.h"

#include <string.h>

/* The versions of an item go by, one after the other. */
typedef struct Pass {
  MlFacts *f;
  MlToldSets sets;
  MlBuf key;   /* whose salt is known */
  MlUuid salt; /* … */
  u8 salted;
  MlBuf text;
  MlItem last; /* the version before; number 0: there was none */
  int waits;   /* changes are not emitted yet */
  MlBuf path, full;
} Pass;

static int version_fault(Pass *p, const MlItem *x, const char *wrong, MlErr *e) {
  MlFaultAt at = {.key = x->key, .path = ml_buf_view(&p->path), .seq = x->begun};
  return ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "version %lld: %s", x->version, wrong);
}

/* ---- by itself ---- */

static int key_begin(Pass *p, MlText key, MlErr *e) {
  MlFaultAt at = {.key = key};
  MlHead h;
  int found = 0;
  ml_buf_cut(&p->key, 0);
  ml_buf_text(&p->key, key);
  if (p->key.rc) return ml_err_nomem(e);
  int rc = ml_head_load(p->f->c, key, &h, &found, e);
  p->salt = h.salt;
  p->salted = !rc && found;
  if (rc) return ml_facts_excuse(p->f, ML_FAULT_HEAD, &at, e);
  return found ? SQLITE_OK : ml_facts_fault(p->f, ML_FAULT_ITEM, &at, e, "it has items, but no head in memlog_cell");
}

/* What was denied has the digest of a text that is gone. */
static int digest_right(Pass *p, const MlItem *x, int *right, MlErr *e) {
  MlText content = x->content;
  *right = 1;
  if (!p->salted || (ml_text_is(x->admission, "denied") && ml_mark_is(content))) return SQLITE_OK;
  if (ml_large_is(content)) {
    ml_buf_cut(&p->full, 0);
    int rc = ml_large_resolve(p->f->c, x->key, content, &p->full, e);
    if (rc) return rc;
    content = ml_buf_view(&p->full);
  }
  MlUuid digest = ml_uuid_named(&p->salt, content.p, (size_t)content.n);
  *right = memcmp(digest.b, x->digest.b, sizeof(digest.b)) == 0;
  return SQLITE_OK;
}

static int is_plain(MlText t) { return !t.p || (ml_text_utf8(t) && (!t.n || !memchr(t.p, 0, (size_t)t.n))); }

static const char *content_wrong(Pass *p, const MlItem *x) {
  if (!ml_facts_key_text(x->key)) return "its key is no key";
  if (!ml_facts_value(p->f, x->content) || ml_json_type(x->content) == ML_NULL) {
    return "its content is not JSON as memlog writes it";
  }
  if (x->metadata.p && !ml_facts_json(p->f, x->metadata)) return "its metadata is not JSON as memlog writes it";
  if (!is_plain(x->category) || !is_plain(x->source) || !is_plain(x->location) || !is_plain(x->creator)) {
    return "category, source, location or creator is no text";
  }
  if (x->valid_from != ML_ITEM_OPEN && x->valid_to != ML_ITEM_OPEN && x->valid_to <= x->valid_from) {
    return "valid_to is not after valid_from";
  }
  return ml_facts_large(p->f, x->key, x->content);
}

/* It stood at no time: the log does not know it. */
static int never_stood(const MlItem *x) { return x->admission.p && !x->begun; }

/* One that has an admission. */
static const char *admission_wrong(const MlItem *x) {
  if (x->begun && (ml_text_is(x->admission, "proposed") || ml_text_is(x->admission, "denied"))) {
    return "it was not let in, but had begun";
  }
  return !x->begun && x->ended ? "it was not let in, but ended" : NULL;
}

static const char *place_wrong(const Pass *p, const MlItem *x) {
  int untold = !x->begun || x->ended == 0;
  const char *wrong = x->admission.p ? admission_wrong(x) : NULL;
  if (wrong || never_stood(x)) return wrong;
  if (untold && !p->waits) return "the log does not tell of it";
  if (!x->begun) return x->ended > 0 ? "it ended, but had not begun" : NULL;
  if (x->ended > 0 && x->ended < x->begun) return "it ended before it had begun";
  if (ml_verify_told_removal(&p->sets, x->key, x->set, x->begun, x->ended)) {
    return "the log tells that its set was removed while it stood";
  }
  return NULL;
}

/* ---- among the others of its item ---- */

static int same_item(const MlItem *a, const MlItem *b) {
  return ml_text_same(a->key, b->key) && ml_text_same(a->set, b->set) && ml_text_same(a->id, b->id);
}

static int texts_same(MlText a, MlText b) { return !a.p == !b.p && ml_text_same(a, b); }

/* The row of the log at which it began came from elsewhere: what was decided there of its record is not known here. */
static int is_imported(Pass *p, const MlItem *x, int *yes, MlErr *e) {
  MlUuid id;
  *yes = 0;
  return x->begun ? ml_origin_of(p->f->c, x->begun, &id, yes, e) : SQLITE_OK;
}

/* There are reasons why a version does not follow the one that stood before it: others were proposed in between, or
** decisions took it out and let it in again. *yes: each number in between is there, or a decision was made of it. */
static int gap_told(Pass *p, const MlItem *x, i64 from, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  MlEdge edge;
  MlItem v;
  int there, more = 1;
  *yes = 1;
  for (i64 version = from; version < x->version && *yes; version++) {
    int rc = ml_item_find_version(p->f->c, &x->record, version, &v, &st, &there, e);
    int rc2 = ml_item_done(p->f->c, st, e);
    if (rc || rc2) return rc ? rc : rc2;
    *yes = there;
  }
  if (*yes) return SQLITE_OK;
  int rc = is_imported(p, x, yes, e);
  if (rc || *yes) return rc;
  rc = ml_edge_scan_from(p->f->c, &x->record, x->version, &st, e);
  if (rc) return rc;
  while (!rc && more && !*yes) {
    rc = ml_edge_next(p->f->c, st, &edge, &more, e);
    *yes = !rc && more && ml_text_is(edge.relation, "decided_by");
  }
  int rc2 = ml_lineage_done(p->f->c, st, e);
  return rc ? rc : rc2;
}

/* The first of a record that stood, as far as is known: those before it were pruned, or it is the first of all. */
static int first_check(Pass *p, const MlItem *x, const char **wrong, MlErr *e) {
  int told = x->version == 1 || (x->begun && x->begun <= p->f->anchor.at.seq);
  int rc = told ? SQLITE_OK : gap_told(p, x, 1, &told, e);
  if (!rc && !told) *wrong = "its record has no version before it";
  return rc;
}

static const char *between_wrong(const Pass *p, const MlItem *x, int decided) {
  const MlItem *last = &p->last;
  int at_once = x->begun && x->begun == last->begun;
  if (x->version <= last->version && !decided && !at_once) {
    return "its number does not follow from that of the version before it";
  }
  if (x->begun != (last->ended > 0 ? last->ended : 0) && !decided) {
    return "it did not begin where the version before it ended";
  }
  if (x->created != last->created || !texts_same(x->creator, last->creator)) {
    return "when its record was made, or who made it, was changed";
  }
  return NULL;
}

static int order_check(Pass *p, const MlItem *x, const char **wrong, MlErr *e) {
  const MlItem *last = &p->last;
  int told = 1;
  if (never_stood(x)) return SQLITE_OK;
  if (!last->number || !same_item(last, x)) return first_check(p, x, wrong, e);
  if (last->ended == ML_ITEM_STANDS) *wrong = "an earlier version stands";
  if (!*wrong && x->begun && (last->ended == 0 || last->ended > x->begun)) {
    *wrong = "an earlier version ended later than it began";
  }
  if (*wrong) return SQLITE_OK;
  if (memcmp(last->record.b, x->record.b, sizeof(x->record.b)) != 0) return first_check(p, x, wrong, e);
  int decided = last->admission.p != NULL;
  int rc = decided ? SQLITE_OK : is_imported(p, x, &decided, e);
  if (!rc) *wrong = between_wrong(p, x, decided);
  /* What is in quarantine is kept where what came behind it was pruned. */
  int pruned = x->begun && x->begun <= p->f->anchor.at.seq;
  if (rc || *wrong || pruned || x->version <= last->version + 1) return rc;
  rc = gap_told(p, x, last->version + 1, &told, e);
  if (!rc && !told) *wrong = "its number does not follow from that of the version before it";
  return rc;
}

/* What was decided of it holds. */
static int decided_check(Pass *p, const MlItem *x, const char **wrong, MlErr *e) {
  MlHistory h;
  int rc = ml_stand_decided(p->f->c, &x->record, x->version, &h, e);
  if (rc || ml_text_is(x->admission, "released")) return rc;
  if (h.held && !ml_text_is(x->admission, "quarantined")) *wrong = "it was put in quarantine, but is not";
  if (h.denied && !h.held && !ml_text_is(x->admission, "denied")) *wrong = "it was denied, but is not";
  return SQLITE_OK;
}

static int version_check(Pass *p, const MlItem *x, MlErr *e) {
  int right = 1, rc = SQLITE_OK;
  ml_buf_cut(&p->path, 0);
  if (ml_path_add_name(&p->path, x->set, e) || ml_path_add_name(&p->path, x->id, e)) {
    rc = ml_facts_excuse(p->f, ML_FAULT_ITEM, &(MlFaultAt){.key = x->key, .seq = x->begun}, e);
    if (rc) return rc;
  }
  if (!p->key.n || !ml_text_same(ml_buf_view(&p->key), x->key)) rc = key_begin(p, x->key, e);
  const char *wrong[] = {content_wrong(p, x), place_wrong(p, x), NULL, NULL};
  if (!rc && order_check(p, x, &wrong[2], e)) rc = ml_facts_excuse(p->f, ML_FAULT_ITEM, NULL, e);
  if (!rc && decided_check(p, x, &wrong[3], e)) rc = ml_facts_excuse(p->f, ML_FAULT_ITEM, NULL, e);
  for (int i = 0; i < 4 && !rc; i++) {
    if (wrong[i]) rc = version_fault(p, x, wrong[i], e);
  }
  if (rc || wrong[0]) return rc;
  MlFaultAt at = {.key = x->key, .path = ml_buf_view(&p->path)};
  if (digest_right(p, x, &right, e)) return ml_facts_excuse(p->f, ML_FAULT_ITEM, &at, e);
  return right ? SQLITE_OK : version_fault(p, x, "it is not what its digest says: it was changed", e);
}

static int version_take(Pass *p, i64 number, MlErr *e) {
  sqlite3_stmt *st;
  MlItem x;
  int found;
  if (ml_item_get(p->f->c, number, &x, &st, &found, e)) return ml_facts_excuse(p->f, ML_FAULT_ITEM, NULL, e);
  if (!found) return SQLITE_OK;
  int rc = version_check(p, &x, e);
  if (!never_stood(&x)) {
    ml_buf_cut(&p->text, 0);
    if (!rc && ml_item_copy(&x, &p->text)) rc = ml_err_nomem(e);
    p->last = x;
  }
  int rc2 = ml_item_done(p->f->c, st, e);
  return rc ? rc : rc2;
}

static int versions_check(Pass *p, MlErr *e) {
  MlCheck *k = &p->f->check;
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(k, ML_CHECK_ITEMS, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    rc = ml_check_step(k, st, &more, e);
    if (!rc && more) rc = version_take(p, ml_check_number(st, 0), e);
  }
  ml_check_done(k, st);
  return rc;
}

static int records_check(MlFacts *f, MlErr *e) {
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(&f->check, ML_CHECK_RECORDS, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    rc = ml_check_step(&f->check, st, &more, e);
    if (rc || !more) break;
    rc = ml_facts_fault(f, ML_FAULT_ITEM, NULL, e, "memlog_item: row %lld: its record is another item's, too",
                        ml_check_number(st, 0));
  }
  ml_check_done(&f->check, st);
  return rc;
}

/* ---- sessions ---- */

static int sessions_check(MlFacts *f, MlCheckTable table, void (*read)(sqlite3_stmt *, MlCheckSession *), MlErr *e) {
  sqlite3_stmt *st;
  int more = 1;
  int rc = ml_check_begin(&f->check, table, (MlText){NULL, 0}, &st, e);
  while (!rc && more) {
    MlCheckSession s;
    rc = ml_check_step(&f->check, st, &more, e);
    if (rc || !more) break;
    read(st, &s);
    if (!s.wrong && !ml_facts_key_text(s.session)) s.wrong = "its session is no key";
    if (!s.wrong && ((s.user.p && !ml_facts_key_text(s.user)) || (s.agent.p && !ml_facts_key_text(s.agent)))) {
      s.wrong = "its user or agent is no name";
    }
    MlFaultAt at = {.key = s.session};
    if (s.wrong) rc = ml_facts_fault(f, ML_FAULT_SESSION, &at, e, "%s", s.wrong);
  }
  ml_check_done(&f->check, st);
  return rc ? ml_facts_excuse(f, ML_FAULT_SESSION, NULL, e) : SQLITE_OK;
}

/* ---- all ---- */

int ml_verify_items_run(MlFacts *f, MlErr *e) {
  Pass p = {.f = f};
  if (f->c->version < 3) return SQLITE_OK; /* no such tables yet */
  p.waits = f->c->pending.now.emitted.n != f->c->pending.now.end.n;
  int rc = f->log_read ? ml_verify_told_run(f, &p.sets, e) : SQLITE_OK;
  if (!rc && versions_check(&p, e)) rc = ml_facts_excuse(f, ML_FAULT_ITEM, NULL, e);
  if (!rc && records_check(f, e)) rc = ml_facts_excuse(f, ML_FAULT_ITEM, NULL, e);
  if (!rc) rc = sessions_check(f, ML_CHECK_SESSIONS, ml_check_session, e);
  if (!rc) rc = sessions_check(f, ML_CHECK_JUDGED, ml_check_judged, e);
  ml_buf_free(&p.key);
  ml_buf_free(&p.text);
  ml_buf_free(&p.path);
  ml_buf_free(&p.full);
  sqlite3_free(p.sets.a);
  return rc;
}
