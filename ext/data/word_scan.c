#include "word_scan.h"

#include <string.h>

/* ---- characters ---- */

typedef struct Range {
  u32 from, to;
  MlCharClass class;
} Range;

/* By code point; what is in none is ML_CHAR_LETTER. */
static const Range ranges[] = {
    {0x80, 0xa1, ML_CHAR_GAP},          {0xa2, 0xa9, ML_CHAR_SYMBOL},       {0xab, 0xab, ML_CHAR_GAP},
    {0xac, 0xac, ML_CHAR_SYMBOL},       {0xad, 0xad, ML_CHAR_NONE},         {0xae, 0xb1, ML_CHAR_SYMBOL},
    {0xb4, 0xb4, ML_CHAR_GAP},          {0xb6, 0xb8, ML_CHAR_GAP},          {0xbb, 0xbb, ML_CHAR_GAP},
    {0xbf, 0xbf, ML_CHAR_GAP},          {0xd7, 0xd7, ML_CHAR_SYMBOL},       {0xf7, 0xf7, ML_CHAR_SYMBOL},
    {0x37e, 0x37e, ML_CHAR_GAP},        {0x387, 0x387, ML_CHAR_GAP},        {0x55a, 0x55f, ML_CHAR_GAP},
    {0x589, 0x58a, ML_CHAR_GAP},        {0x5be, 0x5be, ML_CHAR_GAP},        {0x60c, 0x60d, ML_CHAR_GAP},
    {0x61b, 0x61f, ML_CHAR_GAP},        {0x66a, 0x66d, ML_CHAR_GAP},        {0x6d4, 0x6d4, ML_CHAR_GAP},
    {0x964, 0x965, ML_CHAR_GAP},        {0x1100, 0x11ff, ML_CHAR_CJK},      {0x2000, 0x200b, ML_CHAR_GAP},
    {0x200c, 0x200f, ML_CHAR_NONE},     {0x2010, 0x2018, ML_CHAR_GAP},      {0x2019, 0x2019, ML_CHAR_QUOTE},
    {0x201a, 0x2029, ML_CHAR_GAP},      {0x202a, 0x202e, ML_CHAR_NONE},     {0x202f, 0x203b, ML_CHAR_GAP},
    {0x203c, 0x203c, ML_CHAR_SYMBOL},   {0x203d, 0x2048, ML_CHAR_GAP},      {0x2049, 0x2049, ML_CHAR_SYMBOL},
    {0x204a, 0x205f, ML_CHAR_GAP},      {0x2060, 0x206f, ML_CHAR_NONE},     {0x20a0, 0x20cf, ML_CHAR_SYMBOL},
    {0x20e3, 0x20e3, ML_CHAR_NONE},     {0x2190, 0x2bff, ML_CHAR_SYMBOL},   {0x2e00, 0x2e7f, ML_CHAR_GAP},
    {0x2e80, 0x2fdf, ML_CHAR_SYMBOL},   {0x2ff0, 0x3004, ML_CHAR_GAP},      {0x3005, 0x3007, ML_CHAR_CJK},
    {0x3008, 0x3020, ML_CHAR_GAP},      {0x3021, 0x3029, ML_CHAR_CJK},      {0x302a, 0x3030, ML_CHAR_GAP},
    {0x3031, 0x3035, ML_CHAR_CJK},      {0x3036, 0x3037, ML_CHAR_GAP},      {0x3038, 0x303c, ML_CHAR_CJK},
    {0x303d, 0x303f, ML_CHAR_GAP},      {0x3040, 0x309a, ML_CHAR_CJK},      {0x309b, 0x309c, ML_CHAR_GAP},
    {0x309d, 0x309f, ML_CHAR_CJK},      {0x30a0, 0x30a0, ML_CHAR_GAP},      {0x30a1, 0x30fa, ML_CHAR_CJK},
    {0x30fb, 0x30fb, ML_CHAR_GAP},      {0x30fc, 0x318f, ML_CHAR_CJK},      {0x3190, 0x319f, ML_CHAR_SYMBOL},
    {0x31a0, 0x31bf, ML_CHAR_CJK},      {0x31c0, 0x31ef, ML_CHAR_SYMBOL},   {0x31f0, 0x31ff, ML_CHAR_CJK},
    {0x3200, 0x33ff, ML_CHAR_SYMBOL},   {0x3400, 0x4dbf, ML_CHAR_CJK},      {0x4dc0, 0x4dff, ML_CHAR_SYMBOL},
    {0x4e00, 0x9fff, ML_CHAR_CJK},      {0xa960, 0xa97f, ML_CHAR_CJK},      {0xac00, 0xd7ff, ML_CHAR_CJK},
    {0xe000, 0xf8ff, ML_CHAR_SYMBOL},   {0xf900, 0xfaff, ML_CHAR_CJK},      {0xfe00, 0xfe0f, ML_CHAR_NONE},
    {0xfe10, 0xfe1f, ML_CHAR_GAP},      {0xfe30, 0xfe6f, ML_CHAR_GAP},      {0xfeff, 0xfeff, ML_CHAR_NONE},
    {0xff5f, 0xff65, ML_CHAR_GAP},      {0xff66, 0xffdc, ML_CHAR_CJK},      {0xffe0, 0xffff, ML_CHAR_GAP},
    {0x1b000, 0x1b16f, ML_CHAR_CJK},    {0x1d000, 0x1d3ff, ML_CHAR_GAP},    {0x1f000, 0x1f1e5, ML_CHAR_SYMBOL},
    {0x1f1e6, 0x1f1ff, ML_CHAR_FLAG},   {0x1f200, 0x1f3fa, ML_CHAR_SYMBOL}, {0x1f3fb, 0x1f3ff, ML_CHAR_NONE},
    {0x1f400, 0x1fbef, ML_CHAR_SYMBOL}, {0x20000, 0x3ffff, ML_CHAR_CJK},    {0xe0000, 0x10ffff, ML_CHAR_NONE},
};

