#include "line.h"

#include "clock.h"
#include "json.h"
#include "line_change.h"
#include "mark.h"
#include "member.h"

#include <string.h>

enum { TIMESTAMP, LOG_LEVEL, EVENT_ID, EVENT_TYPE, ATTRIBUTES, UPSTREAM_ID, UPSTREAM_ACTION, KEY_OF, EVENT, OWN, TOPS };
static const MlMemberName tops[TOPS] = {
    {"timestamp", NULL},
    {"logLevel", "log_level"},
    {"eventId", "event_id"},
    {"eventType", "event_type"},
    {"eventAttributes", "event_attributes"},
    {"upstreamEventId", "upstream_event_id"},
    {"upstreamActionName", "upstream_action_name"},
    {"businessKey", "business_key"},
    {"event", NULL},
    {"memlog", NULL},
};

enum { N_ID, N_TYPE, N_OTHER_TYPE, N_ATTRIBUTES, N_UPSTREAM_ID, N_UPSTREAM_ACTION, NESTED };
static const MlMemberName nested[NESTED] = {
    {"id", NULL},
    {"eventType", "event_type"},
    {"type", NULL},
    {"attributes", NULL},
    {"upstreamEventId", "upstream_event_id"},
    {"upstreamActionName", "upstream_action_name"},
};

enum { A_KEY, A_VALUE, A_REMOVED, A_CONTAINERS, A_EXPIRES, A_BEFORE, A_SENSORY, CONTENTS };
#define A_CLEARED A_REMOVED /* of an update of long-term memory elsewhere */
static const MlMemberName contents[CONTENTS] = {
    {"key", NULL},     {"value", NULL},  {"removed", NULL}, {"containers", NULL},
    {"expires", NULL}, {"before", NULL}, {"sensory", NULL},
};

static const MlMemberName updated[A_CLEARED + 1] = {{"key", NULL}, {"value", NULL}, {"clearedSets", "cleared_sets"}};

enum {
  O_SEQ,
  O_QUIET,
  O_RUN,
  O_INPUT,
  O_OUTPUT,
  O_OUTCOME,
  O_TXN,
  O_STEP,
  O_CAUSE,
  O_META,
  O_DIGEST,
  O_STATE,
  O_LIVE,
  O_FOLLOWS,
  O_START,
  O_ROWS,
  O_GAP,
  O_SENSORY_GAP,
  O_BEGUN,
  O_BEGIN,
  O_BEGIN_QUIET,
  O_ITEMS,
  OWNS
};
static const MlMemberName owns[OWNS] = {
    {"seq", NULL},         {"quiet", NULL}, {"run", NULL},         {"input", NULL},   {"output", NULL},
    {"outcome", NULL},     {"txn", NULL},   {"step", NULL},        {"cause", NULL},   {"meta", NULL},
    {"digest", NULL},      {"state", NULL}, {"live", NULL},        {"follows", NULL}, {"start", NULL},
    {"rows", NULL},        {"gap", NULL},   {"sensory_gap", NULL}, {"begun", NULL},   {"begin_seq", NULL},
    {"begin_quiet", NULL}, {"items", NULL},
};

/* ---- memlog's own lines ---- */

/* What was searched for is any text, and no path. */
static int change_read(const MlLine *l, MlText *m, MlChange *x, MlErr *e) {
  *x = (MlChange){m[A_VALUE], m[A_REMOVED], m[A_CONTAINERS], m[A_EXPIRES]};
  MlChange paths = *x;
  if (l->kind == ML_KIND_LONG_TERM_SEARCH && !l->state) {
    if (x->value.p && !ml_member_is(x->value, ML_MAP)) {
      return ml_member_refuse(e, "eventAttributes.value", "it is no map");
    }
    paths.value = (MlText){NULL, 0};
  }
  return ml_line_change_check(&paths, e);
}

