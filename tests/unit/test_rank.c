/* Ranking: lists made one, limits, diversity; how like texts are; where they are cut. */
#include "data/cut.h"
#include "data/likeness.h"
#include "data/rank.h"

#include "random.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static MlHit hit(i64 number, double keyword, i64 keyword_rank, double vector, i64 vector_rank) {
  MlHit x = {.number = number, .own = {keyword, vector}, .rank = {keyword_rank, vector_rank}};
  return x;
}

static void check_near(double got, double want, int line) {
  if (!unit_check(fabs(got - want) < 1e-12, __FILE__, line, "near")) printf("  expected %g, got %g\n", want, got);
}
#define CHECK_NEAR(got, want) check_near(got, want, __LINE__)

/* ---- one list of two ---- */

static void test_merge(void) {
  MlHit a[] = {hit(1, 0.9, 1, -1, 0), hit(2, 0.8, 2, -1, 0), hit(2, -1, 0, 0.7, 1), hit(3, -1, 0, 0.6, 2)};
  CHECK_INT(ml_rank_merge(a, 4, 1), 3);
  CHECK_INT(a[0].number, 2);
  CHECK_NEAR(a[0].score, (61.0 / 62 + 1) / 2);
  CHECK(a[0].own[ML_BY_KEYWORD] == 0.8 && a[0].own[ML_BY_VECTOR] == 0.7);
  CHECK_INT(a[1].number, 1);
  CHECK_NEAR(a[1].score, 0.5);
  CHECK_INT(a[2].number, 3);
  CHECK_NEAR(a[2].score, 61.0 / 62 / 2);

  MlHit best[] = {hit(7, 1, 1, -1, 0), hit(7, -1, 0, 1, 1)};
  CHECK_INT(ml_rank_merge(best, 2, 1), 1);
  CHECK_NEAR(best[0].score, 1);

  /* one that a list has left out is in if the other has it */
  MlHit left[] = {hit(1, 0.9, 1, -1, 0), hit(1, -1, 0, 0.1, 0)};
  left[1].left = ML_LEFT_MIN_SCORE;
  CHECK_INT(ml_rank_merge(left, 2, 1), 1);
  CHECK_INT(left[0].left, ML_LEFT_NOT);
  CHECK_NEAR(left[0].score, 0.5);

  /* one list: its own scores; of equals the newer first; what is left out comes last */
  MlHit one[] = {hit(1, 0.5, 1, -1, 0), hit(2, 0.5, 2, -1, 0), hit(3, 0.9, 0, -1, 0), hit(4, 0.7, 3, -1, 0)};
  one[2].left = ML_LEFT_FILTER;
  CHECK_INT(ml_rank_merge(one, 4, 0), 4);
  CHECK(one[0].number == 4 && one[1].number == 2 && one[2].number == 1 && one[3].number == 3);
  CHECK_INT(ml_rank_merge(one, 0, 1), 0);
}

/* ---- limits ---- */

static void test_limits(void) {
  MlHit a[6];
  static const int set[] = {0, 0, 1, 0, 1, 2}, preference[] = {0, 1, 0, 1, 0, 0};
  MlLimits l = {.limit = 2, .preference_limit = 1, .per_set = -1, .sets = 3};
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 6; i++) {
      a[i] = hit(6 - i, 1 - i * 0.1, i + 1, -1, 0);
      a[i].set = set[i];
      a[i].preference = (u8)preference[i];
    }
    ml_rank_merge(a, 6, 0);
    if (round == 1) l.preference_limit = -1; /* preferences count like the others */
    if (round == 2) l = (MlLimits){.limit = 9, .preference_limit = 9, .per_set = 1, .sets = 3};
    CHECK_INT(ml_rank_select(a, 6, &l), SQLITE_OK);
    i64 in = 0;
    while (in < 6 && !a[in].left) in++;
    CHECK_INT(in, round == 1 ? 2 : 3);
    for (i64 i = 0; i < in; i++) {
      static const int number[3][3] = {{6, 5, 4}, {6, 5}, {6, 4, 1}};
      CHECK_INT(a[i].number, number[round][i]);
    }
    for (i64 i = in; i < 6; i++) {
      static const MlLeft why[3][7] = {
          {0, ML_LEFT_LIMIT, ML_LEFT_LIMIT, ML_LEFT_PREFERENCES, 0, 0, 0},
          {0, ML_LEFT_LIMIT, ML_LEFT_LIMIT, ML_LEFT_LIMIT, ML_LEFT_LIMIT, 0, 0},
          {0, 0, ML_LEFT_PER_SET, ML_LEFT_PER_SET, 0, ML_LEFT_PER_SET, 0},
      };
      CHECK_INT(a[i].left, why[round][a[i].number]);
    }
  }
  l.limit = l.preference_limit = 0;
  CHECK_INT(ml_rank_select(a, 0, &l), SQLITE_OK);
}

