#include "edge.h"

#include "../data/json.h"
#include "../data/sieve.h"
#include "../data/taken.h"
#include "../store/config.h"

#include <string.h>

#define WHO        "mem_edge"
#define REASON_MAX 64

#define CONFLICTS_BY "mem_search and mem_select do, where conflicts_with says that two conflict"
#define USED         (ML_A_CLAIM | ML_A_RECORD | ML_A_DECISION | ML_AN_ACTION)

/* instead: who says it; NULL: hosts may. These come first. */
static const struct {
  MlText name;
  unsigned from, to;
  const char *instead;
} relations[] = {
    {ML_TEXT("based_on"), ML_A_DECISION, ML_A_SOURCE | ML_A_RECORD, NULL},
    {ML_TEXT("stated_by"), ML_A_RECORD, ML_A_SOURCE, NULL},
    {ML_TEXT("conflicts_with"), ML_A_RECORD, ML_A_RECORD, NULL},
    {ML_TEXT("found_by"), ML_A_PLACEMENT, ML_A_RETRIEVAL, NULL},
    {ML_TEXT("refers_to"), ML_A_CLAIM, ML_A_RECORD | ML_A_PLACEMENT | ML_A_CLAIM, NULL},
    {ML_TEXT("used"), ML_AN_ACTION | ML_AN_EFFECT, USED, NULL},
    {ML_TEXT("revises"), ML_AN_EFFECT, ML_AN_EFFECT, NULL},
    {ML_TEXT("caused_by"), ML_AN_ENTITY, ML_AN_EVENT, NULL},
    {ML_TEXT("decided_by"), ML_A_RECORD, ML_A_DECISION, "mem_decide, mem_quarantine and mem_release do"},
    {ML_TEXT("made_by"), ML_A_RECORD, ML_A_TRANSFORMATION, "mem_derive does"},
    {ML_TEXT("read"), ML_A_TRANSFORMATION, ML_A_RECORD | ML_A_SOURCE, "mem_derive does"},
    {ML_TEXT("derived_from"), ML_A_RECORD, ML_A_RECORD, "mem_derive does, and the option derived_from of mem_item_add"},
    {ML_TEXT("corrects"), ML_A_RECORD, ML_A_RECORD, "mem_correct does"},
    {ML_TEXT("repeats"), ML_A_RECORD, ML_A_RECORD, "memlog does, where a content comes back that was taken out"},
    {ML_TEXT("selected"), ML_A_RETRIEVAL, ML_A_RECORD, "mem_search does, and mem_select of a search made elsewhere"},
    {ML_TEXT("chosen"), ML_A_RETRIEVAL, ML_A_RECORD, "mem_select does"},
    {ML_TEXT("left_out"), ML_A_RETRIEVAL, ML_A_RECORD, "mem_search does"},
    {ML_TEXT("conflicting"), ML_A_RETRIEVAL, ML_A_RECORD, CONFLICTS_BY},
    {ML_TEXT("placed"), ML_A_PLACEMENT, ML_A_RECORD, "mem_place does"},
    {ML_TEXT("changes"), ML_A_CHANGE, ML_A_RECORD, "what changes an item does"},
    {ML_TEXT("proves"), ML_A_PROOF, ML_A_CHANGE | ML_A_RECORD, "mem_propagate does"},
};
#define RELATIONS (sizeof(relations) / sizeof(*relations))

static int relation_find(MlText name, size_t *at, MlErr *e) {
  char show[ML_ERR_SHOW];
  MlBuf all = {0};
  for (*at = 0; *at < RELATIONS; ++*at) {
    if (ml_text_same(relations[*at].name, name)) return SQLITE_OK;
  }
  for (size_t i = 0; i < RELATIONS && !relations[i].instead; i++) {
    ml_buf_puts(&all, i ? ", " : "");
    ml_buf_text(&all, relations[i].name);
  }
  int rc = ml_err_buf(e, all.rc, "a message");
  if (!rc) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: relation %s: there is no such relation; it can say %s", WHO,
                    ml_err_show(show, name), all.p);
  }
  ml_buf_free(&all);
  return rc;
}

/* One end; the error says what the relation joins. */
static int end_find(MlConn *c, size_t relation, MlText given, unsigned may, MlThings *t, MlErr *e) {
  MlBuf from = {0}, to = {0};
  int rc = ml_things_add(c, WHO, given, ML_AN_ENTITY | ML_A_RECORD | ML_AN_EVENT, t, e);
  if (rc || (t->a[t->n - 1].what & may)) return rc;
  ml_things_name(relations[relation].from, &from);
  ml_things_name(relations[relation].to, &to);
  rc = ml_err_buf(e, from.rc ? from.rc : to.rc, "a message");
  if (!rc) {
    char show[ML_ERR_SHOW];
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: relation %s: it leads from %s to %s; %s is neither", WHO,
                    relations[relation].name.p, from.p, to.p, ml_err_show(show, given));
  }
  ml_buf_free(&from);
  ml_buf_free(&to);
  return rc;
}