/* A digest is that of a row whose content was taken out: a mark shows where. */
static int marks_missing(const MlLine *l) {
  return l->has_digest && !l->erased && !ml_mark_in(l->change.value) && !ml_mark_in(l->before) &&
         !ml_mark_in(l->meta) && !ml_mark_in(l->input) && !ml_mark_in(l->output);
}

static const char *gap_wrong(const MlLine *l, int carries) {
  if (!l->quiet) return "a gap makes no event";
  return carries ? "a gap carries content" : NULL;
}

static const char *refresh_wrong(const MlLine *l) {
  const MlChange *x = &l->change;
  if (!l->quiet) return "a refresh makes no event";
  return x->value.p || x->removed.p || x->containers.p || !x->expires.p ? "a refresh carries times alone" : NULL;
}

static const char *content_wrong(const MlLine *l) {
  const MlChange *x = &l->change;
  int carries = x->value.p || x->removed.p || x->containers.p || x->expires.p;
  switch ((int)l->kind) {
  case ML_KIND_HOST:
    return NULL;
  case ML_KIND_SENSORY_WRITE:
  case ML_KIND_SHORT_TERM_WRITE:
    return x->value.p ? NULL : "a write without value";
  case ML_KIND_SENSORY_READ:
  case ML_KIND_SHORT_TERM_READ:
    return !x->value.p ? "a read without value" : x->removed.p || x->containers.p ? "a read carries changes" : NULL;
  case ML_KIND_SENSORY_GAP:
  case ML_KIND_SHORT_TERM_GAP:
    return gap_wrong(l, carries);
  case ML_KIND_SENSORY_REFRESH:
  case ML_KIND_SHORT_TERM_REFRESH:
    return refresh_wrong(l);
  case ML_KIND_ERASED:
    return "what says that a key was forgotten names no key";
  case ML_KIND_REDACTED:
  case ML_KIND_SESSION_END:
    if (x->removed.p || x->containers.p || x->expires.p) return "it carries changes";
    return x->value.p ? NULL : "it has no value";
  case ML_KIND_RUN_END:
    return carries ? "the end of a run carries content" : NULL;
  case ML_KIND_RUN_BEGIN:
    return x->value.p || !carries ? NULL : "a state without value";
  default:
    return NULL;
  }
}

static int own_numbers(MlLine *l, MlText *m, MlErr *e) {
  u8 has;
  int rc = ml_member_number(m[O_SEQ], "memlog.seq", 1, &l->seq, e);
  if (!rc) rc = ml_member_truth(m[O_QUIET], "memlog.quiet", &l->quiet, e);
  if (!rc) rc = ml_member_truth(m[O_LIVE], "memlog.live", &l->live, e);
  if (!rc) rc = ml_member_truth(m[O_FOLLOWS], "memlog.follows", &l->follows, e);
  if (!rc) rc = ml_member_number(m[O_RUN], "memlog.run", 1, &l->run, e);
  if (!rc) rc = ml_member_number(m[O_STEP], "memlog.step", 0, &l->step, e);
  if (!rc) rc = ml_member_number(m[O_CAUSE], "memlog.cause", 1, &l->cause, e);
  if (!rc) rc = ml_member_uuid(m[O_TXN], "memlog.txn", &l->txn, &l->has_txn, e);
  if (!rc) rc = ml_member_uuid(m[O_STATE], "memlog.state", &l->id, &l->state, e);
  if (rc || !m[O_DIGEST].p) return rc;
  has = m[O_DIGEST].n == 34 && ml_uuid_unhex((MlText){m[O_DIGEST].p + 1, 32}, &l->digest);
  l->has_digest = has;
  return has ? SQLITE_OK : ml_member_refuse(e, "memlog.digest", "it is not 32 hexadecimal digits");
}

