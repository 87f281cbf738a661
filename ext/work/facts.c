#include "facts.h"

#include "../data/expiry.h"
#include "../data/json.h"
#include "../data/mark.h"
#include "../data/path.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults ---- */

const char *ml_facts_fault_name(MlFaultKind kind) {
  static const char *const name[] = {
      [ML_FAULT_SCHEMA] = "schema",     [ML_FAULT_META] = "meta",         [ML_FAULT_CONFIG] = "config",
      [ML_FAULT_ORDER] = "order",       [ML_FAULT_CHAIN] = "chain",       [ML_FAULT_ROW] = "row",
      [ML_FAULT_POINTER] = "pointer",   [ML_FAULT_HEAD] = "head",         [ML_FAULT_CELL] = "cell",
      [ML_FAULT_STATE] = "state",       [ML_FAULT_SNAPSHOT] = "snapshot", [ML_FAULT_RUN] = "run",
      [ML_FAULT_CONSUMER] = "consumer", [ML_FAULT_VALUE] = "value",       [ML_FAULT_TAIL] = "tail",
      [ML_FAULT_PRUNED] = "pruned",     [ML_FAULT_ITEM] = "item",         [ML_FAULT_SESSION] = "session",
      [ML_FAULT_LINEAGE] = "lineage",
  };
  return name[kind];
}

void ml_facts_faults_free(MlFaults *f) {
  for (i64 i = 0; i < f->n; i++) ml_text_free(&f->a[i].detail);
  sqlite3_free(f->a);
  memset(f, 0, sizeof(*f));
}

static MlText text_copy(char **to, MlText t) {
  MlText copy = {*to, t.n};
  if (!t.p) return t;
  memcpy(*to, t.p, (size_t)t.n);
  *to += t.n;
  return copy;
}

