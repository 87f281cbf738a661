#include "put.h"

#include "../data/clock.h"
#include "../data/json.h"
#include "../data/mark.h"
#include "../store/large.h"

static void time_put(MlBuf *b, i64 us) {
  char text[ML_TIME_TEXT];
  ml_clock_text(us, text);
  text[10] = 'T';
  ml_json_put_name(b, "timestamp");
  ml_buf_char(b, '"');
  ml_buf_put(b, text, ML_TIME_TEXT - 1);
  ml_buf_puts(b, "Z\"");
}

int ml_put_text(MlBuf *b, const char *name, MlText text, MlErr *e) {
  if (!text.p) return SQLITE_OK;
  ml_json_put_name(b, name);
  return ml_json_string(text, name, b, e);
}

/* JSON that stands in the file is JSON only once that was looked at. */
int ml_put_json(MlBuf *b, const char *name, MlText json, MlErr *e) {
  if (!json.p) return SQLITE_OK;
  ml_json_put_name(b, name);
  return ml_mark_read(json, name, b, e);
}

/* Values of a key, all of them in full. */
int ml_put_values(MlConn *c, MlText key, MlBuf *b, const char *name, MlText json, MlErr *e) {
  MlBuf full = ml_conn_scratch(c);
  int rc = json.p ? ml_large_resolve(c, key, json, &full, e) : SQLITE_OK;
  if (!rc && json.p) rc = ml_put_json(b, name, ml_buf_view(&full), e);
  ml_conn_give(c, &full);
  return rc;
}

int ml_put_change(MlConn *c, MlText key, MlBuf *b, const MlChange *x, MlErr *e) {
  int rc = ml_put_values(c, key, b, "value", x->value, e);
  if (!rc) rc = ml_put_json(b, "removed", x->removed, e);
  if (!rc) rc = ml_put_json(b, "containers", x->containers, e);
  return rc ? rc : ml_put_json(b, "expires", x->expires, e);
}

void ml_put_head(MlBuf *b, i64 us) {
  ml_buf_char(b, '{');
  time_put(b, us);
  ml_json_put_name(b, "logLevel");
  ml_buf_puts(b, "\"VERBOSE\"");
}

void ml_put_true(MlBuf *b, const char *name) {
  ml_json_put_name(b, name);
  ml_buf_puts(b, "true");
}
