#include "word_scan.h"
#include "words.h"

#include <string.h>

/* ---- for a query ---- */

typedef struct Phrase {
  int from, n; /* in Query.text */
  int begins;  /* it is the beginning of a word */
} Phrase;

typedef struct Query {
  MlWords *w;
  MlBuf text;
  Phrase phrase[ML_WORDS_MAX];
  int all; /* words that say little are looked for, too */
} Query;

static MlText phrase_text(const Query *q, int i) { return (MlText){q->text.p + q->phrase[i].from, q->phrase[i].n}; }

/* The number of a phrase, which may be there already; -1: it is one too many. */
static int phrase_add(Query *q, MlText t, int begins) {
  for (int i = 0; i < q->w->n; i++) {
    MlText have = phrase_text(q, i);
    if (have.n == t.n && q->phrase[i].begins == begins && sqlite3_strnicmp(have.p, t.p, (int)t.n) == 0) return i;
  }
  if (q->w->n == ML_WORDS_MAX || q->text.n + t.n > ML_WORDS_BYTES) return -1;
  q->phrase[q->w->n] = (Phrase){(int)q->text.n, (int)t.n, begins};
  ml_buf_text(&q->text, t);
  return q->text.rc ? -1 : q->w->n++;
}

/* The group of a whole; NULL: there is one, or it is one too many. */
static MlWordsGroup *group_add(Query *q, MlText whole, int begins) {
  MlWords *w = q->w;
  int phrase = phrase_add(q, whole, begins);
  if (phrase < 0) return NULL;
  for (int i = 0; i < w->n_group; i++) {
    if (w->group[i].whole == phrase) return NULL;
  }
  MlWordsGroup *g = &w->group[w->n_group++];
  *g = (MlWordsGroup){phrase, w->n_part, 0};
  return g;
}

typedef struct Parts {
  MlText a[ML_WORDS_PART];
  int n; /* of a: what is more is only counted */
} Parts;

static void parts_add(Parts *parts, MlText t) {
  if (parts->n < ML_WORDS_PART) parts->a[parts->n] = t;
  parts->n++;
}

static void parts_of(MlText compound, Parts *parts) {
  *parts = (Parts){.n = 0};
  for (i64 at = 0; at < compound.n;) {
    MlText part = ml_word_part(compound, &at);
    int humps = 0;
    if (!part.n) break;
    for (i64 in = 0; in < part.n;) {
      MlText hump = ml_word_hump(part, &in);
      if (!ml_word_hump_counts(part, hump)) continue;
      parts_add(parts, hump);
      humps = 1;
    }
    if (!humps) parts_add(parts, part);
  }
}

/* Words that stand in most texts, and in questions that texts answer. */
static int says_little(MlText t) {
  static const char list[] =
      " a about am an and any are as at be been but by can could did do does for from had has have he her his how i if "
      "in "
      "into is it its me my no not of on or our she should so some than that the their them then there they this to us "
      "was we were what when where which who whom why will with would you your ";
  char word[16];
  if (t.n > (i64)sizeof(word) - 3) return 0;
  word[0] = word[t.n + 1] = ' ';
  word[t.n + 2] = 0;
  for (i64 i = 0; i < t.n; i++) word[i + 1] = (char)(t.p[i] >= 'A' && t.p[i] <= 'Z' ? t.p[i] + 32 : t.p[i]);
  return strstr(list, word) != NULL;
}

/* A compound of too many parts is looked for by them alone. */
static void word_ask(Query *q, const MlPiece *x) {
  Parts parts;
  if (x->suffix || (!q->all && !x->tail && says_little(x->text))) return;
  parts_of(x->text, &parts);
  if (x->tail) {
    MlBuf whole = {0};
    ml_word_tail(&whole, x);
    if (whole.rc) q->text.rc = whole.rc;
    if (!whole.rc) group_add(q, ml_buf_view(&whole), 0);
    ml_buf_free(&whole);
  } else if (parts.n > ML_WORDS_PART) {
    for (i64 at = 0; at < x->text.n;) {
      MlText part = ml_word_part(x->text, &at);
      if (part.n) group_add(q, part, 0);
    }
  } else {
    MlWordsGroup *g = group_add(q, x->text, 0);
    if (!g || (parts.n == 1 && parts.a[0].n == x->text.n)) return;
    for (int i = 0; i < parts.n; i++) {
      int phrase = phrase_add(q, parts.a[i], 0);
      if (phrase < 0) return;
      q->w->part[q->w->n_part++] = phrase;
      g->part++;
    }
  }
}

static void run_ask(Query *q, MlText run) {
  const char *p = run.p, *end = p + run.n;
  u32 c;
  p += ml_char_at(p, end, &c);
  if (p == end) group_add(q, run, 1);
  for (const char *first = run.p; p < end;) {
    int n = ml_char_at(p, end, &c);
    group_add(q, (MlText){first, p + n - first}, 0);
    first = p;
    p += n;
  }
}

