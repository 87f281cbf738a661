#include "forget.h"

#include "../data/json.h"
#include "../store/index.h"
#include "../store/meta.h"
#include "../store/run.h"
#include "append.h"
#include "digest.h"
#include "forget_lineage.h"
#include "places.h"

/* ---- the key's rows in the log ---- */

static void row_note(MlProbes *p, const MlRow *r) {
  ml_probe_json(p, r->value);
  ml_probe_json(p, r->removed);
  ml_probe_json(p, r->before);
  ml_probe_json(p, r->meta);
  ml_probe_pair(p, r->key, r->value);
}

static int row_erase(MlConn *c, MlErase *x, i64 place, const MlUuid *salt, MlErr *e) {
  MlRow r;
  MlUuid digest;
  sqlite3_stmt *st;
  int found;
  int rc = ml_log_get(c, place, &r, &st, &found, e);
  if (rc || !found) return rc;
  row_note(x->probes, &r);
  rc = ml_digest_row(c, &r, salt, &digest, e);
  int rc2 = ml_log_done(c, st, e);
  if (!rc) rc = rc2;
  return rc ? rc : ml_erase_row(x, place, &digest, e);
}

static int log_erase(MlConn *c, MlErase *x, MlText key, const MlHead *h, MlErr *e) {
  MlPlaces p = {0};
  int rc = ml_places_gather(c, key, h->last, &p, e);
  for (i64 i = 0; i < p.n && !rc; i++) rc = row_erase(c, x, p.a[i], &h->salt, e);
  sqlite3_free(p.a);
  return rc;
}

/* ---- the event ---- */

static void counts_put(const MlErase *x, MlBuf *b) {
  int first = 1;
  for (int t = 0; t < ML_ERASE_TABLES; t++) {
    if (!x->n[t]) continue;
    ml_buf_puts(b, first ? "\"" : ",\"");
    ml_buf_puts(b, ml_erase_table_name((MlEraseTable)t));
    ml_buf_puts(b, "\":");
    ml_buf_int(b, x->n[t]);
    first = 0;
  }
}

static int event_append(MlConn *c, MlForget *f, const MlErase *x, MlErr *e) {
  MlBuf value = {0};
  ml_buf_puts(&value, "{\"reason\":");
  if (f->reason.p) {
    ml_json_put_string(&value, f->reason);
  } else {
    ml_buf_puts(&value, "null");
  }
  ml_buf_puts(&value, ",\"generation\":");
  ml_buf_int(&value, f->generation);
  ml_buf_puts(&value, ",\"rows\":{");
  counts_put(x, &value);
  ml_buf_puts(&value, "}}");
  MlEntry entry = {.row = {.kind = ML_KIND_ERASED, .key = ML_TEXT(""), .value = ml_buf_view(&value)}};
  int rc = value.rc ? ml_err_nomem(e) : ml_append_rows(c, &entry, 1, NULL, NULL, e);
  ml_buf_free(&value);
  if (rc) return rc;
  f->seq = entry.row.seq;
  f->id = ml_log_id(entry.row.seq, entry.row.chain);
  return SQLITE_OK;
}

/* ---- all ---- */

static int tables_erase(MlConn *c, MlForget *f, MlErase *x, MlErr *e) {
  MlHead h;
  int found;
  int rc = ml_head_load(c, f->key, &h, &found, e);
  if (!rc && found) rc = log_erase(c, x, f->key, &h, e);
  if (!rc) rc = ml_index_erase(c, f->key, e);
  if (!rc) rc = ml_erase_key(x, f->key, e);
  ml_conn_forget(c); /* the head is among what is remembered */
  return rc;
}

static int is_erased(const MlErase *x) {
  for (int t = 0; t < ML_ERASE_TABLES; t++) {
    if (x->n[t]) return 1;
  }
  return 0;
}

/* A file of an older version has fewer tables; it is brought up to date only if there is something to erase. */
static int file_ready(MlConn *c, MlText key, int *ready, MlErr *e) {
  MlHead h;
  int rc = ml_meta_installed(c, ready, e);
  if (rc || !*ready || c->version == ML_SCHEMA_VERSION) return rc;
  rc = ml_head_load(c, key, &h, ready, e);
  return rc || !*ready ? rc : ml_meta_install(c, e);
}

int ml_forget_key(MlConn *c, MlForget *f, MlErr *e) {
  MlForgotten l = {.key = f->key, .reason = f->reason, .relearn = f->relearn};
  MlErase x;
  int ready;
  int rc = file_ready(c, f->key, &ready, e);
  if (!rc && ready) rc = ml_meta_erasures(c, &f->generation, e);
  f->generation++;
  if (rc || !ready) return rc;
  ml_probe_text(&f->probes, f->key);
  ml_erase_open(&x, c, &f->probes);
  rc = ml_forget_lineage_begin(&x, &l, e);
  if (!rc) rc = tables_erase(c, f, &x, e);
  if (!rc && is_erased(&x)) {
    rc = ml_meta_erasures_put(c, f->generation++, e);
    if (!rc) rc = event_append(c, f, &x, e);
    l.event = f->id;
    if (!rc) rc = ml_forget_lineage_end(&x, &l, e);
  }
  for (int t = 0; t < ML_ERASE_TABLES; t++) f->n[t] = x.n[t];
  ml_erase_close(&x);
  ml_forget_lineage_free(&l);
  return rc;
}

int ml_forget_generation(MlConn *c, MlText key, i64 *generation, MlErr *e) {
  MlHead h;
  int there, found;
  *generation = 1;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_head_load(c, key, &h, &found, e);
  if (!rc) *generation = h.generation;
  return rc;
}
