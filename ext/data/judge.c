#include "judge.h"

#include "judge_rules.h"
#include "similar.h"

#include <string.h>

#define GREETING 40 /* bytes: a greeting with a name is no longer */
#define NUMBER   15 /* digits: a number that has as many is one of a card, or the like */

/* ---- words ---- */

/* The byte as it is compared: small, and any apostrophe as a plain one. */
static char small(MlText t, i64 *i) {
  char c = t.p[(*i)++];
  if (c >= 'A' && c <= 'Z') return (char)(c + ('a' - 'A'));
  if (c != '\xe2' || t.n - *i < 2 || t.p[*i] != '\x80' || t.p[*i + 1] != '\x99') return c;
  *i += 2;
  return '\'';
}

/* Bytes of t that some words begin it with; 0: they do not. */
static i64 begins(MlText t, const char *words) {
  i64 i = 0;
  for (; *words; words++) {
    if (i >= t.n || small(t, &i) != *words) return 0;
  }
  return i;
}

static int is_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '\'';
}

/* The same of whole words. Chinese has no ends of words. */
static i64 begins_word(MlText t, const char *words) {
  i64 n = begins(t, words);
  return n && n < t.n && is_letter(t.p[n - 1]) && is_letter(t.p[n]) ? 0 : n;
}

static MlText rest(MlText t, i64 n) { return (MlText){t.p + n, t.n - n}; }

static int holds(MlText t, const char *words) {
  for (i64 i = 0; i < t.n; i++) {
    if (begins(rest(t, i), words)) return 1;
  }
  return 0;
}

static int holds_any(MlText t, const char *const *list) {
  for (; *list; list++) {
    if (holds(t, *list)) return 1;
  }
  return 0;
}

static i64 begins_any(MlText t, const char *const *list) {
  i64 n = 0;
  for (; *list && !n; list++) n = begins_word(t, *list);
  return n;
}

/* One of what is parted by '|' stands in it. */
static int holds_needed(MlText t, const char *needs) {
  char word[32];
  while (*needs) {
    size_t n = strcspn(needs, "|");
    if (n < sizeof(word)) {
      memcpy(word, needs, n);
      word[n] = 0;
      if (holds(t, word)) return 1;
    }
    needs += n + (needs[n] == '|');
  }
  return 0;
}

/* ---- marks ---- */

/* Bytes of a mark, or of a blank, that stands between sentences and their parts at i; 0: none does. */
static i64 mark_at(MlText t, i64 i) {
  static const char *const wide[] = {"，", "。", "！", "：", "；", "、", "…", "—", "～", "\xe3\x80\x80", NULL};
  if (t.p[i] && strchr(" \t\r,:;.!-", t.p[i])) return 1;
  for (const char *const *z = wide; *z; z++) {
    if (t.n - i >= 3 && !memcmp(t.p + i, *z, 3)) return 3;
  }
  return 0;
}

static MlText marks_skip(MlText t) {
  i64 i = 0, n;
  while (i < t.n && (n = mark_at(t, i)) != 0) i += n;
  return rest(t, i);
}

/* Without marks at either end. */
static MlText marks_trim(MlText t) {
  t = marks_skip(t);
  for (;;) {
    if (t.n && mark_at(t, t.n - 1) == 1) {
      t.n--;
    } else if (t.n >= 3 && mark_at(t, t.n - 3) == 3) {
      t.n -= 3;
    } else {
      return t;
    }
  }
}

/* ---- sentences ---- */

/* A walk over the sentences of a text. */
typedef struct Walk {
  MlText t;
  i64 at;
  char code; /* the fence of the code that this is in; 0: it is none */
  u8 quoted; /* between quotes that were opened on this line */
} Walk;

typedef struct Sentence {
  MlText t;
  u8 said; /* neither code nor quoted */
} Sentence;

/* Bytes of a quote at i, and what it does: 1 opens, -1 closes, 2 either. */
static i64 quote_at(MlText t, i64 i, int *does) {
  static const struct {
    const char *z;
    int does;
  } quotes[] = {{"“", 1}, {"”", -1}, {"「", 1}, {"」", -1}, {"『", 1}, {"』", -1}, {"«", 1}, {"»", -1}, {"\"", 2}};
  for (size_t k = 0; k < sizeof(quotes) / sizeof(*quotes); k++) {
    i64 n = (i64)strlen(quotes[k].z);
    if (t.n - i < n || memcmp(t.p + i, quotes[k].z, (size_t)n) != 0) continue;
    *does = quotes[k].does;
    return n;
  }
  return 0;
}

