#include "claim.h"

#include "../data/clock.h"
#include "../data/json.h"
#include "../data/sieve.h"
#include "../data/taken.h"
#include "../store/config.h"
#include "derive.h"
#include "edge.h"

#define NONE ((MlText){NULL, 0})

/* One entity on its way in. */
typedef struct Making {
  MlConn *c;
  const MlSaid *said;
  MlErr *e;
  MlLineageOp op;
  MlBuf text;      /* of the options */
  MlBuf detail;    /* JSON of the entity, without its end */
  MlThings things; /* what the references name */
  MlThings event;  /* the row of the log that is its cause */
  MlText key, actor, cause;
} Making;

static void making_open(Making *m, MlConn *c, const MlSaid *said, MlErr *e) {
  *m = (Making){.c = c, .said = said, .e = e, .text = ml_conn_scratch(c), .detail = ml_conn_scratch(c)};
}

static void making_close(Making *m) {
  ml_things_free(&m->things);
  ml_things_free(&m->event);
  ml_conn_give(m->c, &m->text);
  ml_conn_give(m->c, &m->detail);
}

static int options_read(Making *m, const MlTaken *list, int n) {
  return ml_taken_read(m->said->who, m->said->options, ml_conn_now(m->c), list, n, &m->text, m->e);
}

/* What is referred to is looked at before anything is written. A key that is not given is that of the first of them. */
static int references_find(Making *m, unsigned may) {
  const MlSaid *said = m->said;
  int rc = ml_things_read(m->c, said->who, said->references, may, &m->things, m->e);
  if (!rc && m->cause.p) rc = ml_things_add(m->c, said->who, m->cause, ML_AN_EVENT, &m->event, m->e);
  if (!rc && !m->key.p && m->things.key.n) m->key = ml_buf_view(&m->things.key);
  return rc;
}

static int entity_put(Making *m, const char *type, MlUuid *id) {
  if (m->detail.n) ml_buf_char(&m->detail, '}');
  MlText detail = m->detail.n ? ml_buf_view(&m->detail) : NONE;
  if (m->detail.rc) return ml_err_nomem(m->e);
  int rc = ml_config_check_size(m->c, detail, type, m->e);
  if (!rc) rc = ml_lineage_note_by(m->c, type, m->key, m->actor, detail, id, m->e);
  return rc ? rc : ml_edge_all(m->c, (MlEnd){id, 0}, "caused_by", &m->event, m->e);
}

/* ---- sources ---- */

int ml_claim_source(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  static const char *const trusts[] = {"trusted", "untrusted", "unknown", NULL};
  Making m;
  MlText task = NONE, trust = NONE;
  i64 time = -1;
  char when[ML_TIME_TEXT];
  making_open(&m, c, said, e);
  const MlTaken list[] = {
      {"actor", ML_TAKES_NAME, &m.actor, 0, 0, NULL}, {"task", ML_TAKES_NAME, &task, 0, 0, NULL},
      {"time", ML_TAKES_TIME, &time, 0, 0, NULL},     {"trust", ML_TAKES_WORD, &trust, 0, 0, trusts},
      {"event", ML_TAKES_NAME, &m.cause, 0, 0, NULL}, {"key", ML_TAKES_NAME, &m.key, 0, 0, NULL},
  };
  int rc = options_read(&m, list, sizeof(list) / sizeof(*list));
  ml_json_put_text(&m.detail, "artifact", said->name);
  ml_json_put_text(&m.detail, "task", task);
  if (time >= 0) {
    ml_clock_text(time, when);
    ml_json_put_text(&m.detail, "time", (MlText){when, ML_TIME_TEXT - 1});
  }
  ml_json_put_text(&m.detail, "trust", trust.p ? trust : ML_TEXT("unknown"));
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &m.op, e);
    if (!rc) rc = references_find(&m, 0);
    if (!rc) rc = entity_put(&m, "source", id);
    rc = ml_lineage_end(c, &m.op, rc, e);
  }
  making_close(&m);
  return rc;
}

/* ---- claims ---- */