/* What is told of where the lines start. */
static int start_numbers(MlLine *l, MlText *m, MlErr *e) {
  u8 quiet = 0;
  int rc = ml_member_uuid(m[O_START], "memlog.start", &l->start_id, &l->start, e);
  if (!rc) rc = ml_member_number(m[O_ROWS], "memlog.rows", 1, &l->rows, e);
  if (!rc) rc = ml_member_number(m[O_GAP], "memlog.gap", 1, &l->gap[ML_SHORT_TERM], e);
  if (!rc) rc = ml_member_number(m[O_SENSORY_GAP], "memlog.sensory_gap", 1, &l->gap[ML_SENSORY], e);
  if (!rc) rc = ml_member_number(m[O_BEGUN], "memlog.begun", 0, &l->begun, e);
  if (!rc) rc = ml_member_number(m[O_BEGIN], "memlog.begin_seq", 1, &l->begin_place, e);
  if (!rc) rc = ml_member_truth(m[O_BEGIN_QUIET], "memlog.begin_quiet", &quiet, e);
  l->begin_place = ml_event_place(quiet, l->begin_place);
  return rc;
}

static int is_outcome(MlText t) {
  return ml_text_same(t, ML_TEXT("completed")) || ml_text_same(t, ML_TEXT("failed")) ||
         ml_text_same(t, ML_TEXT("abandoned"));
}

static int own_read(MlLine *l, MlText map, MlErr *e) {
  MlText m[OWNS] = {0};
  MlBuf inner = {0};
  ml_member_sort(map, owns, OWNS, m, &inner);
  ml_member_nest(&l->rests, "memlog", &inner);
  int rc = own_numbers(l, m, e);
  if (!rc) rc = start_numbers(l, m, e);
  if (!rc) rc = ml_member_words(m[O_OUTCOME], "memlog.outcome", &l->words[3], &l->outcome, e);
  if (rc) return rc;
  if (l->outcome.p && !is_outcome(l->outcome)) {
    return ml_member_refuse(e, "memlog.outcome", "it is none of completed, failed, abandoned");
  }
  l->input = m[O_INPUT];
  l->output = m[O_OUTPUT];
  l->meta = m[O_META];
  l->items = m[O_ITEMS];
  if (l->items.p && !ml_member_is(l->items, ML_ARRAY)) return ml_member_refuse(e, "memlog.items", "it is no array");
  if (l->meta.p && !ml_member_is(l->meta, ML_MAP)) return ml_member_refuse(e, "memlog.meta", "it is no map");
  if (!l->seq) return ml_member_refuse(e, "memlog.seq", "it is missing");
  return SQLITE_OK;
}

/* Of a line that tells a state: sensory memory. */
static int sensory_content(MlLine *l, MlText map, MlBuf *inner, MlErr *e) {
  MlText s[CONTENTS] = {0};
  if (map.p && !ml_member_is(map, ML_MAP)) return ml_member_refuse(e, "eventAttributes.sensory", "it is no map");
  ml_member_sort(map, contents, A_BEFORE, s, inner);
  ml_member_nest(&l->rests, "sensory", inner);
  return change_read(l, s, &l->sensory, e);
}

static int own_content(MlLine *l, MlText map, MlErr *e) {
  MlText m[CONTENTS] = {0};
  MlBuf inner = {0};
  if (!ml_member_is(map, ML_MAP)) return ml_member_refuse(e, "eventAttributes", "it is no map");
  ml_member_sort(map, contents, l->state ? CONTENTS : l->kind == ML_KIND_HOST ? A_REMOVED : A_SENSORY, m, &inner);
  ml_member_nest(&l->rests, "eventAttributes", &inner);
  l->before = m[A_BEFORE];
  l->erased = (l->has_digest || l->kind == ML_KIND_ERASED) && ml_text_same(m[A_KEY], ML_TEXT("\"\""));
  if (l->erased) return SQLITE_OK;
  int rc = ml_member_words(m[A_KEY], "eventAttributes.key", &l->words[1], &l->key, e);
  if (!rc && !l->key.p) rc = ml_member_refuse(e, "eventAttributes.key", "it is missing");
  if (!rc && l->kind == ML_KIND_HOST && !l->state) {
    l->change.value = m[A_VALUE];
    return m[A_VALUE].p ? SQLITE_OK : ml_member_refuse(e, "eventAttributes.value", "it is missing");
  }
  if (!rc) rc = change_read(l, m, &l->change, e);
  if (!rc && l->kind != ML_KIND_REDACTED && l->kind != ML_KIND_SESSION_END && ml_mark_is(l->change.value)) {
    rc = ml_member_refuse(e, "eventAttributes.value", "a mark stands where no value does");
  }
  if (!rc && l->state) rc = sensory_content(l, m[A_SENSORY], &inner, e);
  const char *wrong = rc || l->state ? NULL : content_wrong(l);
  return wrong ? ml_member_refuse(e, "eventAttributes", wrong) : rc;
}

