#include "similar.h"

#include <string.h>

#define SHORT   20 /* characters: shorter ones are compared by Levenshtein's distance, too */
#define SPELLED 5  /* letters: of longer words one more or less may be a matter of spelling */

/* ---- characters ---- */

u32 ml_similar_char(MlText t, i64 *i) {
  static const u32 least[] = {0, 0x80, 0x800, 0x10000};
  u8 c = (u8)t.p[(*i)++];
  int more = c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
  u32 v = more ? c & (0x3f >> more) : c;
  if (c < 0x80) return c;
  if (!more || c > 0xf4 || t.n - *i < more) return 0xfffd;
  for (int k = 0; k < more; k++) {
    u8 next = (u8)t.p[*i + k];
    if ((next & 0xc0) != 0x80) return 0xfffd;
    v = v << 6 | (next & 0x3f);
  }
  if (v < least[more] || v > 0x10ffff) return 0xfffd;
  *i += more;
  return v;
}

typedef enum Class {
  PARTS,   /* blanks and punctuation */
  NOTHING, /* marks that are not seen */
  LETTER,
  DIGIT,
  SINGLE, /* a word by itself */
  SIGN    /* that, and it counts like a number: C is not C++ */
} Class;

typedef struct Range {
  u32 low, high;
  Class is;
} Range;

static Class class_of(u32 c) {
  static const Range range[] = {
      {'0', '9', DIGIT},         {'A', 'Z', LETTER},         {'_', '_', LETTER},         {'a', 'z', LETTER},
      {'#', '&', SIGN},          {'*', '+', SIGN},           {'/', '/', SIGN},           {'<', '>', SIGN},
      {'@', '@', SIGN},          {'\\', '\\', SIGN},         {'^', '^', SIGN},           {'|', '|', SIGN},
      {'~', '~', SIGN},          {0, 0xa1, PARTS},           {0xaa, 0xaa, LETTER},       {0xab, 0xab, PARTS},
      {0xb5, 0xb5, LETTER},      {0xb7, 0xb7, PARTS},        {0xba, 0xba, LETTER},       {0xbb, 0xbb, PARTS},
      {0xbf, 0xbf, PARTS},       {0xa2, 0xbe, SIGN},         {0xd7, 0xd7, SIGN},         {0xf7, 0xf7, SIGN},
      {0x200b, 0x200d, NOTHING}, {0x2000, 0x206f, PARTS},    {0x20a0, 0x20cf, SIGN},     {0x2190, 0x2bff, SINGLE},
      {0x3005, 0x3007, SINGLE},  {0x3000, 0x303f, PARTS},    {0x3040, 0x9fff, SINGLE},   {0xf900, 0xfaff, SINGLE},
      {0xfe00, 0xfe0f, NOTHING}, {0xfe30, 0xfe6f, PARTS},    {0xfeff, 0xfeff, NOTHING},  {0xff5f, 0xff65, PARTS},
      {0xff66, 0xff9f, SINGLE},  {0x1f000, 0x1faff, SINGLE}, {0x20000, 0x3ffff, SINGLE},
  };
  for (size_t i = 0; i < sizeof(range) / sizeof(*range); i++) {
    if (c >= range[i].low && c <= range[i].high) return range[i].is;
  }
  return LETTER;
}

/* Half-width, small: of Latin, Greek and Cyrillic letters. */
static u32 char_fold(u32 c) {
  if (c >= 0xff01 && c <= 0xff5e) c -= 0xfee0;
  if (c == 0x2019) return '\'';
  if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7)) return c + 32;
  if ((c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) return c + 32;
  return c >= 0x400 && c <= 0x40f ? c + 80 : c;
}

/* ---- words ---- */

typedef struct MlWord {
  i64 at, n;
  Class is; /* LETTER, DIGIT (it has one), SINGLE or SIGN */
} MlWord;

