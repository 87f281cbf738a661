#include "session.h"

#include "../data/json.h"
#include "../store/head.h"
#include "../store/large.h"
#include "../store/meta.h"
#include "element.h"
#include "expire.h"
#include "item.h"

#include <string.h>

/* One reading of a conversation. */
typedef struct Read {
  MlConn *c;
  MlErr *e;
  const MlTalkAsk *ask;
  MlTalk *t;
  MlNodeId list;
  MlUuid salt;
  MlNow now;
  MlBuf path, json, scratch;
  i64 new_bytes;
  int full;   /* there is no room for the message at hand */
  i64 *index; /* all positions of the list, owned; NULL: they were not asked for */
  i64 n_index;
} Read;

/* ---- a message ---- */

static i64 text_keep(Read *r, MlText t) {
  i64 at = r->t->text.n;
  ml_buf_text(&r->t->text, t);
  return at;
}

static int message_new(MlTalk *t, MlTalkMessage **m) {
  if (t->n == t->cap) {
    i64 cap = t->cap ? t->cap * 2 : 16;
    MlTalkMessage *a = sqlite3_realloc64(t->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    t->a = a;
    t->cap = cap;
  }
  *m = &t->a[t->n++];
  memset(*m, 0, sizeof(**m));
  return SQLITE_OK;
}

/* Its role and content, as they stand in the map; 0: it is no message. */
static int message_parts(MlText json, MlText *role, MlText *content) {
  MlJsonScan s;
  *role = *content = (MlText){NULL, 0};
  if (ml_json_type(json) != ML_MAP) return 0;
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    if (ml_text_same(s.name, ML_TEXT("\"role\""))) *role = s.value;
    if (ml_text_same(s.name, ML_TEXT("\"content\""))) *content = s.value;
  }
  return !s.rc && ml_json_type(*role) == ML_STRING && content->p && ml_json_type(*content) != ML_NULL;
}

static int digest_find(Read *r, MlText role, MlText content, MlUuid *digest) {
  ml_buf_cut(&r->scratch, 0);
  ml_buf_text(&r->scratch, role);
  ml_buf_text(&r->scratch, content);
  if (r->scratch.rc) return ml_err_nomem(r->e);
  *digest = ml_uuid_named(&r->salt, r->scratch.p, (size_t)r->scratch.n);
  return SQLITE_OK;
}

/* The same was said before: long ago, or in this stretch. */
static int digest_known(Read *r, const MlUuid *digest, int *known) {
  int there;
  *known = 0;
  for (i64 i = r->t->n - 1; i >= 0 && !*known; i--) {
    *known = r->t->a[i].is_new && !memcmp(r->t->a[i].digest.b, digest->b, sizeof(digest->b));
  }
  if (*known) return SQLITE_OK;
  int rc = ml_session_there(r->c, &there, r->e);
  return rc || !there ? rc : ml_judged_known(r->c, r->list.key, digest, ml_conn_now(r->c) / 1000, known, r->e);
}

/* Takes the element in r->json; sets r->full if it is one too many. */
static int message_take(Read *r, i64 position) {
  MlText role, content;
  MlTalkMessage *m;
  MlUuid digest = {{0}};
  MlTalk *t = r->t;
  int known = position < t->from, rc = SQLITE_OK;
  if (!message_parts(ml_buf_view(&r->json), &role, &content)) return SQLITE_OK;
  if (!known) rc = digest_find(r, role, content, &digest);
  if (!rc && !known) rc = digest_known(r, &digest, &known);
  if (rc) return rc;
  i64 bytes = role.n + content.n;
  int over = r->ask->most && (t->n_new >= r->ask->most || t->n >= 4 * r->ask->most + r->ask->context ||
                              (t->n_new && r->new_bytes + bytes > ML_TALK_BYTES));
  if (position >= t->from && over) {
    r->full = 1;
    return SQLITE_OK;
  }
  if (message_new(t, &m)) return ml_err_nomem(r->e);
  /* Places in the buffer, which moves until all is read. */
  m->role.n = role.n;
  m->content.n = content.n;
  m->position = position;
  m->is_new = !known;
  m->digest = digest;
  text_keep(r, role);
  text_keep(r, content);
  if (position >= t->from) r->new_bytes += bytes;
  t->n_new += !known;
  return t->text.rc ? ml_err_buf(r->e, t->text.rc, "a conversation") : SQLITE_OK;
}

/* ---- the list ---- */

/* The element's JSON, whole, into r->json; *there 0: there is none. */
static int element_read(Read *r, i64 position, int *there) {
  MlNodeId id;
  MlCell cell;
  int gone = 0;
  *there = 0;
  ml_buf_cut(&r->json, 0);
  int rc = ml_element_at(&r->list, position, &r->path, &id, r->e);
  if (!rc) rc = ml_cell_find(r->c, &id, &cell, r->e);
  if (rc) return rc;
  if (cell.kind != ML_CELL_MISSING) rc = ml_expire_gone(r->c, &id, &cell, &r->now, &gone, r->e);
  if (!rc && cell.kind == ML_CELL_VALUE && !gone) {
    rc = ml_large_resolve(r->c, id.key, cell.value, &r->json, r->e);
    *there = !rc;
  }
  int rc2 = ml_cell_done(r->c, &cell, r->e);
  return rc ? rc : rc2;
}