static int is_digit(u32 c) { return c >= '0' && c <= '9'; }
static int is_upper(u32 c) { return c >= 'A' && c <= 'Z'; }
static int is_lower(u32 c) { return c >= 'a' && c <= 'z'; }

MlCharClass ml_char_class(u32 c) {
  if (c < 0x80) {
    if (is_digit(c) || is_upper(c) || is_lower(c)) return ML_CHAR_LETTER;
    if (c == '\'') return ML_CHAR_QUOTE;
    return c && strchr("_.-:/@", (int)c) ? ML_CHAR_JOIN : ML_CHAR_GAP;
  }
  int low = 0, high = (int)(sizeof(ranges) / sizeof(*ranges));
  while (low < high) {
    int middle = (low + high) / 2;
    if (ranges[middle].to < c) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < (int)(sizeof(ranges) / sizeof(*ranges)) && ranges[low].from <= c ? ranges[low].class : ML_CHAR_LETTER;
}

int ml_char_at(const char *p, const char *end, u32 *c) {
  const u8 *b = (const u8 *)p;
  *c = b[0];
  if (b[0] < 0x80) return 1;
  int n = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
  *c = 0;
  if (end - p < n || !ml_text_utf8((MlText){p, n})) return 1;
  *c = n == 2 ? b[0] & 0x1fu : n == 3 ? b[0] & 0x0fu : b[0] & 0x07u;
  for (int i = 1; i < n; i++) *c = *c << 6 | (b[i] & 0x3fu);
  return n;
}

/* A symbol as a word. */
static void word_symbol(MlBuf *out, u32 c) {
  char word[16];
  sqlite3_snprintf(sizeof(word), word, "u%x", c);
  ml_buf_puts(out, word);
}

void ml_word_normal(MlText text, MlBuf *out) {
  const char *p = text.p, *end = p + text.n, *from = p;
  while (p < end) {
    u32 c;
    int n = ml_char_at(p, end, &c);
    int wide = c >= 0xff01 && c <= 0xff5e;
    if (n > 1 && (wide || ml_char_class(c) == ML_CHAR_NONE)) {
      ml_buf_put(out, from, p - from);
      if (wide) ml_buf_char(out, (char)(c - 0xff01 + '!'));
      from = p + n;
    }
    p += n;
  }
  ml_buf_put(out, from, end - from);
}

/* ---- a text, piece by piece ---- */

static const char *run_end(const char *p, const char *end, MlCharClass class) {
  u32 c;
  while (p < end) {
    int n = ml_char_at(p, end, &c);
    if (ml_char_class(c) != class) break;
    p += n;
  }
  return p;
}

/* Behind what joins the word before p to another one; p if nothing does. */
static const char *join_end(const char *p, const char *end) {
  const char *q = p;
  u32 c;
  while (q < end && q - p < 2 && ml_char_class((u8)*q) == ML_CHAR_JOIN) q++;
  if (q == p || q == end) return p;
  ml_char_at(q, end, &c);
  return ml_char_class(c) == ML_CHAR_LETTER ? q : p;
}

static const char *word_end(const char *p, const char *end) {
  for (;;) {
    p = run_end(p, end, ML_CHAR_LETTER);
    const char *q = join_end(p, end);
    if (q == p) return p;
    p = q;
  }
}

static int tail_length(const char *p, const char *end) {
  u32 c;
  int n = 0;
  while (p + n < end && n < 3 && (p[n] == '+' || p[n] == '#') && p[n] == p[0]) n++;
  if (n == 0 || n == 3 || (p[0] == '#' && n > 1) || (p[0] == '+' && n < 2)) return 0;
  if (p + n == end) return n;
  ml_char_at(p + n, end, &c);
  return ml_char_class(c) == ML_CHAR_LETTER ? 0 : n;
}

static int is_suffix(MlText t) {
  static const char *const list[] = {"s", "t", "d", "m", "ll", "re", "ve"};
  for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
    if (t.n == (i64)strlen(list[i]) && sqlite3_strnicmp(t.p, list[i], (int)t.n) == 0) return 1;
  }
  return 0;
}

