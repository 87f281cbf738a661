/*
** Files as bytes: either a whole file, or, where the input does not begin as one, changes of a prepared one: two
** bytes for the place, one for how many bytes come, then these. Before it a byte for the setting.
*/
#define FUZZ_NAME      "image"
#define FUZZ_SEEDS     ""
#define FUZZ_MUTATIONS 250
#define FUZZ_BYTES     400
#include "fuzz.h"

#include "image.h"

static const char magic[] = "SQLite format 3";

static void changes_apply(uint8_t *p, i64 n, Bytes in) {
  while (in.n > 3) {
    i64 at = (i64)(take(&in) << 8 | take(&in));
    unsigned len = 1 + take_below(&in, 16);
    at = n > 65536 ? at * n / 65536 : at % n;
    for (unsigned i = 0; i < len && in.n && at + i < n; i++) p[at + i] = (uint8_t)take(&in);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
  static Image image;
  Bytes in = {p, n};
  sqlite3 *db;
  if (!image.n) image = image_make(image_sql);
  if (n < 2 || n > 200000) return 0;
  fuzz_begin();
  int whole = n > sizeof(magic) && memcmp(p, magic, sizeof(magic)) == 0;
  unsigned setting = whole ? 3 : take(&in);
  if (whole) {
    db = image_open(p, (i64)n);
  } else {
    uint8_t *copy = malloc((size_t)image.n);
    if (!copy) return 0;
    memcpy(copy, image.p, (size_t)image.n);
    changes_apply(copy, image.n, in);
    db = image_open(copy, image.n);
    free(copy);
  }
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, setting & 1, (int *)NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, (setting & 2) != 0, (int *)NULL);
  if (setting & 4) sqlite3_exec(db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
  char *why = NULL;
  int rc = sqlite3_memlog_init(db, &why, NULL);
  sqlite3_free(why);
  if (!rc) image_exercise(db, !whole && (setting & 2), setting >> 4); /* else the listener cannot work */
  fuzz_close(db);
  fuzz_end();
  return 0;
}