static int word_add(MlSaying *s, i64 at, Class is) {
  if (s->n_word == s->cap_word) {
    i64 cap = s->cap_word ? s->cap_word * 2 : 32;
    MlWord *a = sqlite3_realloc64(s->word, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    s->word = a;
    s->cap_word = cap;
  }
  s->word[s->n_word++] = (MlWord){at, 0, is};
  return SQLITE_OK;
}

static int char_add(MlSaying *s, u32 c) {
  if (s->n == s->cap_ch) {
    i64 cap = s->cap_ch ? s->cap_ch * 2 : 128;
    u32 *a = sqlite3_realloc64(s->ch, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    s->ch = a;
    s->cap_ch = cap;
  }
  s->ch[s->n++] = c;
  return SQLITE_OK;
}

static int is_alnum(Class is) { return is == LETTER || is == DIGIT; }

static Class class_at(MlText t, i64 i) { return i < t.n ? class_of(char_fold(ml_similar_char(t, &i))) : PARTS; }

/* What stands between two characters and belongs to neither of two words: don't, 3.5, 10:30; and the minus of a
** number. */
static int joins(u32 c, Class before, Class after) {
  if (c == '\'') return before == LETTER && after == LETTER;
  if (c == '-' && before == PARTS) return after == DIGIT;
  return (c == '.' || c == ',' || c == ':') && before == DIGIT && after == DIGIT;
}

/* Takes a character; before: of what class the last one was. */
static int char_take(MlSaying *s, u32 c, Class is, Class before) {
  int goes_on = is_alnum(is) && is_alnum(before);
  int rc = SQLITE_OK;
  if (before == PARTS && s->n) rc = char_add(s, ' ');
  if (!rc && !goes_on) rc = word_add(s, s->n, is);
  if (!rc) rc = char_add(s, c);
  if (rc) return rc;
  MlWord *w = &s->word[s->n_word - 1];
  w->n = s->n - w->at;
  if (is == DIGIT) w->is = DIGIT;
  return SQLITE_OK;
}

static int word_is(const MlSaying *s, const MlWord *w, const char *z) {
  i64 i = 0;
  while (i < w->n && z[i] && (u32)z[i] == s->ch[w->at + i]) i++;
  return i == w->n && !z[i];
}

/* Of two texts that say the same both have as many of these. */
static int word_turns(const MlSaying *s, const MlWord *w) {
  static const char *const words[] = {
      "not",     "no",     "never",  "none",   "nobody", "nothing", "neither",  "nor",    "cannot",  "without",
      "dont",    "doesnt", "didnt",  "isnt",   "wont",   "cant",    "stop",     "stops",  "stopped", "quit",
      "avoid",   "avoids", "except", "unless", "but",    "instead", "formerly", "used",   "longer",  "anymore",
      "hardly",  "rarely", "seldom", "only",   "if",     "until",   "before",   "former", "ex",      "refuse",
      "refuses", "hate",   "hates",  "fail",   "fails",  "failed",  "over",     "under"};
  static const u32 singles[] = {0x4e0d, 0x6ca1, 0x6c92, 0x65e0, 0x7121, 0x975e, 0x522b, 0x5225, 0x672a, 0x52ff, 0x83ab,
                                0x5426, 0x9664, 0x4f46, 0x82e5, 0x6212, 0x505c, 0x7981, 0x53ea, 0x66fe, 0x539f, 0x524d};
  if (w->is == SINGLE) {
    for (size_t i = 0; i < sizeof(singles) / sizeof(*singles); i++) {
      if (s->ch[w->at] == singles[i]) return 1;
    }
    return 0;
  }
  if (w->n > 3 && s->ch[w->at + w->n - 2] == '\'' && s->ch[w->at + w->n - 1] == 't') return 1;
  for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
    if (word_is(s, w, words[i])) return 1;
  }
  return 0;
}

static void words_weigh(MlSaying *s) {
  s->numbers = 1469598103934665603u;
  s->turns = 0;
  for (const MlWord *w = s->word; w < s->word + s->n_word; w++) {
    if (w->is == LETTER || w->is == SINGLE) s->turns += word_turns(s, w);
    if (w->is != DIGIT && w->is != SIGN) continue;
    for (i64 i = 0; i <= w->n; i++) {
      s->numbers = (s->numbers ^ (i < w->n ? s->ch[w->at + i] : ' ')) * 1099511628211u;
    }
  }
}

int ml_saying_read(MlSaying *s, MlText text) {
  Class before = PARTS;
  int rc = SQLITE_OK;
  s->n = s->n_word = 0;
  for (i64 i = 0; i < text.n && !rc;) {
    u32 c = char_fold(ml_similar_char(text, &i));
    Class is = class_of(c);
    if (is == NOTHING) continue;
    if (is == PARTS && joins(c, before, class_at(text, i))) is = before == PARTS ? DIGIT : before;
    if (is != PARTS) rc = char_take(s, c, is, before);
    before = is;
  }
  if (!rc) words_weigh(s);
  return rc;
}

void ml_saying_free(MlSaying *s) {
  sqlite3_free(s->ch);
  sqlite3_free(s->word);
  *s = (MlSaying){0};
}

int ml_saying_more(const MlSaying *a, const MlSaying *b) {
  return a->n_word != b->n_word ? a->n_word > b->n_word : a->n > b->n;
}

/* ---- words that mean the same ---- */

static int same(const u32 *a, const u32 *b, i64 n) { return n <= 0 || memcmp(a, b, (size_t)n * sizeof(*a)) == 0; }

static int word_same(const MlSaying *a, const MlWord *x, const MlSaying *b, const MlWord *y) {
  return x->n == y->n && same(a->ch + x->at, b->ch + y->at, x->n);
}

/* Without an ending: like, likes, liked, liking. */
static i64 stem(const u32 *p, i64 n) {
  if (n > 5 && p[n - 3] == 'i' && p[n - 2] == 'n' && p[n - 1] == 'g') return n - 3;
  if (n > 2 && p[n - 2] == '\'' && p[n - 1] == 's') return n - 2;
  if (n > 3 && p[n - 2] == 'e' && (p[n - 1] == 's' || p[n - 1] == 'd')) return n - 2;
  if (n > 3 && (p[n - 1] == 's' || p[n - 1] == 'e')) return n - 1;
  return n;
}

/* One letter more, not the first: colour, color. */
static int spelled(const u32 *longer, i64 n, const u32 *shorter) {
  i64 i = 0;
  while (i < n - 1 && longer[i] == shorter[i]) i++;
  return i > 0 && n > SPELLED && same(longer + i + 1, shorter + i, n - 1 - i);
}

static int word_alike(const MlSaying *a, const MlWord *x, const MlSaying *b, const MlWord *y) {
  const u32 *p = a->ch + x->at, *q = b->ch + y->at;
  if (word_same(a, x, b, y)) return 1;
  if (x->is != LETTER || y->is != LETTER) return 0;
  i64 n = stem(p, x->n);
  if (n == stem(q, y->n) && same(p, q, n)) return 1;
  if (x->n == y->n + 1) return spelled(p, x->n, q);
  return y->n == x->n + 1 && spelled(q, y->n, p);
}

/* ---- texts ---- */

static int all_same(const MlSaying *a, const MlSaying *b, i64 at) {
  for (i64 i = 0; i < b->n_word; i++) {
    if (!word_same(a, &a->word[at + i], b, &b->word[i])) return 0;
  }
  return 1;
}

/* The words of b stand in a one behind the other. */
static int contains(const MlSaying *a, const MlSaying *b) {
  for (i64 at = 0; at + b->n_word <= a->n_word; at++) {
    if (all_same(a, b, at)) return 1;
  }
  return 0;
}

/* … or with others in between. */
static int follows(const MlSaying *a, const MlSaying *b) {
  i64 at = 0;
  for (i64 i = 0; i < a->n_word && at < b->n_word; i++) at += word_alike(a, &a->word[i], b, &b->word[at]);
  return at == b->n_word;
}

static int has_char(const u32 *p, i64 n, u32 c) {
  for (i64 i = 0; i < n; i++) {
    if (p[i] == c) return 1;
  }
  return 0;
}

/* How many different characters a has, and how many of these b has, too; blanks do not count. */
static i64 chars_count(const MlSaying *a, const MlSaying *b, i64 *both) {
  i64 n = 0;
  *both = 0;
  for (i64 i = 0; i < a->n; i++) {
    if (a->ch[i] == ' ' || has_char(a->ch, i, a->ch[i])) continue;
    n++;
    *both += has_char(b->ch, b->n, a->ch[i]);
  }
  return n;
}

static int jaccard_near(const MlSaying *a, const MlSaying *b) {
  i64 both, of_b;
  i64 n = chars_count(a, b, &both);
  i64 all = n + chars_count(b, a, &of_b) - both;
  return all > 0 && both * 10 >= all * 7;
}

static i64 least(i64 a, i64 b) { return a < b ? a : b; }

static int levenshtein_near(const MlSaying *a, const MlSaying *b) {
  i64 row[SHORT + 1] = {0};
  if (a->n >= SHORT || b->n >= SHORT) return 0;
  for (i64 j = 0; j <= b->n; j++) row[j] = j;
  for (i64 i = 1; i <= a->n; i++) {
    i64 corner = row[0];
    row[0] = i;
    for (i64 j = 1; j <= b->n; j++) {
      i64 changed = corner + (a->ch[i - 1] != b->ch[j - 1]);
      corner = row[j];
      row[j] = least(changed, least(row[j], row[j - 1]) + 1);
    }
  }
  i64 longer = a->n > b->n ? a->n : b->n;
  return row[b->n] * 10 <= longer * 2;
}

MlSimilarity ml_similar(const MlSaying *a, const MlSaying *b) {
  if (ml_saying_more(b, a)) {
    const MlSaying *swap = a;
    a = b;
    b = swap;
  }
  if (!b->n_word || a->numbers != b->numbers || a->turns != b->turns) return ML_DIFFERENT;
  if (a->n_word == b->n_word && all_same(a, b, 0)) return ML_EQUAL;
  if (contains(a, b)) return ML_CONTAINED;
  if (!follows(a, b)) return ML_DIFFERENT;
  if (jaccard_near(a, b)) return ML_JACCARD;
  return levenshtein_near(a, b) ? ML_LEVENSHTEIN : ML_DIFFERENT;
}
