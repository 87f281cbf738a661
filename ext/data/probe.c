#include "probe.h"

#include "json.h"

#include <string.h>

#define PIECE_APART 512 /* bytes of a long text between the pieces that are looked for */
#define PIECES      64  /* of one text */
#define WHOLE       12  /* bytes of UTF-8: of what is longer the last quarter may be missing */
#define SAME_BEGIN  16  /* so many that begin alike are told apart */
#define SLOTS       ((size_t)ML_PROBE_MAX * 4)
#define FIRST_BITS  20
#define FIRST_BYTES ((1u << FIRST_BITS) / 8)

void ml_probe_open(MlProbes *p, int utf8) { *p = (MlProbes){.utf8 = (u8)utf8, .chance = 0x9e3779b97f4a7c15u}; }

void ml_probe_free(MlProbes *p) {
  sqlite3_free(p->a);
  sqlite3_free(p->slot);
  sqlite3_free(p->first);
  *p = (MlProbes){0};
}

static u64 chance_next(MlProbes *p) {
  p->chance ^= p->chance << 13;
  p->chance ^= p->chance >> 7;
  p->chance ^= p->chance << 17;
  return p->chance;
}

/* The next one, or another in whose place it comes once there are enough; NULL: none is wanted, or no memory. */
static MlProbe *probe_new(MlProbes *p) {
  p->seen++;
  if (p->n == ML_PROBE_MAX) {
    u64 i = chance_next(p) % (u64)p->seen;
    return i < ML_PROBE_MAX ? &p->a[i] : NULL;
  }
  if (p->n == p->cap) {
    i64 cap = p->cap ? p->cap * 2 : 64;
    MlProbe *a = sqlite3_realloc64(p->a, (u64)cap * sizeof(*a));
    if (!a) {
      p->rc = SQLITE_NOMEM;
      return NULL;
    }
    p->a = a;
    p->cap = cap;
  }
  return &p->a[p->n++];
}

/* The character at *at as UTF-8 has it; 0 if it is cut off or none. */
static u32 char_next(MlText t, i64 *at) {
  u32 c = (u8)t.p[*at];
  i64 more = c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
  if ((c >= 0x80 && c < 0xc0) || *at + more >= t.n) return 0;
  if (more) c &= 0x3fu >> more;
  for (i64 i = 1; i <= more; i++) c = c << 6 | ((u8)t.p[*at + i] & 0x3fu);
  *at += more + 1;
  return c;
}

static void unit_put(MlProbe *x, u32 unit, int big) {
  x->b[x->n++] = (u8)(big ? unit >> 8 : unit);
  x->b[x->n++] = (u8)(big ? unit : unit >> 8);
}

static void piece_add16(MlProbes *p, MlText t, int big) {
  MlProbe x = {0};
  for (i64 at = 0; at < t.n && x.n <= ML_PROBE_MOST - 4;) {
    u32 c = char_next(t, &at);
    if (!c) break;
    if (c >= 0x10000) unit_put(&x, 0xd800 + ((c - 0x10000) >> 10), big);
    unit_put(&x, c >= 0x10000 ? 0xdc00 + ((c - 0x10000) & 0x3ff) : c, big);
  }
  if (x.n < ML_PROBE_LEAST) return;
  MlProbe *to = probe_new(p);
  if (to) *to = x;
}

/* The end of a string is what is written over first, so the beginning is looked for. */
static void piece_add(MlProbes *p, MlText t) {
  if (t.n < ML_PROBE_LEAST) return;
  if (t.n > WHOLE) t.n = t.n - t.n / 4 > WHOLE ? t.n - t.n / 4 : WHOLE;
  if (!p->utf8) {
    piece_add16(p, t, 0);
    piece_add16(p, t, 1);
    return;
  }
  MlProbe *x = probe_new(p);
  if (!x) return;
  x->n = (u8)(t.n < ML_PROBE_MOST ? t.n : ML_PROBE_MOST);
  memcpy(x->b, t.p, x->n);
}

void ml_probe_text(MlProbes *p, MlText t) {
  i64 pieces = 0;
  for (i64 at = 0; at < t.n && pieces < PIECES; at += PIECE_APART, pieces++) {
    while (at < t.n && ((u8)t.p[at] & 0xc0) == 0x80) at++; /* the inside of a character */
    piece_add(p, (MlText){t.p + at, t.n - at});
  }
}

