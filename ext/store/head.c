#include "head.h"

#include "../data/clock.h"
#include "cell.h"
#include "meta.h"

#include <string.h>

/* Names of the numbers as the JSON has them, in its order; zeros are left out. */
static const struct {
  MlText name;
  size_t at;
} field[] = {
    {ML_TEXT("\"gen\""), offsetof(MlHead, generation)},
    {ML_TEXT("\"first\""), offsetof(MlHead, first)},
    {ML_TEXT("\"last\""), offsetof(MlHead, last)},
    {ML_TEXT("\"events\""), offsetof(MlHead, events)},
    {ML_TEXT("\"snap\""), offsetof(MlHead, snap)},
    {ML_TEXT("\"rows\""), offsetof(MlHead, rows)},
    {ML_TEXT("\"bytes\""), offsetof(MlHead, bytes)},
    {ML_TEXT("\"size\""), offsetof(MlHead, size)},
    {ML_TEXT("\"run\""), offsetof(MlHead, run)},
    {ML_TEXT("\"runs\""), offsetof(MlHead, runs)},
    {ML_TEXT("\"gap_st\""), offsetof(MlHead, gap[ML_SHORT_TERM])},
    {ML_TEXT("\"gap_se\""), offsetof(MlHead, gap[ML_SENSORY])},
};
#define FIELDS (sizeof(field) / sizeof(*field))

static i64 field_get(const MlHead *h, size_t i) {
  i64 v;
  memcpy(&v, (const char *)h + field[i].at, sizeof(v));
  return v;
}

static i64 *field_at(MlHead *h, size_t i) { return (i64 *)(void *)((char *)h + field[i].at); }

/* The field so named, looked for from *i on; NULL if there is none. */
static i64 *field_find(MlHead *h, MlText name, size_t *i) {
  for (size_t tried = 0; tried < FIELDS; tried++) {
    size_t at = *i;
    *i = at + 1 < FIELDS ? at + 1 : 0;
    if (ml_text_same(field[at].name, name)) return field_at(h, at);
  }
  return NULL;
}

/* Only the place of the newest row can be negative; and all can be counted with. */
static int head_plausible(const MlHead *h) {
  for (size_t i = 0; i < FIELDS; i++) {
    i64 v = field_get(h, i);
    if (ml_event_position(v) >= ML_POSITION_MAX || (v < 0 && field[i].at != offsetof(MlHead, last))) return 0;
  }
  return h->generation > 0 && h->first <= ML_TIME_MAX;
}

static int head_parse(MlText json, MlHead *h) {
  MlJsonScan s;
  size_t i = 0;
  int salt = 0, ok = ml_json_type(json) == ML_MAP;
  for (ml_json_open(&s, json); ok && ml_json_next(&s);) {
    if (s.value.n == 34 && ml_text_same(s.name, ML_TEXT("\"salt\""))) {
      salt = ml_uuid_unhex((MlText){s.value.p + 1, 32}, &h->salt);
      continue;
    }
    i64 *at = field_find(h, s.name, &i);
    if (at) ok = ml_json_get_integer(s.value, at);
  }
  return ok && s.rc == SQLITE_OK && salt && head_plausible(h);
}

int ml_head_load(MlConn *c, MlText key, MlHead *h, int *found, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  memset(h, 0, sizeof(*h));
  int rc = ml_cell_head(c, key, &b, found, e);
  if (!rc && *found && !head_parse(ml_buf_view(&b), h)) {
    char show[ML_ERR_SHOW];
    rc = ml_err_set(e, SQLITE_CORRUPT, "memlog: key %s: its head (its first row in memlog_cell) is damaged",
                    ml_err_show(show, key));
  }
  ml_conn_give(c, &b);
  if (rc || *found) return rc;
  h->salt = ml_uuid_random();
  rc = ml_meta_erasures(c, &h->generation, e);
  h->generation++;
  return rc;
}

/* ---- heads saved last ---- */

#define MEMOS     64
#define MEMO_TEXT 60

struct MlHeadMemo {
  u32 age, n; /* of the key's text */
  char key[MEMO_TEXT];
  MlHead head;
};

static struct MlHeadMemo *memo_of(MlConn *c, MlText key) {
  u32 hash = 2166136261u;
  for (i64 i = 0; i < key.n; i++) hash = (hash ^ (u8)key.p[i]) * 16777619u;
  return &c->heads[(hash ^ hash >> 15) % MEMOS];
}

static int memo_is(const MlConn *c, const struct MlHeadMemo *m, MlText key) {
  return m->age == c->heads_age && ml_text_same((MlText){m->key, m->n}, key);
}

/* Remembers a head, or forgets it (NULL). What a listener saves can be undone without a word to us: it is not
** remembered. */
static void memo_set(MlConn *c, MlText key, const MlHead *h) {
  if (c->emitting || c->storing) h = NULL;
  if (!c->heads && h) {
    c->heads = sqlite3_malloc64(MEMOS * sizeof(*c->heads));
    if (!c->heads) return;
    memset(c->heads, 0, MEMOS * sizeof(*c->heads));
    if (!c->heads_age) c->heads_age = 1;
  }
  if (!c->heads) return;
  struct MlHeadMemo *m = memo_of(c, key);
  if (h && key.n <= MEMO_TEXT) {
    *m = (struct MlHeadMemo){.age = c->heads_age, .n = (u32)key.n, .head = *h};
    memcpy(m->key, key.p, (size_t)key.n);
  } else if (memo_is(c, m, key)) {
    m->age = 0;
  }
}

int ml_head_bare(const MlHead *h) { return !h->first && !h->events && !h->rows; }

void ml_head_write(const MlHead *h, MlBuf *out) {
  char hex[33];
  ml_uuid_hex(&h->salt, hex);
  ml_buf_puts(out, "{\"salt\":\"");
  ml_buf_put(out, hex, 32);
  ml_buf_char(out, '"');
  for (size_t i = 0; i < FIELDS; i++) {
    i64 v = field_get(h, i);
    if (!v) continue;
    ml_buf_char(out, ',');
    ml_buf_text(out, field[i].name);
    ml_buf_char(out, ':');
    ml_buf_int(out, v);
  }
  ml_buf_char(out, '}');
}

int ml_head_save(MlConn *c, MlText key, const MlHead *h, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  ml_head_write(h, &b);
  int rc = b.rc ? ml_err_nomem(e) : ml_cell_put_head(c, key, ml_buf_view(&b), e);
  ml_conn_give(c, &b);
  memo_set(c, key, rc ? NULL : h);
  return rc;
}

int ml_head_recall(MlConn *c, MlText key, MlHead *h, MlErr *e) {
  int found;
  struct MlHeadMemo *m = c->in_txn && c->heads ? memo_of(c, key) : NULL;
  if (!m || !memo_is(c, m, key)) return ml_head_load(c, key, h, &found, e);
  *h = m->head;
  return SQLITE_OK;
}

int ml_head_salt(MlConn *c, MlText key, MlUuid *salt, MlErr *e) {
  MlHead h;
  int found = 1;
  struct MlHeadMemo *m = c->in_txn && c->heads ? memo_of(c, key) : NULL;
  if (m && memo_is(c, m, key)) {
    *salt = m->head.salt;
    return SQLITE_OK;
  }
  int rc = ml_head_load(c, key, &h, &found, e);
  *salt = h.salt;
  return rc || found ? rc : ml_head_save(c, key, &h, e);
}
