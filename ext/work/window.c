#include "window.h"

#include "../store/config.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "backward.h"
#include "list.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>

/* How far the walk back has come. */
typedef enum Phase {
  READ, /* what is met counts */
  PEEK, /* all rounds are there: is there anything older? */
  REST  /* what is met is left out */
} Phase;

typedef struct Reading {
  MlConn *c;
  MlText key;
  const MlWindowAsk *ask;
  MlWindow *w;
  MlNow now;
  MlCounter counter;
  u8 counting; /* it is open */
  MlSummary summary;
  i64 *known; /* positions of system messages (owned), in order, … */
  i64 n_known;
  Phase phase;
  const char *reason; /* of what is left out in REST */
  u8 complete;        /* everything was read, and it fits */
  i64 total, systems; /* tokens of all that was read; of system messages */
  i64 looked, further;
  i64 users; /* messages of users that were read */
  i64 below; /* messages that are there, of those the summary covers */
} Reading;

/* ---- one message ---- */

/* Reads what a cell holds; the cell is given back. */
static int turn_load(Reading *r, MlCell *cell, MlTurn *x, MlErr *e) {
  MlBuf b = {0};
  int rc = SQLITE_OK;
  if (ml_large_is(cell->value)) {
    rc = ml_large_resolve(r->c, r->key, cell->value, &b, e);
  } else {
    ml_buf_text(&b, cell->value);
  }
  int rc2 = ml_cell_done(r->c, cell, e);
  if (!rc) rc = rc2;
  if (!rc && b.rc) rc = ml_err_nomem(e);
  x->json = (MlText){b.p, b.n};
  if (!rc) x->why = ml_message_read(x->json, &x->m);
  return rc;
}

static int counter_open(Reading *r, MlErr *e) {
  if (r->counting) return SQLITE_OK;
  r->counting = 1;
  return ml_tokens_open(r->c, &r->counter, e);
}

/* Every message counts for one token at least: so a budget bounds how many are read. */
static i64 tokens_least(const Reading *r, i64 tokens) { return (tokens > 0 ? tokens : 1) + r->ask->overhead; }

static int turn_count(Reading *r, MlTurn *x, MlErr *e) {
  int rc = SQLITE_OK;
  x->tokens = x->m.tokens;
  x->counted = x->m.counter.p ? ML_TOKENS_COUNTED : ML_TOKENS_GIVEN;
  if (x->tokens < 0) {
    x->tokens = 0;
    rc = counter_open(r, e);
    if (!rc) rc = ml_message_tokens(&r->counter, &x->m, &x->tokens, e);
    x->counted = r->counter.fn.st ? ML_TOKENS_COUNTED : ML_TOKENS_ESTIMATED;
  }
  x->tokens = tokens_least(r, x->tokens);
  return rc;
}

/* Puts a turn where it belongs, which then owns its text. */
static int turn_keep(MlTurns *t, MlTurn *x, MlErr *e) {
  MlTurn *place = ml_turns_add(t);
  if (!place) return ml_err_nomem(e);
  x->call = x->next = -1;
  *place = *x;
  x->json = (MlText){NULL, 0};
  return SQLITE_OK;
}

/* ---- system messages ---- */

static int by_number(const void *a, const void *b) {
  i64 x = *(const i64 *)a, y = *(const i64 *)b;
  return (x > y) - (x < y);
}

static int is_known(const Reading *r, i64 position) {
  return r->n_known && bsearch(&position, r->known, (size_t)r->n_known, sizeof(position), by_number);
}

/* Where mem_message has noted that system messages stand, the newest of the notes. */
static int notes_read(Reading *r, MlBuf *notes, MlErr *e) {
  MlNodeId list = ml_message_systems(r->key), id;
  MlListRow row;
  MlBackward w = {0};
  MlCell cell;
  i64 index = 0, position, left = r->ask->max_tokens + ML_WINDOW_FURTHER;
  int found;
  int rc = ml_list_find(r->c, &list, &r->now, &row, &found, e);
  if (rc || !found) return rc;
  ml_backward_open(&w, &list, &row);
  while (!rc && index >= 0 && left-- > 0) {
    rc = ml_backward_next(r->c, &w, &index, &id, &cell, e);
    if (rc || index < 0) break;
    if (cell.kind == ML_CELL_VALUE && ml_json_get_integer(cell.value, &position) && position >= 0) {
      ml_buf_put(notes, &position, sizeof(position));
    }
    rc = ml_cell_done(r->c, &cell, e);
  }
  ml_backward_end(&w);
  return !rc && notes->rc ? ml_err_nomem(e) : rc;
}

static int system_take(Reading *r, MlTurn *x, MlErr *e) {
  int rc = turn_count(r, x, e);
  if (rc) return rc;
  r->total += x->tokens;
  r->systems += x->tokens;
  return turn_keep(&r->w->system, x, e);
}

