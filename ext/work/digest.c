#include "digest.h"

#include "../store/run.h"
#include "append.h"
#include "lifecycle.h"

/* The input of a begin, outcome and output of an end; NULL if there is none. */
static int run_content(MlConn *c, const MlRow *r, MlBuf *out, MlText *content, MlErr *e) {
  MlRun run;
  sqlite3_stmt *st;
  int found, ends = r->kind == ML_KIND_RUN_END;
  int rc = ml_run_get(c, r->run, &run, &st, &found, e);
  if (rc) return rc;
  if (!found) {
    return ml_err_set(e, SQLITE_CORRUPT, "memlog: memlog_run: run %lld of the row at position %lld is missing", r->run,
                      r->seq);
  }
  if (ends) {
    ml_lifecycle_end_content(&run, out);
  } else if (run.input.p) {
    ml_buf_text(out, run.input);
  }
  if (ends || run.input.p) *content = ml_buf_view(out);
  if (out->rc) rc = ml_err_nomem(e);
  int rc2 = ml_run_done(c, st, e);
  return rc ? rc : rc2;
}

int ml_digest_row(MlConn *c, const MlRow *r, const MlUuid *salt, MlUuid *digest, MlErr *e) {
  MlBuf b = {0};
  MlText content = {NULL, 0};
  int rc = SQLITE_OK;
  if (r->has_digest) {
    *digest = r->digest;
    return SQLITE_OK;
  }
  if (r->kind == ML_KIND_RUN_BEGIN || r->kind == ML_KIND_RUN_END) rc = run_content(c, r, &b, &content, e);
  if (!rc) rc = ml_append_digest(c, r, content, salt, digest, e);
  ml_buf_free(&b);
  return rc;
}