static int fault_add(MlFaults *f, MlFaultKind kind, const MlFaultAt *at, const char *detail) {
  if (f->n == f->cap) {
    i64 cap = f->cap ? f->cap * 2 : 16;
    MlFault *a = sqlite3_realloc64(f->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    f->a = a;
    f->cap = cap;
  }
  MlText text = ml_text_of(detail);
  char *to = sqlite3_malloc64((u64)(text.n + at->key.n + at->path.n + 1));
  if (!to) return SQLITE_NOMEM;
  MlFault *x = &f->a[f->n++];
  x->kind = kind;
  x->at.seq = at->seq;
  x->detail = text_copy(&to, text);
  x->at.key = text_copy(&to, at->key);
  x->at.path = text_copy(&to, at->path);
  return SQLITE_OK;
}

int ml_facts_fault(MlFacts *f, MlFaultKind kind, const MlFaultAt *at, MlErr *e, const char *format, ...) {
  static const MlFaultAt nowhere = {0};
  va_list ap;
  if (f->no_memory) return ml_err_nomem(e);
  if (++f->faults.count[kind] > ML_FAULTS_SHOWN) return SQLITE_OK;
  va_start(ap, format);
  char *detail = sqlite3_vmprintf(format, ap);
  va_end(ap);
  int rc = detail ? fault_add(&f->faults, kind, at ? at : &nowhere, detail) : SQLITE_NOMEM;
  sqlite3_free(detail);
  return rc ? ml_err_nomem(e) : SQLITE_OK;
}

int ml_facts_excuse(MlFacts *f, MlFaultKind kind, const MlFaultAt *at, MlErr *e) {
  switch (e->rc & 0xff) {
  case SQLITE_ERROR:
  case SQLITE_CORRUPT:
  case SQLITE_MISMATCH:
  case SQLITE_CONSTRAINT:
  case SQLITE_TOOBIG:
  case SQLITE_SCHEMA:
    break;
  default:
    return e->rc;
  }
  MlErr said = *e;
  *e = (MlErr){0};
  const char *words = said.msg ? said.msg : sqlite3_errstr(said.rc);
  if (strncmp(words, "memlog: ", 8) == 0) words += 8;
  int rc = ml_facts_fault(f, kind, at, e, "%s", words);
  ml_err_clear(&said);
  return rc;
}

/* ---- keys ---- */

void ml_facts_open(MlFacts *f, MlConn *c) {
  memset(f, 0, sizeof(*f));
  f->c = c;
  ml_check_open(&f->check, c);
}

void ml_facts_close(MlFacts *f) {
  for (i64 i = 0; i < f->n_bucket; i++) {
    for (MlKeyFacts *k = f->bucket[i], *next; k; k = next) {
      next = k->chain;
      sqlite3_free(k->large);
      sqlite3_free(k);
    }
  }
  sqlite3_free(f->bucket);
  ml_check_close(&f->check);
  ml_buf_free(&f->scratch);
  ml_buf_free(&f->scratch2);
  f->bucket = NULL;
  f->n_bucket = f->n_key = 0;
}

/* FNV-1a. Whoever fills a file with keys that fall together makes only his own check slow. */
static u64 key_hash(MlText key) {
  u64 h = 0xcbf29ce484222325u;
  for (i64 i = 0; i < key.n; i++) h = (h ^ (u8)key.p[i]) * 0x100000001b3u;
  return h ^ (h >> 32);
}

static int buckets_grow(MlFacts *f) {
  i64 n = f->n_bucket ? f->n_bucket * 2 : 64;
  MlKeyFacts **a = sqlite3_malloc64((u64)n * sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  memset(a, 0, (u64)n * sizeof(*a));
  for (i64 i = 0; i < f->n_bucket; i++) {
    for (MlKeyFacts *k = f->bucket[i], *next; k; k = next) {
      MlKeyFacts **at = &a[key_hash(k->key) & (u64)(n - 1)];
      next = k->chain;
      k->chain = *at;
      *at = k;
    }
  }
  sqlite3_free(f->bucket);
  f->bucket = a;
  f->n_bucket = n;
  return SQLITE_OK;
}

MlKeyFacts *ml_facts_key(MlFacts *f, MlText key) {
  if (f->n_key >= f->n_bucket && buckets_grow(f)) return NULL;
  MlKeyFacts **at = &f->bucket[key_hash(key) & (u64)(f->n_bucket - 1)];
  for (MlKeyFacts *k = *at; k; k = k->chain) {
    if (ml_text_same(k->key, key)) return k;
  }
  MlKeyFacts *k = sqlite3_malloc64(sizeof(*k) + (u64)key.n);
  if (!k) return NULL;
  memset(k, 0, sizeof(*k));
  if (key.n) memcpy(k + 1, key.p, (size_t)key.n);
  k->key = (MlText){(char *)(k + 1), key.n};
  k->chain = *at;
  *at = k;
  f->n_key++;
  return k;
}

/* ---- text ---- */

/* rc: how the text was read into scratch; it must have come out as it went in. */
static int came_out(MlFacts *f, MlText text, int rc, MlErr *e) {
  if (rc == SQLITE_NOMEM || f->scratch.rc == SQLITE_NOMEM) f->no_memory = 1;
  ml_err_clear(e);
  rc = rc || !ml_text_same(ml_buf_view(&f->scratch), text);
  if (f->scratch.rc) ml_buf_free(&f->scratch);
  return !rc;
}

/* JSON in which values were redacted. */
static int marks_right(MlFacts *f, MlText text) {
  MlBuf b = {0};
  ml_mark_plain(text, &b);
  if (b.rc) f->no_memory = 1;
  int right = !b.rc && ml_facts_json(f, ml_buf_view(&b));
  ml_buf_free(&b);
  return right;
}

int ml_facts_json(MlFacts *f, MlText text) {
  MlErr e = {0};
  if (ml_mark_in(text)) return marks_right(f, text);
  ml_buf_cut(&f->scratch, 0);
  return came_out(f, text, ml_json_read(text, "", &f->scratch, &e), &e);
}

int ml_facts_value(MlFacts *f, MlText text) {
  MlHolder h;
  return ml_json_is_holder(text) ? ml_json_get_holder(text, &h) : ml_facts_json(f, text);
}

int ml_facts_values(MlFacts *f, MlText text) {
  MlBuf b = {0};
  MlHolder h;
  MlText at = ml_json_find_holder(text, &h);
  if (!at.p) return ml_facts_json(f, text);
  for (; at.n; at = ml_json_find_holder(text, &h)) {
    ml_buf_put(&b, text.p, at.p - text.p);
    ml_buf_char(&b, '0');
    text.n -= at.p + at.n - text.p;
    text.p = at.p + at.n;
  }
  ml_buf_text(&b, text);
  if (b.rc) f->no_memory = 1;
  int right = !b.rc && !at.p && ml_facts_json(f, ml_buf_view(&b));
  ml_buf_free(&b);
  return right;
}

static int by_digest(const void *a, const void *b) {
  return memcmp(((const MlHolder *)a)->digest.b, ((const MlHolder *)b)->digest.b, sizeof(MlUuid));
}

const char *ml_facts_large(MlFacts *f, MlText key, MlText text) {
  MlHolder h;
  MlText at = ml_json_find_holder(text, &h);
  if (!at.p) return NULL;
  MlKeyFacts *k = ml_facts_key(f, key);
  if (!k) f->no_memory = 1;
  for (; k && at.p; at = ml_json_find_holder(text, &h)) {
    if (!at.n) return "the place holder of a large value in it is damaged";
    const MlHolder *x = k->n_large ? bsearch(&h, k->large, (size_t)k->n_large, sizeof(h), by_digest) : NULL;
    if (!x) return "a large value that it refers to is missing in memlog_value";
    if (x->bytes != h.bytes || x->type != h.type) return "a large value that it refers to has another length or type";
    text.n -= at.p + at.n - text.p;
    text.p = at.p + at.n;
  }
  return NULL;
}

int ml_facts_path(MlFacts *f, MlText path) {
  MlErr e = {0};
  ml_buf_cut(&f->scratch, 0);
  return came_out(f, path, ml_path_read(path, &f->scratch, &e), &e);
}

int ml_facts_key_text(MlText key) { return key.n > 0 && !memchr(key.p, 0, (size_t)key.n) && ml_text_utf8(key); }

/* 1 if a name of a map, or an element of removed, is a canonical path as memlog writes it. */
static int string_is_path(MlFacts *f, MlText string) {
  MlBuf *b = &f->scratch2;
  if (string.n < 2 || string.p[0] != '"') return 0;
  MlText bare = {string.p + 1, string.n - 2};
  if (ml_json_plain_end(bare.p, bare.p + bare.n) == bare.p + bare.n) return ml_facts_path(f, bare);
  MlErr e = {0};
  int rc = ml_json_get_string(string, b);
  if (b->rc == SQLITE_NOMEM) f->no_memory = 1;
  ml_buf_cut(&f->scratch, 0);
  if (!rc) ml_json_put_string(&f->scratch, ml_buf_view(b));
  return came_out(f, string, rc, &e) && ml_facts_path(f, ml_buf_view(b));
}

typedef int (*MemberCheck)(MlFacts *f, MlText value);

static int member_is_container(MlFacts *f, MlText value) {
  (void)f;
  return ml_text_same(value, ML_TEXT("\"object\"")) || ml_text_same(value, ML_TEXT("\"list\""));
}

/* 1 if text is a map (or an array, without check) of paths, with nothing between its parts but what must be there. */
static int paths_right(MlFacts *f, MlText text, char open, MemberCheck check) {
  MlJsonScan s;
  i64 n = 2, members = 0;
  if (!text.p) return 1;
  if (!text.n || text.p[0] != open) return 0;
  for (ml_json_open(&s, text); ml_json_next(&s); members++) {
    ml_buf_cut(&f->scratch2, 0);
    if (!string_is_path(f, check ? s.name : s.value) || (check && !check(f, s.value))) return 0;
    n += (members > 0) + s.name.n + (check != NULL) + s.value.n;
  }
  return s.rc == SQLITE_OK && n == text.n;
}

static int member_is_time(MlFacts *f, MlText value) {
  i64 ms;
  return ml_text_same(value, ML_TEXT("null")) ||
         (ml_facts_json(f, value) && ml_json_get_integer(value, &ms) && ml_expiry_valid(ms));
}

static int expires_right(MlFacts *f, MlText expires) {
  if (!expires.p) return 1;
  if (ml_json_type(expires) == ML_INTEGER) return ml_expiry_one(expires) && ml_facts_json(f, expires);
  return ml_json_type(expires) == ML_MAP && paths_right(f, expires, '{', member_is_time);
}

const char *ml_facts_change(MlFacts *f, const MlChange *change) {
  if (!paths_right(f, change->value, '{', ml_facts_value))
    return "value is not a JSON map of paths as memlog writes it";
  if (!paths_right(f, change->removed, '[', NULL)) return "removed is not a JSON array of paths as memlog writes it";
  if (!paths_right(f, change->containers, '{', member_is_container)) {
    return "containers is not a JSON map of paths to object or list as memlog writes it";
  }
  if (!expires_right(f, change->expires)) {
    return "expires is neither a time nor a JSON map of paths to times as memlog writes it";
  }
  return NULL;
}
