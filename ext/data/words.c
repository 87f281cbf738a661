#include "words.h"

#include "json.h"
#include "word_scan.h"

/* Pairs, and the last character, which so is found by itself, as the others are by a word's beginning. */
static void run_put(MlBuf *out, MlText run) {
  const char *p = run.p, *end = p + run.n;
  u32 c;
  while (p < end) {
    int n = ml_char_at(p, end, &c);
    const char *q = p + n;
    if (q < end) q += ml_char_at(q, end, &c);
    ml_buf_put(out, p, q - p);
    ml_buf_char(out, ' ');
    p += n;
  }
}

static void word_put(MlBuf *out, const MlPiece *x) {
  ml_buf_text(out, x->text);
  ml_buf_char(out, ' ');
  if (x->tail) {
    ml_word_tail(out, x);
    ml_buf_char(out, ' ');
  }
  for (i64 at = 0; at < x->text.n;) {
    MlText part = ml_word_part(x->text, &at);
    for (i64 in = 0; in < part.n;) {
      MlText hump = ml_word_hump(part, &in);
      if (!ml_word_hump_counts(part, hump)) continue;
      ml_buf_text(out, hump);
      ml_buf_char(out, ' ');
    }
  }
}

static void normal_put(MlText text, MlBuf *out) {
  MlWordScan s = {text.p, text.p + text.n, ML_CHAR_GAP};
  MlPiece x;
  for (ml_word_piece(&s, &x); x.kind != ML_PIECE_END && !out->rc; ml_word_piece(&s, &x)) {
    if (x.kind == ML_PIECE_WORD) word_put(out, &x);
    if (x.kind == ML_PIECE_RUN) run_put(out, x.text);
    if (x.kind == ML_PIECE_SIGN) {
      ml_word_sign(out, x.text);
      ml_buf_char(out, ' ');
    }
  }
}

static int is_ascii(MlText t) {
  u8 all = 0;
  for (i64 i = 0; i < t.n; i++) all |= (u8)t.p[i];
  return all < 0x80;
}

void ml_words_text(MlText text, MlBuf *out) {
  MlBuf normal = {0};
  if (is_ascii(text)) {
    normal_put(text, out);
    return;
  }
  ml_word_normal(text, &normal);
  if (normal.rc && !out->rc) out->rc = normal.rc;
  if (!normal.rc) normal_put(ml_buf_view(&normal), out);
  ml_buf_free(&normal);
}

int ml_words_json(MlText json, MlBuf *out) {
  MlBuf string = {0};
  const char *p = json.p, *end = p + json.n;
  int rc = SQLITE_OK;
  while (p < end && !rc && !out->rc) {
    const char *from = p;
    if (*p == '"') {
      p = ml_json_string_end(p, end);
      if (!p) p = end;
      ml_buf_cut(&string, 0);
      rc = ml_json_get_string((MlText){from, p - from}, &string);
      if (!rc) ml_words_text(ml_buf_view(&string), out);
    } else {
      while (p < end && *p != '"') p++;
      ml_words_text((MlText){from, p - from}, out);
    }
  }
  ml_buf_free(&string);
  return rc ? rc : out->rc;
}
