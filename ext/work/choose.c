#include "choose.h"

#include "../data/json.h"
#include "../data/sieve.h"
#include "../data/taken.h"
#include "../store/config.h"
#include "edge.h"
#include "placement.h"
#include "retrieval.h"

#include <string.h>

#define NONE ((MlText){NULL, 0})

/* ---- what a version was when it was taken ---- */

/* Whether a later version of the record stood, be it in quarantine now. */
static int is_superseded(MlConn *c, const MlThing *x, int *is, MlErr *e) {
  sqlite3_stmt *st = NULL;
  MlItem item;
  int more = 1;
  *is = 0;
  int rc = ml_item_scan_versions(c, &x->id, &st, e);
  while (!rc && more && !*is) {
    rc = ml_item_next(c, st, &item, &more, e);
    if (!rc && more) *is = item.version > x->version && (!item.admission.p || item.begun);
  }
  int rc2 = st ? ml_item_done(c, st, e) : SQLITE_OK;
  return rc ? rc : rc2;
}

/* What was wrong with it, as a word; {NULL,0}: it stood. */
static int state_find(MlConn *c, const MlThing *x, MlText *reason, MlErr *e) {
  static const MlText admissions[] = {ML_TEXT("proposed"), ML_TEXT("denied"), ML_TEXT("quarantined")};
  sqlite3_stmt *st = NULL;
  MlItem item;
  int found, later = 0;
  *reason = NONE;
  int rc = ml_item_find_version(c, &x->id, x->version, &item, &st, &found, e);
  int stands = !rc && found && ml_items_visible(&item, ml_conn_now(c) / 1000);
  int expired = !rc && found && item.expires && item.expires <= ml_conn_now(c) / 1000;
  for (size_t i = 0; !rc && found && i < sizeof(admissions) / sizeof(*admissions); i++) {
    if (ml_text_same(item.admission, admissions[i])) *reason = admissions[i];
  }
  int rc2 = st ? ml_item_done(c, st, e) : SQLITE_OK;
  if (!rc && !rc2 && !stands && !reason->p) {
    rc = is_superseded(c, x, &later, e);
    *reason = later ? ML_TEXT("superseded") : expired ? ML_TEXT("expired") : ML_TEXT("removed");
  }
  return rc ? rc : rc2;
}

/* ---- searches made elsewhere ---- */

typedef struct Elsewhere {
  MlBuf json, text; /* what is told of it, canonical; its texts */
  MlText results;   /* JSON; {NULL,0}: what was taken */
  MlRetrieval r;
} Elsewhere;

static int sets_check(const char *who, MlText sets, MlErr *e) {
  MlJsonScan s;
  for (ml_json_open(&s, sets); ml_json_next(&s);) {
    if (ml_json_type(s.value) != ML_STRING) {
      return ml_sieve_refuse(who, ML_TEXT("sets"), "it is an array of names of sets", e);
    }
  }
  return SQLITE_OK;
}

static int elsewhere_read(MlConn *c, const MlSaid *said, Elsewhere *x, MlErr *e) {
  const MlTaken list[] = {
      {"query", ML_TAKES_NAME, &x->r.query, 0, 0, NULL},
      {"sets", ML_TAKES_ARRAY, &x->r.sets, 0, 0, NULL},
      {"filters", ML_TAKES_MAP, &x->r.filters, 0, 0, NULL},
      {"mode", ML_TAKES_NAME, &x->r.mode, 0, 0, NULL},
      {"index", ML_TAKES_NAME, &x->r.index, 0, 0, NULL},
      {"limit", ML_TAKES_NUMBER, &x->r.limit, 0, INT64_MAX, NULL},
      {"candidates", ML_TAKES_NUMBER, &x->r.candidates, 0, INT64_MAX, NULL},
      {"left_out", ML_TAKES_NUMBER, &x->r.left_out, 0, INT64_MAX, NULL},
      {"results", ML_TAKES_ARRAY, &x->results, 0, 0, NULL},
      {"key", ML_TAKES_NAME, &x->r.key, 0, 0, NULL},
  };
  x->r.limit = x->r.candidates = x->r.left_out = -1;
  int rc = ml_json_read(said->name, said->who, &x->json, e);
  if (rc) return rc;
  rc = ml_taken_read(said->who, ml_buf_view(&x->json), ml_conn_now(c), list, sizeof(list) / sizeof(*list), &x->text, e);
  if (!rc && !x->r.query.p && !x->r.index.p) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: the search: it has neither a query nor an index", said->who);
  }
  return rc ? rc : sets_check(said->who, x->r.sets, e);
}