/* A full stop behind what is shortened, or behind an initial. */
static int is_short(MlText t, i64 from, i64 stop) {
  i64 begin = stop;
  while (begin > from && t.p[begin - 1] != ' ') begin--;
  MlText word = {t.p + begin, stop - begin};
  if (word.n == 1 && word.p[0] >= 'A' && word.p[0] <= 'Z' && word.p[0] != 'I') return 1;
  for (const char *const *z = ml_judge_short; *z; z++) {
    if (word.n == (i64)strlen(*z) && begins(word, *z)) return 1;
  }
  return 0;
}

/* Bytes of what ends a sentence at i; 0: it goes on. */
static i64 end_at(MlText t, i64 from, i64 i) {
  static const char *const wide[] = {"。", "！", "？", "；", NULL};
  char c = t.p[i];
  for (const char *const *z = wide; *z; z++) {
    if (t.n - i >= 3 && !memcmp(t.p + i, *z, 3)) return 3;
  }
  if (c == ';') return 1;
  if (c != '.' && c != '!' && c != '?') return 0;
  if (i + 1 < t.n && !(t.p[i + 1] && strchr(" \n\r\t\"?!", t.p[i + 1]))) return 0;
  return c == '.' && is_short(t, from, i) ? 0 : 1;
}

/* A line that begins with a fence, or as what is quoted, is none that is said. */
static int line_begin(Walk *w) {
  MlText line = rest(w->t, w->at);
  w->quoted = 0;
  char fence = begins(line, "```") ? '`' : begins(line, "~~~") ? '~' : 0;
  if (fence && (!w->code || w->code == fence)) {
    w->code = w->code ? 0 : fence;
    return 0;
  }
  return !w->code && !begins(line, ">");
}

static void line_skip(Walk *w) {
  while (w->at < w->t.n && w->t.p[w->at] != '\n') w->at++;
}

static int sentence_next(Walk *w, Sentence *s) {
  MlText t = w->t;
  while (w->at < t.n && (w->at == 0 || t.p[w->at - 1] == '\n' || t.p[w->at] == '\n')) {
    if (t.p[w->at] == '\n') {
      w->at++;
    } else if (line_begin(w)) {
      break;
    } else {
      line_skip(w);
    }
  }
  if (w->at >= t.n) return 0;
  i64 from = w->at, n = 0;
  s->said = !w->quoted;
  while (w->at < t.n && t.p[w->at] != '\n' && !n) {
    int does = 0;
    i64 quote = quote_at(t, w->at, &does);
    if (quote) w->quoted = does == 2 ? !w->quoted : does == 1;
    n = quote ? 0 : end_at(t, from, w->at);
    w->at += quote ? quote : n ? n : 1;
  }
  s->t = (MlText){t.p + from, w->at - from};
  return 1;
}

/* ---- rules ---- */

static MlText leads_skip(MlText t) {
  t = marks_skip(t);
  for (i64 n; (n = begins_any(t, ml_judge_leads)) != 0;) t = marks_skip(rest(t, n));
  return t;
}

/* Behind "Hi Bob,". */
static MlText greeting_skip(MlText t) {
  t = marks_skip(t);
  i64 i = begins_any(t, ml_judge_greetings);
  for (; i > 0 && i < t.n && i < GREETING; i++) {
    if (t.p[i] == ',' || (t.n - i >= 3 && !memcmp(t.p + i, "，", 3))) return leads_skip(rest(t, i));
  }
  return (MlText){t.p, 0};
}

/* What stands behind the words of a rule is of this conversation alone: "my job is done", "I prefer the second". */
static int says_nothing(const MlJudgeRule *r, MlText behind) {
  static const char *const is[] = {"is", "'s", "are", NULL};
  if (r->flags & (ML_JUDGE_GIVES | ML_JUDGE_AGENT)) return 0;
  if (r->flags & ML_JUDGE_THING) return begins_any(behind, ml_judge_choices) != 0;
  MlText told = r->needs ? marks_skip(rest(behind, begins_any(behind, is))) : behind;
  return strcmp(r->category, "agreement") != 0 && begins_any(told, ml_judge_untold);
}

