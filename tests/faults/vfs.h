/*
** A VFS over the default one, made the default by vfs_install. It counts calls, and from one of them on, or at that
** one only, they fail: as the call would, as a full disk does (writes are torn in half first), or because another
** connection has the lock. Or the power fails there: each file then holds what it held when it was synced last, and
** of what was written since, the sectors that chance kept.
*/
#ifndef ML_VFS_H
#define ML_VFS_H

#include "text.h"

#include "../unit/random.h"

#include <unistd.h>

#define SECTOR     512
#define MAX_IMAGES 8

/* Kinds of calls. */
enum {
  CALL_READ = 1,
  CALL_WRITE = 2, /* writing and truncating */
  CALL_SYNC = 4,
  CALL_LOCK = 8,
  CALL_OTHER = 16, /* opening, deleting, looking for files and sizes, shared memory */
  CALL_ANY = 31
};

static struct {
  int armed, stays;
  unsigned kinds; /* that are counted */
  int code;       /* of the failing call; 0: its own */
  int power;      /* the power fails there … */
  int off;        /* … and has failed */
  i64 at, count, fired;
  int open; /* files */
} fault;

/* ---- what files hold without power ---- */

typedef struct Change {
  struct Change *next;
  i64 at;
  int n; /* bytes; -1: truncated to at */
  char data[];
} Change;

typedef struct Image {
  char name[128];
  int fresh;   /* never synced since it was made: it may not be there at all */
  Text synced; /* what it held then */
  Change *first, **last;
} Image;

static Image image[MAX_IMAGES];
static int n_image;

static void changes_drop(Image *m) {
  for (Change *c; (c = m->first) != NULL;) {
    m->first = c->next;
    free(c);
  }
  m->last = &m->first;
}

static Image *image_find(const char *name) {
  for (int i = 0; i < n_image; i++) {
    if (!strcmp(image[i].name, name)) return &image[i];
  }
  return NULL;
}

static void image_drop(Image *m) {
  changes_drop(m);
  free(m->synced.p);
  *m = image[--n_image];
  if (!m->first) m->last = &m->first;
}

static void images_drop(void) {
  while (n_image) image_drop(&image[n_image - 1]);
}

/* Before a file is opened, and perhaps made: what is there counts as synced. */
static void image_add(const char *name) {
  if (image_find(name)) return;
  if (n_image == MAX_IMAGES || strlen(name) >= sizeof(image->name)) die(name, "one file too many");
  Image *m = &image[n_image++];
  memset(m, 0, sizeof(*m));
  strcpy(m->name, name);
  m->last = &m->first;
  m->fresh = !text_load(&m->synced, name);
}

static void change_add(Image *m, i64 at, int n, const void *data) {
  Change *c = malloc(sizeof(*c) + (n > 0 ? (size_t)n : 0));
  if (!c) die("memory", "really none");
  c->next = NULL;
  c->at = at;
  c->n = n;
  if (n > 0) memcpy(c->data, data, (size_t)n);
  *m->last = c;
  m->last = &c->next;
}

static void bytes_place(Text *t, i64 at, const char *p, i64 n) {
  static const char zeros[SECTOR];
  while (t->n < (size_t)(at + n)) text_put(t, zeros, (size_t)(at + n) - t->n < SECTOR ? at + n - t->n : SECTOR);
  memcpy(t->p + at, p, (size_t)n);
}

/* Of each change the sectors that chance keeps: so many in 256. */
static void changes_apply(Image *m, int chance) {
  for (const Change *c = m->first; c; c = c->next) {
    if (c->n < 0) {
      if ((size_t)c->at < m->synced.n && random_below(256) < chance) m->synced.n = (size_t)c->at;
      continue;
    }
    for (i64 at = c->at, end; at < c->at + c->n; at = end) {
      end = (at / SECTOR + 1) * SECTOR;
      if (end > c->at + c->n) end = c->at + c->n;
      if (random_below(256) < chance) bytes_place(&m->synced, at, c->data + (at - c->at), end - at);
    }
  }
  changes_drop(m);
}

