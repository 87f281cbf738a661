#include "head.h"

#include "cell.h"

#include <string.h>

/* Names of the numbers in the JSON; zeros are left out. */
static i64 *head_field(MlHead *h, MlText name) {
  const struct {
    MlText name;
    i64 *at;
  } field[] = {
      {ML_TEXT("last"), &h->last},
      {ML_TEXT("snap"), &h->snap},
      {ML_TEXT("rows"), &h->rows},
      {ML_TEXT("bytes"), &h->bytes},
      {ML_TEXT("size"), &h->size},
      {ML_TEXT("run"), &h->run},
      {ML_TEXT("runs"), &h->runs},
      {ML_TEXT("gap_st"), &h->gap[ML_SHORT_TERM]},
      {ML_TEXT("gap_se"), &h->gap[ML_SENSORY]},
      {ML_TEXT("gen"), &h->generation},
  };
  for (size_t i = 0; i < sizeof(field) / sizeof(*field); i++) {
    if (ml_text_same(field[i].name, name)) return field[i].at;
  }
  return NULL;
}

static int head_parse(MlText json, MlHead *h) {
  MlJsonScan s;
  MlBuf scratch = {0};
  int salt = 0, ok = ml_json_type(json) == ML_MAP;
  for (ml_json_open(&s, json); ok && ml_json_next(&s);) {
    MlText name = ml_json_bare(s.name, &scratch);
    i64 *at = head_field(h, name);
    if (at) {
      ok = ml_json_get_integer(s.value, at);
    } else if (ml_text_same(name, ML_TEXT("salt")) && s.value.n == 34) {
      salt = ml_uuid_unhex((MlText){s.value.p + 1, 32}, &h->salt);
    }
  }
  ml_buf_free(&scratch);
  return ok && s.rc == SQLITE_OK && salt && h->generation > 0;
}

int ml_head_load(MlConn *c, MlText key, MlHead *h, int *found, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  memset(h, 0, sizeof(*h));
  int rc = ml_cell_head(c, key, &b, found, e);
  if (!rc && *found && !head_parse(ml_buf_view(&b), h)) {
    char show[ML_ERR_SHOW];
    rc = ml_err_set(e, SQLITE_CORRUPT, "memlog: key %s: its head (its first row in memlog_cell) is damaged",
                    ml_err_show(show, key));
  }
  ml_conn_give(c, &b);
  if (!rc && !*found) {
    h->generation = 1;
    h->salt = ml_uuid_random();
  }
  return rc;
}

static void field_put(MlBuf *b, const char *name, i64 v) {
  if (!v) return;
  ml_buf_puts(b, name);
  ml_buf_int(b, v);
}

int ml_head_save(MlConn *c, MlText key, const MlHead *h, MlErr *e) {
  MlBuf b = ml_conn_scratch(c);
  char hex[33];
  ml_uuid_hex(&h->salt, hex);
  ml_buf_puts(&b, "{\"salt\":\"");
  ml_buf_puts(&b, hex);
  ml_buf_char(&b, '"');
  field_put(&b, ",\"gen\":", h->generation);
  field_put(&b, ",\"last\":", h->last);
  field_put(&b, ",\"snap\":", h->snap);
  field_put(&b, ",\"rows\":", h->rows);
  field_put(&b, ",\"bytes\":", h->bytes);
  field_put(&b, ",\"size\":", h->size);
  field_put(&b, ",\"run\":", h->run);
  field_put(&b, ",\"runs\":", h->runs);
  field_put(&b, ",\"gap_st\":", h->gap[ML_SHORT_TERM]);
  field_put(&b, ",\"gap_se\":", h->gap[ML_SENSORY]);
  ml_buf_char(&b, '}');
  int rc = b.rc ? ml_err_nomem(e) : ml_cell_put_head(c, key, ml_buf_view(&b), e);
  ml_conn_give(c, &b);
  return rc;
}