/* ---- diversity ---- */

/* Points on a line. */
static double near_like(void *arg, i64 i, i64 j) {
  const double *at = arg;
  double d = fabs(at[i] - at[j]);
  return d >= 1 ? 0 : 1 - d;
}

static void test_diversity(void) {
  /* the second says what the first says; the third is another thing */
  double at[] = {0, 0, 5, 9};
  MlHit a[] = {hit(4, 0.9, 1, -1, 0), hit(3, 0.85, 2, -1, 0), hit(2, 0.7, 3, -1, 0), hit(1, 0.2, 4, -1, 0)};
  MlLimits l = {
      .limit = 2, .preference_limit = 0, .per_set = -1, .sets = 1, .lambda = 0.7, .like = near_like, .arg = at};
  ml_rank_merge(a, 4, 0);
  CHECK_INT(ml_rank_select(a, 4, &l), SQLITE_OK);
  CHECK(a[0].number == 4 && a[1].number == 2);
  CHECK(a[2].number == 3 && a[2].left == ML_LEFT_SIMILAR && a[2].other == 4);
  CHECK(a[3].number == 1 && a[3].left == ML_LEFT_LIMIT);

  /* where all come in nothing is left out, and lambda 1 is no diversity */
  for (int i = 0; i < 4; i++) a[i].left = ML_LEFT_NOT;
  ml_rank_sort(a, 4);
  l.limit = 4;
  CHECK_INT(ml_rank_select(a, 4, &l), SQLITE_OK);
  for (int i = 0; i < 4; i++) CHECK(a[i].number == 4 - i && !a[i].left);
  l.limit = 2;
  l.lambda = 1;
  CHECK_INT(ml_rank_select(a, 4, &l), SQLITE_OK);
  CHECK(!a[0].left && !a[1].left && a[1].number == 3 && a[2].left == ML_LEFT_LIMIT);
}

/* Whatever there is: limits hold, order is total, and the same again gives the same. */
static void test_random(void) {
  enum { N = 700 };
  static MlHit a[N], b[N];
  static double at[N];
  for (int round = 0; round < 200; round++) {
    i64 n = (i64)(random_below(round % 50 ? 40 : N));
    MlLimits l = {.limit = (i64)(random_below(20)),
                  .preference_limit = (i64)(random_below(8)) - 1,
                  .per_set = (i64)(random_below(6)) - 1,
                  .sets = 4,
                  .lambda = (double)(random_below(11)) / 10,
                  .like = random_below(2) ? near_like : NULL,
                  .arg = at};
    for (i64 i = 0; i < n; i++) {
      a[i] = hit(i, (double)(random_below(10)) / 10, 1, -1, 0);
      a[i].set = (i64)(random_below(4));
      a[i].preference = random_below(3) == 0;
      a[i].left = random_below(5) ? ML_LEFT_NOT : ML_LEFT_FILTER;
      at[i] = (double)(random_below(30)) / 10;
    }
    CHECK_INT(ml_rank_merge(a, n, 0), n);
    memcpy(b, a, sizeof(a));
    CHECK_INT(ml_rank_select(a, n, &l), SQLITE_OK);
    CHECK_INT(ml_rank_select(b, n, &l), SQLITE_OK);
    CHECK(!memcmp(a, b, sizeof(a)));
    i64 others = 0, preferences = 0, set[4] = {0};
    int out = 0;
    for (i64 i = 0; i < n; i++) {
      CHECK(a[i].left || !out); /* those that are in stand first */
      out |= a[i].left != ML_LEFT_NOT;
      if (i && !a[i].left)
        CHECK(a[i - 1].score > a[i].score || (a[i - 1].score == a[i].score && a[i - 1].number > a[i].number));
      if (a[i].left) continue;
      *(a[i].preference && l.preference_limit >= 0 ? &preferences : &others) += 1;
      set[a[i].set]++;
    }
    CHECK(others <= l.limit && (l.preference_limit < 0 || preferences <= l.preference_limit));
    for (int k = 0; k < 4 && l.per_set >= 0; k++) CHECK(set[k] <= l.per_set);
    /* and nobody was left out for whom there was room */
    for (i64 i = 0; i < n; i++) {
      if (a[i].left <= ML_LEFT_FILTER) continue;
      int apart = a[i].preference && l.preference_limit >= 0;
      CHECK((apart ? preferences >= l.preference_limit : others >= l.limit) ||
            (l.per_set >= 0 && set[a[i].set] >= l.per_set));
    }
  }
}

