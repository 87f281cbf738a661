#include "placement.h"

#include "../data/json.h"
#include "../store/meta.h"
#include "list.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>

/* ---- what may be placed ---- */

static int refuse(const MlPlacement *p, const MlPlaced *x, const char *why, MlErr *e) {
  MlSubject s = {.kind = ML_SUBJECT_RECORD, .id = x->record, .version = x->version};
  char show[ML_SUBJECT_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: %s: %s", p->who, ml_subject_show(&s, show), why);
}

static int version_check(MlConn *c, const MlPlacement *p, const MlPlaced *x, MlErr *e) {
  const char *wrong = NULL;
  sqlite3_stmt *st;
  MlItem item;
  int found;
  int rc = ml_item_find_version(c, &x->record, x->version, &item, &st, &found, e);
  if (rc) return rc;
  if (!found) {
    wrong = "there is no such version";
  } else if (ml_text_same(item.admission, ML_TEXT("proposed"))) {
    wrong = "it does not stand: it is only proposed";
  } else if (ml_text_same(item.admission, ML_TEXT("denied"))) {
    wrong = "it does not stand: it was not let in";
  } else if (ml_text_same(item.admission, ML_TEXT("quarantined"))) {
    wrong = "it does not stand: it is in quarantine";
  } else if (item.ended != ML_ITEM_STANDS) {
    wrong = "it does not stand any more: it was removed, or has a newer version";
  } else if (!ml_items_visible(&item, ml_conn_now(c) / 1000)) {
    wrong = "it does not stand any more: it has expired";
  }
  if (st) rc = ml_item_done(c, st, e);
  return !rc && wrong ? refuse(p, x, wrong, e) : rc;
}

static int by_version(const void *a, const void *b) {
  const MlPlaced *x = *(const MlPlaced *const *)a, *y = *(const MlPlaced *const *)b;
  int order = memcmp(x->record.b, y->record.b, sizeof(x->record.b));
  return order ? order : (x->version > y->version) - (x->version < y->version);
}

static int twice_check(const MlPlacement *p, MlErr *e) {
  const MlPlaced **a = sqlite3_malloc64(((u64)p->n + 1) * sizeof(const MlPlaced *));
  int rc = SQLITE_OK;
  if (!a) return ml_err_nomem(e);
  for (i64 i = 0; i < p->n; i++) a[i] = &p->a[i];
  if (p->n > 1) qsort(a, (size_t)p->n, sizeof(const MlPlaced *), by_version);
  for (i64 i = 1; i < p->n && !rc; i++) {
    if (!by_version(&a[i - 1], &a[i])) rc = refuse(p, a[i], "it comes twice", e);
  }
  sqlite3_free(a);
  return rc;
}

/* ---- putting it ---- */

static void messages_put(const MlPlacedMessages *m, MlBuf *b) {
  ml_json_put_name(b, "messages");
  ml_buf_char(b, '{');
  if (m->from >= 0) {
    ml_json_put_number(b, "from", m->from);
    ml_json_put_number(b, "to", m->to);
  }
  ml_json_put_number(b, "sent", m->sent);
  ml_json_put_number(b, "truncated", m->truncated);
  ml_json_put_number(b, "compacted", m->compacted);
  ml_buf_char(b, '}');
}

static void detail_put(const MlPlacement *p, MlBuf *b) {
  ml_buf_char(b, '{');
  ml_json_put_text(b, "session", p->session);
  if (p->turn >= 0) ml_json_put_number(b, "turn", p->turn);
  if (p->messages) messages_put(p->messages, b);
  ml_buf_char(b, '}');
}

static int edges_put(MlConn *c, const MlPlacement *p, const MlUuid *id, MlErr *e) {
  static const MlText as[] = {{NULL, 0}, ML_TEXT("truncated"), ML_TEXT("compacted")};
  int rc = SQLITE_OK;
  for (i64 i = 0; i < p->n && !rc; i++) {
    const MlPlaced *x = &p->a[i];
    MlEdge more = {.rank = x->position, .score = -1, .reason = as[x->as]};
    rc = ml_lineage_link(c, (MlEnd){id, 0}, "placed", (MlEnd){&x->record, x->version}, &more, e);
  }
  if (!rc && p->retrieval) rc = ml_lineage_link(c, (MlEnd){id, 0}, "found_by", (MlEnd){p->retrieval, 0}, NULL, e);
  return rc;
}

static int placement_put(MlConn *c, const MlPlacement *p, MlText key, MlUuid *id, MlErr *e) {
  MlBuf detail = ml_conn_scratch(c);
  int rc = twice_check(p, e);
  for (i64 i = 0; i < p->n && !rc; i++) rc = version_check(c, p, &p->a[i], e);
  if (!rc) {
    detail_put(p, &detail);
    rc = ml_err_buf(e, detail.rc, "a placement");
  }
  if (!rc) rc = ml_lineage_note(c, "placement", key, ml_buf_view(&detail), id, e);
  if (!rc) rc = edges_put(c, p, id, e);
  ml_conn_give(c, &detail);
  return rc;
}

int ml_placement_put(MlConn *c, const MlPlacement *p, MlUuid *id, MlErr *e) {
  int agent;
  MlText key = p->session.p ? ml_message_session(p->session, &agent) : p->user;
  MlLineageOp op;
  int rc = ml_lineage_begin(c, key, &op, e);
  /* What is looked at and what is written are of one moment. */
  u8 fixed = c->clock_fixed;
  i64 clock = c->clock;
  c->clock = ml_conn_now(c);
  c->clock_fixed = 1;
  if (!rc) rc = placement_put(c, p, key, id, e);
  c->clock_fixed = fixed;
  c->clock = clock;
  return ml_lineage_end(c, &op, rc, e);
}

int ml_placing_read(const char *who, MlText name, MlText value, MlPlacing *p, int *known, MlErr *e) {
  MlType type = ml_json_type(value);
  int is_turn = ml_text_same(name, ML_TEXT("turn"));
  *known = is_turn || ml_text_same(name, ML_TEXT("record"));
  if (!*known) return SQLITE_OK;
  if (!is_turn) {
    p->record = type == ML_TRUE;
    if (type == ML_TRUE || type == ML_FALSE) return SQLITE_OK;
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option record: it must be true or false", who);
  }
  if (ml_json_get_integer(value, &p->turn) && p->turn >= 0) return SQLITE_OK;
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option turn: it must be an integer of 0 or more", who);
}

int ml_placement_turn(MlConn *c, MlText session, i64 *turn, MlErr *e) {
  int agent, there, found = 0;
  MlNodeId list = ml_message_list(ml_message_session(session, &agent));
  MlListRow row = {0};
  MlNow now = {0};
  *turn = 0;
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = ml_list_find(c, &list, &now, &row, &found, e);
  if (!rc && found) *turn = row.next;
  return rc;
}