/* Its results in their order, which are what was taken of it if they are not told. */
static int elsewhere_put(MlConn *c, const MlSaid *said, const MlThings *taken, MlUuid *id, MlErr *e) {
  Elsewhere x = {0};
  MlThings results = {0};
  MlRetrieved *a = NULL;
  int rc = elsewhere_read(c, said, &x, e);
  if (!rc) rc = ml_config_check_size(c, ml_buf_view(&x.json), said->who, e);
  if (!rc && x.results.p) rc = ml_things_read(c, said->who, x.results, ML_A_RECORD, &results, e);
  const MlThings *t = x.results.p ? &results : taken;
  if (!rc) {
    a = sqlite3_malloc64((u64)(t->n + 1) * sizeof(*a));
    if (!a) rc = ml_err_nomem(e);
  }
  for (i64 i = 0; a && i < t->n; i++) {
    a[i] = (MlRetrieved){.record = t->a[i].id, .version = t->a[i].version, .rank = i + 1, .score = -1};
  }
  if (!x.r.key.p && t->key.n) x.r.key = ml_buf_view(&t->key);
  x.r.a = a;
  x.r.n = t->n;
  if (!rc) rc = ml_retrieval_put(c, &x.r, id, e);
  sqlite3_free(a);
  ml_things_free(&results);
  ml_buf_free(&x.json);
  ml_buf_free(&x.text);
  return rc;
}

/* ---- what was taken ---- */

static int retrieval_find(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  MlThings t = {0};
  int rc = ml_things_add(c, said->who, said->name, ML_A_RETRIEVAL, &t, e);
  if (!rc) *id = t.a[0].id;
  ml_things_free(&t);
  return rc;
}

static int taken_put(MlConn *c, const MlUuid *id, const MlThings *taken, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < taken->n && !rc; i++) {
    const MlThing *x = &taken->a[i];
    MlEdge more = {.rank = i + 1, .score = -1};
    rc = state_find(c, x, &more.reason, e);
    if (!rc) rc = ml_lineage_link(c, (MlEnd){id, 0}, "chosen", (MlEnd){&x->id, x->version}, &more, e);
  }
  for (i64 i = 0; i < taken->n && !rc; i++) {
    rc = ml_retrieval_conflicts(c, id, &taken->a[i].id, taken->a[i].version, e);
  }
  return rc;
}

static int told_elsewhere(MlText t) {
  t = ml_json_trim(t);
  return t.n && *t.p == '{';
}

int ml_choose_select(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  MlThings taken = {0};
  MlLineageOp op;
  MlBuf text = {0};
  int rc = ml_taken_read(said->who, said->options, ml_conn_now(c), NULL, 0, &text, e);
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &op, e);
    if (!rc) rc = ml_things_read(c, said->who, said->references, ML_A_RECORD, &taken, e);
    if (!rc) {
      rc = told_elsewhere(said->name) ? elsewhere_put(c, said, &taken, id, e) : retrieval_find(c, said, id, e);
    }
    if (!rc) rc = taken_put(c, id, &taken, e);
    rc = ml_lineage_end(c, &op, rc, e);
  }
  ml_things_free(&taken);
  ml_buf_free(&text);
  return rc;
}

/* ---- placements ---- */

typedef struct Placing {
  MlThings things, retrieval, event;
  MlPlaced *a;
  MlText truncated, compacted, found_by, cause; /* as they were given */
  i64 turn, position;
} Placing;

static int placing_read(MlConn *c, const MlSaid *said, Placing *p, MlBuf *text, MlErr *e) {
  const MlTaken list[] = {
      {"turn", ML_TAKES_NUMBER, &p->turn, 0, INT64_MAX, NULL},
      {"position", ML_TAKES_NUMBER, &p->position, 1, INT32_MAX, NULL},
      {"truncated", ML_TAKES_ANY, &p->truncated, 0, 0, NULL},
      {"compacted", ML_TAKES_ANY, &p->compacted, 0, 0, NULL},
      {"retrieval", ML_TAKES_NAME, &p->found_by, 0, 0, NULL},
      {"event", ML_TAKES_NAME, &p->cause, 0, 0, NULL},
  };
  return ml_taken_read(said->who, said->options, ml_conn_now(c), list, sizeof(list) / sizeof(*list), text, e);
}