void ml_probe_pair(MlProbes *p, MlText key, MlText behind) {
  char both[ML_PROBE_MOST];
  if (key.n >= ML_PROBE_LEAST || key.n + behind.n < ML_PROBE_LEAST) return;
  i64 n = behind.n < ML_PROBE_MOST - key.n ? behind.n : ML_PROBE_MOST - key.n;
  memcpy(both, key.p, (size_t)key.n);
  memcpy(both + key.n, behind.p, (size_t)n);
  piece_add(p, (MlText){both, key.n + n});
}

static const char *number_end(const char *q, const char *end) {
  while (q < end && ((*q >= '0' && *q <= '9') || *q == '.' || *q == '-' || *q == '+' || *q == 'e' || *q == 'E')) q++;
  return q;
}

void ml_probe_json(MlProbes *p, MlText json) {
  const char *at = json.p, *end = json.p + json.n;
  while (at && at < end) {
    if (*at == '"') {
      const char *behind = ml_json_string_end(at, end);
      if (!behind) return;
      if (behind == end || *behind != ':') ml_probe_text(p, (MlText){at + 1, behind - at - 2});
      at = behind;
    } else {
      const char *behind = number_end(at, end);
      if (behind > at) ml_probe_text(p, (MlText){at, behind - at});
      at = behind > at ? behind : at + 1;
    }
  }
}

/* ---- looking ---- */

static u64 begin_of(const u8 *b) {
  u64 v;
  memcpy(&v, b, sizeof(v));
  return v * 0x9e3779b97f4a7c15u;
}

static void slot_take(MlProbes *p, i64 i) {
  const MlProbe *x = &p->a[i];
  u64 h = begin_of(x->b);
  u64 s = h >> 40;
  for (int alike = 0;; s++) {
    u32 *slot = &p->slot[s % SLOTS];
    if (!*slot) {
      *slot = (u32)i + 1;
      break;
    }
    const MlProbe *y = &p->a[*slot - 1];
    if (memcmp(y->b, x->b, ML_PROBE_LEAST) != 0) continue;
    if (++alike >= SAME_BEGIN || (y->n == x->n && memcmp(y->b, x->b, x->n) == 0)) return;
  }
  h >>= 64 - FIRST_BITS;
  p->first[h / 8] |= (u8)(1u << (h & 7));
}

int ml_probe_seal(MlProbes *p) {
  if (!p->rc && p->n && !p->slot) {
    p->slot = sqlite3_malloc64(SLOTS * sizeof(*p->slot));
    p->first = sqlite3_malloc64(FIRST_BYTES);
    if (!p->slot || !p->first) p->rc = SQLITE_NOMEM;
  }
  if (p->rc || !p->n) return p->rc;
  memset(p->slot, 0, SLOTS * sizeof(*p->slot));
  memset(p->first, 0, FIRST_BYTES);
  for (i64 i = 0; i < p->n; i++) slot_take(p, i);
  return SQLITE_OK;
}

i64 ml_probe_count(const MlProbes *p) { return p->n; }

/* How long the probe is that stands here; 0: none does. */
static i64 here(const MlProbes *p, const u8 *b, i64 n, u64 h) {
  for (u64 s = h >> 40; p->slot[s % SLOTS]; s++) {
    const MlProbe *x = &p->a[p->slot[s % SLOTS] - 1];
    if (x->n <= n && memcmp(x->b, b, x->n) == 0) return x->n;
  }
  return 0;
}

int ml_probe_find(const MlProbes *p, const u8 *bytes, i64 n, i64 *at, i64 *length) {
  if (!p->n) return 0;
  for (i64 i = *at; i + ML_PROBE_LEAST <= n; i++) {
    u64 h = begin_of(bytes + i), bit = h >> (64 - FIRST_BITS);
    if (!(p->first[bit / 8] & 1u << (bit & 7))) continue;
    *length = here(p, bytes + i, n - i, h);
    if (!*length) continue;
    *at = i;
    return 1;
  }
  return 0;
}