/* What a note leads to may have gone, or be something else by now. */
static int note_follow(Reading *r, i64 position, MlErr *e) {
  MlNodeId list = ml_message_list(r->key), id;
  MlBuf path = {0};
  MlCell cell;
  MlTurn x = {.position = position};
  int gone = 0;
  int rc = ml_element_at(&list, position, &path, &id, e);
  if (!rc) rc = ml_cell_find(r->c, &id, &cell, e);
  if (!rc) {
    rc = ml_expire_gone(r->c, &id, &cell, &r->now, &gone, e);
    if (!rc && !gone && cell.kind == ML_CELL_VALUE) {
      rc = turn_load(r, &cell, &x, e);
      if (!rc && !x.why && x.m.role == ML_ROLE_SYSTEM) rc = system_take(r, &x, e);
    } else {
      int rc2 = ml_cell_done(r->c, &cell, e);
      if (!rc) rc = rc2;
    }
  }
  ml_text_free(&x.json);
  ml_buf_free(&path);
  return rc;
}

static int systems_read(Reading *r, MlErr *e) {
  MlBuf notes = {0};
  int rc = notes_read(r, &notes, e);
  i64 n = notes.n / (i64)sizeof(i64);
  if (!rc && n) {
    r->known = sqlite3_malloc64((u64)n * sizeof(*r->known));
    if (!r->known) rc = ml_err_nomem(e);
  }
  if (!rc && r->known && notes.p) {
    memcpy(r->known, notes.p, (size_t)notes.n);
    qsort(r->known, (size_t)n, sizeof(*r->known), by_number);
    for (i64 i = 0; i < n; i++) {
      if (!i || r->known[i] != r->known[i - 1]) r->known[r->n_known++] = r->known[i];
    }
  }
  ml_buf_free(&notes);
  for (i64 i = r->known ? r->n_known : 0; i-- > 0 && !rc && r->total <= r->ask->max_tokens;)
    rc = note_follow(r, r->known[i], e);
  return rc;
}

/* ---- the walk back ---- */

static void rest_begin(Reading *r, const char *reason) {
  r->phase = REST;
  r->reason = reason;
}

static int rest_take(Reading *r, MlTurn *x, MlErr *e) {
  /* What was read begins in the midst of a round: it needs the message that asks. */
  int valid = !x->why;
  int asks = valid && !r->users && x->m.role == ML_ROLE_USER && r->further <= ML_WINDOW_FURTHER;
  if (asks) {
    r->users++;
  } else if (valid) {
    x->why = r->reason;
  }
  if (!asks && !r->ask->all) return SQLITE_OK;
  int rc = valid ? turn_count(r, x, e) : SQLITE_OK;
  return rc ? rc : turn_keep(&r->w->turns, x, e);
}

/* One message that is there. */
static int turn_take(Reading *r, MlTurn *x, MlErr *e) {
  int is_system = !x->why && x->m.role == ML_ROLE_SYSTEM;
  int rc = SQLITE_OK;
  if (x->position < r->summary.through) r->below++;
  if (is_system && is_known(r, x->position)) return SQLITE_OK;
  if (r->phase == PEEK && !x->why && !is_system) rest_begin(r, ml_turns_old);
  if (r->phase == REST) return rest_take(r, x, e);
  if (is_system) {
    rc = system_take(r, x, e);
  } else {
    if (!x->why) rc = turn_count(r, x, e);
    if (!x->why) r->total += x->tokens;
    if (!x->why && x->m.role == ML_ROLE_USER) r->users++;
    if (!rc) rc = turn_keep(&r->w->turns, x, e);
  }
  if (r->total > r->ask->max_tokens) {
    rest_begin(r, ml_turns_over);
  } else if (r->users >= r->ask->rounds) {
    r->phase = PEEK;
  }
  return rc;
}

/* Whether anything older is still of interest. */
static int goes_on(Reading *r) {
  r->looked++;
  if (r->phase != REST) {
    if (r->looked > r->ask->max_tokens + ML_WINDOW_FURTHER) rest_begin(r, ml_turns_over);
    return 1;
  }
  r->further++;
  return r->ask->all || (!r->users && r->further <= ML_WINDOW_FURTHER);
}

static int element_read(Reading *r, MlBackward *w, const MlNodeId *list, i64 *index, MlErr *e) {
  MlNodeId id;
  MlCell cell;
  int gone = 0;
  int rc = ml_backward_next(r->c, w, index, &id, &cell, e);
  if (rc || *index < 0) return rc;
  MlTurn x = {.position = *index};
  rc = ml_expire_gone(r->c, &id, &cell, &r->now, &gone, e);
  if (!rc && cell.kind != ML_CELL_VALUE) rc = ml_element_damaged(list, e);
  if (rc || gone) {
    int rc2 = ml_cell_done(r->c, &cell, e);
    return rc ? rc : rc2;
  }
  rc = turn_load(r, &cell, &x, e);
  if (!rc) rc = turn_take(r, &x, e);
  ml_text_free(&x.json);
  return rc;
}