/* ---- lines of Flink Agents ---- */

/* Members beside the attributes that say something of the event come to them. */
static int others_add(MlBuf *attributes, MlBuf *others, MlErr *e) {
  MlBuf both = {0}, read = {0};
  MlErr twice = {0};
  if (!others->n) return SQLITE_OK;
  ml_buf_text(&both, ml_buf_view(attributes));
  if (both.n && both.p[both.n - 1] == '}') ml_buf_cut(&both, both.n - 1);
  if (both.n > 1) ml_buf_char(&both, ',');
  ml_buf_put(&both, others->p + 1, others->n - 1);
  ml_buf_char(&both, '}');
  int rc = both.rc || others->rc ? ml_err_nomem(e) : ml_json_read(ml_buf_view(&both), "line", &read, &twice);
  ml_err_clear(&twice);
  if (!rc) {
    MlBuf swap = *attributes;
    *attributes = both;
    both = swap;
    ml_buf_cut(others, 0);
  } else if (!e->rc) {
    rc = SQLITE_OK; /* a name is in both: they stay apart */
  }
  ml_buf_free(&both);
  ml_buf_free(&read);
  return rc;
}

/* Takes the member "event" apart; what it says goes to where the flat shape has it. The attributes, owned, into out. */
static int nested_read(MlText *m, MlBuf *out, MlBuf *rest, MlErr *e) {
  MlText n[NESTED] = {0};
  MlBuf others = {0};
  if (!ml_member_is(m[EVENT], ML_MAP)) return ml_member_refuse(e, "event", "it is no map");
  ml_member_sort(m[EVENT], nested, NESTED, n, &others);
  const struct {
    int top, at;
  } list[] = {{EVENT_TYPE, N_TYPE},
              {EVENT_TYPE, N_OTHER_TYPE},
              {EVENT_ID, N_ID},
              {UPSTREAM_ID, N_UPSTREAM_ID},
              {UPSTREAM_ACTION, N_UPSTREAM_ACTION}};
  for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
    MlText *top = &m[list[i].top], at = n[list[i].at];
    if (!top->p) {
      *top = at;
    } else if (at.p && !ml_text_same(*top, at)) {
      ml_member_keep(&others, nested[list[i].at].name, at);
    }
  }
  if (n[N_ATTRIBUTES].p && !ml_member_is(n[N_ATTRIBUTES], ML_MAP)) {
    ml_buf_free(&others);
    return ml_member_refuse(e, "event.attributes", "it is no map");
  }
  ml_buf_text(out, n[N_ATTRIBUTES].p ? n[N_ATTRIBUTES] : ML_TEXT("{}"));
  int rc = others_add(out, &others, e);
  if (!rc) ml_member_nest(rest, "event", &others);
  ml_buf_free(&others);
  return rc;
}

/* Types that only memlog's own lines have. */
static int is_ours_alone(MlKind kind) { return kind >= ML_KIND_SENSORY_GAP; }