static int rule_fits(const MlJudgeRule *r, MlText t, int assistant, MlText *behind) {
  if (assistant ? !(r->flags & (ML_JUDGE_AGENT | ML_JUDGE_BOTH)) : (r->flags & ML_JUDGE_AGENT)) return 0;
  i64 n = begins(t, r->words);
  if (!n) return 0;
  *behind = marks_trim(rest(t, n));
  if (!behind->n || (r->needs && !holds_needed(rest(t, n), r->needs)) || says_nothing(r, *behind)) return 0;
  if ((r->flags & ML_JUDGE_THING) && begins_any(*behind, ml_judge_points)) return 0;
  return !((r->flags & ML_JUDGE_SAYS) && begins_any(*behind, ml_judge_remarks));
}

static const MlJudgeRule *rule_find(MlText t, int assistant, MlText *behind) {
  for (const MlJudgeRule *r = ml_judge_rules; r->words; r++) {
    if (rule_fits(r, t, assistant, behind)) return r;
  }
  return NULL;
}

/* What is to be remembered, judged by itself. */
static const MlJudgeRule *given_judge(const MlJudgeRule *r, int assistant, MlJudged *x) {
  MlText behind;
  const MlJudgeRule *inner = rule_find(leads_skip(x->content), assistant, &behind);
  if (!inner || (inner->flags & ML_JUDGE_GIVES)) return r->flags & ML_JUDGE_KNOWN ? NULL : r;
  x->importance = inner->importance > r->importance ? inner->importance : r->importance;
  return inner;
}

static int sentence_judge(MlText t, int assistant, int has_agent, MlJudged *x) {
  MlText begin = leads_skip(t), behind;
  const MlJudgeRule *r = rule_find(begin, assistant, &behind);
  if (!r) {
    begin = greeting_skip(t);
    r = rule_find(begin, assistant, &behind);
  }
  if (!r) return 0;
  x->importance = r->importance;
  x->content = r->flags & ML_JUDGE_GIVES ? behind : marks_trim(begin);
  if (r->flags & ML_JUDGE_GIVES) r = given_judge(r, assistant, x);
  if (!r) return 0;
  x->category = ml_text_of(r->category);
  x->kind = ml_judged_kind(x->category);
  x->agent = assistant || (has_agent && ml_text_same(x->category, ML_TEXT("agreement")));
  return 1;
}

/* Digits of a card or an account, maybe in groups. */
static int holds_long_number(MlText t) {
  int digits = 0;
  for (i64 i = 0; i < t.n && digits < NUMBER; i++) {
    if (t.p[i] >= '0' && t.p[i] <= '9') {
      digits++;
    } else if (t.p[i] != ' ' && t.p[i] != '-') {
      digits = 0;
    }
  }
  return digits >= NUMBER;
}

/* Something that is not to be remembered, whoever asks for it. */
static int is_secret(MlText t) {
  if (holds_any(t, ml_judge_secrets) || holds_long_number(t)) return 1;
  for (i64 i = 0; i < t.n; i++) {
    if (i && (is_letter(t.p[i - 1]) || t.p[i - 1] == '_')) continue;
    if (begins_any(rest(t, i), ml_judge_secret_words)) return 1;
    for (const char *const *z = ml_judge_tokens; *z; z++) {
      if (begins(rest(t, i), *z)) return 1;
    }
  }
  return 0;
}

int ml_judge_message(const MlSaid *m, int has_agent, MlJudgement *j) {
  int assistant = ml_text_same(m->role, ML_TEXT("assistant"));
  Walk w = {.t = m->text};
  Sentence s;
  int rc = SQLITE_OK;
  if (assistant ? !has_agent : !ml_text_same(m->role, ML_TEXT("user"))) return SQLITE_OK;
  while (!rc && sentence_next(&w, &s)) {
    MlJudged x = {.position = m->position, .sensitivity = -1};
    if (!s.said || holds_any(s.t, ml_judge_asks) || !sentence_judge(s.t, assistant, has_agent, &x)) continue;
    if (is_secret(s.t)) {
      j->dropped++;
      continue;
    }
    rc = ml_judged_add(j, &x);
    if (rc != SQLITE_TOOBIG) continue;
    rc = SQLITE_OK;
    j->dropped++;
  }
  return rc;
}