static int turns_read(Reading *r, MlErr *e) {
  MlNodeId list = ml_message_list(r->key);
  MlBackward w = {0};
  MlListRow row;
  i64 index = 0;
  int found;
  int rc = ml_list_find(r->c, &list, &r->now, &row, &found, e);
  if (!rc && found) {
    ml_backward_open(&w, &list, &row);
    while (!rc && index >= 0 && goes_on(r)) rc = element_read(r, &w, &list, &index, e);
    ml_backward_end(&w);
  }
  r->complete = r->phase != REST;
  ml_turns_reverse(&r->w->turns);
  return rc;
}

/* ---- what is sent ---- */

static int budget_refuse(const Reading *r, i64 summary, i64 needs, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_TOOBIG,
                    "memlog: mem_window: session %s: max_tokens %lld is too little: system messages take %lld%s, the "
                    "summary or the room for it %lld, the newest messages %lld",
                    ml_err_show(show, r->key), r->ask->max_tokens, r->systems,
                    r->total > r->ask->max_tokens && r->systems == r->total ? " or more" : "", summary, needs);
}

static int round_refuse(const Reading *r, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(
      e, SQLITE_TOOBIG,
      "memlog: mem_window: session %s: max_tokens %lld is too little: the newest round is longer, and none "
      "of the %d messages before is a user's",
      ml_err_show(show, r->key), r->ask->max_tokens, ML_WINDOW_FURTHER);
}

/* The summary as a message of its own. */
static int summary_make(Reading *r, i64 *tokens, MlErr *e) {
  MlSummary *s = &r->summary;
  MlTurn x = {.position = -1, .m = {.role = ML_ROLE_SYSTEM, .kind = ML_TEXT("\"summary\""), .tokens = s->tokens}};
  i64 n = s->text.n;
  x.json = (MlText){ml_buf_take(&s->text), n};
  x.m.content = x.json;
  int rc = turn_count(r, &x, e);
  if (s->tokens >= 0) x.counted = ML_TOKENS_COUNTED;
  *tokens = x.tokens;
  if (!rc) rc = turn_keep(&r->w->summary, &x, e);
  ml_text_free(&x.json);
  return rc;
}

/* Says of what is left out that the summary stands for it. */
static void covered_say(Reading *r) {
  MlTurns *t = &r->w->turns;
  for (i64 i = 0; i < t->n; i++) {
    MlTurn *x = &t->a[i];
    if (x->position >= r->summary.through) break;
    if (x->why == ml_turns_over || x->why == ml_turns_old) x->why = "covered by the summary";
  }
}

static int window_fit(Reading *r, MlErr *e) {
  const MlWindowAsk *ask = r->ask;
  MlTurns *t = &r->w->turns;
  i64 reserve = ask->summary_tokens, summary = 0, needs = 0;
  /* Messages that are no longer there are in the summary, if it covers them. */
  int covers = r->summary.found && (!r->summary.through || r->below < r->summary.through);
  int rc = ml_turns_pair(t) ? ml_err_nomem(e) : SQLITE_OK;
  if (rc) return rc;
  ml_turns_repair(t, ask->alternate);
  if (reserve < 0) reserve = ask->max_tokens / 4 < ML_WINDOW_SUMMARY ? ask->max_tokens / 4 : ML_WINDOW_SUMMARY;
  if (!r->complete || covers) {
    if (r->summary.found) rc = summary_make(r, &summary, e);
    if (rc) return rc;
    if (summary > reserve) reserve = summary;
    if (r->systems + summary > ask->max_tokens) return budget_refuse(r, summary, 0, e);
    if (!r->complete && !r->users) return round_refuse(r, e);
    int fits = ml_turns_choose(t, ask->max_tokens - reserve - r->systems, &needs);
    if (!fits) return budget_refuse(r, reserve, needs, e);
  }
  ml_turns_finish(t);
  if (r->w->summary.n) r->w->through = r->summary.through;
  if (r->w->summary.n) covered_say(r);
  return SQLITE_OK;
}

/* ---- rows ---- */

static void row_add(MlWindow *w, const MlTurn *x) {
  w->row[w->n++] = x;
  if (!x->why) w->tokens += x->tokens;
}

static int by_position(const void *a, const void *b) {
  const MlTurn *x = *(const MlTurn *const *)a, *y = *(const MlTurn *const *)b;
  return (x->position > y->position) - (x->position < y->position);
}