/* ---- texts ---- */

static double like(const char *a, const char *b) {
  MlWordSet x, y;
  CHECK_INT(ml_likeness_words(unit_z(a), &x), SQLITE_OK);
  CHECK_INT(ml_likeness_words(unit_z(b), &y), SQLITE_OK);
  double r = ml_likeness(&x, &y);
  CHECK(r == ml_likeness(&y, &x));
  ml_likeness_free(&x);
  ml_likeness_free(&y);
  return r;
}

static void test_likeness(void) {
  CHECK_NEAR(like("the cat sat", "The CAT, sat!"), 1);
  CHECK_NEAR(like("a b c d", "c d e f"), 2.0 / 6);
  CHECK_NEAR(like("a a a a b", "b a"), 1);
  CHECK_NEAR(like("one two", "three"), 0);
  CHECK_NEAR(like("", ""), 0);
  CHECK_NEAR(like("", "a"), 0);
  CHECK_NEAR(like("喜欢喝绿茶", "喜欢喝绿茶"), 1);
  CHECK_NEAR(like("喜欢喝绿茶", "喜欢喝咖啡"), 2.0 / 6); /* 喜欢 欢喝 喝绿 绿茶 | 喜欢 欢喝 喝咖 咖啡 */
  CHECK_NEAR(like("茶", "茶"), 1);
  CHECK_NEAR(like("茶 tea", "tea"), 0.5);
  CHECK_NEAR(like("tea茶", "tea 茶"), 1);
  CHECK_NEAR(like("🐱🐶", "🐶 🐱"), 1);
  CHECK_NEAR(like("été", "été"), 1);
  CHECK_NEAR(like("\xff\xfe", "x"), 0);
}

static void check_cut(const char *text, i64 max, const char *want, int line) {
  MlText t = unit_z(text);
  unit_text((MlText){t.p, ml_cut_at(t, max)}, unit_z(want), __FILE__, line, text);
}
#define CHECK_CUT(text, max, want) check_cut(text, max, want, __LINE__)

static void test_cut(void) {
  CHECK_CUT("", 5, "");
  CHECK_CUT("hello", 0, "hello");
  CHECK_CUT("hello", 5, "hello");
  CHECK_CUT("hello", 4, "hel");
  CHECK_CUT("hello", 1, "");
  CHECK_CUT("喜欢喝绿茶", 5, "喜欢喝绿茶");
  CHECK_CUT("喜欢喝绿茶", 4, "喜欢喝");
  CHECK_CUT("ae\xcc\x81zz", 3, "a");           /* e and its accent stay together */
  CHECK_CUT("ae\xcc\x81zzz", 4, "ae\xcc\x81"); /* … or come both */
  CHECK_CUT("a👍🏽bcd", 3, "a");           /* a thumb and its colour */
  CHECK_CUT("a👨‍👩‍👧bcd", 5, "a"); /* a family */
  CHECK_CUT("a👨‍👩‍👧bcd", 7, "a👨‍👩‍👧");
  CHECK_CUT("🇯🇵🇰🇷x", 4, "🇯🇵"); /* flags */
  CHECK_CUT("a\r\nbcd", 3, "a");
  CHECK_CUT("\xff\xfe\xfd\xfc", 3, "\xff\xfe");
  CHECK_CUT("\xe4\xb8", 1, "");
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_merge();
  test_limits();
  test_diversity();
  test_random();
  test_likeness();
  test_cut();
  return unit_end();
}