void ml_word_piece(MlWordScan *s, MlPiece *x) {
  *x = (MlPiece){.kind = ML_PIECE_END};
  while (s->at < s->end) {
    u32 c;
    int n = ml_char_at(s->at, s->end, &c);
    MlCharClass class = ml_char_class(c), before = s->before;
    const char *begin = s->at;
    s->at += n;
    s->before = class;
    switch (class) {
    case ML_CHAR_LETTER:
      s->at = word_end(begin, s->end);
      x->kind = ML_PIECE_WORD;
      x->text = (MlText){begin, s->at - begin};
      x->tail = tail_length(s->at, s->end);
      x->suffix = before == ML_CHAR_QUOTE && is_suffix(x->text);
      return;
    case ML_CHAR_CJK:
      s->at = run_end(begin, s->end, ML_CHAR_CJK);
      x->kind = ML_PIECE_RUN;
      x->text = (MlText){begin, s->at - begin};
      return;
    case ML_CHAR_FLAG:
    case ML_CHAR_SYMBOL:
      if (ml_char_class(c) == ML_CHAR_FLAG && s->at < s->end) { /* a flag has two, mostly */
        n += ml_char_at(s->at, s->end, &c);
        if (ml_char_class(c) == ML_CHAR_FLAG) s->at = begin + n;
      }
      x->kind = ML_PIECE_SIGN;
      x->text = (MlText){begin, s->at - begin};
      return;
    default:
      break;
    }
  }
}

void ml_word_sign(MlBuf *out, MlText t) {
  u32 c;
  for (i64 at = 0; at < t.n;) {
    at += ml_char_at(t.p + at, t.p + t.n, &c);
    word_symbol(out, c);
  }
}

/* ---- the parts of a compound ---- */

MlText ml_word_hump(MlText word, i64 *at) {
  i64 from = *at, i = from + 1;
  const char *p = word.p;
  for (; i < word.n; i++) {
    int up = is_upper((u8)p[i]);
    if (up && (is_lower((u8)p[i - 1]) || is_digit((u8)p[i - 1]))) break;
    if (up && is_upper((u8)p[i - 1]) && i + 1 < word.n && is_lower((u8)p[i + 1])) break;
  }
  *at = i;
  return (MlText){p + from, i - from};
}

MlText ml_word_part(MlText compound, i64 *at) {
  const char *end = compound.p + compound.n, *p = compound.p + *at;
  while (p < end && ml_char_class((u8)*p) == ML_CHAR_JOIN) p++;
  const char *q = p;
  while (q < end && ((u8)*q >= 0x80 || ml_char_class((u8)*q) != ML_CHAR_JOIN)) q++;
  *at = q - compound.p;
  return (MlText){p, q - p};
}

int ml_word_hump_counts(MlText part, MlText hump) { return hump.n > 1 && hump.n < part.n; }

void ml_word_tail(MlBuf *out, const MlPiece *x) {
  ml_buf_text(out, x->text);
  for (int i = 0; i < x->tail; i++) word_symbol(out, (u8)x->text.p[x->text.n + i]);
}