/* Files come new: what the dead connection has open are the old ones. */
static void image_restore(Image *m, int chance) {
  unlink(m->name);
  if (m->fresh && random_below(256) >= chance) return;
  changes_apply(m, chance);
  text_save(&m->synced, m->name);
}

static void power_cut(void) {
  static const int chances[] = {0, 64, 128, 192, 256};
  fault.off = 1;
  int chance = chances[random_below((int)(sizeof(chances) / sizeof(*chances)))];
  for (int i = 0; i < n_image; i++) image_restore(&image[i], chance);
}

/* ---- failing ---- */

__attribute__((noinline)) void fault_hit(void);
void fault_hit(void) { fault.fired++; } /* a place for a debugger to stop at */

/* The code with which a call fails that would fail with this one; 0 if it does not. */
static int fault_call(int kind, int code) {
  if (!fault.armed || !(fault.kinds & (unsigned)kind)) return 0;
  if (fault.off) return SQLITE_IOERR;
  fault.count++;
  if (fault.stays ? fault.count < fault.at : fault.count != fault.at) return 0;
  fault_hit();
  if (fault.power) power_cut();
  return fault.code ? fault.code : code;
}

/* ---- files ---- */

typedef struct File {
  sqlite3_file base;
  const char *name; /* NULL: it is temporary */
  sqlite3_file *real;
} File;

static sqlite3_vfs *under;

static sqlite3_file *real(sqlite3_file *f) { return ((File *)f)->real; }

/* What the file would hold, if that is to be known. */
static Image *image_of(sqlite3_file *f) {
  const char *name = ((File *)f)->name;
  return name && fault.armed && fault.power && !fault.off ? image_find(name) : NULL;
}

static int file_close(sqlite3_file *f) {
  sqlite3_file *r = real(f);
  int rc = r->pMethods->xClose(r);
  sqlite3_free(r);
  fault.open--;
  return rc;
}

static int file_read_at(sqlite3_file *f, void *p, int n, sqlite3_int64 at) {
  int rc = fault_call(CALL_READ, SQLITE_IOERR_READ);
  if (!rc) return real(f)->pMethods->xRead(real(f), p, n, at);
  memset(p, 0, (size_t)n);
  return rc;
}

static int file_write_at(sqlite3_file *f, const void *p, int n, sqlite3_int64 at) {
  Image *m = image_of(f);
  if (m) change_add(m, at, n, p); /* chance may keep some of it though the power fails now */
  int rc = fault_call(CALL_WRITE, SQLITE_IOERR_WRITE);
  if (rc && !fault.off && n > 1) real(f)->pMethods->xWrite(real(f), p, n / 2, at);
  return rc ? rc : real(f)->pMethods->xWrite(real(f), p, n, at);
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  Image *m = image_of(f);
  if (m) change_add(m, size, -1, NULL);
  int rc = fault_call(CALL_WRITE, SQLITE_IOERR_TRUNCATE);
  return rc ? rc : real(f)->pMethods->xTruncate(real(f), size);
}

static int file_sync(sqlite3_file *f, int how) {
  int rc = fault_call(CALL_SYNC, SQLITE_IOERR_FSYNC);
  if (!rc) rc = real(f)->pMethods->xSync(real(f), how);
  Image *m = image_of(f);
  if (rc || !m) return rc;
  m->fresh = 0;
  changes_apply(m, 256);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) {
  int rc = fault_call(CALL_OTHER, SQLITE_IOERR_FSTAT);
  return rc ? rc : real(f)->pMethods->xFileSize(real(f), size);
}

static int file_lock(sqlite3_file *f, int level) {
  int rc = fault_call(CALL_LOCK, SQLITE_IOERR_LOCK);
  return rc ? rc : real(f)->pMethods->xLock(real(f), level);
}