static int foreign_content(MlLine *l, MlText attributes, MlText business_key, MlErr *e) {
  MlText m[CONTENTS] = {0};
  MlBuf inner = {0};
  int rc;
  if (is_ours_alone(l->kind)) return ml_member_refuse(e, "eventType", "only lines that memlog wrote have this type");
  if (l->kind == ML_KIND_HOST) {
    ml_buf_text(&l->value, attributes);
    l->change.value = ml_buf_view(&l->value);
    return ml_member_words(business_key, "businessKey", &l->words[1], &l->key, e);
  }
  int updates = l->kind == ML_KIND_LONG_TERM_UPDATE;
  ml_member_sort(attributes, updates ? updated : contents, A_REMOVED + updates, m, &inner);
  ml_member_nest(&l->rests, "eventAttributes", &inner);
  if (!ml_text_same(business_key, m[A_KEY])) ml_member_keep(&l->rests, "businessKey", business_key);
  rc = ml_member_words(m[A_KEY], "key", &l->words[1], &l->key, e);
  if (!rc && !l->key.p) rc = ml_member_refuse(e, "key", "it is missing");
  if (rc || (l->kind == ML_KIND_RUN_END && !m[A_VALUE].p)) return rc;
  if (l->kind == ML_KIND_RUN_END) {
    ml_member_keep(&l->rests, "value", m[A_VALUE]);
    return SQLITE_OK;
  }
  if (l->kind == ML_KIND_RUN_BEGIN && !m[A_VALUE].p) return SQLITE_OK;
  if (!m[A_VALUE].p) return ml_member_refuse(e, "value", "it is missing");
  if (updates) {
    rc = ml_line_items_write(m[A_VALUE], m[A_CLEARED], &l->value, &l->removed, e);
    if (l->removed.n) l->change.removed = ml_buf_view(&l->removed);
  } else if (l->kind == ML_KIND_LONG_TERM_GET || l->kind == ML_KIND_LONG_TERM_SEARCH) {
    ml_buf_text(&l->value, m[A_VALUE]);
  } else {
    rc = ml_line_value_write(m[A_VALUE], &l->value, e);
  }
  l->change.value = ml_buf_view(&l->value);
  return rc;
}

static int foreign_read(MlLine *l, MlText *m, MlText attributes, MlErr *e) {
  if (attributes.p && !ml_member_is(attributes, ML_MAP)) return ml_member_refuse(e, "eventAttributes", "it is no map");
  ml_member_keep(&l->rests, "logLevel", m[LOG_LEVEL]);
  return foreign_content(l, attributes.p ? attributes : ML_TEXT("{}"), m[KEY_OF], e);
}

/* ---- the whole ---- */

/* What the types that are no event's must say, and no other does. */
static int type_check(MlLine *l, MlErr *e) {
  int is_state = ml_text_same(l->type, ML_TEXT(ML_LINE_STATE)),
      is_start = ml_text_same(l->type, ML_TEXT(ML_LINE_START));
  if (l->state && !is_state) {
    return ml_member_refuse(e, "memlog.state", "the line is of another type than " ML_LINE_STATE);
  }
  if (l->start && !is_state && !is_start) {
    return ml_member_refuse(e, "memlog.start", "the line is of another type than " ML_LINE_START " and " ML_LINE_STATE);
  }
  if (l->state && l->start) return ml_member_refuse(e, "memlog.start", "there is memlog.state, too");
  if (is_state && !l->state && !l->start) return ml_member_refuse(e, "memlog.state", "it is missing");
  if (is_start && !l->start) return ml_member_refuse(e, "memlog.start", "it is missing");
  if (is_start && !l->rows) return ml_member_refuse(e, "memlog.rows", "it is missing");
  l->state = (u8)is_state;
  return SQLITE_OK;
}