/* All positions there are, in order: when probing met too many gaps. */
static int index_load(Read *r) {
  MlTree t;
  MlNode **a = NULL;
  i64 n = 0, skip = r->list.path.n + 1;
  ml_tree_open(&t);
  int rc = ml_cell_load(r->c, &r->list, &t, r->e);
  MlNode *top = rc ? NULL : ml_tree_find(&t, r->list.path);
  if (top && ml_tree_children(top, &a, &n)) rc = ml_err_nomem(r->e);
  if (!rc) r->index = sqlite3_malloc64((u64)n * sizeof(i64) + 1);
  if (!rc && !r->index) rc = ml_err_nomem(r->e);
  for (i64 i = 0; r->index && i < n && !rc; i++) {
    MlText path = a[i]->path;
    i64 at;
    if (path.n <= skip || !ml_json_get_integer((MlText){path.p + skip, path.n - skip}, &at)) continue;
    if (!r->n_index || r->index[r->n_index - 1] < at) r->index[r->n_index++] = at;
  }
  sqlite3_free(a);
  ml_tree_free(&t);
  return rc;
}

/* The first position at or behind one that has an element, or end. */
static int next_seek(Read *r, i64 position, i64 end, i64 *next) {
  int rc = r->index ? SQLITE_OK : index_load(r);
  i64 low = 0, high = r->n_index;
  while (!rc && low < high) {
    i64 middle = low + (high - low) / 2;
    if (r->index[middle] < position) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *next = low < r->n_index && r->index[low] < end ? r->index[low] : end;
  return rc;
}

/* Elements from one position up to another; stops where there is no room. */
static int stretch_read(Read *r, i64 from, i64 end, i64 *reached) {
  int rc = SQLITE_OK, missing = 0;
  i64 at = from;
  while (!rc && at < end && !r->full) {
    int there;
    rc = element_read(r, at, &there);
    if (!rc && there) {
      rc = message_take(r, at);
      missing = 0;
    } else if (!rc && ++missing > ML_ELEMENT_PROBES) {
      missing = 0;
      rc = next_seek(r, at + 1, end, &at);
      continue;
    }
    if (!r->full) at++;
  }
  *reached = at;
  return rc;
}

/* The list's own row; *found 0: there are no messages. */
static int list_find(Read *r, MlListRow *row, int *found) {
  MlCell cell;
  int gone = 0;
  *found = 0;
  int rc = ml_cell_find(r->c, &r->list, &cell, r->e);
  if (rc) return rc;
  if (cell.kind == ML_CELL_LIST) rc = ml_expire_gone(r->c, &r->list, &cell, &r->now, &gone, r->e);
  *row = cell.list;
  *found = !rc && cell.kind == ML_CELL_LIST && !gone;
  int rc2 = ml_cell_done(r->c, &cell, r->e);
  return rc ? rc : rc2;
}

/* How far the session was judged. */
static int from_find(Read *r) {
  MlSession s;
  sqlite3_stmt *st;
  int there, found;
  int rc = ml_session_there(r->c, &there, r->e);
  if (!rc && there) rc = ml_session_find(r->c, r->list.key, &s, &st, &found, r->e);
  if (rc || !there) return rc;
  r->t->from = found ? s.through : 0;
  return ml_session_done(r->c, st, r->e);
}

static int through_refuse(Read *r, i64 next) {
  char show[ML_ERR_SHOW];
  return ml_err_set(r->e, SQLITE_ERROR, "memlog: session %s: through %lld: it has messages up to position %lld only",
                    ml_err_show(show, r->list.key), r->ask->through, next - 1);
}

static int talk_read(Read *r) {
  MlListRow row = {0};
  int found, there;
  i64 reached;
  int rc = ml_meta_installed(r->c, &there, r->e);
  if (!rc && there) rc = from_find(r);
  if (!rc && there) rc = list_find(r, &row, &found);
  if (rc || !there) return rc;
  if (!found) row = (MlListRow){0};
  /* A list that was removed and made anew begins at 0 once more. */
  if (r->t->from > row.next) r->t->from = 0;
  if (r->ask->through > row.next) return through_refuse(r, row.next);
  i64 end = r->ask->through >= 0 ? r->ask->through : row.next;
  reached = r->t->through = r->t->from;
  if (row.next > 0 && row.last >= reached) r->t->left = row.last - reached + 1;
  if (!found || end <= reached) return SQLITE_OK;
  i64 start = r->t->from > row.first ? r->t->from : row.first;
  i64 before = start > r->ask->context ? start - r->ask->context : 0;
  if (before < row.first) before = row.first;
  rc = stretch_read(r, before, start, &reached);
  if (!rc) rc = stretch_read(r, start, end, &reached);
  if (rc) return rc;
  r->t->through = reached;
  r->t->left = row.last >= reached ? row.last - reached + 1 : 0;
  return SQLITE_OK;
}

int ml_talk_read(MlConn *c, MlText session, const MlTalkAsk *ask, const MlUuid *salt, MlTalk *t, MlErr *e) {
  Read r = {.c = c, .e = e, .ask = ask, .t = t, .list = {session, ML_SHORT_TERM, ML_SESSION_LIST}};
  sqlite3_stmt *hold = NULL;
  MlHead h;
  int there, found;
  *t = (MlTalk){0};
  int rc = ml_meta_installed(c, &there, e);
  if (rc || !there) return rc;
  rc = ml_meta_hold(c, &hold, e);
  if (!rc && !salt) rc = ml_head_load(c, session, &h, &found, e);
  if (!rc) {
    r.salt = salt ? *salt : h.salt;
    r.path = ml_conn_scratch(c);
    r.json = ml_conn_scratch(c);
    r.scratch = ml_conn_scratch(c);
    rc = talk_read(&r);
    ml_conn_give(c, &r.path);
    ml_conn_give(c, &r.json);
    ml_conn_give(c, &r.scratch);
    sqlite3_free(r.index);
  }
  if (hold) ml_meta_release(c, hold);
  const char *p = t->text.p;
  for (i64 i = 0; i < t->n && !rc; i++) {
    t->a[i].role.p = p;
    t->a[i].content.p = p + t->a[i].role.n;
    p = t->a[i].content.p + t->a[i].content.n;
  }
  return rc;
}

void ml_talk_free(MlTalk *t) {
  sqlite3_free(t->a);
  ml_buf_free(&t->text);
  *t = (MlTalk){0};
}

static const MlTalkMessage *new_next(const MlTalk *t, i64 *i) {
  while (*i < t->n && !t->a[*i].is_new) ++*i;
  return *i < t->n ? &t->a[(*i)++] : NULL;
}

int ml_talk_same(const MlTalk *a, const MlTalk *b) {
  i64 i = 0, k = 0;
  if (a->from != b->from || a->through != b->through || a->n_new != b->n_new) return 0;
  for (i64 left = a->n_new; left > 0; left--) {
    const MlTalkMessage *x = new_next(a, &i), *y = new_next(b, &k);
    if (!x || !y || memcmp(x->digest.b, y->digest.b, sizeof(x->digest.b)) != 0) return 0;
  }
  return 1;
}

int ml_session_names(MlConn *c, MlText session, MlBuf *user, MlBuf *agent, MlErr *e) {
  MlSession s;
  sqlite3_stmt *st = NULL;
  int there, found = 0;
  int rc = ml_session_there(c, &there, e);
  if (!rc && there) rc = ml_session_find(c, session, &s, &st, &found, e);
  if (rc || !there) return rc;
  if (found) {
    ml_buf_text(user, s.user);
    ml_buf_text(agent, s.agent);
  }
  rc = ml_session_done(c, st, e);
  return rc || !(user->rc || agent->rc) ? rc : ml_err_nomem(e);
}

void ml_session_agent_set(MlText agent, MlBuf *out) {
  ml_buf_puts(out, "agent_");
  ml_buf_text(out, agent);
}

/* ---- rules ---- */

/* Content as text: that of a string, or of the parts that have a text. */
static void content_text(MlText content, MlBuf *out, MlBuf *scratch) {
  MlJsonScan s, m;
  if (ml_json_type(content) == ML_STRING) {
    ml_buf_text(out, ml_json_bare(content, scratch));
    return;
  }
  if (ml_json_type(content) != ML_ARRAY) return;
  for (ml_json_open(&s, content); ml_json_next(&s);) {
    if (ml_json_type(s.value) != ML_MAP) continue;
    for (ml_json_open(&m, s.value); ml_json_next(&m);) {
      if (!ml_text_same(m.name, ML_TEXT("\"text\"")) || ml_json_type(m.value) != ML_STRING) continue;
      ml_buf_text(out, ml_json_bare(m.value, scratch));
      ml_buf_char(out, '\n');
    }
  }
}

int ml_talk_judge(const MlTalk *t, int has_agent, MlJudgement *j, MlErr *e) {
  MlBuf text = {0}, scratch = {0}, role = {0};
  int rc = SQLITE_OK;
  i64 i = 0;
  for (const MlTalkMessage *m; !rc && (m = new_next(t, &i)) != NULL;) {
    ml_buf_cut(&text, 0);
    content_text(m->content, &text, &scratch);
    MlSaid said = {ml_json_bare(m->role, &role), ml_buf_view(&text), m->position};
    if (text.rc || scratch.rc || role.rc || ml_judge_message(&said, has_agent, j)) rc = ml_err_nomem(e);
  }
  ml_buf_free(&text);
  ml_buf_free(&scratch);
  ml_buf_free(&role);
  return rc;
}