static int file_unlock(sqlite3_file *f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }

static int file_is_reserved(sqlite3_file *f, int *yes) {
  int rc = fault_call(CALL_OTHER, SQLITE_IOERR_CHECKRESERVEDLOCK);
  return rc ? rc : real(f)->pMethods->xCheckReservedLock(real(f), yes);
}

static int file_control(sqlite3_file *f, int op, void *arg) {
  return real(f)->pMethods->xFileControl(real(f), op, arg);
}

static int file_sector(sqlite3_file *f) {
  (void)f;
  return SECTOR;
}

/* It promises nothing, not even that what stands beside a sector being written survives. */
static int file_promises(sqlite3_file *f) {
  (void)f;
  return 0;
}

static int file_shm_map(sqlite3_file *f, int i, int size, int extend, void volatile **pp) {
  int rc = fault_call(CALL_OTHER, SQLITE_IOERR_SHMMAP);
  return rc ? rc : real(f)->pMethods->xShmMap(real(f), i, size, extend, pp);
}

static int file_shm_lock(sqlite3_file *f, int at, int n, int how) {
  int rc = how & SQLITE_SHM_UNLOCK ? 0 : fault_call(CALL_LOCK, SQLITE_IOERR_SHMLOCK);
  return rc ? rc : real(f)->pMethods->xShmLock(real(f), at, n, how);
}

static void file_shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }

static int file_shm_unmap(sqlite3_file *f, int gone) { return real(f)->pMethods->xShmUnmap(real(f), gone); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read_at,
    .xWrite = file_write_at,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_promises,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ---- the VFS ---- */

static int vfs_open(sqlite3_vfs *v, sqlite3_filename name, sqlite3_file *f, int how, int *got) {
  File *x = (File *)f;
  (void)v;
  f->pMethods = NULL;
  int rc = fault_call(CALL_OTHER, SQLITE_CANTOPEN);
  if (rc) return rc;
  x->name = how & SQLITE_OPEN_DELETEONCLOSE ? NULL : name;
  if (x->name && fault.armed && fault.power) image_add(name);
  x->real = sqlite3_malloc(under->szOsFile);
  if (!x->real) return SQLITE_NOMEM;
  memset(x->real, 0, (size_t)under->szOsFile);
  rc = under->xOpen(under, name, x->real, how, got);
  if (rc) {
    if (x->real->pMethods) x->real->pMethods->xClose(x->real);
    sqlite3_free(x->real);
    return rc;
  }
  fault.open++;
  f->pMethods = &methods;
  return SQLITE_OK;
}

/* A deletion is taken to last: with synchronous = FULL, SQLite relies on that. If the power fails in it, chance says.
 */
static int vfs_delete(sqlite3_vfs *v, const char *name, int sync) {
  (void)v;
  Image *m = fault.armed && fault.power && !fault.off ? image_find(name) : NULL;
  int rc = fault_call(CALL_OTHER, SQLITE_IOERR_DELETE);
  if (rc) {
    if (m && random_below(2)) unlink(name);
    return rc;
  }
  if (m) image_drop(m);
  return under->xDelete(under, name, sync);
}

static int vfs_access(sqlite3_vfs *v, const char *name, int how, int *yes) {
  (void)v;
  int rc = fault_call(CALL_OTHER, SQLITE_IOERR_ACCESS);
  return rc ? rc : under->xAccess(under, name, how, yes);
}

static void vfs_install(void) {
  static sqlite3_vfs vfs;
  under = sqlite3_vfs_find(NULL);
  if (!under) die("sqlite3_vfs_find", "there is none");
  vfs = *under;
  vfs.zName = "faults";
  vfs.szOsFile = sizeof(File);
  vfs.pNext = NULL;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  vfs.xAccess = vfs_access;
  if (sqlite3_vfs_register(&vfs, 1)) die("sqlite3_vfs_register", "fails");
}

#endif
