#include "page.h"

#include <string.h>

enum { INDEX_INNER = 2, TABLE_INNER = 5, INDEX_LEAF = 10, TABLE_LEAF = 13 };

u32 ml_page_u32(const u8 *b) { return (u32)b[0] << 24 | (u32)b[1] << 16 | (u32)b[2] << 8 | b[3]; }

static int u16_at(const u8 *b) { return b[0] << 8 | b[1]; }

int ml_page_shape(const u8 *head, MlPageShape *s) {
  if (memcmp(head, "SQLite format 3", 16) != 0) return 0;
  s->size = u16_at(head + 16);
  if (s->size == 1) s->size = 65536;
  s->usable = s->size - head[20];
  return s->size >= 512 && (s->size & (s->size - 1)) == 0 && s->usable >= 480;
}

/* A number of up to nine bytes; how many it has, 0 if the page ends before it does. */
static int varint_read(const u8 *b, int n, u64 *v) {
  *v = 0;
  for (int i = 0; i < n && i < 9; i++) {
    if (i == 8) {
      *v = *v << 8 | b[i];
      return 9;
    }
    *v = *v << 7 | (b[i] & 127);
    if (!(b[i] & 128)) return i + 1;
  }
  return 0;
}

/* How much of so much content stands in the cell itself. */
static int local_bytes(const MlPageShape *s, int type, u64 n) {
  u64 u = (u64)s->usable, least = (u - 12) * 32 / 255 - 23;
  u64 most = type == TABLE_LEAF ? u - 35 : (u - 12) * 64 / 255 - 23;
  if (n <= most) return (int)n;
  u64 k = least + (n - least) % (u - 4);
  return (int)(k <= most ? k : least);
}

typedef struct Cell {
  int begin, end; /* its place on the page; end 0: it makes no sense */
  u64 rest;       /* bytes of its content that stand elsewhere */
} Cell;

static int is_type(int t) { return t == INDEX_INNER || t == TABLE_INNER || t == INDEX_LEAF || t == TABLE_LEAF; }

/* Number i of a page of this type. */
static Cell cell_read(const MlPageShape *s, const u8 *page, const u8 *head, int i) {
  int type = head[0], inner = type == INDEX_INNER || type == TABLE_INNER;
  const u8 *pointer = head + (inner ? 12 : 8) + (ptrdiff_t)2 * i;
  Cell c = {.begin = pointer - page + 2 <= s->usable ? u16_at(pointer) : s->usable};
  int p = c.begin + (inner ? 4 : 0), k;
  u64 n = 0, rowid;
  if (type != TABLE_INNER) {
    k = p < s->usable ? varint_read(page + p, s->usable - p, &n) : 0;
    if (!k) return c;
    p += k;
  }
  if (type == TABLE_LEAF || type == TABLE_INNER) {
    k = p < s->usable ? varint_read(page + p, s->usable - p, &rowid) : 0;
    if (!k) return c;
    p += k;
  }
  int local = local_bytes(s, type, n), more = n > (u64)local ? 4 : 0;
  if (p + local + more > s->usable) return c;
  c.end = p + local + more;
  c.rest = n - (u64)local;
  return c;
}

static int cell_count(const MlPageShape *s, const u8 *head) {
  int n = u16_at(head + 3);
  return is_type(head[0]) ? (n < s->usable / 2 ? n : s->usable / 2) : 0;
}

/* A page that content overflowed into begins with the number of the next one; none has so many pages that this looks
** like a type. */
MlPageUse ml_page_use(const MlPageShape *s, const u8 *page, int first, int at, int n) {
  const u8 *head = page + (first ? 100 : 0);
  if (at + n > s->usable) return ML_PAGE_DEAD;
  if (!is_type(head[0])) return ml_page_u32(page) ? ML_PAGE_LIVE : ML_PAGE_LAST;
  for (int i = 0; i < cell_count(s, head); i++) {
    Cell c = cell_read(s, page, head, i);
    if (at >= c.begin && at + n <= c.end) return ML_PAGE_LIVE;
  }
  return ML_PAGE_DEAD;
}

int ml_page_cell(const MlPageShape *s, const u8 *page, int first, int i, u32 *overflow, u64 *rest) {
  const u8 *head = page + (first ? 100 : 0);
  if (i >= cell_count(s, head)) return 0;
  Cell c = cell_read(s, page, head, i);
  *rest = c.end ? c.rest : 0;
  *overflow = *rest ? ml_page_u32(page + c.end - 4) : 0;
  return 1;
}