static int rows_make(MlWindow *w, MlErr *e) {
  const MlTurns *t = &w->turns;
  i64 n = w->system.n + w->summary.n + t->n;
  w->row = sqlite3_malloc64((u64)(n + 1) * sizeof(*w->row));
  if (!w->row) return ml_err_nomem(e);
  for (i64 i = 0; i < w->system.n; i++) row_add(w, &w->system.a[i]);
  if (w->n) qsort(w->row, (size_t)w->n, sizeof(*w->row), by_position);
  for (i64 i = 0; i < w->summary.n; i++) row_add(w, &w->summary.a[i]);
  for (i64 i = 0; i < t->n; i++) {
    if (t->a[i].why || t->a[i].call >= 0) continue;
    row_add(w, &t->a[i]);
    for (i64 j = t->a[i].next; j >= 0; j = t->a[j].next) row_add(w, &t->a[j]);
  }
  return SQLITE_OK;
}

static void rows_left_out(MlWindow *w) {
  for (i64 i = 0; i < w->turns.n; i++) {
    if (w->turns.a[i].why) row_add(w, &w->turns.a[i]);
  }
}

static int window_read(Reading *r, MlErr *e) {
  int rc = ml_config_refresh(r->c, e);
  if (!rc) rc = ml_summary_read(r->c, r->key, &r->now, &r->summary, e);
  if (!r->summary.found) r->summary.through = 0;
  if (!rc) rc = systems_read(r, e);
  if (!rc && r->total > r->ask->max_tokens) return budget_refuse(r, 0, 0, e);
  if (!rc) rc = turns_read(r, e);
  if (!rc) rc = window_fit(r, e);
  if (!rc) rc = rows_make(r->w, e);
  if (!rc && r->ask->all) rows_left_out(r->w);
  return rc;
}

int ml_window_read(MlConn *c, MlText session, const MlWindowAsk *ask, MlWindow *w, MlErr *e) {
  int agent, there;
  Reading r = {.c = c, .key = ml_message_session(session, &agent), .ask = ask, .w = w};
  sqlite3_stmt *hold = NULL;
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there || ask->rounds < 1) return rc;
  rc = ml_meta_hold(c, &hold, e);
  if (!rc) rc = window_read(&r, e);
  ml_meta_release(c, hold);
  if (r.counting) ml_tokens_close(&r.counter);
  ml_summary_free(&r.summary);
  sqlite3_free(r.known);
  return rc;
}

void ml_window_free(MlWindow *w) {
  ml_turns_free(&w->system);
  ml_turns_free(&w->summary);
  ml_turns_free(&w->turns);
  sqlite3_free(w->row);
  *w = (MlWindow){0};
}

/* ---- options ---- */

static int option_refuse(const char *who, MlText name, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: %s: option %s: %s", who, ml_err_show(show, name), why);
}

static int option_read(const char *who, const MlJsonScan *s, MlWindowAsk *ask, MlErr *e) {
  static const struct {
    const char *name, *takes;
    i64 low, high;
  } number[] = {
      {"max_tokens", "it must be an integer from 1 to 1000000000", 1, 1000000000},
      {"summary_tokens", "it must be an integer from 0 to 1000000000", 0, 1000000000},
      {"overhead", "it must be an integer from 0 to 1000000", 0, 1000000},
      {"rounds", "it must be an integer", INT64_MIN, INT64_MAX},
  };
  i64 *const at[] = {&ask->max_tokens, &ask->summary_tokens, &ask->overhead, &ask->rounds};
  MlText name = {s->name.p + 1, s->name.n - 2};
  MlType type = ml_json_type(s->value);
  for (size_t i = 0; i < sizeof(number) / sizeof(*number); i++) {
    i64 n;
    if (!ml_text_is(name, number[i].name)) continue;
    if (!ml_json_get_integer(s->value, &n) || n < number[i].low || n > number[i].high) {
      return option_refuse(who, name, number[i].takes, e);
    }
    *at[i] = n;
    return SQLITE_OK;
  }
  int known, rc = ml_placing_read(who, name, s->value, &ask->placing, &known, e);
  if (rc || known) return rc;
  int is_all = ml_text_same(name, ML_TEXT("all"));
  if (!is_all && !ml_text_same(name, ML_TEXT("alternate"))) {
    return option_refuse(
        who, name,
        "there is no such option; there are max_tokens, summary_tokens, rounds, overhead, alternate, all, record, turn",
        e);
  }
  if (type != ML_TRUE && type != ML_FALSE) return option_refuse(who, name, "it must be true or false", e);
  *(is_all ? &ask->all : &ask->alternate) = type == ML_TRUE;
  return SQLITE_OK;
}

int ml_window_options(const char *who, MlText json, MlWindowAsk *ask, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  if (ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: %s: the options: they must be a JSON map", who);
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = option_read(who, &s, ask, e);
  return rc;
}