/* Whether anything was placed: a context may have got nothing. */
static int placement_has(Making *m, const MlThing *x, int *has) {
  sqlite3_stmt *st = NULL;
  MlEdge edge;
  int more = 1;
  int rc = ml_edge_scan_from(m->c, &x->id, 0, &st, m->e);
  while (!rc && more && !*has) {
    rc = ml_edge_next(m->c, st, &edge, &more, m->e);
    if (!rc && more) *has = ml_text_same(edge.relation, ML_TEXT("placed"));
  }
  int rc2 = st ? ml_lineage_done(m->c, st, m->e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* A claim rests on a version: another claim does, and so does a placement that has any. */
static int claim_check(Making *m) {
  int rests = 0, rc = SQLITE_OK;
  for (i64 i = 0; i < m->things.n && !rc && !rests; i++) {
    rests = m->things.a[i].what != ML_A_PLACEMENT;
    if (!rests) rc = placement_has(m, &m->things.a[i], &rests);
  }
  if (rc || rests) return rc;
  return ml_err_set(m->e, SQLITE_ERROR,
                    "memlog: %s: it refers to no version of a record: name those that it rests on, or a placement or "
                    "claim that leads to one",
                    m->said->who);
}

static int claim_links(Making *m, MlUuid *id) {
  int rc = claim_check(m);
  if (!rc) rc = entity_put(m, "claim", id);
  return rc ? rc : ml_edge_all(m->c, (MlEnd){id, 0}, "refers_to", &m->things, m->e);
}

int ml_claim_claim(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  Making m;
  MlText decision = NONE;
  making_open(&m, c, said, e);
  const MlTaken list[] = {
      {"decision", ML_TAKES_NAME, &decision, 0, 0, NULL},
      {"event", ML_TAKES_NAME, &m.cause, 0, 0, NULL},
      {"key", ML_TAKES_NAME, &m.key, 0, 0, NULL},
  };
  int rc = options_read(&m, list, sizeof(list) / sizeof(*list));
  ml_json_put_text(&m.detail, "text", said->name);
  ml_json_put_text(&m.detail, "decision", decision);
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &m.op, e);
    if (!rc) rc = references_find(&m, ML_A_RECORD | ML_A_PLACEMENT | ML_A_CLAIM);
    if (!rc) rc = claim_links(&m, id);
    rc = ml_lineage_end(c, &m.op, rc, e);
  }
  making_close(&m);
  return rc;
}

/* ---- effects ---- */

typedef struct Outcome {
  MlText word, effect, decision, revises;
  int pending;
} Outcome;

/* An outcome that is null is not known yet, while one that is not given is that it went well. */
static int outcome_read(Making *m, Outcome *o) {
  MlJsonScan s;
  for (ml_json_open(&s, m->said->options); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"outcome\"")) && ml_json_type(s.value) == ML_NULL) o->pending = 1;
  }
  if (ml_text_same(o->word, ML_TEXT("pending"))) o->pending = 1;
  if (o->pending && o->revises.p) {
    return ml_sieve_refuse(m->said->who, ML_TEXT("revises"), "what has no outcome yet revises nothing", m->e);
  }
  if (!o->word.p) o->word = ML_TEXT("ok");
  return SQLITE_OK;
}

static int effect_links(Making *m, const Outcome *o, MlUuid *id) {
  MlThings revised = {0};
  MlEnd from = {id, 0};
  int rc = SQLITE_OK;
  if (o->revises.p) rc = ml_things_add(m->c, m->said->who, o->revises, ML_AN_EFFECT, &revised, m->e);
  if (!m->key.p && revised.key.n) m->key = ml_buf_view(&revised.key);
  if (!rc) rc = entity_put(m, o->pending ? "action" : "effect", id);
  if (!rc) rc = ml_edge_all(m->c, from, "used", &m->things, m->e);
  if (!rc) rc = ml_edge_all(m->c, from, "revises", &revised, m->e);
  ml_things_free(&revised);
  m->key = NONE; /* it may be what was freed */
  return rc;
}

