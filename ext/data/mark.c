#include "mark.h"

#include "json.h"

#include <string.h>

static const char begin[] = "{\"redacted\": ";

void ml_mark_put(MlBuf *out, MlText reason) {
  ml_buf_puts(out, begin);
  ml_json_put_string(out, reason);
  ml_buf_char(out, '}');
}

int ml_mark_is(MlText json) {
  i64 n = (i64)sizeof(begin) - 1;
  return json.n > n && memcmp(json.p, begin, (size_t)n) == 0;
}
