#include "turns.h"

#include <stdlib.h>
#include <string.h>

const char ml_turns_over[] = "over budget";
static const char orphan[] = "result without its call";
const char ml_turns_old[] = "older than the rounds";

MlTurn *ml_turns_add(MlTurns *t) {
  if (t->n == t->cap) {
    i64 cap = t->cap ? t->cap * 2 : 32;
    MlTurn *a = sqlite3_realloc64(t->a, (u64)cap * sizeof(*a));
    if (!a) return NULL;
    t->a = a;
    t->cap = cap;
  }
  MlTurn *x = &t->a[t->n++];
  memset(x, 0, sizeof(*x));
  x->call = x->next = -1;
  return x;
}

void ml_turns_reverse(MlTurns *t) {
  for (i64 i = 0, j = t->n - 1; i < j; i++, j--) {
    MlTurn x = t->a[i];
    t->a[i] = t->a[j];
    t->a[j] = x;
  }
}

void ml_turns_free(MlTurns *t) {
  for (i64 i = 0; i < t->n; i++) ml_text_free(&t->a[i].json);
  sqlite3_free(t->a);
  *t = (MlTurns){0};
}

static int is_result(const MlTurn *x) { return x->m.role == ML_ROLE_TOOL; }
static int is_call(const MlTurn *x) { return x->m.tool_calls.p != NULL; }
static int is_user(const MlTurn *x) { return x->m.role == ML_ROLE_USER; }
static int is_answer(const MlTurn *x) { return x->m.role == ML_ROLE_ASSISTANT && !is_call(x); }
/* What stays or goes as a whole: all but results, which go with their call. */
static int is_head(const MlTurn *x) { return !x->why && !is_result(x); }

/* ---- pairs ---- */

/* The id of a call or a result. */
typedef struct Mention {
  MlText id;
  i64 turn;
} Mention;

typedef struct Mentions {
  Mention *a;
  i64 n, cap;
} Mentions;

static int mention_add(Mentions *s, MlText id, i64 turn) {
  if (s->n == s->cap) {
    i64 cap = s->cap ? s->cap * 2 : 32;
    Mention *a = sqlite3_realloc64(s->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    s->a = a;
    s->cap = cap;
  }
  s->a[s->n++] = (Mention){id, turn};
  return SQLITE_OK;
}

static int mentions_gather(Mentions *s, MlTurns *t) {
  int rc = SQLITE_OK;
  for (i64 i = 0; i < t->n && !rc; i++) {
    MlTurn *x = &t->a[i];
    MlJsonScan calls;
    MlText id;
    x->whole = x->tokens;
    if (x->why) continue;
    if (is_result(x)) rc = mention_add(s, x->m.tool_call_id, i);
    if (!is_call(x)) continue;
    for (ml_json_open(&calls, x->m.tool_calls); !rc && ml_message_call(&calls, &id); x->waits++)
      rc = mention_add(s, id, i);
  }
  return rc;
}

static int by_id(const void *a, const void *b) {
  const Mention *x = a, *y = b;
  int order = ml_text_compare(x->id, y->id);
  return order ? order : (x->turn > y->turn) - (x->turn < y->turn);
}

/* All mentions of one id, in order. */
static void mentions_pair(const Mention *a, i64 n, MlTurns *t) {
  i64 call = -1, answered = 0;
  for (i64 i = 0; i < n; i++) {
    MlTurn *x = &t->a[a[i].turn];
    if (!is_result(x)) {
      call = a[i].turn;
      answered = 0;
    } else if (call < 0) {
      x->why = orphan;
    } else if (answered++) {
      x->why = "another result of its call";
    } else {
      x->call = call;
      t->a[call].waits--;
      t->a[call].whole += x->tokens;
    }
  }
}

int ml_turns_pair(MlTurns *t) {
  Mentions s = {0};
  int rc = mentions_gather(&s, t);
  if (!rc && s.n) qsort(s.a, (size_t)s.n, sizeof(*s.a), by_id);
  for (i64 i = 0, j; !rc && i < s.n; i = j) {
    for (j = i + 1; j < s.n && ml_text_same(s.a[i].id, s.a[j].id);) j++;
    mentions_pair(s.a + i, j - i, t);
  }
  sqlite3_free(s.a);
  for (i64 i = 0; i < t->n; i++) {
    if (t->a[i].waits > 0) t->a[i].why = "call without its results";
  }
  return rc;
}

/* ---- the end ---- */

static i64 head_before(const MlTurns *t, i64 i) {
  do i--;
  while (i >= 0 && !is_head(&t->a[i]));
  return i;
}

static int is_empty(const MlTurn *x) {
  MlText json = x->m.content;
  return !json.p || ml_text_same(json, ML_TEXT("\"\"")) || ml_text_same(json, ML_TEXT("[]"));
}

static void end_repair(MlTurns *t) {
  i64 i = head_before(t, t->n);
  while (i >= 0 && is_answer(&t->a[i]) && is_empty(&t->a[i])) {
    t->a[i].why = "empty answer";
    i = head_before(t, i);
  }
  if (i < 0 || !is_answer(&t->a[i])) return;
  while ((i = head_before(t, i)) >= 0 && is_answer(&t->a[i])) t->a[i].why = "answered anew";
}

void ml_turns_repair(MlTurns *t, int strict) {
  end_repair(t);
  i64 next = head_before(t, t->n);
  while (strict && next >= 0) {
    i64 i = head_before(t, next);
    int same = i >= 0 && (is_user(&t->a[i]) ? is_user(&t->a[next]) : is_answer(&t->a[i]) && !is_user(&t->a[next]));
    if (same) t->a[i].why = "not in turn";
    if (!same) next = i;
  }
}

/* ---- what fits ---- */

/* Keeps the newest heads down to one, as far as they fit; the others go. */
static void newest_keep(MlTurns *t, i64 from, i64 room) {
  int over = 0;
  for (i64 i = head_before(t, t->n); i >= from; i = head_before(t, i)) {
    over = over || t->a[i].whole > room;
    if (over) t->a[i].why = ml_turns_over;
    if (!over) room -= t->a[i].whole;
  }
}

int ml_turns_choose(MlTurns *t, i64 room, i64 *needs) {
  i64 round = 0, newest = head_before(t, t->n), user = newest;
  while (user >= 0 && !is_user(&t->a[user])) {
    round += t->a[user].whole;
    user = head_before(t, user);
  }
  *needs = 0;
  if (user < 0) { /* all of it comes before the first message of a user */
    newest_keep(t, 0, room);
    return 1;
  }
  round += t->a[user].whole;
  if (round <= room) {
    newest_keep(t, 0, room);
    return 1;
  }
  *needs = t->a[user].whole + (newest != user ? t->a[newest].whole : 0);
  if (*needs > room) return 0;
  newest_keep(t, user + 1, room - t->a[user].whole);
  for (i64 i = head_before(t, user); i >= 0; i = head_before(t, i)) t->a[i].why = ml_turns_over;
  return 1;
}

void ml_turns_finish(MlTurns *t) {
  int asked = 0;
  for (i64 i = 0; i < t->n; i++) {
    MlTurn *x = &t->a[i];
    if (!is_head(x)) continue;
    asked = asked || is_user(x);
    if (!asked) x->why = "leading assistant";
  }
  for (i64 i = t->n; i-- > 0;) {
    MlTurn *x = &t->a[i];
    if (x->call < 0) continue;
    MlTurn *call = &t->a[x->call];
    x->why = call->waits > 0 ? orphan : call->why;
    x->next = call->next;
    call->next = i;
  }
}
