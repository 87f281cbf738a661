/* The tables of the judge that needs no model (judge.c): words in UTF-8, small letters. */
#ifndef ML_JUDGE_RULES_H
#define ML_JUDGE_RULES_H

#include "../base/sqlite.h"

/* How a rule looks at what stands behind its words. */
enum {
  ML_JUDGE_THING = 1,  /* the next word names a thing, and does not point at one: not "I like it" */
  ML_JUDGE_GIVES = 2,  /* just what stands behind is kept, and judged by itself */
  ML_JUDGE_KNOWN = 4,  /* … only if there is a rule for it */
  ML_JUDGE_SAYS = 8,   /* the next word is none of those that make it a remark: not "never mind" */
  ML_JUDGE_AGENT = 16, /* what the agent learned or did: said by the assistant */
  ML_JUDGE_BOTH = 32   /* said by the user or by the assistant */
};

typedef struct MlJudgeRule {
  const char *words; /* the sentence begins so */
  const char *needs; /* and one of these, parted by '|', stands behind that; NULL: nothing must */
  const char *category;
  u8 importance;
  u8 flags;
} MlJudgeRule;

/* The first that fits counts. The last has no words. */
extern const MlJudgeRule ml_judge_rules[];

/* Lists of words, NULL at the end. */
extern const char *const ml_judge_leads[];        /* may stand before the words of a rule */
extern const char *const ml_judge_greetings[];    /* that, and with a name up to the comma */
extern const char *const ml_judge_points[];       /* point at something (ML_JUDGE_THING) */
extern const char *const ml_judge_remarks[];      /* make it a remark (ML_JUDGE_SAYS) */
extern const char *const ml_judge_asks[];         /* anywhere in it: it is a question */
extern const char *const ml_judge_secrets[];      /* anywhere in it: it is not kept */
extern const char *const ml_judge_secret_words[]; /* likewise, as words of their own */
extern const char *const ml_judge_tokens[];       /* likewise: a word begins so that is a credential */
extern const char *const ml_judge_untold[];       /* an identity, a fact or a task so named tells nothing */
extern const char *const ml_judge_choices[];      /* of the conversation: no preference beyond it */
extern const char *const ml_judge_short[];        /* a full stop behind one of these ends no sentence */

#endif
