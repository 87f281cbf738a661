#include "residue.h"

#include "page.h"

#include <string.h>

/* ---- any file, as a heap of bytes ---- */

#define BLOCK 65536

/* Reads n bytes; what lies behind the end of the file is zero. */
static int bytes_read(sqlite3_file *f, u8 *to, int n, i64 at) {
  int rc = f->pMethods->xRead(f, to, n, at);
  return rc == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : rc;
}

static void unknown(MlResiduePlace *x, const char *why) {
  x->state = ML_RESIDUE_UNKNOWN;
  x->why = why;
}

static const char unreadable[] = "it cannot be read";
static const char dqlite[] = "dqlite keeps pages in memory, and in the log and snapshots of every node until it has "
                             "renewed them: memlog cannot look there";

static void place_judge(MlResiduePlace *x) {
  if (x->state != ML_RESIDUE_UNKNOWN) x->state = x->found ? ML_RESIDUE_HOLDS : ML_RESIDUE_CLEAN;
}

/* Every block begins with the end of the one before it, so that nothing falls between two. */
static int heap_look(sqlite3_file *f, const MlProbes *p, MlResiduePlace *x) {
  i64 size, done = 0;
  if (f->pMethods->xFileSize(f, &size)) {
    unknown(x, unreadable);
    return SQLITE_OK;
  }
  u8 *b = sqlite3_malloc64(BLOCK);
  if (!b) return SQLITE_NOMEM;
  while (done < size && x->state != ML_RESIDUE_UNKNOWN) {
    int n = size - done < BLOCK ? (int)(size - done) : BLOCK;
    if (bytes_read(f, b, n, done)) unknown(x, unreadable);
    int last = done + n == size;
    i64 whole = last ? n : n - (ML_PROBE_MOST - 1), length;
    for (i64 at = 0; x->state != ML_RESIDUE_UNKNOWN && ml_probe_find(p, b, n, &at, &length); at += length) {
      if (at < whole) x->found++;
    }
    done += whole;
  }
  sqlite3_free(b);
  place_judge(x);
  return SQLITE_OK;
}

/* ---- the database, page by page ---- */

/* A string on the last page of content that overflowed. */
typedef struct Doubt {
  i64 page;
  int end; /* of the string */
  int live;
} Doubt;

#define DOUBTS_MAX 1000000 /* more are taken for remains */

typedef struct Look {
  sqlite3_file *f;
  const MlProbes *p;
  MlResiduePlace *x;
  MlPageShape shape;
  i64 pages;    /* that the database has; the file may be longer */
  u8 *free;     /* owned; bits by page: it is on the list of free pages */
  u8 *b;        /* owned; a page */
  Doubt *doubt; /* owned; by page */
  i64 n_doubt, cap_doubt;
  u8 behind; /* the WAL holds newer pages than the file: what stands in rows may be gone by them */
} Look;

static int page_read(Look *k, i64 page) { return bytes_read(k->f, k->b, k->shape.size, (page - 1) * k->shape.size); }

/* From trunk to trunk; a list that is damaged ends where it was before, or leads nowhere. */
static int free_gather(Look *k, u32 trunk) {
  while (trunk > 0 && trunk <= k->pages && !(k->free[trunk / 8] & 1u << (trunk & 7))) {
    if (page_read(k, trunk)) return SQLITE_IOERR;
    k->free[trunk / 8] |= (u8)(1u << (trunk & 7));
    u32 n = ml_page_u32(k->b + 4);
    for (u32 i = 0; i < n && 12 + 4 * i <= (u32)k->shape.usable; i++) {
      u32 leaf = ml_page_u32(k->b + 8 + (size_t)4 * i);
      if (leaf > 0 && leaf <= k->pages) k->free[leaf / 8] |= (u8)(1u << (leaf & 7));
    }
    trunk = ml_page_u32(k->b);
  }
  return SQLITE_OK;
}

static int is_free(const Look *k, i64 page) { return page > k->pages || (k->free[page / 8] & 1u << (page & 7)); }