int ml_claim_effect(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  static const char *const outcomes[] = {"ok", "failed", "reverted", "pending", NULL};
  Making m;
  Outcome o = {NONE, NONE, NONE, NONE, 0};
  making_open(&m, c, said, e);
  const MlTaken list[] = {
      {"outcome", ML_TAKES_WORD, &o.word, 0, 0, outcomes},  {"effect", ML_TAKES_NAME, &o.effect, 0, 0, NULL},
      {"decision", ML_TAKES_NAME, &o.decision, 0, 0, NULL}, {"revises", ML_TAKES_NAME, &o.revises, 0, 0, NULL},
      {"event", ML_TAKES_NAME, &m.cause, 0, 0, NULL},       {"key", ML_TAKES_NAME, &m.key, 0, 0, NULL},
  };
  int rc = options_read(&m, list, sizeof(list) / sizeof(*list));
  if (!rc) rc = outcome_read(&m, &o);
  ml_json_put_text(&m.detail, "name", said->name);
  if (!o.pending) ml_json_put_text(&m.detail, "outcome", o.word);
  ml_json_put_text(&m.detail, "effect", o.effect);
  ml_json_put_text(&m.detail, "decision", o.decision);
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &m.op, e);
    if (!rc) rc = references_find(&m, ML_A_CLAIM | ML_A_RECORD | ML_A_DECISION | ML_AN_ACTION);
    if (!rc) rc = effect_links(&m, &o, id);
    rc = ml_lineage_end(c, &m.op, rc, e);
  }
  making_close(&m);
  return rc;
}

/* ---- what was made of others ---- */

/* The references as an array, canonical. */
static int array_make(Making *m, MlBuf *out) {
  MlText t = ml_json_trim(m->said->references);
  if (t.n && *t.p == '[') return ml_json_read(t, m->said->who, out, m->e);
  int rc = SQLITE_OK;
  ml_buf_char(out, '[');
  if (t.n && *t.p == '{') {
    rc = ml_json_read(t, m->said->who, out, m->e);
  } else if (t.n) {
    ml_json_put_string(out, t);
  }
  ml_buf_char(out, ']');
  return rc || !out->rc ? rc : ml_err_nomem(m->e);
}

static MlText kind_find(const MlInputs *in) {
  i64 records = 0;
  for (i64 i = 0; i < in->n; i++) records += in->a[i].version > 0;
  return records > 1 ? ML_TEXT("merge") : records ? ML_TEXT("summary") : ML_TEXT("extraction");
}

static int derivation_put(Making *m, MlDerive *how, const MlInputs *in, MlUuid *id) {
  const MlThing *made = &m->things.a[0];
  MlEnd output = {&made->id, made->version};
  if (!how->kind.p) how->kind = kind_find(in);
  int rc = ml_derive_check(m->said->who, output, in, m->e);
  if (!rc) rc = ml_derive_put(m->c, ml_buf_view(&m->things.key), how, in, id, m->e);
  if (!rc) rc = ml_derive_made(m->c, output, id, in, m->e);
  return rc ? rc : ml_item_derive(m->c, made->number, how->kind, m->e);
}

int ml_claim_derive(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  static const char *const kinds[] = {"copy", "summary", "merge", "extraction", NULL};
  Making m;
  MlInputs in = {0};
  MlBuf array = ml_conn_scratch(c);
  MlDerive how = {.versions = -1};
  making_open(&m, c, said, e);
  const MlTaken list[] = {
      {"kind", ML_TAKES_WORD, &how.kind, 0, 0, kinds},
      {"code", ML_TAKES_NAME, &how.code, 0, 0, NULL},
      {"model", ML_TAKES_NAME, &how.model, 0, 0, NULL},
      {"limitations", ML_TAKES_NAME, &how.limitations, 0, 0, NULL},
  };
  int rc = options_read(&m, list, sizeof(list) / sizeof(*list));
  if (!rc) rc = array_make(&m, &array);
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &m.op, e);
    if (!rc) rc = ml_things_add(c, said->who, said->name, ML_A_RECORD, &m.things, e);
    if (!rc) rc = ml_derive_inputs(c, said->who, ml_buf_view(&array), &in, e);
    if (!rc) rc = derivation_put(&m, &how, &in, id);
    rc = ml_lineage_end(c, &m.op, rc, e);
  }
  ml_inputs_free(&in);
  ml_conn_give(c, &array);
  making_close(&m);
  return rc;
}