int ml_edge_joins(MlText relation, unsigned from, unsigned to) {
  for (size_t i = 0; i < RELATIONS; i++) {
    if (ml_text_same(relations[i].name, relation)) return (relations[i].from & from) && (relations[i].to & to);
  }
  return -1;
}

int ml_edge_is_reason(MlText t) {
  int right = t.n > 0 && t.n <= REASON_MAX;
  for (i64 i = 0; i < t.n && right; i++) {
    char x = t.p[i];
    right = (x >= 'a' && x <= 'z') || (x >= '0' && x <= '9') || (x && strchr("_.-", x));
  }
  return right;
}

static int reason_check(const char *who, MlText t, MlErr *e) {
  if (ml_edge_is_reason(t)) return SQLITE_OK;
  return ml_sieve_refuse(who, ML_TEXT("reason"), "it is a short name: at most 64 of a-z, 0-9, '_', '.' and '-'", e);
}

static int score_read(MlText json, double *score, MlErr *e) {
  i64 whole;
  if (!json.p) return SQLITE_OK;
  if (ml_json_get_integer(json, &whole)) {
    *score = (double)whole;
  } else if (!ml_json_get_real(json, score)) {
    *score = -1;
  }
  if (*score >= 0 && *score <= 1) return SQLITE_OK;
  return ml_sieve_refuse(WHO, ML_TEXT("score"), "it is a number from 0 to 1", e);
}

static int options_read(MlConn *c, MlText json, MlEdge *x, MlBuf *text, MlErr *e) {
  MlText score = {NULL, 0};
  const MlTaken list[] = {
      {"rank", ML_TAKES_NUMBER, &x->rank, 1, INT64_MAX, NULL},
      {"score", ML_TAKES_ANY, &score, 0, 0, NULL},
      {"reason", ML_TAKES_NAME, &x->reason, 0, 0, NULL},
      {"detail", ML_TAKES_MAP, &x->detail, 0, 0, NULL},
  };
  *x = (MlEdge){.score = -1};
  int rc = ml_taken_read(WHO, json, ml_conn_now(c), list, sizeof(list) / sizeof(*list), text, e);
  if (!rc) rc = score_read(score, &x->score, e);
  if (!rc && x->reason.p) rc = reason_check(WHO, x->reason, e);
  return rc;
}

static int both_find(MlConn *c, MlText from, size_t relation, MlText to, MlThings *t, MlErr *e) {
  int rc = end_find(c, relation, from, relations[relation].from, t, e);
  if (!rc) rc = end_find(c, relation, to, relations[relation].to, t, e);
  if (rc || memcmp(t->a[0].id.b, t->a[1].id.b, sizeof(t->a[0].id.b)) != 0) return rc;
  if (t->a[0].version == t->a[1].version) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: relation %s: both ends are the same", WHO,
                      relations[relation].name.p);
  }
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: relation %s: both ends are versions of one record: the later stands",
                    WHO, relations[relation].name.p);
}

int ml_edge_say(MlConn *c, MlText from, MlText relation, MlText to, MlText options, MlUuid *id, MlErr *e) {
  MlBuf text = {0};
  MlThings t = {0};
  MlLineageOp op;
  MlEdge more;
  size_t at;
  int rc = relation_find(relation, &at, e);
  if (!rc && relations[at].instead) {
    rc = ml_err_set(e, SQLITE_ERROR, "memlog: %s: relation %s: hosts do not say it: %s", WHO, relations[at].name.p,
                    relations[at].instead);
  }
  if (!rc) rc = options_read(c, options, &more, &text, e);
  if (rc) goto done;
  rc = ml_lineage_begin(c, ML_TEXT(""), &op, e);
  if (!rc && more.detail.p) rc = ml_config_check_size(c, more.detail, "the detail of an edge", e);
  if (!rc) rc = both_find(c, from, at, to, &t, e);
  if (!rc) {
    MlEnd a = {&t.a[0].id, t.a[0].version}, b = {&t.a[1].id, t.a[1].version};
    *id = t.a[0].id;
    rc = ml_lineage_link(c, a, relations[at].name.p, b, &more, e);
  }
  rc = ml_lineage_end(c, &op, rc, e);
done:
  ml_things_free(&t);
  ml_buf_free(&text);
  return rc;
}

int ml_edge_all(MlConn *c, MlEnd from, const char *relation, const MlThings *to, MlErr *e) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < to->n && !rc; i++) {
    rc = ml_lineage_link(c, from, relation, (MlEnd){&to->a[i].id, to->a[i].version}, NULL, e);
  }
  return rc;
}
