/* When two texts say the same. */
#include "data/similar.h"

#include "random.h"
#include "unit.h"

static MlSimilarity compare(MlText a, MlText b) {
  MlSaying x = {0}, y = {0};
  CHECK_INT(ml_saying_read(&x, a), SQLITE_OK);
  CHECK_INT(ml_saying_read(&y, b), SQLITE_OK);
  MlSimilarity is = ml_similar(&x, &y);
  CHECK_INT(ml_similar(&y, &x), is);
  CHECK(!(ml_saying_more(&x, &y) && ml_saying_more(&y, &x)));
  ml_saying_free(&x);
  ml_saying_free(&y);
  return is;
}

static void test_table(void) {
  static const struct {
    MlSimilarity is;
    const char *a, *b;
  } row[] = {
      {ML_EQUAL, "I like tea", "i LIKE tea."},
      {ML_EQUAL, "I like tea", "  I\tlike -- \xc2\xa0tea!\n"},
      {ML_EQUAL, "don't stop", "Don\xe2\x80\x99t stop"},
      {ML_EQUAL, "\xc3\x89T\xc3\x89", "\xc3\xa9t\xc3\xa9"},
      {ML_EQUAL, "МОСКВА", "москва"},
      {ML_EQUAL, "我喜欢Ｐｙｔｈｏｎ", "我喜欢 python。"},
      {ML_EQUAL, "I \xe2\x9d\xa4\xef\xb8\x8f tea", "I \xe2\x9d\xa4 tea"},
      {ML_CONTAINED, "User likes coffee", "The user likes coffee very much"},
      {ML_CONTAINED, "喜欢喝咖啡", "用户喜欢喝咖啡"},
      {ML_CONTAINED, "tea", "I like tea"},
      {ML_JACCARD, "User really likes green tea", "User likes green tea"},
      {ML_JACCARD, "The user prefers a dark mode in editors", "The user prefers a really dark mode in the editors"},
      {ML_JACCARD, "User liked the dark mode of the editor", "User likes the dark mode of the editor"},
      {ML_JACCARD, "My favourite colour is blue", "My favorite color is blue"},
      {ML_JACCARD, "喜欢喝咖啡", "喜欢喝热咖啡"},
      {ML_LEVENSHTEIN, "gogo goes", "gogo goed"},
      /* What differs in a number, a sign, a negation or a word for a word is different. */
      {ML_DIFFERENT, "build took 41 s", "build took 47 s"},
      {ML_DIFFERENT, "build took 41 s", "build took 41 s, then 47 s"},
      {ML_DIFFERENT, "port 80", "port 8080"},
      {ML_DIFFERENT, "version 3.5 is used", "version 3.6 is used"},
      {ML_DIFFERENT, "balance -5", "balance 5"},
      {ML_DIFFERENT, "Python2 is installed", "Python3 is installed"},
      {ML_DIFFERENT, "I write C", "I write C++"},
      {ML_DIFFERENT, "costs $5",
       "costs \xe2\x82\xac"
       "5"},
      {ML_DIFFERENT, "I like tea", "I don't like tea"},
      {ML_DIFFERENT, "It is safe to use in production", "It is not safe to use in production"},
      {ML_DIFFERENT, "I like coffee", "I like coffee only in the morning"},
      {ML_DIFFERENT, "我喜欢你", "我不喜欢你"},
      {ML_DIFFERENT, "用户喜欢红色", "用户喜欢蓝色"},
      {ML_DIFFERENT, "每天喝三杯咖啡", "每天喝五杯咖啡"},
      {ML_DIFFERENT, "我喜欢你", "你喜欢我"},
      {ML_DIFFERENT, "User prefers dark mode in the editor", "User prefers light mode in the editor"},
      {ML_DIFFERENT, "Alice reports to Bob", "Bob reports to Alice"},
      {ML_DIFFERENT, "Her name is Maria", "Her name is Marie"},
      {ML_DIFFERENT, "This is a typical case", "This is a atypical case"},
      {ML_DIFFERENT, "I like toffee", "I like coffee"},
      {ML_DIFFERENT, "I like tea", "I like teal"},
      {ML_DIFFERENT, "likes \xf0\x9f\x8d\x8e", "likes \xf0\x9f\x8d\x90"},
      {ML_DIFFERENT, "My name is Ada and I live in Paris with two cats",
       "The pipeline needs an approval of my lead, said Dan"},
      /* Nothing to compare. */
      {ML_DIFFERENT, "", ""},
      {ML_DIFFERENT, "...", "..."},
      {ML_DIFFERENT, "", "tea"},
  };
  for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
    if (!CHECK_INT(compare(unit_z(row[i].a), unit_z(row[i].b)), row[i].is)) printf("  %s | %s\n", row[i].a, row[i].b);
  }
}

static void test_more(void) {
  MlSaying a = {0}, b = {0};
  ml_saying_read(&a, ML_TEXT("I like black tea"));
  ml_saying_read(&b, ML_TEXT("I like tea!!"));
  CHECK(ml_saying_more(&a, &b) && !ml_saying_more(&b, &a));
  ml_saying_read(&b, ML_TEXT("I like black teas"));
  CHECK(!ml_saying_more(&a, &b) && ml_saying_more(&b, &a));
  ml_saying_read(&b, ML_TEXT("i like black tea"));
  CHECK(!ml_saying_more(&a, &b) && !ml_saying_more(&b, &a));
  ml_saying_free(&a);
  ml_saying_free(&b);
}

static void test_chars(void) {
  static const char bad[] = "\x80\xc3(\xe2\x82\xf0\x9f\x8d\xc0\x80\xed";
  i64 i = 0, n = 0;
  while (i < (i64)sizeof(bad) - 1) {
    u32 c = ml_similar_char((MlText){bad, sizeof(bad) - 1}, &i);
    CHECK(c == 0xfffd || c == '(');
    n++;
  }
  CHECK(i == (i64)sizeof(bad) - 1 && n > 8);
  i = 0;
  CHECK_INT(ml_similar_char(ML_TEXT("\xf0\x9f\x8d\x8e!"), &i), 0x1f34e);
  CHECK_INT(i, 4);
}

/* Random texts: what holds of any two of them. */
static void test_random(void) {
  static const char *const part[] = {"tea", "I",  "like", "likes", "not", "3",  "4.5", " ",    " ",    " ", ". ",
                                     "喜",  "欢", "不",   "é",     "É",   "++", "x",   "\xff", "\xe2", "!"};
  char a[400], b[400];
  for (int round = 0; round < 20000; round++) {
    char *to[] = {a, b};
    for (int k = 0; k < 2; k++) {
      to[k][0] = 0;
      for (int n = random_below(12); n > 0; n--) strcat(to[k], part[random_below(sizeof(part) / sizeof(*part))]);
    }
    MlSimilarity is = compare(unit_z(a), unit_z(b));
    MlSaying x = {0};
    ml_saying_read(&x, unit_z(a));
    CHECK_INT(compare(unit_z(a), unit_z(a)), x.n_word ? ML_EQUAL : ML_DIFFERENT);
    ml_saying_free(&x);
    strcat(a, " 77");
    if (is != ML_DIFFERENT) CHECK_INT(compare(unit_z(a), unit_z(b)), ML_DIFFERENT);
  }
}

int main(int argc, char **argv) {
  random_seed(argc, argv);
  test_table();
  test_more();
  test_chars();
  test_random();
  return unit_end();
}