/* What both have. */
static int heading_read(MlLine *l, MlText *m, MlErr *e) {
  u8 has = 0;
  int rc = ml_member_time(m[TIMESTAMP], &l->time, e), is_event = !l->state && !l->start;
  if (!rc && is_event) rc = ml_member_uuid(m[EVENT_ID], "eventId", &l->id, &has, e);
  if (!rc && is_event && !has) rc = ml_member_refuse(e, "eventId", "it is missing");
  if (!rc) rc = ml_member_words(m[EVENT_TYPE], "eventType", &l->words[0], &l->type, e);
  if (!rc && !l->type.p) rc = ml_member_refuse(e, "eventType", "it is missing");
  if (!rc) rc = type_check(l, e);
  if (!rc) rc = ml_member_uuid(m[UPSTREAM_ID], "upstreamEventId", &l->upstream, &l->has_upstream, e);
  if (!rc) rc = ml_member_words(m[UPSTREAM_ACTION], "upstreamActionName", &l->words[2], &l->action, e);
  if (rc) return rc;
  l->kind = ml_event_kind(l->type);
  if (l->kind != ML_KIND_HOST) l->type = (MlText){NULL, 0};
  return SQLITE_OK;
}

static int members_read(MlLine *l, MlText *m, MlBuf *attributes, MlErr *e) {
  int rc = SQLITE_OK;
  ml_member_drop_null(m, TOPS);
  l->own = (u8)ml_member_is(m[OWN], ML_MAP);
  if (l->own) {
    ml_member_keep(&l->rests, tops[KEY_OF].name, m[KEY_OF]);
    ml_member_keep(&l->rests, tops[EVENT].name, m[EVENT]);
    if (m[LOG_LEVEL].p && !ml_text_same(m[LOG_LEVEL], ML_TEXT("\"VERBOSE\""))) {
      ml_member_keep(&l->rests, tops[LOG_LEVEL].name, m[LOG_LEVEL]);
    }
    rc = own_read(l, m[OWN], e);
    if (!rc) rc = heading_read(l, m, e);
    if (!rc && l->start && !l->state) return SQLITE_OK;
    if (!rc) rc = own_content(l, m[ATTRIBUTES], e);
    if (rc || !marks_missing(l)) return rc;
    return ml_member_refuse(e, "memlog.digest",
                            "content was taken out, but no mark shows where: lines must come as they were written");
  }
  ml_member_keep(&l->rests, tops[OWN].name, m[OWN]);
  if (m[EVENT].p && m[ATTRIBUTES].p) {
    ml_member_keep(&l->rests, tops[EVENT].name, m[EVENT]);
  } else if (m[EVENT].p) {
    rc = nested_read(m, attributes, &l->rests, e);
    if (!rc && attributes->rc) rc = ml_err_nomem(e);
    m[ATTRIBUTES] = ml_buf_view(attributes);
  }
  if (!rc) rc = heading_read(l, m, e);
  return rc ? rc : foreign_read(l, m, m[ATTRIBUTES], e);
}

int ml_line_read(MlText json, MlLine *l, MlErr *e) {
  MlText m[TOPS] = {0};
  MlBuf attributes = {0};
  int rc = ml_mark_read(json, "line", &l->text, e);
  if (rc) return rc;
  if (ml_json_type(ml_buf_view(&l->text)) != ML_MAP) return ml_member_refuse(e, "it", "it is no JSON map");
  ml_member_sort(ml_buf_view(&l->text), tops, TOPS, m, &l->rests);
  rc = members_read(l, m, &attributes, e);
  if (l->rests.n) {
    ml_buf_char(&l->rests, '}');
    l->rest = ml_buf_view(&l->rests);
  }
  if (!rc && (l->rests.rc || l->value.rc)) rc = ml_err_nomem(e);
  ml_buf_free(&attributes);
  return rc;
}

void ml_line_free(MlLine *l) {
  ml_buf_free(&l->text);
  for (size_t i = 0; i < sizeof(l->words) / sizeof(*l->words); i++) ml_buf_free(&l->words[i]);
  ml_buf_free(&l->value);
  ml_buf_free(&l->removed);
  ml_buf_free(&l->rests);
  *l = (MlLine){0};
}