static int doubt_add(Look *k, i64 page, i64 end) {
  if (k->n_doubt == k->cap_doubt) {
    i64 cap = k->cap_doubt ? k->cap_doubt * 2 : 64;
    Doubt *a = sqlite3_realloc64(k->doubt, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    k->doubt = a;
    k->cap_doubt = cap;
  }
  k->doubt[k->n_doubt++] = (Doubt){.page = page, .end = (int)end};
  return SQLITE_OK;
}

static int page_look(Look *k, i64 page) {
  i64 length;
  int rc = SQLITE_OK;
  for (i64 at = 0; !rc && ml_probe_find(k->p, k->b, k->shape.size, &at, &length); at += length) {
    MlPageUse use = ML_PAGE_DEAD;
    if (!k->behind && !is_free(k, page)) use = ml_page_use(&k->shape, k->b, page == 1, (int)at, (int)length);
    if (use == ML_PAGE_LAST && k->n_doubt < DOUBTS_MAX) {
      rc = doubt_add(k, page, at + length);
    } else if (use == ML_PAGE_LIVE) {
      k->x->live++;
    } else {
      k->x->found++;
    }
  }
  return rc;
}

/* The last page of some content holds so many bytes of it. */
static void doubts_clear(Look *k, i64 page, u64 rest) {
  i64 low = 0, high = k->n_doubt;
  while (low < high) {
    i64 middle = low + (high - low) / 2;
    if (k->doubt[middle].page < page) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < k->n_doubt && k->doubt[low].page == page; low++) {
    k->doubt[low].live |= (u64)k->doubt[low].end <= 4 + rest;
  }
}

/* Goes from page to page, no further than the content reaches. */
static int overflow_follow(Look *k, u32 page, u64 rest) {
  u64 a_page = (u64)k->shape.usable - 4;
  u8 next[4];
  for (; rest > a_page && page && page <= k->pages; rest -= a_page) {
    if (bytes_read(k->f, next, sizeof(next), (i64)(page - 1) * k->shape.size)) return SQLITE_IOERR;
    page = ml_page_u32(next);
  }
  doubts_clear(k, page, rest);
  return SQLITE_OK;
}

/* Asks every cell how far what did not fit into it reaches. */
static int doubts_judge(Look *k) {
  int rc = SQLITE_OK;
  u32 overflow;
  u64 rest;
  for (i64 page = 1; k->n_doubt && !rc && page <= k->pages; page++) {
    if (is_free(k, page)) continue;
    rc = page_read(k, page);
    for (int i = 0; !rc && ml_page_cell(&k->shape, k->b, page == 1, i, &overflow, &rest); i++) {
      if (rest) rc = overflow_follow(k, overflow, rest);
    }
  }
  for (i64 i = 0; i < k->n_doubt; i++) {
    k->x->live += k->doubt[i].live;
    k->x->found += !k->doubt[i].live;
  }
  return rc;
}

/* 0 if the file does not begin as a database does. */
static int look_begin(Look *k, i64 size, u32 *trunk) {
  u8 head[100];
  if (bytes_read(k->f, head, sizeof(head), 0) || !ml_page_shape(head, &k->shape)) return 0;
  k->pages = ml_page_u32(head + 28);
  if (!k->pages || k->pages > size / k->shape.size) k->pages = size / k->shape.size;
  *trunk = ml_page_u32(head + 32);
  return 1;
}

static int pages_look(Look *k, i64 size, u32 trunk) {
  k->free = sqlite3_malloc64((u64)k->pages / 8 + 1);
  k->b = sqlite3_malloc64((u64)k->shape.size);
  if (!k->free || !k->b) return SQLITE_NOMEM;
  memset(k->free, 0, (size_t)k->pages / 8 + 1);
  int rc = free_gather(k, trunk);
  for (i64 page = 1; !rc && (page - 1) * k->shape.size < size; page++) {
    rc = page_read(k, page);
    if (!rc) rc = page_look(k, page);
  }
  if (!rc) rc = doubts_judge(k);
  if (rc && rc != SQLITE_NOMEM) unknown(k->x, unreadable);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
}

static int database_look(MlConn *c, const MlProbes *p, MlResidue *r) {
  Look k = {.p = p, .x = &r->place[ML_RESIDUE_DATABASE], .behind = r->wal && r->checkpoint != SQLITE_OK};
  i64 size;
  u32 trunk;
  int rc = SQLITE_OK;
  if (sqlite3_file_control(c->db, "main", SQLITE_FCNTL_FILE_POINTER, &k.f) || !k.f || !k.f->pMethods) return SQLITE_OK;
  if (k.f->pMethods->xFileSize(k.f, &size)) {
    unknown(k.x, unreadable);
  } else if (size > 0 && !look_begin(&k, size, &trunk)) {
    unknown(k.x, "its bytes are not those of a plain SQLite database: it may be encrypted");
  } else if (size > 0) {
    rc = pages_look(&k, size, trunk);
  }
  sqlite3_free(k.free);
  sqlite3_free(k.b);
  sqlite3_free(k.doubt);
  place_judge(k.x);
  return rc;
}

/* ---- beside the database ---- */

static int wal_look(MlConn *c, const MlProbes *p, MlResidue *r) {
  MlResiduePlace *x = &r->place[ML_RESIDUE_WAL];
  sqlite3_file *f = NULL;
  if (!r->wal) return SQLITE_OK;
  if (sqlite3_file_control(c->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &f) || !f || !f->pMethods) {
    unknown(x, unreadable);
    return SQLITE_OK;
  }
  return heap_look(f, p, x);
}

/* One that is kept (PRAGMA journal_mode = PERSIST) holds the pages as they were before. */
static int journal_look(MlConn *c, const MlProbes *p, MlResidue *r) {
  MlResiduePlace *x = &r->place[ML_RESIDUE_JOURNAL];
  const char *file = sqlite3_db_filename(c->db, "main");
  const char *name = file && *file ? sqlite3_filename_journal(file) : NULL;
  sqlite3_vfs *vfs = NULL;
  int there = 0, flags = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_READONLY;
  if (!name || sqlite3_file_control(c->db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) || !vfs) return SQLITE_OK;
  if (vfs->xAccess(vfs, name, SQLITE_ACCESS_EXISTS, &there) || !there) return SQLITE_OK;
  sqlite3_file *f = sqlite3_malloc64((u64)vfs->szOsFile);
  if (!f) return SQLITE_NOMEM;
  memset(f, 0, (size_t)vfs->szOsFile);
  int rc = SQLITE_OK;
  if (vfs->xOpen(vfs, name, f, flags, &flags)) {
    unknown(x, unreadable);
  } else {
    rc = heap_look(f, p, x);
  }
  if (f->pMethods) f->pMethods->xClose(f);
  sqlite3_free(f);
  return rc;
}

void ml_residue_checkpoint(MlConn *c, MlResidue *r) {
  int in_wal = -1, copied = -1;
  r->replicated = ml_conn_replicated(c);
  if (r->replicated) return;
  r->checkpoint = sqlite3_wal_checkpoint_v2(c->db, "main", SQLITE_CHECKPOINT_TRUNCATE, &in_wal, &copied);
  r->wal = r->checkpoint != SQLITE_OK || in_wal >= 0;
}

int ml_residue_look(MlConn *c, const MlProbes *p, MlResidue *r, MlErr *e) {
  memset(r->place, 0, sizeof(r->place));
  if (r->replicated) {
    for (int i = 0; i < ML_RESIDUE_FILES; i++) unknown(&r->place[i], dqlite);
    return SQLITE_OK;
  }
  int rc = database_look(c, p, r);
  if (!rc) rc = wal_look(c, p, r);
  if (!rc) rc = journal_look(c, p, r);
  if (!rc && r->place[ML_RESIDUE_DATABASE].state == ML_RESIDUE_UNKNOWN) {
    MlResiduePlace *wal = &r->place[ML_RESIDUE_WAL];
    if (wal->state == ML_RESIDUE_CLEAN && r->checkpoint) *wal = r->place[ML_RESIDUE_DATABASE];
  }
  return rc ? ml_err_nomem(e) : SQLITE_OK;
}