/* true: all were placed so; an array: those that it names. */
static int placed_as(MlConn *c, const MlSaid *said, MlText given, MlPlacedAs as, const char *name, Placing *p,
                     MlErr *e) {
  MlText option = ml_text_of(name);
  MlThings t = {0};
  int rc = SQLITE_OK, type = ml_json_type(given);
  if (!given.p || type == ML_FALSE) return SQLITE_OK;
  for (i64 i = 0; i < p->things.n && type == ML_TRUE; i++) p->a[i].as = as;
  if (type == ML_TRUE) return SQLITE_OK;
  if (type != ML_ARRAY) {
    return ml_sieve_refuse(said->who, option, "it is true, or an array of those that it is true of", e);
  }
  rc = ml_things_read(c, said->who, given, ML_A_RECORD, &t, e);
  for (i64 i = 0; i < t.n && !rc; i++) {
    i64 k = 0;
    while (k < p->things.n &&
           (p->a[k].version != t.a[i].version || memcmp(p->a[k].record.b, t.a[i].id.b, sizeof(t.a[i].id.b)) != 0)) {
      k++;
    }
    if (k == p->things.n) {
      rc = ml_sieve_refuse(said->who, option, "it names a version that is not placed", e);
    } else {
      p->a[k].as = as;
    }
  }
  ml_things_free(&t);
  return rc;
}

static int placing_find(MlConn *c, const MlSaid *said, Placing *p, MlErr *e) {
  int rc = ml_things_read(c, said->who, said->references, ML_A_RECORD, &p->things, e);
  if (!rc && !p->things.n) rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: it places nothing", said->who);
  if (!rc && p->found_by.p) rc = ml_things_add(c, said->who, p->found_by, ML_A_RETRIEVAL, &p->retrieval, e);
  if (!rc && p->cause.p) rc = ml_things_add(c, said->who, p->cause, ML_AN_EVENT, &p->event, e);
  if (rc) return rc;
  p->a = sqlite3_malloc64((u64)p->things.n * sizeof(*p->a));
  if (!p->a) return ml_err_nomem(e);
  for (i64 i = 0; i < p->things.n; i++) {
    const MlThing *x = &p->things.a[i];
    p->a[i] = (MlPlaced){x->id, x->version, p->position + i, ML_PLACED_WHOLE};
  }
  rc = placed_as(c, said, p->truncated, ML_PLACED_TRUNCATED, "truncated", p, e);
  return rc ? rc : placed_as(c, said, p->compacted, ML_PLACED_COMPACTED, "compacted", p, e);
}

/* Which turn it is memlog knows if it keeps the conversation. */
static int turn_find(MlConn *c, const MlSaid *said, Placing *p, MlErr *e) {
  if (p->turn >= 0) return SQLITE_OK;
  int rc = ml_placement_turn(c, said->name, &p->turn, e);
  if (!p->turn) p->turn = -1;
  return rc;
}

static int placing_put(MlConn *c, const MlSaid *said, Placing *p, MlUuid *id, MlErr *e) {
  int rc = placing_find(c, said, p, e);
  if (!rc) rc = turn_find(c, said, p, e);
  MlPlacement x = {.who = said->who, .session = said->name, .turn = p->turn, .a = p->a, .n = p->things.n};
  if (p->retrieval.n) x.retrieval = &p->retrieval.a[0].id;
  if (!rc) rc = ml_placement_put(c, &x, id, e);
  return rc ? rc : ml_edge_all(c, (MlEnd){id, 0}, "caused_by", &p->event, e);
}

int ml_choose_place(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e) {
  Placing p = {.turn = -1, .position = 1};
  MlBuf text = {0};
  MlLineageOp op;
  int rc = placing_read(c, said, &p, &text, e);
  if (!rc) {
    rc = ml_lineage_begin(c, ML_TEXT(""), &op, e);
    if (!rc) rc = placing_put(c, said, &p, id, e);
    rc = ml_lineage_end(c, &op, rc, e);
  }
  sqlite3_free(p.a);
  ml_things_free(&p.things);
  ml_things_free(&p.retrieval);
  ml_things_free(&p.event);
  ml_buf_free(&text);
  return rc;
}