static void sign_ask(Query *q, MlText sign) {
  MlBuf word = {0};
  ml_word_sign(&word, sign);
  if (word.rc) q->text.rc = word.rc;
  if (!word.rc) group_add(q, ml_buf_view(&word), 0);
  ml_buf_free(&word);
}

static void text_ask(Query *q, MlText text) {
  MlWordScan s = {text.p, text.p + text.n, ML_CHAR_GAP};
  MlPiece x;
  for (ml_word_piece(&s, &x); x.kind != ML_PIECE_END && q->w->n < ML_WORDS_MAX && !q->text.rc; ml_word_piece(&s, &x)) {
    if (x.kind == ML_PIECE_WORD) word_ask(q, &x);
    if (x.kind == ML_PIECE_RUN) run_ask(q, x.text);
    if (x.kind == ML_PIECE_SIGN) sign_ask(q, x.text);
  }
}

int ml_words_query(MlText text, MlWords *w) {
  MlBuf normal = {0};
  memset(w, 0, sizeof(*w));
  Query q = {.w = w};
  ml_word_normal(text, &normal);
  if (normal.rc) q.text.rc = normal.rc;
  if (!normal.rc) text_ask(&q, ml_buf_view(&normal));
  q.all = 1;
  if (!normal.rc && !w->n) text_ask(&q, ml_buf_view(&normal));
  for (int i = 0; i < w->n && !q.text.rc; i++) {
    ml_buf_puts(&w->match, i ? " OR \"" : "\"");
    ml_buf_text(&w->match, phrase_text(&q, i));
    ml_buf_puts(&w->match, q.phrase[i].begins ? "\" *" : "\"");
  }
  int rc = q.text.rc ? q.text.rc : w->match.rc;
  ml_buf_free(&q.text);
  ml_buf_free(&normal);
  return rc;
}

/* ---- a query in FTS5's own syntax ---- */

/* Behind it, a star. */
static int star_follows(const char *p, const char *end) {
  while (p < end && *p == ' ') p++;
  return p < end && *p == '*';
}

/* CJK characters as a phrase of their pairs; a single one as the beginning of a word, where that can be said. */
static void raw_run_put(MlBuf *out, MlText run, const char *end, int quoted) {
  const char *p = run.p, *q = run.p + run.n;
  u32 c;
  int n = ml_char_at(p, q, &c), single = n == run.n;
  ml_buf_puts(out, quoted ? " " : " \"");
  if (single) ml_buf_text(out, run);
  for (; p + n < q; n = ml_char_at(p, q, &c)) {
    const char *next = p + n;
    ml_buf_put(out, p, n + ml_char_at(next, q, &c));
    ml_buf_char(out, ' ');
    p = next;
  }
  ml_buf_puts(out, quoted ? " " : "\" ");
  if (single && !quoted && !star_follows(q, end)) ml_buf_puts(out, "* ");
}

static void raw_piece_put(MlBuf *out, MlWordScan *s, MlCharClass class, int quoted) {
  MlPiece x;
  ml_word_piece(s, &x);
  if (class == ML_CHAR_CJK) {
    raw_run_put(out, x.text, s->end, quoted);
  } else {
    ml_buf_char(out, ' ');
    ml_word_sign(out, x.text);
    ml_buf_char(out, ' ');
  }
}

static const char *raw_put(MlText text, MlBuf *out) {
  const char *p = text.p, *end = p + text.n;
  int quoted = 0, depth = 0;
  while (p < end && !out->rc) {
    u32 c;
    int n = ml_char_at(p, end, &c);
    MlCharClass class = ml_char_class(c);
    if (c == 0) return "it holds a NUL, or is no UTF-8";
    if (c == '"') quoted = !quoted;
    if (!quoted) depth += (c == '(') - (c == ')');
    if (depth < 0) return "fts5: syntax error near \")\"";
    if (class == ML_CHAR_CJK || class == ML_CHAR_SYMBOL || class == ML_CHAR_FLAG) {
      MlWordScan s = {p, end, ML_CHAR_GAP};
      raw_piece_put(out, &s, class, quoted);
      p = s.at;
    } else {
      ml_buf_put(out, p, n);
      p += n;
    }
  }
  return depth ? "fts5: syntax error near \"\"" : NULL;
}

int ml_words_raw(MlText text, MlWords *w, const char **why) {
  MlBuf normal = {0};
  memset(w, 0, sizeof(*w));
  w->raw = 1;
  ml_word_normal(text, &normal);
  *why = normal.rc ? NULL : raw_put(ml_buf_view(&normal), &w->match);
  int rc = normal.rc ? normal.rc : w->match.rc;
  ml_buf_free(&normal);
  i64 i = 0;
  while (!rc && i < w->match.n && (w->match.p[i] == ' ' || (w->match.p[i] >= '\t' && w->match.p[i] <= '\r'))) i++;
  if (i == w->match.n) ml_buf_cut(&w->match, 0);
  return rc;
}

void ml_words_free(MlWords *w) { ml_buf_free(&w->match); }
