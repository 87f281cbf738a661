#include "expiry.h"

i64 ml_expiry_one(MlText expires) {
  i64 ms;
  return expires.p && ml_json_get_integer(expires, &ms) && ml_expiry_valid(ms) ? ms : 0;
}

int ml_expiry_apply(MlTree *t, MlText expires, MlBuf *scratch) {
  MlJsonScan s;
  if (ml_json_type(expires) != ML_MAP) return SQLITE_CORRUPT;
  for (ml_json_open(&s, expires); ml_json_next(&s);) {
    i64 ms = 0;
    MlText path = ml_json_bare(s.name, scratch);
    if (!path.p) return scratch->rc ? scratch->rc : SQLITE_CORRUPT;
    int never = ml_json_type(s.value) == ML_NULL;
    if (!never && !(ml_json_get_integer(s.value, &ms) && ml_expiry_valid(ms))) return SQLITE_CORRUPT;
    MlNode *n = ml_tree_find(t, path);
    if (n && n->parent) ml_tree_date(t, n, ms);
  }
  return s.rc;
}

void ml_expiry_note(MlExpirySum *s, i64 expires, int holds) {
  if (holds) {
    s->held |= expires != 0;
    s->free |= expires == 0;
  } else if (!s->some) {
    s->some = 1;
    s->one = expires;
  } else if (s->one != expires) {
    s->other = 1;
  }
}

int ml_expiry_is_map(const MlExpirySum *s) { return s->other || (s->held && !s->one) || (s->free && s->one); }

void ml_expiry_put(MlBuf *map, MlText path, i64 expires) {
  ml_buf_char(map, map->n ? ',' : '{');
  ml_json_put_string(map, path);
  ml_buf_char(map, ':');
  if (expires) {
    ml_buf_int(map, expires);
  } else {
    ml_buf_puts(map, "null");
  }
}

static int is_container(const MlNode *n) { return n->type == ML_OBJECT || n->type == ML_LIST; }

/* n holds what is left of what it held. */
static int has_expired(const MlNode *n, i64 now) {
  if (!n->parent || n->type == ML_MISSING || !n->expires) return 0;
  if (!is_container(n) || !n->flags) return n->expires <= now;
  return !n->child;
}

int ml_expiry_hide(MlTree *t, i64 now) {
  i64 n = 0;
  if (!t->soonest || t->soonest > now) return SQLITE_OK;
  MlNode **a = sqlite3_malloc64((u64)(t->n + 1) * sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  for (MlNode *x = &t->root; x; x = ml_tree_walk(&t->root, x)) {
    x->flags = x->child != NULL;
    a[n++] = x;
  }
  /* Children before parents. */
  while (n-- > 0) {
    if (has_expired(a[n], now)) ml_tree_remove(t, a[n]);
  }
  sqlite3_free(a);
  return SQLITE_OK;
}
