#include "err.h"

#include <stdarg.h>
#include <string.h>

#define SHOW_CHARS 200

int ml_err_set(MlErr *e, int rc, const char *fmt, ...) {
  va_list ap;

  if (e->rc != SQLITE_OK || rc == SQLITE_OK) return e->rc;
  e->rc = rc;
  if ((rc & 0xff) == SQLITE_NOMEM) return rc;
  va_start(ap, fmt);
  e->msg = sqlite3_vmprintf(fmt, ap);
  va_end(ap);
  if (e->msg == NULL) e->rc = SQLITE_NOMEM;
  return e->rc;
}

int ml_err_db(MlErr *e, sqlite3 *db, int rc, const char *doing) {
  const char *words = NULL;

  if (e->rc != SQLITE_OK || rc == SQLITE_OK) return e->rc;
  /* The connection's words, and its more exact code, belong to its own last error only. */
  if ((sqlite3_errcode(db) & 0xff) == (rc & 0xff)) {
    words = sqlite3_errmsg(db);
    rc = sqlite3_extended_errcode(db);
  }
  /* A function of the host's that fails can leave none. */
  if (words == NULL || !*words) words = sqlite3_errstr(rc);
  if (rc == SQLITE_BUSY_SNAPSHOT)
    words = "others have written since this transaction, or a statement still open, began to read";
  if (strncmp(words, "memlog: ", 8) == 0) return ml_err_set(e, rc, "%s", words);
  return ml_err_set(e, rc, "memlog: %s: %s", doing, words);
}

int ml_err_nomem(MlErr *e) { return ml_err_set(e, SQLITE_NOMEM, "%s", ""); }

int ml_err_buf(MlErr *e, int rc, const char *what) {
  if (rc == SQLITE_OK) return e->rc;
  return ml_err_set(e, rc, "memlog: %s: larger than a text can be", what);
}

/* Length of the UTF-8 character at p, 0 if there is none that may be shown. */
static int char_length(const unsigned char *p, i64 n) {
  unsigned char c = p[0];
  int len;
  int i;

  if (c >= 0x20 && c < 0x7f) return 1;
  if (c >= 0xc2 && c < 0xe0) {
    len = 2;
  } else if (c >= 0xe0 && c < 0xf0) {
    len = 3;
  } else if (c >= 0xf0 && c < 0xf5) {
    len = 4;
  } else {
    return 0;
  }
  if (n < len) return 0;
  for (i = 1; i < len; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
  }
  if (c == 0xc2 && p[1] < 0xa0) return 0; /* C1 controls */
  if (c == 0xe0 && p[1] < 0xa0) return 0; /* overlong */
  if (c == 0xed && p[1] > 0x9f) return 0; /* surrogates */
  if (c == 0xf0 && p[1] < 0x90) return 0; /* overlong */
  if (c == 0xf4 && p[1] > 0x8f) return 0; /* beyond U+10FFFF */
  return len;
}

const char *ml_err_show(char out[ML_ERR_SHOW], MlText t) {
  const unsigned char *p = (const unsigned char *)t.p;
  i64 i = 0;
  int n = 0;
  int chars;

  for (chars = 0; i < t.n && chars < SHOW_CHARS; chars++) {
    int len = char_length(p + i, t.n - i);

    if (len == 0) {
      out[n++] = '?';
      i++;
    } else {
      memcpy(out + n, p + i, (size_t)len);
      n += len;
      i += len;
    }
  }
  if (i < t.n) {
    memcpy(out + n, "...", 3);
    n += 3;
  }
  out[n] = 0;
  return out;
}

void ml_err_result(MlErr *e, sqlite3_context *ctx) {
  if (e->rc == SQLITE_OK) return;
  if ((e->rc & 0xff) == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(ctx);
  } else {
    if (e->msg != NULL) sqlite3_result_error(ctx, e->msg, -1);
    sqlite3_result_error_code(ctx, e->rc);
  }
  ml_err_clear(e);
}

int ml_err_move(MlErr *e, char **pz) {
  int rc = e->rc;

  sqlite3_free(*pz);
  *pz = e->msg;
  *e = (MlErr){0};
  return rc;
}

void ml_err_clear(MlErr *e) {
  sqlite3_free(e->msg);
  *e = (MlErr){0};
}
